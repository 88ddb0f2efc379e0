"""From a game to its score table: where a user's objects become numbers."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from weakref import ref

from mastermind_core.arguments import whole_number
from mastermind_core.errors import BadArgument, BadGame, GameTooLarge, shown
from mastermind_core.game import Game, Packed, PackedCodes, check_ends, check_lists, check_parts
from mastermind_core.game.finite import FiniteGame
from mastermind_core.games.code_sequence import Codes
from mastermind_core.kernels.choose import greedy_kernel, warn_if_slow
from mastermind_core.kernels.shared.ctrl_c import AtOnce, Later, stoppable
from mastermind_core.kernels.shared.listening import listener, listening
from mastermind_core.progress import Progress, progress_hook
from mastermind_core.table.aims import aims_of, check_goals
from mastermind_core.table.kept import KeptTables
from mastermind_core.table.pairs import endless, scored_pairs, written_out
from mastermind_core.table.score_table import Index, ScoreTable

#: Bytes that a score table may take unless the caller says otherwise.
TABLE_LIMIT = 512 * 2**20

#: Pairs from which codes are scored whenever they are needed, where the kernel can: that is two to
#: five times as fast as to read a table. And how many times more pairs than bytes of its limit such
#: a game may have.
ON_THE_FLY = 2**16
_FLYING = 32

kept_tables = KeptTables()


@stoppable
def compile_game(
    game: Game[Any, Any, Any],
    *,
    limit: int = TABLE_LIMIT,
    progress: Progress | bool | None = None,
) -> ScoreTable:
    """Number a game's guesses, secrets and scores, and tabulate all answers.

    A table takes a byte a pair (two with over 255 distinct scores); above ``limit`` bytes it is
    refused with :class:`GameTooLarge`, before any memory is taken. Every pair is scored once;
    ``progress(done, total)`` hears of it, and True shows a bar. A large game of codes gets no
    table where the native kernel runs: it is scored on the fly. What is compiled is kept as long
    as the game lives, if it can be hashed; a later ``limit`` is then not looked at. Equal games
    share one table, and a few are kept for the next game that equals them.

    >>> table = compile_game(FiniteGame("ab", "ab", lambda g, s: g == s, {True}))
    >>> table.scores.items, table.block_sizes(0, table.everything)
    ((True, False), [1, 1])
    """
    limit = whole_number("limit", limit, of=" of bytes")
    with Later():
        with progress_hook("scoring", progress=progress) as hook:
            found = kept_tables.find(game)
            if found is None:
                with listening(hook or listener()), AtOnce():
                    found = _compile(game, limit)
        kept_tables.keep(game, found)
    return found


def _compiled_again(game: Game[Any, Any, Any], pairs: int) -> ScoreTable:
    return compile_game(game, limit=max(pairs, TABLE_LIMIT))


def _reference(game: Any) -> Callable[[], Any]:
    """Return what leads to a game without keeping it alive."""
    try:
        return ref(game)
    except TypeError:
        return lambda: None


def compile_in_time(game: Game[Any, Any, Any], left: Callable[[], float]) -> ScoreTable | None:
    """Number a game within some seconds, of which ``left`` are left; None where they do not do."""

    def check(*_: Any) -> None:
        if left() <= 0:
            raise _TooLateError

    with suppress(_TooLateError):
        return compile_game(game, progress=check)
    return None


class _TooLateError(Exception):
    """The signal that the time for a table is up; it never leaves this module."""


def _flying(game: Any, pairs: int, limit: int) -> PackedCodes | None:
    """Return the codes of a large game as bytes, where the kernel scores them on the fly."""
    most = greedy_kernel().HOLES_ON_THE_FLY
    if not most or not ON_THE_FLY < pairs <= limit * _FLYING or not isinstance(game, Packed):
        return None
    codes = game.packed_codes() if getattr(game, "holes", most) <= most else None
    return codes if codes is not None and codes.holes <= most else None


def too_large(game: Any) -> bool:
    """Say whether the score table of a game would be over the default limit."""
    check_parts(game)
    try:
        return len(game.guesses) * len(game.secrets) > TABLE_LIMIT
    except OverflowError:
        return True


def _count_pairs(game: Game[Any, Any, Any]) -> int:
    check_parts(game)
    try:
        return len(game.guesses) * len(game.secrets)
    except OverflowError:
        raise GameTooLarge(
            f"{shown(game)} has more guesses or secrets than Python can count ({sys.maxsize:,}), "
            "and a "
            "score table of a byte a pair: use a strategy that needs no table"
        ) from None


def _compile(game: Game[Any, Any, Any], limit: int) -> ScoreTable:
    pairs = _count_pairs(game)
    n_guesses, n_secrets = len(game.guesses), len(game.secrets)
    codes = _flying(game, pairs, limit)
    if codes is None and pairs > limit:
        raise GameTooLarge(
            f"a score table of {n_guesses:,} guesses and {n_secrets:,} secrets takes "
            f"{pairs:,} bytes, over the limit of {limit:,}: pass "
            "compile_game(game, limit=...) once, or use a strategy that needs no table"
        )
    warn_if_slow(pairs)
    guesses = tuple(game.guesses)
    secrets = guesses if _same_codes(game.guesses, game.secrets) else tuple(game.secrets)
    if not isinstance(game, FiniteGame):  # which has been checked when it was made
        check_lists(guesses, secrets)
    aims = aims_of(game, secrets)
    more: dict[str, Any] = {}  # what only some games have
    if aims.goals:
        more["goals"] = aims.goals
    if aims.costs:
        more["costs"] = aims.costs
    if codes is None:
        scores, table = scored_pairs(game, guesses, secrets)
        final = tuple(score in game.endstates for score in scores)
        try:
            kernel_scores = greedy_kernel().scores_from_table(
                table, n_guesses, n_secrets, final, **more
            )
        except BadArgument as error:
            raise BadGame(f"score_table() of {type(game).__name__}: {error}") from None
    else:
        scores = codes.scores
        final = tuple(score in game.endstates for score in scores)
        kernel_scores = greedy_kernel().scores_from_codes(
            codes.guesses, codes.secrets, codes.holes, codes.score_ids, final, **more
        )
    compiled = ScoreTable(
        Index(guesses, "guess"),
        Index(secrets, "secret"),
        Index(tuple(scores), "score"),
        final,
        aims,
        kernel_scores,
        _reference(game),
        _compiled_again,
        written.own if (written := written_out(game, guesses, secrets)) else (),
    )
    if aims.goals:
        check_goals(kernel_scores, aims, secrets)
    elif not isinstance(game, FiniteGame):
        missing = endless(kernel_scores, [compiled.guesses.place(secret) for secret in secrets])
        if missing:
            ends = (at not in missing or not aims.weights[at] for at in range(n_secrets))
            check_ends(secrets, ends, game.endstates)
    return compiled


def _same_codes(guesses: Any, secrets: Any) -> bool:
    """Say whether two lists are known to be the same without a look at their items."""
    return guesses is secrets or (isinstance(guesses, Codes) and guesses == secrets)
