"""The command that guesses while a person answers."""

from __future__ import annotations

import argparse
import sys
from typing import Any

import mastermind_core as mc
from mastermind_core.cli.options import game_of, strategy_of
from mastermind_core.code_space.consistent_codes import ConsistentCodes
from mastermind_core.errors import BadArgument, MastermindCoreError
from mastermind_core.games.pegs import peg_scores
from mastermind_core.show.plain import brief
from mastermind_core.strategies.base import needs_table

_MOST_HOLES_COUNTED = 8


def play(given: argparse.Namespace) -> int:
    game = game_of(given)
    strategy = strategy_of(given, game)
    free = isinstance(game, mc.CodeGame) and not needs_table(strategy)
    session = mc.Session(game, strategy)
    scores = peg_scores(game.holes) if free else mc.compile_game(game).scores.items
    answers = {brief(score): score for score in scores}
    print(f"Think of a secret. Answer each guess with one of: {'  '.join(answers)}; u takes back.")
    while not session.over:
        print(f"{brief(session.guess)}{_left(game, session, free=free)} ? ", end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            print()
            return 0
        _take(session, answers, line.strip())
    print(f"Found with guess {len(session.history)}.")
    return 0


def _left(game: Any, session: mc.Session, *, free: bool) -> str:
    """Say how many secrets are left, where counting them does not take long."""
    if not free:
        return f"  ({len(session.candidates)} left)"
    if game.holes > _MOST_HOLES_COUNTED:
        return ""
    return f"  ({ConsistentCodes(game, session.history).count()} left)"


def _take(session: mc.Session, answers: dict[str, Any], text: str) -> None:
    try:
        if text == "u":
            session.undo()
        elif text in answers:
            session.answer(answers[text])
        else:
            raise BadArgument(f"{text!r} is no answer; type one of: {'  '.join(answers)}")
    except MastermindCoreError as error:
        print(error)
