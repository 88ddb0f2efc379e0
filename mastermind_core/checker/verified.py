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

from mastermind_core.checker import CertificateReport, Claim, opened
from mastermind_core.checker.bounds import IMPOSSIBLE
from mastermind_core.checker.header import cost_of_length
from mastermind_core.checker.lemmas import Images, StatedLemma
from mastermind_core.errors import BadArgument, BadCertificate

#: The digest of the sources of the program. It prints the digest of those that it was built from.
SOURCES = "93f1f780222ed87af51ce2bf66a33b269e2028bc88bbe6059425dbfa596e72de"

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


def run_verified(game: Any, path: str | os.PathLike[str]) -> CertificateReport:
    """Verify a certificate with the verified checker, and return the result.

    Args:
        game: The game of the certificate.
        path: The file.

    Returns:
        The verified result.

    Raises:
        BadCertificate: If the certificate is not valid, with the message of the program.
        BadArgument: If the program does not exist, is of another version or does not work.
    """
    return prove(game, path).report


def prove(game: Any, path: str | os.PathLike[str]) -> Proven:
    """Verify a certificate with the verified checker; return the result and its statement.

    The program reads the game by its name, or its scores, and the lines as numbers.
    """
    name = game_named(game)
    command = program()
    with opened(game, path, None, replayed=name is None) as claim:
        stated = _run(command, _input(claim, name))
        wanted = _statement(claim, name), f"fingerprint: {claim.header.fingerprint}"
    tree = _TREE.fullmatch(stated[-1])
    if tree is None or tuple(stated[-3:-1]) != wanted:
        raise BadCertificate(f"{claim.file}: the verified checker reports: {' '.join(stated)}")
    total, lengths, worst = map(int, tree.groups())
    if (total, worst) != (claim.header.total, claim.header.worst):
        raise BadCertificate(
            f"{claim.file}: the tree has total {total} and worst {worst}, but the header has "
            f"{claim.header.total} and {claim.header.worst}"
        )
    report = evolve(claim, lengths=lengths).proven(claim.header.lemmas)
    shown = [*stated[:-1], f"theorem: accepts_sound in verified/Objective.v, by {command}"]
    return Proven(report, "\n".join(shown))


def program() -> Path:
    """Return the path of the verified checker; raise BadArgument if it was not built."""
    found = shutil.which(_NAME, path=_SOURCE) or shutil.which(_NAME)
    if found is None:
        raise BadArgument(
            "verified: the verified checker is not built: run `sh verified/build` in the source of "
            f"the package (it needs only OCaml), and have {_NAME} there or in a folder of PATH"
        )
    return Path(found)


def game_named(game: Any) -> str | None:
    """Return the name of a game in verified/Games.v with its parameters; None for other games."""
    kind = f"{type(game).__module__}.{type(game).__qualname__}"
    if kind == _CODES:
        return f"{_REPEATS[game.repeats]} {game.holes} {len(game.symbols)}"
    if kind == _WORDS and not game.hard and all(map(_is_plain, game.guesses)):
        return _WORDLE
    return None


def _is_plain(word: str) -> bool:
    return word.isascii() and word.isalpha() and word.islower()


def _statement(claim: Claim, name: str | None) -> str:
    """Return the statement that a valid certificate proves, as the program prints it."""
    header = claim.header
    shown = f"table {header.fingerprint}" if name is None else name
    if only_winners(claim):
        shown = f"candidates ({shown})"
    limits = f"{optional(header.max_steps)} {optional(header.max_cost)}"
    aims = f"[{'; '.join(aims_of(claim))}]"
    return f"proven: optimal ({shown}) {limits} {aims} T {numbers(values_of(claim))}"


def _input(claim: Claim, name: str | None) -> Iterator[Iterable[int | str]]:
    """Yield the input of the program, in its order."""
    header = claim.header
    yield from _table(claim) if name is None else _named(claim, name)
    prices = header.criteria.prices
    yield int(only_winners(claim)), len(prices), *prices
    aims = list(_numbered_aims(claim))
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


def _criteria(claim: Claim) -> Iterator[tuple[str, list[int]]]:
    """Yield the name and the numbers of each criterion, in integers."""
    criteria = claim.header.criteria
    found: list[tuple[str, list[int]]] = []
    for part, unit in zip(criteria.sums, criteria.units, strict=True):
        name, given = part
        longest = min(len(given), claim.header.longest(claim.scored))
        fines = [cost_of_length(part, length) / unit for length in range(1, longest + 1)]
        found.append((name, list(map(int, given if name == "within" else fines))))
    if criteria.worst_at >= 0:
        found.insert(criteria.worst_at, ("worst", []))
    return iter(found)


def _numbered_aims(claim: Claim) -> Iterator[tuple[int, ...]]:
    """Yield each criterion as numbers."""
    for name, given in _criteria(claim):
        if name == "penalty":
            yield 3, len(given), *given
        else:
            yield ("mean", "worst", "within").index(name), *given


def aims_of(claim: Claim) -> Iterator[str]:
    """Yield each criterion in the notation of Coq."""
    for name, given in _criteria(claim):
        if name == "penalty":
            yield f"Penalty {numbers(given)}"
        else:
            yield " ".join([name.capitalize(), *map(str, given)])


def values_of(claim: Claim) -> list[int]:
    """Return the values of the criteria of the tree, in integers."""
    header, values = claim.header, []
    rest = header.total
    for scale in header.criteria.scales:
        value, rest = divmod(rest, scale)
        values.append(value)
    if header.criteria.worst_at >= 0:
        values.insert(header.criteria.worst_at, header.worst)
    return values


def only_winners(claim: Claim) -> bool:
    """Return whether each guess must be able to end the game."""
    return claim.header.pool == "candidates" and not claim.scored.never_ends


def numbers(given: Iterable[int]) -> str:
    """Return a list of numbers in the notation of Coq."""
    return f"[{'; '.join(map(str, given))}]"


def optional(limit: int | None) -> str:
    """Return a limit, or no limit, in the notation of Coq."""
    return "None" if limit is None else f"(Some {limit})"


def _or_none(limit: int | None) -> int:
    return _NONE if limit is None else limit


def _run(command: Path, lines: Iterator[Iterable[int | str]]) -> list[str]:
    """Return the output of the program, line by line, without its version."""
    with subprocess.Popen(
        [command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        first = running.stdout.readline().strip()
        if first != f"{_NAME} {SOURCES}":
            running.kill()
            raise BadArgument(
                f"verified: {command} was built from another version: run `sh verified/build`"
            )
        with suppress(BrokenPipeError), running.stdin:  # it may stop before the end of the input
            for given in lines:
                running.stdin.write(" ".join(map(str, given)) + "\n")
        stated = running.stdout.read().splitlines()
    if running.returncode not in (0, 1) or not stated:
        raise BadArgument(f"verified: the checker failed with exit code {running.returncode}")
    return stated
