"""Prove every optimum that the library knows, write the certificates, and say what it took.

    python -m benchmarks.records                     # all that takes seconds
    python -m benchmarks.records --all               # those of minutes, too
    python -m benchmarks.records --only "M(4,7)" --keep FOLDER --write
    python -m benchmarks.records --only "M(5,6)" --objective worst --all --verified
    python -m benchmarks.records --verified --under 10 --same    # the rows of seconds, as in CI
    python -m benchmarks.records --wordle ANSWERS GUESSES CERTIFICATE --write

Each line: the value, who had it first, CPU seconds, nodes, lemmas, and the digest of the
certificate's text, which is the same wherever the same version writes it. ``--write`` keeps the
lines in a file for the documentation, beside those that are there.

With ``--verified`` a certificate is checked by the verified checker, and not in Python. Build it
first by ``sh verified/build``. The lines then also have the peak of memory of that program.
``--wordle`` does so for a certificate that benchmarks/wordle.py has written. With ``--jobs N``
several processes share the lemmas.

``--under`` chooses the records that took less CPU time, and ``--same`` fails if a value or the
digest of a certificate is not the one in the file. A record in the file names the sources of the
program that checked it, so the documentation marks those of another version.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

import mastermind_core as mc
from benchmarks.measure import timed
from mastermind_core.cli.verified import SOURCES, program, run_verified
from mastermind_core.games import Wordle, read_words
from reproduce.optima import OPTIMA, Optimum, game_called

FILE = Path(__file__).with_name("records.json")

OBJECTIVES = tuple(dict.fromkeys(row.objective for row in OPTIMA))

#: Runs the verified checker from a small process, whose memory the kernel counts as the program's.
_MEASURED = """#!{python}
import resource, subprocess, sys
code = subprocess.run([{real!r}, *sys.argv[1:]]).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
with open({used!r}, "w") as file:
    print(f"{{used.ru_utime + used.ru_stime:.2f}}", used.ru_maxrss // 1024, file=file)
sys.exit(code)
"""

#: Bytes that are read at a time.
_CHUNK = 2**20


def proven(row: Optimum, folder: Path) -> tuple[Any, dict[str, Any], Path]:
    """Prove one optimum; return the game, what there is to say, and the file of its certificate."""
    game = game_called(row.game)
    found, seconds, _ = timed(lambda: mc.optimal(game, row.objective, max_steps=row.max_steps))
    value = found.values
    if not found.proven or row.value not in (None, value):
        raise SystemExit(f"{row.game}: {found}, not {row.value}")
    said = {
        "game": row.game,
        "objective": row.objective,
        "within": row.max_steps,
        "value": value,
        "mean": round(value / len(game.secrets), 4) if row.objective == "mean" else None,
        "first": row.source or "this library",
        "seconds": round(seconds, 3),
        "nodes": found.nodes,
    }
    path = folder / f"{row.game} {row.objective.replace(':', '')}{row.max_steps or ''}.certificate"
    found.write_certificate(path)
    return game, said, path


def checked(game: Any, path: Path, *, verified: bool, jobs: int = 1) -> tuple[Any, dict[str, Any]]:
    """Check a certificate, with the verified checker or in Python.

    Returns:
        The result, and what there is to say of the check.
    """
    peak = None
    if verified:
        report, spent, peak = measured(game, path, jobs)
    else:
        report, spent, _ = timed(lambda: mc.verify_certificate(game, path))
    said = {
        "checked": round(spent, 3),
        "checker": "verified" if verified else "Python",
        "sources": SOURCES if verified else None,
        "peak": peak,
        "lemmas": report.lemmas,
        "digest": digest_of(path),
        "bytes": path.stat().st_size,
    }
    return report, said


def wordle(answers: Path, guesses: Path, path: Path, jobs: int = 1) -> dict[str, Any]:
    """Check a certificate of Wordle with the verified checker; return what there is to say."""
    game = Wordle(read_words(answers), read_words(guesses))
    report, own = checked(game, path, verified=True, jobs=jobs)
    said = {
        "game": f"Wordle({len(game.secrets)},{len(game.guesses)})",
        "objective": "mean",
        "within": None,
        "value": report.total,
        "mean": round(report.total / len(game.secrets), 4),
        "first": "see Wordle",
        "seconds": None,
        "nodes": None,
    }
    return said | own


def digest_of(path: Path) -> str:
    """Return the SHA-256 digest of a file."""
    digest = sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def measured(
    game: Any, path: Path, jobs: int = 1
) -> tuple[mc.checker.CertificateReport, float, int]:
    """Check a certificate with the verified checker; return the result, CPU seconds and MB.

    The seconds are those of all processes together, and the memory is that of the largest one.
    """
    real = program()
    with tempfile.TemporaryDirectory() as folder:
        timer, used = Path(folder, real.name), Path(folder, "used")
        timer.write_text(_MEASURED.format(python=sys.executable, real=str(real), used=str(used)))
        timer.chmod(0o755)
        with patch("mastermind_core.cli.verified.program", lambda: timer):
            report = run_verified(game, path, jobs)
        seconds, peak = used.read_text().split()
    return report, float(seconds), int(peak)


def key(said: dict[str, Any]) -> tuple[Any, ...]:
    return said["game"], said["objective"], said["within"]


def keep(said: dict[str, Any]) -> None:
    """Write a record beside those that are in the file, in the order of the optima."""
    known = {**recorded(), key(said): said}
    order = {(row.game, row.objective, row.max_steps): at for at, row in enumerate(OPTIMA)}
    places = sorted(known, key=lambda place: order.get(place, len(order)))
    FILE.write_text("[\n" + ",\n".join(json.dumps(known[place]) for place in places) + "\n]\n")


def recorded() -> dict[tuple[Any, ...], dict[str, Any]]:
    """Return the records in the file."""
    return {key(one): one for one in json.loads(FILE.read_text())} if FILE.exists() else {}


def recorded_seconds(row: Optimum) -> float:
    """Return the CPU seconds of a record in the file; infinity for a new one."""
    one = recorded().get((row.game, row.objective, row.max_steps))
    return float("inf") if one is None else (one["seconds"] or 0) + one["checked"]


def hold(said: dict[str, Any]) -> None:
    """Fail if a record is not the one in the file."""
    one = recorded().get(key(said), {})
    for name in ("value", "lemmas", "digest"):
        if one.get(name) != said[name]:
            raise SystemExit(f"{said['game']}: {name} {said[name]}, recorded {one.get(name)}")


def show(said: dict[str, Any], *, write: bool) -> None:
    """Print a record, and keep it if asked to."""
    nodes = said["nodes"]
    searched = "" if nodes is None else f"{said['seconds']:.3f} s, {nodes:,} nodes; "
    peak = "" if said["peak"] is None else f", {said['peak']} MB"
    print(
        f"{said['game']:8} {said['objective']:5} {said['value']:6} {said['first']:24} {searched}"
        f"{said['lemmas']:,} lemmas, {said['checked']:.2f} s{peak}; {said['digest'][:16]}",
        flush=True,
    )
    if write:
        keep(said)


def main() -> None:
    """Print a line a record."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.records",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--all", action="store_true", help="searches of minutes, too")
    parser.add_argument("--only", metavar="GAME", help="one game")
    parser.add_argument("--objective", choices=OBJECTIVES, help="of these alone")
    parser.add_argument("--keep", metavar="FOLDER", type=Path, help="where certificates stay")
    parser.add_argument("--verified", action="store_true", help="use the verified checker")
    parser.add_argument("--jobs", type=int, default=1, help="processes of the verified checker")
    parser.add_argument("--write", action="store_true", help="keep the lines in a file")
    parser.add_argument("--wordle", metavar=("ANSWERS", "GUESSES", "CERTIFICATE"), nargs=3)
    parser.add_argument("--under", metavar="SECONDS", type=float, default=float("inf"))
    parser.add_argument("--same", action="store_true", help="fail if a record differs")
    given = parser.parse_args()
    if given.wordle:
        answers, guesses, path = map(Path, given.wordle)
        show(wordle(answers, guesses, path, given.jobs), write=given.write)
        return
    rows = [
        row
        for row in OPTIMA
        if (given.all or row.effort != "long")
        and given.only in (None, row.game)
        and given.objective in (None, row.objective)
        and recorded_seconds(row) <= given.under
    ]
    if not rows:
        raise SystemExit(f"no record of {given.only}; there are those of `reproduce optima`")
    with tempfile.TemporaryDirectory() as place:
        folder = given.keep or Path(place)
        folder.mkdir(parents=True, exist_ok=True)
        for row in rows:
            game, said, path = proven(row, folder)
            said |= checked(game, path, verified=given.verified, jobs=given.jobs)[1]
            if given.same:
                hold(said)
            show(said, write=given.write)


if __name__ == "__main__":
    main()
