"""The command that lists everything there is."""

from __future__ import annotations

import argparse

import mastermind_core as mc
from mastermind_core.cli.exits import DONE
from mastermind_core.cli.subcommands import games, strategies


def add(parser: argparse.ArgumentParser) -> None:
    """Declare no option."""


def run(_given: argparse.Namespace) -> int:
    """Print the games, the strategies and the kernel."""
    print("games:", *games.lines(), sep="\n")
    print("\nstrategies:")
    print(*strategies.lines(), sep="\n")
    print(f"\nkernel: {mc.kernels.active()}")
    return DONE
