"""Write a page for each strategy of the package, and for each game when the site is built.

    python docs/catalogue.py       # the pages of strategies, which are in the repository

The site adds the picture of its tree to the page of a strategy.
"""

from __future__ import annotations

import csv
import inspect
import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

from sphinx.ext.napoleon import Config, GoogleDocstring

import mastermind_core as mc
from mastermind_core.show.rows import bar_chart
from mastermind_core.strategies.base import randomized
from mastermind_core.strategies.catalogue import idea_of
from mastermind_core.table import too_large

_DOCS = Path(__file__).parent
_MADE = _DOCS / "_static" / "made"

#: What :mod:`strategy_figures` has measured.
_FIGURES = _DOCS / "strategies" / "figures.csv"

#: What a source prints for strategies whose settings it leaves open: the call that plays the
#: strategy under its name, and the one of the settings that come nearest.
_PRINTED = _DOCS / "strategies" / "printed.csv"

#: The log of the reproducibility study, which has these calls.
_LOG = _DOCS / "reproduce" / "measurements.jsonl"

#: The game that strategies are shown on: small enough to play every secret with each of them.
_GAME = mc.Mastermind(colours=4, holes=3)
_GAME_TEXT = "mc.Mastermind(colours=4, holes=3)"

#: What stands before and after the lines that are written into a page.
_BEGIN, _END = ".. Written by ``python docs/catalogue.py``", ".. End of what is written"

#: A reference in a docstring, which is resolved only where the class is documented.
_ROLE = re.compile(r":\w+(?::\w+)?:`[~.]?([^`]+)`")


def make(app: Any) -> None:
    """Write the pages to where the tables of contents look for them."""
    _MADE.mkdir(parents=True, exist_ok=True)
    for name in mc.GAMES:
        _write(_DOCS / "games" / f"{name}.rst", "\n".join(_game_page(name)))


def write_strategies() -> None:
    """Write the pages of the strategies, and their table."""
    folder = _DOCS / "strategies"
    for name in mc.STRATEGIES.own:
        _write(folder / f"{name}.rst", "\n".join(strategy_page(name)))
    index = (folder / "index.rst").read_text(encoding="utf-8")
    before, _, after = index.partition(_BEGIN)
    written = "\n".join([f"{before}{_BEGIN}", "", *strategy_table(), _END])
    _write(folder / "index.rst", written + after.partition(_END)[2])


def _write(path: Path, text: str) -> None:
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def _title(text: str) -> list[str]:
    return [text, "=" * len(text), ""]


def _said(thing: Any) -> list[str]:
    """Return the docstring of a thing up to its examples, with its sections as lists of fields."""
    config = Config(napoleon_use_ivar=True)
    lines = GoogleDocstring(inspect.getdoc(thing) or "", config).lines()
    shown: list[str] = []
    for line in lines:
        if line.startswith(">>>"):
            break
        shown.append(_ROLE.sub(r"``\1``", _plain(line)))
    return [*shown, ""]


def _plain(line: str) -> str:
    """Return a line without what Sphinx alone understands."""
    return line.replace(":ivar ", ":").replace(".. seealso::", "See also")


def _facts(rows: list[tuple[str, str]]) -> list[str]:
    lines = [".. list-table::", "   :stub-columns: 1", ""]
    for name, value in rows:
        lines += [f"   * - {name}", f"     - {in_cell(value)}"]
    return [*lines, ""]


def in_cell(text: str) -> str:
    """Escape what would begin a list at the start of a cell, as "P. Norvig" does."""
    return re.sub(r"^(\w+)\. ", r"\1\\. ", text)


def strategy_page(name: str) -> list[str]:
    """Return the lines of the page of a strategy."""
    strategy = mc.STRATEGIES[name]
    tabled = getattr(strategy, "needs_table", True)
    rows = [
        ("Call", f'``mc.strategies.{name}``, or ``"{name}"`` wherever a strategy is accepted'),
        ("Source", getattr(strategy, "source", "") or "none"),
        *_rule(strategy),
        ("Plays", "games with a score table" if tabled else "codes of any size, without a table"),
        ("Randomized", "yes" if randomized(strategy) else "no"),
    ]
    if called := mc.STRATEGIES.elsewhere(name):
        rows.append(("In publications", ", ".join(called)))
    played = mc.simulate(_GAME, strategy, games=64, secrets=_GAME.secrets, seed=1)
    rows.append(("All 64 secrets", f"mean {played.mean:.4f}, worst {max(played.lengths)}"))
    return [
        *_title(name),
        _BEGIN,
        "",
        idea_of(name),
        "",
        *_facts(rows),
        *_said(type(strategy)),
        f"The mean above is for the game ``{_GAME_TEXT}``, with each secret played once:",
        "",
        *_bars(played.lengths),
        *printed(name),
        _END,
        "",
    ]


def add_tree(app: Any, page: str, source: list[str]) -> None:
    """Add the picture of its tree to the page of a strategy that plays without chance."""
    folder, _, name = page.partition("/")
    if folder != "strategies" or name not in mc.STRATEGIES.own:
        return
    strategy = mc.STRATEGIES[name]
    if getattr(strategy, "needs_table", True) and not randomized(strategy):
        lines = _picture(f"strategy-{name}", f"{name}, {_GAME_TEXT[3:]}", _GAME, strategy)
        source[0] += "\n".join(["", *lines])


def printed(name: str) -> list[str]:
    """Return what the source of a strategy prints, beside what the strategy plays."""
    with _PRINTED.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["name"] == name]
    if not rows:
        return []
    lines = _LOG.read_text(encoding="utf-8").splitlines()
    measured = {line["call"]: line for line in map(json.loads, lines)}
    cells = (
        [
            row["game"],
            _FIGURES_OF[row["figure"]],
            row["printed"],
            *(f"{_value(measured[row[key]], row['figure']):.3f}" for key in ("plays", "study")),
            f"``{row['study']}``",
        ]
        for row in rows
    )
    return [
        "In its source",
        "-------------",
        "",
        "The source, or a survey of it, plays another rule than this name or leaves settings open. "
        "The nearest rule that the `study of its values <../reproduce/claims.rst>`__ played:",
        "",
        *_table(
            "10 14 12 12 12 40",
            [
                ["Game", "Figure", "Printed", f"``{name}``", "Nearest", "Call of the nearest"],
                *cells,
            ],
        ),
    ]


_FIGURES_OF = {"mean": "mean", "evaluations": "codes examined"}


def _value(measured: dict[str, Any], figure: str) -> float:
    if figure == "evaluations":
        return float(measured["evaluations"][0])
    shares = {int(length): Fraction(share) for length, share in measured["lengths"].items()}
    return float(sum(n * share for n, share in shares.items()) / sum(shares.values()))


def _rule(strategy: Any) -> list[tuple[str, str]]:
    """Return what a greedy strategy compares, and among which guesses."""
    if not isinstance(strategy, mc.Greedy):
        return []
    pool = "all" if strategy.pool in (None, "all") else f"the {strategy.pool}"
    return [("Metric", f"``{strategy.metric.name}``"), ("Guesses compared", pool)]


def _bars(lengths: Any) -> list[str]:
    chart = bar_chart(lengths).split("\n")
    return [
        ".. code-block:: text",
        "",
        "   guesses | secrets",
        *(f"   {line}" for line in chart),
        "",
    ]


def _needed(entry: mc.games.Registered) -> str:
    """Return the options without which a game cannot be made, as they are typed."""
    return "".join(f" --{option} FILE" for option in entry.required)


def _table(widths: str, rows: list[list[str]]) -> list[str]:
    """Return a table of rows, the first of which has its names."""
    lines = [".. list-table::", "   :class: figures catalogue", "   :header-rows: 1"]
    lines += [f"   :widths: {widths}", ""]
    for row in rows:
        first, *others = map(in_cell, row)
        lines += [f"   * - {first}", *(f"     - {cell}" for cell in others)]
    return [*lines, ""]


def strategy_table() -> list[str]:
    """Return the table of all strategies, with their results for M(4,6)."""
    with _FIGURES.open(encoding="utf-8", newline="") as file:
        figures = {row["name"]: row for row in csv.DictReader(file)}
    rows = [["Name", "Idea", "Mean", "Worst", "ms", "Source"]]
    for name, strategy in mc.STRATEGIES.items():
        own = figures.get(name, {})
        measured = [own.get(key, "") for key in ("mean", "worst", "milliseconds")]
        rows.append(
            [
                f"`{name} <{name}.rst>`__",
                idea_of(name),
                *measured,
                getattr(strategy, "source", "") or "our own",
            ]
        )
    return _table("20 36 8 9 8 28", rows)


def game_table() -> list[str]:
    """Return the table of all games, with how to play each."""
    rows = [["Name", "Task", "Options", "Play it"]]
    for name, entry in mc.GAMES.items():
        play = f"``mastermind-core play {name}{_needed(entry)}``"
        options = " ".join(f"``--{option}``" for option in entry.options)
        rows.append([f":doc:`/games/{name}`", entry.description, options, play])
    return _table("15 37 22 26", rows)


def _game_page(name: str) -> list[str]:
    entry = mc.GAMES[name]
    options = entry.samples[0]
    game = entry.make(**options)
    best = mc.optimal(game)
    call = ", ".join(f"{key}={value!r}" for key, value in options.items())
    rows = [
        ("Options", ", ".join(f"``{option}``" for option in entry.options) or "none"),
        ("Play it", f"``mastermind-core play {name}{_needed(entry)}``"),
        ("Optimal tree", f"``mastermind-core optimal {name}{_needed(entry)}``"),
        ("Small example", f"``mc.{entry.make.__name__}({call})``"),
        ("Size", f"{len(game.guesses):,} guesses, {len(game.secrets):,} secrets"),
        ("Optimum", f"total {best.total}, worst {best.worst}, proven"),
    ]
    title = f"An optimal strategy for a small game of {name}"
    pictures = _picture(f"game-{name}", title, best)
    if not entry.required:
        whole = entry.make()
        if not too_large(whole):
            lengths = mc.length_distribution(whole, "entropy")
            figures = f"mean {lengths.mean:.4f}, worst {lengths.worst}"
            rows.append(
                ("Without options", f"{len(whole.secrets):,} secrets; ``entropy``: {figures}")
            )
            if whole.secrets[0] in mc.games.english_words()[0]:
                title = f"The strategy entropy on the {len(whole.secrets):,} words of the package"
                pictures += _picture(f"words-{name}", title, whole, "entropy")
    return [
        *_title(name),
        entry.description,
        "",
        *_said(entry.make),
        *_facts(rows),
        *pictures,
    ]


def _picture(name: str, title: str, *drawn: Any) -> list[str]:
    """Draw a tree, and return the lines that show it."""
    picture = mc.to_svg(*drawn, rows=24, title=title)
    (_MADE / f"{name}.svg").write_text(picture, encoding="utf-8")
    return [f".. image:: /_static/made/{name}.svg", f"   :alt: {title}.", "   :width: 100%", ""]


def setup(app: Any) -> dict[str, Any]:
    """Make the pages before any page is read, and add pictures when one is."""
    app.connect("builder-inited", make)
    app.connect("source-read", add_tree)
    return {"parallel_read_safe": True}


if __name__ == "__main__":
    write_strategies()
