"""What ties can make of a rule, against an oracle that takes every choice in turn."""

from __future__ import annotations

import random
from array import array
from itertools import product

import game_oracle as oracle
import pytest
from adhoc import games
from choices import SMALL, any_best, any_winner, cost, first_best, wins
from errors import one_line
from hypothesis import given

import mastermind_core as mc
from mastermind_core.strategies import AnyBest, RandomCandidate

GAMES = [
    mc.Mastermind(colours=4, holes=3),
    mc.Mastermind(colours=5, holes=3, repeats="none"),
    mc.Mastermind(colours=4, holes=3, repeats="guesses"),
]

RULES = [
    pytest.param("largest_block", any_best, id="metric"),
    pytest.param(AnyBest(outside="first"), first_best, id="first"),
    pytest.param(RandomCandidate(), any_winner, id="candidates"),
]


def outcomes(game, options, candidates):
    """Return every (total, worst case) that some choices come to, set by set."""
    found = set()
    weight = dict(zip(game.secrets, getattr(game, "weights", [1] * 99), strict=False))
    for guess in options(game, candidates):
        blocks = oracle.split(game, guess, candidates)
        below = [
            outcomes(game, options, block)
            for score, block in blocks.items()
            if score not in game.endstates
        ]
        now = sum(weight[secret] for secret in candidates)
        for made in product(*below):
            worst = 1 + max((worst for _, worst in made), default=0)
            found.add((now + sum(total for total, _ in made), worst))
    return found


def holds(game, spectrum, found):
    totals = {total for total, _ in found}
    worst = {worst for _, worst in found}
    assert spectrum.totals == tuple(sorted(totals))
    assert (spectrum.minimum, spectrum.maximum) == (min(totals), max(totals))
    assert (spectrum.minimum_worst, spectrum.maximum_worst) == (min(worst), max(worst))
    assert mc.replay(game, spectrum.minimum_tree).total == spectrum.minimum
    assert mc.replay(game, spectrum.maximum_tree).total == spectrum.maximum
    assert mc.replay(game, spectrum.minimum_worst_tree).worst == spectrum.minimum_worst
    assert mc.replay(game, spectrum.maximum_worst_tree).worst == spectrum.maximum_worst


@pytest.mark.parametrize("game", [SMALL[0], SMALL[1], SMALL[3], SMALL[4]], ids=repr)
@pytest.mark.parametrize(("rule", "options"), RULES[:2])
def test_all_choices_of_small_games(game, rule, options):
    holds(game, mc.tie_spectrum(game, rule), outcomes(game, options, list(game.secrets)))


@pytest.mark.parametrize("game", [SMALL[0], SMALL[1], SMALL[3], SMALL[4]], ids=repr)
@pytest.mark.parametrize(("rule", "options"), [RULES[0], RULES[2]])
def test_all_choices_after_any_first_guess(game, rule, options):
    everything = list(game.secrets)
    for first in random.Random(3).sample(list(game.guesses), 4):

        def after(game, candidates, first=first):
            return [first] if candidates == everything else options(game, candidates)

        if len(oracle.split(game, first, everything)) > 1:
            spectrum = mc.tie_spectrum(game, rule, first_guess=first)
            holds(game, spectrum, outcomes(game, after, everything))
            assert spectrum.minimum_tree.guess == spectrum.maximum_worst_tree.guess == first


def test_a_first_guess_is_a_guess_of_the_game_and_of_a_strategy_that_has_one():
    game = mc.Mastermind(colours=4, holes=3)
    with one_line(mc.BadArgument, "(1, 2, 9) is not a guess of this game"):
        mc.tie_spectrum(game, first_guess=(1, 2, 9))
    with one_line(mc.BadArgument, "first_guess: two_colour_program chooses its own"):
        mc.tie_spectrum(game, "two_colour_program", first_guess=(1, 1, 2))


@given(games(guesses=5, secrets=5))
def test_all_choices_of_any_game(game):
    for rule, options in ((RandomCandidate(), any_winner), ("largest_block", any_best)):
        try:
            spectrum = mc.tie_spectrum(game, rule)
        except mc.errors.UninformativeGuess:
            continue
        holds(game, spectrum, outcomes(game, options, list(game.secrets)))


@given(games(guesses=5, secrets=5, weighted=True))
def test_totals_are_by_weight(game):
    found = outcomes(game, any_winner, list(game.secrets))
    assert set(mc.tie_spectrum(game, "random_candidate").totals) == {total for total, _ in found}


def test_what_paths_cost_is_what_counts():
    game = mc.priced(mc.games.HigherLower(3), {2: 5})
    spectrum = mc.tie_spectrum(game, "random_candidate")
    # 2 first: 5 + 6 + 6; 1 first, then 2 (6 and 7) or 3 (2 and 7): 1 + 6 + 7 or 1 + 2 + 7.
    assert spectrum.totals == (10, 14, 17)
    assert (spectrum.minimum_worst, spectrum.maximum_worst) == (6, 7)
    assert mc.cost_distribution(game, spectrum.minimum_tree).total == 10


def test_a_game_that_is_over_takes_nothing():
    spectrum = mc.tie_spectrum(mc.identified(mc.TwoD(1)))
    assert (spectrum.totals, spectrum.maximum_worst, spectrum.sets) == ((0,), 0, 0)
    assert spectrum.minimum_tree.over


def test_an_opening_is_played_first():
    game = mc.Mastermind(colours=3, holes=2)
    rule = RandomCandidate(opening=((1, 1),))
    spectrum = mc.tie_spectrum(game, rule)
    blocks = oracle.split(game, (1, 1), game.secrets)
    below = [outcomes(game, any_winner, b) for s, b in blocks.items() if s not in game.endstates]
    totals = {9 + sum(total for total, _ in made) for made in product(*below)}
    assert spectrum.totals == tuple(sorted(totals))
    assert spectrum.maximum_tree.guess == (1, 1)


@pytest.mark.parametrize("seed", range(12))
def test_every_order_of_the_guesses_is_inside(seed):
    game = mc.Mastermind(colours=4, holes=3)
    spectrum = mc.tie_spectrum(game, "largest_block")
    lengths = mc.length_distribution(
        game, mc.strategies.knuth.replace(ties=mc.TieRule(shuffle=seed))
    )
    assert lengths.total in spectrum
    assert spectrum.minimum_worst <= lengths.worst <= spectrum.maximum_worst


@pytest.mark.slow
@pytest.mark.parametrize(
    ("metric", "totals", "worst", "of"),
    [
        ("largest_block", (5767, 5826), (5, 6), 60),
        ("expected_size", (5683, 5697), (6, 6), 15),
        ("entropy", (5722, 5723), (6, 6), 2),
    ],
)
def test_what_published_rules_can_reach(metric, totals, worst, of):
    """Largest block, expected size and entropy on M(4,6): no order of the guesses leaves these."""
    spectrum = mc.tie_spectrum(mc.Mastermind(colours=6, holes=4), metric)
    assert (spectrum.minimum, spectrum.maximum) == totals
    assert (spectrum.minimum_worst, spectrum.maximum_worst) == worst
    assert len(spectrum.totals) == of


def test_a_strategy_without_options_is_refused():
    with one_line(mc.errors.BadArgument, "must list its options"):
        mc.tie_spectrum(mc.TwoD(2), "knuth")
    with one_line(mc.errors.BadArgument, "pool goes with a metric"):
        mc.tie_spectrum(mc.TwoD(2), "every_branch", pool="candidates")
    with one_line(mc.errors.BadArgument, "metric", "largest_block"):
        mc.tie_spectrum(mc.TwoD(2), "largest")
    with one_line(mc.errors.BadArgument, "pool must be one of"):
        mc.tie_spectrum(mc.TwoD(2), pool="lawful")


def outcomes_by_rule(game, candidates, history=()):
    """Return every (total, worst case) of the legal guesses with the least largest block."""
    found = set()
    costs = {
        guess: cost(game, guess, candidates)
        for guess in game.guesses
        if game.legal(guess, history)
        and (len(oracle.split(game, guess, candidates)) > 1 or wins(game, guess, candidates))
    }
    ties = [guess for guess, own in costs.items() if own == min(costs.values())]
    for guess in [one for one in ties if wins(game, one, candidates)] or ties:
        blocks = oracle.split(game, guess, candidates)
        below = [
            outcomes_by_rule(game, block, (*history, (guess, score)))
            for score, block in blocks.items()
            if score not in game.endstates
        ]
        for made in product(*below):
            worst = 1 + max((worst for _, worst in made), default=0)
            found.add((len(candidates) + sum(total for total, _ in made), worst))
    return found


WORDS = ["abide", "speed", "erase", "steal", "crepe"]
HARD = mc.Wordle(WORDS, others=["audio", "drape"], hard=True)


def test_a_rule_of_the_game_is_kept():
    game = HARD
    found = outcomes_by_rule(game, list(game.secrets))
    spectrum = mc.tie_spectrum(game)
    holds(game, spectrum, found)
    assert spectrum.totals == mc.tie_spectrum(game, pool="legal").totals
    easy = mc.tie_spectrum(mc.Wordle(game.secrets, others=["audio", "drape"]))
    assert mc.tie_spectrum(game, pool="all").totals == easy.totals
    for tree in (spectrum.minimum_tree, spectrum.maximum_tree, spectrum.maximum_worst_tree):
        for secret in game.secrets:
            steps = mc.play_game(game, tree, mc.codemakers.fixed(secret))
            assert all(game.legal(guess, steps[:at]) for at, (guess, _) in enumerate(steps))


def test_a_legal_pool_without_a_rule_is_the_candidates():
    game = mc.Mastermind(colours=3, holes=2)
    pools = [mc.tie_spectrum(game, pool=pool).totals for pool in ("legal", "candidates")]
    assert pools[0] == pools[1]


@pytest.mark.parametrize("game", GAMES, ids=repr)
@pytest.mark.parametrize("pool", ["all", "candidates"])
@pytest.mark.parametrize("size", [2, 5, 12, 24])
def test_options_apart_split_in_every_way_that_options_do(game, pool, size):
    lots = random.Random(size)
    table = mc.compile_game(game)
    for metric in (mc.MAX_BLOCK, mc.MOST_PARTS):
        rule = AnyBest(metric, pool=pool)
        ids = array("I", sorted(lots.sample(range(len(table.secrets.items)), size)))

        def split(guess, ids=ids):
            blocks = table.split(guess, ids)
            return frozenset((table.final[score], tuple(block)) for score, block in blocks)

        every = [split(guess) for guess in rule.options(table, ids)]
        apart = [split(guess) for guess in rule.apart(table, ids)]
        assert len(set(apart)) == len(apart)
        assert set(apart) == set(every)
