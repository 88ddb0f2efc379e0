"""The kernels' functions once more, as plain as can be: an oracle that imports nothing of ours."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from math import prod


def pegs(guess, secret):
    black = sum(g == s for g, s in zip(guess, secret, strict=True))
    both = sum((Counter(guess) & Counter(secret)).values())
    return black, both - black


def all_codes(colours, holes, *, repeats=True):
    if repeats:
        return list(product(range(colours), repeat=holes))
    return list(permutations(range(colours), holes))


def flat(codes):
    return bytes(colour for code in codes for colour in code)


def score_ids(holes):
    """Number the answers (black, white) in that order; the id of the last one ends the game."""
    ids = bytearray((holes + 1) ** 2)
    answers = [
        (black, white)
        for black in range(holes + 1)
        for white in range(holes + 1 - black)
        if (black, white) != (holes - 1, 1)
    ]
    for at, (black, white) in enumerate(answers):
        ids[black * (holes + 1) + white] = at
    return bytes(ids), [answer == (holes, 0) for answer in answers]


def blocks(table, guess, candidates):
    found = {}
    for candidate in candidates:
        found.setdefault(table[guess][candidate], []).append(candidate)
    return dict(sorted(found.items()))


def cost(combine, block_costs, sizes):
    if combine == "power":
        return prod(size**size for size in sizes)
    costs = [Fraction(block_costs[size]) for size in sizes]
    return max(costs) if combine == "max" else sum(costs)


def telling(table, final, candidates, criterion):
    """List (cost, may not win, position, guess) for the guesses of the pool that tell something."""
    found = []
    for position, guess in enumerate(criterion.order):
        behind = blocks(table, guess, candidates)
        wins = any(final[score] for score in behind)
        if wins or (criterion.pool == 0 and len(behind) > 1):
            sizes = [len(block) for block in behind.values()]
            found.append(
                (cost(criterion.combine, criterion.block_costs, sizes), not wins, position, guess)
            )
    return found


def best(table, final, candidates, criterion):
    """Sort all guesses, as the criterion's documentation says it."""
    entered = telling(table, final, candidates, criterion)
    if not entered:
        return criterion.order[0] if criterion.pool == 0 else -1
    levels = sorted({entry[0] for entry in entered})
    for level in levels[: criterion.win_levels]:
        for price, loses, _, guess in entered:
            if price == level and not loses:
                return guess
    return next(guess for price, _, _, guess in entered if price == levels[0])


def ranked(table, final, candidates, criterion, width):
    """Take the least guesses one by one, but none that splits as one before it does."""
    chosen, seen = [], []
    for *_, guess in sorted(telling(table, final, candidates, criterion)):
        behind = blocks(table, guess, candidates)
        ended = {one for score, block in behind.items() if final[score] for one in block}
        going = {frozenset(block) for score, block in behind.items() if not final[score]}
        if (ended, going) not in seen:
            seen.append((ended, going))
            chosen.append(guess)
    return chosen if width is None else chosen[:width]


def tree(table, final, candidates, criterion, opening=(), depth=0):
    """Return (guess, {score: None or (size, subtree)}), or the string "stuck"."""

    def stuck(found):
        return not found or (len(found) == 1 and not final[next(iter(found))])

    guess = opening[depth] if depth < len(opening) else -1
    if guess < 0 or stuck(blocks(table, guess, candidates)):
        guess = best(table, final, candidates, criterion)
    found = blocks(table, guess, candidates) if guess >= 0 else {}
    if stuck(found):
        return "stuck"
    return (
        guess,
        {
            score: (
                len(block),
                None if final[score] else tree(table, final, block, criterion, opening, depth + 1),
            )
            for score, block in found.items()
        },
    )


def is_stuck(nested):
    """Say whether a tree gets stuck somewhere."""
    if nested == "stuck":
        return True
    _, blocks = nested
    return any(below is not None and is_stuck(below) for _, below in blocks.values())


def nested(grown, node=0):
    """Bring a flat tree into the same form."""
    edges = range(grown.first_edge[node], grown.first_edge[node + 1])
    if node == grown.stuck:
        return "stuck"
    return (
        grown.guesses[node],
        {
            grown.edge_score[edge]: (
                grown.edge_size[edge],
                None if grown.edge_child[edge] < 0 else nested(grown, grown.edge_child[edge]),
            )
            for edge in edges
        },
    )


def distribution(grown):
    depth = [1] * len(grown.guesses)
    counts = Counter()
    for node in range(len(grown.guesses)):
        for edge in range(grown.first_edge[node], grown.first_edge[node + 1]):
            if grown.edge_child[edge] < 0:
                counts[depth[node]] += grown.edge_size[edge]
            else:
                depth[grown.edge_child[edge]] = depth[node] + 1
    return dict(sorted(counts.items()))


def colours(guess, secret):
    """Colour a word: first the letters in their place, each of which uses up one of the secret."""
    digits = [2 if g == s else 0 for g, s in zip(guess, secret, strict=True)]
    unused = Counter(s for s, digit in zip(secret, digits, strict=True) if digit != 2)
    for at, letter in enumerate(guess):
        if digits[at] == 0 and unused[letter] > 0:
            unused[letter] -= 1
            digits[at] = 1
    return sum(digit * 3**place for place, digit in enumerate(reversed(digits)))
