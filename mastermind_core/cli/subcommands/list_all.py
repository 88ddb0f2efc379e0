"""The command that lists everything there is."""

from __future__ import annotations

import argparse

import mastermind_core as mc
from mastermind_core.cli.exits import DONE
from mastermind_core.cli.output import print_lines
from mastermind_core.cli.subcommands import games, strategies


def add(parser: argparse.ArgumentParser) -> None:
    """Declare no option."""


def run(_given: argparse.Namespace) -> int:
    """Print the games, the strategies and the kernel."""
    print_lines("games:", games.lines())
    print_lines("\nstrategies:", strategies.lines())
    print(f"\nkernel: {mc.kernels.active()}")
    return DONE
