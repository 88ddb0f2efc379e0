"""The game in which a row of a table is identified, and its description."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

from mastermind_core.arguments import expect
from mastermind_core.errors import GameTooLarge, counted
from mastermind_core.game import (
    MOST_SCORES,
    Exact,
    FiniteGame,
    WrittenGoals,
    WrittenScores,
    costs_of,
    goal_of,
    weights_of,
)
from mastermind_core.tables.cutting import Band, Cut
from mastermind_core.tables.likely import LikelyGame
from mastermind_core.tables.rows import Mixed, TooManyVersionsError, asked_table
from mastermind_core.tables.values import Is


def from_table(
    make: Any,
    table: object,
    *,
    prior: object,
    cost: Any,
    by: object,
    id: object,  # noqa: A002 - the usual name of such a column
    name: str,
    **how: Any,
) -> Any:
    """Return the game of a table, as ``FiniteGame.from_table`` describes it.

    Args:
        make: The class of the game.
        table: The table.
        prior: The weight of each row.
        cost: The cost of each test.
        by: Each row's class.
        id: Each row's name.
        name: The name of the game.
        how: The options ``cuts``, ``unknown``, ``duplicates`` and ``likelihoods``.
    """
    likelihoods = how["likelihoods"]
    expect(isinstance(likelihoods, bool), "likelihoods", "True or False", likelihoods)
    how["banded"] = cost is not None
    if likelihoods:
        uncut = how["cuts"] is None or (isinstance(how["cuts"], str) and how["cuts"] == "none")
        expect(uncut, "cuts", '"none" or left out where cells are likelihoods', how["cuts"])
        how["unknown"] = "chance" if how["unknown"] == "both" else how["unknown"]
    try:
        rows = asked_table(table, prior, by, id, **how)
    except TooManyVersionsError:
        if how["unknown"] != "both":
            raise
        # The equivalent game, whose rows stay one secret each.
        how["unknown"] = "chance"
        rows = asked_table(table, prior, by, id, **how)
    secrets = tuple(rows.ids)
    guesses, scores, places = rows.scores()
    if len(set(scores)) > MOST_SCORES:
        raise GameTooLarge(
            f"the table has {len(set(scores)):,} different cells, over {MOST_SCORES:,}: round "
            'them, leave out columns, or pass cuts="quantiles"'
        )
    made = make(
        guesses,
        secrets,
        WrittenScores(guesses, secrets, scores, places),
        weights=rows.weights,
        costs=_costs(cost, rows.left_out),
        goal=WrittenGoals(secrets, tuple(rows.goals)),
        name=name,
    )
    if not likelihoods and how["unknown"] != "chance":
        return made
    return LikelyGame.of(classes_apart(made), "same" if likelihoods else "nested")


def _costs(cost: Any, left_out: Collection[Any]) -> Any:
    """Return the tests' costs, except for columns that are left out."""
    if isinstance(cost, Mapping):
        return {test: own for test, own in cost.items() if test not in left_out}
    return () if cost is None else cost


def classes_apart(game: Any) -> Any:
    """Return a game in which a row that stands for several classes is a row for each of them.

    Beliefs can have the probability of each class. Such a row is named by its id and its class.
    """
    goal: Any = goal_of(game)
    rows = goal.secrets if isinstance(goal, WrittenGoals) else ()
    if not any(isinstance(row, Mixed) for row in rows):
        return game
    plain = getattr(game, "game", game)  # without weights and costs
    given = weights_of(game) or [1] * len(rows)
    places, names, goals, weights = [], [], [], []
    for place, (row, weight) in enumerate(zip(rows, given, strict=True)):
        mixed = isinstance(row, Mixed)
        for own, share in ((goal(row), row.share), *row.others) if mixed else ((goal(row), 1),):
            places.append(place)
            names.append((row.row, own) if mixed else row)
            goals.append(own)
            weights.append(weight * share)
    scores = [[row[place] for place in places] for row in plain.score.rows]
    return FiniteGame(
        game.guesses,
        names,
        WrittenScores(plain.guesses, names, plain.score.scores, scores),
        weights=weights,
        costs=costs_of(game),
        goal=WrittenGoals(names, goals),
        name=plain.name,
    )


def expected_error(game: FiniteGame) -> Fraction:
    """Return the probability that an identified class is wrong."""
    wrong = [1 - _certainty(secret) for secret in game.secrets]
    weights: Sequence[Exact] = weights_of(game) or [1] * len(wrong)
    if not any(wrong):
        return Fraction(0)
    weighed = zip(weights, wrong, strict=True)
    return Fraction(sum(weight * part for weight, part in weighed)) / sum(weights)


def _certainty(secret: object) -> Fraction:
    certainty: Fraction = getattr(secret, "certainty", Fraction(1))
    return certainty


def note(game: FiniteGame) -> str:
    """Return a line about the thresholds and the expected error of a table."""
    cuts = [guess for guess in game.guesses if isinstance(guess, Cut)]
    scores: Sequence[Any] = getattr(game.score, "scores", ())
    bands = sum(isinstance(score, Band) for score in scores)
    parts = [f"answers in {counted(bands, 'band')}"] if bands else []
    if cuts:
        columns = counted(len({cut.column for cut in cuts}), "column")
        parts.append(f"{columns} at {counted(len(cuts), 'threshold')}")
    values = [guess for guess in game.guesses if isinstance(guess, Is)]
    if values:
        columns = counted(len({guess.column for guess in values}), "column")
        parts.append(f"{columns} by {counted(len(values), 'value')}")
    if error := expected_error(game):
        parts.append(f"expected error {float(error):.3g}")
    return ", ".join(parts)
