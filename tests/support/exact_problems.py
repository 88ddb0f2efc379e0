"""Random problems for the exact search, and what is asked of an answer."""

from __future__ import annotations

from array import array
from random import Random

from hypothesis import strategies as st
from task_oracle import ALL, CANDIDATES, LEGAL, Oracle
from tasks import task_of

from mastermind_core.kernels import IMPOSSIBLE, NO_LIMIT, Objective

OBJECTIVES = ("worst", "mean", "worst-then-mean", "mean-then-worst")
BY_WORST = {"worst", "worst-then-mean"}

# Every threshold of the compiled search on its one side and on its other: tables of their own, the
# smallest set whose symmetry is looked for, steps, guesses one by one, glances, and other names.
TUNINGS = [
    (),
    (2, 1, 0, 2, 1, 0, 1, 1),
    (2, 1, 3, 2, 1000, 1000, 1, 2, 64, 1, 5, 12, 8, 20, 2, 10, 64, 24, 160, 1024, 256),
    (99, 1, 99, 99, 8, 0, 99, 1, 64, 99),
]


def task(candidates, objective="mean", **rest):
    return task_of(array("I", candidates), Objective(objective), **rest)


def orbit(permutation, start):
    """List the images of an item until it comes back."""
    images = [start]
    while permutation[images[-1]] != start:
        images.append(permutation[images[-1]])
    return images


def invariant_game(random, moves):
    """Return a random table that keeps its scores when guesses, secrets and scores are moved."""
    on_guesses, on_secrets, on_scores = moves
    table = [[-1] * len(on_secrets) for _ in on_guesses]
    for guess, row in enumerate(table):
        for secret in range(len(row)):
            if table[guess][secret] >= 0:
                continue
            pairs = [(guess, secret)]
            while (after := (on_guesses[pairs[-1][0]], on_secrets[pairs[-1][1]])) != pairs[0]:
                pairs.append(after)
            # A score has to come back when the pair does; 0 is never moved.
            back = [s for s in range(len(on_scores)) if len(pairs) % len(orbit(on_scores, s)) == 0]
            score = random.choice(back)
            for g, s in pairs:
                table[g][s] = score
                score = on_scores[score]
    return table


@st.composite
def games(draw):
    """Draw a small game: (table, final, symmetries)."""
    n_guesses, n_secrets = draw(st.integers(1, 7)), draw(st.integers(1, 6))
    n_scores = draw(st.integers(2, 5))
    random = Random(draw(st.integers(0, 2**32)))
    final = [draw(st.booleans()) for _ in range(n_scores)]
    kind = draw(st.sampled_from(["any", "moved", "codes"]))
    if kind == "moved":
        on_scores = [0, *(1 + s for s in draw(st.permutations(range(n_scores - 1))))]
        for score in range(n_scores):
            final[score] = final[min(orbit(on_scores, score))]
        moves = (
            draw(st.permutations(range(n_guesses))),
            draw(st.permutations(range(n_secrets))),
            on_scores,
        )
        return invariant_game(random, moves), final, (moves,)
    if kind == "codes":
        # A guess ends one secret at most, as in the usual games: the closed forms of small sets.
        final = [False] * (n_scores - 1) + [True]
        table = [
            [n_scores - 1 if g == s else random.randrange(n_scores - 1) for s in range(n_secrets)]
            for g in range(max(n_guesses, n_secrets))
        ]
        return table, final, ()
    table = [[random.randrange(n_scores) for _ in range(n_secrets)] for _ in range(n_guesses)]
    return table, final, ()


@st.composite
def problems(draw):
    """Draw a game and something to ask of it: (table, final, arguments of Task)."""
    table, final, symmetries = draw(games())
    n_guesses, n_secrets = len(table), len(table[0])
    candidates = range(n_secrets)
    weights = ()
    if draw(st.booleans()) and not symmetries:
        candidates = sorted(draw(st.sets(st.sampled_from(candidates), min_size=1)))
    if draw(st.booleans()):
        numbers = st.integers(1, 3) | st.integers(1, 1000)
        weights = draw(st.lists(numbers, min_size=n_secrets, max_size=n_secrets))
        for _, on_secrets, _ in symmetries:
            weights = [weights[min(orbit(on_secrets, s))] for s in range(n_secrets)]
    pool = draw(st.sampled_from([ALL, CANDIDATES, LEGAL]))
    legal = ()
    if pool == LEGAL:
        symmetries = ()
        masks = st.integers(0, 2**n_guesses - 1) | st.just(2**n_guesses - 1)
        legal = [[draw(masks) for _ in final] for _ in table]
    asked = {"pool": pool, "weights": weights, "legal": legal, "symmetries": symmetries}
    asked["max_steps"] = draw(st.just(NO_LIMIT) | st.integers(0, 6))
    asked["memory"] = draw(st.sampled_from([NO_LIMIT, 1 << 16]))
    asked["tuning"] = draw(st.sampled_from(TUNINGS))
    asked["evenly"] = draw(st.booleans())
    asked["threads"] = draw(st.sampled_from([1, 1, 1, 2, 3]))
    return table, final, candidates, draw(st.sampled_from(OBJECTIVES)), asked


def check(found, oracle, candidates, objective, max_steps):
    """Hold a result to the oracle, whether it is proven or not."""
    most = len(candidates) if max_steps < 0 else min(max_steps, len(candidates))
    best = oracle.best(candidates, objective, most)
    if best is None:
        assert found.tree is None
        assert (found.total, found.worst) == (IMPOSSIBLE, 0)
        assert not found.proven or found.lower_bound == IMPOSSIBLE
        return
    total, worst = best
    first = worst if objective in BY_WORST else total
    assert found.lower_bound <= first
    if found.tree is None:
        assert not found.proven
        return
    assert oracle.replay(found.tree, candidates) == (found.total, found.worst)
    assert found.worst <= most
    assert first <= (found.worst if objective in BY_WORST else found.total)
    if found.proven:
        assert found.lower_bound == first
        assert total is None or found.total == total
        assert worst is None or found.worst == worst


def oracle_of(table, final, asked):
    kept = {name: asked[name] for name in ("weights", "pool", "legal")}
    return Oracle(table, final, **kept)
