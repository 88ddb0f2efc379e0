"""Limits and budgets of a search that make no sense are refused."""

from __future__ import annotations

import pytest

import mastermind_core as mc
from mastermind_core.errors import BadArgument


@pytest.mark.parametrize("name", ["max_steps", "nodes", "seconds"])
@pytest.mark.parametrize("value", [-1, float("nan"), True, "3"])
def test_no_number(name, value):
    with pytest.raises(BadArgument, match=name):
        mc.optimal(mc.TwoD(3), **{name: value})


@pytest.mark.parametrize("name", ["max_steps", "nodes"])
def test_no_whole_number(name):
    with pytest.raises(BadArgument, match="integer"):
        mc.optimal(mc.TwoD(3), **{name: 4.5})
