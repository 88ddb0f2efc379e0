"""Compiling a game to its score table, and a cache for the tables."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Sequence
from itertools import chain, product
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary, ref

from attrs import astuple

from mastermind_core.arguments import whole_number
from mastermind_core.errors import BadArgument, BadGame, GameTooLarge, shown
from mastermind_core.game import (
    FastScores,
    Game,
    Packed,
    PackedCodes,
    check_parts,
    is_nan,
    never_ends,
)
from mastermind_core.game.amounts import check_lists
from mastermind_core.game.finite import MOST_CHECKED, FiniteGame
from mastermind_core.game.lists import GameOfLists, of_lists, takes_game
from mastermind_core.game.matrices import BYTE, MOST_SCORES, WrittenScores
from mastermind_core.games.border import NARROW, filled
from mastermind_core.games.codes import count_pairs
from mastermind_core.games.variants import Variant
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.choose import is_compiled, warn_if_slow
from mastermind_core.kernels.shared.ctrl_c import AtOnce, Later, stoppable
from mastermind_core.kernels.shared.listening import listener, listening, tell
from mastermind_core.kernels.types import Rules
from mastermind_core.progress import Progress, progress_hook
from mastermind_core.table.score_table import Index, ScoreTable, aims_of

#: The default limit of a score table, in bytes.
TABLE_LIMIT = 512 * 2**20

#: The number of pairs above which a kernel scores codes when it needs a score, if it can: this is
#: two to five times faster than a table. Such a game may have up to _FLYING * limit pairs.
ON_THE_FLY = 2**16
_FLYING = 32

#: The number of bytes from which an error states only "over" this number.
_LONG = 10**24

#: The recently used games that stay alive, with their tables, for the next equal game: at most this
#: number of games, and this number of pairs of guess and secret in all of them.
_RECENT = 8
_RECENT_PAIRS = 32 * 2**20


@stoppable
@takes_game
def compile_game(
    game: Game, *, limit: int = TABLE_LIMIT, progress: Progress | bool | None = None
) -> ScoreTable:
    """Number a game's guesses, secrets and scores, and store every pair's score.

    Every pair is scored once, and a few again, to find scores that change. A table has one byte per
    pair, or two with more than 255 distinct scores. The compiled kernels score a large code game on
    the fly, without a table.

    A hashable game's table is stored as long as the game exists, and later calls return it whatever
    their ``limit``. Equal games share one table, and a few recent games stay in memory.

    Args:
        game: The game.
        limit: The table's maximum size in bytes, 512 MiB by default.
        progress: Called with (pairs done, all pairs). True shows a bar.

    Returns:
        The compiled game.

    Raises:
        GameTooLarge: If the table takes more than ``limit``, before memory is allocated.
        BadGame: If a part in the game is not valid, or it could never end for some secret.
        BadArgument: If ``limit`` or ``progress`` is not valid.

    See Also:
        :class:`ScoreTable`, :func:`partition`.

    >>> table = compile_game(FiniteGame("ab", "ab", lambda g, s: g == s, {True}))
    >>> table.scores.items, table.block_sizes(0, table.everything)
    ((True, False), [1, 1])
    """
    limit = whole_number("limit", limit, of=" (bytes)")
    with Later():
        with progress_hook("scoring", progress=progress) as hook:
            found = kept_tables.find(game)
            if found is None:
                with listening(hook or listener()), AtOnce():
                    found = _compile(game, limit)
        kept_tables.keep(game, found)
    return found


def _compiled_again(game: Game, pairs: int) -> ScoreTable:
    return compile_game(game, limit=max(pairs, TABLE_LIMIT))


def _reference(game: Any) -> Callable[[], Any]:
    """Return a function that returns the game, or None when the game is gone."""
    if isinstance(game, GameOfLists):
        source = _reference(game.game)
        return lambda: of_lists(source())
    try:
        return ref(game)
    except TypeError:
        return lambda: None


def _flying(game: Any, pairs: int, limit: int) -> PackedCodes | None:
    """Return a large game's codes as bytes, or None if no kernel scores them on the fly."""
    most = kernels.greedy.HOLES_ON_THE_FLY
    if not most or not ON_THE_FLY < pairs <= limit * _FLYING or not isinstance(game, Packed):
        return None
    codes = game.packed_codes() if getattr(game, "holes", most) <= most else None
    return codes if codes is not None and codes.holes <= most else None


def too_large(game: Any) -> bool:
    """Return whether a game's score table would be over the default limit."""
    check_parts(game)
    return count_pairs(game) > TABLE_LIMIT


def _check_limit(game: Game, pairs: int, limit: int) -> None:
    """Raise ``GameTooLarge`` if a table of all pairs takes more bytes than allowed."""
    if pairs > limit:
        size = f"{pairs:,}" if pairs < _LONG else f"over {_LONG:,}"
        raise GameTooLarge(
            f"the score table of {shown(game)}, one byte per guess and secret, takes {size} "
            f"bytes, over the limit of {limit:,}: call compile_game(game, limit=...) once, or use "
            "a strategy that needs no table, such as 'sampled' or 'elimination'"
        )


def _compile(game: Game, limit: int) -> ScoreTable:
    check_parts(game)
    pairs = count_pairs(game)
    codes = _flying(game, pairs, limit)
    if codes is None:
        _check_limit(game, pairs, limit)
    n_guesses = len(game.guesses)
    n_secrets = len(game.secrets)
    warn_if_slow(pairs)
    guesses = tuple(game.guesses)
    secrets = guesses if game.guesses is game.secrets else tuple(game.secrets)
    if not isinstance(game, FiniteGame):  # its constructor has checked it
        check_lists(guesses, secrets)
    aims = aims_of(game, secrets)
    scores, table = scored_pairs(game, guesses, secrets) if codes is None else (codes.scores, b"")
    final = tuple(score in game.endstates for score in scores)
    kernel = kernels.greedy
    rules = Rules(final, aims.goals, aims.costs)
    try:
        kernel_scores = (
            kernel.scores_from_codes(*codes[:4], rules)
            if codes
            else kernel.scores_from_table(table, n_guesses, n_secrets, rules)
        )
    except BadArgument as error:
        raise BadGame(f"score_table() of {type(game).__name__}: {error}") from None
    parts: Any = (
        *astuple(aims, recurse=False),
        Index(guesses, "guess"),
        Index(secrets, "secret"),
        Index(tuple(scores), "score"),
        final,
        kernel_scores,
        _reference(game),
        _compiled_again,
        written.own if (written := written_out(game, guesses, secrets)) else (),
    )
    compiled = ScoreTable(*parts)
    if aims.goals or not _has_checked_ends(game):
        check_ends(compiled, game.endstates)
    return compiled


def _has_checked_ends(game: Game) -> bool:
    """Return whether a constructor has checked that a game without goals can end."""
    small = isinstance(game, FiniteGame) and count_pairs(game) <= MOST_CHECKED
    return small and bool(game.endstates)


def scored_pairs(
    game: Game, guesses: Sequence[Any], secrets: Sequence[Any]
) -> tuple[Sequence[Any], Any]:
    """Return the distinct scores, and a buffer with their indices for all pairs."""
    written = written_out(game, guesses, secrets)
    if written is not None:
        return _joined(written)
    if not isinstance(game, FastScores):
        return filled(game.score, guesses, secrets)
    name = f"score_table() of {type(game).__name__}"
    return _checked_table(name, game.score_table(), guesses, secrets)


def written_out(game: Any, guesses: Sequence[Any], secrets: Sequence[Any]) -> WrittenScores | None:
    """Return a game's scores, or those that its variant wraps, if they are a table."""
    own = getattr(game.game if isinstance(game, Variant) else game, "score", None)
    if not isinstance(own, WrittenScores) or (own.guesses, own.secrets) != (guesses, secrets):
        return None
    fits = len(set(own.scores)) <= MOST_SCORES and not any(map(is_nan, own.scores))
    return own if fits else None


def _joined(written: WrittenScores) -> tuple[Sequence[Any], Any]:
    """Return a table's distinct scores, with equal ones joined, and their indices."""
    ids: dict[Any, int] = {}
    joined = [ids.setdefault(score, len(ids)) for score in written.scores]
    if len(ids) == len(joined) <= NARROW:
        return written.scores, b"".join(map(bytes, written.rows))
    items = map(joined.__getitem__, chain(*written.rows))
    return tuple(ids), array("B" if len(ids) <= NARROW else "H", items)


def _that_stays(table: Any, buffer: memoryview, kind: str) -> Any:
    """Return a table itself if it is read-only, and else a copy."""
    own = buffer.obj if buffer.format == kind else table
    return table if isinstance(own, bytes) else array(kind, buffer.tobytes())


def _checked_table(
    name: str, given: Any, guesses: Sequence[Any], secrets: Sequence[Any]
) -> tuple[Sequence[Any], Any]:
    """Return a game's table as an immutable copy, or raise BadGame if it is not valid."""
    try:
        scores, table = given
        scores = tuple(scores)
        buffer = memoryview(table)
        first = {score: place for place, score in reversed(list(enumerate(scores)))}
    except (TypeError, ValueError):
        raise BadGame(
            f"{name} must return the distinct scores, hashable, and a buffer of their indices"
        ) from None
    for place, score in enumerate(scores):
        if is_nan(score):
            raise BadGame(f"{name} has the score {shown(score)}, which does not equal any answer")
        if first[score] != place:
            raise BadGame(f"{name} has the score {shown(score)} twice: each may occur once")
    if buffer.itemsize not in {1, 2} or not buffer.c_contiguous:
        raise BadGame(
            f"{name} must have contiguous items of 1 or 2 bytes, not of {buffer.itemsize} bytes"
        )
    size = buffer.nbytes // buffer.itemsize
    if size != len(guesses) * len(secrets):
        raise BadGame(
            f"{name} has {size} items, not "
            f"{len(guesses)} guesses x {len(secrets)} secrets = {len(guesses) * len(secrets)}"
        )
    kind = "B" if buffer.itemsize == 1 else "H"
    kept = _that_stays(table, buffer, kind)
    # The compiled kernels check every item when they load the table.
    most = -1 if is_compiled() else max(kept, default=-1)
    if most >= len(scores):
        raise BadGame(f"{name} has the index {most}, but only {len(scores)} scores")
    return scores, kept


def check_ends(table: ScoreTable, endstates: Collection[Any]) -> None:
    """Raise BadGame if the game could never end for some secret."""
    scores = table.kernel_scores
    left = table.everything if table.goals else _not_ended_by_itself(table)
    if table.goals and scores.n_guesses <= BYTE:
        answers = [*map(table.by_secret.__getitem__, left)]
        goals = map(table.goals.__getitem__, left)
        if len({*answers}) == len({*zip(answers, goals, strict=True)}):
            return
    blocks = [left] if left and not table.over(left) else []
    for guess in range(scores.n_guesses):
        if not blocks:
            return
        tell(scores.n_guesses, scores.n_guesses)  # a listener may raise, to stop this
        blocks = _after_guess(table, guess, blocks)
    if blocks:
        raise BadGame(_never_over(table, blocks[0], endstates))


def _not_ended_by_itself(table: ScoreTable) -> array[int]:
    """Return the secrets for which the guess that equals the secret does not end the game."""
    secrets = table.secrets.items
    own = {secret: table.guesses.places.get(secrets[secret]) for secret in table.everything}
    pairs = [(guess, secret) for secret, guess in own.items() if guess is not None]
    guesses = array("I", (guess for guess, _ in pairs))
    asked = array("I", (secret for _, secret in pairs))
    answers = kernels.greedy.pair_scores(table.kernel_scores, guesses, asked)
    ended = {secret for secret, answer in zip(asked, answers, strict=True) if table.final[answer]}
    return array("I", (secret for secret in table.everything if secret not in ended))


def _after_guess(table: ScoreTable, guess: int, blocks: list[array[int]]) -> list[array[int]]:
    """Return the blocks in which the game is not over after one more guess.

    Without goals, only end states matter, and one block holds all secrets that are left.
    """
    split = kernels.greedy.split
    parts = (part for block in blocks for part in split(table.kernel_scores, guess, block))
    left = [block for score, block in parts if not table.over(block, score)]
    if table.goals or not left:
        return left
    return [array("I", sorted(chain(*left)))]


def _never_over(table: ScoreTable, block: array[int], endstates: Collection[Any]) -> str:
    """Return the error message for secrets with which the game never ends."""
    secrets = table.secrets.items
    goals = table.goals
    first = secrets[block[0]]
    if not goals:
        return never_ends(first, endstates)
    other = next(secrets[one] for one in block if goals[one] != goals[block[0]])
    return (
        f"no guess distinguishes {shown(first)} from {shown(other)}, whose goals differ: add a "
        "guess that does, or give both the same goal"
    )


class KeptTables:
    """A cache for tables by game. Equal games share a table, but unhashable games have none."""

    def __init__(self) -> None:
        self._living: WeakKeyDictionary[Any, ScoreTable] = WeakKeyDictionary()
        self._recent: list[tuple[Any, ScoreTable]] = []  # strong references
        self._changing = Lock()

    def find(self, game: Any) -> ScoreTable | None:
        """Return the stored table for the game or an equal game, or None.

        It is None as well if a few items and scores show that the game was changed since.
        """
        try:
            found = self._living.get(game)
        except TypeError:
            return None
        return None if found is None or _has_changed(game, found) else found

    def keep(self, game: Game, table: ScoreTable) -> None:
        """Store a game's table, and drop the least recently used ones over the limits."""
        try:
            if self._living.get(game) is not table:
                self._living[game] = table
        except TypeError:
            return
        if type(game).__eq__ is not object.__eq__:
            with self._changing:
                # An equal game that is stored already stays: the table refers to it.
                own = next((known for known, _ in self._recent if known == game), game)
                recent = [one for one in self._recent if one[0] is not own]
                recent = [*recent[1 - _RECENT :], (own, table)]
                while sum(kept.n_pairs for _, kept in recent) > _RECENT_PAIRS:
                    del recent[0]
                self._recent = recent

    def forget(self) -> None:
        """Drop all tables."""
        self._recent = []
        self._living.clear()


def _has_changed(game: Any, table: ScoreTable) -> bool:
    """Return whether a game's lists differ in length, first or last item, or scores of these."""
    changing: Any = type(game).__setattr__
    if changing is not object.__setattr__:
        return False  # frozen
    ends = []
    for index, items in ((table.guesses, game.guesses), (table.secrets, game.secrets)):
        known = index.items
        last = len(index.items) - 1
        if len(items) != len(known) or items[0] != known[0] or items[last] != known[last]:
            return True
        ends.append((0, last))
    pairs = [*product(*ends)]
    sides = (array("I", side) for side in zip(*pairs, strict=True))
    answers = kernels.greedy.pair_scores(table.kernel_scores, *sides)
    return any(
        table.scores.items[at] != game.score(table.guesses.items[g], table.secrets.items[s])
        for (g, s), at in zip(pairs, answers, strict=True)
    )


kept_tables = KeptTables()
