"""A session under any sequence of what can be done to it, against a list of answers."""

from __future__ import annotations

from amounts import many
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import mastermind_core as mc

GAMES = [
    mc.TwoD(4),
    mc.Mastermind(colours=3, holes=3),
    mc.Mastermind(colours=3, holes=2, repeats="guesses"),
    mc.Wordle(["cigar", "rebut", "sissy", "humph"], others=["salet"]),
    mc.weighted(mc.TwoD(2), {(0, 0): 5}),
]
STRATEGIES = [None, "entropy", "knuth", "random_candidate", "uninformed_random", "beam"]


class Sessions(RuleBasedStateMachine):
    """Any guesses and answers, some of them wrong, and steps back, and files."""

    @initialize(game=st.sampled_from(GAMES), strategy=st.sampled_from(STRATEGIES))
    def begin(self, game, strategy):
        self.game, self.strategy = game, strategy
        self.session = mc.Session(game, strategy, seed=1)
        self.history = []

    def left(self, history):
        return [
            secret
            for secret in self.game.secrets
            if all(self.game.score(guess, secret) == score for guess, score in history)
        ]

    @property
    def open(self):
        return not self.history or self.history[-1][1] not in self.game.endstates

    @precondition(lambda self: self.open)
    @rule(data=st.data())
    def answer_any_guess(self, data):
        guess = data.draw(st.sampled_from(self.game.guesses))
        secret = data.draw(st.sampled_from(self.left(self.history)))
        self.session.record(guess, self.game.score(guess, secret))
        self.history.append((guess, self.game.score(guess, secret)))

    @precondition(lambda self: self.open)
    @rule(data=st.data())
    def answer_what_is_proposed(self, data):
        guess = self.session.guess
        secret = data.draw(st.sampled_from(self.left(self.history)))
        score = self.game.score(guess, secret)
        self.session.answer(score)
        self.history.append((guess, score))

    @precondition(lambda self: self.open)
    @rule(data=st.data())
    def answer_what_may_not_fit(self, data):
        guess = data.draw(st.sampled_from(self.game.guesses))
        score = self.game.score(
            data.draw(st.sampled_from(self.game.guesses)),
            data.draw(st.sampled_from(self.game.secrets)),
        )
        try:
            self.session.record(guess, score)
        except mc.InconsistentHistory:
            assert not self.left([*self.history, (guess, score)])
        else:
            self.history.append((guess, score))

    @precondition(lambda self: self.history)
    @rule()
    def step_back(self):
        self.session.undo()
        self.history.pop()

    @rule()
    def save_and_load(self):
        self.session = mc.from_json(mc.to_json(self.session))

    @rule()
    def write_and_read_the_history(self):
        self.session = mc.Session.from_dict(self.game, self.session.to_dict(), self.strategy)

    @precondition(lambda self: self.open)
    @rule()
    def ask_for_advice(self):
        own = getattr(self.game, "weights", ()) or (1,) * len(self.game.secrets)
        weights = dict(zip(self.game.secrets, own, strict=True))
        left = self.left(self.history)
        for one in self.session.suggest(2):
            sizes = self.session.explain(one.guess)
            assert sum(sizes.values()) == sum(weights[secret] for secret in left)

    @invariant()
    def what_is_left_is_what_fits(self):
        left = self.left(self.history)
        assert self.session.history == self.history
        assert list(self.session.candidates) == left
        assert self.session.count == len(left)
        assert self.session.over is not self.open


Sessions.TestCase.settings = settings(max_examples=many(25), stateful_step_count=10, deadline=None)
TestSessions = Sessions.TestCase
