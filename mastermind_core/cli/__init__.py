"""The command line: one file a command, found by its line in :data:`COMMANDS`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from mastermind_core.cli.exits import BAD_INPUT, INTERRUPTED, NO
from mastermind_core.cli.parser import make_parser, rewritten
from mastermind_core.errors import MastermindCoreError, NoStrategy


def program() -> str:
    """Return the name that the command line was started by."""
    name = Path(sys.argv[0]).name if sys.argv else ""
    if name.startswith("mastermind-core"):
        return "mastermind-core"
    return "python -m mastermind_core"


def _said(text: str, status: int) -> int:
    """Print one line of error by the name of the script or of the module."""
    name = program().rpartition(" ")[2]
    print(f"{name}: {text}", file=sys.stderr)
    return status


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    texts = rewritten(sys.argv[1:] if arguments is None else arguments)
    try:
        parser = make_parser(program(), texts)
        given = parser.parse_args(texts)
        if not hasattr(given, "run"):
            parser.print_help()
            return BAD_INPUT if texts else 0
        status = int(given.run(given))
        sys.stdout.flush()
    except NoStrategy as error:
        return _said(str(error), NO)
    except MastermindCoreError as error:
        return _said(str(error), BAD_INPUT)
    except RecursionError:
        return _said("the game is too deep for this command", BAD_INPUT)
    except MemoryError:
        return _said("not enough memory for this game", BAD_INPUT)
    except KeyboardInterrupt:
        return _said("stopped", INTERRUPTED)
    except BrokenPipeError:
        # Who read the output has gone; nothing can be told.
        sys.stderr.close()
        return NO
    return status
