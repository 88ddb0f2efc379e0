"""Games as JSON: by name and options, written out, or as what a given game must fit."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain
from typing import Any

from attrs import fields, has

from mastermind_core.errors import BadArgument, BadFile, MastermindCoreError, shown
from mastermind_core.files.kinds import (
    NotWritable,
    check_hashes,
    expect,
    fields_of,
    integers,
    tagged,
)
from mastermind_core.game import Game, HistoryLegal, costs_of, weights_of
from mastermind_core.game.amounts import Exact
from mastermind_core.game.finite import FiniteGame, WrittenScores, written_scores
from mastermind_core.games import GAMES
from mastermind_core.games.variants import ITSELF, LegalVariant, Variant
from mastermind_core.table import compile_game

#: Pairs of a guess and a secret up to which a game of functions is written out.
MOST_PAIRS = 1 << 20

#: No option of a game in a file is a number above this: a game could take a day to count itself.
_MOST = 65536


def encode_game(game: Game[Any, Any, Any], write: Any) -> dict[str, Any]:
    """Return what a game is in a file."""
    for form in (_named, _variant, _written):
        try:
            if (found := form(game, write)) is not None:
                return {form.__name__[1:]: found}
        except NotWritable:
            continue
    return {
        "given": {
            "name": shown(game),
            "guesses": len(game.guesses),
            "secrets": len(game.secrets),
            "fingerprint": _fingerprint(game),
        }
    }


def _named(game: Game[Any, Any, Any], write: Any) -> dict[str, Any] | None:
    """Return the name and the options of a registered game."""
    kind = type(game)
    name = next((name for name, entry in GAMES.items() if entry.make is kind), None)
    if name is None or not has(kind):
        return None
    options = {str(one.alias): getattr(game, one.name) for one in fields(kind) if one.init}
    return {
        "name": name,
        "options": {key: write(_as_given(option)) for key, option in options.items()},
    }


def _variant(game: Game[Any, Any, Any], write: Any) -> dict[str, Any] | None:
    """Return a registered game with its own weights, costs and goals; it keeps its symmetries."""
    named = _named(game.game, write) if isinstance(game, Variant) else None
    if named is None or not isinstance(game, Variant):
        return None
    return {
        "game": {"named": named},
        "weights": [*map(write, game.weights)],
        "costs": [*map(write, game.costs)],
        "goals": game.goals if isinstance(game.goals, str) else [*map(write, game.goals)],
    }


def _as_given(option: Any) -> Any:
    """Return an option as a user would give it: a game may keep its lists in a class of its own."""
    kind = type(option)
    if kind is not tuple and issubclass(kind, tuple) and not hasattr(kind, "_fields"):
        return tuple(option)
    return option


def _written(game: Game[Any, Any, Any], write: Any) -> dict[str, Any] | None:
    """Return the lists of a game, and the scores of all pairs."""
    guesses, secrets = tuple(game.guesses), tuple(game.secrets)
    if len(guesses) * len(secrets) > MOST_PAIRS:
        return None
    lists = {"guesses": [*map(write, guesses)], "secrets": [*map(write, secrets)]}
    scores, table = written_scores(game), compile_game(game)
    extra: dict[str, Any] = {}
    if table.priced:
        extra["costs"] = [*map(write, costs_of(game))]
    if table.goals:
        try:
            names = [*map(write, table.names)]
        except NotWritable:
            names = [*range(len(table.names))]
        extra["goals"] = [names[goal] for goal in table.goals]
    even = set(table.weights) == {1} and table.weight_unit == 1
    return {
        "name": str(getattr(game, "name", type(game).__name__)),
        **lists,
        "scores": [*map(write, scores.scores)],
        "ends": [at for at, one in enumerate(scores.scores) if one in game.endstates],
        "weights": None if even else [*map(write, weights_of(game))],
        "rows": [list(row) for row in scores.rows],
        **extra,
    }


def _fingerprint(game: Game[Any, Any, Any]) -> str:
    """Return a digest of a game, with the units of its weights and costs where they are not 1."""
    table = compile_game(game)
    units = [table.weight_unit, table.cost_unit]
    return " ".join([table.fingerprint(), *(map(str, units) if set(units) != {1} else ())])


def decode_game(content: Any, read: Any, given: Game[Any, Any, Any] | None) -> Game[Any, Any, Any]:
    """Return the game of a file, or the one that is given if it is the same."""
    tag, spec = tagged(content)
    if tag == "given":
        return _same_answers(spec, given)
    readers = {"named": _read_named, "written": _read_written, "variant": _read_variant}
    if tag not in readers:
        raise BadFile(f"a game is named, a variant, written or given, not {shown(tag)}")
    try:
        game = readers[tag](spec, read)
    except MastermindCoreError as error:
        raise BadFile(f"the game of the file cannot be made: {error}") from None
    except (TypeError, ValueError, AttributeError, LookupError, ArithmeticError) as error:
        raise BadFile(f"the game of the file cannot be made: {shown(error)}") from None
    if given is None:
        return game
    if not alike(game, given):
        raise BadFile(
            f"the file is about another game, {shown(game)}: give that one, or leave out game="
        )
    return given


def alike(game: Game[Any, Any, Any], other: Game[Any, Any, Any]) -> bool:
    """Return whether two games have the same guesses, secrets, answers and weights."""
    if game == other:
        return True
    if type(game) is type(other) and not isinstance(game, FiniteGame):
        return False
    if count_pairs(game) != count_pairs(other):
        return False
    own, its = compile_game(game), compile_game(other)
    return (
        own.guesses.items == its.guesses.items
        and own.secrets.items == its.secrets.items
        and _fingerprint(game) == _fingerprint(other)
        and all(
            game.score(guess, secret) == other.score(guess, secret)
            for guess, secret in chain(
                ((guess, own.secrets.items[0]) for guess in own.guesses.items),
                ((own.guesses.items[0], secret) for secret in own.secrets.items),
            )
        )
    )


def _same_answers(spec: Any, given: Game[Any, Any, Any] | None) -> Game[Any, Any, Any]:
    content = fields_of(spec, "a given game", "name guesses secrets fingerprint")
    name = shown(content["name"])
    if given is None:
        raise BadFile(
            f"the file has a game of functions, {name}, which no file can hold: load(path, "
            "game=game) with the game it was saved with"
        )
    sizes = [content["guesses"], content["secrets"]]
    if sizes != [len(given.guesses), len(given.secrets)] or (
        _fingerprint(given) != content["fingerprint"]
    ):
        raise BadFile(
            f"the file is about another game, {name}, whose answers are others than those of "
            f"{shown(given)}: give the game it was saved with"
        )
    return given


def _read_named(spec: Any, read: Any) -> Game[Any, Any, Any]:
    content = fields_of(spec, "a named game", "name options")
    name = expect(str, content["name"], "name")
    if name not in GAMES:
        raise BadFile(f"the game {shown(name)} is unknown: is it of a later version?")
    make: Any = GAMES[name].make
    given = expect(dict, content["options"], "options")
    options = {key: read(value) for key, value in given.items()}
    known = {one.alias for one in fields(make) if one.init} if has(make) else set()
    if not options.keys() <= known:
        odd = min(options.keys() - known)
        raise BadFile(f"the game {name} has no option {shown(odd)}: is it of a later version?")
    for key, value in options.items():
        if type(value) is int and abs(value) > _MOST:
            raise BadFile(f"the option {key} of a game is {shown(value)}, over {_MOST}")
    made: Game[Any, Any, Any] = make(**options)
    hash(made)
    return made


def _read_variant(spec: Any, read: Any) -> Game[Any, Any, Any]:
    content = fields_of(spec, "a variant", "game weights costs goals")
    tag, named = tagged(content["game"])
    if tag != "named":
        raise BadFile(f"a variant is of a named game, not of a game that is {shown(tag)}")
    game = _read_named(named, read)
    goals = content["goals"]
    if goals != ITSELF:
        goals = read(expect(list, goals, "goals"))
    make = LegalVariant if isinstance(game, HistoryLegal) else Variant
    weights, costs = (_amounts(content, name, read) for name in ("weights", "costs"))
    made: Game[Any, Any, Any] = make(game, weights, costs, goals)
    hash(made)
    return made


def _read_written(spec: Any, read: Any) -> Game[Any, Any, Any]:
    names = "name guesses secrets scores ends weights rows"
    content = fields_of(spec, "a written game", names, "costs goals")
    lists = {}
    for name in ("guesses", "secrets", "scores", "goals"):
        lists[name] = read(expect(list, content.get(name, []), name))
        check_hashes(lists[name], name)
    guesses, secrets, scores = lists["guesses"], lists["secrets"], lists["scores"]
    rows = expect(list, content["rows"], "rows")
    if len(rows) != len(guesses) or any(
        type(row) is not list or len(row) != len(secrets) for row in rows
    ):
        raise BadFile(f"rows must be {len(guesses)} arrays of {len(secrets)} numbers")
    if len(guesses) * len(secrets) > MOST_PAIRS:
        raise BadFile(f"a written game has at most {MOST_PAIRS:,} pairs")
    if len({(type(score), score) for score in scores}) != len(scores):
        raise BadFile("scores has a score twice")
    table = tuple(tuple(integers(row, "rows", len(scores))) for row in rows)
    return FiniteGame(
        guesses,
        secrets,
        WrittenScores(guesses, secrets, scores, table),
        {scores[at] for at in integers(content["ends"], "ends", len(scores))},
        weights=_amounts(content, "weights", read),
        costs=_amounts(content, "costs", read),
        goal=lists["goals"] if "goals" in content else None,
        name=expect(str, content["name"], "name"),
    )


def _amounts(content: Any, name: str, read: Any) -> tuple[Exact, ...]:
    """Return weights or costs as numbers that are exact; none where a file has none."""
    given = content.get(name)
    if given is None:
        return ()
    numbers: tuple[Exact, ...] = read(expect(list, given, name))
    wrong = [one for one in numbers if type(one) not in {int, Fraction}]
    if wrong:
        raise BadFile(f"{name} must be whole numbers or fractions, not {shown(wrong[0])}")
    return numbers


def count_pairs(game: Game[Any, Any, Any]) -> int:
    """Return the number of pairs of a guess and a secret, if Python can count them."""
    try:
        return len(game.guesses) * len(game.secrets)
    except OverflowError:
        raise BadFile("it has more codes than can be counted") from None


def check_game(game: Any) -> None:
    """Refuse what is given as a game and is none."""
    if game is not None and not all(
        hasattr(game, part) for part in ("guesses", "secrets", "endstates", "score")
    ):
        raise BadArgument(f"game must be a game, not {shown(game)}")
