"""The registered strategies: where each is, so that one is imported without the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mastermind_core.names import names_of
from mastermind_core.names.registry import Registry
from mastermind_core.strategies.base import Strategy

#: The public names of the room, registered strategies and classes alike.
NAMES = names_of("mastermind_core.strategies")


class _Own(Mapping[str, Strategy]):
    """The strategies of the package, the names in lower case: each is imported when looked up."""

    def __getitem__(self, name: str) -> Strategy:
        if name not in self:
            raise KeyError(name)
        strategy: Strategy = NAMES.load(name)  # type: ignore[assignment]
        return strategy

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.islower() and name in NAMES

    def __iter__(self) -> Iterator[str]:
        return filter(str.islower, NAMES)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _is_strategy(item: object) -> bool:
    return callable(item) and not isinstance(item, type)


#: Every strategy by name, those of the package and those of entry points.
STRATEGIES = Registry("strategies", _Own(), _is_strategy, "a strategy, and no class of them")
