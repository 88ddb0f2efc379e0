"""The examples for verifiers and OpenEnv, which run where these packages are installed."""

from __future__ import annotations

import asyncio
import importlib.util
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

import mastermind_core as mc

pytest.importorskip("gymnasium")
FOLDER = Path(__file__).parents[2] / "examples" / "environments"
GAME = mc.Mastermind(colours=6, holes=4)


@pytest.fixture
def load(monkeypatch):
    def example(name, package):
        pytest.importorskip(package)
        spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, module)
        spec.loader.exec_module(module)
        return module

    return example


class Model:
    """A model that answers with the guess of most entropy, and sees the last line alone."""

    def __init__(self):
        self.session = mc.Session(GAME, "entropy")
        self.turns = []

    def answer(self, text):
        guess, _, score = text.splitlines()[-1].partition("  ")
        if self.turns:
            self.turns[-1] = guess, score
            self.session.record(mc.parse_guess(GAME, guess), mc.parse_score(GAME, score))
        self.turns.append(None)
        return f"Perhaps.\nMy guess: {mc.format_guess(GAME, self.session.guess)}"


class Interaction:
    """What an environment of verifiers sees of a model."""

    def __init__(self, task, model, most=99):
        self.task, self.model, self.rewards = task, model, {}
        self.left = most
        self.trace = SimpleNamespace(record_reward=self.record, info={})

    def record(self, name, value, weight=1.0):
        self.rewards[name] = value, weight

    async def turn(self, text=None):
        reply = self.model.answer(self.task.data.prompt if text is None else text)
        self.left -= 1
        return SimpleNamespace(terminated=self.left < 0, last_reply=reply)


def played(example, task, most=99):
    """Return a game with the model, which stops after some moves."""
    talk = Interaction(task, Model(), most)

    @asynccontextmanager
    async def interaction(task):
        yield talk

    agents = SimpleNamespace(player=SimpleNamespace(interaction=interaction))
    taskset = {"id": "verifiers_game", "tasks": 5}
    env = example.GuessingEnv(example.GuessingEnvConfig(taskset=taskset))
    asyncio.run(env.run(task, agents))
    return talk


def test_a_game_of_verifiers_rewards_the_regret(load):
    example = load("verifiers_game", "verifiers.v1")
    tasks = [*example.GuessingTaskset(example.GuessingConfig(tasks=5)).load()]
    assert len({task.data.seed for task in tasks}) == 5
    for task in tasks:
        talk = played(example, task)
        turns = [
            (mc.parse_guess(GAME, g), mc.parse_score(GAME, s)) for g, s in talk.model.turns[:-1]
        ]
        last = mc.Session(GAME, "entropy", history=turns).guess
        rated = mc.rate(GAME, [[*turns, (last, (4, 0))]])
        assert talk.rewards["found"] == (1, 0)
        assert talk.rewards["regret"][0] == pytest.approx(-rated.regret)
        assert talk.trace.info["candidates"] == 1


@pytest.mark.parametrize("most", [0, 1])
def test_a_model_of_verifiers_that_stops_loses_the_guesses_it_had_left(load, most):
    example = load("verifiers_game", "verifiers.v1")
    (task,) = example.GuessingTaskset(example.GuessingConfig(tasks=1)).load()
    limit = example.begun(task.data)[0].max_steps
    talk = played(example, task, most)
    assert talk.rewards["found"] == (0, 0)
    assert -(limit - most) - 1 < talk.rewards["regret"][0] <= -(limit - most)


def test_a_game_of_openenv_ends_with_the_goal(load):
    example = load("openenv_game", "openenv")
    env = example.GuessingGame()
    board, model = env.reset(seed=3), Model()
    while not board.done:
        board = env.step(example.Guess(message=model.answer(board.text)))
    assert board.text.endswith("4,0")
    assert env.state.step_count == len(model.turns)
    assert board.reward <= 0
    again = env.reset(seed=3)
    assert (again.done, env.state.step_count) == (False, 0)
    assert {"/reset", "/step", "/schema"} <= {
        getattr(route, "path", "") for route in example.app.routes
    }
