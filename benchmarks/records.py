"""Prove every optimum that the library knows, write the certificates, and say what it took.

    python -m benchmarks.records                     # all that takes seconds
    python -m benchmarks.records --all               # those of minutes, too
    python -m benchmarks.records --only "M(4,7)" --keep FOLDER --write
    python -m benchmarks.records --only "M(5,6)" --objective worst --all --verified

With ``--verified`` a certificate is checked by the verified checker, which is built first, and not
in Python. Each line: the value, who had it first, CPU seconds, nodes, lemmas, and the digest of the
certificate's text, which is the same wherever the same version writes it. ``--write`` keeps the
lines in a file for the documentation, beside those that are there.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Any

import mastermind_core as mc
from benchmarks.measure import timed
from mastermind_core.checker.verified import run_verified
from reproduce.optima import OPTIMA, Optimum, game_called

FILE = Path(__file__).with_name("records.json")

#: Bytes that are read at a time.
_CHUNK = 2**20


def record(row: Optimum, folder: Path, *, verified: bool) -> dict[str, Any]:
    """Prove one optimum and check its certificate; return what there is to say."""
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
    check = run_verified if verified else mc.verify_certificate
    checked, spent, _ = timed(lambda: check(game, path))
    said["checked"] = round(spent, 3)
    said["checker"] = "verified" if verified else "Python"
    said["lemmas"] = checked.lemmas
    digest = sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    said["digest"] = digest.hexdigest()
    said["bytes"] = path.stat().st_size
    return said


def key(said: dict[str, Any]) -> tuple[Any, ...]:
    return said["game"], said["objective"], said["within"]


def keep(said: dict[str, Any]) -> None:
    """Write a record beside those that are in the file."""
    kept = json.loads(FILE.read_text()) if FILE.exists() else []
    known = {key(one): one for one in [*kept, said]}
    order = [(row.game, row.objective, row.max_steps) for row in OPTIMA]
    lines = [json.dumps(known[place]) for place in order if place in known]
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n")


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
    given = parser.parse_args()
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
            said = record(row, folder, verified=given.verified)
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
