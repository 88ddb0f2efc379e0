"""A protocol for each family of kernels: the functions that its two modules have in common.

One module is in plain Python and one is compiled. :mod:`mastermind_core.kernels.choose` says which
of them runs. The protocol of exact searches stands with their tasks, in ``exact/task.py``.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from mastermind_core.kernels.types import (
    Breeding,
    CodeShape,
    Criterion,
    FlatTree,
    FoundSymmetries,
    SampledOptions,
    Scores,
    Symmetry,
    Turn,
)
from mastermind_core.progress import Progress


class GreedyKernel(Protocol):
    """The kernel of tables, blocks and greedy trees; ``greedy/plain.py`` specifies it."""

    HOLES_ON_THE_FLY: int

    def scores_from_table(
        self,
        table: Any,
        n_guesses: int,
        n_secrets: int,
        final: Sequence[bool],
        /,
        goals: Sequence[int] = (),
        costs: Sequence[int] = (),
    ) -> Scores:
        """Return the scores of a table."""

    def scores_from_codes(
        self,
        guesses: bytes,
        secrets: bytes,
        holes: int,
        score_ids: bytes,
        final: Sequence[bool],
        /,
        goals: Sequence[int] = (),
        costs: Sequence[int] = (),
    ) -> Scores:
        """Return the scores of codes, worked out when they are asked for."""

    def code_table(
        self,
        guesses: bytes,
        secrets: bytes,
        holes: int,
        score_ids: bytes,
        progress: Progress | None = None,
        /,
    ) -> bytes:
        """Fill a score table of codes."""

    def word_table(
        self,
        guesses: bytes,
        secrets: bytes,
        length: int,
        kind: str,
        progress: Progress | None = None,
        /,
    ) -> bytes | array[int]:
        """Fill a score table of words."""

    def row(self, scores: Any, guess: int, /) -> bytes | array[int]:
        """Return the scores of a guess."""

    def pair_scores(
        self, scores: Any, guesses: Sequence[int], secrets: Sequence[int], /
    ) -> array[int]:
        """Return the score of each guess against the secret at its side."""

    def block_sizes(self, scores: Any, guess: int, candidates: Sequence[int], /) -> list[int]:
        """Count the candidates behind each score of a guess."""

    def split(
        self, scores: Any, guess: int, candidates: Sequence[int], /
    ) -> list[tuple[int, array[int]]]:
        """Return the candidates behind each score of a guess."""

    def filter_candidates(
        self, scores: Any, guess: int, score: int, candidates: Sequence[int], /
    ) -> array[int]:
        """Return the candidates that give a score to a guess."""

    def best_guess(self, scores: Any, candidates: Sequence[int], criterion: Criterion, /) -> int:
        """Return the guess of least cost."""

    def ranked_guesses(
        self,
        scores: Any,
        candidates: Sequence[int],
        criterion: Criterion,
        width: int | None = None,
        /,
    ) -> array[int]:
        """Return guesses by their cost."""

    def guess_costs(
        self, scores: Scores, candidates: Sequence[int], criterion: Criterion, /
    ) -> Callable[[int], Any]:
        """Return a function that gives the cost of a guess, to be compared."""

    def blocks_weigher(
        self, scores: Scores, candidates: Sequence[int], criterion: Criterion, /
    ) -> Callable[..., Any]:
        """Return a function that gives the cost of a partition."""

    def greedy_tree(
        self,
        scores: Any,
        candidates: Sequence[int],
        criterion: Criterion,
        opening: Sequence[int] = (),
        /,
        *,
        symmetry: Sequence[Symmetry] = (),
        progress: Progress | None = None,
    ) -> FlatTree:
        """Return the whole tree of a greedy strategy."""


class SymmetryKernel(Protocol):
    """The kernel that finds and checks symmetries; ``symmetries/plain.py`` specifies it."""

    def find_symmetries(
        self, scores: Any, weights: Sequence[int] = (), /, *, move_scores: bool = True, steps: int
    ) -> FoundSymmetries:
        """Return generators of the symmetries of a table."""

    def broken_pair(
        self,
        scores: Any,
        generators: Sequence[Symmetry],
        threads: int = 1,
        check: Callable[[], None] | None = None,
        /,
    ) -> tuple[int, int, int] | None:
        """Return a pair whose score a permutation does not keep; every pair is compared."""


class CodeKernel(Protocol):
    """The kernel of codes that fit a history; ``codes/plain.py`` specifies it."""

    def distances(
        self, holes: int, codes: bytes, history: Sequence[Turn], /
    ) -> tuple[array[int], array[int]]:
        """Return how far codes are from a history."""

    def population_blocks(self, holes: int, guesses: bytes, codes: bytes, /) -> array[int]:
        """Return the sizes of the blocks of a population."""

    def score_matrix(self, holes: int, guesses: bytes, codes: bytes, /) -> array[int]:
        """Return the scores of all pairs of codes."""

    def count_consistent(
        self, colours: int, holes: int, repeats: bool, history: Sequence[Turn], /
    ) -> int | None:
        """Count the codes that fit a history, where that takes not too much."""

    def count_soon(
        self, colours: int, holes: int, repeats: bool, history: Sequence[Turn], /
    ) -> int | None:
        """Count the codes that fit a history, where that is soon done."""

    def sample_consistent(
        self,
        colours: int,
        holes: int,
        repeats: bool,
        history: Sequence[Turn],
        size: int,
        seed: int,
        /,
    ) -> bytes | None:
        """Draw codes that fit a history, where counting them takes not too much."""

    def fits(
        self, colours: int, holes: int, repeats: bool, history: Sequence[Turn], /
    ) -> bool | None:
        """Return whether any code fits a history, where that is soon found out."""

    def list_consistent(
        self,
        colours: int,
        holes: int,
        repeats: bool,
        history: Sequence[Turn],
        limit: int,
        start: bytes = b"",
        /,
    ) -> bytes:
        """List codes that fit a history."""


class GeneticKernel(Protocol):
    """The kernel that breeds codes; ``codes/plain_genetic.py`` specifies it."""

    def random_codes(
        self, colours: int, holes: int, repeats: bool, size: int, state: int, /
    ) -> tuple[bytes, int]:
        """Draw any codes."""

    def breed(
        self,
        colours: int,
        holes: int,
        repeats: bool,
        population: bytes,
        weights: Sequence[int],
        breeding: Breeding,
        state: int,
        /,
    ) -> tuple[bytes, int]:
        """Return a generation of codes."""


class SampledKernel(Protocol):
    """The kernel of guesses by a sample; ``codes/plain_sampled.py`` specifies it."""

    def opening(self, shape: CodeShape, options: SampledOptions, /) -> bytes | None:
        """Return the first guess, if it is known."""

    def guess(
        self, shape: CodeShape, history: Sequence[Turn], seed: int, options: SampledOptions, /
    ) -> tuple[bytes, int] | None:
        """Return the next guess."""

    def finish(
        self, holes: int, pool: bytes, candidates: int, nodes: int = ..., /
    ) -> tuple[int, int] | None:
        """Return the best guess of a pool for its first codes, and their total."""
