"""What CI installs and keeps: pins by digest, the script that writes them, and compiled objects."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections import defaultdict
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from itertools import takewhile
from pathlib import Path
from types import SimpleNamespace

import pytest

import mastermind_core as mc

ROOT = Path(__file__).parents[2]
LOCKED = ROOT / ".ci" / "requirements"
GROUPS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]

PIN = re.compile(r"(?P<name>[\w.-]+)(\[[\w,-]+\])?==(?P<version>[^\s;]+)( ; .+)?")

#: Stands in for uv: it writes down what it was asked, and the file that it was to write.
UV = """#!{python}
import json, pathlib, sys
with open({asked!r}, "a") as file:
    print(json.dumps(sys.argv[1:]), file=file)
pathlib.Path(sys.argv[sys.argv.index("-o") + 1]).write_text("pinned==1")
"""


def pins(path):
    """Yield the name, the version and the digests of everything in a file of requirements."""
    whole = path.read_text(encoding="utf-8").replace("\\\n", " ")
    for line in whole.splitlines():
        if not line.startswith("#"):
            requirement, *digests = line.split("--hash=")
            found = PIN.fullmatch(requirement.strip())
            assert found, f"{path.name}: {line}"
            yield found["name"], found["version"], [digest.strip() for digest in digests]


def test_everything_is_pinned_by_digest_to_one_set_of_versions():
    versions = defaultdict(set)
    for path in LOCKED.glob("*.txt"):
        found = defaultdict(set)
        for name, version, digests in pins(path):
            assert digests
            assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", digest) for digest in digests)
            found[name].add(version)
        assert found, path
        if path.stem != "lowest":
            for name, own in found.items():
                versions[name].add(frozenset(own))
    assert {name: own for name, own in versions.items() if len(own) > 1} == {}


def test_tox_installs_what_is_locked():
    named = set(re.findall(r"\{\[locked\]dir\}/([\w-]+)\.txt", (ROOT / "tox.ini").read_text()))
    assert named <= {path.stem for path in LOCKED.glob("*.txt")}
    assert {path.stem for path in LOCKED.glob("*.txt")} == {*GROUPS, "package"}


@pytest.mark.skipif(sys.platform == "win32", reason="a script of bash")
def test_lock_asks_for_every_group_at_one_set_of_versions(tmp_path):
    (tmp_path / ".ci" / "requirements").mkdir(parents=True)
    shutil.copy(ROOT / ".ci" / "lock", tmp_path / ".ci" / "lock")
    tools, asked = tmp_path / "tools", tmp_path / "asked"
    tools.mkdir()
    (tools / "uv").write_text(UV.format(python=sys.executable, asked=str(asked)))
    (tools / "uv").chmod(0o755)
    subprocess.run(
        [shutil.which("bash"), tmp_path / ".ci" / "lock"],
        env={"PATH": f"{tools}:/usr/bin:/bin"},
        check=True,
        timeout=3600,
    )
    first, *others = map(json.loads, asked.read_text().splitlines())
    everything = first[first.index("-o") + 1]
    free = {word.removeprefix("--group=") for word in first if word.startswith("--group=")}
    assert free == set(GROUPS) - {"lowest"}
    assert not Path(everything).exists()
    written = set()
    for call in others:
        assert {"pip", "compile", "--universal", "--generate-hashes"} <= set(call)
        name = Path(call[call.index("-o") + 1]).stem
        if name != "package":
            assert call[call.index("--group") + 1] == f"pyproject.toml:{name}"
        if name != "lowest":
            assert call[call.index("--constraints") + 1] == everything
        written.add(name)
    assert written == {*GROUPS, "package"}
    assert {path.stem for path in (tmp_path / ".ci" / "requirements").iterdir()} == written


@pytest.fixture
def wheel(tmp_path, monkeypatch):
    """Load the script that builds wheels, for a small tree of its own."""
    spec = spec_from_file_location("wheel", ROOT / ".ci" / "wheel.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    kept = {
        "mastermind_core/kernels/CMakeLists.txt": "project(some)",
        "mastermind_core/kernels/exact/search.cpp": "int one;",
        "mastermind_core/kernels/exact/plain.py": "one = 1",
        ".ci/requirements/build.txt": "cmake==4",
        "pyproject.toml": "[build-system]\nrequires = []\n[tool.scikit-build]\nwheel.cmake = true",
    }
    for name, text in kept.items():
        path = tmp_path / "clone" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.setattr(module, "ROOT", tmp_path / "clone")
    monkeypatch.setattr(module, "compiler", lambda: "c++ 12")
    for name in module.ASKED:
        monkeypatch.delenv(name, raising=False)
    return module


@pytest.mark.parametrize(
    "name",
    [
        "mastermind_core/kernels/CMakeLists.txt",
        "mastermind_core/kernels/exact/search.cpp",
        "mastermind_core/kernels/exact/more.hpp",
        ".ci/requirements/build.txt",
    ],
)
def test_objects_are_of_all_that_they_are_made_of(wheel, name):
    before = wheel.digest()
    (wheel.ROOT / name).write_text("int two;")
    assert wheel.digest() != before


def test_objects_are_of_files_by_name(wheel):
    before = wheel.digest()
    path = wheel.ROOT / "mastermind_core" / "kernels" / "exact" / "search.cpp"
    path.rename(path.with_name("another.cpp"))
    assert wheel.digest() != before


def test_objects_are_of_the_settings_the_compiler_and_what_it_is_asked(wheel, monkeypatch):
    seen = [wheel.digest()]
    monkeypatch.setenv("CXXFLAGS", "-O1")
    seen.append(wheel.digest())
    monkeypatch.setenv("CMAKE_ARGS", "-DMASTERMIND_CORE_SANITIZE=ON")
    seen.append(wheel.digest())
    monkeypatch.setattr(wheel, "compiler", lambda: "c++ 13")
    seen.append(wheel.digest())
    settings = wheel.ROOT / "pyproject.toml"
    settings.write_text(settings.read_text().replace("true", "false"))
    seen.append(wheel.digest())
    assert len(set(seen)) == len(seen)
    assert wheel.digest() == seen[-1]


def test_objects_are_not_of_what_is_not_compiled(wheel):
    before = wheel.digest()
    kernels = wheel.ROOT / "mastermind_core" / "kernels"
    (kernels / "exact" / "plain.py").write_text("two = 2")
    (kernels / "_native.so").write_text("made before")
    (kernels / "__pycache__").mkdir()
    (kernels / "__pycache__" / "plain.pyc").write_text("made before")
    (wheel.ROOT / "pyproject.toml").write_text(
        (wheel.ROOT / "pyproject.toml").read_text() + '\n[project]\nname = "some"'
    )
    assert wheel.digest() == before


def test_objects_of_other_sources_go(wheel, tmp_path, monkeypatch):
    kept = tmp_path / "objects"
    for name in ("0123456789", wheel.digest()):
        (kept / name).mkdir(parents=True)
    ran = []

    def run(command, **_):
        ran.append(command)
        return SimpleNamespace(returncode=7)

    monkeypatch.setattr(wheel.subprocess, "run", run)
    assert wheel.main("wheels", str(kept)) == 7
    assert [path.name for path in kept.iterdir()] == [wheel.digest()]
    assert f"-Cbuild-dir={kept / wheel.digest()}" in ran[0]


def deeper(blank, line):
    return not line or line.startswith(blank)


def section(recipe, *heads):
    """Return the lines below headings of a file in YAML, each deeper than the one before."""
    lines = recipe.splitlines()
    for head in heads:
        at = next(at for at, line in enumerate(lines) if line.strip() == f"{head}:")
        blank = " " * (lines[at].index(head) + 1)
        lines = list(takewhile(partial(deeper, blank), lines[at + 1 :]))
    return [line.strip().removeprefix("- ") for line in lines if line.strip()]


def test_the_recipe_for_conda_says_what_the_package_says():
    recipe = (ROOT / ".ci" / "conda" / "recipe.yaml").read_text(encoding="utf-8")
    said = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = said["project"]
    context = section(recipe, "context")
    assert f"version: {mc.__version__}" in context
    assert f'python_min: "{project["requires-python"].removeprefix(">=")}"' in context
    run = [line.replace(" ", "") for line in section(recipe, "requirements", "run")]
    assert run == ["python", *project["dependencies"]]
    host = [line.replace(" ", "") for line in section(recipe, "requirements", "host")]
    assert set(said["build-system"]["requires"]) <= set(host)
    cmake = said["tool"]["scikit-build"]["cmake"]["version"]
    assert f"cmake {cmake}" in section(recipe, "requirements", "build")
    scripts = [f"{name} = {where}" for name, where in project["scripts"].items()]
    assert section(recipe, "build", "python", "entry_points") == scripts
    about = section(recipe, "about")
    assert f"summary: {project['description']}" in about
    assert f"license: {project['license']}" in about
    assert section(recipe, "about", "license_file") == project["license-files"]
    assert f"name: {project['name']}" in section(recipe, "package")
