"""Races of two codebreakers, for different secrets or for the same one."""

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
from mastermind_core.game.lists import takes_game
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.shared.ctrl_c import AtOnce, keep
from mastermind_core.table import ScoreTable
from mastermind_core.tree import Node, stored_tree

#: The maximum number of guesses of the opponent, and the seconds beyond the budget in which the
#: penalties may be computed.
_LONGEST, _GRACE = 1 << 16, 5.0


def race_against(lengths: Mapping[int, Exact]) -> LengthObjective:
    """Return the objective that maximizes the probability of winning a race.

    Both players look for independent random secrets. A tie counts as half a win. The minimized
    sum is the probability of losing, times twice the number of pairs of secrets. For a race to the
    same secret use :func:`race_for_secret`.

    Args:
        lengths: The distribution of the opponent: from a number of guesses to a count of secrets.

    Returns:
        The objective, for :func:`~mastermind_core.optimal`.

    Raises:
        BadArgument: If ``lengths`` is not valid.

    >>> race_against({1: 1, 2: 3})
    'penalty:1,5,8'
    """
    counts = _counted(lengths)
    each = (counts.get(step, 0) for step in range(1, max(counts) + 2))
    return penalty(before + after for before, after in pairwise([0, *accumulate(each)]))


@frozen
class Race(Generic[Guess, Secret, Score]):
    """The result of a tree in a race for the same secret, as probabilities.

    Attributes:
        tree: The tree.
        won: The probability that the tree needs fewer guesses than the opponent.
        drawn: The probability of a tie.
        lost: The probability that the tree needs more guesses.
        most: The proven maximum of ``chance`` over all trees.
        proven: Whether ``chance`` is the maximum.
        nodes: The number of sets of secrets that were searched.

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
        """Return the probability of winning; a tie counts half."""
        return self.won + self.drawn / 2

    def __str__(self) -> str:
        known = "proven" if self.proven else f"at most {float(self.most):.4f}"
        shares = f"{float(self.won):.4f}, draws {float(self.drawn):.4f}"
        return f"chance {float(self.chance):.4f} (wins {shares}), {known} ({self.nodes:,} nodes)"


@searching(Limits)
@takes_game
def race_for_secret(
    game: Game[Guess, Secret, Score],
    lengths: Mapping[Secret, int | Mapping[int, Exact]],
    *,
    pool: Pool = None,
    first_guess: Any = None,
    max_steps: int | None = None,
    nodes: int | None = None,
    **budget: Unpack[Limits],
) -> Race[Guess, Secret, Score]:
    """Find the tree that maximizes the probability of winning a race for the same secret.

    Args:
        game: A game without costs of guesses and without goals.
        lengths: The number of guesses of the opponent for each secret, as
            :func:`~mastermind_core.lengths_by_secret` returns it. For a randomized opponent, a
            mapping from number of guesses to weight for each secret.
        pool: The guesses that the tree may make, as in :func:`~mastermind_core.optimal`.
        first_guess: The first guess of the tree. None means any guess.
        max_steps: The maximum number of guesses on every path. None means no limit.
        nodes: A budget of sets of secrets to search. None means no limit.
        seconds: A budget of time. None means no limit.
        memory: Bytes for scores and for remembered sets. By default 4 GiB.
        threads: Threads that share the search. They find the same tree.
        progress: A function of (parts done, parts known so far), or True for a bar.

    Returns:
        The tree with its probabilities, and the proven maximum. If a budget runs out, ``proven`` is
        false.

    Raises:
        NoStrategy: If no tree stays within ``max_steps``, or the budget ends before one is found.
        Interrupted: At Ctrl-C. Its ``solution`` is the best race so far.
        BadArgument: If an argument is not valid.

    >>> from mastermind_core import Mastermind, lengths_by_secret
    >>> game = Mastermind(colours=4, holes=3)
    >>> race = race_for_secret(game, lengths_by_secret(game, "knuth"))
    >>> race.chance, race.proven
    (Fraction(39, 64), True)
    """
    options = SearchOptions(nodes=nodes, **budget)
    table = known_in_time(game, options)
    if table.costs:
        raise BadArgument("a race counts guesses, but the guesses of this game have costs")
    if table.goals or table.over(table.everything):
        raise BadArgument("a race needs a game that ends with a correct guess")
    with AtOnce():
        paid, whole = _paid(table, lengths)
        question = _question(table, paid, Deadline(options.left_with(_GRACE)))
    limits = {"pool": pool, "first_guess": first_guess}
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
    """Return the validated weight for each length."""
    if not isinstance(lengths, Mapping) or not lengths:
        raise BadArgument(f"lengths must map numbers of guesses to secrets, not {shown(lengths)}")
    taken = [whole_number("lengths", length, 1, _LONGEST) for length in lengths]
    counts = exact_numbers("count", [*lengths.values()], taken, zero=True)
    return dict(zip(taken, counts, strict=True))


def _paid(table: ScoreTable, lengths: Any) -> tuple[dict[int, dict[int, int]], int]:
    """Return the distribution of the opponent for each secret ID, and the common denominator.

    Probabilities are integers over the denominator. They include the weights of the secrets.
    """
    if not isinstance(lengths, Mapping):
        raise BadArgument(f"lengths must map secrets to numbers of guesses, not {shown(lengths)}")
    paid, common, weight = {}, 1, sum(table.weights)
    for number in table.everything:
        secret = table.secrets.items[number]
        if secret not in lengths:
            raise BadArgument(f"lengths has no entry for the secret {shown(secret)}")
        own = lengths[secret]
        if not isinstance(own, Mapping):
            own = {whole_number("lengths", own, 1, _LONGEST): 1}
        counts = _counted(own)
        paid[number] = dict(zip(counts, in_units([*counts.values()])[0], strict=True))
        if not (times := sum(paid[number].values())):
            raise BadArgument(f"lengths of {shown(secret)} must not all have weight 0")
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
    """Return the query of a search whose total is twice the probability of losing.

    A draw costs one and a loss two. Each secret therefore has a penalty at the last guess of the
    opponent, and another at the guess after it.
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
    raise NoStrategy("time limit reached while computing penalties: increase seconds=")
