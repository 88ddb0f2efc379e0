"""The lemmas of a certificate, each checked with the help of those before it."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from attrs import frozen

from mastermind_core.checker.counts import Counts
from mastermind_core.checker.fronts import Lines, read_lines
from mastermind_core.checker.glances import IMPOSSIBLE
from mastermind_core.checker.header import Header
from mastermind_core.checker.known import Known, KnownPaths
from mastermind_core.checker.paths import Paths
from mastermind_core.checker.reading import Line, brief
from mastermind_core.checker.scoring import Scored
from mastermind_core.checker.symmetries import Orbits, Symmetry

#: The secrets of a lemma, its guesses, those before it, and its total.
_Stated = tuple["array[int]", int, int, int]


@frozen
class Lemma:
    """What is said of a set: a total within guesses, and ``beside`` money, or guesses before."""

    secrets: tuple[int, ...]
    steps: int
    beside: int
    least: int
    alike: tuple[int, ...]
    lines: Lines


class Lemmas:
    """The lemmas of a certificate, checked one after the other with the help of those before."""

    def __init__(self, scored: Scored, symmetries: Sequence[Symmetry], header: Header):
        self._scored, self._header = scored, header
        self._symmetries = symmetries
        self._orbits = Orbits(symmetries, len(scored.guesses))
        prices, winners_only = header.criteria.prices, header.pool == "candidates"
        self._bounds: Paths | Counts = (
            Paths(scored, prices, winners_only=winners_only)
            if header.with_paths
            else Counts(scored, prices, winners_only=winners_only)
        )
        self._known: KnownPaths | Known = KnownPaths() if header.with_paths else Known()
        self._believes = False
        self._stated: list[_Stated | None] = []

    def check(self, line: Line, *, follow: bool = True) -> None:
        """Refuse a lemma that does not follow; or believe it, if only its form is to be checked."""
        content = line.only("lemma")
        if self._header.with_images and isinstance(content, dict) and "of" in content:
            self._check_images(line, content)
            return
        lemma = self._read(line)
        if self._header.with_images:
            about = array("I", lemma.secrets), lemma.steps, lemma.beside
            self._stated.append((*about, lemma.least))
        self._believes |= not follow
        contained = self._best(lemma.secrets, lemma.steps, lemma.beside) >= lemma.least
        if follow:
            self._orbits.check_kept(line, lemma.alike, lemma.secrets)
            if self._scored.known(lemma.secrets) and lemma.least:
                raise line.wrong("the game is over for these secrets, which costs nothing")
            if lemma.steps and (self._believes or not contained):
                self._follow(line, lemma)
        if not contained:
            self._known.add(lemma.secrets, lemma.steps, lemma.beside, lemma.least)

    def best(self, secrets: tuple[int, ...], steps: int | None, beside: int | None = None) -> int:
        """Return the most that is known of a set within guesses, and money or after guesses."""
        return self._best(secrets, *self._bounds.limits(len(secrets), steps, beside))

    def _best(self, secrets: tuple[int, ...], steps: int, beside: int) -> int:
        return self._known.best(secrets, steps, beside)

    def _check_images(self, line: Line, content: Any) -> None:
        """Say of the images of a lemma's set what that lemma says of its own."""
        of, by = line.fields("an image", content, "of", "by")
        if not self._stated:
            raise line.wrong("the first lemma can be no image: there is none before it")
        stated = self._stated[line.whole("of", of, 0, len(self._stated))]
        if stated is None:
            raise line.wrong(f"lemma {of} is an image itself: name what it is an image of")
        if type(by) is not list:
            raise line.wrong(f"by must be a list of lists, one for each image, not {brief(by)}")
        own, steps, made, least = stated
        for each in by:
            image: Sequence[int] = own
            for number in line.ids("by", each, len(self._symmetries)):
                image = [self._symmetries[number].secrets[secret] for secret in image]
            secrets = tuple(sorted(image))
            if self._best(secrets, steps, made) < least:
                self._known.add(secrets, steps, made, least)
        self._stated.append(None)

    def _read(self, line: Line) -> Lemma:
        header = self._header
        beside = {
            "cost": header.with_paths,
            "made": header.with_prices,
            "lines": header.with_fronts,
        }
        names = ("secrets", "steps", "least", "alike", *filter(beside.get, beside))
        values = line.fields("a lemma", line.only("lemma"), *names)
        secrets = line.ascending("secrets", values[0], len(self._scored.secrets))
        given = None if values[1] is None else line.whole("steps", values[1])
        least = IMPOSSIBLE if values[2] is None else line.whole("least", values[2])
        alike = line.ids("alike", values[3], len(self._symmetries))
        if len(set(alike)) < len(alike):
            raise line.wrong(f"alike has a symmetry twice: {brief(alike)}")
        more = None
        if header.with_prices:
            more = line.whole("made", values[4], 0, len(header.criteria.prices))
        elif header.with_paths and values[4] is not None:
            more = line.whole("cost", values[4])
        lines = read_lines(line, values[4]) if header.with_fronts else Lines(())
        steps, after = self._bounds.limits(len(secrets), given, more)
        return Lemma(secrets, steps, after, least, tuple(alike), lines)

    def _follow(self, line: Line, lemma: Lemma) -> None:
        """Refuse a lemma if some guess may cost less than it says."""
        looked_at = self._orbits.least(lemma.alike) if lemma.alike else None
        asked = lemma.secrets, lemma.steps, lemma.beside, lemma.least
        try:
            weakest = self._bounds.weakest(*asked, looked_at, self.best, lemma.lines)
        except ValueError:
            raise line.wrong(f"lines do not follow: {brief(lemma.lines.lines)}") from None
        if weakest is not None:
            raise self._refuted(line, lemma, *weakest)

    def _refuted(self, line: Line, lemma: Lemma, guess: int, bound: int) -> Exception:
        shown = brief(self._scored.guesses[guess])
        most, dearest = self._bounds.limits(len(lemma.secrets), None, None)
        within = "" if lemma.steps == most else f" within {lemma.steps} guesses"
        if self._header.with_paths and lemma.beside != dearest:
            within += f" and a cost of {lemma.beside}"
        if self._header.with_prices and lemma.beside:
            within += f", {lemma.beside} before it"
        said = "that it cannot be done"
        if lemma.least < IMPOSSIBLE:
            said = f"a total of at least {lemma.least}"
        return line.wrong(
            f"the lemma about {len(lemma.secrets)} secrets, {said}{within}, does not follow: after "
            f"the guess {shown} nothing before this line shows more than {bound}"
        )
