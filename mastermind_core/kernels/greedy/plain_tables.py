"""Score tables for codes and words: the reference implementation in pure Python."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import log2
from typing import Any

from more_itertools import sliced

from mastermind_core.kernels.shared.listening import tell
from mastermind_core.kernels.shared.plain_scores import Scores, as_plain


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


def word_table(guesses: bytes, secrets: bytes, length: int, kind: str) -> bytes | array[int]:
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
    return table if table.typecode == "H" else table.tobytes()


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


def noisy_values(
    scores: Scores,
    candidates: Sequence[int],
    weights: Sequence[float],
    ends: Sequence[int],
    error: float,
    cells: Sequence[float],
    first: Sequence[int],
    widths: Sequence[int],
    measure: int,
) -> list[float]:
    """Return a value for each guess whose answers may be wrong.

    ``measure`` 0 is the information of the answer on the class of the secret, 1 the probability of
    error after the answer, and 2 the expected remaining edges of EC2. All are times the weight of
    all candidates (2: its third power). ``weights`` has a number per candidate. Candidates of one
    class are neighbours, and ``ends`` has the ends of the classes. It is empty if each is a class.

    If a score is true, guess g receives answer a with the probability
    ``cells[first[g] + score * widths[g] + a]``. Without ``first``, another score is received with
    probability ``error``: any one that the guess can get, equally likely. Scores that end the game
    are always true.
    """
    scores = as_plain(scores)
    limits = [*ends] or range(1, len(candidates) + 1)
    values = []
    for guess in range(scores.n_guesses):
        answers = scores.rows[guess]
        if first:
            width = widths[guess]
            at = [first[guess] + score * width for score in range(max(answers) + 1)]
            rows: Any = [cells[start : start + width] for start in at]
        else:
            rows = _equally_wrong(scores, set(answers), error)
            width = len(rows)
        heard = [0.0] * width
        best = [0.0] * width
        squares = [0.0] * width
        inside = 0.0
        start = 0
        for end in limits:
            joint = [0.0] * width
            for place in range(start, end):
                weight = weights[place]
                row = rows[answers[candidates[place]]]
                for answer, chance in enumerate(row):
                    joint[answer] += weight * chance
            start = end
            inside += plogp(sum(joint)) - sum(map(plogp, joint))
            for answer, part in enumerate(joint):
                heard[answer] += part
                best[answer] = max(best[answer], part)
                squares[answer] += part * part
        total = sum(heard)
        if measure == 0:
            values.append(plogp(total) - sum(map(plogp, heard)) - inside)
        elif measure == 1:
            values.append(total - sum(best))
        else:
            pairs = zip(heard, squares, strict=True)
            values.append(sum(part * (part * part - square) for part, square in pairs))
    return values


def _equally_wrong(scores: Scores, possible: set[int], error: float) -> list[list[float]]:
    """Return the channel of a guess whose wrong answers are equally likely."""
    others = [score for score in possible if not scores.final[score]]
    rows = [[float(a == score) for a in range(scores.n_scores)] for score in range(scores.n_scores)]
    for score in others if len(others) > 1 else ():
        for answer in others:
            rows[score][answer] = error / (len(others) - 1) if answer != score else 1 - error
    return rows


def plogp(part: float) -> float:
    """Return p log2 p, which is 0 for p = 0."""
    return part * log2(part) if part > 0 else 0.0
