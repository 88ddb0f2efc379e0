"""The public names: all there, each from its home, and none hidden by a room of the same name."""

from __future__ import annotations

import subprocess
import sys
from types import FunctionType, ModuleType

import pytest

import mastermind_core as mc


@pytest.mark.parametrize("name", mc.__all__)
def test_every_public_name_is_there(name):
    assert getattr(mc, name) is not None
    assert name in dir(mc)


def test_rooms_do_not_hide_the_functions_of_their_name():
    code = (
        "import mastermind_core as mc, mastermind_core.simulation.run, mastermind_core.blocks\n"
        "import mastermind_core.simulation.standings\n"
        "print(*(type(x).__name__ for x in (mc.simulate, mc.partition, mc.compare, mc.strategies)))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.split() == [FunctionType.__name__] * 3 + [ModuleType.__name__]


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="'mastermind_core' has no attribute 'nothing'"):
        _ = mc.nothing


def test_importing_the_package_imports_no_room():
    code = "import sys, mastermind_core as mc; print([m for m in sys.modules if 'core.' in m])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.split() == ["[]"]
