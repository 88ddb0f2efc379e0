"""Random games whose answers may be wrong, checked with the joint distribution of everything."""

import os
import pickle
import signal
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from math import inf
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from unittest.mock import patch

import noise_oracle as joint
import pytest

import mastermind_core as mc


class Likelihood:
    """A likelihood that can be pickled."""

    def __init__(self, chances):
        self.chances = chances

    def __call__(self, guess, secret):
        return self.chances[guess][secret]


def game_of(spec, *, mixed=0):
    """Return the game of a definition; ``mixed`` changes the order of the variants."""
    if spec.table is not None:
        how = {"prior": spec.table["prior"], "by": spec.table["by"], "cuts": spec.table["cuts"]}
        how |= {"unknown": "chance", "duplicates": "class"}
        return mc.priced(mc.FiniteGame.from_table(spec.table["cells"], **how), spec.costs)
    score = lambda guess, secret: spec.true[guess][secret]  # noqa: E731
    classes = None if spec.classes is None else dict(enumerate(spec.classes))
    goal = None if spec.ends and spec.classes is None else (classes or (lambda secret: secret))
    base = mc.FiniteGame(range(len(spec.true)), range(spec.n), score, spec.ends, goal=lambda _: 0)

    def noise(game):
        how = {"again": spec.again}
        if spec.kind == "likelihood":
            return mc.noisy(game, likelihood=Likelihood(spec.chances), **how)
        return mc.noisy(game, spec.noise, **how)

    def named(game):
        if goal is None:
            return game
        return mc.identified(game) if classes is None else mc.identified(game, by=classes)

    if goal is None:
        base = mc.FiniteGame(range(len(spec.true)), range(spec.n), score, spec.ends)
    steps = [
        noise,
        named,
        lambda game: mc.weighted(game, spec.weights),
        lambda game: mc.priced(game, spec.costs),
    ]
    Random(mixed).shuffle(steps)
    for step in steps:
        base = step(base)
    return base


def check(seed):
    spec = joint.random_spec(seed)
    game = game_of(spec, mixed=seed)
    _check_posteriors(spec, game, Random(seed))
    _check_bounds(spec, game, Random(seed))
    if not spec.must_name and spec.confidence is None:
        return
    _check_strategies(spec, game)
    _check_policies(spec, game)


def _check_posteriors(spec, game, random):
    """A session along a random history has the joint posteriors, doubts and ends."""
    session, history = mc.Session(game, confidence=spec.confidence), ()
    weights = spec.prior()
    guesses = game.guesses
    for _ in range(spec.steps):
        assert session.over == spec.over(weights, history, spec.confidence, None)
        if session.over:
            break
        guess = random.randrange(len(spec.true))
        found = spec.step(weights, history, guess)
        answer = random.choice(sorted(found))
        session.record(guesses[guess], answer)
        history, weights = (*history, (guess, answer)), found[answer]
        total = sum(weights)
        expected = {name: share / total for name, share in spec.shares(weights).items()}
        assert session.posterior == expected
        assert list(session.posterior.values()) == sorted(expected.values(), reverse=True)
        assert sum(session.posterior.values()) == 1
        if spec.kind not in {"likelihood", "table"}:
            for doubt, (asked, heard) in zip(session.doubts, history, strict=True):
                wrong = [w for s, w in enumerate(weights) if spec.true[asked][s] != heard]
                assert doubt == sum(wrong) / total
    if session.over and not (history and history[-1][1] in spec.ends):
        assert session.known == next(iter(session.posterior))
    copies = [session.without_strategy(), pickle.loads(pickle.dumps(session))]
    copies.append(mc.from_json(mc.to_json(session), game=game))
    if spec.table is None:
        copies.append(mc.Session.from_dict(game, session.to_dict()))
    for copy in copies:
        assert copy.posterior == session.posterior
        assert (copy.over, copy.known) == (session.over, session.known)


def _check_bounds(spec, game, random):
    """The bound of a session is at most the cost of any policy, after some answers, too."""
    session, history, joint_now = mc.Session(game, confidence=spec.confidence), (), spec.prior()
    for _ in range(random.randint(0, 2)):
        if session.over:
            break
        guess = random.randrange(len(spec.true))
        found = spec.step(joint_now, history, guess)
        answer = random.choice(sorted(found))
        session.record(game.guesses[guess], answer)
        history, joint_now = (*history, (guess, answer)), found[answer]
    bound = session.lower_bound
    if bound is None:
        return
    ones = [joint.ONE] * len(spec.true)
    claims = [(bound.questions, ones)]
    claims += [(bound.cost, spec.costs)] if spec.costs != ones else []
    for claimed, costs in claims:
        given = (spec, joint_now, history, spec.confidence, costs)
        if spec.again == "same":
            assert claimed <= joint.least_mean(*given) / sum(joint_now)
        else:
            mean, left = joint.greedy_mean(*given)
            assert left > Fraction(1, 1000) or claimed <= mean + 100 * left


#: The figures that the strategies improve, and whether more is better.
MEASURES = {
    "entropy": joint.information,
    "expected_error": lambda *given: -float(joint.error_after(*given)),
    "ec2": lambda *given: -float(joint.edges_after(*given)),
}


def _check_strategies(spec, game):
    for name, measure in MEASURES.items():
        chosen = {}

        def choose(history, name=name, measure=measure, chosen=chosen):
            if history in chosen:
                return chosen[history]
            named = [(game.guesses[guess], answer) for guess, answer in history]
            session = mc.Session(game, name, confidence=spec.confidence, history=named)
            try:
                guess = game.guesses.index(session.guess)
            except mc.UninformativeGuess:
                for one in range(len(spec.true)):
                    assert joint.information(spec, weights(history), history, one) < 1e-9
                raise
            _check_best(spec, weights(history), history, guess, measure, name)
            chosen[history] = guess
            return guess

        def weights(history):
            return joint.joint_after(spec, history)

        try:
            expected = joint.figures(spec, choose, spec.confidence, spec.steps)
        except mc.UninformativeGuess:
            with pytest.raises(mc.UninformativeGuess):
                mc.length_distribution(game, name, confidence=spec.confidence, max_steps=spec.steps)
            return
        _check_figures(
            spec,
            mc.length_distribution(game, name, confidence=spec.confidence, max_steps=spec.steps),
            expected,
        )


def _check_best(spec, weights, history, guess, measure, name):
    """The guess has the highest gain per cost."""
    never_wrong = all(len(row) == 1 for rows in spec.chances for row in rows)
    if spec.kind != "likelihood" and never_wrong and name == "entropy":
        return  # the choice of the library for exact answers
    now = measure(spec, weights, history, guess)
    before = 0.0
    if name != "entropy":
        shares = [share / sum(weights) for share in spec.shares(weights).values()]
        before = -float(
            1 - (max(shares) if name == "expected_error" else sum(s * s for s in shares))
        )
    gain = (now - before) / float(spec.costs[guess])
    for other in range(len(spec.true)):
        if spec.again == "same" and any(asked == other for asked, _ in history):
            continue
        if not spec.tells(weights, history, other):
            continue  # a coin divides the edges of EC2, and must not be thrown for ever
        own = (measure(spec, weights, history, other) - before) / float(spec.costs[other])
        assert own <= gain + 1e-7
    if any(spec.tells(weights, history, other) for other in range(len(spec.true))):
        assert spec.tells(weights, history, guess)


def _check_figures(spec, found, expected):
    lengths, costs, right = expected
    total = sum(map(Fraction, spec.weights))
    assert dict(found) == {at: share * total for at, share in lengths.items() if share}
    assert found.accuracy == right
    assert found.expected == sum(at * share for at, share in lengths.items())
    assert found.expected_cost == sum(at * share for at, share in costs.items())


def _check_policies(spec, game):
    steps = min(spec.steps, 2 if len(spec.true) > 2 else 3)
    best = mc.optimal(game, max_steps=steps)
    prior = spec.prior()
    assert best.proven
    assert best.accuracy == best.bound == joint.best_accuracy(spec, prior, (), steps)
    _check_tree(spec, game, best, steps, None)
    if spec.confidence is None:
        return
    least = mc.optimal(game, max_steps=steps, confidence=spec.confidence)
    assert least.proven
    assert least.mean == least.bound == joint.least_cost(spec, prior, (), steps, spec.confidence)
    _check_tree(spec, game, least, steps, spec.confidence)
    stopped = mc.optimal(game, max_steps=steps, nodes=1)
    assert stopped.accuracy <= best.accuracy <= stopped.bound


def check_stopped(seed, *, every=False):
    """A search that is stopped anywhere is sound: by beliefs, by a look at the clock, by Ctrl-C.

    It is never worse than a named strategy, its bound is valid, and its tree has its figures. Some
    looks are tried, or ``every`` one.
    """
    spec = joint.random_spec(seed)
    if not spec.must_name:
        return 0
    game = game_of(spec, mixed=seed)
    steps = min(spec.steps, 2 if len(spec.true) > 2 else 3)
    limits = [{"max_steps": steps}]
    if spec.confidence is not None:
        limits += [{"max_steps": steps, "confidence": spec.confidence}]
        limits += [{"confidence": spec.confidence}]
    return sum(_hold_stopped(spec, game, how, every=every) for how in limits)


def _hold_stopped(spec, game, how, *, every):
    """Hold all searches within a limit that are stopped, and return their number."""
    try:
        whole = mc.optimal(game, **how, nodes=None if "max_steps" in how else 100)
    except mc.errors.NoStrategy:  # no policy ends the game, or none that is small enough
        assert "max_steps" not in how
        return 0
    if not whole.proven:
        assert "max_steps" not in how
        return 0
    least = _measured(whole, how)
    if "max_steps" in how:
        given = spec, spec.prior(), (), how["max_steps"]
        by_accuracy = "confidence" not in how
        best = 1 - joint.best_accuracy(*given) if by_accuracy else None
        assert least == (best if by_accuracy else joint.least_cost(*given, spec.confidence))
    named = []
    for name in MEASURES:
        with suppress(mc.UninformativeGuess, mc.errors.GameTooLarge):
            found = mc.length_distribution(game, name, **how)
            if _is_comparable(spec, game, name, how):
                named.append(found.expected_cost if "confidence" in how else 1 - found.accuracy)
    checks = 0
    for stopped in _stopped(lambda **stop: mc.optimal(game, **how, **stop), every=every):
        checks += 1
        if stopped is None:
            assert not named
            continue
        bound = stopped.bound if "confidence" in how else 1 - stopped.bound
        assert bound <= least <= _measured(stopped, how) <= min(named, default=inf)
        assert not stopped.proven or _measured(stopped, how) == least
        _check_tree(spec, game, stopped, how.get("max_steps"), how.get("confidence"))
    return checks


def _is_comparable(spec, game, name, how):
    """Return whether a named strategy reaches the confidence wherever it ends.

    It also ends where no question is left. A policy without a limit may not end there below the
    confidence.
    """
    if "max_steps" in how or spec.again != "same":
        return True
    outcomes = mc.lazy_tree(game, name, **how).candidates
    return all(outcome.certainty >= spec.confidence for outcome in outcomes)


def _measured(solution, how):
    """Return the quantity that is minimized."""
    return solution.mean if "confidence" in how else 1 - solution.accuracy


#: The maximum number of looks at which one search is stopped: in longer ones, every second or so.
MOST_LOOKS = 200


def _stopped(ask, *, every):
    """Yield what a search says that is stopped, and None if it has found nothing."""

    def asked(**stop):
        try:
            return ask(**stop)
        except mc.errors.Interrupted as stopped:
            return stopped.solution
        except mc.errors.NoStrategy:
            return None

    looks = Looks(None)
    with looks.clock():
        asked(seconds=1)
    few = range(0, looks.made, 1 + looks.made // MOST_LOOKS)
    if not every:
        few = sorted({1, 2, 3, looks.made // 2, looks.made - 1})
    for look in few:
        for press in (False, True):
            with Looks(look, press=press).clock():
                yield asked(seconds=1)
    for nodes in (1, 4):
        yield asked(nodes=nodes)


class Looks:
    """A clock that stands still until one look at it, when the time is up or Ctrl-C is pressed."""

    def __init__(self, last, *, press=False):
        self.last, self.press, self.made, self.began = last, press, 0, monotonic()

    def clock(self):
        return patch("mastermind_core.noise.policies.monotonic", self)

    def __call__(self):
        self.made += 1
        if self.made - 1 == self.last and self.press:
            os.kill(os.getpid(), signal.SIGINT)
        late = self.last is not None and self.made > self.last and not self.press
        return self.began + (1000 if late else 0)


def check_deep(seed):
    """A search of up to 1,000 guesses is stopped without an error, and its policy is sound."""
    spec = joint.random_spec(seed)
    if not spec.must_name:
        return 0
    game = game_of(spec, mixed=seed)
    steps = Random(seed).choice([20, 100, 400, 1000])
    deep = mc.optimal(game, max_steps=steps, nodes=20)
    short = joint.best_accuracy(spec, spec.prior(), (), 2)
    assert max(deep.accuracy, short) <= deep.bound <= 1
    _check_tree(spec, game, deep, steps, None)
    return 1


def _check_tree(spec, game, solution, steps, confidence):
    """The tree of a policy has the figures of its solution."""
    if solution.tree is None:
        return
    found = mc.length_distribution(game, solution.tree, confidence=confidence, max_steps=steps)
    assert found.accuracy == solution.accuracy
    assert found.expected_cost == solution.mean


@pytest.mark.parametrize(
    "part", [0, *(pytest.param(part, marks=pytest.mark.slow) for part in range(1, 5))]
)
def test_random_games_are_those_of_the_joint_distribution(part):
    for seed in range(40 * part, 40 * (part + 1)):
        check(seed)


def check_without_noise(seed):
    """A game with an error of 0 is the exact game, whatever its end states and variants are."""
    spec = joint.random_spec(seed)
    if spec.table is not None:
        return 0
    exact = game_of(spec, mixed=seed).exact
    zero = mc.noisy(exact, 0, again=spec.again)
    try:
        lengths = mc.length_distribution(exact, "entropy")
    except mc.BadGame:  # no question distinguishes some secrets
        return 0
    found = mc.length_distribution(zero, "entropy")
    assert found == lengths
    assert found.accuracy == 1
    bound = mc.Session(zero).lower_bound
    assert bound is None or bound.questions <= lengths.mean
    played = [mc.simulate(one, "entropy", games=5, seed=seed) for one in (zero, exact)]
    assert played[0].lengths == played[1].lengths
    sessions = [mc.Session(one, "entropy") for one in (zero, exact)]
    secret = Random(seed).choice([s for s, weight in enumerate(spec.weights) if weight])
    while not sessions[1].over:
        guess = sessions[1].guess
        assert sessions[0].guess == guess
        for session in sessions:
            session.record(guess, spec.true[guess][secret])
        assert sessions[0].posterior == sessions[1].posterior
        assert list(sessions[0].candidates) == list(sessions[1].candidates)
    assert sessions[0].over
    assert sessions[0].known == sessions[1].known
    return 1


def test_random_games_without_noise_are_the_exact_ones():
    assert sum(map(check_without_noise, range(60))) > 20


#: Parts of 200 games: a tenth, or all 20,000 games where every property has many examples.
PARTS = 100 if os.environ.get("HYPOTHESIS_PROFILE") == "all" else 10


def test_random_searches_that_are_stopped_are_no_worse_than_named_strategies():
    assert sum(map(check_stopped, (2, 4, 5, 7, 8, 9, 13, 50000377, 5483422041))) > 100


def test_random_searches_of_many_guesses_are_sound():
    assert sum(map(check_deep, (2, 4, 6, 8, 9, 13, 23))) == 7


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_many_random_games_are_those_of_the_joint_distribution(part):
    for seed in range(1000 + 200 * part, 1000 + 200 * (part + 1)):
        check(seed)
        check_stopped(seed, every=seed % 10 == 0)
        check_saved(seed)
        check_deep(seed)


def check_saved(seed):
    """Games, policies and logs come back as they were, and are refused for another game."""
    spec = joint.random_spec(seed)
    if not spec.must_name or spec.table is not None or spec.kind == "likelihood":
        return 0
    game = game_of(spec, mixed=seed)
    again = mc.from_json(mc.to_json(game))
    for guess in game.guesses:
        for secret in game.secrets:
            assert again.likelihood(guess, secret) == game.likelihood(guess, secret)
    how = {"max_steps": min(spec.steps, 2)}
    best = mc.optimal(game, **how)
    text = mc.to_json(best)
    copy = mc.from_json(text, game=game)
    assert (copy.accuracy, copy.mean, copy.bound) == (best.accuracy, best.mean, best.bound)
    _check_tree(spec, game, copy, how["max_steps"], None)
    session = mc.Session(game, confidence=spec.confidence)
    plain = {"seed": seed, "max_steps": 2}
    with TemporaryDirectory() as folder:
        log = Path(folder, "log")
        try:
            whole = mc.simulate(game, games=6, **plain)
        except mc.UninformativeGuess:
            return 0
        mc.simulate(game, games=3, log=log, **plain)
        assert mc.simulate(game, games=6, log=log, **plain) == whole
        for other in _others(spec, seed):
            with pytest.raises(mc.errors.MastermindCoreError):
                mc.simulate(other, games=9, log=log, **plain)
            with pytest.raises(mc.errors.MastermindCoreError):
                mc.from_json(mc.to_json(session), game=other)
    return 1


def _others(spec, seed):
    """Yield games that differ in one thing: weights, costs, what answers mean, an error."""
    heavier = [weight + (at == 0) for at, weight in enumerate(spec.weights)]
    yield game_of(replace(spec, weights=heavier), mixed=seed)
    yield game_of(replace(spec, costs=[spec.costs[0] + 1, *spec.costs[1:]]), mixed=seed)
    if spec.kind == "equal" and any(len({*row} - spec.ends) > 1 for row in spec.true):
        yield game_of(replace(spec, noise=spec.noise + Fraction(1, 20)), mixed=seed)
    seen = sorted({answer for row in spec.true for answer in row} - spec.ends)
    if len(seen) > 1 and spec.kind == "equal":
        swap = {seen[0]: seen[1], seen[1]: seen[0]}
        true = [[swap.get(answer, answer) for answer in row] for row in spec.true]
        if true != spec.true:
            yield game_of(replace(spec, true=true), mixed=seed)


def test_random_games_are_saved_and_no_other_game_is_taken_for_them():
    assert sum(map(check_saved, range(60))) > 20


def singles(classes, weights, error=Fraction(1, 10)):
    """Return the game in which each secret has a question of its own."""
    n = len(weights)
    true = [["a" if guess == secret else "b" for secret in range(n)] for guess in range(n)]
    kept = {"a": {"a": 1 - error, "b": error}, "b": {"b": 1 - error, "a": error}}
    chances = [[kept[answer] for answer in row] for row in true]
    ones = [joint.ONE] * n
    return joint.Spec(true, chances, weights, ones, classes, set(), "fresh", "equal", error)


def test_beliefs_that_are_equal_up_to_a_symmetry_are_one():
    game = game_of(singles(None, [1, 1, 1, 1]))
    assert mc.optimal(game, max_steps=2).beliefs == 3  # the first one, after a hit, after a miss
    same = mc.optimal(mc.noisy(game.exact, Fraction(1, 10), again="same"), max_steps=2)
    assert same.beliefs == 9


@pytest.mark.parametrize("classes", [None, "xyy", "xxy"])
@pytest.mark.parametrize("weights", [[1, 1, 1], [3, 1, 2], [2, 2, 1]])
def test_symmetries_preserve_classes(classes, weights):
    spec = singles(classes and [*classes], weights)
    for steps in (1, 2, 3):
        expected = joint.best_accuracy(spec, spec.prior(), (), steps)
        assert mc.optimal(game_of(spec), max_steps=steps).accuracy == expected


class Circle:
    """Secrets in a circle; a question names two neighbours."""

    guesses, secrets, endstates = range(4), range(4), ()

    def goal(self, secret):
        return secret

    def score(self, guess, secret):
        return (secret - guess) % 4 < 2

    def generators(self):
        def turn(n):
            return (n + 1) % 4

        yield turn, turn


class WithoutSymmetry(Circle):
    """The same circle, which declares nothing."""

    generators = None


def test_declared_symmetries_are_used():
    found = [mc.optimal(mc.noisy(kind(), 0.1), max_steps=3) for kind in (Circle, WithoutSymmetry)]
    assert found[0].accuracy == found[1].accuracy
    assert found[0].beliefs < found[1].beliefs
