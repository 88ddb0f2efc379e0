"""Random games and objectives on the number of guesses, and what holds for each of them."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from functools import partial

from attrs import evolve
from certificate_maker import parts_of, write
from clock import turned_clock
from forged import believed, meddled
from length_oracle import LengthOracle, text_of
from stopping import KINDS, drawn_stop
from tasks import changed
from test_prices import TEXTS

import mastermind_core as mc
from mastermind_core.exact import objective_named
from mastermind_core.exact.objective import question_of
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.exact import plain
from mastermind_core.table import compile_game
from tests.fuzz.searches import TUNINGS
from tests.fuzz.shapes import drawn
from tests.support.dividing import divided, tiny_jobs
from tests.support.inside import pose
from tests.support.proofs import run_second

GREEDY = [s for s in mc.STRATEGIES.values() if isinstance(s, mc.Greedy)]


def some_parts(random):
    """Draw criteria, of which the worst case and a quantile come at most once, the latter first."""
    parts = []
    for _ in range(random.choice([1, 1, 1, 2, 2, 3])):
        name = random.choice(["within", "within", "penalty", "mean"])
        given = None
        if name == "within":
            given = random.randint(1, 5)
        elif name == "penalty":
            unit = random.choice([1, 1, Fraction(1, 3)])
            given = sorted(
                unit * random.choice([0, 0, 1, 2, 3, 7]) for _ in range(random.randint(1, 5))
            )
        parts.append((name, given))
    if random.random() < 0.35:
        parts.insert(random.randint(0, len(parts)), ("worst", None))
    if random.random() < 0.2:
        parts[:1] = [
            ("quantile", random.choice([Fraction(1, 2), Fraction(9, 10), 1, Fraction(1, 7)]))
        ]
    return parts


class Drawn:
    """A game, an objective, and the oracle."""

    def __init__(self, random, most=7):
        self.spec = drawn(random, most)
        self.game, goals = self.spec.game(), None
        if random.random() < 0.25 and self.spec.shape != "wordle":
            kinds = [random.randrange(3) for _ in self.spec.secrets]
            goals = [kinds[at] if len(set(kinds)) > 1 else at for at in range(len(kinds))]
            by = dict(zip(self.spec.secrets, goals, strict=True)).__getitem__
            self.game = mc.identified(self.game, by=by)
        pools = ["all", "all", "candidates"]
        if set(self.spec.guesses) <= set(self.spec.secrets) and self.spec.shape != "wordle":
            pools.append("legal")
        self.pool = random.choice(pools)
        legal = self.spec.legal() if self.pool == "legal" else None
        self.steps = random.choice([None, None, None, 1, 2, 3, 4])
        self.parts = some_parts(random)
        self.objective = objective_named(text_of(self.parts))
        self.oracle = LengthOracle(
            self.spec.rows, self.spec.ends, self.spec.weights, self.pool, legal, goals
        )
        self.over = self.oracle.over(-1, self.oracle.everything)

    def figures_of(self, found):
        """Replay a tree; return what the criteria say of it."""
        scores = list(self.spec.scores)
        lengths = self.oracle.played(found.tree, list(self.spec.guesses), scores)
        assert found.worst == max(lengths)
        assert found.total == sum(n * weight for n, weight in lengths.items())
        figures = self.oracle.figures(self.parts, lengths)
        said = found.values if isinstance(found.values, tuple) else (found.values,)
        behind = self.parts[0][0] == "quantile" and len(self.parts) == 1
        assert figures[:1] + figures[1 + behind :] == said
        assert found.lower_bound <= figures[0]
        return figures

    def best_greedy(self):
        """Return the figures of the best greedy tree that keeps to the pool and the limit."""
        found = [(math.inf,)]
        guesses, scores = list(self.spec.guesses), list(self.spec.scores)
        for strategy in GREEDY:
            own = evolve(strategy, pool=self.pool) if self.pool != "all" else strategy
            try:
                lengths = self.oracle.played(mc.lazy_tree(self.game, own), guesses, scores)
            except (mc.MastermindCoreError, AssertionError):
                continue  # it gets stuck, or is not a tree of the pool: "legal" of a strategy
            if self.steps is None or max(lengths) <= self.steps:  # is a candidate without a rule
                found.append(self.oracle.figures(self.parts, lengths))
        return min(found)

    def hold_stopped(self, random, best, kinds=KINDS, **options):
        """Hold a search that is stopped early to the oracle, and to greedy trees."""
        stopped = drawn_stop(random, kinds)(partial(self.searched, **options))
        if stopped is None:
            return
        figures = self.figures_of(stopped)
        assert figures >= best
        assert stopped.lower_bound <= best[0]
        assert not stopped.proven or figures == best
        assert figures <= self.best_greedy()

    def searched(self, **options):
        """Return the solution, None where there is said to be none."""
        try:
            return mc.optimal(
                self.game, self.objective, pool=self.pool, max_steps=self.steps, **options
            )
        except mc.NoStrategy:
            return None


def hold(random, most=7):
    """Draw a game and an objective, and hold every search of them to the oracle."""
    own = Drawn(random, most)
    if own.over:
        assert own.searched().total == 0
        assert mc.is_greedy_optimal(own.game, "knuth", own.objective)
        return
    best = own.oracle.best(own.parts, own.steps)
    try:
        found = own.searched(**random.choice([{}, {}, {"threads": 2}]))
    except mc.BadArgument:
        assert sum(own.spec.weights) > 1 << 16  # sums would run over
        return
    if best is None:
        assert found is None
        return
    assert found.proven, found
    assert own.figures_of(found) == best, (own.figures_of(found), best)
    assert found.lower_bound == best[0]
    for _ in range(3):
        own.hold_stopped(random, best)
    if own.pool == "all" and own.steps is None:
        judge(own, best)
    kernels_agree(own, random)


def judge(own, best):
    """Hold verdicts to the best figures: a strategy is optimal where its own are the same."""
    counted = slice(1 if len(own.parts) == 1 else None)
    for strategy in ("entropy", "knuth", "irving"):
        tree = mc.lazy_tree(own.game, strategy)
        lengths = own.oracle.played(tree, list(own.spec.guesses), list(own.spec.scores))
        figures = own.oracle.figures(own.parts, lengths)
        verdict = mc.is_greedy_optimal(own.game, strategy, own.objective)
        assert verdict.answer == (figures[counted] == best[counted]), (verdict, figures, best)


def hold_divided(random, folder, most=8):
    """Draw a game and an objective; a divided search has the tree of the undivided one."""
    own = Drawn(random, most)
    if own.over or own.pool == "legal" or sum(own.spec.weights) > 1 << 16:
        return
    best, path = own.oracle.best(own.parts, own.steps), folder / "proof"
    alone = own.searched()
    with tiny_jobs(random):
        for _ in range(random.randint(0, 3)):
            own.hold_stopped(random, best, kinds=["nodes"], checkpoint=path)
        other = folder / "other"
        for _ in range(random.randint(0, 3)):
            own.hold_stopped(random, best, checkpoint=other)
        found = own.searched(checkpoint=other)
        assert (found and own.figures_of(found)) == best
        three = {"threads": 3, "checkpoint": path}
        for given in ({}, three, {"checkpoint": path}):
            found = own.searched(**given) if given else divided(own.searched)
            assert (found is None) == (best is None)
            if found is not None:
                assert own.figures_of(found) == best, (given, own.figures_of(found), best)
                assert (found.proven, found.lower_bound) == (True, best[0])
                assert mc.to_text(found.tree) == mc.to_text(alone.tree), given


def kernels_agree(own, random):
    """Both kernels find the least sum, on either side of every threshold."""
    parts = [part for part in own.parts if part[0] not in {"worst", "quantile"}]
    if not parts or sum(own.spec.weights) > 1 << 16:
        return
    table = compile_game(own.game)
    task = pose(own.game, table, "mean", own.pool, max_steps=own.steps)
    weight = sum(table.weights) if not table.uniform else len(table.everything)
    question = question_of(
        objective_named(text_of(parts) + "-then-mean").parts[:-1], weight, len(table.everything)
    )
    totals_agree(table.kernel_scores, changed(task, prices=question.prices), random)


def totals_agree(scores, task, random):
    """Return the least total that all searches of a task find."""
    (total,) = {
        plain.attempt(scores, task).total,
        kernels.exact.attempt(scores, task).total,
        kernels.exact.attempt(scores, changed(task, tuning=random.choice(TUNINGS))).total,
    }
    for kernel in (plain, kernels.exact):
        with turned_clock(1):
            some = {random.choice(["seconds", "nodes"]): random.randrange(20)}
            stopped = kernel.attempt(scores, changed(task, **some))
        assert stopped.lower_bound <= total <= stopped.total
        assert not stopped.proven or stopped.total == total
    return total


def hold_certificate(random, folder, most=6):
    """Hold the certificate of a drawn game, and changed ones, to the oracle and both checkers."""
    own = Drawn(random, most)
    if own.over or sum(own.spec.weights) > 1 << 16:
        return
    found, path = own.searched(), folder / "c"
    if found is None:
        return
    refused = None
    try:
        found.write_certificate(path)
    except mc.BadArgument as error:
        refused = str(error)
    if refused is not None:
        assert "\n" not in refused
        assert own.parts[0][0] == "quantile" or own.pool == "legal", refused
        assert not path.exists()
        return
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    proven = mc.verify_certificate(own.game, path)
    assert (proven.values, proven.total, proven.worst) == (found.values, found.total, found.worst)
    assert own.figures_of(found) == own.oracle.best(own.parts, own.steps)
    assert mc.to_text(mc.certified_tree(own.game, path)) == mc.to_text(found.tree)
    for number in range(7):
        write(path, meddled(random, lines, TEXTS) if number else lines)
        said = believed(own.game, path)
        assert said is None or _is_true(own, said)
        assert said == believed(own.game, path, run_second)


def _is_true(own, said):
    spec = own.spec
    goals = own.oracle.goals
    oracle = LengthOracle(spec.rows, spec.ends, spec.weights, said.pool, None, goals)
    best = oracle.best(parts_of(said.objective), said.max_steps)
    return best == (said.values if isinstance(said.values, tuple) else (said.values,))
