"""Checkpoints that are damaged, and disks that are full."""

from __future__ import annotations

import shutil
import signal
import sqlite3
import zlib
from random import Random

import pytest
from clock import turned_clock
from errors import one_line

import mastermind_core as mc
from mastermind_core.exact.anytime import budget
from mastermind_core.exact.anytime.greedy import GreedyTrees
from mastermind_core.exact.anytime.improver import Improver
from mastermind_core.exact.divide import checkpoint, pace
from mastermind_core.kernels.choose import exact_kernel, is_compiled
from mastermind_core.kernels.shared.ctrl_c import look

GAME = mc.Mastermind(colours=4, holes=3)


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """Return a checkpoint that holds a part of a search."""
    monkeypatch.setattr(pace, "SPAN", 12)
    monkeypatch.setattr(pace, "SPAN_PLAIN", 12)
    path = tmp_path / "proof"
    mc.optimal(GAME, nodes=100, checkpoint=path)
    return path


@pytest.mark.filterwarnings("ignore:checkpoint")
def test_damaged_bytes_end_in_one_line_or_in_the_right_answer(kept, tmp_path):
    whole = kept.read_bytes()
    random, refused = Random(2), []
    for number in range(60):
        content = bytearray(whole)
        for _ in range(random.choice([1, 1, 3, 40])):
            content[random.randrange(len(content))] = random.randrange(256)
        if number % 10 == 0:
            del content[random.randrange(len(content)) :]
        path = tmp_path / f"damaged-{number}"
        path.write_bytes(content)
        try:
            assert mc.optimal(GAME, checkpoint=path).total == 206
        except mc.MastermindCoreError as error:
            refused.append(str(error))
    assert len(refused) < 60
    assert not any("\n" in text for text in refused)


def test_results_that_were_changed_are_searched_again(kept):
    file = sqlite3.connect(kept, isolation_level=None)
    for change in ("substr(answer, 1, 30)", "answer || x'00'", "'text'", "7", "NULL", "x''"):
        file.execute(f"UPDATE answers SET answer = {change} WHERE rowid % 2")
    # A result of another job in its place.
    first = file.execute("SELECT answer FROM answers WHERE rowid % 2 = 0").fetchone()
    file.execute("UPDATE answers SET answer = ?", first)
    file.close()
    found = mc.optimal(GAME, checkpoint=kept)
    assert (found.total, found.proven) == (206, True)


def test_a_disk_that_fills_up_leaves_the_search_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(pace, "SPAN", 12)
    monkeypatch.setattr(pace, "SPAN_PLAIN", 12)
    begin = checkpoint.Checkpoint._begin

    def small(self, about):
        begin(self, about)
        full = "SELECT RAISE(FAIL, 'disk is full') WHERE 1 <= (SELECT count(*) FROM answers)"
        self._file.execute(f"CREATE TRIGGER full BEFORE INSERT ON answers BEGIN {full}; END")

    monkeypatch.setattr(checkpoint.Checkpoint, "_begin", small)
    with pytest.warns(UserWarning, match="full; the search goes on without it"):
        found = mc.optimal(GAME, checkpoint=tmp_path / "proof")
    assert (found.total, found.proven) == (206, True)


@pytest.mark.parametrize("path", ["no/such/folder/proof", ".", "a\0b"])
def test_a_path_that_cannot_be_written_is_noticed_before_the_search(path, monkeypatch):
    def searched(*_):
        raise AssertionError("searched before the file was looked at")

    monkeypatch.setattr("mastermind_core.exact.anytime.budget.solve", searched)
    with one_line(mc.BadArgument, "checkpoint", "give another file"):
        mc.optimal(GAME, checkpoint=path)


def test_a_search_without_time_for_symmetries_is_gone_on_with(tmp_path, monkeypatch):
    monkeypatch.setattr(pace, "SPAN", 12)
    monkeypatch.setattr(pace, "SPAN_PLAIN", 12)
    path = tmp_path / "proof"
    with monkeypatch.context() as hurried:
        hurried.setattr("mastermind_core.exact.problem.task_symmetries", lambda *_: ())
        mc.optimal(GAME, nodes=100, checkpoint=path)
    found = mc.optimal(GAME, checkpoint=path)
    assert (found.total, found.proven) == (206, True)


def test_a_copy_goes_on_where_the_first_ended(kept, tmp_path):
    again = tmp_path / "copy"
    shutil.copy(kept, again)
    one, other = (mc.optimal(GAME, checkpoint=path) for path in (kept, again))
    assert (one.total, one.nodes) == (other.total, other.nodes)


@pytest.mark.parametrize("path", ["no/such/folder/c", ".", "a\0b", "x" * 5000])
def test_a_certificate_that_cannot_be_written_is_noticed_before_its_search(path, monkeypatch):
    solution = mc.optimal(mc.TwoD(3))

    def searched(*_):
        raise AssertionError("searched before the file was looked at")

    monkeypatch.setattr(exact_kernel(), "certify", searched)
    with one_line(mc.BadArgument, "cannot write the certificate"):
        solution.certificate(path)
    with one_line(mc.BadArgument, "path must be the name of a file, not 3"):
        solution.certificate(3)


def test_a_certificate_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    solution, path = mc.optimal(mc.TwoD(3)), tmp_path / "proof.cert"
    path.write_text("what was there before")

    def stopped(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("mastermind_core.exact.proof.writer._lemma", stopped)
    with pytest.raises(KeyboardInterrupt):
        solution.certificate(path)
    assert path.read_text() == "what was there before"
    assert [one.name for one in tmp_path.iterdir()] == ["proof.cert"]


@pytest.mark.parametrize(
    "text",
    [
        b"[" * 200_000,
        b"[null, [1, 2], []]",
        b"[[1], [1, 1, 1, true, 1], []]",
        b'["tree", [1, 1, 1, true, 1], []]',
        b"[[[1e99], [0], [0], [0], [0]], [1, 1, 1, true, 1], []]",
        b'[null, ["1", 1, 1, true, 1], []]',
        b"[null, [1, 1, 1, true, 1], [[1, 2.5, true]]]",
        b" " * 2**27,
    ],
    ids=["deep", "short", "half a tree", "letters", "no number", "text", "opening", "bomb"],
)
def test_results_that_were_forged_are_searched_again(kept, text):
    file = sqlite3.connect(kept, isolation_level=None)
    content = zlib.compress(text)
    for (key,) in file.execute("SELECT job FROM answers").fetchall():
        blob = checkpoint._digest(key, content) + content
        file.execute("UPDATE answers SET answer = ? WHERE job = ?", (blob, key))
    file.close()
    found = mc.optimal(GAME, checkpoint=kept)
    assert (found.total, found.proven) == (206, True)


@pytest.fixture
def too_large(monkeypatch):
    """Take every game for one that is too large for a proof within its time."""
    monkeypatch.setattr(budget, "_HOPELESS", 0)
    monkeypatch.setattr(budget, "_BOUNDED", 10)


@pytest.mark.skipif(not is_compiled(), reason="in plain Python a pass takes long")
@pytest.mark.parametrize(
    ("objective", "colours", "seconds"), [("mean", 6, 6), ("worst-then-mean", 5, 4)]
)
def test_a_tree_that_time_ended_is_gone_on_with(too_large, tmp_path, objective, colours, seconds):
    game, found, kept = mc.Mastermind(colours=colours, holes=4), [], tmp_path / "tree"
    for _ in range(4):
        with turned_clock():
            found.append(mc.optimal(game, objective, seconds=seconds, checkpoint=kept))
    figures = [(one.worst, one.total) if "worst" in objective else one.total for one in found]
    assert figures == sorted(figures, reverse=True)
    assert figures[-1] < figures[0]
    bounds = [one.lower_bound for one in found]
    assert bounds == sorted(bounds)
    for one in found:
        lengths = mc.verify(game, one.tree)
        assert (lengths.total, lengths.worst) == (one.total, one.worst)
        assert one.lower_bound <= (5 if "worst" in objective else 5625)


@pytest.mark.skipif(not is_compiled(), reason="in plain Python greedy trees take all the looks")
def test_ctrl_c_keeps_the_tree_that_is_gone_on_with(too_large, tmp_path, monkeypatch):
    game, kept = mc.Mastermind(colours=6, holes=4), tmp_path / "tree"
    with monkeypatch.context() as patch, turned_clock():
        patch.setattr(Improver, "passes", lambda self: (signal.raise_signal(signal.SIGINT), look()))
        with pytest.raises(mc.errors.Interrupted) as stopped:
            mc.optimal(game, seconds=6, checkpoint=kept)
    first = stopped.value.solution.total
    with monkeypatch.context() as patch, turned_clock():
        patch.setattr(Improver, "passes", lambda self: None)
        patch.setattr(GreedyTrees, "better", lambda self, scores, task, found, *_, **__: found)
        assert mc.optimal(game, seconds=6, checkpoint=kept).total == first


def test_a_file_that_computes_what_is_read_is_refused(kept):
    file = sqlite3.connect(kept, isolation_level=None)
    file.execute("ALTER TABLE answers RENAME TO others")
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i, i FROM n"
    file.execute(f"CREATE VIEW answers AS {endless}")
    file.close()
    with one_line(mc.BadArgument, "it has views or triggers, and a checkpoint has none"):
        mc.optimal(GAME, checkpoint=kept)
