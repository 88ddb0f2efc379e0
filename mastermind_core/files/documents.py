"""A document: one value with the games that it is about, as JSON of a stated version, in a file."""

from __future__ import annotations

import gzip
import io
import json
import os
import stat
import zlib
from collections.abc import Callable
from contextlib import suppress
from math import isfinite
from pathlib import Path
from secrets import token_hex
from typing import Any

from attrs import define, field

from mastermind_core.arguments import whole_number
from mastermind_core.errors import BadArgument, BadFile, MastermindCoreError, reason_of, shown
from mastermind_core.files.kinds import (
    PLAIN_KINDS,
    THEMSELVES,
    Kind,
    NotWritable,
    as_plain,
    check_game,
    checked,
    decode_game,
    encode_game,
    fields_of,
    tagged,
)
from mastermind_core.files.results import RESULT_KINDS, game_of
from mastermind_core.files.trees import table_of
from mastermind_core.game import Game
from mastermind_core.kernels.shared.ctrl_c import stoppable
from mastermind_core.table import ScoreTable, compile_game
from mastermind_core.tree import StrategyLike

#: The version of the format, in the field that names it.
FORMAT, NAME = 1, "mastermind_core"

#: Bytes of text that are read unless the caller says otherwise, and how many of them make an item.
LIMIT, _PER_ITEM = 16 << 20, 8

#: Games that one document may hold.
_MOST_GAMES = 1000


def to_json(value: Any) -> str:
    """Return a result, a tree or a game as JSON, with the game that it is about.

    A tree that is opened as it is looked at is opened whole. The format is documented, and
    :func:`from_json` reads it again; so do later versions of the package.

    >>> from mastermind_core import Distribution
    >>> to_json(Distribution({1: 1, 2: 3}))
    '{"mastermind_core":1,"games":[],"value":{"distribution":{"lengths":[[1,1],[2,3]],"one_draw":false}}}'
    """
    write = Writer()
    try:
        content = write(value)
    except NotWritable as error:
        raise BadArgument(
            f"value has {error}, which no file can hold: use numbers, texts, tuples or frozensets"
        ) from None
    document = {NAME: FORMAT, "games": write.specs, "value": content}
    return json.dumps(document, separators=(",", ":"), allow_nan=False)


def from_json(
    text: str | bytes,
    *,
    game: Game | None = None,
    strategy: StrategyLike | None = None,
    limit: int = LIMIT,
) -> Any:
    """Return the value that :func:`to_json` wrote, checked.

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
    fields_of(document, "a saved result", f"{NAME} games value")
    specs, value = checked("games", document["games"], list), document["value"]
    if len(specs) > _MOST_GAMES:
        raise BadFile(f"it has {len(specs)} games, over {_MOST_GAMES}")
    if strategy is not None and (type(value) is not dict or set(value) != {"session"}):
        raise BadArgument("strategy is for a saved session, and this is none")
    try:
        return Reader(specs, game, strategy)(value)
    except RecursionError:
        raise BadFile("it is nested too deep") from None


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
    raise BadFile(f"it has {name}, which is not a number of JSON")


def _number(text: str) -> float:
    value = float(text)
    if not isfinite(value):
        raise BadFile(f"it has the number {shown(text)}, which is too large")
    return value


@define(eq=False)
class Writer:
    """A document that is being written: its games so far, and the one that is spoken of.

    Called with a value it returns the content of it.
    """

    specs: list[Any] = field(factory=list)
    games: list[Any] = field(factory=list)
    about: Any = None
    making: bool = False

    def __call__(self, value: Any) -> Any:
        """Return any value in JSON."""
        value = as_plain(value)
        kind: type = type(value)
        if isinstance(value, tuple) and not hasattr(value, "_fields"):
            kind = tuple  # a game may keep its lists in a class of its own
        if kind in THEMSELVES or (kind is float and isfinite(value)):
            return value
        if kind is tuple and THEMSELVES.issuperset(map(type, value)):
            return list(value)
        outer = self.about
        own = game_of(value)
        self.about = outer if own is None else own
        try:
            return [*map(self, value)] if kind is tuple else self._tagged(kind, value)
        except NotWritable as error:
            return self._by_number(value, error)
        finally:
            self.about = outer

    def _tagged(self, kind: type, value: Any) -> Any:
        name = _NAMES.get(kind)
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            name = "namedtuple"
        elif isinstance(value, Game) and not isinstance(value, type):
            name = "game"
        if name is None or (self.making and not KINDS[name].plain):
            raise NotWritable(f"{shown(value)} of the type {kind.__name__}")
        return {name: KINDS[name].write(self, value)}

    def game(self, game: Any) -> int:
        """Return the number of a game in the document."""
        for number, known in enumerate(self.games):
            if known is game or (type(known) is type(game) and known == game):
                return number
        outer = self.about, self.making
        self.about, self.making = None, True
        try:
            spec = encode_game(game, self)
        finally:
            self.about, self.making = outer
        self.games.append(game)
        self.specs.append(spec)
        return len(self.games) - 1

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


def _pair(table: ScoreTable, score: int) -> list[int]:
    for guess in range(len(table.guesses.items)):
        for found, block in table.split(guess, table.everything):
            if found == score:
                return [guess, block[0]]
    raise NotWritable(f"{shown(table.scores.items[score])}, which no secret answers")


@define(eq=False)
class Reader:
    """A document that is being read: its games, made when they are first spoken of.

    Called with a content it returns the value of it.
    """

    specs: list[Any]
    given: Any = None
    strategy: Any = None
    games: dict[int, Any] = field(factory=dict)
    about: Any = None
    making: bool = False
    kinds: set[tuple[str, ...]] = field(factory=set)

    def __call__(self, content: Any) -> Any:
        """Return any value of JSON."""
        if type(content) is list:
            plain = THEMSELVES.issuperset(map(type, content))
            return tuple(content) if plain else tuple(map(self, content))
        if type(content) is not dict:
            return content
        name, inside = tagged(content)
        if name not in KINDS:
            raise BadFile(f"{shown(name)} is nothing that is saved: is it of a later version?")
        if self.making and not KINDS[name].plain:
            raise BadFile(f"{shown(name)} cannot be a part of a game")
        return KINDS[name].read(self, inside)

    def game(self, number: Any) -> Any:
        """Return a game by its number in the document."""
        if type(number) is not int or not 0 <= number < len(self.specs):
            raise BadFile(f"game {shown(number)} is not one of the {len(self.specs)} in it")
        if number not in self.games:
            self.games[number] = None  # a game that is made of itself finds this
            outer = self.given, self.making
            # Games of which one is made are never given.
            self.given, self.making = None if self.making else self.given, True
            try:
                self.games[number] = decode_game(self.specs[number], self)
            finally:
                self.given, self.making = outer
        if self.games[number] is None:
            raise BadFile(f"game {number} is made of itself")
        self.about = self.games[number]
        return self.about

    def item(self, kind: str, number: Any) -> Any:
        """Return a guess or a secret of the game that is spoken of, by its number."""
        items = getattr(self._table(), kind).items
        if type(number) is not int or not 0 <= number < len(items):
            raise BadFile(f"{shown(number)} is no number of the {len(items)} {kind} of its game")
        return items[number]

    def answer(self, pair: Any) -> Any:
        """Return the answer of a secret to a guess, by their numbers."""
        if type(pair) is not list or len(pair) != 2:
            raise BadFile(f"an answer is that of a guess to a secret, not {shown(pair)}")
        return self._table().game.score(
            self.item("guesses", pair[0]), self.item("secrets", pair[1])
        )

    def _table(self) -> ScoreTable:
        if self.about is None:
            raise BadFile("it speaks of a guess, a secret or an answer before it names a game")
        return table_of(self.about)


def _never(write: Writer, value: Any) -> Any:
    raise NotWritable(shown(value))


def _write_table(write: Writer, table: ScoreTable) -> int:
    return write.game(table.game)


#: Every kind of value that a file may hold, by name; some have no class of their own.
KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        *PLAIN_KINDS,
        *RESULT_KINDS,
        Kind("game", Kind, Writer.game, Reader.game, plain=True),
        Kind("table", ScoreTable, _write_table, lambda read, number: table_of(read.game(number))),
        Kind("guess", Kind, _never, lambda read, number: read.item("guesses", number)),
        Kind("secret", Kind, _never, lambda read, number: read.item("secrets", number)),
        Kind("answer", Kind, _never, Reader.answer),
    )
}

_NAMES = {kind.of: name for name, kind in KINDS.items()}


_GZIP = b"\x1f\x8b"
_CHUNK = 1 << 20


def save(value: Any, path: str | os.PathLike[str]) -> None:
    """Write a result, a tree or a game to a file that :func:`load` reads.

    The file holds JSON as :func:`to_json` makes it, compressed where the path ends in ".gz". A file
    that was there stays until the new one is complete.

    >>> import tempfile
    >>> from mastermind_core import TwoD, optimal
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save(optimal(TwoD(4)), f"{folder}/twod.json")
    ...     print(load(f"{folder}/twod.json").total)
    46
    """
    target = checked_path(path)
    write_whole(target, to_json(value).encode() + b"\n")


def load(
    path: str | os.PathLike[str],
    *,
    game: Game | None = None,
    strategy: StrategyLike | None = None,
    limit: int = LIMIT,
) -> Any:
    """Return the value that :func:`save` wrote, checked.

    ``game``, ``strategy`` and ``limit`` are those of :func:`from_json`; the limit counts what is in
    a compressed file. Nothing in the file is run, and no class is made that the package does not
    know.
    """
    source, limit = checked_path(path), whole_number("limit", limit, 1, of=" of bytes")
    text = read_limited(source, limit)
    try:
        return from_json(text, game=game, strategy=strategy, limit=limit)
    except BadFile as error:
        raise BadFile(f"{shown(source.name)}: {error}") from None


def checked_path(path: Any) -> Path:
    """Return a path; refuse anything else."""
    if not isinstance(path, (str, os.PathLike)) or isinstance(os.fspath(path), bytes):
        raise BadArgument(f"path must be the name of a file, not {shown(path)}")
    return Path(path)


@stoppable
def write_whole(target: Path, content: bytes) -> None:
    """Write a file in one go: into a new file beside it, which then takes its name."""
    partial: Path | None = None
    try:
        target = Path(os.path.realpath(target))
        mode = _mode(target)
        partial = target.with_name(f".{target.name[:30]}.{token_hex(8)}.new")
        with partial.open("xb") as file:
            # The same content has the same bytes, whenever it is compressed.
            file.write(gzip.compress(content, mtime=0) if target.suffix == ".gz" else content)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            partial.chmod(mode)
        partial.replace(target)
        _sync_folder(target.parent)
    except (OSError, ValueError) as error:
        reason = reason_of(error)
        raise BadArgument(f"path {shown(str(target))} cannot be written: {reason}") from None
    finally:
        if partial is not None:
            with suppress(OSError):
                partial.unlink()


def _mode(target: Path) -> int | None:
    """Return the permissions of the file that is there, if there is one."""
    if not target.exists():
        return None
    found = target.stat().st_mode
    if not stat.S_ISREG(found):
        raise IsADirectoryError(0, "it is no file") from None
    return stat.S_IMODE(found)


def _sync_folder(folder: Path) -> None:
    """Make a new name last through a power cut, where the system can."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def read_limited(path: Path, limit: int) -> bytes:
    """Return the content of a file, uncompressed, if it is not too long."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise BadFile(f"{shown(path.name)} is no file")
        with path.open("rb") as raw:
            packed = raw.peek(len(_GZIP))[: len(_GZIP)] == _GZIP
            stream: Any = gzip.GzipFile(fileobj=raw) if packed else raw
            content = io.BytesIO()
            while content.tell() <= limit and (chunk := stream.read(_CHUNK)):
                content.write(chunk)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise BadFile(f"{shown(path.name)} is damaged or cut off: copy it again") from None
    except (OSError, ValueError) as error:
        if isinstance(error, BadFile):
            raise
        reason = reason_of(error)
        raise BadFile(f"{shown(str(path))} cannot be read: {reason}") from None
    if content.tell() > limit:
        raise BadFile(
            f"{shown(path.name)} has over {limit:,} bytes: pass limit= if it is to be trusted"
        )
    return content.getvalue()
