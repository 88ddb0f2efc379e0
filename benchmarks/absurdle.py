"""The fewest guesses that win Absurdle, whose codemaker keeps the largest set of words.

    python -m benchmarks.absurdle ANSWERS GUESSES

A guess wins only if one word is left. So the set after the first guess has at least as many words
as the most even first guess leaves, and no guess divides any set into more blocks than it divides
the whole list. That bounds the number of guesses. A line of play attains it in which no two blocks
tie for the largest one until single words are left: it wins under any rule for ties.
"""

from __future__ import annotations

import argparse
from array import array
from collections.abc import Iterator, Sequence
from typing import Any

import mastermind_core as mc


def largest(table: Any, guess: int, words: array[int]) -> int:
    """Return the size of the largest block that a guess leaves."""
    return max(table.block_sizes(guess, words))


def fewest(left: int, most: int) -> int:
    """Return a lower bound on the guesses for a set, if a guess leaves at most some blocks."""
    guesses = 1
    while left > 1:
        left = -(-left // most)
        guesses += 1
    return guesses


def kept(table: Any, guess: int, words: array[int]) -> array[int] | None:
    """Return the largest block, or None if several blocks tie."""
    blocks = sorted((block for _, block in table.split(guess, words)), key=len)
    tied = len(blocks) > 1 and len(blocks[-2]) == len(blocks[-1])
    return None if tied or len(blocks[-1]) == len(words) else blocks[-1]


def lines(table: Any, words: array[int], guesses: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield lines of play, those with the smallest blocks first, that leave single words."""
    everything = range(table.kernel_scores.n_guesses)
    if guesses == 1:
        if len(words) <= most:
            yield from ((g,) for g in everything if largest(table, g, words) == 1)
        return
    for guess in sorted(everything, key=lambda guess: largest(table, guess, words)):
        block = kept(table, guess, words)
        if block is None or fewest(len(block), most) > guesses:
            continue
        for line in lines(table, block, guesses - 1, most):
            yield guess, *line


def played(table: Any, line: Sequence[int]) -> list[Any]:
    """Play a line against the package's codemaker, and then the word that is left."""
    guesses = list(table.game.guesses)
    given = [guesses[guess] for guess in line]

    def strategy(state: Any) -> Any:
        at = len(state.history)
        return given[at] if at < len(given) else state.candidates[0]

    return [guess for guess, _ in mc.play_game(table.game, strategy, mc.codemakers.adversarial())]


def main() -> None:
    """Print the bound, and a line of play that attains it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("answers", metavar="ANSWERS")
    parser.add_argument("guesses", metavar="GUESSES")
    given = parser.parse_args()
    answers, others = mc.games.read_words(given.answers), mc.games.read_words(given.guesses)
    table = mc.compile_game(mc.Wordle(answers, others=others))
    words = table.everything
    sizes = [table.block_sizes(guess, words) for guess in range(table.kernel_scores.n_guesses)]
    most = max(sum(map(bool, own)) for own in sizes)
    least = min(map(max, sizes))
    bound = 1 + fewest(least, most)
    print(f"{least} words are left at least, in {most} blocks at most: {bound} guesses or more")
    for guesses in range(bound, len(answers)):
        line = next(lines(table, words, guesses - 1, most), None)
        if line is not None:
            print(f"{guesses} guesses: {', '.join(played(table, line))}")
            return


if __name__ == "__main__":
    main()
