"""Guesses worth a look in games whose codes are too many for a score table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Any

from more_itertools import chunked

from mastermind_core.code_space import Coding
from mastermind_core.kernels import choose as kernels
from mastermind_core.metrics import Metric
from mastermind_core.play.parts import CodeKnowledge

#: The number of sampled candidates, and of guesses of each kind.
_SAMPLE = 2000
_TRIED = 400

#: Codes beyond the requested number that are evaluated exactly after the sample has ranked them.
_SPARE = 3


def codes_worth_a_look(known: CodeKnowledge, n: int, metric: Metric) -> list[Any]:
    """Return slightly more than ``n`` codes: the best ones on sampled candidates."""
    codes = known.codes
    coding = known.codes.coding
    game = known.game
    random = Random(f"{known.history!r}")
    sample = coding.cut(codes.sample_bytes(_SAMPLE, random))
    # Before the first score all colours and holes are equivalent: one code per pattern suffices.
    tried = _patterns(coding.colours, coding.holes, coding.holes)
    if known.history:
        others = (_any_guess(coding, random) for _ in range(_TRIED))
        tried = chain(sample[:_TRIED], others)
    guesses = [g for g in dict.fromkeys(tried) if game.guess_repeats or len(set(g)) == len(g)]
    blocks = kernels.codes.population_blocks(coding.holes, b"".join(guesses), b"".join(sample))
    won = coding.holes * (coding.holes + 1)  # the place of the block of the guess itself
    each = enumerate(chunked(blocks, (coding.holes + 1) ** 2))
    costs = sorted((metric.cost(sizes), not sizes[won], at) for at, sizes in each)
    return [coding.decode(guesses[at]) for _, _, at in costs[: n + _SPARE]]


def _any_guess(coding: Coding, random: Random) -> bytes:
    """Return a random code that may be guessed."""
    colours = range(coding.colours)
    if coding.game.guess_repeats:
        return bytes(random.choices(colours, k=coding.holes))
    return bytes(random.sample(colours, coding.holes))


def _patterns(colours: int, holes: int, most: int, colour: int = 0) -> Iterator[bytes]:
    """Yield a code for each way to partition the holes among colours: 11112222, 11122334, ...

    The first ``colour`` fills at most ``most`` holes, each further one at most as many as the last.
    """
    if not holes:
        yield b""
    elif colour < colours:
        for times in range(min(holes, most), 0, -1):
            for rest in _patterns(colours, holes - times, times, colour + 1):
                yield bytes([colour]) * times + rest
