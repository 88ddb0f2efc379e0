"""Refute first words of Wordle's hard mode with nothing of this package.

python benchmarks/hard_mode.py WORDS [--most N] [--first WORD ...]

Every word of the list may be hidden, and guesses have to use what hints have revealed: letters in
their places, and as many of each as are known. A first word is refuted by an answer to it, after
which no guesses that are allowed find all words that are left within the ``--most`` - 1 guesses
that are left. A line a word: the word, that answer, how many words it leaves, and how many may be
guessed. The last line counts the words that no answer refutes, and has the digest of the others'
lines. It takes 90 minutes of a core for 12,972 words.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from string import ascii_lowercase
from typing import Any

import numpy as np

GREY, YELLOW, GREEN = "-", "+", "="

#: Letters of a word: its answers, three for each, are numbered by a byte.
LONGEST = 5

Numbers = np.ndarray[Any, np.dtype[np.int64]]


class Spent(Exception):
    """A look at a set has taken all that it may."""


class HardMode:
    """What words answer to each other, and which of them hints allow."""

    def __init__(self, words: list[str]):
        self.words = words
        self.letters = np.array([[ord(letter) - 97 for letter in word] for word in words])
        self.many = np.stack([(self.letters == x).sum(axis=1) for x in range(26)], 1)
        self.places = self.letters.shape[1]
        self.solved = 3**self.places - 1
        self.answers = np.stack([self._answers(at) for at in range(len(words))])
        self.left = 0
        self.known: dict[tuple[bytes, bytes, int], bool] = {}

    def _answers(self, guess: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """Return what a guess is answered for every word: of each place 0, 1 or 2, in base 3."""
        own = self.letters[guess]
        green = self.letters == own
        answer = np.zeros(len(self.words), np.uint8)
        for place in range(self.places):
            letter = own[place]
            same = [at for at in range(self.places) if own[at] == letter]
            free = self.many[:, letter] - green[:, same].sum(axis=1)
            before = (~green[:, [at for at in same if at < place]]).sum(axis=1)
            yellow = ~green[:, place] & (before < free)
            answer = answer * 3 + np.where(green[:, place], 2, yellow).astype(np.uint8)
        return answer

    def marks(self, answer: int) -> list[int]:
        """Return what an answer says of each place."""
        return [answer // 3**at % 3 for at in reversed(range(self.places))]

    def allowed(self, words: Numbers, guess: int, answer: int) -> Numbers:
        """Return those of some words that use what an answer to a guess reveals."""
        own, marks = self.letters[guess], self.marks(answer)
        fits = np.ones(len(words), bool)
        for place, mark in enumerate(marks):
            if mark == 2:
                fits &= self.letters[words, place] == own[place]
            if mark:
                known = sum(1 for at, other in enumerate(marks) if other and own[at] == own[place])
                fits &= self.many[words, own[place]] >= known
        return words[fits]

    def blocks(self, guess: int, secrets: Numbers) -> Iterator[tuple[int, Numbers]]:
        """Yield each answer that leaves something to find, and what it leaves: the least first."""
        own = self.answers[guess, secrets]
        answers, sizes = np.unique(own, return_counts=True)
        for at in np.argsort(sizes, kind="stable"):
            if answers[at] != self.solved:
                yield int(answers[at]), secrets[own == answers[at]]

    def refuted(self, secrets: Numbers, legal: Numbers, most: int) -> bool:
        """Say whether no guesses find all of some words within so many."""
        if len(secrets) <= min(most, 1):
            return False
        if most <= 1:
            return True
        key = secrets.tobytes(), legal.tobytes(), most
        if key not in self.known:
            self.left -= len(legal) * len(secrets)
            if self.left < 0:
                raise Spent
            self.known[key] = self._refuted(secrets, legal, most)
        return self.known[key]

    def _refuted(self, secrets: Numbers, legal: Numbers, most: int) -> bool:
        table = np.sort(self.answers[np.ix_(legal, secrets)], axis=1)
        wins = (table[:, -1] == self.solved).astype(int)
        others = 1 + (np.diff(table, axis=1) > 0).sum(axis=1) - wins
        if most == 2:
            return bool((others + wins).max() < len(secrets))
        # A guess finds a word, and leaves no more blocks than some guess does here.
        room = [0, 1]
        for _ in range(most - 1):
            room.append(1 + int(others.max()) * room[-1])
        if room[most] < len(secrets):
            return True
        for at in np.lexsort((-wins, -others)):
            guess = int(legal[at])
            if wins[at] + int(others[at]) * room[most - 1] < len(secrets):
                continue
            if others[at] == 1 and not wins[at]:
                continue
            blocks = list(self.blocks(guess, secrets))
            if len(blocks[-1][1]) > room[most - 1]:
                continue
            if not any(
                self.refuted(block, self.allowed(legal, guess, answer), most - 1)
                for answer, block in blocks
            ):
                return False
        return True

    def refutation(self, first: int, most: int) -> str | None:
        """Return the answer to a first word that refutes it, and what it leaves."""
        everything = np.arange(len(self.words))
        after = [
            (answer, block, self.allowed(everything, first, answer))
            for answer, block in self.blocks(first, everything)
            if len(block) >= most
        ]
        after.sort(key=lambda one: len(one[1]) * len(one[2]))
        self.known.clear()
        for effort in (10**5, 10**7, 10**9):
            for answer, block, legal in after:
                self.left = effort
                try:
                    if not self.refuted(block, legal, most - 1):
                        continue
                except Spent:
                    continue
                marks = "".join((GREY, YELLOW, GREEN)[mark] for mark in self.marks(answer))
                return f"{self.words[first]} {marks} {len(block)} of {len(legal)}"
        return None


def main() -> None:
    """Print a line a word."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("list", metavar="WORDS")
    parser.add_argument("--most", type=int, default=6, help="guesses (default 6)")
    parser.add_argument("--first", nargs="+", metavar="WORD", help="first words (default all)")
    given = parser.parse_args()
    words = sorted(set(Path(given.list).read_text(encoding="utf-8").split()))
    firsts = given.first or words
    if not words or {len(word) for word in words} - {len(words[0])} or len(words[0]) > LONGEST:
        parser.error(f"expected words of one length, of {LONGEST} letters at most: {given.list}")
    if set().union(*words).difference(ascii_lowercase):
        parser.error(f"expected words of small letters from a to z: {given.list}")
    if foreign := set(firsts).difference(words):
        parser.error(f"--first: not in the list: {' '.join(sorted(foreign))}")
    game = HardMode(words)
    lines, resist = [], []
    for word in firsts:
        line = game.refutation(game.words.index(word), given.most)
        if line is None:
            resist.append(word)
        else:
            lines.append(line)
        print(line or f"{word}: no answer was found that refutes it", flush=True)
    digest = sha256("\n".join(lines).encode()).hexdigest()
    print(f"{len(lines)} refuted, {len(resist)} not: {' '.join(resist)} {digest[:12]}")


if __name__ == "__main__":
    main()
