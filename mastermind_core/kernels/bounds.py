"""What no strategy can do better than, from sizes alone."""

from __future__ import annotations

from collections.abc import Sequence


def capacity(steps: int, ended: int, blocks: int) -> int:
    """Return the most candidates that so many guesses can find."""
    found, level = 0, ended
    for _ in range(steps):
        found += level
        level *= blocks
    return found


def filled(size: int, ended: int, blocks: int) -> int:
    """Return a bound for the total of a set of a size, all weights at least 1.

    At most ``ended * blocks ** (d - 1)`` candidates are found with guess d.
    """
    total, level = 0, ended
    while size > 0 and level > 0:
        total += size
        size -= level
        level *= blocks
    return total


def least_of_orbits(permutations: Sequence[Sequence[int]], size: int) -> list[int]:
    """Return one number, the least, of each set that permutations mix."""
    least = list(range(size))
    changed = True
    while changed:
        changed = False
        for permutation in permutations:
            for item, image in enumerate(permutation):
                low = min(least[item], least[image])
                if least[item] != least[image]:
                    least[item] = least[image] = low
                    changed = True
    return [item for item in range(size) if least[item] == item]
