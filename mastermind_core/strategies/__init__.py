"""The strategies by name: a value each, with the source that it is from.

``strategies.knuth`` is a strategy, and so is ``STRATEGIES["knuth"]``; the classes that they are
made of are public names of the package, such as ``mastermind_core.Greedy``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mastermind_core.strategies.catalogue import STRATEGIES

if TYPE_CHECKING:
    from mastermind_core.strategies.codes.anytime import (
        anytime as anytime,
    )
    from mastermind_core.strategies.codes.bento import (
        bento as bento,
    )
    from mastermind_core.strategies.codes.berghman import (
        berghman as berghman,
    )
    from mastermind_core.strategies.codes.bernier import (
        bernier as bernier,
    )
    from mastermind_core.strategies.codes.bernier import (
        bernier_annealing as bernier_annealing,
    )
    from mastermind_core.strategies.codes.elimination import (
        elimination as elimination,
    )
    from mastermind_core.strategies.codes.kalisker_camens import (
        kalisker_camens as kalisker_camens,
    )
    from mastermind_core.strategies.codes.merelo import (
        merelo as merelo,
    )
    from mastermind_core.strategies.codes.ostrowska import (
        two_colour as two_colour,
    )
    from mastermind_core.strategies.codes.rhodes import (
        rhodes_knuth as rhodes_knuth,
    )
    from mastermind_core.strategies.codes.rhodes import (
        rhodes_merc as rhodes_merc,
    )
    from mastermind_core.strategies.codes.rhodes_annealing import (
        rhodes_annealing as rhodes_annealing,
    )
    from mastermind_core.strategies.codes.rosu import (
        rosu as rosu,
    )
    from mastermind_core.strategies.codes.sampled import (
        sampled as sampled,
    )
    from mastermind_core.strategies.codes.shapiro import (
        shapiro as shapiro,
    )
    from mastermind_core.strategies.codes.singley import (
        singley as singley,
    )
    from mastermind_core.strategies.codes.swaszek import (
        swaszek as swaszek,
    )
    from mastermind_core.strategies.codes.temporel_kovacs import (
        temporel_kovacs as temporel_kovacs,
    )
    from mastermind_core.strategies.codes.ugurdag import (
        ugurdag as ugurdag,
    )
    from mastermind_core.strategies.tabled.look_ahead import (
        beam as beam,
    )
    from mastermind_core.strategies.tabled.look_ahead import (
        two_ply as two_ply,
    )
    from mastermind_core.strategies.tabled.lots import (
        every_branch as every_branch,
    )
    from mastermind_core.strategies.tabled.lots import (
        every_candidate_branch as every_candidate_branch,
    )
    from mastermind_core.strategies.tabled.lots import (
        random_candidate as random_candidate,
    )
    from mastermind_core.strategies.tabled.lots import (
        uninformed_random as uninformed_random,
    )
    from mastermind_core.strategies.tabled.published import (
        entropy as entropy,
    )
    from mastermind_core.strategies.tabled.published import (
        irving as irving,
    )
    from mastermind_core.strategies.tabled.published import (
        knuth as knuth,
    )
    from mastermind_core.strategies.tabled.published import (
        maxent as maxent,
    )
    from mastermind_core.strategies.tabled.published import (
        maxmin as maxmin,
    )
    from mastermind_core.strategies.tabled.published import (
        merc as merc,
    )
    from mastermind_core.strategies.tabled.published import (
        minimax_candidates as minimax_candidates,
    )
    from mastermind_core.strategies.tabled.published import (
        most_parts as most_parts,
    )
    from mastermind_core.strategies.tabled.published import (
        neuwirth as neuwirth,
    )
    from mastermind_core.strategies.tabled.published import (
        norvig as norvig,
    )
    from mastermind_core.strategies.tabled.published import (
        secondary_minimax as secondary_minimax,
    )
    from mastermind_core.strategies.tabled.published import (
        worst_choice as worst_choice,
    )

__all__ = ["STRATEGIES"]
__all__ += sorted(STRATEGIES)


def __getattr__(name: str) -> Any:
    """Import a strategy when it is first asked for."""
    if name not in STRATEGIES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return STRATEGIES[name]


def __dir__() -> list[str]:
    return __all__
