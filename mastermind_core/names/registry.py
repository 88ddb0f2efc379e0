"""Registries of named items, from the package and from other distributions.

A distribution adds a game, a strategy or another item by an entry point, such as one of the group
``mastermind_core.games``. Entry points are read if a name is not in the package, or if all names
are requested. Each is imported at its first use.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from more_itertools import ilen

from mastermind_core.errors import BadArgument, nearest, shown

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Item = TypeVar("Item")

#: The groups of entry points.
Group = Literal["games", "strategies", "codemakers", "formats", "looks"]


class Registry(Mapping[str, Item], Generic[Item]):
    """Items by name, those of the package first. An entry point cannot replace one of them.

    Args:
        group: The group of the entry points. The name of the package is added.
        own: The items of the package.
        fits: A function that returns whether a loaded item is valid.
        wanted: A description of valid items. It is part of the error message.
        elsewhere: The items that publications call by another name, for hints.

    >>> numbers = Registry("games", {"one": 1}, lambda item: isinstance(item, int), "a number")
    >>> numbers["one"], "two" in numbers
    (1, False)
    """

    def __init__(
        self,
        group: Group,
        own: Mapping[str, Item],
        fits: Callable[[Any], bool],
        wanted: str,
        elsewhere: Mapping[str, str] | None = None,
    ):
        """Store the items of the package. Entry points are read later."""
        self.group = f"mastermind_core.{group}"
        self.own = own
        self._fits = fits
        self._wanted = wanted
        self._elsewhere = elsewhere or {}
        self._brought: dict[str, EntryPoint] | None = None
        self._loaded: dict[str, Item] = {}
        self._broken: set[str] = set()

    @property
    def brought(self) -> Mapping[str, EntryPoint]:
        """Return the entry points by name. They are read once, and not imported."""
        if self._brought is None:
            from importlib.metadata import entry_points

            self._brought = {}
            for entry in entry_points(group=self.group):
                if entry.name not in self.own:
                    self._brought.setdefault(entry.name, entry)
        return self._brought

    def names(self) -> list[str]:
        """Return all names, without importing the entry points."""
        return [*self.own, *self.brought]

    def hint(self, name: str, otherwise: str = "") -> str:
        """Return a hint for an unknown name: what publications call so, or the most similar name.

        Args:
            name: The name.
            otherwise: The hint if no name is similar. By default it lists all names.
        """
        folded = "_".join(name.replace("'", "").split())
        return nearest(folded, self.names(), otherwise, self._elsewhere)

    def elsewhere(self, name: str) -> list[str]:
        """Return the names that publications give to an item, for pages about it.

        Args:
            name: The name here.
        """
        return [other for other, meant in self._elsewhere.items() if f"'{name}'" in meant]

    def __getitem__(self, name: str) -> Item:
        if name in self.own:
            return self.own[name]
        if name not in self:
            raise KeyError(f"{shown(name)} is unknown; {self.hint(str(name))}")
        if name not in self._loaded:
            self._loaded[name] = self._load(self.brought[name])
        return self._loaded[name]

    def _load(self, entry: EntryPoint) -> Item:
        distribution = "" if entry.dist is None else f" of {entry.dist.name} {entry.dist.version}"
        what = f"{self.group}: {shown(entry.name)}{distribution} ({entry.value})"
        try:
            item: Item = entry.load()
        # A module of another distribution that fails must not affect the other items.
        except (Exception, SystemExit) as error:
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            raise BadArgument(f"{what} cannot be imported: {reason}") from error
        if not self._fits(item):
            raise BadArgument(f"{what} must be {self._wanted}, not {shown(item)}")
        return item

    def __contains__(self, name: object) -> bool:
        return name in self.own or name in self.brought

    def __iter__(self) -> Iterator[str]:
        """Yield the names of all usable items, with one warning per broken entry point."""
        yield from self.own
        for name in self.brought:
            try:
                self[name]
            except BadArgument as error:
                if name not in self._broken:
                    self._broken.add(name)
                    warnings.warn(f"left out: {error}", stacklevel=2)
            else:
                yield name

    def __len__(self) -> int:
        return ilen(self)

    def __repr__(self) -> str:
        return f"<{self.group}: {', '.join(self.names())}>"
