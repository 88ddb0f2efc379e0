"""Games of no registry for the tests: random ones, and one with odd guesses, secrets and scores."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

import mastermind_core as mc


@dataclass(frozen=True, eq=False)
class Rows:
    """Play a game that is written out: ``rows[guess][secret]`` is the score.

    It has the parts of a game and is none of the package's classes; ``finite`` makes it one.
    """

    rows: list[list[int]]
    endstates: frozenset[int]
    weights: tuple[int, ...]

    @property
    def guesses(self):
        return tuple("abcdefghij"[: len(self.rows)])

    @property
    def secrets(self):
        return tuple(range(len(self.rows[0])))

    def score(self, guess, secret):
        return self.rows["abcdefghij".index(guess)][secret]

    def finite(self):
        return mc.FiniteGame(
            self.guesses, self.secrets, self.score, self.endstates, weights=self.weights
        )


@st.composite
def games(draw, guesses=6, secrets=6, scores=4, weighted=False):
    """Draw a small game in which every secret can be found."""
    n_guesses = draw(st.integers(1, guesses))
    n_secrets = draw(st.integers(1, secrets))
    n_scores = draw(st.integers(1, scores))
    score = st.integers(0, n_scores - 1)
    rows = draw(
        st.lists(
            st.lists(score, min_size=n_secrets, max_size=n_secrets),
            min_size=n_guesses,
            max_size=n_guesses,
        )
    )
    ends = draw(st.frozensets(score, min_size=1, max_size=2))
    for secret in range(n_secrets):
        if not any(row[secret] in ends for row in rows):
            guess = draw(st.integers(0, n_guesses - 1))
            rows[guess][secret] = draw(st.sampled_from(sorted(ends)))
    weight = st.integers(1, 5) if weighted else st.just(1)
    weights = draw(st.lists(weight, min_size=n_secrets, max_size=n_secrets))
    return Rows(rows, ends, tuple(weights))


#: One of the registered strategies.
#: The strategies that play any game; the others play only games of codes.
ANY_GAME = {n: s for n, s in mc.STRATEGIES.items() if getattr(s, "needs_table", True)}

PLAYERS = st.sampled_from(sorted(ANY_GAME)).map(ANY_GAME.__getitem__)


def letters_of(guess, secret):
    """Say how many letters of a word a set has, and whether it has no others.

    A word and a set cannot change places, so this score is not symmetric.
    """
    inside = len(secret & set(guess))
    return f"{inside} of {len(guess)}", inside == len(secret) == len(guess)


def odd_game():
    """Make a game with strings as guesses, frozensets as secrets and a score that is no number."""
    words = ["a", "b", "ab", "bc", "abc", "acd", "bd", "d", "xyz"]
    secrets = [frozenset(word) for word in words if word != "xyz"]
    ends = {(f"{n} of {n}", True) for n in range(1, 4)}
    return mc.FiniteGame(guesses=words, secrets=secrets, score=letters_of, endstates=ends)
