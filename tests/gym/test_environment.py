"""Every registered game as an environment that Gymnasium's own checker passes."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from errors import one_line
from registry import every_sample, sample

import mastermind_core as mc

np = pytest.importorskip("numpy")
pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402 - it may be missing

EXAMPLE = Path(__file__).parents[2] / "examples" / "gym_agents.py"

# The checker says that it tries no other render modes, for the environment has no id.
pytestmark = pytest.mark.filterwarnings("ignore:.*alternative render modes:UserWarning")


@pytest.mark.parametrize("observation", ["history", "candidates"])
@every_sample
def test_the_checker_passes(name, place, observation):
    check_env(mc.gym.GuessingEnv(sample(name, place), observation=observation))


@every_sample
def test_masked_play_ends_and_costs_its_guesses(name, place):
    game = sample(name, place)
    env = mc.gym.GuessingEnv(game, max_steps=200, mask="candidates")
    random = np.random.default_rng(1)
    for secret in list(game.secrets)[:5]:
        env.reset(options={"secret": secret})
        rewards, found = 0.0, False
        while not found:
            left = env.candidates
            assert secret in left
            assert all(
                game.score(asked, one) == score for one in left for asked, score in env.history
            )
            masks = env.action_masks()
            assert masks.any()
            action = int(random.choice(np.flatnonzero(masks)))
            assert env.game.guesses[action] in game.guesses
            _, reward, found, truncated, info = env.step(action)
            assert not truncated
            assert not info["refused"]
            assert info["candidates"] == len(env.candidates)
            rewards += reward
        assert -rewards == len(env.history) <= len(game.secrets)
        assert env.history[-1][1] in game.endstates
        assert info["secret"] == secret


def test_what_is_seen():
    game = mc.TwoD(2)
    env = mc.gym.GuessingEnv(game, max_steps=3, render_mode="ansi")
    first, info = env.reset(options={"secret": (1, 1)})
    assert not first.any()
    assert info["candidates"] == 4
    seen, reward, found, truncated, info = env.step(0)
    assert (reward, found, truncated) == (-1.0, False, False)
    assert seen[0, 0] == 1
    table = mc.compile_game(game)
    assert table.scores.items[seen[0, 1] - 1] == game.score((0, 0), (1, 1))
    assert not seen[1:].any()
    assert env.render() == "00  <"
    _, _, found, _, info = env.step(3)
    assert found
    assert info["secret"] == (1, 1)
    with one_line(mc.BadArgument, "reset() before step()"):
        env.step(3)


def test_an_episode_is_cut_off():
    env = mc.gym.GuessingEnv(mc.games.HigherLower(8), max_steps=2)
    env.reset(options={"secret": 8})
    assert env.step(0)[2:4] == (False, False)
    assert env.step(0)[2:4] == (False, True)


def test_masks():
    game = mc.games.HigherLower(5)
    allowed = {}
    for mask in ("legal", "informative", "candidates"):
        env = mc.gym.GuessingEnv(game, mask=mask)
        env.reset(options={"secret": 4})
        env.step(2)
        allowed[mask] = [
            guess for guess, yes in zip(game.guesses, env.action_masks(), strict=True) if yes
        ]
    assert allowed == {"legal": [1, 2, 3, 4, 5], "informative": [4, 5], "candidates": [4, 5]}


def test_a_hard_mode_refuses():
    game = mc.Wordle(["batch", "catch", "chump"], hard=True)
    env = mc.gym.GuessingEnv(game)
    env.reset(options={"secret": "catch"})
    env.step(0)
    assert list(env.action_masks()) == [True, True, False]
    _, reward, found, _, info = env.step(2)
    assert (reward, found, info["refused"], info["candidates"]) == (-1.0, False, True, 1)
    assert len(env.history) == 1


def test_weights_are_chances():
    env = mc.gym.GuessingEnv(mc.weighted(mc.TwoD(2), [1, 1, 1, 997]))
    env.reset(seed=3)
    drawn = []
    for _ in range(50):
        env.reset()
        drawn.append(env.step(3)[2])
    assert sum(drawn) > 40


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ({"max_steps": 0}, ("max_steps", "0")),
        ({"observation": "all"}, ("observation", "'history', 'candidates'", "'all'")),
        ({"mask": "none"}, ("mask", "'none'")),
        ({"render_mode": "human"}, ("render_mode", "'human'")),
    ],
)
def test_bad_options(options, parts):
    with one_line(mc.BadArgument, *parts):
        mc.gym.GuessingEnv(mc.TwoD(2), **options)


def test_bad_actions_and_secrets():
    env = mc.gym.GuessingEnv(mc.TwoD(2))
    env.reset()
    for action in (4, -1, 1.5, "a", None):
        with one_line(mc.BadArgument, "from 0 to 3"):
            env.step(action)
    with one_line(mc.BadArgument, "(5, 5)"):
        env.reset(options={"secret": (5, 5)})


def test_the_greedy_agent_of_the_example_beats_the_random_one():
    spec = importlib.util.spec_from_file_location("gym_agents", EXAMPLE)
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    env = mc.gym.GuessingEnv(mc.Mastermind(colours=4, holes=3), mask="informative")
    greedy = example.mean_guesses(env, example.greedy_agent, games=40)
    assert greedy < example.mean_guesses(env, example.random_agent, games=40)


def test_without_gymnasium_there_is_one_line():
    code = (
        "import sys; sys.modules['gymnasium'] = None\n"
        "import mastermind_core as mc\n"
        "try:\n    mc.gym.GuessingEnv\n"
        "except mc.errors.MissingExtra as error:\n    print(error)"
    )
    out = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True
    )
    assert out.stdout == (
        "GuessingEnv needs gymnasium: pip install gymnasium "
        "(in a clone also: pip install -e '.[gym]')\n"
    )


def test_every_game_has_an_id_and_takes_its_options_and_those_of_the_environment():
    import gymnasium

    assert mc.gym.GuessingEnv
    assert {f"mastermind_core/{name}-v0" for name in mc.GAMES.own} <= gymnasium.registry.keys()
    env = gymnasium.make(
        "mastermind_core.gym.environment:mastermind_core/mastermind-v0",
        colours=3,
        holes=2,
        mask="candidates",
    )
    assert env.unwrapped.game == mc.Mastermind(colours=3, holes=2)
    assert env.unwrapped.mask == "candidates"
    _, info = env.reset(seed=1, options={"secret": (2, 3)})
    assert info["action_mask"].sum() == 9
    _, reward, found, _, info = env.step(mc.Mastermind(3, 2).guesses.index((2, 3)))
    assert (reward, found, info["secret"]) == (-1, True, (2, 3))


@pytest.mark.parametrize(
    "game",
    [
        mc.TwoD(3),
        mc.weighted(mc.TwoD(2), {(0, 0): Fraction(5, 2)}),
        mc.priced(mc.games.HigherLower(5), {3: 2}),
        mc.identified(mc.games.HigherLower(5)),
    ],
    ids=["grid", "weights", "costs", "goals"],
)
def test_regret_is_what_a_guess_leads_to_beyond_the_best(game):
    env = mc.gym.GuessingEnv(game, reward="regret", max_steps=50)
    weights = getattr(game, "weights", ()) or [1] * len(game.secrets)
    weight = dict(zip(game.secrets, weights, strict=True))
    best = mc.optimal(game).total
    for at, guess in enumerate(game.guesses):
        env.reset(options={"secret": game.secrets[0]})
        _, reward, *_ = env.step(at)
        if len({game.score(guess, secret) for secret in game.secrets}) == 1:
            assert reward == -env._cost(at)
            continue
        beyond = mc.optimal(game, first_guess=guess).total - best
        assert reward == pytest.approx(-float(beyond / Fraction(sum(weight.values()))))


def test_a_perfect_player_regrets_nothing_and_a_wasted_guess_is_regretted():
    game = mc.TwoD(4)
    env = mc.gym.GuessingEnv(game, reward="regret")
    node = tree = mc.optimal(game).tree
    places = {guess: at for at, guess in enumerate(game.guesses)}
    for secret in game.secrets:
        env.reset(options={"secret": secret})
        node, found = tree, False
        while not found:
            _, reward, found, *_ = env.step(places[node.guess])
            assert reward == 0
            node = node[game.score(node.guess, secret)].subtree
    env.reset(options={"secret": game.secrets[0]})
    env.step(3)
    assert env.step(3)[1] == -1


def test_regret_needs_a_game_without_a_rule_of_what_is_legal():
    with one_line(mc.BadArgument, "reward", "legal"):
        mc.gym.GuessingEnv(mc.Wordle(["crane", "slate"], hard=True), reward="regret")
    with one_line(mc.BadArgument, "reward", "'regret'"):
        mc.gym.GuessingEnv(mc.TwoD(2), reward="points")
    mc.gym.GuessingEnv(mc.Wordle(["crane", "slate"]), reward="regret")


def test_a_secret_that_is_never_hidden_is_refused():
    game = mc.weighted(mc.TwoD(2), {(1, 1): 0})
    env = mc.gym.GuessingEnv(game)
    with one_line(mc.BadArgument, "secret (1, 1) has the weight 0"):
        env.reset(options={"secret": (1, 1)})
    with one_line(mc.BadArgument, "options must be a dictionary or None"):
        env.reset(options=3)
    for secret in game.secrets[:3]:
        env.reset(options={"secret": secret})
        assert env.step(game.guesses.index(secret))[2]
