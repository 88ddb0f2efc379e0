"""The zero-sum hiding game in extensive form, for programs of game theory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from more_itertools import all_equal

from mastermind_core.analysis import weights_by_secret
from mastermind_core.errors import GameTooLarge
from mastermind_core.game import Exact, Game, check_parts, goal_of, prices_of, takes_game
from mastermind_core.notation import format_guess, format_score

#: Maximum number of written nodes.
_MOST = 100_000


@takes_game
def to_efg(game: Game) -> str:
    """Return the hiding game of a tiny game as an extensive game in Gambit's format.

    The first player chooses a secret of positive weight. The second one knows earlier guesses and
    scores, and makes informative guesses or guesses that may win. The second pays the total cost of
    the guesses to the first.

    Args:
        game: A game with few guesses and secrets.

    Returns:
        The text of an ``.efg`` file.

    Raises:
        GameTooLarge: If the extensive game has over 100,000 nodes.

    >>> from mastermind_core.games import HigherLower
    >>> for line in to_efg(HigherLower(2)).splitlines()[:3]:
    ...     print(line)
    EFG 2 R "HigherLower(sizes=(2,))" { "codemaker" "codebreaker" }
    ""
    p "" 1 1 "hide" { "1" "2" } 0
    """
    check_parts(game)
    lines = "\n".join(_lines(game))
    return f'EFG 2 R {_quoted(game)} {{ "codemaker" "codebreaker" }}\n""\n{lines}\n'


def _lines(game: Game) -> Iterator[str]:
    """Yield one line per node of the extensive game, parents before children."""
    goal = goal_of(game)
    secrets = [*weights_by_secret(game)]
    price = prices_of(game) or dict.fromkeys(game.guesses, 1)
    # The information sets of the guesser: a number and the available guesses.
    sets: dict[Any, tuple[int, list[Any]]] = {}
    outcomes = count(1)

    def is_over(history: Any, left: Sequence[Any]) -> bool:
        won = history and history[-1][1] in game.endstates
        return bool(won or (goal is not None and all_equal(left, goal)))

    def tells(guess: object, left: Sequence[Any]) -> bool:
        scores = {game.score(guess, secret) for secret in left}
        return len(scores) > 1 or not scores.isdisjoint(game.endstates)

    names = " ".join(_quoted(format_guess(game, secret)) for secret in secrets)
    yield f'p "" 1 1 "hide" {{ {names} }} 0'
    waiting: list[tuple[Any, tuple[tuple[Any, Any], ...], Sequence[Any], Exact]]
    waiting = [(secret, (), secrets, 0) for secret in reversed(secrets)]
    written = 1
    while waiting:
        if max(written + len(waiting), len(secrets) * len(price)) > _MOST:
            raise GameTooLarge(
                f"the extensive form of this game has over {_MOST:,} nodes: take a smaller game"
            )
        written += 1
        secret, history, left, paid = waiting.pop()
        if is_over(history, left):
            yield f't "" {next(outcomes)} "" {{ {paid}, -{paid} }}'
            continue
        if history not in sets:
            sets[history] = len(sets) + 1, [guess for guess in price if tells(guess, left)]
        number, guesses = sets[history]
        names = " ".join(_quoted(format_guess(game, guess)) for guess in guesses)
        steps = (f"{format_guess(game, g)}: {format_score(game, score)}" for g, score in history)
        yield f'p "" 2 {number} {_quoted(", ".join(steps))} {{ {names} }} 0'
        for guess in reversed(guesses):
            score = game.score(guess, secret)
            rest = [one for one in left if game.score(guess, one) == score]
            waiting.append((secret, (*history, (guess, score)), rest, paid + price[guess]))


def _quoted(text: object) -> str:
    return '"' + str(text).replace("\\", "/").replace('"', "'") + '"'
