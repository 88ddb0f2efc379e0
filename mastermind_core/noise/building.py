"""Policies for answers that may be wrong as graphs of nodes, with their exact figures."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from attrs import define, field, frozen

from mastermind_core.noise.belief import Belief
from mastermind_core.results import Shown

#: The work on policies whose budget is over, in weights of secrets: on each at first, and on those
#: that are worth more, about a second in all.
FIRST_WORK = 2**17
MOST_WORK = 2**22

#: The work for an answer apart from its weights, and for a guess apart from those of its answers.
_PER_ANSWER = 256
_PER_GUESS = 512

#: The pairs of guess and secret that are measured in the time of one weight.
_MEASURED = 16


@frozen(eq=False, repr=False)
class Policy(Shown):
    """A node of a policy for answers that may be wrong: a guess, and the next node by answer.

    Equal beliefs share a node, and the nodes of a game without a limit may form circles.
    """

    #: The guess.
    guess: Any
    #: The next node of each answer, or None if the game ends.
    branches: dict[Any, Policy | None]
    #: The likeliest goal or secret of each answer with which the game ends.
    names: dict[Any, Any]

    def __repr__(self) -> str:
        return f"<Policy: {self.guess!r}, {len(self.branches)} answers>"

    def grow(self, told: Belief, answer: int, below: Policy | None) -> None:
        """Add the branch of an answer, with the belief after it."""
        heard = told.table.answers.items[answer]
        self.branches[heard] = below
        if below is None:
            self.names[heard] = told.table.names[told.best[0]]


@frozen(eq=False)
class Built:
    """A policy, its expected cost, and the probability that it is right."""

    node: Policy | None
    cost: Fraction
    accuracy: Fraction


@define(eq=False)
class Work:
    """The work on a policy: it may always be ``most``, and more until the budget is over."""

    #: A function that returns whether the budget is over.
    is_late: Callable[[], bool]
    most: int = FIRST_WORK
    done: int = 0

    @property
    def is_over(self) -> bool:
        """Return whether the policy takes too much work."""
        return self.done >= self.most and self.is_late()

    def start(self, most: int) -> None:
        """Begin the work on another policy."""
        self.done = 0
        self.most = most

    def guess(self, belief: Belief, answers: int) -> None:
        """Add the work of the best guess for a belief, and of its answers."""
        secrets = len(belief.masses)
        pairs = len(belief.table.guesses.items) * secrets
        looked_at = 0 if belief.table.again == "fresh" else 2 * pairs  # whether a question is left
        self.done += pairs // _MEASURED + _PER_GUESS + answers * (secrets + _PER_ANSWER + looked_at)


@define(eq=False)
class _Reached:
    """A belief of a policy: its probability, and the nodes and answers that lead to it."""

    belief: Belief
    chance: Fraction = Fraction(0)
    above: list[tuple[Policy, int]] = field(factory=list)

    def grow(self, guess: int | None) -> Policy | None:
        """Return the node of a guess, if there is one, and add it below the nodes above."""
        items = self.belief.table.guesses.items
        node = None if guess is None else Policy(items[guess], {}, {})
        for above, answer in self.above:
            above.grow(self.belief, answer, node)
        return node

    def lead_on(self, node: Policy, guess: int, later: dict[Any, _Reached]) -> None:
        """Add the beliefs after a guess to those that are reached later."""
        for answer, chance, told in self.belief.outcomes(guess):
            node.branches[self.belief.table.answers.items[answer]] = None
            below = later.setdefault(told.state, _Reached(told))
            below.chance += self.chance * chance
            below.above.append((node, answer))


def _likeliest_first(place: _Reached) -> float:
    """Return a key that sorts places by falling probability."""
    return -float(place.chance)


def built_policy(
    first: Belief,
    left: int,
    choose: Callable[[Belief, int], int | None],
    is_over: Callable[[Belief, int], bool],
    work: Work,
    *,
    cut: bool,
) -> list[Built]:
    """Return the policy of a function that chooses guesses with its exact figures, if there is one.

    It is built by the number of guesses, and among equal numbers from the most probable belief.

    Args:
        first: The first belief.
        left: The maximum number of guesses.
        choose: A function of a belief and the number of guesses left to the next guess, or None.
        is_over: A function of the same to whether the game ends.
        work: The work on the policy.
        cut: Whether a policy of too much work ends early. Otherwise no policy is returned.
    """
    root = None
    cost = accuracy = Fraction(0)
    places: dict[Any, _Reached] = {None: _Reached(first, Fraction(1))}
    while places:
        later: dict[Any, _Reached] = {}
        for place in sorted(places.values(), key=_likeliest_first):
            belief = place.belief
            over = is_over(belief, left)
            if not (over or cut) and work.is_over:
                return []
            guess = None if over or work.is_over else choose(belief, left)
            node = place.grow(guess)
            root = root or node
            if guess is None or node is None:
                accuracy += place.chance * belief.accuracy
                continue
            cost += place.chance * belief.table.cost(guess)
            place.lead_on(node, guess, later)
            work.guess(belief, len(node.branches))
        places = later
        left -= 1
    return [Built(root, cost, accuracy)]
