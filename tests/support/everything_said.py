"""A program that prints what the package says of some games: a name and a digest a line.

It needs nothing but the package, so that any Python can run it.
"""

from __future__ import annotations

import sys
import tempfile
from hashlib import sha256
from io import StringIO
from pathlib import Path
from random import Random

import mastermind_core as mc
from mastermind_core.cli import main
from mastermind_core.files import notations

GAMES = {
    "mastermind": mc.Mastermind(colours=4, holes=3),
    "different": mc.Mastermind(colours=5, holes=3, repeats="none"),
    "two-d": mc.TwoD(4),
    "wordle": mc.Wordle(["abide", "speed", "erase", "crane", "brace", "trace"]),
    "weighted": mc.FiniteGame(
        range(9), range(9), lambda guess, secret: (guess > secret) - (guess < secret), {0},
        weights=[1, 2, 3, 4, 5, 4, 3, 2, 1],
    ),
}  # fmt: skip
OBJECTIVES = ("mean", "worst", "worst-then-mean", "mean-then-worst")
COMMANDS = (
    ["analyze", "mastermind", "--holes", "3", "--colours", "4"],
    ["optimal", "mastermind", "--holes", "3", "--colours", "3"],
    ["simulate", "mastermind", "--holes", "3", "--colours", "4", "--games", "9", "--seed", "5"],
)


def searches(game):
    """Yield what exact searches find, whole and divided, and what they prove."""
    for objective in OBJECTIVES:
        found = mc.optimal(game, objective)
        yield f"optimal {objective}", mc.to_json(found.tree) + mc.to_text(found.tree)
        yield f"bounds {objective}", repr((found.total, found.worst, found.lower_bound))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "file")
        mc.optimal(game).write_certificate(path)
        yield "certificate", path.read_text()
        if isinstance(game, mc.Mastermind):
            notations.write_tree(mc.optimal(game).tree, path, "contest")
            yield "contest", path.read_text()


def games(game):
    """Yield greedy trees, rankings, games with lots, and sessions."""
    for name in ("entropy", "knuth", "most_parts", "random_candidate"):
        yield f"tree {name}", mc.to_json(mc.lazy_tree(game, name))
    for name in sorted(mc.STRATEGIES):
        try:
            yield f"games {name}", repr(mc.simulate(game, name, games=3, seed=5).lengths)
        except mc.MastermindCoreError as error:
            yield f"games {name}", type(error).__name__
    session = mc.Session(game, "entropy")
    secret = Random(3).choice(list(game.secrets))
    while not session.over:
        session.answer(game.score(session.guess, secret))
    yield "session", repr(session.history) + repr(session.to_dict())
    yield "json", "".join(mc.to_json(item) for item in [*game.guesses, *game.secrets])


def commands():
    """Yield what the command line prints."""
    for arguments in COMMANDS:
        sys.stdout = StringIO()
        try:
            main(arguments)
            said = sys.stdout.getvalue()
        finally:
            sys.stdout = sys.__stdout__
        yield " ".join(arguments), said


if __name__ == "__main__":
    told = [
        (f"{title}: {name}", text)
        for title, game in GAMES.items()
        for about in (searches, games)
        for name, text in about(game)
    ]
    for name, text in [*told, *commands()]:
        sys.stdout.write(f"{sha256(text.encode()).hexdigest()[:16]} {name}\n")
