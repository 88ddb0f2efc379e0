"""The identity of a game across processes: a digest of its scores and its answers' names.

Files and logs that name a game by it accept no other game. Two games with the same numbers, but
whose answers are exchanged, are different.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from random import Random
from typing import Any

from mastermind_core.games.codes import count_pairs, size_of
from mastermind_core.names.services import service_of
from mastermind_core.table.compiling import compile_game
from mastermind_core.table.score_table import ScoreTable

#: The number of pairs of guess and secret that stand for a game that is not compiled.
_SAMPLE = 4096

#: The address of an object in its default representation, which differs between processes.
_ADDRESS = re.compile(" at 0x[0-9a-f]+")


def fingerprint_of(game: Any) -> str:
    """Return a digest of a game: its scores by index, and the names of its answers.

    It includes the end states, the weights and costs with their units, the goals and the noise.
    """
    service = service_of(game)
    return _digest(_parts(game) if service is None else service.identity(game))


def fingerprint_of_sample(game: Any) -> str:
    """Return a digest of a game that is too large to be compiled, by a sample of its scores."""
    guesses = game.guesses
    secrets = game.secrets
    random = Random(0)
    sizes = size_of(guesses), size_of(secrets)
    scores = (
        game.score(guesses[random.randrange(sizes[0])], secrets[random.randrange(sizes[1])])
        for _ in range(min(_SAMPLE, count_pairs(game)))
    )
    return _digest([spelled(game), sizes, *map(spelled, scores)])


def spelled(value: object) -> str:
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
    from hashlib import blake2b  # it loads OpenSSL, which no search needs

    digest = blake2b(digest_size=16)
    for part in parts:
        digest.update(f"{part}\n".encode())
    return digest.hexdigest()


def _parts(game: Any) -> list[Any]:
    """Return the identity's parts for a game with exact answers."""
    table: ScoreTable = compile_game(game)
    names = dict(zip(table.places, table.scores.items, strict=True))
    answers = [spelled(names[place]) for place in sorted(names) if place >= 0]
    return [table.fingerprint(), table.weight_unit, table.cost_unit, *answers]
