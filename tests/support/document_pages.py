"""The pages of the documents as plain docutils reads them, which knows no directive of a build."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "reproduce"


@cache
def read(name):
    """Return a page as a tree of nodes."""
    core = pytest.importorskip("docutils.core", reason="docutils is not installed")
    text = (FOLDER / f"{name}.rst").read_text(encoding="utf-8")
    settings = {"report_level": 5, "file_insertion_enabled": False}
    return core.publish_doctree(text, settings_overrides=settings)


def tables_of(name):
    """Return the tables of a page, each as its rows of cells without the head."""
    tables = read(name).findall(lambda node: node.tagname == "table")
    return [_rows(table) for table in tables]


def _rows(table):
    _, *rows = table.findall(lambda node: node.tagname == "row")
    return [row.children for row in rows]


def links_of(cell):
    """Return the addresses that a cell links to."""
    return [link["refuri"] for link in cell.findall(lambda node: node.tagname == "reference")]


def literals_of(cell):
    """Return the texts of a cell that are literal."""
    return [one.astext() for one in cell.findall(lambda node: node.tagname == "literal")]
