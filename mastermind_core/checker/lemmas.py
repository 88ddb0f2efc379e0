"""A certificate's lemmas, each checked with help from the earlier ones."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import compress
from typing import Any, NamedTuple

from attrs import define, evolve, frozen

from mastermind_core.checker.answers import Answers, AnswerShape, Trait
from mastermind_core.checker.bounds import IMPOSSIBLE, PathCosts, Profile, Straight, View
from mastermind_core.checker.reading import HUGE, Line, brief
from mastermind_core.checker.scoring import Scored
from mastermind_core.checker.symmetries import Orbits, StatedSymmetry

#: The numbers of stored one-step bounds by set, and by the values that determine them.
_GLANCES = 1 << 20
_VIEWS = 1 << 16

#: The maximum number of lines of a lemma. Each is checked for all sizes and shapes.
_MOST_LINES = 64


#: The number of bytes of the digest of a set.
_DIGEST = 24


def digest(secrets: Sequence[int]) -> bytes:
    """Return a set's collision-resistant digest."""
    return blake2b(array("I", secrets), digest_size=_DIGEST).digest()


#: The number of sets from which those of no further use are removed.
_MANY = 1 << 10

#: By the guesses before and the limit of guesses: pairs of a limit of path length and a bound.
_Ladders = dict[tuple[int, int], list[tuple[int, int]]]


def _most(ladders: _Ladders, made: int, steps: int, money: int) -> int:
    """Return a set's maximum bound within limits."""
    most = 0
    for (before, allowed), ladder in ladders.items():
        at = bisect_left(ladder, (money,))
        if before == made and allowed >= steps and at < len(ladder):
            most = max(most, ladder[at][1])
    return most


class KnownBounds:
    """The proven lower bounds, by set and by the limits on guesses and path length.

    Sets are stored by digest, in the same memory for any size, until their last use. Only lemmas
    that no other lemma about the set implies are stored. Those with one guess limit form a ladder:
    a longer path has a smaller bound.
    """

    def __init__(self) -> None:
        #: The number of the line that is checked.
        self.now = -1
        #: For each set the number of the last line that may use its bounds, and these.
        self._sets: dict[bytes, tuple[int, _Ladders]] = {}
        self._many = _MANY
        self._sizes: set[int] = set()

    def best(self, secrets: Sequence[int], made: int, steps: int, money: int) -> int:
        """Return the largest proven lower bound for a set."""
        if len(secrets) not in self._sizes:
            return 0
        return _most(self._of(digest(secrets))[1], made, steps, money)

    def _of(self, key: bytes) -> tuple[int, _Ladders]:
        """Return the last line that may use a set's bounds, and these unless forgotten."""
        until, ladders = self._sets.get(key, (-1, {}))
        return (until, ladders) if until >= self.now else (-1, {})

    def add(self, lemma: StatedLemma) -> None:
        """Store a lemma if no other lemma implies it."""
        if len(self._sets) > self._many:
            self._sets = {key: own for key, own in self._sets.items() if own[0] >= self.now}
            self._many = max(_MANY, 2 * len(self._sets))
        key = digest(lemma.secrets)
        money = lemma.money
        least = lemma.least
        self._sizes.add(len(lemma.secrets))
        until, ladders = self._of(key)
        self._sets[key] = max(until, lemma.until), ladders
        if _most(ladders, lemma.made, lemma.steps, money) >= least:
            return
        ladder = ladders.setdefault((lemma.made, lemma.steps), [])
        first = bisect_left(ladder, (money,))
        last = bisect_left(ladder, (money + 1,))
        while first and ladder[first - 1][1] <= least:
            first -= 1
        ladder[first:last] = [(money, least)]


@frozen
class StatedLemma:
    """A lower bound on the total for a set of secrets.

    Attributes:
        secrets: The secrets' ids, ascending.
        made: How many guesses came before.
        steps: The guess limit.
        money: The path cost limit.
        least: The bound.
        until: The last line that may use the bound, by number.
        alike: The set's symmetries. Only one guess per orbit has to be checked.
        lines: The subsets' bounds, by how many secrets they have.
    """

    secrets: Sequence[int]
    made: int
    steps: int
    money: int
    least: int
    until: int
    alike: tuple[int, ...] = ()
    lines: tuple[Straight, ...] = ()


class Images(NamedTuple):
    """Images that symmetries make from a lemma's set.

    Attributes:
        of: The lemma's number. It is the last one before the line.
        by: Each image's symmetries, applied in order.
        until: The last line that may use each bound.
    """

    of: int
    by: list[Sequence[int]]
    until: Sequence[int]


@define
class LemmaReader:
    """A reader for lemmas, which are not checked yet. Limits are reduced to useful ones.

    Attributes:
        scored: The game.
        model: The cost model.
        symmetries: The number of symmetries.
        lemmas: How many lines there are. Images count, too.
        number: The line that was read last, by number.
        last: The last line that is not an image, by number, or -1.
    """

    scored: Scored
    model: PathCosts
    symmetries: int
    lemmas: int
    number: int = -1
    last: int = -1

    def __call__(self, line: Line) -> StatedLemma | Images:
        """Return the lemma in the next line."""
        content = line.only("lemma")
        self.number += 1
        if isinstance(content, dict) and "of" in content:
            return self._images(line, content)
        self.last = self.number
        return self._lemma(line, content)

    def _images(self, line: Line, content: object) -> Images:
        of, by, until = line.fields("an image", content, "of", "by", until=None)
        if self.last < 0:
            raise line.wrong("the first lemma cannot be an image, which needs an earlier lemma")
        if type(of) is not int or of != self.last:
            raise line.wrong(f"of must be {self.last}, the lemma before it, not {brief(of)}")
        if type(by) is not list:
            raise line.wrong(f"by must be a list of lists, one per image, not {brief(by)}")
        untils = [self.lemmas] * len(by) if until is None else until
        if len(line.ids("until", untils, self.lemmas + 1)) != len(by):
            raise line.wrong(f"until must have one number per image, not {brief(until)}")
        return Images(of, [line.ids("by", each, self.symmetries) for each in by], untils)

    def _lemma(self, line: Line, content: object) -> StatedLemma:
        limits = {"made": 0, "steps": None, "cost": None, "least": None}
        lists: dict[str, Any] = {"alike": [], "lines": []}
        values = line.fields("a lemma", content, "secrets", **limits, **lists, until=self.lemmas)
        secrets = line.ascending("secrets", values[0], len(self.scored.secrets))
        made = line.whole("made", values[1], 0, len(self.model.prices))
        steps = None if values[2] is None else line.whole("steps", values[2])
        money = None if values[3] is None else line.whole("cost", values[3])
        least = IMPOSSIBLE if values[4] is None else line.whole("least", values[4])
        alike = line.ids("alike", values[5], self.symmetries)
        if len(set(alike)) < len(alike):
            raise line.wrong(f"alike has a symmetry twice: {brief(alike)}")
        useful = self.model.limits(len(secrets), steps, money)
        until = line.whole("until", values[7], 0, self.lemmas + 1)
        lines = _lines(line, values[6])
        return StatedLemma(secrets, made, *useful, least, until, tuple(alike), lines)


def _lines(line: Line, value: object) -> tuple[Straight, ...]:
    """Return lines, each as a (slope, offset) pair."""
    if type(value) is not list or len(value) > _MOST_LINES:
        raise line.wrong(f"lines must be a list of at most {_MOST_LINES}, not {brief(value)}")
    lines = [line.ids("lines", each, HUGE) for each in value]
    if any(len(each) != 2 for each in lines):
        raise line.wrong(f"lines must be pairs of a slope and an offset, not {brief(value)}")
    return tuple((slope, offset) for slope, offset in lines)


class Lemmas:
    """A checker for lemmas in order, each with help from the earlier ones."""

    def __init__(
        self,
        scored: Scored,
        symmetries: Sequence[StatedSymmetry],
        model: PathCosts,
        *,
        winners_only: bool,
    ):
        self._scored = scored
        self._symmetries = symmetries
        self._model = model
        self._orbits = Orbits(symmetries, len(scored.guesses))
        self._answers = Answers(scored, winners_only=winners_only)
        self._known = KnownBounds()
        self._glances: dict[tuple[bytes, int, int, int], int] = {}
        self._at_a_glance = lru_cache(_VIEWS)(self._least_of)
        self._believes = False
        self._last: Any = None

    def check(self, line: Line, lemma: StatedLemma, *, follow: bool = True) -> None:
        """Raise BadCertificate if a lemma does not follow. Without ``follow``, trust it."""
        self._last = lemma
        self._known.now += 1
        self._believes |= not follow
        if follow:
            self._orbits.check_kept(line, lemma.alike, lemma.secrets)
            if self._scored.known(lemma.secrets) and lemma.least:
                raise line.wrong("the game is over for these secrets, so their bound must be 0")
            limits = lemma.steps, lemma.money
            implied = self.best(lemma.secrets, lemma.made, *limits) >= lemma.least
            if lemma.steps and (self._believes or not implied):
                self._follow(line, lemma)
        self._known.add(lemma)

    def add_images(self, images: Images) -> None:
        """Store the last lemma's bound for its set's images."""
        self._known.now += 1
        for by, until in zip(images.by, images.until, strict=True):
            image: Sequence[int] = self._last.secrets
            for number in by:
                image = [self._symmetries[number].secrets[secret] for secret in image]
            self._known.add(evolve(self._last, secrets=tuple(sorted(image)), until=until))

    def best(self, secrets: Sequence[int], made: int, steps: int | None, money: int | None) -> int:
        """Return an open set's maximum proven bound after some guesses, within limits."""
        limits = self._model.limits(len(secrets), steps, money)
        if not limits[0]:
            return IMPOSSIBLE
        return self._known.best(secrets, self._model.level(made), *limits)

    def _follow(self, line: Line, lemma: StatedLemma) -> None:
        """Raise BadCertificate if some guess may have a smaller total than the lemma."""
        looked_at = self._orbits.least(lemma.alike)
        traits = [*self._answers.traits(lemma.secrets)]
        shapes = self._shapes(set(compress(traits, looked_at)), lemma.money)
        profile = self._model.profile(lemma.secrets)
        limits = (lemma.steps, lemma.money)
        view = View(self._model, profile, lemma.made, limits, shapes.values(), lemma.lines)
        if lemma.lines and not view.hold():
            raise line.wrong(f"lines do not follow: {brief(lemma.lines)}")
        weak = {trait for trait, shape in shapes.items() if view.guess(shape) < lemma.least}
        if not weak:
            return
        # Among guesses with equal scores, the cheapest suffices.
        chosen = [g for g, trait in enumerate(traits) if trait in weak and looked_at[g]]
        chosen.sort(key=self._scored.cost, reverse=True)
        pattern = self._answers.pattern(lemma.secrets)
        for guess in {pattern(guess): guess for guess in chosen}.values():
            bound = self._after(guess, lemma, view)
            if bound < lemma.least:
                raise self._refuted(line, lemma, guess, bound)

    def _shapes(self, traits: Iterable[Trait], money: int) -> dict[Trait, AnswerShape]:
        """Return each trait's shape if its guesses are allowed and informative."""
        found = {trait: self._answers.shape(trait) for trait in traits}
        return {trait: one for trait, one in found.items() if one and (one.cost or 1) <= money}

    def _after(self, guess: int, lemma: StatedLemma, view: View) -> int:
        """Add the bounds for a guess's blocks, and raise them until the sum suffices."""
        cost = self._scored.cost(guess)
        made = lemma.made + 1
        left = view.left(cost)
        blocks = sorted(self._answers.going(guess, lemma.secrets), key=len)
        own = [view.block(self._model.profile(block), *left) for block in blocks]
        bound = view.now(cost) + sum(own)
        for look in (self.best, self._glance):
            for at, block in enumerate(blocks):
                if bound >= lemma.least:
                    return bound
                more = max(0, look(block, made, *left) - own[at])
                own[at] += more
                bound += more
        return bound

    def _glance(self, block: Sequence[int], made: int, steps: int, money: int) -> int:
        """Return a block's one-step bound: the minimum bound over its guesses' shapes."""
        made = self._model.level(made)
        limits = self._model.limits(len(block), steps, money)
        key = digest(block), made, *limits
        if key not in self._glances:
            if len(self._glances) >= _GLANCES:
                self._glances.clear()
            profile = self._model.profile(block)
            kinds = self._answers.kinds(block)
            self._glances[key] = self._at_a_glance(profile, made, limits, kinds)
        return self._glances[key]

    def _least_of(
        self, profile: Profile, made: int, limits: tuple[int, int], kinds: frozenset[Trait]
    ) -> int:
        shapes = self._shapes(kinds, limits[1]).values()
        view = View(self._model, profile, made, limits, shapes)
        return min(map(view.guess, shapes), default=IMPOSSIBLE)

    def _refuted(self, line: Line, lemma: StatedLemma, guess: int, bound: int) -> Exception:
        shown = brief(self._scored.guesses[guess])
        most, longest = self._model.limits(len(lemma.secrets), None, None)
        within = "" if lemma.steps == most else f" within {lemma.steps} guesses"
        if self._scored.costs and lemma.money != longest:
            within += f" and a cost of {lemma.money}"
        if lemma.made:
            within += f", {lemma.made} before it"
        exists = lemma.least < IMPOSSIBLE
        text = f"a total of at least {lemma.least}" if exists else "that no strategy exists"
        return line.wrong(
            f"the lemma about {len(lemma.secrets)} secrets, {text}{within}, does not follow: after "
            f"the guess {shown} the earlier lines prove only a total of {bound}"
        )
