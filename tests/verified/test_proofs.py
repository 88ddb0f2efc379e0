"""The proofs are complete, and the program is what they say."""

from __future__ import annotations

import re
from subprocess import CalledProcessError

import pytest
from inside import write_coq
from proofs import PROOFS, SOURCE, coqc, run

import mastermind_core as mc


def test_nothing_is_assumed_in_the_source():
    for name in (*PROOFS, "Extract"):
        text = (SOURCE / f"{name}.v").read_text()
        assert not re.search(r"\b(Admitted|admit|Axiom|Parameter|Conjecture|Abort)\b", text), name


def test_what_is_to_be_believed_is_short():
    lines = (SOURCE / "Spec.v").read_text().splitlines()
    assert sum(bool(line.strip()) for line in lines) <= 70
    by_hand = ["amount.ml", "main.ml", "proven.ml", "proven.mli", "Extract.v"]
    assert sum(len((SOURCE / name).read_text().splitlines()) for name in by_hand) < 400


@pytest.mark.slow
def test_the_theorem_rests_on_nothing_else(compiled_proofs):
    (compiled_proofs / "Assumed.v").write_text(
        "From Verified Require Import Kernel Whole.\n"
        "Print Assumptions conclude_sound.\nPrint Assumptions run_sound.\n"
    )
    said = coqc("Assumed", compiled_proofs)
    assert said.splitlines() == ["Closed under the global context"] * 2
    checked = run(
        "coqchk", "-silent", "-o", "-Q", ".", "Verified", "Verified.Whole", folder=compiled_proofs
    )
    assert re.search(r"\* Axioms:\s*<none>", checked)


@pytest.mark.slow
def test_the_committed_kernel_is_what_the_proofs_extract_to(compiled_proofs):
    """Only this holds what guards against hints that main.ml never gives, for any certificate.

    These are secrets beyond the last one, ranks that do not fall, an equal guess that costs more,
    and a list of guesses that end the game without one of them.
    """
    for name in ("kernel.ml", "kernel.mli"):
        assert (compiled_proofs / name).read_text() == (SOURCE / name).read_text(), name


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "how"),
    [
        (mc.Mastermind(colours=4, holes=3), {}),
        (mc.TwoD(3), {"objective": "mean-then-worst"}),
        (mc.TwoD(3), {"objective": "worst", "pool": "candidates"}),
        (mc.identified(mc.TwoD(3), lambda pair: pair[0]), {"max_steps": 3}),
    ],
)
def test_coq_proves_a_small_certificate(compiled_proofs, tmp_path, game, how):
    solution = mc.optimal(game, **how)
    solution.write_certificate(tmp_path / "c")
    write_coq(game, tmp_path / "c", compiled_proofs / "Game.v")
    assert "Closed under the global context" in coqc("Game", compiled_proofs)
    text = (compiled_proofs / "Game.v").read_text()
    theorem = re.search(r"^Theorem proven : (.*)\.$", text, re.MULTILINE)[1]
    last = re.findall(r"\d+", theorem)[-1]
    wrong = theorem[: theorem.rindex(last)] + str(int(last) - 1) + "]"
    (compiled_proofs / "Game.v").write_text(text.replace(theorem, wrong))
    with pytest.raises(CalledProcessError):
        coqc("Game", compiled_proofs)
