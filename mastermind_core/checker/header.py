"""A certificate's first two lines: the header, and the tree with its replay."""

from __future__ import annotations

import re
from collections.abc import Collection
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import NamedTuple

from attrs import define, evolve, frozen
from more_itertools import map_reduce

from mastermind_core.checker.bounds import IMPOSSIBLE, PathCosts
from mastermind_core.checker.reading import HUGE, Line, brief
from mastermind_core.checker.scoring import Scored
from mastermind_core.game.amounts import in_units

_FORMAT = 1
_POOLS = ("all", "candidates")

_WHOLE = "[1-9][0-9]{0,18}"
_NUMBER = f"(?:0|{_WHOLE})(?:/{_WHOLE})?"
_PART = re.compile(f"mean|worst|within:{_WHOLE}|penalty:{_NUMBER}(?:,{_NUMBER})*")
_NONE = "must be made of mean, worst, within:K and penalty:C,C,... joined by -then-"
_TOO_LARGE = "needs numbers of 2**60 or more"

#: The child of a branch that ends the game.
_OVER = -1

#: The name of a criterion that is a sum over all secrets, and its numbers.
_Sum = tuple[str, tuple[Fraction, ...]]


@frozen
class Criteria:
    """An objective's criteria, and their combination in one number.

    With the marginal penalties ``prices``, a tree's total is the sum of the criteria, each in its
    unit and times its scale.

    Attributes:
        sums: The criteria that are sums over all secrets, in order.
        worst_at: The worst case's index among the criteria, or -1.
        scales: Each sum's scale, larger than all later sums can be together.
        units: Each sum's unit.
        prices: The marginal penalty for each guess on a path. The last one is for all later
            guesses.
    """

    sums: tuple[_Sum, ...]
    worst_at: int
    scales: tuple[int, ...]
    units: tuple[Fraction, ...]
    prices: tuple[int, ...] = (1,)

    def priced(self, weight: int, longest: int) -> Criteria:
        """Return the criteria with prices, for a total weight and a maximum number of guesses."""
        costs = [0] * (longest + 1)
        scales: list[int] = []
        units: list[Fraction] = []
        for part in reversed(self.sums):
            lengths = range(1, longest + 1)
            given = [Fraction(0), *(cost_of_length(part, length) for length in lengths)]
            own, unit = in_units(given)
            scales.insert(0, weight * costs[-1] + 1)
            units.insert(0, unit)
            costs = [scales[0] * cost + later for cost, later in zip(own, costs, strict=True)]
            bottom = lcm(*{number.denominator for number in given})
            if bottom >= HUGE or weight * costs[-1] >= HUGE:
                raise ValueError(_TOO_LARGE)
        prices = [after - before for before, after in pairwise(costs)] if self.sums else [1]
        while prices[-2:] == prices[-1:] * 2:
            prices.pop()
        return evolve(self, scales=tuple(scales), units=tuple(units), prices=tuple(prices))

    def by_costs(self) -> Criteria:
        """Return the criteria for guesses with costs, which replace the prices.

        The scales are valid only if guesses are counted, so there can be at most one sum.
        """
        if [name for name, _ in self.sums] not in ([], ["mean"]):
            raise ValueError("is on the number of guesses, but guesses have costs")
        return evolve(self, prices=(0,))

    def figures(
        self, total: int, worst: int, unit: Fraction, cost_unit: Fraction
    ) -> tuple[Fraction, ...]:
        """Return the criteria's values in their order, in the game's numbers."""
        found = []
        for (name, _), scale, own in zip(self.sums, self.scales, self.units, strict=True):
            number, total = divmod(total, scale)
            found.append(number * own * unit * (cost_unit if name == "mean" else 1))
        if self.worst_at >= 0:
            found.insert(self.worst_at, worst * cost_unit)
        return tuple(found)

    def wanted(self, total: int, worst: int, most: int | None) -> list[tuple[int | None, int]]:
        """Return the lower bounds to prove for all secrets: a path limit, and the total.

        A strategy with a smaller worst case must be worse in an earlier criterion.
        """
        at = self.worst_at
        head = total
        if at < 0:
            return [(most, total)]
        for scale in self.scales[:at]:
            head %= scale
        head = total - head
        shorter = head + self.scales[at - 1] if at else IMPOSSIBLE
        facts = [(most, head)] if at else []
        last = [(worst, total)] if at < len(self.scales) else []
        return [*facts, (worst - 1, shorter), *last]


def read_criteria(text: str) -> Criteria:
    """Read an objective."""
    parts = text.split("-then-")
    if not all(map(_PART.fullmatch, parts)) or parts.count("worst") > 1:
        raise ValueError(_NONE)
    sums = tuple(_read(part) for part in parts if part != "worst")
    at = parts.index("worst") if "worst" in parts else -1
    return Criteria(sums, at, (1,) * len(sums), (Fraction(1),) * len(sums))


def _read(text: str) -> _Sum:
    name, _, rest = text.partition(":")
    if any(int(number) >= HUGE for number in re.findall("[0-9]+", rest)):
        raise ValueError(_TOO_LARGE)
    numbers = tuple(Fraction(number) for number in rest.split(",") if number)
    if any(after < before for before, after in pairwise(numbers)):
        raise ValueError("has decreasing penalties")
    return name, numbers


def cost_of_length(part: _Sum, length: int) -> Fraction:
    """Return a secret's penalty if it is found with this many guesses."""
    name, numbers = part
    if name == "within":
        return Fraction(length > numbers[0])
    return numbers[min(length, len(numbers)) - 1] if name == "penalty" else Fraction(length)


@frozen
class Header:
    """A certificate's header. Amounts are in the game's units.

    Attributes:
        fingerprint: The game's fingerprint.
        objective: The objective.
        pool: The guesses that strategies may make.
        max_steps: The maximum number of guesses on a path, or None.
        max_cost: The maximum cost of a path, or None.
        total: The tree's total by the criteria's prices.
        worst: The longest path's length.
        symmetries: The number of symmetries.
        lemmas: The number of lemmas.
        criteria: The objective's criteria.
        unit: A weight of 1 in the game's numbers.
        cost_unit: A cost of 1 in the game's numbers.
    """

    fingerprint: str
    objective: str
    pool: str
    max_steps: int | None
    max_cost: int | None
    total: int
    worst: int
    symmetries: int
    lemmas: int
    criteria: Criteria
    unit: Fraction = Fraction(1)
    cost_unit: Fraction = Fraction(1)

    def longest(self, scored: Scored) -> int:
        """Return how many guesses on a path can be useful, at most."""
        return min(len(scored.everything), self.max_steps or HUGE)


def read_header(line: Line) -> Header:
    """Return the header in any file's first line."""
    content = line.content
    if not isinstance(content, dict) or content.get("certificate") != "mastermind_core":
        raise line.wrong("the file is not a certificate: the first line must have its name")
    found = content.get("format")
    if type(found) is not int or found != _FORMAT:
        raise line.wrong(f"the file has format {brief(found)}; only format {_FORMAT} is supported")
    names = ("certificate", "format", "fingerprint", "objective", "total", "worst", "lemmas")
    defaults = {"pool": "all", "max_steps": None, "max_cost": None, "symmetries": 0}
    known = line.fields("the header", content, *names, **defaults)[2:]
    own = dict(zip([*names[2:], *defaults], known, strict=True))
    fingerprint = own["fingerprint"]
    objective = own["objective"]
    pool = own["pool"]
    if not isinstance(fingerprint, str) or not re.fullmatch("[0-9a-f]{64}", fingerprint):
        raise line.wrong(f"fingerprint must be 64 hexadecimal digits, not {brief(fingerprint)}")
    if not isinstance(objective, str):
        raise line.wrong(f"objective must be a string, not {brief(objective)}")
    if not isinstance(pool, str) or pool not in _POOLS:
        raise line.wrong(f"pool must be one of {', '.join(_POOLS)}, not {brief(pool)}")
    least = {"max_steps": 1, "max_cost": 1, "total": 0, "worst": 1, "symmetries": 0, "lemmas": 0}
    for name, smallest in least.items():
        if own[name] is not None or not name.startswith("max_"):
            line.whole(name, own[name], smallest)
    try:
        criteria = read_criteria(objective)
    except ValueError as error:
        raise line.wrong(f"objective {brief(objective)} {error}") from None
    return Header(**own, criteria=criteria)


def about(line: Line, header: Header, scored: Scored) -> Header:
    """Return a header with a game's prices and units, or raise BadCertificate if it differs."""
    if scored.fingerprint != header.fingerprint:
        raise line.wrong(
            "the certificate is about another game, with the fingerprint "
            f"{header.fingerprint[:12]}...; this game has {scored.fingerprint[:12]}..."
        )
    try:
        criteria = header.criteria.priced(sum(scored.weights), header.longest(scored))
        criteria = criteria.by_costs() if scored.costs else criteria
    except ValueError as error:
        raise line.wrong(f"objective {brief(header.objective)} {error}") from None
    return evolve(header, unit=scored.unit, cost_unit=scored.cost_unit, criteria=criteria)


class _PathOfTree(NamedTuple):
    """How a path of a tree came to a set of secrets."""

    guesses: int
    paid: int
    length: int
    secrets: tuple[int, ...]


@define
class _Sums:
    """Sums over the paths in a tree."""

    total: int = 0
    lengths: int = 0
    worst: int = 0
    deepest: int = 0

    def add(self, path: _PathOfTree, weight: int) -> None:
        """Add a path that ends, with the weight of its secrets."""
        self.total += path.paid * weight
        self.lengths += path.length * weight
        self.worst = max(self.worst, path.length)
        self.deepest = max(self.deepest, path.guesses)


def replay(line: Line, header: Header, scored: Scored, model: PathCosts) -> int:
    """Return the sum over all secrets: path length times weight.

    The tree must have exactly the header's values. Otherwise BadCertificate is raised.
    """
    if scored.known(scored.everything):
        raise line.wrong("the game is over before the first guess: it has no tree")
    nodes = _nodes_of(line, 1)
    must_win = header.pool == "candidates" and not scored.never_ends
    sums = _Sums()
    waiting = {0: _PathOfTree(0, 0, 0, scored.everything)}
    for number, node in enumerate(nodes):
        if number not in waiting:
            raise line.wrong(f"node {number} of the tree is not a child of an earlier node")
        reached = waiting.pop(number)
        guess, branches = _read_node(line, number, node, scored)
        blocks = map_reduce(reached.secrets, scored.rows[guess].__getitem__)
        _check_answers(line, number, branches, blocks)
        if must_win and scored.ends.isdisjoint(blocks):
            shown = brief(scored.guesses[guess])
            raise line.wrong(f"node {number} of the tree guesses {shown}, which cannot win there")
        paid = reached.paid + model.price(reached.guesses) + scored.cost(guess)
        length = reached.length + scored.length(guess)
        for score, block in blocks.items():
            child = branches[score]
            path = _PathOfTree(reached.guesses + 1, paid, length, tuple(block))
            ends = scored.over(score, block)
            if ends != (child == _OVER):
                over = "is over" if ends else "continues"
                raise line.wrong(
                    f"child {child} in node {number}: with score {score} a game {over}"
                )
            if ends:
                sums.add(path, sum(scored.weights[secret] for secret in block))
            elif not number < child < len(nodes) or child in waiting:
                raise line.wrong(f"child {child} in node {number} is not a new, later node")
            else:
                waiting[child] = path
    _check_sums(line, header, scored, sums)
    return sums.lengths


def _check_answers(
    line: Line, number: int, branches: Collection[int], blocks: Collection[int]
) -> None:
    odd = set(branches) ^ set(blocks)
    if odd:
        score = min(odd)
        has = "has a branch for" if score in branches else "has no branch for"
        raise line.wrong(f"node {number} of the tree {has} score {score}, unlike the game")


def _check_sums(line: Line, header: Header, scored: Scored, sums: _Sums) -> None:
    if (sums.total, sums.worst) != (header.total, header.worst):
        raise line.wrong(
            f"the tree has total {sums.total} and worst {sums.worst}, but the header has "
            f"{header.total} and {header.worst}"
        )
    most = header.longest(scored)
    if sums.deepest > most:
        raise line.wrong(f"the tree takes {sums.deepest} guesses, but at most {most} are allowed")
    if header.max_cost is not None and sums.worst > header.max_cost:
        raise line.wrong(
            f"a path of the tree costs {sums.worst}, but max_cost is {header.max_cost}"
        )


def read_tree(line: Line, scored: Scored) -> list[tuple[int, dict[int, int]]]:
    """Return the guess and the branches at each node in a tree that is not replayed."""
    nodes = enumerate(_nodes_of(line, 0))
    return [_read_node(line, number, node, scored) for number, node in nodes]


def _nodes_of(line: Line, least: int) -> list[object]:
    nodes = line.only("tree")
    if not isinstance(nodes, list) or len(nodes) < least:
        raise line.wrong(f"the tree must be a list of nodes, not {brief(nodes)}")
    return nodes


def _read_node(line: Line, number: int, node: object, scored: Scored) -> tuple[int, dict[int, int]]:
    where = f"node {number} of the tree"
    if type(node) is not list or len(node) != 2 or type(node[1]) is not list:
        raise line.wrong(f"{where} must be a guess and a list of branches, not {brief(node)}")
    guess = line.whole(f"the guess of {where}", node[0], 0, len(scored.guesses))
    branches: dict[int, int] = {}
    for branch in node[1]:
        if type(branch) is not list or len(branch) != 2:
            raise line.wrong(f"a branch of {where} must be a score and a child: {brief(branch)}")
        score = line.whole(f"a score of {where}", branch[0], 0, scored.n_scores)
        if score in branches:
            raise line.wrong(f"{where} has score {score} twice")
        branches[score] = line.whole(f"a child of {where}", branch[1], _OVER)
    return guess, branches
