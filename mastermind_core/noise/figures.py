"""Exact figures of a strategy whose answers may be wrong, without a simulation.

The stages of a game are followed, each with its probability. If a game may go on for ever, but has
few different stages, its figures are the solution of linear equations.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, TypeAlias

from attrs import evolve, frozen

from mastermind_core.errors import GameTooLarge, UninformativeGuess
from mastermind_core.game import Exact, in_user_units
from mastermind_core.kernels import look
from mastermind_core.noise.belief import Belief, first_belief
from mastermind_core.noise.endless import refuse_endless
from mastermind_core.noise.players import NoisyPlayer, asked_by, subtree_of
from mastermind_core.play.parts import Ending

#: The maximum number of stages of an exact calculation, of those of a game without a limit, and of
#: those among which a policy is searched.
MOST_STAGES = 500_000
_MOST_CLOSED = 4000
MOST_OPEN = 3000

#: The remaining probability below which the lengths of an endless game are not listed.
_TAIL = Fraction(1, 10**12)


@frozen
class Figures:
    """The exact figures of a strategy whose answers may be wrong."""

    #: The expected number of guesses.
    mean: Fraction
    #: The expected cost.
    cost: Fraction
    #: The probability that the right goal or secret is named.
    accuracy: Fraction
    #: The weight of the games of each number of guesses, or of each cost.
    lengths: Mapping[Exact, Exact] = {}
    #: The weight of the games that are longer than those listed.
    left: Fraction = Fraction(0)


@frozen(eq=False)
class Stage:
    """A point of a game: the belief, and the node of a strategy that is a tree."""

    belief: Belief
    node: Any = None
    #: The history, if the next guess may depend on it.
    turns: Any = None

    @property
    def key(self) -> Any:
        """Return a key that equivalent stages share. The node stays alive with its stage."""
        return id(self.node), self.belief.state, self.turns


#: A guess at a stage: its cost, and by answer the place of the next stage, and how probable the
#: answer is.
Move: TypeAlias = "tuple[Exact, dict[int, tuple[int, Fraction]]]"


class Follower:
    """The guesses of a strategy along the stages of a game, until an ending."""

    #: The maximum number of stages.
    most: ClassVar = MOST_STAGES

    def __init__(self, player: NoisyPlayer, ending: Ending) -> None:
        self.player = player
        self.ending = ending

    def first(self) -> Stage:
        """Return the first stage."""
        belief = first_belief(self.player.game)
        return Stage(belief, self.player.tree, None if self.player.deterministic else ())

    def guess(self, stage: Stage) -> int | None:
        """Return the index of the next guess, or None at the end."""
        if self.ending.is_over(stage.belief):
            return None
        if self.player.tree is None:
            return self.player.guess(stage.belief)
        return asked_by(stage.node, stage.belief.table.guesses)

    def cost(self, stage: Stage, guess: int) -> Exact:
        """Return the cost of a guess."""
        return stage.belief.table.cost(guess)

    def outcomes(self, stage: Stage, guess: int) -> Iterator[tuple[int, Fraction, Stage]]:
        """Yield the possible answers, with their probabilities and the next stages."""
        items = stage.belief.table.answers.items
        for answer, chance, told in stage.belief.outcomes(guess):
            node = None if stage.node is None else subtree_of(stage.node, items[answer])
            yield answer, chance, Stage(told, node, None if stage.turns is None else told.turns)


def noisy_lengths(game: Any, strategy: Any, ending: Ending, *, costs: bool = False) -> Figures:
    """Return the exact figures of a strategy, without a simulation.

    Args:
        game: The game.
        strategy: The strategy.
        ending: The end of a game.
        costs: Whether the lengths are costs, and not numbers of guesses.

    Raises:
        BadArgument: If nothing limits a game in which no secret is ever excluded.
        GameTooLarge: If there are too many different beliefs.
        UninformativeGuess: If the game does not end.
    """
    follower = Follower(NoisyPlayer(game, strategy), ending)
    first = follower.first()
    if follower.player.tree is None:
        refuse_endless(first.belief, ending)
    limited = ending.max_steps is not None or ending.rule is not None
    may_close = follower.player.deterministic and not limited
    closed = _closed_figures(first, follower) if may_close else None
    unit = first.belief.weight * first.belief.table.aims.weight_unit
    return lengths_along(follower, unit, closed, costs=costs)


def lengths_along(
    follower: Any, unit: Exact, closed: Figures | None = None, *, costs: bool = False
) -> Figures:
    """Return the exact figures of a strategy along the stages of a game.

    Args:
        follower: The guesses, their costs and the next stages, as a :class:`Follower` has them.
        unit: The weight of all secrets.
        closed: The figures of a game that may go on for ever. Its lengths are listed up to a
            remaining probability.
        costs: Whether the lengths are costs, and not numbers of guesses.

    Raises:
        GameTooLarge: If there are too many different beliefs.
    """
    lengths = defaultdict[Exact, Fraction](Fraction)
    mean = Fraction(0)
    cost = Fraction(0)
    accuracy = Fraction(0)
    left = Fraction(1)
    seen = 0
    stages: dict[Any, tuple[Any, Exact, Fraction]] = {None: (follower.first(), 0, left)}
    while stages and (closed is None or left > _TAIL):
        later: dict[Any, tuple[Any, Exact, Fraction]] = {}
        for stage, spent, mass in stages.values():
            guess = follower.guess(stage)
            if guess is None:
                lengths[spent] += mass * unit
                accuracy += mass * stage.belief.accuracy
                left -= mass
                continue
            price = follower.cost(stage, guess)
            mean += mass
            cost += mass * price
            now = spent + (price if costs else 1)
            for _, chance, following in follower.outcomes(stage, guess):
                key = following.key, now
                before = later[key][2] if key in later else Fraction(0)
                later[key] = following, now, before + mass * chance
        stages = later
        seen = seen + len(later)
        if seen > follower.most:
            raise GameTooLarge(
                f"the game has over {follower.most:,} different beliefs: give max_steps=, a lower "
                "confidence=, or use simulate"
            )
    whole = {at: in_user_units(1, weight) for at, weight in lengths.items()}
    return evolve(closed or Figures(mean, cost, accuracy), lengths=whole, left=left * unit)


def _closed_figures(first: Stage, follower: Follower) -> Figures | None:
    """Return the figures of an endless game with few stages, by linear equations, or None."""

    def guesses(stage: Stage) -> list[int]:
        guess = follower.guess(stage)
        return [] if guess is None else [guess]

    stages, moves = explored(first, guesses, follower.outcomes, most=_MOST_CLOSED)
    targets = ((place, to) for place, own in enumerate(moves) for to in _targets(own))
    if len(stages) > _MOST_CLOSED or all(to > place for place, to in targets):
        return None  # the game ends by itself, or has too many stages
    return figures_of(stages, [next(iter(own.values())) for own in moves])


def stage_outcomes(stage: Stage, guess: int) -> Iterator[tuple[int, Fraction, Stage]]:
    """Yield the answers to a guess that no tree makes, with probabilities and next stages."""
    for answer, chance, told in stage.belief.outcomes(guess):
        yield answer, chance, Stage(told)


def explored(
    first: Stage,
    guesses_of: Callable[[Stage], Iterable[int]],
    outcomes: Callable[[Stage, int], Iterable[tuple[int, Fraction, Stage]]] = stage_outcomes,
    check: Callable[[int], Any] = lambda _: look(),
    most: int = MOST_OPEN,
) -> tuple[list[Stage], list[dict[int, Move]]]:
    """Return the stages that some guesses lead to, up to a limit, and the moves of each.

    A stage without a guess has the move -1, which leads nowhere. The function ``check`` is called
    at each stage with the number of stages, and may raise an exception to stop.
    """
    places: dict[Any, int] = {first.key: 0}
    stages = [first]
    moves = list[dict[int, Move]]()
    while len(moves) < len(stages) <= most:
        check(len(stages))
        stage = stages[len(moves)]
        own = dict[int, Move]()
        for guess in guesses_of(stage):
            steps: dict[int, tuple[int, Fraction]] = {}
            for answer, chance, following in outcomes(stage, guess):
                place = places.setdefault(following.key, len(stages))
                if place == len(stages):
                    stages.append(following)
                steps[answer] = place, chance
            own[guess] = stage.belief.table.cost(guess), steps
        moves.append(own or {-1: (0, {})})
    return stages, moves


def _targets(own: Mapping[int, Move]) -> Iterator[int]:
    return (to for _, steps in own.values() for to, _ in steps.values())


def figures_of(stages: Sequence[Stage], chosen: Sequence[Move]) -> Figures:
    """Return the exact figures of one move for each stage."""
    pairs = zip(stages, chosen, strict=True)
    rights = [Fraction(0) if steps else stage.belief.accuracy for stage, (_, steps) in pairs]
    means = solved(chosen, [bool(steps) for _, steps in chosen])
    costs = solved(chosen, [cost for cost, _ in chosen])
    return Figures(means[0], costs[0], solved(chosen, rights)[0])


def solved(moves: Sequence[Move], constants: Sequence[Exact]) -> list[Fraction]:
    """Solve x_i = c_i + sum of p_ij x_j exactly, by elimination from the last equation on."""
    kept: list[tuple[dict[int, Fraction], Fraction]] = []
    for own, (_, steps) in reversed([*enumerate(moves)]):
        # Substitute later unknowns, of which each is a function of earlier ones.
        terms = dict[int, Fraction]()
        waiting = defaultdict[int, Fraction](Fraction)
        for to, share in steps.values():
            waiting[to] += share
        value = Fraction(constants[own])
        while waiting:
            to = max(waiting)
            share = waiting.pop(to)
            if to <= own:
                terms[to] = share
                continue
            below, more = kept[len(moves) - 1 - to]
            value += share * more
            for place, part in below.items():
                waiting[place] += share * part
        loop = 1 - terms.pop(own, Fraction(0))
        if not loop:
            raise UninformativeGuess("the game would never end: no guess is informative")
        kept.append(({place: part / loop for place, part in terms.items()}, value / loop))
    values: list[Fraction] = []
    for terms, value in reversed(kept):
        values.append(value + sum(part * values[place] for place, part in terms.items()))
    return values
