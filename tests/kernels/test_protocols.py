"""Both twins of a family have what a kernel has, and only the room of kernels knows them."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from inspect import Parameter, isfunction, signature
from pathlib import Path

import pytest

import mastermind_core
from mastermind_core.kernels import is_built

pytestmark = pytest.mark.unwatched

PACKAGE = Path(mastermind_core.__file__).parent

#: The functions of each family that the package asks for.
FAMILIES = {
    "kernels.greedy": "scores_from_table scores_from_codes code_table word_table row pair_scores "
    "split block_sizes filter_candidates best_guess ranked_guesses guess_costs guess_effects "
    "blocks_weigher greedy_tree HOLES_ON_THE_FLY",
    "kernels.symmetries": "find_symmetries broken_pair",
    "kernels.codes": "population_blocks count_consistent count_soon fits sample_consistent "
    "list_consistent",
    "heuristics.kernels": "distances score_matrix random_codes breed opening guess",
    "noise.kernels": "noisy_values",
    "agents.kernels": "most_informative",
    "kernels.exact": "attempt certify is_fast table_bytes new_memory shared_sets",
}

BY_PLACE = {Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD}


def asked_of(path):
    """Yield (family, name) of the kernels that a file asks for."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute):
            family, _, name = ast.unparse(node).rpartition(".")
            if re.fullmatch(r"kernels\.\w+", family):
                yield family, name
            elif family == "running" and f"{path.parent.name}.kernels" in FAMILIES:
                yield f"{path.parent.name}.kernels", name


def test_all_that_is_asked_for_is_listed():
    found = {pair for path in PACKAGE.rglob("*.py") for pair in asked_of(path)}
    assert len(found) > 20
    assert found <= {(family, name) for family in FAMILIES for name in FAMILIES[family].split()}


def parts(function):
    """Return what is given by place, and what by name; and what has to be."""
    every = signature(function).parameters
    place = [one for one in every.values() if one.kind in BY_PLACE]
    named = {name: one.default for name, one in every.items() if one.kind is Parameter.KEYWORD_ONLY}
    return len(place), sum(one.default is Parameter.empty for one in place), named


@pytest.mark.parametrize("family", FAMILIES)
def test_the_compiled_twin_takes_what_the_reference_takes(family):
    reference = import_module(f"mastermind_core.{family}.plain")
    names = FAMILIES[family].split()
    for name in names:
        assert getattr(reference, name, None) is not None
    if not is_built():
        pytest.skip("no native kernel was built")
    compiled = import_module(f"mastermind_core.{family}.compiled")
    for name in names:
        found = getattr(compiled, name)
        if not isfunction(found):  # compiled: the stub says what it takes, and mypy reads that
            continue
        most, needed, by_name = parts(found)
        asked, fewest, wanted = parts(getattr(reference, name))
        assert (most >= asked) or name == "certify", name
        assert needed <= fewest, name
        assert by_name.keys() >= wanted.keys(), name


def imported(path):
    """Yield the modules that a file names in its imports, and what it takes of them."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_twins_are_chosen_in_one_place():
    files = [path for path in PACKAGE.rglob("*.py") if "kernels" not in path.parts]
    assert len(files) > 100
    plain = {f"mastermind_core.{family}.plain" for family in FAMILIES}
    twins = plain | {f"{module.rpartition('.')[0]}.compiled" for module in plain}
    known = [
        (path.relative_to(PACKAGE).as_posix(), name)
        for path in files
        for name in imported(path)
        if any(f"{name}.".startswith(f"{twin}.") for twin in twins)
        or name.startswith("mastermind_core.kernels._native")
    ]
    assert known == []
