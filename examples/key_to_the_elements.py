"""A key to the chemical elements: what to measure, and what then, until it is known which it is.

The data are those of the package ``elementy``. Each element of up to 92 protons is a row; a
measurement is a column, and the exact ones cost more.

>>> key = key_to_the_elements()
>>> len(key.secrets), dict(zip(key.guesses, key.costs))["density, weighed well"]
(92, 30)

The cheapest key is proven; greedy ones cost more:

>>> best = mc.optimal(key)
>>> best.total, best.proven
(2036, True)
>>> min(mc.cost_distribution(key, name).total for name in ("entropy", "naming", "ranks"))
2062

It begins so:

>>> print(mc.to_text(best, depth=1))
density  (92 candidates)
  under 1: 14 candidates ...
  1 to 4: 16 candidates ...
  4 to 8: 28 candidates ...
  8 to 12: 20 candidates ...
  12 or more: 14 candidates ...

A session asks, and ends as soon as it knows:

>>> session = mc.Session(key, best)
>>> while not session.over:
...     session.answer(key.score(session.guess, "Gold"))
>>> for asked, answer in session.history:
...     print(f"{asked}: {answer}")
density: 12 or more
melting point: 1200 to 1800
conducts heat: 100 or more
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from elementy import PeriodicTable

import mastermind_core as mc

COSTS = {
    "state": 1,
    "density": 2,
    "melting point": 3,
    "conducts heat": 3,
    "electronegativity": 5,
    "melting point, in a furnace": 20,
    "density, weighed well": 30,
}


def key_to_the_elements(protons: int = 92) -> mc.FiniteGame[str, str, Any]:
    """Make the key for the elements of up to so many protons."""
    elements = PeriodicTable().elements.values()
    rows = [measured(one) for one in elements if one.atomic_number <= protons]
    return mc.FiniteGame.from_table(rows, id="name", cost=COSTS, name="key to the elements")


def measured(element: Any) -> dict[str, Any]:
    """Return what can be measured of an element."""
    form, density, melts = state(element), element.density, element.melting_temperature
    well = f"{1000 * density:.1f} g/l" if form == "gas" else f"{density:.1f} kg/l"
    return {
        "name": element.name,
        "state": form,
        "density": band(density, (1, 4, 8, 12)),
        "melting point": band(melts, (300, 700, 1200, 1800)),
        "conducts heat": band(element.thermal_conductivity or 0, (1, 15, 50, 100)),
        "electronegativity": band(element.electronegativity_pauling, (1.1, 1.3, 1.7, 2.2)),
        "melting point, in a furnace": f"{round(melts / 50) * 50} K",
        "density, weighed well": well,
    }


def state(element: Any, kelvin: float = 298) -> str:
    """Say what an element is in a warm room."""
    if element.melting_temperature > kelvin:
        return "solid"
    return "gas" if element.boiling_temperature < kelvin else "liquid"


def band(value: float, cuts: Sequence[float]) -> str:
    """Name the band that a value lies in.

    >>> band(3, (1, 4)), band(0, (1, 4)), band(4, (1, 4))
    ('1 to 4', 'under 1', '4 or more')
    """
    if value < cuts[0]:
        return f"under {cuts[0]}"
    for low, high in pairwise(cuts):
        if value < high:
            return f"{low} to {high}"
    return f"{cuts[-1]} or more"


if __name__ == "__main__":
    print(mc.to_text(mc.optimal(key_to_the_elements())))
