"""Fronts show what a set costs where some guesses end most and others tell most apart."""

from __future__ import annotations

import json
from random import Random

import pytest
from certificate_maker import Truth, lengths, tree_of, write
from errors import one_line
from forged import believed, meddled, says, table_file, with_field

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


def claiming(game, pool, more, number):
    """Say in one lemma that a best tree is best, or that even more guesses are needed."""
    truth = Truth(game, pool)
    n = len(truth.all)
    tree = tree_of(truth, n)
    total, worst = lengths(truth, tree)
    lemma = {"secrets": list(truth.all), "steps": None, "least": total + more, "alike": []}
    header = {
        "certificate": "mastermind_core",
        "format": number,
        "fingerprint": truth.fingerprint(),
        "objective": "mean",
        "pool": pool,
        "max_steps": None,
        "total": total,
        "worst": worst,
        "symmetries": 0,
        "lemmas": 1,
    }
    return [header, {"tree": tree}, {"lemma": lemma}]


@pytest.mark.parametrize("pool", ["all", "candidates"])
def test_nothing_false_follows(program, tmp_path, pool):
    random, by_fronts, accepted = Random(f"fronts {pool}"), 0, 0
    for number in range(30):
        make = any_game if number % 2 else naming_game
        game = make(random, random.randint(3, 10 - number % 2 * 3))
        path, table = tmp_path / "c", table_file(tmp_path / "table", game)
        old = believed(game, write(path, claiming(game, pool, 0, 5)))
        true, false = claiming(game, pool, 0, 7), claiming(game, pool, 1, 7)
        new = believed(game, write(path, true))
        assert new or not old
        assert not believed(game, write(path, false))
        assert says(program, true, "table", table)[1] == bool(new)
        assert not says(program, false, "table", table)[1]
        accepted += bool(new)
        by_fronts += bool(new) and not old
    assert accepted > 8
    assert by_fronts > 3 or pool == "candidates"


@pytest.mark.parametrize("n", [8, 16, 17, 48])
def test_a_game_of_tests_and_names_takes_one_lemma(program, tmp_path, n):
    game = naming_game(Random(n), n, 2 * n)
    found = mc.optimal(game)
    found.certificate(tmp_path / "c")
    lines = [json.loads(line) for line in (tmp_path / "c").read_text().splitlines()]
    assert (lines[0]["format"], lines[0]["lemmas"]) == (7, 1)
    # Of n, one is named and the rest goes on, or both halves do.
    least = [0, 1]
    for size in range(2, n + 1):
        half = size // 2
        least.append(size + min(least[half] + least[size - half], least[size - 1]))
    table = table_file(tmp_path / "table", game)
    assert mc.verify_certificate(game, tmp_path / "c").total == least[n] == found.total
    assert says(program, lines, "table", table)[1]
    one_more = with_field(-1, lines, least=least[n] + 1)
    assert not believed(game, write(tmp_path / "c", one_more))
    assert not says(program, one_more, "table", table)[1]


def test_an_older_format_knows_no_fronts(program, tmp_path):
    game = naming_game(Random(2), 16, 32)
    mc.optimal(game).certificate(tmp_path / "c")
    lines = [json.loads(line) for line in (tmp_path / "c").read_text().splitlines()]
    for number in (3, 5):
        older = with_field(0, lines, format=number)
        with one_line(mc.errors.BadCertificate, "line 3", "does not follow"):
            mc.verify_certificate(game, write(tmp_path / "c", older))
        assert not says(program, older, "table", table_file(tmp_path / "table", game))[1]


def test_the_worst_case_beside_the_mean(program, tmp_path):
    game = naming_game(Random(5), 12, 24)
    for objective in ("worst-then-mean", "mean-then-worst"):
        found = mc.optimal(game, objective)
        found.certificate(tmp_path / "c")
        proven = mc.verify_certificate(game, tmp_path / "c")
        assert (proven.total, proven.worst) == (found.total, found.worst)
        lines = (tmp_path / "c").read_text().splitlines(keepends=True)
        assert says(program, lines, "table", table_file(tmp_path / "table", game))[1]


def test_both_checkers_say_the_same(program, tmp_path):
    random, accepted, refused = Random(7), 0, 0
    for number in range(12):
        game = naming_game(random, random.randint(4, 7), 6)
        mc.optimal(game).certificate(tmp_path / "c")
        lines = [json.loads(line) for line in (tmp_path / "c").read_text().splitlines()]
        table = table_file(tmp_path / f"table-{number}", game)
        for forged in (lines, *(meddled(random, lines, ["mean", "worst"]) for _ in range(7))):
            text, own = says(program, forged, "table", table)
            assert own == bool(believed(game, write(tmp_path / "c", forged))), (text, forged)
            accepted += own
            refused += not own
    assert accepted > 10
    assert refused > 30
