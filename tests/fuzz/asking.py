"""Cases of questions: the answers of Guess Who, and guesses that are all asked at once."""

from __future__ import annotations

from itertools import combinations

import mastermind_core as mc
from tests.fuzz.shapes import drawn

#: What attributes, values and names are called, some of them like answers or questions.
_WORDS = ["a", "b", "B", "red", "no", "No", "yes", "found", "x=1", "1", "x", "hat=red", "hat?", "é"]
_CELLS = ["", "", "a", "b", "red", "1", "yes", "No", "no", "found", "True", "b=1", "a==b", "right"]


def _people(random):
    attributes = random.sample(["hat", "x", "hair", "x=1", "a b"], random.randint(1, 3))
    names = random.sample([*_WORDS, "Ann", "Bob", "Eve"], random.randint(1, 7))
    cells = random.sample(_CELLS, random.randint(2, 5))
    rows = [[name, *(random.choice(cells) for _ in attributes)] for name in names]
    return ["name", *attributes], rows


def _guesses(header, rows, questions):
    """Return the guesses by the rules: (attribute, value), (attribute, None) or a name."""
    found = []
    for at, attribute in enumerate(header[1:], start=1):
        values = list(dict.fromkeys(row[at] for row in rows))
        if len(values) == 1:
            continue
        if questions == "attributes":
            found.append((attribute, None))
        else:
            found += [(attribute, value) for value in values if value]
    return [*found, *(row[0] for row in rows)]


def _answer(header, guess, row):
    if isinstance(guess, str):
        return "found" if guess == row[0] else "no"
    value = row[header.index(guess[0])]
    if guess[1] is None:
        return value
    return "yes" if value == guess[1] else "no"


def _written(guess):
    if isinstance(guess, str):
        return guess
    return f"{guess[0]}?" if guess[1] is None else f"{guess[0]}={guess[1]}"


def who(random):
    """Guess Who with tables of all kinds, scored here; what is written is read back."""
    header, rows = _people(random)
    questions = random.choice(["values", "attributes"])
    expected = _guesses(header, rows, questions)
    written = list(map(_written, expected))
    doubtful = len(set(written)) < len(written) or any(
        guess[1] is None and "found" in [row[header.index(guess[0])] for row in rows]
        for guess in expected
        if not isinstance(guess, str)
    )
    try:
        game = mc.games.GuessWho([header, *rows], questions)
    except mc.BadGame as error:
        assert doubtful, f"{error}: {header} {rows}"
        assert "\n" not in str(error)
        return 1
    assert not doubtful, f"two guesses are one, or a question ends the game: {header} {rows}"
    assert list(map(str, game.guesses)) == written
    assert list(game.secrets) == [row[0] for row in rows]
    table = mc.compile_game(game)
    for at, (guess, own) in enumerate(zip(game.guesses, expected, strict=True)):
        assert game.parse_guess(game.format_guess(guess)) == guess
        numbers = [_answer(header, own, row) for row in rows]
        assert [game.score(guess, secret) for secret in game.secrets] == numbers
        blocks = [numbers.count(score) for score in table.scores.items]
        assert list(table.block_sizes(at, table.everything)) == blocks
    for score in game.scores:
        assert game.parse_score(game.format_score(score)) == score, f"{score!r} is read otherwise"
    return 3 * len(expected)


def _tells(spec, some):
    answers = {
        tuple(spec.rows[guess][secret] for guess in some) for secret in range(len(spec.secrets))
    }
    return len(answers) == len(spec.secrets)


def static(random):
    """The least guesses that are asked at once, against trying all sets."""
    spec = drawn(random, 8)
    if len(spec.guesses) > 16:
        return 0
    every = range(len(spec.guesses))
    sizes = (k for k in range(5) if any(_tells(spec, some) for some in combinations(every, k)))
    least = next(sizes, None)
    try:
        found = mc.studies.static_guesses(spec.game())
    except mc.BadGame as error:
        assert "\n" not in str(error)
        assert not _tells(spec, every), str(error)
        return 1
    ids = {guess: at for at, guess in enumerate(spec.guesses)}
    assert found.proven
    assert _tells(spec, [ids[guess] for guess in found.guesses])
    assert len(found) == least or (least is None and len(found) > 4)
    stopped = mc.studies.static_guesses(spec.game(), nodes=random.randint(1, 4))
    assert stopped.lower_bound <= len(found) <= len(stopped)
    assert not stopped.proven or len(stopped) == len(found)
    return 4
