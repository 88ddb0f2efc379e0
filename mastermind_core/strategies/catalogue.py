"""The registered strategies: where each is, so that one is imported without the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from mastermind_core.strategies.base import Strategy

#: The registered names of each module.
_MODULES = {
    "tabled.published": (
        "knuth",
        "irving",
        "entropy",
        "most_parts",
        "maxmin",
        "maxent",
        "secondary_minimax",
        "minimax_candidates",
        "norvig",
        "merc",
        "worst_choice",
        "neuwirth",
    ),
    "tabled.lots": (
        "random_candidate",
        "every_branch",
        "every_candidate_branch",
        "uninformed_random",
    ),
    "tabled.two_colours": ("two_colour_program",),
    "tabled.look_ahead": ("beam", "two_ply"),
    # All below play without a score table: elimination and anytime any game, the others codes.
    "codes.shapiro": ("shapiro",),
    "codes.swaszek": ("swaszek",),
    "codes.rosu": ("rosu",),
    "codes.temporel_kovacs": ("temporel_kovacs",),
    "codes.elimination": ("elimination",),
    "codes.berghman": ("berghman",),
    "codes.bernier": ("bernier", "bernier_annealing"),
    "codes.bento": ("bento",),
    "codes.kalisker_camens": ("kalisker_camens",),
    "codes.merelo": ("merelo",),
    "codes.ugurdag": ("ugurdag",),
    "codes.singley": ("singley",),
    "codes.rhodes": ("rhodes_knuth", "rhodes_merc"),
    "codes.rhodes_annealing": ("rhodes_annealing",),
    "codes.ostrowska": ("two_colour",),
    "codes.anytime": ("anytime",),
    "codes.sampled": ("sampled",),
}


class Catalogue(Mapping[str, Strategy]):
    """Strategies by name; one is imported when it is first looked up.

    >>> "knuth" in STRATEGIES, STRATEGIES["knuth"].name
    (True, 'knuth')
    """

    def __init__(self, modules: Mapping[str, tuple[str, ...]]):
        self._homes = {name: module for module, names in modules.items() for name in names}

    def __getitem__(self, name: str) -> Strategy:
        home = import_module(f"mastermind_core.strategies.{self._homes[name]}")
        strategy: Strategy = getattr(home, name)
        return strategy

    def __contains__(self, name: object) -> bool:
        return name in self._homes

    def __iter__(self) -> Iterator[str]:
        return iter(self._homes)

    def __len__(self) -> int:
        return len(self._homes)

    def __repr__(self) -> str:
        return f"<{len(self)} strategies: {', '.join(self)}>"


#: Every strategy that comes with the package, by name.
STRATEGIES = Catalogue(_MODULES)
