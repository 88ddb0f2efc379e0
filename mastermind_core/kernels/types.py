"""The types that cross the border of the kernels, and a protocol for each family of kernels.

A family has two modules that follow one protocol: one in plain Python, one that is compiled.
:mod:`mastermind_core.kernels.choose` says which of them runs. Callers import their types from here.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from mastermind_core.progress import Progress

#: Different scores that the compiled search and the search for symmetries tell apart.
MOST_SCORES = 256

#: The guesses that may be chosen: all of them, or those that some candidate answers with an end.
POOL_ALL, POOL_CANDIDATES = 0, 1

#: A guess as bytes, a colour a byte, and its black and white pegs.
Turn = tuple[bytes, int, int]


class Scores(Protocol):
    """The answers of a game by number: what a guess scores against a secret.

    Only the kernel that made them reads them. ``final`` says of each score whether it ends the
    game; ``is_table`` says that every score is at hand, and not worked out when it is asked for.
    ``goals`` has a number for each secret, or is empty: the game is over, too, as soon as all
    candidates have the same. ``costs`` has what each guess costs, a whole number from 1, or is
    empty: then each costs 1.
    """

    @property
    def n_guesses(self) -> int:
        """Return the number of guesses."""

    @property
    def n_secrets(self) -> int:
        """Return the number of secrets."""

    @property
    def n_scores(self) -> int:
        """Return the number of distinct scores."""

    @property
    def final(self) -> tuple[bool, ...]:
        """Return which scores end the game."""

    @property
    def is_table(self) -> bool:
        """Say whether every score is at hand."""

    @property
    def goals(self) -> Sequence[int]:
        """Return what of each secret must be known; nothing where an end must be reached."""

    @property
    def costs(self) -> Sequence[int]:
        """Return what each guess costs; nothing where all cost 1."""


class Symmetry(NamedTuple):
    """Permutations of guesses, secrets and scores under which the table stays the same.

    ``score(guesses[g], secrets[v]) == scores[score(g, v)]`` for every guess g and secret v. Empty
    ``scores`` mean that every score stays where it is.
    """

    guesses: Sequence[int]
    secrets: Sequence[int]
    scores: Sequence[int] = ()


class Quadratic(NamedTuple):
    """What a block of some weight costs: ``constant + linear * weight + square * weight**2``."""

    constant: int
    linear: int
    square: int

    def of(self, weight: int) -> int:
        """Return the cost of a block that is not empty."""
        return self.constant + self.linear * weight + self.square * weight * weight


class Criterion(NamedTuple):
    """What a greedy guess is chosen by.

    ``combine`` says what blocks that are not empty cost together, exactly:

    - "sum" or "max" of ``block_costs[size]``, which has an entry for every size from 0 to the
      number of candidates; with ``weights`` it is a function of the weight of a block, or a
      ``Quadratic``;
    - "power": the product of ``size ** size``. The least is the highest entropy;
    - "naming": the product of ``(2 * size) ** size`` of blocks at which the game goes on, over that
      of ``size ** size`` of what must be told apart there: the weight that is left and its entropy;
    - "ranks": the product of ``(2 * r) ** weight`` over the candidates of such blocks, each the
      r-th heaviest of its own.

    The size of a block is the weight of its candidates by ``weights``, which has a number from 1
    for each secret of the game, or is empty: then each weighs 1. Where guesses have costs and the
    criterion is ``priced``, what counts is the gain for the cost of the guess: how much less the
    blocks cost (for products: by how much their logarithm is less) than all candidates in one
    block, divided by what the guess costs; multiplied by it where it is a loss.

    ``order`` lists the guesses to look at, first preferred. A guess may win when some candidate
    answers it with a final score; ``pool`` 1 leaves out the others, unless the secrets
    have goals and no score is final. Among equal costs the first in ``order`` is taken.
    ``win_levels`` gives way to guesses that may win: 0 not at all, 1 among guesses of the least
    cost, k among the k least costs.

    A guess tells something when it may win or when the candidates' answers differ. Whatever it
    costs, a guess that tells nothing comes after every one that tells something: it is left out
    where costs are compared and counted, and the first in ``order`` is taken if the pool has
    nothing else.
    """

    combine: str
    block_costs: Sequence[Any] | Quadratic | Callable[[int], Any]
    order: Sequence[int]
    pool: int = POOL_ALL
    win_levels: int = 1
    weights: Sequence[int] = ()
    priced: bool = True


class FlatTree(NamedTuple):
    """A decision tree in parallel arrays, the nodes in preorder, the root first.

    Node i asks ``guesses[i]``; its edges are ``first_edge[i]`` to ``first_edge[i + 1]``, in
    ascending order of score; an edge has a score id, the node below it (-1: the game is over) and
    the number of candidates that take it. ``stuck`` names a node whose guess tells nothing (the
    rest of the tree is then incomplete), or is -1. A game that is over before its first guess has
    a tree of no nodes.
    """

    guesses: array[int]
    first_edge: array[int]
    edge_score: array[int]
    edge_child: array[int]
    edge_size: array[int]
    stuck: int


class FoundSymmetries(NamedTuple):
    """Symmetries of a table, each compared with the whole of it.

    With ``complete`` they generate every one there is, but for those that only exchange guesses of
    equal rows and secrets of equal columns: these keep their order among themselves. The product of
    ``orbits`` is then their number.
    """

    generators: Sequence[Symmetry]
    orbits: Sequence[int]
    complete: bool


class CodeShape(NamedTuple):
    """The codes of a game: how many colours and holes, and where a colour may come twice."""

    colours: int
    holes: int
    secret_repeats: bool
    guess_repeats: bool


class Breeding(NamedTuple):
    """The chances, out of 2**32, of one point of crossover and then of each change of a child."""

    one_point: int
    mutation: int
    permutation: int
    inversion: int


class SampledOptions(NamedTuple):
    """How many codes and guesses a sampled guess looks at.

    ``at_four`` and ``per_bit`` are in thousandths of a guess.
    """

    sample: int
    inside: int
    outside: int
    climbs: int
    small: int
    small_outside: int
    small_pool: int
    root_width: int
    width: int
    deep: int
    exact: int
    at_four: int
    per_bit: int


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
        """Say whether any code fits a history, where that is soon found out."""

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
