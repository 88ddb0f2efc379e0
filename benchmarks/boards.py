"""Several boards at once: how many rows they take at least, and a tree for two of them.

    python -m benchmarks.boards "M(4,4)" "M(4,6)"            # codes: two and four boards
    python -m benchmarks.boards --words ANSWERS GUESSES      # lists of words
    python -m benchmarks.boards --words ANSWERS GUESSES --first parse clint

Every guess is answered on all boards, the secrets of the boards differ, and a row is a guess. The
bound is the theorem of docs/results/several-boards, from the most secrets that a tree for one
board finds within each number of guesses. The tree plays the same first guesses whatever the
answers are, and then, for each pair of sets that two boards may be left with, what tells most of
both; its rows are counted over every pair of secrets.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from heapq import nsmallest
from itertools import combinations, count
from math import comb, perm
from pathlib import Path
from typing import Any

import mastermind_core as mc
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.types import POOL_ALL, Criterion
from mastermind_core.table import compile_game
from reproduce.optima import game_called

#: Pairs of guess and secret over which what is found within three guesses is counted by itself.
_WIDE = 1 << 23

#: Guesses of which the first ones are chosen, those that small sets are tried with (up to so many
#: secrets), and of which the guess for two sets is.
_FIRST, _SOME, _SMALL, _NEXT = 120, 300, 12, 24


def found_within(game: Any) -> Iterator[int]:
    """Yield how many secrets no tree finds more of within 1, 2, ... guesses, all or more at last.

    Of Wordle's lists only the first three are known.
    """
    whole, wide = len(game.secrets), len(game.guesses) * len(game.secrets) > _WIDE
    for guesses in count(1):
        if wide and guesses == 3:
            yield from (found_within_three(game), whole)
            return
        found = whole - int(mc.optimal(game, mc.within(guesses)).lower_bound)
        yield found
        if found == whole:
            return


def found_within_three(game: Any) -> int:
    """Return how many secrets a tree finds within three guesses, by counting sets.

    The third guess names a secret of each set that two guesses leave, so they are to leave most.
    """
    table, own = compile_game(game), kernels.greedy
    scores, n_secrets = table.kernel_scores, len(table.everything)
    sets = [len(own.split(scores, guess, table.everything)) for guess in range(scores.n_guesses)]
    parts = Criterion("sum", (0, *[-1] * n_secrets), range(scores.n_guesses), POOL_ALL)
    most, widest = 0, max(sets)
    for first in sorted(range(len(sets)), key=lambda guess: -sets[guess]):
        split = own.split(scores, first, table.everything)
        blocks = sorted((block for _, block in split), key=len, reverse=True)
        bound = sum(min(len(block), widest) for block in blocks)
        for block in blocks:
            if bound <= most or len(block) < 3:
                break
            guess = own.best_guess(scores, block, parts)
            left = sum(map(bool, own.block_sizes(scores, guess, block)))
            bound += left - min(len(block), widest)
        most = max(most, bound)
    return most


def at_least(boards: int, wanted: int, share: Fraction) -> Fraction:
    """Return how likely so many of the boards are found, each with this share, by itself."""
    return sum(
        (
            comb(boards, many) * share**many * (1 - share) ** (boards - many)
            for many in range(wanted, boards + 1)
        ),
        Fraction(0),
    )


def least_rows(found: Sequence[int], n_secrets: int, boards: int) -> Fraction:
    """Return what boards of different secrets take at least on average, from ``found_within``."""
    shares = [*([Fraction(0)] * boards), *(Fraction(many, n_secrets) for many in found)]
    shares += [Fraction(1)] * boards
    different = Fraction(n_secrets**boards, perm(n_secrets, boards))
    rows, now = Fraction(boards), 2 * boards - 1  # the place of what is found within so many rows
    while True:
        done = min(at_least(boards, boards - less, shares[now - less]) for less in range(boards))
        if done >= 1:
            return rows
        rows += max(Fraction(0), 1 - done * different)
        now += 1


class TwoBoards:
    """A way to play two boards; secrets and guesses are numbers."""

    def __init__(self, game: Any):
        self.table = table = compile_game(game)
        own, scores = kernels.greedy, table.kernel_scores
        self.rows = [bytes(own.row(scores, guess)) for guess in range(scores.n_guesses)]
        final = bytes(range(256)).translate(
            bytes(int(over) for over in table.final).ljust(256, b"\0")
        )
        self.named = {
            row.translate(final).index(1): guess
            for guess, row in enumerate(self.rows)
            if any(row.translate(final))
        }
        self.ends = {guess: secret for secret, guess in self.named.items()}
        self.everything = tuple(range(scores.n_secrets))
        sets = [len(set(row)) for row in self.rows]
        self.some = sorted(range(len(sets)), key=lambda guess: -sets[guess])[:_SOME]
        for name in ("left", "telling", "alone", "_both"):
            setattr(self, name, cache(getattr(self, name)))

    def blocks(self, secrets: Sequence[int], guess: int) -> list[tuple[int, ...]]:
        """Return what a guess leaves of a set, without the secret that it names."""
        row, left = self.rows[guess], defaultdict(list)
        for secret in secrets:
            left[row[secret]].append(secret)
        named = self.ends.get(guess)
        return [tuple(block) for block in left.values() if block != [named]]

    def left(self, secrets: tuple[int, ...], guess: int) -> float:
        """Return about how many rows more than one each a set takes after a guess."""
        sizes = Counter(map(self.rows[guess].__getitem__, secrets)).values()
        rows = sum(size - 1 + 0.02 * size * size for size in sizes)
        return rows - (self.ends.get(guess) in secrets)

    def telling(self, secrets: tuple[int, ...]) -> tuple[int, ...]:
        """Return the guesses that leave least of a set, and those that name one of its secrets."""
        named = [self.named[secret] for secret in secrets[:_NEXT]]
        if len(secrets) < 3:
            return tuple(named)
        some = self.some if len(secrets) <= _SMALL else range(len(self.rows))
        best = nsmallest(_NEXT, some, lambda guess: TwoBoards.left(self, secrets, guess))
        return tuple(dict.fromkeys([*best, *named]))

    def one(self, secrets: tuple[int, ...]) -> int:
        """Return the rows that all secrets of a set take together, on one board."""
        return self.alone(secrets)[0]

    def alone(self, secrets: tuple[int, ...]) -> tuple[int, int]:
        """Return those rows, and the guess to begin with."""
        if len(secrets) < 3:
            return 2 * len(secrets) - 1, self.named[secrets[0]]
        best = nsmallest(3, self.telling(secrets), lambda guess: self.left(secrets, guess))
        return min(
            (len(secrets) + sum(map(self.one, self.blocks(secrets, guess))), guess)
            for guess in best
            if len(self.blocks(secrets, guess)) > 1 or self.ends.get(guess) in secrets
        )

    def guess(self, one: tuple[int, ...], other: tuple[int, ...]) -> int:
        """Return the guess for two boards that are left with two sets, which are alike or apart."""
        wide, high = len(one), len(other)
        return min(
            (*self.telling(one), *self.telling(other)),
            key=lambda guess: high * self.left(one, guess) + wide * self.left(other, guess),
        )

    def both(self, one: tuple[int, ...], other: tuple[int, ...]) -> int:
        """Return the rows that all pairs of different secrets of two sets take together."""
        if len(one) == len(other) == 1:
            return 0 if one == other else 2
        return self._both(*sorted((one, other)))

    def _both(self, one: tuple[int, ...], other: tuple[int, ...]) -> int:
        return self.after(one, other, self.guess(one, other))

    def after(self, one: tuple[int, ...], other: tuple[int, ...], guess: int) -> int:
        """Return the rows from a guess on."""
        pairs = len(one) * len(other) - (len(one) if one == other else 0)
        left, right = self.blocks(one, guess), self.blocks(other, guess)
        rows = pairs + sum(self.both(these, those) for these in left for those in right)
        named = self.ends.get(guess)
        if named in one:
            rows += sum(map(self.one, right))
        if named in other:
            rows += sum(map(self.one, left))
        return rows

    def begun(self, first: Sequence[int]) -> Fraction:
        """Return the mean over all pairs when the first guesses are the same for all answers."""
        rows = self._begun([self.everything], [], tuple(first))
        return Fraction(rows, perm(len(self.everything), 2))

    def _begun(
        self, classes: list[tuple[int, ...]], named: list[int], first: tuple[int, ...]
    ) -> int:
        if not first:
            open_ = sum(
                self.both(one, other) * (1 if one is other else 2)
                for at, one in enumerate(classes)
                for other in classes[at:]
            )
            return open_ + 2 * len(named) * sum(map(self.one, classes))
        n_open, n_named = sum(map(len, classes)), len(named)
        pairs = n_open * (n_open - 1) + 2 * n_open * n_named
        secret = self.ends.get(first[0])
        now = [*named, secret] if secret is not None and secret not in named else named
        left = [block for one in classes for block in self.blocks(one, first[0])]
        return pairs + self._begun(left, now, first[1:])

    def first_guesses(self, many: int) -> list[int]:
        """Return guesses that together leave many sets: the best pair of some, then one by one."""
        chosen = [*max(combinations(self.some[:_FIRST], 2), key=self.told)]
        while len(chosen) < many:
            chosen.append(max(range(len(self.rows)), key=lambda guess: self.told([*chosen, guess])))
        return chosen[:many]

    def told(self, guesses: Sequence[int]) -> int:
        """Return how many sets guesses leave together, of one board."""
        return len(set(zip(*(self.rows[guess] for guess in guesses), strict=True)))


def report(game: Any, name: str, first: Sequence[Any] = ()) -> Iterator[str]:
    """Yield what is proven and what was found."""
    found, n_secrets = list(found_within(game)), len(game.secrets)
    most = ", ".join(map(str, found))
    yield f"{name}: of {n_secrets:,} secrets within 1, 2, ... guesses at most {most}"
    for boards in (2, 4):
        yield f"  {boards} boards: {float(least_rows(found, n_secrets, boards)):.4f} rows at least"
    play = TwoBoards(game)
    guesses = play.table.guesses
    unknown = set(first) - set(guesses.items)
    if unknown:
        raise SystemExit(f"{name} has no guess {min(unknown)}: give others")
    chosen = [guesses.items.index(guess) for guess in first] or play.first_guesses(2)
    mean = play.begun(chosen)
    said = " ".join(game.format_guess(guesses.items[guess]) for guess in chosen)
    yield f"  2 boards, {said} first ({play.told(chosen):,} sets): {float(mean):.4f} rows"
    for many in (3, 4):
        chosen = play.first_guesses(many)
        said = " ".join(game.format_guess(guesses.items[guess]) for guess in chosen)
        yield f"  {many} informative guesses for every board: {said} ({play.told(chosen):,} sets)"


def main(arguments: Sequence[str] | None = None) -> None:
    """Report on games, or on a list of words."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.boards", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--words", nargs=2, type=Path, metavar=("ANSWERS", "GUESSES"))
    parser.add_argument("--first", nargs="+", default=(), metavar="WORD", help="of the tree")
    given = parser.parse_args(arguments)
    wanted = [(game_called(name), name) for name in given.games]
    if given.words:
        answers, others = (path.read_text(encoding="utf-8").split() for path in given.words)
        words = mc.Wordle(answers, others=sorted(set(others) - set(answers)))
        wanted.append((words, f"{len(answers):,} answers, {len(words.guesses):,} words"))
    for game, name in wanted:
        for line in report(game, name, given.first):
            print(line, flush=True)


if __name__ == "__main__":
    main()
