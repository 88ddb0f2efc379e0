"""The belief after answers that may be wrong: exact posterior probabilities, and the end."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import gcd
from random import Random
from typing import Any, NamedTuple

from attrs import frozen

from mastermind_core.game import Exact
from mastermind_core.noise.model import NoisyTable, Row, WholeChannel, in_integers, noisy_table
from mastermind_core.notation import contradiction

#: The bits of the sum of the weights that the kernel is given: such integers are exact floats.
_BITS = 50


class Span(NamedTuple):
    """A part of a column's bands, and the probability that an unknown number is in it."""

    start: Fraction
    end: Fraction
    mass: Fraction

    def below(self, limit: Fraction) -> Fraction:
        """Return the probability that the number is in this part and below a limit."""
        inside = min(max(limit, self.start), self.end) - self.start
        return self.mass * inside / (self.end - self.start)


def _narrowed(
    spans: Sequence[Span], limit: Fraction, low: Fraction, high: Fraction
) -> tuple[Span, ...]:
    """Return spans after an answer with a probability below a limit, and another one above it."""
    parts = []
    for span in spans:
        middle = min(max(limit, span.start), span.end)
        below = span.below(limit)
        parts.append(Span(span.start, middle, below * low))
        parts.append(Span(middle, span.end, (span.mass - below) * high))
    total = sum((part.mass for part in parts), Fraction(0))
    return tuple(part._replace(mass=part.mass / total) for part in parts if part.mass)


@frozen(eq=False)
class Belief:
    """The secrets' posterior probabilities after a history, as integer weights."""

    #: The compiled game.
    table: NoisyTable
    #: The weight of each secret, without a common divisor; 0 if it is impossible.
    masses: tuple[int, ...]
    #: The indices of the guesses and of their answers; -1 for an unknown answer.
    turns: tuple[tuple[int, int], ...] = ()

    @property
    def game(self) -> Any:
        """Return the game."""
        return self.table.game

    @cached_property
    def weight(self) -> int:
        """The summed weights."""
        return sum(self.masses)

    @cached_property
    def ids(self) -> Sequence[int]:
        """The possible secrets' indices, with each class together."""
        members = chain(*self.table.members)
        return [secret for secret in members if self.masses[secret]]

    @property
    def count(self) -> int:
        """Count the possible secrets."""
        return len(self.ids)

    @property
    def candidates(self) -> Sequence[Any]:
        """Return the possible secrets, in the game's order."""
        return [self.table.secrets.items[secret] for secret in sorted(self.ids)]

    @property
    def scores(self) -> Sequence[Any]:
        """Return all answers in the game."""
        return self.table.answers.items

    @property
    def goals(self) -> Sequence[Any]:
        """Return the possible goals, or the secrets in a game without goals."""
        return [self.table.names[own] for own in self.by_class]

    @property
    def state(self) -> Any:
        """Return the belief as a key: its weights, and the answers that later ones depend on.

        Whether a game that has ended was won depends on its last answer, too.
        """
        if self.is_won:
            return self.masses, self.turns[-1]
        if self.table.again == "fresh":
            return self.masses
        spanned = () if self.table.received else self.table.nested
        turns = (turn for turn in self.turns if turn[1] >= 0 and turn[0] not in spanned)
        return self.masses, frozenset(turns), frozenset(self.spans.items())

    @cached_property
    def by_class(self) -> Mapping[int, int]:
        """Each possible class's weight, in class order."""
        if self.table.is_unclassed:
            return {secret: weight for secret, weight in enumerate(self.masses) if weight}
        mass = self.masses.__getitem__
        sums = ((own, sum(map(mass, members))) for own, members in enumerate(self.table.members))
        return {own: weight for own, weight in sums if weight}

    @cached_property
    def best(self) -> tuple[int, int]:
        """The likeliest class, the first among equals, and its weight."""
        own = max(self.by_class, key=self.by_class.__getitem__)
        return own, self.by_class[own]

    @property
    def certainty(self) -> Fraction:
        """Return the likeliest class's probability."""
        return Fraction(self.best[1], self.weight)

    def reaches(self, confidence: Fraction) -> bool:
        """Return whether the likeliest class has a probability."""
        return self.best[1] >= confidence * self.weight

    @property
    def is_certain(self) -> bool:
        """Return whether the class is certain in a game with goals.

        A game without goals is won by an end state alone.
        """
        return bool(self.table.aims.goals) and self.best[1] == self.weight

    @cached_property
    def is_exhausted(self) -> bool:
        """Return whether each question that is left neither ends the game nor is informative.

        A fresh answer to an informative question never exhausts it.
        """
        if self.table.again == "fresh":
            return False
        telling = any(map(self.tells, self.left))
        if self.table.again == "nested":
            return not telling
        if telling and (any(map(self.tells_class, self.left)) or self.may_learn):
            return False
        return not any(self.table.may_end(guess, self.ids) for guess in self.left)

    @property
    def is_decided(self) -> bool:
        """Return whether the class is certain, or no question is left that matters."""
        return self.is_certain or self.is_exhausted

    @property
    def posterior(self) -> dict[Any, Fraction]:
        """Return each possible goal or secret with its probability, the likeliest first."""
        ranked = sorted(self.by_class.items(), key=lambda item: -item[1])
        return {self.table.names[own]: Fraction(weight, self.weight) for own, weight in ranked}

    @property
    def is_won(self) -> bool:
        """Return whether the last answer is an end state."""
        return bool(self.turns) and self.turns[-1][1] >= 0 and self.table.final[self.turns[-1][1]]

    def is_right(self, secret: int) -> bool:
        """Return whether a game that ends here ends well for a secret.

        The last guess truly ends it, or the secret's class is named. An end state that was received
        by mistake wins nothing.
        """
        won = self.is_won and self.table.truly_ends(self.turns[-1][0], secret)
        return won or self.table.classes[secret] == self.best[0]

    @property
    def is_truly_won(self) -> bool:
        """Return whether the last answer is an end state and cannot be a mistake."""
        guess = self.turns[-1][0] if self.is_won else None
        return guess is not None and all(self.table.truly_ends(guess, s) for s in self.ids)

    @property
    def accuracy(self) -> Fraction:
        """Return the probability that a game that ends here ends well."""
        if not self.is_won:
            return self.certainty
        right = sum(self.masses[secret] for secret in self.ids if self.is_right(secret))
        return Fraction(right, self.weight)

    @cached_property
    def repeats(self) -> Mapping[int, int]:
        """The answers that repeated guesses must get."""
        turns = () if self.table.again == "fresh" else self.turns
        return {guess: answer for guess, answer in turns if answer >= 0}

    @cached_property
    def unknown(self) -> set[int]:
        """The guesses whose answers are unknown, and would stay unknown."""
        turns = () if self.table.again == "fresh" else self.turns
        return {guess for guess, answer in turns if answer < 0}

    @cached_property
    def left(self) -> Sequence[int]:
        """The guesses whose answers are neither known already nor unknown."""
        done = self.unknown | self.repeats.keys()
        return [guess for guess in range(len(self.table.guesses.items)) if guess not in done]

    @cached_property
    def spans(self) -> Mapping[Any, tuple[Span, ...]]:
        """The parts of its bands in which each unknown number of an asked column may be."""
        found: dict[Any, tuple[Span, ...]] = {}
        for guess, answer in self.repeats.items():
            if guess in self.table.nested:
                column, below = self.table.nested[guess]
                low, high = self.table.sides(guess, answer)
                known = found.get(column, (Span(Fraction(0), Fraction(1), Fraction(1)),))
                found[column] = _narrowed(known, below, low, high)
        return found

    def channel(self, guess: int) -> Any:
        """Return how the answers are distributed for each exact score, after the earlier ones."""
        if guess in self.repeats:
            return [{self.repeats[guess]: Fraction(1)}] * (max(self.table.row(guess)) + 1)
        channel: Any = self.table.channel(guess)
        column, below = self.table.nested.get(guess, (None, Fraction(0)))
        spans = self.spans.get(column)
        if not spans:
            return channel
        share = sum((span.below(below) for span in spans), Fraction(0))
        both = {self.table.answers[True]: share, self.table.answers[False]: 1 - share}
        both = {answer: chance for answer, chance in both.items() if chance}
        pairs = zip(self.table.truths[guess], channel, strict=True)
        heard = self.table.heard(guess, both)
        return [row if len(true) == 1 else heard for true, row in pairs]

    def tells(self, guess: int) -> bool:
        """Return whether the answer to a guess depends on the secret."""
        row = self.table.row(guess)
        channel = self.channel(guess)
        scores = {row[secret] for secret in self.ids}
        return len({tuple(sorted(channel[score].items())) for score in scores}) > 1

    def tells_class(self, guess: int) -> bool:
        """Return whether the answer to a guess depends on the secret's class."""
        if self.table.is_unclassed:
            return self.tells(guess)
        rows = iter(self.chances_by_class(guess).values())
        first = next(rows)
        return any(row != first for row in rows)

    @property
    def may_learn(self) -> bool:
        """Return whether some answer sequence depends on the secret's class.

        It does unless each type of secrets has the same share in every class.
        """
        return any(
            shares[own] * self.weight != weight * shares.total()
            for shares in self.types
            for own, weight in self.by_class.items()
        )

    @property
    def types(self) -> Collection[Counter[int]]:
        """Return each type's weights by class. The type is all that answers show.

        Its secrets have equally distributed answers to every guess.
        """
        types = dict.fromkeys(self.ids, 0)
        for guess in self.left:
            row = self.table.row(guess)
            channel = self.channel(guess)
            scores = {row[secret] for secret in self.ids}
            shown = {score: tuple(sorted(channel[score].items())) for score in scores}
            numbers: dict[Any, int] = {}
            for secret, own in types.items():
                types[secret] = numbers.setdefault((own, shown[row[secret]]), len(numbers))
            if len(numbers) == len(types):
                break
        found = defaultdict[int, Counter[int]](Counter)
        for secret, own in types.items():
            found[own][self.table.classes[secret]] += self.masses[secret]
        return found.values()

    def chances_by_class(self, guess: int) -> dict[int, dict[int, Fraction]]:
        """Return each possible answer to a guess with its probability, by possible class."""
        row = self.table.row(guess)
        channel = self.channel(guess)
        found: dict[int, dict[int, Fraction]] = {}
        for own, weight in self.by_class.items():
            sums = Counter[int]()
            for secret in self.table.members[own]:
                sums[row[secret]] += self.masses[secret]
            chances = found[own] = {}
            for score, part in sums.items():
                for answer, chance in channel[score].items() if part else ():
                    more = chance * Fraction(part, weight)
                    chances[answer] = chances.get(answer, Fraction(0)) + more
        return found

    @cached_property
    def cells(self) -> tuple[array[float], array[int], array[int]]:
        """The channels in the kernel's form."""
        if not self.spans:
            return self.table.cells
        return self.table.packed(map(self.channel, range(len(self.table.guesses.items))))

    def whole_channel(self, guess: int) -> WholeChannel:
        """Return the distribution of the answers for each exact score in integers."""
        if guess in self.repeats or self.spans:
            return in_integers(self.channel(guess), self.table.possible(guess))
        return self.table.whole_channel(guess)

    def told(self, guess: int, answer: int) -> Belief | None:
        """Return the belief after an answer, or None if the answer is impossible."""
        if answer < 0:
            return Belief(self.table, self.masses, (*self.turns, (guess, answer)))
        _, rows = self.whole_channel(guess)
        left = self._weighed(guess, answer, rows)
        return self._after_answer(guess, answer, left) if any(left) else None

    def _weighed(
        self, guess: int, answer: int, rows: Mapping[int, Mapping[int, int]]
    ) -> Sequence[int]:
        """Return the weight of each secret times the integer chance of an answer."""
        factors = {score: row.get(answer, 0) for score, row in rows.items()}
        pairs = zip(self.masses, self.table.row(guess), strict=True)
        return [weight and weight * factors[score] for weight, score in pairs]

    def _after_answer(self, guess: int, answer: int, weights: Sequence[int]) -> Belief:
        """Return the belief after an answer that leaves some weights."""
        unit = gcd(*weights)
        masses = tuple(weights) if unit == 1 else tuple(weight // unit for weight in weights)
        return Belief(self.table, masses, (*self.turns, (guess, answer)))

    def chances(self, guess: int) -> dict[int, Fraction]:
        """Return each answer that is possible now, with its probability."""
        row = self.table.row(guess)
        sums = dict[int, int]()
        for secret in self.ids:
            sums[row[secret]] = sums.get(row[secret], 0) + self.masses[secret]
        bottom, rows = self.whole_channel(guess)
        found = dict[int, int]()
        for score, weight in sums.items():
            for answer, chance in rows[score].items():
                found[answer] = found.get(answer, 0) + chance * weight
        whole = self.weight * bottom
        return {answer: Fraction(chance, whole) for answer, chance in sorted(found.items())}

    def outcomes(self, guess: int) -> Iterator[tuple[int, Fraction, Belief]]:
        """Yield the possible answers to a guess, with their probabilities and the next beliefs."""
        bottom, rows = self.whole_channel(guess)
        whole = self.weight * bottom
        for answer in sorted({answer for row in rows.values() for answer in row}):
            left = self._weighed(guess, answer, rows)
            total = sum(left)
            if total:
                yield answer, Fraction(total, whole), self._after_answer(guess, answer, left)

    def after(self, guess: Any, score: Any) -> Belief:
        """Return the belief after an answer, which is None if it is unknown.

        Raises:
            InconsistentHistory: If the answer is impossible.
        """
        number = self.table.guesses[guess]
        known = score is None or score in self.table.answers
        answer = self.table.answers[score] if known and score is not None else -1
        told = self.told(number, answer) if known else None
        if told is None:
            raise contradiction(self.game, len(self.turns) + 1, guess, score, self.count)
        return told

    def blocks(self, guess: Any) -> dict[Any, int]:
        """Return how many secrets may give each answer to a guess."""
        number = self.table.guesses[guess]
        row = self.table.row(number)
        channel = self.channel(number)
        found = Counter(answer for secret in self.ids for answer in channel[row[secret]])
        return {self.table.answers.items[answer]: size for answer, size in sorted(found.items())}

    def weights(self, guess: Any) -> dict[Any, Fraction]:
        """Return each answer to a guess with its probability."""
        items = self.table.answers.items
        return {items[at]: p for at, p in self.chances(self.table.guesses[guess]).items()}

    def explanations(self) -> dict[tuple[tuple[int, Any], ...], tuple[int, Fraction]]:
        """Return which wrong answers explain the history, the likeliest first.

        Returns:
            By the pairs of the index of a wrong answer and the true one: the number of secrets, and
            the probability.
        """
        found: dict[tuple[tuple[int, Any], ...], tuple[int, int]] = {}
        for secret in self.ids:
            changes = tuple(
                (at, self.table.answers.items[true])
                for at, (guess, answer) in enumerate(self.turns)
                if answer >= 0 and (true := self._true(guess, secret, answer)) != answer
            )
            count, weight = found.get(changes, (0, 0))
            found[changes] = count + 1, weight + self.masses[secret]
        ranked = sorted(found.items(), key=lambda item: -item[1][1])
        return {key: (count, Fraction(own, self.weight)) for key, (count, own) in ranked}

    def _true(self, guess: int, secret: int, answer: int) -> int:
        """Return a secret's true answer: ``answer`` itself if it is a likeliest one.

        In a table with unknown cells it is ``answer`` if the cell may have it.
        """
        if not self.table.likely:
            return self.table.row(guess)[secret]
        chances = self.table.answered(guess, secret)
        if self.table.again == "nested":
            chances = self.table.truths[guess][self.table.row(guess)[secret]]
            if answer in chances:
                return answer
        return max(chances, key=lambda one: (chances[one], one == answer))

    def _wrong(self, guess: int, answer: int, secret: int) -> Exact:
        """Return the probability that an answer of the history was wrong for a secret."""
        true = self._true(guess, secret, answer)
        if true != answer or self.table.again != "nested":
            return int(true != answer)
        chances = self.table.truths[guess][self.table.row(guess)[secret]]
        if len(chances) == 1:
            return 0
        if guess in self.table.nested:
            column, limit = self.table.nested[guess]
            below = sum((span.below(limit) for span in self.spans[column]), Fraction(0))
            return 1 - below if answer == self.table.answers[True] else below
        right = self.table.heard(guess, {answer: chances[answer]})[answer]
        return 1 - right / self.table.heard(guess, chances)[answer]

    @property
    def doubts(self) -> list[Fraction]:
        """Return for each answer the probability that it was wrong, or 0 if it is unknown.

        In a game with a likelihood, a secret's true answer is its likeliest one. A table's
        unknown cell may have several answers, each with a probability.
        """
        found = []
        for guess, answer in self.turns:
            ids = self.ids if answer >= 0 else ()
            wrong = sum(self.masses[s] * self._wrong(guess, answer, s) for s in ids)
            found.append(Fraction(wrong, self.weight))
        return found

    @cached_property
    def scaled(self) -> array[float]:
        """The weights, ordered as ``ids``: floats with a sum below 2^50. Equal ones stay equal."""
        shift = max(0, self.weight.bit_length() - _BITS)
        return array("d", [self.masses[secret] >> shift for secret in self.ids])

    @cached_property
    def ends(self) -> array[int]:
        """Each class's end in ``ids``, empty if each secret is its own class."""
        if self.table.is_unclassed:
            return array("I")
        own = [self.table.classes[secret] for secret in self.ids]
        ends = (at for at in range(1, len(own)) if own[at] != own[at - 1])
        return array("I", (*ends, len(own)))


def drawn_answer(belief: Belief, guess: int, secret: int, random: Random) -> int:
    """Return a random answer to a guess for a secret, by its index."""
    row: Row = belief.channel(guess)[belief.table.row(guess)[secret]]
    if len(row) == 1:
        return next(iter(row))
    return random.choices([*row], [float(chance) for chance in row.values()])[0]


def first_belief(game: Any) -> Belief:
    """Return the belief before the first answer, which has the game's weights."""
    table = noisy_table(game)
    return Belief(table, table.aims.weights)
