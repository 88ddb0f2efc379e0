"""Every registered game as an environment that Gymnasium's own checker passes."""

from __future__ import annotations

import importlib.util
import runpy
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


@pytest.mark.parametrize("observation", ["history", "candidates", "text"])
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
    assert seen[0] == 1
    table = mc.compile_game(game)
    assert table.scores.items[seen[1] - 1] == game.score((0, 0), (1, 1))
    assert not seen[2:].any()
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


@every_sample
def test_a_mask_is_what_its_words_say(name, place):
    """A plain recount of each mask from the scores of the game, guess by guess."""
    game, random = sample(name, place), np.random.default_rng(2)
    goal_of = getattr(game, "goal", None) if getattr(game, "goals", ()) else None
    for mask in ("legal", "informative", "candidates"):
        env = mc.gym.GuessingEnv(game, max_steps=6, mask=mask)
        env.reset(seed=int(random.integers(100)))
        over = False
        while not over:
            left, history = env.candidates, env.history
            rule = getattr(game, "legal", lambda guess, history: True)
            legal = [bool(rule(guess, history)) for guess in game.guesses]
            scores = [{game.score(guess, one) for one in left} for guess in game.guesses]
            keep = {
                "legal": [True] * len(scores),
                "informative": [len(own) > 1 or own <= set(game.endstates) for own in scores],
                "candidates": [bool(own & set(game.endstates)) for own in scores],
            }[mask]
            both = [own and kept for own, kept in zip(legal, keep, strict=True)]
            if goal_of is None:
                assert list(env.action_masks()) == (both if any(both) else legal)
            action = int(random.choice(np.flatnonzero(env.action_masks())))
            _, _, found, truncated, info = env.step(action)
            assert list(info["action_mask"]) == list(env.action_masks())
            over = found or truncated


def test_a_rule_of_the_whole_history_is_asked_with_it():
    class Alternating(mc.FiniteGame):
        """Even and odd guesses take turns."""

        def legal(self, guess, history):
            return guess % 2 == len(history) % 2

    numbers = range(6)
    game = Alternating(numbers, numbers, lambda guess, secret: guess == secret, {True})
    for played in (game, mc.weighted(game, [1, 2, 3, 4, 5, 6])):
        env = mc.gym.GuessingEnv(played)
        env.reset(options={"secret": 5})
        for at in (0, 3, 2):
            assert list(np.flatnonzero(env.action_masks())) == [at % 2, at % 2 + 2, at % 2 + 4]
            env.step(at)


def test_a_mask_that_is_changed_changes_no_other():
    env = mc.gym.GuessingEnv(mc.TwoD(2))
    env.reset(seed=1)
    env.action_masks()[:] = False
    assert env.action_masks().all()


def test_text_for_a_language_model():
    env = mc.gym.GuessingEnv(mc.Mastermind(6, 4), observation="text", max_steps=5)
    task, info = env.reset(options={"secret": (1, 2, 3, 4)})
    assert "such as 1111" in task
    assert "4,0 ends the game" in task
    assert info == {"candidates": 1296, "ceiling": pytest.approx(-5625 / 1296)}
    said = [("1122", False), ("<think>4 4?</think>\nMy guess: 1 3 2 4", False), ("no idea", True)]
    for text, refused in [*said, ("", True), ("It is 1234.", False)]:
        seen, reward, found, truncated, info = env.step(text)
        assert (reward, info["refused"]) == (-1, refused)
        assert env.observation_space.contains(seen)
    lines = ["1122  1,1", "1324  2,2", "?  not a legal guess", "?  not a legal guess", "1234  4,0"]
    assert seen.splitlines() == [task, *lines]
    assert (found, truncated, info["secret"]) == (True, False, "1234")
    env.reset()
    with one_line(mc.BadArgument, "action", "a string", "3"):
        env.step(3)


def test_the_example_plays_to_the_end_as_a_text_adapter_does():
    example = runpy.run_path(str(EXAMPLE.with_name("gym_text.py")))
    game = mc.Mastermind(colours=4, holes=3)
    for seed in range(5):
        seen = example["play"](game, lambda text: example["stand_in"](game, text), seed=seed)
        assert seen.endswith("  3,0")


def test_nonsense_costs_as_much_as_the_dearest_guess():
    game = mc.priced(mc.games.HigherLower(5), {3: 2})
    for reward in ("cost", "regret"):
        env = mc.gym.GuessingEnv(game, observation="text", reward=reward)
        env.reset(seed=1)
        assert env.step("what?")[1] == -2


def test_environments_step_together():
    import gymnasium

    assert mc.gym.GuessingEnv
    envs = gymnasium.make_vec(
        "mastermind_core.gym.environment:mastermind_core/mastermind-v0",
        num_envs=3,
        vectorization_mode="vector_entry_point",
        colours=3,
        holes=2,
    )
    seen, info = envs.reset(seed=1)
    assert seen.shape == (3, 40)
    assert info["action_mask"].shape == (3, 9)
    seen, rewards, *_ = envs.step(np.array([0, 4, 8]))
    assert list(seen[:, 0]) == [1, 5, 9]
    assert list(rewards) == [-1, -1, -1]


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


def test_the_ceiling_is_the_mean_of_the_best_tree():
    game = mc.Wordle(["crane", "brine", "slate", "pride", "grape"], others=["doubt"])
    for own in (game, mc.weighted(game, [1, 2, 3, 4, 5]), mc.priced(game, [1, 2, 1, 3, 1, 5])):
        best = mc.optimal(own)
        weight = sum(mc.compile_game(own).weights)
        _, info = mc.gym.GuessingEnv(own).reset(seed=1)
        assert info["ceiling"] == pytest.approx(-float(best.total) / weight)
    assert mc.gym.GuessingEnv(game, reward="regret").reset(seed=1)[1]["ceiling"] == 0


def test_the_ceiling_of_a_large_game_is_not_searched():
    game = mc.Mastermind(colours=7, holes=4)
    assert "ceiling" not in mc.gym.GuessingEnv(game).reset(seed=1)[1]


def test_masks_of_vectors_are_those_of_their_environments():
    import gymnasium

    envs = gymnasium.make_vec(
        "mastermind_core.gym.environment:mastermind_core/mastermind-v0",
        num_envs=3,
        vectorization_mode="vector_entry_point",
        colours=3,
        holes=2,
        mask="candidates",
    )
    envs.reset(seed=1)
    _, _, _, _, info = envs.step([0, 1, 5])
    assert envs.action_masks().shape == (3, 9)
    assert (envs.action_masks() == info["action_mask"].astype(bool)).all()
