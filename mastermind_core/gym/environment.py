"""A guessing game as an environment: an action is a guess, an observation the history."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial, reduce
from itertools import chain, compress, starmap
from operator import and_
from string import printable
from typing import Any, Literal, get_args

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import SyncVectorEnv

from mastermind_core.agents.parts import Worths, dearest
from mastermind_core.arguments import expect, whole_number
from mastermind_core.errors import BadArgument, shown
from mastermind_core.exact import Oracle, oracle_of
from mastermind_core.game import Game, HistoryLegal, has_rule, takes_game
from mastermind_core.games import GAMES
from mastermind_core.kernels import choose as kernels
from mastermind_core.notation import format_guess, format_score, parse_guess
from mastermind_core.table import compile_game

Observed = Literal["history", "candidates", "text"]
Mask = Literal["legal", "informative", "candidates"]
Reward = Literal["cost", "regret"]

#: Upper limit of ``max_steps``.
_MOST_STEPS = 2**20

#: The number of scores and entries of masks to store per game, and the number of candidates whose
#: scores are compared at a time.
_STORED = 2**26
_COMPARED = 64

#: The number of pairs of guess and candidate up to which the exact value of a position is searched.
_SEARCHED = 2**21

#: The note for a guess that has no score.
_REFUSED = "not a legal guess"

#: The type of an observation or of a mask.
Numbers = np.ndarray[Any, np.dtype[Any]]


class GuessingEnv(gymnasium.Env[Any, Any]):
    """A game as a Gymnasium environment (F. Towers and others, 2024).

    An action is a guess's index in ``game.guesses``. The episode terminates when the secret is
    found or the game's goal is reached. A guess that the game's rule does not allow gets no score,
    but has its reward, and ``info["refused"]`` is True. The information also has the allowed
    actions ("action_mask"), how many secrets are consistent ("candidates") and, at the end, the
    "secret". After :meth:`reset` it has the "ceiling", if that is known: the maximum expected sum
    of rewards in an episode that is not truncated.

    Args:
        game: The game.
        max_steps: The episode is truncated after this many guesses. At most 2^20.
        observation: How observations are encoded. "history" has two numbers per guess: its index
            and its score's index, both counted from 1, or 0 for a missing guess. "candidates" has 1
            for each secret that is consistent with all scores, otherwise 0. "text" is a string for
            language models: the task and one line per guess. An action is then a string that ends
            with a guess. Any other string is refused, and the information has no arrays.
        mask: The allowed actions. "legal" follows the game's rule. "informative" also excludes
            uninformative guesses. "candidates" also excludes guesses that cannot win. If none
            remains, all legal actions are allowed.
        reward: How a guess is rewarded. "cost" is minus its cost, which is -1 without costs.
            "regret" is minus the expected excess over the best guess: 0 for a best guess, and minus
            its cost for an uninformative one. It is exact in small positions, and in those that the
            oracle knows. In others it compares trees of the entropy strategy. ``info["exact"]`` is
            whether it is exact.
        oracle: An oracle for "regret" and for the ceiling, for example from a file. By default a
            new one, which is asked for the ceiling of small games only.
        render_mode: How to render. "ansi" means text, None means no rendering.

    Raises:
        BadArgument: If an option is not valid, or "regret" is used for a game with a rule for legal
            guesses.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012 - as its base has it

    @takes_game
    def __init__(
        self,
        game: Game,
        *,
        max_steps: int = 20,
        observation: Observed = "history",
        mask: Mask = "legal",
        reward: Reward = "cost",
        oracle: Oracle[Any, Any, Any] | None = None,
        render_mode: str | None = None,
    ):
        """Compile the game, and make the action and observation spaces."""
        max_steps = whole_number("max_steps", max_steps, 1, _MOST_STEPS)
        for name, value, choices in (
            ("observation", observation, get_args(Observed)),
            ("mask", mask, get_args(Mask)),
            ("reward", reward, get_args(Reward)),
            ("render_mode", render_mode, (None, *self.metadata["render_modes"])),
        ):
            known = isinstance(value, str | None) and value in choices
            expect(known, name, f"one of {', '.join(map(repr, choices))}", value)
        self.game = game
        self.max_steps = max_steps
        self.mask = mask
        self.render_mode = render_mode
        self._observation = observation
        self._rule = game if isinstance(game, HistoryLegal) and has_rule(game) else None
        if reward == "regret" and has_rule(game):
            raise BadArgument(
                'reward must be "cost" in a game with a rule for legal guesses: "regret" is known '
                "only without such a rule"
            )
        self._table = compile_game(game)
        self._oracle = oracle_of(game, oracle)
        self._worths = None
        if reward == "regret":
            self._worths = self._shared_worths(oracle)
        n_guesses = len(self._table.guesses.items)
        n_secrets = len(self._table.secrets.items)
        self.action_space: spaces.Space[Any] = spaces.Discrete(n_guesses)
        self.observation_space: spaces.Space[Any] = spaces.MultiBinary(n_secrets)
        if observation == "history":
            pair = [n_guesses + 1, len(self._table.scores.items) + 1]
            self.observation_space = spaces.MultiDiscrete(pair * max_steps)
        elif observation == "text":
            self._make_text_spaces()
        weights = np.array(self._table.weights, dtype=float)
        self._chances = weights / weights.sum()
        self._secret = -1
        self._over = True
        self._begin()

    def _make_text_spaces(self) -> None:
        """Make the task and the string spaces."""
        guesses = [format_guess(self.game, guess) for guess in self._table.guesses.items]
        scores = [format_score(self.game, score) for score in self._table.scores.items]
        final = " or ".join(compress(scores, self._table.final))
        self._task = (
            f"Find the secret of {shown(self.game)} with few guesses. Answer with a guess alone, "
            f"such as {guesses[0]}. Each guess is followed by its score; {final} ends the game."
        )
        signs = frozenset(chain(printable, self._task, *guesses, *scores))
        line = max(map(len, guesses)) + max(map(len, [*scores, _REFUSED])) + len("\n  ")
        space = spaces.Text(len(self._task) + line * self.max_steps, charset=signs)
        self.action_space = self.observation_space = space

    def _begin(self) -> None:
        self._steps: list[tuple[int, int]] = []
        self._left: array[int] = self._table.everything

    @property
    def history(self) -> list[tuple[Any, Any]]:
        """Return the (guess, score) pairs so far."""
        guesses = self._table.guesses.items
        scores = self._table.scores.items
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
            seed: The seed for the random secret. None continues with the current generator.
            options: A dictionary. Its item "secret" sets the secret. Otherwise, the secret is
                random, with probabilities in proportion to the weights.

        Returns:
            The first observation and the environment's information.

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
        ceiling = self._ceiling()
        known = {} if ceiling is None else {"ceiling": ceiling}
        return self._observed(), {**self._info(), **known}

    def _ceiling(self) -> float | None:
        """Return the maximum expected sum of rewards, or None if it takes a long search."""
        if self._worths is not None:
            return 0.0
        if has_rule(self.game):
            return None
        stored = self._table.memory.setdefault((GuessingEnv, "ceiling"), [])
        if not stored:
            search = self._table.n_pairs <= _SEARCHED
            everything = self._table.everything
            oracle = Oracle(self.game) if self._oracle is None else self._oracle
            total = oracle.total_of(everything, search=search)
            unit = self._table.cost_unit * self._table.weight_unit
            mean = None if total is None else total * unit / self._table.weigh(everything)
            stored.append(None if mean is None else -float(mean))
        found: float | None = stored[0]
        return found

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Make a guess.

        Args:
            action: The guess's index in ``game.guesses``, or a string with the observation "text".

        Returns:
            The observation, the reward, two booleans, and the environment's information. The
            booleans are whether the episode has terminated and whether it was truncated.

        Raises:
            BadArgument: If the action is not valid, or the episode is over.
        """
        if self._over:
            raise BadArgument("the episode is over: call reset() before step()")
        guess = self._guess_of(action)
        refused = guess < 0 or not self._masked("legal")[guess]
        reward, exact = self._reward_of(guess)
        score = -1
        if not refused:
            scores = self._table.kernel_scores
            pair = array("I", [guess]), array("I", [self._secret])
            score = kernels.greedy.pair_scores(scores, *pair)[0]
            left = self._left
            self._left = kernels.greedy.filter_candidates(scores, guess, score, left)
        self._steps.append((guess, score))
        found = score >= 0 and self._table.over(self._left, score)
        truncated = not found and len(self._steps) >= self.max_steps
        self._over = found or truncated
        info = {**self._info(), "refused": bool(refused)}
        if self._worths is not None:
            info["exact"] = exact
        if self._over:
            info["secret"] = self._table.secrets.items[self._secret]
            if self._observation == "text":
                info["secret"] = format_guess(self.game, info["secret"])
        return self._observed(), reward, found, truncated, info

    def _reward_of(self, guess: int) -> tuple[float, bool]:
        """Return a guess's reward, and whether it is exact. The guess is -1 for other strings."""
        if guess < 0:
            return -dearest(self._table), True
        if self._worths is not None and self._table.tells(guess, self._left):
            regret, exact = self._worths.regret(guess, self._left)
            return 0.0 - regret, exact
        return -float(self._table.price(guess)), True

    def _shared_worths(self, oracle: Oracle[Any, Any, Any] | None) -> Worths:
        """Return the totals of positions, which all environments with one oracle share."""
        shared = self._table.memory.setdefault((GuessingEnv, "worths"), {})
        if oracle not in shared:
            asked = Oracle(self.game) if oracle is None else oracle
            shared[oracle] = Worths(self._table, asked, most=_SEARCHED)
        found: Worths = shared[oracle]
        return found

    def _guess_of(self, action: Any) -> int:
        """Return a guess's id, or -1 for a string that does not end with a guess."""
        if self._observation != "text":
            wanted = f"a number from 0 to {len(self._table.guesses.items) - 1}"
            expect(self.action_space.contains(action), "action", wanted, action)
            return int(action)
        expect(isinstance(action, str), "action", "a string", action)
        last = (action.strip().splitlines() or [""])[-1]
        for text in (last, last.rpartition(":")[2], last.rpartition(" ")[2].rstrip(".!")):
            with suppress(BadArgument):
                return self._table.guesses[parse_guess(self.game, text)]
        return -1

    def action_masks(self) -> Numbers:
        """Return one boolean per guess: whether it is allowed by the mask."""
        return self._masked("legal" if self._over else self.mask).copy()

    def _masked(self, mask: Mask) -> Numbers:
        is_constant = mask == "legal" and self._rule is None
        key = (mask, *(() if is_constant else self._steps))
        return self._stored(key, partial(self._allowed, mask))

    def _stored(self, key: object, compute: Callable[[], Numbers]) -> Numbers:
        """Return an array that is stored with the table, for all environments with the game."""
        stored = self._table.memory.setdefault(GuessingEnv, {})
        found: Numbers | None = stored.get(key)
        if found is None:
            if len(stored) * len(self._table.guesses.items) > _STORED:
                stored.clear()
            found = stored[key] = compute()
        return found

    def _column(self, secret: int) -> Numbers:
        return self._stored(secret, partial(self._scores_with, secret))

    def _scores_with(self, secret: int) -> Numbers:
        """Return each guess's score id against a secret."""
        guesses = array("I", range(len(self._table.guesses.items)))
        secrets = array("I", [secret]) * len(guesses)
        scores = kernels.greedy.pair_scores(self._table.kernel_scores, guesses, secrets)
        return np.array(scores, dtype=np.min_scalar_type(len(self._table.final)))

    def _allowed(self, mask: Mask) -> Numbers:
        if mask == "legal":
            return self._legal_guesses()
        allowed = self._masked("legal")
        if mask == "candidates":
            keep = np.zeros_like(allowed)
            keep[list(chain.from_iterable(map(self._table.winners.__getitem__, self._left)))] = True
        else:
            first = self._column(self._left[0])
            keep = np.array(self._table.final)[first]
            for begin in range(1, len(self._left), _COMPARED):
                some = self._left[begin : begin + _COMPARED]
                keep |= (np.array([*map(self._column, some)]) != first).any(axis=0)
                if keep.all():
                    break
        keep &= allowed
        return keep if keep.any() else allowed

    def _legal_guesses(self) -> Numbers:
        guesses = self._table.guesses.items
        rule = self._rule
        history = self.history
        if rule is None:
            return np.ones(len(guesses), dtype=bool)
        sets = getattr(rule, "legal_sets", None)
        if sets is None:
            return np.array([rule.legal(guess, history) for guess in guesses], dtype=bool)
        bits = reduce(and_, starmap(sets(), history), (1 << len(guesses)) - 1)
        data = np.frombuffer(bits.to_bytes(len(guesses) // 8 + 1, "little"), dtype=np.uint8)
        return np.unpackbits(data, count=len(guesses), bitorder="little").astype(bool)

    def render(self) -> str | None:  # type: ignore[override]  # gymnasium allows more kinds
        """Return one line per guess with its score in the mode "ansi", otherwise None."""
        return "\n".join(self._lines()) if self.render_mode == "ansi" else None

    def _lines(self) -> Iterator[str]:
        game = self.game
        guesses = self._table.guesses.items
        scores = self._table.scores.items
        for guess, score in self._steps:
            text = format_guess(game, guesses[guess]) if guess >= 0 else "?"
            yield f"{text}  {format_score(game, scores[score]) if score >= 0 else _REFUSED}"

    def _observed(self) -> Any:
        if self._observation == "text":
            return "\n".join([self._task, *self._lines()])
        if self._observation == "candidates":
            fits = np.zeros(len(self._table.secrets.items), dtype=np.int8)
            fits[np.frombuffer(self._left, dtype=np.uint32)] = 1
            return fits
        numbers = np.zeros(2 * self.max_steps, dtype=np.int64)
        numbers[: 2 * len(self._steps)] = np.array(self._steps, dtype=np.int64).ravel() + 1
        return numbers

    def _info(self) -> dict[str, Any]:
        count = {"candidates": len(self._left)}
        if self._observation == "text":
            return count
        return {"action_mask": self.action_masks().astype(np.int8), **count}


#: The options of the environment; :func:`make` passes all others to the game.
_OWN = {"max_steps", "observation", "mask", "reward", "oracle", "render_mode"}


def make(game: str, **options: Any) -> GuessingEnv:
    """Return a registered game's environment.

    Args:
        game: The name of the game in ``GAMES``.
        options: Options for the environment and the game, distinguished by name.
    """
    own = {name: options.pop(name) for name in _OWN & options.keys()}
    return GuessingEnv(GAMES[game].make(**options), **own)


class GuessingVectorEnv(SyncVectorEnv):
    """Several environments that step together."""

    def action_masks(self) -> Numbers:
        """Return one row per environment, with a boolean per guess: whether the mask allows it."""
        return np.stack([env.get_wrapper_attr("action_masks")() for env in self.envs])


def make_vector(game: str, num_envs: int = 1, **options: Any) -> GuessingVectorEnv:
    """Return several environments for a registered game that step together, on one score table.

    Args:
        game: The name of the game in ``GAMES``.
        num_envs: How many environments.
        options: Options for the environment and the game, distinguished by name.
    """
    return GuessingVectorEnv([partial(make, game, **options)] * num_envs)


for _name in GAMES.own:
    gymnasium.register(
        f"mastermind_core/{_name}-v0",
        entry_point="mastermind_core.gym.environment:make",
        vector_entry_point="mastermind_core.gym.environment:make_vector",
        kwargs={"game": _name},
    )
