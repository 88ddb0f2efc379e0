"""Values of textbooks for games that are over as soon as enough is known, each with its source."""

from __future__ import annotations

import pickle
from fractions import Fraction
from heapq import heapify, heappop, heappush
from itertools import combinations
from math import log2

import pytest
from errors import one_line

import mastermind_core as mc
from mastermind_core.games import GroupTesting, HigherLower, OddCoin, Weighing


def huffman(weights):
    """Return the least total of a binary code (D. A. Huffman, Proc. IRE 40, 1952)."""
    heap = list(weights)
    heapify(heap)
    total = 0
    while len(heap) > 1:
        joined = heappop(heap) + heappop(heap)
        total += joined
        heappush(heap, joined)
    return total


def least_split(weights, costs):
    """Return the least total of asking whether a number is over k, each question at its cost.

    Without costs these are the alphabetic codes of E. N. Gilbert and E. F. Moore (Bell System
    Technical Journal 38, 1959); D. E. Knuth, The Art of Computer Programming 3, section 6.2.2.
    """
    n = len(weights)
    least = {(at, at): 0 for at in range(n)}
    for width in range(1, n):
        for low in range(n - width):
            high = low + width
            whole = sum(weights[low : high + 1])
            least[low, high] = min(
                costs[cut] * whole + least[low, cut] + least[cut + 1, high]
                for cut in range(low, high)
            )
    return least[0, n - 1]


@pytest.mark.parametrize("coins", range(3, 10))
def test_a_heavy_coin_takes_as_many_weighings_as_powers_of_three(coins):
    """W weighings do for 3^W coins (F. J. Dyson, Mathematical Gazette 30, 1946)."""
    least = next(w for w in range(9) if 3**w >= coins)
    assert mc.optimal_worst_case(mc.identified(OddCoin(coins, fault="heavy"))) == least


@pytest.mark.parametrize("coins", range(3, 8))
def test_an_odd_coin_that_is_heavy_or_light(coins):
    """W weighings find it, and say which, among up to (3^W - 3) / 2 coins (Dyson, 1946)."""
    least = next(w for w in range(9) if (3**w - 3) // 2 >= coins)
    assert mc.optimal_worst_case(mc.identified(OddCoin(coins))) == least


@pytest.mark.parametrize("coins", [13, 14, 26, 27, 38, 39])
def test_four_weighings_do_for_up_to_39_coins(coins):
    """Dyson (1946): four weighings find it and say which; three have 27 outcomes for 2n secrets."""
    game = mc.identified(OddCoin(coins))
    assert mc.worst_case(game, "entropy") == 4
    assert coins == 13 or len(game.secrets) > 3**3
    with one_line(mc.BadGame, "coins must be", "39"):
        OddCoin(40)


@pytest.mark.parametrize("coins", [13, 27, 28, 39])
def test_neighbours_against_neighbours_do_for_a_heavy_coin(coins):
    game = mc.identified(OddCoin(coins, fault="heavy"))
    assert mc.worst_case(game, "entropy") == (3 if coins <= 27 else 4)


@pytest.mark.parametrize("coins", range(3, 8))
def test_an_odd_coin_without_saying_what_is_wrong_with_it(coins):
    """W weighings find it among up to (3^W - 1) / 2 coins (Dyson, 1946)."""
    least = next(w for w in range(9) if (3**w - 1) // 2 >= coins)
    game = mc.identified(OddCoin(coins), by=lambda secret: secret.coin)
    assert mc.optimal_worst_case(game) == least


@pytest.mark.parametrize("coins", range(13, 40))
def test_weighings_of_many_coins_are_even_and_distinct(coins):
    game = OddCoin(coins)
    weighings = [guess for guess in game.guesses if isinstance(guess, Weighing)]
    assert len(set(weighings)) == len(weighings)
    for left, right in weighings:
        assert len(left) == len(right)
        assert not left & right
        assert left | right <= set(range(1, coins + 1))
    told = {
        tuple((coin in right) - (coin in left) for left, right in weighings[:4])
        for coin in range(1, coins + 1)
    }
    opposites = {tuple(-side for side in one) for one in told}
    assert len(told | opposites) == 2 * coins


@pytest.mark.parametrize("weights", [(1, 2, 3, 4), (1, 1, 2, 3, 5), (10, 1, 1, 1, 7, 2)])
def test_tests_of_all_subsets_are_huffmans_code(weights):
    secrets = range(len(weights))
    subsets = [frozenset(some) for size in secrets for some in combinations(secrets, size) if size]
    game = mc.FiniteGame(
        subsets, secrets, lambda asked, one: one in asked, weights=weights, goal=lambda one: one
    )
    assert mc.optimal(game).total == huffman(weights)
    assert mc.optimal(mc.weighted(game, [Fraction(w, 7) for w in weights])).total == Fraction(
        huffman(weights), 7
    )


@pytest.mark.parametrize(
    ("weights", "costs"),
    [
        ((3, 1, 4, 1, 5, 9), (1, 1, 1, 1, 1)),
        ((3, 1, 4, 1, 5, 9), (4, 1, 2, 7, 1)),
        ((1, 1, 1, 1, 1, 1, 1), (1, 2, 3, 4, 5, 6)),
    ],
)
def test_alphabetic_codes_and_binary_search_with_costs(weights, costs):
    game = mc.FiniteGame(
        range(len(costs)),
        range(len(weights)),
        lambda cut, number: number > cut,
        weights=weights,
        costs=costs,
        goal=lambda number: number,
    )
    best = mc.optimal(game)
    assert (best.total, best.proven) == (least_split(weights, costs), True)
    assert mc.cost_distribution(game, best).total == best.total


@pytest.mark.parametrize("items", range(2, 8))
def test_one_bad_item_is_found_by_halving(items):
    """R. Dorfman, Annals of Mathematical Statistics 14, 1943: ceil(log2 n) tests of a half each."""
    game = mc.identified(GroupTesting(items=items))
    assert mc.optimal_worst_case(game) == (items - 1).bit_length()


@pytest.mark.parametrize("items", [13, 64, 100])
def test_runs_of_neighbours_halve(items):
    game = mc.identified(GroupTesting(items=items))
    assert mc.worst_case(game, "entropy") == (items - 1).bit_length()


def test_runs_do_as_well_as_all_pools_where_one_item_is_bad():
    runs, every = (mc.identified(GroupTesting(items=7, pools=pools)) for pools in ("runs", "all"))
    assert len(runs.guesses) == 28 < len(every.guesses) == 127
    assert mc.optimal(runs).total == mc.optimal(every).total


@pytest.mark.parametrize("items", [2, 3])
def test_pools_are_of_use_below_ungars_share_of_bad_items(items):
    """P. Ungar, Comm. Pure and Applied Mathematics 13, 1960: one by one from (3 - sqrt 5) / 2."""
    for share, alone in ((Fraction(38, 100), False), (Fraction(39, 100), True)):
        game = mc.identified(GroupTesting(items, items, exactly=False, prevalence=share))
        assert sum(game.weights) == 1
        assert (mc.optimal(game).total == items) is alone


def test_no_worse_than_dorfmans_pools():
    """Dorfman, 1943: a pool of k first, and where that is bad each of its items."""
    items, share = 4, Fraction(1, 20)
    dorfman = 1 + items * (1 - (1 - share) ** items)
    game = mc.identified(GroupTesting(items, items, exactly=False, prevalence=share))
    best = mc.optimal(game).total
    assert best < dorfman < items
    # Whatever is asked, it has two answers: not less than the code of the sets.
    unit = 20**items
    assert best * unit >= huffman([int(weight * unit) for weight in game.weights])


def test_a_prevalence_is_kept_in_files_and_copies():
    game = GroupTesting(3, 3, exactly=False, prevalence=0.25)
    assert game.prevalence == Fraction(1, 4)
    assert game.weights == tuple(
        Fraction(3 ** (3 - len(secret.bad)), 64) for secret in game.secrets
    )
    for copy in (mc.from_json(mc.to_json(game)), pickle.loads(pickle.dumps(game))):
        assert (copy, copy.weights) == (game, game.weights)


@pytest.mark.parametrize("answer", ["any", "count"])
@pytest.mark.parametrize("accusations", [True, False])
def test_pooled_tests_are_scored_by_their_items(answer, accusations):
    game = GroupTesting(4, 3, exactly=False, answer=answer, accusations=accusations)
    scores, table = game.score_table()
    expected = []
    for guess in game.guesses:
        for secret in game.secrets:
            bad = len(guess.pool & secret.bad) if guess.kind == "test" else None
            of_pool = bad if answer == "count" else "positive" if bad else "negative"
            of_accusation = "found" if guess == secret else "wrong"
            expected.append(of_accusation if bad is None else of_pool)
    assert [scores[at] for at in table] == expected
    pairs = [(guess, secret) for guess in game.guesses for secret in game.secrets]
    assert [game.score(*pair) for pair in pairs] == expected
    assert ("found" in scores) is accusations


@pytest.mark.parametrize("share", [Fraction(1, 100), Fraction(3, 100)])
@pytest.mark.parametrize("items", [6, 9])
def test_rare_bad_items_are_found(items, share):
    """The weights are those of independent items, rounded where their total is too large."""
    game = mc.identified(GroupTesting(items, items, exactly=False, prevalence=share))
    total = sum(game.weights)
    for secret, weight in zip(game.secrets, game.weights, strict=True):
        bad = len(secret.bad)
        true = share**bad * (1 - share) ** (items - bad)
        assert weight > 0
        assert abs(weight / total - true) < Fraction(1, 2**20)
    found = mc.length_distribution(game, "entropy")
    # Pools save most of the tests of single items, but not more than the entropy of the items.
    entropy = -items * (share * log2(share) + (1 - share) * log2(1 - share))
    assert entropy < found.mean < items / 2


def test_no_accusation_is_left_where_bad_items_are_identified_or_an_assay_errs():
    lot = GroupTesting(4, 2, exactly=False, prevalence=0.1)
    costs = {guess: 2 + len(guess[0]) for guess in lot.guesses}
    assay = {"positive": {"negative": 0.1}, "negative": {"positive": 0.05}}
    priced = mc.identified(mc.priced(lot, costs))
    assert list(priced.costs) == [2 + len(guess.pool) for guess in priced.guesses]
    by_number = mc.identified(lot, by=lambda secret: len(secret.bad))
    for game in (
        mc.identified(lot),
        priced,
        mc.priced(mc.identified(mc.weighted(lot, range(1, 12))), {lot.guesses[0]: 3}),
        by_number,
        mc.noisy(lot, assay),
        mc.noisy(mc.priced(lot, costs), assay),
        mc.identified(mc.noisy(lot, 0.1)),
    ):
        assert [guess.kind for guess in game.guesses] == ["test"] * 15
        assert not game.endstates
    assert mc.optimal(by_number).total < mc.optimal(mc.identified(lot)).total


def test_an_assay_that_errs_is_not_asked_for_certain_answers():
    """With one sample each test is right with 9/10: the posterior after two is Bayes' rule."""
    lot = mc.noisy(GroupTesting(1, 1, exactly=False, prevalence=0.5), 0.1)
    session = mc.Session(lot, confidence=0.95)
    for _ in range(2):
        assert session.guess.kind == "test"
        session.answer("positive")
    assert session.over
    assert max(session.posterior.values()) == Fraction(81, 82)


def test_pools_and_shares_that_are_refused():
    with one_line(mc.BadGame, "items must be", "16"):
        GroupTesting(17, pools="all")
    with one_line(mc.BadGame, "sets of bad items", "lower bad"):
        GroupTesting(60, 6)
    for share in (0, 1, 2, "much", float("nan")):
        with one_line(mc.BadGame, "prevalence must be a number between 0 and 1"):
            GroupTesting(prevalence=share)


def test_up_to_two_bad_items_of_six():
    game = mc.identified(GroupTesting(items=6, bad=2, exactly=False))
    assert mc.optimal_worst_case(game) == 5


@pytest.mark.parametrize("numbers", [2, 5, 8, 9])
def test_questions_about_any_subset_take_ulams_halving(numbers):
    """S. M. Ulam, Adventures of a Mathematician, 1976: log2 n questions without lies."""
    some = [frozenset(range(cut)) for cut in range(1, numbers)]
    game = mc.FiniteGame(
        some, range(numbers), lambda asked, one: one in asked, goal=lambda one: one
    )
    assert mc.optimal_worst_case(game) == (numbers - 1).bit_length()


def test_weighted_identification():
    """The shape of M. R. Garey's problem (SIAM J. Appl. Math. 23, 1972): tests that cost, priors.

    The least expected cost of all trees is found by trying them, over sets of what is left.
    """
    rows = {"a": (0, 0, 1, 1, 1), "b": (0, 1, 0, 1, 1), "c": (1, 1, 1, 1, 0), "d": (0, 1, 1, 0, 1)}
    costs, weights = {"a": 3, "b": 1, "c": 2, "d": 2}, (5, 1, 3, 2, 4)

    def least(left):
        if len(left) == 1:
            return 0
        best = float("inf")
        for test, row in rows.items():
            parts = [tuple(one for one in left if row[one] == answer) for answer in (0, 1)]
            if all(parts):
                paid = costs[test] * sum(weights[one] for one in left)
                best = min(best, paid + sum(map(least, parts)))
        return best

    game = mc.FiniteGame.from_table(rows, cost=costs, prior=weights)
    assert mc.optimal(game).total == least(range(5))


def test_to_name_and_to_know_differ():
    game = HigherLower(7)
    assert mc.optimal(game).total == 17
    assert mc.optimal(mc.identified(game)).total == 1 + 6 * 2
