"""The compiled checker behind the command line."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from certificate_maker import write
from errors import one_line
from forged import GAME, GENUINE, with_field

import mastermind_core as mc
from mastermind_core.checker.compiled import SOURCE, program, run_compiled
from mastermind_core.cli import main
from mastermind_core.kernels.choose import is_compiled

GRID = ["twod", "--size", "2"]


@pytest.fixture
def built():
    """Run only where the package was built with its checker."""
    try:
        return program()
    except mc.BadArgument:
        pytest.skip("was built without a compiler")


def test_it_says_what_the_checker_in_python_says(built, tmp_path, capsys):
    path = str(write(tmp_path / "c", GENUINE))
    assert main(["verify", path, *GRID]) == 0
    said = capsys.readouterr().out
    assert main(["verify", path, *GRID, "--compiled"]) == 0
    assert capsys.readouterr().out == said
    packed = tmp_path / "c.gz"
    packed.write_bytes(gzip.compress(Path(path).read_bytes()))
    assert main(["verify", str(packed), *GRID, "--compiled"]) == 0
    assert capsys.readouterr().out == said


def test_what_is_forged_is_refused(built, tmp_path):
    forged = write(tmp_path / "forged", with_field(-1, least=10**6))
    with one_line(mc.errors.BadCertificate, "forged", "compiled checker reports: refused in line"):
        run_compiled(GAME, forged)
    with one_line(mc.errors.BadCertificate, "about another game"):
        run_compiled(mc.TwoD(3), write(tmp_path / "c", GENUINE))
    (tmp_path / "empty").write_text("")
    with one_line(mc.errors.BadCertificate, "empty"):
        run_compiled(GAME, tmp_path / "empty")
    cut = tmp_path / "cut.gz"
    cut.write_bytes(gzip.compress(write(tmp_path / "c", GENUINE).read_bytes())[:-9])
    with one_line(mc.errors.BadCertificate, "cut.gz"):
        run_compiled(GAME, cut)


def test_a_file_that_is_damaged_anywhere(built, tmp_path):
    """The first line may be whole: what comes later is read by the program alone."""
    count = GENUINE[0]["lemmas"] + 2000
    lines = [{**GENUINE[0], "lemmas": count}, *GENUINE[1:], *GENUINE[-1:] * 2000]
    whole = gzip.compress(write(tmp_path / "c", lines).read_bytes(), 1)
    path = tmp_path / "damaged.gz"
    for at in range(len(whole) // 9, len(whole), len(whole) // 9):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
        with one_line(mc.errors.BadCertificate, "damaged.gz"):
            run_compiled(GAME, path)


def test_a_wheel_without_it_says_so(tmp_path, monkeypatch, capsys):
    path = write(tmp_path / "c", GENUINE)
    monkeypatch.setattr("mastermind_core.checker.compiled._NAME", "nothing-of-that-name")
    with one_line(mc.BadArgument, "compiled", "without a compiler", "install a wheel"):
        run_compiled(GAME, path)
    assert main(["verify", str(path), *GRID, "--compiled"]) == 2
    assert "has no compiled checker" in capsys.readouterr().err
    assert main(["verify", str(path), *GRID, "--compiled", "--sample", "1"]) == 2
    assert "--sample" in capsys.readouterr().err


@pytest.mark.skipif(not is_compiled(), reason="was built without a compiler")
def test_what_has_compiled_kernels_has_the_compiled_checker():
    assert program().is_file()


def test_its_source_is_part_of_the_package():
    assert SOURCE.is_file()
    assert SOURCE.parent.parent == Path(mc.__file__).parent / "checker"
