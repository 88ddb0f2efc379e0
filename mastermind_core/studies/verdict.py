"""A strategy compared with the optimum: is greedy optimal?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Unpack

from attrs import field, frozen

from mastermind_core.analysis import SINGLE_SAMPLE, Distribution, by_secret, distribution_of
from mastermind_core.errors import counted, named, shown
from mastermind_core.exact import (
    Budget,
    Deadline,
    LengthObjective,
    ObjectiveLike,
    Pool,
    SearchOptions,
    Solution,
    TimeIsUpError,
    as_tuple,
    best_solution,
    objective_named,
    searching,
)
from mastermind_core.game import Exact, Game, costs_of, takes_game
from mastermind_core.kernels import AtOnce, Objective, listening
from mastermind_core.results import Shown, make_frame
from mastermind_core.table import ScoreTable
from mastermind_core.tree import Player, StrategyLike, player_for

Figures = Exact | tuple[Exact, ...]

#: The share of the time for evaluating a strategy, and the extra seconds for finding a
#: counterexample.
_PLAYED = 0.5
_GRACE = 0.05


@frozen(repr=False)
class Verdict(Shown):
    """A strategy compared with the optimum, true if the strategy is proven optimal.

    Attributes:
        game: The game.
        strategy: The strategy's name.
        objective: The search's objective.
        greedy: The strategy's value, in the objective's unit: worst case, total, or both in its
            order. None if time ran out before its evaluation.
        optimal: The best tree's value. This is the optimum if ``proven``.
        lengths: The strategy's distribution. None if time ran out.
        solution: The search's solution.
        counterexample: A secret for which the strategy needs more guesses, or more cost, than the
            best tree. None if no such secret exists, or time ran out.

    >>> from mastermind_core import TwoD, is_greedy_optimal
    >>> verdict = is_greedy_optimal(TwoD(5), "entropy")
    >>> bool(verdict), verdict.greedy, verdict.optimal, verdict.proven
    (False, (5, 83), (4, 83), True)
    """

    game: Game
    strategy: str
    objective: Objective | LengthObjective = field(converter=objective_named)
    greedy: Figures | None
    optimal: Figures
    lengths: Distribution | None = field(repr=False)
    solution: Solution
    counterexample: Any = None

    @property
    def answer(self) -> bool | None:
        """Return whether the strategy is optimal, or None if the search did not decide.

        A better tree proves that it is not, and a proven bound that the strategy attains proves
        that it is.
        """
        if self.greedy is None:
            return None
        first = as_tuple(self.greedy)
        best = as_tuple(self.optimal)
        if best < first:
            return False
        met = len(first) == 1 and first[0] == self.solution.lower_bound
        return True if self.solution.proven or met else None

    def __bool__(self) -> bool:
        return self.answer is True

    @property
    def proven(self) -> bool:
        """Return whether the comparison is with a proven optimum."""
        return self.solution.proven

    def to_dict(self) -> dict[str, Any]:
        """Return both sides' values. ``counterexample`` is a secret in the game as it is.

        >>> from mastermind_core import TwoD
        >>> found = is_greedy_optimal(TwoD(5)).to_dict()
        >>> found["answer"], found["greedy"], found["optimal"]
        (False, (5, 83), (4, 83))
        """
        names = "strategy answer proven greedy optimal counterexample"
        figures = {name: getattr(self, name) for name in names.split()}
        lengths = None if self.lengths is None else self.lengths.to_dict()
        parts = {"lengths": lengths, "solution": self.solution.to_dict()}
        return figures | {
            "game": named(self.game, _NAMED),
            "objective": self.objective.value,
            **parts,
        }

    def to_frame(self) -> Any:
        """Return a ``pandas.DataFrame`` with one row per known side, if pandas is installed."""
        sides = ((self.strategy, self.lengths), ("optimal", self.solution))
        rows = ((name, one.total, one.worst) for name, one in sides if one is not None)
        return make_frame(rows, ("strategy", "total", "worst"))

    @property
    def _nevertheless(self) -> str:
        """The criterion in which the strategy is optimal although it is not by the objective."""
        if self.answer is not False or not self.proven:
            return ""
        own = as_tuple(self.greedy or 0)
        best = as_tuple(self.optimal)
        parts = [_PARTS.get(name, name) for name in self.objective.value.split("-then-")]
        worse_in = next(at for at, value in enumerate(own) if value != best[at])
        return f": {parts[0]} is optimal, {parts[worse_in]} is not" if worse_in else ""

    @property
    def in_words(self) -> str:
        """Return the answer in words."""
        return _ANSWERS[self.answer]

    def _values(self, values: Figures, played: Distribution | Solution) -> str:
        """Return the values that decide, with the total and the worst case."""
        text = f"total {played.total}, worst {played.worst}"
        if isinstance(self.objective, LengthObjective):
            decisive = ", then ".join(map(str, as_tuple(values)))
            text = f"{self.objective} of {decisive}, {text}"
        return text

    def __repr__(self) -> str:
        own = "?" if self.greedy is None else self.greedy
        said = f"{self.strategy} {self.in_words} ({self.objective}), {own} against"
        return f"<Verdict: {said} {self.optimal}{self._nevertheless}>"

    def __str__(self) -> str:
        own = "time ran out before the strategy was evaluated"
        if self.lengths is not None and self.greedy is not None:
            own = self._values(self.greedy, self.lengths)
        bound = self.solution.lower_bound
        state = "proven" if self.proven else f"lower bound {bound}"
        lines = [
            f"{self.strategy} {self.in_words} ({self.objective}) for "
            f"{named(self.game, _NAMED)}{self._nevertheless}",
            f"  {self.strategy}: {own}",
            f"  best: {self._values(self.optimal, self.solution)}, {state} "
            f"({counted(self.solution.nodes, 'node')} searched)",
        ]
        if self.counterexample is not None:
            worse = "costs more" if costs_of(self.game) else "takes longer"
            lines.append(
                f"  for example, {self.strategy} {worse} than the best tree for the secret "
                f"{shown(self.counterexample)}"
            )
        if self.lengths is not None and self.lengths.single_sample:
            lines.append(f"  {self.strategy} is randomized: this is {SINGLE_SAMPLE}")
        return "\n".join(lines)


#: The maximum number of characters of a game in a printed verdict.
_NAMED = 200

#: The parts of an objective in words.
_PARTS = {"worst": "its worst case", "mean": "its mean"}

#: The answers in words.
_ANSWERS = {True: "is optimal", False: "is not optimal", None: "may be optimal or not"}


@searching(Budget)
@takes_game
def is_greedy_optimal(
    game: Game,
    strategy: StrategyLike | None = None,
    objective: ObjectiveLike | Sequence[ObjectiveLike] = "worst-then-mean",
    *,
    pool: Pool = None,
    first_guess: object = None,
    max_steps: int | None = None,
    **budget: Unpack[Budget],
) -> Verdict:
    """Return whether a strategy is optimal for a game, with the evidence.

    By default the verdict is true if no tree has a smaller worst case, and no tree with the same
    worst case has a smaller total.

    Args:
        game: The game.
        strategy: A strategy or its name. A tree or a solution is a strategy, too. By
            default "pairs" if several secrets share a goal, and otherwise "entropy".
        objective: The objective, as in :func:`~mastermind_core.optimal`.
        pool: The guesses in the trees to compare with: "all", "candidates" or "legal".
        first_guess: The first guess in the trees to compare with. None means any guess.
        max_steps: The maximum number of guesses in the trees to compare with. None means no limit.
        seconds: A time budget. At most half is spent on evaluating the strategy.
        nodes: How many candidate sets may be searched. None means no limit.
        memory: Bytes for scores and for remembered sets. By default 4 GiB.
        threads: Threads that share the search. They find the same tree.
        workers: Processes among which the search is divided. They prove the same.
        executor: A ``concurrent.futures.Executor`` among whose workers the search is divided.
        checkpoint: A file that stores solved sets. Repeat the call to resume the search.
        progress: Called with (parts done, parts known so far). True shows a bar.

    Returns:
        The verdict. If a budget runs out, ``verdict.answer`` may be None.

    Raises:
        NoStrategy: If no tree stays within ``max_steps``, or the budget ends before one is found.
        Interrupted: At Ctrl-C. Its ``solution`` has the best tree so far.
        BadArgument: If an argument is not valid.

    See Also:
        :func:`optimal`, :func:`tie_spectrum`.

    >>> from mastermind_core import TwoD
    >>> verdict = is_greedy_optimal(TwoD(5))
    >>> bool(verdict), verdict.greedy, verdict.optimal
    (False, (5, 83), (4, 83))
    """
    options = SearchOptions(**budget)
    with AtOnce():
        player = player_for(game, strategy)
    table: ScoreTable | None = None
    lengths: Distribution | None = None
    with _within(options, _PLAYED), AtOnce():
        table = player.table
        lengths = distribution_of(player, costs=bool(costs_of(game)))
    limits: Any = {"pool": pool, "first_guess": first_guess, "max_steps": max_steps}
    solution = best_solution(game, objective, options, table, **limits)
    best = solution.values
    greedy = None if lengths is None else solution.objective.figures_of(lengths)
    loss = None
    if greedy not in {None, best}:
        with _within(options, 1.0, _GRACE), AtOnce():
            loss = _worst_loss(player, solution)
    return Verdict(game, player.name, solution.objective, greedy, best, lengths, solution, loss)


@contextmanager
def _within(options: SearchOptions, share: float, grace: float = 0.0) -> Iterator[None]:
    """Stop the context's work after a share of the remaining time."""
    if options.seconds is None:
        yield
        return
    deadline = Deadline(share * options.left_with(grace))
    with suppress(TimeIsUpError), listening(deadline.check):
        yield


def _worst_loss(player: Player, solution: Solution) -> Any:
    """Return the secret with the maximum excess over the best tree, or None without excess."""
    best = by_secret(solution.tree, player.game)
    own = by_secret(player.tree, player.game)
    possible = filter(own.__contains__, player.game.secrets)
    secret = max(possible, key=lambda secret: own[secret] - best[secret])
    return secret if own[secret] > best[secret] else None
