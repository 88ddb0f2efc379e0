"""The command line: each command is a line in :data:`parser.COMMANDS`.

Little is imported before :func:`main` listens, so that Ctrl-C is heard from the beginning.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # typing itself would take longer than all else here
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mastermind_core.cli.parser import Parser


def program() -> str:
    """Return the name that the command line was started by."""
    name = sys.argv[0].replace("\\", "/").rpartition("/")[2] if sys.argv else ""
    return "mastermind-core" if name.startswith("mastermind-core") else "python -m mastermind_core"


def main(
    arguments: Sequence[str] | None = None,
    *,
    make: Callable[[str], Parser] | None = None,
    name: str | None = None,
) -> int:
    """Run one command and return its exit status; ``make`` and ``name`` are for other programs."""
    called = name or program()
    try:
        from mastermind_core.cli.parser import run_command

        return run_command(arguments, make, called)
    except KeyboardInterrupt:
        if sys.stderr is not None and sys.stderr.isatty():
            print(file=sys.stderr)  # after the ^C
        print(f"{called.rpartition(' ')[2]}: stopped", file=sys.stderr)
        return 130
