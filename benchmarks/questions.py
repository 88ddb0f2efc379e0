"""What the documents of the trial leave open, computed: a part by its name, or all.

``python -m benchmarks.questions > docs/reproduce/questions.txt`` writes what the page of open
questions shows; ``python -m benchmarks.questions spectra "M(5,5)"`` takes other games.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from statistics import mean, stdev
from typing import Any

import mastermind_core as mc
from reproduce.counting import jotto, within_guesses
from reproduce.measuring import Reached
from reproduce.optima import game_called

#: The rules whose ties are looked at, each with the pool that it chooses from.
RULES = {
    "knuth": ("largest_block", "all"),
    "irving": ("expected_size", "all"),
    "norvig": ("largest_block", "candidates"),
    "kooi": ("most_parts", "all"),
    "entropy": ("entropy", "all"),
}

#: Games whose sets of candidates under all ties of Knuth's rule are settled within a minute.
SIZES = (
    *(f"M(2,{colours})" for colours in range(2, 13)),
    *(f"M(3,{colours})" for colours in range(2, 17)),
    *(f"M(4,{colours})" for colours in range(2, 9)),
    *(f"M(5,{colours})" for colours in range(2, 6)),
    *("M(6,2)", "M(6,3)", "M(6,4)", "M(7,2)", "M(7,3)", "M(8,2)", "M(9,2)", "M(10,2)"),
    *(f"AB(2,{colours})" for colours in range(3, 11)),
    *(f"AB(3,{colours})" for colours in range(4, 11)),
    *(f"AB(4,{colours})" for colours in range(4, 12)),
    *("AB(5,5)", "AB(5,6)", "AB(5,7)"),
)

#: Games of which every rule is looked at under all its ties.
TIED = (
    *("M(4,6)", *(f"M(3,{colours})" for colours in range(4, 11)), "M(4,5)"),
    *("AB(4,6)", "AB(4,7)", "M(4,7)", "M(5,5)", "AB(4,10)"),
)


def optimal_rule(*names: str) -> Iterator[str]:
    """Yield a line a game: the worst case of Knuth's rule beside the least there is."""
    yield "game      least  Knuth's rule, in order  under all ties"
    for name in names or SIZES:
        game = game_called(name)
        least, played = mc.optimal_worst_case(game), mc.worst_case(game, "knuth")
        spectrum = mc.tie_spectrum(game, "largest_block")
        low, high = spectrum.minimum_worst, spectrum.maximum_worst
        ties = f"{low}" if low == high else f"{low} or {high}"
        verdict = "" if played == least else "in order no" if low == least else "under no ties"
        yield f"{name:8}  {least:5}  {played:22}  {ties:14}  {verdict}".rstrip()


def falling(*names: str) -> Iterator[str]:
    """Yield how many codes Knuth's rule finds with four guesses or fewer, by colours."""
    del names
    for family, most in (("M", 15), ("AB", 12)):
        counts = [
            within_guesses(game_called(f"{family}(4,{colours})"), "knuth", 4)
            for colours in range(6, most + 1)
        ]
        yield f"{family}(4,6) to {family}(4,{most}), four guesses or fewer: {counts}"


def largest(*names: str) -> Iterator[str]:
    """Yield the largest number of guesses of Knuth's rule, by colours."""
    del names
    for family, first, most in (("M", 2, 15), ("AB", 4, 12)):
        worst = [
            mc.worst_case(game_called(f"{family}(4,{colours})"), "knuth")
            for colours in range(first, most + 1)
        ]
        yield f"{family}(4,{first}) to {family}(4,{most}), most guesses: {worst}"


def three_holes(*names: str) -> Iterator[str]:
    """Yield the least worst case of three holes, beside the bound and the formula in print."""
    del names
    yield "colours  least  floor(c/2) + 2  floor((c - 1)/3) + 4"
    for colours in range(2, 21):
        least = mc.optimal_worst_case(mc.Mastermind(colours=colours, holes=3))
        yield f"{colours:7}  {least:5}  {colours // 2 + 2:14}  {(colours - 1) // 3 + 4:20}"


def drawn(*names: str) -> Iterator[str]:
    """Yield the exact mean of a random code that fits, by holes and colours."""
    del names
    for holes, most in ((2, 10), (3, 7), (4, 5)):
        means = [
            float(mc.expected_distribution(_game(holes, colours), "random_candidate").mean)
            for colours in range(2, most + 1)
        ]
        yield f"{holes} holes, 2 to {most} colours: " + " ".join(f"{mean:.4f}" for mean in means)


#: The games of each size in which a mean is estimated.
DRAWN = 20000

#: The games of which the growth of a mean is looked at, by holes and by colours.
GROWN: dict[str, Sequence[str]] = {
    "5 colours, 2 to 9 holes": [f"M({holes},5)" for holes in range(2, 10)],
    "4 holes, 4 to 12 colours": [f"M(4,{colours})" for colours in range(4, 13)],
}


def growing(*names: str) -> Iterator[str]:
    """Yield means of a random code that fits over drawn games, and how much a hole or colour adds.

    Over 20,000 games of each size a mean has a standard error of 0.005 to 0.008. Names are games
    of one line.
    """
    lines = {" ".join(names): names} if names else GROWN
    for said, sizes in lines.items():
        games = map(game_called, sizes)
        means = [mc.simulate(game, "rosu", games=DRAWN, seed=1).mean for game in games]
        added = " ".join(f"{more - mean:.2f}" for mean, more in pairwise(means))
        yield f"{said}: {' '.join(f'{mean:.3f}' for mean in means)}, added {added}"


def vowels(*names: str) -> Iterator[str]:
    """Yield the mean lengths of Jotto on drawn lists: whole, with a vowel only, and as short."""
    del names
    whole = [jotto(200, seed=seed) for seed in range(1, 7)]
    with_vowel = [jotto(200, seed=seed, vowel=True) for seed in range(1, 7)]
    as_short = [jotto(200, seed=seed, words=3936) for seed in range(1, 7)]
    for said, samples in (
        ("6000 combinations", whole),
        ("those of them with a vowel", with_vowel),
        ("3936 combinations", as_short),
    ):
        means = [sample.lengths.mean for sample in samples]
        yield f"{said}: {mean(means):.2f} +- {stdev(means) / len(means) ** 0.5:.2f}"


def _game(holes: int, colours: int) -> Any:
    return mc.Mastermind(colours=colours, holes=holes)


def informative(*names: str) -> Iterator[str]:
    """Yield the first guess of most information, by holes and colours, secrets without repeats."""
    del names
    for holes, most in ((3, 12), (4, 10), (5, 8)):
        guesses = [
            "".join(map(str, mc.lazy_tree(game_called(f"SO({holes},{colours})"), "entropy").guess))
            for colours in range(holes, most + 1)
        ]
        yield f"{holes} holes, {holes} to {most} colours: {' '.join(guesses)}"


def spectra(*names: str) -> Iterator[str]:
    """Yield all totals and the worst cases of each rule under all its ties; names may be rules."""
    rules = [name for name in names if name in RULES] or RULES
    for name in [name for name in names if name not in RULES] or TIED:
        for rule in rules:
            metric, pool = RULES[rule]
            found = Reached.of(mc.tie_spectrum(game_called(name), metric, pool=pool))
            yield f"{name:8}  {rule:8}  {found}"


def heuristics(*names: str) -> Iterator[str]:
    """Yield totals of one-step heuristics, with and without guesses that cannot win."""
    for name in names or ("M(3,6)", "M(4,4)", "M(4,5)", "M(4,6)", "AB(4,6)", "AB(4,7)"):
        game = game_called(name)
        best = mc.optimal(game).total
        for metric in ("largest_block", "expected_size", "entropy", "most_parts"):
            every, own = (
                mc.length_distribution(game, mc.Greedy(metric, pool=pool)).total
                for pool in ("all", "candidates")
            )
            yield f"{name:8}  {metric:13}  all {every}, candidates {own}, best {best}"


#: Sizes of the two games of the answers on Stack Overflow.
OWN = (
    *(f"TwoD({size})" for size in range(2, 10)),
    *(f"SO(2,{colours})" for colours in range(2, 10)),
    *(f"SO(3,{colours})" for colours in range(3, 11)),
    *(f"SO(4,{colours})" for colours in range(4, 9)),
    "SO(5,5)",
    "SO(5,6)",
)


def greedy(*names: str) -> Iterator[str]:
    """Yield worst cases and totals of entropy beside the least there are, with all its ties."""
    yield "game       least worst  entropy, all ties  least total  entropy, all ties"
    for name in names or OWN:
        game = game_called(name)
        least, total = mc.optimal_worst_case(game), mc.optimal(game).total
        played = mc.length_distribution(game, "entropy")
        found = mc.tie_spectrum(game, "entropy")
        worst = f"{played.worst}, {_between(found.minimum_worst, found.maximum_worst)}"
        totals = f"{played.total}, {_between(found.minimum, found.maximum)}"
        always = found.maximum_worst == least
        some = (
            "always" if always else "under some ties" if found.minimum_worst == least else "never"
        )
        yield f"{name:9}  {least:11}  {worst:17}  {total:11}  {totals:22}  {some}"


def _between(low: Any, high: Any) -> str:
    return f"{low}" if low == high else f"{low} to {high}"


def five(*names: str) -> Iterator[str]:
    """Yield what each kind of first guess allows in M(4,6): the least total, and within five."""
    del names
    game = _game(4, 6)
    for first in ((1, 1, 1, 1), (1, 1, 1, 2), (1, 1, 2, 2), (1, 1, 2, 3), (1, 2, 3, 4)):
        best = mc.optimal(game, first_guess=first)
        try:
            within = str(mc.optimal(game, first_guess=first, max_steps=5).total)
        except mc.NoStrategy:
            within = "impossible"
        code = "".join(map(str, first))
        yield f"M(4,6) from {code}: total {best.total} at least, within five guesses {within}"


PARTS: dict[str, Callable[..., Iterator[str]]] = {
    "optimal_rule": optimal_rule,
    "falling": falling,
    "largest": largest,
    "three_holes": three_holes,
    "drawn": drawn,
    "growing": growing,
    "vowels": vowels,
    "informative": informative,
    "spectra": spectra,
    "heuristics": heuristics,
    "greedy": greedy,
    "five": five,
}


def main() -> None:
    """Print the parts that are asked for."""
    part, games = sys.argv[1:2], sys.argv[2:]
    for name in part or PARTS:
        print(f"{name}\n{'-' * len(name)}")
        for line in PARTS[name](*games):
            print(line, flush=True)
        print()


if __name__ == "__main__":
    main()
