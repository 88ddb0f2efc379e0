"""The checker in C++: a separate program, built with the package."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, files
from itertools import chain
from pathlib import Path
from typing import Any

from mastermind_core.checker import CertificateReport, Claim, opened
from mastermind_core.checker.lemmas import Images
from mastermind_core.errors import BadArgument, BadCertificate

SOURCE = Path(__file__).with_name("check.cpp")

#: The number for no limit, and for an impossible total: more than any number in a file.
_NONE = 1 << 61

_NAME = "check.exe" if os.name == "nt" else "check"


def run_compiled(game: Any, path: str | os.PathLike[str]) -> CertificateReport:
    """Verify the tree, symmetries and lemmas of a certificate in C++, and return the result.

    The program reads the scores of the game and the lines as numbers.

    Args:
        game: The game of the certificate.
        path: The file.

    Returns:
        The verified result.

    Raises:
        BadCertificate: If the certificate is not valid, with the message of the program.
        BadArgument: If the program does not exist or does not work.
    """
    with opened(game, path, None) as claim:
        stated, proven = _run(claim)
    if not proven:
        raise BadCertificate(f"{claim.file}: the compiled checker reports: {stated}")
    return claim.proven(claim.header.lemmas)


def program() -> Path:
    """Return the path of the compiled checker; raise BadArgument if it was not built."""
    beside = Path(__file__).with_name(_NAME)
    # An editable installation stores compiled files in another folder than the source.
    found = (beside, *_installed())
    built = next((path for path in found if os.access(path, os.X_OK)), None)
    if built is None:
        raise BadArgument(
            "compiled: this installation was built without a compiler and has no compiled checker: "
            f"install a wheel, build {SOURCE.name} by hand, or do without it"
        )
    return built


def _installed() -> Iterator[Path]:
    with suppress(PackageNotFoundError):
        for file in files("mastermind-core") or ():
            if file.name == _NAME and file.parent.parts[-2:] == ("checker", "compiled"):
                yield Path(str(file.locate()))


def _numbers(claim: Claim) -> Iterator[Iterable[int]]:
    """Yield the input of the program, in its order."""
    scored, header, prices = claim.scored, claim.header, claim.model.prices
    yield len(scored.guesses), len(scored.secrets), scored.n_scores
    yield (int(score in scored.ends) for score in range(scored.n_scores))
    yield scored.weights
    yield map(scored.length, range(len(scored.guesses)))
    yield [goal + 1 for goal in scored.goals] or [0] * len(scored.secrets)
    yield from scored.rows
    yield int(header.pool == "candidates"), header.symmetries, header.lemmas, len(prices), *prices
    yield (len(claim.tree),)
    for guess, branches in claim.tree:
        edges = ((score, max(child, 0)) for score, child in branches)
        yield guess, len(branches), *chain.from_iterable(edges)
    yield header.total, header.worst, header.longest(scored), _or_none(header.max_cost)
    for _, symmetry in claim.symmetries():
        yield *symmetry.guesses, *symmetry.secrets
    for _, stated in claim.lemmas():
        if isinstance(stated, Images):
            yield 0, stated.of, len(stated.by)
            yield from ((len(by), *by) for by in stated.by)
        else:
            yield len(stated.secrets), *stated.secrets
            yield stated.made, stated.steps, stated.money, min(stated.least, _NONE)
            yield len(stated.alike), *stated.alike, len(stated.lines), *chain(*stated.lines)
    wanted = claim.wanted()
    yield (len(wanted),)
    for money, least in wanted:
        yield _or_none(header.max_steps), _or_none(money), min(least, _NONE)


def _or_none(limit: int | None) -> int:
    return _NONE if limit is None else limit


def _run(claim: Claim) -> tuple[str, bool]:
    """Return the output of the program, and whether the certificate is valid."""
    with subprocess.Popen(
        [program()], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        with suppress(BrokenPipeError), running.stdin:  # it may stop before the end of the input
            for numbers in _numbers(claim):
                running.stdin.write(" ".join(map(str, numbers)) + "\n")
        stated = running.stdout.read().strip()
    if running.returncode not in (0, 1):
        raise BadArgument(f"compiled: the checker failed with exit code {running.returncode}")
    return stated, running.returncode == 0
