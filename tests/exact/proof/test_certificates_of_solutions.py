"""Certificates of the search that were changed are refused, and what has none says so."""

from __future__ import annotations

import gzip
import json

import pytest

import mastermind_core as mc
from mastermind_core.errors import BadArgument, BadCertificate
from mastermind_core.kernels.choose import is_compiled


@pytest.fixture
def lines(tmp_path):
    game = mc.Mastermind(colours=8, holes=2)
    mc.optimal(game, "mean").certificate(tmp_path / "proof.cert")
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


def without(lines, left_out):
    """Return a certificate without a lemma and its images, and the others numbered anew."""
    numbers, rest = {}, []
    lemmas = [line for line in lines if "lemma" in line]
    for number, line in enumerate(lemmas):
        of = line["lemma"].get("of")
        if line is left_out or (of is not None and of not in numbers):
            continue
        numbers[number] = len(rest)
        rest.append(line if of is None else {"lemma": {**line["lemma"], "of": numbers[of]}})
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


def test_a_guess_that_is_no_image_of_another_is_looked_at(tmp_path, lines):
    number, root = len(lines) - 1, lines[-1]["lemma"]
    assert root["alike"]
    lines[number]["lemma"]["alike"] = []
    assert refused(tmp_path, lines)


def test_a_path_that_ends_in_gz_is_compressed(tmp_path):
    mc.optimal(mc.TwoD(4)).certificate(tmp_path / "proof.cert.gz")
    with gzip.open(tmp_path / "proof.cert.gz", "rt") as file:
        assert json.loads(file.readline())["total"] == 46


def test_what_has_no_certificate_says_so(tmp_path):
    game = mc.Mastermind(colours=4, holes=3)
    with pytest.raises(BadArgument, match="proven"):
        mc.optimal(game, nodes=1).certificate(tmp_path / "c")
    with pytest.raises(BadArgument, match="legal"):
        mc.optimal(mc.Wordle(["cigar", "rebut", "sissy"], hard=True), pool="legal").certificate(
            tmp_path / "c"
        )
    with pytest.raises(BadArgument, match="first guess"):
        mc.optimal(game, first_guess=(1, 1, 1)).certificate(tmp_path / "c")
    solution = mc.optimal(mc.TwoD(3))
    with pytest.raises(BadArgument, match="cannot write"):
        solution.certificate(tmp_path / "no" / "folder")
    assert list(tmp_path.iterdir()) == []
