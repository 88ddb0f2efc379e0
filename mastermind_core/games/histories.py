"""Commit histories: find the first bad commit."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from heapq import heappop, heappush
from typing import Any

from attrs import field, frozen

from mastermind_core.arguments import whole_number
from mastermind_core.errors import BadGame, shown
from mastermind_core.game.amounts import is_hashable
from mastermind_core.game.finite import GameBase
from mastermind_core.names.applications import application

#: The maximum number of commits, and of those of which a table of all pairs is made.
_MOST, _MOST_LISTED = 1_000_000, 1000

#: The index of the good commit before all others.
BASE = -1


@frozen(init=False, repr=False)
class History(GameBase):
    """A commit history with merges: the secret is the first bad commit.

    A guess is a commit. Its score is "fail" if the secret is one of its ancestors or the commit
    itself, and "pass" otherwise.

    Args:
        given: How many commits a line has, or each commit's parents. A parent outside the history
            is good.

    Attributes:
        commits: The commits, parents before children.
        parents: Each commit's parents, as indices.
        base: A commit before all of these that is good and may be run, or None. Its runs measure
            the false alarm rate.

    Raises:
        BadGame: If a commit is its own ancestor.

    >>> history = History({"a": [], "b": ["a"], "c": ["a"], "merge": ["b", "c"]})
    >>> [history.score(commit, "b") for commit in history.commits]
    ['pass', 'fail', 'pass', 'fail']
    >>> History(1000).is_line
    True
    """

    commits: Sequence[Any]
    parents: Sequence[tuple[int, ...]] = field(repr=False)
    base: Any = None

    def __init__(self, given: int | Mapping[Any, Iterable[Any]], base: object = None):
        """Store the commits, in topological order.

        Args:
            given: How many commits a line has, or each commit's parents. Parents outside the
                history are good.
            base: A good commit before all of these that may be run, or None.
        """
        if isinstance(given, Mapping):
            commits, parents = _sorted({commit: _listed(commit, given[commit]) for commit in given})
        else:
            number = whole_number("given", given, 1, most=_MOST)
            commits = list(range(1, number + 1))
            parents = [(index - 1,) if index else () for index in range(number)]
        self.__attrs_init__(tuple(commits), tuple(parents), base)

    @property
    def guesses(self) -> Sequence[Any]:
        """Return the commits, and the base if there is one."""
        return self.commits if self.base is None else (*self.commits, self.base)

    @property
    def secrets(self) -> Sequence[Any]:
        """Return the commits."""
        return self.commits

    @property
    def is_unlisted(self) -> bool:
        """Return whether commits are too many for a table of all pairs."""
        return len(self.commits) > _MOST_LISTED

    #: There is no end state: a history is over when the commit is known.
    endstates = frozenset[str]()

    def goal(self, secret: Hashable) -> Hashable:
        """Return the secret, which has to be known.

        Args:
            secret: A commit.
        """
        return secret

    @cached_property
    def is_line(self) -> bool:
        """Return whether each commit has the one before it as its only parent."""
        return all(old == (index - 1,) for index, old in enumerate(self.parents) if index) and (
            not self.parents[0]
        )

    @cached_property
    def places(self) -> Mapping[Any, int]:
        """Each commit's index, or -1 for the base."""
        found = {} if self.base is None else {self.base: BASE}
        return found | {commit: index for index, commit in enumerate(self.commits)}

    def commit_at(self, index: int) -> Any:
        """Return a commit by its index.

        Args:
            index: The index among the commits, or -1 for the base.
        """
        return self.base if index == BASE else self.commits[index]

    @cached_property
    def ancestors(self) -> Sequence[int]:
        """Each commit's ancestors, with itself, as an integer's bits."""
        masks: list[int] = []
        for index, old in enumerate(self.parents):
            mask = 1 << index
            for parent in old:
                mask |= masks[parent]
            masks.append(mask)
        return masks

    def score(self, guess: Hashable, secret: Hashable) -> str:
        """Return "fail" or "pass" for a commit.

        Args:
            guess: The commit that is run.
            secret: The first bad commit.
        """
        commit = self.places[guess]
        culprit = self.places[secret]
        if commit == BASE or self.is_line:
            return "fail" if culprit <= commit else "pass"
        return "fail" if self.ancestors[commit] >> culprit & 1 else "pass"

    def with_rates(self, noise: Any, weights: Sequence[Any], costs: Sequence[Any]) -> Any:
        """Return the history with error rates, for :func:`mastermind_core.noisy`.

        Args:
            noise: The error rate for each true answer.
            weights: The commits' weights as the first bad one, empty if all are equal.
            costs: The commits' costs, empty if all are equal.
        """
        return application("FlakyHistory").of(self, noise, weights, costs)

    def __repr__(self) -> str:
        kind = "" if self.is_line else ", with merges"
        return f"<History of {len(self.commits)} commits{kind}>"


def _listed(commit: Any, parents: Any) -> list[Any]:
    """Return a commit's parents as a list."""
    try:
        found = list(parents)
    except TypeError:
        raise BadGame(
            f"the parents of the commit {shown(commit)} must be a list of commits, not "
            f"{shown(parents)}"
        ) from None
    for parent in found:
        if not is_hashable(parent):
            raise BadGame(
                f"the commit {shown(commit)} has the parent {shown(parent)}, which is not "
                "hashable: name commits by strings, numbers or tuples"
            )
    return found


def _sorted(given: dict[Any, list[Any]]) -> tuple[list[Any], list[tuple[int, ...]]]:
    """Return a mapping's commits, parents first, and their parents' indices.

    A mapping that has parents first keeps its order.
    """
    if not given:
        raise BadGame("the history has no commits: give at least one")
    known = {
        commit: [parent for parent in parents if parent in given]
        for commit, parents in given.items()
    }
    commits = _parents_first(known)
    if len(commits) < len(given):
        odd = next(commit for commit in given if commit not in set(commits))
        raise BadGame(f"the commit {shown(odd)} is an ancestor of itself: leave out the circle")
    places = {commit: place for place, commit in enumerate(commits)}
    return commits, [tuple(places[parent] for parent in known[commit]) for commit in commits]


def _parents_first(known: Mapping[Any, Sequence[Any]]) -> list[Any]:
    """Return the commits in topological order, without those in a circle.

    Among several commits whose parents are listed, the first one in the mapping comes next.
    """
    children: dict[Any, list[Any]] = {commit: [] for commit in known}
    for commit, parents in known.items():
        for parent in parents:
            children[parent].append(commit)
    waiting = {commit: len(parents) for commit, parents in known.items()}
    names = list(known)
    order = {commit: number for number, commit in enumerate(names)}
    ready = [order[commit] for commit, count in waiting.items() if not count]
    commits: list[Any] = []
    while ready:
        commit = names[heappop(ready)]
        commits.append(commit)
        for child in children[commit]:
            waiting[child] -= 1
            if not waiting[child]:
                heappush(ready, order[child])
    return commits
