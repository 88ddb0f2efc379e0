"""Wrong engines: each mutant plants one mistake, which the cases have to find."""

from __future__ import annotations

import os
import signal
from array import array
from types import SimpleNamespace

from tasks import changed

from mastermind_core.checker import Lemmas
from mastermind_core.code_space import ConsistentCodes
from mastermind_core.exact import problem, search
from mastermind_core.exact.anytime import budget
from mastermind_core.exact.divide import graph, workers
from mastermind_core.exact.divide import search as dividing
from mastermind_core.games import GuessWho
from mastermind_core.kernels import Symmetry
from mastermind_core.kernels.exact import compiled, plain
from mastermind_core.play import Session
from mastermind_core.simulation import run
from mastermind_core.strategies import TieRule
from mastermind_core.studies.static import _HittingSearch
from mastermind_core.table import compiling
from tests.faults.planted import PLANTED


def _changed(owner, name, change):
    """Put what ``change`` makes of an attribute in its place."""
    setattr(owner, name, change(getattr(owner, name)))


def bound():
    """A search that is cut short claims a bound that is one too high."""

    def change(solve):
        def wrong(*given):
            found = solve(*given)
            return found if found.proven else found._replace(lower_bound=found.lower_bound + 1)

        return wrong

    _changed(budget, "solve", change)


def proof():
    """A search that is cut short says that it was not."""

    def change(solve):
        def wrong(*given):
            found = solve(*given)
            return found._replace(proven=found.tree is not None)

        return wrong

    _changed(budget, "solve", change)


def limit():
    """One guess more than the limit allows."""

    def change(pose):
        def wrong(*given, **options):
            task = pose(*given, **options)
            return changed(task, max_steps=task.question.max_steps + (task.question.max_steps > 0))

        return wrong

    _changed(search, "pose", change)


def first_guess():
    """The first guess is forgotten."""

    def change(pose):
        return lambda *given, **options: changed(pose(*given, **options), first=())

    _changed(search, "pose", change)


def weights():
    """Every secret weighs the same."""

    def change(pose):
        return lambda *given, **options: changed(pose(*given, **options), weights=())

    _changed(search, "pose", change)


def pool():
    """All guesses are taken where only candidates may be."""

    def change(pose):
        def wrong(*given, **options):
            task = pose(*given, **options)
            return changed(task, pool=0) if task.question.pool == 1 else task

        return wrong

    _changed(search, "pose", change)


def symmetry():
    """The first two guesses and the first two secrets are said to be alike."""

    def wrong(game, table, seconds):
        orders = []
        for index in (table.guesses, table.secrets):
            order = array("I", range(len(index.items)))
            order[:2] = order[:2][::-1]
            orders.append(order)
        exact = (Symmetry(*orders, array("I", range(len(table.scores.items)))),)
        return problem.SearchSymmetries(exact)

    problem.search_symmetries = wrong


def block():
    """A divided search loses the last block of a guess with several."""

    class Forgetful:
        def __init__(self, own):
            self._own = own

        def __getattr__(self, name):
            return getattr(self._own, name)

        def split(self, *given):
            blocks = self._own.split(*given)
            return blocks[:-1] if len(blocks) > 2 else blocks

    _changed(graph, "kernels", lambda kernels: SimpleNamespace(greedy=Forgetful(kernels.greedy)))


def key():
    """Jobs about the same set are one, whatever is asked about it."""

    def wrong(self):
        return hash(self.candidates)

    workers.Job.__hash__ = wrong
    workers.Job.__eq__ = lambda self, other: self.candidates == other.candidates


def kept():
    """The bounds of guesses that a job leaves open are one too high."""

    def change(learn):
        def wrong(self, asked, found):
            left = [(guess, bound + 1, exact) for guess, bound, exact in found.openings]
            learn(self, asked, found._replace(openings=left))

        return wrong

    _changed(graph.Graph, "learn", change)


def interrupted():
    """A divided search that was stopped believes that it is done."""

    def change(search_on):
        def wrong(self):
            try:
                search_on(self)
            except dividing.StoppedError:
                return

        return wrong

    _changed(dividing.Division, "_search", change)


def in_python():
    """The plain kernel leaves the last guess out."""

    def change(attempt):
        def wrong(scores, task, report=None, known=None):
            found = attempt(scores, task, report, known)
            if found.tree is None or task.question.objective != "mean":
                return found
            return found._replace(total=found.total + (found.worst > 2), proven=True)

        return wrong

    _changed(plain, "attempt", change)


def cost():
    """Among trees the compiled search takes the greedy one for proven."""

    def wrong(scores, task, report=None):
        found = compiled.attempt(scores, changed(task, nodes=0), report)
        return found._replace(proven=found.tree is not None)

    budget.solve = wrong


def checker():
    """The checker believes every lemma."""
    _changed(Lemmas, "_follow", lambda follow: lambda self, *given: None)


def ties():
    """Ties go to the last guess, not to the first."""
    TieRule.order = lambda self, n_guesses: range(n_guesses - 1, -1, -1)


def undo():
    """Going back forgets the answer, and keeps what it told."""

    def wrong(self):
        self.history.pop()

    Session.undo = wrong


def crash():
    """A search ends the process."""

    def wrong(*given):
        os.kill(os.getpid(), signal.SIGKILL)

    budget.solve = wrong


def loaded():
    """One draw in eight takes the first codes there are."""

    def change(draw):
        def wrong(self, size, seed):
            found = draw(self, size, seed)
            return found if sum(found) % 8 else self.first_bytes(size)

        return wrong

    _changed(ConsistentCodes, "sample_bytes", change)


def unweighted():
    """Simulations draw every secret as often."""
    run.weights_of = lambda game: ()


def longer():
    """Every third game of a simulation takes a guess more."""
    _changed(
        run, "Record", lambda own: lambda at, steps, *rest: own(at, steps + (at % 3 == 0), *rest)
    )


def turned():
    """Codes that are scored on the fly are numbered from the last."""

    def change(flying):
        def wrong(*given):
            codes = flying(*given)
            return codes and codes._replace(secrets=codes.secrets[::-1])

        return wrong

    _changed(compiling, "_flying", change)


def hasty():
    """Who answers questions hears yes in part of a value."""

    def change(answer):
        def wrong(self, guess, secret):
            own = answer(self, guess, secret)
            value = getattr(guess, "value", "")
            return "yes" if value and value in self._columns[guess.attribute][secret] else own

        return wrong

    _changed(GuessWho, "_answer", change)


def counted():
    """Guesses that are asked at once are said to need one more than counting shows."""
    _changed(_HittingSearch, "least_by_counting", lambda count: lambda self: count(self) + 1)


#: What each mutant is found by, and how it is planted.
MUTANTS = {
    plant.__name__: (plant, kind)
    for kind, plants in {
        "budgets": (bound, proof, cost),
        "search": (limit, first_guess, weights, pool, symmetry, in_python, crash),
        "divided": (block, key, kept, interrupted),
        "certificates": (checker,),
        "greedy": (ties,),
        "sessions": (undo,),
        "draws": (loaded, unweighted),
        "simulated": (longer,),
        "fly": (turned,),
        "who": (hasty,),
        "static": (counted,),
    }.items()
    for plant in plants
}
MUTANTS |= {name: (plant, kind) for name, (plant, kind, _) in PLANTED.items()}
