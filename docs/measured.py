"""Make tables of what the commands in ``benchmarks`` have kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mastermind_core.cli.verified import SOURCES
from reproduce.optima import NAMES_OF_VALUES

KEPT = Path(__file__).parent.parent / "benchmarks"


def seconds(number: float) -> str:
    """Write seconds with three digits that count.

    >>> seconds(0.0412), seconds(1.2345), seconds(101.7)
    ('0.041', '1.23', '102')
    """
    return f"{number:.3f}" if number < 1 else f"{number:.2f}" if number < 10 else f"{number:.0f}"


def measured(kept: dict[str, Any]) -> list[list[str]]:
    """Return a row for each task: the result, CPU and wall seconds, memory, other programs."""
    rows = [["group", "task", "result", "CPU s", "wall s", "peak MB", "another program"]]
    for row in kept["rows"]:
        others = [
            f"{name}: {peer['result']}, {seconds(peer['cpu'])} s, {peer['peak']:.0f} MB, ratio "
            f"{peer['ratio']:.2f}"
            for name, peer in row["peers"].items()
        ]
        result = row["result"] if row["result"] is not None else _counts(row["counts"])
        figures = [seconds(row["cpu"]), seconds(row["wall"]), f"{row['peak']:.0f}"]
        rows.append([row["group"], row["name"], str(result), *figures, "; ".join(others)])
    return rows


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{number:,} {name}" for name, number in counts.items())


def limits(kept: dict[str, Any]) -> list[list[str]]:
    """Return a row for each path: the rate of the path, and of a core that only reads."""
    rows = [[row["name"], f"{row['read']:.1f}", f"{row['most']:.1f}"] for row in kept["limits"]]
    return [["path", "scores read, GB/s", "a core that only reads, GB/s"], *rows]


def _size(number: int) -> str:
    """Write a number of bytes.

    >>> _size(368), _size(237756), _size(21728685)
    ('0.4 kB', '238 kB', '21.7 MB')
    """
    if number >= 10**6:
        return f"{number / 10**6:.1f} MB"
    return f"{number / 1000:.0f} kB" if number >= 10**4 else f"{number / 1000:.1f} kB"


def records(kept: list[dict[str, Any]]) -> list[list[str]]:
    """Return a row for each optimum."""
    names = ["game", "objective", "value", "mean", "first", "CPU s", "nodes", "lemmas", "size"]
    rows = [[*names, "checked, CPU s", "MB", "certificate"]]
    for row in kept:
        asked = NAMES_OF_VALUES.get(row["objective"], row["objective"])
        within = f" within {row['within']}" if row["within"] else ""
        mean = "" if row["mean"] is None else f"{row['mean']:.4f}"
        searched = row["seconds"] is not None
        earlier = "" if row["checker"] == "verified" else f" ({row['checker']})"
        if row["checker"] == "verified" and row["sources"] != SOURCES:
            earlier = " (earlier version)"
        rows.append(
            [
                row["game"],
                asked + within,
                str(row["value"]),
                mean,
                row["first"],
                seconds(row["seconds"]) if searched else "",
                f"{row['nodes']:,}" if searched else "",
                f"{row['lemmas']:,}",
                _size(row["bytes"]) if row["bytes"] else "",
                seconds(row["checked"]) + earlier,
                str(row["peak"] or ""),
                f"``{row['digest'][:16]}``",
            ]
        )
    return rows


#: A table, the file that it is made of, and how.
TABLES: dict[str, tuple[str, Any]] = {
    "figures": ("figures.json", measured),
    "limits": ("figures.json", limits),
    "records": ("records.json", records),
}
