"""A reader of a document finds each of its terms in one step: on its page, and as a name."""

from __future__ import annotations

import re

import pytest
from document_pages import links_of, tables_of

import mastermind_core as mc

#: Terms as the documents write them, and what each is here: a part of a call, or strategies.
TERMS = {
    "thesis": {
        "code breaker": "play_match",
        "feedback": "game.score(",
        "scna": 'repeats="none"',
        "Knuth codes": "mc.consistent(",
        "guess codes": "AnyBest()",
        "total codes": "game.secrets",
        "PruneList": "mc.consistent(",
        "path": "path_distribution(",
        "average guesses": ".mean",
        "satisfiability": "theory",
        "Five-Guess Algorithm": ["knuth"],
        "MMOKC": ["minimax_candidates"],
        "2MMKC": ["secondary_minimax"],
        "EPB": ["every_branch"],
        "EPBOK": ["every_candidate_branch"],
        "Random Knuth Codes": ["random_candidate"],
    },
    "survey": {
        "near matches": "game.score(",
        "eligible": "mc.consistent(",
        "fitness": "black_weight",
        "maxgen": "generations=",
        "crossover": "one_point=",
        "similar": "selection=",
        "initial guess": "opening=",
        "maximum number of guesses": "worst",
        "full enumeration": "STRATEGIES",
        "Most Parts Strategy": ["most_parts"],
        "MaxEnt": ["maxent"],
        "beam search": ["beam"],
        "tabu search": ["singley"],
        "Kalisker": ["kalisker_camens"],
        "hill climbing": ["temporel_kovacs"],
        "new genetic algorithm": ["berghman"],
    },
    "language": {
        "V": "secrets",
        "endstates": "endstates",
        "mastermindScore": "game.score(",
        "bestDecision": "mc.best_decision(",
        "lazySolutionTree": "mc.lazy_tree(",
        "Branch.subtree": "subtree",
        "allSolutions": "mc.all_solutions(",
        "worstCaseSolution": "mc.worst_case(",
        "solutionLengthDistribution": "mc.length_distribution(",
        "branch-and-bound": "mc.solution_exists(",
        "lowerBoundOnWorstCaseSolution": "mc.optimal_worst_case(",
        "twoD": "mc.TwoD(",
        "symmetric": "game.score(",
        "greedy entropic": ["entropy"],
        "Jotto": ["elimination"],
    },
    "minimax": {
        "codebreaker": "mc.play_game(",
        "black peg": "game.score(",
        "S_1": "mc.consistent(",
        "worst-case scenario": "mc.block_sizes(",
        "most frequent feedback": "mc.block_sizes(",
        "secret code": "game.secrets",
        "decision rule": "mc.MAX_BLOCK",
        "eight possible moves": "max_steps",
        "three to five pegs": "holes=3",
        "average number of moves": "mean",
        "Knuth's algorithm": ["knuth"],
        "minimax algorithm": ["two_colour"],
    },
    "annealing": {
        "master code": "secret",
        "key pegs": "score",
        "code consistency": "mc.consistent(",
        "query partition": "mc.partition(",
        "minimum number of guesses": "mc.optimal_worst_case(",
        "acceptance probability": "alpha",
        "neighborhood": "near",
        "standard deviation": "stdev",
        "MCMC": "not implemented",
        "uninformed search": ["uninformed_random"],
        "five guess algorithm": ["knuth"],
        "simulated annealing": ["rhodes_annealing"],
        "MERC": ["merc"],
        "Shapiro": ["shapiro"],
    },
}

EACH = [(name, term) for name, terms in TERMS.items() for term in terms]


def rows_of(name, term):
    """Return the rows of the first table of a page that have a term of the document."""
    # "Branch.subtree" stands there as "Branch.result, Branch.subtree".
    whole = re.compile(rf"(?<![\w.]){re.escape(term)}(?!\w)", re.IGNORECASE)
    return [row for row in tables_of(name)[0] if whole.search(row[0].astext())]


def test_at_least_ten_terms_of_each_document_are_looked_for():
    assert min(map(len, TERMS.values())) >= 10


@pytest.mark.parametrize(("name", "term"), EACH)
def test_a_term_stands_on_the_page_of_its_document_beside_what_it_is_here(name, term):
    rows = rows_of(name, term)
    assert rows, "no row has it"
    meant = TERMS[name][term]
    links = [link for _, here, *_ in rows for link in links_of(here)]
    if isinstance(meant, str):
        texts = [cell.astext() for _, here, call, _ in rows for cell in (here, call)]
        assert any(meant in text for text in (*texts, *links))
    else:
        assert {f"../strategies/{strategy}.rst" for strategy in meant} <= {*links}


@pytest.mark.parametrize(
    ("name", "term"), [(name, term) for name, term in EACH if isinstance(TERMS[name][term], list)]
)
def test_the_name_of_an_algorithm_is_a_strategy_or_leads_to_one(name, term):
    if "_".join(term.casefold().split()) in mc.STRATEGIES:
        hint = f"'{term.casefold()}'"
    else:
        with pytest.raises(KeyError) as raised:
            mc.STRATEGIES[term]
        hint = raised.value.args[0].partition("unknown;")[2]
    assert any(f"'{strategy}'" in hint for strategy in TERMS[name][term]), hint
