"""The public names: those of the package, and those that only its public modules have."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

import mastermind_core as mc
from mastermind_core.names import names_of as names_in_stub

#: The public modules beside the package itself.
MODULES = ("agents", "errors", "games", "play", "show", "simulation", "strategies", "studies")


def public_names() -> dict[str, str]:
    """Return each public name, as it is written after ``mc.``, with the module that defines it.

    Registered strategies are values of the strategies' classes, and are listed on their own.
    """
    homes = {
        name: f"{home}.{name}"
        for name, home in names_in_stub("mastermind_core").items()
        if home != "mastermind_core"
    }
    for module in MODULES:
        room = getattr(mc, module)
        for name in room.__all__:
            if name not in homes and name not in mc.STRATEGIES:
                value = getattr(room, name)
                home = getattr(value, "__module__", None) or room.__name__
                home = home if home.startswith(room.__name__) else room.__name__
                homes[f"{module}.{name}"] = f"{home}.{name}"
    return homes


def names_of(rooms: Sequence[str]) -> list[str]:
    """Return the public names of some modules, functions first, each in the order of the modules.

    A name may take the place of a module, to come first.
    """
    places: dict[str, tuple[bool, int]] = {}
    for name, home in public_names().items():
        room = next(
            (at for at, one in enumerate(rooms) if f"{home}.".startswith(_within(one))), None
        )
        if room is not None:
            value = attrgetter(name)(mc)
            places[name] = isinstance(value, type) or not callable(value), room
    return sorted(places, key=places.__getitem__)


def _within(room: str) -> str:
    return f"{mc.__name__}.{room}."
