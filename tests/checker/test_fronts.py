"""Fronts show what a set costs where some guesses end most and others tell most apart."""

from __future__ import annotations

import json
from itertools import combinations, pairwise
from pathlib import Path
from random import Random

import pytest
from certificate_maker import Asked, certificate, write
from errors import one_line
from forged import believed, meddled, says, with_field

import mastermind_core as mc


def naming_game(random, n, tests=8):
    """Make a game of yes/no tests, each about half of the secrets, and of names."""
    halves = [set(random.sample(range(n), n // 2)) for _ in range(tests)]
    guesses = [*range(n), *(n + at for at in range(tests))]

    def score(guess, secret):
        return ("name", guess == secret) if guess < n else ("test", secret in halves[guess - n])

    return mc.FiniteGame(guesses, range(n), score, {("name", True)})


def any_game(random, n):
    """Make a small game in which some guesses end one secret, some two and some none."""
    ended = [set(random.sample(range(n), random.choice([0, 0, 1, 1, 2]))) for _ in range(9)]
    ended += [{secret} for secret in range(n)]
    rows = [
        [9 if s in one else random.randint(0, random.choice([1, 2])) for s in range(n)]
        for one in ended
    ]
    weights = random.choice([(), [random.randint(1, 3) for _ in range(n)]])
    return mc.FiniteGame(range(len(rows)), range(n), lambda g, s: rows[g][s], {9}, weights=weights)


def named_parts(random, n):
    """Make a game of names and of few large divisions, with parts that are far from even."""
    rows = [[9 * (s == own) for s in range(n)] for own in range(n)]
    for _ in range(random.randint(1, 3)):
        sizes = random.choice([[n], *([part, n - part] for part in range(1, n))])
        row = [1 + (s >= sizes[0]) for s in range(n)]
        row = (
            [score * 3 + random.choice([0, 0, 1]) for score in row]
            if random.random() < 0.5
            else row
        )
        alone = random.choice([0, 0, *range(n)])
        rows.append([row[s] if s < n - alone else 20 + s for s in range(n)])
    return mc.FiniteGame(range(len(rows)), range(n), lambda g, s: rows[g][s], {9})


def claiming(game, pool, more, lines=()):
    """Say in one lemma that a best tree is best, or that even more guesses are needed."""
    header, tree, *_, about_all = certificate(game, "mean", pool)
    own = {"least": header["total"] + more, "lines": [list(line) for line in lines]}
    return [{**header, "lemmas": 1}, tree, {"lemma": {**about_all["lemma"], **own}}]


def tangents(least):
    """Return the lines through neighbours of bounds of 0, 1, 2, ... secrets."""
    slopes = [(size, after - before) for size, (before, after) in enumerate(pairwise(least), 1)]
    return sorted({(slope, max(0, slope * n - least[n])) for n, slope in slopes if slope > 0})


def least_of_sizes(truth):
    """Return the least totals of the sets of 0, 1, 2, ... secrets."""
    sizes = range(1, len(truth.all) + 1)
    return [0, *(min(truth.least(s, 0, n) for s in combinations(truth.all, n)) for n in sizes)]


def is_true_of_parts(truth, lines):
    """Return whether lines hold for every set of fewer secrets than all."""
    least = least_of_sizes(truth)[:-1]
    return all(least[n] >= slope * n - offset for slope, offset in lines for n in range(len(least)))


@pytest.mark.parametrize("pool", ["all", "candidates"])
@pytest.mark.parametrize("make", [any_game, naming_game, named_parts])
def test_nothing_false_follows(program, tmp_path, pool, make):
    random = Random(f"{make.__name__} {pool}")
    by_lines = refused = 0
    for _ in range(10):
        game = make(random, random.randint(3, 7))
        path = tmp_path / "c"
        truth = Asked(game, pool=pool)
        true = tangents(least_of_sizes(truth))
        cut = true[: random.randint(0, len(true))]
        one_off = [
            (a + random.choice([0, 0, 1]), max(0, b - random.choice([0, 1]))) for a, b in true
        ]
        some = [(random.randint(0, 4), random.randint(0, 5)) for _ in range(random.randint(1, 3))]
        without = believed(game, write(path, claiming(game, pool, 0)))
        for lines in ([], true, cut, one_off, some):
            said = claiming(game, pool, 0, lines)
            found = bool(believed(game, write(path, said)))
            assert says(program, said, game)[1] == found
            assert not found or is_true_of_parts(truth, lines)
            by_lines += found and not without
            refused += not found
            more = claiming(game, pool, 1, lines)
            assert not believed(game, write(path, more))
            assert not says(program, more, game)[1]
    assert refused > 8
    assert by_lines or make is not naming_game or pool == "candidates"


#: A guess that names each of eight secrets, and two that divide them: the least total is 22.
UNEVEN = mc.FiniteGame(
    range(10),
    range(8),
    lambda guess, secret: (
        ("it", guess == secret)
        if guess < 8
        else [(0, 0, 0, 0, 1, 1, 2, 2), (0, 1, 2, 3, 0, 0, 0, 0)][guess - 8][secret]
    ),
    {("it", True)},
)


def test_even_parts_are_no_bound_for_parts_that_are_larger(program, tmp_path):
    """Four secrets cost 8, less than what 1, 3 and 6 for fewer would lead to."""
    lines = (Path(__file__).parent / "data" / "false-fronts.cert").read_text().splitlines()
    assert mc.optimal(UNEVEN).total == 22
    false = [json.loads(line) for line in lines]
    for least in ([0, 1, 3, 6], [0, 1, 3, 6, 8], [0, 1, 3, 6, 9], [0, 1, 3, 5, 8], [0, 1, 2]):
        rising = with_field(-1, false, lines=[list(line) for line in tangents(least)])
        assert not believed(UNEVEN, write(tmp_path / "c", rising))
        assert not says(program, rising, UNEVEN)[1]
    assert not believed(UNEVEN, write(tmp_path / "c", false))
    assert not says(program, false, UNEVEN)[1]


def test_a_guess_that_leaves_more_than_even_parts_is_found(tmp_path):
    """The search takes no bound from even parts where real ones are larger than any known one."""
    random, broken = Random("uneven"), 0
    for _ in range(40):
        game = named_parts(random, random.randint(4, 8))
        truth = Asked(game)
        found = mc.optimal(game)
        assert found.proven
        assert (found.total, found.lower_bound) == (truth.best()[0],) * 2
        found.write_certificate(tmp_path / "c")
        assert mc.verify_certificate(game, tmp_path / "c").total == found.total
        rises = [after - before for before, after in pairwise(least_of_sizes(truth))]
        broken += rises != sorted(rises)
    assert broken > 5


@pytest.mark.parametrize("n", [8, 16, 17, 48])
def test_a_game_of_tests_and_names_takes_one_lemma(program, tmp_path, n):
    game = naming_game(Random(n), n, 2 * n)
    found = mc.optimal(game)
    found.write_certificate(tmp_path / "c")
    lines = [json.loads(line) for line in (tmp_path / "c").read_text().splitlines()]
    assert lines[0]["lemmas"] == 1
    # Of n, one is named and the rest goes on, or both halves do.
    least = [0, 1]
    for size in range(2, n + 1):
        half = size // 2
        least.append(size + min(least[half] + least[size - half], least[size - 1]))
    assert mc.verify_certificate(game, tmp_path / "c").total == least[n] == found.total
    assert says(program, lines, game)[1]
    one_more = with_field(-1, lines, least=least[n] + 1)
    assert not believed(game, write(tmp_path / "c", one_more))
    assert not says(program, one_more, game)[1]


def test_lines_are_needed(program, tmp_path):
    game = naming_game(Random(2), 16, 32)
    mc.optimal(game).write_certificate(tmp_path / "c")
    lines = [json.loads(line) for line in (tmp_path / "c").read_text().splitlines()]
    wanted = lines[-1]["lemma"]["lines"]
    for some, said in [
        ([], "does not follow"),
        ([*wanted, [5, 1]], "lines do not follow"),
        ([[1, 0]] * 65, "at most 64"),
        ([[1, 0, 0]], "pairs of a slope and an offset"),
        ([[1, -1]], "lines has -1"),
        ("ab", "must be a list"),
        (["ab"], "must be a list"),
    ]:
        other = with_field(-1, lines, lines=some)
        with one_line(mc.errors.BadCertificate, "line 3", said):
            mc.verify_certificate(game, write(tmp_path / "c", other))
        assert not says(program, other, game)[1]
    heavier = mc.weighted(game, lambda secret: 1 + (secret == 3))
    mc.optimal(heavier).write_certificate(tmp_path / "c")
    other = [json.loads(line) for line in (tmp_path / "c").read_text().splitlines()]
    for line in other:
        line.get("lemma", {})["lines"] = [[2, 0]]
    with one_line(mc.errors.BadCertificate, "lines do not follow"):
        mc.verify_certificate(heavier, write(tmp_path / "c", other))


def test_the_worst_case_beside_the_mean(program, tmp_path):
    game = naming_game(Random(5), 12, 24)
    for objective in ("worst-then-mean", "mean-then-worst"):
        found = mc.optimal(game, objective)
        found.write_certificate(tmp_path / "c")
        proven = mc.verify_certificate(game, tmp_path / "c")
        assert (proven.total, proven.worst) == (found.total, found.worst)
        lines = (tmp_path / "c").read_text().splitlines()
        assert says(program, lines, game)[1]


def test_both_checkers_say_the_same(program, tmp_path):
    random, accepted, refused = Random(7), 0, 0
    for _ in range(12):
        game = naming_game(random, random.randint(4, 7), 6)
        mc.optimal(game).write_certificate(tmp_path / "c")
        lines = [json.loads(line) for line in (tmp_path / "c").read_text().splitlines()]
        for forged in (lines, *(meddled(random, lines, ["mean", "worst"]) for _ in range(7))):
            text, own = says(program, forged, game)
            assert own == bool(believed(game, write(tmp_path / "c", forged))), (text, forged)
            accepted += own
            refused += not own
    assert accepted > 10
    assert refused > 30
