"""Score and goal matrices: their items as numbers, and functions that read them."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Protocol

from attrs import field, frozen
from more_itertools import first, sliced

from mastermind_core.errors import BadGame, GameTooLarge, shown
from mastermind_core.game.amounts import is_nan

#: The maximum number of rows or columns of a table.
MOST_ROWS = 1 << 25

#: The number of values of a byte.
BYTE = 256

#: The maximum number of distinct scores of a table, whose items have at most two bytes.
MOST_SCORES = 65535

#: Formats of memory that holds integers of other types than unsigned bytes.
_WHOLE = "hHiIlLqQ"


class Array(Protocol):
    """The protocol for an object with numpy's array interface."""

    @property
    def __array_interface__(self) -> Any:
        """Return the address, the shape and the item type."""


def is_matrix(given: object) -> bool:
    """Return whether an object is a score matrix, and not a function."""
    return not callable(given) and (
        hasattr(given, "__array_interface__")
        or (isinstance(given, Sequence) and not isinstance(given, (str, bytes)) and bool(given))
    )


def read_matrix(
    matrix: object, n_rows: int, n_columns: int
) -> tuple[tuple[Hashable, ...], tuple[Sequence[int], ...]]:
    r"""Return a matrix's distinct items, and its rows as indices.

    >>> read_matrix([["no", "yes"], ["no", "no"]], 2, 2)
    (('no', 'yes'), (b'\x00\x01', b'\x00\x00'))
    """
    rows = rows_of(matrix)
    widths = {len(row) for row in rows}
    if len(rows) != n_rows or widths != {n_columns}:
        width = first(widths - {n_columns}, n_columns)
        raise BadGame(
            f"the matrix has {len(rows)} rows of {width} scores, for {n_rows} guesses and "
            f"{n_columns} secrets: give one row per guess, with one score per secret"
        )
    return numbered(rows)


def numbered(
    rows: Iterable[Any], first: Sequence[Hashable] = ()
) -> tuple[tuple[Hashable, ...], tuple[Sequence[int], ...]]:
    """Return the rows' distinct items, by first occurrence, and the rows as indices.

    Equal items with different types are distinct, unless they are in the same row. The items in
    ``first`` have the first indices.
    """
    ids: dict[tuple[type, Any], int] = {(type(item), item): at for at, item in enumerate(first)}
    written: list[Sequence[int]] = []
    for at, row in enumerate(rows):
        try:
            items = dict.fromkeys(row)
        except TypeError:
            raise BadGame(f"row {at} of the matrix has a score that is not hashable") from None
        odd = [item for item in items if is_nan(item)]
        if odd:
            raise BadGame(f"the matrix has {shown(odd[0])}, which does not equal any answer")
        places = {item: ids.setdefault((type(item), item), len(ids)) for item in items}
        if len(ids) > BYTE:
            written.append(array("L", map(places.__getitem__, row)))
        elif isinstance(row, bytes):  # translate() is fast for large matrices
            written.append(row.translate(bytes(places.get(byte, 0) for byte in range(BYTE))))
        else:
            written.append(bytes(map(places.__getitem__, row)))
    return tuple(item for _, item in ids), tuple(written)


def rows_of(matrix: Any) -> Sequence[Any]:
    """Return a matrix's rows, each a sequence with Python objects."""
    check_size(matrix, "the matrix")
    if isinstance(matrix, Sequence):
        rows = list(matrix)
        for at, row in enumerate(rows):
            if isinstance(row, (str, set, frozenset)) or not isinstance(row, Iterable):
                raise BadGame(f"row {at} of the matrix must be a list of scores, not {shown(row)}")
            check_size(row, f"row {at} of the matrix")
        return [list(row) for row in rows]
    view = _view(matrix)
    if view is not None:
        return view
    rows = matrix.tolist() if hasattr(matrix, "tolist") else list(matrix)
    if not all(isinstance(row, list) for row in rows):
        raise BadGame(f"a matrix has two dimensions: rows of scores, not {shown(matrix)}")
    return list(rows)


def _view(matrix: Any) -> Sequence[Any] | None:
    """Return an object's rows by the buffer protocol, or None if it has no plain memory."""
    if hasattr(matrix, "mask"):  # masked items differ from those in memory
        return None
    try:
        view = memoryview(matrix)
        flat = view.tolist() if view.ndim != 2 else None
    except (TypeError, ValueError, NotImplementedError):
        return None
    if flat is not None:
        raise BadGame(f"a matrix has two dimensions: rows of scores, not {view.ndim}")
    width = view.shape[1] if view.shape else 0
    if width and view.format == "B":
        return list(sliced(view.tobytes(), width))
    if width and view.format in _WHOLE and hasattr(matrix, "astype"):
        narrow = matrix.astype("uint8")  # one byte per number, if every number fits
        if (narrow == matrix).all():
            return list(sliced(narrow.tobytes(), width))
    try:
        return view.tolist()
    except NotImplementedError:
        return None


def check_size(items: object, what: str) -> None:
    """Raise GameTooLarge if something with a length has more items than a table may have."""
    try:
        size = len(items) if hasattr(items, "__len__") else 0
    except OverflowError:  # a range with more items than len() can say
        size = sys.maxsize
    if size > MOST_ROWS:
        raise GameTooLarge(f"{what} has over {MOST_ROWS:,} cells: take a sample of the rows")


@frozen
class WrittenGoals:
    """A goal function as a table.

    Attributes:
        secrets: The secrets.
        goals: Each secret's goal.
    """

    secrets: Sequence[Any] = field(repr=False)
    goals: Sequence[Hashable] = field(repr=False)

    @cached_property
    def _of(self) -> dict[Any, Hashable]:
        return dict(zip(self.secrets, self.goals, strict=True))

    def __call__(self, secret: object) -> Hashable:
        """Return a secret's goal."""
        return self._of[secret]


def is_key(game: Any) -> bool:
    """Return whether a game's secrets are rows that questions identify, as in a table."""
    plain = getattr(game, "game", game)  # without noise, weights and costs
    return isinstance(getattr(plain, "goal", None), WrittenGoals) and not plain.endstates


@frozen(eq=False, repr=False)
class WrittenScores:
    """A score function as a table, for files and other processes.

    Attributes:
        guesses: The guesses.
        secrets: The secrets.
        scores: The distinct scores.
        rows: ``rows[guess][secret]`` is an index in ``scores``.
    """

    guesses: Sequence[Any]
    secrets: Sequence[Any]
    scores: Sequence[Any]
    rows: Sequence[Sequence[int]]

    @cached_property
    def _guess_ids(self) -> dict[Any, int]:
        return {guess: at for at, guess in enumerate(self.guesses)}

    @cached_property
    def _secret_ids(self) -> dict[Any, int]:
        return {secret: at for at, secret in enumerate(self.secrets)}

    @cached_property
    def own(self) -> Sequence[Mapping[Any, Any]]:
        """Return for each guess a mapping from a score to the equal score that the guess returns.

        Equal scores may be different objects: one guess may return 1, and another True. The result
        is empty if every score is unique.
        """
        if len(set(self.scores)) == len(self.scores):
            return ()
        return [{self.scores[at]: self.scores[at] for at in set(row)} for row in self.rows]

    def __call__(self, guess: object, secret: object) -> Any:
        """Return a guess's score."""
        try:
            return self.scores[self.rows[self._guess_ids[guess]][self._secret_ids[secret]]]
        except (KeyError, TypeError):
            raise BadGame(
                f"the score of {shown(guess)} and {shown(secret)} is not in the table: the game "
                "has no such guess or secret"
            ) from None

    def __repr__(self) -> str:
        return f"<scores of {len(self.guesses)} guesses and {len(self.secrets)} secrets>"
