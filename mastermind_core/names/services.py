"""A registry of services: an application's functions for games of its own kind.

The core serves games with exact answers. An application, such as ``noise``, serves games that
have an attribute of its own, for example a ``likelihood``. The package registers the service and
imports it at its first use. A function of the core asks :func:`service_of` for the service of a
game, and calls its function of the same purpose.
"""

from __future__ import annotations

from collections.abc import Callable

# The module typing takes longer to import than the whole face of the package.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

#: For each attribute of a game, a function that imports the service of such games.
_SERVICES: dict[str, Callable[[], Any]] = {}


def serve(attribute: str) -> Callable[[Callable[[], Any]], Callable[[], Any]]:
    """Register the function that imports the service of the games with an attribute.

    Args:
        attribute: The name of a method that these games have, and no others.

    Returns:
        A decorator of the function. It returns a module or an object with the functions that
        :class:`~mastermind_core.play.service.Service` lists.
    """

    def registered(load: Callable[[], Any]) -> Callable[[], Any]:
        _SERVICES[attribute] = load
        return load

    return registered


def service_of(game: Any, **options: Any) -> Any:
    """Return the service of a game, or None if its answers are exact.

    Args:
        game: The game.
        options: The options of the caller that only services take, by name.

    Raises:
        BadArgument: If such an option is given for a game with exact answers.
    """
    for attribute, load in _SERVICES.items():
        if hasattr(game, attribute):
            return load()
    for name, value in options.items():
        if value is not None:
            from mastermind_core.errors import BadArgument

            raise BadArgument(f"{name} is for games whose answers may be wrong: see noisy")
    return None
