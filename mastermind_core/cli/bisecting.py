"""The command that finds the first bad commit of a repository, or culprits among items."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

from mastermind_core.cli.games import command
from mastermind_core.cli.options import JSON, checked_by, duration, option
from mastermind_core.cli.parser import NO, in_json
from mastermind_core.errors import BadArgument, counted
from mastermind_core.games.parts import FAILS, WORKS, Culprits
from mastermind_core.histories.parts import (
    DEFAULT_RATES,
    FAIL,
    PASS,
    Bisection,
    CommitRuns,
    CulpritBelief,
    HistoryBelief,
    ItemCommand,
    ItemRuns,
    NumberBelief,
    Rates,
    Repository,
    RunCosts,
    RunFile,
    advice,
    answer_of,
    known_runs,
    read_items,
    read_requirements,
    rehearse,
    runs_needed,
)

#: The width of the lines that show the progress, and the times that a suspect is as likely.
_WIDTH, _SUSPECT = 80, 10.0

#: The rate of wrong answers of a rehearsal if none is given.
_TYPICAL = 0.2

_share = checked_by(float, lambda number: 0 <= number <= 1, "a probability from 0 to 1")
_sure = checked_by(float, lambda number: 0 < number < 1, "a probability between 0 and 1")


@command(
    game=False,
    own=(
        option("--good COMMIT", "a commit that works"),
        option("--bad COMMIT", "a commit that fails", default="HEAD"),
        option("--repository FOLDER", "the repository", default="."),
        option("--first-parent", "follow only the first parent of a merge", action="store_true"),
        option("--items FILE", "find culprits among the lines of a file instead of commits"),
        option("--most N", "the maximum number of culprits", default=1),
        option("--together N", "the number of items that fail only together", default=1),
        option("--requires FILE", "what must be on for an item: lines such as item: other, other"),
        option("--number", "compare the number in the last line of output", action="store_true"),
        option("--log-normal", "the logarithms of these numbers are normal", action="store_true"),
        option("--confidence P", "the probability to reach", type=_sure, default=0.95),
        option("--most-runs N", "the maximum number of runs", default=1000),
        option("--missed P", "rate of runs that pass though they should fail", type=_share),
        option("--alarm P", "rate of runs that fail though they should pass", type=_share),
        option("--suspect PATH", "commits that change it are ten times as likely", action="append"),
        option("--jobs N", "the number of runs at the same time", default=1),
        option("--cost-of-build S", "the cost of each new commit or switched item", type=duration),
        option("--cost-of-run S", "the cost of each run", type=duration, default=1.0),
        option("--runs FILE", "the file of runs; by default one in the folder of git"),
        option("--known FILE", "runs made elsewhere: a commit and fail, pass or skip a line"),
        option("--dry-run N", "simulate so many searches instead"),
        JSON,
        option(
            "words",
            "the command to run, after --, with {on} for items",
            nargs="*",
            metavar="COMMAND",
        ),
    ),
)
def bisect(given: argparse.Namespace) -> int | None:
    """Find the first bad commit, or culprits among items, by a test that may be wrong."""
    if not (given.words or given.dry_run):
        raise BadArgument("name the command to run after --, as in: -- pytest -x tests/test_it.py")
    place = _items(given) if given.items else _commits(given)
    if given.dry_run:
        _rehearse(place, given)
        return None
    digest = blake2b(repr((*place.about.values(),)).encode(), digest_size=6).hexdigest()
    path = given.runs or place.file(f"mastermind-core-bisect-{digest}.jsonl")
    file = RunFile(Path(path), place.about)
    known = known_runs(Path(given.known)) if given.known else []
    belief = _told_before(place, [*known, *file.runs])
    costs = None if given.items else RunCosts(given.cost_of_run, given.cost_of_build or 0.0)
    with place.tests(given.jobs) as test:
        search = Bisection(belief, test, given.confidence, given.most_runs, costs, given.jobs)
        for guess, failed in search.runs():
            file.add(place.written(guess), failed)
            if not given.json:
                print("\n".join(_progress(place, search, guess, failed)), flush=True)
    return _told(place, search, given)


def _told_before(place: CommitRuns | ItemRuns, runs: list[tuple[Any, float | None]]) -> Any:
    """Return the belief after runs made before."""
    belief: Any = place.first
    for name, failed in runs:
        guess = place.read(name)
        if guess is not None:  # a run of another history is not informative
            belief = belief.after(belief.question(guess), failed)
    return belief


def _noise(given: argparse.Namespace, fault: str, fine: str) -> dict[str, Any]:
    """Return the rates of wrong answers."""
    return {
        fault: DEFAULT_RATES.missed if given.missed is None else given.missed,
        fine: DEFAULT_RATES.alarm if given.alarm is None else given.alarm,
    }


def _commits(given: argparse.Namespace) -> CommitRuns:
    """Return the commits to run, with the suspects that the user names."""
    if given.requires:
        raise BadArgument("--requires is about items: leave it out, or add --items")
    if given.good is None:
        raise BadArgument("give a commit that works as --good, or a file of items as --items")
    repository = Repository(Path(given.repository))
    good = repository.commit(given.good, "--good")
    bad = repository.commit(given.bad, "--bad")
    history = repository.history(good, bad, first_parent=given.first_parent)
    weights = []
    if given.suspect:
        touching = _touching(repository, good, bad, given.suspect)
        weights = [_SUSPECT if commit in touching else 1.0 for commit in history.commits]
    if repository.is_dirty and not given.json and not given.dry_run:
        print("note: changes that are in no commit are not tested")
    first = HistoryBelief.first(history, _noise(given, FAIL, PASS), weights=weights)
    if given.number or given.log_normal:
        if given.dry_run:
            raise BadArgument("--dry-run simulates runs that pass or fail: leave out --number")
        first = NumberBelief.of(first, is_log=given.log_normal)
        return CommitRuns(repository, first, good, bad, given.words, number=True)
    return CommitRuns(repository, first, good, bad, given.words)


def _touching(repository: Repository, good: str, bad: str, paths: Sequence[str]) -> Collection[Any]:
    """Return the commits that change some paths, at least one."""
    touching = repository.touching(good, bad, paths)
    if not touching:
        raise BadArgument(f"--suspect: no commit changes {' or '.join(paths)}")
    return touching


def _items(given: argparse.Namespace) -> ItemRuns:
    """Return the runs of a command with items that are switched on."""
    for name in ("good", "suspect", "first_parent", "number", "log_normal"):
        if getattr(given, name):
            raise BadArgument(
                f"--{name.replace('_', '-')} is about commits: leave out either it or --items"
            )
    path = Path(given.items)
    game = Culprits(
        read_items(path),
        max(given.most, given.together),
        given.together,
        requires=read_requirements(Path(given.requires)) if given.requires else None,
        run_cost=given.cost_of_run,
        change_cost=given.cost_of_build or 0,
    )
    words = given.words or ["{on}"]
    first = CulpritBelief.first(game, Rates.of(_noise(given, FAILS, WORKS), (FAILS, WORKS)))
    return ItemRuns(first, ItemCommand(words, list(game.suspects)), path)


def _progress(
    place: CommitRuns | ItemRuns,
    search: Bisection,
    guess: Any,
    failed: float | None,
) -> list[str]:
    """Return three lines on the state of a search."""
    belief = search.belief
    likeliest = ", ".join(
        f"{place.named(one.commit)} {100 * one.chance:.1f} %" for one in belief.likeliest(3)
    )
    needed = f"any method needs at least {runs_needed(belief, search.confidence):.1f} more runs"
    lines = (
        f"run {len(belief.runs)}: {place.asked(guess)} {answer_of(failed)}",
        f"  likeliest: {likeliest}",
        f"  {belief.warning or f'{needed} on average'}",
    )
    return [line[:_WIDTH] for line in lines]


def _told(place: CommitRuns | ItemRuns, search: Bisection, given: argparse.Namespace) -> int | None:
    """Print the result and return the exit status."""
    belief = search.belief
    best = belief.best
    sides = belief.tallied(best.commit)
    reached = best.chance >= given.confidence
    if given.json:
        tallies: dict[str, Any] = dict(zip(place.keys, sides, strict=True))
        found = place.result(best.commit) | {"probability": best.chance, "runs": len(belief.runs)}
        print(in_json(**found, **tallies, reached=reached))
        return None if reached else NO
    print(place.title(best.commit) if reached else f"not sure; {place.title(best.commit)}")
    print(f"  probability {best.chance:.4f} after {counted(len(belief.runs), 'run')}")
    print(f"  {belief.summary(best.commit, place.sides)}")
    if not reached:
        print(f"  this is not {given.confidence:g}: {advice(belief)}")
        return NO
    print("  for more certainty, run the command again with a higher --confidence")
    return None


def _rehearse(place: CommitRuns | ItemRuns, given: argparse.Namespace) -> None:
    """Print how many runs simulated searches take."""
    first = place.first
    rates = first.rates
    missed = rates.missed.mean(0, 0) if given.missed is not None else _TYPICAL
    alarm = rates.alarm.mean(0, 0) if given.alarm is not None else _TYPICAL
    how: dict[str, Any] = {"missed": missed, "alarm": alarm, "most_runs": given.most_runs}
    found = rehearse(first, given.dry_run, confidence=given.confidence, **how)
    if given.json:
        print(in_json(mean=found.mean, accuracy=found.accuracy, runs=found.runs))
        return
    searches = counted(given.dry_run, "search", "searches")
    print(
        f"{first.suspects:,} {place.kind}: {found.mean:.1f} runs on average, at most "
        f"{max(found.runs)}, {100 * found.accuracy:.1f} % right in {searches}"
    )
