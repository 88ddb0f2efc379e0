"""The symmetries of a certificate, checked with every pair of a guess and a secret."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any

from attrs import frozen

from mastermind_core.checker.reading import Line, brief
from mastermind_core.checker.scoring import Row, Scored, row_of

_REMEMBERED = 4096


@frozen(eq=False)
class StatedSymmetry:
    """A symmetry of a game.

    Attributes:
        guesses: The image of each guess.
        secrets: The image of each secret.
    """

    guesses: tuple[int, ...]
    secrets: tuple[int, ...]


def read_symmetry(line: Line, scored: Scored) -> StatedSymmetry:
    """Return the symmetry in a line, which is not checked yet."""
    guesses, secrets = line.fields("a symmetry", line.only("symmetry"), "guesses", "secrets")
    n_guesses = len(scored.guesses)
    n_secrets = len(scored.secrets)
    to_guess = line.permutation("guesses", guesses, n_guesses)
    if secrets is None and n_guesses != n_secrets:
        raise line.wrong(f"secrets is null, but there are {n_secrets} for {n_guesses} guesses")
    to_secret = to_guess if secrets is None else line.permutation("secrets", secrets, n_secrets)
    return StatedSymmetry(to_guess, to_secret)


def check_symmetry(line: Line, scored: Scored, symmetry: StatedSymmetry) -> None:
    """Raise BadCertificate if permutations are not a symmetry of the game."""
    weights = "weight", scored.weights, symmetry.secrets, scored.secrets
    costs = "cost", scored.costs, symmetry.guesses, scored.guesses
    for name, amounts, images, items in (weights, costs):
        for at, own in enumerate(amounts):
            if amounts[images[at]] != own:
                one, other = (brief(items[place]) for place in (at, images[at]))
                raise line.wrong(f"the symmetry maps {one} to {other}, which has another {name}")
    goals = scored.goals
    pairs = {(goals[s], goals[image]) for s, image in enumerate(symmetry.secrets) if goals}
    if not len(pairs) == len({own for own, _ in pairs}) == len({other for _, other in pairs}):
        raise line.wrong("the line is not a symmetry: it changes which secrets have the same goal")
    _check_scores(line, scored, symmetry)


def _check_scores(line: Line, scored: Scored, symmetry: StatedSymmetry) -> None:
    """Derive the permutation of the scores from the first rows, and compare all other rows."""
    many = len(symmetry.secrets) > 1
    pick: Callable[[Row], Any] = itemgetter(*symmetry.secrets) if many else tuple
    image: dict[int, int] = {}
    relabel = None
    for guess, row in enumerate(scored.rows):
        moved = row_of(row, pick(scored.rows[symmetry.guesses[guess]]))
        if relabel is None:
            for score, other in set(zip(row, moved, strict=True)):
                if image.setdefault(score, other) != other:
                    raise _changes(line, scored, guess)
            if len(image) == scored.n_scores:
                _check_image(line, scored, image)
                relabel = _relabeller(image)
        elif relabel(row) != moved:
            raise _changes(line, scored, guess)


def _changes(line: Line, scored: Scored, guess: int) -> Exception:
    shown = brief(scored.guesses[guess])
    return line.wrong(f"the line is not a symmetry of the scores: it changes the blocks of {shown}")


def _check_image(line: Line, scored: Scored, image: dict[int, int]) -> None:
    if len(set(image.values())) != len(image):
        raise line.wrong("the line is not a symmetry of the scores: it maps two of them to one")
    for score, other in image.items():
        if (score in scored.ends) != (other in scored.ends):
            raise line.wrong("the line is not a symmetry: it maps an end state to another score")


def _relabeller(image: dict[int, int]) -> Callable[[Row], Row]:
    table = bytes(image.get(score, 0) % 256 for score in range(256))

    def relabel(row: Row) -> Row:
        if isinstance(row, bytes):
            return row.translate(table)
        return array("H", map(image.__getitem__, row))

    return relabel


class Orbits:
    """Representatives for the orbits of guesses under some symmetries."""

    def __init__(self, symmetries: Sequence[StatedSymmetry], n_guesses: int):
        self._symmetries = symmetries
        self._n_guesses = n_guesses
        self.least = lru_cache(_REMEMBERED)(self._least)

    def check_kept(self, line: Line, alike: Sequence[int], secrets: Sequence[int]) -> None:
        """Raise BadCertificate if a symmetry maps a secret out of its set."""
        members = set(secrets)
        for number in alike:
            if not members.issuperset(map(self._symmetries[number].secrets.__getitem__, secrets)):
                raise line.wrong(f"alike has symmetry {number}, which does not fix this set")

    def _least(self, alike: tuple[int, ...]) -> bytes:
        """Return for each guess whether it is the minimum of its orbit."""
        moves = [self._symmetries[number].guesses for number in alike]
        is_least = bytearray(self._n_guesses)
        seen: set[int] = set()
        for guess in range(self._n_guesses):
            if guess in seen:
                continue
            is_least[guess] = 1  # all smaller guesses are in other orbits
            seen.add(guess)
            waiting = [guess]
            while waiting:
                member = waiting.pop()
                for move in moves:
                    image = move[member]
                    if image not in seen:
                        seen.add(image)
                        waiting.append(image)
        return bytes(is_least)
