"""Check that six words at once tell all of Wordle's 2,309 answers apart, and that no five do.

    python benchmarks/static_wordle.py ANSWERS GUESSES [CERTIFICATE]    # a minute, with numpy

The lists are files with a word a line, of March 2022 (``wordlist_nyt20220316_hidden`` and
``wordlist_nyt20220316_all`` of alex1770/wordle). The certificate of five is weak duality: one of
the five has to tell booby from boozy, and for each word that does there are weights of pairs that
it leaves alike, of which no word tells a quarter apart. Four more words are then not enough. The
weights are whole numbers, found by multiplicative updates; only the sums are checked here, with
scores of its own.
"""

from __future__ import annotations

import argparse
import json
import lzma
from pathlib import Path
from typing import Any

import numpy as np

CERTIFICATE = Path(__file__).parent / "static_wordle.json.xz"

#: Words that tell all answers apart, found by local search.
SIX = ("venge", "chowk", "gombo", "fatty", "durrs", "spill")

Scores = Any


def scores(guess: str, answers: Any) -> Scores:
    """Return a number for the colours of a guess, for each answer.

    >>> list(scores("fools", np.array([list("score"), list("fools")])))
    [55, 242]
    """
    green = answers == np.array(list(guess))
    found = np.where(green, 2, 0)
    for at, letter in enumerate(guess):
        free = (found[:, at] == 0) & _left(guess, letter, at, answers, green)
        found[free, at] = 1
    powers: Scores = found @ 3 ** np.arange(4, -1, -1)
    return powers


def _left(guess: str, letter: str, at: int, answers: Any, green: Any) -> Any:
    """Return whether an answer has the letter of a place once more than it is coloured before."""
    before = sum((~green[:, i]).astype(int) for i in range(at) if guess[i] == letter)
    has = ((answers == letter) & ~green).sum(axis=1)
    return has > before


def apart(words: tuple[str, ...], answers: Any) -> bool:
    """Return whether the scores of some words tell all answers apart."""
    rows = np.stack([scores(word, answers) for word in words], axis=1)
    return len(np.unique(rows, axis=0)) == len(answers)


def refuted(given: dict[str, Any], answers: list[str], guesses: list[str]) -> int:
    """Return how many words the certificate treats; raise where it proves nothing."""
    letters = np.array([list(word) for word in answers])
    place = {word: at for at, word in enumerate(answers)}
    table = np.stack([scores(word, letters) for word in guesses]).astype(np.uint8)
    number = {word: at for at, word in enumerate(guesses)}
    one, other = (place[word] for word in given["apart"])
    needed = {guesses[at] for at in np.flatnonzero(table[:, one] != table[:, other])}
    if needed != set(given["use"]):
        raise SystemExit(f"the words that tell {' from '.join(given['apart'])} are not all there")
    for at, weights in enumerate(given["weights"]):
        pairs = np.array([[place[word] for word in pair.split()] for pair in weights])
        told = table[:, pairs[:, 0]] != table[:, pairs[:, 1]]
        size = np.array(list(weights.values()), dtype=float)  # whole numbers, and so exact
        for word in (word for word, use in given["use"].items() if use == at):
            left = ~told[number[word]]
            if 4 * (told[:, left] @ size[left]).max() >= size[left].sum():
                raise SystemExit(f"after {word} four words may be enough")
    return len(needed)


def main() -> None:
    """Check both, and say so."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("answers", type=Path)
    parser.add_argument("guesses", type=Path)
    parser.add_argument("certificate", type=Path, nargs="?", default=CERTIFICATE)
    given = parser.parse_args()
    answers, guesses = (
        path.read_text(encoding="utf-8").split() for path in (given.answers, given.guesses)
    )
    told = apart(SIX, np.array([list(word) for word in answers]))
    print(f"{', '.join(SIX)}: {'all' if told else 'not all'} of {len(answers):,} answers apart")
    certificate = json.loads(lzma.decompress(given.certificate.read_bytes()))
    words = refuted(certificate, answers, guesses)
    pair = " from ".join(certificate["apart"])
    print(f"five words: refuted for each of the {words} that tell {pair}")


if __name__ == "__main__":
    main()
