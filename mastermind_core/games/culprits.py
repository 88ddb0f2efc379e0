"""Suspects with some culprits among them, found by switching sets on."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from math import comb, inf
from typing import Any

from attrs import define, field, frozen

from mastermind_core.arguments import expect, whole_number
from mastermind_core.errors import BadArgument, BadGame, GameTooLarge, shown
from mastermind_core.game.amounts import is_hashable
from mastermind_core.game.finite import GameBase
from mastermind_core.games.codes import Virtual
from mastermind_core.kernels.shared.bits import places_of
from mastermind_core.names.applications import application

#: The answers.
FAILS, WORKS = "fails", "works"

#: The maximum number of suspects, and of those whose sets are listed.
_MOST, _MOST_LISTED = 10_000, 18


@frozen(init=False, repr=False)
class Culprits(GameBase):
    """Among n suspects some are culprits, or two clash: the secret is their set.

    A guess is the set that is switched on. Its score is "fails" if at least ``together`` culprits
    are in it, and "works" otherwise. Sets are not listed, so there may be hundreds of suspects: a
    player for :func:`~mastermind_core.noisy` searches for the best set.

    Args:
        given: How many suspects there are, or their names.
        most: The maximum number of culprits: by default 3, or ``together`` if that is over 1.
        together: How many culprits fail together. Fewer work.
        least: The minimum number of culprits: by default ``together``. With fewer, all suspects may
            work together.
        requires: For a suspect, the others that must be on if it is on.
        run_cost: A run's cost.
        change_cost: The cost for each suspect that is switched on or off since the run before. At
            first all suspects are on.

    Attributes:
        suspects: The suspects.
        needs: For each suspect, itself and all that it requires as an integer's bits.

    Raises:
        BadGame: If an argument is not valid.

    >>> game = Culprits(4, most=2)
    >>> len(game.secrets), game.score({1, 2}, {2, 4}), game.score({1, 3}, {2, 4})
    (10, 'fails', 'works')
    >>> clash = Culprits("abcd", together=2, requires={"a": {"b"}})
    >>> clash.score({"b", "d"}, {"a", "d"}), clash.allows(clash.bits("ad"))
    ('works', False)
    """

    suspects: tuple[Any, ...]
    most: int
    together: int
    least: int
    needs: tuple[int, ...] = field(repr=False)
    run_cost: float = 1.0
    change_cost: float = 0.0

    #: Whether guesses are too many to list them in general.
    is_unlisted = True

    def __init__(
        self,
        given: int | Iterable[Any],
        most: int | None = None,
        together: int = 1,
        *,
        least: int | None = None,
        requires: Mapping[Any, Iterable[Any]] | None = None,
        run_cost: float = 1,
        change_cost: float = 0,
    ):
        """Store the suspects, and all that each one requires."""
        suspects = _suspects(given)
        size = len(suspects)
        how: Any = {"error": BadGame, "of": " (culprits)"}
        together = whole_number("together", together, 1, size, **how)
        if most is None:
            most = min(size, 3) if together == 1 else together
        most = whole_number("most", most, together, size, **how)
        least = whole_number("least", together if least is None else least, 0, most, **how)
        for name, cost in (("run_cost", run_cost), ("change_cost", change_cost)):
            number = isinstance(cost, (int, float)) and not isinstance(cost, bool)
            right = number and 0 <= cost < inf and (cost > 0 or name == "change_cost")
            wanted = "a number from 0" if name == "change_cost" else "a number over 0"
            expect(right, name, wanted, cost, BadGame)
        needs = _closed(suspects, requires or {})
        self.__attrs_init__(
            suspects, most, together, least, needs, float(run_cost), float(change_cost)
        )

    @cached_property
    def places(self) -> Mapping[Any, int]:
        """Each suspect's index."""
        return {suspect: index for index, suspect in enumerate(self.suspects)}

    @cached_property
    def is_free(self) -> bool:
        """Return whether no suspect requires another."""
        return all(mask.bit_count() == 1 for mask in self.needs)

    @cached_property
    def are_apart(self) -> bool:
        """Return whether some legal set distinguishes any two culprit sets."""
        return self.is_free and (self.together == 1 or self.least >= self.together)

    @cached_property
    def legal_masks(self) -> Sequence[int]:
        """The sets that may be on together, as bits in ascending order.

        Raises:
            GameTooLarge: If there are too many suspects to list them.
        """
        n = len(self.suspects)
        if n > _MOST_LISTED:
            raise GameTooLarge(
                f"the sets of {n} suspects are over the 2^{_MOST_LISTED} that are listed: use "
                "mastermind_core.noisy, with the rate 0 if answers are exact"
            )
        return [mask for mask in range(1 << n) if self.allows(mask)]

    @property
    def every(self) -> int:
        """Return all suspects as bits."""
        return (1 << len(self.suspects)) - 1

    @property
    def guesses(self) -> LegalSets:
        """Return the suspect sets that may be on together. They are listed only if few."""
        return LegalSets(self)

    @property
    def secrets(self) -> CulpritSets:
        """Return the sets that may be the culprits."""
        return CulpritSets(self)

    #: There is no end state: a game is over when the culprits are known.
    endstates = frozenset[str]()

    def goal(self, secret: Iterable[Any]) -> Hashable:
        """Return the secret, or the smallest sets that fail.

        Different culprits may fail in the same sets: if suspects require others, or fewer than
        ``together`` are bad.

        Args:
            secret: A culprit set.
        """
        if self.are_apart:
            return frozenset(secret)
        return frozenset(self.named(mask) for mask in self.failing(self.bits(secret)))

    def failing(self, culprits: int) -> frozenset[int]:
        """Return the smallest sets that fail among those that may be on, as bits.

        Args:
            culprits: The culprits, as bits.
        """
        found: list[int] = []
        for group in combinations(places_of(culprits), self.together):
            mask = 0
            for index in group:
                mask |= self.needs[index]
            if not any(one & ~mask == 0 for one in found):
                found = [one for one in found if mask & ~one] + [mask]
        return frozenset(found)

    def bits(self, given: Iterable[Any]) -> int:
        """Return a suspect set as bits in an integer.

        Args:
            given: The suspects.

        Raises:
            BadArgument: If one is no suspect.
        """
        places, mask = self.places, 0
        for suspect in given:
            if not is_hashable(suspect) or suspect not in places:
                raise BadArgument(f"{shown(suspect)} is not a suspect of {self!r}")
            mask |= 1 << places[suspect]
        return mask

    def named(self, mask: int) -> frozenset[Any]:
        """Return the suspects for a bit set.

        Args:
            mask: The bits.
        """
        return frozenset(self.suspects[index] for index in places_of(mask))

    def allows(self, mask: int) -> bool:
        """Return whether all that the suspects require is on.

        Args:
            mask: The suspects that are on, as bits.
        """
        return all(not self.needs[index] & ~mask for index in places_of(mask))

    def score(self, guess: Iterable[Any], secret: Iterable[Any]) -> str:
        """Return "fails" or "works" for the suspects that are on.

        Args:
            guess: The suspects that are on.
            secret: The culprits.
        """
        inside = (self.bits(guess) & self.bits(secret)).bit_count()
        return FAILS if inside >= self.together else WORKS

    def with_rates(self, noise: Any, weights: Sequence[Any], costs: Sequence[Any]) -> Any:
        """Return the game with error rates, for :func:`mastermind_core.noisy`.

        Args:
            noise: The error rate for each true answer.
            weights: The culprit sets' weights, empty if all are equal.
            costs: The sets' costs. They must be empty.
        """
        return application("FlakyCulprits").of(self, noise, weights, costs)

    def parse_guess(self, text: str) -> frozenset[Any]:
        """Return the suspect set that a string names, with spaces, commas or "+" between them.

        A name may contain these signs itself. The longest name that fits is read.

        Args:
            text: The suspects' names.
        """
        names = {str(suspect): suspect for suspect in self.suspects}
        longest_first = sorted(map(re.escape, filter(None, names)), key=len, reverse=True)
        name = rf"(?<![^\s,+])(?:{'|'.join(longest_first)})(?![^\s,+])"
        odd = re.sub(r"[\s,+]+", " ", re.sub(name, " ", text)).split()
        if odd:
            some = " ".join([*names][:2])
            raise BadArgument(f"{shown(odd[0])} is not a suspect: name some, as in {some}")
        return frozenset(names[found] for found in re.findall(name, text))

    def __repr__(self) -> str:
        clash = "" if self.together == 1 else f", {self.together} of which fail together"
        return f"<Culprits: at most {self.most} of {len(self.suspects)} suspects{clash}>"


@define(frozen=True)
class CulpritSets(Virtual[frozenset[Any]]):
    """The sets that may be the culprits: by their size, then by their last members first."""

    game: Culprits

    @property
    def size(self) -> int:
        """Count the sets."""
        n = len(self.game.suspects)
        return sum(comb(n, size) for size in range(self.game.least, self.game.most + 1))

    def item(self, at: int) -> frozenset[Any]:
        """Return a set by its number."""
        return self.game.named(self.mask(at))

    def mask(self, at: int) -> int:
        """Return a set by its number, as bits.

        Args:
            at: The number.
        """
        n, size = len(self.game.suspects), self.game.least
        while at >= comb(n, size):
            at -= comb(n, size)
            size += 1
        found, last = 0, n
        for left in range(size, 0, -1):
            last = _last(at, left, last)
            at -= comb(last, left)
            found |= 1 << last
        return found

    def __contains__(self, item: object) -> bool:
        game = self.game
        return (
            isinstance(item, frozenset)
            and game.least <= len(item) <= game.most
            and all(suspect in game.places for suspect in item)
        )


def _last(at: int, size: int, end: int) -> int:
    """Return the largest member below an end, for the numbered set with a given size."""
    low, high = size - 1, end
    while high - low > 1:
        middle = (low + high) // 2
        if comb(middle, size) <= at:
            low = middle
        else:
            high = middle
    return low


@define(frozen=True)
class LegalSets(Virtual[frozenset[Any]]):
    """The suspect sets that may be on together, in bit order."""

    game: Culprits

    @property
    def size(self) -> int:
        """Count the sets.

        Raises:
            GameTooLarge: If suspects require others, and there are too many sets to list.
        """
        if self.game.is_free:
            return 1 << len(self.game.suspects)
        return len(self.game.legal_masks)

    def item(self, at: int) -> frozenset[Any]:
        """Return a set by its number."""
        return self.game.named(at if self.game.is_free else self.game.legal_masks[at])

    def __bool__(self) -> bool:
        return True

    def __contains__(self, item: object) -> bool:
        game = self.game
        known = isinstance(item, frozenset) and all(suspect in game.places for suspect in item)
        return known and game.allows(game.bits(item))  # type: ignore[arg-type]


def _suspects(given: object) -> tuple[Any, ...]:
    """Return the suspects' names."""
    if isinstance(given, Iterable):
        names = tuple(given)
        for name in names:
            if not is_hashable(name):
                raise BadGame(f"the suspect {shown(name)} is not hashable: use a string")
        if len(set(names)) < len(names):
            twice = next(name for at, name in enumerate(names) if name in names[:at])
            raise BadGame(f"the suspects have {shown(twice)} twice; each may occur once")
        if not names:
            raise BadGame("the list of suspects is empty: give at least one")
        whole_number("given", len(names), 1, _MOST, error=BadGame, of=" (suspects)")
        return names
    return tuple(range(1, 1 + whole_number("given", given, 1, _MOST, error=BadGame)))


def _closed(suspects: Sequence[Any], requires: Mapping[Any, Iterable[Any]]) -> tuple[int, ...]:
    """Return all that each suspect requires, directly or not, with itself, as bits."""
    expect(isinstance(requires, Mapping), "requires", "a mapping", requires, BadGame)
    places = {suspect: place for place, suspect in enumerate(suspects)}
    needs = [1 << place for place in range(len(suspects))]
    for suspect, others in requires.items():
        known = isinstance(others, Collection) and not isinstance(others, str)
        expect(known, f"requires[{shown(suspect)}]", "a set of suspects", others, BadGame)
        for one in (suspect, *others):
            if not is_hashable(one) or one not in places:
                raise BadGame(f"requires has {shown(one)}, which is not a suspect: leave it out")
        needs[places[suspect]] |= sum(1 << places[other] for other in {*others} - {suspect})
    while (wider := [_widened(mask, needs) for mask in needs]) != needs:
        needs = wider
    return tuple(needs)


def _widened(mask: int, needs: Sequence[int]) -> int:
    """Return a suspect set with all that its members require directly, as bits."""
    for other in places_of(mask):
        mask |= needs[other]
    return mask
