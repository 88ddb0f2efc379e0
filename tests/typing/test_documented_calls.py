"""Every call on a page is one that a checker of types accepts, and a wrong name is refused."""

from __future__ import annotations

from doctest import DocTestParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [
    page
    for place in (".", "docs", "docs/tutorial", "docs/how-to", "docs/games")
    for page in sorted((ROOT / place).glob("*.rst"))
]

#: Errors that come from pasting a page into one program, where a name has several values.
PASTED = ("var-annotated", "has-type", "no-redef", "union-attr")

#: Lines that a checker of types cannot follow, with the reason.
NOT_FOLLOWED = {
    "answers-that-may-be-wrong.rst": "the distribution of a noisy game has attributes of its own",
    "save-and-load.rst": "the distribution of a noisy game has attributes of its own",
    "from-a-data-frame.rst": "a table decides whether its answers are only probable",
    "identify-a-row.rst": "a dict of lists of several types",
    "weights-costs-and-goals.rst": "one name has several values",
    "embed-a-solver.rst": "codes of colours of any type are joined as strings",
    "index.rst": "one name has several values",
}


def checked(folder, programs):
    """Return the report of mypy about programs."""
    api = pytest.importorskip("mypy.api")
    options = ["--config-file=", "--ignore-missing-imports", "--allow-redefinition-new"]
    options += ["--local-partial-types", "--cache-dir", str(folder / "cache")]
    options += [f"--disable-error-code={code}" for code in PASTED]
    return api.run([*options, *map(str, programs)])[0]


@pytest.mark.slow
def test_documented_calls_have_the_types_of_the_library(tmp_path):
    programs = []
    for page in PAGES:
        examples = DocTestParser().get_examples(page.read_text(encoding="utf-8"))
        code = [one.source for one in examples if one.exc_msg is None]
        if code and page.name not in NOT_FOLLOWED:
            name = f"{page.parent.name}_{page.stem}".replace("-", "_").replace(".", "_")
            programs.append(tmp_path / f"{name}.py")
            programs[-1].write_text("import mastermind_core as mc\n" + "".join(code))
    assert len(programs) > 20
    report = checked(tmp_path, programs)
    assert report.startswith("Success"), report


@pytest.mark.slow
def test_a_misspelt_objective_is_refused(tmp_path):
    program = tmp_path / "misspelt.py"
    program.write_text(
        "import mastermind_core as mc\n"
        "mc.optimal(mc.TwoD(3), 'averge')\n"
        "mc.is_greedy_optimal(mc.TwoD(3), 'entropy', 'averge')\n"
        "mc.load('best.json').total\n"
        "mc.optimal(mc.TwoD(3), 'worst-then-mean')\n"
    )
    report = checked(tmp_path, [program])
    lines = {line.split(":")[1] for line in report.splitlines() if ": error:" in line}
    assert lines == {"2", "3", "4"}, report
