"""Score tables of codes and of words, filled in plain Python; part of ``reference``."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from mastermind_core.kernels.shared.listening import tell


def code_table(guesses: bytes, secrets: bytes, holes: int, score_ids: bytes) -> bytes:
    """Fill a table for codes of ``holes`` colours, one byte a hole, code after code.

    ``score_ids[black * (holes + 1) + white]`` is the id of a score. A listener counts guesses.
    """
    # A code becomes one integer: a bit for each (hole, colour), and for each colour a run of as
    # many ones as the code has of it. Two ANDs and two popcounts then give black and black + white.
    colours = max((*guesses, *secrets), default=0) + 1

    def pack(codes: bytes) -> list[tuple[int, int]]:
        packed = []
        for at in range(0, len(codes), holes):
            places = runs = 0
            for hole, colour in enumerate(codes[at : at + holes]):
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
    packed_secrets = pack(secrets)
    packed_guesses = pack(guesses)
    rows = []
    for places, runs in packed_guesses:
        rows.append(
            bytes(
                [
                    by_total[(places & p).bit_count() * width + (runs & r).bit_count()]
                    for p, r in packed_secrets
                ]
            )
        )
        tell(len(rows), len(packed_guesses))
    return b"".join(rows)


#: What a letter in a place of a guess answers to each secret, where no other letter matters.
Columns = dict[tuple[int, int], list[int]]


def word_table(guesses: bytes, secrets: bytes, length: int, kind: str) -> bytes | array[int]:
    """Fill a table for words of ``length`` letters, one byte a letter, word after word.

    ``kind`` "colours" answers letter by letter: 0 it is not in the secret (any more), 1 it is in
    another place, 2 in this one. A letter that the guess repeats is coloured as often as the secret
    has it, those in their place first, then from the left. The id has the answers as digits in base
    3, the first letter's the highest. Over 5 letters the items are of 2 bytes; 10 is the most.

    ``kind`` "common" answers with the number of letters in common, repeats counted as often as both
    words have them, or ``length + 1`` where the words are the same.
    """
    answer = {"colours": _colours, "common": _common}[kind]
    words = [secrets[at : at + length] for at in range(0, len(secrets), length)]
    table = array("H" if kind == "colours" and length > 5 else "B")
    columns: Columns = {}
    for at in range(0, len(guesses), length):
        guess = guesses[at : at + length]
        if kind == "colours" and len(set(guess)) == length:
            table.extend(_all_colours(guess, words, columns))
        else:
            table.extend([answer(guess, word) for word in words])
        tell(at // length + 1, len(guesses) // length)
    return table if table.typecode == "H" else table.tobytes()


def _all_colours(guess: bytes, secrets: Sequence[bytes], columns: Columns) -> list[int]:
    """Answer a guess that repeats no letter: what one answers depends on no other."""
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
