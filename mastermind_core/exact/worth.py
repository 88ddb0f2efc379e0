"""What every guess is worth: the least total that a strategy has that begins with it.

What a search took is remembered: of each further guess only what it alone leads to is new.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Generic, Literal

from attrs import evolve

from mastermind_core.arguments import whole_number
from mastermind_core.errors import BadArgument, BadGame, NoStrategy, shown
from mastermind_core.exact.legality import rest_of
from mastermind_core.exact.options import LOG, SearchOptions
from mastermind_core.exact.problem import Pool, known_in_time, pose
from mastermind_core.exact.valuing import SYMMETRIC, KnownValues, Value, ValueQuestion
from mastermind_core.game import Game, History
from mastermind_core.game.amounts import Exact
from mastermind_core.kernels.choose import exact_kernel
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.task import POOL_LEGAL
from mastermind_core.kernels.shared.ctrl_c import stoppable
from mastermind_core.partitions import turns_of
from mastermind_core.progress import Progress, progress_hook
from mastermind_core.results.frames import Rows
from mastermind_core.tree import Guess, Score, Secret

#: Histories of which an oracle keeps what is known, where the way to a set counts.
_HISTORIES = 16


class Oracle(Generic[Guess, Secret, Score]):
    """Values of the guesses of one game, at any moment of it.

    It keeps what it has found out, so that the next question is answered sooner; ``memory`` bounds
    the bytes of the solved sets and scores that it keeps. ``pool`` is as in :func:`optimal`;
    ``objective`` is "mean", or "worst" for the worst case instead of the total. Several threads may
    ask it, and :func:`~mastermind_core.save` keeps the ``totals`` that it knows in a file. With the
    pool "legal" each of the last histories it was asked about may take as much memory.

    >>> from mastermind_core import Mastermind
    >>> oracle = Oracle(Mastermind(colours=4, holes=3))
    >>> for value in oracle.values(guesses=[(1, 2, 3), (1, 1, 2)]):
    ...     print(value)
    (1, 1, 2): 206 (+0)
    (1, 2, 3): 208 (+2)
    >>> oracle.least(), oracle.regret((1, 1, 1))
    (206, 27)
    """

    @stoppable
    def __init__(
        self,
        game: Game[Guess, Secret, Score],
        *,
        objective: Literal["mean", "worst"] = "mean",
        pool: Pool = "all",
        memory: int | None = None,
        threads: int | None = None,
    ):
        self._begin(SearchOptions(memory=memory, threads=threads), game, objective, pool)

    @classmethod
    def _within(cls, options: SearchOptions, game: Any, *given: Any) -> Oracle[Any, Any, Any]:
        """Return an oracle that is made within the time of a call."""
        oracle = cls.__new__(cls)
        oracle._begin(options, game, *given)
        return oracle

    def _begin(self, options: SearchOptions, game: Any, objective: Any, pool: Pool) -> None:
        if not isinstance(objective, str) or objective not in ("mean", "worst"):
            raise BadArgument(f'objective must be "mean" or "worst", not {shown(objective)}')
        self.game, self.pool, self.objective = game, pool, Objective(objective)
        self._table, self._options = known_in_time(game, options), options
        self._task = pose(game, self._table, objective, pool, options=options)
        self._known = KnownValues(exact_kernel().new_memory(self._table.kernel_scores, self._task))
        # What is legal depends on the way to a set: each history has an oracle of its own.
        self._after: dict[Any, Oracle[Any, Any, Any]] = {}

    @property
    def totals(self) -> dict[tuple[bytes, int], int]:
        """Return what is known, in the units of the table, by candidates and guess (-1: any)."""
        return self._known.totals

    @stoppable
    def least(
        self, history: History[Guess, Score] = (), *, seconds: float | None = None
    ) -> Exact | None:
        """Return the least total, or worst case, after a history; None where time runs out."""
        return self._least(history, SearchOptions(seconds))

    def value(self, guess: Guess, history: History[Guess, Score] = ()) -> Value[Guess]:
        """Return what one guess is worth."""
        for value in self.values(history, [guess]):
            return value
        raise BadArgument(
            f"{shown(guess)} is worth nothing here: the game is over, or it gets one answer from "
            "all that is left, or it is not legal any more"
        )

    def regret(self, guess: Guess, history: History[Guess, Score] = ()) -> Exact:
        """Return how much more a guess leads to in all than the best one, exactly."""
        regret = self.value(guess, history).regret
        assert regret is not None
        return regret

    @stoppable
    def values(
        self,
        history: History[Guess, Score] = (),
        guesses: Iterable[Guess] | Literal["all"] | None = None,
        *,
        best: int = 10,
        seconds: float | None = None,
        progress: Progress | bool | None = None,
    ) -> list[Value[Guess]]:
        """Return what guesses are worth, as :func:`values` does."""
        best = whole_number("best", best, 1)
        question = self._question(history, SearchOptions(seconds, progress=progress))
        if not isinstance(question, ValueQuestion):
            return Rows((), self.game)
        with progress_hook("valuing", progress=progress) as hook:
            if guesses is None:
                found = question.best(best, hook)
            elif isinstance(guesses, str) and guesses == "all":
                found = question.all(hook)
            else:
                found = question.each(self._told(guesses), hook)
        known = sum(value.exact for value in found), len(found)
        LOG.info("values of %s: %d of %d values exact", self.game, *known)
        return Rows(found, self.game)

    def _question(self, history: Any, options: SearchOptions) -> ValueQuestion | Exact | None:
        """Return what is asked after a history; 0 where the game is over.

        None where no legal guess finds some secret that is left: there is no strategy.
        """
        table = self._table
        turns = tuple(turns_of(self.game, history))
        candidates = table.after(turns)
        if (turns and turns[-1][1] in self.game.endstates) or table.over(candidates):
            return 0
        if turns and self._task.pool == POOL_LEGAL:
            with suppress(BadGame):
                return self._left(turns, options)._question((), options)
            return None
        task = self._task._replace(
            candidates=candidates, asked=array("I", (table.guesses[guess] for guess, _ in turns))
        )
        if len(candidates) < SYMMETRIC:
            task = task._replace(symmetries=())
        LOG.info("values of %s: %s, %d candidates", self.game, task.objective, len(candidates))
        return ValueQuestion(table, task, self._known, options)

    def _left(self, turns: tuple[Any, ...], options: SearchOptions) -> Oracle[Any, Any, Any]:
        """Return the oracle of what is left after some turns, and keep the last ones."""
        found = self._after.pop(turns, None)
        if found is None:
            own = evolve(self._options, seconds=options.seconds and options.seconds_left)
            found = self._within(own, rest_of(self.game, turns), self.objective, self.pool)
        self._after[turns] = found
        for old in list(self._after)[:-_HISTORIES]:
            self._after.pop(old, None)
        return found

    def _least(self, history: Any, options: SearchOptions) -> Exact | None:
        with suppress(NoStrategy):  # known in time
            question = self._question(history, options)
            return question.least() if isinstance(question, ValueQuestion) else question
        return None

    def _told(self, guesses: Any) -> Iterable[Any]:
        if isinstance(guesses, str) or not isinstance(guesses, Iterable):
            raise BadArgument(
                f'guesses must be a list of guesses, "all" or None for the best ones, not '
                f"{shown(guesses)}"
            )
        for guess in (listed := list(guesses)):
            self._table.guesses[guess]  # refuses what is no guess of the game
        return listed


@stoppable
def values(
    game: Game[Guess, Secret, Score],
    history: History[Guess, Score] = (),
    guesses: Iterable[Guess] | Literal["all"] | None = None,
    *,
    objective: Literal["mean", "worst"] = "mean",
    best: int = 10,
    pool: Pool = "all",
    seconds: float | None = None,
    memory: int | None = None,
    threads: int | None = None,
    progress: Progress | bool | None = None,
) -> list[Value[Guess]]:
    """Return what guesses are worth after a history, the best first: exact totals, and regrets.

    With the ``objective`` "worst" the totals are worst cases.

    Without ``guesses`` these are the ``best`` ones of all, and those as good as the last of them.
    With a list of guesses, or "all", each of these, as long as it tells something. Guesses that are
    equally good are in the order of ``game.guesses``, those that may win first. When ``seconds``
    are over, what may be among them still has a bound. An :class:`Oracle` answers many such
    questions.

    >>> from mastermind_core import TwoD
    >>> [(one.guess, one.total, one.regret) for one in values(TwoD(3), best=2)]
    [((0, 2), 22, 0), ((1, 1), 22, 0), ((2, 0), 22, 0)]
    >>> values(TwoD(3), guesses=[(0, 0)])[0].regret
    6
    """
    options = SearchOptions(seconds, memory=memory, threads=threads, progress=progress)
    oracle = Oracle._within(options, game, objective, pool)
    seconds = options.seconds and options.seconds_left
    return oracle.values(history, guesses, best=best, seconds=seconds, progress=progress)
