"""What the benchmarks count is the same on every machine."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import pytest
from amounts import mostly_slow

import mastermind_core as mc
from reproduce.optima import game_called

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("group", ["tables", "greedy", "exact", "simulate"])
def test_counts_are_those_that_were_kept(monkeypatch, group):
    # A change of a search changes them: look at them, and keep them with
    # python -m benchmarks --counts --write
    monkeypatch.syspath_prepend(ROOT)
    command, tasks = import_module("benchmarks.__main__"), import_module("benchmarks.tasks")
    chosen = [task for task in tasks.tasks() if task.group == group and command.held(task)]
    kept = json.loads((ROOT / "benchmarks" / "counts.json").read_text())
    assert chosen
    assert json.loads(json.dumps(command.counted(chosen))) == {
        name: counts for name, counts in kept.items() if name.startswith(f"{group}: ")
    }


KEPT = {
    line.split()[0]: Fraction(line.split()[1])
    for line in (ROOT / "benchmarks" / "hiding.txt").read_text(encoding="utf-8").splitlines()
}


def test_every_game_of_the_table_is_kept(monkeypatch):
    monkeypatch.syspath_prepend(ROOT)
    assert list(KEPT) == import_module("benchmarks.hiding").GAMES


@pytest.mark.parametrize(
    "name",
    mostly_slow(
        [name for name in KEPT if name not in ("M(4,5)", "M(4,6)")],
        quick=KEPT.keys() - {"M(3,5)", "M(3,6)", "M(3,7)", "M(4,4)", "AB(4,7)"},
    ),
)
@pytest.mark.compiled
def test_the_values_of_games_that_were_kept(name):
    found = mc.equilibrium(game_called(name))
    assert found.lower == found.upper == KEPT[name]


LENGTHS = [
    line.split(maxsplit=2)
    for line in (ROOT / "benchmarks" / "lengths.txt").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize(
    ("name", "objective", "said"),
    [
        pytest.param(*line, marks=() if line[0] in ("M(4,5)", "M(4,6)") else pytest.mark.slow)
        for line in LENGTHS
    ],
)
@pytest.mark.compiled
def test_the_figures_of_objectives_that_were_kept(name, objective, said):
    found = mc.optimal(game_called(name), objective)
    assert found.proven
    assert said.startswith(f"{found.values}, proven; ")


@pytest.mark.parametrize("name", ["M(3,5)", "M(3,6)"])
def test_the_races_that_were_kept(monkeypatch, name):
    monkeypatch.syspath_prepend(ROOT)
    kept = (ROOT / "benchmarks" / "races.txt").read_text(encoding="utf-8").splitlines()
    raced = import_module("benchmarks.lengths").race(game_called(name), None)
    steps = [line.split(maxsplit=2)[2] for line in kept if line.startswith(name)]
    assert [step.partition(":")[0] for step in raced] == [step.partition(":")[0] for step in steps]


ANSWERS, OTHERS = ["crane", "slate", "stone", "spine", "brine", "prone"], ["audio", "qajaq"]


@pytest.fixture
def words(tmp_path):
    """Three files: the answers, the other words, and what a run has found of each."""
    game = mc.Wordle(ANSWERS, others=OTHERS)
    answers, guesses, run = (tmp_path / name for name in ("answers", "guesses", "run"))
    answers.write_text("\n".join(ANSWERS), encoding="utf-8")
    guesses.write_text("\n".join([*OTHERS, *ANSWERS]), encoding="utf-8")
    lines = [f"{guess} {mc.optimal(game, first_guess=guess).total}\n" for guess in game.guesses]
    run.write_text("".join(lines), encoding="utf-8")
    return answers, guesses, run


def command_of_values(monkeypatch, words, *more):
    """Call the command with the files of words."""
    monkeypatch.syspath_prepend(ROOT)
    answers, guesses, run = map(str, words)
    given = ["--words", answers, guesses, "--all", run, *map(str, more)]
    import_module("benchmarks.values").main(given)


def test_the_words_of_a_run_are_sorted_and_compared(monkeypatch, tmp_path, capsys, words):
    found = dict(line.split() for line in words[2].read_text(encoding="utf-8").splitlines())
    published, table = tmp_path / "published", tmp_path / "table.csv"
    other = int(found["audio"]) + 1
    published.write_text(
        "".join(f"{word} 2.5 {other if word == 'audio' else found[word]}\n" for word in found),
        encoding="utf-8",
    )
    command_of_values(monkeypatch, words, "--table", table, "--compare", published)
    head, *rows = table.read_text(encoding="utf-8").splitlines()
    assert head == "word,total,mean"
    assert rows == [
        f"{word},{total},{int(total) / 6:.4f}"
        for word, total in sorted(found.items(), key=lambda pair: (int(pair[1]), pair[0]))
    ]
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "8 of 8 first words, 6 answers"
    assert [line.split()[1:] for line in said[1:3]] == [
        [row.split(",")[1], row.split(",")[2], row.split(",")[0]] for row in (rows[0], rows[-1])
    ]
    assert said[-2:] == [
        "published: 8 totals, of which 8 are known here; 7 are equal, 1 differ",
        f"audio: {found['audio']} here, {other} there",
    ]
    for most, total in (("3", found["audio"]), ("2", "none")):
        command_of_values(
            monkeypatch, words, "--table", table, "--compare", published, "--within", most
        )
        said = capsys.readouterr().out.splitlines()
        expected = f"audio: {found['audio']} here, {total} within {most} guesses, {other} there"
        assert said[-1] == expected


def test_a_run_that_goes_on_says_what_is_left(monkeypatch, tmp_path, capsys, words):
    lines = words[2].read_text(encoding="utf-8").splitlines(keepends=True)
    words[2].write_text("".join(lines[:5]), encoding="utf-8")
    command_of_values(monkeypatch, words, "--table", tmp_path / "table.csv")
    said = capsys.readouterr().out
    assert said.startswith("5 of 8 first words, 6 answers; 3 are not known yet\n")
    assert "published" not in said
    quantiles = [line.split() for line in said.splitlines() if "%" in line]
    totals = sorted(int(line.split()[1]) for line in lines[:5])
    assert [int(cells[2]) for cells in quantiles] == [
        totals[at] for at in (0, 0, 0, 1, 2, 3, 4, 4, 4)
    ]
    # The file is not written to.
    assert words[2].read_text(encoding="utf-8") == "".join(lines[:5])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("crane\n", "line 1: expected a word that is not above and its total, not 'crane'"),
        ("crane 12\ncrane 12\n", "line 2: expected a word that is not above and its total"),
        ("crane twelve\n", "line 1: expected a word that is not above and its total"),
        ("other 12\n", "not a word of the lists: other"),
        ("", "expected a line or more, of a word and its total"),
    ],
)
def test_a_file_that_is_no_run_is_refused(monkeypatch, tmp_path, words, text, said):
    words[2].write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit, match=re.escape(said)):
        command_of_values(monkeypatch, words, "--table", tmp_path / "table.csv")
    assert not (tmp_path / "table.csv").exists()


@pytest.mark.parametrize(
    "given",
    [["--table", "a.csv"], ["--compare", "list"], ["--within", "6"], ["--all", "file"]],
)
def test_options_of_values_that_need_others_say_so(monkeypatch, capsys, given):
    monkeypatch.syspath_prepend(ROOT)
    with pytest.raises(SystemExit):
        import_module("benchmarks.values").main(given)
    assert "need" in capsys.readouterr().err


IGHT = [f"{letter}ight" for letter in "befmnrstw"]


@pytest.mark.parametrize("modes", [["normal", "hard"], ["normal"], ["hard"]])
def test_a_mode_of_wordle_without_a_strategy_says_so(monkeypatch, tmp_path, capsys, modes):
    monkeypatch.syspath_prepend(ROOT)
    path = tmp_path / "words"
    path.write_text("\n".join(IGHT), encoding="utf-8")
    given = [str(path), str(path), "--opening", IGHT[0], "--runs", "1"]
    given += ["--mode", modes[0]] if len(modes) == 1 else []
    monkeypatch.setattr("sys.argv", ["wordle.py", *given])
    import_module("benchmarks.wordle").main()
    said = capsys.readouterr().out.splitlines()
    # Each guess rules out itself alone: one more for every word, 1 + 2 + ... + 9.
    expected = {
        "normal": "normal bight 45 (5.0000): ",
        "hard": "hard   bight: no strategy finds every secret within 6 guesses",
    }
    assert len(said) == len(modes)
    assert all(line.startswith(expected[mode]) for line, mode in zip(said, modes, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize(
    "searches", [None, [(True, 1), (False, 1), (True, -1)], [(True, 1), (False, -1)]]
)
def test_first_words_of_hard_mode_are_compared_and_refuted(monkeypatch, tmp_path, capsys, searches):
    monkeypatch.syspath_prepend(ROOT)
    if searches is not None:  # the first search of a word does not end, nor the second
        monkeypatch.setattr(import_module("benchmarks.hard_words"), "SEARCHES", searches)
    words, record = tmp_path / "words", tmp_path / "record"
    words.write_text("\n".join(IGHT[:5]), encoding="utf-8")

    def printed(*more):
        monkeypatch.setattr("sys.argv", ["hard_words", str(words), str(words), *map(str, more)])
        import_module("benchmarks.hard_words").main()
        return capsys.readouterr().out.splitlines()

    # Each guess rules out itself alone: 1 + 2 + ... + 5.
    said = printed(*IGHT[:2])
    assert [line.split(":")[0] for line in said] == [
        "bight 15 (3.0000), proven",
        "eight 15 (3.0000), proven",
    ]
    begun, better, ended = printed("--total", 16, "--record", record)
    assert begun == "0 of 5 words are refuted"
    assert better.split()[0] in IGHT[:5]
    assert better.endswith(" 15")
    assert ended.startswith("0 of 5 words may be better than 15: ")
    kept = record.read_text(encoding="utf-8")
    assert sorted(kept.splitlines()) == [f"{word} 15" for word in IGHT[:5]]
    # The words of the record are skipped, and a smaller total needs no search of them.
    assert printed("--total", 15, "--record", record)[0] == "5 of 5 words are refuted"
    assert record.read_text(encoding="utf-8") == kept
    # Two runs share a file.
    halves = tmp_path / "halves"
    for part, words_of_part in ("1/2", 3), ("2/2", 2):
        said = printed("--total", 15, "--record", halves, "--part", part)
        assert said[0] == f"0 of {words_of_part} words are refuted"
    assert sorted(halves.read_text(encoding="utf-8").splitlines()) == sorted(kept.splitlines())
    # With nine words no strategy is within six guesses.
    words.write_text("\n".join(IGHT), encoding="utf-8")
    (said,) = printed(IGHT[0])
    assert said.startswith("bight no strategy finds every secret within 6 guesses: ")


@pytest.mark.parametrize(
    "given", [[], ["bight", "--total", "9", "--record", "x"], ["--total", "9"]]
)
def test_hard_words_need_words_or_a_total(monkeypatch, capsys, given):
    monkeypatch.syspath_prepend(ROOT)
    monkeypatch.setattr("sys.argv", ["hard_words", "a", "b", *given])
    with pytest.raises(SystemExit):
        import_module("benchmarks.hard_words").main()
    assert "expected words, or --total and --record" in capsys.readouterr().err


def test_games_of_files_are_measured(monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(ROOT)
    identify = import_module("benchmarks.identify")
    # Four different animals: two tests each at best, and no guess names them.
    rows = ["owl,0,0", "ape,0,1", "eel,1,0", "emu,1,1", "ox,1,1", ""]
    animals = [",".join([row, *"0" * 14, "1"]) if row else row for row in rows]
    (tmp_path / "zoo.data").write_text("\n".join(animals), encoding="utf-8")
    said = identify.zoo_row(str(tmp_path / "zoo.data"), 1)
    assert "4 animals by 16 attributes  optimum 8 (8 proven) worst 2" in said
    # The words share no letter, and adg distinguishes them: two guesses each.
    (tmp_path / "words").write_text("abc\ndef\nghi\njkl\n", encoding="utf-8")
    (tmp_path / "guesses").write_text("abc\nadg\n", encoding="utf-8")
    said = identify.list_row("Bardle", tmp_path / "words", tmp_path / "guesses", 1)
    assert said.startswith("Bardle list: 4 answers, 5 guesses  optimum 8 (8 proven) worst 2")
    assert said.endswith("printed 455")
