"""Oracles made ahead: they know what was prepared, and are never wrong about the rest."""

from __future__ import annotations

import attrs
import pytest
from expected_play import Truth

import mastermind_core as mc
from mastermind_core.agents import prepare_oracle
from mastermind_core.cli import main

TEXT = "crane brine slate pride grape erase speed abide level eerie caper racer recap pacer"
WORDS = mc.Wordle(TEXT.split(), others=["doubt", "liver"])
CODES = mc.Mastermind(colours=3, holes=2)
GAMES = [
    WORDS,
    CODES,
    mc.TwoD(3),
    mc.priced(CODES, lambda code: 1 + len(set(code))),
    mc.weighted(WORDS, lambda word: 1 + len(set(word))),
    mc.identified(CODES),
]


def positions(game, depth, left=None, turns=()):
    """Yield the histories of a game up to a depth, with the secrets that are left."""
    left = frozenset(game.secrets) if left is None else left
    yield turns, left
    for guess in game.guesses if depth else ():
        blocks = Truth(game).blocks(guess, left)
        for score, block in blocks.items():
            if score not in game.endstates and block != left and len(block) > 1:
                yield from positions(game, depth - 1, frozenset(block), (*turns, (guess, score)))


def prepared(game, **how):
    oracle = mc.Oracle(game)
    for _ in prepare_oracle(oracle, **how):
        pass
    return oracle


@pytest.mark.parametrize("game", GAMES[:-1], ids=repr)
def test_what_is_asked_of_an_oracle_in_a_file_is_true(game, tmp_path):
    mc.save(prepared(game, openings=2, best=2), tmp_path / "oracle.json.gz")
    oracle = mc.load(tmp_path / "oracle.json.gz")
    truth = Truth(game)
    for turns, left in positions(game, 1):
        assert oracle.minimum(turns) == truth.optimum(left)
        for value in oracle.values(turns, "all"):
            assert value.total == truth.total(value.guess, left, truth.optimum)


@pytest.mark.parametrize("game", GAMES[:-1], ids=repr)
def test_the_reward_is_the_true_regret_in_each_position(game):
    pytest.importorskip("gymnasium")
    truth = Truth(game)
    numbers = {guess: at for at, guess in enumerate(game.guesses)}
    env = mc.gym.GuessingEnv(game, reward="regret", oracle=prepared(game, openings=1, best=1))
    for turns, left in positions(game, 1):
        for guess in game.guesses:
            env.reset(options={"secret": min(left)})
            for made, _ in turns:
                env.step(numbers[made])
            *_, reward, _, _, info = env.step(numbers[guess])
            total = truth.total(guess, left, truth.optimum)
            if total is None:
                regret = truth.price[guess]
            else:
                regret = (total - truth.optimum(left)) / truth.mass(left)
            assert reward == pytest.approx(-float(regret))
            assert info["exact"] is True


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_totals_by_numbers_are_those_by_history(game):
    oracle = mc.Oracle(game)
    table = mc.compile_game(game)
    for turns, _ in positions(game, 1):
        candidates = table.after(turns)
        if table.over(candidates):
            continue
        unit = table.cost_unit * table.weight_unit
        assert oracle.total_of(candidates) * unit == oracle.minimum(turns)
        for value in oracle.values(turns, list(game.guesses)[:3]):
            found = oracle.total_of(candidates, table.guesses[value.guess])
            assert found * unit == value.total


def test_a_stopped_preparation_is_continued(tmp_path):
    game = mc.Mastermind(colours=4, holes=3)
    how = {"openings": 4, "best": 3}
    whole = prepared(game, **how)
    part = mc.Oracle(game)
    steps = prepare_oracle(part, **how)
    next(steps)
    assert next(steps)[0] == 1
    mc.save(part, tmp_path / "part.json")
    again = mc.load(tmp_path / "part.json")
    assert again.totals.items() < whole.totals.items()
    assert list(prepare_oracle(again, **how)) == list(prepare_oracle(whole, **how))
    assert again.totals == whole.totals


def test_prepared_positions_need_no_search():
    oracle = prepared(WORDS, openings=2, best=2)
    table = mc.compile_game(WORDS)
    everything = table.everything
    known = [
        guess
        for guess in range(len(WORDS.guesses))
        if oracle.total_of(everything, guess, search=False) is not None
    ]
    assert len(known) >= 2
    for guess in known:
        for score, block in table.split(guess, everything):
            if len(block) > 2 and not table.over(block, score):
                assert oracle.total_of(block, search=False) is not None


def test_known_totals_are_forgotten_but_pinned_ones_stay(monkeypatch):
    oracle = prepared(CODES, openings=9, best=0)
    pinned = dict(oracle.totals)
    monkeypatch.setattr("mastermind_core.exact.worth._KEPT", 1)
    oracle.values(guesses="all")
    assert pinned.items() <= oracle.totals.items()


def test_the_command_continues_a_file(tmp_path, capsys):
    words = ["mastermind", "--colours", "3", "--holes", "2", "--save", str(tmp_path / "o.json.gz")]
    assert main(["oracle", *words, "--openings", "1"]) == 0
    first = mc.load(tmp_path / "o.json.gz").totals
    assert main(["oracle", *words, "--openings", "9", "--json"]) == 0
    assert first.items() <= mc.load(tmp_path / "o.json.gz").totals.items()
    assert '"totals"' in capsys.readouterr().out


def test_an_oracle_stopped_by_ctrl_c_is_saved(tmp_path, monkeypatch):
    def stopped(oracle, **_):
        yield 0, 9
        oracle.total_of(mc.compile_game(oracle.game).everything, pin=True)
        raise KeyboardInterrupt

    monkeypatch.setattr(mc.agents, "prepare_oracle", stopped)
    path = tmp_path / "o.json"
    words = ["mastermind", "--colours", "3", "--holes", "2", "--save", str(path)]
    assert main(["oracle", *words]) == 130
    assert mc.load(path).totals


@pytest.mark.parametrize("how", [{"openings": 0}, {"best": -1}, {"openings": "x"}])
def test_wrong_options_are_refused(how):
    with pytest.raises(mc.BadArgument):
        prepare_oracle(mc.Oracle(CODES), **how)


def test_games_with_a_rule_are_refused():
    hard = mc.Oracle(mc.Wordle(TEXT.split(), hard=True))
    with pytest.raises(mc.BadArgument, match="rule"):
        prepare_oracle(hard)
    assert hard.total_of(mc.compile_game(hard.game).everything) is None


def test_a_large_position_is_compared_by_greedy_trees():
    pytest.importorskip("gymnasium")
    env = mc.gym.GuessingEnv(mc.Mastermind(colours=7, holes=4), reward="regret")
    env.reset(options={"secret": (1, 2, 3, 4)})
    _, reward, _, _, info = env.step(0)
    assert not info["exact"]
    assert -1 < reward < 0
    env.reset(options={"secret": (1, 2, 3, 4)})
    assert env.step(0)[1] == reward


@pytest.mark.parametrize("game", GAMES[:-1], ids=repr)
def test_a_review_with_an_oracle_in_a_file_has_the_values_of_one_without(game, tmp_path):
    mc.save(prepared(game, openings=2, best=2), tmp_path / "oracle.json")
    for turns, left in positions(game, 1):
        for secret in sorted(left)[:2]:
            played = [*turns, (secret, game.score(secret, secret))]
            found = mc.review(game, played, oracle=mc.load(tmp_path / "oracle.json"))
            for one, other in zip(found, mc.review(game, played), strict=True):
                assert set(one.best) <= set(other.best)
                assert attrs.evolve(one, best=()) == attrs.evolve(other, best=())


def test_what_an_oracle_knows_takes_no_search(monkeypatch):
    oracle = prepared(WORDS, openings=99, best=99)
    table = mc.compile_game(WORDS)
    first = oracle.known_best()[0]
    assert oracle.total_of(table.everything, table.guesses[first]) == oracle.minimum()
    blocks = mc.partition(WORDS, "liver")
    turns = [("liver", max(blocks, key=lambda score: len(blocks[score])))]
    assert oracle.known_best(turns)
    searched = []
    monkeypatch.setattr(mc.exact.worth.ValueQuestion, "_search", lambda *how: searched.append(how))
    assert all(move.exact for move in mc.review(WORDS, turns, oracle=oracle))
    assert not searched
    assert mc.Oracle(WORDS).known_best() == ()


@pytest.mark.parametrize(
    "other",
    [
        "o.json",
        mc.Oracle(WORDS),
        mc.Oracle(CODES, objective="worst"),
        mc.Oracle(CODES, pool="candidates"),
    ],
    ids=["a name", "another game", "another objective", "another pool"],
)
def test_an_oracle_of_something_else_is_refused(other):
    turns = [((1, 1), (2, 0))]
    with pytest.raises(mc.BadArgument, match=r"oracle.*Mastermind"):
        mc.rate(CODES, turns, oracle=other)
    with pytest.raises(mc.BadArgument, match=r"oracle.*Mastermind"):
        mc.review(CODES, turns, oracle=other)
    pytest.importorskip("gymnasium")
    with pytest.raises(mc.BadArgument, match=r"oracle.*Mastermind"):
        mc.gym.GuessingEnv(CODES, reward="regret", oracle=other)
