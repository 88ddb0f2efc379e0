"""A repository of git: its history between two commits, and worktrees in which commits are run."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory

from attrs import frozen

from mastermind_core.errors import BadArgument, shown
from mastermind_core.games.parts import History

#: The exit status of a command for a commit that cannot be tested, as for ``git bisect run``.
SKIP = 125

#: The beginning of the names of folders with worktrees. The number of the process comes next.
_PREFIX = "mastermind-core-bisect-"

_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


@frozen
class Repository:
    """A repository in a folder."""

    folder: Path

    def git(self, *words: str, folder: Path | None = None) -> str:
        """Return the output of a git command, or raise BadArgument with its first error line."""
        command = ["git", "-C", str(folder or self.folder), *words]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError:
            raise BadArgument("git was not found: install it, or add it to PATH") from None
        if done.returncode:
            lines = done.stderr.strip().splitlines() or ["no message"]
            fatal = (line for line in lines if line.startswith(("fatal:", "error:")))
            raise BadArgument(f"git {words[0]}: {next(fatal, lines[0])}")
        return done.stdout

    def commit(self, name: str, option: str) -> str:
        """Return the hash of a commit by its name."""
        try:
            return self.git("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}").strip()
        except BadArgument:
            self.git("rev-parse", "--git-dir")  # its own error says that there is no repository
            raise BadArgument(
                f"{option}: {shown(name)} is not a commit of {shown(str(self.folder))}"
            ) from None

    def history(self, good: str, bad: str, *, first_parent: bool = False) -> History:
        """Return the commits that are in ``bad`` and not in ``good``, parents first.

        Args:
            good: The hash of a commit that works.
            bad: The hash of a commit that fails.
            first_parent: Whether to follow only the first parent of a merge.

        Raises:
            BadArgument: If there is no path from ``good`` to ``bad``.
        """
        base = self._shared_ancestor(good, bad)
        if good == bad:
            raise BadArgument(f"--good and --bad are the same commit, {good[:12]}")
        if base == bad:
            raise BadArgument(
                f"the bad commit {bad[:12]} is an ancestor of the good one: exchange --good and "
                "--bad"
            )
        if base != good:
            raise BadArgument(
                f"no path leads from {good[:12]} to {bad[:12]}: give an ancestor of the bad "
                f"commit as --good{base and f', such as {base[:12]}'}"
            )
        options = ["--first-parent"] if first_parent else []
        listed = self.git(
            "rev-list", "--topo-order", "--reverse", "--parents", *options, f"{good}..{bad}"
        )
        parents = {}
        for line in listed.splitlines():
            commit, *old = line.split()
            parents[commit] = old[:1] if first_parent else old
        return History(parents, base=good)

    def _shared_ancestor(self, good: str, bad: str) -> str:
        """Return the last ancestor of two commits, or "" if their histories are apart."""
        try:
            return self.git("merge-base", good, bad).strip()
        except BadArgument:
            return ""

    def touching(self, good: str, bad: str, paths: Sequence[str]) -> set[str]:
        """Return the commits that change some paths."""
        return set(self.git("log", "--format=%H", f"{good}..{bad}", "--", *paths).split())

    def subject(self, commit: str) -> str:
        """Return the short hash and the subject of a commit."""
        return self.git("log", "-1", "--format=%h %s", commit).strip()

    @property
    def is_dirty(self) -> bool:
        """Return whether the folder has changes that are in no commit."""
        return bool(self.git("status", "--porcelain", "--untracked-files=no").strip())

    def file(self, name: str) -> Path:
        """Return the path of a file in the folder of git, which no commit has."""
        common = self.git("rev-parse", "--git-common-dir").strip()
        return (self.folder / common).resolve() / name

    @contextmanager
    def worktrees(self, number: int, commit: str) -> Iterator[list[Path]]:
        """Give worktrees of the repository outside the user's own, and remove them at the end.

        Args:
            number: The number of worktrees.
            commit: The hash of the commit that they begin with.
        """
        self._remove_left()
        with TemporaryDirectory(prefix=f"{_PREFIX}{os.getpid()}-") as parent:
            made = [Path(parent) / f"tree{place}" for place in range(number)]
            try:
                for folder in made:
                    self.git("worktree", "add", "--detach", "--force", str(folder), commit)
                yield made
            finally:
                for folder in made:
                    if folder.exists():
                        self.git("worktree", "remove", "--force", str(folder))
                self.git("worktree", "prune")

    def _remove_left(self) -> None:
        """Remove the worktrees of searches that were killed."""
        for line in self.git("worktree", "list", "--porcelain").splitlines():
            folder = Path(line.removeprefix("worktree "))
            owner = re.match(rf"{_PREFIX}(\d+)-", folder.parent.name)
            if line.startswith("worktree ") and owner and not _is_alive(int(owner[1])):
                rmtree(folder.parent, ignore_errors=True)
        self.git("worktree", "prune")

    def check_out(self, folder: Path, commit: str) -> None:
        """Check out a commit in a worktree. Files that are in no commit stay."""
        self.git("checkout", "--detach", "--force", "--quiet", commit, folder=folder)


def _is_alive(process: int) -> bool:
    """Return whether a process runs, or may run."""
    if os.name != "posix":  # elsewhere the signal would end it
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True


def _run(words: Sequence[str], folder: Path) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(
            list(words), cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
    except OSError as error:
        raise BadArgument(f"{shown(words[0])} cannot be run: {error.strerror}") from None


def run_number(words: Sequence[str], folder: Path) -> float | None:
    """Return the number in the last line that a command prints in a folder.

    If it fails, or if the line has no number, the commit cannot be tested.
    """
    done = _run(words, folder)
    lines = done.stdout.decode(errors="replace").strip().splitlines()
    found = _NUMBER.findall(lines[-1]) if lines and not done.returncode else []
    return float(found[-1]) if found else None


def run_command(words: Sequence[str], folder: Path) -> bool | None:
    """Return whether a command fails in a folder, or None if the commit cannot be tested.

    The exit status 0 passes, 125 is None, and any other fails, as for ``git bisect run``.
    """
    done = _run(words, folder)
    return None if done.returncode == SKIP else bool(done.returncode)
