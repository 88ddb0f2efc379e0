"""Both twins of every family of kernels follow its protocol: read by the checker of types."""

from __future__ import annotations

from mastermind_core.kernels.codes import compiled as codes
from mastermind_core.kernels.codes import plain as plain_codes
from mastermind_core.kernels.codes import plain_genetic, plain_sampled
from mastermind_core.kernels.exact import compiled as exact
from mastermind_core.kernels.exact import plain as plain_exact
from mastermind_core.kernels.exact.task import ExactKernel
from mastermind_core.kernels.greedy import compiled as greedy
from mastermind_core.kernels.greedy import plain as plain_greedy
from mastermind_core.kernels.protocols import (
    CodeKernel,
    GeneticKernel,
    GreedyKernel,
    SampledKernel,
    SymmetryKernel,
)
from mastermind_core.kernels.symmetries import compiled as symmetries
from mastermind_core.kernels.symmetries import plain as plain_symmetries

GREEDY: tuple[GreedyKernel, GreedyKernel] = plain_greedy, greedy
SYMMETRIES: tuple[SymmetryKernel, SymmetryKernel] = plain_symmetries, symmetries
CODES: tuple[CodeKernel, CodeKernel] = plain_codes, codes
GENETIC: tuple[GeneticKernel, GeneticKernel] = plain_genetic, codes
SAMPLED: tuple[SampledKernel, SampledKernel] = plain_sampled, codes
EXACT: tuple[ExactKernel, ExactKernel] = plain_exact, exact
