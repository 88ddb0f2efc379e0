"""Orbits of permutations (union-find with path halving)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def orbits(permutations: Iterable[Sequence[int]], size: int) -> list[int]:
    """Return for each number the minimum of its orbit.

    >>> orbits([[1, 0, 2, 3], [0, 1, 3, 2]], 4)
    [0, 0, 2, 2]
    """
    parent = list(range(size))

    def least(item: int) -> int:
        while parent[item] != item:
            parent[item] = item = parent[parent[item]]
        return item

    for permutation in permutations:
        for item, image in enumerate(permutation):
            one = least(item)
            other = least(image)
            parent[max(one, other)] = min(one, other)
    return [least(item) for item in range(size)]


def first_of_orbits(permutations: Iterable[Sequence[int]], size: int) -> list[int]:
    """Return the minimum of each orbit, ascending."""
    return sorted(set(orbits(permutations, size)))
