"""Culprits: posterior, proposed sets, batches and bounds, checked with the joint distribution."""

from __future__ import annotations

import json
from fractions import Fraction
from random import Random

import culprit_oracle as oracle
import pytest
from errors import one_line
from hypothesis import given
from hypothesis import strategies as st

import mastermind_core as mc
from mastermind_core.games import Culprits

WORDS = {True: "fails", False: "works"}


def rates_of(rates):
    names = {"fail": "fails", "pass": "works"}
    return {names[true]: mc.Beta(*r) if isinstance(r, tuple) else r for true, r in rates.items()}


def random_session(seed, runs=5):
    """Return a random game with its session and its oracle, after some runs."""
    random = Random(seed)
    suspects, numbers, requires, prior, rates = oracle.random_case(random)
    game = Culprits(len(suspects), **numbers, requires=requires)
    assert set(game.secrets) == set(prior)
    weighted = mc.weighted(game, [prior[one] for one in game.secrets])
    session = mc.Session(mc.noisy(weighted, rates_of(rates)))
    legal = oracle.legal_sets(suspects, requires)
    assert [*game.guesses] == sorted(legal, key=game.bits)
    told = []
    for _ in range(random.randint(0, runs)):
        if session.over:
            break
        on, failed = random.choice(legal), random.random() < 0.5
        told.append((on, failed))
        session.record(on, WORDS[failed])
    return session, prior, rates, told, numbers["together"], legal


@pytest.mark.parametrize("part", range(5))
def test_random_culprits_are_those_of_the_joint_distribution(part):
    for seed in range(40 * part, 40 * (part + 1)):
        session, prior, rates, told, together, legal = random_session(seed)
        joint = oracle.joint(prior, rates, told, together)
        total = sum(joint.values())
        classes = oracle.merged(joint, legal, together)
        found = session.posterior
        keys = {oracle.merged({one: 1}, legal, together).popitem()[0]: one for one in found}
        assert len(keys) == len(found)
        assert keys.keys() == {key for key, share in classes.items() if share}
        for key, one in keys.items():
            assert found[one] == pytest.approx(float(classes[key] / total), rel=1e-9, abs=1e-12)
        doubts = [
            sum(p for c, p in joint.items() if oracle.fails(on, c, together) != failed) / total
            for on, failed in told
        ]
        assert session.doubts == pytest.approx([float(doubt) for doubt in doubts], abs=1e-12)
        on = Random(seed).choice(legal)
        after = oracle.joint(prior, rates, [*told, (on, True)], together)
        fails = float(sum(after.values()) / total)
        assert session.explain(on) == pytest.approx({"fails": fails, "works": 1 - fails})


@pytest.mark.parametrize("part", range(5))
def test_the_search_over_sets_is_good_to_one_percent(part):
    for seed in range(1000 + 16 * part, 1000 + 16 * (part + 1)):
        session, prior, rates, told, together, legal = random_session(seed)
        bits = {on: oracle.information(prior, rates, told, together, [on]) for on in legal}
        best = [] if session.over else session.suggest(1)
        if not best or not best[0].bits:
            assert max(bits.values()) < 1e-9
            continue
        assert best[0].bits == pytest.approx(bits[best[0].guess], abs=1e-9)
        assert best[0].bits >= 0.99 * max(bits.values())


@pytest.mark.parametrize("seed", range(12))
def test_the_last_run_of_a_batch_adds_nearly_the_most(seed):
    session, prior, rates, told, together, legal = random_session(seed, runs=3)
    batch = [] if session.over else session.suggest_batch(2)
    chosen = [run.guess for run in batch]
    for earlier, run in enumerate(batch):
        before = oracle.information(prior, rates, told, together, chosen[:earlier])
        added = {
            on: oracle.information(prior, rates, told, together, [*chosen[:earlier], on]) - before
            for on in legal
        }
        if run.bits:
            assert run.bits == pytest.approx(added[run.guess], abs=1e-9)
            assert run != batch[-1] or run.bits >= 0.99 * max(added.values())


@pytest.mark.parametrize("seed", range(20))
def test_the_bound_is_at_most_the_optimum_of_exact_answers(seed):
    random = Random(seed)
    together = random.choice([1, 2])
    game = mc.noisy(Culprits(random.randint(2, 5), together, together), 0)
    prior = {one: Fraction(1, len(game.secrets)) for one in game.secrets}
    legal = oracle.legal_sets(game.truth.suspects, {})
    confidence = random.choice([Fraction(1), Fraction(9, 10), Fraction(7, 10)])
    bound = mc.Session(game, confidence=confidence).lower_bound
    least = oracle.optimum(prior, legal, together, 1 - confidence)
    assert bound.questions <= float(least) + 1e-9


def test_a_session_finds_three_of_sixty_with_lies():
    game = mc.noisy(Culprits(60, most=3), 0.05)
    random = Random(3)
    secret = frozenset({7, 31, 52})
    session = mc.Session(game, confidence=0.95)
    while not session.over:
        true = game.score(session.guess, secret)
        wrong = {"fails": "works", "works": "fails"}[true]
        session.answer(true if random.random() >= 0.05 else wrong)
    assert session.known == secret
    assert session.posterior[secret] >= 0.95
    again = mc.Session.from_dict(game, session.to_dict())
    assert again.known == secret


def test_a_simulation_of_culprits():
    game = mc.noisy(Culprits(10, most=2), {"fails": 0.1, "works": 0})
    found = mc.simulate(game, games=6, confidence=0.95)
    assert found.accuracy >= 0.6
    assert found.bound.questions <= found.mean * 1.05
    assert found == mc.simulate(game, games=6, confidence=0.95)


def test_a_clash_with_requirements_is_found():
    requires = {suspect: {1} for suspect in range(5, 20)}
    game = mc.noisy(Culprits(30, together=2, requires=requires), 0)
    for secret in (frozenset({7, 22}), frozenset({1, 9}), frozenset({29, 30})):
        session = mc.Session(game, confidence=1)
        while not session.over:
            assert game.truth.allows(game.truth.bits(session.guess))
            session.answer(game.score(session.guess, secret))
        assert game.goal(session.known) == game.goal(secret)
        assert len(session.history) <= 14


def test_what_must_change_costs():
    free = mc.Session(mc.noisy(Culprits(40, most=2), 0.05))
    dear = mc.Session(mc.noisy(Culprits(40, most=2, change_cost=5), 0.05))
    changed = [len(frozenset(range(1, 41)) - session.guess) for session in (free, dear)]
    assert changed[1] < changed[0]
    best = dear.suggest(1)[0]
    assert best.price == 1 + 5 * changed[1]
    dear.answer("works")
    stay = dear.history[0][0]
    assert dear.weigh(stay).price == 1


def test_a_set_that_cannot_be_tested_is_not_asked_again():
    session = mc.Session(mc.noisy(Culprits(2, most=1), 0.1))
    first = session.guess
    session.answer(None)
    assert session.guess != first
    session.answer(None)
    with one_line(mc.UninformativeGuess, "no set of suspects is informative"):
        _ = session.guess


def test_sets_are_read_and_refused():
    game = mc.noisy(Culprits(["alpha", "beta", "gamma"], requires={"gamma": ["alpha"]}), 0.1)
    session = mc.Session(game)
    session.record({"beta", "alpha"}, "works")
    session.record("gamma alpha", "fails")
    assert [turn[0] for turn in session.history] == [{"alpha", "beta"}, {"alpha", "gamma"}]
    with one_line(mc.BadArgument, "is not a guess of this game"):
        session.record({"gamma"}, "works")
    with one_line(mc.BadArgument, "'delta' is not a guess of this game"):
        session.record("delta", "works")


#: Names with signs that also separate names.
ODD_NAMES = ["a b", "a", "b", "c,d", "c++", "c", 'e "f"', "+g", "h+a"]


@given(st.sets(st.sampled_from(ODD_NAMES)))
def test_names_with_spaces_and_commas_are_read_again(on):
    game = mc.noisy(Culprits(ODD_NAMES), 0.1)
    session = mc.Session(game)
    session.record(on, "works")
    again = mc.Session.from_dict(game, json.loads(json.dumps(session.to_dict())))
    assert again.history == session.history == [(on, "works")]


@given(st.sets(st.sampled_from(["my mod", "mod", "light, dark", "sky-box", "x"])))
def test_a_set_that_is_written_is_read_again(on):
    game = Culprits(["my mod", "mod", "light, dark", "sky-box", "x"])
    assert mc.parse_guess(game, mc.format_guess(game, frozenset(on))) == on
    assert mc.parse_guess(game, " , ".join(on)) == on


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"given": 0}, "given must be an integer"),
        ({"given": []}, "the list of suspects is empty"),
        ({"given": ["a", "a"]}, "have 'a' twice"),
        ({"given": [["a"]]}, "is not hashable"),
        ({"given": 5, "most": 6}, "most must be an integer (culprits) from 1 to 5, not 6"),
        ({"given": 5, "together": 3, "most": 2}, "most must be an integer"),
        ({"given": 5, "least": 4}, "least must be an integer"),
        ({"given": 5, "requires": {9: {1}}}, "requires has 9, which is not a suspect"),
        ({"given": 5, "requires": {1: 2}}, "requires[1] must be a set of suspects, not 2"),
        ({"given": 5, "requires": 3}, "requires must be a mapping"),
        ({"given": 5, "run_cost": 0}, "run_cost must be a number over 0"),
        ({"given": 5, "change_cost": -1}, "change_cost must be a number"),
    ],
)
def test_culprits_that_are_none(how, words):
    with one_line(mc.BadGame, words):
        Culprits(**how)


def test_answers_and_rates_of_culprits():
    with one_line(mc.BadArgument, "noise has the answer 'fail'", '"fails"'):
        mc.noisy(Culprits(4), {"fail": 0.1})
    session = mc.Session(mc.noisy(Culprits(4, most=1), 0))
    session.record({1, 2}, "fails")
    with one_line(mc.InconsistentHistory, "contradicts the runs before it"):
        session.record({1, 2}, "works")
    with one_line(mc.GameTooLarge, "too many for 1000 suspects"):
        mc.Session(mc.noisy(Culprits(1000), 0.1))
    with one_line(mc.BadArgument, "use run_cost= and change_cost="):
        mc.noisy(mc.priced(Culprits(3), [2] * 8), 0.1)


def test_a_hundred_suspects_take_no_table():
    """All 166,750 sets of up to three, by their number and by their bits."""
    game = Culprits(100)
    session = mc.Session(mc.noisy(game, 0.05))
    best = session.suggest(1)[0]
    assert best.bits > 0.71
    session.record(best.guess, "works")
    assert session.count == len(game.secrets) == 166_750
    some = [game.secrets[place] for place in range(0, len(game.secrets), 667)]
    fails = [game.score(best.guess, secret) == "fails" for secret in some]
    assert fails == [bool(best.guess & secret) for secret in some]
