"""The command line: what it prints, what it refuses, and with which exit status it ends."""

from __future__ import annotations

import concurrent.futures
import io
import json
import re
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from inside import COMMANDS

import mastermind_core as mc
from mastermind_core.cli import analysing, main
from mastermind_core.notation import show_item


def answer_with(monkeypatch, *lines):
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def refused(capsys, *arguments):
    """Run a command that cannot be read; return the one line that it says."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    return err.rstrip()


@pytest.mark.parametrize("arguments", [[], ["--help"], ["help"]])
def test_help_lists_the_commands(capsys, arguments):
    try:
        status = main(arguments)
    except SystemExit as end:
        status = end.code
    out, err = capsys.readouterr()
    assert not status
    assert err == ""
    for command in ("is-greedy-optimal", "analyze", "tree", "tie-study", "compare", "play", "list"):
        assert command in out


def test_help_before_a_command_is_help_after_it(capsys):
    printed = []
    for words in (["help", "tree"], ["tree", "--help"]):
        with pytest.raises(SystemExit) as caught:
            main(words)
        assert not caught.value.code
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1] != ""


@pytest.mark.parametrize("command", sorted(COMMANDS.keys() - {"games", "strategies", "list"}))
def test_help_of_a_command_shows_its_options(capsys, command):
    def helped(*words):
        with pytest.raises(SystemExit) as caught:
            main([*words, "--help"])
        assert not caught.value.code
        return set(re.findall(r"^  (--[a-z-]+)", capsys.readouterr().out, re.MULTILINE))

    if command == "completion":
        assert helped(command) == set()
        return
    words = [command, "FILE"] if command == "verify" else [command]
    assert helped(command) == helped(*words, "twod") - {"--size"} != set()


def test_options_may_stand_before_the_game(capsys):
    assert main(["analyze", "twod", "--size", "3", "--strategy", "knuth", "--json"]) == 0
    after = capsys.readouterr().out
    for words in (
        ["--strategy", "knuth", "--json", "twod", "--size", "3"],
        ["--json", "twod", "--strategy=knuth", "--size", "3"],
    ):
        assert main(["analyze", *words]) == 0
        assert capsys.readouterr().out == after


def test_a_certificate_and_options_may_stand_before_or_after_the_game(capsys, tmp_path):
    path, grid = str(tmp_path / "proof"), ["twod", "--size", "3"]
    assert main(["optimal", *grid, "--certificate", path]) == 0
    capsys.readouterr()
    said = set()
    for words in (
        [path, *grid, "--json"],
        ["--json", path, *grid],
        [path, "--json", *grid],
        [*grid, "--json", path],
        ["--size", "3", path, "--json", "twod"],
    ):
        assert main(["verify", *words]) == 0
        said.add(capsys.readouterr().out)
    assert len(said) == 1


def test_the_value_of_an_option_is_no_game(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text("import mastermind_core as mc\ngame = mc.TwoD(3)\n")
    for words in (["mine.py:game", "--json"], ["--json", "mine.py:game"]):
        assert main(["analyze", *words]) == 0
        assert json.loads(capsys.readouterr().out)["game"] == "TwoD(size=3)"
    for words in (["--save", "mastermind", "twod"], ["twod", "--save", "mastermind"]):
        assert main(["optimal", *words, "--size", "3"]) == 0
        assert "solution: mastermind" in capsys.readouterr().out
    coins = ["odd-coin", "--coins", "4", "--fault", "heavy"]
    assert main(["optimal", "--identify", *coins]) == 0


def test_a_file_that_exits_and_a_score_that_raises_are_one_line(capsys, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("import sys\nsys.exit(3)\n")
    assert "SystemExit: 3" in refused(capsys, "optimal", f"{path}:game")
    path.write_text(
        "class Raises:\n"
        "    guesses = secrets = (1, 2, 3)\n"
        "    endstates = {0}\n"
        "    def score(self, guess, secret):\n"
        "        return {1: 0, 2: 1}[secret]\n"
    )
    for command in (["optimal"], ["analyze"], ["assist", "--once"]):
        line = refused(capsys, *command, f"{path}:Raises")
        assert "score(1, 3) of your game raised this: KeyError: 3" in line


def test_the_word_that_is_no_game_is_named(capsys):
    for words in (["--games", "5", "chess"], ["chess", "--games", "5"]):
        assert "'chess' is unknown" in refused(capsys, "simulate", *words)


def test_version(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["--version"])
    assert not caught.value.code
    assert capsys.readouterr().out == f"mastermind_core {mc.__version__}\n"


@pytest.mark.parametrize(
    ("said", "mode"),
    [
        (["--hard"], "official"),
        (["--hard", "official"], "official"),
        (["--hard", "consistent"], "consistent"),
        (["--hard", "no"], False),
        ([], False),
    ],
)
def test_the_hard_mode_needs_no_name(capsys, tmp_path, said, mode):
    words = ["batch", "catch", "hatch", "latch", "match"]
    (tmp_path / "words").write_text("\n".join(words))
    game = mc.Wordle(words, hard=mode)
    assert main(["optimal", "wordle", "--answers", str(tmp_path / "words"), *said]) == 0
    out, err = capsys.readouterr()
    assert out.startswith(f"{show_item(game)}: total ")
    assert err == ""


def test_list_names_every_game_and_strategy(capsys):
    assert main(["list"]) == 0
    out, err = capsys.readouterr()
    for name in (*mc.GAMES, *mc.STRATEGIES):
        assert f"  {name}\n" in out
    assert mc.kernels.active() in out
    assert err == ""


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["twod", "--size", "5"], ["not optimal", "worst 5", "worst 4", "TwoD(size=5)"]),
        (["twod", "--size", "5", "--strategy", "knuth"], ["knuth is optimal", "4 |"]),
        (["mastermind", "--colours", "3", "--holes", "2"], ["entropy is optimal", "3 |"]),
        (["bulls-and-cows", "--digits", "4", "--places", "2"], ["repeats='none'"]),
    ],
)
def test_is_greedy_optimal(capsys, arguments, parts):
    assert main(["is-greedy-optimal", *arguments]) == 0
    out, err = capsys.readouterr()
    for part in parts:
        assert part in out
    assert err == ""


def test_analyze(capsys):
    assert main(["analyze", "twod", "--size", "5"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("1:1 2:3 3:9 4:11 5:1  (total 83")
    assert lines[2] == "guesses | secrets"
    assert [line[0] for line in lines[3:]] == list("12345")


def test_what_a_strategy_is_changed_in(capsys):
    game = mc.Mastermind(colours=4, holes=3)
    knuth = mc.strategies.knuth
    code = ["mastermind", "--colours", "4", "--holes", "3", "--strategy", "knuth"]
    for options, strategy in (
        ([], knuth),
        (["--pool", "candidates"], knuth.replace(pool="candidates")),
        (["--tie-seed", "7"], knuth.replace(ties=mc.TieRule(shuffle=7))),
        (
            ["--opening", show_item(game.guesses[0]), "--opening", show_item(game.guesses[-1])],
            knuth.replace(opening=[game.guesses[0], game.guesses[-1]]),
        ),
    ):
        assert main(["analyze", *code, *options]) == 0
        assert capsys.readouterr().out.startswith(f"{mc.length_distribution(game, strategy)}\n")


def test_an_opening_before_a_strategy_that_has_none(capsys):
    game = ["twod", "--size", "3", "--strategy", "neuwirth"]
    first = show_item(mc.TwoD(3).guesses[0])
    assert main(["tree", *game, "--opening", first, "--depth", "1"]) == 0
    assert capsys.readouterr().out.startswith(first)


def test_tie_study(capsys):
    arguments = ["twod", "--size", "4", "--strategy", "knuth", "--orders", "5", "--seed", "3"]
    assert main(["tie-study", *arguments]) == 0
    out, err = capsys.readouterr()
    study = mc.studies.tie_study(mc.TwoD(4), mc.strategies.knuth, orders=5, seed=3)
    assert out.startswith(f"{study}\n\n")
    assert "n:m means that m secrets take n guesses" in out
    assert err == ""


def test_compare(capsys):
    arguments = ["twod", "--size", "4", "--strategies", "knuth,entropy", "--games", "12"]
    assert main(["compare", *arguments, "--seed", "3"]) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert [line.split()[0] for line in lines[:3]] == ["strategy", "knuth", "entropy"]
    assert lines[3] == ""
    explained = " ".join(lines[4:])
    for word in ("mean", "+-", "confidence interval", "worst", "codes", "milliseconds"):
        assert word in explained
    assert err == ""


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["analyze", "twod", "--opening", "nowhere"], ["--opening", "'nowhere'", "a valid guess"]),
        (["optimal", "twod", "--first-guess", "nowhere"], ["--first-guess", "'nowhere'"]),
        (["analyze", "twod", "--strategy", "neuwirth", "--pool", "all"], ["--pool", "neuwirth"]),
        (["tree", "twod", "--strategy", "neuwirth", "--tie-seed", "1"], ["--tie-seed", "neuwirth"]),
        (["tie-study", "twod", "--orders", "0"], ["orders", "from 1", "0"]),
        (["tie-study", "twod", "--strategy", "neuwirth"], ["neuwirth", "no tie rule"]),
    ],
)
def test_options_that_do_not_fit(capsys, arguments, parts):
    assert main([*arguments, "--size", "2"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    for part in parts:
        assert part in err


def test_tree(capsys):
    command = ["tree", "twod", "--size", "3", "--strategy", "knuth"]
    assert main([*command, "--depth", "1"]) == 0
    shallow = capsys.readouterr().out
    assert main([*command, "--depth", "9"]) == 0
    deep = capsys.readouterr().out
    assert "..." in shallow
    assert "..." not in deep
    assert deep.count("found") == 9


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["analyze", "mastermind", "--colours", "x"], ["--colours", "'x'"]),
        (
            ["analyze", "mastermind", "--colours", "red,,blue"],
            ["or a list of names"],
        ),
        (["analyze", "mastermind", "--holes", "2.5"], ["--holes", "'2.5'"]),
        (["analyze", "chess"], ["'chess'", "mastermind"]),
        (["chess"], ["'chess'", "analyze"]),
        (["analyze"], ["name a game: mastermind, "]),
        (["analyze", "twod", "--strategy", "luck"], ["--strategy", "'luck'", "entropy"]),
        (["analyze", "twod", "--colours", "3"], ["--colours"]),
        (["compare", "twod", "--strategies", "knuth,luck"], ["'luck'", "entropy"]),
        (["compare", "twod", "--strategies", "knuth", "--games", "0"], ["--games", "from 1"]),
        (["optimal", "twod", "--workers", "0"], ["--workers", "number from 1"]),
        (["optimal", "twod", "--seconds", "0"], ["--seconds", "above 0"]),
        (["optimal", "twod", "--memory", "lots"], ["--memory", "500m or 2g"]),
        (["analyze", "twod", "--pool", "some"], ["--pool", "'some'", "candidates"]),
        (["tree", "twod", "--depth", "-1"], ["--depth", "'-1'", "number from 0"]),
        (["tree", "twod", "--depth", "x"], ["--depth", "'x'", "number from 0"]),
        (["analise", "twod"], ["did you mean 'analyze'? see", "mastermind_core --help"]),
        (["analyze", "mastermid"], ["did you mean 'mastermind'?", "analyze --help"]),
        (["analyze", "twod", "--stratgy=x"], ["'--stratgy'", "did you mean '--strategy'? see"]),
        (["analyze", "twod", "--stratgy", "x"], ["mastermind_core analyze twod --help"]),
        (["analyze", "twod", "--pool", "candidate"], ["did you mean 'candidates'?"]),
        (["analyze", "twod", "more"], ["unexpected argument 'more'; see", "analyze twod --help"]),
        (["--versoin"], ["did you mean '--version'?"]),
    ],
)
def test_what_cannot_be_read(capsys, arguments, parts):
    line = refused(capsys, *arguments)
    for part in parts:
        assert part in line


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["mastermind", "--holes", "0"], ["holes", "from 1", "0"]),
        (["mastermind", "--colours", "-3"], ["colours", "-3"]),
        (["mastermind", "--repeats", "x"], ["repeats", "both", "'x'"]),
        (["mastermind", "--colours", "2", "--repeats", "none"], ["4 colours", "not 2"]),
        (
            ["mastermind", "--colours", "12", "--holes", "8", "--strategy", "knuth"],
            ["limit", "needs no table"],
        ),
        (
            ["mastermind", "--colours", "20", "--holes", "20", "--strategy", "entropy"],
            ["needs no table"],
        ),
        (["twod", "--size", "0"], ["size", "from 1", "0"]),
        (["bulls-and-cows", "--digits", "0"], ["digits", "from 1", "0"]),
    ],
)
@pytest.mark.parametrize("command", ["is-greedy-optimal", "analyze", "tree", "play"])
def test_games_that_cannot_be_played(capsys, command, arguments, parts):
    assert main([command, *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("mastermind_core: ")
    assert err.count("\n") == 1
    for part in parts:
        assert part in err


@pytest.mark.parametrize("command", ["is-greedy-optimal", "analyze", "tree"])
def test_games_with_too_many_secrets_to_play_them_all(capsys, command):
    assert main([command, "mastermind", "--colours", "12", "--holes", "8"]) == 2
    assert "429,981,696 secrets" in capsys.readouterr().err


def test_optimal(capsys, tmp_path):
    path = str(tmp_path / "proof")
    asked = ["optimal", "twod", "--size", "4", "--objective", "worst-then-mean"]
    assert main([*asked, "--workers", "1", "--checkpoint", path]) == 0
    first = capsys.readouterr().out
    assert "TwoD(size=4): total 46, worst 4; proven optimal for worst-then-mean" in first
    assert main([*asked, "--checkpoint", path]) == 0
    assert capsys.readouterr().out == first
    guess = show_item((1, 2))
    assert main(["optimal", "twod", "--size", "3", "--first-guess", guess]) == 0
    assert f"first guess: {guess}" in capsys.readouterr().out
    assert main(["optimal", "twod", "--size", "4", "--threads", "2", "--nodes", "99999"]) == 0
    assert "proven" in capsys.readouterr().out
    assert main(["optimal", "mastermind", "--nodes", "1"]) == 3


def test_optimal_refuses_what_it_cannot_do(capsys, tmp_path):
    path = str(tmp_path / "proof")
    assert main(["optimal", "twod", "--size", "3", "--checkpoint", path]) == 0
    assert main(["optimal", "twod", "--size", "4", "--checkpoint", path]) == 2
    assert main(["optimal", "twod", "--size", "4", "--max-steps", "3"]) == 1
    err = capsys.readouterr().err
    assert "its game is" in err
    assert "no strategy finds every secret within 3 guesses" in err
    assert main(["optimal", "twod", "--size", "4", "--max-steps", "1"]) == 1
    assert "no strategy finds every secret within 1 guess:" in capsys.readouterr().err


def test_optimal_writes_a_certificate_that_verify_takes(capsys, tmp_path):
    path = str(tmp_path / "proof.cert.gz")
    assert main(["optimal", "twod", "--size", "4", "--certificate", path]) == 0
    assert f"certificate: {path}" in capsys.readouterr().out
    assert main(["verify", path, "twod", "--size", "4"]) == 0
    assert "total 46 is optimal" in capsys.readouterr().out
    assert main(["verify", path, "twod", "--size", "5"]) == 2
    assert "another game" in capsys.readouterr().err
    missing = str(tmp_path / "no" / "proof")
    assert main(["optimal", "twod", "--size", "4", "--certificate", missing]) == 2
    out, err = capsys.readouterr()
    assert out == ""  # before the search
    assert "--certificate: cannot write" in err


@pytest.mark.parametrize(
    ("asked", "said"),
    [(["--objective", "quantile:0.9"], "within:K"), (["--first-guess", "0,0"], "--first-guess")],
)
def test_a_certificate_that_cannot_be_written_is_refused_before_the_search(
    capsys, tmp_path, asked, said
):
    path = tmp_path / "proof"
    game = ["twod", "--size", "4", "--certificate", str(path)]
    assert main(["optimal", *game, *asked]) == 2
    out, err = capsys.readouterr()
    assert (out, path.exists()) == ("", False)
    assert said in err


def test_an_interrupted_search_says_what_it_has(capsys, monkeypatch, tmp_path):
    found = mc.optimal(mc.TwoD(3))

    def stopped(*_arguments, **_options):
        raise mc.errors.Interrupted(found)

    monkeypatch.setattr("mastermind_core.optimal", stopped)
    path = tmp_path / "best.json"
    assert main(["optimal", "twod", "--size", "3", "--save", str(path)]) == 130
    out, err = capsys.readouterr()
    assert "total 22" in out
    assert err == "mastermind_core: stopped\n"
    assert mc.load(path).total == 22


def test_no_more_processes_than_games_and_processors(monkeypatch, capsys):
    started = []

    class Pool(ThreadPoolExecutor):
        def __init__(self, workers):
            started.append(workers)
            super().__init__(2)

    monkeypatch.setattr(concurrent.futures, "ProcessPoolExecutor", Pool)
    monkeypatch.setattr(analysing.os, "cpu_count", lambda: 2)
    for games in ("3", "40"):
        assert (
            main(["simulate", "twod", "--size", "2", "--games", games, "--workers", "9" * 7]) == 0
        )
    assert started == [3, 16]
    assert "40 games" in capsys.readouterr().out


def test_a_comparison_plays_each_secret_where_it_can(capsys):
    assert main(["compare", "mastermind", "--colours", "4", "--holes", "3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["exact"]
    assert found["games"] == 64
    means = {row["strategy"]: row["mean"] for row in found["standings"]}
    game = mc.Mastermind(colours=4, holes=3)
    assert len(means) == 4
    for name, mean in means.items():
        assert mean == float(mc.length_distribution(game, name).mean)
    assert main(["compare", "twod", "--strategies", "all"]) == 0
    table = capsys.readouterr().out
    assert "+-  median" not in table
    assert "norvig" in table
    assert main(["compare", "twod", "--games", "7"]) == 0
    assert "7 random secrets" in capsys.readouterr().out


def test_exports_name_the_game_and_the_strategy(capsys, tmp_path):
    for ending in ("svg", "html"):
        path = tmp_path / f"tree.{ending}"
        assert main(["export", "twod", "--strategy", "knuth", "--to", str(path)]) == 0
        assert "TwoD(size=5), knuth" in path.read_text(encoding="utf-8")
    assert main(["export", "twod", "--to", str(tmp_path / "tree.png")]) == 2
    assert "draw an .svg" in capsys.readouterr().err
