"""Forms of histories and culprits with wrong answers in files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mastermind_core.errors import BadFile
from mastermind_core.games import identified, priced, weighted
from mastermind_core.games.parts import Culprits, History
from mastermind_core.histories.flaky import FlakyCulprits, FlakyHistory
from mastermind_core.histories.rates import Beta, Rates
from mastermind_core.kernels import places_of
from mastermind_core.names import application
from mastermind_core.results import GameForm, integers


def _written(rates: Rates) -> tuple[Any, ...]:
    """Return both rates: a number, or the parameters of a Beta distribution."""
    pairs = (rates.missed, rates.alarm)
    return tuple((r.wrong, r.right) if isinstance(r, Beta) else r.mean(0, 0) for r in pairs)


def _read(rates: Sequence[Any], answers: Sequence[str]) -> dict[str, Any]:
    """Return the rates of a file by the answers."""
    if len(rates) != len(answers):
        raise BadFile(f"rates has {len(rates)} rates, not two")
    made = [Beta(*one) if isinstance(one, tuple) and len(one) == 2 else one for one in rates]
    return dict(zip(answers, made, strict=True))


def _write_history(game: Any, write: Any) -> dict[str, Any] | None:
    """Return the commits with their parents, and all that is known of runs, or None."""
    if game.form != "flaky_history":
        return None
    history = game.truth
    parts = {name: write(getattr(game, name)) for name in ("weights", "costs", "goals")}
    return {
        "commits": write(history.commits),
        "parents": write(history.parents),
        "base": write(history.base),
        "rates": write(game.word or _written(game.rates)),
        **parts,
    }


def _history(
    *,
    commits: Sequence[Any],
    parents: Sequence[Sequence[int]],
    base: Any,
    rates: str | Sequence[Any],
    weights: Sequence[Any],
    costs: Sequence[Any],
    goals: Sequence[Any],
) -> Any:
    if len(parents) != len(commits):
        raise BadFile(f"parents has {len(parents)} lists for {len(commits)} commits")
    known = {
        commit: [commits[at] for at in integers(own, "parents", place)]
        for place, (commit, own) in enumerate(zip(commits, parents, strict=True))
    }
    game: Any = History(known, base)
    game = weighted(game, weights) if weights else game
    game = priced(game, costs) if costs else game
    game = identified(game, goals) if goals else game
    noise = rates if isinstance(rates, str) else _read(rates, FlakyHistory.answers)
    return application("noisy")(game, noise)


def _write_culprits(game: Any, write: Any) -> dict[str, Any] | None:
    """Return the suspects, the requirements and all that is known of runs, or None."""
    if game.form != "flaky_culprits":
        return None
    culprits = game.truth
    return {
        "suspects": write(culprits.suspects),
        "numbers": write((culprits.most, culprits.together, culprits.least)),
        "requires": write(tuple(tuple(places_of(mask)) for mask in culprits.needs)),
        "run_costs": write((culprits.run_cost, culprits.change_cost)),
        "rates": write(_written(game.rates)),
        "weights": write(game.weights),
    }


def _culprits(
    *,
    suspects: Sequence[Any],
    numbers: tuple[int, int, int],
    requires: Sequence[Sequence[int]],
    run_costs: tuple[float, float],
    rates: Sequence[Any],
    weights: Sequence[Any],
) -> Any:
    if len(requires) != len(suspects):
        raise BadFile(f"requires has {len(requires)} lists for {len(suspects)} suspects")
    size = len(suspects)
    others = {
        suspect: {suspects[at] for at in integers(own, "requires", size)}
        for suspect, own in zip(suspects, requires, strict=True)
    }
    most, together, least = numbers
    how: Any = dict(zip(("run_cost", "change_cost"), run_costs, strict=True))
    game: Any = Culprits(suspects, most, together, least=least, requires=others, **how)
    game = weighted(game, weights) if weights else game
    return application("noisy")(game, _read(rates, FlakyCulprits.answers))


#: The forms of games.
GAME_FORMS = (
    GameForm("flaky_history", _write_history, _history),
    GameForm("flaky_culprits", _write_culprits, _culprits),
)
