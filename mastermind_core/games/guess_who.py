"""Guess Who and twenty questions: find a row of a table by asking for its attributes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from attrs import field, frozen

from mastermind_core.errors import BadArgument, BadGame, shown
from mastermind_core.games.border import Items, ListedGame, brief, cached, one_of
from mastermind_core.games.questions import FOUND, read_answer
from mastermind_core.games.reading import AttributeTable
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
