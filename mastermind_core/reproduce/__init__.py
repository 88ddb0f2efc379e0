"""Published figures, computed again: what was claimed, what comes out, and why they differ."""

from __future__ import annotations

from mastermind_core.reproduce.documents import DOCUMENTS, Document, Group, document
from mastermind_core.reproduce.judging import Judgement, judge
from mastermind_core.reproduce.measuring import Measured, measure
from mastermind_core.reproduce.pages import make_pages

__all__ = [
    "DOCUMENTS",
    "Document",
    "Group",
    "Judgement",
    "Measured",
    "document",
    "judge",
    "make_pages",
    "measure",
]
