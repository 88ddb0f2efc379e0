"""Files made to do harm are refused with one line, soon and in little memory."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

import pytest
from errors import one_line

import mastermind_core as mc

MIB = 1 << 20


def document(value, *games):
    """Return the text of a document."""
    return json.dumps({"mastermind_core": 1, "games": list(games), "value": value})


def named(name, **options):
    return {"named": {"name": name, "options": options}}


def written(**fields):
    lists = {"guesses": [1, 2], "secrets": [1, 2], "scores": [0, 1]}
    rest = {"ends": [1], "weights": None, "rows": [[1, 0], [0, 1]]}
    return {"written": {"name": "game", **lists, **rest, **fields}}


def tree(**fields):
    small = {
        "game": 0,
        "allows_uninformative": False,
        "candidates": None,
        "guesses": [1, 2],
        "scores": [0, 1],
    }
    arrays = {"asks": [0, 1], "edges": [2, 1], "answers": [0, 1, 1], "leads": [1, 0, 0]}
    return {"tree": {**small, **arrays, **fields}}


def lengths(pairs):
    return {"distribution": {"lengths": pairs, "single_sample": False}}


def chain(length):
    """Return a tree that is as deep as it has nodes."""
    return tree(
        guesses=[[number + 1] for number in range(length)],
        scores=[{"namedtuple": {"Pegs": {"black": at, "white": 0}}} for at in (0, 1)],
        asks=list(range(length)),
        edges=[2] * length,
        answers=[0, 1] * length,
        leads=[number for at in range(length) for number in (at + 1 if at + 1 < length else 0, 0)],
    )


def codes(colours, holes, repeats="both"):
    return named("mastermind", colours=colours, holes=holes, repeats=repeats)


SAME_HASH = [number * ((1 << 61) - 1) for number in range(1, 200_000)]

#: What each file holds, by what is wrong with it.
LARGE = {
    "a bomb": lambda: gzip.compress(b" " * (1 << 30), 9),
    "a bomb of brackets": lambda: gzip.compress(b"[" * (64 * MIB), 9),
    "a million deep": lambda: b"[" * 1_000_000,
    "a million objects deep": lambda: b'{"list":' * 400_000,
    "one long line": lambda: b'{"mastermind_core":1,"value":"' + b"x" * (100 * MIB) + b'"}',
    "empty lists": lambda: document([[]] * 3_000_000).replace(" ", "").encode(),
    "empty objects": lambda: ("[" + "{}," * 3_000_000 + "1]").encode(),
    "long numbers": lambda: document([int("9" * 4000)] * 3000).encode(),
    "a number too long": lambda: b"9" * 1_000_000,
    "many wide texts": lambda: (document(["\N{GRINNING FACE}"] * 1000)).encode() * 200,
    "a wide text": lambda: '"\N{GRINNING FACE}'.encode() + b"x" * (15 * MIB) + b'"',
    "numbers of one hash": lambda: document({"frozenset": SAME_HASH}).encode(),
    "keys of one hash": lambda: document({"dict": [[key, 0] for key in SAME_HASH]}).encode(),
    "a tree of one hash": lambda: document(tree(guesses=SAME_HASH), written()).encode(),
    "lengths of one hash": lambda: document(
        {"distribution": {"lengths": [[key, 1] for key in SAME_HASH], "single_sample": False}}
    ).encode(),
    "a deep chain": lambda: document(chain(60_000), codes(60_000, 1)).encode(),
    "classes by the thousand": lambda: document(
        [{"namedtuple": {f"T{at}": {"x": 1}}} for at in range(100_000)]
    ).encode(),
    "codes beyond counting": lambda: document(tree(), codes(65536, 65536)).encode(),
    "codes beyond memory": lambda: document(tree(), codes(10, 9)).encode(),
    "a large grid": lambda: document(
        tree(guesses=[[0, 0], [0, 1]]), named("twod", size=3000)
    ).encode(),
    "a large table": lambda: document({"table": 0}, named("twod", size=3000)).encode(),
    "a table that is slow": lambda: document({"table": 0}, named("twod", size=100)).encode(),
    "a session without end": lambda: document(
        {"session": {"game": 0, "strategy": None, "history": [[1, 0]] * 300_000}}, written()
    ).encode(),
    "games without end": lambda: document(1, *[written()] * 5000).encode(),
}

MEASURE = """
import json, sys
import mastermind_core as mc
mc.load(sys.argv[2])
for path in sys.argv[3:]:
    try:
        mc.load(path)
        line = "loaded"
    except mc.MastermindCoreError as error:
        line = str(error)
    print(json.dumps(line), flush=True)
status = open("/proc/self/status").read().split()
print(int(status[status.index("VmHWM:") + 1]) / 1024)
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_files_made_to_do_harm_are_refused_soon_and_in_little_memory(tmp_path):
    """Each would take hours, or all the memory; that is of the process that reads them all."""
    mc.save(mc.optimal(mc.TwoD(3)), tmp_path / "good")
    paths = []
    for number, make in enumerate(LARGE.values()):
        paths.append(tmp_path / f"{number}")
        paths[-1].write_bytes(make())
    done = subprocess.run(
        [sys.executable, "-P", "-c", MEASURE, "", tmp_path / "good", *paths],
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    *lines, memory = done.stdout.splitlines()
    assert len(lines) == len(LARGE)
    for name, line in zip(LARGE, lines, strict=True):
        reason = json.loads(line)
        assert reason != "loaded" or name == "long numbers", name
        assert "\n" not in reason, name
        assert len(reason) < 300, (name, reason)
    assert float(memory) < 200


GOOD = document(tree(), written())

REFUSED = {
    "": "the text is not JSON",
    "null": "not a saved result",
    "[]": "not a saved result",
    '{"mastermind_core": 2, "games": [], "value": 1}': "the file has the format 2, and only 1",
    '{"mastermind_core": true, "games": [], "value": 1}': "the file has the format True",
    '{"mastermind_core": 1, "games": [], "value": 1, "more": 1}': "and nothing else",
    '{"mastermind_core": 1, "games": {}, "value": 1}': "games must be an array",
    '{"mastermind_core": 1, "games": [], "value": NaN}': "the text has NaN",
    '{"mastermind_core": 1, "games": [], "value": -Infinity}': "the text has -Infinity",
    '{"mastermind_core": 1, "games": [], "value": 1e999}': "the number '1e999'",
    '{"mastermind_core": 1, "games": [], "value": 1, "value": 2}': "'value' twice",
    document({"a": 1, "b": 2}): "an object of one field",
    document({}): "an object of one field",
    document({"nothing": 1}): "'nothing' is not a known kind",
    document({"game": 0}): "game 0 is not one of the 0",
    document({"game": -1}, written()): "game -1",
    document({"game": True}, written()): "game True",
    document({"game": 0}, {"named": {"name": "chess", "options": {}}}): "'chess' is unknown",
    document({"game": 0}, named("twod", size=1, more=2)): "no option 'more'",
    document({"game": 0}, named("twod", size="x")): "cannot be made",
    document({"game": 0}, named("twod", size=10**9)): "over 65536",
    document({"game": 0}, named("wordle", answers=[1])): "cannot be made",
    document({"game": 0}, named("wordle", answers=None)): "cannot be made",
    document({"game": 0}, named("mastermind", colours=[{"list": []}])): "cannot be made",
    document({"game": 0}, named("mastermind", colours={"game": 0})): "contains itself",
    document({"game": 0}, {"given": {}}): "fingerprint, and nothing else",
    document(
        {"game": 0}, {"other": {}}
    ): "named, variant, written, flaky_history, flaky_culprits, noisy, likely, given",
    document({"game": 0}, written(rows=[[1, 0]])): "rows must be 2 arrays of 2",
    document({"game": 0}, written(rows=[[1, 0], [0, 2]])): "rows has 2",
    document({"game": 0}, written(rows=[[1, 0], [0, True]])): "integers",
    document({"game": 0}, written(ends=[2])): "ends has 2",
    document({"game": 0}, written(weights=[1, -1])): "from 0, or null, not (1, -1)",
    document({"game": 0}, written(weights=[0, 0])): "all weights are 0",
    document({"game": 0}, written(weights=[1, "2"])): "integers or fractions",
    document({"game": 0}, written(costs=[1, 0])): "the cost of 2 must be a number over 0",
    document({"game": 0}, written(goals=[1])): "1 entries for 2 secrets",
    document({"game": 0}, written(guesses=[1, 1])): "twice",
    document({"game": 0}, written(scores=[0, 0])): "a score twice",
    document({"game": 0}, written(guesses=[1, {"list": []}])): "",
    document(tree(game=1), written()): "game 1",
    document(tree(more=1), written()): "and nothing else",
    document(tree(guesses=[1, 3]), written()): "node 1: 3 is not a guess",
    document(tree(guesses=[1, {"list": []}]), written()): "cannot be hashed",
    document(tree(asks=[0, 2]), written()): "asks has 2",
    document(tree(asks=[]), written()): "leads has 1",
    document(tree(edges=[2, 2]), written()): "inconsistent",
    document(tree(answers=[0, 0, 1]), written()): "two branches have the same score",
    document(tree(answers=[0, 1, 0]), written()): "a branch is for 0",
    document(tree(leads=[0, 1, 0]), written()): "node 0",
    document(tree(leads=[1, 1, 0]), written()): "goes back to node 1",
    document(tree(leads=[0, 0, 0]), written()): "no branch leads to this node",
    document(tree(leads=[1, 0, 1]), written()): "goes back",
    document(tree(candidates=[1, 0]), written()): "in increasing order",
    document(tree(candidates=[]), written()): "in increasing order",
    document(tree(candidates=[0]), written()): "a branch is for 0, the score of no",
    document(
        tree(allows_uninformative=0), written()
    ): "allows_uninformative of the tree must be true or false",
    document(lengths([])): "at least one secret",
    document(lengths([[1, 0]])): "counts over 0",
    document(lengths([[1, 1], [1, 1]])): "a key twice",
    document(
        lengths([[True, 1]])
    ): "lengths of the distribution must be of type Sequence[tuple[int, int | Fraction]]",
    document({"expected_distribution": {"shares": [[1, {"fraction": [1, 2]}]]}}): "add up to 1",
    document({"fraction": [1, 0]}): "positive denominator",
    document({"bytes": "xy"}): "hexadecimal",
    document({"float": "1"}): "of type Literal['inf', '-inf', 'nan']",
    document({"float": [1]}): "float must be of type",
    document({"frozenset": [1, 1]}): "an item twice",
    document({"frozenset": [{"list": []}]}): "cannot be hashed",
    document({"dict": [[{"list": []}, 1]]}): "cannot be hashed",
    document({"dict": [1]}): "an array of pairs",
    document({"namedtuple": {"Pegs": {"white": 1}}}): "Pegs has the fields",
    document({"namedtuple": {"class": {"x": 1}}}): "cannot be a named tuple",
    document({"namedtuple": {"T": {"_x": 1}}}): "cannot be a named tuple",
    document({"namedtuple": {"T": {"__import__('os')": 1}}}): "cannot be a named tuple",
    document(
        {"worst_case": {"path": [[1]], "secret": 1, "single_sample": False}}
    ): "path of the worst_case",
    document({"guess": 0}): "before it names a game",
    document([{"game": 0}, {"secret": 2}], written()): "not the index of one of the 2 secrets",
    document({"record": {}}): "may have cost, right, and nothing else",
    document({"summary": {"strategy": "x", "records": []}}): "records of the summary must be",
    document({"summary": {"strategy": 1, "records": []}}): "of the summary must be a string",
    document({"session": {"game": 0, "strategy": "x", "history": []}}, written()): "'x' is unknown",
    document(
        {"session": {"game": 0, "strategy": None, "history": [[1, 5]]}}, written()
    ): "5 is not a score of this game",
}


@pytest.mark.parametrize("text", list(REFUSED), ids=range(len(REFUSED)))
def test_what_does_not_fit_together_is_refused(text, tmp_path):
    with one_line(mc.BadFile, REFUSED[text]):
        mc.from_json(text)
    path = tmp_path / "file"
    path.write_text(text)
    with one_line(mc.BadFile, "'file'", REFUSED[text]):
        mc.load(path)


def test_the_good_one_is_none_of_these():
    assert mc.from_json(GOOD).guess == 1


def changed(value, **fields):
    """Return a saved result with some of its fields changed."""
    content = json.loads(mc.to_json(value))
    next(iter(content["value"].values())).update(fields)
    return json.dumps(content)


def test_figures_that_are_not_those_of_the_tree_are_refused():
    solution = mc.optimal(mc.TwoD(4), "worst-then-mean")
    for fields in (
        {"total": solution.total - 1},
        {"worst": solution.worst + 1},
        {"lower_bound": solution.lower_bound + 1},
        {"lower_bound": 0},
        {"proven": 1},
        {"objective": "best"},
        {"nodes": -1},
        {"seconds": "long"},
        {"total": None},
    ):
        with one_line(mc.BadFile):
            mc.from_json(changed(solution, **fields))
    verdict = mc.is_greedy_optimal(mc.TwoD(4), "knuth", "mean")
    for fields in (
        {"greedy": 1},
        {"optimal": verdict.optimal - 1},
        {"objective": "worst"},
        {"counterexample": [9, 9]},
        {"lengths": lengths([[1, 16]])},
        {"solution": 3},
    ):
        with one_line(mc.BadFile):
            mc.from_json(changed(verdict, **fields))


def test_equilibria_and_oracles_that_cannot_be():
    found = mc.equilibrium(mc.TwoD(2))
    for fields in (
        {"game": 3},
        {"lower": -1},
        {"codemaker": [[1, 2]]},
        {"codemaker": {"dict": [[[0, 0], -1]]}},
        {"codebreaker": [[1]]},
        {"codebreaker": [[1, 2]]},
        {"codebreaker": 4},
        {"symmetries": [[[0, 1]]]},
        {"symmetries": [[[0, -1], [0, 1]]]},
        {"searches": -1},
    ):
        with one_line(mc.BadFile):
            mc.from_json(changed(found, **fields))
    asked = mc.Oracle(mc.TwoD(2))
    asked.minimum()
    (digest,) = {candidates.hex() for candidates, _ in asked.totals}
    for fields in (
        {"objective": "both"},
        {"pool": "lawful"},
        {"pool": []},
        {"found": []},
        {"found": {"zz": []}},
        {"found": {digest: 3}},
        {"found": {digest: [3]}},
        {"found": {digest: [[4, 8]]}},
        {"found": {digest: [[-1, 0]]}},
        {"more": 1},
    ):
        with one_line(mc.BadFile):
            mc.from_json(changed(asked, **fields))


def test_figures_of_other_results_that_cannot_be():
    game = mc.TwoD(2)
    priced = mc.simulate(mc.priced(game, [1, 2, 3, 4]), "knuth", games=1)
    for value, fields in (
        (mc.tie_spectrum(game), {"totals": []}),
        (mc.tie_spectrum(game), {"totals": [8, 7]}),
        (mc.tie_spectrum(game), {"minimum_tree": None}),
        (mc.studies.tie_study(game, "knuth", orders=2), {"shuffled": {"dict": []}}),
        (mc.studies.tie_study(game, "knuth", orders=2), {"shuffled": {"dict": [[1, 2]]}}),
        (mc.compare(game, ["knuth"], games=2), {"rows": []}),
        (mc.equilibrium(game), {"codemaker": {"dict": []}}),
        (priced.records[0], {"cost": "much"}),
        (priced.records[0], {"length": -1}),
    ):
        with one_line(mc.BadFile):
            mc.from_json(changed(value, **fields))


def test_figures_may_be_fractions():
    game = mc.weighted(mc.TwoD(2), [Fraction(1, 3), 1, 1, 1])
    verdict = mc.is_greedy_optimal(game, "knuth", "mean")
    assert type(verdict.optimal) is Fraction
    assert mc.from_json(mc.to_json(verdict)).greedy == verdict.greedy


def test_paths_that_are_no_files(tmp_path):
    value = mc.Distribution({1: 1})
    for path in (tmp_path, "/dev/zero", "/dev/full"):
        with one_line(mc.BadFile, "not a file"):
            mc.load(path)
        with one_line(mc.BadArgument, "cannot be written"):
            mc.save(value, path)
    os.mkfifo(tmp_path / "pipe")
    with one_line(mc.BadFile, "not a file"):
        mc.load(tmp_path / "pipe")
    for path in (tmp_path / "no" / "such", "a\0b", "x" * 5000):
        with one_line(mc.BadFile, "cannot be read"):
            mc.load(path)
        with one_line(mc.BadArgument, "cannot be written"):
            mc.save(value, path)
    for path in (3, None, b"x"):
        with one_line(mc.BadArgument, "path must be the name of a file"):
            mc.load(path)
        with one_line(mc.BadArgument, "path must be the name of a file"):
            mc.save(value, path)


def test_a_damaged_archive(tmp_path):
    path = tmp_path / "x.gz"
    mc.save(mc.optimal(mc.TwoD(4)), path)
    packed = path.read_bytes()
    for damaged in (packed[:-9], packed[:40], packed[:60] + b"\0\0" + packed[62:]):
        path.write_bytes(damaged)
        with one_line(mc.BadFile, "x.gz", "damaged or truncated"):
            mc.load(path)


def test_what_is_there_stays_until_the_new_one_is_complete(tmp_path):
    path = tmp_path / "value"
    mc.save(1, path)
    path.chmod(0o640)
    with one_line(mc.BadArgument, "cannot be saved"):
        mc.save(object(), path)
    assert mc.load(path) == 1
    link = tmp_path / "link"
    link.symlink_to(path)
    mc.save(2, link)
    assert link.is_symlink()
    assert mc.load(path) == 2
    assert path.stat().st_mode & 0o777 == 0o640
    assert sorted(item.name for item in tmp_path.iterdir()) == ["link", "value"]


def test_a_full_disk_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "value"
    mc.save(1, path)

    def full(number):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with one_line(mc.BadArgument, "cannot be written: No space left on device"):
        mc.save(2, path)
    assert mc.load(path) == 1
    assert [item.name for item in tmp_path.iterdir()] == ["value"]


def test_the_limit_is_the_callers(tmp_path):
    text = mc.to_json("x" * 1000)
    with one_line(mc.BadFile, "over the limit of 500"):
        mc.from_json(text, limit=500)
    assert mc.from_json(text, limit=2000) == "x" * 1000
    path = Path(tempfile.mkdtemp(dir=tmp_path)) / "x"
    mc.save("x" * 1000, path)
    with one_line(mc.BadFile, "over 500 bytes"):
        mc.load(path, limit=500)
    for limit in (0, True, "1", None):
        with one_line(mc.BadArgument, "limit must be an integer (bytes) from 1"):
            mc.from_json(text, limit=limit)
