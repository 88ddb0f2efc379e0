"""A guessing game as an environment: an action is a guess, an observation the history."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal, get_args

import gymnasium
import numpy as np
from gymnasium import spaces

from mastermind_core.arguments import expect, whole_number
from mastermind_core.errors import BadArgument, shown
from mastermind_core.exact.worth import Oracle
from mastermind_core.game import Game, HistoryLegal
from mastermind_core.games import GAMES
from mastermind_core.notation import format_guess, format_score
from mastermind_core.table import compile_game

Observed = Literal["history", "candidates"]
Mask = Literal["legal", "informative", "candidates"]
Reward = Literal["cost", "regret"]

#: Upper limit of ``max_steps``.
_MOST_STEPS = 2**20

#: The type of an observation or of a mask.
Numbers = np.ndarray[Any, np.dtype[Any]]


class GuessingEnv(gymnasium.Env[Any, Any]):
    """A game as an environment of Gymnasium (F. Towers and others, 2024).

    An action is the index of a guess in ``game.guesses``. The episode terminates when the secret is
    found or the goal of the game is reached. A guess that the rule of the game does not allow gets
    no score, but has its reward, and ``info["refused"]`` is True. The information also has the
    allowed actions ("action_mask"), the number of consistent secrets ("candidates") and, at the
    end, the "secret".

    Args:
        game: The game.
        max_steps: The number of guesses after which the episode is truncated. At most 2^20.
        observation: The kind of observation. "history" has one row per guess: its index and that of
            its score, both counted from 1, or 0 for a missing guess. "candidates" has 1 for each
            secret that is consistent with all scores, otherwise 0.
        mask: The allowed actions. "legal" follows the rule of the game. "informative" also excludes
            uninformative guesses. "candidates" also excludes guesses that cannot win. If none
            remains, all legal actions are allowed.
        reward: The reward of a guess. "cost" is minus its cost, which is -1 without costs. "regret"
            is minus the expected excess over the best guess, by exact search
            (:class:`~mastermind_core.Oracle`). It is 0 for a best guess, and minus its cost for an
            uninformative one.
        render_mode: The kind of rendering. "ansi" means text, None means no rendering.

    Raises:
        BadArgument: If an option is not valid, or "regret" is used for a game with a rule for legal
            guesses.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012 - as its base has it

    def __init__(
        self,
        game: Game,
        *,
        max_steps: int = 20,
        observation: Observed = "history",
        mask: Mask = "legal",
        reward: Reward = "cost",
        render_mode: str | None = None,
    ):
        """Compile the game, and make the spaces of actions and observations."""
        max_steps = whole_number("max_steps", max_steps, 1, _MOST_STEPS)
        for name, value, choices in (
            ("observation", observation, get_args(Observed)),
            ("mask", mask, get_args(Mask)),
            ("reward", reward, get_args(Reward)),
            ("render_mode", render_mode, (None, *self.metadata["render_modes"])),
        ):
            known = isinstance(value, str | None) and value in choices
            expect(known, name, f"one of {', '.join(map(repr, choices))}", value)
        self.game, self.max_steps, self.mask = game, max_steps, mask
        self.render_mode = render_mode
        self._observation = observation
        if reward == "regret" and getattr(game, "hard", isinstance(game, HistoryLegal)):
            raise BadArgument(
                'reward must be "cost" in a game with a rule for legal guesses: "regret" is known '
                "only without such a rule"
            )
        self._oracle = Oracle(game) if reward == "regret" else None
        self._table = compile_game(game)
        n_guesses, n_secrets = len(self._table.guesses.items), len(self._table.secrets.items)
        self.action_space = spaces.Discrete(n_guesses)
        self.observation_space = (
            spaces.MultiBinary(n_secrets)
            if observation == "candidates"
            else spaces.MultiDiscrete(
                np.array([[n_guesses + 1, len(self._table.scores.items) + 1]] * max_steps)
            )
        )
        weights = np.array(self._table.weights, dtype=float)
        self._chances = weights / weights.sum()
        self._secret = -1
        self._over = True
        self._begin()

    def _begin(self) -> None:
        self._steps: list[tuple[int, int]] = []
        self._left: array[int] = self._table.everything

    @property
    def history(self) -> list[tuple[Any, Any]]:
        """Return the pairs of guess and score so far."""
        guesses, scores = self._table.guesses.items, self._table.scores.items
        return [(guesses[guess], scores[score]) for guess, score in self._steps if score >= 0]

    @property
    def candidates(self) -> list[Any]:
        """Return the secrets that are consistent with all scores."""
        return [self._table.secrets.items[secret] for secret in self._left]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start a new episode with a new secret.

        Args:
            seed: The seed of the random secret. None continues with the current generator.
            options: A dictionary. Its item "secret" sets the secret. Otherwise, the secret is
                random, with probabilities in proportion to the weights.

        Returns:
            The first observation and the information of the environment.

        Raises:
            BadArgument: If the options are not valid, or the secret has weight 0.
        """
        super().reset(seed=seed)
        expect(isinstance(options, Mapping | None), "options", "a dictionary or None", options)
        if options is not None and "secret" in options:
            self._secret = self._table.secrets[options["secret"]]
            if not self._table.weights[self._secret]:
                raise BadArgument(
                    f"secret {shown(options['secret'])} has the weight 0: it is never hidden"
                )
        else:
            self._secret = int(self.np_random.choice(len(self._chances), p=self._chances))
        self._over = False
        self._begin()
        return self._observed(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Make a guess.

        Args:
            action: The index of the guess in ``game.guesses``.

        Returns:
            The observation, the reward, two booleans, and the information of the environment. The
            booleans are whether the episode has terminated and whether it was truncated.

        Raises:
            BadArgument: If the action is not valid, or the episode is over.
        """
        if self._over:
            raise BadArgument("the episode is over: call reset() before step()")
        wanted = f"a number from 0 to {len(self._table.guesses.items) - 1}"
        expect(self.action_space.contains(action), "action", wanted, action)
        guess = int(action)
        refused = not self._is_legal(guess)
        reward = -float(self._table.price(guess))
        if self._oracle is not None and self._table.tells(guess, self._left):
            regret = self._oracle.regret(self._table.guesses.items[guess], self.history)
            reward = 0.0 - float(Fraction(regret) / self._table.weigh(self._left))
        score = -1
        if not refused:
            ((score, _),) = self._table.split(guess, array("I", [self._secret]))
            self._left = dict(self._table.split(guess, self._left))[score]
        self._steps.append((guess, score))
        found = score >= 0 and self._table.over(self._left, score)
        truncated = not found and len(self._steps) >= self.max_steps
        self._over = found or truncated
        info = {**self._info(), "refused": refused}
        if self._over:
            info["secret"] = self._table.secrets.items[self._secret]
        return self._observed(), reward, found, truncated, info

    def action_masks(self) -> Numbers:
        """Return one boolean per action: whether it is allowed by the mask."""
        guesses = range(len(self._table.guesses.items))
        allowed = list(map(self._is_legal, guesses))
        if self.mask != "legal" and not self._over:
            keep = self._table.may_win if self.mask == "candidates" else self._table.tells
            kept = [allowed[at] and keep(at, self._left) for at in guesses]
            allowed = kept if any(kept) else allowed
        return np.array(allowed, dtype=bool)

    def render(self) -> str | None:  # type: ignore[override]  # gymnasium allows more kinds
        """Return one line per guess with its score in the mode "ansi", otherwise None."""
        if self.render_mode != "ansi":
            return None
        return "\n".join(
            f"{format_guess(self.game, guess)}  {format_score(self.game, score)}"
            for guess, score in self.history
        )

    def _is_legal(self, guess: int) -> bool:
        if not isinstance(self.game, HistoryLegal):
            return True
        return self.game.legal(self._table.guesses.items[guess], self.history)

    def _observed(self) -> Numbers:
        if self._observation == "candidates":
            fits = np.zeros(len(self._table.secrets.items), dtype=np.int8)
            fits[np.frombuffer(self._left, dtype=np.uint32)] = 1
            return fits
        rows = np.zeros((self.max_steps, 2), dtype=np.int64)
        for at, (guess, score) in enumerate(self._steps):
            rows[at] = guess + 1, score + 1
        return rows

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self.action_masks().astype(np.int8),
            "candidates": len(self._left),
        }


#: The options of the environment; :func:`make` passes all others to the game.
_OWN = {"max_steps", "observation", "mask", "reward", "render_mode"}


def make(game: str, **options: Any) -> GuessingEnv:
    """Return the environment of a registered game.

    Args:
        game: The name of the game in ``GAMES``.
        options: Options of the environment and of the game, distinguished by their names.
    """
    own = {name: options.pop(name) for name in _OWN & options.keys()}
    return GuessingEnv(GAMES[game].make(**options), **own)


for _name in GAMES.own:
    gymnasium.register(
        f"mastermind_core/{_name}-v0",
        entry_point="mastermind_core.gym.environment:make",
        kwargs={"game": _name},
    )
