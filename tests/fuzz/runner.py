"""The loop of the fuzzer: cases in turn, each from the seed, its kind and its number."""

from __future__ import annotations

import json
import sys
import time
import traceback
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.fuzz.asking import static, who
from tests.fuzz.border import native_calls
from tests.fuzz.drawing import draws, simulated
from tests.fuzz.flying import fly, moves
from tests.fuzz.larger import merged, named, related, shared
from tests.fuzz.lengths import divided_lengths, length_certificates, lengths
from tests.fuzz.paths import path_certificates, paths
from tests.fuzz.playing import greedy, logs, saved, sessions
from tests.fuzz.searches import budgets, certificates, divided, search, workers
from tests.fuzz.worth import values
from tests.product.running import product

#: The kinds of cases: what runs one, and its share of the time.
GAMES = {
    "search": (search, 4),
    "divided": (divided, 4),
    "budgets": (budgets, 2),
    "certificates": (certificates, 2),
    "workers": (workers, 1),
    "greedy": (greedy, 1),
    "sessions": (sessions, 1),
    "logs": (logs, 1),
    "saved": (saved, 1),
    "related": (related, 3),
    "merged": (merged, 1),
    "shared": (shared, 2),
    "named": (named, 2),
    "native": (native_calls, 1),
    "paths": (paths, 2),
    "lengths": (lengths, 1),
    "divided-lengths": (divided_lengths, 1),
    "path-certificates": (path_certificates, 1),
    "length-certificates": (length_certificates, 1),
    "draws": (draws, 1),
    "simulated": (simulated, 2),
    "fly": (fly, 1),
    "moves": (moves, 1),
    "who": (who, 1),
    "static": (static, 1),
    "values": (values, 1),
    "product": (product, 12),
}

#: Seconds of the processor after which a case hangs.
SLOW = 600


def run_case(kind, number, seed):
    """Run a case; return how many checks it made."""
    case, _ = kinds()[kind]
    return case(Random(f"{seed} {kind} {number}"))


def kinds():
    """Return all kinds, those of readers and of faults too."""
    from tests import faults
    from tests.fuzz.readers import READERS

    injected = {name: (case, 1) for name, case in faults.kinds().items()}
    return {**GAMES, **READERS, **injected}


def groups():
    """Return the kinds by group; faults take seconds each, and are injected where asked for."""
    from tests import faults
    from tests.fuzz.readers import READERS

    return {"games": list(GAMES), "readers": list(READERS), "faults": list(faults.kinds())}


class Tally:
    """Cases and checks by kind, and failures."""

    def __init__(self):
        self.cases, self.checks, self.failures = {}, {}, []

    def add(self, kind, checks):
        self.cases[kind] = self.cases.get(kind, 0) + 1
        self.checks[kind] = self.checks.get(kind, 0) + checks

    def merge(self, said):
        for kind, count in said["cases"].items():
            self.cases[kind] = self.cases.get(kind, 0) + count
            self.checks[kind] = self.checks.get(kind, 0) + said["checks"][kind]
        self.failures += said["failures"]

    def to_json(self):
        return json.dumps(vars(self))


class Until(NamedTuple):
    """How long to go on: some minutes, until so many checks are made, or one case of each kind."""

    minutes: float
    checks: int | None = None
    once: bool = False

    def over(self, began, tally, kinds):
        if self.once:
            return len(tally.cases) == len(kinds)
        if self.checks is not None:
            return sum(tally.checks.values()) >= self.checks
        return time.monotonic() >= began + 60 * self.minutes


def work(chosen, seed, until, place, jobs, most_failures):
    """Run cases as long as is asked for; a line of JSON on the standard output at the end.

    The file that ``place`` names says which case is running, for whoever has to tell of a crash.
    """
    known = kinds()
    spent = dict.fromkeys(chosen, 0.0)
    numbers = dict.fromkeys(chosen, 0 if until.once else place[1])
    chosen = chosen[place[1] :: jobs] if until.once else chosen
    tally, start = Tally(), time.monotonic()
    while not until.over(start, tally, chosen) and len(tally.failures) < most_failures:
        kind = min(chosen, key=lambda name: spent[name] / known[name][1])
        number = numbers[kind]
        numbers[kind] += jobs
        with noted(place[0], kind, number):
            began = time.process_time()
            checks, failure = _tried(kind, number, seed)
            took = time.process_time() - began
        spent[kind] += took + 1e-4
        tally.add(kind, checks)
        if not failure and took > SLOW:
            failure = f"it took {took:.1f} s"
        if failure:
            tally.failures.append({"case": f"{kind}:{number}", "what": failure})
            spent[kind] += 1e9  # the others go on
    print(tally.to_json(), flush=True)


def _tried(kind, number, seed):
    try:
        return run_case(kind, number, seed), None
    except Exception as error:
        repro = getattr(error, "repro", None)
        lines = traceback.format_exc(limit=-6)
        return 0, f"{repro}\n{lines}" if repro else lines


@contextmanager
def noted(path, kind, number):
    """Say in a file what runs."""
    Path(path).write_text(f"{kind}:{number}")
    yield
    sys.stderr.flush()
