"""The commands that play strategies, search for optimal ones, and check proofs of them."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from more_itertools import all_equal, first

import mastermind_core as mc
from mastermind_core.cli.games import (
    command,
    exact_game_of,
    game_and_strategy,
    game_of,
    noisy_game_of,
    playing,
    refuse_noise,
    worded,
)
from mastermind_core.cli.options import (
    BUDGET,
    JSON,
    LIMITS,
    NOISE,
    POOLS,
    SEED,
    STRATEGY,
    contestants,
    count,
    guesses_of,
    is_folder,
    objective,
    option,
    picked,
    several,
)
from mastermind_core.cli.parser import NOT_PROVEN, answer, room
from mastermind_core.cli.verified import prove, write_coq
from mastermind_core.errors import BadArgument, Interrupted, in_one_line, reason_of, shown
from mastermind_core.game import costs_of, weights_of
from mastermind_core.games.parts import number
from mastermind_core.names import service_of
from mastermind_core.notation import format_guess
from mastermind_core.strategies.parts import is_deterministic, name_of

#: Maximum number of processes per processor.
_PROCESSES = 8

#: Maximum number of secrets that a comparison plays one by one.
_EACH = 5000

_COLUMNS = """\
mean and +-: guesses per game, and half the width of the
95 % confidence interval. codes, ms: codes evaluated and
milliseconds per game. difference: the mean minus the mean
of the first strategy, on the same secrets. If guesses have
costs: the mean, half-width and worst case of the cost."""

#: The formats by file ending: each with its description and a function that writes a tree.
FORMS: dict[str, tuple[str, Callable[[Any, int | None, str], str]]] = {
    "txt": ("text, indented by depth", lambda tree, depth, _: mc.to_text(tree, depth=depth) + "\n"),
    "json": ("JSON, for --strategy and mc.load", lambda tree, *_: mc.to_json(tree) + "\n"),
    "svg": ("a picture", lambda tree, depth, title: mc.to_svg(tree, depth=depth, title=title)),
    "dot": ("a graph for Graphviz", lambda tree, *_: mc.to_dot(tree)),
    "py": ("Python that needs no package", lambda tree, *_: mc.to_notation(tree, "python")),
    "sql": ("a CASE expression of SQL", lambda tree, *_: mc.to_notation(tree, "sql")),
    "couplets": ("a printed key", lambda tree, *_: mc.to_notation(tree, "couplets")),
    "html": ("a page to walk through", lambda tree, _, title: mc.to_html(tree, title=title)),
}


def lengths_of(lengths: mc.Distribution, name: str = "lengths") -> dict[str, Any]:
    """Return the statistics of lengths or costs, for JSON."""
    figures = {"total": lengths.total, "mean": float(lengths.mean), "worst": max(lengths)}
    return {name: {str(length): count for length, count in lengths.items()}, **figures}


def _means(summary: Any) -> dict[str, Any]:
    """Return the mean length, and the mean cost if guesses have costs, for JSON."""
    costs = {"mean_cost": summary.costs.mean} if summary.costs else {}
    return {"mean": float(summary.mean), **costs}


#: The figures of a solution for JSON: those of exact answers, and those of trees with errors.
_FIGURES = ("objective", "values", "total", "worst", "lower_bound", "proven", "nodes")
_OF_ERRORS = ("accuracy", "expected_error", "mean", "bound", "proven")


def solution_of(game: Any, solution: Any) -> dict[str, Any]:
    """Return the main results of a solution, for JSON."""
    names = _FIGURES if hasattr(solution, "total") else _OF_ERRORS
    figures = {name: getattr(solution, name) for name in names if hasattr(solution, name)}
    return {**figures, "first_guess": _first_guess(game, solution)}


def _first_guess(game: Any, solution: Any) -> str | None:
    """Return the first guess of a solution, or None if the game is over."""
    tree = solution.tree
    is_over = tree is None or getattr(tree, "over", False)
    return None if is_over else format_guess(game, tree.guess)


@command(*STRATEGY, JSON)
def analyze(given: argparse.Namespace) -> None:
    """Print how many secrets take how many guesses."""
    from mastermind_core.show.parts import bar_chart  # few commands draw

    game, strategy = game_and_strategy(given)
    lengths = mc.length_distribution(game, strategy)
    figures = lengths_of(lengths)
    text = f"{lengths}\n\n{worded(game, 'guesses | secrets')}\n{bar_chart(lengths)}"
    if costs_of(game):
        costs = mc.cost_distribution(game, strategy)
        figures["costs"] = lengths_of(costs, "paths")
        text += f"\n\ncosts: {costs}"
    text += _error(game, figures)
    answer(given, text, game=repr(game), strategy=name_of(strategy), **figures)


def _error(game: Any, figures: dict[str, Any]) -> str:
    """Return a line with the probability of a wrong name, if any, and add it to the figures."""
    error = getattr(game, "expected_error", 0)
    if not error:
        return ""
    figures["expected_error"] = error
    return f"\n\nexpected error {float(error):.4g}"


@command(
    option(
        "--strategies A,B,...",
        "each the name of a strategy, or a file with a tree or a solution; all: the greedy ones "
        "(default: entropy,knuth,irving,most_parts; sampled for codes without a score table; "
        "entropy,expected_error,ec2 if answers may be wrong)",
        type=several,
    ),
    option(
        "--games N",
        f"number of games per strategy (default: each secret once if there are at most {_EACH:,}; "
        "otherwise 1000)",
    ),
    SEED,
    JSON,
)
def compare(given: argparse.Namespace) -> None:
    """Print a table with one line per strategy."""
    game = game_of(given)
    strategies = contestants(given.strategies, game)
    exact = given.games is None and all(map(is_deterministic, strategies))
    exact = exact and len(game.secrets) <= _EACH and all_equal(weights_of(game))
    games, secrets = (len(game.secrets), game.secrets) if exact else (given.games or 1000, None)
    how = {"seed": given.seed, "secrets": secrets, "progress": True}
    table = mc.compare(game, strategies, games, **how)
    standings = [{"strategy": row.summary.strategy, **_means(row.summary)} for row in table.rows]
    played = f"each of {games:,} secrets once" if exact else f"{games:,} random secrets"
    text = f"{table.to_text(room(), exact=exact)}\n\n{_COLUMNS}\nPlayed: {played}."
    figures = {"games": games, "exact": exact, **picked(given, "seed")}
    answer(given, text, game=repr(game), **figures, standings=standings)


@command(
    *STRATEGY,
    option("--games N", "number of games", default=1000),
    option("--workers N", f"processes, at most {_PROCESSES} per processor", default=1),
    option("--log FILE", "save games to FILE, and resume from it if it exists"),
    SEED,
    JSON,
)
def simulate(given: argparse.Namespace) -> None:
    """Print a summary of the games."""
    from concurrent.futures import ProcessPoolExecutor  # it imports much

    game, strategy = playing(given)
    workers = min(given.workers, given.games, _PROCESSES * (os.cpu_count() or 1))
    pool = ProcessPoolExecutor(workers) if workers > 1 else nullcontext()
    with pool as executor:
        how = picked(given, "games", "seed", "log")
        summary = mc.simulate(game, strategy, executor=executor, progress=True, **how)
    name = strategy if isinstance(strategy, str) else name_of(strategy)
    figures = {"strategy": name, **picked(given, "games", "seed")}
    figures |= {"worst": summary.worst, **_means(summary)}
    text = f"{summary}{_error(game, figures)}"
    answer(given, text, game=repr(game), **figures)


@command(*STRATEGY, option("--orders N", "number of random orders", type=count, default=60), SEED)
def tie_study(given: argparse.Namespace) -> None:
    """Print the range of totals and worst cases over random tie-breaking orders."""
    game, strategy = game_and_strategy(given)
    refuse_noise(game)
    study = mc.studies.tie_study(game, strategy, progress=True, **picked(given, "orders", "seed"))
    print(f"{study}\n\nn:m means that m secrets take n guesses. --tie-seed N repeats order N.")


@command(*STRATEGY, option("--depth N", "number of levels to print", type=count, default=2))
def tree(given: argparse.Namespace) -> None:
    """Print the decision tree up to a depth."""
    print(mc.to_text(mc.lazy_tree(*game_and_strategy(given)), depth=given.depth))


@command(
    *STRATEGY,
    option("--to FILE", "the file to write; - means standard output", required=True),
    option(
        "--format",
        f"{'; '.join(f'{name}: {what}' for name, (what, _) in FORMS.items())} "
        "(default: the ending of the file, and txt for -)",
        choices=sorted(FORMS),
    ),
    option(
        "--depth N",
        "number of levels in txt and svg (default: all in txt, one page in svg)",
        type=count,
    ),
)
def export(given: argparse.Namespace) -> None:
    """Write the file."""
    path = Path(given.to)
    form = given.format or ("txt" if given.to == "-" else path.suffix.removeprefix("."))
    if form not in FORMS:
        known = ", ".join(sorted(FORMS))
        drawn = ": draw an .svg, which browsers and Inkscape convert"
        hint = drawn if path.suffix in (".png", ".pdf") else ": give --format"
        raise BadArgument(f"--to: the ending of {shown(given.to)} is not one of {known}{hint}")
    _check_folder("to", given.to)
    game, strategy = game_and_strategy(given)
    title = f"{shown(game)}, {name_of(strategy)}"
    text = FORMS[form][1](mc.lazy_tree(game, strategy), given.depth, title)
    if given.to == "-" or _is_output(path):
        print(text, end="")
        return
    _write(path, text)
    print(f"{form}: {given.to}")


def _is_output(path: Path) -> bool:
    """Return whether a path is the standard output, such as /dev/stdout."""
    try:
        return os.path.samestat(path.stat(), os.fstat(sys.stdout.fileno()))
    except (OSError, ValueError, AttributeError):
        return False


def _write(path: Path, text: str) -> None:
    content = text.encode(errors="backslashreplace")
    try:
        if path.exists() and not path.is_file():  # a pipe
            path.write_bytes(content)
            return
    except (OSError, ValueError) as error:
        raise BadArgument(f"--to: cannot write {shown(str(path))}: {reason_of(error)}") from None
    from mastermind_core.files.parts import write_whole

    write_whole(path, content)


@command(
    objective("mean"),
    option("--pool", "allowed guesses", choices=POOLS, default="all"),
    option("--first-guess GUESS", "the first guess (default: the best)", nargs=1, default=[]),
    option("--max-steps N", "maximum number of guesses (default: no limit)", type=count),
    option("--max-cost N", "maximum cost of a path (default: no limit)", type=number),
    *NOISE,
    option("--certificate FILE", "write the proof to FILE, for verify"),
    option("--save FILE", "write the solution to FILE, for --strategy and mc.load"),
    *BUDGET,
    JSON,
)
def optimal(given: argparse.Namespace) -> int | None:
    """Print the solution, and write the requested files."""
    game = noisy_game_of(given)
    for name in ("certificate", "save"):
        _check_folder(name, getattr(given, name))
    _check_certificate(given, game)
    first_guess = first(guesses_of(game, given.first_guess, "--first-guess"), None)
    how = picked(given, "objective", "pool", "max_steps", "max_cost", "confidence", *LIMITS)
    if service_of(game) is None:  # only exact searches have a bar
        how["progress"] = True
    try:
        found = mc.optimal(game, first_guess=first_guess, **how)
    except Interrupted as stop:
        if stop.solution is not None:
            _report(given, game, stop.solution)
        raise
    except mc.NoStrategy as error:
        if given.seconds is None and given.nodes is None:
            raise
        print(error)
        return NOT_PROVEN
    _report(given, game, found)
    if given.certificate is not None and not hasattr(found, "write_certificate"):
        raise BadArgument("--certificate: a tree with errors has none")
    if given.certificate is not None:
        found.write_certificate(given.certificate)
        _wrote(given, "certificate", given.certificate)
    return None if found.proven else NOT_PROVEN


def _check_certificate(given: argparse.Namespace, game: Any) -> None:
    """Raise for a question without certificates, before the search, which may take long."""
    if given.certificate is None:
        return
    if service_of(game) is not None:
        raise BadArgument("--certificate is for games of exact answers: leave it out")
    if given.first_guess:
        raise BadArgument("--certificate is about all trees: leave out --first-guess")
    if str(given.objective).startswith("quantile"):
        raise BadArgument(
            "--certificate does not support quantiles: write within:K with the K that optimal finds"
        )


def _check_folder(name: str, path: str | None) -> None:
    """Raise for a file that cannot be written, before the search, which may take long."""
    if path is not None and (not is_folder(Path(path).parent) or is_folder(path)):
        raise BadArgument(f"--{name}: cannot write {shown(path)}: not a file in a folder")


def _report(given: argparse.Namespace, game: Any, found: Any) -> None:
    """Print a solution, and save it if requested."""
    text = f"{in_one_line(repr(game))}: {found}"
    first_guess = _first_guess(game, found)
    if first_guess is not None:
        text += f"\n{worded(game, 'first guess')}: {first_guess}"
    answer(given, text, game=repr(game), **solution_of(game, found))
    if given.save is not None:
        mc.save(found, given.save)
        _wrote(given, "solution", given.save)


def _wrote(given: argparse.Namespace, what: str, path: str) -> None:
    if not given.json:
        print(f"{what}: {path}")


@command(*STRATEGY, objective("worst-then-mean"), *BUDGET, JSON)
def is_greedy_optimal(given: argparse.Namespace) -> int | None:
    """Print the verdict and the distribution of the strategy."""
    from mastermind_core.show.parts import bar_chart

    game, strategy = game_and_strategy(given)
    refuse_noise(game)
    how = picked(given, "objective", *LIMITS)
    verdict = mc.is_greedy_optimal(game, strategy, progress=True, **how)
    name = name_of(strategy)
    loses = verdict.counterexample
    text = str(verdict)
    figures = dict[str, Any](strategy=name, optimal=verdict.answer, proven=verdict.proven)
    figures["counterexample"] = None if loses is None else format_guess(game, loses)
    if verdict.lengths is not None:
        what = "cost" if isinstance(verdict.lengths, mc.CostDistribution) else "guesses"
        text += f"\n\n{what} | secrets ({name})\n{bar_chart(verdict.lengths)}"
        figures |= lengths_of(verdict.lengths)
    figures["best"] = solution_of(game, verdict.solution)
    answer(given, text, game=repr(game), **figures)
    return None if verdict.proven else NOT_PROVEN


@command(
    JSON,
    option(
        "--sample N", "check only N randomly chosen lemmas (a spot check, not a proof)", type=int
    ),
    option("--verified", "check all with the formally verified program", action="store_true"),
    option("--jobs N", "let N processes of that program share the lemmas", type=int),
    option("--coq OUT.v", "write the certificate of a small game as a theorem, for coqc"),
    own=(option("file FILE", "the certificate"),),
)
def verify(given: argparse.Namespace) -> None:
    """Print the statement proven by the certificate."""
    game = exact_game_of(given)
    chosen = [name for name in ("verified", "coq") if getattr(given, name)]
    if chosen and given.sample is not None:
        raise BadArgument(f"--{chosen[0]} is about all lemmas: leave --sample out")
    if len(chosen) > 1:
        raise BadArgument("--verified and --coq check in different ways: choose one")
    if given.jobs is not None and not given.verified:
        raise BadArgument("--jobs is for --verified: the other checks use one process")
    if given.coq:
        write_coq(game, given.file, given.coq)
        print(f"theorem: {given.coq}, to be proven by coqc -Q verified Verified {given.coq}")
        return
    theorem = ""
    if given.verified:
        answered = prove(game, given.file, 1 if given.jobs is None else given.jobs)
        proven = answered.report
        theorem = f"\n{answered.statement}"
    else:
        proven = mc.verify_certificate(game, given.file, sample=given.sample, progress=True)
    text = f"{in_one_line(repr(game))}: {proven}{theorem}"
    answer(given, text, game=repr(game), proven=proven.proven, statement=str(proven))
