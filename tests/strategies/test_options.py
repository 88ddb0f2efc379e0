"""Options of strategies are checked when they are given: one line that names the option."""

from __future__ import annotations

from fractions import Fraction

import attrs
import pytest
from errors import one_line

import mastermind_core as mc

#: Every class of the registered strategies, and those that have none, made with what they need.
CLASSES = {
    **{type(strategy): {} for strategy in mc.STRATEGIES.values()},
    mc.Greedy: {"metric": mc.ENTROPY},
    mc.strategies.Opened: {"strategy": mc.strategies.knuth, "opening": [(1, 1)]},
    mc.strategies.Staged: {"stages": [(1, mc.strategies.knuth)]},
    mc.TieRule: {},
}

OPTIONS = [
    pytest.param(kind, option.name, id=f"{kind.__name__}.{option.name}")
    for kind in CLASSES
    for option in attrs.fields(kind)
]


class Odd:
    """Something that no option takes."""


@pytest.mark.parametrize(("kind", "option"), OPTIONS)
@pytest.mark.parametrize("wrong", [Odd(), Odd], ids=["an object", "a class"])
def test_every_option_of_every_class_refuses_what_it_cannot_be(kind, option, wrong):
    with one_line(mc.BadArgument, option):
        kind(**CLASSES[kind] | {option: wrong})


@pytest.mark.parametrize(("kind", "option"), OPTIONS)
def test_every_option_takes_its_own_value_again(kind, option):
    made = kind(**CLASSES[kind])
    value = getattr(made, option)
    assert kind(**CLASSES[kind] | {option: value}) == made


WRONG = [
    (lambda: mc.strategies.Evolutionary(pattern="typo"), ["pattern", '"halves"', "'typo'"]),
    (lambda: mc.strategies.Evolutionary(kept=2), ["kept", "from 0 to 1, not 2"]),
    (lambda: mc.strategies.Evolutionary(transposition=0, mutation=0, crossover=0), ["all 0"]),
    (lambda: mc.strategies.RhodesAnnealing(near="x"), ["near", '"hamming"', "'x'"]),
    (lambda: mc.strategies.RhodesAnnealing(alpha=float("nan")), ["alpha", "nan"]),
    (lambda: mc.strategies.BernierAnnealing(hot=0), ["hot", "over 0"]),
    (lambda: mc.strategies.BernierAnnealing(cold=-1), ["cold", "over 0"]),
    (lambda: mc.strategies.Elimination(pick="last"), ["pick", '"first" or "random"', "'last'"]),
    (lambda: mc.strategies.Elimination("crane"), ["preferred", "list"]),
    (lambda: mc.strategies.AnyBest(outside="x"), ["outside", '"any" or "first"']),
    (lambda: mc.strategies.AnyBest("entropie"), ["metric", "Metric", "entropy"]),
    (lambda: mc.Greedy(mc.ENTROPY, ties="first"), ["ties", "TieRule"]),
    (lambda: mc.Greedy(max), ["metric", "Metric"]),
    (lambda: mc.Greedy(mc.ENTROPY, pool="none"), ["pool", '"legal"']),
    (lambda: mc.Greedy(mc.ENTROPY, opening="crane"), ["opening", "list of guesses", "[guess]"]),
    (lambda: mc.strategies.Opened("knuht", []), ["'knuht'", "'knuth'"]),
    (lambda: mc.strategies.Opened("knuth", 3), ["opening", "3"]),
    (lambda: mc.strategies.Staged([]), ["stages", "1 candidate"]),
    (lambda: mc.strategies.Staged([(1, "knuth"), (1, "entropy")]), ["stages", "different"]),
    (lambda: mc.strategies.Staged([(0, "knuth")]), ["stage", "from 1, not 0"]),
    (lambda: mc.strategies.Staged(["knuth"]), ["stages", "pairs"]),
    (lambda: mc.strategies.Beam(width=0), ["width", "from 1"]),
    (lambda: mc.strategies.Beam(width=True), ["width", "True"]),
    (lambda: mc.strategies.TwoPly(width=1.5), ["width", "1.5"]),
    (lambda: mc.TieRule(win_levels=-1), ["win_levels", "from 0"]),
    (lambda: mc.TieRule(win_levels=True), ["win_levels", "True"]),
    (lambda: mc.TieRule(shuffle="x"), ["shuffle"]),
    (lambda: mc.strategies.Genetic(seconds=-1), ["seconds", "from 0"]),
    (lambda: mc.strategies.Genetic(evaluations=1.5), ["evaluations", "1.5"]),
    (lambda: mc.strategies.Genetic(population=0), ["population"]),
    (lambda: mc.strategies.Genetic(population=5000), ["to 4096"]),
    (lambda: mc.strategies.Genetic(mutation=1.5), ["mutation", "from 0 to 1, not 1.5"]),
    (lambda: mc.strategies.Genetic(selection="best"), ["selection"]),
    (lambda: mc.strategies.Genetic(parents="none"), ["parents"]),
    (lambda: mc.strategies.Genetic(generations=-1), ["generations"]),
    (lambda: mc.strategies.Evolutionary(patience=0), ["patience"]),
    (lambda: mc.strategies.Generational(rounds=0), ["rounds"]),
    (lambda: mc.strategies.BernierAnnealing(steps=0), ["steps"]),
    (lambda: mc.strategies.RhodesAnnealing(alpha=-1), ["alpha"]),
    (lambda: mc.strategies.Tabu(steps=0), ["steps"]),
    (lambda: mc.strategies.HillClimbing(patience=0), ["patience"]),
    (lambda: mc.strategies.Listing(cost="none"), ["cost"]),
    (lambda: mc.strategies.Listing(most=0), ["most"]),
    (lambda: mc.strategies.TwoColour(against="none"), ["against"]),
    (lambda: mc.strategies.MostPartsOfSpread(population=0), ["population"]),
    (lambda: mc.strategies.Anytime(sample=0), ["sample"]),
    (lambda: mc.strategies.Tabu(3), ["colours_a_guess", "1 or 2"]),
    (lambda: mc.Metric("half", "sum", lambda size: size / 2), ["block_cost(2)", "1.0", "exactly"]),
    (lambda: mc.Metric("none", "mean"), ["combine"]),
    (lambda: mc.Metric("none", "sum", 3), ["block_cost", "3"]),
    (lambda: mc.strategies.knuth.replace(pol="candidates"), ["'pol'", "'pool'"]),
    (lambda: mc.strategies.beam.replace(zzz=1), ["'zzz'", "width"]),
]


@pytest.mark.parametrize(("make", "parts"), WRONG)
def test_a_wrong_option_is_named(make, parts):
    with one_line(mc.BadArgument, *parts):
        make()


def test_a_cost_that_turns_into_a_float_later_is_refused_when_it_does():
    late = mc.Metric("late", "sum", lambda size: size if size < 5 else 0.1)
    with one_line(mc.BadArgument, "block_cost(5)", "0.1"):
        mc.length_distribution(mc.TwoD(4), mc.Greedy(late))
    fractions = mc.Metric("third", "sum", lambda size: Fraction(size * size, 3))
    squares = mc.length_distribution(mc.TwoD(4), mc.Greedy(mc.EXPECTED_SIZE))
    assert mc.length_distribution(mc.TwoD(4), mc.Greedy(fractions)) == squares


@pytest.mark.parametrize("name", list(mc.STRATEGIES))
def test_but_is_there_for_all(name):
    strategy = mc.STRATEGIES[name]
    renamed = strategy.replace(name="other")
    assert type(renamed) is type(strategy)
    assert (renamed.name, strategy.name) == ("other", name)
    assert renamed.replace(name=name) == strategy


def test_an_opening_before_a_strategy_without_a_table():
    game = mc.Mastermind(colours=12, holes=8)
    opened = mc.strategies.Opened("shapiro", [(1, 1, 2, 2, 3, 3, 4, 4)])
    secret = (12, 11, 10, 9, 8, 7, 6, 5)
    steps = mc.play_game(game, opened, lambda guess: game.score(guess, secret))
    assert steps[0][0] == (1, 1, 2, 2, 3, 3, 4, 4)
    assert steps[-1][0] == secret
    with one_line(mc.BadArgument, "opening", "not a guess of this game"):
        mc.play_game(game, mc.strategies.Opened("shapiro", ["aa"]), len)


def test_a_metric_is_a_name_or_a_value():
    assert mc.Greedy("most-parts") == mc.Greedy(mc.MOST_PARTS)
    assert mc.strategies.TwoPly("entropy") == mc.strategies.TwoPly(mc.ENTROPY)
    assert mc.best_decision(mc.TwoD(5), metric="largest_block") == mc.best_decision(
        mc.TwoD(5), metric=mc.MAX_BLOCK
    )


@pytest.mark.parametrize("name", ["rhodes_merc", "rhodes_knuth"])
def test_a_list_of_consistent_codes_leaves_nothing_to_chance(name):
    game = mc.Mastermind(colours=4, holes=4)
    for strategy in (mc.STRATEGIES[name], mc.STRATEGIES[name].replace(most=20)):
        assert not strategy.randomized
        assert "random" not in str(mc.length_distribution(game, strategy))
        played = [
            mc.simulate(game, strategy, games=40, secrets=game.secrets, seed=n).lengths
            for n in (1, 2)
        ]
        assert played[0] == played[1]
    for changes in ({"ties": "random"}, {"pattern": "random"}):
        assert mc.STRATEGIES[name].replace(**changes).randomized


@pytest.mark.parametrize(
    "name",
    [name for name in mc.STRATEGIES.own if not getattr(mc.STRATEGIES[name], "randomized", False)],
)
def test_a_strategy_without_chance_plays_by_its_tree_as_game_by_game(name):
    # With four holes the second fixed guess of ugurdag may tell nothing.
    game = mc.Mastermind(colours=6, holes=4 if name == "ugurdag" else 2)
    played = mc.simulate(game, name, games=len(game.secrets), secrets=game.secrets)
    assert dict(mc.length_distribution(game, name)) == dict(played.lengths)
