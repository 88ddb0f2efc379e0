"""Figures that others have printed beside the five documents, computed: a part by its name, or all.

``python -m benchmarks.beside > docs/reproduce/beside.txt`` writes what the page of questions shows.
``python -m benchmarks.beside nearest FOLDER`` reads the word lists of cunananm2000/WordleBot in
``FOLDER``, and zoo.tab of Orange3 if it is there.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Any

import mastermind_core as mc
from reproduce.optima import game_called

#: What A231205 of the OEIS prints, by slots and then by colours from the number of slots on.
PRINTED = {1: "0 1 2 3 4 5", 2: "1 1 2 2", 3: "2 2 5", 4: "3", 5: "4", 6: "5"}


def marks(guess: Sequence[Any], secret: Sequence[Any]) -> tuple[int, ...]:
    """Return the mark of each place: 2 for black, 1 for white, 0 for grey.

    >>> marks("BORP", "YBRG")
    (1, 0, 2, 0)
    """
    places = list(zip(guess, secret, strict=True))
    left = Counter(own for asked, own in places if asked != own)
    found = []
    for asked, own in places:
        white = asked != own and left[asked] > 0
        left[asked] -= white
        found.append(2 if asked == own else int(white))
    return tuple(found)


def tiles(*names: str) -> Iterator[str]:
    """Yield the least number of marked guesses after which a code without repeats is known."""
    del names
    for slots, most in ((1, 7), (2, 7), (3, 7), (4, 6)):
        found = [_known(slots, colours) for colours in range(slots, most + 1)]
        least = " ".join(map(str, found))
        yield f"{slots} slots, {slots} to {most} colours: {least}; printed {PRINTED[slots]}"


def _known(slots: int, colours: int) -> int:
    codes = list(permutations(range(colours), slots))
    if len(codes) == 1:
        return 0
    return mc.optimal_worst_case(mc.FiniteGame(codes, codes, marks, goal=lambda code: code)) or 0


def longest(*names: str) -> Iterator[str]:
    """Yield the longest game in which every guess fits all answers before it, and one such game."""
    for name in names or ("M(4,6)", "AB(4,6)"):
        game = game_called(name)
        found = mc.tie_spectrum(game, "random_candidate")
        lengths = mc.lengths_by_secret(game, found.largest_worst_tree)
        secret = max(lengths, key=lengths.__getitem__)
        path = mc.play_game(game, found.largest_worst_tree, partial(_answer, game, secret))
        guesses = " ".join("".join(map(str, guess)) for guess, _ in path)
        yield f"{name}: {found.largest_worst} guesses ({guesses}), {found.sets:,} sets"


def _answer(game: Any, secret: Any, guess: Any) -> Any:
    return game.score(guess, secret)


def nearest(*names: str) -> Iterator[str]:
    """Yield totals that others have proven or found, proven again from their lists."""
    for folder in map(Path, names):
        for name, printed in (("mininerdle", 544), ("ffxivrdle", 432), ("bardle", 455)):
            answers, guesses = (_words(folder, name, part) for part in ("Answers", "Guesses"))
            listed = list(dict.fromkeys((*answers, *guesses)))
            best = mc.optimal(mc.FiniteGame(listed, answers, marks, [(2,) * len(answers[0])]))
            said = f"total {best.total}, worst {best.worst}, proven {best.proven}"
            yield f"{name}, {len(answers)} secrets: {said}; printed {printed}"
        if (folder / "zoo.tab").exists():
            yield _zoo(folder / "zoo.tab")


def _words(folder: Path, name: str, part: str) -> list[str]:
    path = folder / f"{name}{part}.txt"
    chosen = path if path.exists() else folder / f"{name}Words.txt"
    return list(dict.fromkeys(chosen.read_text(encoding="utf-8").split()))


def _zoo(path: Path) -> str:
    head, _, _, *rows = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines())
    asked = [at for at, name in enumerate(head) if name not in ("name", "type")]
    animals = list(dict.fromkeys(tuple(row[at] for at in asked) for row in rows))
    game = mc.FiniteGame(range(len(asked)), animals, _cell, goal=lambda animal: animal)
    best, count = mc.optimal(game), len(animals)
    said = f"total {best.total} ({float(best.total / count):.4f}), worst {best.worst}"
    return f"zoo, {count} animals to know: {said}, proven {best.proven}; printed 5.034, worst 6"


def _cell(question: int, animal: tuple[str, ...]) -> str:
    return animal[question]


PARTS: dict[str, Callable[..., Iterator[str]]] = {
    "tiles": tiles,
    "longest": longest,
    "nearest": nearest,
}


def main() -> None:
    """Print the parts that are asked for."""
    part, names = sys.argv[1:2], sys.argv[2:]
    for name in part or PARTS:
        for line in PARTS[name](*names):
            print(f"{name}: {line}", flush=True)


if __name__ == "__main__":
    main()
