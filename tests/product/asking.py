"""What is asked of each game, and held to the oracle."""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from contextlib import ExitStack
from fractions import Fraction
from pathlib import Path
from random import Random

from product_oracle import MEAN, WORST, Oracle, hold

import mastermind_core as mc
from mastermind_core.cli.verified import program, run_verified
from mastermind_core.errors import BadArgument, Interrupted, MastermindCoreError
from mastermind_core.game import in_units

from .drawing import Built
from .paths import asked_on, flying
from .refused import refusals

LONGEST = 400


#: How a strategy ends that has no guess under a rule, or none that is informative.
NO_TREE = (mc.UninformativeGuess, mc.BadGame)


class Said(Exception):
    """An error that is no answer: its class and its line."""


def one_line(error):
    text = str(error)
    hold(isinstance(error, MastermindCoreError), f"a raw {type(error).__name__}: {text}")
    hold(text and "\n" not in text and len(text) < LONGEST, f"an error of many lines: {text}")
    return text


class Nothing:
    """That there is no strategy, or that none was found in time."""

    def __init__(self, error):
        self.text = one_line(error)
        self.claims = self.text.startswith("no strategy")
        bound = re.search(r"bound so far: (\S+)\)", self.text)
        self.bound = Fraction(bound[1]) if bound else None
        self.nodes = 3


def is_erring(found):
    """Return whether a solution is a table's tree with errors, where no tree names all rows."""
    return not isinstance(found, (mc.Solution, Nothing))


class Asking:
    """A case, its game, and one question at a time."""

    def __init__(self, case, *, every=False):
        self.case, self.every = case, every
        self.built = Built(case)
        self.oracle = self.built.oracle
        self.random = Random(f"{case.seed} asked")
        self.refusals = refusals(case, self.built)

    def run(self):
        """Hold what the case asks for; return how much was checked."""
        with ExitStack() as stack:
            if self.case.form in {"packed", "codes"} and self.case.seed % 4:
                stack.enter_context(flying())
            if self.refusals:
                return self.refused()
            return getattr(self, self.case.asks.replace("-", "_"))()

    def limits(self):
        case, given = self.case, {"pool": self.case.pool}
        if case.steps is not None:
            given["max_steps"] = case.steps
        if case.money is not None:
            given["max_cost"] = case.money
        if case.first_guess is not None:
            given["first_guess"] = self.built.guesses[case.first_guess]
        return given

    def best(self, criteria=None, steps="own"):
        case = self.case
        if self.oracle.over:
            return None
        steps = case.steps if steps == "own" else steps
        return self.oracle.best(criteria or case.criteria, steps, case.money, case.first_guess)

    def refused(self):
        """A combination that is refused is refused with the right class and one line."""
        words = " or ".join(words for _, words in self.refusals)
        try:
            found = self.question()
        except MastermindCoreError as error:
            text = one_line(error)
            said = (isinstance(error, kind) and re.search(own, text) for kind, own in self.refusals)
            hold(any(said), f"not {words!r} but: {text}")
            return 1
        raise AssertionError(f"{found} where {words!r} was expected")

    def question(self):
        """Ask what the case asks in the plainest way."""
        asks, game = self.case.asks, self.built.game()
        if asks == "exists":
            return mc.solution_exists(game, 3, **self._few(), **self._helped())
        if asks == "worst-case":
            return mc.optimal_worst_case(game, **self._few(), **self._helped())
        if asks == "values":
            return mc.guess_values(game, pool=self.case.pool)
        if asks == "equilibrium":
            return mc.equilibrium(game)
        if asks == "expected":
            return mc.expected_distribution(game, "entropy")
        found = mc.optimal(game, self.built.objective, **self.limits(), **self._helped())
        return found.write_certificate("never") if asks == "certificate" else found

    def _few(self):
        return {k: v for k, v in self.limits().items() if k in {"pool", "first_guess"}}

    def _helped(self):
        helped = {
            "workers": {"workers": 1},
            "executor": {"workers": 1},
            "checkpoint": {"checkpoint": "x"},
        }
        return helped.get(self.case.path, {})

    # Searches

    def optimal(self):
        best, checks = self.best(), 0
        for found, whole in self.asked(mc.optimal, self.built.objective, **self.limits()):
            checks += 1
            if found is not None:
                self.hold(found, best, whole=whole)
            else:
                hold(not whole, "nothing was found, and nothing stopped it")
        return checks

    def replayed(self, tree):
        return self.oracle.replay(tree, self.built.guess_of, self.built.answer_of)

    def hold(self, found, best, *, whole):
        """Hold a solution to the oracle: its tree, figures and bound, and whether it is proven."""
        if self.oracle.over:
            if isinstance(found, Nothing):
                hold(not whole and not found.claims, f"{found.text}: the game is over")
                return
            hold((found.total, found.worst, found.lower_bound) == (0, 0, 0), f"{found}: over")
            hold(found.proven and found.tree.over, f"{found}: the game is over")
            return
        if isinstance(found, Nothing):
            hold(not whole or found.claims, found.text)
            hold(best is None or not found.claims, f"{found.text}: there is {best}")
            hold(
                best is None or found.bound is None or found.bound <= best[0],
                f"{found.text}: there is {best}",
            )
            return
        if is_erring(found):
            hold(best is None, f"{found}: there is {best}")
            is_key = bool(self.case.goals) and not self.case.ends
            hold(is_key and found.expected_error > 0, f"{found}: no errors are needed")
            return
        hold(best is not None, f"{found}: there is no strategy")
        taken = self.replayed(found.tree)
        case = self.case
        figures = self.oracle.figures(case.criteria, taken)
        said = found.values if isinstance(found.values, tuple) else (found.values,)
        plain = tuple(
            own for own, criterion in zip(_visible(figures, case), case.criteria, strict=True)
        )
        if case.criteria not in {(MEAN,), (WORST,)}:
            hold(said in (plain, figures), f"{found} says {said}, its tree has {plain}")
        sums = self.oracle.figures((MEAN, WORST), taken)
        hold((found.total, found.worst) == sums, f"{found} has a tree of {sums}")
        if case.steps is not None:
            hold(max(length for length, _ in taken.values()) <= case.steps, "over max_steps")
        if case.money is not None:
            hold(found.worst <= case.money, "over max_cost")
        if case.first_guess is not None:
            hold(self.built.guess_of(found.tree.guess) == case.first_guess, "another first guess")
        hold(best <= figures, f"{found}: {figures} is better than the oracle's {best}")
        hold(found.lower_bound <= best[0], f"{found}: the bound is above {best[0]}")
        if whole:
            hold(found.proven, f"{found} is not proven")
        if found.proven:
            hold(figures == best, f"{found}: {figures} is called proven, {best} is possible")
            hold(found.lower_bound == best[0], f"{found}: the bound is not {best[0]}")
        elif not whole:
            self.hold_greedy(found, figures)

    def hold_greedy(self, found, figures):
        """No greedy tree that keeps to the limits is better than a tree of a stopped search."""
        case = self.case
        if case.first_guess is not None:
            return
        for name, taken in self.greedy():
            if case.steps is not None and max(n for n, _ in taken.values()) > case.steps:
                continue
            if case.money is not None and max(paid for _, paid in taken.values()) > case.money:
                continue
            other = self.oracle.figures(case.criteria, taken)
            hold(figures <= other, f"{found}: {figures}, and greedy ({name}) has {other}")

    def greedy(self):
        if not hasattr(self, "_greedy"):
            self._greedy = []
            game = self.built.game()
            for name, metric in mc.METRICS.items():
                for pool in {"all", "candidates" if self.case.pool == "candidates" else "all"}:
                    try:
                        tree = mc.lazy_tree(game, mc.Greedy(metric, pool=pool))
                        self._greedy.append((f"{name}, {pool}", self.replayed(tree)))
                    except (MastermindCoreError, AssertionError):
                        continue  # not a tree of the pool
        return self._greedy

    def exists(self):
        """Whether some strategy finds every secret within some guesses, for each number of them."""
        best, most = self._least_worst(), len(self.oracle.hidden) + 2
        for steps in range(most):
            for found, whole in self.asked(mc.solution_exists, steps, **self._few()):
                truth = best is not None and best <= steps
                hold(found == truth or (found is None and not whole), f"{steps}: {found}, {best}")
        return most

    def asked(self, function, *args, **given):
        """Yield what a function of a game says on the path of the case, and if it must be whole."""

        def ask(**options):
            try:
                return function(self.built.game(), *args, **given, **options)
            except mc.NoStrategy as error:
                return Nothing(error)
            except Interrupted as stop:
                return stop.solution

        return asked_on(self.case.path, ask, self.random, every=self.every)

    def _least_worst(self):
        """Return the fewest guesses within which all can be found, whatever they cost."""
        case = self.case
        if self.oracle.over:
            return 0
        plain = Built(case).oracle
        free = Oracle(case.rows, case.ends, case.weights, (), case.goals, case.pool, plain.legal)
        best = free.best((WORST,), None, None, case.first_guess)
        return None if best is None else best[0]

    def worst_case(self):
        best = self._least_worst()
        checks = 0
        for found, whole in self.asked(mc.optimal_worst_case, **self._few()):
            checks += 1
            if isinstance(found, Nothing):
                hold(best is None, f"{found.text}: there is {best}")
            else:
                hold(found == best or (found is None and not whole), f"{found}, and it is {best}")
        return checks

    # Values of guesses, verdicts, studies

    def values(self):
        """What every guess is worth at some moment of a game."""
        oracle, built = self.oracle, self.built
        criterion = self.random.choice([MEAN, WORST])
        some, legal, history, over = oracle.everything, oracle.any_guess, [], oracle.over
        for _ in range(self.random.choice([0, 0, 1, 2])):
            guess = self.random.randrange(built.m)
            secret = self.random.choice(oracle.members(some))
            if over or not legal >> guess & 1:
                continue
            for answer, block, ended in oracle.single(guess, some):
                if block >> secret & 1:
                    item = built.score(built.guesses[guess], built.secrets[secret])
                    history.append((built.guesses[guess], item))
                    legal = oracle.after(guess, answer, legal)
                    some, over = block, ended or oracle.known(block)
                    break
        wanted = {} if over else oracle.values(some, legal, criterion)
        asked = {"objective": criterion[0], "pool": self.case.pool}
        least = 0 if over else min(wanted.values(), default=None)
        checks = 0
        for found, whole in self.asked(self._valued, history, asked):
            if isinstance(found, Nothing):
                hold(not whole and not found.claims, found.text)
                continue
            values, said = found
            own = {}
            for value in values:
                guess = built.guess_of(value.guess)
                if value.exact:
                    hold(wanted.get(guess) == value.total, f"{value} of {wanted}")
                    hold(own.setdefault(guess, value.total) == value.total, f"{value} twice")
                    hold(
                        value.regret in (None, value.total - least),
                        f"{value}: the least is {least}",
                    )
                else:
                    hold(not whole, f"{value} is not exact")
                    fits = guess not in wanted or value.lower_bound <= wanted[guess]
                    hold(fits, f"{value} of {wanted}")
            if whole:
                hold(own == wanted, f"{own}, not {wanted}")
                hold(said == least, f"the least is {said}, not {least}")
            else:
                hold(said in (None, least), f"the least is {said}, not {least}")
            checks += 1
        return checks

    def _valued(self, game, history, asked, threads=None, seconds=None, progress=None):
        try:
            oracle = mc.Oracle(game, **asked, threads=threads)
            limits = {"seconds": seconds, "progress": progress}
            if self.case.seed % 2:  # the time of a call is for the oracle, too
                values = mc.guess_values(game, history, "all", **asked, threads=threads, **limits)
            else:
                values = oracle.values(history, "all", **limits)
            return values, oracle.minimum(history, seconds=seconds)
        except Interrupted:
            return [], None

    def verdict(self):
        """Whether a greedy strategy is optimal."""
        case = self.case
        name = self.random.choice(sorted(mc.METRICS))
        strategy = mc.Greedy(mc.METRICS[name])
        best = self.best()
        game = self.built.game()
        try:
            tree = mc.lazy_tree(game, strategy)
            _ = tree.size  # the whole tree is computed, if there is one
        except NO_TREE:
            return 0
        taken = Oracle.replay(self._free(), tree, self.built.guess_of, self.built.answer_of)
        figures = self.oracle.figures(case.criteria, taken)
        checks, limits = 0, {"pool": case.pool, "max_steps": case.steps}
        asked = self.asked(mc.is_greedy_optimal, strategy, self.built.objective, **limits)
        for found, whole in asked:
            checks += 1
            if found is None:
                continue
            if isinstance(found, Nothing):
                none = best is None and not self.oracle.over
                hold(none or (not whole and not found.claims), found.text)
                continue
            if isinstance(found, mc.Solution):  # of a search that Ctrl-C stopped
                self.hold(found, best, whole=False)
                continue
            if self.oracle.over:
                hold(found.answer is True, f"{found!r}: the game is over")
                continue
            # A quantile alone is all that such an objective asks for.
            alone = len(case.criteria) == 1
            truth = figures[:1] <= best[:1] if alone else figures <= best
            hold(
                found.answer == truth or (found.answer is None and not whole),
                f"{found!r}: {figures}, {best}",
            )
            self.hold(found.solution, best, whole=whole and found.solution.proven)
        return checks

    def _free(self):
        case = self.case
        return Oracle(case.rows, case.ends, case.weights, case.costs, case.goals)

    def equilibrium(self):
        """Bounds of the value that hold, and meet; what is forged proves nothing false."""
        checks = 0
        for found, whole in self.asked(mc.equilibrium):
            if found is not None and not isinstance(found, Nothing):
                checks += self._balanced(found, whole=whole)
        return checks

    def _balanced(self, found, *, whole):
        oracle = self._free()
        game = self.built.game()
        if oracle.over:
            hold((found.lower, found.upper) == (0, 0), f"{found}: over")
            hold(mc.verify_equilibrium(game, found) == (0, 0), f"{found}: over")
            return 1
        hold(found.lower <= self._lower(found.codemaker), f"{found}: the lower bound")
        hold(found.upper == self._upper(oracle, found), f"{found}: the upper bound")
        if not whole:
            return 2
        # Where costs have no small common unit the best shares may be integers of over 60 bits.
        odd = max(in_units(self.case.costs)[0], default=1) > 9
        near = Fraction(odd, 10**5) * found.upper
        hold(found.upper - found.lower <= near, f"{found}: a gap")
        said = mc.verify_equilibrium(game, found)
        hold(said == (found.lower, found.upper), f"{said} is verified, not {found}")
        text = mc.to_json(found)
        again = mc.from_json(text, game=game if '"given"' in text else None)
        hold(mc.verify_equilibrium(game, again) == said, "saved, it is another one")
        return 4 + self._forged_equilibria(game, found)

    def _lower(self, codemaker):
        """Return what any tree takes at least, on average, for secrets that are hidden so."""
        case, built = self.case, self.built
        hold(sum(codemaker.values()) == 1 and min(codemaker.values()) >= 0, "shares")
        weights = tuple(Fraction(codemaker.get(secret, 0)) for secret in built.secrets)
        possible = {built.secrets[at] for at in self.oracle.hidden}
        hold({s for s, w in codemaker.items() if w} <= possible, "it hides what is never hidden")
        some = tuple(
            w or Fraction(1, 10**9) if s in possible else 0
            for s, w in zip(built.secrets, weights, strict=True)
        )
        pairs = _Hidden(case, some, weights).frontier((MEAN,))
        return min(pairs)[0][0]

    def _upper(self, oracle, found):
        """Return what the trees take at most for a secret, on average over true symmetries."""
        built, shares = self.built, [share for share, _ in found.codebreaker]
        hold(sum(shares) == 1 and min(shares) >= 0, "shares of trees")
        mean = dict.fromkeys(oracle.hidden, Fraction(0))
        for share, tree in found.codebreaker:
            taken = oracle.replay(tree, built.guess_of, built.answer_of)
            for secret, (_, paid) in taken.items():
                mean[secret] += share * paid
        orbit = {s: {s} for s in oracle.hidden}
        for guesses, secrets in found.symmetries:
            self._hold_symmetry(guesses, secrets)
            for one in oracle.hidden:
                joined = orbit[one] | orbit[secrets[one]]
                for member in joined:
                    orbit[member] = joined
        return max(sum(mean[s] for s in own) / len(own) for own in orbit.values())

    def _hold_symmetry(self, guesses, secrets):
        """A symmetry takes answers to answers, one to one, ends to ends and costs to costs."""
        built = self.built
        to, hidden = {}, set(self.oracle.hidden)
        hold({secrets[s] for s in hidden} == hidden, "a symmetry moves what is never hidden")
        for g, guess in enumerate(built.guesses):
            other = built.guesses[guesses[g]]
            if self.case.costs:
                costs = built.all_costs
                hold(costs[g] == costs[guesses[g]], "a symmetry changes costs")
            for s in hidden:
                one = built.score(guess, built.secrets[s])
                two = built.score(other, built.secrets[secrets[s]])
                hold(to.setdefault(one, two) == two, "a symmetry that is none")
                hold((one in built.end_items) == (two in built.end_items), "ends move")
        hold(len(set(to.values())) == len(to), "a symmetry joins answers")

    def _forged_equilibria(self, game, found):
        """What is verified of changed equilibria is still true."""
        from attrs import evolve

        value, secrets = found.lower, list(self.built.secrets)
        for _ in range(4):
            parts = [self.random.choice([0, 0, 1, 2]) for _ in secrets]
            if not any(parts):
                continue
            codemaker = {s: Fraction(p, sum(parts)) for s, p in zip(secrets, parts, strict=True)}
            never = _NoGuess(self.random.choice([*self.built.end_items, None]))
            trees = self.random.choice(
                [found.codebreaker, ((Fraction(1), never),), found.codebreaker[:1]]
            )
            forged = evolve(
                found,
                codemaker=self.random.choice([codemaker, found.codemaker]),
                codebreaker=trees,
                lower=self.random.choice([found.lower, found.lower / 2, Fraction(0)]),
                upper=self.random.choice([found.upper, found.upper * 2, Fraction(0)]),
            )
            try:
                lower, upper = mc.verify_equilibrium(game, forged)
            except MastermindCoreError as error:
                one_line(error)
                continue
            hold(lower <= value <= upper, f"{(lower, upper)} is verified, and the value is {value}")
        return 4

    def expected(self):
        """The lengths of a strategy, with its lots."""
        game, oracle = self.built.game(), self._free()
        names = ["random_candidate", *sorted(mc.METRICS)]
        if len(self.built.guesses) <= 5:
            names += ["uninformed_random"] * 5
        name = self.random.choice([*names, "random_candidate", "random_candidate"])
        strategy = mc.Greedy(mc.METRICS[name]) if name in mc.METRICS else mc.STRATEGIES[name]
        try:
            found = dict(mc.expected_distribution(game, strategy))
        except mc.MastermindCoreError as error:
            found = None
            text = one_line(error)
        untold = self.case.goals or self.case.form == "ruled"
        if name == "uninformed_random" and untold and found is None:
            hold(
                "simulate" in text, text
            )  # it knows only which guesses win, and none that is illegal
            return 1
        wanted = None
        try:
            if name == "random_candidate":
                wanted = oracle.at_random(Counter(self.built.base))
            elif name == "uninformed_random":
                wanted = oracle.in_any_order()
            else:
                taken = oracle.replay(
                    mc.lazy_tree(game, strategy), self.built.guess_of, self.built.answer_of
                )
                wanted = Counter()
                for secret, (length, _) in taken.items():
                    wanted[length] += Fraction(oracle.weights[secret], 1) / sum(oracle.weights)
        except (AssertionError, IndexError, *NO_TREE):
            hold(found is None, f"{name}: {found} where it cannot play")
            return 1
        hold(found is not None, f"{name} is refused: {text if found is None else None}")
        hold(found == wanted, f"{name}: {found}, not {wanted}")
        return 1

    # Files

    def saved(self):
        """What is saved comes back as it was."""
        game = self.built.game()
        makers = (
            lambda: mc.optimal(game, self.built.objective, pool=self.case.pool),
            lambda: mc.lazy_tree(game, "entropy"),
            lambda: mc.length_distribution(game, "entropy"),
            lambda: mc.is_greedy_optimal(game, "entropy", self.built.objective),
        )
        try:
            value = self.random.choice(makers)()
            text = mc.to_json(value)  # a lazy tree is computed here
        except (mc.NoStrategy, *NO_TREE):
            return 0
        given = game if '"given"' in text else None
        again = mc.from_json(text, game=given)
        # A game that is written out for its file numbers its scores anew, once.
        once = mc.to_json(again)
        hold(mc.to_json(mc.from_json(once, game=given)) == once, "saved again, it is another one")
        if isinstance(value, mc.Solution):
            for name in ("total", "worst", "lower_bound", "proven", "values", "objective"):
                one, two = getattr(value, name), getattr(again, name)
                hold(one == two, f"{name} was {one} and is {two}")
            if not self.oracle.over:
                hold(self.replayed(value.tree) == self.replayed(again.tree), "another tree")
        elif isinstance(value, mc.Node) and not self.oracle.over:
            free, ids = self._free(), (self.built.guess_of, self.built.answer_of)
            hold(free.replay(value, *ids) == free.replay(again, *ids), "another tree")
        elif not isinstance(value, (mc.Node, mc.Verdict)):
            hold(value == again, f"{value} and {again}")
        return 2

    def certificate(self):
        """Both checkers take what is proven, and nothing that is false."""
        best = self.best()
        try:
            found = mc.optimal(self.built.game(), self.built.objective, **self.limits())
        except mc.NoStrategy:
            hold(best is None, f"no strategy, and there is {best}")
            return 0
        self.hold(found, best, whole=True)
        if is_erring(found):
            return 1
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, self.random.choice(["c", "c.gz"]))
            found.write_certificate(path)
            game = self.built.game()
            said = mc.verify_certificate(game, path)
            self._hold_certified(said, found)
            tree = mc.certified_tree(game, path)
            taken = self.replayed(tree)
            hold(self.oracle.figures(self.case.criteria, taken) == best, "another tree")
            if _has_program():
                self._hold_certified(run_verified(game, path), found)
            if path.suffix == ".gz":
                return 4
            from .forging import hold_forged

            return 4 + hold_forged(self, game, path)

    def _hold_certified(self, said, found):
        case = self.case
        own = said.values if isinstance(said.values, tuple) else (said.values,)
        if case.criteria not in {(MEAN,), (WORST,)}:
            hold(own == self.best(), f"{said}: figures {own}, not {self.best()}")
        hold((said.total, said.worst) == (found.total, found.worst), f"{said}, not {found}")
        hold(said.proven, f"{said}: not proven")


class _NoGuess:
    """A tree that asks nothing."""

    guess, branches, over = None, (), True

    def __init__(self, score):
        self.score = score


class _Hidden(Oracle):
    """A game whose secrets are hidden with other shares, of which some are 0."""

    def __init__(self, case, possible, shares):
        super().__init__(case.rows, case.ends, possible, case.costs, case.goals)
        self.weights = shares


def _visible(figures, case):
    """Leave out what stands behind a quantile."""
    return figures[:1] + figures[2:] if case.criteria[0][0] == "quantile" else figures


def _has_program():
    try:
        program()
    except BadArgument:
        return False
    return True
