"""The command ``bisect`` on repositories that the tests make, with a test that may be wrong."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from itertools import islice

import pytest
from errors import one_line

import mastermind_core as mc
from mastermind_core.cli import main
from mastermind_core.histories.parts import RunFile

#: A Python that starts in half the time: the scripts import nothing.
PYTHON = (sys.executable, "-S")

#: The commit that breaks the test, of the line and of the branch that is merged.
BROKEN = 23

#: Fails if the number in the file is from BROKEN on; every fifth run is the other way round.
SCRIPT = f"""
import sys
with open(sys.argv[1], "a+") as runs:
    runs.seek(0)
    count = len(runs.read())
    runs.write("x")
with open("value") as file:
    value = int(file.read())
if value == 7:
    sys.exit(125)
fails = value >= {BROKEN}
sys.exit((not fails if count % 5 == 4 else fails) and 3)
"""


def git(folder, *words, text=None):
    how = {"capture_output": True, "text": True, "check": True, "input": text}
    return subprocess.run(["git", "-C", str(folder), *words], **how).stdout


def stream(n, merge=None):
    """Return commits 1 to n in the form of ``git fast-import``, with a merge of an old commit."""
    lines = []
    for number in range(1, n + 1):
        message = f"change {number}"
        lines += ["commit refs/heads/main", f"mark :{number}"]
        lines += [f"committer A <a@b.example> {1_700_000_000 + number} +0000"]
        lines += [f"data {len(message)}", message]
        if number == merge:
            lines += [f"from :{number - 1}", f"merge :{number - 5}"]
        content = f"{number}\n"
        lines += ["M 100644 inline value", f"data {len(content)}", content]
    return "\n".join(lines) + "\n"


@pytest.fixture(name="repository", scope="module", params=[None, 30], ids=["line", "merge"])
def _repository(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("repository")
    git(folder, "init", "-q", "-b", "main")
    git(folder, "fast-import", "--quiet", text=stream(40, request.param))
    git(folder, "reset", "-q", "--hard", "main")
    (folder / "script.py").write_text(SCRIPT)
    return folder


def words(repository, count, *options):
    good = git(repository, "rev-list", "--max-parents=0", "main").strip()
    script = [*PYTHON, str(repository / "script.py"), str(count)]
    return ["bisect", "--repository", str(repository), "--good", good, *options, "--", *script]


def state(repository):
    """Return what a search must not change."""
    return git(repository, "status", "--porcelain"), git(repository, "rev-parse", "HEAD")


def test_a_planted_fault_is_found(repository, tmp_path, capsys):
    before = state(repository)
    runs = tmp_path / "runs.jsonl"
    assert main(words(repository, tmp_path / "count", "--runs", str(runs))) == 0
    shown = capsys.readouterr().out
    assert f"change {BROKEN}\n" in shown
    assert "any method needs at least" in shown
    assert all(len(line) <= 80 for line in shown.splitlines())
    assert (
        git(repository, "status", "--porcelain"),
        git(repository, "rev-parse", "HEAD"),
    ) == before
    assert git(repository, "worktree", "list").count("\n") == 1
    done = len((tmp_path / "count").read_text())
    again = words(repository, tmp_path / "count", "--runs", str(runs), "--json")
    assert main(again) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["subject"], found["runs"]) == (f"change {BROKEN}", done)
    assert len((tmp_path / "count").read_text()) == done


def test_runs_at_the_same_time_and_runs_made_elsewhere(repository, tmp_path, capsys):
    bad = git(repository, "rev-parse", "main").strip()
    known = tmp_path / "known.txt"
    known.write_text(f"{bad} fail\n" * 3)
    options = ["--jobs", "3", "--runs", str(tmp_path / "runs"), "--known", str(known), "--json"]
    assert main(words(repository, tmp_path / "count", *options)) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["subject"] == f"change {BROKEN}"
    assert found["failed_after"][1] >= 3


def test_a_search_goes_on_after_a_kill(repository, tmp_path, capsys):
    """Some runs, the last line cut as by a kill, then the rest."""
    runs = tmp_path / "runs"
    options = ["--runs", str(runs), "--most-runs", "4"]
    assert main(words(repository, tmp_path / "count", *options)) == 1
    assert "this is not 0.95: run the command again" in capsys.readouterr().out
    runs.write_bytes(runs.read_bytes()[:-7])
    assert main(words(repository, tmp_path / "count", "--runs", str(runs))) == 0
    lines = [json.loads(line) for line in runs.read_text().splitlines()]
    assert len(lines) == 1 + len((tmp_path / "count").read_text()) - 1  # a header, and one run lost


@pytest.mark.skipif(sys.platform == "win32", reason="processes are killed by a signal of POSIX")
def test_no_run_is_lost_by_a_kill(repository, tmp_path, capsys):
    """The command is killed after some runs, while others go on or are being stored."""
    seen, jobs = (4, 4) if git(repository, "rev-list", "--merges", "main") else (1, 1)
    runs, count = tmp_path / "runs", tmp_path / "count"
    given = words(repository, count, "--runs", str(runs), "--jobs", str(jobs))
    before = state(repository)
    command = [sys.executable, "-m", "mastermind_core", *given]
    how = {"stdout": subprocess.PIPE, "text": True, "start_new_session": True}
    with subprocess.Popen(command, **how) as running:
        shown = list(islice(iter(running.stdout.readline, ""), 3 * seen))
        os.killpg(running.pid, signal.SIGKILL)
        shown += running.stdout.readlines()
    assert running.returncode == -signal.SIGKILL
    told = [line.split()[2:] for line in shown if line.startswith("run ")]
    # What was shown is stored, and perhaps one run more; the last line may be cut.
    stored = [json.loads(line) for line in runs.read_text().split("\n")[1:-1]]
    kept = [[run["commit"][:10], run["answer"]] for run in stored]
    assert kept[: len(told)] == told
    assert len(told) >= seen
    assert len(kept) <= len(told) + jobs
    assert (
        git(repository, "worktree", "list").count("\n") == 1 + jobs
    )  # the killed one left its own
    if jobs == 1:  # runs at the same time count some of each other's
        made = len(count.read_text())
        assert made - 1 <= len(kept) <= made
    assert state(repository) == before
    assert main([*given[:1], "--json", *given[1:]]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["subject"] == f"change {BROKEN}"
    lines = [json.loads(line) for line in runs.read_text().splitlines()]
    assert lines[1 : 1 + len(stored)] == stored
    assert found["runs"] == len(lines) - 1
    assert state(repository) == before
    assert git(repository, "worktree", "list").count("\n") == 1


def test_a_rehearsal(repository, capsys):
    good = git(repository, "rev-list", "--max-parents=0", "main").strip()
    options = ["bisect", "--repository", str(repository), "--good", good, "--dry-run", "3"]
    assert main([*options, "--missed", "0.05", "--alarm", "0.05"]) == 0
    assert "39 commits: " in capsys.readouterr().out


def test_clear_lines(repository, tmp_path, capsys):
    assert main(words(repository, tmp_path / "count", "--bad", "nothing")) == 2
    assert "--bad: 'nothing' is not a commit" in capsys.readouterr().err
    good = git(repository, "rev-list", "--max-parents=0", "main").strip()
    tree = git(repository, "rev-parse", "main^{tree}").strip()
    identity = ("-c", "user.name=A", "-c", "user.email=a@b.example")
    apart = git(repository, *identity, "commit-tree", tree, "-m", "apart").strip()
    assert main(words(repository, tmp_path / "count", "--bad", apart)) == 2
    assert "an ancestor of the bad commit as --good\n" in capsys.readouterr().err
    assert main(words(repository, tmp_path / "count", "--suspect", "nowhere")) == 2
    assert "--suspect: no commit changes nowhere" in capsys.readouterr().err
    assert main(words(repository, tmp_path / "count", "--bad", good)) == 2
    assert f"--good and --bad are the same commit, {good[:12]}\n" in capsys.readouterr().err
    swapped = ["bisect", "--repository", str(repository), "--good", "main", "--bad", good]
    assert main([*swapped, "--", "true"]) == 2
    assert "exchange --good and --bad\n" in capsys.readouterr().err
    empty = tmp_path / "empty"
    empty.mkdir()
    assert main(["bisect", "--repository", str(empty), "--good", good, "--", "true"]) == 2
    assert "not a git repository" in capsys.readouterr().err
    known = tmp_path / "known"
    known.write_text("nothing pass\n")
    assert main(words(repository, tmp_path / "count", "--known", str(known))) == 2
    assert "known runs: 'nothing' is not a commit" in capsys.readouterr().err
    assert main(["bisect", "--repository", str(repository), "--good", good]) == 2
    assert "name the command to run after --" in capsys.readouterr().err
    (repository / "value").write_text("100\n")
    try:
        main(
            words(repository, tmp_path / "count", "--runs", str(tmp_path / "r"), "--most-runs", "1")
        )
        assert "changes that are in no commit are not tested" in capsys.readouterr().out
    finally:
        git(repository, "checkout", "-q", "value")


def test_a_test_that_always_fails(repository, tmp_path, capsys):
    good = git(repository, "rev-list", "--max-parents=0", "main").strip()
    start = ["bisect", "--repository", str(repository), "--good", good, "--most-runs", "25"]
    assert (
        main([*start, "--runs", str(tmp_path / "runs"), "--confidence", "0.9999", "--", "false"])
        == 1
    )
    shown = capsys.readouterr().out
    note = "  every run failed, so look whether what should work fails, too\n"
    assert shown.index("run 20: ") < shown.index(note) < shown.index("run 21: ")
    assert "not sure; first bad commit: " in shown


def test_the_error_of_git_is_said_and_not_its_progress(tmp_path, capsys):
    """A repository that lacks the content of a commit has no worktree of it."""
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "fast-import", "--quiet", text=stream(3))
    good = git(tmp_path, "rev-parse", "main~2").strip()
    blob = git(tmp_path, "rev-parse", f"{good}:value").strip()
    (tmp_path / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    assert main(["bisect", "--repository", str(tmp_path), "--good", good, "--", "true"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("mastermind_core: git worktree: ")
    assert "Preparing" not in said


def test_a_file_of_another_search(tmp_path):
    path = tmp_path / "runs"
    RunFile(path, {"good": "a"}).add("b", True)
    assert RunFile(path, {"good": "a"}).runs == [("b", True)]
    with one_line(mc.BadArgument, "about another search"):
        RunFile(path, {"good": "c"})


#: Fails if the flags "a b" and "x,2" are both on; every seventh run is the other way round.
TRY = """
import sys
path, *on = sys.argv[1:]
with open(path, "a+") as runs:
    runs.seek(0)
    count = len(runs.read())
    runs.write("x")
fails = {"a b", "x,2"} <= {*on}
sys.exit((not fails if count % 7 == 6 else fails) and 3)
"""


@pytest.fixture(name="items")
def _items(tmp_path):
    path = tmp_path / "items.txt"
    path.write_text("a b\n\n" + "".join(f"item{n}\n" for n in range(12)) + "x,2\n")
    (tmp_path / "try.py").write_text(TRY)
    return path


def of_items(items, *options):
    script = [*PYTHON, str(items.with_name("try.py")), str(items.with_name("count"))]
    return ["bisect", "--items", str(items), *options, "--", *script, "{on}"]


def test_two_items_that_clash_are_found(items, capsys):
    assert main(of_items(items, "--together", "2")) == 0
    shown = capsys.readouterr().out
    assert "culprits: a b + x,2\n" in shown
    assert " of 14 on, fail\n" in shown
    assert all(len(line) <= 80 for line in shown.splitlines() if line.startswith(("run", "  any")))
    runs, *others = items.parent.glob("items.txt.mastermind-core-bisect-*.jsonl")
    assert not others
    done = len(items.with_name("count").read_text())
    assert main(of_items(items, "--together", "2", "--json")) == 0  # from the file of runs alone
    found = json.loads(capsys.readouterr().out)
    assert (found["culprits"], found["runs"]) == (["a b", "x,2"], done)
    assert (
        len(items.with_name("count").read_text()) == done == len(runs.read_text().splitlines()) - 1
    )
    assert found["failed_with"][1] + found["failed_without"][1] == done


def test_runs_of_items_made_elsewhere(items, tmp_path, capsys):
    known = tmp_path / "known.txt"
    known.write_text("a b x,2 fail\n" * 3 + "item1, item2 pass\n")
    options = ["--together", "2", "--known", str(known), "--json"]
    assert main(of_items(items, *options)) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["culprits"] == ["a b", "x,2"]
    assert found["failed_with"][0] >= 3


def test_items_that_others_require_are_on_with_them(items, tmp_path, capsys):
    requires = tmp_path / "requires.txt"
    requires.write_text("a b: item3\n\nitem3: item4, item5\nx,2:item6\n")
    script = items.with_name("try.py")
    check = 'assert "a b" not in on or {"item3", "item4", "item5"} <= {*on}\n'
    check += 'assert "x,2" not in on or "item6" in on\n'
    script.write_text(script.read_text().replace("runs =", f"{check}runs =", 1))
    assert main(of_items(items, "--together", "2", "--requires", str(requires), "--json")) == 0
    assert json.loads(capsys.readouterr().out)["culprits"] == ["a b", "x,2"]
    for line, said in (("a b", "must be an item, a colon and other"), ("a: b", "not a suspect")):
        requires.write_text(line)
        assert main(of_items(items, "--requires", str(requires))) == 2
        assert said in capsys.readouterr().err
    words = ["bisect", "--good", "x", "--requires", str(requires), "--", "false"]
    assert main(words) == 2
    assert "--requires is about items" in capsys.readouterr().err


def test_a_rehearsal_of_items(items, capsys):
    options = ["--items", str(items), "--most", "2", "--missed", "0", "--alarm", "0"]
    assert main(["bisect", *options, "--dry-run", "4", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["accuracy"] == 1
    assert found["mean"] <= 14


def test_clear_lines_about_items(items, capsys):
    words = of_items(items)
    for given, said in (
        (words[:-1], "write {on} where those that are on belong"),
        (["bisect", "--", "false"], "give a commit that works as --good, or a file of items"),
        ([*words[:1], "--good", "v1", *words[1:]], "--good is about commits"),
        (["bisect", "--items", "nowhere", "--", "x", "{on}"], "items: nowhere cannot be read"),
    ):
        assert main(given) == 2
        assert said in capsys.readouterr().err
