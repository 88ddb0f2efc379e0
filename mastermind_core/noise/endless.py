"""Games that would never end because each answer may be wrong."""

from __future__ import annotations

from fractions import Fraction

from mastermind_core.errors import BadArgument, UninformativeGuess
from mastermind_core.noise.belief import Belief
from mastermind_core.play.parts import Ending


def refuse_endless(first: Belief, ending: Ending) -> None:
    """Raise an error for a game that answers may never end.

    Beliefs tend to each class's share in the secrets that no answer distinguishes.

    Raises:
        BadArgument: If nothing limits a game in which no secret is ever excluded.
        UninformativeGuess: If the confidence may never be reached.
    """
    table = first.table
    limited = ending.max_steps is not None or ending.rule is not None
    if limited or table.again != "fresh" or any(table.final) or ending.is_over(first):
        return
    if ending.confidence is not None:
        reached = min(Fraction(max(own.values()), own.total()) for own in first.types)
        if reached < ending.confidence:
            raise UninformativeGuess(
                "no guess is informative enough: some secrets cannot be distinguished, and their "
                f"likeliest goal has the probability {reached}; lower confidence=, which is "
                f"{ending.confidence}, or limit the guesses by max_steps= or stop="
            )
    elif _is_endless(first):
        raise BadArgument(
            "give confidence, max_steps or stop to end a game: each answer may be wrong, so that "
            "no secret is ever excluded"
        )


def _is_endless(belief: Belief) -> bool:
    """Return whether no answers make a class certain, while one question stays informative."""
    table = belief.table
    for guess in belief.left:
        channel = belief.channel(guess)
        scores = {*map(table.row(guess).__getitem__, belief.ids)}
        if len({frozenset(channel[score]) for score in scores}) > 1:
            return False
    return any(map(belief.tells_class, belief.left))
