"""Guess Who and twenty questions: find a row of a table by asking for its attributes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from attrs import field, frozen

from mastermind_core.errors import BadArgument, BadGame, shown
from mastermind_core.game.tabular import bad_line, csv_rows, text_lines
from mastermind_core.games.border import Items, ListedGame, brief, cached, one_of
from mastermind_core.games.questions import FOUND, read_answer
from mastermind_core.notation import choose
from mastermind_core.notation.spelling import as_text

_YES, _NO = "yes", "no"
_ANSWERS = {
    _YES: frozenset({"yes", "y", "true"}),
    _NO: frozenset({"no", "n", "false", "wrong", "not"}),
}


class Question(NamedTuple):
    """A question for an attribute: does it have this value, or, without one, which has it?

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
    """Return the header and the rows of a table, checked."""
    if isinstance(table, AttributeTable):
        return (table.header, *table.rows)
    if isinstance(table, (str, bytes)) or not isinstance(table, Sequence) or not table:
        raise BadGame(
            f"table must be an AttributeTable, as read_table(path) gives, or a header and rows, "
            f"not {shown(table)}"
        )
    return _table(AttributeTable(table[0], table[1:]))


@frozen(cache_hash=True)
class GuessWho(ListedGame[Any, str, str]):
    """The game of twenty questions over a table: ask for attributes, then name the row.

    The ``table`` is what :func:`read_table` gives, or a header and rows that begin with names.
    A guess is a :class:`Question` or the name of a row. With ``questions`` "values" each asks
    whether an attribute has a value, and hears yes or no (Guess Who, T. and O. Coster, 1979); with
    "attributes" it asks for the value itself. A name that is right is answered by "found". Only
    questions that tell rows apart are listed. No two guesses may be written alike, and no question
    may be answered by "found".

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
        written = Counter(map(str, self.guesses))
        twice = next((text for text, number in written.items() if number > 1), None)
        if twice is not None:
            raise BadGame(
                f"two guesses are both written {shown(twice)}, so that nobody can tell which is "
                "meant: give the attribute, the value or the row another name"
            )

    def _check_answers(self) -> None:
        """Refuse a value that would end the game as the answer to a question."""
        asked = {guess.attribute for guess in self.guesses if isinstance(guess, Question)}
        ending = [name for name in sorted(asked) if FOUND in self._columns[name].values()]
        if self.questions == "attributes" and ending:
            raise BadGame(
                f"the attribute {shown(ending[0])} has the value {shown(FOUND)}, which as an "
                "answer would end the game: call it something else"
            )

    @cached
    def _columns(self) -> dict[str, dict[str, str]]:
        """Return the value of each row, by attribute and name."""
        header, *rows = self.table
        return {
            attribute: {row[0]: row[at] for row in rows}
            for at, attribute in enumerate(header[1:], start=1)
        }

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
        """Return the names of the rows."""
        return Items(row[0] for row in self.table[1:])

    @cached
    def scores(self) -> tuple[str, ...]:
        """Return every answer."""
        if self.questions == "values":
            return _YES, _NO, FOUND
        said = {value for column in self._columns.values() for value in column.values()}
        return (*sorted(said - {_NO, FOUND}), _NO, FOUND)

    def _answer(self, guess: Question | str, secret: str) -> str:
        if not isinstance(guess, Question):
            return FOUND if guess == secret else _NO
        value = self._columns[guess.attribute][secret]
        if self.questions == "attributes":
            return value
        return _YES if value == guess.value else _NO

    def show_guess(self, guess: Any, /) -> str:
        """Write a question as "hair=red" or "hair?", a name as it is."""
        return str(guess) if guess in self.guesses else shown(guess)

    def parse_guess(self, text: str, /) -> Question | str:
        """Return the question or the name of a string."""
        exact = next((one for one in self.guesses if str(one) == as_text(text, "guess")), None)
        if exact is not None:
            return exact
        asked = text.replace("==", "=").replace(" = ", "=")
        try:
            found: Question | str = choose(asked, self.guesses, "guess", str)
        except BadArgument:
            spoken = asked.replace("=", " ")
            names = {f"{one}".replace("=", " "): one for one in self.guesses}
            wanted = [one for name, one in names.items() if name.casefold() == spoken.casefold()]
            if len(wanted) != 1:
                raise
            return wanted[0]
        return found

    def parse_score(self, text: str, /) -> str:
        """Return the answer of a string."""
        answers = _ANSWERS if self.questions == "values" else {_NO: _ANSWERS[_NO]}
        score: str = read_answer(text, answers, self.scores)
        return score


_SHOWN = 40


def _shown(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}...")


def read_words(path: str | Path) -> tuple[str, ...]:
    """Read a list of words of one length, one a line, and return them sorted.

    Blank lines are passed over; capital letters are made small. A word that comes twice, or has
    another length than the first, is refused with its line.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "words.txt"
    ...     _ = path.write_text("score Fools")
    ...     read_words(path)
    ('fools', 'score')
    """
    kind = "word list"
    lines: dict[str, int] = {}
    length = 0
    for number, text in enumerate(text_lines(path, kind), start=1):
        for word in text.lower().split():
            length = length or len(word)
            if not word.isprintable():
                raise bad_line(path, kind, number, f"has {_shown(word)}, which is no word")
            if len(word) != length:
                raise bad_line(
                    path,
                    kind,
                    number,
                    f"has {_shown(word)} of {len(word)} letters, where the words before have "
                    f"{length}",
                )
            if word in lines:
                raise bad_line(
                    path, kind, number, f"has {shown(word)} again, after line {lines[word]}"
                )
            lines[word] = number
    if not lines:
        raise BadGame(f"the {kind} {shown(str(path))} is empty: write a word a line")
    return tuple(sorted(lines))


def _strings(row: Any) -> tuple[str, ...]:
    try:
        if not isinstance(row, str):
            return tuple(map(str, row))
    except Exception:  # of a row that is none, or that has cells without a string
        pass
    raise BadGame(f"a row must be a list of texts, not {shown(row)}")


def _rows(rows: Any) -> tuple[tuple[str, ...], ...]:
    if not isinstance(rows, Iterable):
        raise BadGame(f"rows must be a list of rows, not {shown(rows)}")
    return tuple(map(_strings, rows))


@frozen(cache_hash=True)
class AttributeTable:
    """A table of attributes: a row each, its name first, then its value of each attribute.

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
        """Return what the rows are called."""
        return tuple(row[0] for row in self.rows)

    @property
    def attributes(self) -> tuple[str, ...]:
        """Return what the columns are called, without the first."""
        return self.header[1:]

    def value(self, name: str, attribute: str) -> str:
        """Return the value that a row has of an attribute."""
        row = self.rows[self.names.index(name)]
        return row[self.header.index(attribute)]


def _check_table(rows: Sequence[Sequence[str]], places: Sequence[str]) -> None:
    """Refuse a header or a row that makes no table, with its place."""
    header, seen = rows[0], dict[str, int]()
    if len(header) < 2:
        raise BadGame(f"{places[0]} has no attributes: begin with a header such as name,hair,eyes")
    for name in header:
        if not name:
            raise BadGame(f"{places[0]} has an attribute without name")
        if header.count(name) > 1:
            raise BadGame(f"{places[0]} has the attribute {shown(name)} twice")
    for number, (row, place) in enumerate(zip(rows[1:], places[1:], strict=True), start=1):
        if len(row) != len(header):
            raise BadGame(f"{place} has {len(row)} values, where the header has {len(header)}")
        if not row[0]:
            raise BadGame(f"{place} has no name")
        if row[0] in seen:
            raise BadGame(f"{place} has {_shown(row[0])} again, after {places[seen[row[0]]]}")
        seen[row[0]] = number
    if not seen:
        raise BadGame(f"{places[0]} is followed by no row, and a game needs one")


def read_table(path: str | Path) -> AttributeTable:
    r"""Read a table of attributes from a CSV file: a header, then a row each, its name first.

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
