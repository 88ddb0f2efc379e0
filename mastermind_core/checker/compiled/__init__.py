"""The checker in C++: a program of its own, built with the package from one file."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from mastermind_core.checker import Certified, certified
from mastermind_core.checker.bounds import CostModel
from mastermind_core.checker.header import about, read_header
from mastermind_core.checker.reading import (
    DAMAGED,
    file_name,
    longest_line,
    next_line,
    open_lines,
    open_stream,
)
from mastermind_core.checker.replay import replay
from mastermind_core.checker.scoring import Scored, count_items, score_game
from mastermind_core.errors import BadArgument, BadCertificate

SOURCE = Path(__file__).with_name("check.cpp")

_NAME = "check.exe" if os.name == "nt" else "check"


def run_compiled(game: Any, path: str | os.PathLike[str]) -> Certified:
    """Return what a certificate proves of a game, once the compiled checker has checked all of it.

    It is given the scores of the game in a table, in a folder that is gone afterwards. What it
    refuses raises :class:`BadCertificate` with its own words.
    """
    n_guesses, n_secrets = count_items(game)
    with open_lines(path, longest_line(n_guesses, n_secrets)) as lines:
        first = next_line(lines, file_name(path), "the header")
        tree = next_line(lines, file_name(path), "the tree")
    header = read_header(first)
    checker = program()
    with TemporaryDirectory(prefix="mastermind_core-") as folder:
        table = Path(folder, "table")
        scored = score_game(game, lambda: None)
        header = about(first, header, scored)
        lengths = replay(tree, header, scored, CostModel(scored, header.criteria.prices))
        _write_table(scored, table)
        said, proven = _run([str(checker), "table", str(table)], path)
    if not proven:
        raise BadCertificate(f"{file_name(path)}: the compiled checker says: {said}")
    return certified(header, lengths)


def program() -> Path:
    """Return the compiled checker of this installation."""
    beside = Path(__file__).with_name(_NAME)
    # An editable installation keeps what is compiled away from the source.
    found = (beside, *_installed())
    built = next((path for path in found if os.access(path, os.X_OK)), None)
    if built is None:
        raise BadArgument(
            "compiled: this installation was built without a compiler and has no compiled checker: "
            f"install a wheel, build {SOURCE.name} by hand, or leave it out"
        )
    return built


def _installed() -> Iterator[Path]:
    with suppress(PackageNotFoundError):
        for file in files("mastermind-core") or ():
            if file.name == _NAME and file.parent.parts[-2:] == ("checker", "compiled"):
                yield Path(str(file.locate()))


def _write_table(scored: Scored, path: Path) -> None:
    """Write scores as the program reads them."""
    ends = [int(score in scored.ends) for score in range(scored.n_scores)]
    sizes = [len(scored.guesses), len(scored.secrets), scored.n_scores]
    spelled = list(map(str, range(scored.n_scores)))
    with path.open("w", encoding="ascii") as file:
        for numbers in (sizes, ends, scored.weights):
            file.write(" ".join(map(str, numbers)) + "\n")
        for row in scored.rows:
            file.write(" ".join(map(spelled.__getitem__, row)) + "\n")
        if scored.costs or scored.goals:
            costs = [scored.length(guess) for guess in range(sizes[0])]
            goals = [goal + 1 for goal in scored.goals] or [0] * sizes[1]
            for more in (costs, goals):
                file.write(" ".join(map(str, more)) + "\n")


def _run(command: list[str], path: Any) -> tuple[str, bool]:
    """Return what the program says of a certificate, and whether it believes it."""
    with (
        open_stream(path) as stream,
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running,
    ):
        assert running.stdin is not None
        assert running.stdout is not None
        try:  # it may refuse a file before it has read all of it
            with suppress(BrokenPipeError), running.stdin:
                shutil.copyfileobj(stream, running.stdin)
        except DAMAGED as error:
            raise BadCertificate(f"{file_name(path)} is damaged or cut off: {error}") from None
        said = running.stdout.read().decode(errors="replace").strip()
    if running.returncode not in (0, 1):
        raise BadArgument(f"compiled: the checker ended with {running.returncode}, without a word")
    return said, running.returncode == 0
