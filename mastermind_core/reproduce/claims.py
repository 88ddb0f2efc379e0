"""The claims: published figures in one table, each with its source and the rule that gives it.

Nothing here says whether a claim holds; that is computed. ``because`` explains a difference, and is
printed only where there is one; ``tries`` are other rules that are computed beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from attrs import field, frozen

#: What a row costs: seconds in plain Python, up to a minute with the native kernel, or more.
Effort = Literal["quick", "native", "long"]

THESIS = "de Graaf 2019"
SURVEY = "Berghman and others 2009"


@frozen
class Claim:
    """State a published figure: how many secrets take 1, 2, 3, ... guesses, a total, mean or worst.

    ``mean`` is the text as printed. ``game`` and ``rule`` name entries of the methods.
    """

    source: str
    what: str
    game: str
    rule: str
    effort: Effort = "native"
    lengths: tuple[int, ...] = ()
    total: int | None = None
    mean: str | None = None
    worst: int | None = None
    because: str = ""
    tries: Mapping[str, str] = field(factory=dict)


def _five_guess(table: str, game: str, effort: Effort, *figures: int, because: str = "") -> Claim:
    *lengths, total, thousandths = figures
    mean = f"{thousandths / 1000:.3f}"
    return Claim(
        f"{THESIS}, table {table}",
        "five-guess",
        game,
        "five-guess",
        effort,
        tuple(lengths),
        total,
        mean,
        because=because,
    )


_SEVEN = (
    "a digit was lost. The printed counts sum to 2145 and not to 7^4 = 2401 secrets; with 284 for "
    "28 they do, and every other count agrees. The printed total and mean were then computed from "
    "the wrong column"
)
_SECONDARY = (
    "not found out. Looking at the second least value always, only next to the least, only where "
    "the least is above 1 or is 1, only where it is not next to it, or above 10 or 40 candidates, "
    "gives 5793 to 5808; guesses from the last to the first 5804, by their last hole first 5809; "
    "the third least value as well 5818; the second least value that a candidate has 5828; to "
    "leave out codes already guessed, or the answer that wins, changes nothing. None gives the "
    "printed counts"
)
_BEAM = (
    "the survey says no more than the number of branches. Expected size, of guesses that split "
    "alike one, gives less than the 5649 of the claim: its branches seem to be chosen otherwise"
)
_LOTS = (
    "no strategy finds more than 13 of 1296 secrets with its second guess, one behind each answer "
    "but the winning one: 100 of 10,000 games, where the sample has 165. Its secrets or its lots "
    "were not drawn evenly"
)
_TIES = (
    "the source does not say how ties are broken, and ties move it over such figures: {} of the "
    "random orders 0 to {} of the guesses give it, the first of them below"
)
_BELOW = (
    "below the proven optimum over all codes, 5625 / 1296 = 4.3403, by more than a sample of 500 "
    "games explains: something else was counted. Of six readings of guesses until only one code is "
    "left (all guesses or only those that may win; from 1122, 1123 or 1234) the one below is "
    "nearest, well within the standard error of 500 games, 0.025; it is a guess all the same"
)

CLAIMS: tuple[Claim, ...] = (
    Claim(f"{THESIS}, table 1", "five-guess (FG)", "M(4,6)", "five-guess",
          lengths=(1, 6, 62, 533, 694), total=5801, mean="4.476"),
    Claim(f"{THESIS}, table 1", "candidates only (MMOKC)", "M(4,6)", "candidates only",
          lengths=(1, 12, 99, 468, 662, 54), total=5828, mean="4.497"),
    Claim(f"{THESIS}, table 1", "secondary minimax (2MMKC)", "M(4,6)", "secondary minimax",
          lengths=(1, 6, 63, 528, 697, 1), total=5805, mean="4.479", because=_SECONDARY),
    Claim(f"{THESIS}, table 2", "paths, every branch (EPB)", "M(4,6)", "every branch",
          lengths=(1, 305, 17424, 2035536, 9359424, 128448), total=55762835, mean="4.832"),
    Claim(f"{THESIS}, table 2", "paths, candidates (EPBOK)", "M(4,6)", "every candidate branch",
          lengths=(1, 305, 10352, 166579, 380110, 16), total=2598629, mean="4.662"),
    Claim(f"{THESIS}, section 3", "uninformed random, half of 1296", "M(4,6)", "uninformed random",
          "quick", mean="648", worst=1296,
          because="the mean of 1 to 1296 is 648.5; the text rounds it"),
    Claim(f"{THESIS}, section 3.3", "longest path of worst choices", "M(4,6)", "worst choice",
          worst=9),
    Claim(f"{THESIS}, table 3", "random candidate, 10,000 games", "M(4,6)", "random candidate",
          mean="4.589", worst=8, because=_LOTS),
    _five_guess("4", "M(4,6)", "native", 1, 6, 62, 533, 694, 5801, 4476),
    _five_guess("4", "AB(4,6)", "quick", 1, 3, 53, 191, 112, 1490, 4139),
    _five_guess("5", "M(4,7)", "native", 1, 2, 64, 538, 1512, 28, 10077, 4698, because=_SEVEN),
    _five_guess("5", "AB(4,7)", "quick", 1, 2, 59, 378, 379, 21, 3715, 4423),
    _five_guess("5", "M(4,8)", "native", 1, 1, 56, 500, 2169, 1369, 21230, 5183),
    _five_guess("5", "AB(4,8)", "native", 1, 2, 56, 463, 931, 227, 8042, 4787),
    _five_guess("6", "M(4,9)", "native", 1, 1, 58, 429, 2455, 3367, 250, 36120, 5505),
    _five_guess("6", "AB(4,9)", "native", 1, 2, 52, 515, 1661, 766, 27, 15311, 5063),
    _five_guess("6", "M(4,10)", "native", 1, 1, 50, 380, 2367, 5812, 1389, 58103, 5810),
    _five_guess("6", "AB(4,10)", "native", 1, 3, 44, 515, 2124, 2151, 202, 27139, 5385),
    Claim(f"{SURVEY}, table 5", "Knuth", "M(4,6)", "five-guess", mean="4.478", worst=5,
          because="Knuth's rule, the first guess in order, gives 5801 / 1296 = 4.476, which he "
          "gives himself in the reprint of 2010 (so Stack Overflow 53826287); 4.478 "
          "would be 5803 or 5804, which none of 400 random orders gave with 5 guesses at most",
          tries={"from 1123": "five-guess from 1123"}),
    Claim(f"{SURVEY}, table 5", "Norvig", "M(4,6)", "norvig", mean="4.47", worst=6,
          because=_TIES.format(9, 39), tries={
              "random order 1 of the guesses": "candidates only, order 1",
              "entropy instead of the largest block": "entropy, candidates only",
          }),
    Claim(f"{SURVEY}, table 5", "Chen and others, 1 branch", "M(4,6)", "beam 1", mean="4.385",
          worst=6, because=_TIES.format(2, 59), tries={
              "random order 16 of the guesses": "expected size, order 16",
              "entropy from 1123": "entropy from 1123",
          }),
    Claim(f"{SURVEY}, table 5", "Kooi", "M(4,6)", "most parts", mean="4.373", worst=6),
    Claim(f"{SURVEY}, table 5", "Irving", "M(4,6)", "expected size", mean="4.369", worst=6,
          because="5662 / 1296 = 4.3688 is below what any order of the guesses gave for the "
          "expected size alone (5684 to 5696 in a hundred orders), so the strategy was more than "
          "that; most parts reaches 5662 in 5 of the random orders 0 to 249, the first of them "
          "below",
          tries={"most parts, random order 68": "most parts, order 68"}),
    Claim(f"{SURVEY}, table 5", "Neuwirth", "M(4,6)", "neuwirth", mean="4.3642", worst=6,
          because="5656 / 1296. The survey says only that his guess depends on the number of codes "
          "left; read here as entropy, and most parts below 20. Neither gives it, nor "
          "does most parts in any of 250 random orders, though some come near", tries={
              "from 1123": "neuwirth from 1123",
              "most parts, random order 68": "most parts, order 68",
          }),
    Claim(f"{SURVEY}, table 5", "Chen and others, 20 branches", "M(4,6)", "beam 20",
          mean="4.359", worst=6, because=_BEAM),
    Claim(f"{SURVEY}, table 5", "Bestavros and Belal, MaxMin", "M(4,6)", "five-guess", mean="3.86",
          because=_BELOW, tries={"until one is left": "until known, candidates only"}),
    Claim(f"{SURVEY}, table 5", "Bestavros and Belal, MaxEnt", "M(4,6)", "entropy", mean="3.835",
          because=_BELOW, tries={"until one is left": "until known, entropy of candidates"}),
    Claim(f"{SURVEY}, table 6", "Rosu, random candidate", "M(4,6)", "random candidate",
          mean="4.64", worst=8,
          because="the longest game of a sample; longer ones are possible and rare"),
)  # fmt: skip
