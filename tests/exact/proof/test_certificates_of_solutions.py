"""Certificates of the search that were changed are refused, and what has none says so."""

from __future__ import annotations

import gzip
import json
from contextlib import suppress

import pytest

import mastermind_core as mc
from mastermind_core.errors import BadArgument, BadCertificate
from mastermind_core.kernels import is_compiled


@pytest.fixture
def lines(tmp_path):
    game = mc.Mastermind(colours=8, holes=2)
    mc.optimal(game, "mean").write_certificate(tmp_path / "proof.cert")
    return [json.loads(line) for line in (tmp_path / "proof.cert").read_text().splitlines()]


def verified(tmp_path, lines):
    path = tmp_path / "forged.cert"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return mc.verify_certificate(mc.Mastermind(colours=8, holes=2), path)


def refused(tmp_path, lines):
    with pytest.raises(BadCertificate) as refusal:
        verified(tmp_path, lines)
    assert "\n" not in str(refusal.value)
    return str(refusal.value)


def test_a_total_that_is_not_the_tree_s_is_refused(tmp_path, lines):
    lines[0]["total"] -= 1
    assert "283" in refused(tmp_path, lines)


def test_a_lemma_that_is_too_bold_is_refused(tmp_path, lines):
    lines[-1]["lemma"]["least"] += 1
    assert "lemma" in refused(tmp_path, lines)


def kept(lemma):
    """Return a lemma that is never forgotten."""
    return {name: value for name, value in lemma.items() if name != "until"}


def without(lines, left_out):
    """Return a certificate without a lemma and its images, and the others numbered anew.

    Nothing is forgotten.
    """
    numbers, rest = {}, []
    lemmas = [line for line in lines if "lemma" in line]
    for number, line in enumerate(lemmas):
        of = line["lemma"].get("of")
        if line is left_out or (of is not None and of not in numbers):
            continue
        numbers[number] = len(rest)
        lemma = kept(line["lemma"])
        rest.append({"lemma": lemma if of is None else {**lemma, "of": numbers[of]}})
    return [
        {**lines[0], "lemmas": len(rest)},
        *(line for line in lines[1:] if "lemma" not in line),
        *rest,
    ]


def test_lemmas_that_others_rest_on_cannot_be_left_out(tmp_path, lines):
    lemmas = [line for line in lines if "lemma" in line]
    assert len(lemmas) > 1
    needless = []
    # Plain Python also writes what a checker sees by itself, which is of small sets.
    tried = lemmas if is_compiled() else lemmas[-3:]
    for left_out in tried:
        rest = without(lines, left_out)
        try:
            proven = verified(tmp_path, rest)
        except BadCertificate:
            assert "lemma" in refused(tmp_path, rest)
        else:
            assert proven.total == lines[0]["total"]
            needless.append(left_out)
    assert not needless or not is_compiled()
    assert lemmas[-1] not in needless


#: Each with an objective: images, lines, goals, costs, chains and two facts about all secrets.
ALL_KINDS = [
    (mc.Mastermind(colours=4, holes=4), "mean-then-worst"),
    (mc.Mastermind(colours=6, holes=3), "worst-then-mean"),
    (mc.Mastermind(colours=8, holes=2), "within:4-then-mean"),
    (mc.TwoD(7), "mean"),
    (mc.identified(mc.TwoD(6)), "mean"),
    (
        mc.priced(mc.Mastermind(colours=4, holes=2), lambda guess: 1 + guess[0] % 2),
        "mean-then-worst",
    ),
    (mc.weighted(mc.TwoD(6), lambda secret: 1 + sum(secret) % 3), "mean"),
]


@pytest.mark.parametrize(("game", "objective"), ALL_KINDS, ids=str)
def test_what_no_later_line_needs_is_forgotten(tmp_path, game, objective):
    """Few sets are stored at a time, and many of them cannot be forgotten a line earlier."""
    path = tmp_path / "c"
    mc.optimal(game, objective).write_certificate(path)
    proven = mc.verify_certificate(game, path)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    lemmas = [line["lemma"] for line in lines if "lemma" in line]

    def says(*changed):
        rest = [line for line in lines if "lemma" not in line]
        content = [*rest, *({"lemma": lemma} for lemma in changed)]
        path.write_text("".join(f"{json.dumps(line)}\n" for line in content))
        with suppress(BadCertificate):
            return mc.verify_certificate(game, path)
        return None

    assert says(*map(kept, lemmas)) == proven
    spans, needed = [], []
    for at, lemma in enumerate(lemmas):
        until = lemma.get("until", len(lemmas))
        spans += [(at, one) for one in (until if "of" in lemma else [until])]
        if "until" in lemma and "of" not in lemma:
            early = {**lemma, "until": until - 1}
            own = lemma["secrets"]
            assert until > at
            if not any(one.get("secrets") == own for one in lemmas[:at] + lemmas[at + 1 :]):
                needed.append(says(*lemmas[:at], early, *lemmas[at + 1 :]) is None)
    in_use = [sum(at <= now <= until for at, until in spans) for now in range(len(lemmas))]
    assert len(spans) < 20 or max(in_use) < 0.8 * len(spans)
    assert needed
    assert 2 * sum(needed) > len(needed)


def test_a_guess_that_is_no_image_of_another_is_looked_at(tmp_path, lines):
    number, root = len(lines) - 1, lines[-1]["lemma"]
    assert root["alike"]
    lines[number]["lemma"]["alike"] = []
    assert refused(tmp_path, lines)


def test_a_path_that_ends_in_gz_is_compressed(tmp_path):
    mc.optimal(mc.TwoD(4)).write_certificate(tmp_path / "proof.cert.gz")
    with gzip.open(tmp_path / "proof.cert.gz", "rt") as file:
        assert json.loads(file.readline())["total"] == 46


def test_what_has_no_certificate_says_so(tmp_path):
    game = mc.Mastermind(colours=4, holes=3)
    with pytest.raises(BadArgument, match="proven"):
        mc.optimal(game, nodes=1).write_certificate(tmp_path / "c")
    with pytest.raises(BadArgument, match="legal"):
        mc.optimal(
            mc.Wordle(["cigar", "rebut", "sissy"], hard=True), pool="legal"
        ).write_certificate(tmp_path / "c")
    with pytest.raises(BadArgument, match="first guess"):
        mc.optimal(game, first_guess=(1, 1, 1)).write_certificate(tmp_path / "c")
    solution = mc.optimal(mc.TwoD(3))
    with pytest.raises(BadArgument, match="cannot write"):
        solution.write_certificate(tmp_path / "no" / "folder")
    assert list(tmp_path.iterdir()) == []
