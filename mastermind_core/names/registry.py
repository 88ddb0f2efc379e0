"""Registries of named things: the package's own, and those of other distributions.

A distribution brings a game, a strategy or another thing by an entry point: of the group
``mastermind_core.games``, and so on. Entry points are read when a name is none of the package's
own, or when all are asked for, and each is imported when it is used.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from mastermind_core.errors import BadArgument, shown

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Item = TypeVar("Item")

#: What may be brought.
Group = Literal["games", "strategies", "codemakers", "formats", "looks"]


class Registry(Mapping[str, Item], Generic[Item]):
    """Things by name, the package's own first; no other can take the name of one of these.

    ``fits`` says whether what an entry point brings is such a thing, ``wanted`` what it must be.

    >>> numbers = Registry("games", {"one": 1}, lambda item: isinstance(item, int), "a number")
    >>> numbers["one"], "two" in numbers
    (1, False)
    """

    def __init__(
        self, group: Group, own: Mapping[str, Item], fits: Callable[[Any], bool], wanted: str
    ):
        """Take the package's own items."""
        self.group, self.own = f"mastermind_core.{group}", own
        self._fits, self._wanted = fits, wanted
        self._brought: dict[str, EntryPoint] | None = None
        self._loaded: dict[str, Item] = {}
        self._broken: set[str] = set()

    @property
    def brought(self) -> Mapping[str, EntryPoint]:
        """The entry points by name; none is imported, and they are read once."""
        if self._brought is None:
            from importlib.metadata import entry_points

            self._brought = {}
            for entry in entry_points(group=self.group):
                if entry.name not in self.own:
                    self._brought.setdefault(entry.name, entry)
        return self._brought

    def names(self) -> list[str]:
        """Return all names; nothing is imported."""
        return [*self.own, *self.brought]

    def __getitem__(self, name: str) -> Item:
        if name in self.own:
            return self.own[name]
        if name not in self._loaded:
            self._loaded[name] = self._load(self.brought[name])
        return self._loaded[name]

    def _load(self, entry: EntryPoint) -> Item:
        distribution = "" if entry.dist is None else f" of {entry.dist.name} {entry.dist.version}"
        what = f"{self.group}: {shown(entry.name)}{distribution} ({entry.value})"
        try:
            item = entry.load()
        # Whatever a foreign module does when it is imported, the rest must go on.
        except (Exception, SystemExit) as error:
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            raise BadArgument(f"{what} cannot be imported: {reason}") from error
        if not self._fits(item):
            raise BadArgument(f"{what} must be {self._wanted}, not {shown(item)}")
        loaded: Item = item
        return loaded

    def __contains__(self, name: object) -> bool:
        return name in self.own or name in self.brought

    def __iter__(self) -> Iterator[str]:
        """Go through the names of what can be used; of what is broken there is a warning, once."""
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
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return f"<{self.group}: {', '.join(self.names())}>"
