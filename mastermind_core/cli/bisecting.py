"""The command that finds the first bad commit of a repository."""

from __future__ import annotations

import argparse
from collections.abc import Hashable
from hashlib import blake2b
from pathlib import Path
from typing import Any

from mastermind_core.cli.games import command
from mastermind_core.cli.options import JSON, checked_by, duration, option
from mastermind_core.cli.parser import NO, in_json
from mastermind_core.errors import BadArgument, counted
from mastermind_core.histories.parts import (
    ANSWERS,
    DEFAULT_RATES,
    FAIL,
    PASS,
    Bisection,
    HistoryBelief,
    Repository,
    RunCosts,
    RunFile,
    known_runs,
    rehearse,
    run_command,
    runs_needed,
)

#: The width of the lines that show the progress, and the times that a suspect is as likely.
_WIDTH, _SUSPECT = 80, 10.0

#: The number of runs with one answer after which a note is printed.
_SAME = 20

#: The rate of wrong answers of a rehearsal if none is given.
_TYPICAL = 0.2

_share = checked_by(float, lambda number: 0 <= number <= 1, "a probability from 0 to 1")
_sure = checked_by(float, lambda number: 0 < number < 1, "a probability between 0 and 1")


@command(
    game=False,
    own=(
        option("--good COMMIT", "a commit that works", required=True),
        option("--bad COMMIT", "a commit that fails", default="HEAD"),
        option("--repository FOLDER", "the repository", default="."),
        option("--first-parent", "follow only the first parent of a merge", action="store_true"),
        option("--confidence P", "the probability to reach", type=_sure, default=0.95),
        option("--most-runs N", "the maximum number of runs", default=1000),
        option("--missed P", "rate of runs that pass though they should fail", type=_share),
        option("--alarm P", "rate of runs that fail though they should pass", type=_share),
        option("--suspect PATH", "commits that change it are ten times as likely", action="append"),
        option("--jobs N", "the number of runs at the same time", default=1),
        option("--cost-of-build S", "the cost of a commit that is run first", type=duration),
        option("--cost-of-run S", "the cost of each run", type=duration, default=1.0),
        option("--runs FILE", "the file of runs; by default one in the folder of git"),
        option("--known FILE", "runs made elsewhere: a commit and fail, pass or skip a line"),
        option("--dry-run N", "simulate so many searches instead"),
        JSON,
        option("words", "the command to run, after --", nargs="*", metavar="COMMAND"),
    ),
)
def bisect(given: argparse.Namespace) -> int | None:
    """Find the first bad commit by a test that may be wrong."""
    repository = Repository(Path(given.repository))
    good = repository.commit(given.good, "--good")
    bad = repository.commit(given.bad, "--bad")
    first = _first_belief(repository, given, good, bad)
    if given.dry_run:
        _rehearse(first, given)
        return None
    if not given.words:
        raise BadArgument("name the command to run after --, as in: -- pytest -x tests/test_it.py")
    if repository.is_dirty and not given.json:
        print("note: changes that are in no commit are not tested")
    digest = blake2b(repr((good, bad, given.words)).encode(), digest_size=6).hexdigest()
    name = f"mastermind-core-bisect-{digest}.jsonl"
    path = Path(given.runs) if given.runs else repository.file(name)
    file = RunFile(path, {"good": good, "bad": bad, "command": given.words})
    belief = first
    for commit, failed in [*(known_runs(Path(given.known)) if given.known else ()), *file.runs]:
        belief = _after(repository, belief, commit, failed)
    with repository.worktrees(given.jobs, good) as folders:

        def test(commit: str, worker: int) -> bool | None:
            repository.check_out(folders[worker], commit)
            return run_command(given.words, folders[worker])

        budget = given.most_runs
        costs = _costs(given)
        search = Bisection(belief, test, given.confidence, budget, costs, given.jobs)
        for commit, failed in search.runs():
            file.add(commit, failed)
            if not given.json:
                print("\n".join(_progress(search, commit, failed)), flush=True)
    return _told(repository, search, given)


def _first_belief(
    repository: Repository, given: argparse.Namespace, good: str, bad: str
) -> HistoryBelief:
    """Return the belief before the first run, with the suspects of the user."""
    history = repository.history(good, bad, first_parent=given.first_parent)
    weights: list[float] = []
    if given.suspect:
        touching = repository.touching(good, bad, given.suspect)
        weights = [_SUSPECT if commit in touching else 1.0 for commit in history.commits]
    noise: dict[str, Any] = {
        FAIL: DEFAULT_RATES.missed if given.missed is None else given.missed,
        PASS: DEFAULT_RATES.alarm if given.alarm is None else given.alarm,
    }
    return HistoryBelief.first(history, noise, weights=weights)


def _after(
    repository: Repository,
    belief: HistoryBelief,
    name: str,
    failed: bool | None,  # noqa: FBT001
) -> HistoryBelief:
    """Return the belief after a run made before; runs of other commits are not informative."""
    commit = repository.commit(name, "runs")
    index = belief.history.places.get(commit)
    return belief if index is None else belief.after(index, failed)


def _costs(given: argparse.Namespace) -> RunCosts:
    return RunCosts(given.cost_of_run, given.cost_of_build or 0.0)


def _progress(search: Bisection, commit: str, failed: bool | None) -> list[str]:  # noqa: FBT001
    """Return three lines on the state of a search."""
    belief = search.belief
    answer = next(name for name, value in ANSWERS.items() if value is failed)
    likeliest = ", ".join(
        f"{str(one.commit)[:10]} {100 * one.chance:.1f} %" for one in belief.likeliest(3)
    )
    needed = runs_needed(belief, search.confidence)
    lines = (
        f"run {len(belief.runs)}: {commit[:10]} {answer}",
        f"  likeliest: {likeliest}",
        f"  any method needs at least {needed:.1f} more runs on average",
    )
    return [line[:_WIDTH] for line in lines]


def _counts(belief: HistoryBelief, culprit: Hashable) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the fails and the runs of commits without a culprit, and of those with it."""
    before, after = [0, 0], [0, 0]
    for index, (fails, passes) in belief.counts.items():
        commit = belief.history.name(index)
        side = after if belief.history.score(commit, culprit) == FAIL else before
        side[0] += fails
        side[1] += fails + passes
    return (before[0], before[1]), (after[0], after[1])


def _told(repository: Repository, search: Bisection, given: argparse.Namespace) -> int | None:
    """Print the result; return the exit status."""
    belief = search.belief
    best = belief.best
    before, after = _counts(belief, best.commit)
    reached = best.chance >= given.confidence
    subject = repository.subject(best.commit)
    if given.json:
        print(
            in_json(
                commit=best.commit,
                subject=subject.partition(" ")[2],
                probability=best.chance,
                runs=len(belief.runs),
                failed_before=before,
                failed_after=after,
                reached=reached,
            )
        )
        return None if reached else NO
    print(f"first bad commit: {subject}")
    print(
        f"  probability {best.chance:.4f} after {counted(len(belief.runs), 'run')}; it failed "
        f"{before[0]} of {before[1]} times before it, {after[0]} of {after[1]} times from it on"
    )
    if not reached:
        print(f"  this is not {given.confidence:g}: {_advice(belief)}")
        return NO
    print("  for more certainty, run the command again with a higher --confidence")
    return None


def _advice(belief: HistoryBelief) -> str:
    """Return advice for a search that ends without its confidence."""
    fails = sum(fails for fails, _ in belief.counts.values())
    passes = sum(passes for _, passes in belief.counts.values())
    if fails + passes >= _SAME and not passes:
        return "every run failed, so look whether the good commit fails, too"
    if fails + passes >= _SAME and not fails:
        return "no run failed, so look whether the bad commit passes, too"
    if not belief.best_runs(1):
        return "the commits that could tell more cannot be tested"
    return "run the command again with a higher --most-runs"


def _rehearse(first: HistoryBelief, given: argparse.Namespace) -> None:
    """Print how many runs simulated searches take."""
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
        f"{len(first.history.commits):,} commits: {found.mean:.1f} runs on average, at most "
        f"{max(found.runs)}, {100 * found.accuracy:.1f} % right in {searches}"
    )
