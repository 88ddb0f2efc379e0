"""What every guess is worth: the least total that a strategy has that begins with it.

The best total is searched first, and what it took is remembered: of each further guess only what it
alone leads to is new. A guess that cannot be among the best is left as soon as a bound shows it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, Literal

from attrs import frozen

from mastermind_core.arguments.checks import whole_number
from mastermind_core.errors import BadArgument, Interrupted, shown
from mastermind_core.exact.options import SearchOptions
from mastermind_core.exact.problem import Pool, pose
from mastermind_core.game import Game, History
from mastermind_core.game.amounts import Exact, in_user_units
from mastermind_core.kernels.choose import exact_kernel
from mastermind_core.kernels.exact.task import IMPOSSIBLE, Found, Task
from mastermind_core.kernels.shared.ctrl_c import stoppable
from mastermind_core.kernels.types import POOL_CANDIDATES
from mastermind_core.metrics import ENTROPY
from mastermind_core.partitions import turns_of
from mastermind_core.progress import Progress, progress_hook
from mastermind_core.results.display import Shown
from mastermind_core.results.rows import Rows
from mastermind_core.strategies.tabled.weighing import answered, ranked, winning_guesses
from mastermind_core.table import ScoreTable, compile_game
from mastermind_core.table.symmetry import SymmetryGroup
from mastermind_core.tree import Guess, Score, Secret

#: Secrets from which symmetries save more than it takes to look for them.
_SYMMETRIC = 12


@frozen
class Value(Shown, Generic[Guess]):
    """The least total of all strategies that begin with a guess.

    ``total`` is None where it is not ``exact``: then ``lower_bound`` is all that is proven.
    ``regret`` is how much more it is than the least total of any guess, at least that much where it
    is not exact, and None where the least total is not known.
    """

    guess: Guess
    total: Exact | None
    exact: bool
    lower_bound: Exact
    regret: Exact | None

    def __str__(self) -> str:
        known = f"{self.total}" if self.exact else f"at least {self.lower_bound}"
        more = "" if self.regret is None else f" (+{self.regret})"
        return f"{self.guess!r}: {known}{more}"


class Oracle(Generic[Guess, Secret, Score]):
    """Values of the guesses of one game, at any moment of it.

    It keeps what it has found out, so that the next question is answered sooner; ``memory`` is how
    many bytes it may take. ``pool`` is as in :func:`optimal`, but without "legal".

    >>> from mastermind_core import Mastermind
    >>> oracle = Oracle(Mastermind(colours=4, holes=3))
    >>> for value in oracle.values(guesses=[(1, 2, 3), (1, 1, 2)]):
    ...     print(value)
    (1, 1, 2): 206 (+0)
    (1, 2, 3): 208 (+2)
    >>> oracle.regret((1, 1, 1))
    27
    """

    @stoppable
    def __init__(
        self,
        game: Game[Guess, Secret, Score],
        *,
        pool: Pool = "all",
        memory: int | None = None,
        threads: int | None = None,
    ):
        if isinstance(pool, str) and pool == "legal":
            raise BadArgument('pool must be "all" or "candidates": a legal guess has a history')
        options = SearchOptions(memory=memory, threads=threads)
        self.game = game
        self._table = compile_game(game)
        self._task = pose(game, self._table, "mean", pool, options=options)
        self._known = exact_kernel().new_memory(self._table.kernel_scores, self._task)

    def value(self, guess: Guess, history: History[Guess, Score] = ()) -> Value[Guess]:
        """Return what one guess is worth."""
        for value in self.values(history, [guess]):
            return value
        raise BadArgument(
            f"{shown(guess)} is worth nothing here: the game is over, or it gets one answer from "
            "all that is left"
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
        options = SearchOptions(seconds, progress=progress)
        turns = turns_of(self.game, history)
        candidates = self._table.after(turns)
        won = bool(turns) and turns[-1][1] in self.game.endstates
        if won or self._table.over(candidates):
            return Rows((), self.game)
        asked = array("I", (self._table.guesses[guess] for guess, _ in turns))
        symmetric = len(candidates) >= _SYMMETRIC
        task = self._task._replace(
            candidates=candidates,
            asked=asked,
            symmetries=self._task.symmetries if symmetric else (),
        )
        question = _Question(self._table, task, self._known, options)
        with progress_hook("valuing", progress=progress) as hook:
            if guesses is None:
                found = question.best(best, hook)
            else:
                every = isinstance(guesses, str) and guesses == "all"
                found = question.each(None if every else self._numbers(guesses), hook)
        return Rows(found, self.game)

    def _numbers(self, guesses: Any) -> list[int]:
        if isinstance(guesses, str) or not isinstance(guesses, Iterable):
            raise BadArgument(
                f'guesses must be a list of guesses, "all" or None for the best ones, not '
                f"{shown(guesses)}"
            )
        return [self._table.guesses[guess] for guess in guesses]


@stoppable
def values(
    game: Game[Guess, Secret, Score],
    history: History[Guess, Score] = (),
    guesses: Iterable[Guess] | Literal["all"] | None = None,
    *,
    best: int = 10,
    pool: Pool = "all",
    seconds: float | None = None,
    memory: int | None = None,
    threads: int | None = None,
    progress: Progress | bool | None = None,
) -> list[Value[Guess]]:
    """Return what guesses are worth after a history, the best first: exact totals, and regrets.

    Without ``guesses`` these are the ``best`` ones of all, and those as good as the last of them;
    with a list of guesses, or "all", each of these, as long as it tells something. Guesses that are
    equally good are in the order of ``game.guesses``, those that may win first. When ``seconds``
    are over, what is left has bounds. An :class:`Oracle` answers many such questions.

    >>> from mastermind_core import TwoD
    >>> [(one.guess, one.total, one.regret) for one in values(TwoD(3), best=2)]
    [((0, 2), 22, 0), ((1, 1), 22, 0), ((2, 0), 22, 0)]
    >>> values(TwoD(3), guesses=[(0, 0)])[0].regret
    6
    """
    oracle = Oracle(game, pool=pool, memory=memory, threads=threads)
    return oracle.values(history, guesses, best=best, seconds=seconds, progress=progress)


class _Question:
    """One question: the values of guesses for a set of candidates."""

    def __init__(self, table: ScoreTable, task: Task, known: Any, options: SearchOptions):
        self._table, self._task, self._known, self._options = table, task, known, options
        self._winning = set(winning_guesses(table, task.candidates))
        self._least = self._search((), IMPOSSIBLE)

    def best(self, number: int, hook: Any) -> list[Value[Any]]:
        """Return the values of the best guesses, and of those as good as the last of them."""
        totals: list[int] = []  # of the best ones so far, ascending
        known: list[tuple[int, Sequence[int]]] = []
        for alike in self._classes(None, hook):
            limit = totals[-1] if len(totals) == number else IMPOSSIBLE - 1
            total, exact = self._worth(alike[0], limit)
            if exact:
                known.append((total, alike))
                totals = sorted([*totals, *[total] * len(alike)])[:number]
        return self._listed((total, True, alike) for total, alike in known if total <= totals[-1])

    def each(self, guesses: Sequence[int] | None, hook: Any) -> list[Value[Any]]:
        """Return the values of guesses; those with which no strategy begins have none."""
        worth = (
            (*self._worth(alike[0], IMPOSSIBLE - 1), alike)
            for alike in self._classes(guesses, hook)
        )
        return self._listed(one for one in worth if one[0] < IMPOSSIBLE)

    def _worth(self, guess: int, limit: int) -> tuple[int, bool]:
        """Return the least total that begins with a guess, or else a bound of it: is it exact?"""
        found = self._search((guess,), limit + 1)
        exact = found.proven and found.tree is not None
        return found.total if exact else found.lower_bound, exact

    def _listed(self, worth: Iterable[tuple[int, bool, Sequence[int]]]) -> list[Value[Any]]:
        """Return values in the numbers of the game, the best first."""
        table, least = self._table, self._least
        unit = table.weight_unit * table.cost_unit
        ordered = sorted(
            (not exact, bound, guess not in self._winning, guess)
            for bound, exact, alike in worth
            for guess in alike
        )
        return [
            Value(
                table.guesses.items[guess],
                None if open_still else in_user_units(bound, unit),
                not open_still,
                in_user_units(bound, unit),
                in_user_units(max(bound - least.total, 0), unit) if least.proven else None,
            )
            for open_still, bound, _, guess in ordered
        ]

    def _search(self, first: tuple[int, ...], below: int) -> Found:
        task = self._task._replace(first=first, below=below)
        if self._options.seconds is not None:
            task = task._replace(seconds=self._options.seconds_left)
        found = exact_kernel().attempt(self._table.kernel_scores, task, None, self._known)
        if found.interrupted:
            raise Interrupted
        return found

    def _classes(self, guesses: Sequence[int] | None, hook: Any) -> Iterator[Sequence[int]]:
        """Yield guesses that tell something, those together that are worth the same.

        Of all guesses the first are those that leave least entropy.
        """
        table, candidates = self._table, self._task.candidates
        size = len(table.guesses.items)
        asked: Iterable[int] = range(size) if guesses is None else dict.fromkeys(guesses)
        # Where nothing ends a game but what is known, every guess is a candidate.
        if self._task.pool == POOL_CANDIDATES and any(table.final):
            asked = filter(self._winning.__contains__, asked)
        orbit: Sequence[int] = range(size)
        if guesses is None:
            orbit = self._symmetry().guess_orbits(size)
        exchanged: dict[int, list[int]] = {}
        for guess in asked:
            exchanged.setdefault(orbit[guess], []).append(guess)
        prices = table.costs or [1] * size
        classes: dict[Any, list[int]] = {}
        for guess, answers in answered(table, candidates, exchanged):
            if len(set(answers)) > 1 or table.over(candidates, answers[0]):
                classes.setdefault((prices[guess], answers), []).extend(exchanged[guess])
        ordered = list(classes.values())
        if guesses is None:
            best = ranked(table, candidates, ENTROPY, range(size))
            places = {guess: at for at, guess in enumerate(best)}
            ordered.sort(key=lambda own: min(places.get(one, size) for one in own))
        for done, own in enumerate(ordered, start=1):
            yield own
            if hook is not None:
                hook(done, len(ordered))

    def _symmetry(self) -> SymmetryGroup:
        """Return the symmetries that fix the history."""
        declared = self._task.symmetries
        group = SymmetryGroup(
            tuple(array("I", one.guesses) for one in declared),
            tuple(array("I", one.secrets) for one in declared),
        )
        for guess in dict.fromkeys(self._task.asked):
            group = group.fixing(guess) if group else group
        return group
