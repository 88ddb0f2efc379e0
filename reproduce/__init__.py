"""Published figures, computed again: what was claimed, what comes out, and why they differ."""

from __future__ import annotations

from reproduce.documents import DOCUMENTS, Document, Group, document
from reproduce.judging import Judgement, judge
from reproduce.measuring import Measured, measure
from reproduce.pages import make_pages

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
