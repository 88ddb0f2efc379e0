"""Cases of exact searches: compiled, plain, divided, cut short, certified; against the oracle."""

from __future__ import annotations

import json
import tempfile
from functools import partial
from pathlib import Path

from tasks import changed

import mastermind_core as mc
from mastermind_core.table import compile_game
from mastermind_core.tree import stored_tree
from tests.fuzz.shapes import drawn
from tests.oracles.bitmask_oracle import NEVER, Oracle, walk
from tests.support.dividing import divided as helped
from tests.support.dividing import tiny_jobs
from tests.support.inside import as_plain, pose, solve

OBJECTIVES = ("mean", "worst", "worst-then-mean", "mean-then-worst")
TUNINGS = [
    (),
    (2, 1, 0, 2, 1, 0, 1, 1),
    (2, 1, 3, 2, 1000, 1000, 1, 2, 64, 1),
    (99, 1, 99, 99, 8, 0, 99, 1, 64, 99),
]


class Asked:
    """A game with something to ask of it, and what the oracle says."""

    def __init__(self, random, most=8, *, openings=True):
        self.spec = drawn(random, most)
        self.game = self.spec.game()
        self.objective = random.choice(OBJECTIVES)
        pools = ["all", "all", "candidates"]
        # Words have a rule of their own, which forbids nothing here.
        if set(self.spec.guesses) <= set(self.spec.secrets) and self.spec.shape != "wordle":
            pools.append("legal")
        self.pool = random.choice(pools)
        self.legal = self.spec.legal() if self.pool == "legal" else None
        self.max_steps = random.choice([None, None, None, 0, 1, 2, 3, 4, 5])
        self.oracle = Oracle(
            self.spec.rows, self.spec.ends, self.spec.weights, self.pool, self.legal
        )
        self.first_guess = None
        if openings and random.random() < 0.15:
            self.first_guess = random.randrange(len(self.spec.guesses))
            won, going_on = self.oracle.parts[self.first_guess]
            silent = not won and len(going_on) == 1
            # None stands for no first guess, and is no guess to begin with.
            if silent or self.spec.guesses[self.first_guess] is None:
                self.first_guess = None
        self.best = self.oracle.best(self.objective, self.max_steps, self.first_guess)

    @property
    def options(self):
        options = {"pool": self.pool, "max_steps": self.max_steps}
        if self.first_guess is not None:
            options["first_guess"] = self.spec.guesses[self.first_guess]
        return options

    @property
    def first(self):
        """Return the figure that the objective looks at first."""
        total, worst = self.best
        return worst if self.objective.startswith("worst") else total

    def hold(self, found, *, proven=True):
        """Hold a solution to the oracle; None stands for one that there is not."""
        if self.best is None:
            assert found is None, f"a strategy where there is none: {found}"
            return
        if found is None:
            assert not proven, f"no strategy where there is {self.best}"
            return
        walked = walk(found.tree, self.spec, self.pool, self.legal)
        assert walked == (found.total, found.worst), f"{found} has a tree of {walked}"
        if self.first_guess is not None:
            assert found.tree.guess == self.spec.guesses[self.first_guess]
        assert self.max_steps is None or found.worst <= self.max_steps
        assert found.lower_bound <= self.first, f"bound {found.lower_bound} over {self.first}"
        total, worst = self.best
        reached = found.worst if self.objective.startswith("worst") else found.total
        assert reached >= self.first, f"{found} is better than {self.best}"
        if proven or found.proven:
            assert found.proven
            assert found.lower_bound == self.first
            assert total in (None, found.total), f"{found} and not {self.best}"
            assert worst in (None, found.worst), f"{found} and not {self.best}"


def optimal(asked, **options):
    """Return the solution of the package, or None where it says that there is none."""
    try:
        return mc.optimal(asked.game, asked.objective, **asked.options, **options)
    except mc.NoStrategy as error:
        assert "\n" not in str(error)
        return None


class Plain:
    """What the plain kernel found, as a solution is read."""

    def __init__(self, table, found, game, objective):
        # A kernel counts weights without their common divisor.
        self.total, self.worst = table.weight_unit * found.total, found.worst
        by_worst = objective.startswith("worst")
        self.lower_bound = found.lower_bound * (1 if by_worst else table.weight_unit)
        self.proven = found.proven
        self.tree = stored_tree(table, found.tree, game)


def by_kernel(asked, *, plain, tuning=()):
    table = compile_game(asked.game)
    first_guess = None if asked.first_guess is None else asked.spec.guesses[asked.first_guess]
    posed = pose(
        asked.game,
        table,
        asked.objective,
        asked.pool,
        max_steps=asked.max_steps,
        first_guess=first_guess,
    )
    task = changed(posed, tuning=tuning)
    scores = as_plain(table.kernel_scores) if plain else table.kernel_scores
    found = solve(scores, task)
    if found.tree is None:
        assert found.proven
        return None
    return Plain(table, found, asked.game, asked.objective)


def search(random):
    """The whole search, compiled and plain, with thresholds on either side."""
    asked = Asked(random)
    asked.hold(optimal(asked, **random.choice([{}, {}, {"memory": 1 << 16}])))
    asked.hold(by_kernel(asked, plain=False, tuning=random.choice(TUNINGS)))
    asked.hold(by_kernel(asked, plain=True))
    within = {name: value for name, value in asked.options.items() if name != "max_steps"}
    best, steps = asked.oracle.best("worst", None, asked.first_guess), random.randint(0, 6)
    exists = best is not None and steps >= best[1]
    assert mc.solution_exists(asked.game, steps, **within) == exists
    try:
        assert mc.optimal_worst_case(asked.game, **within) == (best and best[1])
    except mc.NoStrategy:
        assert best is None
    return 5


class Stop(Exception):
    """What a progress hook raises to end a search."""


def divided(random):
    """Jobs of a few nodes: in one thread, in several, and over a checkpoint that is cut off."""
    asked = Asked(random, 9)
    if asked.pool == "legal":
        asked = Asked(random, 9, openings=False)
    if asked.pool == "legal":
        return 0
    with tiny_jobs(random), tempfile.TemporaryDirectory() as folder:
        alone = helped(partial(optimal, asked))
        asked.hold(alone)
        shared = optimal(asked, threads=random.randint(2, 4))
        asked.hold(shared)
        # As many threads as there may be, and the tree is that of one.
        others = [optimal(asked, threads=threads) for threads in (1, 3)]
        if shared is not None:
            texts = {mc.to_text(found.tree) for found in (shared, *others)}
            assert len(texts) == 1, f"threads return {len(texts)} trees"
        path = Path(folder, "proof")
        for _ in range(random.randint(0, 3)):
            helped(partial(interrupted, asked, random, checkpoint=path))
        asked.hold(optimal(asked, checkpoint=path, threads=random.choice([None, 2])))
        again = optimal(asked, checkpoint=path)
        asked.hold(again)
    return 6


def interrupted(asked, random, **options):
    """Cut a search short by nodes, by time, by Ctrl-C or by an error of a hook."""
    how = random.choice(["nodes", "nodes", "seconds", "ctrl-c", "error"])
    if how == "nodes":
        asked.hold(optimal(asked, nodes=random.randint(0, 60), **options), proven=False)
        return
    if how == "seconds":
        asked.hold(optimal(asked, seconds=random.choice([0, 1e-4, 1e-3]), **options), proven=False)
        return
    left = random.randint(0, 20)

    def hook(done, total):
        nonlocal left
        left -= 1
        if left < 0:
            raise KeyboardInterrupt if how == "ctrl-c" else Stop

    try:
        asked.hold(optimal(asked, progress=hook, **options), proven=False)
    except mc.errors.Interrupted as stopped:
        if stopped.solution is not None:
            asked.hold(stopped.solution, proven=False)
    except (Stop, KeyboardInterrupt):
        pass


def budgets(random):
    """Searches that are cut short: their bounds hold, and so do their trees."""
    asked = Asked(random, 9)
    for _ in range(4):
        interrupted(asked, random)
    memory = random.choice([1, 1000, 1 << 16])
    try:
        asked.hold(optimal(asked, memory=memory, nodes=random.choice([None, 5])), proven=False)
    except mc.GameTooLarge as error:
        assert "\n" not in str(error)
    return 5


def workers(random):
    """Processes do the jobs; one case takes as long as many others."""
    asked = Asked(random, 9, openings=False)
    if asked.pool == "legal" or asked.spec.made is not None:
        return 0
    with tiny_jobs(random):
        asked.hold(optimal(asked, workers=2))
    return 1


def certificates(random):
    """The checker takes what is proven, and nothing that is false."""
    asked = Asked(random, openings=False)
    found = optimal(asked)
    asked.hold(found)
    if found is None:
        return 1
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, random.choice(["c", "c.gz"]))
        try:
            found.write_certificate(path)
        except mc.BadArgument as error:
            assert "\n" not in str(error)
            assert asked.pool == "legal", str(error)
            return 1
        said = mc.verify_certificate(asked.game, path)
        assert (said.total, said.worst) == (found.total, found.worst)
        tree = mc.certified_tree(asked.game, path)
        assert walk(tree, asked.spec, asked.pool, asked.legal) == (found.total, found.worst)
        if path.suffix == ".gz":
            return 3
        _misused(asked, path, random)
        return 7 + _forged(asked, path, random)


def _misused(asked, path, random):
    """Let a genuine certificate answer another question than the one that it was made for."""
    any_change = {
        "pool": random.choice(["all", "candidates"]),
        "max_steps": random.choice([None, 1, 2, 3, 4]),
        "objective": random.choice(OBJECTIVES),
    }
    fewer = {field: any_change[field] for field in random.sample(sorted(any_change), 2)}
    lines = path.read_text().splitlines()
    for change in ({"pool": "all"}, {"max_steps": None}, any_change, fewer):
        header = {**json.loads(lines[0]), **change}
        other = path.with_name("other")
        other.write_text("\n".join([json.dumps(header), *lines[1:]]) + "\n")
        try:
            said = mc.verify_certificate(asked.game, other)
        except mc.MastermindCoreError as error:
            assert "\n" not in str(error)
            continue
        _hold_claim(asked, said)


def _forged(asked, path, random, times=12):
    """Change digits and lines of a certificate; what is still accepted has to be true."""
    lines = path.read_text().splitlines()
    for _ in range(times):
        changed = list(lines)
        at = random.randrange(len(lines))
        digits = [place for place, sign in enumerate(changed[at]) if sign.isdigit()]
        how = random.random()
        if how < 0.7 and digits:
            place = random.choice(digits)
            text = changed[at]
            changed[at] = text[:place] + random.choice("0123456789") + text[place + 1 :]
        elif how < 0.85:
            del changed[at]
        else:
            changed.insert(at, random.choice(lines))
        path.write_text("\n".join(changed) + "\n")
        try:
            said = mc.verify_certificate(asked.game, path)
        except mc.MastermindCoreError as error:
            assert "\n" not in str(error)
            continue
        _hold_claim(asked, said)
    return times


def _hold_claim(asked, said):
    """Hold what a certificate claims, which may be about another question, to the oracle."""
    pool = Oracle(asked.spec.rows, asked.spec.ends, asked.spec.weights, said.pool, asked.legal)
    best = pool.best(str(said.objective), said.max_steps)
    assert best is not None, f"{said} where there is no strategy"
    total, worst = best
    assert total in (None, said.total), f"{said} and not {best}"
    assert worst in (None, said.worst), f"{said} and not {best}"
    assert pool.at_most(said.worst) <= said.total < NEVER
