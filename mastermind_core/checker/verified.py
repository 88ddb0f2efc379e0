"""The verified checker: a program extracted from proofs, which reads a certificate as numbers."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any

from mastermind_core.checker import CertificateReport, Claim, opened
from mastermind_core.checker.bounds import IMPOSSIBLE
from mastermind_core.checker.lemmas import Images, StatedLemma
from mastermind_core.errors import BadArgument, BadCertificate

#: The statement that the program proves, in verified/Kernel.v.
THEOREM = "checked by the verified checker: Coq theorem conclude_sound, without axioms"

_NAME = "mastermind-core-checker"
_SOURCE = Path(__file__).parents[2] / "verified"

#: The number for no limit, and for an impossible total.
_NONE = -1


def run_verified(game: Any, path: str | os.PathLike[str]) -> CertificateReport:
    """Verify a certificate with the verified checker, and return the result.

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
        stated = _run(program(), _numbers(claim))
        total, worst = claim.header.total, claim.header.worst
        figures = " ".join(map(str, figures_of(claim)))
        expected = f"proven {figures} by a tree of total {total} and worst case {worst}"
    if stated != expected:
        raise BadCertificate(f"{claim.file}: the verified checker reports: {stated}")
    return claim.proven(claim.header.lemmas)


def program() -> Path:
    """Return the path of the verified checker; raise BadArgument if it was not built."""
    found = shutil.which(_NAME) or shutil.which(_NAME, path=_SOURCE)
    if found is None:
        raise BadArgument(
            "verified: the verified checker is not built: run `sh verified/build` in the source of "
            f"the package (it needs only OCaml), and have {_NAME} there or in a folder of PATH"
        )
    return Path(found)


def _numbers(claim: Claim) -> Iterator[Iterable[int]]:
    """Yield the input of the program, in its order."""
    yield from _game(claim)
    header, aims = claim.header, aims_of(claim)
    yield len(aims), *aims
    yield _or_none(header.max_steps), _or_none(header.max_cost), header.symmetries, header.lemmas
    yield (len(claim.tree),)
    for guess, branches in claim.tree:
        yield guess, len(branches), *chain.from_iterable(branches)
    for _, symmetry in claim.symmetries():
        yield *symmetry.guesses, *symmetry.secrets
    for _, stated in claim.lemmas():
        yield _lemma(stated)


def _lemma(stated: StatedLemma | Images) -> Iterable[int]:
    if isinstance(stated, Images):
        images = zip(stated.until, stated.by, strict=True)
        return 0, len(stated.by), *chain(*((until, len(by), *by) for until, by in images))
    least = _NONE if stated.least == IMPOSSIBLE else stated.least
    limits = stated.made, stated.steps, stated.money, least
    lists = len(stated.alike), *stated.alike, len(stated.lines), *chain(*stated.lines)
    return len(stated.secrets), *stated.secrets, *limits, stated.until, *lists


def _game(claim: Claim) -> Iterator[Iterable[int]]:
    scored, prices = claim.scored, claim.model.prices
    yield len(scored.guesses), len(scored.secrets), scored.n_scores
    yield (int(score in scored.ends) for score in range(scored.n_scores))
    yield scored.weights
    yield map(scored.length, range(len(scored.guesses)))
    yield (int(bool(scored.costs)),)
    yield [goal + 1 for goal in scored.goals] or [0] * len(scored.secrets)
    yield from scored.rows
    yield int(only_winners(claim)), len(prices), *prices


def aims_of(claim: Claim) -> list[int]:
    """Return the criteria: the worst case as 0, and each sum before or after it by its scale."""
    criteria = claim.header.criteria
    at = criteria.worst_at
    if at < 0:
        return [1]
    return [*criteria.scales[at - 1 : at], 0, *[1] * (at < len(criteria.scales))]


def figures_of(claim: Claim) -> Iterator[int]:
    """Return the values of the criteria of the tree."""
    header = claim.header
    return (header.total // scale if scale else header.worst for scale in aims_of(claim))


def only_winners(claim: Claim) -> bool:
    """Return whether each guess must be able to end the game."""
    return claim.header.pool == "candidates" and not claim.scored.never_ends


def _or_none(limit: int | None) -> int:
    return _NONE if limit is None else limit


def _run(command: Path, lines: Iterator[Iterable[int]]) -> str:
    """Return the output of the program."""
    with subprocess.Popen(
        [command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        with suppress(BrokenPipeError), running.stdin:  # it may stop before the end of the input
            for numbers in lines:
                running.stdin.write(" ".join(map(str, numbers)) + "\n")
        stated = running.stdout.read().strip()
    if running.returncode not in (0, 1):
        raise BadArgument(f"verified: the checker failed with exit code {running.returncode}")
    return stated
