"""A strategy for a game whose answers may be wrong, as a simulation plays it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random
from typing import Any

from attrs import frozen

from mastermind_core.errors import BadArgument, UninformativeGuess, shown
from mastermind_core.noise.belief import drawn_answer, first_belief
from mastermind_core.noise.bounds import lower_bound
from mastermind_core.noise.endless import refuse_endless
from mastermind_core.noise.players import NoisyPlayer
from mastermind_core.play.parts import Ending
from mastermind_core.results import NoisyBound
from mastermind_core.table import fingerprint_of, spelled
from mastermind_core.tree import digest_of_tree

#: The maximum number of guesses of a game.
_MOST_GUESSES = 100_000


@frozen(eq=False)
class NoisyTrial:
    """A strategy for a game whose answers may be wrong, and the rule that ends a game."""

    game: Any
    player: NoisyPlayer
    ending: Ending

    @property
    def name(self) -> str:
        """Return the strategy's name."""
        return self.player.name

    @property
    def identity(self) -> str:
        """Return a description of the strategy and the end, the same in every process."""
        return spelled((self.name, self.ending, digest_of_tree(self.player.tree)))

    @property
    def fingerprint(self) -> str:
        """Return the game's digest."""
        return fingerprint_of(self.game)

    @property
    def bound(self) -> NoisyBound | None:
        """Return a proven lower bound on the mean. A tree may end before the confidence."""
        tree = self.player.tree is not None
        return None if tree else lower_bound(first_belief(self.game), self.ending)

    def check(self, secrets: Sequence[Any]) -> None:
        """Raise BadArgument for a secret that the answers cannot lead to."""
        belief = first_belief(self.game)
        for secret in secrets:
            if not belief.masses[belief.table.secrets[secret]]:
                raise BadArgument(
                    f"secrets has {shown(secret)}, whose weight is 0: give it a weight over 0, or "
                    "leave it out"
                )

    def play(self, secret: Hashable, random: Random) -> tuple[Sequence[tuple[Any, Any]], int, bool]:
        """Play a game. The last result is whether the right goal or secret is named."""
        belief = first_belief(self.game)
        seed = random.getrandbits(64)
        table = belief.table
        place = table.secrets[secret]
        while not self.ending.is_over(belief):
            if len(belief.turns) >= _MOST_GUESSES:
                raise UninformativeGuess(f"a game has not ended after {_MOST_GUESSES} guesses")
            guess = self.player.guess(belief, seed=seed)
            if guess is None:
                break
            told = belief.told(guess, drawn_answer(belief, guess, place, random))
            assert told is not None
            belief = told
        history = [(table.guesses.items[guess], answer) for guess, answer in belief.turns]
        return history, 0, belief.is_right(place)


def trial(
    game: Any, strategy: Any, *, confidence: object, max_steps: object, stop: object
) -> NoisyTrial:
    """Return the trial of a strategy."""
    player = NoisyPlayer(game, strategy)
    ending = Ending.of(confidence, max_steps, stop)
    if player.tree is None:
        refuse_endless(first_belief(game), ending)
    return NoisyTrial(game, player, ending)
