"""Faults of those who answer: score functions that fail or lie half-way, answerers that slip."""

from __future__ import annotations

import mastermind_core as mc
from tests.fuzz.shapes import SHAPES, Spec
from tests.oracles.bitmask_oracle import Oracle, walk


class Fault(Exception):
    """What a score function raises."""


class Scorer:
    """A score function that is well until it has been asked so often."""

    def __init__(self, spec, bad):
        self.score, self.left, self.bad = spec.score_function(), -1, bad

    def __call__(self, guess, secret):
        if self.left == 0:
            return self.bad(self.score(guess, secret))
        self.left -= 1
        return self.score(guess, secret)


def _raise(score):
    raise Fault("the score function fails")


def _spec(random):
    spec = random.choice(SHAPES)(random, 8)
    return Spec(spec.rows, spec.ends, spec.weights, spec.guesses, spec.secrets, spec.scores)


def _game(spec, scorer):
    return mc.FiniteGame(spec.guesses, spec.secrets, scorer, spec.end_items(), weights=spec.weights)


CALLS = {
    "optimal": lambda game: mc.optimal(game),
    "divided": lambda game: mc.optimal(game, threads=2),
    "greedy": lambda game: mc.length_distribution(game, "entropy"),
    "simulate": lambda game: mc.simulate(game, "entropy", games=5),
    "session": lambda game: mc.Session(game, "entropy").suggest(2),
    "save": lambda game: mc.to_json(mc.lazy_tree(game, "knuth")),
}


def fail_scores(report, random, folder):
    """A score function raises at any call: its own error comes out, and the game stays sound."""
    kind = "score function that raises"
    for _ in range(30):
        spec = _spec(random)
        least = Oracle(spec.rows, spec.ends, spec.weights).best("mean")[0]
        scorer = Scorer(spec, _raise)
        game = _game(spec, scorer)
        scorer.left = random.randint(0, len(spec.guesses) * len(spec.secrets) - 1)
        call = CALLS[random.choice(sorted(CALLS))]
        report.count(kind)
        try:
            call(game)
        except Fault:
            pass
        except mc.MastermindCoreError as error:
            report.hold_alive("\n" not in str(error), kind, str(error))
        except Exception as error:
            report.hold_alive(False, kind, repr(error))
        scorer.left = -1
        found = mc.optimal(game)
        fine = (found.total, walk(found.tree, spec)[0]) == (least, least)
        report.hold(fine, kind, f"{found} where {least} is least")


def lie_half_way(report, random, folder):
    """A score function begins to give another answer: the tree that comes out does not replay."""
    kind = "score function that lies"
    for _ in range(30):
        spec = _spec(random)
        wrong = random.choice([*spec.scores, [], float("nan"), "another answer"])
        scorer = Scorer(spec, lambda score, wrong=wrong: wrong)
        game = _game(spec, scorer)
        scorer.left = random.randint(0, len(spec.guesses) * len(spec.secrets) - 1)
        report.count(kind)
        found = None
        try:
            found = mc.optimal(game)
        except mc.MastermindCoreError as error:
            report.hold_alive("\n" not in str(error), kind, str(error))
        except Exception as error:
            report.hold_alive(False, kind, repr(error))
        scorer.left = -1
        if found is not None:
            _hold_verified(report, kind, spec, game, found)


def _hold_verified(report, kind, spec, game, found):
    """The package's own check passes a tree just when that of the tests does."""
    try:
        walked = walk(found.tree, spec, spare=True)  # nobody may ask for what was a lie
    except (AssertionError, KeyError):
        walked = None
    try:
        verified = mc.replay(game, found.tree)
        said = verified.total, verified.worst
    except mc.MastermindCoreError as error:
        report.hold_alive("\n" not in str(error), kind, str(error))
        said = None
    report.hold(walked == said, kind, f"{said} verified, {walked} walked")


def slip_answers(report, random, folder):
    """Whoever answers slips from some guess on: one line, or a game that ends."""
    kind = "answers that slip half-way"
    for _ in range(30):
        spec = _spec(random)
        game = _game(spec, spec.score_function())
        secret, after = random.choice(spec.secrets), random.randint(0, 3)
        asked = []

        def answer(guess, game=game, secret=secret, after=after, asked=asked, spec=spec):
            asked.append(guess)
            if len(asked) > after:
                return random.choice(spec.scores)
            return game.score(guess, secret)

        report.count(kind)
        try:
            steps = mc.play_game(game, "entropy", answer, seed=1)
            fits = [one for one in spec.secrets if all(game.score(g, one) == s for g, s in steps)]
            report.hold(bool(fits), kind, f"{steps} fits no secret")
        except mc.MastermindCoreError as error:
            report.hold_alive("\n" not in str(error), kind, str(error))


FAULTS = [fail_scores, lie_half_way, slip_answers]
