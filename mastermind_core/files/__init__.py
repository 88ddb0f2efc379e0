"""Games, trees and results in files: the JSON format of the package, and other notations."""

from __future__ import annotations

from mastermind_core.files.documents import from_json, load, save, to_json
from mastermind_core.files.notations.keys import to_couplets, to_python, to_sql

__all__ = ["from_json", "load", "save", "to_couplets", "to_json", "to_python", "to_sql"]
