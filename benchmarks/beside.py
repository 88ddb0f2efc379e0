"""Figures that others have printed beside the five documents, computed: a part by its name, or all.

``python -m benchmarks.beside > docs/reproduce/beside.txt`` writes what the page of questions shows.
``python -m benchmarks.beside nearest FOLDER`` reads the word lists of cunananm2000/WordleBot in
``FOLDER``, and zoo.tab of Orange3 if it is there.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np

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
    """Yield the longest game in which every guess fits all answers before it, and one such game.

    Colour 10 is 0. AB(5,8) takes a few minutes.
    """
    for name in names or ("M(4,6)", "AB(4,6)", "AB(4,10)", "AB(5,8)"):
        search = Longest(list(game_called(name).secrets))
        guesses = " ".join("".join(str(colour % 10) for colour in guess) for guess in search.game())
        yield f"{name}: {guesses.count(' ') + 1} guesses ({guesses}), {search.sets:,} sets"


class Longest:
    """Depth-first search with a bound: a set of n codes allows n guesses at most.

    Of guesses that a symmetry of the guesses before them exchanges, one is tried.
    """

    def __init__(self, codes: Sequence[Sequence[int]]) -> None:
        """Take all codes of a game."""
        self.codes = codes
        self.scores = _scores(np.array(codes))
        self.kinds = int(self.scores.max()) + 1
        self.best: list[int] = []
        self.sets = 0

    def game(self) -> list[Sequence[int]]:
        """Return the guesses of a longest game."""
        shapes = {tuple(sorted(Counter(code).values())): code for code in reversed(self.codes)}
        for code in sorted(shapes.values()):
            first = self.codes.index(code)
            told, symmetries = self.scores[first], self._symmetries(code)
            for score in np.unique(told[told != told[first]]):
                left = np.flatnonzero(told == score)
                self._search(left, [first], symmetries)
        return [self.codes[at] for at in self.best]

    def _search(self, left: Any, played: list[int], symmetries: Any) -> None:
        if len(played) + len(left) <= len(self.best):
            return
        self.sets += 1
        if len(played) >= len(self.best):
            self.best = [*played, int(left[0])]
        told, kinds = self.scores[left[:, None], left], self.kinds
        keys = told + kinds * np.arange(len(left))[:, None]
        sizes = np.bincount(keys.ravel(), minlength=kinds * len(left)).reshape(-1, kinds)
        sizes[:, kinds - 1] = 0
        for row, score in np.argwhere(sizes >= max(1, len(self.best) - len(played))):
            guess = int(left[row])
            if len(symmetries) == 1:
                self._search(left[told[row] == score], [*played, guess], symmetries)
            elif symmetries[:, guess].min() == guess:
                fixing = symmetries[symmetries[:, guess] == guess]
                self._search(left[told[row] == score], [*played, guess], fixing)

    def _symmetries(self, code: Sequence[int]) -> Any:
        """Return what exchanges of holes and colours that leave a code as it is make of each code.

        A colour that is exchanged for another one is a digit of the number that finds the code.
        """
        codes = np.array(self.codes)
        base = int(codes.max()) + 1
        values = base ** np.arange(len(code))
        place = np.zeros(base ** len(code), dtype=np.int16)
        place[codes @ values] = np.arange(len(codes))
        others = sorted(set(codes.flat) - set(code))
        found = []
        for holes in permutations(range(len(code))):
            pairs = {(code[hole], colour) for hole, colour in zip(holes, code, strict=True)}
            if len(pairs) == len(set(code)):
                named = np.zeros(base, dtype=int)
                for own, colour in pairs:
                    named[own] = colour
                for order in permutations(others):
                    named[others] = order
                    found.append(place[named[codes[:, holes]] @ values])
        return np.array(found)


def _scores(codes: Any) -> Any:
    """Return a number for the score of each pair of codes; that of a code and itself is largest."""
    holes, colours = codes.shape[1], np.unique(codes)
    black = sum((codes[:, None, hole] == codes[:, hole]).astype(np.int16) for hole in range(holes))
    counts = [(codes == colour).sum(axis=1).astype(np.int16) for colour in colours]
    common = sum(np.minimum(count[:, None], count) for count in counts)
    return black * (holes + 1) + common


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
