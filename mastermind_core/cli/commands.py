"""The commands, each a function of what was given that returns an exit status."""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, nullcontext

import mastermind_core as mc
from mastermind_core.cli.options import game_and_strategy, game_of, guesses_of
from mastermind_core.games import GAMES
from mastermind_core.progress import Bar, make_bar
from mastermind_core.reproduce import report
from mastermind_core.reproduce.heuristics import Runs, heuristics_report, random_report
from mastermind_core.reproduce.optima import OPTIMA, optima_report
from mastermind_core.reproduce.sampled_claims import SAMPLED_CLAIMS
from mastermind_core.show import bar_chart, to_text
from mastermind_core.show.plain import brief


def is_greedy_optimal(given: argparse.Namespace) -> int:
    with closing(make_bar("proving")) as bar:
        game, strategy = game_and_strategy(given)
        verdict = mc.is_greedy_optimal(
            game, strategy, workers=given.workers, checkpoint=given.checkpoint, progress=bar
        )
    print(verdict)
    print(f"\nguesses | secrets ({strategy.name})\n{bar_chart(verdict.lengths)}")
    return 0


def optimal(given: argparse.Namespace) -> int:
    with closing(make_bar("proving")) as bar:
        game = game_of(given)
        found = mc.optimal(
            game,
            given.objective,
            pool=given.pool,
            opening=next(iter(guesses_of(game, given.opening)), None),
            max_steps=given.max_steps,
            seconds=given.seconds,
            workers=given.workers,
            checkpoint=given.checkpoint,
            progress=bar,
        )
    print(f"{game!r}, {given.objective}: {found}")
    print(f"first guess: {brief(found.tree.guess)}")
    if given.certificate is not None:
        found.certificate(given.certificate)
        print(f"certificate: {given.certificate}")
    return 0


def analyse(given: argparse.Namespace) -> int:
    lengths = mc.length_distribution(*game_and_strategy(given))
    print(f"{lengths}\n\n{bar_chart(lengths)}")
    return 0


def tree(given: argparse.Namespace) -> int:
    print(to_text(mc.lazy_tree(*game_and_strategy(given)), depth=given.depth))
    return 0


def tie_study(given: argparse.Namespace) -> int:
    game, strategy = game_and_strategy(given)
    with closing(Bar("playing orders of the guesses")) as bar:
        study = mc.tie_study(game, strategy, orders=given.orders, seed=given.seed, progress=bar)
    print(study)
    return 0


def compare(given: argparse.Namespace) -> int:
    strategies = [mc.STRATEGIES[name] for name in given.strategies]
    with closing(Bar("playing games")) as bar:
        table = mc.compare(game_of(given), strategies, given.games, seed=given.seed, progress=bar)
    print(table)
    return 0


def verify(given: argparse.Namespace) -> int:
    with closing(Bar("checking lemmas")) as bar:
        game = game_of(given)
        proven = mc.verify_certificate(game, given.file, progress=bar)
    print(f"{game!r}: {proven}")
    return 0


def reproduce(given: argparse.Namespace) -> int:
    for line in report(quick=given.quick, everything=given.all):
        print(line, flush=True)
    return 0


def reproduce_optima(given: argparse.Namespace) -> int:
    rows = [row for row in OPTIMA if given.only in row.game]
    for line in optima_report(rows, quick=given.quick, everything=given.all):
        print(line, flush=True)
    return 0


def reproduce_heuristics(given: argparse.Namespace) -> int:
    games = 20 if given.quick else given.games
    rows = [row for row in SAMPLED_CLAIMS if given.only in f"{row.what}, {row.game} [{row.source}]"]
    with ProcessPoolExecutor(given.jobs) if given.jobs > 1 else nullcontext() as executor:
        runs = Runs(games=games, log=given.log, executor=executor)
        for line in heuristics_report(rows, runs, quick=given.quick):
            print(line, flush=True)
    if not given.only:
        print(*random_report(), sep="\n")
    return 0


def list_everything(_given: argparse.Namespace) -> int:
    print("games:", *GAMES, sep="\n  ")
    print("strategies:", *mc.STRATEGIES, sep="\n  ")
    print(f"kernel: {mc.kernels.active()}")
    return 0
