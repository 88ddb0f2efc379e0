"""Completion in the shells themselves: what they offer after some words."""

from __future__ import annotations

import re
import subprocess
from shutil import which

import pytest

import mastermind_core as mc
from mastermind_core.cli import main

#: Ask each shell for the words that may come after those given, one a line.
ASK = {
    "bash": """source "$1"; shift; COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _mastermind_core; printf '%s\\n' "${COMPREPLY[@]}" """,
    # What is offered stands in an array, each with its meaning; zsh leaves out what differs.
    "zsh": """compdef() { }; _files() { print -r -- FILES; }
        _describe() {
            for each in ${(P)2}; do [[ $each == $last* ]] && print -r -- ${each%%:*}; done
        }
        source $1; shift; words=("$@") CURRENT=$# last=${@[-1]}; _mastermind_core""",
    "fish": """source $argv[1]; complete -C "$argv[2..]" | string replace -r '\\t.*' ''""",
}
QUIET = {"bash": ["--norc"], "zsh": ["-f"], "fish": ["--no-config"]}


@pytest.fixture(params=ASK, scope="module")
def ask(request, tmp_path_factory):
    """Return a function that asks one of the shells for the words after some words."""
    shell = request.param
    path = which(shell)
    if path is None:
        pytest.skip(f"{shell} is not installed")
    script = tmp_path_factory.mktemp(shell) / "script"
    with script.open("w") as out, pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdout", out)
        assert main(["completion", shell]) == 0

    def offered(*words):
        zero = [] if shell == "fish" else ["shell"]
        command = [path, *QUIET[shell], "-c", ASK[shell], *zero, str(script), "mastermind-core"]
        done = subprocess.run(
            [*command, *words], capture_output=True, text=True, timeout=600, check=False
        )
        assert done.stderr == ""
        return [word for word in done.stdout.split("\n") if word]

    return offered


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["an"], {"analyze"}),
        ([""], None),
        (["analyze", "ma"], {"mastermind"}),
        (["analyze", "mastermind", "--str"], {"--strategy"}),
        (["analyze", "mastermind", "--col"], {"--colours", "--colors"}),
        (["analyze", "twod", "--col"], set()),
        (["tree", "mastermind", "--repeats", "n"], {"none"}),
        (["play", "twod", "--strategy", "kn"], {"knuth"}),
        (["is-greedy-optimal", "jotto", "--objective", "m"], {"mean", "mean-then-worst"}),
        (["completion", "z"], {"zsh"}),
        (["analyze", "twod", "--size", ""], set()),
        (["play", "mastermind", "--codemaker", "a"], {"adversarial"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_words_that_may_come_next(ask, words, offered, capsys):
    if offered is None:  # the commands, as the help lists them
        with pytest.raises(SystemExit):
            main(["--help"])
        offered = set(re.findall(r"^    ([a-z-]+)(?:  | *$)", capsys.readouterr().out, re.M))
        assert len(offered) > 15
    assert set(ask(*words)) == offered


@pytest.mark.parametrize("words", [["export", "twod", "--to"], ["verify"], ["tree", "own"]])
def test_files_come_where_a_file_is_wanted(ask, words, tmp_path):
    (tmp_path / "tree.svg").touch()
    found = ask(*words, f"{tmp_path}/tr")
    assert found in ([f"{tmp_path}/tree.svg"], ["FILES"])


def test_every_game_comes_after_a_command(ask):
    assert set(ask("analyze", "")) >= {*mc.GAMES, "own"}


def test_no_python_is_started(capsys):
    for shell in ASK:
        assert main(["completion", shell]) == 0
        script = capsys.readouterr().out
        assert "python" not in script
        assert "$(mastermind" not in script
