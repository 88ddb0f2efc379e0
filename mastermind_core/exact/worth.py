"""Guess values: the minimum total over all strategies that begin with each guess.

Solved sets are remembered, so each further guess adds only the sets that it alone leads to. The
best guesses are found one after the other, each as the best among the remaining ones. Guesses with
equal answers have the same value, and are searched once.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from hashlib import blake2b
from threading import Lock
from typing import Any, Generic, Literal, Unpack

from attrs import define, evolve, field, frozen

from mastermind_core.arguments import expect, is_list, whole_number
from mastermind_core.errors import BadArgument, BadGame, Interrupted, NoStrategy, shown
from mastermind_core.exact.anytime.budget import fills_in_time
from mastermind_core.exact.anytime.greedy import size_bound
from mastermind_core.exact.deadline import Deadline, TimeIsUpError
from mastermind_core.exact.legality import rest_of
from mastermind_core.exact.options import LOG, Limits, SearchOptions, searching
from mastermind_core.exact.problem import Pool, known_in_time, pose
from mastermind_core.game import Game, Guess, History, Score, Secret, pool_of
from mastermind_core.game.amounts import Exact, in_user_units
from mastermind_core.game.lists import takes_game
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.task import IMPOSSIBLE, POOL_LEGAL, Found, Task
from mastermind_core.kernels.shared.ctrl_c import stoppable
from mastermind_core.kernels.types import POOL_CANDIDATES
from mastermind_core.metrics import ENTROPY
from mastermind_core.notation import guess_in
from mastermind_core.partitions import turns_of
from mastermind_core.progress import Progress, progress_hook
from mastermind_core.results import Shown
from mastermind_core.results.frames import Rows
from mastermind_core.strategies.tabled.greedy import answered, ranked
from mastermind_core.table import ScoreTable
from mastermind_core.table.symmetry import SymmetryGroup

#: Secrets from which symmetries save more than it takes to look for them: once for the guesses of a
#: question, and in the search for each.
SYMMETRIC = 12
_SEARCHED_SYMMETRIC = 200

#: Wanted guesses up to which all are searched together; the most totals that are kept (50 MB).
_AT_ONCE = 10
_KEPT = 2**18

#: In place of a guess: any.
_ANY = -1


@frozen
class Value(Shown, Generic[Guess]):
    """The minimum total over all strategies that begin with a guess.

    Attributes:
        guess: The guess.
        total: The minimum total, or None if it is not proven.
        exact: Whether the total is proven.
        lower_bound: A proven lower bound for the total.
        regret: The difference from any guess's minimum total: exactly, or at least that much if
            ``exact`` is false. None if that minimum is not known.
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


@define(eq=False)
class KnownValues:
    """An oracle's memory: solved sets, and exact totals by candidates and guess.

    The pinned totals stay, for example the totals in a file. The others are limited in number.
    """

    memory: Any
    totals: dict[tuple[bytes, int], int] = field(factory=dict)
    pinned: dict[tuple[bytes, int], int] = field(factory=dict)
    searching: Any = field(factory=Lock)

    def get(self, key: tuple[bytes, int]) -> int | None:
        """Return a known total, or None."""
        found = self.pinned.get(key)
        return self.totals.get(key) if found is None else found

    def keep(self, key: tuple[bytes, int], total: int) -> None:
        """Keep a total, and forget those that are not pinned if there are too many."""
        if len(self.totals) >= _KEPT:
            self.totals.clear()
        self.totals[key] = total


def _key_of(candidates: array[int]) -> bytes:
    """Return the digest of a candidate set, in the keys of totals."""
    return blake2b(candidates.tobytes(), digest_size=16).digest()


class ValueQuestion:
    """One question: what guesses are worth for a candidate set."""

    def __init__(self, table: ScoreTable, task: Task, known: KnownValues, options: SearchOptions):
        self._table = table
        self._task = task
        self._known = known
        self._options = options
        self._key = _key_of(task.question.candidates)
        self._by_worst = task.question.objective.by_worst
        self._unit = table.cost_unit * (1 if self._by_worst else table.weight_unit)

    def least(self) -> Exact | None:
        """Return any strategy's minimum total, or None if the time ran out."""
        total, exact = self._worth(_ANY)
        return in_user_units(total, self._unit) if exact else None

    def best(self, number: int, hook: Any) -> list[Value[Any]]:
        """Return the best guesses' values, including all ties with the last one."""
        worth: list[tuple[int, bool, Sequence[int]]] = []
        number = min(number, len(self._table.guesses.items))
        smallest = number * [IMPOSSIBLE - 1]
        exact = 0
        for some in self._portions(number):
            left = {tied[0]: tied for tied in some}
            while left:
                found = self._search(tuple(left), min(smallest[-1] + 1, IMPOSSIBLE - 1))
                if not found.proven:
                    worth += ((found.lower_bound, False, tied) for tied in left.values())
                if not found.proven or found.tree is None:
                    break
                tied = left.pop(found.tree.guesses[0])
                total = self._figure(found)
                worth.append((total, True, tied))
                for guess in tied:
                    self._known.keep((self._key, guess), total)
                smallest = sorted(smallest + len(tied) * [total])[:number]
                exact = min(exact + len(tied), number)
                if hook is not None:
                    hook(exact, number)
        return self._listed([one for one in worth if one[0] <= smallest[-1]])

    def _portions(self, number: int) -> Iterator[Sequence[Sequence[int]]]:
        """Yield all classes, and if many are wanted, in portions, the most promising first."""
        classes = self._classes()
        if number <= _AT_ONCE or not self._options.seconds_left:
            yield classes
            return
        firsts = [own[0] for own in classes]
        order = ranked(self._table, self._task.question.candidates, ENTROPY, firsts)
        places = {guess: at for at, guess in enumerate(order)}
        classes.sort(key=lambda own: places.get(own[0], len(places)))
        while classes:
            yield classes[:number]
            classes = classes[number:]
            number = 2 * number

    def each(self, guesses: Iterable[Any], hook: Any) -> list[Value[Any]]:
        """Return all informative and legal guesses' values."""
        known = self._table.guesses
        numbers = dict.fromkeys(known[guess] for guess in guesses if guess in known)
        asked = self._candidates_of(numbers)
        among = self._task.question.candidates
        return self._valued([[one] for one in asked if self._table.tells(one, among)], hook)

    def all(self, hook: Any) -> list[Value[Any]]:
        """Return all informative guesses' values."""
        return self._valued(self._classes(), hook)

    def _valued(self, classes: Sequence[Sequence[int]], hook: Any) -> list[Value[Any]]:
        """Return a value for each equivalence class among the first guesses."""
        worth = []
        for done, tied in enumerate(classes, start=1):
            total, exact = self._worth(tied[0])
            if total < IMPOSSIBLE:
                worth.append((total, exact, tied))
            if hook is not None:
                hook(done, len(classes))
        return self._listed(worth)

    def _worth(self, guess: int) -> tuple[int, bool]:
        """Return the minimum total with a first guess or a bound, and whether it is exact."""
        if (known := self._known.get((self._key, guess))) is not None:
            return known, True
        found = self._search(() if guess == _ANY else (guess,), IMPOSSIBLE)
        total = self._figure(found) if found.proven and found.tree is not None else None
        if total is None:
            return found.lower_bound, False
        self._known.keep((self._key, guess), total)
        return total, True

    def _figure(self, found: Found) -> int:
        return found.worst if self._by_worst else found.total

    def _listed(self, worth: Sequence[tuple[int, bool, Sequence[int]]]) -> list[Value[Any]]:
        """Return values in the game's units, the best first."""
        table = self._table
        unit = self._unit
        least, known = self._worth(_ANY)
        winners = self._winners(tied for _, _, tied in worth)
        ordered = sorted(
            (not exact, max(bound, least), guess not in winners, guess)
            for bound, exact, tied in worth
            for guess in tied
        )
        # Many guesses have the same bound, mainly if time ran out.
        in_units = cache(partial(in_user_units, unit=unit))
        return [
            Value(
                table.guesses.items[guess],
                None if open_still else in_units(bound),
                not open_still,
                in_units(bound),
                in_units(bound - least) if known else None,
            )
            for open_still, bound, _, guess in ordered
        ]

    def _winners(self, classes: Iterable[Sequence[int]]) -> set[int]:
        """Return the guesses that may win, from as many classes as there is time for."""
        winners: set[int] = set()
        for tied in classes:
            if not self._options.seconds_left:
                break
            if self._may_win(tied[0]):
                winners.update(tied)
        return winners

    def _search(self, first: tuple[int, ...], below: int) -> Found:
        """Search below a limit for the minimum total with any from some first guesses."""
        question, limits, hints = self._task
        question = question._replace(first=first)
        if not self._by_worst:
            limits = limits._replace(below=below)
        elif below < IMPOSSIBLE - 1:
            question = question._replace(max_cost=below - 1)  # a number where guesses cost 1
        if len(question.candidates) < _SEARCHED_SYMMETRIC:
            hints = hints._replace(symmetries=())
        task = Task(question, limits, hints)
        scores = self._table.kernel_scores
        memory = self._known.memory
        with self._known.searching:
            if self._options.seconds is not None:
                task = task.in_time(self._options.seconds_left)
            if not fills_in_time(scores, task):
                bound = size_bound(scores, task)
                return Found(None, IMPOSSIBLE, 0, bound, proven=False, nodes=0)
            found = kernels.exact.attempt(scores, task, None, memory)
        if found.interrupted:
            raise Interrupted
        return found

    def _classes(self) -> list[Sequence[int]]:
        """Return the informative guesses in classes with equal value.

        If time runs out, return all guesses, each in its own class.
        """
        table = self._table
        candidates = self._task.question.candidates
        size = len(table.guesses.items)
        prices = table.costs or [1] * size
        check = Deadline(self._options.seconds_left).check
        exchanged: dict[int, list[int]] = {}
        classes: dict[Any, list[int]] = {}
        with suppress(TimeIsUpError):
            orbit = self._symmetry().guess_orbits(size)
            for guess in self._candidates_of(range(size)):
                check()
                exchanged.setdefault(orbit[guess], []).append(guess)
            for guess, answers in answered(table, candidates, exchanged):
                check()
                # Guesses that are answered alike may leave other guesses legal.
                key = guess if self._task.question.pool == POOL_LEGAL else (prices[guess], answers)
                if len(set(answers)) > 1 or table.over(candidates, answers[0]):
                    classes.setdefault(key, []).extend(exchanged[guess])
            return list(classes.values())
        return [[guess] for guess in range(size)]

    def _candidates_of(self, guesses: Iterable[int]) -> Iterable[int]:
        """Leave out guesses that are not in the pool."""
        # If the game ends only with a known secret, every guess is a candidate.
        if self._task.question.pool != POOL_CANDIDATES or not any(self._table.final):
            return guesses
        return filter(self._may_win, guesses)

    def _may_win(self, guess: int) -> bool:
        return self._table.may_win(guess, self._task.question.candidates)

    def _symmetry(self) -> SymmetryGroup:
        """Return the symmetry group that fixes the history."""
        declared = self._task.hints.symmetries
        guesses, secrets = (tuple(array("I", one[side]) for one in declared) for side in (0, 1))
        group = SymmetryGroup(guesses, secrets)
        for guess in dict.fromkeys(self._task.hints.asked):
            group = group.fixing(guess) if group else group
        return group


#: Histories whose oracles are kept, if the value of a set depends on the path to it.
_HISTORIES = 16


class Oracle(Generic[Guess, Secret, Score]):
    """An oracle: it returns exact guess values at any position in a game.

    It remembers solved sets, so later questions take less time. Several threads may use one oracle,
    and :func:`~mastermind_core.save` stores its ``totals`` in a file.

    Args:
        game: Any game.
        objective: "mean" for totals, "worst" for worst cases.
        pool: The guesses that a strategy may make, as in :func:`optimal`. With "legal", the last 16
            histories may take ``memory`` each.
        memory: Bytes for scores and for remembered sets.
        threads: Threads that share a search.

    Raises:
        BadArgument: If an argument is not valid.

    See Also:
        :func:`guess_values`, :func:`optimal`.

    >>> from mastermind_core import Mastermind
    >>> oracle = Oracle(Mastermind(colours=4, holes=3))
    >>> for value in oracle.values(guesses=[(1, 2, 3), (1, 1, 2)]):
    ...     print(value)
    (1, 1, 2): 206 (+0)
    (1, 2, 3): 208 (+2)
    >>> oracle.minimum(), oracle.regret((1, 1, 1))
    (206, 27)
    """

    @stoppable
    @takes_game
    def __init__(
        self,
        game: Game[Guess, Secret, Score],
        *,
        objective: Literal["mean", "worst"] = "mean",
        pool: Pool = None,
        memory: int | None = None,
        threads: int | None = None,
    ):
        self._begin(SearchOptions(memory=memory, threads=threads), game, objective, pool)

    @classmethod
    def _within(cls, options: SearchOptions, game: Any, *given: Any) -> Oracle[Any, Any, Any]:
        """Return an oracle whose table counts against a call's time."""
        oracle = cls.__new__(cls)
        oracle._begin(options, game, *given)
        return oracle

    def _begin(self, options: SearchOptions, game: Any, objective: object, pool: Pool) -> None:
        if not isinstance(objective, str) or objective not in ("mean", "worst"):
            raise BadArgument(f'objective must be "mean" or "worst", not {shown(objective)}')
        self.game = game
        self.pool = pool_of(game, pool)
        self.objective = Objective(objective)
        self._table = known_in_time(game, options)
        self._options = options
        self._task = pose(game, self._table, objective, pool, options=options)
        self._known = KnownValues(kernels.exact.new_memory(self._table.kernel_scores, self._task))
        # What is legal depends on the way to a set: each history has an oracle of its own.
        self._after: dict[Any, Oracle[Any, Any, Any]] = {}

    @property
    def totals(self) -> dict[tuple[bytes, int], int]:
        """Return the known totals in the table's units, by candidates and guess (-1: any)."""
        return {**self._known.totals, **self._known.pinned}

    def pin(self, totals: Mapping[tuple[bytes, int], int]) -> None:
        """Add known totals that the oracle does not forget, for example the totals in a file.

        Args:
            totals: Totals as in ``totals``.
        """
        self._known.pinned.update(totals)

    def total_of(
        self,
        candidates: array[int],
        guess: int = _ANY,
        *,
        search: bool = True,
        pin: bool = False,
        seconds: float | None = None,
    ) -> int | None:
        """Return the minimum total of a candidate set, much faster than by its history.

        The candidates and the guess are numbers of the game's score table, and the total is in the
        units of the table. A total that depends on the history is not known.

        Args:
            candidates: The remaining secrets' ids, in order.
            guess: The id of an informative guess that is made first. -1 means the best one.
            search: Whether to search for a total that is not known.
            pin: Whether to keep the total as long as the oracle exists.
            seconds: A time budget for the search.

        Returns:
            The total, or None if it is not known.
        """
        question, limits, hints = self._task
        if question.pool == POOL_LEGAL:
            return None
        key = _key_of(candidates), guess
        known = self._known.get(key)
        if known is not None or not search:
            if pin and known is not None:
                self._known.pinned[key] = known
            return known
        # The symmetries of the game need not map a candidate set to itself.
        if len(candidates) < len(question.candidates):
            hints = hints._replace(symmetries=())
        task = Task(question._replace(candidates=candidates), limits, hints)
        options = self._options if seconds is None else SearchOptions(seconds)
        asked = ValueQuestion(self._table, task, self._known, options)
        total, exact = asked._worth(guess)
        if pin and exact:
            self._known.pinned[key] = total
        return total if exact else None

    def known_best(self, history: History[Guess, Score] = ()) -> tuple[Guess, ...]:
        """Return guesses that are known to be best after a history, without a search.

        Only the totals in :meth:`pin` are used, so further best guesses may exist.

        Args:
            history: The turns so far, as pairs (guess, score).
        """
        if self._task.question.pool == POOL_LEGAL:
            return ()
        key = _key_of(self._table.after(turns_of(self.game, history)))
        known = self._known.pinned
        if (key, _ANY) not in known:
            return ()
        least = known[key, _ANY]
        guesses = enumerate(self._table.guesses.items)
        return tuple(guess for at, guess in guesses if known.get((key, at)) == least)

    @stoppable
    def minimum(
        self, history: History[Guess, Score] = (), *, seconds: float | None = None
    ) -> Exact | None:
        """Return the minimum total, or worst case, after a history.

        Args:
            history: The turns so far, as pairs (guess, score).
            seconds: A time budget.

        Returns:
            The minimum, or None if time runs out.

        Raises:
            InconsistentHistory: If no secret fits the history.
        """
        with suppress(NoStrategy):  # known in time
            question = self._question(history, SearchOptions(seconds))
            return question.least() if isinstance(question, ValueQuestion) else question
        return None

    def value(self, guess: Guess, history: History[Guess, Score] = ()) -> Value[Guess]:
        """Return one guess's value.

        Args:
            guess: A guess of the game.
            history: The turns so far, as pairs (guess, score).

        Raises:
            BadArgument: If the guess has no value: the game is over, or the guess is uninformative
                or illegal here.
        """
        for value in self.values(history, [guess]):
            return value
        raise BadArgument(
            f"the guess {shown(guess)} has no value here: the game is over, the guess gets one "
            "answer from all remaining secrets, or it is not legal; ask for another guess"
        )

    def regret(self, guess: Guess, history: History[Guess, Score] = ()) -> Exact:
        """Return a guess's exact regret: its minimum total minus the best guess's.

        Args:
            guess: A guess of the game.
            history: The turns so far, as pairs (guess, score).
        """
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
        """Return guess values after a history, as :func:`guess_values` does.

        Args:
            history: The turns so far, as pairs (guess, score).
            guesses: The guesses to value, "all", or None for the best ones.
            best: How many best guesses to return. Ties with the last are added.
            seconds: A time budget.
            progress: Called with (parts done, parts known so far). True shows a bar.
        """
        options = SearchOptions(seconds, progress=progress)
        best = whole_number("best", best, 1)
        question = self._question(history, options)
        if not isinstance(question, ValueQuestion):
            return Rows((), self.game)
        with progress_hook("valuing", progress=progress) as hook:
            if guesses is None:
                found = question.best(best, hook)
            elif isinstance(guesses, str) and guesses == "all":
                found = question.all(hook)
            else:
                found = question.each(self._named(guesses), hook)
        known = sum(value.exact for value in found), len(found)
        LOG.info("values of %s: %d of %d values exact", self.game, *known)
        return Rows(found, self.game)

    def _question(self, history: Any, options: SearchOptions) -> ValueQuestion | Exact | None:
        """Return the question about values after a history.

        Returns:
            The question, 0 if the game is over, or None if legal guesses cannot find every
            remaining secret.
        """
        table = self._table
        turns = tuple(turns_of(self.game, history))
        candidates = table.after(turns)
        if (turns and turns[-1][1] in self.game.endstates) or table.over(candidates):
            return 0
        if turns and self._task.question.pool == POOL_LEGAL:
            with suppress(BadGame):
                return self._left(turns, options)._question((), options)
            return None
        asked = array("I", (table.guesses[guess] for guess, _ in turns))
        symmetries = self._task.hints.symmetries if len(candidates) >= SYMMETRIC else ()
        task = self._task._replace(
            question=self._task.question._replace(candidates=candidates),
            hints=self._task.hints._replace(asked=asked, symmetries=symmetries),
        )
        objective = task.question.objective
        LOG.info("values of %s: %s, %d candidates", self.game, objective, len(candidates))
        return ValueQuestion(table, task, self._known, options)

    def _left(self, turns: tuple[Any, ...], options: SearchOptions) -> Oracle[Any, Any, Any]:
        """Return the oracle for the game after some turns. The latest ones are kept."""
        found = self._after.pop(turns, None)
        if found is None:
            own = evolve(self._options, seconds=options.seconds and options.seconds_left)
            found = self._within(own, rest_of(self.game, turns), self.objective, self.pool)
        self._after[turns] = found
        for old in list(self._after)[:-_HISTORIES]:
            self._after.pop(old, None)
        return found

    def _named(self, guesses: Any) -> Iterable[Any]:
        wanted = 'a list of guesses, "all" or None for the best ones'
        expect(is_list(guesses), "guesses", wanted, guesses)
        return [guess_in(self.game, guess) for guess in guesses]


def oracle_of(game: Game, oracle: object) -> Oracle[Any, Any, Any] | None:
    """Return an optional argument that must be an oracle for a game's minimum mean.

    Args:
        game: The game.
        oracle: The argument.

    Raises:
        BadArgument: If it is something else, or an oracle of another game, objective or pool.
    """
    if oracle is None:
        return None
    if isinstance(oracle, Oracle) and oracle.game == game and oracle.objective == "mean":
        found: Oracle[Any, Any, Any] = oracle
        if found.pool == pool_of(game, None):
            return found
    raise BadArgument(
        f"oracle must be None, or an Oracle for {shown(game)} with the objective 'mean' and the "
        f"default pool, not {shown(oracle)}"
    )


@searching(Limits)
@takes_game
def guess_values(
    game: Game[Guess, Secret, Score],
    history: History[Guess, Score] = (),
    guesses: Iterable[Guess] | Literal["all"] | None = None,
    *,
    objective: Literal["mean", "worst"] = "mean",
    best: int = 10,
    pool: Pool = None,
    **budget: Unpack[Limits],
) -> list[Value[Guess]]:
    """Return each guess's exact total and regret after a history, best first.

    Guesses with equal values are ordered as in ``game.guesses``, those that may win first. Use an
    :class:`Oracle` for many such questions about one game.

    Args:
        game: Any game.
        history: The turns so far, as pairs (guess, score).
        guesses: The guesses to value, "all", or None for the ``best`` ones. Uninformative guesses
            are left out.
        objective: "mean" for totals, "worst" for worst cases.
        best: How many best guesses to return. All that tie with the last are added.
        pool: The guesses that a strategy may make, as in :func:`optimal`.
        seconds: A time budget. Guesses that are not solved by then have a lower bound.
        memory: Bytes for scores and for remembered sets.
        threads: Threads that share a search.
        progress: Called with (parts done, parts known so far). True shows a bar.

    Returns:
        A list of :class:`~mastermind_core.exact.worth.Value`.

    Raises:
        InconsistentHistory: If no secret fits the history.
        Interrupted: At Ctrl-C.
        BadArgument: If an argument is not valid.

    See Also:
        :class:`Oracle`, :func:`best_decision`, :meth:`Session.suggest`.

    >>> from mastermind_core import TwoD
    >>> [(one.guess, one.total, one.regret) for one in guess_values(TwoD(3), best=2)]
    [((0, 2), 22, 0), ((1, 1), 22, 0), ((2, 0), 22, 0)]
    >>> guess_values(TwoD(3), guesses=[(0, 0)])[0].regret
    6
    """
    options = SearchOptions(**budget)
    oracle = Oracle._within(options, game, objective, pool)
    left = None if options.seconds is None else options.seconds_left
    return oracle.values(history, guesses, best=best, seconds=left, progress=options.progress)
