"""The registered strategies: where each is, so that one is imported without the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from mastermind_core.lazy import names_of
from mastermind_core.strategies.base import Strategy

#: The public names of the room, registered strategies and classes alike.
NAMES = names_of("mastermind_core.strategies")


class Catalogue(Mapping[str, Strategy]):
    """Strategies by name; one is imported when it is first looked up.

    >>> "knuth" in STRATEGIES, STRATEGIES["knuth"].name
    (True, 'knuth')
    """

    def __init__(self, homes: Mapping[str, str]):
        """Take the module of each strategy."""
        self._homes = homes

    def __getitem__(self, name: str) -> Strategy:
        strategy: Strategy = getattr(import_module(self._homes[name]), name)
        return strategy

    def __contains__(self, name: object) -> bool:
        return name in self._homes

    def __iter__(self) -> Iterator[str]:
        return iter(self._homes)

    def __len__(self) -> int:
        return len(self._homes)

    def __repr__(self) -> str:
        return f"<{len(self)} strategies: {', '.join(self)}>"


#: Every strategy that comes with the package, by name: the names in lower case.
STRATEGIES = Catalogue({name: home for name, home in NAMES.items() if name.islower()})
