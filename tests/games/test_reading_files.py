"""Word lists and tables of attributes from files, and what is wrong with bad ones."""

from __future__ import annotations

import pytest
from errors import one_line

import mastermind_core as mc


def written(tmp_path, content):
    path = tmp_path / "list"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_words_are_sorted_and_made_small(tmp_path):
    assert mc.games.read_words(written(tmp_path, "Tools\n\nfools\r\n")) == ("fools", "tools")
    assert mc.games.read_words(written(tmp_path, b"\xef\xbb\xbfto be\n")) == ("be", "to")


@pytest.mark.parametrize(
    ("content", "parts"),
    [
        ("", ("is empty", "one word per line")),
        ("\n \n", ("is empty",)),
        ("fools\n\nscore\nfools", ("line 4", "'fools' again", "line 1")),
        ("fools\nto\n", ("line 2", "'to' of 2 letters", "have 5")),
        (b"fools\ngr\xfcn\n", ("line 2", "not UTF-8", "save the file as UTF-8")),
        ("fools\n".encode("utf-16"), ("line 1", "not UTF-8")),
        (b"fools\0\n", ("line 1", "zero byte")),
        (b"a" * 10**6, ("line 1", "over 100,000 bytes")),
        ("fools\nfoo\x07s\n", ("line 2", "not a word")),
    ],
)
def test_bad_word_lists(tmp_path, content, parts):
    with one_line(mc.BadGame, "word list", *parts):
        mc.games.read_words(written(tmp_path, content))


def test_a_very_long_line_is_not_read_whole(tmp_path):
    path = tmp_path / "long"
    with path.open("wb") as file:
        file.seek(10**10)  # a sparse file of one line
        file.write(b"a")
    with one_line(mc.BadGame, "line 1", "over 100,000 bytes"):
        mc.games.read_words(path)
    with one_line(mc.BadGame, "line 1", "over 100,000 bytes"):
        mc.games.read_table(path)


@pytest.mark.parametrize("read", [mc.games.read_words, mc.games.read_table])
def test_files_that_cannot_be_read(tmp_path, read):
    for path in (tmp_path / "none", tmp_path, "a\0b"):
        with one_line(mc.BadGame, "cannot be read"):
            read(path)


def test_a_table(tmp_path):
    table = mc.games.read_table(
        written(tmp_path, 'name, hair\nAlex, black\n\n"Anne, Lady",white\n')
    )
    assert table.attributes == ("hair",)
    assert table.names == ("Alex", "Anne, Lady")
    assert table.value("Anne, Lady", "hair") == "white"
    assert table == mc.games.AttributeTable(["name", "hair"], [table.rows[0], table.rows[1]])


@pytest.mark.parametrize(
    ("content", "parts"),
    [
        ("", ("is empty", "add a header and rows")),
        ("name,hair\n", ("line 1", "has no row after it")),
        ("name\nAlex\n", ("line 1", "no attributes", "name,hair,eyes")),
        ("name,hair,hair\n", ("line 1", "'hair' twice")),
        ("name,\n", ("line 1", "an attribute without a name")),
        ("name,hair\nAlex\n", ("line 2", "has 1 values, where the header has 2")),
        ("name,hair\nAlex,black,\n", ("line 2", "has 3 values")),
        ("name,hair\n,black\n", ("line 2", "no name")),
        ("name,hair\nAlex,red\n\nAlex,black\n", ("line 4", "'Alex' again, after line 2")),
        (b"name,hair\nAlex,gr\xfcn\n", ("line 2", "not UTF-8")),
        ('name,hair\n"Alex,black\n', ("line 2", "not CSV")),
        ('name,hair\n"Al"ex,black\n', ("line 2", "not CSV")),
    ],
)
def test_bad_tables(tmp_path, content, parts):
    with one_line(mc.BadGame, *parts):
        mc.games.read_table(written(tmp_path, content))


@pytest.mark.parametrize(
    ("header", "rows", "parts"),
    [
        (["name", "hair"], [], ("the header has no row after it",)),
        ("ab", [["x", "y"]], ("row must be a list of strings", "'ab'")),
        (["name", "hair"], ["xy"], ("row must be a list of strings", "'xy'")),
        (["name", "hair"], [["Alex"]], ("row 1 has 1 values",)),
    ],
)
def test_bad_rows(header, rows, parts):
    with one_line(mc.BadGame, *parts):
        mc.games.AttributeTable(header, rows)


def test_a_carriage_return_inside_of_a_line_is_refused_with_its_line(tmp_path):
    path = tmp_path / "table.csv"
    path.write_bytes(b"\r)")
    with one_line(mc.BadGame, "line 1 of the table", "is not CSV"):
        mc.games.read_table(path)
