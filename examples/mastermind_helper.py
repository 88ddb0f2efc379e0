"""Help somebody who plays Mastermind against a person: advise guesses, and spot wrong answers.

Run it and type what the other player says, black pegs before white ones: ``02``. Type the guess as
well if you made another one: ``1234 02``.

>>> said = iter(["02", "3344 10", "1", "10", "40"])
>>> game = mc.Mastermind(colours=6, holes=4, repeats="guesses")
>>> history = advise(game, ask=lambda prompt: next(said))
360 left, try 1123
102 left, try 2435
24 left, try 3561
type black and white pegs, such as 02, or a guess and its pegs, such as 1234 02
24 left, try 3561
that cannot be; wrong may be answer 3
24 left, try 3561
>>> [guess for guess, _ in history]
[(1, 1, 2, 3), (3, 3, 4, 4), (3, 5, 6, 1)]

Ctrl-D ends it before the secret is found.

>>> def hang_up(prompt):
...     raise EOFError
>>> advise(game, ask=hang_up, tell=lambda line: None)
[]
"""

from __future__ import annotations

from collections.abc import Callable

import mastermind_core as mc
from mastermind_core.games.codes import Code

HOW = "type black and white pegs, such as 02, or a guess and its pegs, such as 1234 02"


def advise(
    game: mc.Mastermind, ask: Callable[[str], str] = input, tell: Callable[[str], None] = print
) -> list[tuple[Code, mc.Pegs]]:
    """Advise until the secret is found; return the game as it was played."""
    session = mc.Session(game, "entropy")
    while not session.over:
        advice = session.guess
        tell(f"{session.count} left, try {''.join(map(str, advice))}")
        try:
            guess, score = read(ask("> "), advice)
        except EOFError:
            tell("")
            break
        except ValueError:
            tell(HOW)
            continue
        try:
            session.record(guess, score)
        except mc.InconsistentHistory:
            suspects = session.diagnose(score, guess=guess)
            places = dict.fromkeys(at + 1 for one in suspects for at, _ in one.changes)
            tell(f"that cannot be; wrong may be answer {', '.join(map(str, places))}")
        except mc.BadArgument:
            tell(HOW)
    return session.history


def read(line: str, advice: Code) -> tuple[Code, mc.Pegs]:
    """Read an answer, with a guess before it if it was not the advised one.

    >>> read("02", (1, 1, 2, 3)), read("1234 11", (1, 1, 2, 3))
    (((1, 1, 2, 3), Pegs(black=0, white=2)), ((1, 2, 3, 4), Pegs(black=1, white=1)))
    """
    *own, pegs = line.split()
    black, white = map(int, pegs)
    return (tuple(map(int, own[0])) if own else advice), mc.Pegs(black, white)


if __name__ == "__main__":
    advise(mc.Mastermind(colours=6, holes=4))
