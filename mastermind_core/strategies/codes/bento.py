"""The evolutionary algorithm of Bento, Pereira and Rosa: the best of each generation stay."""

from __future__ import annotations

from mastermind_core.strategies.codes.kalisker_camens import Generational

bento = Generational(
    start_different=True,
    settle=True,
    name="bento",
    source="L. Bento, L. Pereira and A. Rosa, Mastermind by evolutionary algorithms, SAC (1999)",
)
