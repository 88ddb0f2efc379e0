"""The command for the next question. It imports little, as agents start it for each question."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from heapq import nlargest
from typing import Any

import mastermind_core as mc
from mastermind_core.cli.declaring import count, option, plain_command
from mastermind_core.cli.parser import in_json
from mastermind_core.errors import BadArgument, nearest, shown


@plain_command(
    option("table FILE", "a header, and rows of a name and probabilities of yes; or an .npy file"),
    option("--history QUESTION=ANSWER", "the answers so far, yes or no", nargs="*", default=[]),
    option("--prior FILE", "lines of a hypothesis and its weight, 1 for others (default: 1)"),
    option("--costs FILE", "lines of a question and its cost, 1 for others (default: 1)"),
    option("--confidence P", "end at this probability of a hypothesis", type=float, default=1.0),
    option("--show N", "number of likeliest hypotheses to print", type=count, default=10),
)
def next(given: argparse.Namespace) -> None:  # noqa: A001 - the command's name
    """Print the next question with the posterior as one JSON object."""
    turns = [_turn(text) for text in given.history]
    table = mc.agents.read_likelihoods(given.table)
    how: dict[str, Any] = {}
    if given.prior is not None:
        numbers = _numbers("prior", given.prior, table.hypotheses)
        how["prior"] = [numbers.get(str(name), 1.0) for name in table.hypotheses]
    if given.costs is not None:
        how["costs"] = _numbers("costs", given.costs, table.questions)
    found = mc.agents.next_question(table, turns, confidence=given.confidence, **how)
    likeliest = nlargest(given.show, found.posterior.items(), key=lambda pair: pair[1])
    names = ("question", "information", "price", "bound", "entropy")
    figures = {name: getattr(found, name) for name in names}
    print(in_json(**figures, posterior=dict(likeliest)))


def _turn(text: str) -> tuple[str, str]:
    """Return a question and its answer from the command line."""
    name, sign, answer = text.rpartition("=")
    if not sign:
        raise BadArgument(f"--history: expected QUESTION=ANSWER such as x=yes, not {shown(text)}")
    return name, answer


def _numbers(option: str, path: str, names: Iterable[object]) -> dict[str, float]:
    """Return the numbers in a file by name. Each name must be in the table."""
    from mastermind_core.cli.games import values_in  # it imports much, and few calls need it
    from mastermind_core.games.parts import number

    known = {*map(str, names)}

    def named(text: str) -> str:
        if text not in known:
            raise BadArgument(f"{shown(text)} is not in the table; {nearest(text, known)}")
        return text

    return {name: float(one) for name, one in values_in(option, path, named, number).items()}
