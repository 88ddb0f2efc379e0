"""Prove every optimum that the library knows, write the certificates, and say what it took.

    python -m benchmarks.records                     # all that takes seconds
    python -m benchmarks.records --all               # those of minutes, too
    python -m benchmarks.records --only "M(4,7)" --keep FOLDER --write
    python -m benchmarks.records --only "M(5,6)" --objective worst --all --verified
    python -m benchmarks.records --wordle ANSWERS GUESSES CERTIFICATE --write

Each line: the value, who had it first, CPU seconds, nodes, lemmas, and the digest of the
certificate's text, which is the same wherever the same version writes it. ``--write`` keeps the
lines in a file for the documentation, beside those that are there.

With ``--verified`` a certificate is checked by the verified checker, which is built first, and not
in Python. The lines then have the CPU seconds and the peak of memory of that program, and have a
table of their own. ``--wordle`` does so for a certificate that benchmarks/wordle.py has written.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import sys
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

import mastermind_core as mc
from benchmarks.measure import timed
from mastermind_core.checker.verified import program, run_verified
from mastermind_core.games import Wordle, read_words
from reproduce.optima import OPTIMA, Optimum, game_called

FILE = Path(__file__).with_name("records.json")

#: What the verified checker has checked, for the documentation.
VERIFIED = Path(__file__).parents[1] / "docs" / "results" / "verified.csv"
COLUMNS = ("Game", "Objective", "Within", "Value", "Lemmas", "Seconds", "MB", "SHA-256")

#: Runs the verified checker from a small process, whose memory the kernel counts as the program's.
_MEASURED = """#!{python}
import resource, subprocess, sys
code = subprocess.run([{real!r}]).returncode
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
    value = found.total if row.objective == "mean" else found.worst
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
    path = folder / f"{row.game} {row.objective}{row.max_steps or ''}.certificate"
    found.certificate(path)
    return game, said, path


def record(row: Optimum, folder: Path) -> dict[str, Any]:
    """Prove one optimum and check its certificate; return what there is to say."""
    game, said, path = proven(row, folder)
    checked, spent, _ = timed(lambda: mc.verify_certificate(game, path))
    said["checked"] = round(spent, 3)
    said["checker"] = "Python"
    said["lemmas"] = checked.lemmas
    said["digest"] = digest_of(path)
    said["bytes"] = path.stat().st_size
    return said


def digest_of(path: Path) -> str:
    """Return the SHA-256 digest of a file."""
    digest = sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def verified(name: str, game: Any, within: int | None, path: Path) -> dict[str, str]:
    """Check a certificate with the verified checker; return a row of the table."""
    real = program()
    with tempfile.TemporaryDirectory() as folder:
        measured, used = Path(folder, real.name), Path(folder, "used")
        measured.write_text(_MEASURED.format(python=sys.executable, real=str(real), used=str(used)))
        measured.chmod(0o755)
        with patch.dict(os.environ, PATH=folder, clear=False):
            report = run_verified(game, path)
        seconds, peak = used.read_text().split()
    least = report.total if report.objective == "mean" else report.worst
    most = "" if within is None else str(within)
    own = name, report.objective, most, least, report.lemmas, seconds, peak
    return dict(zip(COLUMNS, map(str, (*own, digest_of(path)[:16])), strict=True))


def keep_verified(row: dict[str, str]) -> None:
    """Write a row of the verified checker beside those that are in the file."""
    with VERIFIED.open(newline="") as file:
        rows = list(csv.DictReader(file, restval=""))
    places = [tuple(own[name] for name in COLUMNS[:3]) for own in rows]
    place = tuple(row[name] for name in COLUMNS[:3])
    if place in places:
        rows[places.index(place)] = row
    else:
        rows.append(row)
    with VERIFIED.open("w", newline="") as file:
        table = csv.DictWriter(file, COLUMNS, restval="", lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


def key(said: dict[str, Any]) -> tuple[Any, ...]:
    return said["game"], said["objective"], said["within"]


def keep(said: dict[str, Any]) -> None:
    """Write a record beside those that are in the file."""
    kept = json.loads(FILE.read_text()) if FILE.exists() else []
    known = {key(one): one for one in [*kept, said]}
    order = [(row.game, row.objective, row.max_steps) for row in OPTIMA]
    lines = [json.dumps(known[place]) for place in order if place in known]
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n")


def show(row: dict[str, str], *, write: bool) -> None:
    """Print a row of the verified checker, and keep it if asked to."""
    print(*row.values(), flush=True)
    if write:
        keep_verified(row)


def main() -> None:
    """Print a line a record."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.records",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--all", action="store_true", help="searches of minutes, too")
    parser.add_argument("--only", metavar="GAME", help="one game")
    parser.add_argument("--objective", choices=("mean", "worst"), help="of these alone")
    parser.add_argument("--keep", metavar="FOLDER", type=Path, help="where certificates stay")
    parser.add_argument("--verified", action="store_true", help="use the verified checker")
    parser.add_argument("--write", action="store_true", help="keep the lines in a file")
    parser.add_argument("--wordle", metavar=("ANSWERS", "GUESSES", "CERTIFICATE"), nargs=3)
    given = parser.parse_args()
    if given.wordle:
        answers, guesses = map(read_words, given.wordle[:2])
        name = f"Wordle({len(answers)},{len(set(answers) | set(guesses))})"
        show(
            verified(name, Wordle(answers, guesses), None, Path(given.wordle[2])), write=given.write
        )
        return
    rows = [
        row
        for row in OPTIMA
        if (given.all or row.effort != "long")
        and given.only in (None, row.game)
        and given.objective in (None, row.objective)
    ]
    if not rows:
        raise SystemExit(f"no record of {given.only}; there are those of `reproduce optima`")
    with tempfile.TemporaryDirectory() as place:
        folder = given.keep or Path(place)
        folder.mkdir(parents=True, exist_ok=True)
        for row in rows:
            if given.verified:
                game, _, path = proven(row, folder)
                show(verified(row.game, game, row.max_steps, path), write=given.write)
                continue
            said = record(row, folder)
            print(
                f"{said['game']:8} {said['objective']:5} {said['value']:6} {said['first']:24} "
                f"{said['seconds']:9.3f} s {said['nodes']:9,} nodes {said['lemmas']:9,} lemmas "
                f"{said['digest'][:16]}",
                flush=True,
            )
            if given.write:
                keep(said)


if __name__ == "__main__":
    main()
