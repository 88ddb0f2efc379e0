"""Symmetries of beliefs: permutations of the secrets that preserve guesses, costs and classes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import Any

from mastermind_core.game import Exact, Symmetric
from mastermind_core.kernels import look
from mastermind_core.noise.belief import Belief

#: The maximum number of elements of a declared symmetry group that are applied to a belief.
_MOST_IMAGES = 720

#: For each guess its cost, and the vectors of likelihoods of its answers, without their names.
Signature = tuple[Exact, Any]


def signatures_of(belief: Belief, check: Callable[[], Any] = look) -> list[Signature]:
    """Return for each guess its cost, and the information of its answers.

    The function ``check`` is called at each guess, and may raise an exception to stop.
    """
    table = belief.table
    found: list[Signature] = []
    for guess in range(len(table.guesses.items)):
        check()
        row = table.row(guess)
        channel = table.channel(guess)
        heard = sorted({answer for score in set(row) for answer in channel[score]})
        ends = [table.truly_ends(guess, secret) for secret in range(len(row))]
        vectors = (
            (
                final := table.final[answer],
                tuple(
                    (channel[score].get(answer, Fraction(0)), final and true)
                    for score, true in zip(row, ends, strict=True)
                ),
            )
            for answer in heard
        )
        found.append((belief.table.cost(guess), frozenset(Counter(vectors).items())))
    return found


def key_of(
    first: Belief, signatures: Sequence[Signature], check: Callable[[], Any] = look
) -> tuple[Callable[[Belief], Any], int]:
    """Return a function from a belief to a key that equivalent beliefs share, and its work.

    The work is the number of symmetries that the function applies. Equivalent beliefs are equal up
    to permutations of the secrets that preserve all guesses, their costs and the classes: exchanges
    of two secrets, and those that the game declares. The function ``check`` is called at each
    permutation, and may raise an exception to stop.
    """
    table = first.table
    n = len(first.masses)
    if table.again != "fresh":
        return attrgetter("state"), 0
    whole = Counter(signatures)

    def holds(image: Sequence[int]) -> bool:
        check()
        classes = [table.classes[secret] for secret in image]
        same = len(set(zip(classes, table.classes, strict=True))) == len(set(classes))
        return same and Counter(_moved(one, image) for one in signatures) == whole

    orbits: list[list[int]] = []  # lists of secrets of which any two may be exchanged
    for secret in range(n):
        for orbit in orbits:
            image = list(range(n))
            image[orbit[0]], image[secret] = secret, orbit[0]
            if holds(image):
                orbit.append(secret)
                break
        else:
            orbits.append([secret])
    images = _closure([image for image in _declared(first) if holds(image)], n)

    def key(belief: Belief) -> Any:
        weights = [*belief.masses]
        for orbit in orbits:
            for at, weight in zip(orbit, sorted(weights[at] for at in orbit), strict=True):
                weights[at] = weight
        return min(tuple(weights[at] for at in image) for image in images)

    return key, len(images)


def _moved(signature: Signature, image: Sequence[int]) -> Signature:
    """Return the signature of a guess after a permutation of the secrets."""
    cost, vectors = signature
    moved = (
        ((final, tuple(vector[at] for at in image)), number) for (final, vector), number in vectors
    )
    return cost, frozenset(moved)


def _declared(belief: Belief) -> list[list[int]]:
    """Return the symmetries that a game declares, as permutations of its secrets."""
    game = belief.game
    secrets = belief.table.secrets
    if not isinstance(game, Symmetric):
        return []
    moves = [[*map(on_secret, secrets.items)] for _, on_secret in game.generators()]
    return [[secrets[one] for one in move] for move in moves]


def _closure(generators: Sequence[Sequence[int]], n: int) -> list[tuple[int, ...]]:
    """Return elements of the group that permutations generate, up to a limit."""
    found = dict.fromkeys([tuple(range(n))])
    for element in (waiting := [*found]):
        for generator in generators:
            product = tuple(element[at] for at in generator)
            if product not in found and len(found) < _MOST_IMAGES:
                found[product] = None
                waiting.append(product)
    return [*found]
