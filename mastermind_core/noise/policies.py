"""Exact figures of strategies, and optimal policies of small games whose answers may be wrong.

A state of a policy is a belief: weights without a common divisor. Beliefs that are equal up to a
symmetry of the game are one state. Only the value of a state is stored. Guesses are found by
looking one answer ahead.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from operator import attrgetter
from time import monotonic
from typing import Any, TypeAlias

from attrs import define, evolve, field, frozen
from more_itertools import unique_everseen

from mastermind_core.arguments import real_number, whole_number
from mastermind_core.errors import BadArgument, GameTooLarge, NoStrategy, UninformativeGuess
from mastermind_core.game import Symmetric
from mastermind_core.game.amounts import Exact, in_user_units
from mastermind_core.noise.belief import Belief, Ending, first_belief
from mastermind_core.noise.choosing import NoisyPlayer, best_guess
from mastermind_core.results import Shown

#: The maximum number of beliefs of an exact calculation, and of those of a game without a limit.
_MOST_BELIEFS, _MOST_OPEN = 500_000, 3000

#: The maximum number of elements of a declared symmetry group that are applied to a belief.
_MOST_IMAGES = 720

#: The remaining probability below which the lengths of an endless game are not listed.
_TAIL = Fraction(1, 10**12)


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


@frozen
class Figures:
    """The exact figures of a strategy whose answers may be wrong."""

    #: The expected number of guesses.
    mean: Fraction
    #: The expected cost.
    cost: Fraction
    #: The probability that the right goal or secret is named.
    accuracy: Fraction
    #: The weight of the games of each number of guesses.
    lengths: Mapping[int, Exact] = {}
    #: The weight of the games that are longer than those listed.
    left: Fraction = Fraction(0)


def noisy_lengths(game: Any, strategy: Any, ending: Ending) -> Figures:
    """Return the exact figures of a strategy, without a simulation.

    Raises:
        GameTooLarge: If there are too many different beliefs.
        UninformativeGuess: If the game does not end.
    """
    player, first = NoisyPlayer(game, strategy), first_belief(game)

    def guesses(belief: Belief) -> list[int]:
        guess = None if ending.is_over(belief) else player.guess(belief)
        return [] if guess is None else [guess]

    closed = None
    if player.measure is not None and ending.max_steps is None and ending.rule is None:
        closed = _closed_figures(first, guesses)
    unit = first.weight * first.table.aims.weight_unit
    lengths, seen, step = defaultdict[int, Fraction](Fraction), 0, 0
    cost, accuracy, left = Fraction(0), Fraction(0), Fraction(1)
    states: dict[Any, tuple[Belief, Fraction]] = {None: (first, left)}
    while states and (closed is None or left > _TAIL):
        later: dict[Any, tuple[Belief, Fraction]] = {}
        for known, mass in states.values():
            if not (chosen := guesses(known)):
                lengths[step] += mass * unit
                accuracy, left = accuracy + mass * known.accuracy, left - mass
                continue
            cost += mass * known.table.cost(chosen[0])
            for _, chance, told in known.outcomes(chosen[0]):
                key = told.turns if player.measure is None else told.state
                before = later[key][1] if key in later else Fraction(0)
                later[key] = told, before + mass * chance
        states, step, seen = later, step + 1, seen + len(later)
        if seen > _MOST_BELIEFS:
            raise GameTooLarge(
                f"the game has over {_MOST_BELIEFS:,} different beliefs: give max_steps=, a lower "
                "confidence=, or use simulate"
            )
    mean = sum((at * weight for at, weight in lengths.items()), Fraction(0)) / unit
    whole = {at: in_user_units(1, weight) for at, weight in lengths.items()}
    return evolve(closed or Figures(mean, cost, accuracy), lengths=whole, left=left * unit)


def _closed_figures(first: Belief, guesses: Callable[[Belief], list[int]]) -> Figures | None:
    """Return the figures of an endless game with few beliefs, by linear equations; else None."""
    beliefs, moves = _explored(first, guesses)
    targets = ((at, to) for at, own in enumerate(moves) for to in _targets(own))
    if len(beliefs) > _MOST_OPEN or all(to > at for at, to in targets):
        return None  # the game ends by itself, or has too many beliefs
    return _figures(beliefs, [next(iter(own.values())) for own in moves])


#: A guess in a list of beliefs: its cost, and by answer the place of the next belief, and how
#: probable the answer is.
Move: TypeAlias = "tuple[Exact, dict[int, tuple[int, Fraction]]]"


def _explored(
    first: Belief, guesses_of: Callable[[Belief], Iterable[int]]
) -> tuple[list[Belief], list[dict[int, Move]]]:
    """Return the beliefs that some guesses lead to, up to a limit, and the moves of each.

    A belief without a guess has the move -1, which leads nowhere.
    """
    places: dict[Any, int] = {first.state: 0}
    beliefs, moves = [first], list[dict[int, Move]]()
    while len(moves) < len(beliefs) <= _MOST_OPEN:
        belief, own = beliefs[len(moves)], dict[int, Move]()
        for guess in guesses_of(belief):
            steps: dict[int, tuple[int, Fraction]] = {}
            for answer, chance, told in belief.outcomes(guess):
                place = places.setdefault(told.state, len(beliefs))
                if place == len(beliefs):
                    beliefs.append(told)
                steps[answer] = place, chance
            own[guess] = belief.table.cost(guess), steps
        moves.append(own or {-1: (0, {})})
    return beliefs, moves


def _targets(own: Mapping[int, Move]) -> Iterator[int]:
    return (to for _, steps in own.values() for to, _ in steps.values())


def _figures(beliefs: Sequence[Belief], chosen: Sequence[Move]) -> Figures:
    """Return the exact figures of one move for each belief."""
    pairs = zip(beliefs, chosen, strict=True)
    rights = [Fraction(0) if steps else belief.accuracy for belief, (_, steps) in pairs]
    means = _solved(chosen, [bool(steps) for _, steps in chosen])
    costs = _solved(chosen, [cost for cost, _ in chosen])
    return Figures(means[0], costs[0], _solved(chosen, rights)[0])


def _solved(moves: Sequence[Move], constants: Sequence[Exact]) -> list[Fraction]:
    """Solve x_i = c_i + sum of p_ij x_j exactly, by elimination from the last equation on."""
    kept: list[tuple[dict[int, Fraction], Fraction]] = []
    for own, (_, steps) in reversed([*enumerate(moves)]):
        # Substitute later unknowns, of which each is a function of earlier ones.
        terms, waiting = dict[int, Fraction](), defaultdict[int, Fraction](Fraction)
        for to, share in steps.values():
            waiting[to] += share
        value = Fraction(constants[own])
        while waiting:
            to = max(waiting)
            share = waiting.pop(to)
            if to <= own:
                terms[to] = share
                continue
            below, more = kept[len(moves) - 1 - to]
            value += share * more
            for at, part in below.items():
                waiting[at] += share * part
        loop = 1 - terms.pop(own, Fraction(0))
        if not loop:
            raise UninformativeGuess("the game would never end: no guess is informative")
        kept.append(({at: part / loop for at, part in terms.items()}, value / loop))
    found: list[Fraction] = []
    for terms, value in reversed(kept):
        found.append(value + sum(part * found[at] for at, part in terms.items()))
    return found


@frozen
class NoisySolution(Shown):
    """An optimal policy for answers that may be wrong, with proven bounds."""

    #: The first node of the policy; None if the game is over before the first guess.
    tree: Policy | None = field(repr=False)
    #: The probability that the policy names the right goal or secret.
    accuracy: Fraction
    #: The expected number of guesses of the policy, or their cost if guesses have costs.
    mean: Fraction
    #: An upper bound on the accuracy of any policy, or a lower bound on its mean to a confidence.
    #: It equals that of the policy if it is proven.
    bound: Fraction
    #: Whether no policy is better.
    proven: bool
    #: The number of different beliefs.
    beliefs: int

    def __str__(self) -> str:
        state = "proven" if self.proven else f"bound {float(self.bound):.6f}"
        figures = f"right with probability {float(self.accuracy):.6f}"
        return f"{figures}, {float(self.mean):.4f} guesses on average, {state}"


def optimal_policy(
    game: Any,
    *,
    max_steps: Any = None,
    confidence: Any = None,
    seconds: Any = None,
    nodes: Any = None,
) -> NoisySolution:
    """Return a policy of the highest accuracy, or of the fewest guesses to a confidence."""
    ending = Ending.of(confidence, max_steps)
    seconds = real_number("seconds", seconds, over=True, none="for no limit", most=float("inf"))
    nodes = whole_number("nodes", nodes, none="for no limit")
    first = first_belief(game)
    if ending.max_steps is None:
        return _stationary(first, ending)
    search = _Values(first, ending, confidence is None, seconds, nodes or _MOST_BELIEFS)
    low, high = search.value(first, ending.max_steps)
    tree, mean, right = search.policy(first, ending.max_steps)
    found = 1 - low if search.accurate else low
    return NoisySolution(tree, right, mean, found, low == high, len(search.known))


@define(eq=False)
class _Values:
    """The minimum errors, or costs, of beliefs with a number of guesses left, as intervals."""

    first: Belief
    ending: Ending
    accurate: bool
    seconds: float | None = None
    most_beliefs: int = _MOST_BELIEFS
    began: float = field(factory=monotonic)
    known: dict[Any, tuple[Fraction, Fraction]] = field(factory=dict)
    nodes: dict[Any, tuple[Policy | None, Fraction, Fraction]] = field(factory=dict)
    #: A function to a key that equivalent beliefs share.
    key: Callable[[Belief], Any] = field(init=False)
    options: Sequence[int] = field(init=False)
    most: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        table = self.first.table
        signatures = _signatures(self.first)
        self.key = _key_of(self.first, signatures)
        self.most = max(len(signature) for _, signature in signatures)
        everything = range(len(table.guesses.items))
        cheapest = sorted(everything, key=lambda guess: signatures[guess][0])
        different = unique_everseen(cheapest, lambda guess: signatures[guess][1])
        self.options = everything if table.again != "fresh" else sorted(different)

    def is_over(self, belief: Belief, left: int) -> bool:
        """Return whether the game ends here."""
        return left == 0 or belief.is_won or self.ending.is_sure(belief)

    def value(self, belief: Belief, left: int) -> tuple[Fraction, Fraction]:
        """Return bounds on the minimum error, or cost, with a number of guesses left."""
        ended = 1 - belief.accuracy if self.accurate else Fraction(0)
        if self.is_over(belief, left):
            return ended, ended
        key = (self.key(belief), left)
        if key in self.known:
            return self.known[key]
        late = self.seconds is not None and monotonic() - self.began > self.seconds
        if late or len(self.known) > self.most_beliefs:
            if self.accurate:
                return self._error_bound(belief, left), ended
            return ended, Fraction(left * max(belief.table.cost(g) for g in self.options))
        found = [self.tried(belief, left, guess) for guess in self.useful(belief)]
        found = found or [(ended, ended)]
        self.known[key] = min(low for low, _ in found), min(high for _, high in found)
        return self.known[key]

    def _error_bound(self, belief: Belief, left: int) -> Fraction:
        """Return a lower bound on the error with a number of guesses left.

        Each sequence of answers names one class, whose probability only falls. An answer that
        ends the game is right for every class.
        """
        ends = any(self.first.table.final)
        return Fraction(0) if ends else max(Fraction(0), 1 - belief.certainty * self.most**left)

    def useful(self, belief: Belief) -> Iterator[int]:
        """Yield the informative guesses, and those that may end the game."""
        new = (guess for guess in self.options if guess not in belief.repeats)
        for guess in new:
            if belief.tells(guess) or belief.table.may_end(guess, belief.ids):
                yield guess

    def tried(self, belief: Belief, left: int, guess: int) -> tuple[Fraction, Fraction]:
        """Return bounds on the minimum error, or cost, of a guess."""
        low = high = Fraction(0) if self.accurate else Fraction(belief.table.cost(guess))
        for _, chance, told in belief.outcomes(guess):
            own = self.value(told, left - 1)
            low, high = low + chance * own[0], high + chance * own[1]
        return low, high

    def policy(self, belief: Belief, left: int) -> tuple[Policy | None, Fraction, Fraction]:
        """Return the policy of a belief, its expected cost, and the probability of being right."""
        useful = [] if self.is_over(belief, left) else [*self.useful(belief)]
        if not useful:
            return None, Fraction(0), belief.accuracy
        key = (belief.state, left)
        if key not in self.nodes:
            guess = min(useful, key=lambda one: self.tried(belief, left, one)[1])
            mean, right = Fraction(belief.table.cost(guess)), Fraction(0)
            node = Policy(belief.table.guesses.items[guess], {}, {})
            for answer, chance, told in belief.outcomes(guess):
                below, more, sure = self.policy(told, left - 1)
                _grow(node, told, answer, below)
                mean, right = mean + chance * more, right + chance * sure
            self.nodes[key] = node, mean, right
        return self.nodes[key]


def _grow(node: Policy, told: Belief, answer: int, below: Policy | None) -> None:
    """Add the branch of an answer to a node."""
    heard = told.table.answers.items[answer]
    node.branches[heard] = below
    if below is None:
        node.names[heard] = told.table.names[told.best[0]]


#: For each guess its cost, and the vectors of likelihoods of its answers, without their names.
Signature = tuple[Exact, Any]


def _signatures(belief: Belief) -> list[Signature]:
    """Return for each guess its cost, and the information of its answers."""
    table = belief.table
    found: list[Signature] = []
    for guess in range(len(table.guesses.items)):
        row, channel = table.row(guess), table.channel(guess)
        heard = sorted({answer for score in set(row) for answer in channel[score]})
        ends = [table.truly_ends(guess, secret) for secret in range(len(row))]
        vectors = (
            (
                final := table.final[answer],
                tuple(
                    (channel[score].get(answer, Fraction(0)), final and true)
                    for score, true in zip(row, ends, strict=True)
                ),
            )
            for answer in heard
        )
        found.append((belief.table.cost(guess), frozenset(Counter(vectors).items())))
    return found


def _key_of(first: Belief, signatures: Sequence[Signature]) -> Callable[[Belief], Any]:
    """Return a function from a belief to a key that equivalent beliefs share.

    They are equal up to permutations of the secrets that preserve all guesses, their costs and the
    classes: exchanges of two secrets, and those that the game declares.
    """
    table, n = first.table, len(first.masses)
    if table.again != "fresh":
        return attrgetter("state")
    whole = Counter(signatures)

    def holds(image: Sequence[int]) -> bool:
        classes = [table.classes[secret] for secret in image]
        same = len(set(zip(classes, table.classes, strict=True))) == len(set(classes))
        return same and Counter(_moved(one, image) for one in signatures) == whole

    orbits: list[list[int]] = []  # lists of secrets of which any two may be exchanged
    for secret in range(n):
        for orbit in orbits:
            image = list(range(n))
            image[orbit[0]], image[secret] = secret, orbit[0]
            if holds(image):
                orbit.append(secret)
                break
        else:
            orbits.append([secret])
    images = _closure([image for image in _declared(first) if holds(image)], n)

    def key(belief: Belief) -> Any:
        weights = [*belief.masses]
        for orbit in orbits:
            for at, weight in zip(orbit, sorted(weights[at] for at in orbit), strict=True):
                weights[at] = weight
        return min(tuple(weights[at] for at in image) for image in images)

    return key


def _moved(signature: Signature, image: Sequence[int]) -> Signature:
    """Return the signature of a guess after a permutation of the secrets."""
    cost, vectors = signature
    moved = (
        ((final, tuple(vector[at] for at in image)), number) for (final, vector), number in vectors
    )
    return cost, frozenset(moved)


def _declared(belief: Belief) -> list[list[int]]:
    """Return the symmetries that a game declares, as permutations of its secrets."""
    game, secrets = belief.game, belief.table.secrets
    if not isinstance(game, Symmetric):
        return []
    moves = [[*map(on_secret, secrets.items)] for _, on_secret in game.generators()]
    return [[secrets[one] for one in move] for move in moves]


def _closure(generators: Sequence[Sequence[int]], n: int) -> list[tuple[int, ...]]:
    """Return elements of the group of some permutations, up to a limit."""
    found = dict.fromkeys([tuple(range(n))])
    for element in (waiting := [*found]):
        for generator in generators:
            product = tuple(element[at] for at in generator)
            if product not in found and len(found) < _MOST_IMAGES:
                found[product] = None
                waiting.append(product)
    return [*found]


def _stationary(first: Belief, ending: Ending) -> NoisySolution:
    """Return the policy of the fewest expected guesses without a limit, by policy iteration."""
    search = _Values(first, ending, accurate=False)

    def guesses(belief: Belief) -> list[int]:
        if search.is_over(belief, 1):
            return []
        if found := [*search.useful(belief)]:
            return found
        raise NoStrategy("no policy reaches the confidence: no guess is informative")

    beliefs, moves = _explored(first, guesses)
    if len(beliefs) > _MOST_OPEN:
        raise BadArgument(
            f"the game has over {_MOST_OPEN:,} different beliefs: give max_steps=, the maximum "
            "number of guesses"
        )
    chosen = [_first_choice(belief, own) for belief, own in zip(beliefs, moves, strict=True)]
    better = None
    while better != chosen:
        chosen = better or chosen
        picked = [own[guess] for own, guess in zip(moves, chosen, strict=True)]
        values = _solved(picked, [cost for cost, _ in picked])
        better = list(chosen)
        for at, own in enumerate(moves):
            costs = {
                guess: cost + sum(chance * values[to] for to, chance in steps.values())
                for guess, (cost, steps) in own.items()
            }
            if min(costs.values()) < values[at]:
                better[at] = min(costs, key=lambda guess: costs[guess])
    items = first.table.guesses.items
    nodes: list[Any] = [None if guess < 0 else Policy(items[guess], {}, {}) for guess in chosen]
    for node, (_, steps) in zip(nodes, picked, strict=True):
        for answer, (to, _) in steps.items():
            _grow(node, beliefs[to], answer, nodes[to])
    accuracy, mean = _figures(beliefs, picked).accuracy, values[0]
    return NoisySolution(nodes[0], accuracy, mean, mean, proven=True, beliefs=len(beliefs))


def _first_choice(belief: Belief, own: Mapping[int, Any]) -> int:
    """Return the most informative guess for the first policy; -1 if the game is over."""
    first = next(iter(own))
    guess = first if first < 0 else best_guess(belief, 0)
    return guess if guess in own else first
