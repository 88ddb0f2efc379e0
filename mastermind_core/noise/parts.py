"""The parts of games with wrong answers that the command line uses."""

from __future__ import annotations

from mastermind_core.noise.choosing import MEASURES as MEASURES
