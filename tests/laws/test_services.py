"""A third kind of game is served by a package of its own, and the core does not change for it."""

from fractions import Fraction

from attrs import evolve, frozen

import mastermind_core as mc
from mastermind_core.names import serve, service_of

COMMITS = 100_000


class Hunt:
    """The first bad commit of a long history, without a score of each pair."""

    guesses, secrets, endstates = range(COMMITS), range(COMMITS), ()

    def hunt(self):
        """Mark the games of this service."""

    def goal(self, secret):
        return secret

    def score(self, guess, secret):
        return guess >= secret


@frozen(eq=False)
class Interval:
    """The first and the last commit that may be the first bad one."""

    known: tuple
    ending: object
    turns: tuple = ()
    scores = (True, False)
    is_probable = False
    lower_bound = None
    spent = ()

    @property
    def count(self):
        return self.known[1] - self.known[0] + 1

    @property
    def left(self):
        return str(self.count)

    @property
    def candidates(self):
        return range(self.known[0], self.known[1] + 1)

    @property
    def posterior(self):
        return dict.fromkeys(self.candidates, Fraction(1, self.count))

    @property
    def over(self):
        return self.ending.is_over(self)

    is_won = False

    @property
    def is_decided(self):
        return self.count == 1

    @property
    def name(self):
        return self.known[0] if self.over else None

    @property
    def doubts(self):
        return [Fraction(0)] * len(self.turns)

    def after(self, guess, score):
        low, high = self.known
        known = (low, min(high, guess)) if score else (max(low, guess + 1), high)
        return evolve(self, known=known, turns=(*self.turns, (guess, score)))

    def suggest(self, n, metric, default, *, seconds, distinct):
        return [Middle(self).guess]


@frozen(eq=False)
class Middle:
    """A player that asks for the middle of the interval."""

    view: Interval
    effort = None

    @property
    def guess(self):
        return sum(self.view.known) // 2

    def after(self, guess, score, known=None):
        return Middle(self.view.after(guess, score))

    def stop(self):
        pass


class HuntService:
    """The service, as an application registers it."""

    def first_view(self, game, ending):
        return Interval((0, COMMITS - 1), ending)

    def first_breaker(self, game, strategy, seed, ending=None):
        return Middle(Interval((0, COMMITS - 1), None))


SERVICE = HuntService()


@serve("hunt")
def _hunt():
    return SERVICE


def test_a_session_of_a_third_kind_of_game():
    game = Hunt()
    assert service_of(game) is SERVICE
    session = mc.Session(game)
    while not session.over:
        session.answer(game.score(session.guess, 77_777))
    assert session.known == 77_777
    assert len(session.history) in {16, 17}
    assert session.doubts == [0] * len(session.history)
    session.undo()
    assert (session.over, session.known) == (False, None)
    assert session.suggest(1) == [session.guess]


def test_the_core_serves_exact_games_itself():
    assert service_of(mc.TwoD(3)) is None
    assert service_of(mc.noisy(mc.TwoD(3), 0.1)) is not None
