"""Counts behind single claims: what no strategy's lengths alone would give."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise, product
from math import factorial, prod, sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev
from time import process_time
from typing import Any, Protocol

from attrs import frozen

from mastermind_core.analysis import Distribution, length_distribution, lengths_by_secret
from mastermind_core.code_space import ConsistentCodes
from mastermind_core.exact.search import optimal_worst_case
from mastermind_core.games import Mastermind, Pegs, TwoD
from mastermind_core.metrics import EXPECTED_SIZE, Metric
from mastermind_core.partitions import partition
from mastermind_core.play.match import play_game
from mastermind_core.simulation.records import Summary
from mastermind_core.strategies import AnyBest, Beam, Greedy
from mastermind_core.studies import ExpectedDistribution
from mastermind_core.table import ScoreTable, compile_game
from mastermind_core.tree import tree_for


@frozen
class Estimate:
    """A value from games that were drawn, and the standard error of it from so many games."""

    value: float
    error: float
    games: int


@frozen
class Sample:
    """The lengths of games that were drawn."""

    lengths: Distribution


def difference(one: Summary, other: Summary) -> Estimate:
    """Return by how much the mean of one is more than that of the other."""
    error = sqrt(one.stdev**2 / one.games + other.stdev**2 / other.games)
    return Estimate(one.mean - other.mean, error, min(one.games, other.games))


#: What a comparison of games says that chance alone may explain.
UNDECIDED = "not told apart"


class Played(Protocol):
    """Games of a strategy, and their number in ``games`` where they were drawn."""

    @property
    def mean(self) -> Any:
        """Return the mean number of guesses."""

    @property
    def stdev(self) -> float:
        """Return the standard deviation of the number of guesses."""


def less(one: Played, *others: Played) -> str:
    """Return whether one mean is less than each of the others: "yes", "no", or undecided.

    Means that are nearer than two standard errors are not told apart.
    """
    words = [_less(one, other) for other in others]
    return next((word for word in ("no", UNDECIDED) if word in words), "yes")


def falls(*played: Played) -> str:
    """Return whether each mean is less than the one before: "yes", "no", or undecided."""
    words = [_less(later, sooner) for sooner, later in pairwise(played)]
    return next((word for word in ("no", UNDECIDED) if word in words), "yes")


def _less(one: Played, other: Played) -> str:
    gap = float(other.mean - one.mean)
    drawn: list[Any] = [each for each in (one, other) if getattr(each, "games", None)]
    error = sqrt(sum(each.stdev**2 / each.games for each in drawn))
    if abs(gap) <= 2 * error:
        return UNDECIDED
    return "yes" if gap > 0 else "no"


def unplayed(summary: Summary) -> Estimate:
    """Return how many codes are looked at in a game and not played, its first guess aside."""
    looked = [record.evaluations - (record.length - 1) for record in summary.records]
    return Estimate(mean(looked), stdev(looked) / sqrt(len(looked)), len(looked))


def mean_evaluations(summary: Summary) -> float:
    """Return how many codes are looked at in a game on average."""
    return mean(record.evaluations for record in summary.records)


def took(function: Callable[..., object], *arguments: object) -> float:
    """Return the hours of processor time that a call takes."""
    began = process_time()
    function(*arguments)
    return (process_time() - began) / 3600


def until_known(game: Any, strategy: Any) -> Distribution:
    """Return how many secrets take how many guesses until only one candidate is left.

    The guess that names it is not counted, unless the secret is found before it is known.
    """
    counts: Counter[int] = Counter()
    open_nodes = [(tree_for(game, strategy), 0)]
    while open_nodes:
        node, depth = open_nodes.pop()
        if len(node.candidates) == 1:
            counts[depth] += 1
            continue
        for branch in node.branches:
            if branch.subtree is None:
                counts[depth + 1] += branch.size
            else:
                open_nodes.append((branch.subtree, depth + 1))
    return Distribution(counts)


def two_then_best(game: Any, metric: Metric, first: Any) -> Distribution:
    """Return the lengths of a first guess, a second of least cost, and then the best play.

    The best play is that of least total, without a limit to the worst case.
    """
    table = compile_game(game)
    best, greedy = Beam(EXPECTED_SIZE, None), Greedy(metric)
    counts: Counter[int] = Counter()

    def play(candidates: array[int], depth: int) -> None:
        if depth == 0:
            guess = table.guesses[first]
        elif depth == 1:
            guess = greedy.best(table, candidates)
        else:
            _, guess = best.settle(table, candidates)
        for score, block in table.split(guess, candidates):
            if table.final[score]:
                counts[depth + 1] += len(block)
            else:
                play(block, depth + 1)

    play(table.everything, 0)
    return Distribution(counts)


def mean_left(game: Any, metric: Metric, first: Any, guesses: int) -> Fraction:
    """Return how many codes fit after so many guesses, on average over the games still going on.

    After the first guess the fitting code of least cost is played.
    """
    table = compile_game(game)
    greedy = Greedy(metric, pool="candidates", opening=[first])
    left = [table.everything]
    for depth in range(guesses):
        after = []
        for block in left:
            guess = table.guesses[first] if depth == 0 else greedy.best(table, block)
            after += [b for score, b in table.split(guess, block) if not table.final[score]]
        left = after
    return Fraction(sum(len(b) ** 2 for b in left), sum(map(len, left)))


def swaszek_over_first_guesses(game: Any, *, restart: bool = False) -> ExpectedDistribution:
    """Return the chances of each length when the next code in order that fits is guessed.

    Every first guess is played against every secret. The search goes on behind the last guess and
    begins again at the end, or with ``restart`` always at the first code.
    """
    table = compile_game(game)
    counts: Counter[int] = Counter()
    for first in range(len(table.guesses.items)):
        _in_order(table, first, table.everything, 1, counts, restart=restart)
    return ExpectedDistribution({n: Fraction(count) for n, count in counts.items()})


def in_order_from(game: Any, first: Any, *, restart: bool = False) -> Distribution:
    """Return the lengths of the same from one first guess.

    >>> print(in_order_from(Mastermind(colours=2, holes=2), (1, 1)))
    1:1 2:2 3:1  (total 8, mean 2.0000, worst 3)
    """
    table = compile_game(game)
    counts: Counter[int] = Counter()
    _in_order(table, table.guesses[first], table.everything, 1, counts, restart=restart)
    return Distribution(counts)


def _in_order(
    table: ScoreTable,
    guess: int,
    candidates: array[int],
    depth: int,
    counts: Counter[int],
    *,
    restart: bool,
) -> None:
    for score, block in table.split(guess, candidates):
        if table.final[score]:
            counts[depth] += len(block)
        else:
            at = 0 if restart else bisect_left(block, guess) % len(block)
            _in_order(table, block[at], block, depth + 1, counts, restart=restart)


def one_list(game: Any, seed: int) -> Distribution:
    """Return the lengths when one shuffled list of the codes serves for every secret.

    The list is gone through from the last guess on, and begun again at its end; each code that fits
    is guessed. Its first code is the first guess.
    """
    table = compile_game(game)
    listed = list(range(len(table.guesses.items)))
    Random(seed).shuffle(listed)
    place = {code: at for at, code in enumerate(listed)}
    counts: Counter[int] = Counter()
    waiting = [(listed[0], table.everything, 1)]
    while waiting:
        guess, candidates, depth = waiting.pop()
        for score, block in table.split(guess, candidates):
            if table.final[score]:
                counts[depth] += len(block)
            else:
                after = [code for code in block if place[code] > place[guess]]
                waiting.append((min(after or block, key=place.__getitem__), block, depth + 1))
    return Distribution(counts)


def best_guesses(game: Any, metric: Metric) -> list[Any]:
    """Return the first guesses of least cost."""
    table = compile_game(game)
    items = table.guesses.items
    return [items[at] for at in AnyBest(metric).options(table, table.everything)]


def largest_block(game: Any, guess: Any) -> int:
    """Return how many secrets a first guess leaves at most."""
    table = compile_game(game)
    return max(table.block_sizes(table.guesses[guess], table.everything))


def left_by_score(game: Any, guess: Any) -> dict[Any, int]:
    """Return how many secrets each score to a first guess leaves."""
    return {score: len(block) for score, block in partition(game, guess).items()}


def longest_chain(game: Any, strategy: Any) -> str:
    """Return how many codes are left along a longest game that always leaves the most.

    Of the branches behind which a game is longest, the one with the most codes is followed.
    """
    node: Any = tree_for(game, strategy)
    sizes = list[int]()
    while True:
        sizes.append(len(node.candidates))
        further = [branch for branch in node.branches if branch.subtree is not None]
        if not further:
            return " ".join(map(str, sizes))
        depths = [_depth(branch.subtree) for branch in further]
        best = max(zip(depths, further, strict=True), key=lambda pair: (pair[0], pair[1].size))
        node = best[1].subtree


def _depth(node: Any) -> int:
    below = [_depth(branch.subtree) for branch in node.branches if branch.subtree is not None]
    return 1 + max(below, default=0)


def has_chain(game: Any, strategy: Any, sizes: Sequence[int]) -> bool:
    """Say whether some game leaves so many codes before each of its guesses."""

    def follows(node: Any, at: int) -> bool:
        if len(node.candidates) != sizes[at]:
            return False
        below = [branch.subtree for branch in node.branches if branch.subtree is not None]
        return at + 1 == len(sizes) or any(follows(further, at + 1) for further in below)

    return follows(tree_for(game, strategy), 0)


def codes_of_length(game: Any, strategy: Any, length: int) -> str:
    """Return the codes that a strategy finds with so many guesses, as text."""
    lengths = lengths_by_secret(game, strategy)
    return ", ".join(digits(code) for code in game.secrets if lengths[code] == length)


def exchanged(code: str, holes: str, colours: str) -> str:
    """Return a code with its holes in another order and its colours renamed.

    >>> exchanged("2112", holes="2314", colours="123564")
    '1122'
    """
    return "".join(colours[int(code[int(hole) - 1]) - 1] for hole in holes)


def within_guesses(game: Any, strategy: Any, most: int) -> int:
    """Return how many codes a strategy finds with so many guesses or fewer."""
    lengths = length_distribution(game, strategy)
    return sum(int(count) for length, count in lengths.items() if length <= most)


def roughly_same(numbers: Sequence[int]) -> bool:
    """Say whether the largest of some numbers is at most a tenth more than the least."""
    return 10 * max(numbers) <= 11 * min(numbers)


def never_more(numbers: Sequence[int]) -> bool:
    """Say whether no number is larger than the one before."""
    return all(one >= other for one, other in pairwise(numbers))


def near_line(values: Sequence[float]) -> bool:
    """Return whether values are within a twentieth of the line through the first and the last.

    >>> near_line([1, 2, 3.1, 4]), near_line([1, 4, 9, 16])
    (True, False)
    """
    first, steps = values[0], len(values) - 1
    line = [first + at * (values[-1] - first) / steps for at in range(steps + 1)]
    return all(20 * abs(value - there) <= there for value, there in zip(values, line, strict=True))


def lengths_after(game: Any, strategy: Any, answer: Any) -> Distribution:
    """Return the lengths of the games whose first answer is given, without their first guess.

    >>> print(lengths_after(Mastermind(colours=4, holes=2), "knuth", (0, 0)))
    1:1 2:2 3:1  (total 8, mean 2.0000, worst 3)
    """
    node: Any = tree_for(game, strategy)
    (after,) = (branch.subtree for branch in node.branches if branch.score == answer)
    return Distribution(Counter(node_lengths(after)))


def node_lengths(node: Any, depth: int = 1) -> Iterator[int]:
    """Yield the number of guesses for each secret that a node finds."""
    for branch in node.branches:
        if branch.subtree is None:
            yield depth
        else:
            yield from node_lengths(branch.subtree, depth + 1)


def added_colours(game: Any, strategy: Any, known: int) -> list[float]:
    """Return the share of pegs of later colours in the first, second ... guess, over all secrets.

    >>> added_colours(Mastermind(colours=3, holes=2), "knuth", 2)
    [0.0, 0.0, 0.5, 0.5]
    """
    pegs: Counter[int] = Counter()
    later: Counter[int] = Counter()
    waiting = [(tree_for(game, strategy), 0)]
    while waiting:
        node, depth = waiting.pop()
        secrets = len(node.candidates)
        pegs[depth] += secrets * len(node.guess)
        later[depth] += secrets * sum(colour > known for colour in node.guess)
        below = (branch.subtree for branch in node.branches if branch.subtree is not None)
        waiting += [(further, depth + 1) for further in below]
    return [later[depth] / pegs[depth] for depth in sorted(pegs)]


def least_within_bound(holes: int, colours: Iterable[int]) -> str:
    """Say for which colours first the least worst case is below half of them and two more.

    >>> least_within_bound(3, range(2, 9))
    'always'
    """
    for number in colours:
        least = optimal_worst_case(Mastermind(colours=number, holes=holes))
        if least is not None and least < number // 2 + 2:
            return f"not for {number} colours: {least}, and not {number // 2 + 2}"
    return "always"


def left_by_pairs(colours: int) -> dict[int, int]:
    """Return how many codes of two holes fit at most after pairs of new colours have been asked.

    By how many of the pairs, 12 and 34 and so on, were answered with a peg or two.

    >>> left_by_pairs(6), left_by_pairs(7)
    ({1: 2, 2: 2}, {0: 1, 1: 4, 2: 2})
    """
    game = Mastermind(colours=colours, holes=2)
    pairs = [(colour, colour + 1) for colour in range(1, colours, 2)]
    left = Counter(tuple(game.score(pair, code) for pair in pairs) for code in game.secrets)
    most: dict[int, int] = {}
    for answer, codes in left.items():
        told = sum(any(score) for score in answer)
        most[told] = max(codes, most.get(told, 0))
    return dict(sorted(most.items()))


def opening_of(game: Any, strategy: Any) -> str:
    """Return the first guess of a strategy, as text."""
    return digits(tree_for(game, strategy).guess)


def digits(code: Any) -> str:
    """Return a code as its digits.

    >>> digits((1, 1, 2, 2))
    '1122'
    """
    return "".join(map(str, code))


def score_of(game: Any, guess: str, secret: str) -> str:
    """Return the score of a guess as black and white pegs; codes are digits or letters."""
    read = letters if guess.isalpha() else lambda text: tuple(map(int, text))
    score = game.score(read(guess), read(secret))
    return f"{score.black}, {score.white}"


def codes_of_colours(colours: int, pegs: int, number: int) -> int:
    """Return how many codes have exactly so many colours, each code counted."""
    codes = product(range(colours), repeat=pegs)
    return sum(len(set(code)) == number for code in codes)


def matching_share(holes: int, colours: int) -> Fraction:
    """Return how likely two random codes answer a third alike, over codes with repeats.

    >>> matching_share(1, 2)
    Fraction(1, 2)
    """
    game = Mastermind(colours=colours, holes=holes)
    codes = colours**holes
    alike = Fraction(0)
    for shape, ways in _shapes(holes, colours).items():
        code = tuple(1 + colour for colour, n in enumerate(shape) for _ in range(n))
        sizes = [
            ConsistentCodes(game, [(code, Pegs(black, white))]).count()
            for black in range(holes + 1)
            for white in range(holes + 1 - black)
            if (black, white) != (holes - 1, 1)
        ]
        alike += Fraction(ways * sum(size**2 for size in sizes), codes**3)
    return alike


def _shapes(holes: int, colours: int) -> Counter[tuple[int, ...]]:
    """Return how many codes there are of each shape: how often its colours come, sorted."""
    shapes: Counter[tuple[int, ...]] = Counter()
    for counts in _partitions(holes, holes):
        if len(counts) <= colours:
            ways = factorial(colours) // factorial(colours - len(counts))
            for n in Counter(counts).values():
                ways //= factorial(n)
            shapes[counts] += ways * factorial(holes) // prod(map(factorial, counts))
    return shapes


def _partitions(whole: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write a number as a sum, each with its largest part first."""
    if whole == 0:
        yield ()
    for part in range(min(whole, largest), 0, -1):
        yield from ((part, *rest) for rest in _partitions(whole - part, part))


def _small_games() -> Iterator[Any]:
    for size in range(2, 5):
        yield TwoD(size)
    for holes, most in ((2, 7), (3, 4)):
        for colours in range(2, most + 1):
            yield Mastermind(colours=colours, holes=holes)
            if colours >= holes:
                yield Mastermind(colours=colours, holes=holes, repeats="guesses")


def tells_apart_at_most() -> bool:
    """Say whether no small game has more secrets than n^(k-1), with k its least worst case.

    n is the largest number of blocks that any guess makes.
    """
    for game in _small_games():
        parts = max(len(partition(game, guess)) for guess in game.guesses)
        if len(game.secrets) > parts ** ((optimal_worst_case(game) or 0) - 1):
            return False
    return True


def solution_exists_as_written() -> bool:
    """Say whether the function of the source finds the least worst case of every small game."""
    for game in _small_games():
        least = optimal_worst_case(game) or 0
        if not _exists(game, least, list(game.secrets)):
            return False
        if least > 1 and _exists(game, least - 1, list(game.secrets)):
            return False
    return True


def _exists(game: Any, steps: int, left: list[Any]) -> bool:
    """Say whether so many steps are enough, with the bound of the source and nothing else."""
    if len(left) == 1:
        return True
    parts = [list(partition(game, guess, left).values()) for guess in game.guesses]
    most = max(map(len, parts)) ** (steps - 2) if steps >= 2 else 0
    kept = [blocks for blocks in parts if max(map(len, blocks)) <= most]
    kept.sort(key=lambda blocks: max(map(len, blocks)))
    return any(
        all(_exists(game, steps - 1, block) for block in sorted(blocks, key=len, reverse=True))
        for blocks in kept
    )


def letters(word: str) -> tuple[int, ...]:
    """Return a word as the numbers of its letters, a code of 26 colours.

    >>> letters("ace")
    (1, 3, 5)
    """
    return tuple(ord(letter) - ord("a") + 1 for letter in word)


_VOWELS = set(letters("aeiou"))

#: How often a letter comes in English text, in thousandths (Beker and Piper, 1982).
_ENGLISH = {
    "e": 127, "t": 91, "a": 82, "o": 75, "i": 70, "n": 67, "s": 63, "h": 61, "r": 60, "d": 43,
    "l": 40, "c": 28, "u": 28, "m": 24, "w": 24, "f": 22, "g": 20, "y": 20, "p": 19, "b": 15,
    "v": 10, "k": 8, "j": 2, "x": 2, "q": 1, "z": 1,
}  # fmt: skip


def jotto(
    games: int,
    *,
    seed: int,
    words: int | str | Path = 6000,
    letters: str = "even",
    vowel: bool = False,
) -> Sample:
    """Play Jotto as the source does: any word of the list that fits is guessed.

    ``words`` is the file of a list, or how many combinations are drawn for one; their letters
    come evenly, or as often as in "english" text. With ``vowel`` those without one are left out.
    """
    random = Random(seed)
    drawn = _drawn(words, letters, random) if isinstance(words, int) else _listed(Path(words))
    if vowel:
        drawn = [word for word in drawn if _VOWELS.intersection(word)]
    score = Mastermind(colours=26, holes=5).score
    counts: Counter[int] = Counter()
    for _ in range(games):
        left, secret, guesses = drawn, random.choice(drawn), 0
        guess: tuple[int, ...] = ()
        while guess != secret:
            guess = random.choice(left)
            guesses += 1
            answer = score(guess, secret)
            left = [word for word in left if score(guess, word) == answer]
        counts[guesses] += 1
    return Sample(Distribution(counts))


def _drawn(words: int, letters: str, random: Random) -> list[tuple[int, ...]]:
    weights = None if letters == "even" else [_ENGLISH[chr(97 + at)] for at in range(26)]
    drawn: dict[tuple[int, ...], None] = {}
    while len(drawn) < words:
        drawn[tuple(random.choices(range(1, 27), weights, k=5))] = None
    return list(drawn)


def _listed(path: Path) -> list[tuple[int, ...]]:
    found = path.read_text(encoding="utf-8").split()
    return [letters(word) for word in found if len(word) == 5]


def matching_drawn(
    pairs: int, *, seed: int, words: int = 6000, letters: str = "english"
) -> Estimate:
    """Return of a hundred words of a drawn list how many answer a third as another does.

    >>> matching_drawn(50, seed=1, words=1).value
    100.0
    """
    random = Random(seed)
    drawn = _drawn(words, letters, random)
    score = Mastermind(colours=26, holes=5).score
    alike = [
        100.0 * (score(guess, one) == score(guess, other))
        for guess, one, other in (random.choices(drawn, k=3) for _ in range(pairs))
    ]
    return Estimate(mean(alike), stdev(alike) / sqrt(pairs), pairs)


def against(game: Any, strategy: Any, codemaker: str, games: int, *, seed: int) -> Sample:
    """Return the lengths of games against a codemaker of this name, which may change its secret."""
    random = Random(seed)
    played = (play_game(game, strategy, codemaker, seed=random) for _ in range(games))
    return Sample(Distribution(Counter(map(len, played))))
