"""Sessions: one game, move by move, with advice, reviews and undo."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any, Generic, TypeAlias

from mastermind_core.arguments import DEFAULT_SEED, Seed, expect, pairs_in, whole_number
from mastermind_core.errors import (
    BadArgument,
    UninformativeGuess,
    counted,
    named,
    shown,
)
from mastermind_core.game import Game, Guess, History, Score, Secret, has_rule
from mastermind_core.game.amounts import Exact, fraction_of
from mastermind_core.game.lists import takes_game
from mastermind_core.metrics import Metric
from mastermind_core.names.applications import application
from mastermind_core.notation import guess_in, score_in
from mastermind_core.play.advice import Suggestion, check_legal
from mastermind_core.play.codebreaker import Codebreaker, first_breaker, thinking_breaker
from mastermind_core.play.ending import Ending
from mastermind_core.play.judging import Diagnosis, MoveReview, allowed
from mastermind_core.play.views import PlayerView, first_view
from mastermind_core.results import Shown
from mastermind_core.results.frames import Rows
from mastermind_core.strategies.base import Effort
from mastermind_core.strategies.tabled.greedy import Greedy
from mastermind_core.strategies.thinking import Thinking
from mastermind_core.tree import StrategyLike, check_game

#: A guess or a score as people write it: a string, or a list or a tuple of its parts.
Written: TypeAlias = str | Sequence[Any]

#: The default of ``guess=``: the proposed guess.
_PROPOSED: Any = object()

#: The version of the format that :meth:`Session.to_dict` writes.
_VERSION = 1


class Session(Shown, Generic[Guess, Secret, Score]):
    """A game in progress: its history, its candidates, and the next guess.

    You may follow the proposed guess or make any other one. If the guesses leave a session's tree,
    the default strategy continues.

    Args:
        game: The game.
        strategy: The strategy that proposes guesses: a name, a strategy, a tree or a
            :class:`Solution`. By default it is ``entropy``, and ``sampled`` in games that are too
            large for a score table.
        history: Pairs of guess and score of a game in progress. Strings are read, as in
            ("1122", "0,2").
        seed: A seed for a randomized strategy.
        thinking: Whether an anytime strategy improves the guess in the background until the next
            score. The strategy "elimination" cannot improve its guess and plays as usual.
        confidence: The game ends when the likeliest secret has this probability. None means no such
            end.
        stop: Called with the posterior and the guesses so far. It ends the game if it returns true.

    Raises:
        InconsistentHistory: If no secret fits the history.
        BadArgument: If an argument is not valid.

    See Also:
        :func:`play_game`, :func:`consistent`, :func:`best_decision`.

    >>> from mastermind_core import Mastermind
    >>> session = Session(Mastermind(colours=6, holes=4))
    >>> session.answer((1, 1), guess=(1, 1, 2, 2))
    >>> session.count, session.candidates[0]
    (208, (1, 2, 3, 3))
    >>> session.suggest(1)[0].guess == session.guess
    True
    """

    @takes_game
    def __init__(
        self,
        game: Game[Guess, Secret, Score],
        strategy: StrategyLike | type[Thinking] | None = None,
        *,
        history: History[Guess, Score] = (),
        seed: Seed = DEFAULT_SEED,
        thinking: bool = False,
        confidence: object = None,
        stop: Callable[[Mapping[Any, Fraction], int], Any] | None = None,
    ):
        """Start a game, or resume it after a history."""
        expect(isinstance(thinking, bool), "thinking", "True or False", thinking)
        thinking = thinking or strategy is Thinking
        proposes: Any = None if strategy is Thinking else strategy
        check_game(game, proposes, noisy=True)
        self.ending = Ending.of(confidence, rule=stop)
        self.game = game
        self.strategy = proposes
        self.thinking = thinking
        self.history: list[tuple[Guess, Score]] = []
        self._views: list[PlayerView] = [first_view(game, self.ending)]
        first: Any = thinking_breaker if thinking else partial(first_breaker, ending=self.ending)
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
        """Return a session for a game that was begun elsewhere.

        Args:
            game: The game.
            history: (guess, score) pairs.
            strategy: The strategy that proposes guesses, or None for the default.
            seed: A seed for a randomized strategy.

        Returns:
            The session after the history.

        Raises:
            InconsistentHistory: If no secret fits the history.

        >>> from mastermind_core import Mastermind
        >>> Session.from_history(Mastermind(colours=6, holes=4), [((1, 1, 2, 2), (0, 0))]).count
        256
        """
        return cls(game, strategy, history=history, seed=seed)

    def without_strategy(self) -> Session[Guess, Secret, Score]:
        """Return a session with the same history and the default strategy, which can be pickled.

        >>> from mastermind_core import TwoD
        >>> own = Session(TwoD(3), lambda position: position.candidates[0])
        >>> own.without_strategy().strategy is None
        True
        """
        ending = self.ending
        how: Any = {"confidence": ending.confidence, "stop": ending.rule}
        return Session(self.game, history=self.history, **how)

    @property
    def over(self) -> bool:
        """Return whether the game is over.

        A game ends with a correct guess, and one with goals also ends if all candidates share a
        goal.

        >>> from mastermind_core import identified
        >>> from mastermind_core.games import HigherLower
        >>> session = Session(identified(HigherLower(3)))
        >>> session.record(2, "<")
        >>> session.over, session.known
        (True, 3)
        """
        return self._views[-1].over

    @property
    def known(self) -> Any:
        """Return the identified goal or secret, or None while several are possible.

        In a game with goals this is all candidates' goal, otherwise the only candidate. It is the
        likeliest one if the session has reached its confidence, was stopped by its rule, or is over
        although answers may be wrong.
        """
        return self._views[-1].name

    @property
    def count(self) -> int:
        """Count the consistent secrets exactly.

        Raises:
            GameTooLarge: If counting is infeasible, such as for 16 colours in 12 holes after some
                scores. ``candidates`` can still be iterated.
        """
        return self._views[-1].count

    @property
    def candidates(self) -> Sequence[Secret]:
        """Return the consistent secrets, in the game's order.

        In large code games the sequence is lazy.
        """
        return self._views[-1].candidates

    @property
    def posterior(self) -> dict[Any, Fraction]:
        """Return each possible secret (or goal) with its probability, the likeliest first.

        >>> from mastermind_core import TwoD
        >>> len(Session(TwoD(3)).posterior), sum(Session(TwoD(3)).posterior.values())
        (9, Fraction(1, 1))
        """
        return self._views[-1].posterior

    @property
    def is_probable(self) -> bool:
        """Return whether answers may be wrong, so that the posterior says more than candidates."""
        return self._views[-1].is_probable

    @property
    def doubts(self) -> list[Fraction]:
        """Return for each answer so far the probability that it was wrong."""
        return self._views[-1].doubts

    @property
    def lower_bound(self) -> Any:
        """Return a proven lower bound on the expected number of further guesses.

        It is None for exact answers, or if the session's end does not limit the error.
        """
        return self._views[-1].lower_bound

    @property
    def guess(self) -> Guess:
        """Return the guess that the strategy proposes.

        A guess whose score is unknown is not proposed again, unless it could get another answer. If
        the game's rule forbids the strategy's guess, the best legal one is proposed.
        """
        self._check_open()
        for before, view in pairwise(self._views[len(self._breakers) - 1 :]):
            breaker = self._breakers[-1]
            if view.known is not before.known:
                breaker = breaker.after(*view.turns[-1], view.known)
            self._breakers.append(breaker)
        proposed: Guess = self._breakers[-1].guess
        if has_rule(self.game) and not self._is_legal(proposed):
            proposed = self.suggest(1)[0].guess
        spent = self._views[-1].spent
        if proposed in spent:
            others = self.suggest(len(spent) + 1)
            found = [one.guess for one in others if one.guess not in spent]
            if not found:
                raise UninformativeGuess(
                    "no informative guess is left but those with an unknown score: pass guess="
                )
            proposed = found[0]
        return proposed

    def _is_legal(self, guess: Guess) -> bool:
        """Return whether the game's rule allows a guess now."""
        game: Any = self.game
        return bool(game.legal(guess, tuple(self._told())))

    def _told(self) -> list[tuple[Guess, Score]]:
        """Return the turns whose scores are known."""
        return [turn for turn in self.history if not self._is_unknown(turn[1])]

    def _is_unknown(self, score: object) -> bool:
        return score is None and None not in (self._views[0].scores or ())

    @property
    def effort(self) -> Effort:
        """Return the number of codes that the strategy has examined, if it counts them."""
        return self._breakers[0].effort

    def record(self, guess: Guess | Written, score: Score | Written | None) -> None:
        """Record a guess and its score, also a guess that the session did not propose.

        Args:
            guess: The guess, or a string or a list that denotes it.
            score: The score, or a string or a list. None means that it is unknown: the guess is
                counted, and nothing is learnt.

        Raises:
            InconsistentHistory: If the score contradicts earlier ones. The message names scores
                that may be wrong. The session does not change.
            BadArgument: If the game is over, or the guess or the score is not valid.

        >>> from mastermind_core import Mastermind
        >>> session = Session(Mastermind(colours=6, holes=4))
        >>> session.record((1, 1, 2, 2), (0, 1))
        >>> session.count
        256
        """
        self._take(guess, score)
        self._think()

    def answer(self, score: Score | Written | None, *, guess: Guess | Written = _PROPOSED) -> None:
        """Record the proposed guess's score.

        See also :meth:`record`, which takes a guess that was made elsewhere.

        Args:
            score: The score, or a string or a list that denotes it. None means that it is unknown:
                the guess is counted, and nothing is learnt.
            guess: The guess, or a string or a list, by default the proposed one.

        Raises:
            InconsistentHistory: If the score contradicts earlier ones. The message names answers
                that may be wrong. The session does not change.
            BadArgument: If the game is over, the guess or the score is not valid, or the game's
                rule forbids the guess.
        """
        self._take(self.guess if guess is _PROPOSED else guess, score)
        self._think()

    def _take(self, asked: Any, score: Any) -> None:
        self._check_open()
        guess = guess_in(self.game, asked)
        check_legal(self.game, guess, tuple(self._told()))
        if not self._is_unknown(score):
            score = score_in(self.game, score, self._views[0].scores, guess)
        self._views.append(self._views[-1].after(guess, score))
        self.history.append((guess, score))

    def undo(self) -> None:
        """Remove the last guess and its score.

        Raises:
            BadArgument: If the history is empty.
        """
        if not self.history:
            raise BadArgument("nothing to take back: no answer was given yet")
        self.history.pop()
        self._views.pop()
        for breaker in self._breakers[len(self._views) :]:
            breaker.stop()
        del self._breakers[len(self._views) :]
        self._think()

    def stop(self) -> None:
        """Stop the search in the background. The best guess so far stays."""
        for breaker in self._breakers:
            breaker.stop()

    def suggest(
        self,
        n: int = 5,
        *,
        metric: str | Metric | None = None,
        seconds: float | None = None,
        distinct: bool = False,
    ) -> list[Suggestion[Guess]]:
        """Return the best ``n`` guesses by a metric, the best first.

        Secret weights and guess costs count as in a greedy strategy. In a game with a hard mode
        only legal guesses are suggested. If answers may be wrong, suggestions have their bits of
        information, and bits per cost.

        Args:
            n: How many suggestions, at most.
            metric: A metric or its name. By default the session's metric if its strategy is greedy,
                otherwise the expected number of candidates.
            seconds: The time for exact regrets. Beyond it they are estimates. By default they
                are estimates while many candidates remain.
            distinct: Whether to omit guesses that split the candidates into blocks with the same
                sizes as an earlier suggestion.

        Returns:
            The suggestions.

        Raises:
            BadArgument: If the game is over, or an argument is not valid.

        >>> from mastermind_core import TwoD
        >>> print(Session(TwoD(5)).suggest(1)[0])
        (2, 2): 7.72 left on average, 8 at worst, 1.764 bits, may win, as good as any
        """
        seconds = None if seconds is None else allowed(seconds)
        expect(isinstance(distinct, bool), "distinct", "True or False", distinct)
        self._check_open()
        how: Any = {"seconds": seconds, "distinct": distinct}
        return Rows(self._views[-1].suggest(n, metric, self._greedy(), **how), self.game)

    def suggest_batch(self, n: int) -> list[Suggestion[Guess]]:
        """Return guesses to make at the same time, chosen by their information together.

        Args:
            n: How many guesses.

        Returns:
            The guesses. They are fewer if no other is informative.

        Raises:
            BadArgument: If the game is over, or has no choice between several guesses.
        """
        number = whole_number("n", n, 1, of=" (guesses)")
        self._check_open()
        batch = getattr(self._views[-1], "suggest_batch", None)
        if batch is None:
            raise BadArgument(
                f"{shown(self.game)} has no batches: use suggest, or a history with rates by noisy"
            )
        return Rows(batch(number), self.game)

    def weigh(self, guess: Guess | Written) -> Suggestion[Guess]:
        """Return any guess's expected effects.

        Args:
            guess: The guess.

        Returns:
            A suggestion without a regret.
        """
        found: Suggestion[Guess]
        found = self._views[-1].weigh(guess_in(self.game, guess), self._greedy())
        return found

    def explain(self, guess: Guess | Written) -> dict[Score, Exact]:
        """Return the number or the weight of the candidates for each score of a guess.

        Args:
            guess: The guess.

        Returns:
            A mapping from score to weight, the largest first, or without weights, to a number.

        >>> from mastermind_core import TwoD
        >>> list(Session(TwoD(3)).explain((1, 1)).values())
        [3, 3, 2, 1]
        """
        weights = self._views[-1].explain(guess_in(self.game, guess))
        return dict(sorted(weights.items(), key=lambda item: -item[1]))

    def diagnose(self, score: Any, *, guess: Any = _PROPOSED) -> list[Diagnosis]:
        """Return diagnoses of a score that contradicts earlier ones. See :func:`diagnose`.

        Args:
            score: The score, which is not recorded.
            guess: The guess, by default the proposed one.

        Returns:
            The diagnoses, the likeliest first.
        """
        asked = self.guess if guess is _PROPOSED else guess
        history = [*self._told(), (asked, score)]
        diagnoses: list[Diagnosis] = application("diagnose")(self.game, history)
        return diagnoses

    def review(self, *, seconds: float = 3.0) -> list[MoveReview]:
        """Review the guesses so far. See :func:`review`.

        Args:
            seconds: The time for exact values. Beyond it they are estimates.

        Returns:
            One review per guess.
        """
        return self._views[-1].review(allowed(seconds))

    def to_dict(self) -> dict[str, Any]:
        """Return the history as lists with numbers and strings, for a JSON file.

        The game and the strategy are not stored: pass them again to :meth:`from_dict`.

        >>> from mastermind_core import Mastermind
        >>> game = Mastermind(colours=6, holes=4)
        >>> Session.from_history(game, [((1, 1, 2, 2), (0, 0))]).to_dict()
        {'kind': 'session', 'version': 1, 'history': [[[1, 1, 2, 2], [0, 0]]]}
        """
        if self.ending.rule is not None:
            raise BadArgument("stop is a function, which cannot be written: leave it out")
        limit = self.ending.confidence
        return {
            "kind": "session",
            "version": _VERSION,
            "history": [
                [as_json("guess", guess), as_json("score", score)] for guess, score in self.history
            ],
            **({} if limit is None else {"confidence": str(limit)}),
        }

    @classmethod
    def from_dict(
        cls,
        game: Game[Guess, Secret, Score],
        data: Mapping[str, Any],
        strategy: StrategyLike | None = None,
    ) -> Session[Guess, Secret, Score]:
        """Return the session that :meth:`to_dict` has written.

        Args:
            game: The session's game.
            data: The dict.
            strategy: The strategy that proposes guesses, or None for the default.

        Returns:
            The session.

        Raises:
            BadArgument: If ``data`` is not a session's dict.
            InconsistentHistory: If the history does not fit the game.
        """
        saved = isinstance(data, Mapping) and data.get("kind") == "session"
        expect(saved, "data", "the dict of a session, with kind 'session'", data)
        version = data.get("version")
        expect(version == _VERSION, "version", f"{_VERSION}, which this release reads", version)
        limit = data.get("confidence")
        if isinstance(limit, str):
            with suppress(ValueError):  # what is no number is refused below
                limit = fraction_of(limit)
        return cls(game, strategy, history=pairs_in(data.get("history")), confidence=limit)

    def __reduce__(self) -> Any:
        # The knowledge follows from the history; a randomized strategy samples again.
        how: Any = {"confidence": self.ending.confidence, "stop": self.ending.rule}
        how |= {"history": tuple(self.history), "thinking": self.thinking}
        return partial(Session, **how), (self.game, self.strategy)

    def __repr__(self) -> str:
        left = self._views[-1].left
        state = "over" if self.over else f"{left} candidate{'' if left == '1' else 's'}"
        return f"<Session of {named(self.game)}: {counted(len(self.history), 'answer')}, {state}>"

    def _greedy(self) -> Greedy | None:
        """Return the session's strategy if it orders all guesses, or None."""
        strategy = getattr(self._breakers[0], "strategy", None)
        return strategy if isinstance(strategy, Greedy) else None

    def _think(self) -> None:
        """Start the search for the next guess in the background, if the session thinks."""
        if self.thinking and self.over:
            self.stop()
        elif self.thinking:
            _ = self.guess

    def _check_open(self) -> None:
        if self.over:
            if self.history and self.history[-1][1] in self.game.endstates:
                raise BadArgument("the game is over: the last score ends it")
            raise BadArgument(f"the game is over: {shown(self.known)} is identified")


def as_json(what: str, item: object) -> Any:
    """Return a guess or a score as lists with numbers and strings.

    >>> as_json("guess", ("red", (1, True)))
    ['red', [1, True]]
    """
    if isinstance(item, tuple):
        return [as_json(what, part) for part in item]
    if isinstance(item, frozenset):
        return [as_json(what, part) for part in sorted(item, key=str)]
    if item is None or isinstance(item, (str, int, float)):
        return item
    raise BadArgument(
        f"the {what} {shown(item)} cannot be written as JSON: use a number, a string or a tuple "
        "of such"
    )
