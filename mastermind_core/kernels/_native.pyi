from collections.abc import Callable
from typing import Any

EXACT_MOST_SCORES: int
EXACT_MOST_SECRETS: int
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

def scan_name() -> str: ...
def use_baseline_scan(baseline: bool) -> None: ...
def scores_from_table(table: Any, n_guesses: int, n_secrets: int, final: bytes) -> Scores: ...
def scores_from_codes(
    guesses: Any, secrets: Any, holes: int, score_ids: Any, final: bytes
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
def block_sizes(scores: Scores, guess: int, candidates: Any) -> list[int]: ...
def split(scores: Scores, guess: int, candidates: Any) -> list[tuple[int, bytes]]: ...
def filter_candidates(scores: Scores, guess: int, score: int, candidates: Any) -> bytes: ...
def best_guess(
    scores: Scores,
    candidates: Any,
    combine: int,
    costs: Any,
    order: Any,
    pool: int,
    win_levels: int,
) -> int: ...
def greedy_tree(
    scores: Scores,
    candidates: Any,
    combine: int,
    costs: Any,
    order: Any,
    pool: int,
    win_levels: int,
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
    legal: Callable[[int, int], bytes] | None,
    nodes: int,
    seconds: float,
    memory: int,
    report: Callable[[int, int, int, int], None] | None,
) -> tuple[tuple[bytes, bytes, bytes, bytes, bytes] | None, int, int, int, bool, int]: ...
