"""Tables with the probability of the answer yes, by hypothesis and question, and their files.

Files are text, or arrays that numpy has saved. The latter are mapped into memory without numpy.
"""

from __future__ import annotations

import csv
import sys
from array import array
from ast import literal_eval
from collections.abc import Collection, Sequence
from itertools import chain
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Any, Literal

from mastermind_core.arguments import expect
from mastermind_core.errors import BadArgument, reason_of, shown

#: The types of numpy's arrays that are mapped, with the letters of memoryviews.
_ORDER = "<" if sys.byteorder == "little" else ">"
_FLOATS: dict[str, Literal["f", "d"]] = {f"{_ORDER}f4": "f", f"{_ORDER}f8": "d"}


class LikelihoodTable:
    """Hypotheses and questions, with the probability of the answer yes for each pair.

    Args:
        hypotheses: The names of the rows.
        questions: The names of the columns.
        likelihoods: A matrix of numbers from 0 to 1: rows, an array of numpy or another buffer.
    """

    def __init__(self, hypotheses: Sequence[str], questions: Sequence[str], likelihoods: Any):
        self.hypotheses = _checked("hypotheses", hypotheses)
        self.questions = _checked("questions", questions)
        self.likelihoods = likelihoods
        try:
            self.cells = _cells(likelihoods, (len(hypotheses), len(questions)))
        except (TypeError, ValueError, NotImplementedError):
            wanted = f"a matrix of {len(hypotheses)} x {len(questions)} probabilities"
            expect(holds=False, name="likelihoods", wanted=wanted, value=likelihoods)

    def __repr__(self) -> str:
        return f"LikelihoodTable of {len(self.hypotheses)} x {len(self.questions)}"


def _cells(matrix: Any, shape: tuple[int, int]) -> memoryview[float]:
    """Return a matrix as floats of four or eight bytes, row by row. Others are copied."""
    try:
        view = memoryview(matrix)
    except TypeError:
        rows = matrix
    else:
        if view.shape == shape and view.c_contiguous and view.format in ("f", "d"):
            return view.cast("B").cast("f" if view.format == "f" else "d")
        rows = view.tolist()
    if (len(rows), *{*map(len, rows)}) != shape:
        raise ValueError("not a matrix of this shape")
    return memoryview(array("d", chain.from_iterable(rows)))


def _checked(name: str, names: Sequence[str]) -> Sequence[str]:
    """Return names, or raise BadArgument if the list is empty or a name comes twice."""
    some = isinstance(names, Collection) and len(names) > 0
    expect(some, name, "a list of names", names)
    texts = list(names)
    if not all(isinstance(name, str) for name in texts):
        from mastermind_core.notation import show_item  # tables in files have strings alone

        texts = list(map(show_item, names))
    if len({*texts}) < len(texts):
        twice = next(text for text in texts if texts.count(text) > 1)
        raise BadArgument(f"{name}: {shown(twice)} comes twice; each needs its own name")
    return names


def read_likelihoods(path: str | Path) -> LikelihoodTable:
    """Return the table in a file.

    Args:
        path: A CSV file with a header and one row per hypothesis. Its first column has the names.
            A file by ``numpy.savez`` has the arrays ``hypotheses``, ``questions`` and
            ``likelihoods``. An ``.npy`` file has the matrix alone, with numbers as names.

    Returns:
        The table.

    Raises:
        BadArgument: If the file cannot be read, or a cell is not a number.
    """
    expect(isinstance(path, (str, Path)), "path", "the name of a file", path)
    read = {".npy": _read_matrix, ".npz": _read_arrays}.get(Path(path).suffix, _read_rows)
    try:
        return LikelihoodTable(*read(Path(path)))
    except BadArgument:
        raise
    except (OSError, LookupError, TypeError, ValueError, SyntaxError, csv.Error) as error:
        raise BadArgument(
            f"table {shown(path)} cannot be read: {reason_of(error)}; expected a header, and rows "
            "of a name and a probability for each question, or a file of numpy with a matrix"
        ) from None


def _read_rows(path: Path) -> tuple[list[str], list[str], memoryview[float]]:
    """Return the hypotheses, questions and probabilities in a CSV file."""
    names = []
    cells = array("d")
    with path.open(encoding="utf-8-sig", newline="") as file:
        lines = filter(None, csv.reader(file))
        questions = next(lines, [""])[1:]
        for name, *row in lines:
            if len(row) != len(questions):
                raise ValueError(f"{shown(name)} has {len(row)} numbers, not {len(questions)}")
            names.append(name)
            cells.extend(map(float, row))
    if not cells:
        raise ValueError("the rows have no probabilities")
    return names, questions, memoryview(cells).cast("B").cast("d", [len(names), len(questions)])


def _read_matrix(path: Path) -> tuple[list[str], list[str], memoryview[float]]:
    """Return numbers as names, and the matrix in an ``.npy`` file."""
    matrix, rows, columns = _matrix(_mapped(path))
    return list(map(str, range(rows))), list(map(str, range(columns))), matrix


def _read_arrays(path: Path) -> tuple[list[str], list[str], memoryview[float]]:
    """Return the names and the matrix in a file of ``numpy.savez``."""
    from zipfile import ZIP_STORED, BadZipFile, ZipFile

    file = _mapped(path)
    arrays = []
    try:
        with ZipFile(path) as archive:
            known = {member.filename: member for member in archive.infolist()}
    except BadZipFile as error:
        raise ValueError(*error.args) from None
    for name in ("hypotheses", "questions", "likelihoods"):
        member = known.get(f"{name}.npy")
        if member is None or member.compress_type != ZIP_STORED:
            raise ValueError(f"the file has no uncompressed array {name}")
        begin = member.header_offset
        lengths = (int.from_bytes(file[begin + at :][:2], "little") for at in (26, 28))
        arrays.append(file[begin + 30 + sum(lengths) :][: member.file_size])
    hypotheses, questions, likelihoods = arrays
    return _names(hypotheses), _names(questions), _matrix(likelihoods)[0]


def _mapped(path: Path) -> memoryview:
    """Return a file as mapped memory."""
    with path.open("rb") as file:
        return memoryview(mmap(file.fileno(), 0, access=ACCESS_READ))


def _array(data: memoryview) -> tuple[dict[str, Any], memoryview]:
    """Return the header and the items of a saved array."""
    if bytes(data[:6]) != b"\x93NUMPY":
        raise ValueError("the file is not an .npy file")
    begin = 10 if data[6] == 1 else 12
    end = begin + int.from_bytes(data[8:begin], "little")
    return literal_eval(bytes(data[begin:end]).decode()), data[end:]


def _names(data: memoryview) -> list[str]:
    """Return the names in an array of strings, which are padded to one length."""
    header, items = _array(data)
    order, kind, width = header["descr"][0], header["descr"][1], header["descr"][2:]
    if (order, kind) != (_ORDER, "U"):
        raise ValueError(f"its names are of type {header['descr']}, not strings")
    text = bytes(items).decode("utf-32")
    return [text[at : at + int(width)].rstrip("\0") for at in range(0, len(text), int(width))]


def _matrix(data: memoryview) -> tuple[memoryview[float], int, int]:
    """Return the matrix in an array of floats, without a copy, and its shape."""
    header, items = _array(data)
    letter = _FLOATS.get(header["descr"])
    if letter is None or header["fortran_order"] or len(header["shape"]) != 2:
        raise ValueError("its matrix has no rows of floats: save matrix.astype('f8', order='C')")
    rows, columns = header["shape"]
    return items.cast(letter, (rows, columns)), rows, columns
