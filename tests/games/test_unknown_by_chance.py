"""Unknown cells by chance: the same game as a version of the row for each way to fill them in."""

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from errors import one_line

import mastermind_core as mc
from mastermind_core.cli import main


def drawn(random):
    """Return a random table with unknown cells, and options."""
    n_rows, n_columns = random.randint(2, 6), random.randint(1, 4)
    columns = {
        f"c{at}": [None if random.random() < 0.25 else random.randint(0, 3) for _ in range(n_rows)]
        for at in range(n_columns)
    }
    how = {"prior": [random.randint(1, 3) for _ in range(n_rows)]}
    how["by"] = [random.choice("xyz") for _ in range(n_rows)] if random.random() < 0.7 else None
    how["cuts"] = random.choice(["all", "none", 2])
    if random.random() < 0.4:
        how["cost"] = {name: random.randint(1, 3) for name in columns}
    return columns, how


def made(columns, **how):
    """Return a game, or the words of its error before its ids."""
    try:
        return mc.FiniteGame.from_table(columns, **how)
    except mc.BadGame as error:
        return str(error).partition("uishes")[0]


def in_turn(position):
    """Return the guesses in the order of the game."""
    return position.game.guesses[len(position.history)]


def turns(game, secret):
    """Return the number of guesses in turn until all versions that fit have one goal."""
    left = list(game.secrets)
    for number, guess in enumerate((None, *game.guesses)):
        if guess is not None:
            answer = game.score(guess, secret)
            left = [one for one in left if game.score(guess, one) == answer]
        if len({*map(game.goal, left)}) == 1:
            return number
    raise AssertionError(secret)


def test_a_row_by_chance_is_the_row_in_all_its_versions():
    random, compared, nested = Random(1), 0, 0
    while compared < 60:
        columns, how = drawn(random)
        both, chance = (made(columns, unknown=unknown, **how) for unknown in ("both", "chance"))
        if isinstance(both, str):
            assert chance == both, (columns, how)
            continue
        if len({*map(both.goal, both.secrets)}) == 1 or len(both.secrets) > 40:
            continue
        compared += 1
        nested += "cost" not in how and len(both.secrets) > len(chance.secrets)
        whole = sum(both.weights)
        # Every order of answers of some secret: the same probabilities and lengths.
        secret = random.choice(both.secrets)
        session = mc.Session(chance)
        for guess in random.sample(both.guesses, min(3, len(both.guesses))):
            if session.over:
                break
            session.record(guess, both.score(guess, secret))
            left = [
                one
                for one in both.secrets
                if all(both.score(asked, one) == answer for asked, answer in session.history)
            ]
            weights = dict(zip(both.secrets, both.weights, strict=True))
            total = sum(weights[one] for one in left)
            posterior = dict.fromkeys(map(both.goal, left), Fraction(0))
            for one in left:
                posterior[both.goal(one)] += Fraction(weights[one]) / total
            assert session.posterior == posterior, (columns, how, session.history)
        best = mc.optimal(chance, max_steps=len(chance.guesses), confidence=1)
        assert (best.mean, best.accuracy) == (Fraction(mc.optimal(both).total) / whole, 1)
        found = mc.length_distribution(chance, in_turn)
        expected = [turns(both, secret) for secret in both.secrets]
        mean = sum(Fraction(w) * n for w, n in zip(both.weights, expected, strict=True)) / whole
        assert found.mean == pytest.approx(float(mean)), (columns, how)
        assert found.worst == max(expected)
    assert nested > 10


def test_answers_to_thresholds_bound_an_unknown_number():
    cells = {"a": [1, 2, 3, 4, None], "b": [0, 0, 0, 0, 1], "kind": [*"vwxyz"]}
    game = mc.FiniteGame.from_table(cells, by="kind", cuts="all", unknown="chance")
    low, middle, high = (guess for guess in game.guesses if guess != "b")
    assert game.likelihood(low, 4) == {True: Fraction(1, 4), False: Fraction(3, 4)}
    session = mc.Session(game, confidence=1)
    session.record(high, True)
    assert session.posterior["z"] == Fraction(3, 4) / (3 + Fraction(3, 4))
    session.record(low, False)
    # Two of three bands are left for the row, of which one is under the threshold between them.
    assert session.posterior == {"w": Fraction(2, 5), "x": Fraction(2, 5), "z": Fraction(1, 5)}
    with one_line(mc.InconsistentHistory, "fits none of the 3 secrets"):
        session.record(low, True)
    session.record(middle, True)
    assert session.posterior == {"w": Fraction(4, 5), "z": Fraction(1, 5)}
    session.record("b", 1)
    assert (session.over, session.known) == (True, "z")


def test_rows_that_only_an_unknown_cell_distinguishes():
    cells = {"a": [0, 0, None], "b": [1, 2, 1], "kind": ["x", "y", "y"], "n": [3, 1, 2]}
    how = {"by": "kind", "prior": "n", "unknown": "chance"}
    for duplicates in ("error", "merge"):
        with one_line(mc.BadGame, "no column distinguishes 0 from 2", "unknown cells"):
            mc.FiniteGame.from_table(cells, duplicates=duplicates, **how)
    # A row that never comes, or is of the same class, need not be distinguished.
    assert mc.FiniteGame.from_table({**cells, "n": [3, 1, 0]}, **how)
    assert mc.FiniteGame.from_table({**cells, "kind": ["y", "x", "y"]}, **how)
    game = mc.FiniteGame.from_table(cells, duplicates="class", **how)
    lengths = mc.length_distribution(game)  # it ends when no question is left
    assert (lengths.mean, lengths.accuracy) == (1.0, Fraction(3 + 1, 6))


def test_several_states_are_equally_likely():
    taxa = {
        "taxon": ["fly", "mite", "ant", "bug"],
        "wings": ["two", "none", {"none", "four"}, None],
        "legs": ["six", "eight", {"six"}, "eight"],
    }
    game = mc.FiniteGame.from_table(taxa, id="taxon", unknown="chance", duplicates="class")
    half, third = Fraction(1, 2), Fraction(1, 3)
    assert game.likelihood("wings", "ant") == {"none": half, "four": half}
    assert game.likelihood("wings", "bug") == {"none": third, "two": third, "four": third}
    assert game.likelihood("wings", "fly") == {"two": 1}


def test_more_unknown_cells_than_versions_have_room_for():
    random = Random(2)
    cells = {f"c{at}": [random.randrange(100) for _ in range(60)] for at in range(8)}
    for column in cells.values():
        for at in range(0, 60, 7):
            column[at] = None
    how = {"by": [at % 3 for at in range(60)], "cuts": "all"}
    both = mc.FiniteGame.from_table(cells, unknown="both", duplicates="class", **how)
    game = mc.FiniteGame.from_table(cells, unknown="chance", duplicates="class", **how)
    assert (both.secrets, both.guesses) == (game.secrets, game.guesses)
    assert (both.weights, both.costs) == (game.weights, game.costs)
    assert [*map(both.goal, both.secrets)] == [*map(game.goal, game.secrets)]
    for pair in product(game.guesses, game.secrets):
        assert both.cells.score(*pair) == game.cells.score(*pair)
    assert mc.simulate(game, games=5, confidence=0.9).worst <= 60


def answers_of(cell, cells, likelihoods):
    """Return the answers to a question about a column, with their probabilities."""
    if likelihoods:
        yes = Fraction(cell)
        return {True: yes, False: 1 - yes}
    known = {*cells} - {None}
    possible = known if cell is None else {cell}
    return dict.fromkeys(possible, Fraction(1, len(possible)))


@pytest.mark.parametrize("likelihoods", [False, True])
def test_equal_rows_of_several_classes_are_right_as_often_as_the_likeliest_class(likelihoods):
    random = Random(4)
    drawn_cells = [0, 0.5, 0.75, 1] if likelihoods else [None, 1, 2, 2]
    shared = 0
    for _ in range(60):
        n_rows, n_columns = random.randint(2, 5), random.randint(1, 2)
        cells = [[random.choice(drawn_cells) for _ in range(n_rows)] for _ in range(n_columns)]
        if not likelihoods and any({*column} <= {None} for column in cells):
            continue
        by = [random.choice("YZ") for _ in range(n_rows)]
        prior = [random.randint(1, 3) for _ in range(n_rows)]
        right = Counter()
        for row in range(n_rows):
            possible = [answers_of(column[row], column, likelihoods).items() for column in cells]
            for answers in product(*possible):
                chance = Fraction(prior[row])
                for _, part in answers:
                    chance *= part
                right[tuple(answer for answer, _ in answers), by[row]] += chance
        best = Counter()
        for (answers, _), weight in right.items():
            best[answers] = max(best[answers], weight)
        columns = {f"c{at}": column for at, column in enumerate(cells)}
        how = {"likelihoods": True} if likelihoods else {"unknown": "chance", "cuts": "none"}
        how |= {"by": by, "prior": prior, "duplicates": "class", "questions": "values"}
        game = mc.FiniteGame.from_table(columns, **how)
        accuracy = best.total() / sum(prior)
        shared += accuracy < 1 and len({*zip(*cells, strict=True)}) < n_rows
        assert mc.length_distribution(game, "entropy", max_steps=9).accuracy == accuracy
        assert mc.optimal(game, max_steps=n_columns).accuracy == accuracy
    assert shared > 10


def test_noise_over_equal_rows_of_several_classes():
    random, error = Random(5), Fraction(1, 10)
    shared = 0
    for _ in range(60):
        n_rows, n_columns = random.randint(2, 6), random.randint(1, 3)
        cells = [[random.randint(1, 3) for _ in range(n_rows)] for _ in range(n_columns)]
        by = [random.choice("XYZ") for _ in range(n_rows)]
        prior = [random.randint(1, 3) for _ in range(n_rows)]
        classes, groups = Counter(), {}
        for row, own, weight in zip(zip(*cells, strict=True), by, prior, strict=True):
            classes[own] += weight
            groups.setdefault(row, Counter())[own] += weight
        right = [Fraction(max(classes.values()))]
        for column in cells:
            answers = {*column}
            chances = Counter()
            for cell, own, weight in zip(column, by, prior, strict=True):
                for answer in answers:
                    others = len(answers) - 1
                    wrong = error / others if others else 0
                    true = 1 - error if others else 1
                    chances[answer, own] += weight * (true if answer == cell else wrong)
            right.append(sum(max(chances[answer, own] for own in by) for answer in answers))
        columns = {f"c{at}": column for at, column in enumerate(cells)}
        how = {"by": by, "duplicates": "class", "cuts": "none", "questions": "values"}
        game = mc.FiniteGame.from_table(columns, prior=prior, **how)
        noisy = mc.noisy(game, error)
        shared += game.expected_error > 0
        assert mc.optimal(noisy, max_steps=1).accuracy == max(right) / sum(prior)
        assert mc.Session(noisy).posterior == {
            own: Fraction(weight, sum(prior)) for own, weight in classes.items()
        }
        never_wrong = mc.optimal(mc.noisy(game, 0), max_steps=n_columns)
        assert never_wrong.accuracy == 1 - game.expected_error
        equal = mc.Session(mc.noisy(mc.weighted(game, lambda row: 2), error)).posterior
        for own in classes:
            shares = [Fraction(group[own], group.total()) for group in groups.values()]
            assert equal[own] == sum(shares) / len(groups)
    assert shared > 10


def test_a_threshold_that_is_asked_again_tells_nothing_new():
    cells = {"size": [1, 3, 5, None]}
    game = mc.FiniteGame.from_table(
        cells, id=[*"abcd"], unknown="chance", cuts="all", duplicates="class"
    )
    low, high = game.guesses
    noisy = mc.noisy(game, Fraction(1, 4))
    posteriors = []
    for times in (1, 2, 3):
        session = mc.Session(noisy)
        for guess in (*[low] * times, high):
            session.record(guess, True)
        posteriors.append(session.posterior)
    assert posteriors[0] == posteriors[1] == posteriors[2]


def test_the_command_line_plays_with_unknown_cells(tmp_path, capsys):
    path = tmp_path / "cells.csv"
    path.write_text("a,b,kind\n1,x,u\n2,,v\n,y,w\n4,y,u\n")
    given = ["table", str(path), "--identify", "kind", "--unknown", "chance", "--duplicates"]
    main(["simulate", *given, "class", "--games", "20", "--json"])
    assert json.loads(capsys.readouterr().out)["strategy"] == "entropy"
    main(["assist", *given, "class", "--step", "a 2", "--json"])
    assert json.loads(capsys.readouterr().out)["count"] == 2


def test_noise_over_unknown_cells_is_noise_over_all_versions():
    random, compared, nested, doubted = Random(3), 0, 0, 0
    while compared < 25:
        columns, how = drawn(random)
        both, chance = (made(columns, unknown=unknown, **how) for unknown in ("both", "chance"))
        if isinstance(both, str) or len({*map(both.goal, both.secrets)}) == 1:
            continue
        compared += len(both.secrets) > len(chance.secrets)
        error = Fraction(random.choice([0, 1, 3]), 10)
        with_noise = mc.noisy(chance, error)
        session = mc.Session(with_noise, confidence=1)
        left = dict(zip(both.secrets, map(Fraction, both.weights), strict=True))
        for guess in random.sample(both.guesses, min(3, len(both.guesses))):
            answers = sorted({both.score(guess, one) for one in both.secrets}, key=str)
            if session.over or len(answers) == 1:
                break
            answer = both.score(guess, random.choice([one for one in left if left[one]]))
            for one in left:
                true = both.score(guess, one) == answer
                left[one] *= 1 - error if true else error / (len(answers) - 1)
            session.record(guess, answer)
            nested += hasattr(guess, "threshold")
            total = sum(left.values())
            posterior = dict.fromkeys(map(both.goal, left), Fraction(0))
            for one, weight in left.items():
                posterior[both.goal(one)] += weight / total
            expected = {name: share for name, share in posterior.items() if share}
            assert session.posterior == expected, (columns, how, error, session.history)
            for (asked, given), doubt in zip(session.history, session.doubts, strict=True):
                wrong = sum(left[one] for one in left if both.score(asked, one) != given)
                assert doubt == wrong / total, (columns, how, error, session.history)
                doubted += 0 < doubt < 1
        if len(both.secrets) <= 20:
            in_versions = mc.noisy(both, error, again="same")
            best, other = (mc.optimal(game, max_steps=2) for game in (with_noise, in_versions))
            assert (best.accuracy, best.mean) == (other.accuracy, other.mean), (columns, how, error)
        loaded = mc.from_json(mc.to_json(with_noise))
        first = with_noise.guesses[0], with_noise.secrets[0]
        assert (loaded.again, loaded.likelihood(*first)) == (
            with_noise.again,
            with_noise.likelihood(*first),
        )
    assert nested > 5
    assert doubted > 20


def test_noise_over_probable_answers():
    table = {"row": ["flu", "cold"], "fever": [0.9, 0.2], "cough": [0.5, 0.8]}
    game = mc.FiniteGame.from_table(table, id="row", likelihoods=True)
    with_noise = mc.noisy(game, 0.1)
    assert with_noise.again == "same"
    assert with_noise.likelihood("fever", "flu")["yes"] == Fraction(9, 10) ** 2 + Fraction(1, 100)
    missed = mc.noisy(game, {"yes": {"no": 0.25}})
    assert missed.likelihood("fever", "cold") == {"yes": Fraction(3, 20), "no": Fraction(17, 20)}
    with one_line(
        mc.BadArgument, "again: a repeated question gets the same answer", "leave it out"
    ):
        mc.noisy(game, 0.1, again="fresh")
    with one_line(mc.BadGame, "may be wrong"):
        mc.noisy(with_noise, 0.1)


@pytest.mark.parametrize("cuts", ["nonsense", "all", "quantiles", 3, {"fever": [0.5]}, [0.5]])
def test_likelihoods_have_no_thresholds(cuts):
    cells = {"fever": [0.1, 0.2, 0.3, 0.4, 0.5]}
    with one_line(mc.BadArgument, 'cuts must be "none" or left out where cells are likelihoods'):
        mc.FiniteGame.from_table(cells, likelihoods=True, cuts=cuts)
    made = [mc.FiniteGame.from_table(cells, likelihoods=True, cuts=one) for one in (None, "none")]
    assert made[0].guesses == made[1].guesses == ("fever",)


@pytest.mark.parametrize("questions", [None, "yes-no", "values"])
def test_likelihoods_are_never_asked_value_by_value(questions):
    shares = ["1/2", "1/3", "1/4", "1/5", "1/6"]
    cells = {"ill": [*"abcde"], "fever": shares}
    game = mc.FiniteGame.from_table(cells, id="ill", likelihoods=True, questions=questions)
    assert game.guesses == ("fever",)
    answers = mc.length_distribution(game, "entropy", max_steps=1)
    # The likeliest row has 1/2 of 1/5 if the answer is yes, and 5/6 of 1/5 if it is no.
    assert answers.accuracy == (Fraction(1, 2) + Fraction(5, 6)) / 5


def test_the_command_line_reads_fractions_as_likelihoods(tmp_path, capsys):
    path = tmp_path / "fractions.csv"
    path.write_text("ill,fever\na,1/2\nb,1/3\nc,1/4\nd,1/5\ne,1/6\n")
    given = [str(path), "--likelihoods", "--id", "ill", "--max-steps", "1", "--json"]
    assert main(["optimal", *given]) == 0
    assert json.loads(capsys.readouterr().out)["first_guess"] == "fever"


def test_the_questions_about_likelihoods_are_checked():
    with one_line(mc.BadArgument, "questions must be"):
        mc.FiniteGame.from_table({"fever": [0.1, 0.2]}, likelihoods=True, questions="some")
