"""The first program of the Stack Overflow answer under many hash seeds: how often which totals.

``python -m benchmarks.hash_seeds --seeds 24`` runs what is printed there, with nothing changed but
what today's Python needs, in a process of its own for each seed: sets of strings are gone through
in an order of the seed, and entropies in floating point are summed in that order.
"""

from __future__ import annotations

import argparse
import math
import os
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Collection
from itertools import permutations, product

Code = tuple[str, ...]

COLOURS = ("Yellow", "Blue", "Green", "Red", "Orange", "Purple")
WON = (4, 0)


def score(one: Code, other: Code) -> tuple[int, int]:
    """Return the black and the white pegs, as the answer counts them."""
    matching = len(set(one) & set(other))
    blacks = sum(a == b for a, b in zip(one, other, strict=True))
    return blacks, matching - blacks


def entropy(counts: Collection[int]) -> float:
    """Return the entropy in floating point, in the order of the counts."""
    total = sum(counts)
    return -sum(p * math.log(p, 2) for p in (count / total for count in counts if count))


def lengths() -> Counter[int]:
    """Return how many secrets take how many guesses."""
    guesses, secrets = set(product(COLOURS, repeat=4)), set(permutations(COLOURS, 4))
    scores = {guess: {secret: score(secret, guess) for secret in secrets} for guess in guesses}
    found: Counter[int] = Counter()
    waiting = [(secrets, 1)]
    while waiting:
        left, depth = waiting.pop()
        values = (
            (entropy(Counter(map(scores[g].__getitem__, left)).values()), g in left, g)
            for g in guesses
        )
        guess = max(values)[2]
        parts = defaultdict(set)
        for secret in left:
            parts[scores[guess][secret]].add(secret)
        found[depth] += len(parts.pop(WON, ()))
        waiting += [(part, depth + 1) for part in parts.values()]
    return found


def main() -> None:
    """Print how many seeds give which lengths."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=24, metavar="N")
    parser.add_argument("--one", action="store_true", help="only this process")
    given = parser.parse_args()
    if given.one:
        found = lengths()
        total = sum(length * count for length, count in found.items())
        print(f"total {total}: " + " ".join(f"{n}:{c}" for n, c in sorted(found.items()) if c))
        return
    one = [sys.executable, "-m", "benchmarks.hash_seeds", "--one"]
    seen: Counter[str] = Counter()
    for seed in range(given.seeds):
        environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
        seen[subprocess.check_output(one, env=environment, text=True).strip()] += 1
    for line, times in sorted(seen.items()):
        print(f"{line}   {times} of {given.seeds} seeds")


if __name__ == "__main__":
    main()
