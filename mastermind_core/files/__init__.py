"""Results that last: games, trees and results in files, in a format of our own and in others'."""

from __future__ import annotations

from mastermind_core.files.documents import from_json, load, save, to_json

__all__ = ["from_json", "load", "save", "to_json"]
