"""Games of tables whose cells leave several answers possible, each with a probability."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from attrs import frozen

from mastermind_core.errors import BadGame, shown
from mastermind_core.game import Exact, FiniteGame, WrittenScores, exact
from mastermind_core.tables.cells import UNKNOWN, states_of
from mastermind_core.tables.cutting import Cut
from mastermind_core.tables.rows import cell_number


@frozen(eq=False, init=False, repr=False)
class LikelyGame(FiniteGame[Any, Any, Any]):
    """A game of a table whose cells leave several answers possible.

    A question that is asked again gets the same answer.
    """

    @property
    def again(self) -> str:
        """Return "same", or "nested" if an answer to a threshold bounds an unknown number."""
        answers: Any = self.score
        return str(answers.again)

    @classmethod
    def of(cls, cells: Any, again: str) -> LikelyGame:
        """Return the game of a game whose scores are cells.

        If ``again`` is "same", they are the probabilities of "yes", and otherwise answers.
        """
        made: LikelyGame = _like(cls, cells, ProbableAnswers(cells.score, again))
        return made

    @property
    def cells(self) -> FiniteGame[Any, Any, Any]:
        """Return the game whose scores are the cells."""
        own: Any = self.score
        made: FiniteGame[Any, Any, Any] = _like(FiniteGame, self, own.cells)
        return made

    def likelihood(self, guess: Any, secret: Any) -> Mapping[Any, Exact]:
        """Return the probability of each answer."""
        answers: Any = self.score
        likely: Mapping[Any, Exact] = answers.chances(guess, secret)
        return likely


def _like(make: Any, game: Any, score: Any) -> Any:
    """Return a game with the parts of another one, but other scores."""
    parts = {name: getattr(game, name) for name in ("weights", "costs", "goal", "name")}
    return make(game.guesses, game.secrets, score, **parts)


class ProbableAnswers:
    """The likeliest answer for each test and row, and the probabilities of the answers.

    Without probabilities in the cells, the possible answers of a cell are equally likely. A number
    that is unknown is in each band of its column with equal probability.
    """

    def __init__(self, cells: WrittenScores, again: str):
        """Store the probabilities of the answers for each cell and each threshold."""
        self.cells, self.again = cells, again
        yes = again == "same"
        items = enumerate(cells.scores)
        self._rows = {cell: _yes(cells, at) if yes else _even(cell) for at, cell in items}
        cuts = [guess for guess in cells.guesses if isinstance(guess, Cut)]
        bands, seen = Counter(cut.column for cut in cuts), Counter[Any]()
        for cut in cuts:
            seen[cut.column] += 1
            below = Fraction(seen[cut.column], bands[cut.column] + 1)
            self._rows[cut] = {True: below, False: 1 - below}

    def chances(self, test: Any, row: Any) -> Mapping[Any, Exact]:
        """Return the probability of each answer."""
        cell = self.cells(test, row)
        return self._rows[test if isinstance(test, Cut) and cell == UNKNOWN else cell]

    def __call__(self, test: object, row: object) -> Any:
        """Return the likeliest answer, the first of equals."""
        chances = self.chances(test, row)
        return max(chances, key=chances.__getitem__)


def _even(cell: object) -> Mapping[Any, Exact]:
    """Return equal probabilities for the possible answers of a cell."""
    states = states_of(cell)
    return dict.fromkeys(states, Fraction(1, len(states)))


def _yes(cells: WrittenScores, at: int) -> Mapping[Any, Exact]:
    """Return the probabilities of both answers for a cell with the probability of "yes"."""
    yes = exact(cell_number(cells.scores[at]))
    if yes is None or not 0 <= yes <= 1:
        number = next(number for number, row in enumerate(cells.rows) if at in row)
        own = cells.secrets[[*cells.rows[number]].index(at)]
        name = f"{shown(cells.guesses[number])} of {shown(own)}"
        raise BadGame(f"{name} must be a probability from 0 to 1, not {shown(cells.scores[at])}")
    return {"yes": yes, "no": 1 - yes}


def likely_game(cells: object, again: str) -> LikelyGame:
    """Return the game of a game whose scores are cells, such as one of a file."""
    return LikelyGame.of(cells, again)
