"""Codes and answers of pegs as the programs for Mastermind spell them."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from mastermind_core.errors import BadArgument, shown
from mastermind_core.game import CodeGame, Game, goal_of

#: Holes up to which the pegs of an answer are a digit each.
_MOST_HOLES = 9


@frozen
class Spelling:
    """How the codes of a game are spelled, a letter a colour."""

    notation: str
    game: Any
    letters: dict[Any, str]

    def code(self, guess: Any) -> str:
        """Return a code as text."""
        return "".join(map(self.letters.__getitem__, guess))

    def colours(self, text: str) -> tuple[Any, ...] | None:
        """Return the code of a text, or None where it has other letters or another length."""
        colours = {letter: colour for colour, letter in self.letters.items()}
        if len(text) != self.game.holes or not set(text) <= colours.keys():
            return None
        return tuple(map(colours.__getitem__, text))


def spelling_of(game: Game[Any, Any, Any], notation: str, letters: str) -> Spelling:
    """Return how a notation spells the codes of a game; one of other games is refused.

    A colour that is one of the letters itself is spelled so, if all are; else the first colour is
    the first letter.
    """
    if not isinstance(game, CodeGame):
        raise BadArgument(
            f"the notation {shown(notation)} is for games of codes, not for {shown(game)}"
        )
    if goal_of(game) is not None:
        raise BadArgument(
            f"the notation {shown(notation)} cannot say what is known where {shown(game)} is over: "
            "use to_dot, to_html or to_json"
        )
    colours = tuple(game.symbols)
    if len(colours) > len(letters) or game.holes > _MOST_HOLES:
        raise BadArgument(
            f"the notation {shown(notation)} has {len(letters)} letters for colours and at most "
            f"{_MOST_HOLES} holes, not {len(colours)} and {game.holes}"
        )
    ends = {tuple(score) if isinstance(score, tuple) else score for score in game.endstates}
    if ends != {(game.holes, 0)}:
        raise BadArgument(
            f"the notation {shown(notation)} is for answers of black and white pegs, not for "
            f"{shown(game)}"
        )
    own = [str(colour) for colour in colours]
    spelled = own if set(own) <= set(letters) and len(set(own)) == len(own) else letters
    return Spelling(notation, game, dict(zip(colours, spelled, strict=False)))
