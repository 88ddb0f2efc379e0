"""The places of runs: a repository, or a command that switches items on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

from attrs import frozen

from mastermind_core.histories.belief import HistoryBelief
from mastermind_core.histories.culprits import CulpritBelief
from mastermind_core.histories.items import ItemCommand
from mastermind_core.histories.repository import Repository, run_command, run_number

#: A function that returns whether a run fails in a worker with a number, or None.
Test = Callable[[Any, int], float | None]


@frozen
class CommitRuns:
    """Runs of commits, each in a worktree."""

    repository: Repository
    first: HistoryBelief
    good: str
    bad: str
    words: Sequence[str]
    #: Whether the command prints a number.
    number: bool = False

    #: What is searched, as a plural.
    kind: ClassVar = "commits"
    #: Runs that should pass and runs that should fail, in words.
    sides: ClassVar = ("before it", "from it on")

    @property
    def keys(self) -> tuple[str, str]:
        """Return the keys of both sides in JSON."""
        return ("mean_before", "mean_after") if self.number else ("failed_before", "failed_after")

    @property
    def about(self) -> dict[str, Any]:
        """Return the description of the search, for the file of its runs."""
        about = {"good": self.good, "bad": self.bad, "command": self.words}
        return about | ({"number": True} if self.number else {})

    def file(self, name: str) -> Path:
        """Return the default file of runs."""
        return self.repository.file(name)

    @contextmanager
    def tests(self, jobs: int) -> Iterator[Test]:
        """Give the function that runs a commit."""
        with self.repository.worktrees(jobs, self.good) as folders:

            def test(commit: str, worker: int) -> float | None:
                self.repository.check_out(folders[worker], commit)
                return (run_number if self.number else run_command)(self.words, folders[worker])

            yield test

    def read(self, name: Any) -> Any:
        """Return a commit by its name, or None if it is not one of the search."""
        commit = self.repository.commit(str(name), "known runs")
        return commit if commit in self.first.history.places else None

    def written(self, commit: Any) -> Any:
        """Return a commit as the file of runs has it."""
        return commit

    def asked(self, commit: Any) -> str:
        """Return a run in a word."""
        return str(commit)[:10]

    def named(self, commit: Any) -> str:
        """Return a suspect in a word."""
        return str(commit)[:10]

    def result(self, commit: Any) -> dict[str, Any]:
        """Return the result for JSON."""
        subject = self.repository.subject(commit).partition(" ")[2]
        return {"commit": commit, "subject": subject}

    def title(self, commit: Any) -> str:
        """Return the result in a line."""
        return f"first bad commit: {self.repository.subject(commit)}"


@frozen
class ItemRuns:
    """Runs in the folder of the user, with some items switched on."""

    first: CulpritBelief
    command: ItemCommand
    path: Path

    kind: ClassVar = "sets of items"
    sides: ClassVar = ("without them", "with them")
    keys: ClassVar = ("failed_without", "failed_with")

    @property
    def about(self) -> dict[str, Any]:
        """Return the description of the search, for the file of its runs."""
        return {"items": self.command.items, "command": self.command.given}

    def file(self, name: str) -> Path:
        """Return the default file of runs, which is beside the items."""
        return self.path.with_name(f"{self.path.name}.{name}")

    @contextmanager
    def tests(self, jobs: int) -> Iterator[Test]:
        """Give the function that runs the command with some items on."""
        yield lambda on, _: run_command(self.command.words(on), Path())

    def read(self, name: Any) -> Any:
        """Return the items that a file of runs names."""
        game = self.first.game
        on = name if isinstance(name, list) else game.parse_guess(str(name))
        return game.named(game.bits(on))

    def written(self, on: Any) -> Any:
        """Return the items that are on as the file of runs has them."""
        return [item for item in self.command.items if item in on]

    def asked(self, on: Any) -> str:
        """Return a run in a few words."""
        return f"{len(on)} of {len(self.command.items)} on,"

    def named(self, culprits: Any) -> str:
        """Return culprits in a few words."""
        return " + ".join(self.written(culprits)) or "none"

    def result(self, culprits: Any) -> dict[str, Any]:
        """Return the result for JSON."""
        return {"culprits": self.written(culprits)}

    def title(self, culprits: Any) -> str:
        """Return the result in a line."""
        return f"culprits: {self.named(culprits)}"
