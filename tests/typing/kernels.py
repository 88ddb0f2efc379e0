"""The compiled functions take what those of the reference take: read by the checker of types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from mastermind_core.heuristics.kernels import compiled as heuristics
from mastermind_core.heuristics.kernels import plain as plain_heuristics
from mastermind_core.kernels.codes import compiled as codes
from mastermind_core.kernels.codes import plain as plain_codes
from mastermind_core.kernels.exact import compiled as exact
from mastermind_core.kernels.exact import plain as plain_exact
from mastermind_core.kernels.greedy import compiled as greedy
from mastermind_core.kernels.greedy import plain as plain_greedy
from mastermind_core.kernels.symmetries import compiled as symmetries
from mastermind_core.kernels.symmetries import plain as plain_symmetries

Reference = TypeVar("Reference", bound=Callable[..., Any])


def takes_what(_: Reference) -> Callable[[Reference], None]:
    """Return a function whose argument must have the type of the reference."""
    return lambda _: None


takes_what(plain_greedy.scores_from_table)(greedy.scores_from_table)
takes_what(plain_greedy.scores_from_codes)(greedy.scores_from_codes)
takes_what(plain_greedy.code_table)(greedy.code_table)
takes_what(plain_greedy.word_table)(greedy.word_table)
takes_what(plain_greedy.row)(greedy.row)
takes_what(plain_greedy.pair_scores)(greedy.pair_scores)
takes_what(plain_greedy.block_sizes)(greedy.block_sizes)
takes_what(plain_greedy.split)(greedy.split)
takes_what(plain_greedy.filter_candidates)(greedy.filter_candidates)
takes_what(plain_greedy.best_guess)(greedy.best_guess)
takes_what(plain_greedy.ranked_guesses)(greedy.ranked_guesses)
takes_what(plain_greedy.guess_costs)(greedy.guess_costs)
takes_what(plain_greedy.blocks_weigher)(greedy.blocks_weigher)
takes_what(plain_greedy.greedy_tree)(greedy.greedy_tree)
takes_what(plain_symmetries.find_symmetries)(symmetries.find_symmetries)
takes_what(plain_symmetries.broken_pair)(symmetries.broken_pair)
takes_what(plain_heuristics.distances)(heuristics.distances)
takes_what(plain_codes.population_blocks)(codes.population_blocks)
takes_what(plain_heuristics.score_matrix)(heuristics.score_matrix)
takes_what(plain_codes.count_consistent)(codes.count_consistent)
takes_what(plain_codes.count_soon)(codes.count_soon)
takes_what(plain_codes.sample_consistent)(codes.sample_consistent)
takes_what(plain_codes.fits)(codes.fits)
takes_what(plain_codes.list_consistent)(codes.list_consistent)
takes_what(plain_heuristics.random_codes)(heuristics.random_codes)
takes_what(plain_heuristics.breed)(heuristics.breed)
takes_what(plain_heuristics.opening)(heuristics.opening)
takes_what(plain_heuristics.guess)(heuristics.guess)
takes_what(plain_exact.attempt)(exact.attempt)
takes_what(exact.certify)(plain_exact.certify)  # which takes a search besides
takes_what(plain_exact.is_fast)(exact.is_fast)
takes_what(plain_exact.table_bytes)(exact.table_bytes)
takes_what(plain_exact.new_memory)(exact.new_memory)
takes_what(plain_exact.shared_sets)(exact.shared_sets)
