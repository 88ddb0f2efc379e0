"""Find the fault of a circuit: which tests, in which order, until it is known what to replace.

The circuit adds two numbers by a row of adders, one for each bit. One of its wires may be stuck at
0 or 1: an input, or what comes out of a gate. A test sets the inputs and reads the sum; a probe
also reads a carry inside, and costs more. Which of the adders is broken has to be known, not which
of its wires:

>>> game = fault_in_an_adder(3)
>>> len(game.secrets), len(game.guesses)
(41, 192)
>>> print(mc.cost_distribution(game, "entropy"))
1:25 2:30 3:5 4:34  (total 236, mean 2.5106, worst 4)
>>> best = mc.optimal(game)
>>> print(mc.cost_distribution(game, best))
1:25 2:27 3:38 4:4  (total 209, mean 2.2234, worst 4)

No probe is worth what it costs:

>>> {node.guess.probe for _, node in best.tree.walk()}
{0}

A session asks, and ends as soon as it knows:

>>> session = mc.Session(game, best)
>>> while not session.over:
...     session.answer(game.score(session.guess, Fault("carry1", 1)))
>>> [(test.first, test.second, read) for test, read in session.history], session.known
([(0, 6, 10), (1, 3, 4)], '1')
"""

from __future__ import annotations

from typing import Any, NamedTuple

import mastermind_core as mc


class Fault(NamedTuple):
    """A wire that is stuck at 0 or 1; the end of its name is the number of its adder."""

    wire: str
    stuck: int


class Sum(NamedTuple):
    """Two numbers to add; beside the sum, the carry into one of the adders is read, or none."""

    first: int
    second: int
    probe: int = 0


NONE = Fault("", 0)

#: How often a wire breaks beside others: what a gate with many parts drives breaks more often.
_OFTEN = {"half": 3, "sum": 3}


def fault_in_an_adder(bits: int) -> mc.FiniteGame[Sum, Fault, Any]:
    """Make the game for numbers of so many bits."""
    numbers = range(1 << bits)
    tests = [Sum(a, b, probe) for probe in range(bits) for a in numbers for b in numbers]
    faults = [Fault(wire, stuck) for wire in wires(bits, 0, 0) for stuck in (0, 1)]

    def read(test: Sum, fault: Fault) -> Any:
        on = wires(bits, test.first, test.second, fault)
        total = sum(on[f"sum{at}"] << at for at in range(bits)) + (on[f"carry{bits - 1}"] << bits)
        return (total, on[f"carry{test.probe - 1}"]) if test.probe else total

    return mc.FiniteGame(
        tests,
        [NONE, *faults],
        read,
        weights=[30, *(_OFTEN.get(fault.wire[:-1], 1) for fault in faults)],
        costs=[4 if test.probe else 1 for test in tests],
        goal=lambda fault: fault.wire[-1:] or "none",
        name="fault in an adder",
    )


def wires(bits: int, first: int, second: int, fault: Fault = NONE) -> dict[str, int]:
    """Return what is on each wire.

    >>> on = wires(2, 3, 1)
    >>> on["sum0"], on["sum1"], on["carry1"]
    (0, 0, 1)
    >>> wires(2, 3, 1, Fault("carry0", 0))["sum1"]
    1
    """
    on: dict[str, int] = {}

    def put(wire: str, value: int) -> int:
        on[wire] = fault.stuck if wire == fault.wire else value
        return on[wire]

    carry = 0
    for at in range(bits):
        one, other = put(f"a{at}", first >> at & 1), put(f"b{at}", second >> at & 1)
        half = put(f"half{at}", one ^ other)
        put(f"sum{at}", half ^ carry)
        # Nothing is carried into the first adder.
        passed = put(f"passed{at}", half & carry) if at else 0
        carry = put(f"carry{at}", put(f"both{at}", one & other) | passed)
    return on


if __name__ == "__main__":
    print(mc.to_text(mc.optimal(fault_in_an_adder(3))))
