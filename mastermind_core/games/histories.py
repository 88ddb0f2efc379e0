"""Histories of commits: find the first bad one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from heapq import heappop, heappush
from typing import Any

from attrs import field, frozen

from mastermind_core.arguments import whole_number
from mastermind_core.errors import BadGame, shown
from mastermind_core.game.finite import GameBase

#: The maximum number of commits.
_MOST = 1_000_000

#: The index of the good commit before all others.
BASE = -1


@frozen(init=False, repr=False)
class History(GameBase):
    """A history of commits with merges: the secret is the first bad commit.

    A guess is a commit. Its score is "fail" if the secret is one of its ancestors or the commit
    itself, and "pass" otherwise.

    Attributes:
        commits: The commits, parents before children.
        parents: The indices of the parents of each commit.
        base: A commit before all of these that is good and may be run, or None. Its runs tell the
            rate of false alarms.

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

    def __init__(self, given: int | Mapping[Any, Iterable[Any]], base: Any = None):
        """Store the commits, in topological order.

        Args:
            given: The number of commits in a line, or the parents of each commit. Parents that are
                no commits of the history are good.
            base: A good commit before all of these that may be run, or None.
        """
        if isinstance(given, Mapping):
            commits, parents = _sorted({commit: [*old] for commit, old in given.items()})
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
    def endstates(self) -> frozenset[str]:
        """Return no end state: a history is over when the commit is known."""
        return frozenset()

    def goal(self, secret: Any) -> Any:
        """Return the secret, which has to be known."""
        return secret

    @cached_property
    def is_line(self) -> bool:
        """Whether each commit has the one before it as its only parent."""
        return all(old == (index - 1,) for index, old in enumerate(self.parents) if index) and (
            not self.parents[0]
        )

    @cached_property
    def places(self) -> Mapping[Any, int]:
        """The index of each commit; -1 for the base."""
        found = {} if self.base is None else {self.base: BASE}
        return found | {commit: index for index, commit in enumerate(self.commits)}

    def name(self, index: int) -> Any:
        """Return a commit by its index."""
        return self.base if index == BASE else self.commits[index]

    @cached_property
    def ancestors(self) -> Sequence[int]:
        """The ancestors of each commit, with itself, as the bits of an integer."""
        masks: list[int] = []
        for index, old in enumerate(self.parents):
            mask = 1 << index
            for parent in old:
                mask |= masks[parent]
            masks.append(mask)
        return masks

    def score(self, guess: Any, secret: Any) -> str:
        """Return whether a commit fails if another one is the first bad one."""
        commit, culprit = self.places[guess], self.places[secret]
        if commit == BASE or self.is_line:
            return "fail" if culprit <= commit else "pass"
        return "fail" if self.ancestors[commit] >> culprit & 1 else "pass"

    def __repr__(self) -> str:
        kind = "" if self.is_line else ", with merges"
        return f"<History of {len(self.commits)} commits{kind}>"


def _sorted(given: dict[Any, list[Any]]) -> tuple[list[Any], list[tuple[int, ...]]]:
    """Return the commits of a mapping, parents first, and the indices of their parents.

    A mapping that has parents first keeps its order.
    """
    if not given:
        raise BadGame("the history has no commits: give at least one")
    left = {commit: sum(old in given for old in parents) for commit, parents in given.items()}
    children: dict[Any, list[Any]] = {commit: [] for commit in given}
    for commit, parents in given.items():
        for old in parents:
            if old in given:
                children[old].append(commit)
    order = {commit: number for number, commit in enumerate(given)}
    ready = [order[commit] for commit, count in left.items() if not count]
    names = list(given)
    places: dict[Any, int] = {}
    while ready:  # the first commit of the mapping whose parents are there
        commit = names[heappop(ready)]
        places[commit] = len(places)
        for child in children[commit]:
            left[child] -= 1
            if not left[child]:
                heappush(ready, order[child])
    if len(places) < len(given):
        odd = next(commit for commit in given if commit not in places)
        raise BadGame(f"the commit {shown(odd)} is an ancestor of itself: leave out the circle")
    commits = list(places)
    return commits, [tuple(places[old] for old in given[c] if old in places) for c in commits]
