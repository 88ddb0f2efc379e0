"""Two who guess, and the tree that is soonest there: at its own secret, or at the same one."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import accumulate, pairwise
from math import gcd, lcm
from typing import Any, Generic, Unpack

from attrs import field, frozen

from mastermind_core.analysis import by_secret
from mastermind_core.arguments import whole_number
from mastermind_core.errors import BadArgument, Interrupted, NoStrategy, shown
from mastermind_core.exact.deadline import Deadline, TimeIsUpError
from mastermind_core.exact.objective import LengthObjective, Query, penalty
from mastermind_core.exact.options import Limits, SearchOptions, searching
from mastermind_core.exact.problem import Pool, known_in_time
from mastermind_core.exact.search import ask_search, found_in
from mastermind_core.game import Game, Guess, Score, Secret
from mastermind_core.game.amounts import MOST_TOTAL, Exact, exact_numbers, in_units
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.shared.ctrl_c import AtOnce, keep
from mastermind_core.table import ScoreTable
from mastermind_core.tree import Node, stored_tree

#: Guesses that the other one may take, and seconds beyond those of a search in which a tree may
#: be found, so that what is asked is known by then.
_LONGEST, _GRACE = 1 << 16, 5.0


def race_against(lengths: Mapping[int, Exact]) -> LengthObjective:
    """Return the objective that the chance to win a race is greatest.

    Both look for secrets of their own, drawn alike, and the other one takes as many guesses as
    ``lengths`` say how often; equally many win half. The sum that is least is twice what both lose
    together, for every secret against every other: the chance to lose, times twice the secrets of
    one and the other. Who looks for the same secret asks :func:`race_for_secret`.

    >>> race_against({1: 1, 2: 3})
    'penalty:1,5,8'
    """
    counts = _counted(lengths)
    each = (counts.get(step, 0) for step in range(1, max(counts) + 2))
    return penalty(before + after for before, after in pairwise([0, *accumulate(each)]))


@frozen
class Race(Generic[Guess, Secret, Score]):
    """How a tree does against somebody who looks for the same secret: shares of all secrets.

    ``won``, ``drawn`` and ``lost`` come to 1, ``chance`` counts what is drawn half, and no tree has
    more than ``most``; ``proven`` says that this one has as much.

    >>> from mastermind_core import TwoD
    >>> race = race_for_secret(TwoD(2), dict.fromkeys(TwoD(2).secrets, 2))
    >>> print(race)
    chance 0.6250 (wins 0.2500, draws 0.7500), proven (... nodes)
    """

    tree: Node[Guess, Secret, Score] = field(repr=False)
    won: Fraction
    drawn: Fraction
    lost: Fraction
    most: Fraction
    proven: bool
    nodes: int

    @property
    def chance(self) -> Fraction:
        """Return the chance to be ahead, where equally many guesses are half of one."""
        return self.won + self.drawn / 2

    def __str__(self) -> str:
        known = "proven" if self.proven else f"at most {float(self.most):.4f}"
        shares = f"{float(self.won):.4f}, draws {float(self.drawn):.4f}"
        return f"chance {float(self.chance):.4f} (wins {shares}), {known} ({self.nodes:,} nodes)"


@searching(Limits)
def race_for_secret(
    game: Game[Guess, Secret, Score],
    lengths: Mapping[Secret, int | Mapping[int, Exact]],
    *,
    pool: Pool = "all",
    opening: Any = None,
    max_steps: int | None = None,
    nodes: int | None = None,
    **budget: Unpack[Limits],
) -> Race[Guess, Secret, Score]:
    """Find the tree that is most likely ahead of somebody who looks for the same secret.

    ``lengths`` say how many guesses the other one takes for each secret, as
    :func:`~mastermind_core.lengths_by_secret` does, or of one who draws lots how often how many.
    The limits and budgets are those of :func:`~mastermind_core.optimal`.

    >>> from mastermind_core import Mastermind, lengths_by_secret
    >>> game = Mastermind(colours=4, holes=3)
    >>> race = race_for_secret(game, lengths_by_secret(game, "knuth"))
    >>> race.chance, race.proven
    (Fraction(39, 64), True)
    """
    options = SearchOptions(nodes=nodes, **budget)
    table = known_in_time(game, options)
    if table.costs:
        raise BadArgument("a race counts guesses, and the guesses of this game have costs")
    if table.goals or table.over(table.everything):
        raise BadArgument("a race is for a game in which a secret is named by a guess")
    with AtOnce():
        paid, whole = _paid(table, lengths)
        question = _question(table, paid, Deadline(options.left_with(_GRACE)))
    limits = {"pool": pool, "opening": opening}
    answer = ask_search(game, table, options, limits, question, max_steps)
    found, own_tree = found_in(answer, max_steps)
    tree: Node[Guess, Secret, Score] = stored_tree(table, own_tree, game)
    own = by_secret(tree)
    shares = [0, 0, 0]
    for number, other in paid.items():
        length = own[table.secrets.items[number]]
        for taken, share in other.items():
            shares[(taken <= length) + (taken < length)] += share
    won, drawn, lost = (Fraction(share, whole) for share in shares)
    most = 1 - Fraction(found.lower_bound, 2 * whole)
    race = Race(tree, won, drawn, lost, most, found.proven, found.nodes)
    keep(race)
    if answer.interrupted:
        raise Interrupted(race)
    return race


def _counted(lengths: Any) -> dict[int, Exact]:
    """Return how often somebody takes so many guesses."""
    if not isinstance(lengths, Mapping) or not lengths:
        raise BadArgument(f"lengths must map numbers of guesses to secrets, not {shown(lengths)}")
    taken = [whole_number("lengths", length, 1, _LONGEST) for length in lengths]
    counts = exact_numbers("count", [*lengths.values()], taken, zero=True)
    return dict(zip(taken, counts, strict=True))


def _paid(table: ScoreTable, lengths: Any) -> tuple[dict[int, dict[int, int]], int]:
    """Return for each secret ID the shares of the other one's numbers of guesses, and the whole.

    Shares are integers over the whole, their common denominator, and secrets count by weight.
    """
    if not isinstance(lengths, Mapping):
        raise BadArgument(f"lengths must map secrets to numbers of guesses, not {shown(lengths)}")
    paid, common, weight = {}, 1, sum(table.weights)
    for number in table.everything:
        secret = table.secrets.items[number]
        if secret not in lengths:
            raise BadArgument(f"lengths have nothing of the secret {shown(secret)}")
        own = lengths[secret]
        if not isinstance(own, Mapping):
            own = {whole_number("lengths", own, 1, _LONGEST): 1}
        counts = _counted(own)
        paid[number] = dict(zip(counts, in_units([*counts.values()])[0], strict=True))
        if not (times := sum(paid[number].values())):
            raise BadArgument(f"lengths of {shown(secret)} must not all come 0 times")
        common = lcm(common, times // gcd(times, table.weights[number]))
        if 2 * common * weight >= MOST_TOTAL // 2:
            raise BadArgument("the shares of lengths and weights have no common unit: round them")
    for number, own in paid.items():
        scale = table.weights[number] * common // sum(own.values())
        paid[number] = {step: scale * count for step, count in own.items()}
    return paid, common * weight


def _question(
    table: ScoreTable, paid: Mapping[int, Mapping[int, int]], deadline: Deadline
) -> Query:
    """Return what a search is asked: its total is twice the chance to lose.

    A draw costs one and a loss two, so each secret pays for the guess that the other one ends with,
    and for the one after it.
    """
    others = [paid.get(secret, {}) for secret in range(len(table.secrets.items))]
    # No path takes more guesses than there are secrets.
    longest = min(1 + max(map(max, paid.values())), len(paid) + 1)
    stakes = []
    with suppress(TimeIsUpError):
        for step in range(1, longest + 1):
            deadline.check()
            stakes.append(tuple(own.get(step - 1, 0) + own.get(step, 0) for own in others))
        return Query(Objective.MEAN, stakes=(*stakes, (0,) * len(others)))
    raise NoStrategy("the time was up before all that paths may cost was known: allow more seconds")
