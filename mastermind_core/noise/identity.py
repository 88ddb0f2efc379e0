"""The identity of a game across processes: a digest of its scores and of the names of its answers.

Files and logs that name a game by it accept no other game. Two games with the same numbers, but
whose answers are exchanged, are different.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import blake2b
from random import Random
from typing import Any

from attrs import evolve

from mastermind_core.games.codes import count_pairs, size_of
from mastermind_core.noise.model import NoisyTable, is_noisy, noisy_table
from mastermind_core.table import ScoreTable, compile_game

#: The number of pairs of guess and secret that stand for a game that is not compiled.
_SAMPLE = 4096

#: The address of an object in its default representation, which differs between processes.
_ADDRESS = re.compile(" at 0x[0-9a-f]+")


def fingerprint_of(game: Any) -> str:
    """Return a digest of a game: its scores by index, and the names of its answers.

    It includes the end states, the weights and costs with their units, the goals and the noise.
    """
    return _digest(_noisy_parts(noisy_table(game)) if is_noisy(game) else _parts(game))


def fingerprint_of_sample(game: Any) -> str:
    """Return a digest of a game that is too large to be compiled, by a sample of its scores."""
    guesses, secrets, random = game.guesses, game.secrets, Random(0)
    sizes = size_of(guesses), size_of(secrets)
    scores = (
        game.score(guesses[random.randrange(sizes[0])], secrets[random.randrange(sizes[1])])
        for _ in range(min(_SAMPLE, count_pairs(game)))
    )
    return _digest([spelled(game), sizes, *map(spelled, scores)])


def spelled(value: Any) -> str:
    """Return the representation of a value, the same in every process.

    >>> spelled(frozenset("ba")), spelled(("a", 1))
    ("{'a', 'b'}", "('a', 1)")
    """
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(sorted(map(spelled, value))) + "}"
    if type(value) is tuple:
        return "(" + ", ".join(map(spelled, value)) + ")"
    return _ADDRESS.sub("", repr(value))


def _digest(parts: Iterable[Any]) -> str:
    digest = blake2b(digest_size=16)
    for part in parts:
        digest.update(f"{part}\n".encode())
    return digest.hexdigest()


def _parts(game: Any) -> list[Any]:
    """Return the parts of the identity of a game with exact answers."""
    table: ScoreTable = compile_game(game)
    names = dict(zip(table.places, table.scores.items, strict=True))
    answers = [spelled(names[place]) for place in sorted(names) if place >= 0]
    return [table.fingerprint(), table.weight_unit, table.cost_unit, *answers]


def _noisy_parts(table: NoisyTable) -> list[Any]:
    """Return the parts of the identity of a game whose answers may be wrong."""
    rows = (
        ([*table.row(guess)], sorted(_rows_of(table.channel(guess))))
        for guess in range(len(table.guesses.items))
    )
    aims = evolve(table.aims, names=())
    return [aims, table.again, table.final, *rows, *map(spelled, table.answers.items)]


def _rows_of(channel: Any) -> Iterable[tuple[int, list[tuple[int, Any]]]]:
    """Yield each score of a channel with its distribution, as sorted pairs."""
    items = channel.items() if hasattr(channel, "items") else enumerate(channel)
    return ((score, sorted(row.items())) for score, row in items)
