"""Simulated games: the same whatever runs them, resumed where cut off, summed up right."""

from __future__ import annotations

import json
import statistics
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest

import mastermind_core as mc

GAME = mc.Mastermind(colours=4, holes=3)
RANDOM = mc.strategies.random_candidate


def figures(summary):
    return [(r.number, r.length, r.evaluations, r.inconsistent) for r in summary.records]


def test_the_executor_does_not_matter():
    alone = mc.simulate(GAME, RANDOM, games=90, seed=5)
    with ThreadPoolExecutor(3) as threads:
        assert figures(mc.simulate(GAME, RANDOM, games=90, seed=5, executor=threads)) == figures(
            alone
        )
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        assert figures(mc.simulate(GAME, RANDOM, games=90, seed=5, executor=processes)) == figures(
            alone
        )


class Counting(Executor):
    """Does a task when its result is asked for, and counts how many wait."""

    def __init__(self, breaks_after=-1):
        self.waiting, self.most, self.cancelled = 0, 0, 0
        self.breaks_after = breaks_after

    def submit(self, function, /, *arguments):
        if self.breaks_after == 0:
            raise RuntimeError("broken")
        self.breaks_after -= 1
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        future = Future()

        def result(timeout=None):
            self.waiting -= 1
            future.set_running_or_notify_cancel()
            return function(*arguments)

        def cancel():
            if not future.running():
                self.waiting, self.cancelled = self.waiting - 1, self.cancelled + 1

        future.result, future.cancel = result, cancel
        return future


def test_an_executor_is_not_given_all_tasks_of_a_long_run_at_once():
    executor = Counting()

    def stop_soon(done, of):
        assert of == 2**40
        if done == 300:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        mc.simulate(GAME, RANDOM, games=2**40, executor=executor, progress=stop_soon)
    assert executor.most == executor.cancelled + 1 < 1000
    assert executor.waiting == 0


def test_what_was_found_before_an_executor_broke_is_kept(tmp_path):
    log = tmp_path / "games"
    with pytest.raises(mc.errors.BadArgument, match="broken"):
        mc.simulate(GAME, RANDOM, games=2000, executor=Counting(breaks_after=30), log=log)
    kept = log.read_text().count("\n") - 1
    assert kept >= 30 * 20
    assert figures(mc.simulate(GAME, RANDOM, games=kept, log=log)) == figures(
        mc.simulate(GAME, RANDOM, games=kept)
    )


def test_the_seed_matters():
    assert figures(mc.simulate(GAME, RANDOM, games=60, seed=1)) != figures(
        mc.simulate(GAME, RANDOM, games=60, seed=2)
    )


def test_a_longer_run_begins_with_the_shorter_one():
    assert figures(mc.simulate(GAME, RANDOM, games=50, seed=3))[:20] == figures(
        mc.simulate(GAME, RANDOM, games=20, seed=3)
    )


def test_strategies_with_one_seed_meet_the_same_secrets():
    met = {}

    def spy(name):
        def strategy(position):
            met.setdefault(name, []).append(position.seed)
            return mc.strategies.knuth(position)

        return strategy

    for name in ("one", "other"):
        mc.simulate(GAME, spy(name), games=10, seed=9)
    assert met["one"] == met["other"]


def test_all_secrets_in_turn_give_the_length_distribution():
    summary = mc.simulate(GAME, mc.strategies.entropy, games=64, secrets=GAME.secrets)
    assert summary.lengths == mc.length_distribution(GAME, mc.strategies.entropy)


def test_the_summary_agrees_with_the_statistics_module():
    summary = mc.simulate(GAME, RANDOM, games=75, seed=2)
    lengths = [record.length for record in summary.records]
    assert summary.games == 75
    assert summary.mean == pytest.approx(statistics.fmean(lengths))
    assert summary.median == statistics.median(lengths)
    assert summary.stdev == pytest.approx(statistics.pstdev(lengths))
    assert summary.worst == max(lengths)
    assert summary.margin == pytest.approx(1.96 * statistics.stdev(lengths) / 75**0.5)
    assert f"mean {statistics.fmean(lengths):.3f}" in str(summary)


def test_one_game_has_no_interval():
    assert mc.simulate(GAME, RANDOM, games=1).margin == float("inf")


def test_guesses_that_cannot_win_are_counted():
    knuth = mc.simulate(
        mc.Mastermind(), mc.strategies.knuth, games=20, secrets=[(4, 4, 3, 3), (6, 5, 4, 3)]
    )
    by_hand = 0
    for secret in [(4, 4, 3, 3), (6, 5, 4, 3)]:
        steps = mc.play_game(mc.Mastermind(), mc.strategies.knuth, lambda g, s=secret: pegs(g, s))
        for place, (guess, _) in enumerate(steps):
            by_hand += any(pegs(asked, guess) != score for asked, score in steps[:place])
    assert sum(record.inconsistent for record in knuth.records) == 10 * by_hand
    assert mc.simulate(GAME, RANDOM, games=30).inconsistent == 0


def pegs(guess, secret):
    black = sum(g == s for g, s in zip(guess, secret, strict=True))
    rest = list(secret)
    common = 0
    for colour in guess:
        if colour in rest:
            rest.remove(colour)
            common += 1
    return black, common - black


def test_a_log_is_resumed_without_playing_a_game_twice(tmp_path):
    log = tmp_path / "games.jsonl"
    whole = mc.simulate(GAME, RANDOM, games=60, seed=4)
    mc.simulate(GAME, RANDOM, games=25, seed=4, log=log)
    lines = log.read_text().splitlines()
    assert len(lines) == 26
    torn = "\n".join(lines[:18]) + '\n{"number": 17, "len'
    log.write_text(torn)
    played = []

    class Spy:
        name = "random_candidate"

        def __call__(self, position):
            if not position.history:
                played.append(position.seed)
            return RANDOM(position)

        def __repr__(self):
            return repr(RANDOM)

    resumed = mc.simulate(GAME, Spy(), games=60, seed=4, log=log)
    assert figures(resumed) == figures(whole)
    assert len(played) == 60 - 17
    numbers = [json.loads(line)["number"] for line in log.read_text().splitlines()[1:]]
    assert sorted(numbers) == list(range(60))


def test_a_run_that_is_stopped_keeps_its_games(tmp_path):
    log = tmp_path / "games.jsonl"
    turns = []

    def tired(position):
        turns.append(1)
        if len(turns) > 40:
            raise KeyboardInterrupt
        return mc.strategies.knuth(position)

    with pytest.raises(KeyboardInterrupt):
        mc.simulate(GAME, tired, games=50, log=log)
    assert len(log.read_text().splitlines()) > 5


@pytest.mark.parametrize(
    "other",
    [
        {"seed": 2},
        {"strategy": mc.strategies.knuth},
        {"game": mc.Mastermind(colours=3, holes=3)},
        {"secrets": [(1, 1, 1)]},
    ],
)
def test_a_log_of_other_games_is_refused(tmp_path, other):
    log = tmp_path / "games.jsonl"
    mc.simulate(GAME, RANDOM, games=3, seed=1, log=log)
    before = log.read_text()
    asked = {"game": GAME, "strategy": RANDOM, "seed": 1, **other}
    with pytest.raises(mc.BadArgument, match=r"games\.jsonl has games of another game"):
        mc.simulate(asked.pop("game"), asked.pop("strategy"), games=3, log=log, **asked)
    assert log.read_text() == before


def test_progress_reaches_the_end():
    heard = []
    mc.simulate(GAME, RANDOM, games=30, progress=lambda done, total: heard.append((done, total)))
    assert heard == [(done, 30) for done in range(1, 31)]


@pytest.mark.parametrize("games", [0, -1, True, 1.5, "10"])
def test_a_bad_number_of_games_is_refused(games):
    with pytest.raises(mc.BadArgument, match="games must be an integer from 1"):
        mc.simulate(GAME, RANDOM, games=games)


def test_no_secrets_are_refused():
    with pytest.raises(mc.BadArgument, match="secrets is empty"):
        mc.simulate(GAME, RANDOM, games=3, secrets=[])


def test_compare_pairs_the_games():
    standings = mc.compare(GAME, [mc.strategies.entropy, RANDOM], games=80, seed=6)
    first, second = (row.summary for row in standings.rows)
    paired = [b.length - a.length for a, b in zip(first.records, second.records, strict=True)]
    assert standings.rows[1].difference == pytest.approx(statistics.fmean(paired))
    assert standings.rows[1].margin == pytest.approx(1.96 * statistics.stdev(paired) / 80**0.5)
    assert standings.rows[0].difference == standings.rows[0].margin == 0
    lines = str(standings).splitlines()
    assert lines[0].split()[:2] == ["strategy", "mean"]
    assert [line.split()[0] for line in lines[1:]] == ["entropy", "random_candidate"]


def test_compare_needs_a_strategy():
    with pytest.raises(mc.BadArgument, match="strategies is empty"):
        mc.compare(GAME, [])


def test_compare_reports_progress_over_all_strategies():
    heard = []
    players = [mc.strategies.entropy, mc.strategies.knuth]
    mc.compare(GAME, players, games=5, progress=lambda done, total: heard.append((done, total)))
    assert heard == [(done, 10) for done in range(1, 11)]


def test_lots_are_drawn_from_the_generator_alone():
    one = mc.play_game(GAME, RANDOM, lambda g: pegs(g, (4, 1, 3)), seed=7)
    other = mc.play_game(GAME, RANDOM, lambda g: pegs(g, (4, 1, 3)), seed=7)
    assert one == other
    many = {
        mc.play_game(GAME, RANDOM, lambda g: pegs(g, (4, 1, 3)), seed=seed)[0][0]
        for seed in range(30)
    }
    assert len(many) > 10


def test_games_without_number_take_memory_as_they_are_played():
    class EnoughError(Exception):
        pass

    def stop(done, games):
        raise EnoughError(games)

    with pytest.raises(EnoughError, match=str(2**62)):
        mc.simulate(mc.TwoD(2), "entropy", games=2**62, progress=stop)
