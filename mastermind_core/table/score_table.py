"""A compiled game: integer ids for guesses, secrets and scores, and every pair's score."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain, compress, count
from typing import Any, Generic, TypeVar

from attrs import field, frozen
from more_itertools import all_equal

from mastermind_core.arguments import pairs_in
from mastermind_core.errors import BadArgument, shown
from mastermind_core.game import Game, Noisy, costs_of, goals_of, weights_of
from mastermind_core.game.amounts import Exact, check_totals, in_units, in_user_units, little_endian
from mastermind_core.game.finite import FiniteGame
from mastermind_core.game.matrices import BYTE, WrittenScores, numbered
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.shared.listening import tell
from mastermind_core.kernels.shared.plain_scores import Scores
from mastermind_core.notation import contradiction, is_in
from mastermind_core.results import OneCopy, Shown
from mastermind_core.results.frames import make_frame

Item = TypeVar("Item", bound=Hashable)


@frozen(eq=False, repr=False)
class Index(Generic[Item]):
    """An item sequence with an index for each.

    Attributes:
        items: The items.
        kind: The word for an item, for errors.
    """

    items: Sequence[Item]
    kind: str

    def __repr__(self) -> str:
        return f"<Index of {len(self.items):,} items, each a {self.kind}>"

    @cached_property
    def places(self) -> dict[Item, int]:
        """Return each item's index."""
        return {item: at for at, item in enumerate(self.items)}

    def __getitem__(self, item: Item) -> int:
        try:
            return self.places[item]
        except (KeyError, TypeError):
            raise BadArgument(f"{shown(item)} is not a {self.kind} of this game") from None

    def __contains__(self, item: object) -> bool:
        return is_in(item, self.places)


@frozen
class Aims:
    """Weights, costs and goals as integers.

    Attributes:
        weights: The secrets' weights, divided by ``weight_unit``, without common divisor.
        weight_unit: The weights' unit, in the game's numbers.
        costs: The guesses' costs, divided by ``cost_unit``. Empty if all are equal.
        cost_unit: The costs' unit, in the game's numbers.
        goals: For each secret, its goal as an index in ``names``. Empty without goals.
        names: The distinct goals.
    """

    weights: tuple[int, ...]
    weight_unit: Fraction
    costs: tuple[int, ...]
    cost_unit: Fraction
    goals: array[int]
    names: tuple[Hashable, ...]


@frozen(eq=False, repr=False)
class ScoreTable(OneCopy, Shown, Aims):
    """A compiled game: integer ids for guesses, secrets and scores, and every pair's score.

    Make one with :func:`compile_game`.

    Attributes:
        weights: The secrets' weights, divided by ``weight_unit``, without common divisor.
        weight_unit: The weights' unit, in the game's numbers.
        costs: The guesses' costs, divided by ``cost_unit``. Empty if all are equal.
        cost_unit: The costs' unit, in the game's numbers.
        goals: For each secret, its goal as an index in ``names``. Empty without goals.
        names: The distinct goals.
        guesses: The guesses by id: ``guesses.items[id]`` and ``guesses[guess]``.
        secrets: The secrets by id.
        scores: The distinct scores by id.
        final: Whether each score ends the game.
        kernel_scores: All scores, in the kernels' form.

    See Also:
        :func:`compile_game`.

    >>> from mastermind_core import TwoD, compile_game
    >>> table = compile_game(TwoD(3))
    >>> table, table.guesses[1, 2], table.guesses.items[5]
    (<ScoreTable of 9 guesses x 9 secrets, 4 scores>, 5, (1, 2))
    """

    guesses: Index[Any] = field(repr=False)
    secrets: Index[Any] = field(repr=False)
    scores: Index[Any]
    final: tuple[bool, ...] = field(repr=False)
    kernel_scores: Scores = field(repr=False)
    _source: Callable[[], Any] = field(repr=False)
    _compile: Callable[[Any, int], ScoreTable] = field(repr=False)
    _own: Sequence[Mapping[Any, Any]] = field(repr=False)

    @property
    def game(self) -> Game:
        """The game that was compiled, or an equal game with a score table if it is gone."""
        return self._source() or _written(self)

    def is_of(self, game: Any) -> bool:
        """Return whether this table was compiled from the game itself, not from an equal one.

        Args:
            game: The game.
        """
        return self._source() is game

    def __reduce__(self) -> Any:
        return self._compile, (self.game, self.n_pairs)

    def __repr__(self) -> str:
        sizes = f"{len(self.guesses.items):,} guesses x {len(self.secrets.items):,} secrets"
        return f"<ScoreTable of {sizes}, {len(self.scores.items)} scores>"

    def _rows(self) -> Iterator[Sequence[int]]:
        """Return the score ids that each guess can get."""
        row = partial(kernels.greedy.row, self.kernel_scores)
        return map(row, range(len(self.guesses.items)))

    def to_dict(self) -> dict[str, Any]:
        """Return the lists, and the answers as one row per guess, with indices in ``scores``.

        >>> from mastermind_core import FiniteGame, compile_game
        >>> table = compile_game(FiniteGame("ab", "ab", lambda g, s: g == s, {True}))
        >>> table.to_dict()["answers"]
        [[0, 1], [1, 0]]
        """
        lists = {name: list(getattr(self, name).items) for name in ("guesses", "secrets", "scores")}
        return lists | {
            "ends": [s for s, final in zip(self.scores.items, self.final, strict=True) if final],
            "weights": list(self.weights),
            "costs": list(self.costs),
            "goals": [self.names[goal] for goal in self.goals],
            "answers": [list(row) for row in self._rows()],
        }

    def to_frame(self) -> Any:
        """Return a ``pandas.DataFrame`` with one row per pair, if pandas is installed."""
        rows = (
            (self.guesses.items[at], secret, self.answer(at, score))
            for at, row in enumerate(self._rows())
            for secret, score in zip(self.secrets.items, row, strict=True)
        )
        return make_frame(rows, ("guess", "secret", "score"))

    @property
    def priced(self) -> bool:
        """Return whether guesses have costs."""
        return bool(self.costs) or self.cost_unit != 1

    def price(self, guess: int) -> Exact:
        """Return a guess's cost, in the game's numbers.

        Args:
            guess: The guess's id.
        """
        return in_user_units(self.costs[guess] if self.costs else 1, self.cost_unit)

    @property
    def n_pairs(self) -> int:
        """Count the (guess, secret) pairs."""
        return len(self.guesses.items) * len(self.secrets.items)

    @property
    def everything(self) -> array[int]:
        """Return all possible secrets' ids: the secrets with a positive weight."""
        return array("I", compress(count(), self.weights))

    @cached_property
    def uniform(self) -> bool:
        """Return whether all possible secrets have weight 1."""
        return self.weights.count(1) + self.weights.count(0) == len(self.weights)

    @cached_property
    def by_secret(self) -> list[Sequence[int]]:
        """Return for each secret its score ids with all guesses, as a hashable sequence."""
        kind: Any = bytes if len(self.final) <= BYTE else tuple
        return list(map(kind, zip(*self._rows(), strict=True)))

    @cached_property
    def winners(self) -> list[list[int]]:
        """Return for each secret the winning guesses' ids."""
        winners: list[list[int]] = [[] for _ in self.secrets.items]
        everything = self.everything
        for guess in range(len(self.guesses.items)):
            for score, block in self.split(guess, everything):
                for secret in block if self.final[score] else ():
                    winners[secret].append(guess)
        return winners

    @cached_property
    def wins_one_each(self) -> bool:
        """Return whether no guess wins for two secrets."""
        return len({*chain(*self.winners)}) == sum(map(len, self.winners))

    @cached_property
    def memory(self) -> dict[Any, Any]:
        """Return the data that strategies store with this table: a dictionary by strategy."""
        return {}

    def weigh(self, secrets: Iterable[int]) -> Exact:
        """Return the secrets' total weight, in the game's numbers.

        Args:
            secrets: The secrets' ids.
        """
        return in_user_units(sum(map(self.weights.__getitem__, secrets)), self.weight_unit)

    def over(self, candidates: Sequence[int], score: int | None = None) -> bool:
        """Return whether the game is over: by a score, or because all candidates have one goal.

        Args:
            candidates: The remaining secrets' ids.
            score: The last score's id, or None if it is not to be considered.
        """
        if score is not None and self.final[score]:
            return True
        return bool(self.goals and candidates) and all_equal(
            map(self.goals.__getitem__, candidates)
        )

    def answer(self, guess: int, score: int) -> Any:
        """Return a score as the game returns it for a guess.

        Equal scores have one id, but a game may return 1 for one guess and True for another.

        Args:
            guess: The guess's id.
            score: The score's id.
        """
        found = self.scores.items[score]
        return self._own[guess].get(found, found) if self._own else found

    def split(self, guess: int, candidates: array[int]) -> list[tuple[int, array[int]]]:
        """Return a guess's score ids, each with its block, in order.

        Args:
            guess: The guess's id.
            candidates: The remaining secrets' ids.
        """
        return kernels.greedy.split(self.kernel_scores, guess, candidates)

    def block_sizes(self, guess: int, candidates: array[int]) -> list[int]:
        """Count the candidates for each score id.

        Args:
            guess: The guess's id.
            candidates: The remaining secrets' ids.
        """
        return kernels.greedy.block_sizes(self.kernel_scores, guess, candidates)

    def tells(self, guess: int, candidates: array[int]) -> bool:
        """Return whether a guess is informative: it may end the game, or has different scores.

        Args:
            guess: The guess's id.
            candidates: The remaining secrets' ids.
        """
        scores = [score for score, size in enumerate(self.block_sizes(guess, candidates)) if size]
        return len(scores) > 1 or any(self.over(candidates, score) for score in scores)

    @cached_property
    def places(self) -> array[int]:
        """Return each score's rank by first occurrence, row by row, or -1 if it never occurs."""
        found: dict[int, int] = {}
        for row in self._rows():
            for score in dict.fromkeys(row):
                found.setdefault(score, len(found))
            if len(found) == len(self.scores.items):
                break
        return array("i", (found.get(score, -1) for score in range(len(self.scores.items))))

    def fingerprint(self) -> str:
        """Return a digest that covers scores, end states, weights, costs and goals by index.

        >>> from mastermind_core import TwoD, compile_game
        >>> compile_game(TwoD(2)).fingerprint()[:12]
        'fcfc040ef3b7'
        """
        n_guesses = len(self.guesses.items)
        n_secrets = len(self.secrets.items)
        from hashlib import sha256  # it loads OpenSSL, which no search needs

        digest = sha256(b"%d %d\n" % (n_guesses, n_secrets))
        low = bytes(place % BYTE for place in self.places).ljust(BYTE)
        for row in self._rows():
            tell(n_guesses, n_guesses)  # a listener may raise, to stop this
            if isinstance(row, bytes):
                two_bytes = bytearray(2 * n_secrets)
                two_bytes[::2] = row.translate(low)
                digest.update(two_bytes)
            else:
                digest.update(little_endian("H", map(self.places.__getitem__, row)))
        final = sorted(zip(self.places, self.final, strict=True))
        digest.update(bytes(ends for place, ends in final if place >= 0))
        digest.update(little_endian("Q", self.weights))
        digest.update(little_endian("Q", self.costs or [1] * n_guesses))
        digest.update(little_endian("Q", [goal + 1 for goal in self.goals] or [0] * n_secrets))
        return digest.hexdigest()

    def may_win(self, guess: int, candidates: array[int]) -> bool:
        """Return whether a guess scores an end state with some candidate.

        Args:
            guess: The guess's id.
            candidates: The remaining secrets' ids.
        """
        sizes = self.block_sizes(guess, candidates)
        return any(size and end for size, end in zip(sizes, self.final, strict=True))

    def after(self, history: Iterable[tuple[Any, Any]]) -> array[int]:
        """Return the ids of the secrets that are consistent with a history.

        Args:
            history: (guess, score) pairs, in playing order.

        Raises:
            InconsistentHistory: If no secret is consistent with it.
            BadArgument: If a guess is not valid.
        """
        candidates = self.everything
        for number, (guess, score) in enumerate(pairs_in(history), start=1):
            candidates = self.narrowed(candidates, guess, score, number)
        return candidates

    def narrowed(self, candidates: array[int], guess: Any, score: Any, number: int) -> array[int]:
        """Return the ids of the candidates that are consistent with a guess and its score.

        Args:
            candidates: The remaining secrets' ids.
            guess: The guess.
            score: Its score.
            number: The guess's number in the game, from 1, for the error.

        Raises:
            InconsistentHistory: If no candidate is consistent.
            BadArgument: If the guess is not valid.
        """
        left = array("I")
        guess_id = self.guesses[guess]
        if score in self.scores:
            left = kernels.greedy.filter_candidates(
                self.kernel_scores, guess_id, self.scores[score], candidates
            )
        if not left:
            raise contradiction(self.game, number, guess, score, len(candidates))
        return left


def _written(table: ScoreTable) -> FiniteGame:
    """Return a list game, with its scores and goals as tables."""
    guesses = table.guesses.items
    secrets = table.secrets.items
    scores = table.scores.items
    rows: Any = [*table._rows()]
    ends = {score for score, final in zip(scores, table.final, strict=True) if final}
    if table._own:
        scores, rows = numbered([table.answer(at, s) for s in row] for at, row in enumerate(rows))
    score = WrittenScores(guesses, secrets, scores, rows)
    goals = tuple(table.names[goal] for goal in table.goals) if table.goals else None
    weights = tuple(in_user_units(one, table.weight_unit) for one in table.weights)
    costs = tuple(map(table.price, range(len(guesses)))) if table.priced else ()
    return FiniteGame(guesses, secrets, score, ends, weights=weights, costs=costs, goal=goals)


def aims_of(game: Game, secrets: Sequence[Any]) -> Aims:
    """Return a game's weights, costs and goals as integers."""
    given = weights_of(game)
    prices = costs_of(game)
    if (given or prices) and not isinstance(game, Noisy):  # whose totals no kernel counts
        check_totals(given, prices, len(secrets))
    weights, weight_unit = in_units(given or (1,) * len(secrets))
    costs, cost_unit = in_units(prices)
    ids: dict[Hashable, int] = {}
    goals = array("I", (ids.setdefault(goal, len(ids)) for goal in goals_of(game, secrets)))
    different = costs if len(set(costs)) > 1 else ()
    return Aims(weights, weight_unit, different, cost_unit, goals, tuple(ids))
