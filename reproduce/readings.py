"""What documents leave open, searched: every choice of some, played, beside what is printed.

``python -m reproduce readings NAME`` prints a search. A reading that was chosen because it comes
nearest is no evidence for its source: the search says how many others there were.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from math import sqrt

from attrs import frozen

from mastermind_core.errors import BadArgument
from reproduce.measuring import Measured, measure


@frozen
class Search:
    """A printed figure, and a call with a place in braces for each choice that is open.

    ``nearest`` lists so many readings only, None all of them. A call with ``{games}`` plays the
    first number of ``games`` for each reading, and the second again for those that are listed.
    """

    printed: str
    call: str
    choices: Mapping[str, tuple[str, ...]]
    quantity: str = "mean"
    nearest: int | None = None
    games: tuple[int, int] = (0, 0)

    def calls(self) -> Iterator[tuple[str, str]]:
        """Yield each reading by its choices, and its call; one with ``{games}`` keeps it.

        >>> search = Search("4.5", "f({size}, {seed})", {"size": ("1", "2")})
        >>> list(search.calls())
        [('size 1', 'f(1, {seed})'), ('size 2', 'f(2, {seed})')]
        """
        for chosen in product(*self.choices.values()):
            call = self.call
            for name, choice in zip(self.choices, chosen, strict=True):
                call = call.replace(f"{{{name}}}", choice)
            yield ", ".join(map(" ".join, zip(self.choices, chosen, strict=True))), call


_METRICS = ("EXPECTED_SIZE", "ENTROPY", "MOST_PARTS", "MAX_BLOCK")
_FIRST = ("(1, 1, 2, 2)", "(1, 1, 2, 3)", "(1, 2, 3, 4)")

#: What MERC may play: its printed value and what it must mean, and what else comes to mind.
_MERC = (
    "length_distribution(M(4, {colours}), rhodes_merc)",
    "expected_distribution(M(4, {colours}), MercAsPrinted())",
    "length_distribution(M(4, {colours}), Listing('left_after'))",
    "expected_distribution(M(4, {colours}), AnyBest(EXPECTED_SIZE, pool='candidates', "
    "opening=[(1, 1, 2, 2)]))",
    "length_distribution(M(4, {colours}), Listing('largest'))",
    "expected_distribution(M(4, {colours}), RandomCandidate(opening=[(1, 1, 2, 2)]))",
    "expected_distribution(M(4, {colours}), RandomCandidate())",
    "length_distribution(M(4, {colours}), worst_choice.replace(opening=[(1, 1, 2, 2)]))",
)
SEARCHES: Mapping[str, tuple[Search, ...]] = {
    "annealing": tuple(
        Search(
            printed,
            f"annealed(M(4, {colours}), 3000, rejected='{{rejected}}', near='{{near}}', "
            "played={played}, seed={seed})",
            {
                "rejected": ("again", "fitting", "same"),
                "near": ("hamming", "exchange"),
                "played": ("True", "False"),
            },
        )
        for printed, colours in (("5.7916", 6), ("5.1306", 5), ("4.3826", 4))
    ),
    "bento": (
        Search(
            "6.866",
            "simulate(M(5, 8), Generational(generations={generations}, elite={elite}, "
            "start_different=True, settle=True), {games}, seed={seed})",
            {
                "generations": ("3", "5", "6", "7", "8", "10", "20"),
                "elite": ("0.02", "0.05", "0.1", "0.2"),
            },
            nearest=6,
            games=(100, 1000),
        ),
    ),
    "bernier": (
        Search(
            "5.62",
            "simulate(M(6, 6), bernier.replace(population={population}, generations={generations}, "
            "mutation={rate}, permutation={rate}), {games}, seed={seed})",
            {
                "population": ("100", "500"),
                "generations": ("5", "20"),
                "rate": ("0.03", "0.1", "0.3"),
            },
            nearest=6,
            games=(60, 400),
        ),
    ),
    "bestavros": tuple(
        Search(
            printed,
            f"until_known(M(4, 6), {rule}.replace(pool='{{pool}}', opening=[{{first}}]))",
            {"pool": ("candidates", "all"), "first": _FIRST},
        )
        for printed, rule in (("3.860", "knuth"), ("3.835", "entropy"))
    ),
    "chen": tuple(
        Search(
            printed,
            f"length_distribution(M(4, 6), Beam({{metric}}, {width}))",
            {"metric": _METRICS},
        )
        for printed, width in (("4.385", 1), ("4.359", 10), ("4.359", 20))
    ),
    "irving": (
        Search(
            "4.369",
            "length_distribution(M(4, 6), Staged([(1, Beam({metric}, {width})), "
            "({above} + 1, Greedy({metric}))]))",
            {
                "metric": ("EXPECTED_SIZE",),
                "above": ("10", "20", "30", "33", "34", "40", "50", "60"),
                "width": ("5", "10", "20", "40", "None"),
            },
            nearest=8,
        ),
        Search("4.369", "two_then_best(M(4, 6), {metric}, (1, 1, 2, 3))", {"metric": _METRICS}),
    ),
    "kalisker": (
        Search(
            "4.75",
            "simulate(M(4, 6), Generational(population={population}, generations={generations}, "
            "settle=True), {games}, seed={seed})",
            {
                "population": ("50", "60", "80", "100", "300"),
                "generations": ("3", "5", "8", "10", "20"),
            },
            nearest=8,
            games=(100, 4000),
        ),
        Search(
            "6.39",
            "simulate(M(5, 8), Generational(population={population}, generations={generations}, "
            "settle=True), 100, seed={seed})",
            {"population": ("50", "100", "300"), "generations": ("2", "3", "5", "10", "20")},
        ),
    ),
    "merc": tuple(
        Search(
            printed,
            "{reading}",
            {"reading": tuple(call.replace("{colours}", colours) for call in _MERC)},
        )
        for printed, colours in (("4.714", "6"), ("4.206", "5"), ("3.751", "4"))
    ),
    "merelo": (
        Search(
            "279",
            "simulate(M(4, 6), merelo.replace(pattern='{first}', transposition={moves}, "
            "mutation={changes}, crossover={crossings}, population={population}), 60, "
            "seed={seed})",
            {
                "first": ("different", "doubled", "halves", "random"),
                "moves": ("1", "2"),
                "changes": ("1", "2"),
                "crossings": ("1", "2"),
                "population": ("400", "200", "100"),
            },
            "evaluations",
            8,
        ),
    ),
    "neuwirth": (
        Search(
            "4.3642",
            "length_distribution(M(4, 6), Staged([(1, Beam({metric}, None)), "
            "({above} + 1, Greedy({metric}, opening=[(1, 1, 2, 3)]))]))",
            {
                "metric": _METRICS,
                "above": ("10", "20", "30", "36", "37", "38", "39", "40", "50"),
            },
            nearest=8,
        ),
        Search(
            "4.3642",
            "length_distribution(M(4, 6), Staged([(1, Greedy({below})), ({above} + 1, "
            "Greedy({many}, opening=[{first}]))]))",
            {"below": _METRICS, "many": _METRICS, "above": ("10", "20", "40"), "first": _FIRST},
            nearest=4,
        ),
    ),
    "shapiro": (
        Search("4.78", "one_list(M(4, 6), {list})", {"list": (*map(str, range(400)),)}, nearest=5),
    ),
    "singley": (
        Search(
            "5.736",
            "simulate(M(4, 6), Tabu({colours}, aspiration='{aspiration}'), 1000, seed={seed})",
            {"colours": ("1", "2"), "aspiration": ("fits", "better")},
        ),
    ),
    "swaszek": (
        Search(
            "4.758",
            "in_order_from(M(4, 6), {first}, restart={restart})",
            {"first": (*map(str, product(range(1, 7), repeat=4)),), "restart": ("False", "True")},
            nearest=12,
        ),
    ),
    "ugurdag": tuple(
        Search(
            printed,
            f"simulate({game}, MostPartsOfSpread(fixed={{fixed}}, spread='{{spread}}'), 200, "
            "seed={seed})",
            {"fixed": pairs, "spread": ("even", "runs")},
        )
        for printed, game, pairs in (
            (
                "6.169",
                "M(5, 8)",
                (
                    "[(1, 1, 1, 1, 2), (3, 3, 3, 3, 4)]",
                    "[(1, 1, 1, 1, 1), (2, 2, 2, 2, 2)]",
                    "[(1, 1, 1, 2, 2), (3, 3, 3, 4, 4)]",
                    "[(1, 1, 2, 2, 3), (4, 4, 5, 5, 6)]",
                    "[(1, 1, 2, 3, 4), (5, 5, 6, 7, 8)]",
                    "[(1, 2, 3, 4, 5), (6, 7, 8, 1, 2)]",
                    "None",
                ),
            ),
            (
                "7.079",
                "M(6, 9)",
                (
                    "[(1, 1, 1, 1, 1, 2), (3, 3, 3, 3, 3, 4)]",
                    "[(1, 1, 1, 2, 2, 2), (3, 3, 3, 4, 4, 4)]",
                    "[(1, 1, 2, 2, 3, 4), (5, 5, 6, 6, 7, 8)]",
                    "None",
                ),
            ),
        )
    ),
}  # fmt: skip


def readings_report(names: Iterable[str], seed: int) -> Iterator[str]:
    """Yield the searches of some names: each call, and its readings, the nearest first.

    >>> for line in list(readings_report(["bestavros"], 1))[:4]:
    ...     print(line)
    bestavros
    printed 3.860: until_known(M(4, 6), knuth.replace(pool='{pool}', opening=[{first}]))
      3.8642, total 5008      pool candidates, first (1, 1, 2, 2)
      3.8750, total 5022      pool candidates, first (1, 2, 3, 4)
    """
    for name in (listed := list(names)):
        if name not in SEARCHES:
            raise BadArgument(f"NAME must be one of {', '.join(SEARCHES)}, not {name!r}")
    for name in listed:
        yield name
        for search in SEARCHES[name]:
            yield from _report(search, seed)


def _report(search: Search, seed: int) -> Iterator[str]:
    yield f"printed {search.printed}: {search.call}"
    first, again = search.games
    readings = list(search.calls())
    found = _nearest_first(search, readings, first, seed)
    listed = found[: search.nearest]
    if again:
        chosen = {label for label, _ in listed}
        near = (reading for reading in readings if reading[0] in chosen)
        listed = _nearest_first(search, near, again, seed)
    for label, one in listed:
        yield f"  {_shown(one, search.quantity):22}  {label}"
    if search.nearest is not None and len(found) > search.nearest:
        values = [_value(one, search.quantity) for _, one in found]
        played = f"; {first:,} games each, then {again:,} of those shown" if again else ""
        span = f"{min(values):.4f} to {max(values):.4f}"
        yield f"  {len(found)} readings in all, {span}{played}"


def _nearest_first(
    search: Search, readings: Iterable[tuple[str, str]], games: int, seed: int
) -> list[tuple[str, Measured]]:
    found = [
        (label, measure(call.replace("{games}", str(games)), seed)) for label, call in readings
    ]
    printed = float(search.printed)
    return sorted(found, key=lambda one: abs(_value(one[1], search.quantity) - printed))


def _value(found: Measured, quantity: str) -> float:
    return (found.evaluations or (0.0, 0.0))[0] if quantity == "evaluations" else float(found.mean)


def _shown(found: Measured, quantity: str) -> str:
    value = _value(found, quantity)
    if not found.games:
        total = found.mean * found.whole
        return f"{value:.4f}" + (f", total {total}" if found.whole > 1 else "")
    spread = (found.evaluations or (0.0, 0.0))[1] if quantity == "evaluations" else found.stdev
    return f"{value:.4f} +- {spread / sqrt(found.games):.4f}"
