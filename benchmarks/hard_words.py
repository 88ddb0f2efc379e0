"""Compare first words of Wordle's hard mode, and refute words that are no better than a total.

    python -m benchmarks.hard_words ANSWERS GUESSES tarse plast salet --seconds 60
    python -m benchmarks.hard_words ANSWERS GUESSES --total 11627 --record FILE --stop 3600

Every strategy finds each answer within six guesses. The first form searches for the minimum total
after each word, each for the same time, and prints it or what is known by then. The second form
looks for a first word with a smaller total than the given one. It takes the words in the order of
their entropy, some at a time, and ends after so many CPU seconds. A line in the file is a word and
a total that no strategy with this first word goes below. The next run skips the words in the file.
Several runs may share the file: give ``--part 1/2`` to the first of two, and ``--part 2/2``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import process_time

import mastermind_core as mc
from mastermind_core.exact.problem import pose
from mastermind_core.games import Wordle, read_words
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.exact.task import NO_LIMIT, Found
from mastermind_core.metrics import ENTROPY
from mastermind_core.strategies.tabled.greedy import ranked

#: The guesses of a game.
MOST = 6

#: First words that are searched together at first.
TOGETHER = 8

#: Searches of a first word, until one ends: whether the bounds of all blocks are raised together,
#: and the most sets to search. Raising them together refutes most words in half of the time, but
#: finds a block that needs too many guesses late.
SEARCHES = ((True, 3000), (False, 1000), (True, NO_LIMIT))


def compared(game: Wordle, word: str, seconds: float) -> str:
    """Return the minimum total after a first word, or the bounds that are known by the time."""
    began = process_time()
    try:
        found = mc.optimal(game, first_guess=word, max_steps=MOST, seconds=seconds)
        said = f"{found.total} ({found.total / len(game.secrets):.4f})"
        said += ", proven" if found.proven else f", at least {found.lower_bound}"
    except mc.errors.NoStrategy as none:
        said = str(none)
    return f"{word} {said}: {process_time() - began:.1f} s CPU"


class FirstWords:
    """The first words of a game, and the best total that is known."""

    def __init__(self, game: Wordle, total: int):
        self.total = total
        self.table = mc.compile_game(game)
        self.task = pose(game, self.table, pool="legal", max_steps=MOST)
        self.known = kernels.exact.new_memory(self.table.kernel_scores, self.task)

    def refute(self, words: Sequence[str]) -> list[str]:
        """Search for smaller totals after some first words, together and then one by one.

        Returns:
            The words that have a smaller total than those before. ``total`` becomes the smallest.
        """
        searches = SEARCHES if len(words) == 1 else SEARCHES[:1]
        for evenly, nodes in searches:
            found = self._search(words, evenly=evenly, nodes=nodes * len(words))
            if found.proven:
                break
        else:
            return [better for word in words for better in self.refute([word])]
        if found.tree is None:
            return []
        self.total = found.total
        return [self.table.guesses.items[found.tree.guesses[0]]]

    def _search(self, words: Sequence[str], *, evenly: bool, nodes: int) -> Found:
        """Search for a tree with one of some first words and a smaller total."""
        first = tuple(self.table.guesses[word] for word in words)
        task = self.task._replace(
            question=self.task.question._replace(first=first),
            limits=self.task.limits._replace(below=self.total, nodes=nodes),
            hints=self.task.hints._replace(evenly=evenly),
        )
        found = kernels.exact.attempt(self.table.kernel_scores, task, None, self.known)
        if found.interrupted:
            raise KeyboardInterrupt
        return found

    def by_entropy(self) -> Iterator[str]:
        """Yield the informative words, those of the largest entropy first."""
        guesses = range(len(self.table.guesses.items))
        for guess in ranked(self.table, self.table.everything, ENTROPY, guesses):
            if self.table.tells(guess, self.table.everything):
                yield self.table.guesses.items[guess]


def recorded(path: Path) -> dict[str, int]:
    """Return the totals that no strategy goes below, by first word."""
    if not path.exists():
        return {}
    rows = [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
    return {word: int(total) for word, total in rows}


def part(text: str) -> slice:
    """Return the slice of the words that ``--part K/N`` asks for."""
    which, of = map(int, text.split("/"))
    if not 1 <= which <= of:
        raise ValueError(text)
    return slice(which - 1, None, of)


def refute_all(words: FirstWords, path: Path, stop: float, own: slice) -> None:
    """Refute words of a part until the time is up, and print how many are left."""
    known = recorded(path)
    order = list(words.by_entropy())[own]
    left = [word for word in order if known.get(word, 0) < words.total]
    print(f"{len(order) - len(left)} of {len(order)} words are refuted", flush=True)
    began = process_time()
    while left and process_time() - began < stop:
        some, left = left[:TOGETHER], left[TOGETHER:]
        for better in words.refute(some):
            print(f"{better} {words.total}", flush=True)
        with path.open("a", encoding="utf-8") as file:
            file.writelines(f"{word} {words.total}\n" for word in some)
    spent = process_time() - began
    print(f"{len(left)} of {len(order)} words may be better than {words.total}: {spent:.0f} s CPU")


def main() -> None:
    """Print a line for each word, or how many words are left."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.hard_words",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("answers", metavar="ANSWERS")
    parser.add_argument("guesses", metavar="GUESSES")
    parser.add_argument("words", metavar="WORD", nargs="*")
    parser.add_argument("--seconds", type=float, default=60, help="for each word (default 60)")
    parser.add_argument("--total", type=int, help="look for a smaller total than this")
    parser.add_argument("--record", metavar="FILE", type=Path, help="the words that are refuted")
    parser.add_argument("--stop", metavar="SECONDS", type=float, default=float("inf"))
    parser.add_argument("--part", metavar="K/N", type=part, default="1/1", help="every Nth word")
    given = parser.parse_args()
    if (given.total is None) != (given.record is None) or bool(given.words) == bool(given.total):
        parser.error("expected words, or --total and --record")
    game = Wordle(read_words(given.answers), others=read_words(given.guesses), hard=True)
    for word in given.words:
        print(compared(game, word, given.seconds), flush=True)
    if given.record is not None:
        refute_all(FirstWords(game, given.total), given.record, given.stop, given.part)


if __name__ == "__main__":
    main()
