"""What every guess is worth: the least total that a strategy has that begins with it.

The best total is searched first, and what it took is remembered: of each further guess only what it
alone leads to is new. A guess that cannot be among the best is left as soon as a bound shows it.
"""

from __future__ import annotations

from array import array
from bisect import insort
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, Literal

from attrs import frozen

from mastermind_core.arguments.checks import whole_number
from mastermind_core.errors import BadArgument, Interrupted, shown
from mastermind_core.exact.options import SearchOptions
from mastermind_core.exact.problem import Pool, pose
from mastermind_core.game import Game, History
from mastermind_core.game.amounts import Exact, in_user_units
from mastermind_core.kernels.choose import exact_kernel, greedy_kernel
from mastermind_core.kernels.exact.task import IMPOSSIBLE, Found, Task
from mastermind_core.kernels.shared.ctrl_c import stoppable
from mastermind_core.kernels.types import POOL_CANDIDATES
from mastermind_core.metrics import ENTROPY
from mastermind_core.partitions import turns_of
from mastermind_core.progress import Progress, progress_hook
from mastermind_core.strategies.tabled.weighing import ranked, winning_guesses
from mastermind_core.table import ScoreTable, compile_game
from mastermind_core.table.symmetry import SymmetryGroup
from mastermind_core.tree import Guess, Score, Secret

#: Secrets from which symmetries save more than it takes to look for them.
_SYMMETRIC = 12


@frozen
class Value(Generic[Guess]):
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
        whole_number("best", best, 1)
        options = SearchOptions(seconds, progress=progress)
        turns = turns_of(self.game, history)
        candidates = self._table.after(turns)
        won = bool(turns) and turns[-1][1] in self.game.endstates
        if won or self._table.over(candidates):
            return []
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
        return found

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
        self._unit = table.weight_unit * table.cost_unit
        self._winning = set(winning_guesses(table, task.candidates))
        self._least = self._search((), IMPOSSIBLE)

    def best(self, number: int, hook: Any) -> list[Value[Any]]:
        """Return the values of the best guesses, and of those as good as the last of them."""
        totals: list[int] = []
        found: list[Value[Any]] = []
        for alike in self._classes(None, hook):
            limit = totals[number - 1] if len(totals) >= number else IMPOSSIBLE - 1
            value = self._value(alike, limit)
            found += value
            for one in value:
                if one.exact:
                    insort(totals, self._in_units_of_the_table(one))
        exact = sorted(filter(_is_exact, found), key=self._order)
        if len(exact) <= number:
            return exact
        return [one for one in exact if one.lower_bound <= exact[number - 1].lower_bound]

    def each(self, guesses: Sequence[int] | None, hook: Any) -> list[Value[Any]]:
        """Return the values of guesses."""
        found: list[Value[Any]] = []
        for alike in self._classes(guesses, hook):
            found += self._value(alike, IMPOSSIBLE - 1)
        return sorted(found, key=self._order)

    def _value(self, alike: Sequence[int], limit: int) -> list[Value[Any]]:
        """Return the values of guesses that are worth the same, as far as it is within a limit."""
        found = self._search((alike[0],), limit + 1)
        exact = found.proven and found.tree is not None
        bound = found.total if exact else found.lower_bound
        if bound >= IMPOSSIBLE:
            return []  # no strategy begins so
        own = in_user_units(bound, self._unit)
        least = in_user_units(self._least.total, self._unit) if self._least.proven else None
        return [
            Value(
                self._table.guesses.items[guess],
                own if exact else None,
                exact,
                own,
                None if least is None else max(own - least, 0),
            )
            for guess in alike
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
        kinds: dict[Any, list[int]] = {}
        for guess in asked:
            if table.tells(guess, candidates):
                kinds.setdefault(orbit[guess], []).append(guess)
        classes: dict[Any, list[int]] = {}
        for first, alike in kinds.items():
            classes.setdefault(self._answers(first), []).extend(alike)
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

    def _answers(self, guess: int) -> Any:
        """Return what guesses have in common that say the same for the same price."""
        row = greedy_kernel().row(self._table.kernel_scores, guess)
        price = self._table.costs[guess] if self._table.costs else 1
        return price, tuple(row[secret] for secret in self._task.candidates)

    def _order(self, value: Value[Any]) -> tuple[bool, Exact, bool, int]:
        number = self._table.guesses[value.guess]
        return not value.exact, value.lower_bound, number not in self._winning, number

    def _in_units_of_the_table(self, value: Value[Any]) -> int:
        return int(value.lower_bound / self._unit)


def _is_exact(value: Value[Any]) -> bool:
    return value.exact
