"""Names of publications lead to the strategies that play what they describe."""

from __future__ import annotations

import re

import pytest
from errors import one_line

import mastermind_core as mc

GAME = mc.Mastermind(colours=3, holes=2)

#: What readers of five documents type, and the strategies that they mean.
TYPED = {
    "five_guess": ["knuth"],
    "Five-Guess Algorithm": ["knuth"],
    "minimax": ["knuth"],
    "MMOKC": ["minimax_candidates"],
    "2MMKC": ["secondary_minimax"],
    "EPB": ["every_branch"],
    "EPBOK": ["every_candidate_branch"],
    "random": ["random_candidate", "uninformed_random"],
    "random_knuth": ["random_candidate"],
    "kooi": ["most_parts"],
    "maxparts": ["most_parts"],
    "chen": ["beam"],
    "genetic": ["berghman"],
    "hill climbing": ["temporel_kovacs"],
    "tabu": ["singley"],
    "jotto": ["elimination"],
    "greedy-entropic": ["entropy"],
    "MERC": ["merc"],
    "SA": ["rhodes_annealing", "bernier_annealing"],
    "simulated_annealing": ["rhodes_annealing", "bernier_annealing"],
}


@pytest.mark.parametrize("typed", TYPED)
def test_a_name_of_a_publication_leads_to_its_strategies(typed):
    with pytest.raises(mc.BadArgument) as raised:
        mc.length_distribution(GAME, typed)
    assert re.findall(r"'(\w+)'", str(raised.value).partition("unknown;")[2]) == TYPED[typed]
    with pytest.raises(KeyError, match=r"(use|did you mean) '"):
        mc.STRATEGIES[typed]


def test_optimal_play_is_a_function():
    with one_line(mc.BadArgument, "'koyama_lai' is unknown", "use optimal(game)"):
        mc.length_distribution(GAME, "koyama_lai")


def test_each_hint_names_strategies_that_there_are_and_no_strategy_has_such_a_name():
    for typed, meant in mc.STRATEGIES._elsewhere.items():
        assert typed not in mc.STRATEGIES
        named = set(re.findall(r"'(\w+)'", meant))
        assert named <= {*mc.STRATEGIES}
        assert named or meant.startswith("optimal(game)")


def test_a_missing_name_is_missing():
    assert mc.STRATEGIES.get("five_guess") is None
    assert "five_guess" not in mc.STRATEGIES
