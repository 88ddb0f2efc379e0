"""The command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from functools import wraps
from pathlib import Path
from typing import Any

from attrs import evolve

import mastermind_core as mc
from mastermind_core.codes import Coding, ConsistentCodes
from mastermind_core.errors import BadArgument, GameTooLarge, MastermindCoreError
from mastermind_core.games import GAMES
from mastermind_core.games.mastermind import peg_scores
from mastermind_core.progress import Bar
from mastermind_core.render import bar_chart, show, to_text
from mastermind_core.reproduce import report
from mastermind_core.reproduce.heuristics import Runs, heuristics_report, random_report
from mastermind_core.reproduce.sampled_claims import SAMPLED_CLAIMS
from mastermind_core.strategies import Opened
from mastermind_core.strategies.base import name_of, needs_table
from mastermind_core.table import too_large

_STOPPED = 130
_MOST_HOLES_COUNTED = 8
_NAMES_HELP = f"one of {', '.join(sorted(mc.STRATEGIES))}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    parser = _parser()
    given = parser.parse_args(arguments)
    if not hasattr(given, "run"):
        parser.print_help()
        return 0
    try:
        return int(given.run(given))
    except MastermindCoreError as error:
        print(f"mastermind_core: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("mastermind_core: stopped", file=sys.stderr)
        return _STOPPED
    except BrokenPipeError:
        sys.stderr.close()
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m mastermind_core",
        description="Guessing games: strategies, decision trees, exact answers.",
    )
    parser.add_argument("--version", action="version", version=f"mastermind_core {mc.__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    verdict = commands.add_parser(
        "is-greedy-optimal", help="compare a strategy with the best that is possible"
    )
    _game_arguments(verdict, _is_greedy_optimal)
    analyse = commands.add_parser("analyse", help="how many secrets take how many guesses")
    _game_arguments(analyse, _analyse)
    tree = commands.add_parser("tree", help="print the decision tree of a strategy")
    for game in _game_arguments(tree, _tree):
        game.add_argument(
            "--depth", type=_count, default=2, metavar="N", help="open N levels (default: 2)"
        )
    ties = commands.add_parser(
        "tie-study", help="play a strategy over random orders of the guesses, which break its ties"
    )
    for game in _game_arguments(ties, _tie_study):
        game.add_argument(
            "--orders", type=_count, default=60, metavar="N", help="random orders (default: 60)"
        )
        _seed_argument(game)
    beside = commands.add_parser("compare", help="play the same secrets with several strategies")
    for game in _game_arguments(beside, _compare, one_strategy=False):
        game.add_argument(
            "--strategies",
            type=_names,
            required=True,
            metavar="A,B,...",
            help=f"each {_NAMES_HELP}",
        )
        game.add_argument(
            "--games", type=_count, default=1000, metavar="N", help="games each (default: 1000)"
        )
        _seed_argument(game)
    play = commands.add_parser("play", help="think of a secret and answer the guesses")
    _game_arguments(play, _play)
    again = commands.add_parser(
        "reproduce", help="compute published figures again, and say which come out the same"
    )
    families = again.add_subparsers(title="figures", metavar="FAMILY", required=True)
    greedy = families.add_parser("greedy", help="exact figures of greedy strategies")
    rows = greedy.add_mutually_exclusive_group()
    rows.add_argument("--quick", action="store_true", help="only rows of seconds in plain Python")
    rows.add_argument("--all", action="store_true", help="also rows that take minutes")
    greedy.set_defaults(run=_reproduce)
    sampled = families.add_parser("heuristics", help="averages of heuristic strategies over games")
    extent = sampled.add_mutually_exclusive_group()
    extent.add_argument("--quick", action="store_true", help="few games, and no slow rows")
    extent.add_argument(
        "--games", type=_count, metavar="N", help="games a row (default: the source's)"
    )
    sampled.add_argument("--only", default="", metavar="TEXT", help="only rows with this text")
    sampled.add_argument(
        "--log", type=Path, metavar="DIR", help="keep games here, and go on from them"
    )
    sampled.add_argument(
        "--jobs", type=_count, default=1, metavar="N", help="processes (default: 1)"
    )
    sampled.set_defaults(run=_reproduce_heuristics)
    listing = commands.add_parser("list", help="list the games and strategies")
    listing.set_defaults(run=_list)
    return parser


def _seed_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seed", type=_count, default=1, metavar="N", help="seed of what is drawn (default: 1)"
    )


def _game_arguments(
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
            _strategy_arguments(game)
        game.set_defaults(run=run, game=name)
        parsers.append(game)
    return parsers


def _strategy_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--strategy",
        choices=sorted(mc.STRATEGIES),
        metavar="NAME",
        help=f"{_NAMES_HELP} (default: entropy; sampled for codes without a score table)",
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
        "--order", type=_count, metavar="N", help="break ties by random order N of the guesses"
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


def _count(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0")
    return int(text)


def _names(text: str) -> list[str]:
    names = text.split(",")
    for name in names:
        if name not in mc.STRATEGIES:
            known = ", ".join(sorted(mc.STRATEGIES))
            raise argparse.ArgumentTypeError(f"{name!r} is not a strategy; choose from {known}")
    return names


def _game(given: argparse.Namespace) -> Any:
    entry = GAMES[given.game]
    chosen = {option: getattr(given, option) for option in entry.options if option in given}
    return entry.make(**chosen)


def _strategy(given: argparse.Namespace, game: Any) -> Any:
    """Return the strategy of a command, with what the options change of it."""
    strategy: Any = (
        mc.strategies.default_strategy(game)
        if given.strategy is None
        else mc.STRATEGIES[given.strategy]
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
        guesses = {show(guess): guess for guess in game.guesses}
        for text in given.opening:
            if text not in guesses:
                example = next(iter(guesses))
                raise BadArgument(f"--opening: {text!r} is not a guess, as {example!r} is")
        opening = tuple(guesses[text] for text in given.opening)
        if hasattr(strategy, "opening") and hasattr(strategy, "but"):
            return strategy.but(opening=opening)
        return Opened(strategy, opening, name=name)
    return strategy


def _of_all(given: argparse.Namespace) -> tuple[Any, Any]:
    """Return a game and a strategy that can be asked about all its secrets."""
    game = _game(given)
    strategy = _strategy(given, game)
    if isinstance(game, mc.CodeGame) and not needs_table(strategy) and too_large(game):
        raise GameTooLarge(
            f"{game!r} has {Coding(game).secrets:,} secrets, too many to play against each: play "
            f"some, with simulate(game, strategies.{strategy.name}, games=500)"
        )
    return game, strategy


def _is_greedy_optimal(given: argparse.Namespace) -> int:
    bar = Bar("refuting first guesses")
    try:
        game, strategy = _of_all(given)
        verdict = mc.is_greedy_optimal(game, strategy, progress=bar)
    finally:
        bar.close()
    print(verdict)
    print(f"\nguesses | secrets ({strategy.name})\n{bar_chart(verdict.lengths)}")
    return 0


def _analyse(given: argparse.Namespace) -> int:
    lengths = mc.length_distribution(*_of_all(given))
    print(f"{lengths}\n\n{bar_chart(lengths)}")
    return 0


def _tree(given: argparse.Namespace) -> int:
    print(to_text(mc.lazy_tree(*_of_all(given)), depth=given.depth))
    return 0


def _tie_study(given: argparse.Namespace) -> int:
    game, strategy = _of_all(given)
    bar = Bar("playing orders of the guesses")
    try:
        study = mc.tie_study(game, strategy, orders=given.orders, seed=given.seed, progress=bar)
    finally:
        bar.close()
    print(study)
    return 0


def _compare(given: argparse.Namespace) -> int:
    bar = Bar("playing games")
    strategies = [mc.STRATEGIES[name] for name in given.strategies]
    try:
        table = mc.compare(_game(given), strategies, given.games, seed=given.seed, progress=bar)
    finally:
        bar.close()
    print(table)
    return 0


def _play(given: argparse.Namespace) -> int:
    game = _game(given)
    strategy = _strategy(given, game)
    free = isinstance(game, mc.CodeGame) and not needs_table(strategy)
    session = mc.Session(game, strategy)
    scores = peg_scores(game.holes) if free else mc.compile_game(game).scores.items
    answers = {show(score): score for score in scores}
    print(f"Think of a secret. Answer each guess with one of: {'  '.join(answers)}; u takes back.")
    while not session.over:
        print(f"{show(session.guess)}{_left(game, session, free=free)} ? ", end="", flush=True)
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


def _reproduce(given: argparse.Namespace) -> int:
    for line in report(quick=given.quick, everything=given.all):
        print(line, flush=True)
    return 0


def _reproduce_heuristics(given: argparse.Namespace) -> int:
    games = 20 if given.quick else given.games
    rows = [row for row in SAMPLED_CLAIMS if given.only in f"{row.what}, {row.game} [{row.source}]"]
    with ProcessPoolExecutor(given.jobs) if given.jobs > 1 else nullcontext() as executor:
        runs = Runs(games=games, log=given.log, executor=executor)
        for line in heuristics_report(rows, runs, quick=given.quick):
            print(line, flush=True)
    if not given.only:
        print(*random_report(), sep="\n")
    return 0


def _list(_given: argparse.Namespace) -> int:
    print("games:", *GAMES, sep="\n  ")
    print("strategies:", *mc.STRATEGIES, sep="\n  ")
    print(f"kernel: {mc.kernels.active()}")
    return 0
