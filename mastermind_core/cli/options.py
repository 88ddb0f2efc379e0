"""The options that commands share: how they are declared, read, and made a game and a strategy."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from attrs import evolve

import mastermind_core as mc
from mastermind_core.code_space.consistent_codes import Coding
from mastermind_core.errors import BadArgument, GameTooLarge, MastermindCoreError
from mastermind_core.games import GAMES
from mastermind_core.show.plain import brief
from mastermind_core.strategies.base import name_of, needs_table
from mastermind_core.strategies.resolve import default_strategy
from mastermind_core.strategies.tabled.composed import Opened
from mastermind_core.table import too_large

NAMES_HELP = f"one of {', '.join(sorted(mc.STRATEGIES))}"


def add_games(
    parser: argparse.ArgumentParser, run: Any, *, one_strategy: bool = True
) -> list[argparse.ArgumentParser]:
    """Give a command a parser a game, and return these."""
    games = parser.add_subparsers(title="games", metavar="GAME", required=True)
    parsers = []
    for name, entry in GAMES.items():
        game = games.add_parser(name, help=(entry.make.__doc__ or "").split("\n")[0])
        for option, kind in entry.options.items():
            game.add_argument(
                f"--{option}",
                type=_reader(kind),
                default=argparse.SUPPRESS,
                required=option in entry.required,
            )
        if one_strategy:
            _add_strategy(game)
        game.set_defaults(run=run, game=name)
        parsers.append(game)
    return parsers


def add_seed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seed", type=count, default=1, metavar="N", help="seed of what is drawn (default: 1)"
    )


def _add_strategy(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--strategy",
        choices=sorted(mc.STRATEGIES),
        metavar="NAME",
        help=f"{NAMES_HELP} (default: entropy; sampled for codes without a score table)",
    )
    parser.add_argument(
        "--opening",
        action="append",
        default=[],
        metavar="GUESS",
        help="play this first, whatever the answer; again for a second guess, and so on",
    )
    parser.add_argument(
        "--pool",
        choices=("all", "candidates", "legal"),
        help="which guesses a greedy strategy looks at",
    )
    parser.add_argument(
        "--order", type=count, metavar="N", help="break ties by random order N of the guesses"
    )


def _reader(kind: Callable[[str], Any]) -> Callable[[str], Any]:
    """Let the parser show what a reader of options has to say about bad ones."""

    @wraps(kind)
    def read(text: str) -> Any:
        try:
            return kind(text)
        except MastermindCoreError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return read


def count(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0")
    return int(text)


def strategy_names(text: str) -> list[str]:
    names = text.split(",")
    for name in names:
        if name not in mc.STRATEGIES:
            known = ", ".join(sorted(mc.STRATEGIES))
            raise argparse.ArgumentTypeError(f"{name!r} is not a strategy; choose from {known}")
    return names


def game_of(given: argparse.Namespace) -> Any:
    entry = GAMES[given.game]
    chosen = {option: getattr(given, option) for option in entry.options if option in given}
    return entry.make(**chosen)


def strategy_of(given: argparse.Namespace, game: Any) -> Any:
    """Return the strategy of a command, with what the options change of it."""
    strategy: Any = (
        default_strategy(game) if given.strategy is None else mc.STRATEGIES[given.strategy]
    )
    name = name_of(strategy)
    if given.pool is not None:
        if not isinstance(strategy, mc.Greedy):
            raise BadArgument(f"--pool: {name} is not greedy and has no pool to change")
        strategy = strategy.but(pool=given.pool)
    if given.order is not None:
        if not isinstance(getattr(strategy, "ties", None), mc.TieRule):
            raise BadArgument(f"--order: {name} has no tie rule to change")
        strategy = strategy.but(ties=evolve(strategy.ties, shuffle=given.order))
    if given.opening:
        if isinstance(game, mc.CodeGame) and too_large(game):
            raise GameTooLarge(f"--opening: {game!r} is too large to look its guesses up")
        opening = tuple(guesses_of(game, given.opening))
        if hasattr(strategy, "opening") and hasattr(strategy, "but"):
            return strategy.but(opening=opening)
        return Opened(strategy, opening, name=name)
    return strategy


def guesses_of(game: Any, texts: Sequence[str]) -> list[Any]:
    """Return the guesses that are written so."""
    guesses = {brief(guess): guess for guess in game.guesses}
    for text in texts:
        if text not in guesses:
            example = next(iter(guesses))
            raise BadArgument(f"--opening: {text!r} is not a guess, as {example!r} is")
    return [guesses[text] for text in texts]


def add_search(parser: argparse.ArgumentParser) -> None:
    """Let a long search be divided, and go on from a file."""
    parser.add_argument(
        "--workers", type=count, metavar="N", help="divide the search among N processes"
    )
    parser.add_argument(
        "--checkpoint", metavar="FILE", help="keep here what is done, and go on from it"
    )


def game_and_strategy(given: argparse.Namespace) -> tuple[Any, Any]:
    """Return a game and a strategy that can be asked about all its secrets."""
    game = game_of(given)
    strategy = strategy_of(given, game)
    if isinstance(game, mc.CodeGame) and not needs_table(strategy) and too_large(game):
        raise GameTooLarge(
            f"{game!r} has {Coding(game).secrets:,} secrets, too many to play against each: play "
            f"some, with simulate(game, strategies.{strategy.name}, games=500)"
        )
    return game, strategy
