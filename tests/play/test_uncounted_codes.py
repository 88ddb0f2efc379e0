"""Games of codes in which answers leave too many codes to count: what is said, what goes on."""

from __future__ import annotations

import io
import json
import sys
from random import Random

import pytest
from inside import CodeStrategy

import mastermind_core as mc
from mastermind_core.cli import main

pytestmark = pytest.mark.compiled

GAME = mc.Mastermind(colours=16, holes=16)
SECRET, *GUESSES = (tuple(Random(seed).choices(range(1, 17), k=16)) for seed in range(3))
HISTORY = [(guess, GAME.score(guess, SECRET)) for guess in GUESSES]


@pytest.fixture(scope="module")
def session():
    return mc.Session(GAME, history=HISTORY)


def test_a_session_goes_on_without_a_count(session):
    assert repr(session).endswith("2 answers, very many candidates>")
    assert repr(session.candidates) == "<very many codes>"
    assert "very many candidates left" in session._repr_html_()
    assert SECRET in session.candidates
    first = session.candidates[0]
    assert [GAME.score(guess, first) for guess in GUESSES] == [score for _, score in HISTORY]
    assert session.guess in GAME.guesses


@pytest.mark.parametrize(
    "ask",
    [
        lambda session: session.count,
        lambda session: len(session.candidates),
        lambda session: session.suggest(1),
        lambda session: session.explain(SECRET),
        lambda session: session.weigh(SECRET),
        lambda session: session.diagnose((0, 0), guess=GUESSES[0]),
        lambda session: mc.consistent(GAME, session.history),
        lambda session: mc.ConsistentCodes(GAME, session.history).sample(2, Random(1)),
    ],
)
def test_what_needs_a_count_is_refused_in_one_line(session, ask):
    with pytest.raises(mc.GameTooLarge, match=r"(too many|too long) to") as refused:
        ask(session)
    assert "\n" not in str(refused.value)
    assert "'sampled'" in str(refused.value)


def test_a_contradiction_is_found_without_a_count(session):
    with pytest.raises(
        mc.InconsistentHistory, match=r"answer 3.*fits none of the secrets"
    ) as refused:
        session.record(GUESSES[0], (16, 0))
    assert "\n" not in str(refused.value)
    assert len(session.history) == 2


@pytest.mark.parametrize("repeats", ["both", "none"])
def test_more_codes_than_python_has_sizes_for(repeats):
    game = mc.Mastermind(colours=24, holes=16, repeats=repeats)
    session = mc.Session(game)
    assert session.count > 2**63
    first = (1,) * 16 if repeats == "both" else tuple(range(1, 17))
    assert session.candidates[0] == game.secrets[0] == first
    assert game.guesses[-1][0] == 24
    assert game.guesses.index(game.guesses[2**70 % session.count]) == 2**70 % session.count
    with pytest.raises(mc.GameTooLarge, match=r"more than len can hold: read session\.count"):
        len(session.candidates)


def test_a_secret_is_drawn_of_more_codes_than_python_has_sizes_for():
    class Asked(Exception):
        """The strategy was asked: a secret was drawn."""

    class Asking(CodeStrategy):
        def __call__(self, position):
            raise Asked

    with pytest.raises(Asked):
        mc.simulate(GAME, Asking(), games=1)


def typed(history):
    return [f"{' '.join(map(str, guess))} {black},{white}" for guess, (black, white) in history]


@pytest.mark.slow
def test_assist_goes_on_without_a_count(capsys, monkeypatch):
    lines = [*typed(HISTORY), "left", f"{' '.join(map(str, GUESSES[0]))} 16,0"]
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    assert main(["assist", "mastermind", "--colours", "16", "--holes", "16"]) == 0
    out = capsys.readouterr().out
    assert "take too long to compute" in out
    assert "(very many left) guess and answer?" in out
    assert "very many left: " in out
    assert "fits none of the secrets" in out


def test_assist_writes_no_count_where_there_is_none(capsys):
    steps = [part for line in typed(HISTORY) for part in ("--step", line)]
    command = ["assist", "mastermind", "--colours", "16", "--holes", "16", *steps, "--json"]
    assert main(command) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["count"] is None
    assert [list(one) for one in told["suggestions"]] == [["guess"]]
