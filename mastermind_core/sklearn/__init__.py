"""Identification trees as an estimator of scikit-learn, which must be installed."""

from __future__ import annotations

from mastermind_core.sklearn.estimator import IdentificationTree as IdentificationTree
