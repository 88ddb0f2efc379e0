"""Certificates that are genuine are accepted, and whatever is accepted is true."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from adhoc import Rows, games, odd_game
from amounts import many
from certificate_maker import OBJECTIVES, Asked, assert_true, certificate, symmetries, write
from errors import one_line
from forged import believed
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from proofs import run_second

import mastermind_core as mc

POOLS = ("all", "candidates")


def check(game, lines, **options):
    with TemporaryDirectory() as folder:
        return mc.verify_certificate(game, write(Path(folder) / "c", lines, **options))


@st.composite
def stubborn_games(draw):
    """Draw a game whose guesses tell little, of which larger lemmas need smaller ones."""
    size = draw(st.integers(4, 6))
    answer = st.sampled_from([1, 1, 1, 2, 3])
    rows = [[draw(answer) for _ in range(size)] for _ in range(size)]
    for secret in range(size):
        rows[secret][secret] = 0
    weights = draw(st.lists(st.integers(1, 3), min_size=size, max_size=size))
    return Rows(rows, frozenset({0}), tuple(weights if draw(st.booleans()) else [1] * size))


@st.composite
def genuine(draw, mirrored=False):
    """Draw a game and a certificate of it."""
    size = {"guesses": 4, "secrets": 4, "scores": 3} if mirrored else {}
    any_game = games(**size, weighted=draw(st.booleans()))
    game = draw(any_game if mirrored else any_game | stubborn_games())
    objective, pool = draw(st.sampled_from(OBJECTIVES)), draw(st.sampled_from(POOLS))
    shortest = Asked(game, "worst", pool).best()[1]
    max_steps = draw(st.none() | st.integers(shortest, len(game.secrets) + 1))
    mirrors = symmetries(Asked(game)) if mirrored else []
    if len(mirrors) > 3:
        mirrors = draw(st.lists(st.sampled_from(mirrors), min_size=1, max_size=4))
    return game, certificate(game, objective, pool, max_steps, mirrors=mirrors)


@given(drawn=genuine(), packed=st.booleans())
def test_genuine_ones_are_accepted(drawn, packed):
    game, lines = drawn
    proven = check(game, lines, packed=packed)
    assert_true(game, lines, proven)
    for name in ("objective", "pool", "max_steps", "worst", "lemmas", "symmetries"):
        assert getattr(proven, name) == lines[0][name]
    assert check(game.finite(), lines) == proven


@given(drawn=genuine(mirrored=True))
def test_genuine_ones_with_symmetries_are_accepted(drawn):
    game, lines = drawn
    assert_true(game, lines, check(game, lines))


@pytest.mark.parametrize("pool", POOLS)
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize(
    "game", [mc.TwoD(3), mc.Mastermind(colours=3, holes=2), odd_game()], ids=str
)
def test_games_of_the_package(game, objective, pool):
    lines = certificate(game, objective, pool)
    assert_true(game, lines, check(game, lines))


def places(value, path=()):
    """List the paths to all values of a line."""
    yield path
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from places(inner, (*path, name))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from places(inner, (*path, at))


def changed(value, path, change):
    """Return a copy in which one value is changed."""
    if not path:
        return change(value)
    copied = copy.copy(value)
    copied[path[0]] = changed(value[path[0]], path[1:], change)
    return copied


def without(value):
    return value[:-1] if isinstance(value, (list, str)) and value else {}


CHANGES = {
    "one more": lambda v: v + 1 if type(v) is int else [*v, 0] if isinstance(v, list) else 1,
    "one less": lambda v: v - 1 if type(v) is int else without(v),
    "far more": lambda v: v + 1000 if type(v) is int else [*v, *v] if isinstance(v, list) else 7,
    "turned": lambda v: v[::-1] if isinstance(v, list) else -v if type(v) is int else "x",
    "none": lambda v: None,
    "of another objective": lambda v: "worst" if v == "mean" else "mean",
    "of another pool": lambda v: "candidates" if v == "all" else "all",
}
NONSENSE = {
    "true": lambda v: True,
    "float": lambda v: float(v) if type(v) is int else 1.5,
    "text": lambda v: f"{v} ",
    "object": lambda v: {"a": v},
    "listed": lambda v: [v],
    "huge": lambda v: 10**4000,
    "below": lambda v: -(10**40),
}


@st.composite
def meddled(draw, changes, drawn):
    """Draw one value of a certificate to change, or a line to drop, repeat or move."""
    game, lines = drawn
    lines = list(lines)
    at = draw(st.integers(0, len(lines) - 1))
    how = draw(st.sampled_from(["drop", "repeat", "swap", *changes]))
    if how == "drop":
        del lines[at]
    elif how == "repeat":
        lines.insert(at, lines[at])
    elif how == "swap":
        other = draw(st.integers(0, len(lines) - 1))
        lines[at], lines[other] = lines[other], lines[at]
    else:
        path = draw(st.sampled_from(list(places(lines[at]))))
        lines[at] = changed(lines[at], path, changes[how])
    if how in ("drop", "repeat") and draw(st.booleans()):
        counted = sum("lemma" in line for line in lines)
        lines = [{**line, "lemmas": counted} if "format" in line else line for line in lines]
    return game, lines


def accepted(game, lines):
    """Return what is proven, or None; refusals are one line each."""
    try:
        return check(game, lines)
    except mc.errors.BadCertificate as error:
        text = str(error)
    assert "\n" not in text
    assert len(text) < 300
    return None


@settings(max_examples=many(400))
@given(data=st.data(), mirrored=st.booleans())
def test_what_is_accepted_is_true(data, mirrored):
    """A change may leave a certificate good; it must then still say what is so."""
    before = data.draw(genuine(mirrored=mirrored))
    game, lines = data.draw(meddled(CHANGES, before))
    proven = accepted(game, lines)
    if proven is not None:
        assert_true(game, lines, proven)


@settings(max_examples=many(200))
@given(data=st.data(), mirrored=st.booleans())
def test_values_of_another_type_are_refused(data, mirrored):
    game, before = data.draw(genuine(mirrored=mirrored))
    at = data.draw(st.integers(0, len(before) - 1))
    path = data.draw(st.sampled_from(list(places(before[at]))))
    nonsense = data.draw(st.sampled_from(sorted(NONSENSE)))
    after = changed(before[at], path, NONSENSE[nonsense])
    assert accepted(game, [*before[:at], after, *before[at + 1 :]]) is None


@given(drawn=genuine(), data=st.data())
def test_a_lemma_that_is_false_is_refused_at_its_line(drawn, data):
    game, lines = drawn
    numbers = [at for at, line in enumerate(lines) if line.get("lemma", {}).get("least")]
    assume(numbers)
    at = data.draw(st.sampled_from(numbers))
    lemma = lines[at]["lemma"]
    lemma["least"] = data.draw(st.sampled_from([lemma["least"] + 1, None]))
    with pytest.raises(
        mc.errors.BadCertificate, match=rf"^c, line {at + 1}: the lemma about .* guess "
    ):
        check(game, lines)


@given(drawn=genuine(), data=st.data())
def test_lemmas_that_are_not_needed_may_be_missing(drawn, data):
    """Fewer lemmas may do, since a block has a bound without one; they never prove more."""
    game, lines = drawn
    kept = lines[:2] + [line for line in lines[2:] if data.draw(st.booleans())]
    kept[0] = {**lines[0], "lemmas": len(kept) - 2}
    proven = accepted(game, kept)
    if proven is not None:
        assert_true(game, kept, proven)


@given(one=genuine(), other=games(weighted=True))
def test_a_certificate_is_about_its_own_game(one, other):
    game, lines = one
    # Weights are counted without their common divisor: their proportions are the same.
    proven = accepted(other, lines)
    assert (proven is not None) == (Asked(game).fingerprint() == Asked(other).fingerprint())


def test_progress_ends_with_all_of_it():
    game, heard = mc.TwoD(2), []
    lines = certificate(game)
    with TemporaryDirectory() as folder:
        path = write(Path(folder) / "c", lines)
        mc.verify_certificate(game, path, progress=lambda *step: heard.append(step))
    total = len(game.guesses) + len(lines) - 2
    assert heard == [(done, total) for done in range(1, total + 1)]


def test_progress_is_a_bar_or_a_function_everywhere(tmp_path):
    game = mc.TwoD(2)
    path = write(tmp_path / "c", certificate(game))
    assert mc.verify_certificate(game, path, progress=True).total == 7
    assert len(mc.certified_tree(game, path, progress=True).candidates) == 4
    for call in (
        lambda: mc.verify_certificate(game, path, progress=3),
        lambda: mc.certified_tree(game, path, progress=3),
        lambda: mc.simulate(game, "knuth", games=3, progress=3),
        lambda: mc.compile_game(game, progress=3),
        lambda: mc.studies.tie_study(game, "knuth", orders=1, progress=3),
    ):
        with one_line(mc.BadArgument, "progress must be True for a bar, None, or a function"):
            call()


@pytest.mark.parametrize(
    ("objective", "line"),
    [
        ("mean", "total 83 is optimal (worst 5): verified by 9 lemmas and 1 symmetry"),
        ("worst", "worst 5 is optimal (total 83): verified by 9 lemmas and 1 symmetry"),
    ],
)
def test_what_is_proven_reads_as_a_line(objective, line):
    assert str(mc.CertificateReport(objective, "all", None, 83, 5, 9, 1)) == line


def test_what_is_proven_of_some_strategies_only():
    text = str(mc.CertificateReport("worst-then-mean", "candidates", 6, 1234, 5, 1, 0))
    assert (
        "total 1,234 is optimal with it, with only guesses that may win, within 6 guesses" in text
    )


def test_many_scores_do_no_harm():
    rows = [[17 * g + s for s in range(17)] for g in range(17)]
    game = Rows(rows, frozenset(18 * g for g in range(17)), (1,) * 17)
    game = mc.FiniteGame(range(17), range(17), lambda g, s: rows[g][s], game.endstates)
    way = [*range(1, 17), 0]
    lines = certificate(game, mirrors=[(way, way)])
    proven = check(game, lines)
    assert (proven.total, proven.worst) == (33, 2)
    lines[2]["symmetry"]["secrets"] = list(range(17))
    assert accepted(game, lines) is None


@pytest.mark.parametrize("unit", [2**64, 3 * 2**70, Fraction(1, 3)])
def test_weights_in_large_units(tmp_path, program, unit):
    game = mc.weighted(mc.TwoD(2), [unit * own for own in (1, 2, 3, 3)])
    path = tmp_path / "c"
    for objective in ("mean", "worst", "within:1-then-mean"):
        found = mc.optimal(game, objective)
        found.write_certificate(path)
        assert mc.verify_certificate(game, path).total == found.total
        assert run_second(game, path) == mc.verify_certificate(game, path)


@pytest.mark.parametrize("worst", [0, 1])
def test_a_game_that_is_over_before_the_first_guess_has_none(tmp_path, program, worst):
    game = mc.identified(mc.TwoD(2), lambda secret: "one")
    lines = certificate(mc.TwoD(2))
    more = {"fingerprint": Asked(game).fingerprint(), "lemmas": 0}
    for objective in OBJECTIVES:
        head = {**lines[0], **more, "objective": objective, "worst": worst, "total": 4 * worst}
        for tree in ([], [[0, [[0, -1], [1, -1]]]]):
            assert accepted(game, [head, {"tree": tree}]) is None
            path = write(tmp_path / "c", [head, {"tree": tree}])
            assert believed(game, path, run_second) is None


CODE = """
import json, sys
from mastermind_core import FiniteGame, verify_certificate
game = FiniteGame("abc", "abc", lambda g, s: (g > s) - (g < s), {0})
print(verify_certificate(game, sys.argv[1]))
print(json.dumps(sorted(name for name in sys.modules if name.startswith("mastermind_core."))))
"""


def test_nothing_of_the_search_is_loaded(tmp_path):
    game = mc.FiniteGame("abc", "abc", lambda g, s: (g > s) - (g < s), {0})
    path = write(tmp_path / "c", certificate(game))
    done = subprocess.run(
        [sys.executable, "-P", "-c", CODE, path], capture_output=True, text=True, check=True
    )
    line, loaded = done.stdout.splitlines()
    assert line.startswith("total 5 is optimal")
    rooms = {name.split(".")[1] for name in json.loads(loaded)}
    face = {"names", "results"}  # of the package, whatever is imported
    own = {"arguments", "checker", "errors", "game", "notation", "progress"}
    assert rooms - face == own
