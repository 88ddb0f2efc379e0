"""Equilibria between who hides and who guesses, against oracles that go through all trees."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

import attrs
import game_oracle as oracle
import pytest
from adhoc import games
from errors import one_line
from hypothesis import given
from hypothesis import strategies as st

import mastermind_core as mc
from mastermind_core.kernels import is_compiled
from mastermind_core.studies import matrix_game


def least_mean(game, codemaker):
    """Return what the best of all trees takes on average for shares of secrets."""
    price = dict(zip(game.guesses, getattr(game, "costs", None) or [1] * 99, strict=False))
    goal = getattr(game, "goal", None)

    def over(score, block):
        return score in game.endstates or (goal and len(set(map(goal, block))) == 1)

    @cache
    def least(candidates):
        own = sum(codemaker[secret] for secret in candidates)
        found = []
        for guess in game.guesses:
            blocks = oracle.split(game, guess, candidates)
            rest = [frozenset(b) for score, b in blocks.items() if not over(score, b)]
            if candidates not in rest:
                found.append(price[guess] * own + sum(map(least, rest)))
        return min(found)

    return least(frozenset(codemaker))


def most_mean(game, found):
    """Return what the trees take for the secret that takes longest, on average over symmetries."""
    price = dict(zip(game.guesses, getattr(game, "costs", None) or [1] * 99, strict=False))
    mean = {
        secret: sum(
            share * sum(price[guess] for guess, _ in oracle.play_tree(tree, game, secret))
            for share, tree in found.codebreaker
        )
        for secret in found.codemaker
    }
    secrets = list(game.secrets)
    together = {secret: {secret} for secret in secrets}
    for guesses, images in found.symmetries:
        renamed = {}
        for at, guess in enumerate(game.guesses):
            for of, secret in enumerate(secrets):
                moved = game.score(game.guesses[guesses[at]], secrets[images[of]])
                assert renamed.setdefault(game.score(guess, secret), moved) == moved
        for of, image in enumerate(images):
            joined = together[secrets[of]] | together[secrets[image]]
            for secret in joined:
                together[secret] = joined
    return max(
        sum(mean[one] for one in own) / Fraction(len(own)) for own in map(together.get, mean)
    )


def check(game, found):
    assert sum(found.codemaker.values()) == 1
    assert min(found.codemaker.values()) >= 0
    assert sum(share for share, _ in found.codebreaker) == 1
    assert min(share for share, _ in found.codebreaker) > 0
    assert found.lower == least_mean(game, found.codemaker)
    assert found.upper == most_mean(game, found)


@given(games())
def test_no_tree_and_no_weights_do_better(game):
    found = mc.equilibrium(game)
    check(game, found)
    assert found.gap == 0
    assert mc.verify_equilibrium(game, found) == (found.lower, found.upper)


def lengths_of_trees(game):
    """Return what each tree takes for the secrets, but those that others are nowhere worse than."""
    order = list(game.secrets)

    @cache
    def taken(candidates):
        found = set()
        for guess in game.guesses:
            blocks = oracle.split(game, guess, candidates)
            rest = [frozenset(b) for score, b in blocks.items() if score not in game.endstates]
            if candidates in rest:
                continue
            for below in product(*map(taken, rest)):
                lengths = dict(pair for part in below for pair in part)
                found.add(
                    tuple((one, 1 + lengths.get(one, 0)) for one in order if one in candidates)
                )
        return {
            one
            for one in found
            if not any(
                other != one and all(a[1] <= b[1] for a, b in zip(other, one, strict=True))
                for other in found
            )
        }

    return [[length for _, length in tree] for tree in taken(frozenset(order))]


@given(games())
def test_a_linear_program_over_all_trees_has_the_same_value(game):
    linprog = pytest.importorskip("scipy.optimize").linprog
    trees = lengths_of_trees(game)
    n = len(game.secrets)
    solved = linprog(
        [0] * len(trees) + [1],
        A_ub=[[tree[at] for tree in trees] + [-1] for at in range(n)],
        b_ub=[0] * n,
        A_eq=[[1] * len(trees) + [0]],
        b_eq=[1],
    )
    found = mc.equilibrium(game)
    assert found.lower == found.upper
    assert float(found.lower) == pytest.approx(solved.fun, abs=1e-7)


@given(games(guesses=4, secrets=5), st.data())
def test_costs_and_goals_and_what_is_never_hidden(game, data):
    some = st.lists(st.integers(1, 4), min_size=len(game.guesses), max_size=len(game.guesses))
    changed = mc.priced(game, [Fraction(cost, 2) for cost in data.draw(some)])
    found = mc.equilibrium(changed)
    check(changed, found)
    assert found.gap == 0
    assert mc.verify_equilibrium(changed, found) == (found.lower, found.upper)
    never = data.draw(st.sampled_from(game.secrets))
    if len(game.secrets) > 1:
        fewer = mc.weighted(game, {never: 0})
        found = mc.equilibrium(fewer)
        assert set(found.codemaker) == set(game.secrets) - {never}
        check(fewer, found)
        assert found.gap == 0
        assert mc.verify_equilibrium(fewer, found) == (found.lower, found.upper)


@pytest.mark.parametrize(
    "game",
    [
        mc.identified(mc.games.HigherLower(6)),
        mc.identified(mc.games.OddCoin(4)),
        mc.identified(mc.games.HigherLower(5), by=lambda secret: secret > 3),
    ],
)
def test_where_knowing_is_enough_the_bounds_meet(game):
    found = mc.equilibrium(game)
    assert found.gap == 0
    assert found.lower == least_mean(game, found.codemaker)
    assert mc.verify_equilibrium(game, found) == (found.lower, found.upper)


@given(games(guesses=4, secrets=5), st.data())
def test_who_hides_what_is_never_hidden_proves_nothing(game, data):
    weight = st.lists(st.integers(0, 2), min_size=len(game.secrets), max_size=len(game.secrets))
    weights = data.draw(weight.filter(any).filter(lambda given: 0 in given))
    changed = mc.weighted(game, weights)
    found = mc.equilibrium(changed)
    hidden = dict(zip(game.secrets, weights, strict=True))
    never = data.draw(st.sampled_from([secret for secret in hidden if not hidden[secret]]))
    forged = attrs.evolve(found, codemaker={never: Fraction(1)}, lower=least_mean(game, {never: 1}))
    with one_line(mc.BadArgument, "codemaker must map secrets of positive weight to probabilities"):
        mc.verify_equilibrium(changed, forged)


@given(games(guesses=4, secrets=5, weighted=True))
def test_trees_are_of_the_game_itself_and_saved_with_it(game):
    whole = game.finite()
    found = mc.equilibrium(whole)
    assert all(tree.table is mc.compile_game(whole) for _, tree in found.codebreaker)
    back = mc.from_json(mc.to_json(found), game=whole)
    assert mc.verify_equilibrium(whole, back) == (found.lower, found.upper)
    assert [mc.replay(whole, tree) for _, tree in back.codebreaker] == [
        mc.length_distribution(whole, tree) for _, tree in found.codebreaker
    ]


def test_a_tree_that_asks_nothing_finds_nothing():
    game = mc.FiniteGame("ab", "ab", lambda g, s: None if g == s else 1, {None})
    found = mc.equilibrium(game)
    empty = mc.lazy_tree(mc.identified(game, by=lambda secret: "same"), "knuth")
    forged = attrs.evolve(
        found, upper=Fraction(0), codebreaker=((Fraction(1), empty),), symmetries=()
    )
    said = "the tree ends before the first guess for the secret 'a'"
    for check in (lambda: mc.verify_equilibrium(game, forged), lambda: mc.replay(game, empty)):
        with one_line(mc.BadGame, said, "not with an end state"):
            check()


def test_weights_of_a_game_are_not_how_it_is_hidden():
    game = mc.TwoD(3)
    found = mc.equilibrium(mc.weighted(game, {(0, 0): 50}))
    assert found.lower == found.upper == mc.equilibrium(game).lower == Fraction(82, 33)


@pytest.mark.parametrize("n", [1, 2, 3, 5, 8])
def test_one_bit_at_a_time_no_hiding_helps(n):
    """Naming one of n secrets at each guess takes (n + 1) / 2 on average against equal weights."""
    game = mc.FiniteGame(range(n), range(n), lambda guess, secret: guess == secret, {True})
    found = mc.equilibrium(game)
    # The last secret has to be named too.
    assert found.lower == found.upper == Fraction(n + 1, 2)
    assert set(found.codemaker.values()) == {Fraction(1, n)}


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.skipif(not is_compiled(), reason="searches M(4,6) many times")
def test_the_value_of_mastermind():
    """5600/1290: Wiener 1995, as quoted by Bonnet and Viennot 2016."""
    game = mc.Mastermind(colours=6, holes=4)
    found = mc.equilibrium(game)
    assert found.lower == found.upper == Fraction(5600, 1290)
    assert found.codemaker == {
        secret: Fraction(len(set(secret)) > 1, 1290) for secret in game.secrets
    }
    assert mc.verify_equilibrium(game, found) == (found.lower, found.upper)


def test_budgets_leave_bounds():
    game = mc.Mastermind(colours=4, holes=3)
    value = mc.equilibrium(game).lower
    assert value == Fraction(219, 68)
    for options in ({"seconds": 0}, {"tolerance": 0.01}, {"tolerance": 1}):
        found = mc.equilibrium(game, **options)
        assert found.lower <= value <= found.upper
        assert found.gap <= options.get("tolerance", 10)
        assert found.upper == most_mean(game, found)
        lower, upper = mc.verify_equilibrium(game, found)
        assert found.lower <= lower <= value <= upper == found.upper
        assert "from" in str(found)


def test_progress_counts_searches():
    heard = []
    found = mc.equilibrium(mc.TwoD(4), progress=lambda done, total: heard.append((done, total)))
    assert heard == [(done, done + 1) for done in range(1, found.searches + 1)]


def test_ctrl_c_leaves_bounds():
    game = mc.Mastermind(colours=4, holes=3)

    def stop(done, total):
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(mc.errors.Interrupted) as stopped:
        mc.equilibrium(game, progress=stop)
    found = stopped.value.solution
    assert found.searches == 3
    assert found.lower <= Fraction(219, 68) <= found.upper


@given(
    st.integers(1, 5).flatmap(
        lambda n: st.lists(
            st.lists(st.integers(1, 9), min_size=n, max_size=n), min_size=1, max_size=7
        )
    )
)
def test_neither_player_of_a_matrix_can_do_better(rows):
    for exact in (True, False):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(matrix_game, "_EXACT", 99 if exact else 0)
            game = matrix_game.MatrixGame(len(rows[0]))
            assert game.exact == exact
            for row in rows:
                game.add(row)
        near = 0 if exact else 1e-6
        assert abs(sum(game.columns()) - 1) <= near
        assert abs(sum(game.rows()) - 1) <= near
        assert min(game.columns() + game.rows()) >= 0
        paid = [sum(a * b for a, b in zip(row, game.columns(), strict=True)) for row in rows]
        got = [
            sum(a * b for a, b in zip(column, game.rows(), strict=True))
            for column in zip(*rows, strict=True)
        ]
        assert game.value <= min(paid) + near
        assert game.value >= max(got) - near


@given(games())
def test_many_kinds_of_secrets_are_counted_in_floats(game):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matrix_game, "_EXACT", 0)
        found = mc.equilibrium(game)
    check(game, found)
    assert found.gap < Fraction(1, 10**4)


GAME = mc.TwoD(3)
FOUND = mc.equilibrium(GAME)
WRONG = {
    "upper": ({"upper": FOUND.upper - Fraction(1, 100)}, ("the trees take 82/33",)),
    "lower": ({"lower": FOUND.lower + Fraction(1, 100)}, ("the proven lower bound", "82/33")),
    "codemaker": ({"codemaker": {(0, 0): Fraction(1, 2)}}, ("codemaker", "sum 1")),
    "no secret": ({"codemaker": {(9, 9): Fraction(1)}}, ("codemaker", "secrets")),
    "other weights": ({"codemaker": {(1, 1): Fraction(1)}}, ("the proven lower bound", "1")),
    "codebreaker": ({"codebreaker": FOUND.codebreaker[1:]}, ("codebreaker", "sum 1")),
    "one tree": ({"codebreaker": [(Fraction(1), FOUND.codebreaker[0][1])]}, ("the trees take",)),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_wrong_is_refused(wrong):
    changes, words = WRONG[wrong]
    with one_line(mc.BadArgument, *words):
        mc.verify_equilibrium(GAME, attrs.evolve(FOUND, **changes))


def test_a_false_symmetry_is_refused():
    size = len(GAME.secrets)
    turned = [(at + 1) % size for at in range(size)]
    false = attrs.evolve(FOUND, symmetries=[(turned, turned)])
    with one_line(mc.errors.BadCertificate, "not a symmetry"):
        mc.verify_equilibrium(GAME, false)


def test_a_certificate_is_of_these_weights(tmp_path):
    path = tmp_path / "weights.jsonl"
    FOUND.write_certificate(path)
    assert mc.verify_equilibrium(GAME, FOUND, path) == (FOUND.lower, FOUND.upper)
    mc.optimal(GAME).write_certificate(path)
    with pytest.raises(mc.errors.BadCertificate):
        mc.verify_equilibrium(GAME, FOUND, path)
    weights = [1 + 99 * (secret == (0, 0)) for secret in GAME.secrets]
    mc.optimal(mc.weighted(GAME, weights), "worst").write_certificate(path)
    with pytest.raises(mc.errors.BadCertificate):
        mc.verify_equilibrium(GAME, FOUND, path)


def test_a_certificate_of_another_objective_proves_nothing(tmp_path):
    game = mc.FiniteGame(range(2), range(2), lambda guess, secret: guess == secret, {True})
    found = mc.equilibrium(game)
    path = tmp_path / "worst.jsonl"
    mc.optimal(game, "worst").write_certificate(path)
    with one_line(mc.errors.BadCertificate, "not a proof of the minimum mean"):
        mc.verify_equilibrium(game, found, path)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: mc.equilibrium(GAME, tolerance=-1), ("tolerance", "-1")),
        (lambda: mc.equilibrium(GAME, tolerance="no"), ("tolerance", "no")),
        (lambda: mc.equilibrium(GAME, seconds=-1), ("seconds", "-1")),
        (lambda: mc.verify_equilibrium(GAME, 3), ("equilibrium", "3")),
    ],
)
def test_bad_arguments(call, words):
    with one_line(mc.BadArgument, *words):
        call()


def test_a_game_that_is_over_has_the_value_0():
    game = mc.identified(mc.TwoD(1))
    found = mc.equilibrium(game)
    assert (found.lower, found.upper) == (0, 0)
    assert mc.verify_equilibrium(game, found) == (0, 0)
