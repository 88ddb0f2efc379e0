"""Games as environments of Gymnasium. The extra ``gym`` installs the required packages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mastermind_core.errors import missing

if TYPE_CHECKING:
    from mastermind_core.gym.environment import GuessingEnv

__all__ = ["GuessingEnv"]

__dir__ = __all__.copy


def __getattr__(name: str) -> Any:
    """Import the environment at its first use, because gymnasium is optional."""
    if name != "GuessingEnv":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from mastermind_core.gym.environment import GuessingEnv
    except ModuleNotFoundError as error:
        if not error.name or error.name.partition(".")[0] not in {"gymnasium", "numpy"}:
            raise
        raise missing("GuessingEnv", "gymnasium", "gym") from None
    return GuessingEnv
