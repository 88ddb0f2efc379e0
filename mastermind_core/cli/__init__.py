"""The command line."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from mastermind_core.cli.parser import make_parser
from mastermind_core.errors import MastermindCoreError

_STOPPED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    parser = make_parser()
    given = parser.parse_args(arguments)
    if not hasattr(given, "run"):
        parser.print_help()
        return 0
    try:
        return int(given.run(given))
    except MastermindCoreError as error:
        print(f"mastermind_core: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("mastermind_core: stopped", file=sys.stderr)
        return _STOPPED
    except BrokenPipeError:
        sys.stderr.close()
        return 1
