"""Diagnose an illness from a table of likelihoods.

A cell is the probability that a patient with the illness has the symptom. The numbers are invented.

>>> game = illnesses()
>>> session = mc.Session(game, confidence=0.9)
>>> symptoms = {"fever": "yes", "cough": "yes", "headache": "yes"}  # others are unknown
>>> while not session.over:
...     session.answer(symptoms.get(session.guess))
>>> session.history
[('fever', 'yes'), ('sneezing', None), ('cough', 'yes'), ('headache', 'yes')]
>>> session.known
'flu'

The highest accuracy that two questions allow, as a fraction:

>>> mc.optimal(game, max_steps=2).accuracy
Fraction(1879, 2500)
"""

from __future__ import annotations

from typing import Any

import mastermind_core as mc

TABLE = {
    "illness": ["cold", "flu", "hay fever", "migraine"],
    "cases": [50, 20, 20, 10],
    "fever": [0.1, 0.9, 0.02, 0.05],
    "cough": [0.6, 0.8, 0.2, 0.02],
    "headache": [0.3, 0.6, 0.2, 0.98],
    "itchy eyes": [0.1, 0.05, 0.85, 0.05],
    "sneezing": [0.8, 0.3, 0.9, 0.02],
}


def illnesses() -> Any:
    """Return the game of the table."""
    return mc.FiniteGame.from_table(TABLE, id="illness", prior="cases", likelihoods=True)
