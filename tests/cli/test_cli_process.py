"""The command line as a process of its own, and what each command says, in this one."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from shutil import which
from types import SimpleNamespace

import pytest
from amounts import mostly_slow

from mastermind_core.cli import main
from mastermind_core.games import GAMES

FORMS = ("txt", "json", "svg", "dot", "py", "sql", "couplets", "html")


def run(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-P", "-m", "mastermind_core", *arguments],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
        **options,
    )


@pytest.fixture
def run_here(capsys, monkeypatch):
    """Run commands as ``run`` does, without a process for each, and with nothing to read."""

    def run_one(*arguments):
        monkeypatch.setattr(sys, "stdin", io.StringIO(""))
        try:
            status = main(arguments)
        except SystemExit as ended:
            status = ended.code
        out, err = capsys.readouterr()
        return SimpleNamespace(returncode=status or 0, stdout=out, stderr=err)

    return run_one


def test_an_answer():
    done = run("is-greedy-optimal", "twod", "--size", "3")
    assert (done.returncode, done.stderr) == (0, "")
    assert "TwoD(size=3)" in done.stdout


def test_a_refusal():
    done = run("analyze", "mastermind", "--repeats", "x")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("mastermind_core: repeats must be")
    done = run("analyze", "mastermind", "--holes", "x")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("mastermind_core: argument --holes: 'x'")
    assert "analyze mastermind --help" in done.stderr


GRID = ["twod", "--size", "3"]


@pytest.mark.parametrize(
    ("arguments", "status", "part"),
    [
        (["play", *GRID], 0, "Think of a secret"),
        (["play", *GRID, "--guesser", "you", "--seed", "1"], 0, "The secret was"),
        (["assist", *GRID, "--step", "11 1,0,0", "--once"], 0, "left: "),
        (["analyze", *GRID], 0, "total 22"),
        (["compare", *GRID, "--strategies", "knuth,entropy", "--games", "9"], 0, "entropy"),
        (["simulate", *GRID, "--games", "9"], 0, "9 games"),
        (["optimal", *GRID], 0, "proven"),
        (["optimal", *GRID, "--max-steps", "2"], 1, ""),
        # Where the table is not there in time, one guess for each secret is all that is proven.
        (["optimal", "mastermind", "--seconds", "0.001"], 3, "bound"),
        (["is-greedy-optimal", *GRID], 0, "is optimal"),
        (["tree", *GRID], 0, "found"),
        (["tie-study", *GRID, "--orders", "2"], 0, "2 random orders"),
        (["verify", "nowhere", *GRID], 2, ""),
        (["rate", "nowhere", *GRID], 2, ""),
        (["next", "nowhere"], 2, ""),
        (["oracle", *GRID, "--save", "nowhere/o.json"], 2, ""),
        (["bisect", "--good", "nowhere", "--bad", "HEAD", "--", "true"], 2, ""),
        (["score", *GRID, "1,1", "1,2"], 0, "<"),
        (["games"], 0, "--holes"),
        (["strategies"], 0, "Knuth"),
        (["list"], 0, "kernel: "),
        (["completion", "bash"], 0, "complete -o default"),
        (["chess"], 2, ""),
        (["analyze", *GRID, "--strategy", "nowhere.json"], 2, ""),
        (["play"], 2, ""),
    ],
)
def test_every_command(run_here, arguments, status, part):
    done = run_here(*arguments)
    assert done.returncode == status, done.stderr
    assert part in done.stdout
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == (1 if status in (1, 2) else 0)


def test_every_command_is_tried(run_here):
    listed = re.findall(r"^    ([a-z-]+)(?:  | *$)", run_here("--help").stdout, re.MULTILINE)
    tried = {arguments[0] for arguments, _, _ in test_every_command.pytestmark[0].args[1]}
    assert tried - {"chess"} == set(listed) - {"export"}  # which writes a file, below
    assert sorted(listed) == sorted(WITH_GAME + WITHOUT_GAME)


def test_every_form_is_tried(run_here):
    said = " ".join(run_here("export", "--help").stdout.split())
    listed = re.search(r"--format {([^}]*)}", said)[1].replace(" ", "")
    assert sorted(FORMS) == listed.split(",")


@pytest.mark.parametrize("form", FORMS)
def test_a_tree_is_exported_and_read_again(run_here, form, tmp_path):
    path = tmp_path / f"tree.{form}"
    done = run_here("export", *GRID, "--strategy", "knuth", "--to", str(path))
    assert (done.returncode, done.stderr, done.stdout) == (0, "", f"{form}: {path}\n")
    assert path.stat().st_size > 100
    if form == "json":
        knuth = run_here("analyze", *GRID, "--strategy", "knuth").stdout
        assert run_here("analyze", *GRID, "--strategy", str(path)).stdout == knuth
        other = run_here("analyze", "twod", "--size", "4", "--strategy", str(path))
        assert other.returncode == 2
        assert other.stderr.count("\n") == 1


def test_a_solution_in_a_file_is_a_strategy(run_here, tmp_path):
    path = tmp_path / "best.json"
    assert run_here("optimal", *GRID, "--save", str(path)).returncode == 0
    for command in ("analyze", "play"):
        done = run_here(command, *GRID, "--strategy", str(path))
        assert (done.returncode, done.stderr) == (0, ""), command
    done = run("simulate", *GRID, "--strategy", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    done = run_here("compare", *GRID, "--strategies", f"knuth,{path}", "--games", "9")
    assert (done.returncode, done.stderr) == (0, "")


OWN = """
import mastermind_core as mc

game = mc.FiniteGame(range(8), range(8), lambda g, s: (g > s) - (g < s), {0})


def make():
    return game


number = 3


def broken():
    raise RuntimeError("out of order")
"""


def test_a_game_of_ones_own(run_here, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(OWN)
    done = run("analyze", f"{path}:game")
    assert (done.returncode, done.stderr) == (0, "")
    for name in ("game", "make"):
        done = run_here("analyze", f"{path}:{name}")
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("1:1 2:2 3:4 4:1")
    assert run_here("analyze", "own", f"{path}:game").returncode == 0
    assert run_here("verify", "nowhere", f"{path}:game").returncode == 2
    for name, part in (
        ("gamme", "did you mean 'game'?"),
        ("number", "int has no guesses"),
        ("broken", "RuntimeError: out of order"),
    ):
        done = run_here("analyze", f"{path}:{name}")
        assert (done.returncode, done.stdout) == (2, "")
        assert part in done.stderr
        assert done.stderr.count("\n") == 1
    path.write_text("game = (\n")
    assert "mine.py, line 1" in run_here("analyze", f"{path}:game").stderr
    missing = run_here("analyze", f"{tmp_path}/nothing.py:game")
    assert "does not exist" in missing.stderr


@pytest.mark.parametrize(
    "command",
    [
        ["analyze", *GRID],
        ["optimal", *GRID],
        ["is-greedy-optimal", *GRID],
        ["assist", *GRID],
        ["simulate", *GRID, "--games", "9"],
        ["compare", *GRID, "--strategies", "knuth", "--games", "9"],
        ["games"],
        ["strategies"],
    ],
    ids=lambda command: command[0],
)
def test_json_is_one_object(run_here, command):
    done = run_here(*command, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert isinstance(json.loads(done.stdout), dict)
    assert done.stdout.count("\n") == 1


#: The commands that play no game; the others are asked for help on each game.
WITHOUT_GAME = ["next", "bisect", "completion", "games", "strategies", "list"]
WITH_GAME = [
    "play",
    "rate",
    "oracle",
    "assist",
    "score",
    "analyze",
    "compare",
    "simulate",
    "optimal",
    "is-greedy-optimal",
    "tree",
    "export",
    "verify",
    "tie-study",
]


@pytest.mark.parametrize("command", WITH_GAME + WITHOUT_GAME)
def test_every_option_has_help(run_here, command):
    for game in ("", *GAMES, "own", "table") if command in WITH_GAME else ("",):
        words = ["FILE"] if command == "verify" and game else []
        said = run_here(command, *words, *game.split(), "--help").stdout
        # The help of an option is beside it, or in the next line.
        options = re.findall(r"^  (-.*)\n(?: {20,}(\S))?", said, re.MULTILINE)
        assert options
        for option, below in options:
            assert below or re.search(r"\S {2,}\S", option), (command, game, option)


@pytest.mark.skipif(which("mastermind-core") is None, reason="the script is not on the path")
def test_the_script_says_its_own_name():
    done = subprocess.run(
        ["mastermind-core", "nothing"], capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith("mastermind-core: ")
    assert "see mastermind-core --help" in done.stderr


def test_the_module_says_its_own_name():
    done = run("nothing")
    assert "see python -m mastermind_core --help" in done.stderr


def test_a_reader_that_goes_away_is_no_error():
    reading, writing = os.pipe()
    os.close(reading)  # what head has done, once it has its line
    with os.fdopen(writing, "wb") as gone:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "mastermind_core", "strategies"],
            stdout=gone, stderr=subprocess.PIPE, timeout=600, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (141, b"")


def test_play_from_a_pipe():
    done = run("play", "twod", "--size", "1", input="1,1,1\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("Found with guess 1.\n")


def test_importing_the_package_loads_no_optional_one():
    code = "import sys, mastermind_core; print(sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, timeout=600, check=True
    )
    for name in ("numpy", "matplotlib", "tqdm", "dask", "gymnasium", "concurrent.futures.process"):
        assert repr(name) not in done.stdout


PATHS = [
    "optimal own {}.py:game", "optimal twod --size 2 --save {}.json",
    "optimal twod --size 2 --certificate {}", "optimal twod --size 2 --checkpoint {}",
    "export twod --size 2 --strategy entropy --to {}.json",
    "export twod --size 2 --strategy entropy --to {}.dot",
    "simulate twod --size 2 --strategy {}.json", "simulate twod --size 2 --strategy {}",
    "simulate twod --size 2 --games 2 --strategy entropy --log {}",
    "verify-certificate {} twod --size 2", "optimal jotto --words {}",
    "assist twod --size 2 --resume {}", "tree twod --size 2 --strategy {}.json",
]  # fmt: skip


@pytest.mark.parametrize("name", ["x" * 5000, "a/" + "x" * 300, "no/such/folder", "a\0b"])
@pytest.mark.parametrize("command", PATHS)
def test_a_name_that_no_file_can_have(command, name, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    try:
        status = main([part.format(name) for part in command.split()])
    except SystemExit as ended:
        status = ended.code
    said = capsys.readouterr().err
    assert (status, said.count("\n")) == (2, 1)
    assert len(said) < 1000
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("command", "unbuffered"),
    mostly_slow(
        [*product(["games", "optimal twod --size 3", "--help", "--version", ""], ["", "1"])],
        quick=[("games", ""), ("--help", "1")],
    ),
)
def test_a_full_disk_under_the_output(command, unbuffered):
    if not Path("/dev/full").exists():
        pytest.skip("this system has no device that is always full")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "mastermind_core", *command.split()],
            stdout=full, stderr=subprocess.PIPE, text=True, timeout=600, check=False,
            env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
        )  # fmt: skip
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "No space left" in done.stderr


def test_what_the_terminal_has_no_letter_for(tmp_path):
    path = str(tmp_path).encode() + b"/a\xff.dot"
    done = run(
        "export", "twod", "--size", "2", "--strategy", "entropy", "--to", path,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert r"a\udcff.dot" in done.stdout
    assert Path(os.fsdecode(path)).exists()


EXPORT = ["export", "twod", "--size", "2", "--strategy", "entropy", "--to", "/dev/stdout"]


@pytest.mark.parametrize("form", mostly_slow(FORMS, quick=["json"]))
def test_a_dash_is_the_output(run_here, form, tmp_path):
    path = tmp_path / "tree"
    told = ["export", *GRID, "--strategy", "knuth", "--format", form, "--to"]
    assert run_here(*told, str(path)).returncode == 0
    done = run(*told, "-", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.rstrip("\n") == path.read_text().rstrip("\n")
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("form", mostly_slow(["dot", "json"], quick=["json"]))
def test_a_tree_on_the_output(run_here, tmp_path, form):
    if not Path("/dev/stdout").exists():
        pytest.skip("this system has no name for the output")
    target = tmp_path / "out"
    with target.open("wb") as out:
        command = [sys.executable, "-P", "-m", "mastermind_core", *EXPORT, "--format", form]
        done = subprocess.run(command, stdout=out, stderr=subprocess.PIPE, timeout=600, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert list(tmp_path.iterdir()) == [target]
    assert target.read_text() == run_here(*EXPORT[:-1], "-", "--format", form).stdout
    assert target.read_text()[:1] == {"dot": "d", "json": "{"}[form]


def test_bytes_that_are_no_text_are_no_guess():
    done = subprocess.run(
        [sys.executable, "-P", "-m", "mastermind_core", "assist", "twod", "--size", "2"],
        input=b"\xff\xfe\n", capture_output=True, timeout=600, check=False,
        env=os.environ | {"PYTHONIOENCODING": "utf-8:strict"},
    )  # fmt: skip
    assert b"Traceback" not in done.stderr
    assert b"xff" in done.stdout + done.stderr


@pytest.mark.skipif(os.name != "posix", reason="the shell is another")
@pytest.mark.parametrize("command", mostly_slow(["games", "--help", "--version"], quick=["games"]))
def test_no_output_at_all(command):
    line = ["sh", "-c", '"$0" "$@" >&-', sys.executable, "-P", "-m", "mastermind_core", command]
    done = subprocess.run(line, capture_output=True, text=True, timeout=600, check=False)
    assert "Traceback" not in done.stderr


#: Ctrl-C at the import of a module, and then the command line.
AT_AN_IMPORT = """
import sys

class Stopping:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Stopping())
from mastermind_core.cli import main
sys.argv = ["mastermind-core", "strategies"]
sys.exit(main())
"""


@pytest.mark.parametrize(
    "module",
    [
        "mastermind_core.errors",
        "mastermind_core.cli.parser",
        "attrs",
    ],
)
def test_ctrl_c_while_the_package_is_imported_ends_as_any_other(module):
    code = AT_AN_IMPORT.format(module=module)
    ended = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True)
    assert ended.returncode == 130
    assert ended.stderr == "mastermind-core: stopped\n"


def test_the_command_line_listens_before_it_imports_anything_that_takes_long():
    code = "import sys; old={*sys.modules}; import mastermind_core.cli\nprint(*{*sys.modules}-old)"
    out = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True)
    loaded = set(out.stdout.split())
    assert "mastermind_core.cli" in loaded
    assert not loaded & {"argparse", "attrs", "re", "typing", "pathlib", "mastermind_core.errors"}
