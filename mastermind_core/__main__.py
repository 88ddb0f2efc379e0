"""Run the command line: ``python -m mastermind_core``."""

from mastermind_core.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
