"""One run of the command line: its errors in one line each, and its exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

from mastermind_core.cli.exits import BAD_INPUT, NO, UNREAD
from mastermind_core.cli.output import flush_output
from mastermind_core.cli.parser import make_parser, rewritten
from mastermind_core.errors import MastermindCoreError, NoStrategy, reason_of, shortened, shown

if TYPE_CHECKING:
    from mastermind_core.cli.parser import Parser


def _said(text: str, status: int, name: str) -> int:
    """Print one line of error by the name of the script or of the module."""
    print(f"{name}: {shortened(text)}", file=sys.stderr)
    return status


def run_command(
    arguments: Sequence[str] | None,
    make: Callable[[str, Sequence[str]], Parser] | None,
    called: str,
) -> int:
    """Run one command by the name that it was called by, and return its exit status."""
    short = called.rpartition(" ")[2]
    alone = arguments is None
    try:
        if alone:
            _take_any_letter()
        texts = rewritten(sys.argv[1:] if arguments is None else arguments)
        parser = (make or make_parser)(called, texts)
        given = parser.parse_args(texts)
        if not hasattr(given, "run"):
            parser.print_help()
            status = BAD_INPUT if texts else 0
        else:
            status = int(given.run(given))
        flush_output()
    except NoStrategy as error:
        return _said(str(error), NO, short)
    except MastermindCoreError as error:
        return _said(str(error), BAD_INPUT, short)
    except RecursionError:
        return _said("the game is too deep for this command", BAD_INPUT, short)
    except MemoryError:
        return _said("not enough memory for this game", BAD_INPUT, short)
    except BrokenPipeError:
        # Who read the output has gone; nothing can be told.
        if alone:
            _forget_output()
        return UNREAD
    except OSError as error:
        if alone:
            _forget_output()
        what = "" if error.filename is None else f"{shown(str(error.filename))}: "
        return _said(f"{what}{reason_of(error)}", BAD_INPUT, short)
    return status


def _take_any_letter() -> None:
    """Let every text be read and printed, as an escape where the terminal has no letter for it."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _forget_output() -> None:
    """Drop what the output does not take, or Python says so again when it ends."""
    try:
        sys.stdout.flush()
    except OSError:
        with suppress(OSError), Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), sys.stdout.fileno())
