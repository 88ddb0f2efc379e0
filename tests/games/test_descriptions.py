"""Descriptions of taxa in DELTA and Nexus files, against tables written in both formats."""

from __future__ import annotations

from random import Random

import pytest
from errors import one_line

import mastermind_core as mc

DELTA = """\
*SHOW Insects of a garden <a comment <within a comment>>.
*NUMBER OF CHARACTERS 6   *MAXIMUM NUMBER OF STATES 3
*CHARACTER TYPES 3,IN 4,RN 5,TE 6,OM
*NUMBERS OF STATES 1,3 2,2 *IMPLICIT VALUES 3
*CHARACTER LIST
#1. wings <number>/
   1. none/
   2. two/
   3. four/
#2. sting/
   1. absent/
   2. present <in
   females>/
#3. spots/
#4. body length/
   mm/
#5. remarks/
#6. size/
   1. small/ 2. medium/
   3. large/
*ITEM DESCRIPTIONS
# fly <Musca>/
1,2 2,1 3,0 4,6 5<common, even / often> 6,1
# bee/
1,3 2,1/2 3,2-4(-6) 4,12.5 6,2-3
# the
  ant/
1,1<always>/3<males> 2,U
 3,- 4,5.5-6-7 6,V
"""

NEXUS = """\
#NEXUS
[a comment
over lines]
BEGIN TAXA; DIMENSIONS NTAX=3; TAXLABELS fly bee 'the ant'; END;
begin characters;
  DIMENSIONS NCHAR=4;
  FORMAT DATATYPE=STANDARD SYMBOLS="0 1 2" MISSING=? GAP=-{interleave};
  CHARSTATELABELS 1 wings / none two four, 2 'the sting' / absent 'it''s there', 3 body_hair;
  MATRIX
{matrix}
  ;
END;
"""

BLOCKS = """\
    fly  10
    bee  2(01)
    the_ant 0?

    fly  1-
    bee  2 2
    'the ant' {12}[why not]0"""

LINES = """\
    fly  10
         1-
    bee  2(0,1)22
    'the ant'
      0? {1 2} 0"""


def written(path, text):
    path.write_text(text, encoding="utf-8")
    return path


def answers(game):
    """Return the answers of each row that a game of a table has, by row and question."""
    found = {}
    for secret in game.secrets:
        cells = found.setdefault(getattr(secret, "row", secret), {})
        for guess in game.guesses:
            cells.setdefault(guess, set()).add(game.score(guess, secret))
    return found


def read(path):
    return answers(mc.FiniteGame.from_table(path, unknown="both"))


@pytest.mark.parametrize("name", ["insects.dlt", "insects.delta", "insects", "items.txt"])
def test_delta(tmp_path, name):
    anything = {"absent", "present"}
    assert read(written(tmp_path / name, DELTA)) == {
        "fly": {
            "wings": {"two"},
            "sting": {"absent"},
            "spots": {0},
            "body length": {6},
            "size": {"small"},
        },
        "bee": {
            "wings": {"four"},
            "sting": anything,
            "spots": {2, 3, 4},
            "body length": {12.5},
            "size": {"medium", "large"},
        },
        "the ant": {
            "wings": {"none", "four"},
            "sting": anything,
            "spots": {"-"},
            "body length": {5.5, 7},
            "size": {"small", "medium", "large"},
        },
    }


@pytest.mark.parametrize("name", ["insects.nex", "insects.nexus", "insects.NXS", "insects"])
@pytest.mark.parametrize(("word", "matrix"), [(" INTERLEAVE", BLOCKS), ("", LINES)])
def test_nexus(tmp_path, name, word, matrix):
    text = NEXUS.replace("{interleave}", word).replace("{matrix}", matrix)
    there = "it's there"
    assert read(written(tmp_path / name, text)) == {
        "fly": {
            "wings": {"two"},
            "the sting": {"absent"},
            "body hair": {"1"},
            "character 4": {"-"},
        },
        "bee": {
            "wings": {"four"},
            "the sting": {"absent", there},
            "body hair": {"2"},
            "character 4": {"2"},
        },
        "the ant": {
            "wings": {"none"},
            "the sting": {"absent", there},
            "body hair": {"1", "2"},
            "character 4": {"0"},
        },
    }


def test_cells_without_one_state_are_unknown(tmp_path):
    path = written(tmp_path / "a.dlt", DELTA)
    with one_line(mc.BadGame, "'wings' of 'the ant' is unknown", 'unknown="both"'):
        mc.FiniteGame.from_table(path)


def test_long_ranges_and_large_numbers(tmp_path):
    text = DELTA.replace("2-4(-6)", f"2-9{'0' * 30}")
    assert read(written(tmp_path / "a.dlt", text))["bee"]["spots"] == {2, 9 * 10**30}
    for wrong in ("9" * 5000, "\N{SUPERSCRIPT TWO}"):
        for old in ("#3. spots", " 3,- 4", "2,1 3,0", "NCHAR=4", "1 wings"):
            new = old.replace("3", wrong).replace("4", wrong).replace("1", wrong)
            for name, whole in (("a.dlt", DELTA), ("a.nex", NEXUS.replace("{matrix}", LINES))):
                if old in whole:
                    with one_line(mc.BadGame, "line "):
                        read(written(tmp_path / name, whole.replace(old, new)))


@pytest.mark.parametrize("word", ["", " INTERLEAVE=NO", " interleave = no"])
def test_lines_that_are_not_in_blocks(tmp_path, word):
    text = NEXUS.replace("{interleave}", word).replace("{matrix}", LINES)
    assert read(written(tmp_path / "a.nex", text))["fly"]["character 4"] == {"-"}


@pytest.mark.parametrize("seed", range(20))
def test_one_table_in_both_formats_is_one_game(tmp_path, seed):
    """With several states in a cell, weights, costs and classes: the optimum is that of a list."""
    random = Random(seed)
    sizes = [random.randint(2, 4) for _ in range(3)]
    # The first character distinguishes all taxa, so that there is a key.
    rows = [
        [{at}, *({*random.sample(range(n), random.choice([1, 1, 2]))} for n in sizes)]
        for at in range(5)
    ]
    counts = [5, *sizes]
    names = [f"taxon {at}" for at in range(5)]
    states = [[f"s{state}" for state in range(count)] for count in counts]
    listed = "\n".join(
        f"#{at + 1}. c{at}/ " + " ".join(f"{s + 1}. s{s}/" for s in range(count))
        for at, count in enumerate(counts)
    )
    items = "\n".join(
        f"# {name}/ "
        + " ".join(f"{at + 1},{'/'.join(str(s + 1) for s in cell)}" for at, cell in enumerate(row))
        for name, row in zip(names, rows, strict=True)
    )
    delta = written(tmp_path / "a.dlt", f"*CHARACTER LIST\n{listed}\n*ITEM DESCRIPTIONS\n{items}\n")
    labels = ", ".join(f"{at + 1} c{at} / {' '.join(own)}" for at, own in enumerate(states))
    matrix = "\n".join(
        f"'{name}' " + "".join(f"({''.join(map(str, cell))})" for cell in row)
        for name, row in zip(names, rows, strict=True)
    )
    nexus = written(
        tmp_path / "a.nex",
        f'#NEXUS\nBEGIN DATA; DIMENSIONS NCHAR=4; FORMAT SYMBOLS="01234"; CHARSTATELABELS {labels};'
        f"\nMATRIX\n{matrix}\n;END;",
    )
    options = {
        "unknown": "both",
        "prior": {name: random.randint(1, 4) for name in names},
        "cost": {f"c{at}": random.randint(1, 5) for at in range(4)},
        "by": {name: random.choice("xy") for name in names},
    }
    games = [mc.FiniteGame.from_table(path, **options) for path in (delta, nexus)]
    told = {
        name: {f"c{at}": {f"s{s}" for s in cell} for at, cell in enumerate(row)}
        for name, row in zip(names, rows, strict=True)
    }
    assert answers(games[0]) == answers(games[1]) == told
    assert mc.optimal(games[0]).total == mc.optimal(games[1]).total
    tree = mc.optimal(games[0]).tree
    for name, row in told.items():
        cell = {column: min(cells) for column, cells in row.items()}
        assert tree.predict(cell) == options["by"][name]


FAULTS = {
    "*CHARACTER LIST\n#1. a/ 1. x/\n": ("line 2", "without characters or items"),
    DELTA.replace("#3. spots/", "#x. spots/"): ("line 14", "'x. spots'", "not a new number"),
    DELTA.replace("#3. spots/", "#3. sting/"): ("line 14", "'3. sting'"),
    DELTA.replace("#3. spots/", "#3. spots"): ("line 14", "without a / at the end"),
    DELTA.replace("1,3 2,2", "1,4 2,2"): ("line 6", "'wings', but not with 4 states"),
    DELTA.replace("2,1 3,0", "2,3 3,0"): ("line 23", "'2,3'", "not a character and its state"),
    DELTA.replace("2,1 3,0", "2,0 3,0"): ("line 23", "'2,0'"),
    DELTA.replace("2,1 3,0", "2,x 3,0"): ("line 23", "'2,x'"),
    DELTA.replace(" 3,- 4", " 7,- 4"): ("line 29", "'7,-'"),
    DELTA.replace(" 3,- 4", " ?! 4"): ("line 29", "'?!'"),
    DELTA.replace("3,2-4", "3,4-2"): ("line 25", "'3,4-2(-6)'"),
    DELTA.replace("4,12.5", "4,12.5.1"): ("line 25", "'4,12.5.1'"),
    DELTA.replace("# bee/", "# fly/"): ("line 24", "a second item 'fly'"),
    DELTA.replace("females>", "females"): ("line 12", "begins a comment without a >"),
    DELTA.replace("  ant/\n1,1", "  ant\n1 1"): ("line 26", "without a / at the end"),
    NEXUS.replace("NCHAR=4", "NCHAR=5"): ("line 12", "'b', not one of 5 states of 012"),
    NEXUS.replace("NCHAR=4", "NCHAR=3"): ("line 11", "'-', not one of 3 states of 012"),
    NEXUS.replace("{matrix}", "{matrix}\n3 0"): ("line 16", "1 of 4 states of '3'"),
    NEXUS.replace("NCHAR=4", "NTAX=3"): ("labels of '1'",),
    NEXUS.replace("1 wings", "one wings"): ("line 8", "labels of 'one'"),
    NEXUS.replace("body_hair", "wings"): ("line 6", "different characters"),
    NEXUS.replace("STANDARD", "DNA"): ("line 7", "not supported"),
    NEXUS.replace("GAP=-", "TRANSPOSE"): ("line 7", "not supported"),
    NEXUS.replace("0 1 2", "0 1"): ("line 12", "'2'", "states of 01"),
    NEXUS.replace("over lines]", "over lines"): ("line 2", "begins a comment without a ]"),
    NEXUS.replace("{matrix}\n  ;", "{matrix}"): ("line 15", "0 of 4 states of 'END'"),
    NEXUS.replace("MATRIX", "MATRX"): ("ends a Nexus file without a matrix",),
    "#NEXUS\n": ("line 1", "ends a Nexus file without a matrix"),
}


@pytest.mark.parametrize(("text", "parts"), FAULTS.items(), ids=range(len(FAULTS)))
def test_each_fault_is_one_line_with_its_number(tmp_path, text, parts):
    path = written(
        tmp_path / "insects", text.replace("{interleave}", "").replace("{matrix}", LINES)
    )
    with one_line(mc.BadGame, "of the table", "insects", *parts):
        mc.FiniteGame.from_table(path, unknown="both")
