"""Local searches that change one code per step: hill climbing, annealing, and tabu search."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from itertools import combinations
from math import exp
from random import Random
from typing import Any, Literal

from attrs import field, frozen

from mastermind_core.arguments import choice, number, whole
from mastermind_core.code_space import Coding, ConsistentCodes
from mastermind_core.heuristics.searching import (
    BERNIER,
    PATTERNS,
    Budgeted,
    Pattern,
    Quota,
    Searching,
    errors_of,
    exchanged,
    first_guess,
)
from mastermind_core.kernels import Turn
from mastermind_core.strategies.parts import CodeStrategy, Position, cited, named


@frozen
class HillClimbing(Searching):
    """Hill climbing: random changes of the best guess until the code is consistent.

    The sources are the abstract of Temporel and Kovacs, the survey of Berghman and others, and a
    public program. The best guess has the most pegs, then the most black pegs, and the latest wins
    ties. A new code keeps one random hole per black peg, and moves one other colour per white peg
    to another hole. The remaining holes are filled.

    Assumptions: they are filled with random colours, except those of the holes without a peg and
    those known to be absent. A repeated code is known to be inconsistent and does not count.

    Attributes:
        patience: The maximum number of codes before a random consistent code is guessed.
        pattern: The first guess's pattern.
        seconds: The time limit per guess. None is no limit.
        evaluations: At most this many codes are evaluated per guess. None is no limit.
        name: The name in results and messages.
        source: The publication.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), HillClimbing(pattern="doubled"), games=20).mean
    4.75
    """

    patience: int = field(default=2000, validator=whole(1))
    name: str = named("temporel_kovacs")
    source: str = cited(
        "A. Temporel and T. Kovacs, A heuristic hill climbing algorithm for Mastermind, UKCI (2003)"
    )

    def search(self, codes: ConsistentCodes, budget: Quota, random: Random) -> bytes | None:
        """Return the first consistent code of the climb, or None.

        Args:
            codes: The consistent codes.
            budget: The budget for the guess.
            random: The random generator.
        """
        coding = codes.coding
        best = max(reversed(codes.turns), key=lambda turn: (turn[1] + turn[2], turn[1]))
        absent = absent_colours(coding, codes.turns)
        seen: set[bytes] = set()
        for _ in range(self.patience):
            if not budget.left:
                break
            code = derived(best, coding, random, absent)
            if code is not None and code not in seen:
                seen.add(code)
                budget.spend(1)
                if not errors_of(coding.holes, code, codes.turns)[0]:
                    return code
        return None


def absent_colours(coding: Coding, turns: Sequence[Turn]) -> frozenset[int]:
    """Return the colours that one score eliminates alone: a score without a peg or with all."""
    absent = set[int]()
    for guess, black, white in turns:
        if black + white == 0:
            absent.update(guess)
        elif black + white == coding.holes:
            absent.update(set(range(coding.colours)) - set(guess))
    return frozenset(absent)


def derived(turn: Turn, coding: Coding, random: Random, absent: Collection[int]) -> bytes | None:
    """Return a random code that may have the given score, or None if the attempt fails."""
    guess, black, white = turn
    holes = coding.holes
    if black + white > holes:
        return None
    order = random.sample(range(holes), holes)
    kept = order[:black]
    moved = order[black : black + white]
    code: list[int | None] = [guess[hole] if hole in kept else None for hole in range(holes)]
    places = random.sample([hole for hole in range(holes) if hole not in kept], len(moved))
    for source, place in zip(moved, places, strict=True):
        if source == place:
            return None
        code[place] = guess[source]
    given_up = {guess[hole] for hole in order[black + white :]}
    others = [c for c in range(coding.colours) if c not in given_up and c not in absent]
    return _filled(code, others, coding, random)


def _filled(
    code: list[int | None], colours: Sequence[int], coding: Coding, random: Random
) -> bytes | None:
    """Return a code whose empty holes have random colours, or None if there are too few."""
    repeats = coding.game.secret_repeats
    for hole in range(coding.holes):
        if code[hole] is None:
            fair = colours if repeats else [colour for colour in colours if colour not in code]
            if not fair:
                return None
            code[hole] = random.choice(fair)
    made = bytes(colour for colour in code if colour is not None)
    return made if repeats or len(set(made)) == coding.holes else None


@frozen
class BernierAnnealing(Searching):
    """Simulated annealing: it changes one code for a limited time and guesses the best code.

    Bernier and others define the cost of a code as its distance from the scores. When the time is
    over, the best code is played even if it is not consistent.

    Assumptions: the walk starts at a random code. A step changes the colour of a hole or exchanges
    two holes, with probability 1/2 each. The temperature decreases by a constant factor. The walk
    ends at a consistent code, and no code is played twice.

    Attributes:
        steps: The maximum number of steps.
        hot: The initial temperature.
        cold: The final temperature.
        pattern: The first guess's pattern.
        seconds: The time limit per guess. None is no limit.
        evaluations: At most this many codes are evaluated per guess. None is no limit.
        name: The name in results and messages.
        source: The publication.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), BernierAnnealing(steps=200), games=20).mean
    5.6
    """

    steps: int = field(default=1000, validator=whole(1))
    hot: float = field(default=2.0, validator=number(0, over=True))
    cold: float = field(default=0.2, validator=number(0, over=True))
    name: str = named("bernier_annealing")
    source: str = cited(BERNIER)

    def search(self, codes: ConsistentCodes, budget: Quota, random: Random) -> bytes | None:
        """Return the best code of the walk that has not been played.

        Args:
            codes: The consistent codes.
            budget: The budget for the guess.
            random: The random generator.
        """
        coding = codes.coding
        turns = codes.turns
        here = coding.encode(first_guess(coding, "random", random))
        cost = errors_of(coding.holes, here, turns)[0]
        played = {guess for guess, _, _ in turns}
        best = (cost, here) if here not in played else (1 << 30, b"")
        cooling = (self.cold / self.hot) ** (1 / self.steps)
        temperature = self.hot
        for _ in range(self.steps):
            if best[0] == 0 or not budget.left:
                break
            there = stepped(here, coding, random)
            new = errors_of(coding.holes, there, turns)[0]
            budget.spend(1)
            if new <= cost or random.random() < exp((cost - new) / temperature):
                here = there
                cost = new
                if there not in played:
                    best = min(best, (cost, there), key=lambda pair: pair[0])
            temperature *= cooling
        cost, code = best
        return code if cost == 0 or codes else None


def stepped(code: bytes, coding: Coding, random: Random) -> bytes:
    """Return a code with one hole changed or two exchanged, by the rule for repeated colours."""
    hole = random.randrange(len(code))
    other = random.randrange(len(code))
    repeats = coding.game.secret_repeats
    colours = [c for c in range(coding.colours) if (c != code[hole] if repeats else c not in code)]
    if colours and random.random() < 0.5:
        return code[:hole] + bytes([random.choice(colours)]) + code[hole + 1 :]
    return exchanged(code, (hole, other))


@frozen
class Tabu(Budgeted):
    """A strategy that finds the colours by fixed guesses, and their order by tabu search.

    The source is the survey of Berghman, Goossens and Leus. Fixed guesses determine the number of
    pegs per colour. The search then starts at the last guess and exchanges two random holes. A
    pair that is not in the tabu list is always exchanged, and enters the list. A pair in the list
    is exchanged only under the aspiration criterion. The search ends at a consistent code.

    Assumptions: the fixed guesses end when all pegs are found, or when the last colour follows. If
    the colours of the last guess are impossible, the search starts at a random order of the colours
    of a consistent code. The list holds half of the pairs. If guesses may not repeat a colour,
    there are no fixed guesses.

    Attributes:
        colours_a_guess: The number of colours in each fixed guess, 1 or 2.
        aspiration: The condition for a pair in the list. "fits" requires a consistent code.
            "better" also allows a code that is closer to the scores than all previous ones, as
            the survey mentions.
        steps: The maximum number of exchanges before a random consistent code is guessed.
        seconds: The time limit per guess. None is no limit.
        evaluations: At most this many codes are evaluated per guess. None is no limit.
        name: The name in results and messages.
        source: The publication.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), Tabu(colours_a_guess=2), games=20).mean
    5.3
    """

    colours_a_guess: Literal[1, 2] = choice(1, 2)
    aspiration: Literal["fits", "better"] = choice("fits", "better")
    steps: int = field(default=2000, validator=whole(1))
    name: str = named("singley")
    source: str = cited(
        "A. Singley, Heuristic solution methods for the 1-dimensional and 2-dimensional Mastermind "
        "problem, thesis, University of Florida (2005)"
    )

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position.

        Args:
            position: The position.
        """
        coding = Coding(position.game)
        random = position.new_random()
        codes = ConsistentCodes(position.game, position.history)
        asking = self._asking(coding, codes.turns)
        if asking:
            return coding.decode(asking)
        start = codes.need(codes.sample_bytes(1, random))
        last = codes.turns[-1][0] if codes.turns else start
        if sorted(last) != sorted(start):
            last = bytes(random.sample(start, coding.holes))
        found = self._exchange(last, codes.turns, self.budget(position), random)
        return coding.decode(found or start)

    def _asking(self, coding: Coding, turns: Sequence[Turn]) -> bytes | None:
        """Return the next fixed guess, or None if all pegs are found."""
        step = self.colours_a_guess
        asked = len(turns) * step
        found = sum(black + white for _, black, white in turns)
        enough = found >= coding.holes or asked >= coding.colours - 1
        if enough or not coding.game.guess_repeats:
            return None
        colours = [min(asked + at, coding.colours - 1) for at in range(step)]
        share = -(-coding.holes // step)
        return bytes(colours[hole // share] for hole in range(coding.holes))

    def _exchange(
        self, code: bytes, turns: Sequence[Turn], budget: Quota, random: Random
    ) -> bytes | None:
        pairs = list(combinations(range(len(code)), 2))
        tabu: deque[tuple[int, int]] = deque(maxlen=max(1, len(pairs) // 2))
        least: int | None = None
        for _ in range(self.steps):
            budget.spend(1)
            errors = errors_of(len(code), code, turns)[0]
            if not errors:
                return code
            if not pairs or not budget.left:
                break
            least = errors if least is None else min(least, errors)
            pair = random.choice(pairs)
            there = exchanged(code, pair)
            if pair not in tabu:
                tabu.append(pair)
                code = there
                continue
            budget.spend(1)
            beside = errors_of(len(code), there, turns)[0]
            if not beside:
                return there
            if self.aspiration == "better" and beside < least:
                code = there
        return None


def exchanges(code: bytes, colours: int, repeats: bool) -> list[bytes]:
    """Return the other codes that an exchange of two holes yields."""
    made = {exchanged(code, pair) for pair in combinations(range(len(code)), 2)}
    return sorted(made - {code})


def neighbours(code: bytes, colours: int, repeats: bool) -> list[bytes]:
    """Return the codes that differ in one hole, without repeated colours if they are forbidden."""
    return [
        code[:hole] + bytes([colour]) + code[hole + 1 :]
        for hole in range(len(code))
        for colour in range(colours)
        if colour != code[hole] and (repeats or colour not in code)
    ]


#: The functions that return the neighbours of a code, by name.
NEAR = {"hamming": neighbours, "exchange": exchanges}


@frozen
class RhodesAnnealing(CodeStrategy):
    """A strategy that chooses at random among consistent codes and neighbours of the last guess.

    According to the paper, the first guess is random. Later, a code is drawn from the consistent
    codes and those at Hamming distance 1 from the last guess. A consistent code is played, and
    another one is played with probability alpha / (score + 1). The score is the sum of the
    differences in black and white pegs. The paper does not specify the next step after a rejection.

    The consistent codes are counted and sampled, never listed. With alpha = 2, a neighbour of score
    1 is always played although it cannot win. The probabilities do not decrease with time by
    themselves, only because scores grow with the history.

    Attributes:
        alpha: The factor of the probability to play an inconsistent code.
        rejected: The step after a rejection: "again" draws from all codes, "fitting" from the
            consistent ones.
        near: The neighbours: "hamming" changes one hole, "exchange" exchanges two holes. The
            paper states the former. Its results for 5 and 6 colours are nearer to the latter.
        pattern: The first guess's pattern.
        name: The name in results and messages.
        source: The publication.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), RhodesAnnealing(rejected="fitting"), games=20).mean
    5.65
    """

    alpha: float = field(default=2, validator=number(0))
    rejected: Literal["again", "fitting"] = choice("again", "fitting")
    near: Literal["hamming", "exchange"] = choice(*NEAR, default="hamming")
    pattern: Pattern = choice(*PATTERNS, default="random")
    name: str = named("rhodes_annealing")
    source: str = cited("A. Rhodes, Search algorithms for Mastermind (2019)")

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position.

        Args:
            position: The position.
        """
        coding = Coding(position.game)
        random = position.new_random()
        if not position.history:
            return first_guess(coding, self.pattern, random)
        codes = ConsistentCodes(position.game, position.history)
        fitting = codes.count()
        if not fitting:
            codes.need(b"")
        last = codes.turns[-1][0]
        near = NEAR[self.near](last, coding.colours, coding.game.guess_repeats)
        scores = errors_of(coding.holes, b"".join(near), codes.turns)
        secret = coding.game.secret_repeats
        beside = [
            (code, score)
            for code, score in zip(near, scores, strict=True)
            if score or not (secret or len(set(code)) == len(code))
        ]
        position.effort.evaluations += len(near)
        while True:
            drawn = random.randrange(fitting + len(beside))
            if drawn >= len(beside):
                return codes.one(random)
            code, score = beside[drawn]
            if random.random() < self.alpha / (score + 1):
                return coding.decode(code)
            if self.rejected == "fitting":
                return codes.one(random)


temporel_kovacs = HillClimbing()
bernier_annealing = BernierAnnealing()
singley = Tabu()
rhodes_annealing = RhodesAnnealing()
