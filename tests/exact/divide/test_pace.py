"""How a search sets out and how it is cut change how long it takes, and nothing that it says."""

from __future__ import annotations

from random import Random

import pytest

import mastermind_core as mc
from mastermind_core.exact.divide import pace
from mastermind_core.exact.divide.job import JobContext
from mastermind_core.exact.divide.subproblem import Subproblem
from mastermind_core.kernels.choose import is_compiled

IMPOSSIBLE = 1 << 60


def lopsided_game(seed, secrets=18, guesses=40):
    """Return a game without symmetries: questions by chance, and the secrets themselves."""
    random = Random(seed)
    rows = [[random.randint(0, 2) for _ in range(secrets)] for _ in range(guesses)]
    rows += [
        [9 if g == s else 3 + (s % 4 == g % 4) for s in range(secrets)] for g in range(secrets)
    ]
    return mc.FiniteGame(range(len(rows)), range(secrets), lambda g, s: rows[g][s], {9})


@pytest.fixture(autouse=True)
def wide(monkeypatch):
    """Let small games count as games of many words."""
    for name, value in (("HOPELESS", 200), ("PAIRS", 20_000), ("SPAN", 30), ("SPAN_PLAIN", 30)):
        monkeypatch.setattr(pace, name, value)


@pytest.mark.parametrize("seed", range(4))
def test_a_wide_game_has_the_same_tree(seed, tmp_path):
    if not is_compiled():
        pytest.skip("the plain search breaks ties as it comes to them")
    game = lopsided_game(seed)
    alone = mc.to_text(mc.optimal(game))
    threads = {"threads": 3, "checkpoint": tmp_path / "proof"}
    for options in ({"workers": 1}, threads, {"workers": 2}):
        assert mc.to_text(mc.optimal(game, **options)) == alone


@pytest.mark.parametrize(
    ("pool", "max_steps"), [("all", None), ("all", 4), ("candidates", None), ("candidates", 14)]
)
def test_a_wide_game_has_the_same_total(pool, max_steps):
    game = lopsided_game(9)
    asked = {"pool": pool, "max_steps": max_steps}
    divided = mc.optimal(game, workers=1, **asked)
    assert divided.total == mc.optimal(game, **asked).total
    assert divided.lower_bound == divided.total


@pytest.mark.parametrize("objective", ["mean", "worst", "worst-then-mean", "mean-then-worst"])
@pytest.mark.parametrize("span", [1, 2, 3, 5])
def test_a_job_may_end_before_its_set_is_looked_at(objective, span, monkeypatch):
    """Where secrets weigh nearly the same, they are first searched as if all weighed the same."""
    for name, value in (("SPAN", span), ("SPAN_PLAIN", span), ("SECOND", 1), ("TINY", 0)):
        monkeypatch.setattr(pace, name, value)
    for code, weights in (
        (mc.Mastermind(colours=5, holes=1), (1, 1, 3, 2, 1)),
        (mc.Mastermind(colours=3, holes=2), (11, 10, 10, 12, 11, 10, 11, 12, 10)),
    ):
        game = mc.weighted(code, weights)
        for pool in ("all", "candidates"):
            divided = mc.optimal(game, objective, pool=pool, workers=1)
            alone = mc.optimal(game, objective, pool=pool)
            assert divided.proven
            assert divided.worst == alone.worst or objective == "mean"
            assert divided.total == alone.total or objective == "worst"


def test_what_is_known_of_guesses_is_kept_up_to_date(monkeypatch):
    """The best guess, and what the blocks of each cost, are what they would be if added up anew."""
    looks = []
    update = Subproblem.update

    def checked(self, changed=()):
        update(self, changed)
        guesses = self.listing.guesses
        exact = [(one.bound, one.place) for one in guesses if one.exact]
        assert self.listing.incumbent == min(exact, default=(IMPOSSIBLE, len(guesses)))
        assert [one.place for one in guesses] == list(range(len(guesses)))
        if guesses:
            least = min(one.bound for one in guesses)
            assert self.lower >= min(self.listing.rest, least)
        for guess in guesses:
            if guess.blocks is not None and not guess.exact:
                blocks = sum(part.lower for part in guess.blocks.subproblems)
                assert guess.blocks.total == self.question.weight + blocks
                looks.append(guess)

    monkeypatch.setattr(Subproblem, "update", checked)
    for game in (lopsided_game(1), mc.Mastermind(colours=4, holes=3)):
        for objective in ("mean", "worst"):
            assert mc.optimal(game, objective, workers=1).proven
    assert len(looks) > 20


def test_a_search_that_is_stopped_at_once_has_as_good_a_tree_as_every_greedy_one(monkeypatch):
    """It begins with the tree that is made most quickly, and with Ctrl-C it makes the others."""

    def answer(*_):
        raise KeyboardInterrupt

    game = lopsided_game(2)
    monkeypatch.setattr(JobContext, "answer", answer)
    with pytest.raises(mc.errors.Interrupted) as stopped:
        mc.optimal(game, workers=1)
    found = stopped.value.solution
    assert not found.proven
    greedy = (s for s in mc.STRATEGIES.values() if isinstance(s, mc.Greedy))
    assert found.total <= min(mc.length_distribution(game, one).total for one in greedy)
    assert found.lower_bound <= found.total


def test_threads_fill_their_scores_before_their_first_job(monkeypatch, tmp_path):
    warmed = []
    monkeypatch.setattr(JobContext, "warm_up", lambda context: warmed.append(context))
    mc.optimal(lopsided_game(3), threads=3, checkpoint=tmp_path / "wide")
    assert len(warmed) == 3
    # Symmetries leave few first guesses: jobs are about their blocks.
    mc.optimal(mc.Mastermind(colours=4, holes=3), threads=3, checkpoint=tmp_path / "few")
    assert len(warmed) == 3
