"""Games whose answers may be wrong: laws, limits and errors of the public functions."""

import json
import pickle
from decimal import Decimal
from fractions import Fraction
from math import log2

import pytest
from errors import one_line

import mastermind_core as mc

TEST = mc.FiniteGame(["test"], "AB", lambda _, secret: secret, goal=lambda secret: secret)
CODES = mc.Mastermind(colours=3, holes=2)
NAMED = mc.identified(mc.games.HigherLower(6))
FIFTH = mc.noisy(TEST, Fraction(1, 5))


def test_wald_has_his_figures():
    found = mc.length_distribution(FIFTH, "entropy", confidence=0.95)
    assert (found.expected, found.accuracy) == (Fraction(63, 13), Fraction(64, 65))
    best = mc.optimal(FIFTH, confidence=0.95)
    assert (best.mean, best.accuracy, best.proven) == (Fraction(63, 13), Fraction(64, 65), True)
    assert found.mean == float(Fraction(63, 13))
    assert 0 < found.left < 1e-9
    assert mc.optimal(FIFTH, max_steps=5).accuracy == Fraction(2944, 3125)


@pytest.mark.parametrize("error", [0.05, "1/20", Decimal("0.05"), Fraction(1, 20)])
def test_probabilities_are_fractions(error):
    error = Fraction(error) if isinstance(error, str) else error
    row = mc.noisy(TEST, error).likelihood("test", "A")
    assert row == {"A": Fraction(19, 20), "B": Fraction(1, 20)}


def test_the_default_spares_end_states():
    game = mc.noisy(CODES, 0.1)
    assert game.likelihood((1, 2), (1, 2)) == {(2, 0): 1}
    row = game.likelihood((1, 2), (3, 2))
    assert sum(row.values()) == 1
    assert (2, 0) not in row
    assert row[1, 0] == Fraction(9, 10)


def test_a_mapping_leaves_the_rest_to_the_truth():
    game = mc.noisy(TEST, {"A": {"B": 0.15}})
    assert game.likelihood("test", "A") == {"A": Fraction(17, 20), "B": Fraction(3, 20)}
    assert game.likelihood("test", "B") == {"B": 1}


def test_variants_in_any_order_are_one_game():
    weights, costs = [1, 2, 3, 4, 5, 6], [3, 1, 1, 1, 1, 2]
    one = mc.weighted(mc.priced(mc.noisy(NAMED, 0.1), costs), weights)
    other = mc.noisy(mc.priced(mc.weighted(NAMED, weights), costs), 0.1)
    assert one == other
    assert mc.identified(one, by=lambda n: n % 2) == mc.noisy(
        mc.identified(other.exact, by=lambda n: n % 2), 0.1
    )


class OwnGame:
    """A game of a user that has only the protocol."""

    guesses, secrets, endstates = ("q",), ("x", "y"), ()

    def score(self, guess, secret):
        return secret

    def likelihood(self, guess, secret):
        return {"yes": 0.75, "no": 0.25} if secret == "x" else {"no": 1}


def test_a_game_of_your_own_has_a_likelihood():
    session = mc.Session(OwnGame(), confidence=0.9)
    session.answer("no")
    assert session.posterior == {"y": Fraction(4, 5), "x": Fraction(1, 5)}
    weighted = mc.Session(mc.weighted(OwnGame(), {"x": 4}))
    weighted.record("q", "no")
    assert weighted.posterior == {"x": Fraction(1, 2), "y": Fraction(1, 2)}
    assert mc.optimal(OwnGame(), max_steps=1).accuracy == Fraction(7, 8)


def test_without_noise_all_functions_are_exact():
    exact = mc.identified(mc.weighted(CODES, range(1, 10)))
    zero = mc.noisy(exact, 0)
    for name in ("entropy", "knuth", "random_candidate"):
        own, other = (mc.simulate(one, name, games=30) for one in (zero, exact))
        assert own.lengths == other.lengths
        assert own.accuracy == 1
    assert mc.length_distribution(zero) == mc.length_distribution(exact)
    best = mc.optimal(zero, confidence=1)
    assert best.mean * 45 == mc.optimal(exact).total
    session, known = mc.Session(zero), mc.Session(exact)
    for one in (session, known):
        one.record((1, 2), (1, 0))
    assert session.posterior == known.posterior
    assert session.candidates == list(known.candidates)
    assert session.guess == known.guess


def test_an_unknown_answer_teaches_nothing():
    for game in (CODES, mc.noisy(CODES, 0.1), mc.noisy(CODES, 0.1, again="same")):
        session = mc.Session(game)
        first, before = session.guess, session.posterior
        session.answer(None)
        assert session.posterior == before
        assert session.history == [(first, None)]
        assert session.doubts == [0]
        same = game is not CODES and game.again == "fresh"
        assert (session.guess == first) == same
        session.record((1, 2), (1, 0))
        copy = mc.Session.from_dict(game, session.to_dict())
        assert copy.history == session.history
        assert copy.posterior == session.posterior
        session.undo()
        session.undo()
        assert session.guess == first


def test_a_rule_of_your_own_stops_a_session():
    asked = []

    def stop(posterior, steps):
        asked.append(steps)
        return steps == 2 and next(iter(posterior.values())) < 1

    for game in (NAMED, mc.noisy(NAMED, 0.1)):
        session = mc.Session(game, stop=stop)
        while not session.over:
            session.answer(game.score(session.guess, 5))
        assert session.known == next(iter(session.posterior))
    assert set(asked) >= {0, 1}
    assert mc.simulate(mc.noisy(NAMED, 0.1), games=5, stop=lambda _, steps: steps == 3).worst == 3


def test_an_answer_again_is_the_same():
    both = mc.FiniteGame(["test", "other"], "AB", lambda _, secret: secret, goal=str)
    session = mc.Session(mc.noisy(both, 0.2, again="same"))
    session.record("test", "A")
    before = session.posterior
    session.record("test", "A")
    assert session.posterior == before
    with one_line(mc.InconsistentHistory, "answer 3"):
        session.record("test", "B")
    known = session.weigh("test")
    assert (known.bits, known.expected_error) == (0, pytest.approx(0.2))
    assert session.guess == "other"
    session.record("other", "A")
    assert session.over
    with one_line(mc.BadArgument, "the game is over"):
        session.record("test", "A")


def test_noise_that_tells_nothing_never_ends():
    game = mc.noisy(TEST, 0.5)
    with one_line(mc.UninformativeGuess, "no guess is informative", "max_steps="):
        mc.simulate(game, games=1, confidence=0.9)
    with one_line(mc.UninformativeGuess, "no guess is informative"):
        mc.length_distribution(game, confidence=0.9)
    with one_line(mc.NoStrategy, "no guess is informative"):
        mc.optimal(game, confidence=0.9)
    assert mc.optimal(game, max_steps=3).accuracy == Fraction(1, 2)


def test_permuting_secrets_permutes_everything():
    def game(secrets):
        base = mc.FiniteGame(range(4), secrets, lambda g, s: (g * s) % 3, goal=lambda s: s)
        errors = {0: {1: 0.2}, 1: {2: 0.1, 0: 0.1}, 2: {0: 0.05, 1: 0.1}}
        return mc.weighted(mc.noisy(base, errors), lambda s: s + 1)

    one, other = game([0, 1, 2, 3]), game([2, 0, 3, 1])
    sessions = [mc.Session(one), mc.Session(other)]
    for guess, answer in [(1, 1), (2, 2), (1, 0)]:
        for session in sessions:
            session.record(guess, answer)
        assert sessions[0].posterior == sessions[1].posterior
        assert sessions[0].guess == sessions[1].guess
    how = {"confidence": 0.8, "max_steps": 3}
    assert mc.length_distribution(one, **how) == mc.length_distribution(other, **how)
    assert mc.optimal(one, max_steps=2).accuracy == mc.optimal(other, max_steps=2).accuracy


@pytest.mark.parametrize(
    ("error", "confidence"), [(0.2, 0.95), (0.1, 0.99), (0.3, 0.7), (0.4, 0.9), (0.01, 0.9999)]
)
def test_the_bound_is_below_the_optimum(error, confidence):
    game = mc.noisy(TEST, error)
    played = mc.simulate(game, games=5, confidence=confidence)
    best = mc.optimal(game, confidence=confidence)
    assert played.bound.questions <= best.mean
    session = mc.Session(game, confidence=confidence)
    assert session.lower_bound == played.bound
    session.answer("A")
    assert session.lower_bound.questions < played.bound.questions
    assert best.accuracy >= Fraction(confidence).limit_denominator(10**6)
    capacity = 1 + error * log2(error) + (1 - error) * log2(1 - error)
    assert capacity <= played.bound.capacity <= capacity + 1e-5
    assert f"lower bound {played.bound.questions:.2f}, the mean is" in str(played)


def test_the_bound_counts_costs():
    game = mc.noisy(TEST, 0.2)
    played = mc.simulate(mc.priced(game, [3]), games=5, confidence=0.9)
    assert played.bound.cost == pytest.approx(3 * played.bound.questions)
    assert mc.simulate(game, games=5, confidence=0.9, max_steps=3).bound is None
    assert mc.Session(game, stop=lambda _, steps: steps > 3).lower_bound is None
    assert mc.Session(TEST).lower_bound is None


def test_the_exact_bound_is_used_where_it_is_stronger():
    game = mc.noisy(mc.FiniteGame("abcd", "abcd", lambda g, s: g == s, {True}), 0.1)
    assert mc.simulate(game, games=5).bound.questions == pytest.approx(2.5)


def test_intervals_of_the_accuracy_are_exact():
    played = mc.simulate(FIFTH, games=40, max_steps=1)
    low, high = played.accuracy_interval
    right = round(40 * played.accuracy)
    chance = lambda p, ks: sum(_binomial(40, k, p) for k in ks)  # noqa: E731
    assert chance(low, range(right, 41)) == pytest.approx(0.025)
    assert chance(high, range(right + 1)) == pytest.approx(0.025)


def _binomial(n, k, p):
    from math import comb

    return comb(n, k) * p**k * (1 - p) ** (n - k)


def test_simulated_figures_are_near_the_exact_ones():
    game = mc.noisy(mc.identified(CODES), 0.1)
    how = {"confidence": 0.8, "max_steps": 6}
    exact = mc.length_distribution(game, "ec2", **how)
    played = mc.simulate(game, "ec2", games=600, **how)
    assert abs(played.mean - exact.mean) < 2 * played.margin
    low, high = played.accuracy_interval
    assert low - 0.02 < exact.accuracy < high + 0.02


def test_diagnoses_are_probable_errors():
    game = mc.noisy(NAMED, {"<": {">": 0.2}, ">": {"<": 0.1}})
    history = [(3, "<"), (5, ">")]
    found = mc.diagnose(game, history)
    assert sum(one.likelihood for one in found) == pytest.approx(1)
    assert [one.likelihood for one in found] == sorted(
        (one.likelihood for one in found), reverse=True
    )
    session = mc.Session(game, history=history)
    for at, doubt in enumerate(session.doubts):
        own = sum(one.likelihood for one in found if at in dict(one.changes))
        assert own == pytest.approx(float(doubt))


def test_suggestions_have_bits_per_cost():
    game = mc.priced(mc.noisy(NAMED, 0.1), [1, 1, 4, 1, 1, 1])
    session = mc.Session(game, "entropy")
    found = session.suggest(4)
    rates = [one.bits_per_cost for one in found]
    assert rates == sorted(rates, reverse=True)
    assert found[0].guess == session.guess
    assert "bits" in str(found[0])
    assert session.weigh(found[0].guess) == found[0]
    assert session.suggest(1, metric="ec2")[0].guess == mc.Session(game, "ec2").guess


def test_a_tree_ends_where_it_has_no_branch():
    tree = ("test", {"A": ("test", {"A": None}), "B": None})
    found = mc.length_distribution(FIFTH, tree)
    assert dict(found) == {1: 1, 2: 1}
    assert found.accuracy == Fraction(4, 5)
    assert mc.simulate(FIFTH, tree, games=50).worst == 2


def test_classes_alone_count():
    base = mc.FiniteGame("pq", range(4), lambda g, s: s % 2 if g == "p" else s // 2)
    game = mc.noisy(mc.identified(base, by=lambda s: s // 2), 0.1)
    best = mc.Session(game).suggest(5)
    assert [one.guess for one in best] == ["q"]


def test_a_session_is_saved_with_its_noise(tmp_path):
    game = mc.noisy(mc.identified(CODES), 0.1)
    session = mc.Session(game, "entropy", confidence=0.9)
    session.record((1, 2), (1, 0))
    session.answer(None)
    mc.save(session, tmp_path / "one.json")
    copy = mc.load(tmp_path / "one.json")
    assert copy.game == game
    assert copy.posterior == session.posterior
    assert mc.to_json(copy) == mc.to_json(session)
    mapped = mc.noisy(CODES, {(0, 0): {(1, 0): 0.25}}, again="same")
    assert mc.from_json(mc.to_json(mc.Session(mapped))).game == mapped


#: Calls that need exact answers.
EXACT_ONLY = {
    "compile_game": lambda game: mc.compile_game(game),
    "worst_case": lambda game: mc.worst_case(game),
    "all_solutions": lambda game: list(mc.all_solutions(game)),
    "lengths_by_secret": lambda game: mc.lengths_by_secret(game),
    "replay": lambda game: mc.replay(game, mc.lazy_tree(CODES)),
    "partition": lambda game: mc.partition(game, game.guesses[0]),
    "block_sizes": lambda game: mc.block_sizes(game, game.guesses[0]),
    "consistent": lambda game: mc.consistent(game, []),
    "decision_entropy": lambda game: mc.decision_entropy(game, game.guesses[0]),
    "optimal_worst_case": lambda game: mc.optimal_worst_case(game),
    "solution_exists": lambda game: mc.solution_exists(game, 3),
    "guess_values": lambda game: mc.guess_values(game),
    "Oracle": lambda game: mc.Oracle(game).minimum(()),
    "review": lambda game: mc.review(game, [(game.guesses[0], game.score(*game.guesses[:2]))]),
    "play_game": lambda game: mc.play_game(game, "entropy", "random"),
    "best_decision": lambda game: mc.best_decision(game),
    "equilibrium": lambda game: mc.equilibrium(game),
    "tie_spectrum": lambda game: mc.tie_spectrum(game, "entropy"),
    "expected_distribution": lambda game: mc.expected_distribution(game, "random_candidate"),
    "is_greedy_optimal": lambda game: mc.is_greedy_optimal(game),
    "WithLies": lambda game: mc.WithLies(game, 1),
    "gym": lambda game: mc.gym.GuessingEnv(game),
}


@pytest.mark.parametrize("name", EXACT_ONLY)
@pytest.mark.parametrize("noise", [mc.noisy, lambda game, _: mc.weighted(OwnGame(), {"x": 2})])
def test_functions_of_exact_answers_refuse_noise(name, noise):
    if name == "gym":
        pytest.importorskip("gymnasium")
    game = noise(CODES, 0.1)
    if len(game.guesses) == 1 and name == "review":
        pytest.skip("one guess")
    with one_line(mc.BadGame, "may be wrong", "needs exact ones", "simulate"):
        EXACT_ONLY[name](game)


WRONG = {
    "a probability": (lambda: mc.noisy(TEST, 1.5), "from 0 to 1", "1.5"),
    "a boolean": (lambda: mc.noisy(TEST, True), "from 0 to 1", "True"),
    "a fine fraction": (lambda: mc.noisy(TEST, Fraction(1, 10**13)), "10**12", "round"),
    "nothing": (lambda: mc.noisy(TEST), "noise", "likelihood="),
    "both": (lambda: mc.noisy(TEST, 0.1, likelihood=lambda g, s: {}), "noise", "likelihood="),
    "no function": (lambda: mc.noisy(TEST, likelihood=3), "likelihood", "function"),
    "no mapping": (lambda: mc.noisy(TEST, {"A": 0.1}), "noise['A']", "mapping"),
    "a sum": (lambda: mc.noisy(TEST, {"A": {"A": 0.5, "B": 0.4}}), "noise['A']", "0.9"),
    "too much": (lambda: mc.noisy(TEST, {"A": {"B": 1.5}}), "noise['A']['B']", "from 0 to 1"),
    "a strange answer": (lambda: mc.noisy(TEST, {"A": {"C": 0.5}}), "'C'", "no secret"),
    "a strange truth": (lambda: mc.noisy(TEST, {"C": {"A": 0.5}}), "'C'", "no secret"),
    "a likelihood's sum": (lambda: mc.noisy(TEST, likelihood=lambda g, s: {1: 0.5}), "sum to 0.5"),
    "a likelihood's type": (lambda: mc.noisy(TEST, likelihood=lambda g, s: 0.5), "mapping"),
    "again": (lambda: mc.noisy(TEST, 0.1, again="never"), "again", '"fresh" or "same"'),
    "a confidence": (lambda: mc.Session(FIFTH, confidence=2), "confidence", "from 0 to 1"),
    "no confidence": (lambda: mc.Session(FIFTH, confidence=0), "confidence", "over 0"),
    "no rule": (lambda: mc.Session(FIFTH, stop=3), "stop", "function"),
    "a strategy": (lambda: mc.simulate(FIFTH, "knuth", games=1), "'knuth'", "entropy"),
    "an option": (lambda: mc.optimal(FIFTH, "worst", max_steps=1), "max_steps", "confidence"),
    "exact answers": (lambda: mc.simulate(TEST, games=1, confidence=0.9), "may be wrong"),
    "an exact tree": (lambda: mc.length_distribution(TEST, max_steps=2), "may be wrong"),
    "an exact optimum": (lambda: mc.optimal(TEST, confidence=0.9), "may be wrong"),
}


def test_a_game_with_too_many_beliefs_has_a_bound():
    best = mc.optimal(mc.noisy(CODES, 0.1), confidence=0.99)
    assert not best.proven
    assert best.bound < best.mean
    assert best.accuracy >= Fraction(99, 100)


@pytest.mark.parametrize("name", WRONG)
def test_wrong_arguments_give_one_line(name):
    call, *parts = WRONG[name]
    with one_line(mc.BadArgument, *parts):
        call()


def test_noise_needs_a_game_with_exact_answers():
    with one_line(mc.BadGame, "may be wrong"):
        mc.noisy(FIFTH, 0.1)
    hard = mc.Wordle(answers=["aa", "ab"], others=[], hard=True)
    with one_line(mc.BadGame, "earlier answers"):
        mc.noisy(hard, 0.1)


SYMPTOMS = {
    "illness": ["cold", "flu", "allergy"],
    "fever": [0.1, 0.9, 0.02],
    "sneezing": [0.8, 0.3, None],
    "cases": [5, 2, 3],
}


def test_a_table_of_probabilities_is_a_game(tmp_path):
    how = {"id": "illness", "prior": "cases", "likelihoods": True, "unknown": "both"}
    game = mc.FiniteGame.from_table(SYMPTOMS, **how)
    assert game.guesses == ("fever", "sneezing")
    assert game.likelihood("sneezing", "allergy") == {"yes": Fraction(1, 2), "no": Fraction(1, 2)}
    session = mc.Session(game, confidence=0.75)
    session.record("fever", "yes")
    assert session.posterior == {
        "flu": Fraction(45, 59),
        "cold": Fraction(25, 118),
        "allergy": Fraction(3, 118),
    }
    assert session.known == "flu"
    assert session.doubts == [1 - session.posterior["flu"]]
    assert (
        mc.optimal(game, max_steps=2).accuracy
        == mc.optimal(pickle.loads(pickle.dumps(game)), max_steps=2).accuracy
    )
    path = tmp_path / "symptoms.csv"
    path.write_text("illness,fever,sneezing\ncold,0.1,0.8\nflu,9/10,\n")
    read = mc.FiniteGame.from_table(path, id="illness", likelihoods=True, unknown="both")
    assert read.likelihood("fever", "flu")["yes"] == Fraction(9, 10)
    assert read.score("fever", "cold") == "no"


def test_a_table_of_probabilities_is_checked():
    with one_line(mc.BadGame, "'sneezing'", "'allergy'", "unknown"):
        mc.FiniteGame.from_table(SYMPTOMS, id="illness", likelihoods=True)
    for cell in (1.2, "often", -1):
        cells = {"id": ["x", "y", "z"], "fever": [0.1, 0.3, 0.7], "rash": [0.5, cell, cell]}
        with one_line(mc.BadGame, "'rash' of 'y'", "probability from 0 to 1", str(cell)):
            mc.FiniteGame.from_table(cells, id="id", likelihoods=True)


def test_the_command_line_plays_with_noise(capsys):
    from mastermind_core.cli import main

    steps = ["--step", "1122 0,1", "--step", "3344 2,1"]
    main(["assist", "mastermind", "--noise", "0.1", *steps, "--json"])
    found = json.loads(capsys.readouterr().out)
    session = mc.Session(mc.noisy(mc.Mastermind(6, 4), 0.1))
    for guess, score in [((1, 1, 2, 2), (0, 1)), ((3, 3, 4, 4), (2, 1))]:
        session.record(guess, score)
    best, chance = next(iter(session.posterior.items()))
    assert found["posterior"][mc.format_guess(session.game, best)] == float(chance)
    assert found["suggestions"][0]["bits"] == session.suggest(1)[0].bits


def test_cards_show_the_posterior_as_bars():
    session = mc.Session(mc.noisy(NAMED, 0.1), confidence=0.9)
    session.record(3, "<")
    session.record(5, None)
    card = session._repr_html_()
    assert "Posterior" in card
    assert "unknown" in card
    assert f"{float(next(iter(session.posterior.values()))):.1%}" in card
    assert "NoisySuggestion" not in session.suggest(3)._repr_html_()


def test_a_posterior_is_plotted_as_bars():
    pytest.importorskip("matplotlib")
    session = mc.Session(mc.noisy(NAMED, 0.1), history=[(3, "<")])
    ax = mc.show.plot_partition(session)
    assert [bar.get_height() for bar in ax.patches] == [*session.posterior.values()]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("secret", "probability")


def test_trees_and_given_secrets_have_no_bound():
    tree = ("test", {"A": None, "B": None})
    assert mc.simulate(FIFTH, tree, games=5, confidence=0.95).bound is None
    assert mc.simulate(FIFTH, games=5, confidence=0.95, secrets=["A"]).bound is None
    bound = mc.simulate(FIFTH, games=5, confidence=0.95).bound
    assert "above" not in bound.above(bound.questions / 2)


@pytest.mark.parametrize("name", ["expected_error", "ec2", "expected-error"])
def test_strategies_of_noise_are_refused_where_answers_are_exact(name):
    for call in (mc.Session, mc.lazy_tree, mc.length_distribution, mc.simulate):
        with one_line(mc.BadArgument, name.replace("-", "_"), "noisy"):
            call(CODES, name)
