"""Games with noise that end in an unusual way: by a mistake, without a question left, or never."""

from fractions import Fraction
from math import comb, log2

import attrs
import pytest
from errors import one_line

import mastermind_core as mc
from mastermind_core.simulation import Summary

HALF = Fraction(1, 2)


def game_of(rows, ends=(), secrets="AB", **options):
    """Return the game of some rows of scores; its guesses are their names."""
    score = lambda guess, secret: rows[guess][secrets.index(secret)]  # noqa: E731
    return mc.FiniteGame([*rows], secrets, score, ends, **options)


# Bounds


def test_each_end_state_of_a_guess_wins_for_a_secret_of_its_own():
    rows = {"g": ("first", "second")}
    game = mc.noisy(game_of(rows, {"first", "second"}), 0)
    assert mc.length_distribution(game).mean == 1
    assert mc.Session(game).lower_bound.questions <= 1
    wide = {"g": ("first", "second", "x", "x"), "h": ("y", "y", "first", "second")}
    game = mc.noisy(game_of(wide, {"first", "second"}, "ABCD"), 0)
    assert mc.Session(game).lower_bound.questions == pytest.approx(1.5)
    assert mc.length_distribution(game).mean == 1.5


@pytest.mark.parametrize("order", ["gh", "hg"])
def test_the_capacity_depends_on_the_end_states_of_the_whole_row(order):
    rows = {"g": "abc", "h": ("a", "b", "END")}
    base = game_of({name: rows[name] for name in order}, {"END"}, "ABX", goal=lambda s: s)
    game = mc.noisy(mc.weighted(base, [3, 2, 0]), Fraction(2, 5))
    mean = mc.length_distribution(game, confidence=0.9).expected
    assert mc.Session(game, confidence=0.9).lower_bound.questions <= mean
    session = mc.Session(mc.weighted(game, [1, 1, 1]), confidence=0.9)
    session.record("h", "a")  # the same posterior
    assert session.lower_bound.questions <= mean


def test_a_game_that_is_over_has_no_guess_to_come():
    game = mc.noisy(game_of({"g": ("END", "x"), "h": ("x", "END")}, {"END"}), 0.1)
    session = mc.Session(game)
    session.record("g", "END")
    assert session.lower_bound.questions == 0


#: Nothing but an unknown cell distinguishes two of the rows.
GAPS = {"a": [0, 0, None], "b": [1, 2, 1], "kind": ["x", "y", "y"], "n": [3, 1, 2]}


def test_no_bound_where_a_game_may_end_at_any_error():
    how = {"by": "kind", "prior": "n", "unknown": "chance", "duplicates": "class"}
    game = mc.FiniteGame.from_table(GAPS, **how)
    for confidence in (None, 0.9):
        assert mc.Session(game, confidence=confidence).lower_bound is None
        assert mc.simulate(game, games=5, confidence=confidence).bound is None
    one = {"a": [0, None, None], "kind": ["x", "y", "z"]}
    lost = mc.FiniteGame.from_table(one, by="kind", unknown="chance", duplicates="class")
    session = mc.Session(lost)
    assert (session.over, session.lower_bound) == (True, None)
    certain = mc.FiniteGame.from_table({**GAPS, "n": [3, 1, 0]}, **how)
    assert mc.Session(certain).lower_bound.questions <= mc.length_distribution(certain).mean


def test_no_bound_without_an_informative_answer():
    game = mc.noisy(game_of({"g": "xy"}, goal=lambda secret: secret), HALF)
    assert mc.Session(game, confidence=0.9).lower_bound is None
    assert mc.Session(game, confidence=HALF).lower_bound.questions == 0


def test_a_table_of_likelihoods_ends_when_no_informative_question_is_left():
    symptoms = {"illness": ["flu", "cold"], "fever": [0.9, 0.2], "cough": [0.5, 0.5]}
    game = mc.FiniteGame.from_table(symptoms, id="illness", likelihoods=True)
    session = mc.Session(game)
    assert session.lower_bound is None  # it may end at any error
    assert session.guess == "fever"
    session.answer("yes")
    assert (session.over, session.known) == (True, "flu")
    found = mc.length_distribution(game, "entropy")
    assert (dict(found), found.accuracy) == ({1: 2}, Fraction(17, 20))
    played = mc.simulate(game, "entropy", games=50, seed=1, confidence=0.95)
    assert played.lengths == {1: 50}
    with pytest.raises(mc.errors.NoStrategy, match="no policy reaches the confidence"):
        mc.optimal(game, confidence=0.95)


def test_an_end_state_is_asked_for_although_it_tells_nothing():
    """With the same answer again, a game without goals may end with no end state left."""
    rows = {"g": ("END", "x"), "h": ("x", "END")}
    game = mc.noisy(game_of(rows, {"END"}), {"END": {"x": HALF}}, again="same")
    session = mc.Session(game)
    assert session.lower_bound is None
    session.record("g", "x")
    assert not session.over
    session.record("h", "x")
    assert (session.over, session.posterior) == (True, {"A": HALF, "B": HALF})


# Guesses


class Coin:
    """A coin that tells nothing, and a question that does."""

    guesses, secrets, endstates = ("coin", "ask"), ("A", "B"), ()

    def goal(self, secret):
        return secret

    def score(self, guess, secret):
        return guess == "coin" or secret

    def likelihood(self, guess, secret):
        other = "B" if secret == "A" else "A"
        return {"A": HALF, "B": HALF} if guess == "coin" else {secret: 0.8, other: 0.2}


@pytest.mark.parametrize("name", ["entropy", "expected_error", "ec2"])
def test_a_coin_is_never_thrown(name):
    session = mc.Session(Coin(), name, confidence=0.9)
    assert session.guess == "ask"
    assert [one.guess for one in session.suggest(5, metric=name)] == ["ask"]
    found = mc.length_distribution(Coin(), name, confidence=0.95)
    assert found.expected == Fraction(63, 13)
    alone = mc.noisy(game_of({"coin": "xy"}, goal=lambda secret: secret), HALF)
    with one_line(mc.UninformativeGuess, "no guess is informative"):
        mc.simulate(alone, name, games=1, confidence=0.9)


@pytest.mark.parametrize("name", ["entropy", "expected_error", "ec2"])
def test_answers_that_tell_of_the_class_together_are_asked_for(name):
    """Neither bit depends on the parity of the two. A third one is of no use."""
    secrets = [(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)]
    base = mc.FiniteGame([2, 0, 1], secrets, lambda bit, secret: secret[bit])
    costs = [Fraction(1, 2), 1, 1]
    game = mc.noisy(mc.priced(mc.identified(base, by=lambda s: s[0] ^ s[1]), costs), 0.1)
    played = mc.simulate(game, name, games=20, confidence=0.9)
    assert played.bound.questions <= played.mean
    blind = mc.FiniteGame([1, 2], secrets, lambda bit, secret: secret[bit])
    idle = mc.noisy(mc.identified(blind, by=lambda s: s[0]), 0.1)
    with one_line(mc.UninformativeGuess, "no guess is informative"):
        mc.simulate(idle, name, games=1, confidence=0.9)


@pytest.mark.parametrize("confidence", [0.9999999, 1 - 1e-12, Fraction(10**12 - 1, 10**12)])
@pytest.mark.parametrize("name", ["entropy", "expected_error", "ec2"])
def test_a_confidence_close_to_1_is_reached(name, confidence):
    test = mc.noisy(game_of({"test": "AB"}, goal=lambda secret: secret), 0.2)
    session = mc.Session(test, name, confidence=confidence)
    while not session.over:
        session.answer("A")
    assert next(iter(session.posterior.values())) >= confidence
    wrong = 1 - next(iter(session.posterior.values()))
    assert len(session.history) == -(-log2(1 / float(wrong) - 1) // 2)


def test_a_float_near_1_is_not_certain():
    base = game_of({"test": "AB"}, goal=lambda secret: secret)
    row = mc.noisy(base, 1e-9).likelihood("test", "A")
    assert row == {"A": 1 - Fraction(1, 10**9), "B": Fraction(1, 10**9)}
    with one_line(mc.BadArgument, "denominator", "1e-14"):
        mc.noisy(base, 1e-14)


# End states that are received by mistake, and names


MISTAKES = {"x": {"END": Fraction(1, 4)}}


def test_an_end_state_by_mistake_is_not_right():
    rows = {"g": ("END", "x", "x"), "h": ("x", "END", "x"), "i": ("x", "x", "END")}
    game = mc.noisy(game_of(rows, {"END"}, "ABC"), MISTAKES)
    first = mc.length_distribution(game, ("g", {}))
    # A wins. B and C are named A after a mistake, and one of them after x.
    assert first.accuracy == Fraction(1, 3) + Fraction(1, 3) * Fraction(3, 4)
    played = mc.simulate(game, ("g", {}), games=400)
    low, high = played.accuracy_interval
    assert low - 0.03 < float(first.accuracy) < high + 0.03
    assert mc.optimal(game, max_steps=1).accuracy == first.accuracy
    session = mc.Session(game)
    session.record("g", "END")
    assert (session.over, session.known) == (True, "A")


def test_a_likely_end_state_is_right():
    base = game_of({"g": ("END", "x"), "h": ("x", "END")}, {"END"})
    ends = {"gA": 0.9, "gB": 0.3, "hA": 0.2, "hB": 0.8}
    chances = lambda g, s: {"END": ends[g + s], "x": 1 - ends[g + s]}  # noqa: E731
    game = mc.noisy(base, likelihood=chances)
    found = mc.length_distribution(game, ("g", {"x": ("h", {})}))
    # A wins with its likelier answer. B wins or is named after x, and loses by a mistake.
    assert found.accuracy == Fraction(9, 20) + Fraction(7, 20)


def test_symmetries_preserve_what_an_end_state_means():
    """Both guesses have the same answers, but only one of them truly ends the game for A."""
    base = game_of({"g": ("END", "x"), "h": ("x", "END")}, {"END"})
    even = {"END": {"x": HALF}, "x": {"END": HALF}}
    game = mc.noisy(base, even)
    found = [mc.length_distribution(game, (guess, {})).accuracy for guess in "gh"]
    assert mc.optimal(game, max_steps=1).accuracy == max(found)


def test_the_likelier_class_is_named_where_no_question_is_left():
    how = {"by": "kind", "prior": "n", "unknown": "chance", "duplicates": "class"}
    session = mc.Session(mc.FiniteGame.from_table(GAPS, **how))
    session.record("b", 1)
    assert (session.over, session.known) == (True, "x")


@pytest.mark.parametrize("again", ["same", "nested"])
def test_a_session_ends_when_all_questions_have_unknown_answers(again):
    if again == "same":
        rows = {"g": "xyy", "h": "xxy"}
        base = mc.weighted(game_of(rows, (), "ABC", goal=lambda s: s), [1, 3, 1])
        game, likeliest = mc.noisy(base, 0.1, again="same"), "B"
    else:
        how = {"by": "kind", "prior": "n", "unknown": "chance", "duplicates": "class"}
        game, likeliest = mc.FiniteGame.from_table(GAPS, **how), "y"
    session = mc.Session(game, confidence=Fraction(99, 100))
    asked = []
    while not session.over:
        asked.append(session.guess)
        session.answer(None)
        assert len({*asked}) == len(asked) <= len(game.guesses)
    assert (session.known, session.lower_bound) in {(likeliest, None), ("x", None)}
    assert max(session.posterior.values()) < Fraction(99, 100)


def test_an_unknown_answer_is_not_counted_on():
    """Only the question without an answer distinguishes A and B: the game may end at any error."""
    rows = {"g": "xyy", "h": "xxy"}
    game = mc.noisy(game_of(rows, (), "ABC", goal=lambda s: s), {}, again="same")
    session = mc.Session(game)
    assert session.lower_bound.questions > 0
    session.record("g", None)
    assert [one.guess for one in session.suggest(5)] == ["h"]
    assert session.lower_bound is None
    session.record("h", "x")
    assert (session.over, session.known) == (True, "A")


def test_a_session_without_its_strategy_ends_as_before():
    test = mc.noisy(game_of({"test": "AB"}, goal=lambda secret: secret), 0.2)
    session = mc.Session(test, confidence=0.7)
    copy = session.without_strategy()
    for one in (session, copy):
        one.record("test", "A")
        assert (one.over, one.known) == (True, "A")
    ruled = mc.Session(test, stop=lambda _, steps: steps == 1).without_strategy()
    ruled.record("test", "B")
    assert ruled.over


# Intervals


@pytest.mark.parametrize(("successes", "trials"), [(1, 10), (7, 9), (140, 300), (299, 300)])
def test_the_ends_of_an_interval_leave_two_and_a_half_percent(successes, trials):
    """By the sum of binomial probabilities, in fractions."""
    rights = [True] * successes + [False] * (trials - successes)
    played = mc.simulate(mc.noisy(mc.TwoD(2), 0.1), games=trials, seed=1)
    pairs = zip(played.records, rights, strict=True)
    records = tuple(attrs.evolve(record, right=right) for record, right in pairs)
    low, high = Summary("s", records).accuracy_interval

    def at_most(most, p):
        share = Fraction(p).limit_denominator(10**9)
        return sum(
            comb(trials, k) * share**k * (1 - share) ** (trials - k) for k in range(most + 1)
        )

    assert float(at_most(successes, high)) == pytest.approx(0.025, rel=1e-5)
    assert 1 - float(at_most(successes - 1, low)) == pytest.approx(0.025, rel=1e-5)


def test_a_secret_less_probable_than_any_float_still_makes_a_question_informative():
    chances = {"ill": {"yes": Fraction(4, 5), "no": Fraction(1, 5)}, "well": {"no": Fraction(1)}}
    truth = {"ill": "yes", "well": "no"}
    goal = {"ill": "ill", "well": "well"}.get
    game = mc.FiniteGame(["test"], list(truth), lambda _, secret: truth[secret], set(), goal=goal)
    noisy = mc.noisy(game, likelihood=lambda _, secret: chances[secret])
    session = mc.Session(noisy, history=[("test", "no")] * 500)
    assert session.posterior["ill"] == Fraction(1, 5**500 + 1)
    (best,) = session.suggest(1)
    assert best.guess == "test"
    session.answer("yes")
    assert session.known == "ill"


def test_a_simulation_that_would_never_end_is_refused():
    rows = {"name": [*"abcd"], "x": [0, 0, 1, 1], "y": [0, 1, 0, 1]}
    key = mc.FiniteGame.from_table(rows, id="name")
    with one_line(mc.BadArgument, "confidence", "max_steps", "ever excluded"):
        mc.simulate(mc.noisy(key, 0.1), games=1)
    # A tree ends by itself, and so does a game in which some answers exclude secrets.
    assert mc.simulate(mc.noisy(key, 0.1), mc.optimal(key).tree, games=5).mean == 2
    assert mc.simulate(mc.noisy(key, 0), games=5).mean == 2
    sided = mc.noisy(key, {0: {0: 1}, 1: {0: 0.5, 1: 0.5}})
    assert mc.simulate(sided, games=20, seed=1, secrets=["d"]).mean > 2
