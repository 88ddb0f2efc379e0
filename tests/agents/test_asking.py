"""The next question: posteriors are those of fractions, and questions those of the definition."""

from __future__ import annotations

import json
from fractions import Fraction
from math import log2
from random import Random

import pytest

import mastermind_core as mc
from mastermind_core.agents import LikelihoodTable, next_question, read_likelihoods
from mastermind_core.cli import main

np = pytest.importorskip("numpy")


def drawn(seed, rows, columns, *, kind=float):
    random = Random(seed)
    chances = [
        [random.choice([0, 1, random.random()]) for _ in range(columns)] for _ in range(rows)
    ]
    names = [f"h{at}" for at in range(rows)], [f"q{at}" for at in range(columns)]
    return LikelihoodTable(*names, np.array(chances, dtype=kind))


def exact_posterior(table, history, prior):
    weights = [Fraction(one) for one in prior]
    for name, answer in history:
        column = table.questions.index(name)
        for at, row in enumerate(np.asarray(table.likelihoods)):
            yes = Fraction(float(row[column]))
            weights[at] *= yes if answer == "yes" else 1 - yes
    return [weight / sum(weights) for weight in weights]


def entropy(chances):
    return -sum(float(one) * log2(one) for one in chances if one)


def information(table, column, posterior):
    rows = [Fraction(float(row[column])) for row in table.likelihoods]
    yes = sum(weight * row for weight, row in zip(posterior, rows, strict=True))
    noise = sum(float(p) * entropy([q, 1 - q]) for p, q in zip(posterior, rows, strict=True))
    return entropy([yes, 1 - yes]) - noise


@pytest.mark.parametrize("seed", range(12))
def test_posteriors_are_those_of_fractions_to_twelve_digits(seed):
    random = Random(seed)
    table = drawn(seed, 30, 12)
    prior = [random.random() for _ in table.hypotheses]
    secret = random.randrange(30)
    history = []
    for _ in range(random.randint(0, 25)):
        column = random.randrange(12)
        yes = random.random() < table.likelihoods[secret][column]
        history.append((table.questions[column], "yes" if yes else "no"))
    found = next_question(table, history, prior=prior)
    exact = exact_posterior(table, history, prior)
    for one, truth in zip(found.posterior.values(), exact, strict=True):
        assert abs(Fraction(one) - truth) <= Fraction(1, 10**12)
    assert found.entropy == pytest.approx(entropy(exact), abs=1e-9)
    values = [information(table, column, exact) for column in range(12)]
    assert found.information == pytest.approx(max(values), abs=1e-9)
    assert values[table.questions.index(found.question)] == pytest.approx(max(values), abs=1e-9)


def test_numbers_of_four_bytes_choose_the_same_questions():
    table = drawn(3, 200, 40)
    narrow = drawn(3, 200, 40, kind="f4")
    wide, found = next_question(table), next_question(narrow)
    assert found.question == wide.question
    assert found.information == pytest.approx(wide.information, abs=1e-5)


def test_a_dear_question_needs_more_information():
    table = LikelihoodTable("abcd", ["half", "one"], np.array([[1, 1], [1, 0], [0, 0], [0, 0]]))
    assert next_question(table).question == "half"
    found = next_question(table, costs={"half": 10})
    assert (found.question, found.price, found.bound) == ("one", 1, 2)


def test_the_bound_is_at_most_the_least_number_of_questions():
    rows = [[at >> bit & 1 for bit in range(3)] for at in range(8)]
    table = LikelihoodTable("abcdefgh", "xyz", np.array(rows))
    assert next_question(table).bound == 3
    assert 0 < next_question(table, confidence=0.5).bound < 2
    assert next_question(table, confidence=0).bound == 0
    known = next_question(table, [("x", "yes"), ("y", "no"), ("z", "no")])
    assert (known.bound, known.posterior["b"]) == (0, 1)


def test_the_command_prints_json(tmp_path, capsys):
    path = tmp_path / "animals.csv"
    path.write_text("name,barks,purrs\ndog,0.9,0\ncat,0.1,0.8\n\nfish,0,0\n")
    assert main(["next", str(path), "--history", "barks=no", "--show", "2"]) == 0
    found = json.loads(capsys.readouterr().out)
    exact = exact_posterior(read_likelihoods(str(path)), [("barks", "no")], [1, 1, 1])
    assert found["question"] == "purrs"
    assert found["posterior"] == pytest.approx({"cat": float(exact[1]), "fish": float(exact[2])})


def test_a_matrix_in_a_file_of_numpy_is_read(tmp_path):
    np.save(tmp_path / "m.npy", np.array([[1.0, 0.5], [0.0, 0.5]]))
    table = read_likelihoods(str(tmp_path / "m.npy"))
    assert next_question(table, [("1", "no")]).question == "0"


@pytest.mark.parametrize("kind", ["f4", "f8"])
def test_names_and_a_matrix_in_a_file_of_numpy_are_those_of_the_table(tmp_path, kind):
    table = drawn(7, 9, 5, kind=kind)
    table.hypotheses[3] = "a longer näme"
    arrays = {"hypotheses": table.hypotheses, "questions": table.questions}
    np.savez(tmp_path / "t.npz", likelihoods=table.likelihoods, **arrays)
    found = read_likelihoods(tmp_path / "t.npz")
    assert (found.hypotheses, found.questions) == (table.hypotheses, table.questions)
    assert np.array_equal(found.likelihoods, table.likelihoods)
    assert next_question(found, [("q1", "no")]) == next_question(table, [("q1", "no")])


def test_rows_columns_and_whole_numbers_are_taken_as_matrices():
    rows = [[1, 0, 1], [0, 1, 1]]
    first = next_question(LikelihoodTable("ab", "xyz", rows))
    for matrix in (np.array(rows), np.array(rows, dtype="f4", order="F"), np.array(rows) > 0):
        assert next_question(LikelihoodTable("ab", "xyz", matrix)) == first


MATRIX = np.array([[1.0, 0.5], [0.0, 0.5]])
NAMES = {"hypotheses": ["a", "b"], "questions": ["x", "y"]}


@pytest.mark.parametrize(
    ("arrays", "words"),
    [
        ({"likelihoods": MATRIX}, "array hypotheses"),
        ({**NAMES, "likelihoods": MATRIX.astype(int)}, "rows of floats"),
        ({**NAMES, "likelihoods": np.asfortranarray(MATRIX)}, "rows of floats"),
        ({**NAMES, "likelihoods": MATRIX[0]}, "rows of floats"),
        ({**NAMES, "likelihoods": MATRIX[:1]}, "2 x 2"),
        ({**NAMES, "hypotheses": [1, 2], "likelihoods": MATRIX}, "not strings"),
        ({**NAMES, "hypotheses": ["a", "a"], "likelihoods": MATRIX}, "twice"),
    ],
)
def test_arrays_of_another_form_are_refused_in_one_line(tmp_path, capsys, arrays, words):
    np.savez(tmp_path / "t.npz", **arrays)
    assert main(["next", str(tmp_path / "t.npz")]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("end", [0, 10, 100, 300, 600])
def test_damaged_files_of_numpy_are_refused_in_one_line(tmp_path, capsys, end):
    for name, save in (("t.npz", np.savez), ("t.npy", lambda path, **_: np.save(path, MATRIX))):
        save(tmp_path / name, likelihoods=MATRIX, **NAMES)
        whole = (tmp_path / name).read_bytes()
        (tmp_path / name).write_bytes(whole[: min(end, len(whole) - 1)])
        assert main(["next", str(tmp_path / name)]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_a_compressed_table_is_refused(tmp_path, capsys):
    np.savez_compressed(tmp_path / "t.npz", likelihoods=MATRIX, **NAMES)
    assert main(["next", str(tmp_path / "t.npz")]) == 2
    assert "uncompressed" in capsys.readouterr().err


@pytest.mark.parametrize(
    "text",
    [
        "",
        "name,x\n",
        "name,x\na\n",
        "name,x\na,b\n",
        "name,x\na,0.5\nb,0.5,1\n",
        "name,x\na,2\n",
        "name,x\na,1\na,0\n",
        "name,x,x\na,1,0\n",
    ],
)
def test_tables_that_are_none_are_refused(tmp_path, capsys, text):
    path = tmp_path / "table.csv"
    path.write_text(text)
    assert main(["next", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_what_is_no_turn_or_no_matrix_is_said_in_one_line(tmp_path, capsys):
    path = tmp_path / "table.csv"
    path.write_text("name,x\na,1\nb,0\n")
    assert main(["next", str(path), "--history", "x"]) == 2
    assert "QUESTION=ANSWER" in capsys.readouterr().err
    (tmp_path / "no.npy").write_text("x")
    for name in ("no.npy", "missing.npy"):
        assert main(["next", str(tmp_path / name)]) == 2
        said = capsys.readouterr().err
        assert name in said
        assert "allow_pickle" not in said
        assert "Errno" not in said


@pytest.mark.parametrize(
    ("history", "how"),
    [
        ([("z", "yes")], {}),
        ([("x", "maybe")], {}),
        ([("x", "yes"), ("x", "no")], {}),
        ([], {"prior": [1]}),
        ([], {"prior": [-1, 1]}),
        ([], {"costs": {"x": 0}}),
        ([], {"confidence": 2}),
    ],
)
def test_wrong_arguments_are_refused_in_one_line(history, how):
    table = LikelihoodTable("ab", "xy", np.array([[1.0, 0.5], [0.0, 0.5]]))
    with pytest.raises(mc.MastermindCoreError) as caught:
        next_question(table, history, **how)
    assert "\n" not in str(caught.value)


def test_the_command_takes_a_prior_and_costs(tmp_path, capsys):
    path = tmp_path / "animals.csv"
    path.write_text("name,barks,purrs\ndog,1,0\ncat,0,1\nfish,0,0\n")
    (tmp_path / "prior.txt").write_text("fish 0.5\ndog 2.5\n")
    (tmp_path / "costs.txt").write_text("barks,10\n")
    files = {"prior": tmp_path / "prior.txt", "costs": tmp_path / "costs.txt"}
    words = [word for name, own in files.items() for word in (f"--{name}", str(own))]
    assert main(["next", str(path), *words]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["posterior"] == {"dog": 0.625, "cat": 0.25, "fish": 0.125}
    assert (found["question"], found["price"]) == ("purrs", 1)
    for name, line in (("prior", "cow 1"), ("costs", "barks 0"), ("prior", "dog x")):
        files[name].write_text(f"{line}\n")
        assert main(["next", str(path), f"--{name}", str(files[name])]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_the_screened_question_is_the_best_one_of_a_table_with_near_ties():
    random = np.random.default_rng(5)
    chances = random.random((400, 1)) + random.normal(scale=1e-6, size=(400, 60))
    table = LikelihoodTable(range(400), range(60), np.clip(chances, 0, 1))
    weights = np.full(400, 1 / 400)
    values = [information(table, column, weights.tolist()) for column in range(60)]
    assert next_question(table).question == str(int(np.argmax(values)))
