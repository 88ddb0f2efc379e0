"""The lemmas of a certificate, each checked with the help of those before it."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import compress
from typing import Any, NamedTuple

from attrs import define, evolve, field, frozen

from mastermind_core.checker.answers import Answers, Shape, Trait
from mastermind_core.checker.bounds import IMPOSSIBLE, CostModel, Profile, Straight, View
from mastermind_core.checker.reading import HUGE, Line, brief
from mastermind_core.checker.scoring import Scored
from mastermind_core.checker.symmetries import Orbits, Symmetry

#: Sets of which what was seen at a glance is remembered, and views of sets.
_GLANCES, _VIEWS = 1 << 20, 1 << 16

#: Lines of a lemma: each takes as many steps as the set has secrets, for each shape.
_MOST_LINES = 64


#: Bytes of the digest of a set.
_DIGEST = 24


def digest(secrets: Sequence[int], made: int) -> bytes:
    """Return what stands for a set. Nobody knows two of the same digest, or how to find them."""
    return blake2b(array("I", (made, *secrets)), digest_size=_DIGEST).digest()


class Known:
    """For each set, after some guesses, the least total within guesses and a length of paths.

    By digests of the sets: as much memory for a large set as for a small one. Of the lemmas about a
    set only those are kept that no other contains, and found without a look at each: those within
    so many guesses are a ladder, in which a longer path has a lesser total.
    """

    def __init__(self) -> None:
        self._ladders: dict[bytes, dict[int, list[tuple[int, int]]]] = {}
        self._sizes: set[int] = set()

    def best(self, secrets: Sequence[int], made: int, steps: int, money: int) -> int:
        """Return the most that is known of the total of a set."""
        if len(secrets) not in self._sizes:
            return 0
        ladders = self._ladders.get(digest(secrets, made), {})
        most = 0
        for allowed, ladder in ladders.items():
            at = bisect_left(ladder, (money,))
            if allowed >= steps and at < len(ladder):
                most = max(most, ladder[at][1])
        return most

    def add(self, secrets: Sequence[int], made: int, steps: int, money: int, least: int) -> None:
        """Keep a lemma that no other contains."""
        self._sizes.add(len(secrets))
        ladder = self._ladders.setdefault(digest(secrets, made), {}).setdefault(steps, [])
        first, last = bisect_left(ladder, (money,)), bisect_left(ladder, (money + 1,))
        while first and ladder[first - 1][1] <= least:
            first -= 1
        ladder[first:last] = [(money, least)]


@frozen
class Lemma:
    """A bound: after ``made`` guesses, within limits, secrets cost at least ``least``."""

    secrets: Sequence[int]
    made: int
    steps: int
    money: int
    least: int
    alike: tuple[int, ...] = ()
    lines: tuple[Straight, ...] = ()


class Images(NamedTuple):
    """Images of the set of a lemma: for each the symmetries that lead to it."""

    of: int
    by: list[Sequence[int]]


@define
class LemmaReader:
    """A reader of lemmas, which are still to be checked; larger limits than of use are lowered."""

    scored: Scored
    model: CostModel
    symmetries: int
    images: list[bool] = field(factory=list)

    def __call__(self, line: Line) -> Lemma | Images:
        """Read the next line."""
        content = line.only("lemma")
        self.images.append(isinstance(content, dict) and "of" in content)
        return self._images(line, content) if self.images[-1] else self._lemma(line, content)

    def _images(self, line: Line, content: Any) -> Images:
        of, by = line.fields("an image", content, "of", "by")
        if len(self.images) == 1:
            raise line.wrong("the first lemma can be no image: there is none before it")
        if self.images[line.whole("of", of, 0, len(self.images) - 1)]:
            raise line.wrong(f"lemma {of} is an image itself: name what it is an image of")
        if type(by) is not list:
            raise line.wrong(f"by must be a list of lists, one for each image, not {brief(by)}")
        return Images(of, [line.ids("by", each, self.symmetries) for each in by])

    def _lemma(self, line: Line, content: Any) -> Lemma:
        defaults: dict[str, Any] = {
            "made": 0,
            "steps": None,
            "cost": None,
            "least": None,
            "alike": [],
            "lines": [],
        }
        values = line.fields("a lemma", content, "secrets", **defaults)
        secrets = line.ascending("secrets", values[0], len(self.scored.secrets))
        made = line.whole("made", values[1], 0, len(self.model.prices))
        steps = None if values[2] is None else line.whole("steps", values[2])
        money = None if values[3] is None else line.whole("cost", values[3])
        least = IMPOSSIBLE if values[4] is None else line.whole("least", values[4])
        alike = line.ids("alike", values[5], self.symmetries)
        if len(set(alike)) < len(alike):
            raise line.wrong(f"alike has a symmetry twice: {brief(alike)}")
        limits = self.model.limits(len(secrets), steps, money)
        return Lemma(secrets, made, *limits, least, tuple(alike), _lines(line, values[6]))


def _lines(line: Line, value: Any) -> tuple[Straight, ...]:
    """Read slopes and offsets."""
    if type(value) is not list or len(value) > _MOST_LINES:
        raise line.wrong(f"lines must be a list of at most {_MOST_LINES}, not {brief(value)}")
    lines = [line.ids("lines", each, HUGE) for each in value]
    if any(len(each) != 2 for each in lines):
        raise line.wrong(f"lines must be pairs of a slope and an offset, not {brief(value)}")
    return tuple((slope, offset) for slope, offset in lines)


class Lemmas:
    """The lemmas of a certificate, checked one after the other with the help of those before."""

    def __init__(
        self,
        scored: Scored,
        symmetries: Sequence[Symmetry],
        model: CostModel,
        *,
        winners_only: bool,
    ):
        self._scored, self._symmetries, self._model = scored, symmetries, model
        self._orbits = Orbits(symmetries, len(scored.guesses))
        self._answers = Answers(scored, winners_only=winners_only)
        self._known = Known()
        self._glances: dict[tuple[bytes, int, int], int] = {}
        self._at_a_glance = lru_cache(_VIEWS)(self._least_of)
        self._believes = False
        self._stated: list[Lemma] = []

    def check(self, line: Line, lemma: Lemma, *, follow: bool = True) -> None:
        """Refuse a lemma that does not follow; or believe it, if only its form is to be checked."""
        self._stated.append(evolve(lemma, secrets=array("I", lemma.secrets), alike=(), lines=()))
        self._believes |= not follow
        if follow:
            self._orbits.check_kept(line, lemma.alike, lemma.secrets)
            if self._scored.known(lemma.secrets) and lemma.least:
                raise line.wrong("the game is over for these secrets, which costs nothing")
            if lemma.steps and (self._believes or not self._contains(lemma)):
                self._follow(line, lemma)
        self._keep(lemma)

    def add_images(self, images: Images) -> None:
        """Say of the images of a lemma's set what that lemma says of its own."""
        stated = self._stated[images.of]
        for by in images.by:
            image: Sequence[int] = stated.secrets
            for number in by:
                image = [self._symmetries[number].secrets[secret] for secret in image]
            self._keep(evolve(stated, secrets=tuple(sorted(image))))
        self._stated.append(stated)

    def best(self, secrets: Sequence[int], made: int, steps: int | None, money: int | None) -> int:
        """Return the most that is known of a set after some guesses, within limits."""
        limits = self._model.limits(len(secrets), steps, money)
        return self._known.best(secrets, self._model.level(made), *limits)

    def _contains(self, lemma: Lemma) -> bool:
        return self.best(lemma.secrets, lemma.made, lemma.steps, lemma.money) >= lemma.least

    def _keep(self, lemma: Lemma) -> None:
        if not self._contains(lemma):
            about = lemma.made, lemma.steps, lemma.money
            self._known.add(lemma.secrets, *about, lemma.least)

    def _follow(self, line: Line, lemma: Lemma) -> None:
        """Refuse a lemma if some guess may cost less than it says."""
        looked_at = self._orbits.least(lemma.alike)
        traits = [*self._answers.traits(lemma.secrets)]
        shapes = self._shapes(set(compress(traits, looked_at)), lemma.money)
        profile, limits = self._model.profile(lemma.secrets), (lemma.steps, lemma.money)
        view = View(self._model, profile, lemma.made, limits, shapes.values(), lemma.lines)
        if lemma.lines and not view.hold():
            raise line.wrong(f"lines do not follow: {brief(lemma.lines)}")
        weak = {trait for trait, shape in shapes.items() if view.guess(shape) < lemma.least}
        if not weak:
            return
        # Of guesses with the same answers the cheapest is enough.
        chosen = [g for g, trait in enumerate(traits) if trait in weak and looked_at[g]]
        chosen.sort(key=self._scored.cost, reverse=True)
        pattern = self._answers.pattern(lemma.secrets)
        for guess in {pattern(guess): guess for guess in chosen}.values():
            bound = self._after(guess, lemma, view)
            if bound < lemma.least:
                raise self._refuted(line, lemma, guess, bound)

    def _shapes(self, traits: Iterable[Trait], money: int) -> dict[Trait, Shape]:
        """Return what each trait stands for, of guesses that may be made and are of use."""
        found = {trait: self._answers.shape(trait) for trait in traits}
        return {trait: one for trait, one in found.items() if one and (one.cost or 1) <= money}

    def _after(self, guess: int, lemma: Lemma, view: View) -> int:
        """Add up the bounds of the blocks that a guess leaves, till they are enough."""
        cost, made = self._scored.cost(guess), lemma.made + 1
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
        """Bound the total of a block by what its own guesses do: the least short cut."""
        made, limits = self._model.level(made), self._model.limits(len(block), steps, money)
        key = digest(block, made), *limits
        if key not in self._glances:
            if len(self._glances) >= _GLANCES:
                self._glances.clear()
            profile, kinds = self._model.profile(block), self._answers.kinds(block)
            self._glances[key] = self._at_a_glance(profile, made, limits, kinds)
        return self._glances[key]

    def _least_of(
        self,
        profile: Profile,
        made: int,
        limits: tuple[int, int],
        kinds: frozenset[Trait],
    ) -> int:
        if not limits[0]:
            return IMPOSSIBLE
        shapes = self._shapes(kinds, limits[1]).values()
        view = View(self._model, profile, made, limits, shapes)
        return min(map(view.guess, shapes), default=IMPOSSIBLE)

    def _refuted(self, line: Line, lemma: Lemma, guess: int, bound: int) -> Exception:
        shown = brief(self._scored.guesses[guess])
        most, longest = self._model.limits(len(lemma.secrets), None, None)
        within = "" if lemma.steps == most else f" within {lemma.steps} guesses"
        if self._scored.costs and lemma.money != longest:
            within += f" and a cost of {lemma.money}"
        if lemma.made:
            within += f", {lemma.made} before it"
        said = "that it cannot be done"
        if lemma.least < IMPOSSIBLE:
            said = f"a total of at least {lemma.least}"
        return line.wrong(
            f"the lemma about {len(lemma.secrets)} secrets, {said}{within}, does not follow: after "
            f"the guess {shown} nothing before this line shows more than {bound}"
        )
