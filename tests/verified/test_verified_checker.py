"""The verified checker says what the one in Python says, and nothing false."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from functools import partial
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from certificate_maker import (
    OBJECTIVES,
    Asked,
    assert_true,
    certificate,
    symmetries,
    with_images,
    write,
)
from errors import one_line
from forged import believed, meddled, with_field
from test_false_claims import Claims, drawn
from test_fronts import UNEVEN, tangents

import mastermind_core as mc
from mastermind_core.cli import main
from mastermind_core.cli.verified import prove, run_verified

CHECKER = Path(__file__).parents[1] / "checker"

pytestmark = pytest.mark.usefixtures("built")


def hold(random, folder, games, share):
    """Try games; return how many claims there were, whether they are true, and what was said."""
    counts = Counter()
    for _ in range(games):
        claims = Claims(random, drawn(random))
        for lines, true in claims.tried():
            if random.random() > share:
                continue
            path = write(folder / "c", lines)
            jobs = 1 + sum(counts.values()) % 3
            proven = believed(claims.game, path, partial(run_verified, jobs=jobs))
            counts[claims.kind, true, proven is not None] += 1
            assert proven is None or true in (True, None), path.read_text()
            assert proven == believed(claims.game, path), path.read_text()
    return counts


def test_nothing_false_passes(tmp_path):
    counts = hold(Random("false claims"), tmp_path, 40, 0.1)
    for kind in ("named", "lines", "paths"):
        assert counts[kind, False, False] > 10
    assert sum(number for (_, true, found), number in counts.items() if true and found) > 5
    assert not any(number for (_, true, found), number in counts.items() if true and not found)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "games"),
    [(0, 80), *(pytest.param(seed, 120, marks=pytest.mark.long) for seed in (1, 2, 3))],
)
def test_nothing_false_passes_in_many_games(tmp_path, seed, games):
    counts = hold(Random(f"false claims {seed}"), tmp_path, games, 0.5)
    assert sum(number for (_, true, _), number in counts.items() if true is False) > 8 * games


@pytest.mark.parametrize(
    "games",
    [
        12,
        pytest.param(50, marks=pytest.mark.slow),
        pytest.param(200, marks=[pytest.mark.slow, pytest.mark.long]),
    ],
)
def test_certificates_with_mirrors_images_and_forgeries(tmp_path, games):
    random, accepted, refused = Random(7), 0, 0
    for _ in range(games):
        claims = Claims(random, drawn(random))
        truth, game = claims.truth, claims.game
        limits = truth.pool, truth.max_steps, truth.money
        asked = Asked(game, truth.objective, *limits)
        mirrors = symmetries(asked)[: random.randint(0, 2)]
        lines = certificate(game, truth.objective, *limits, mirrors=mirrors)
        for forged in (
            lines,
            with_images(lines, mirrors),
            *(meddled(random, lines, OBJECTIVES) for _ in range(4)),
        ):
            path = write(tmp_path / "c", forged)
            jobs = 1 + (accepted + refused) % 3
            proven = believed(game, path, partial(run_verified, jobs=jobs))
            assert proven == believed(game, path), path.read_text()
            accepted += proven is not None
            refused += proven is None
            if proven is not None:
                assert_true(game, forged, proven)
    assert accepted > games
    assert refused > games


def test_the_false_certificate_that_two_checkers_had_believed(tmp_path):
    text = (CHECKER / "data" / "false-fronts.cert").read_text()
    false = list(map(json.loads, text.splitlines()))
    with one_line(mc.errors.BadCertificate, "lemma 1 of 1: does not follow"):
        run_verified(UNEVEN, write(tmp_path / "c", false))
    for least in ([0, 1, 3, 6], [0, 1, 3, 6, 8], [0, 1, 3, 6, 9], [0, 1, 3, 5, 8], [0, 1, 2]):
        rising = with_field(-1, false, lines=[list(line) for line in tangents(least)])
        with one_line(mc.errors.BadCertificate, "lemma 1 of 1: does not follow"):
            run_verified(UNEVEN, write(tmp_path / "c", rising))


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize(
    "game",
    [
        mc.Mastermind(colours=4, holes=3),
        mc.TwoD(4),
        mc.Mastermind(colours=3, holes=2),
        mc.identified(mc.TwoD(4), lambda pair: pair[0]),
        mc.weighted(mc.TwoD(3), lambda pair: 1 + pair[0]),
        mc.priced(mc.TwoD(3), lambda pair: 1 + pair[1]),
    ],
    ids=repr,
)
def test_what_the_library_writes(tmp_path, game, objective):
    mc.optimal(game, objective=objective).write_certificate(tmp_path / "c")
    assert run_verified(game, tmp_path / "c") == mc.verify_certificate(game, tmp_path / "c")


#: Weights and goals for which only codes are a bound that suffices.
SUBSETS = mc.FiniteGame(
    range(1, 1 << 6),
    range(7),
    lambda guess, secret: guess >> secret & 1,
    set(),
    weights=[1, 2, 5, 9, 20, 60, 100],
    goal=lambda secret: secret,
)


def test_codes_are_bounds_of_games_with_goals(tmp_path):
    """The least total is that of Huffman's code, found by hand: 3 + 8 + 17 + 37 + 97 + 197."""
    path = tmp_path / "c"
    mc.optimal(SUBSETS).write_certificate(path)
    lines = list(map(json.loads, path.read_text().splitlines()))
    assert lines[0]["total"] == run_verified(SUBSETS, path).total == 3 + 8 + 17 + 37 + 97 + 197
    more = [*lines[:-1], {"lemma": {**lines[-1]["lemma"], "least": lines[0]["total"] + 1}}]
    with one_line(mc.errors.BadCertificate, "does not follow"):
        run_verified(SUBSETS, write(path, more))


def huffman(weights):
    """Return the least weighted length of words of two letters, by Huffman's method."""
    waiting, total = sorted(weights), 0
    while len(waiting) > 1:
        one, other, *waiting = waiting
        total += one + other
        waiting = sorted([*waiting, one + other])
    return total


@pytest.mark.parametrize("seed", range(6))
def test_codes_of_any_weights_are_huffmans(tmp_path, seed):
    random, path = Random(seed), tmp_path / "c"
    weights = [random.choice([1, 1, 2, random.randint(1, 40)]) for _ in range(6)]
    parts = {"weights": weights, "goal": lambda secret: secret}
    game = mc.FiniteGame(range(1, 1 << 5), range(6), lambda g, s: g >> s & 1, set(), **parts)
    mc.optimal(game).write_certificate(path)
    assert run_verified(game, path).total == huffman(weights)
    lines = list(map(json.loads, path.read_text().splitlines()))
    more = with_field(-1, lines, least=huffman(weights) + 1)
    with one_line(mc.errors.BadCertificate, "does not follow"):
        run_verified(game, write(path, more))


def test_thousands_of_goals_are_told_apart_by_their_digits(tmp_path):
    digits = 11
    game = mc.FiniteGame(
        range(digits), range(1 << digits), lambda g, s: s >> g & 1, set(), goal=lambda s: s
    )
    mc.optimal(game).write_certificate(tmp_path / "c")
    assert run_verified(game, tmp_path / "c").total == digits << digits


#: Three secrets: to exchange the first and the last one keeps all scores of these guesses.
EXCHANGED = [[0, 1, 0], [0, 1, 1], [1, 1, 0]]
MOVED = {"symmetry": {"guesses": [0, 2, 1], "secrets": [2, 1, 0]}}

#: The exchange renames 0, which ends the game, to 2, which does not.
ENDS = [[1, 3, 1], [0, 1, 2], [2, 1, 0]]
RENAMED = {"symmetry": {"guesses": [0, 1, 2], "secrets": [2, 1, 0]}}


@pytest.mark.parametrize(
    ("changed", "parts"),
    [
        (None, {}),
        ("weights", {"weights": [1, 1, 2]}),
        ("costs", {"costs": [1, 1, 2]}),
        ("goals", {"goal": [0, 0, 1]}),
        ("goals the other way", {"goal": [0, 1, 1]}),
        ("scores", {"score": [[0, 1, 0], [0, 1, 1], [1, 0, 0]]}),
        ("end states", {"score": ENDS, "endstates": {0, 3}, "goal": None}),
    ],
    ids=lambda own: own if isinstance(own, str) else "",
)
def test_a_symmetry_must_keep_all_that_a_cost_depends_on(tmp_path, changed, parts):
    parts = {"score": EXCHANGED, "goal": [0, 1, 2], **parts}
    game = mc.FiniteGame("abc", range(3), **parts)
    header, tree, *lemmas = certificate(game)
    moved = RENAMED if changed == "end states" else MOVED
    path = write(tmp_path / "c", [header | {"symmetries": 1}, tree, moved, *lemmas])
    if changed is None:
        assert run_verified(game, path) == mc.verify_certificate(game, path)
        return
    with one_line(mc.errors.BadCertificate):
        mc.verify_certificate(game, path)
    with one_line(mc.errors.BadCertificate, "not a symmetry"):
        run_verified(game, path)


@pytest.mark.parametrize("limit", ["steps", "cost"])
def test_a_bound_within_a_limit_says_nothing_without_it(tmp_path, limit):
    """No strategy finds two secrets with one guess, but that is no bound of other strategies.

    Without costs a limit of guesses and one of cost imply each other: a program that compares only
    one of them refuses this, too.
    """
    path = tmp_path / "c"
    mc.optimal(mc.TwoD(3)).write_certificate(path)
    header, tree, *_ = map(json.loads, path.read_text().splitlines())
    sets = [chosen for size in range(2, 9) for chosen in combinations(range(9), size)]
    lemmas = [{"lemma": {"secrets": chosen, limit: 1}} for chosen in sets]
    last = {"lemma": {"secrets": list(range(9)), "least": header["total"] + 1}}
    header |= {"lemmas": len(lemmas) + 1, "symmetries": 0}
    with one_line(mc.errors.BadCertificate, f"lemma {len(lemmas) + 1} of", "does not follow"):
        run_verified(mc.TwoD(3), write(path, [header, tree, *lemmas, last]))


def test_a_file_that_is_cut_off_or_damaged_is_refused(tmp_path):
    """The first lines may be whole: what comes later is read while the program runs."""
    mc.optimal(mc.TwoD(5)).write_certificate(tmp_path / "c")
    whole = gzip.compress((tmp_path / "c").read_bytes(), 1)
    path = tmp_path / "damaged.gz"
    for at in range(len(whole) // 9, len(whole), len(whole) // 9):
        for part in (whole[:at], whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]):
            path.write_bytes(part)
            with one_line(mc.errors.BadCertificate, "damaged.gz"):
                run_verified(mc.TwoD(5), path)


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_a_false_lemma_is_refused_by_the_process_that_has_to_prove_it(tmp_path, jobs):
    game, path = mc.TwoD(6), tmp_path / "c"
    mc.optimal(game).write_certificate(path)
    lines = list(map(json.loads, path.read_text().splitlines()))
    first = next(number for number, line in enumerate(lines) if "lemma" in line)
    bounds = [number for number, line in enumerate(lines) if "least" in line.get("lemma", {})]
    assert len(bounds) > jobs
    for number in bounds:
        forged = with_field(number, lines, least=lines[number]["lemma"]["least"] + 1)
        with one_line(mc.errors.BadCertificate, f"lemma {number - first + 1} of"):
            run_verified(game, write(path, forged), jobs=jobs)


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_processes_divide_a_lemma_about_many_secrets(tmp_path, jobs):
    random, path = Random("many words"), tmp_path / "c"
    game = mc.Wordle(sorted({"".join(random.choices("abcdefghij", k=4)) for _ in range(520)}))
    found = mc.optimal(game)
    found.write_certificate(path)
    lines = list(map(json.loads, path.read_text().splitlines()))
    last = len(lines) - 1
    assert len(lines[last]["lemma"]["secrets"]) == len(game.secrets) > 500
    assert "alike" not in lines[last]["lemma"]
    assert run_verified(game, path, jobs=jobs).total == found.total
    forged = with_field(last, lines, least=found.total + 1)
    with one_line(mc.errors.BadCertificate, "lemma", "does not follow"):
        run_verified(game, write(path, forged), jobs=jobs)


def odd_trees(nodes):
    """Yield trees that are not those of the game, though each secret may be found as before."""
    root, (guess, branches), *rest = nodes
    never = next(score for score, _ in root[1] if score not in dict(branches))
    yield [root, [guess, [*branches, [never, -1]]], *rest]
    yield [root, [guess, [*branches, [never, 2]]], *rest]
    yield [root, [guess, [branch for branch in branches if branch[1] != -1]], *rest]
    yield [root, [guess, [[score, 2 if at == -1 else at] for score, at in branches]], *rest]
    yield [*nodes, rest[-1]]


@pytest.mark.parametrize("game", [mc.Mastermind(4, 2), mc.TwoD(3)], ids=repr)
def test_a_tree_has_the_branches_of_the_game(tmp_path, game):
    path = tmp_path / "c"
    mc.optimal(game).write_certificate(path)
    lines = list(map(json.loads, path.read_text().splitlines()))
    at = next(number for number, line in enumerate(lines) if "tree" in line)
    for nodes in odd_trees(lines[at]["tree"]):
        write(path, [*lines[:at], {"tree": nodes}, *lines[at + 1 :]])
        for check in (run_verified, mc.verify_certificate):
            with one_line(mc.errors.BadCertificate, "node"):
                check(game, path)


def test_the_command_shows_the_statement(tmp_path, capsys):
    path, game = str(tmp_path / "c"), ["mastermind", "--colours", "4", "--holes", "3"]
    mc.optimal(mc.Mastermind(4, 3)).write_certificate(path)
    assert main(["verify", path, *game, "--verified"]) == 0
    said = capsys.readouterr().out
    assert "is optimal" in said
    assert "\nproven: optimal (mastermind 3 4) None None [Mean] T [206]\n" in said
    assert "theorem: accepts_sound" in said
    assert main(["verify", path, *game, "--verified", "--jobs", "2"]) == 0
    assert "theorem: shares_sound" in capsys.readouterr().out
    assert main(["verify", path, *game, "--verified", "--jobs", "0"]) == 2
    assert main(["verify", path, *game, "--jobs", "2"]) == 2
    assert main(["verify", path, *game, "--coq", str(tmp_path / "o.v")]) == 0
    assert "coqc" in capsys.readouterr().out
    assert main(["verify", path, *game, "--verified", "--sample", "1"]) == 2
    assert main(["verify", path, *game, "--verified", "--coq", str(tmp_path / "o.v")]) == 2
    assert "choose one" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("game", "name"),
    [
        (mc.Mastermind(3, 2), "mastermind 2 3"),
        (mc.Mastermind("abc", 2), "mastermind 2 3"),
        (mc.Mastermind(4, 2, "guesses"), "mastermind_without_repeats 2 4"),
        (mc.Mastermind(5, 3, "none"), "bulls_and_cows 3 5"),
        (mc.Wordle(["abab", "baba", "aabb"], ["bbaa", "cabc"]), "wordle words answers"),
    ],
    ids=repr,
)
def test_a_game_with_a_name_is_the_game_of_the_library(tmp_path, game, name):
    """The program computes the scores by its definition; the fingerprints are of all scores."""
    mc.optimal(game).write_certificate(tmp_path / "c")
    proven = prove(game, tmp_path / "c")
    assert f"proven: optimal ({name}) None None [Mean] T" in proven.statement
    assert proven.report == mc.verify_certificate(game, tmp_path / "c")
    header = json.loads((tmp_path / "c").read_text().splitlines()[0])
    assert header["fingerprint"] in proven.statement


def test_a_certificate_of_another_game_with_a_name_is_refused(tmp_path):
    mc.optimal(mc.Mastermind(3, 2)).write_certificate(tmp_path / "c")
    for other in (mc.Mastermind(3, 2, "guesses"), mc.Mastermind(4, 2), mc.TwoD(3)):
        with one_line(mc.errors.BadCertificate):
            run_verified(other, tmp_path / "c")


def test_statements_with_other_limits_are_shown_as_others(tmp_path):
    game, shown = mc.TwoD(3), set()
    for limits in ({}, {"max_steps": 3}, {"max_steps": 4}, {"pool": "candidates"}):
        mc.optimal(game, **limits).write_certificate(tmp_path / "c")
        shown.add(prove(game, tmp_path / "c").statement)
    assert len(shown) == 4
