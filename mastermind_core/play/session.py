"""One game, move by move: guesses made anywhere, answers from anybody, advice on the way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, Generic

from mastermind_core.arguments import DEFAULT_SEED, Seed, expect, pairs_in
from mastermind_core.errors import (
    BadArgument,
    GameTooLarge,
    InconsistentHistory,
    counted,
    shown,
)
from mastermind_core.game import Game, Guess, History, Score, Secret
from mastermind_core.game.amounts import Exact, in_user_units
from mastermind_core.metrics import EXPECTED_SIZE, Metric, metric_named
from mastermind_core.play import advice
from mastermind_core.play.advice import Suggestion
from mastermind_core.play.codebreaker import Codebreaker, first_breaker, thinking_breaker
from mastermind_core.play.hindsight import (
    Diagnosis,
    Judge,
    Reviewed,
    allowed,
    diagnose,
    reviewed,
    suspicion,
)
from mastermind_core.play.knowledge import (
    Knowledge,
    TabledKnowledge,
    count_soon,
    first_knowledge,
    how_many,
)
from mastermind_core.results import Shown
from mastermind_core.results.frames import Rows
from mastermind_core.strategies.base import Effort
from mastermind_core.strategies.codes.anytime import Thinking
from mastermind_core.strategies.tabled.greedy import Greedy
from mastermind_core.tree import StrategyLike, check_game

#: What ``guess=`` is when it is left out: the guess that was proposed.
_PROPOSED: Any = object()

#: What :meth:`Session.to_dict` writes; a later form gets a later number.
_VERSION = 1


class Session(Shown, Generic[Guess, Secret, Score]):
    """A game in progress: its history, its candidates, and the next guess.

    A guess may be made elsewhere, or be the one that is proposed. ``strategy`` proposes: a name,
    a strategy, a tree or a :class:`Solution`. Without one, the guess that leaves fewest
    candidates on average, and in codes too many for a score table ``sampled``. Where the guesses
    made leave a tree, the default strategy goes on.

    >>> from mastermind_core import Mastermind
    >>> session = Session(Mastermind(colours=6, holes=4))
    >>> session.answer((1, 1), guess=(1, 1, 2, 2))
    >>> session.count, session.candidates[0]
    (208, (1, 2, 3, 3))
    >>> session.suggest(1)[0].guess == session.guess
    True
    """

    def __init__(
        self,
        game: Game[Guess, Secret, Score],
        strategy: StrategyLike | type[Thinking] | None = None,
        *,
        history: History[Guess, Score] = (),
        seed: Seed = DEFAULT_SEED,
        thinking: bool = False,
    ):
        """Start a game, or take it up again after a history.

        ``seed`` is where a strategy's lots come from. With ``thinking`` an anytime strategy looks
        for a better guess in the background, in any game, until the next answer; ``guess`` is the
        best so far. "elimination", which has no better guess to look for, plays as without it.
        """
        expect(isinstance(thinking, bool), "thinking", "True or False", thinking)
        thinking = thinking or strategy is Thinking
        proposes: Any = None if strategy is Thinking else strategy
        check_game(game, proposes)
        self.game = game
        self.strategy = proposes
        self.thinking = thinking
        self._judge = Judge(game)
        self.history: list[tuple[Guess, Score]] = []
        self._known: list[Knowledge] = [first_knowledge(game)]
        first = thinking_breaker if thinking else first_breaker
        self._breakers: list[Codebreaker] = [first(game, proposes, seed)]
        for turn in pairs_in(history):
            self._take(*turn)
        self._think()

    @classmethod
    def from_history(
        cls,
        game: Game[Guess, Secret, Score],
        history: History[Guess, Score],
        strategy: StrategyLike | None = None,
        *,
        seed: Seed = DEFAULT_SEED,
    ) -> Session[Guess, Secret, Score]:
        """Return the session of a game that was begun elsewhere.

        >>> from mastermind_core import Mastermind
        >>> Session.from_history(Mastermind(colours=6, holes=4), [((1, 1, 2, 2), (0, 0))]).count
        256
        """
        return cls(game, strategy, history=history, seed=seed)

    def without_strategy(self) -> Session[Guess, Secret, Score]:
        """Return the same game at the same place with the default strategy, as can be saved.

        >>> from mastermind_core import TwoD
        >>> own = Session(TwoD(3), lambda position: position.candidates[0])
        >>> own.without_strategy().strategy is None
        True
        """
        return Session(self.game, history=self.history)

    @property
    def over(self) -> bool:
        """Return whether the game is over: the secret was guessed, or enough is known.

        Enough is known in a game that has a goal, where all candidates have the same.

        >>> from mastermind_core import identified
        >>> from mastermind_core.games import HigherLower
        >>> session = Session(identified(HigherLower(3)))
        >>> session.answer("<", guess=2)
        >>> session.over, session.known
        (True, 3)
        """
        return self._judge.is_over(self.history, self._known[-1])

    @property
    def known(self) -> Any:
        """Return the goal or secret that is certain, or None while several are possible.

        It is the goal of all candidates in a game that has goals, and else the only candidate.
        """
        if self.history and self.history[-1][1] in self.game.endstates and self.count > 1:
            return None
        goals = self._known[-1].goals
        return goals[0] if len(goals) == 1 else None

    @property
    def count(self) -> int:
        """Return the number of secrets that fit all the answers, exactly.

        Codes that cannot be counted are :class:`GameTooLarge`: 16 colours in 12 holes after some
        answers. Their ``candidates`` can be listed, and guessed, all the same.
        """
        return self._known[-1].count

    @property
    def candidates(self) -> Sequence[Secret]:
        """Return the secrets that fit all the answers, in the order of the game.

        In games of codes of any size they are listed only as far as they are read.
        """
        return self._known[-1].candidates

    @property
    def guess(self) -> Guess:
        """Return the guess that the strategy proposes."""
        self._check_open()
        proposed: Guess = self._breaker().guess
        return proposed

    @property
    def effort(self) -> Effort:
        """Return the number of codes that the strategy has examined, if it counts."""
        return self._breakers[0].effort

    def answer(self, score: Score, *, guess: Guess = _PROPOSED) -> None:
        """Take the answer to a guess made elsewhere, or to the one proposed.

        An answer that contradicts the others raises :class:`InconsistentHistory`, which names the
        answers that may be wrong, and changes nothing.
        """
        self._take(self.guess if guess is _PROPOSED else guess, score)
        self._think()

    def _take(self, asked: Any, score: Any) -> None:
        self._check_open()
        try:
            known = self._known[-1].after(asked, score)
        except InconsistentHistory as error:
            raise InconsistentHistory(f"{error}{self._suspects(asked, score)}") from None
        self.history.append((asked, score))
        self._known.append(known)

    def _suspects(self, asked: Any, score: Any) -> str:
        """Return the answers that may be wrong, if the codes that would fit can be counted."""
        try:
            return f": {suspicion(diagnose(self.game, [*self.history, (asked, score)]))}"
        except GameTooLarge:
            return ""

    def undo(self) -> None:
        """Take the last answer back."""
        if not self.history:
            raise BadArgument("there is no answer to take back")
        self.history.pop()
        self._known.pop()
        for breaker in self._breakers[len(self._known) :]:
            breaker.stop()
        del self._breakers[len(self._known) :]
        self._think()

    def stop(self) -> None:
        """End the thinking in the background; the best guess so far stays."""
        for breaker in self._breakers:
            breaker.stop()

    def suggest(
        self, n: int = 5, *, metric: str | Metric | None = None, seconds: float = 0.5
    ) -> list[Suggestion[Guess]]:
        """Return the best ``n`` guesses by a metric, the best first.

        ``metric`` orders them, by name or value; by default it is that of a greedy strategy, and
        else the mean number of candidates left. Weights of secrets and costs of guesses count as
        they do to a greedy strategy. A game with a hard mode suggests what it allows. The regret
        of each is exact where ``seconds`` do for that, and else an estimate.

        >>> from mastermind_core import TwoD
        >>> print(Session(TwoD(5)).suggest(1)[0])
        (2, 2): 7.72 left on average, 8 at worst, 1.764 bits, may win, as good as any
        """
        seconds = allowed(seconds)
        self._check_open()
        strategy = self._greedy()
        chosen = strategy.metric if metric is None else metric_named(metric)
        known, weighs = self._known[-1], metric is not None or strategy.weighs
        best = advice.suggest(self.game, known, tuple(self.history), n, chosen, weighs=weighs)
        return Rows(self._judge.compared(self.history, known, best, seconds), self.game)

    def weigh(self, guess: Guess) -> Suggestion[Guess]:
        """Return the expected effect of any guess, as a suggestion."""
        return advice.weigh(self.game, self._known[-1], guess, self._greedy().metric)

    def explain(self, guess: Guess) -> dict[Score, Exact]:
        """Return how many candidates, or what weight of them, each answer to a guess would leave.

        >>> from mastermind_core import TwoD
        >>> list(Session(TwoD(3)).explain((1, 1)).values())
        [3, 3, 2, 1]
        """
        known = self._known[-1]
        unit = known.table.weight_unit if isinstance(known, TabledKnowledge) else Fraction(1)
        weights = sorted(known.weights(guess).items(), key=lambda item: -item[1])
        return {score: in_user_units(weight, unit) for score, weight in weights}

    def diagnose(self, score: Any, *, guess: Any = _PROPOSED) -> list[Diagnosis]:
        """Return which answers may be wrong if this one contradicts them; see :func:`diagnose`."""
        asked = self.guess if guess is _PROPOSED else guess
        return diagnose(self.game, [*self.history, (asked, score)])

    def review(self, *, seconds: float = 3.0) -> list[Reviewed]:
        """Return each guess so far beside the best ones; see :func:`review`."""
        return reviewed(self._judge, self.history, allowed(seconds))

    def to_dict(self) -> dict[str, Any]:
        """Return the history as lists of numbers and texts, for a file in JSON.

        The game and the strategy are not in it: name them again in :meth:`from_dict`.

        >>> from mastermind_core import Mastermind
        >>> game = Mastermind(colours=6, holes=4)
        >>> Session.from_history(game, [((1, 1, 2, 2), (0, 0))]).to_dict()
        {'kind': 'session', 'version': 1, 'history': [[[1, 1, 2, 2], [0, 0]]]}
        """
        return {
            "kind": "session",
            "version": _VERSION,
            "history": [
                [as_json("guess", guess), as_json("score", score)] for guess, score in self.history
            ],
        }

    @classmethod
    def from_dict(
        cls,
        game: Game[Guess, Secret, Score],
        data: Mapping[str, Any],
        strategy: StrategyLike | None = None,
    ) -> Session[Guess, Secret, Score]:
        """Return the session that :meth:`to_dict` has written."""
        return cls(game, strategy, history=history_of(data))

    def __reduce__(self) -> Any:
        # What is known follows from the history; a strategy that draws lots draws them anew.
        again = partial(Session, history=tuple(self.history), thinking=self.thinking)
        return again, (self.game, self.strategy)

    def __repr__(self) -> str:
        left = how_many(count_soon(self._known[-1]))
        state = "over" if self.over else f"{left} candidate{'' if left == '1' else 's'}"
        return f"<Session of {self.game!r}: {counted(len(self.history), 'answer')}, {state}>"

    def _greedy(self) -> Greedy:
        """Return the strategy that orders suggestions."""
        strategy = getattr(self._breakers[0], "strategy", None)
        return strategy if isinstance(strategy, Greedy) else Greedy(EXPECTED_SIZE)

    def _breaker(self) -> Codebreaker:
        while len(self._breakers) < len(self._known):
            step = self.history[len(self._breakers) - 1]
            known = self._known[len(self._breakers)]
            self._breakers.append(self._breakers[-1].after(*step, known))
        return self._breakers[-1]

    def _think(self) -> None:
        """Begin to think of the next guess at once, where that goes on in the background."""
        if self.thinking and self.over:
            self.stop()
        elif self.thinking:
            _ = self.guess

    def _check_open(self) -> None:
        if self.over:
            if self.history and self.history[-1][1] in self.game.endstates:
                raise BadArgument("the game is over: the last guess was right")
            raise BadArgument(f"the game is over: it is known that it is {shown(self.known)}")


def solve(
    game: Game[Guess, Secret, Score],
    scorer: Callable[[Guess], Score],
    strategy: StrategyLike,
    *,
    seed: Seed = DEFAULT_SEED,
) -> list[tuple[Guess, Score]]:
    """Play a game in which ``scorer(guess)`` answers; return the guesses and answers.

    Answers that contradict each other raise :class:`InconsistentHistory`, which names the
    answers that may be wrong.

    >>> from mastermind_core import Mastermind, strategies
    >>> game = Mastermind(colours=4, holes=3)
    >>> steps = solve(game, lambda guess: game.score(guess, (4, 2, 4)), strategies.knuth)
    >>> steps[-1]
    ((4, 2, 4), Pegs(black=3, white=0))
    """
    session = Session(game, strategy, seed=seed)
    expect(callable(scorer), "scorer", "a function from a guess to a score", scorer)
    while not session.over:
        session.answer(scorer(session.guess))
    return session.history


def as_json(what: str, item: Any) -> Any:
    """Return a guess or a score as lists of numbers and texts.

    >>> as_json("guess", ("red", (1, True)))
    ['red', [1, True]]
    """
    if isinstance(item, tuple):
        return [as_json(what, part) for part in item]
    if item is None or isinstance(item, (str, int, float)):
        return item
    raise BadArgument(
        f"the {what} {shown(item)} is neither a number, a text nor a tuple of such: JSON cannot "
        "hold it"
    )


def tupled(item: Any) -> Any:
    """Return lists as tuples, all the way down."""
    return tuple(map(tupled, item)) if isinstance(item, list) else item


def history_of(data: Any) -> list[tuple[Any, Any]]:
    """Return the history that a dict of a session holds."""
    saved = isinstance(data, Mapping) and data.get("kind") == "session"
    expect(saved, "data", "the dict of a session, with kind 'session'", data)
    if data.get("version") != _VERSION:
        raise BadArgument(
            f"version must be {_VERSION}, not {shown(data.get('version'))}: a later release wrote "
            "this"
        )
    turns = pairs_in(data.get("history"))
    return [(tupled(guess), tupled(score)) for guess, score in turns]
