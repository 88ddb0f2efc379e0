"""The scores of all pairs of a game: filled in one by one, or by the game and then checked.

And what they must allow: that some guess ends the game for every secret.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from mastermind_core.errors import BadGame, shown
from mastermind_core.game import FastScores, Game, is_nan
from mastermind_core.game.finite import WrittenScores
from mastermind_core.game.matrices import MOST_SCORES
from mastermind_core.games.border import NARROW, filled
from mastermind_core.games.variants import Variant
from mastermind_core.kernels.choose import greedy_kernel, is_compiled
from mastermind_core.kernels.shared.listening import tell
from mastermind_core.kernels.types import Scores


def scored_pairs(
    game: Game[Any, Any, Any],
    guesses: Sequence[Any],
    secrets: Sequence[Any],
) -> tuple[Sequence[Any], Any]:
    """Return the distinct scores, and a buffer of their places for all pairs."""
    written = written_out(game, guesses, secrets)
    if written is not None:
        return _joined(written)
    if not isinstance(game, FastScores):
        return filled(game.score, guesses, secrets)
    name = f"score_table() of {type(game).__name__}"
    return _checked_table(name, game.score_table(), guesses, secrets)


def written_out(game: Any, guesses: Sequence[Any], secrets: Sequence[Any]) -> WrittenScores | None:
    """Return the scores of a game, or of one with other aims, where they are written out."""
    own = getattr(game.game if isinstance(game, Variant) else game, "score", None)
    if not isinstance(own, WrittenScores) or (own.guesses, own.secrets) != (guesses, secrets):
        return None
    fits = len(set(own.scores)) <= MOST_SCORES and not any(map(is_nan, own.scores))
    return own if fits else None


def _joined(written: WrittenScores) -> tuple[Sequence[Any], Any]:
    """Return written scores and their places for all pairs; equal ones are one."""
    ids: dict[Any, int] = {}
    joined = [ids.setdefault(score, len(ids)) for score in written.scores]
    if len(ids) == len(joined) <= NARROW:
        return written.scores, b"".join(map(bytes, written.rows))
    table = array("B" if len(ids) <= NARROW else "H")
    for row in written.rows:
        table.extend(map(joined.__getitem__, row))
    return tuple(ids), table


def _checked_table(
    name: str, given: Any, guesses: Sequence[Any], secrets: Sequence[Any]
) -> tuple[Sequence[Any], Any]:
    """Refuse a table that a game filled wrongly; return it as nobody can change it any more."""
    try:
        scores, table = given
        scores, buffer = tuple(scores), memoryview(table)
        first = {score: place for place, score in reversed(list(enumerate(scores)))}
    except (TypeError, ValueError):
        raise BadGame(
            f"{name} must return the distinct scores, hashable, and a buffer of their places"
        ) from None
    for place, score in enumerate(scores):
        if is_nan(score):
            raise BadGame(f"{name} has the score {shown(score)}, which equals no answer")
        if first[score] != place:
            raise BadGame(f"{name} has the score {shown(score)} twice: each comes once")
    if buffer.itemsize not in {1, 2} or not buffer.c_contiguous:
        raise BadGame(
            f"{name} must have items of 1 or 2 bytes in one piece, not of {buffer.itemsize} bytes"
        )
    size = buffer.nbytes // buffer.itemsize
    if size != len(guesses) * len(secrets):
        raise BadGame(
            f"{name} has {size} items, not "
            f"{len(guesses)} guesses x {len(secrets)} secrets = {len(guesses) * len(secrets)}"
        )
    kind = "B" if buffer.itemsize == 1 else "H"
    kept = table if isinstance(table, bytes) else array(kind, buffer.tobytes())
    # The compiled kernels look at every item as they take the table.
    most = -1 if is_compiled() else max(kept, default=-1)
    if most >= len(scores):
        raise BadGame(f"{name} has the place {most}, and {len(scores)} scores")
    return scores, kept


def endless(scores: Scores, own: Sequence[int | None]) -> set[int]:
    """Return the secrets that no guess ends; ``own`` has the guess that is a secret, or None."""
    final = scores.final  # which is copied whenever it is read
    itself = [(guess, secret) for secret, guess in enumerate(own) if guess is not None]
    guesses, secrets = (
        (array("I", side) for side in zip(*itself, strict=True)) if itself else ((), ())
    )
    answers = greedy_kernel().pair_scores(scores, guesses, secrets)
    if len(itself) == len(own) and all(final[answer] for answer in set(answers)):
        return set()
    ended = {secret for secret, answer in zip(secrets, answers, strict=True) if final[answer]}
    waiting = array("I", (secret for secret in range(len(own)) if secret not in ended))
    for guess in range(scores.n_guesses):
        if not waiting:
            break
        tell(scores.n_guesses, scores.n_guesses)  # who listens may end this
        blocks = greedy_kernel().split(scores, guess, waiting)
        left = (secret for score, block in blocks if not final[score] for secret in block)
        waiting = array("I", sorted(left))
    return set(waiting)
