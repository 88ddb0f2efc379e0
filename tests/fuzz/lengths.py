"""Objectives on the number of guesses, held to an oracle over sets."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from pathlib import Path

from mastermind_core.cli.verified import program
from mastermind_core.errors import BadArgument

#: Games in one case.
_GAMES = 20


def lengths(random):
    """Search random games under random objectives; return how many."""
    from length_games import hold

    for _ in range(_GAMES):
        hold(random, random.choice([3, 5, 6, 7]))
    return _GAMES


def divided_lengths(random):
    """Divide searches of random games under random objectives; return how many."""
    from length_games import hold_divided

    for _ in range(_GAMES):
        with tempfile.TemporaryDirectory() as folder:
            hold_divided(random, Path(folder), random.choice([3, 5, 7, 9]))
    return _GAMES


def length_certificates(random):
    """Both checkers say the same of their certificates, and what they believe is true."""
    from length_games import hold_certificate
    from test_prices import hold as hold_made

    checker = None
    with suppress(BadArgument):  # which is not there without a compiler
        checker = program()
    with tempfile.TemporaryDirectory() as folder:
        hold_certificate(random, Path(folder))
        return 8 + hold_made(random, checker, Path(folder), changes=12)
