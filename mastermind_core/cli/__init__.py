"""The command line: each command is a line in :data:`parser.COMMANDS`.

:func:`main` imports most modules late, so that it handles Ctrl-C from the beginning.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # importing typing would dominate the start
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mastermind_core.cli.parser import Parser


def program() -> str:
    """Return the name under which the command line was started."""
    name = sys.argv[0].replace("\\", "/").rpartition("/")[2] if sys.argv else ""
    return "mastermind-core" if name.startswith("mastermind-core") else "python -m mastermind_core"


def main(
    arguments: Sequence[str] | None = None,
    *,
    make: Callable[[str], Parser] | None = None,
    name: str | None = None,
) -> int:
    """Run one command.

    Args:
        arguments: The command's words, by default the process's.
        make: A function from the program name to a parser, for other programs.
        name: The name of the program, for other programs.

    Returns:
        The exit status.
    """
    called = name or program()
    try:
        from mastermind_core.cli.parser import run_command

        return run_command(arguments, make, called)
    except KeyboardInterrupt:
        if sys.stderr is not None and sys.stderr.isatty():
            print(file=sys.stderr)  # after the ^C
        print(f"{called.rpartition(' ')[2]}: stopped", file=sys.stderr)
        return 130
