"""A document: one value with the games that it is about, as JSON of a stated version."""

from __future__ import annotations

import json
from collections.abc import Callable
from math import isfinite
from typing import Any

from attrs import define, field

from mastermind_core.analysis import CostDistribution, Distribution, WorstCase
from mastermind_core.arguments import whole_number
from mastermind_core.errors import BadArgument, BadFile, MastermindCoreError, shown
from mastermind_core.exact import Oracle, Solution
from mastermind_core.files import results
from mastermind_core.files.encoded import (
    DECODERS,
    NotWritable,
    encode_value,
    expect,
    tagged,
)
from mastermind_core.files.game_specs import check_game, decode_game, encode_game
from mastermind_core.files.sessions import decode_session, encode_session
from mastermind_core.files.trees import Measured, table_of
from mastermind_core.game import Game
from mastermind_core.play.session import Session
from mastermind_core.studies import Equilibrium, ExpectedDistribution
from mastermind_core.studies.verdict import Verdict
from mastermind_core.table import ScoreTable, compile_game
from mastermind_core.tree import Node, StrategyLike

#: The version of the format, in the field that names it.
FORMAT, NAME = 1, "mastermind_core"

#: Bytes of text that are read unless the caller says otherwise, and how many of them make an item.
LIMIT, _PER_ITEM = 16 << 20, 8

_PLAIN = {type(None), bool, int, str}

#: Games that one document may hold.
_MOST_GAMES = 1000

#: Kinds of named tuples that one document may hold.
_MOST_KINDS = 64


def to_json(value: Any) -> str:
    """Return a result, a tree or a game as JSON, with the game that it is about.

    A tree that is opened as it is looked at is opened whole. The format is documented, and
    :func:`from_json` reads it again; so do later versions of the package.

    >>> from mastermind_core import Distribution
    >>> to_json(Distribution({1: 1, 2: 3}))
    '{"mastermind_core":1,"games":[],"value":{"distribution":{"lengths":[[1,1],[2,3]],"one_draw":false}}}'
    """
    writing = _Writing()
    try:
        content = writing.encode(value)
    except NotWritable as error:
        raise BadArgument(
            f"value has {error}, which no file can hold: use numbers, texts, tuples or frozensets"
        ) from None
    document = {NAME: FORMAT, "games": writing.specs, "value": content}
    return json.dumps(document, separators=(",", ":"), allow_nan=False)


def from_json(
    text: str | bytes,
    *,
    game: Game[Any, Any, Any] | None = None,
    strategy: StrategyLike | None = None,
    limit: int = LIMIT,
) -> Any:
    """Return what :func:`to_json` wrote, checked.

    ``game`` is for results about a game of functions, which JSON cannot hold: it must be the one
    they were saved with. ``strategy`` is what a saved session is to play with instead of its own.
    A text over ``limit`` bytes is refused. Nothing in the text is run.

    >>> from mastermind_core import TwoD, optimal
    >>> again = from_json(to_json(optimal(TwoD(3))))
    >>> again.total, again.proven, again.tree.game
    (22, True, TwoD(size=3))
    """
    check_game(game)
    document = _parsed(text, limit)
    if type(document) is not dict or NAME not in document:
        raise BadFile(
            f"it is no saved result: a JSON object with the field {shown(NAME)} begins one"
        )
    version = document[NAME]
    if type(version) is not int or version != FORMAT:
        raise BadFile(f"it has the format {shown(version)}, and only {FORMAT} can be read")
    if set(document) != {NAME, "games", "value"}:
        raise BadFile(f"a saved result has {NAME}, games and value, and nothing else")
    specs = expect(list, document["games"], "games")
    if len(specs) > _MOST_GAMES:
        raise BadFile(f"it has {len(specs)} games, over {_MOST_GAMES}")
    reading = _Reading(specs, game, strategy)
    value = document["value"]
    if strategy is not None and (type(value) is not dict or set(value) != {"session"}):
        raise BadArgument("strategy is for a saved session, and this is none")
    try:
        return reading.decode(document["value"])
    except RecursionError:
        raise BadFile("it is nested too deep") from None


def _itself(value: Any) -> Any:
    return value


def _parsed(text: str | bytes, limit: int) -> Any:
    """Return the content of a JSON text that is not too large, however it was made."""
    limit = whole_number("limit", limit, 1, of=" of bytes")
    if not isinstance(text, (str, bytes)):
        raise BadArgument(f"text must be JSON, not {shown(text)}")
    if len(text) > limit:
        raise BadFile(
            f"it has {len(text):,} bytes, over the limit of {limit:,}: pass limit= if it is to be "
            "trusted"
        )
    count: Callable[[Any], int] = text.count
    signs = ",[:{" if isinstance(text, str) else (b",", b"[", b":", b"{")
    if sum(map(count, signs)) + 3 * count(signs[-1]) > limit // _PER_ITEM:
        raise BadFile(
            f"it has over {limit // _PER_ITEM:,} items: pass limit= if it is to be trusted"
        )
    try:
        return json.loads(
            text, object_pairs_hook=_object, parse_constant=_constant, parse_float=_number
        )
    except MastermindCoreError:
        raise
    except (ValueError, RecursionError) as error:
        reason = "nested too deep" if isinstance(error, RecursionError) else shown(str(error))
        raise BadFile(f"it is no JSON, or damaged: {reason}") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) != len(pairs):
        names = [name for name, _ in pairs]
        double = next(name for name in names if names.count(name) > 1)
        raise BadFile(f"it has the field {shown(double)} twice in one object")
    return content


def _constant(name: str) -> Any:
    raise BadFile(f"it has {name}, which is no number of JSON")


def _number(text: str) -> float:
    value = float(text)
    if not isfinite(value):
        raise BadFile(f"it has the number {shown(text)}, which is too large")
    return value


@define(eq=False)
class _Writing:
    """A document that is being written: its games so far, and the one that is spoken of."""

    specs: list[Any] = field(factory=list)
    games: list[Any] = field(factory=list)
    about: Any = None

    def game_number(self, game: Any) -> int:
        for number, known in enumerate(self.games):
            if known is game or (type(known) is type(game) and known == game):
                return number
        spec = encode_game(game, self._plain)
        self.games.append(game)
        self.specs.append(spec)
        return len(self.games) - 1

    def encode(self, value: Any) -> Any:
        """Return any value in JSON."""
        kind = type(value)
        if kind in _PLAIN or (kind is tuple and _PLAIN.issuperset(map(type, value))):
            return encode_value(value, _itself)
        outer = self.about
        if kind is Node or isinstance(value, (Verdict, Solution, Session, Equilibrium)):
            self.about = _game_of(value)
        try:
            return self._encode(kind, value)
        except NotWritable as error:
            return self._by_number(value, error)
        finally:
            self.about = outer

    def _encode(self, kind: type, value: Any) -> Any:
        name = next((name for name, one in results.RECORDS.items() if one is kind), None)
        if name is not None:
            return {name: results.encode_record(value, self.encode)}
        if kind is Node:
            number = self.game_number(value.game)
            return {"tree": results.encode_tree(value, number, self.encode)}
        if kind is Oracle:
            return {"oracle": results.encode_oracle(value, self.game_number(value.game))}
        if kind is Session:
            return {"session": encode_session(value, self.game_number(value.game), self.encode)}
        if kind is Distribution:
            return {"distribution": results.encode_lengths(value, self.encode)}
        if kind is CostDistribution:
            return {"cost_distribution": results.encode_lengths(value, self.encode)}
        if kind is ExpectedDistribution:
            return {"expected_distribution": results.encode_expected(value, self.encode)}
        if kind is WorstCase:
            return {"worst_case": results.encode_worst(value, self.encode)}
        if kind is ScoreTable:
            return {"table": self.game_number(value.game)}
        if isinstance(value, Game) and not isinstance(value, type):
            return {"game": self.game_number(value)}
        return encode_value(value, self.encode)

    def _plain(self, value: Any) -> Any:
        """Return a value of which a game is made: plain, or a game."""
        kind = type(value)
        if kind in _PLAIN or (kind is tuple and _PLAIN.issuperset(map(type, value))):
            return encode_value(value, _itself)
        if isinstance(value, Game) and not isinstance(value, type):
            return {"game": self.game_number(value)}
        return encode_value(value, self._plain)

    def _by_number(self, value: Any, error: NotWritable) -> Any:
        """Return where in its game a value is that only the game itself can hold."""
        if self.about is not None:
            table = compile_game(self.about)
            if value in table.guesses:
                return {"guess": table.guesses[value]}
            if value in table.secrets:
                return {"secret": table.secrets[value]}
            if value in table.scores:
                return {"answer": _pair(table, table.scores[value])}
        raise error


def _game_of(value: Any) -> Any:
    return value.tree.game if isinstance(value, Solution) else value.game


def _pair(table: ScoreTable, score: int) -> list[int]:
    for guess in range(len(table.guesses.items)):
        for found, block in table.split(guess, table.everything):
            if found == score:
                return [guess, block[0]]
    raise NotWritable(f"{shown(table.scores.items[score])}, which no secret answers")


@define(eq=False)
class _Reading:
    """A document that is being read: its games, made when they are first spoken of."""

    specs: list[Any]
    given: Any
    strategy: Any = None
    games: dict[int, Any] = field(factory=dict)
    about: Any = None
    measured: dict[int, Measured] = field(factory=dict)
    kinds: set[str] = field(factory=set)

    def game(self, number: Any) -> Any:
        if type(number) is not int or not 0 <= number < len(self.specs):
            raise BadFile(f"game {shown(number)} is not one of the {len(self.specs)} in it")
        if number not in self.games:
            self.games[number] = None  # a game that is made of itself finds this
            self.games[number] = decode_game(self.specs[number], self._plain, self.given)
        if self.games[number] is None:
            raise BadFile(f"game {number} is made of itself")
        self.about = self.games[number]
        return self.games[number]

    def decode(self, content: Any) -> Any:
        """Return any value of JSON."""
        if type(content) is list:
            plain = _PLAIN.issuperset(map(type, content))
            return tuple(content) if plain else tuple(map(self.decode, content))
        if type(content) is not dict:
            return content
        tag, inside = tagged(content)
        if tag in results.RECORDS:
            return self._record(results.RECORDS[tag], inside)
        if tag in _READERS:
            return _READERS[tag](self, inside)
        if tag in DECODERS:
            self._count_kinds(tag, inside)
            return DECODERS[tag](inside, self.decode)
        raise BadFile(f"{shown(tag)} is nothing that is saved: is it of a later version?")

    def _plain(self, content: Any) -> Any:
        if type(content) is list:
            return tuple(map(self._plain, content))
        if type(content) is not dict:
            return content
        tag, inside = tagged(content)
        if tag == "game":
            given, self.given = self.given, None
            try:
                return self.game(inside)
            finally:
                self.given = given
        if tag not in DECODERS:
            raise BadFile(f"{shown(tag)} cannot be a part of a game")
        self._count_kinds(tag, inside)
        return DECODERS[tag](inside, self._plain)

    def _count_kinds(self, tag: str, inside: Any) -> None:
        """Refuse a file that makes classes by the thousand."""
        if tag == "namedtuple" and type(inside) is dict:
            self.kinds.update(
                f"{name} {' '.join(fields)}"
                for name, fields in inside.items()
                if type(fields) is dict
            )
            if len(self.kinds) > _MOST_KINDS:
                raise BadFile(f"it has over {_MOST_KINDS} kinds of named tuples")

    def _tree(self, content: Any) -> Node:
        measured = results.decode_tree(content, self.game, self.decode)
        self.measured[id(measured.tree)] = measured
        return measured.tree

    def _record(self, kind: type, content: Any) -> Any:
        if kind in (Verdict, Equilibrium) and type(content) is dict and "game" in content:
            self.decode(content["game"])  # its secrets may be told by their numbers in the game
        made = results.decode_record(kind, content, self.decode)
        if kind is Solution:
            results.check_solution(made, self.measured[id(made.tree)])
        if kind is Verdict:
            results.check_verdict(made)
        return made

    def _item(self, kind: str, number: Any) -> Any:
        items = getattr(self._table(), kind).items
        if type(number) is not int or not 0 <= number < len(items):
            raise BadFile(f"{shown(number)} is no number of the {len(items)} {kind} of its game")
        return items[number]

    def _answer(self, pair: Any) -> Any:
        if type(pair) is not list or len(pair) != 2:
            raise BadFile(f"an answer is that of a guess to a secret, not {shown(pair)}")
        return self._table().game.score(
            self._item("guesses", pair[0]), self._item("secrets", pair[1])
        )

    def _table(self) -> ScoreTable:
        if self.about is None:
            raise BadFile("it speaks of a guess, a secret or an answer before it names a game")
        return table_of(self.about)

    def session(self, content: Any) -> Session:
        return decode_session(content, self.game, self.decode, self.strategy)


_READERS: dict[str, Callable[[_Reading, Any], Any]] = {
    "tree": _Reading._tree,
    "oracle": lambda reading, inside: results.decode_oracle(inside, reading.game),
    "session": _Reading.session,
    "game": _Reading.game,
    "table": lambda reading, number: table_of(reading.game(number)),
    "distribution": lambda reading, inside: results.decode_lengths(inside, reading.decode),
    "cost_distribution": lambda reading, inside: results.decode_lengths(
        inside, reading.decode, CostDistribution
    ),
    "expected_distribution": lambda reading, inside: results.decode_expected(
        inside, reading.decode
    ),
    "worst_case": lambda reading, inside: results.decode_worst(inside, reading.decode),
    "guess": lambda reading, number: reading._item("guesses", number),
    "secret": lambda reading, number: reading._item("secrets", number),
    "answer": lambda reading, pair: reading._answer(pair),
}
