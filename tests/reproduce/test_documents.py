"""The claims as data: whole, and made of names that exist."""

from __future__ import annotations

import ast
import builtins
import os
import re
from decimal import Decimal
from pathlib import Path

import pytest

import mastermind_core as mc
from reproduce import calls
from reproduce.documents import DOCUMENTS, FOLDER, document, number

NUMBER = re.compile(r"\d*\.?\d[\d,]*\.?\d*")

#: How the file of a source begins, in a folder that MASTERMIND_SOURCES names.
SOURCES = dict(zip(DOCUMENTS, ("000", "001", "002", "003", "004"), strict=True))


def bound(tree):
    """Return the names that an expression binds itself."""
    stored = (n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and type(n.ctx) is ast.Store)
    return {*stored, *(n.arg for n in ast.walk(tree) if isinstance(n, ast.arg))}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_call_is_an_expression_of_names_that_can_be_imported(name):
    known = {*vars(calls), *vars(builtins)}
    for group in document(name).groups:
        for call in group.calls():
            tree = ast.parse(call.replace("{seed}", "1"), mode="eval")
            loaded = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
            assert loaded - bound(tree) <= known, call


def test_the_documents_have_as_many_figures_as_were_counted():
    assert {name: document(name).figures for name in DOCUMENTS} == {
        "thesis": 240,
        "survey": 149,
        "language": 40,
        "minimax": 45,
        "annealing": 164,
    }


@pytest.mark.parametrize("name", DOCUMENTS)
def test_games_that_draw_lots_take_the_seed_of_the_run(name):
    for group in document(name).groups:
        for call in group.calls():
            if "simulate(" in call or "jotto(" in call:
                assert "seed={seed}" in call or "secrets=M(4, 6).secrets).lengths" in call


def test_what_is_no_row_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("reproduce.documents.FOLDER", tmp_path)
    texts = 'title = "t"\nsource = "s"\nnumbers = ""\n[exceptions]\n'
    head = f'{texts}[[row]]\nplace = "p"\nsubject = "s"\n'
    for wrong, message in (
        ('claims = { mean = "4.4" }\ncolour = 1\n', "row 1 has the key 'colour'"),
        ('claims = { mode = "4.4" }\n', "no figure mode = '4.4'"),
        ('claims = { mean = "many" }\n', "no figure mean = 'many'"),
    ):
        (tmp_path / "thesis.toml").write_text(head + wrong, encoding="utf-8")
        with pytest.raises(mc.BadFile, match=message):
            document.__wrapped__("thesis")
    with pytest.raises(mc.BadArgument, match="document must be one of"):
        document("a book")


def test_numbers_are_read_as_they_are_printed():
    assert number("10,077") == 10077
    assert str(number(".820")) == "0.820"
    assert number("1122 and") is None


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_number_of_a_source_is_claimed_or_listed(name):
    given = document(name)
    assert len(given.numbers) > 30
    assert given.numbers == given.claimed | given.set_aside


@pytest.mark.skipif("MASTERMIND_SOURCES" not in os.environ, reason="the sources are not at hand")
@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_numbers_of_a_source_are_those_of_its_text(name):
    (path,) = Path(os.environ["MASTERMIND_SOURCES"]).glob(f"{SOURCES[name]}*")
    found = NUMBER.findall(path.read_text(encoding="utf-8"))
    assert document(name).numbers == {Decimal(text.rstrip(".,").replace(",", "")) for text in found}


def test_each_document_has_its_file():
    assert sorted(path.stem for path in FOLDER.glob("*.toml")) == sorted(DOCUMENTS)
