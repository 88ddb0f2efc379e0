"""Matrices of scores: lists, and whatever shows its items as an array does."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Protocol

from mastermind_core.errors import BadGame, shown
from mastermind_core.game import is_nan

#: Numbers that a byte holds.
_BYTE = 256

#: Distinct scores that a table can tell apart: pairs of bytes stand for them.
MOST_SCORES = 65535

#: How memory is written that holds whole numbers of more than a byte.
_WHOLE = "hHiIlLqQ"


class Array(Protocol):
    """What shows its items as an array of numpy does."""

    @property
    def __array_interface__(self) -> Any:
        """Return where the items are, and their type."""


def is_matrix(given: Any) -> bool:
    """Return whether something has rows of scores, and is no function."""
    return not callable(given) and (
        hasattr(given, "__array_interface__")
        or (isinstance(given, Sequence) and not isinstance(given, (str, bytes)) and bool(given))
    )


def read_matrix(
    matrix: Any, n_rows: int, n_columns: int
) -> tuple[tuple[Hashable, ...], tuple[Sequence[int], ...]]:
    r"""Return the distinct items of a matrix, and its rows as places among them.

    >>> read_matrix([["no", "yes"], ["no", "no"]], 2, 2)
    (('no', 'yes'), (b'\x00\x01', b'\x00\x00'))
    """
    rows = rows_of(matrix)
    widths = {len(row) for row in rows}
    if len(rows) != n_rows or widths != {n_columns}:
        width = next(iter(widths - {n_columns}), n_columns)
        raise BadGame(
            f"the matrix has {len(rows)} rows of {width} scores, for {n_rows} guesses and "
            f"{n_columns} secrets: give a row for each guess, with a score for each secret"
        )
    return numbered(rows)


def numbered(rows: Iterable[Any]) -> tuple[tuple[Hashable, ...], tuple[Sequence[int], ...]]:
    """Return the distinct items of rows, as they first come, and the rows as places among them.

    Items of different types are distinct, even where they are equal, unless they are of one row.
    """
    ids: dict[tuple[type, Any], int] = {}
    written: list[Sequence[int]] = []
    for at, row in enumerate(rows):
        try:
            items = dict.fromkeys(row)
        except TypeError:
            raise BadGame(f"row {at} of the matrix has a score that is not hashable") from None
        odd = [item for item in items if is_nan(item)]
        if odd:
            raise BadGame(f"the matrix has the score {shown(odd[0])}, which equals no answer")
        places = {item: ids.setdefault((type(item), item), len(ids)) for item in items}
        if len(ids) > _BYTE:
            written.append(array("L", map(places.__getitem__, row)))
        elif isinstance(row, bytes):  # of matrices, which may be large
            written.append(row.translate(bytes(places.get(byte, 0) for byte in range(_BYTE))))
        else:
            written.append(bytes(map(places.__getitem__, row)))
    return tuple(item for _, item in ids), tuple(written)


def rows_of(matrix: Any) -> Sequence[Any]:
    """Return the rows of a matrix, each a sequence of plain items."""
    if isinstance(matrix, Sequence):
        rows = list(matrix)
        for at, row in enumerate(rows):
            if isinstance(row, (str, set, frozenset)) or not isinstance(row, Iterable):
                raise BadGame(f"row {at} of the matrix must be a list of scores, not {shown(row)}")
        return [list(row) for row in rows]
    view = _view(matrix)
    if view is not None:
        return view
    rows = matrix.tolist() if hasattr(matrix, "tolist") else list(matrix)
    if not all(isinstance(row, list) for row in rows):
        raise BadGame(f"a matrix has two dimensions: rows of scores, not {shown(matrix)}")
    return list(rows)


def _view(matrix: Any) -> Sequence[Any] | None:
    """Return the rows of what shows its memory; None of what does not, as of Python's objects."""
    if hasattr(matrix, "mask"):  # some items are not those in memory
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
        return _cut(view.tobytes(), width)
    if width and view.format in _WHOLE:
        return _whole_rows(view.tobytes(), view.format, view.itemsize, width)
    try:
        return view.tolist()
    except NotImplementedError:
        return None


def _cut(data: Any, width: int) -> list[Any]:
    return [data[at : at + width] for at in range(0, len(data), width)]


def _whole_rows(data: bytes, code: str, size: int, width: int) -> Sequence[Any]:
    """Return rows of whole numbers, each number in a byte where all have room."""
    first = 0 if sys.byteorder == "little" else size - 1
    low = data[first::size]
    others = [data[at::size] for at in range(size) if at != first]
    if all(other.count(0) == len(low) for other in others):
        return _cut(low, width)
    sign = low.translate(bytes(_BYTE // 2) + b"\xff" * (_BYTE // 2))
    if code.islower() and all(other == sign for other in others):
        code, data = "b", low
    numbers: array[int] = array(code)
    numbers.frombytes(data)
    return _cut(numbers, width)
