"""Checkpoints: killed at any moment, damaged, of another game, in use, on disks that fill up."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import textwrap
from functools import cache
from itertools import product
from random import Random

import pytest
from amounts import mostly_slow
from clock import turned_clock
from dividing import Here, small_jobs
from errors import one_line

import mastermind_core as mc
from mastermind_core.errors import BadArgument
from mastermind_core.exact import problem
from mastermind_core.exact.anytime import budget
from mastermind_core.exact.anytime.greedy import GreedyTrees
from mastermind_core.exact.anytime.passes import Passes
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels import is_compiled, look

GAME = mc.Mastermind(colours=4, holes=3)
OBJECTIVES = ("worst", "mean", "worst-then-mean", "mean-then-worst", "within:3-then-mean")
HOW = {
    "alone": {},
    "threads": {"threads": 2},
    "workers": {"workers": 2},
    "executor": {"executor": Here()},
}
COMPILED = pytest.mark.skipif(not is_compiled(), reason="plain Python keeps no sets")


@pytest.fixture
def cut_small():
    with small_jobs():
        yield


@pytest.fixture
def kept(tmp_path):
    """Return a checkpoint that holds a part of a search."""
    path = tmp_path / "proof"
    mc.optimal(GAME, nodes=60, checkpoint=path)
    return path


def right(path, game=GAME, objective="mean", **options):
    """Say whether a search with a checkpoint ends as one without."""
    found, alone = (
        mc.optimal(game, objective, checkpoint=path, **options),
        mc.optimal(game, objective),
    )
    if objective != "worst":  # of which any tree does
        assert mc.to_text(found) == mc.to_text(alone)
    return (found.values, found.lower_bound, found.proven) == (
        alone.values, alone.lower_bound, True
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "objective"),
    mostly_slow(
        [*product(HOW, OBJECTIVES)],
        # Four searches start processes of their own in each of those with workers.
        quick=[pair for pair in product(HOW, OBJECTIVES) if pair[0] != "workers"]
        + [("workers", "mean-then-worst")],
    ),
)
def test_a_search_is_gone_on_with(cut_small, tmp_path, objective, name):
    how, path = HOW[name], tmp_path / "proof"
    for nodes in (10, 40, 80):
        found = mc.optimal(GAME, objective, nodes=nodes, checkpoint=path, **how)
        assert found.lower_bound <= mc.optimal(GAME, objective).lower_bound
    assert right(path, objective=objective, **how)
    assert right(path, objective=objective)


@COMPILED
@pytest.mark.parametrize(
    "how", [{}, {"threads": 2}, {"executor": Here()}, {"workers": 2}], ids="".join
)
def test_what_was_found_is_not_searched_again(tmp_path, how):
    path, game = tmp_path / "proof", mc.Mastermind(colours=6, holes=4)
    first = mc.optimal(game, checkpoint=path, **how)
    again = mc.optimal(game, checkpoint=path, executor=Here())
    assert again.nodes < first.nodes / 2
    assert mc.to_text(again) == mc.to_text(first)


def test_a_copy_goes_on_where_the_first_ended(kept, tmp_path):
    again = tmp_path / "copy"
    shutil.copy(kept, again)
    one, other = (mc.optimal(GAME, checkpoint=path) for path in (kept, again))
    assert (one.total, one.nodes) == (other.total, other.nodes)


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"objective": "worst"}, 'its objective is "mean", and not "worst"'),
        ({"objective": "within:3-then-mean"}, 'its objective is "mean", and not "within:3-'),
        ({"pool": "candidates"}, 'its pool is "all", and not "candidates"'),
        ({"max_steps": 6}, "its max_steps is -1, and not 6"),
        ({"first_guess": (1, 1)}, "its first_guess is .*, and not"),
        ({"game": mc.TwoD(5)}, "its game is .TwoD of 16 x 16 answers"),
    ],
)
def test_a_checkpoint_of_something_else(tmp_path, other, words):
    path = tmp_path / "proof"
    mc.optimal(mc.TwoD(4), checkpoint=path)
    game = other.pop("game", mc.TwoD(4))
    with pytest.raises(BadArgument, match=words):
        mc.optimal(game, checkpoint=path, **other)
    assert right(path, mc.TwoD(4))


def test_a_checkpoint_knows_games_by_their_answers_weights_costs_and_goals(tmp_path):
    def game(score, **named):
        return mc.FiniteGame(range(6), range(6), score, {0}, **named)

    def sign(g, s):
        return (g > s) - (g < s)

    mc.optimal(game(sign), checkpoint=tmp_path / "proof")
    for other in (
        game(lambda g, s: abs(g - s)),
        game(sign, weights=[2, 1, 1, 1, 1, 1]),
        game(sign, costs=[2, 1, 1, 1, 1, 1]),
        game(sign, goal=int),
    ):
        with pytest.raises(BadArgument, match="its game is"):
            mc.optimal(other, checkpoint=tmp_path / "proof")


ANOTHER_PROCESS = """
import sys
import mastermind_core as mc

class Thing:
    def __init__(self, number):
        self.number = number
    def __eq__(self, other):
        return self.number == other.number
    def __hash__(self):
        return hash(self.number)

class Game:
    guesses = secrets = tuple(map(Thing, range(6)))
    endstates = frozenset(["found", "it", "here"])
    def score(self, guess, secret):
        return "found" if guess == secret else f"far {(guess.number * secret.number) % 4}"

print(mc.optimal(Game(), checkpoint=sys.argv[1]).total, repr(Game()), repr(Thing(0)))
"""


def test_a_checkpoint_is_gone_on_from_by_another_process(tmp_path):
    """Neither addresses in what its game and items say of themselves nor hashes hinder that."""
    said = set()
    for seed in "01":
        ran = subprocess.run(
            [sys.executable, "-P", "-c", ANOTHER_PROCESS, tmp_path / "proof"],
            capture_output=True, text=True, check=False, env={**os.environ, "PYTHONHASHSEED": seed},
        )  # fmt: skip
        assert not ran.stderr
        total, text = ran.stdout.split(maxsplit=1)
        said.add(text)
    assert len(said) == 2, "the addresses are the same by chance"
    assert total == "12"


def test_files_that_are_no_checkpoints(tmp_path):
    for at, content in enumerate([b"not a checkpoint" * 2000, b"x", b"mastermind_core\n"]):
        path = tmp_path / str(at)
        path.write_bytes(content)
        with one_line(
            BadArgument, "the file is not a checkpoint, or is damaged; give another file"
        ):
            mc.optimal(mc.TwoD(3), checkpoint=path)
        assert path.read_bytes() == content


@pytest.mark.parametrize("path", ["no/such/folder/proof", ".", "a\0b", "x" * 5000])
def test_a_path_that_cannot_be_written_is_noticed_before_the_search(path, monkeypatch):
    def searched(*_):
        raise AssertionError("searched before the file was looked at")

    monkeypatch.setattr("mastermind_core.exact.anytime.budget.solve", searched)
    with one_line(mc.BadArgument, "checkpoint", "give another file"):
        mc.optimal(GAME, checkpoint=path)


def test_two_searches_do_not_share_a_file(tmp_path):
    path, refused = tmp_path / "proof", []

    def again(*_):
        if not refused:
            with pytest.raises(BadArgument, match="it is in use: another search writes to it"):
                mc.optimal(GAME, checkpoint=path)
            code = f"import mastermind_core as mc; mc.optimal({GAME!r}, checkpoint={str(path)!r})"
            code = code.replace("Mastermind(", "mc.Mastermind(")
            ran = subprocess.run(
                [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False
            )
            refused.append(ran.stderr)

    found = mc.optimal(GAME, checkpoint=path, progress=again)
    assert (found.total, found.proven) == (206, True)
    assert "it is in use: another search writes to it" in refused[0]


def test_damaged_bytes_end_in_one_line_or_in_the_right_answer(kept, tmp_path):
    """The bytes are those of what the file is about, of its tree, and of its table."""
    whole, random, refused = kept.read_bytes(), Random(2), []
    written = [at for at, byte in enumerate(whole) if byte]
    for number in range(60):
        content = bytearray(whole)
        for _ in range(random.choice([1, 1, 3, 40])):
            content[random.choice(written)] = random.randrange(256)
        if number % 10 == 0:
            del content[random.randrange(len(content)) :]
        path = tmp_path / f"damaged-{number}"
        path.write_bytes(content)
        try:
            assert right(path)
        except mc.MastermindCoreError as error:
            refused.append(str(error))
        path.unlink()
    assert len(refused) < 60
    assert not any("\n" in text for text in refused)


@COMPILED
def test_a_table_that_is_overwritten_is_searched_again(kept):
    from mastermind_core.kernels.exact.sharing import FRONT

    for begin, count in ((0, 8), (8, 8), (16, 1), (64, 8), (4096, 32 * 1024)):
        for byte in (b"\xff", b"\x07", b"\x00"):
            with kept.open("r+b") as file:
                file.seek(FRONT + begin)
                file.write(byte * count)
            assert right(kept)


def search_with_room(path, count):
    """Search in a process whose files may have so many bytes."""
    code = """
        import resource, signal, sys
        import mastermind_core as mc
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
        print(mc.optimal(mc.Mastermind(colours=4, holes=3), checkpoint=sys.argv[1]).total)
    """
    return subprocess.run(
        # No bytecode: a file of it that is cut short would stay.
        [sys.executable, "-B", "-P", "-c", textwrap.dedent(code), path, str(count)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such limits")
@pytest.mark.parametrize("count", mostly_slow([0, 1, 20, 100], quick=[20]))
def test_a_full_disk_is_noticed_before_the_search(tmp_path, count):
    path = tmp_path / "proof"
    last = search_with_room(path, count).stderr.splitlines()[-1]
    assert "BadArgument: checkpoint" in last
    assert last.endswith("; give another file")
    assert path.read_bytes() == b""
    assert right(path)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such limits")
def test_a_disk_that_fills_up_leaves_the_search_alone(tmp_path):
    """Files may have so many bytes: none for a table, few for one, or for a tree."""
    for count in (1000, 100_000, (1 << 22) + 1000, (1 << 22) + 40_000):
        ran = search_with_room(tmp_path / str(count), count)
        assert ran.stdout == "206\n", ran.stderr
        warned = "the search goes on without it" in ran.stderr
        assert warned == (is_compiled() and count < (1 << 22) + 40_000) or count == 1000


def test_a_search_without_time_for_symmetries_is_gone_on_with(tmp_path, monkeypatch):
    path = tmp_path / "proof"
    with monkeypatch.context() as hurried:
        none = problem.SearchSymmetries()
        hurried.setattr(problem, "search_symmetries", lambda *_: none)
        mc.optimal(GAME, nodes=100, checkpoint=path)
    assert right(path)


@pytest.mark.parametrize("path", ["no/such/folder/c", ".", "a\0b", "x" * 5000])
def test_a_certificate_that_cannot_be_written_is_noticed_before_its_search(path, monkeypatch):
    solution = mc.optimal(mc.TwoD(3))

    def searched(*_):
        raise AssertionError("searched before the file was looked at")

    monkeypatch.setattr(kernels.exact, "certify", searched)
    with one_line(mc.BadArgument, "cannot write the certificate"):
        solution.write_certificate(path)
    with one_line(mc.BadArgument, "path must be the name of a file, not 3"):
        solution.write_certificate(3)


def test_a_certificate_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    solution, path = mc.optimal(mc.TwoD(3)), tmp_path / "proof.cert"
    path.write_text("what was there before")

    def stopped(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("mastermind_core.exact.proof.writer._lemma", stopped)
    with pytest.raises(KeyboardInterrupt):
        solution.write_certificate(path)
    assert path.read_text() == "what was there before"
    assert [one.name for one in tmp_path.iterdir()] == ["proof.cert"]


@pytest.fixture
def too_large(monkeypatch):
    """Take every game for one that is too large for a proof within its time."""
    monkeypatch.setattr(budget, "_HOPELESS", 0)
    monkeypatch.setattr(budget, "_BOUNDED", 10)


@COMPILED
@pytest.mark.parametrize(
    ("objective", "colours", "seconds"), [("mean", 6, 6), ("worst-then-mean", 5, 4)]
)
def test_a_tree_that_time_ended_is_gone_on_with(too_large, tmp_path, objective, colours, seconds):
    game, found, kept = mc.Mastermind(colours=colours, holes=4), [], tmp_path / "tree"
    for longest, checkpoint in [(seconds, kept)] * 3 + [(2, kept), (2, None)]:
        with turned_clock():
            found.append(mc.optimal(game, objective, seconds=longest, checkpoint=checkpoint))
    figures = [(one.worst, one.total) if "worst" in objective else one.total for one in found]
    *figures, afresh = figures
    assert figures == sorted(figures, reverse=True)
    assert figures[-1] < afresh
    bounds = [one.lower_bound for one in found[:-1]]
    assert bounds == sorted(bounds)
    for one in found:
        lengths = mc.replay(game, one.tree)
        assert (lengths.total, lengths.worst) == (one.total, one.worst)
        assert one.lower_bound <= (5 if "worst" in objective else 5625)


@COMPILED
def test_a_tree_that_was_half_written_leaves_the_one_before(too_large, tmp_path):
    """Of two places the newer one is damaged: the older one counts, then none."""
    game, kept, totals = mc.Mastermind(colours=6, holes=4), tmp_path / "tree", []
    for _ in range(2):
        with turned_clock():
            totals.append(mc.optimal(game, seconds=6, checkpoint=kept).total)
    damaged = bytearray(kept.read_bytes())
    places = [1 << 16, (1 << 16) + ((1 << 22) - (1 << 16)) // 2]
    newer = max(places, key=lambda at: damaged[at + 16 : at + 24])
    damaged[newer + 100] ^= 1
    kept.write_bytes(damaged)
    with turned_clock():
        assert mc.optimal(game, seconds=6, checkpoint=kept).total <= totals[0]


@COMPILED
def test_ctrl_c_keeps_the_tree_that_is_gone_on_with(too_large, tmp_path, monkeypatch):
    game, kept = mc.Mastermind(colours=6, holes=4), tmp_path / "tree"
    with monkeypatch.context() as patch, turned_clock():
        patch.setattr(Passes, "lessen", lambda *_: (signal.raise_signal(signal.SIGINT), look()))
        with pytest.raises(mc.errors.Interrupted) as stopped:
            mc.optimal(game, seconds=6, checkpoint=kept)
    first = stopped.value.solution.total
    with monkeypatch.context() as patch, turned_clock():
        patch.setattr(Passes, "lessen", lambda *_: None)
        patch.setattr(GreedyTrees, "better", lambda self, scores, task, found, *_, **__: found)
        assert mc.optimal(game, seconds=6, checkpoint=kept).total == first


RUN = """
    import sys
    import mastermind_core as mc

    if __name__ == "__main__":
        path, colours, holes, objective, how, count = sys.argv[1:]
        game = mc.Mastermind(colours=int(colours), holes=int(holes))
        print("begins", flush=True)
        try:
            found = mc.optimal(
                game,
                objective,
                **{how: int(count)},
                checkpoint=path,
                progress=lambda done, total: print(done, flush=True),
            )
        except mc.errors.Interrupted as stopped:
            found = stopped.solution
        print(found.total, found.worst, found.lower_bound, found.proven, found.nodes)
"""


@pytest.fixture
def start(tmp_path):
    script = tmp_path / "run.py"
    script.write_text(textwrap.dedent(RUN))
    running = []

    def begin(*arguments):
        process = subprocess.Popen(
            [sys.executable, str(script), *map(str, arguments)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        running.append(process)
        assert process.stdout.readline() == "begins\n"
        return process

    yield begin
    for process in running:
        process.kill()
        process.communicate()


@cache
def found_alone(objective):
    return mc.optimal(mc.Mastermind(colours=7, holes=4), objective)


@COMPILED
@pytest.mark.parametrize(
    ("objective", "how"),
    [
        ("mean", ("threads", 1)),
        pytest.param("worst-then-mean", ("workers", 2), marks=pytest.mark.slow),
        pytest.param("mean", ("threads", 2), marks=pytest.mark.slow),
        pytest.param("mean", ("workers", 2), marks=pytest.mark.slow),
        pytest.param("worst-then-mean", ("threads", 1), marks=pytest.mark.slow),
        pytest.param("worst-then-mean", ("threads", 2), marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_killed_again_and_again(start, tmp_path, how, objective):
    """Whenever it is killed, what was found is kept, and the end is that of one go."""
    random, arguments = Random(6), (tmp_path / "proof", 7, 4, objective, *how)
    for _ in range(3):
        process = start(*arguments)
        for _ in range(random.randint(1, 9)):
            if not process.stdout.readline():
                break
        process.send_signal(signal.SIGKILL)
        process.wait()
    out, err = start(*arguments).communicate(timeout=600)
    assert err == ""
    *figures, nodes = out.splitlines()[-1].split()
    alone = found_alone(objective)
    assert figures == [str(n) for n in (alone.total, alone.worst, alone.lower_bound, True)]
    assert int(nodes) < (alone.nodes if how == ("threads", 1) else 2 * alone.nodes)


@COMPILED
@pytest.mark.parametrize(
    "how", [("threads", 1), pytest.param(("workers", 2), marks=pytest.mark.slow)], ids=str
)
def test_ctrl_c_is_quick_and_quiet(start, tmp_path, how):
    process = start(tmp_path / "proof", 8, 4, "mean", *how)
    while int(process.stdout.readline()) < 1:
        pass
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=600)
    assert err == ""
    total, _, lower, proven, _ = out.splitlines()[-1].split()
    assert (int(lower) < int(total), proven) == (True, "False")
