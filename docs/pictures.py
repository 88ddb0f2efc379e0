"""Make the pictures, plots, live pages and notebooks of the site when it is built.

They come from the package as it is, so that none can be out of date; nothing of it is committed.
"""

from __future__ import annotations

import json
import shutil
from base64 import b64decode
from pathlib import Path
from typing import Any

import matplotlib

import mastermind_core as mc

_DOCS = Path(__file__).parent
_MADE = _DOCS / "_static" / "made"
_NOTEBOOKS = _DOCS / "notebooks"

WORDS = [
    "badge",
    "beach",
    "brick",
    "chair",
    "crane",
    "dance",
    "eagle",
    "flame",
    "grape",
    "heart",
    "juice",
    "lemon",
    "melon",
    "night",
    "ocean",
    "piano",
    "queen",
    "river",
    "sheep",
    "stone",
    "table",
    "tiger",
    "water",
    "zebra",
]

_CARD = (
    '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>{title}</title><style>'
    ":root{{color-scheme:light dark}}body{{margin:8px;color:#1b1f24;background:#fff}}"
    "@media(prefers-color-scheme:dark){{body{{color:#e6e9ee;background:#14181d}}}}</style>{card}"
)


def make(app: Any) -> None:
    """Write everything to where the pages look for it."""
    _MADE.mkdir(parents=True, exist_ok=True)
    _NOTEBOOKS.mkdir(exist_ok=True)
    for notebook in sorted((_DOCS.parent / "examples").glob("*.ipynb")):
        shutil.copy(notebook, _NOTEBOOKS)
        _take_picture(notebook)
    game = mc.Mastermind(colours=6, holes=4)
    best = mc.optimal(game)
    words = mc.Wordle(WORDS)
    different = mc.Mastermind(colours=6, holes=4, repeats="guesses")
    grid = mc.is_greedy_optimal(mc.TwoD(5), "entropy")
    knuth = mc.lazy_tree(game, "knuth")
    pages = {
        "knuth.svg": mc.to_svg(knuth, title="Knuth's strategy for Mastermind(6, 4)"),
        "grid.svg": mc.to_svg(grid.solution, title="Four guesses for a grid of 5 by 5"),
        "words.svg": mc.to_svg(mc.optimal(words), title="The best strategy for 24 words"),
        "best.svg": mc.to_svg(mc.optimal(different, "mean-then-worst")),
        "walk-knuth.html": mc.to_html(knuth, title="Knuth's strategy for Mastermind(6, 4)"),
        "walk-best.html": mc.to_html(best, title="The best strategy for Mastermind(6, 4)"),
        "walk-words.html": mc.to_html(mc.optimal(words), title="The best strategy for 24 words"),
        "verdict.html": _CARD.format(title="A verdict", card=grid._repr_html_()),
        "card-best.html": _CARD.format(title="A solution", card=best._repr_html_()),
    }
    for name, text in pages.items():
        (_MADE / name).write_text(text, encoding="utf-8")
    _plot(game, best)
    _plot_hiding()


def _take_picture(notebook: Path) -> None:
    """Write the first picture that a notebook shows, for the list of notebooks."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    shown = (out.get("data", {}) for cell in cells for out in cell.get("outputs", ()))
    for data in shown:
        if "image/svg+xml" in data:
            text = "".join(data["image/svg+xml"])
            (_MADE / f"{notebook.stem}.svg").write_text(text, encoding="utf-8")
            return
        if "image/png" in data:
            (_MADE / f"{notebook.stem}.png").write_bytes(b64decode("".join(data["image/png"])))
            return


def _plot(game: mc.Mastermind, best: mc.Solution) -> None:
    """Draw the plots."""
    matplotlib.use("Agg")
    from matplotlib import pyplot

    players = {"knuth": "knuth", "entropy": "entropy", "best": best}
    lengths = {name: mc.length_distribution(game, player) for name, player in players.items()}
    plots = {
        "lengths": lambda ax: mc.plot_distribution(lengths, ax=ax),
        "candidates": lambda ax: mc.show.plot_candidates(game, players, ax=ax),
        "information": lambda ax: mc.show.plot_information(game, players, ax=ax),
    }
    for name, draw in plots.items():
        figure, ax = pyplot.subplots(figsize=(6, 3.6))
        draw(ax)
        figure.tight_layout()
        figure.savefig(_MADE / f"{name}.svg")
        pyplot.close(figure)


def _plot_hiding() -> None:
    """Draw how often the best codemaker takes codes of each pattern, where 1 is as often as any."""
    from matplotlib import pyplot

    figure, ax = pyplot.subplots(figsize=(6, 3.2))
    patterns = ["1111", "1112", "1122", "1123", "1234"]
    for place, (colours, hatch) in enumerate([(4, ""), (6, "///")]):
        game = mc.Mastermind(colours=colours, holes=4)
        found = mc.equilibrium(game)
        heights = [
            float(found.codemaker[tuple(map(int, pattern))] * len(game.secrets))
            for pattern in patterns
        ]
        places = [at + 0.4 * place - 0.2 for at in range(len(patterns))]
        ax.bar(places, heights, 0.4, label=f"{colours} colours", hatch=hatch, edgecolor="white")
    ax.axhline(1, color="grey", linewidth=1, linestyle="--")
    ax.set_xticks(range(len(patterns)), patterns)
    ax.set_ylabel("weight, 1 if all alike")
    ax.legend()
    figure.tight_layout()
    figure.savefig(_MADE / "hiding.svg")
    pyplot.close(figure)


def setup(app: Any) -> dict[str, Any]:
    """Make everything before the pages are read."""
    app.connect("builder-inited", make)
    return {"parallel_read_safe": True}
