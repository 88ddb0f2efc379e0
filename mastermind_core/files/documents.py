"""Documents: one value with its games as JSON, with the version of the format, in a file."""

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
from typing import Any, TypeVar, overload

from attrs import define, evolve, field

from mastermind_core.arguments import expect, whole_number
from mastermind_core.errors import BadArgument, BadFile, MastermindCoreError, reason_of, shown
from mastermind_core.files.kinds import (
    PLAIN_KINDS,
    THEMSELVES,
    Kind,
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
from mastermind_core.game import Game, takes_game
from mastermind_core.kernels import stoppable
from mastermind_core.names import service_of
from mastermind_core.results import NotWritable
from mastermind_core.table import ScoreTable, compile_game
from mastermind_core.tree import StrategyLike

#: The version of the format, in the field that names it.
FORMAT = 1
NAME = "mastermind_core"

#: Default limit of the bytes of a text, and the number of bytes per permitted item.
LIMIT = 16 << 20
_PER_ITEM = 8

#: Maximum number of games in a document.
_MOST_GAMES = 1000


def to_json(value: object) -> str:
    """Return a result, a tree or a game as JSON, together with its game.

    The format is documented, and :func:`from_json` of this and later versions reads it. A tree that
    is computed on demand is computed completely.

    Args:
        value: A game, a tree or another result of the package, or a plain value.

    Returns:
        The JSON document on one line.

    Raises:
        BadArgument: If the value has a part that JSON cannot store, such as a function.

    See Also:
        :func:`from_json`, :func:`save`.

    >>> from mastermind_core import Distribution
    >>> to_json(Distribution({1: 1, 2: 3}))
    '{"mastermind_core":1,"games":[],"value":{"distribution":{"lengths":[[1,1],[2,3]],"single_sample":false}}}'
    """
    write = Writer()
    try:
        content = write(value)
    except NotWritable as error:
        raise BadArgument(
            f"value has {error}, which cannot be saved: use numbers, strings, tuples or frozensets"
        ) from None
    document = {NAME: FORMAT, "games": write.specs, "value": content}
    return json.dumps(document, separators=(",", ":"), allow_nan=False)


#: The class of the result that a caller expects.
Loaded = TypeVar("Loaded")


@overload
def from_json(
    text: str | bytes,
    kind: type[Loaded],
    *,
    game: Game | None = None,
    strategy: StrategyLike | None = None,
    limit: int = LIMIT,
) -> Loaded: ...
@overload
def from_json(
    text: str | bytes,
    kind: None = None,
    *,
    game: Game | None = None,
    strategy: StrategyLike | None = None,
    limit: int = LIMIT,
) -> object: ...
@takes_game
def from_json(
    text: str | bytes,
    kind: type[Any] | None = None,
    *,
    game: Game | None = None,
    strategy: StrategyLike | None = None,
    limit: int = LIMIT,
) -> Any:
    """Return the value of a JSON document that :func:`to_json` wrote, after a complete check.

    No code in the document is executed.

    Args:
        text: The JSON document, as a string or as bytes in UTF-8.
        kind: The result's class, such as ``Solution``. Type checkers know it.
        game: The game of the result. A game of functions cannot be stored, and must be given here.
            It must equal the game at the time of saving.
        strategy: Another strategy for a saved session.
        limit: The maximum size in bytes, by default 16 MiB. It also limits the number of items.

    Returns:
        A value equal to the saved one.

    Raises:
        BadFile: If the document is damaged, too large, inconsistent or about another game.
        BadArgument: If an argument is not valid.

    See Also:
        :func:`to_json`, :func:`load`.

    >>> from mastermind_core import Solution, TwoD, optimal
    >>> again = from_json(to_json(optimal(TwoD(3))), Solution)
    >>> again.total, again.proven, again.tree.game
    (22, True, TwoD(size=3))
    """
    expect(kind is None or isinstance(kind, type), "kind", "a class of results", kind)
    check_game(game)
    specs, value = _parts(parsed(text, limit))
    if strategy is not None and (type(value) is not dict or set(value) != {"session"}):
        raise BadArgument("strategy is for a saved session, and this is another value")
    try:
        found = Reader(specs, game, strategy)(value)
    except RecursionError:
        raise BadFile("the value is nested too deep") from None
    return _of_kind(found, kind)


def _of_kind(found: object, kind: type[Any] | None) -> Any:
    """Return a value that was read, or raise BadFile unless it is of the expected class."""
    if kind is not None and not isinstance(found, kind):
        raise BadFile(f"the file has a {type(found).__name__}, not a {kind.__name__}")
    return found


def _parts(document: object) -> tuple[list[Any], Any]:
    """Return the games and the value of a document after checking its form."""
    if type(document) is not dict or NAME not in document:
        raise BadFile(
            f"the text is not a saved result: write a JSON object with the field {shown(NAME)}"
        )
    version = document[NAME]
    if type(version) is not int or version != FORMAT:
        raise BadFile(f"the file has the format {shown(version)}, and only {FORMAT} can be read")
    fields_of(document, "a saved result", f"{NAME} games value")
    specs = checked("games", document["games"], list)
    if len(specs) > _MOST_GAMES:
        raise BadFile(f"the file has {len(specs)} games, over {_MOST_GAMES}")
    return specs, document["value"]


def parsed(text: str | bytes, limit: int) -> Any:
    """Parse JSON, with limits on its size and on its number of items."""
    limit = whole_number("limit", limit, 1, of=" (bytes)")
    expect(isinstance(text, (str, bytes)), "text", "JSON", text)
    if len(text) > limit:
        raise BadFile(
            f"the text has {len(text):,} bytes, over the limit of {limit:,}: pass limit= if you "
            "trust it"
        )
    count: Callable[[Any], int] = text.count
    signs = ",[:{" if isinstance(text, str) else (b",", b"[", b":", b"{")
    most = limit // _PER_ITEM
    if sum(map(count, signs)) + 3 * count(signs[-1]) > most:
        raise BadFile(f"the text has over {most:,} items: pass limit= if you trust it")
    try:
        return json.loads(
            text, object_pairs_hook=_object, parse_constant=_constant, parse_float=_number
        )
    except MastermindCoreError:
        raise
    except (ValueError, RecursionError) as error:
        reason = "nested too deep" if isinstance(error, RecursionError) else shown(str(error))
        raise BadFile(f"the text is not JSON, or damaged: {reason}") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) != len(pairs):
        names = [name for name, _ in pairs]
        double = next(name for name in names if names.count(name) > 1)
        raise BadFile(f"the text has the field {shown(double)} twice in one object")
    return content


def _constant(name: str) -> Any:
    raise BadFile(f"the text has {name}, which is not a number of JSON")


def _number(text: str) -> float:
    value = float(text)
    if not isfinite(value):
        raise BadFile(f"the text has the number {shown(text)}, which is too large")
    return value


@define(eq=False)
class Writer:
    """The state of writing a document. Call it to convert a value to JSON content.

    It stores the games so far with their content (``specs``). ``about`` is the current game, whose
    guesses and secrets may be written as indices. While ``making`` a game, only plain values are
    written.
    """

    specs: list[Any] = field(factory=list)
    games: list[Any] = field(factory=list)
    about: Any = None
    making: bool = False

    def __call__(self, value: Any) -> Any:
        """Return the JSON content of a value."""
        value = as_plain(value)
        kind: type = type(value)
        if isinstance(value, tuple) and not hasattr(value, "_fields") and kind not in _NAMES:
            kind = tuple  # a game may store its lists in a subclass of tuple
        if kind in THEMSELVES or (kind is float and isfinite(value)):
            return value
        if kind is tuple and THEMSELVES.issuperset(map(type, value)):
            return list(value)
        own = game_of(value)
        write = self if own is None else evolve(self, about=own)
        try:
            return [*map(write, value)] if kind is tuple else write._tagged(kind, value)
        except NotWritable as error:
            return write._by_number(value, error)

    def _tagged(self, kind: type, value: object) -> Any:
        name = _NAMES.get(kind)
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            name = "namedtuple"
        elif isinstance(value, Game) and not isinstance(value, type):
            name = "game"
        if name is None or (self.making and not KINDS[name].plain):
            raise NotWritable(f"{shown(value)} of the type {kind.__name__}")
        return {name: KINDS[name].write(self, value)}

    def game(self, game: Any) -> int:
        """Return the index of a game in the document, which is added if it is new."""
        for number, known in enumerate(self.games):
            if known is game or (type(known) is type(game) and known == game):
                return number
        spec = encode_game(game, evolve(self, about=None, making=True))
        self.games.append(game)
        self.specs.append(spec)
        return len(self.games) - 1

    def _by_number(self, value: object, error: NotWritable) -> Any:
        """Return the index in the current game of a value that JSON cannot store."""
        if self.about is not None:
            table = _compiled(self.about)
            if value in table.guesses:
                return {"guess": table.guesses[value]}
            if value in table.secrets:
                return {"secret": table.secrets[value]}
            if not isinstance(table, ScoreTable):
                if value in table.answers:
                    return {"answer": [table.answers[value]]}
            elif value in table.scores:
                return {"answer": _pair(table, table.scores[value])}
        raise error


def _compiled(game: Any) -> Any:
    """Return a game as numbers: a score table, or the table of an application."""
    service = service_of(game)
    return compile_game(game) if service is None else service.compiled(game)


def _pair(table: ScoreTable, score: int) -> list[int]:
    for guess in range(len(table.guesses.items)):
        for found, block in table.split(guess, table.everything):
            if found == score:
                return [guess, block[0]]
    raise NotWritable(f"{shown(table.scores.items[score])}, the score of no secret")


@define(eq=False)
class Reader:
    """The state of reading a document. Call it to convert JSON content to a value.

    A game is made from its content (``specs``) at its first use. The caller may provide a game
    (``given``) and a ``strategy``. The current game is ``about``, and its guesses and secrets may
    be indices. While ``making`` a game, only plain values are read.
    """

    specs: list[Any]
    given: Any = None
    strategy: Any = None
    games: dict[int, Any] = field(factory=dict)
    about: Any = None
    making: bool = False
    kinds: set[tuple[str, ...]] = field(factory=set)

    def __call__(self, content: object) -> Any:
        """Return the value of JSON content."""
        if type(content) is list:
            plain = THEMSELVES.issuperset(map(type, content))
            return tuple(content) if plain else tuple(map(self, content))
        if type(content) is not dict:
            return content
        name, inside = tagged(content)
        if name not in KINDS:
            raise BadFile(f"{shown(name)} is not a known kind: is it of a later version?")
        if self.making and not KINDS[name].plain:
            raise BadFile(f"{shown(name)} cannot be a part of a game")
        return KINDS[name].read(self, inside)

    def game(self, number: Any) -> Any:
        """Return a game by its index in the document."""
        if type(number) is not int or not 0 <= number < len(self.specs):
            raise BadFile(f"game {shown(number)} is not one of the {len(self.specs)} in the file")
        if number not in self.games:
            self.games[number] = None  # detects a game that contains itself
            # The game from the caller never stands for a part of another game.
            inner = evolve(self, given=None if self.making else self.given, making=True)
            self.games[number] = decode_game(self.specs[number], inner)
        if self.games[number] is None:
            raise BadFile(f"game {number} contains itself")
        self.about = self.games[number]
        return self.about

    def item(self, kind: str, number: Any) -> Any:
        """Return a guess or a secret of the current game by its index."""
        items = getattr(self._table(), kind).items
        if type(number) is not int or not 0 <= number < len(items):
            raise BadFile(f"{shown(number)} is not the index of one of the {len(items)} {kind}")
        return items[number]

    def answer(self, pair: Any) -> Any:
        """Return a score by the indices of a guess and a secret, or by its own with noise."""
        table = self._table()
        if not isinstance(table, ScoreTable):
            good = type(pair) is list and len(pair) == 1
            expect(good, "an answer", "an array of its index", pair, BadFile)
            return self.item("answers", pair[0])
        good = type(pair) is list and len(pair) == 2
        expect(good, "an answer", "a pair of guess and secret", pair, BadFile)
        guess = self.item("guesses", pair[0])
        secret = self.item("secrets", pair[1])
        return table.game.score(guess, secret)

    def _table(self) -> Any:
        if self.about is None:
            raise BadFile("the file has a guess, a secret or an answer before it names a game")
        service = service_of(self.about)
        return table_of(self.about) if service is None else service.compiled(self.about)


def _never(write: Writer, value: object) -> Any:
    raise NotWritable(shown(value))


def _write_table(write: Writer, table: ScoreTable) -> int:
    return write.game(table.game)


#: All kinds of values in a file, by name; some have no class of their own.
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


def save(value: object, path: str | os.PathLike[str]) -> None:
    """Write a result, a tree or a game to a file that :func:`load` reads.

    The file is JSON from :func:`to_json`. It replaces an existing file only after it is complete.

    Args:
        value: A game, a tree or another result of the package, or a plain value.
        path: The file. If it ends in ".gz", the file is compressed.

    Raises:
        BadArgument: If the value cannot be saved, or the file cannot be written.

    See Also:
        :func:`load`, :func:`to_json`, :func:`write_tree`.

    >>> import tempfile
    >>> from mastermind_core import TwoD, optimal
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save(optimal(TwoD(4)), f"{folder}/twod.json")
    ...     print(load(f"{folder}/twod.json").total)
    46
    """
    write_whole(checked_path(path), to_json(value).encode() + b"\n")


@overload
def load(
    path: str | os.PathLike[str],
    kind: type[Loaded],
    *,
    game: Game | None = None,
    strategy: StrategyLike | None = None,
    limit: int = LIMIT,
) -> Loaded: ...
@overload
def load(
    path: str | os.PathLike[str],
    kind: None = None,
    *,
    game: Game | None = None,
    strategy: StrategyLike | None = None,
    limit: int = LIMIT,
) -> object: ...
@takes_game
def load(
    path: str | os.PathLike[str],
    kind: type[Any] | None = None,
    *,
    game: Game | None = None,
    strategy: StrategyLike | None = None,
    limit: int = LIMIT,
) -> Any:
    """Return the value of a file that :func:`save` wrote, after a complete check.

    No code in the file is executed. Its values are plain values, registered games, and results of
    the package.

    Args:
        path: The file. It may be compressed.
        kind: The result's class, such as ``Solution``. Type checkers know it.
        game: The game of the result, as in :func:`from_json`.
        strategy: Another strategy for a saved session.
        limit: The maximum size in bytes after decompression. The default is 16 MiB.

    Returns:
        A value equal to the saved one.

    Raises:
        BadFile: If the file cannot be read, or its content is not valid. The message names the
            file.
        BadArgument: If an argument is not valid.

    See Also:
        :func:`save`, :func:`from_json`, :func:`read_tree`.
    """
    source = checked_path(path)
    limit = whole_number("limit", limit, 1, of=" (bytes)")
    text = read_limited(source, limit)
    try:
        return from_json(text, kind, game=game, strategy=strategy, limit=limit)
    except BadFile as error:
        raise BadFile(f"{shown(source.name)}: {error}") from None


def checked_path(path: Any) -> Path:
    """Return a path, or raise ``BadArgument`` for any other value."""
    good = isinstance(path, (str, os.PathLike)) and isinstance(os.fspath(path), str)
    expect(good, "path", "the name of a file", path)
    return Path(path)


@stoppable
def write_whole(target: Path, content: bytes) -> None:
    """Write a file atomically: write a temporary file beside it, then rename it."""
    partial: Path | None = None
    try:
        target = Path(os.path.realpath(target))
        mode = _mode(target)
        partial = target.with_name(f".{target.name[:30]}.{token_hex(8)}.new")
        with partial.open("xb") as file:
            # Without a time stamp, the same content has the same bytes.
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
    """Return the permissions of an existing file, or None."""
    if not target.exists():
        return None
    found = target.stat().st_mode
    if not stat.S_ISREG(found):
        raise IsADirectoryError(0, "not a file") from None
    return stat.S_IMODE(found)


def _sync_folder(folder: Path) -> None:
    """Flush a folder to disk, so that a new name survives a power failure, if supported."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def read_limited(path: Path, limit: int) -> bytes:
    """Return the decompressed content of a file, or raise ``BadFile`` if it exceeds a limit."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise BadFile(f"{shown(path.name)} is not a file")
        with path.open("rb") as raw:
            packed = raw.peek(len(_GZIP))[: len(_GZIP)] == _GZIP
            stream: Any = gzip.GzipFile(fileobj=raw) if packed else raw
            content = io.BytesIO()
            while content.tell() <= limit and (chunk := stream.read(_CHUNK)):
                content.write(chunk)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise BadFile(f"{shown(path.name)} is damaged or truncated: copy it again") from None
    except (OSError, ValueError) as error:
        if isinstance(error, BadFile):
            raise
        raise BadFile(f"{shown(str(path))} cannot be read: {reason_of(error)}") from None
    if content.tell() > limit:
        raise BadFile(f"{shown(path.name)} has over {limit:,} bytes: pass limit= if you trust it")
    return content.getvalue()
