"""Every error of the package: one base class, one clear line each."""

from __future__ import annotations


class MastermindCoreError(Exception):
    """Stand above every error that this package raises on purpose."""


class BadArgument(MastermindCoreError, ValueError):
    """Report an argument outside of what a function takes."""


class BadGame(MastermindCoreError, ValueError):
    """Report a game that cannot be played, and the part of it that is wrong."""


class GameTooLarge(MastermindCoreError, MemoryError):
    """Report a score table over the memory limit, and what to use instead."""


class InconsistentHistory(MastermindCoreError, ValueError):
    """Report answers that no secret of the game can have given."""


class NoStrategy(MastermindCoreError, ValueError):
    """Report that no strategy does what was asked for, or that none was found in time."""


class UninformativeGuess(MastermindCoreError, ValueError):
    """Report a guess that leaves every candidate in one block and ends nothing."""


class WorkerLost(MastermindCoreError, RuntimeError):
    """A process that searched was ended from outside, perhaps for want of memory."""


class BadCertificate(MastermindCoreError, ValueError):
    """Report a certificate that proves nothing: what is wrong with it, and in which line."""


class BadFile(MastermindCoreError, ValueError):
    """A file or text that is no saved result, is damaged, or does not fit its game."""
