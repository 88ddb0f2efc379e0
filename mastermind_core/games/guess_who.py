"""Guess Who and twenty questions: find a row in a table by asking for its attributes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple

from attrs import field, frozen
from more_itertools import duplicates_everseen

from mastermind_core.arguments import whole_number
from mastermind_core.errors import BadGame, shown
from mastermind_core.games.border import Items, ListedGame, brief, cached, need, one_of
from mastermind_core.games.questions import FOUND, read_answer
from mastermind_core.notation import bad_line, choose, csv_rows, text_lines
from mastermind_core.notation.spelling import as_text, quoted

_YES = "yes"
_NO = "no"
_ANSWERS = {
    _YES: frozenset({"yes", "y", "true"}),
    _NO: frozenset({"no", "n", "false", "wrong", "not"}),
}


class Question(NamedTuple):
    """A question about an attribute that the hidden row has.

    Attributes:
        attribute: The attribute's name.
        value: The value to test, for yes or no. Without it the question asks for the value.

    >>> from mastermind_core.games import GAMES
    >>> entry = GAMES["guess-who"]
    >>> entry.make(**entry.samples[0]).guesses[0]
    Question(attribute='hair', value='black')
    """

    attribute: str
    value: str = ""

    def __str__(self) -> str:
        return f"{self.attribute}={self.value}" if self.value else f"{self.attribute}?"


Rows = tuple[tuple[str, ...], ...]


def _table(table: Any) -> Rows:
    """Check a table, and return its header and its rows."""
    if isinstance(table, AttributeTable):
        return (table.header, *table.rows)
    several = isinstance(table, Sequence) and not isinstance(table, (str, bytes)) and table
    wanted = "an AttributeTable, as from read_table(path), or a header and rows"
    need(several, "table", wanted, table)
    return _table(AttributeTable(table[0], table[1:]))


@frozen(cache_hash=True)
class GuessWho(ListedGame[Any, str, str]):
    """Twenty questions over a table: ask for attributes, then name the row.

    A guess is a :class:`Question` or a row's name, and the right name scores "found". Only
    questions that distinguish rows are guesses. Two guesses must not have the same written form,
    and no question may have the score "found".

    Attributes:
        table: The table, as from :func:`read_table`. A header and listed rows, which begin with
            names, are accepted as well.
        questions: How attributes are asked. "values" asks whether an attribute has a value, with
            the scores "yes" and "no" (Guess Who, T. and O. Coster, 1979). "attributes" asks for the
            value itself.

    >>> table = AttributeTable(["name", "hair"], [["Alex", "red"], ["Anne", "white"]])
    >>> game = GuessWho(table)
    >>> game.guesses
    (Question(attribute='hair', value='red'), Question(attribute='hair', value='white'), 'Alex', \
'Anne')
    >>> game.score(game.guesses[0], "Anne"), game.score("Anne", "Anne")
    ('no', 'found')
    """

    table: Rows = field(converter=_table, repr=brief("rows"))
    questions: Literal["values", "attributes"] = one_of("values", "attributes")
    endstates = frozenset({FOUND})

    def __attrs_post_init__(self) -> None:
        self._check_answers()
        twice = next(duplicates_everseen(map(str, self.guesses)), None)
        if twice is not None:
            raise BadGame(
                f"two guesses have the same written form {shown(twice)}: rename the attribute, the "
                "value or the row"
            )

    def _check_answers(self) -> None:
        """Reject a value that would end the game as a question's score."""
        asked = {guess.attribute for guess in self.guesses if isinstance(guess, Question)}
        ending = [name for name in sorted(asked) if FOUND in self._columns[name].values()]
        if self.questions == "attributes" and ending:
            raise BadGame(
                f"the attribute {shown(ending[0])} has the value {shown(FOUND)}, the score that "
                "ends the game: rename the value"
            )

    @cached
    def _columns(self) -> dict[str, dict[str, str]]:
        """Map each attribute to the rows' values by name."""
        header, *rows = self.table
        return {name: {row[0]: row[at] for row in rows} for at, name in enumerate(header[1:], 1)}

    @cached
    def guesses(self) -> Items[Question | str]:
        """Return the questions and the names, in the order that breaks ties."""
        found: list[Question | str] = []
        for attribute, column in self._columns.items():
            values = list(dict.fromkeys(column.values()))
            if len(values) > 1 and self.questions == "values":
                found += [Question(attribute, value) for value in values if value]
            elif len(values) > 1:
                found.append(Question(attribute))
        return Items([*found, *self.secrets])

    @cached
    def secrets(self) -> Items[str]:
        """Return the rows' names."""
        return Items(row[0] for row in self.table[1:])

    @cached
    def scores(self) -> tuple[str, ...]:
        """Return all scores."""
        if self.questions == "values":
            return _YES, _NO, FOUND
        given = {value for column in self._columns.values() for value in column.values()}
        return (*sorted(given - {_NO, FOUND}), _NO, FOUND)

    def _answer(self, guess: Question | str, secret: str) -> str:
        if not isinstance(guess, Question):
            return FOUND if guess == secret else _NO
        value = self._columns[guess.attribute][secret]
        if self.questions == "attributes":
            return value
        return _YES if value == guess.value else _NO

    def parse_guess(self, text: str, /) -> Question | str:
        """Read a question or a name.

        Args:
            text: A question such as "hair=red", "hair red" or "hair?", or a row's name.

        Raises:
            BadArgument: If the string is not a valid guess.
        """
        exact = next((one for one in self.guesses if str(one) == as_text(text, "guess")), None)
        if exact is not None:
            return exact
        asked = text.replace("==", "=").replace(" = ", "=")
        spoken = asked.replace("=", " ").casefold()
        wanted = [one for one in self.guesses if f"{one}".replace("=", " ").casefold() == spoken]
        return wanted[0] if len(wanted) == 1 else choose(asked, self.guesses, "guess", str)

    def parse_score(self, text: str, /) -> str:
        """Read a score.

        Args:
            text: "yes" or "no", the attribute's value, or "found".

        Raises:
            BadArgument: If the string is not a valid score.
        """
        answers = _ANSWERS if self.questions == "values" else {_NO: _ANSWERS[_NO]}
        return str(read_answer(text, answers, self.scores))


def read_words(path: str | Path, length: int | None = None) -> tuple[str, ...]:
    """Read words with equal lengths from a file.

    Words are separated by white space, and converted to lower case. With a length, the file may be
    a dictionary: words with other lengths are left out, and words that mix letters with signs, such
    as those with an apostrophe. Digits and signs without letters are kept, such as "10+2=12".

    Args:
        path: A text file in UTF-8, usually with one word per line.
        length: How many characters the words to read have, or None if all words have the same.

    Returns:
        The words in alphabetical order.

    Raises:
        BadGame: If the file has no word, a repeated word, words with different lengths, or a word
            that cannot be printed. The message names the line.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "words.txt"
    ...     _ = path.write_text("score Fools")
    ...     read_words(path)
    ('fools', 'score')
    """
    return words_of_file(path, length)[0]


def words_of_file(path: str | Path, length: int | None = None) -> tuple[tuple[str, ...], int]:
    """Return the words that :func:`read_words` reads, and how many it leaves out.

    A word that occurs again, also with capitals, is not counted.
    """
    kind = "word list"
    bad = partial(bad_line, path, kind)
    lines = dict[str, int]()
    size = whole_number("length", length, 1, none="for words of one length") or 0
    left_out = 0
    for number, text in enumerate(text_lines(path, kind), start=1):
        for word in text.lower().split():
            if length and (len(word) != length or not _is_one_kind(word)):
                left_out += 1
                continue
            size = size or len(word)
            fault = _fault(word, size, lines.get(word) if not length else None)
            if fault:
                raise bad(number, fault)
            lines[word] = number
    if not lines:
        which = f"has no word of {length} letters" if length else "is empty"
        raise BadGame(f"the {kind} {shown(str(path))} {which}: write one word per line")
    return tuple(sorted(lines)), left_out


def _fault(word: str, size: int, before: int | None) -> str:
    """Return a word's fault among equally long words, or an empty string.

    Args:
        word: The word.
        size: The earlier words' length.
        before: The line that has the same word, if it may not come again.
    """
    if not word.isprintable():
        return f"has {quoted(word)}, not a word"
    if len(word) != size:
        return (
            f"has {quoted(word)} of {len(word)} letters, but the words before have {size}; "
            f"a length, such as {size}, reads only words of that length"
        )
    return "" if before is None else f"has {shown(word)} again, after line {before}"


def _is_one_kind(word: str) -> bool:
    """Return whether a word has letters alone, or printable signs alone, such as digits."""
    return word.isalpha() or (word.isprintable() and not any(map(str.isalpha, word)))


def _strings(row: Any) -> tuple[str, ...]:
    with suppress(Exception):  # not a list, or a cell that str() cannot convert
        if not isinstance(row, str):
            return tuple(map(str, row))
    raise BadGame(f"a row must be a list of strings, not {shown(row)}")


def _rows(rows: Any) -> tuple[tuple[str, ...], ...]:
    need(isinstance(rows, Iterable), "rows", "a list of rows", rows)
    return tuple(map(_strings, rows))


@frozen(cache_hash=True)
class AttributeTable:
    """An attribute table: one row per name.

    Attributes:
        header: The first column's name, then the attributes.
        rows: The rows: a unique name, then each attribute's value, all as strings.

    >>> table = AttributeTable(["name", "hair"], [["Alex", "black"], ["Anne", "white"]])
    >>> table.attributes, table.names, table.value("Anne", "hair")
    (('hair',), ('Alex', 'Anne'), 'white')
    """

    header: tuple[str, ...] = field(converter=_strings)
    rows: tuple[tuple[str, ...], ...] = field(converter=_rows, repr=brief("rows"))

    def __attrs_post_init__(self) -> None:
        places = [f"row {number}" for number, _ in enumerate(self.rows, start=1)]
        _check_table((self.header, *self.rows), ["the header", *places])

    @property
    def names(self) -> tuple[str, ...]:
        """Return the rows' names."""
        return tuple(row[0] for row in self.rows)

    @property
    def attributes(self) -> tuple[str, ...]:
        """Return the columns' names, without the first."""
        return self.header[1:]

    def value(self, name: str, attribute: str) -> str:
        """Return an attribute's value in a row.

        Args:
            name: The row's name.
            attribute: The attribute's name.
        """
        return self.rows[self.names.index(name)][self.header.index(attribute)]


def _check_table(rows: Sequence[Sequence[str]], places: Sequence[str]) -> None:
    """Reject an invalid header or row. The message names its place."""
    header = rows[0]
    seen = dict[str, int]()
    if len(header) < 2:
        raise BadGame(f"{places[0]} has no attributes: begin with a header such as name,hair,eyes")
    for name in header:
        if not name:
            raise BadGame(f"{places[0]} has an attribute without a name")
        if header.count(name) > 1:
            raise BadGame(f"{places[0]} has the attribute {shown(name)} twice")
    for number, (row, place) in enumerate(zip(rows[1:], places[1:], strict=True), start=1):
        if len(row) != len(header):
            raise BadGame(f"{place} has {len(row)} values, but the header has {len(header)}")
        if not row[0]:
            raise BadGame(f"{place} has no name")
        if row[0] in seen:
            raise BadGame(f"{place} has {quoted(row[0])} again, after {places[seen[row[0]]]}")
        seen[row[0]] = number
    if not seen:
        raise BadGame(f"{places[0]} has no row after it, and a game needs one")


def read_table(path: str | Path) -> AttributeTable:
    r"""Read an attribute table from a CSV file.

    Args:
        path: A CSV file with a header. The first column has the rows' names.

    Returns:
        The table, whose values are strings.

    Raises:
        BadGame: If the file is not a valid table. The message names the line.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "faces.csv"
    ...     _ = path.write_text("name,hair\nAlex,black")
    ...     read_table(path).value("Alex", "hair")
    'black'
    """
    numbers, lines = zip(*csv_rows(path, "table"), strict=True)
    _check_table(lines, [f"line {number} of the table {shown(str(path))}" for number in numbers])
    return AttributeTable(lines[0], lines[1:])
