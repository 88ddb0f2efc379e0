from collections.abc import Callable, Sequence
from typing import Any

CODES_MOST_COLOURS: int
CODES_MOST_HOLES: int
EXACT_MOST_SCORES: int
EXACT_MOST_SECRETS: int
EXACT_MOST_THREADS: int
EXACT_MOST_WEIGHT: int

_Progress = Callable[[int, int], None] | None

class Scores:
    @property
    def n_guesses(self) -> int: ...
    @property
    def n_secrets(self) -> int: ...
    @property
    def n_scores(self) -> int: ...
    @property
    def final(self) -> tuple[bool, ...]: ...
    @property
    def is_table(self) -> bool: ...
    @property
    def ends_one(self) -> bool: ...
    @property
    def goals(self) -> tuple[int, ...]: ...
    @property
    def shares_goals(self) -> bool: ...
    @property
    def costs(self) -> tuple[int, ...]: ...

def clock_seconds() -> float: ...
def turn_clock(step: float) -> None: ...
def vectors() -> str: ...
def limit_vectors(most: str) -> None: ...
def scores_from_table(
    table: Any,
    n_guesses: int,
    n_secrets: int,
    final: bytes,
    goals: Any | None = None,
    costs: Any | None = None,
) -> Scores: ...
def scores_from_codes(
    guesses: Any,
    secrets: Any,
    holes: int,
    score_ids: Any,
    final: bytes,
    goals: Any | None = None,
    costs: Any | None = None,
) -> Scores: ...
def code_table(
    guesses: Any, secrets: Any, holes: int, score_ids: Any, progress: _Progress
) -> bytes: ...
def word_table_8(
    guesses: Any, secrets: Any, length: int, colours: bool, progress: _Progress
) -> bytes: ...
def word_table_16(
    guesses: Any, secrets: Any, length: int, colours: bool, progress: _Progress
) -> bytes: ...
def row(scores: Scores, guess: int) -> bytes: ...
def rows(scores: Scores, first: int, count: int) -> bytes: ...
def pair_scores(scores: Scores, guesses: Any, secrets: Any) -> bytes: ...
def narrowed(scores: Scores, candidates: Any) -> bytes | None: ...
def block_sizes(scores: Scores, guess: int, candidates: Any) -> list[int]: ...
def split(scores: Scores, guess: int, candidates: Any) -> list[tuple[int, bytes]]: ...
def filter_candidates(scores: Scores, guess: int, score: int, candidates: Any) -> bytes: ...
def best_guess(scores: Scores, candidates: Any, criterion: tuple[Any, ...]) -> int: ...
def ranked_guesses(
    scores: Scores, candidates: Any, criterion: tuple[Any, ...], width: int
) -> bytes: ...
def greedy_tree(
    scores: Scores,
    candidates: Any,
    criterion: tuple[Any, ...],
    opening: Any,
    symmetry: list[tuple[Any, Any, Any]],
    progress: _Progress,
) -> tuple[bytes, bytes, bytes, bytes, bytes, int]: ...
def solve_exactly(
    scores: Scores,
    candidates: Any,
    objective: int,
    pool: int,
    max_steps: int,
    weights: Any,
    symmetries: list[tuple[Any, ...]],
    places: int,
    words: bytes,
    guess_words: bytes,
    legal: Callable[[int, int], bytes] | WordHints | None,
    nodes: int,
    seconds: float,
    memory: int,
    asked: Any,
    first: Any,
    max_cost: int,
    below: int,
    evenly: bool,
    least_steps: int,
    prices: Any,
    tuning: Any,
    threads: int,
    report: Callable[[int, int, int, int, int], None] | None,
    known: ExactMemory | None = None,
) -> tuple[
    tuple[bytes, bytes, bytes, bytes, bytes] | None,
    int,
    int,
    int,
    bool,
    int,
    list[tuple[int, int, bool]],
    bool,
]: ...

class SharedBytes:
    def __init__(self, file: int) -> None: ...
    @property
    def file(self) -> int: ...

class ExactMemory:
    def __init__(
        self,
        scores: Scores,
        most_bytes: int,
        symmetries: list[tuple[Any, ...]],
        places: int,
        words: bytes,
        guess_words: bytes,
        shared: SharedBytes | None = None,
    ) -> None: ...
    def tell(self) -> bytes: ...
    def hear(self, entries: bytes, told_from: int) -> None: ...

class WordHints:
    def __init__(self, letters: Any, marks: Any, length: int) -> None: ...

def exact_table_bytes(scores: Scores, n_candidates: int) -> int: ...
def certify_exactly(
    scores: Scores,
    candidates: Any,
    objective: int,
    pool: int,
    max_steps: int,
    weights: Any,
    symmetries: list[tuple[Any, ...]],
    places: int,
    words: bytes,
    guess_words: bytes,
    facts: Any,
    prices: Any,
    memory: int,
    report: Callable[[int, int, int, int, int], None] | None,
    lemmas: Callable[[bytes, bytes, bytes, bytes, bytes, bytes, bytes, bytes], None],
) -> tuple[bool, bytes, bytes]: ...
def broken_pair(
    scores: Scores,
    generators: list[tuple[Any, ...]],
    progress: Callable[[int, int], None] | None = None,
) -> tuple[int, int, int] | None: ...
def find_symmetries(
    scores: Scores, weights: Any, move_scores: bool, steps: int
) -> tuple[list[tuple[bytes, bytes, bytes]], list[int], bool]: ...

class ConsistentCodes:
    def count(self) -> tuple[int, int]: ...
    def codes(self, ranks: Any) -> bytes: ...
    def listed(self) -> bytes: ...

_Turns = Sequence[tuple[bytes, int, int]]

def consistent(
    colours: int, holes: int, repeats: bool, history: _Turns, work: int
) -> ConsistentCodes | None: ...
def walk_codes(
    colours: int, holes: int, repeats: bool, history: _Turns, limit: int, start: bytes, work: int
) -> bytes | None: ...
def code_distances(holes: int, codes: bytes, history: _Turns) -> tuple[bytes, bytes]: ...
def score_matrix(holes: int, guesses: bytes, codes: bytes) -> bytes: ...
def population_blocks(holes: int, guesses: bytes, codes: bytes) -> bytes: ...
def random_codes(
    colours: int, holes: int, repeats: bool, size: int, state: int
) -> tuple[bytes, int]: ...
def breed(
    colours: int,
    holes: int,
    repeats: bool,
    population: bytes,
    sums: Any,
    one_point: int,
    mutation: int,
    permutation: int,
    inversion: int,
    state: int,
) -> tuple[bytes, int]: ...
def sampled_opening(shape: tuple[int, int, bool, bool], options: Sequence[int]) -> bytes: ...
def sampled_guess(
    shape: tuple[int, int, bool, bool], history: _Turns, seed: int, options: Sequence[int]
) -> tuple[bytes, int] | None: ...
def sampled_finish(
    holes: int, pool: bytes, candidates: int, nodes: int
) -> tuple[int, int] | None: ...
