"""What checking costs is in proportion to the file, whatever it repeats: counted, not timed."""

from __future__ import annotations

import sys
from itertools import cycle, islice, pairwise

import pytest
from certificate_maker import Asked, certificate, write
from forged import says

import mastermind_core as mc

_GRID = mc.TwoD(3)
#: With weights no glance helps: what is known of blocks has to be looked up.
GAME = mc.FiniteGame(
    _GRID.guesses, _GRID.secrets, _GRID.score, _GRID.endstates, weights=range(1, 10)
)
PARTS = "/checker/"
#: By this objective every secret costs at least 1 after any number of guesses.
PRICED = "penalty:9,10,12,15-then-mean"


def work_on(path):
    """Count the lines that the checker runs for a file."""
    ran = 0

    def count(frame, event, _):
        nonlocal ran
        if PARTS not in frame.f_code.co_filename.replace("\\", "/"):
            return None
        ran += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        assert mc.verify_certificate(GAME, path).proven
    finally:
        sys.settrace(before)
    return ran


def blocks():
    """List the blocks that any first guess leaves."""
    found = set()
    for guess in GAME.guesses:
        block = {}
        for at, secret in enumerate(GAME.secrets):
            block.setdefault(GAME.score(guess, secret), []).append(at)
        found.update(map(tuple, block.values()))
    return sorted(found)


def repeated(lines, times):
    """Say true things again and again, of all that the last lemma looks up, and then that."""
    many = [
        {"lemma": {"secrets": list(block), "steps": steps, "least": least, "alike": []}}
        for block in blocks()
        for steps, least in [(None, 1), (None, len(block)), (len(block) + 7, 0), (0, 10**9)]
    ]
    more = [*islice(cycle(many), times), *[lines[-1]] * (times // 10)]
    head = {**lines[0], "lemmas": lines[0]["lemmas"] + len(more)}
    return [head, *lines[1:-1], *more, lines[-1]]


def after_any_number(lines):
    """Say how many guesses were made before each lemma that is said again."""
    made = cycle(range(len(Asked(GAME, PRICED).prices)))
    return [
        {"lemma": {**line["lemma"], "made": line["lemma"].get("made", next(made))}}
        if "lemma" in line
        else line
        for line in lines
    ]


@pytest.mark.parametrize("priced", [False, True])
def test_lemmas_that_are_repeated_cost_each_the_same(tmp_path, priced):
    lines = certificate(GAME, PRICED if priced else "mean")

    def made(times):
        return after_any_number(repeated(lines, times)) if priced else repeated(lines, times)

    costs = [work_on(write(tmp_path / "c", made(times))) for times in (300, 600, 1200, 2400)]
    steps = [after - before for before, after in pairwise(costs)]
    # Twice as many lines more each time: twice the work more, but for what is done once.
    assert steps[1] <= 2.1 * steps[0]
    assert steps[2] <= 2.1 * steps[1]


def test_the_verified_checker_believes_them_as_well(program, tmp_path):
    lines = repeated(certificate(GAME), 300)
    assert says(program, lines, GAME)[1]
    # What was repeated gives no one the right to more.
    lines[-1] = {"lemma": {**lines[-1]["lemma"], "least": lines[-1]["lemma"]["least"] + 1}}
    assert not says(program, lines, GAME)[1]


def test_what_is_only_believed_is_looked_at_where_it_is_drawn(tmp_path):
    """A false lemma that is not in the sample does not make a second one true."""
    lines = certificate(GAME)
    false = {"lemma": {**lines[-1]["lemma"], "least": 10**6}}
    count = lines[0]["lemmas"] + 2
    path = write(tmp_path / "c", [{**lines[0], "lemmas": count}, *lines[1:], false, false])
    assert not mc.verify_certificate(GAME, path, sample=[1]).proven
    with pytest.raises(mc.errors.BadCertificate, match="does not follow"):
        mc.verify_certificate(GAME, path, sample=[count])
