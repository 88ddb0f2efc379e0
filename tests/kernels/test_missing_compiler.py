"""Who has no compiled kernels reads why, and what to install."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from mastermind_core.kernels import building, choose


class Package:
    """A distribution that is installed in a folder."""

    def __init__(self, folder):
        self.folder = folder

    def locate_file(self, name):
        return Path(self.folder, name)


def missing(name):
    raise PackageNotFoundError(name)


@pytest.fixture
def told(monkeypatch):
    """Return a function that returns the description for a compiler and an installation."""

    def of(compiler, installed):
        monkeypatch.delenv("CXX", raising=False)
        monkeypatch.delenv(choose.CHOICE, raising=False)
        monkeypatch.setattr(building, "which", lambda name: compiler)
        monkeypatch.setattr(building, "distribution", installed)
        monkeypatch.setattr(choose, "is_compiled", lambda: False)
        monkeypatch.setattr(choose, "is_built", lambda: False)
        text = choose.active()
        assert text.startswith("reference: plain Python (no native kernel was built: ")
        assert "\n" not in text
        return text

    return of


def test_an_installation_without_a_compiler_names_what_to_install(told, tmp_path):
    text = told(None, lambda name: Package(tmp_path))
    assert "no C++ compiler was found" in text
    assert "apt install g++" in text
    assert "pip install -e" not in text


def test_an_installation_whose_compilation_failed_shows_how_to_see_why(told, tmp_path):
    assert "pip install -v" in told("/usr/bin/c++", lambda name: Package(tmp_path))


@pytest.fixture
def clone(monkeypatch, tmp_path):
    """Have the module lie in a clone, with the sources of the kernels beside it."""
    folder = tmp_path / "clone" / "mastermind_core" / "kernels"
    folder.mkdir(parents=True)
    (folder / "CMakeLists.txt").touch()
    monkeypatch.setattr(building, "__file__", str(folder / "building.py"))


@pytest.mark.usefixtures("clone")
def test_a_clone_that_is_not_installed_says_how(told):
    assert 'with "pip install -e ." in ' in told("/usr/bin/c++", missing)


@pytest.mark.usefixtures("clone")
def test_sources_beside_an_installation_say_so(told, tmp_path):
    module = tmp_path / "mastermind_core" / "kernels" / "building.py"
    module.parent.mkdir(parents=True)
    module.touch()
    text = told(None, lambda name: Package(tmp_path))
    assert "Python imports the sources in " in text
    assert "start it in another folder" in text
