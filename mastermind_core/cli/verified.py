"""The verified checker: a program extracted from proofs, which reads a certificate as numbers."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from mastermind_core.checker import (
    IMPOSSIBLE,
    CertificateReport,
    Claim,
    Images,
    StatedLemma,
    cost_of_length,
    opened,
)
from mastermind_core.errors import BadArgument, BadCertificate

#: The digest of the sources of the program. It prints the digest of those that it was built from.
SOURCES = "68b6cb7090ca52ebb5937f3d92eeec0ea403581b9683e426cf7f12616b5f42bc"

_NAME = "mastermind-core-checker"
_SOURCE = Path(__file__).parents[2] / "verified"

#: The number for no limit, and for an impossible total.
_NONE = -1

#: The games that the program knows by name: their classes, and the names by repeats of colours.
_CODES = "mastermind_core.games.mastermind.Mastermind"
_WORDS = "mastermind_core.games.wordle.Wordle"
_WORDLE = "wordle words answers"
_REPEATS = {
    "both": "mastermind",
    "guesses": "mastermind_without_repeats",
    "none": "bulls_and_cows",
}

#: The numbers of the kinds of criteria.
_MEAN, _WORST, _WITHIN, _PENALTY = range(4)

#: The maximum number of pairs of a guess and a secret, and the minimum number of lines of a proof.
_MOST_PAIRS = 1 << 16
_LINES = 8

#: The theorems that the program's answer rests on, for one process and for several.
_THEOREM = "accepts_sound in verified/Objective.v"
_THEOREM_OF_SHARES = "shares_sound in verified/Shares.v"

#: The last line of the program: the total, the sum of the lengths and the worst case of the tree.
_TREE = re.compile(r"tree: total (\d+), guesses (\d+), worst case (\d+)")


@frozen
class Proven:
    """The answer of the verified checker.

    Attributes:
        report: The verified result.
        statement: The proven statement in the notation of verified/Spec.v, and the program.
    """

    report: CertificateReport
    statement: str


def run_verified(game: Any, path: str | os.PathLike[str], jobs: int = 1) -> CertificateReport:
    """Verify a certificate with the verified checker, and return the result.

    Args:
        game: The certificate's game.
        path: The file.
        jobs: The number of processes that share the lemmas.

    Returns:
        The verified result.

    Raises:
        BadCertificate: If the certificate is not valid, with the message of the program.
        BadArgument: If the program does not exist, is of another version or does not work.
    """
    return prove(game, path, jobs).report


def prove(game: Any, path: str | os.PathLike[str], jobs: int = 1) -> Proven:
    """Verify a certificate with the verified checker and return the result and its statement.

    The program reads the game by its name, or its scores, and the lines as numbers.
    """
    if jobs < 1:
        raise BadArgument(f"jobs: {jobs} is not a number of processes: choose 1 or more")
    command = program()
    claim, stated = _answer(command, game, path, *(["--jobs", str(jobs)] if jobs > 1 else []))
    tree = _TREE.fullmatch(stated[-1])
    if tree is None or stated[-2] != f"fingerprint: {claim.header.fingerprint}":
        raise BadCertificate(f"{claim.file}: the verified checker reports: {' '.join(stated)}")
    total, lengths, worst = map(int, tree.groups())
    if (total, worst) != (claim.header.total, claim.header.worst):
        raise BadCertificate(
            f"{claim.file}: the tree has total {total} and worst {worst}, but the header has "
            f"{claim.header.total} and {claim.header.worst}"
        )
    report = evolve(claim, lengths=lengths).proven(claim.header.lemmas)
    theorem = _THEOREM if jobs == 1 else _THEOREM_OF_SHARES
    shown = [*stated[:-1], f"theorem: {theorem}, by {command}"]
    return Proven(report, "\n".join(shown))


def write_coq(game: Any, path: Any, out: Any) -> None:
    """Write a game and its certificate as a theorem, which ``coqc -Q verified Verified`` proves.

    Args:
        game: The certificate's game.
        path: The certificate.
        out: The name of the new file.

    Raises:
        BadCertificate: If the lines of the certificate cannot be read.
        BadArgument: If the game is too large, or the program was not built.
    """
    if len(game.guesses) * len(game.secrets) > _MOST_PAIRS:
        raise BadArgument(f"coq: more than {_MOST_PAIRS:,} pairs of a guess and a secret")
    claim, stated = _answer(program(), game, path, "--coq")
    if len(stated) < _LINES:
        raise BadCertificate(f"{claim.file}: the verified checker reports: {' '.join(stated)}")
    Path(out).write_text("\n".join([*stated, ""]), encoding="utf-8")


def program() -> Path:
    """Return the path of the verified checker, or raise BadArgument if it was not built."""
    found = shutil.which(_NAME, path=_SOURCE) or shutil.which(_NAME)
    if found is None:
        raise BadArgument(
            "verified: the verified checker is not built: run `sh verified/build` in the source of "
            f"the package (it needs only OCaml), and have {_NAME} there or in a folder of PATH"
        )
    return Path(found)


def _answer(command: Path, game: Any, path: object, *options: str) -> tuple[Claim, list[str]]:
    """Return the claim of a certificate, and the lines of the program."""
    name = _game_named(game)
    with opened(game, path, None, replayed=name is None) as claim:
        return claim, _run([command, *options], _input(claim, name))


def _game_named(game: Any) -> str | None:
    """Return a game's name in verified/Games.v with its parameters, or None for other games."""
    kind = f"{type(game).__module__}.{type(game).__qualname__}"
    if kind == _CODES:
        return f"{_REPEATS[game.repeats]} {game.holes} {len(game.symbols)}"
    if kind == _WORDS and not game.hard and all(map(_is_plain, game.guesses)):
        return _WORDLE
    return None


def _is_plain(word: str) -> bool:
    return word.isascii() and word.isalpha() and word.islower()


def _input(claim: Claim, name: str | None) -> Iterator[Iterable[int | str]]:
    """Yield the input of the program, in its order."""
    header = claim.header
    yield from _table(claim) if name is None else _named(claim, name)
    prices = header.criteria.prices
    yield int(_only_winners(claim)), len(prices), *prices
    aims = _aims(claim)
    yield len(aims), *chain.from_iterable(aims)
    yield _or_none(header.max_steps), _or_none(header.max_cost), header.symmetries, header.lemmas
    yield (len(claim.tree),)
    for guess, branches in claim.tree:
        yield guess, len(branches), *chain.from_iterable(branches.items())
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


def _named(claim: Claim, name: str) -> Iterator[Iterable[int | str]]:
    if name != _WORDLE:
        yield (name,)
        return
    scored = claim.scored
    yield "wordle", len(scored.secrets[0])
    for words in (scored.guesses, scored.secrets):
        yield len(words), *words


def _table(claim: Claim) -> Iterator[Iterable[int | str]]:
    scored = claim.scored
    yield "table", len(scored.guesses), len(scored.secrets), scored.n_scores
    yield (int(score in scored.ends) for score in range(scored.n_scores))
    yield scored.weights
    yield map(scored.length, range(len(scored.guesses)))
    yield [goal + 1 for goal in scored.goals] or [0] * len(scored.secrets)
    yield from scored.rows


def _aims(claim: Claim) -> list[tuple[int, ...]]:
    """Return each criterion as numbers: its kind, and its limit or its fines in units."""
    criteria = claim.header.criteria
    aims: list[tuple[int, ...]] = []
    for part, unit in zip(criteria.sums, criteria.units, strict=True):
        name, given = part
        if name == "penalty":
            longest = min(len(given), claim.header.longest(claim.scored))
            fines = [int(cost_of_length(part, length + 1) / unit) for length in range(longest)]
            aims.append((_PENALTY, longest, *fines))
        else:
            aims.append((_WITHIN if given else _MEAN, *map(int, given)))
    if criteria.worst_at >= 0:
        aims.insert(criteria.worst_at, (_WORST,))
    return aims


def _only_winners(claim: Claim) -> bool:
    """Return whether each guess must be able to end the game."""
    return claim.header.pool == "candidates" and not claim.scored.never_ends


def _or_none(limit: int | None) -> int:
    return _NONE if limit is None else limit


def _run(command: list[Any], lines: Iterator[Iterable[int | str]]) -> list[str]:
    """Return the output of the program, line by line, without its version."""
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        first = running.stdout.readline().strip()
        if first != f"{_NAME} {SOURCES}":
            running.kill()
            raise BadArgument(
                f"verified: {command[0]} was built from another version: run `sh verified/build`"
            )
        with suppress(BrokenPipeError), running.stdin:  # it may stop before the end of the input
            for given in lines:
                running.stdin.write(" ".join(map(str, given)) + "\n")
        stated = running.stdout.read().splitlines()
    if running.returncode not in (0, 1) or not stated:
        raise BadArgument(f"verified: the checker failed with exit code {running.returncode}")
    return stated
