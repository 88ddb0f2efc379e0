"""Small changes of a code, and what is near it: the steps of searches."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

from mastermind_core.code_space import Coding


def exchanged(code: bytes, pair: tuple[int, int]) -> bytes:
    """Return the code with two holes exchanged."""
    changed = bytearray(code)
    one, other = pair
    changed[one], changed[other] = changed[other], changed[one]
    return bytes(changed)


def exchanges(code: bytes, colours: int, repeats: bool) -> list[bytes]:
    """List the other codes that an exchange of two holes makes."""
    made = set()
    for one, other in combinations(range(len(code)), 2):
        changed = bytearray(code)
        changed[one], changed[other] = changed[other], changed[one]
        made.add(bytes(changed))
    return sorted(made - {code})


def neighbours(code: bytes, colours: int, repeats: bool) -> list[bytes]:
    """List the codes that differ in one hole, and without repeats have none."""
    return [
        code[:hole] + bytes([colour]) + code[hole + 1 :]
        for hole in range(len(code))
        for colour in range(colours)
        if colour != code[hole] and (repeats or colour not in code)
    ]


def stepped(code: bytes, coding: Coding, random: Random) -> bytes:
    """Return a code with a hole changed or two exchanged; repeats stay out where they must."""
    hole, other = random.randrange(len(code)), random.randrange(len(code))
    changed = bytearray(code)
    repeats = coding.game.secret_repeats
    colours = [c for c in range(coding.colours) if (c != code[hole] if repeats else c not in code)]
    if colours and random.random() < 0.5:
        changed[hole] = random.choice(colours)
    else:
        changed[hole], changed[other] = changed[other], changed[hole]
    return bytes(changed)


def transposed(parents: Sequence[bytes], coding: Coding, random: Random) -> bytes:
    """Return one of the codes with two random holes exchanged."""
    code = bytearray(random.choice(parents))
    one, other = random.randrange(len(code)), random.randrange(len(code))
    code[one], code[other] = code[other], code[one]
    return bytes(code)


def mutated(parents: Sequence[bytes], coding: Coding, random: Random) -> bytes:
    """Return one of the codes with a hole of the next colour, or of one that it does not have."""
    code = bytearray(random.choice(parents))
    hole = random.randrange(len(code))
    if coding.game.secret_repeats:
        code[hole] = (code[hole] + 1) % coding.colours
    elif unused := [colour for colour in range(coding.colours) if colour not in code]:
        code[hole] = random.choice(unused)
    return bytes(code)


def crossed(parents: Sequence[bytes], coding: Coding, random: Random) -> bytes:
    """Return a code with a segment of another, or without it where it would repeat a colour."""
    first, second = random.choice(parents), random.choice(parents)
    start, end = sorted((random.randrange(len(first) + 1), random.randrange(len(first) + 1)))
    child = first[:start] + second[start:end] + first[end:]
    if coding.game.secret_repeats or len(set(child)) == len(child):
        return child
    return first
