"""Symmetries of beliefs: permutations of the secrets that preserve guesses, costs and classes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import Any

from attrs import define

from mastermind_core.game import Exact, Symmetric
from mastermind_core.kernels import look
from mastermind_core.noise.belief import Belief

#: The maximum number of elements of a declared symmetry group that are applied to a belief.
_MOST_IMAGES = 720

#: The maximum number of likelihoods of a game whose symmetries are looked for.
MOST_LIKELIHOODS = 2**20

#: The maximum number of likelihoods that are compared to find symmetries: half a second or so.
_MOST_COMPARED = 2**22

#: For each guess its cost, and the vectors of likelihoods of its answers, without their names.
#: Equal numbers stand for equal likelihoods.
Signature = tuple[Exact, Any]


def signatures_of(belief: Belief, check: Callable[[], Any] = look) -> list[Signature]:
    """Return for each guess its cost, and the information of its answers.

    The function ``check`` is called at each guess, and may raise an exception to stop.
    """
    table = belief.table
    numbers: dict[tuple[Fraction, bool], int] = {}
    found: list[Signature] = []
    for guess in range(len(table.guesses.items)):
        check()
        row = table.row(guess)
        channel = table.channel(guess)
        ends = [table.truly_ends(guess, secret) for secret in range(len(row))]
        pairs = [*zip(row, ends, strict=True)]
        possible = {*pairs}
        vectors = Counter[tuple[bool, tuple[int, ...]]]()
        for answer in sorted({answer for score in set(row) for answer in channel[score]}):
            final = table.final[answer]
            number = {
                (score, true): numbers.setdefault(
                    (channel[score].get(answer, Fraction(0)), final and true), len(numbers)
                )
                for score, true in possible
            }
            vectors[final, tuple([number[pair] for pair in pairs])] += 1
        found.append((table.cost(guess), frozenset(vectors.items())))
    return found


def key_of(
    first: Belief, signatures: Sequence[Signature], check: Callable[[], Any] = look
) -> tuple[Callable[[Belief], Any], int]:
    """Return a function from a belief to a key that equivalent beliefs share, and its work.

    The work is the number of symmetries that the function applies. Equivalent beliefs are equal up
    to permutations of the secrets that preserve all guesses, their costs and the classes: exchanges
    of two secrets, and those that the game declares. In a large game not all of them are looked
    for. The function ``check`` is called at each permutation, and may raise an exception to stop.
    """
    table = first.table
    n = len(first.masses)
    if table.again != "fresh":
        return attrgetter("state"), 0
    comparison = _Comparison(table.classes, Counter(signatures), check)
    images = _closure([image for image in _declared(first) if comparison.holds(image)], n)
    orbits: list[list[int]] = []  # lists of secrets of which any two may be exchanged
    for secret in range(n):
        for orbit in orbits:
            image = list(range(n))
            image[orbit[0]], image[secret] = secret, orbit[0]
            if comparison.holds(image):
                orbit.append(secret)
                break
        else:
            orbits.append([secret])

    def key(belief: Belief) -> Any:
        weights = [*belief.masses]
        for orbit in orbits:
            for at, weight in zip(orbit, sorted(weights[at] for at in orbit), strict=True):
                weights[at] = weight
        return min(tuple(weights[at] for at in image) for image in images)

    return key, len(images)


@define(eq=False)
class _Comparison:
    """A comparison of a game with its images under permutations of the secrets."""

    classes: Sequence[int]
    #: The number of guesses with each signature.
    signatures: Mapping[Signature, int]
    check: Callable[[], Any]
    #: The number of likelihoods that were compared.
    compared: int = 0

    def holds(self, image: Sequence[int]) -> bool:
        """Return whether a permutation preserves guesses and classes, as far as it is looked at."""
        self.check()
        if self.compared > _MOST_COMPARED:
            return False
        moved = {
            (self.classes[secret], own) for secret, own in zip(image, self.classes, strict=True)
        }
        if len(moved) != len({*self.classes}):
            return False
        for signature, number in self.signatures.items():
            self.compared += len(image) * len(signature[1])
            if self.compared > _MOST_COMPARED:
                return False
            if self.signatures.get(_moved(signature, image)) != number:
                return False
        return True


def _moved(signature: Signature, image: Sequence[int]) -> Signature:
    """Return the signature of a guess after a permutation of the secrets."""
    cost, vectors = signature
    moved = (
        ((final, tuple([vector[at] for at in image])), number)
        for (final, vector), number in vectors
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
