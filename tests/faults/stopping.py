"""Ctrl-C at the looks of searches with a checkpoint: each goes on later, nothing is done twice.

A *look* is where a search asks whether Ctrl-C has come. They are counted, so that the signal comes
at every stage: in bounds, greedy trees, jobs, and between them.
"""

from __future__ import annotations

import signal
from functools import partial

import mastermind_core as mc
from mastermind_core.kernels.shared import ctrl_c
from tests.faults.injecting import run_child, setting
from tests.faults.searching import GAME, LARGE, entries
from tests.support.dividing import small_jobs


class Counted(ctrl_c._Call):
    """A call that Ctrl-C stops at the look of a number; it counts its looks."""

    looks, stop_at = 0, -1

    @property
    def waiting(self):
        Counted.looks += 1
        if Counted.looks == Counted.stop_at:
            signal.raise_signal(signal.SIGINT)
        return self._waiting

    @waiting.setter
    def waiting(self, value):
        self._waiting = value


def _weighed():
    return mc.weighted(GAME, [1 + at % 5 for at in range(64)])


def _identified():
    return mc.identified(mc.Mastermind(colours=3, holes=3))


def _figures(found):
    return found.total, found.worst, found.lower_bound, found.proven, mc.to_text(found)


def _exists(game, **options):
    return mc.solution_exists(game, 4, **options)


def _verdict(game, **options):
    verdict = mc.is_greedy_optimal(game, "entropy", **options)
    return verdict.answer, verdict.greedy, verdict.optimal, verdict.proven


def _best(game, objective="mean", **options):
    return _figures(mc.optimal(game, objective, **options))


#: What is searched, and by whom.
STAGES = {
    "alone": (_best, lambda: GAME, {}),
    "worst": (partial(_best, objective="worst-then-mean"), lambda: GAME, {}),
    "weighed": (_best, _weighed, {}),
    "identified": (_best, _identified, {}),
    "threads": (_best, lambda: GAME, {"threads": 2}),
    "workers": (_best, lambda: GAME, {"workers": 2}),
    "exists": (_exists, lambda: LARGE, {}),
    "verdict": (_verdict, lambda: GAME, {}),
}


def _stop(say, name, folder, random, times):
    """Search, stop at some looks and go on, again and again; say what went wrong."""
    search, make, options = STAGES[name]
    game = make()
    with small_jobs(), setting(ctrl_c, _Call=Counted):
        right = search(game, **options, checkpoint=folder / "whole")
        # The first search of a process fills tables that later ones find.
        Counted.looks = 0
        assert search(game, **options, checkpoint=folder / "again") == right
        looks = Counted.looks
        for at in range(times):
            path, kept = folder / str(at), 0
            for _ in range(random.choice([1, 1, 2, 4])):
                Counted.looks, Counted.stop_at = 0, random.randint(1, looks)
                try:
                    search(game, **options, checkpoint=path)
                except mc.errors.Interrupted:
                    say("stopped one")
                Counted.stop_at = -1
                kept = _compare(say, kept, path)
            if search(game, **options, checkpoint=path) != right:
                say("wrong result")
            _compare(say, kept, path)


def _compare(say, before, path):
    after = entries(path)
    if after < before:
        say(f"lost {before - after} sets")
    return after


def stop_at_looks(report, random, folder):
    for name in STAGES:
        kind, own = f"SIGINT at a look: {name}", folder / name
        own.mkdir()
        child = run_child(report, kind, _stop, name, own, random, 12)
        report.count(kind, len(child.said("stopped")))
        report.hold(len(child.said("stopped")) > 0, kind, "nothing was stopped")
        report.hold(not child.said("wrong"), kind, "another result than in one go")
        report.hold_work(not child.said("lost"), kind, child.lines[-3:])


FAULTS = [stop_at_looks]
