"""Score tables for codes and words: the reference implementation in pure Python."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from more_itertools import sliced

from mastermind_core.kernels.shared.listening import tell


def code_table(guesses: bytes, secrets: bytes, holes: int, score_ids: bytes) -> bytes:
    """Return the score table of codes, which are given as one byte per hole.

    ``score_ids[black * (holes + 1) + white]`` is the id of a score. Listeners receive the number
    of guesses that are done.
    """
    # A code becomes two integers. The first has one bit per (hole, colour), the second one run of
    # ones per colour in unary notation. Two ANDs and two popcounts give black and black + white.
    colours = max((*guesses, *secrets), default=0) + 1

    def pack(codes: bytes) -> list[tuple[int, int]]:
        packed = []
        for code in sliced(codes, holes):
            places = runs = 0
            for hole, colour in enumerate(code):
                places |= 1 << (hole * colours + colour)
                run = colour * holes
                runs |= 1 << (run + ((runs >> run) & ((1 << holes) - 1)).bit_count())
            packed.append((places, runs))
        return packed

    width = holes + 1
    by_total = bytes(
        score_ids[black * width + total - black] if total >= black else 0
        for black in range(width)
        for total in range(width)
    )
    packed = pack(secrets)
    packed_guesses = pack(guesses)
    rows = []
    for places, runs in packed_guesses:
        pegs = [(places & p).bit_count() * width + (runs & r).bit_count() for p, r in packed]
        rows.append(bytes(map(by_total.__getitem__, pegs)))
        tell(len(rows), len(packed_guesses))
    return b"".join(rows)


#: The digits of one letter at one position of a guess for all secrets, without other letters.
Columns = dict[tuple[int, int], list[int]]


def word_table(guesses: bytes, secrets: bytes, length: int, kind: str) -> bytes | memoryview:
    """Return the score table of words, which are given as one byte per letter.

    With the ``kind`` "colours", a score has one digit per letter: 0 for a letter that is not in the
    secret, 1 for another position, 2 for the same position. A repeated letter of the guess is
    coloured at most as often as it occurs in the secret: first those at the same position, then
    from the left. The id has the digits in base 3, the first letter most significant. Ids of words
    of over 5 letters take 2 bytes. The maximum is 10 letters.

    With the ``kind`` "common", a score is the number of common letters, counted with multiplicity,
    or ``length + 1`` if the words are equal.
    """
    answer = {"colours": _colours, "common": _common}[kind]
    words = list(sliced(secrets, length))
    table = array("H" if kind == "colours" and length > 5 else "B")
    columns: Columns = {}
    for done, guess in enumerate(sliced(guesses, length), start=1):
        if kind == "colours" and len(set(guess)) == length:
            table.extend(_all_colours(guess, words, columns))
        else:
            table.extend([answer(guess, word) for word in words])
        tell(done, len(guesses) // length)
    return memoryview(table) if table.typecode == "H" else table.tobytes()


def _all_colours(guess: bytes, secrets: Sequence[bytes], columns: Columns) -> list[int]:
    """Return the scores of a guess without repeated letters, whose digits are independent."""
    row = [0] * len(secrets)
    for place in enumerate(guess):
        if place not in columns:
            at, letter = place
            columns[place] = [2 if word[at] == letter else letter in word for word in secrets]
        row = [3 * before + colour for before, colour in zip(row, columns[place], strict=True)]
    return row


def _colours(guess: bytes, secret: bytes) -> int:
    left = [there for letter, there in zip(guess, secret, strict=True) if letter != there]
    colours = 0
    for letter, there in zip(guess, secret, strict=True):
        colours *= 3
        if letter == there:
            colours += 2
        elif letter in left:
            left.remove(letter)
            colours += 1
    return colours


def _common(guess: bytes, secret: bytes) -> int:
    common = sum(min(guess.count(letter), secret.count(letter)) for letter in set(guess))
    return common + (guess == secret)
