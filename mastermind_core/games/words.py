"""Word games: Jotto, answered with pegs, and Wordle, answered letter by letter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from attrs import field, frozen

from mastermind_core.errors import BadGame
from mastermind_core.games.mastermind import Pegs, peg_score_ids, peg_scores, pegs
from mastermind_core.kernels import kernel

#: How a letter is answered.
GREY, YELLOW, GREEN = ".yg"

#: Different letters that a byte tells apart, and letters of a word whose colours two bytes do.
_MOST_LETTERS = 256
_MOST_LENGTH = 10


def read_words(path: str | Path) -> tuple[str, ...]:
    """Read a list of words, one a line, sorted and without repeats.

    Blank lines are passed over; capital letters are made small.
    """
    try:
        lines = Path(path).read_text(encoding="utf-8").split()
    except OSError as error:
        raise BadGame(f"the word list {str(path)!r} cannot be read: {error.strerror}") from None
    return tuple(sorted({line.lower() for line in lines}))


def _words(words: Iterable[str]) -> tuple[str, ...]:
    if isinstance(words, str):
        raise BadGame(f"words must be a list of words, not the string {words!r}")
    return tuple(sorted(words)) if isinstance(words, (set, frozenset)) else tuple(words)


def _same_length(name: str, words: Sequence[str], length: int) -> None:
    for word in words:
        if not isinstance(word, str) or len(word) != length:
            raise BadGame(f"{name} has {word!r}: each must be a word of {length} letters")


def _letters(words: Iterable[str]) -> dict[str, int]:
    """Number the letters of words, for a kernel that takes a byte a letter."""
    letters = sorted(set().union(*words))
    if len(letters) > _MOST_LETTERS:
        raise BadGame(f"words have {len(letters)} different letters, over {_MOST_LETTERS}")
    return {letter: at for at, letter in enumerate(letters)}


def _packed(words: Iterable[str], letters: Mapping[str, int]) -> bytes:
    return bytes(letters[letter] for word in words for letter in word)


@frozen
class Jotto:
    """Guess a word; black pegs for letters in place, white ones for letters elsewhere.

    >>> game = Jotto(["fools", "guess", "score", "tools"])
    >>> game.score("fools", "score")
    Pegs(black=1, white=1)
    """

    words: tuple[str, ...] = field(converter=_words)

    def __attrs_post_init__(self) -> None:
        if not self.words:
            raise BadGame("words is empty: a game needs at least one")
        _same_length("words", self.words, len(self.words[0]))

    @property
    def guesses(self) -> tuple[str, ...]:
        return self.words

    @property
    def secrets(self) -> tuple[str, ...]:
        return self.words

    @property
    def endstates(self) -> frozenset[Pegs]:
        return frozenset({Pegs(len(self.words[0]), 0)})

    def score(self, guess: str, secret: str) -> Pegs:
        """Count the letters in place and elsewhere."""
        return pegs(guess, secret)

    def score_table(self) -> tuple[tuple[Pegs, ...], Any]:
        """Fill the score table in the kernel: to it, words are codes of letters."""
        length = len(self.words[0])
        codes = _packed(self.words, _letters(self.words))
        return peg_scores(length), kernel().code_table(codes, codes, length, peg_score_ids(length))


def tiles(guess: str, secret: str) -> str:
    """Score a word as Wordle does: g in place, y elsewhere, . nowhere.

    A letter is yellow no oftener than the secret has it besides the green ones, from the left.

    >>> tiles("speed", "abide"), tiles("speed", "erase")
    ('..y.y', 'y.yy.')
    """
    free = Counter(hidden for shown, hidden in zip(guess, secret, strict=True) if shown != hidden)
    marks = []
    for shown, hidden in zip(guess, secret, strict=True):
        if shown == hidden:
            marks.append(GREEN)
        elif free[shown]:
            free[shown] -= 1
            marks.append(YELLOW)
        else:
            marks.append(GREY)
    return "".join(marks)


@frozen
class Wordle:
    """Guess a word of ``answers``; each letter is answered with g, y or a dot.

    ``others`` are words that may be guessed but are never the answer. ``hard`` keeps official
    hints: a green letter stays where it is, a yellow one must be used again.

    >>> game = Wordle(["cigar", "rebut", "sissy"], others=["salet"])
    >>> game.score("salet", "rebut"), len(game.guesses), len(game.secrets)
    ('...yg', 4, 3)
    """

    answers: tuple[str, ...] = field(converter=_words)
    others: tuple[str, ...] = field(default=(), converter=_words)
    hard: bool = False

    def __attrs_post_init__(self) -> None:
        if not self.answers:
            raise BadGame("answers is empty: a game needs at least one")
        length = len(self.answers[0])
        _same_length("answers", self.answers, length)
        _same_length("others", self.others, length)
        if length > _MOST_LENGTH:
            raise BadGame(
                f"answers have {length} letters; words of at most {_MOST_LENGTH} are played"
            )

    @property
    def guesses(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.answers, *self.others)))

    @property
    def secrets(self) -> tuple[str, ...]:
        return self.answers

    @property
    def endstates(self) -> frozenset[str]:
        return frozenset({GREEN * len(self.answers[0])})

    def score(self, guess: str, secret: str) -> str:
        """Colour the letters of a guess."""
        return tiles(guess, secret)

    def score_table(self) -> tuple[tuple[str, ...], Any]:
        """Fill the score table in the kernel, whose scores are every colouring in order."""
        guesses, length = self.guesses, len(self.answers[0])
        letters = _letters(guesses)
        table = kernel().word_table(
            _packed(guesses, letters), _packed(self.answers, letters), length, "colours"
        )
        return tuple(map("".join, product((GREY, YELLOW, GREEN), repeat=length))), table

    def legal(self, guess: str, history: Sequence[tuple[str, str]]) -> bool:
        """Say whether a guess uses every hint of a history; always so unless ``hard``."""
        return not self.hard or all(keeps_hints(guess, *step) for step in history)

    def legal_sets(self) -> Callable[[str, str], int]:
        """Return what says of all guesses at once which of them :meth:`legal` lets after an answer.

        It takes a guess and its score, and returns a bit a guess, the first one lowest.
        """
        return _HintSets(self.guesses, hard=self.hard)


class _HintSets:
    """The guesses that have a letter in a place, or at least so often, a bit each."""

    def __init__(self, guesses: Sequence[str], *, hard: bool):
        self._hard = hard
        self._everything = (1 << len(guesses)) - 1
        self._placed = _bit_sets(map(enumerate, guesses), len(guesses))
        self._held = _bit_sets(map(_occurrences, guesses), len(guesses))

    def __call__(self, asked: str, score: str) -> int:
        kept = self._everything
        if not self._hard:
            return kept
        for at, (letter, mark) in enumerate(zip(asked, score, strict=True)):
            if mark == GREEN:
                kept &= self._placed.get((at, letter), 0)
        shown = (letter for letter, mark in zip(asked, score, strict=True) if mark != GREY)
        for letter, count in Counter(shown).items():
            kept &= self._held.get((count, letter), 0)
        return kept


def _occurrences(word: str) -> Iterator[tuple[int, str]]:
    """Number each letter of a word by how often it came so far, from 1."""
    seen: Counter[str] = Counter()
    for letter in word:
        seen[letter] += 1
        yield seen[letter], letter


def _bit_sets(facts: Iterable[Iterable[tuple[int, str]]], count: int) -> dict[tuple[int, str], int]:
    """Say of each fact, in a bit each, which of some words it is true of."""
    sets: dict[tuple[int, str], bytearray] = {}
    for at, known in enumerate(facts):
        for fact in known:
            if fact not in sets:
                sets[fact] = bytearray((count + 7) // 8)
            sets[fact][at // 8] |= 1 << at % 8
    return {fact: int.from_bytes(bits, "little") for fact, bits in sets.items()}


def keeps_hints(guess: str, asked: str, score: str) -> bool:
    """Say whether a guess keeps the green letters of an answer and uses its yellow ones again.

    >>> keeps_hints("crane", "trace", ".ggyg"), keeps_hints("brand", "trace", ".ggyg")
    (True, False)
    """
    needed = Counter(letter for letter, mark in zip(asked, score, strict=True) if mark != GREY)
    kept = all(
        own == letter
        for own, letter, mark in zip(guess, asked, score, strict=True)
        if mark == GREEN
    )
    return kept and not needed - Counter(guess)
