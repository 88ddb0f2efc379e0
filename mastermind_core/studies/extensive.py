"""The game between who hides and who guesses, written out for programs of game theory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from mastermind_core.errors import GameTooLarge
from mastermind_core.game import Game, check_parts, costs_of, goal_of, weights_of
from mastermind_core.game.amounts import Exact
from mastermind_core.notation import show_guess, show_score

#: Nodes that are written at most.
_MOST = 100_000


def to_efg(game: Game) -> str:
    """Return a game in the format of Gambit for extensive games, for the tiniest ones.

    The hider chooses a secret; the guesser knows his guesses and their answers, and makes guesses
    that tell something or may win. What he pays to the hider is what his guesses cost. A game of
    over 100,000 nodes is refused.

    >>> from mastermind_core.games import HigherLower
    >>> for line in to_efg(HigherLower(2)).splitlines()[:3]:
    ...     print(line)
    EFG 2 R "HigherLower(sizes=(2,))" { "hider" "guesser" }
    ""
    p "" 1 1 "hide" { "1" "2" } 0
    """
    check_parts(game)
    lines = list(_Extensive(game).lines())
    return "\n".join([f'EFG 2 R {_quoted(game)} {{ "hider" "guesser" }}', '""', *lines, ""])


class _Extensive:
    """The nodes of a game between two players."""

    def __init__(self, game: Game):
        self._game = game
        guesses = list(game.guesses)
        self._price = dict(zip(guesses, costs_of(game) or (1,) * len(guesses), strict=True))
        self._goal = goal_of(game)
        weights = weights_of(game)
        self._secrets = [s for at, s in enumerate(game.secrets) if not weights or weights[at]]
        self._sets: dict[Any, int] = {}  # what the guesser may know, numbered
        self._open: dict[Any, list[Any]] = {}  # the guesses that he may make then
        self._outcomes = count(1)

    def lines(self) -> Iterator[str]:
        """Yield a line for each node, before those below it."""
        game, secrets = self._game, self._secrets
        names = " ".join(_quoted(show_guess(game, secret)) for secret in secrets)
        yield f'p "" 1 1 "hide" {{ {names} }} 0'
        waiting: list[tuple[Any, tuple[tuple[Any, Any], ...], Sequence[Any], Exact]]
        waiting = [(secret, (), secrets, 0) for secret in reversed(secrets)]
        written = 1
        while waiting:
            if max(written + len(waiting), len(secrets) * len(self._price)) > _MOST:
                raise GameTooLarge(
                    f"written out for Gambit this game has over {_MOST:,} nodes: take a smaller one"
                )
            written += 1
            secret, history, left, paid = waiting.pop()
            if self._over(history, left):
                number = next(self._outcomes)
                yield f't "" {number} "" {{ {paid}, -{paid} }}'
                continue
            guesses = self._open.setdefault(history, [])
            if not guesses:
                guesses += [guess for guess in self._price if self._tells(guess, left)]
            names = " ".join(_quoted(show_guess(game, guess)) for guess in guesses)
            own = self._sets.setdefault(history, len(self._sets) + 1)
            said = ", ".join(
                f"{show_guess(game, guess)}: {show_score(game, score)}" for guess, score in history
            )
            yield f'p "" 2 {own} {_quoted(said)} {{ {names} }} 0'
            for guess in reversed(guesses):
                score = game.score(guess, secret)
                rest = [one for one in left if game.score(guess, one) == score]
                price = self._price[guess]
                waiting.append((secret, (*history, (guess, score)), rest, paid + price))

    def _over(self, history: Any, left: Sequence[Any]) -> bool:
        if history and history[-1][1] in self._game.endstates:
            return True
        return self._goal is not None and len(set(map(self._goal, left))) == 1

    def _tells(self, guess: Any, left: Sequence[Any]) -> bool:
        scores = {self._game.score(guess, secret) for secret in left}
        return len(scores) > 1 or not scores.isdisjoint(self._game.endstates)


def _quoted(text: Any) -> str:
    return '"' + str(text).replace("\\", "/").replace('"', "'") + '"'
