"""The codes that fit a history, in games of codes of any size: counted, listed and drawn."""

from __future__ import annotations

from mastermind_core.code_space.consistent_codes import ConsistentCodes

__all__ = ["ConsistentCodes"]
