"""Policies for answers that may be wrong as ordinary trees, whose ends are outcomes.

The tree belongs to a game whose secrets are the outcomes, each with the probability of its path.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from attrs import define, field, frozen

from mastermind_core.errors import BadArgument, GameTooLarge, shown
from mastermind_core.game import Exact, FiniteGame, Game, WrittenGoals, WrittenScores, numbered
from mastermind_core.kernels import with_edges
from mastermind_core.noise.figures import Follower, Stage
from mastermind_core.noise.players import NoisyPlayer
from mastermind_core.notation import show_item
from mastermind_core.play.parts import Ending
from mastermind_core.table import compile_game
from mastermind_core.tree import Node, Outcome, StrategyLike, stored_tree

#: The maximum number of outcomes of a tree.
_MOST = 2**14

#: The total weight of the outcomes, which are rounded to at least one part.
_PARTS = 2**28


def unfolded_tree(game: Game, strategy: StrategyLike | None, ending: Ending) -> Node:
    """Return a strategy's tree, whose secrets are the outcomes of its paths.

    A guess that is asked again is a string with the number of times in parentheses.

    Raises:
        BadArgument: If neither the strategy nor the ending limits the number of guesses.
        GameTooLarge: If there are too many outcomes.
    """
    player = NoisyPlayer(game, strategy)
    endless = getattr(game, "again", "fresh") == "fresh"
    if player.tree is None and ending == Ending() and endless:
        raise BadArgument(
            f"the answers of {shown(game)} may be wrong, and a strategy may go on for ever: give "
            "max_steps= or confidence=, or the result of optimal(game, max_steps=)"
        )
    unfolding = _Unfolding(Follower(player, ending))
    unfolding.run()
    return unfolding.tree(getattr(game, "name", "game"))


@frozen(eq=False)
class _Place:
    """A stage with the answers, the probability and the parent node on its path."""

    stage: Stage
    answers: dict[Any, Any]
    probability: Fraction
    parent: int
    answer: Any


@define(eq=False)
class _Unfolding:
    """The nodes of a tree in preorder, its outcomes, and the guesses with their costs."""

    follower: Follower
    guesses: list[Any] = field(factory=list)
    edges: list[list[tuple[Any, int, int]]] = field(factory=list)
    outcomes: list[Outcome] = field(factory=list)
    costs: dict[Any, Exact] = field(factory=dict)

    def run(self) -> None:
        """Follow all paths of the strategy."""
        first = self.follower.first()
        waiting = [_Place(first, {}, Fraction(1), -1, None)]
        while waiting:
            place = waiting.pop()
            guess = self.follower.guess(place.stage)
            child = -1 if guess is None else len(self.guesses)
            if place.parent >= 0:
                self.edges[place.parent].append((place.answer, child, 1))
            if guess is None:
                self._end(place)
            else:
                waiting.extend(reversed([*self._asked(place, guess)]))

    def _end(self, place: _Place) -> None:
        """Add a path's outcome."""
        belief = place.stage.belief
        name = belief.table.names[belief.best[0]]
        self.outcomes.append(Outcome(name, belief.accuracy, place.probability, place.answers))
        if len(self.outcomes) > _MOST:
            raise GameTooLarge(
                f"the tree has over {_MOST:,} outcomes: give a lower max_steps= or confidence="
            )

    def _asked(self, place: _Place, guess: int) -> Iterator[_Place]:
        """Add a node, and yield the places after its answers."""
        table = place.stage.belief.table
        item = table.guesses.items[guess]
        asked = item
        times = 1
        while asked in place.answers:
            times += 1
            asked = f"{show_item(item)} ({times})"
        self.costs[asked] = table.cost(guess)
        number = len(self.guesses)
        self.guesses.append(asked)
        self.edges.append([])
        for answer, chance, after in self.follower.outcomes(place.stage, guess):
            heard = table.answers.items[answer]
            answers = place.answers | {asked: heard}
            yield _Place(after, answers, place.probability * chance, number, heard)

    def tree(self, name: str) -> Node:
        """Return the nodes as a tree of a game."""
        game = self._game(name if isinstance(name, str) else "game")
        table = compile_game(game)
        numbers = array("i", (table.guesses[guess] for guess in self.guesses))
        edges = (
            [(table.scores[answer], child, size) for answer, child, size in own]
            for own in self.edges
        )
        return stored_tree(table, with_edges(numbers, edges), game, allows_uninformative=True)

    def _game(self, name: str) -> FiniteGame:
        """Return the game whose secrets are the outcomes."""
        guesses = [*self.costs] or ["nothing"]
        outcomes = tuple(self.outcomes)
        usual = {guess: answer for one in outcomes for guess, answer in one.answers.items()}
        answers = (
            [one.answers.get(guess, usual.get(guess)) for one in outcomes] for guess in guesses
        )
        scores, rows = numbered(answers)
        shares = (outcome.probability for outcome in outcomes)
        return FiniteGame(
            guesses,
            outcomes,
            WrittenScores(guesses, outcomes, scores, rows),
            weights=[max(1, round(share * _PARTS)) for share in shares],
            costs=() if {*self.costs.values()} <= {1} else self.costs,
            goal=WrittenGoals(outcomes, outcomes),
            name=name,
        )
