"""The proofs are complete, and the program is what they say."""

from __future__ import annotations

import re
from subprocess import CalledProcessError

import pytest
from proofs import PROOFS, SOURCE, coqc, run

import mastermind_core as mc
from mastermind_core.cli.verified import write_coq

THEOREMS = (
    "accepts_sound",
    "shares_sound",
    "mastermind_sound",
    "bulls_and_cows_sound",
    "wordle_sound",
    "pegs_in_common",
    "run_sound",
)

#: What is written by hand and has to be right. The driver, main.ml, only gives hints.
TRUSTED = (
    "amount.ml",
    "scores.ml",
    "flat.ml",
    "tally.ml",
    "sha256.ml",
    "reader.ml",
    "shares.ml",
    "statement.ml",
    "rules.ml",
    "proven.ml",
    "proven.mli",
)


def test_nothing_is_assumed_in_the_source():
    for name in (*PROOFS, "Extract"):
        text = (SOURCE / f"{name}.v").read_text()
        assert not re.search(r"\b(Admitted|admit|Axiom|Parameter|Conjecture|Abort)\b", text), name


def test_the_proofs_have_lines_of_a_page():
    for name in PROOFS:
        lines = (SOURCE / f"{name}.v").read_text().splitlines()
        assert max(map(len, lines)) <= 100, name


def test_games_sets_guesses_and_strategies_have_names_of_words():
    """Codes.v and Rulebook.v are about numbers and lists, and Spec.v has no letters at all."""
    letters = re.compile(r"(?<![\w'.%])[GTXdgkq](?![\w'])")
    for name in PROOFS:
        if name not in ("Codes", "Rulebook"):
            code = re.sub(r"\(\*.*?\*\)", "", (SOURCE / f"{name}.v").read_text(), flags=re.DOTALL)
            assert not letters.findall(code), name


def test_hypotheses_have_names_of_words():
    """Numbers, lists and predicates may have letters; what a proof assumes may not."""
    letters = re.compile(r"(?<![\w'.%])(?:[CEGHIJKTUVXZ][0-9]?|[A-Z][0-9])'?(?![\w'])")
    for name in PROOFS:
        code = re.sub(r"\(\*.*?\*\)", "", (SOURCE / f"{name}.v").read_text(), flags=re.DOTALL)
        for proof in re.findall(r"\bProof\b(.*?)\bQed\b", code, re.DOTALL):
            assert not letters.findall(proof), (name, proof)


def test_what_is_to_be_believed_is_short():
    stated = [(SOURCE / name).read_text().splitlines() for name in ("Spec.v", "Games.v")]
    assert sum(bool(line.strip()) for lines in stated for line in lines) <= 180
    by_hand = [*TRUSTED, "Extract.v"]
    assert sum(len((SOURCE / name).read_text().splitlines()) for name in by_hand) < 680
    page = (SOURCE.parent / "docs" / "explanation" / "what-is-proven.rst").read_text()
    assert all(f"``{name}``" in page for name in by_hand)


@pytest.mark.slow
def test_the_theorem_rests_on_nothing_else(compiled_proofs):
    (compiled_proofs / "Assumed.v").write_text(
        "From Verified Require Import Objective Shares Rulebook Theorems Whole.\n"
        + "".join(f"Print Assumptions {name}.\n" for name in THEOREMS)
    )
    said = coqc("Assumed", compiled_proofs)
    assert said.splitlines() == ["Closed under the global context"] * len(THEOREMS)


def axioms_of(folder, *options):
    """Check compiled proofs with Coq's second program, and return the axioms that it names."""
    said = run("coqchk", "-silent", "-o", "-Q", ".", "Verified", *options, folder=folder)
    return re.search(r"\* Axioms:(.*?)\n\s*\n", said, re.DOTALL)[1].split()


@pytest.mark.slow
def test_a_second_program_accepts_the_proofs(compiled_proofs):
    """The axioms that it names here are of parts of Coq's own library, which it does not check."""
    own = [option for name in PROOFS for option in ("-norec", f"Verified.{name}")]
    assert not [name for name in axioms_of(compiled_proofs, *own) if not name.startswith("Coq.")]


@pytest.mark.slow
@pytest.mark.long
def test_a_second_program_accepts_the_proofs_and_the_library_of_coq(compiled_proofs):
    parts = [f"Verified.{name}" for name in ("Shares", "Theorems", "Rulebook", "Whole")]
    assert axioms_of(compiled_proofs, *parts) == ["<none>"]


@pytest.mark.slow
def test_the_committed_kernel_is_what_the_proofs_extract_to(compiled_proofs):
    """Only this holds what guards against hints that main.ml never gives, for any certificate.

    These are secrets beyond the last one, ranks that do not fall, an equal guess that costs more,
    and a list of guesses that end the game without one of them.
    """
    for name in ("kernel.ml", "kernel.mli"):
        assert (compiled_proofs / name).read_text() == (SOURCE / name).read_text(), name


@pytest.mark.slow
@pytest.mark.usefixtures("built")
def test_the_worked_instance_is_proven(compiled_proofs, tmp_path):
    """The file in the source is the one that the command writes, below its comment."""
    mc.optimal(mc.Mastermind(colours=4, holes=3)).write_certificate(tmp_path / "c")
    write_coq(mc.Mastermind(colours=4, holes=3), tmp_path / "c", tmp_path / "M34.v")
    text = (SOURCE / "M34.v").read_text()
    assert text.endswith("*)\n" + (tmp_path / "M34.v").read_text())
    assert "Corollary least : least_total (mastermind 3 4) 206." in text
    (compiled_proofs / "M34.v").write_text(text)
    assert "Closed under the global context" in coqc("M34", compiled_proofs)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "how"),
    [
        (mc.Mastermind(colours=3, holes=2), {}),
        (mc.TwoD(3), {"objective": "mean-then-worst"}),
        (mc.TwoD(3), {"objective": "worst", "pool": "candidates"}),
        (mc.identified(mc.TwoD(3), lambda pair: pair[0]), {"max_steps": 3}),
    ],
)
@pytest.mark.usefixtures("built")
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
