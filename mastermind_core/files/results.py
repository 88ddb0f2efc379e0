"""Results as JSON: each by its fields, with the game that it is about."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, starmap
from operator import ge
from typing import Any

from attrs import NOTHING, Attribute, fields

from mastermind_core.analysis import CostDistribution, Distribution, WorstCase
from mastermind_core.errors import BadArgument, BadFile, MastermindCoreError, shown
from mastermind_core.exact import LengthObjective, Objective, Oracle, Solution
from mastermind_core.files.encoded import Ids, check_hashes, expect
from mastermind_core.files.trees import Measured, Outline, fitted, outline_of
from mastermind_core.game import Game
from mastermind_core.game.amounts import MOST_TOTAL, Exact
from mastermind_core.simulation.records import Record, Summary
from mastermind_core.simulation.standings import Standing, Standings
from mastermind_core.studies import Equilibrium, ExpectedDistribution, TieSpectrum, TieStudy
from mastermind_core.studies.verdict import Verdict
from mastermind_core.table import compile_game
from mastermind_core.tree import Node, flat_tree

_DIGEST = re.compile("[0-9a-f]{32}")

#: The results that are written field by field.
RECORDS: dict[str, type] = {
    "equilibrium": Equilibrium,
    "record": Record,
    "solution": Solution,
    "standing": Standing,
    "standings": Standings,
    "summary": Summary,
    "tie_spectrum": TieSpectrum,
    "tie_study": TieStudy,
    "verdict": Verdict,
}


def written_fields(kind: type) -> list[Attribute[Any]]:
    """Return the fields of a result that go into a file.

    What is neither compared nor shown is working material of whoever made it, and stays out.
    """
    return [one for one in fields(kind) if one.init and (one.eq or one.repr)]


def encode_tree(tree: Node, game: int, inner: Callable[[Any], Any]) -> dict[str, Any]:
    """Return the arrays of a tree; opens all of it."""
    outline = outline_of(tree, flat_tree(tree))
    guesses = list(dict.fromkeys(outline.guesses))
    scores = list(dict.fromkeys(score for edges in outline.edges for score, _ in edges))
    guess_places = {guess: at for at, guess in enumerate(guesses)}
    score_places = {score: at for at, score in enumerate(scores)}
    secrets = tree.table.secrets
    whole = len(tree.candidates) == len(secrets.items)
    return {
        "game": game,
        "patient": outline.patient,
        "candidates": None if whole else [*map(secrets.__getitem__, tree.candidates)],
        "guesses": [*map(inner, guesses)],
        "scores": [*map(inner, scores)],
        "asks": [guess_places[guess] for guess in outline.guesses],
        "edges": [len(edges) for edges in outline.edges],
        "answers": [score_places[score] for edges in outline.edges for score, _ in edges],
        "leads": [lead for edges in outline.edges for _, lead in edges],
    }


_TREE = {
    "game",
    "patient",
    "candidates",
    "guesses",
    "scores",
    "asks",
    "edges",
    "answers",
    "leads",
}


def decode_tree(
    content: Any, game_of: Callable[[Any], Game[Any, Any, Any]], inner: Callable[[Any], Any]
) -> Measured:
    """Return a tree that fits its game."""
    if type(content) is not dict or set(content) != _TREE:
        raise BadFile(f"a tree has {', '.join(sorted(_TREE))}, and nothing else")
    game = game_of(content["game"])
    patient = expect(bool, content["patient"], "patient")
    guesses = [inner(guess) for guess in expect(list, content["guesses"], "guesses")]
    scores = [inner(score) for score in expect(list, content["scores"], "scores")]
    check_hashes(guesses, "guesses")
    check_hashes(scores, "scores")
    asks = Ids("asks")(content["asks"], len(guesses))
    counts = Ids("edges")(content["edges"], len(scores) + 1)
    answers = Ids("answers")(content["answers"], len(scores))
    leads = Ids("leads")(content["leads"], max(len(asks), 1))
    if len(counts) != len(asks) or not sum(counts) == len(answers) == len(leads):
        raise BadFile("asks, edges, answers and leads of a tree do not fit each other")
    edges = []
    first = 0
    for count in counts:
        last = first + count
        pairs = zip(answers[first:last], leads[first:last], strict=True)
        edges.append([(scores[answer], lead) for answer, lead in pairs])
        first = last
    outline = Outline([guesses[ask] for ask in asks], edges, patient)
    return fitted(game, outline, _candidates(content["candidates"], game))


def _candidates(content: Any, game: Game[Any, Any, Any]) -> array[int] | None:
    if content is None:
        return None
    numbers = Ids("candidates")(content, len(game.secrets))
    if not numbers or any(starmap(ge, pairwise(numbers))):
        raise BadFile("candidates must be one number or more, ascending")
    return array("I", numbers)


def decode_record(kind: type, content: Any, inner: Callable[[Any], Any]) -> Any:
    """Return a result whose fields are of the right kind and agree with each other."""
    name = next(name for name, one in RECORDS.items() if one is kind)
    known = {str(one.alias): one for one in written_fields(kind)}
    given = expect(dict, content, name)
    missing = [key for key, one in known.items() if key not in given and one.default is NOTHING]
    if missing or not given.keys() <= known.keys():
        odd = [*missing, *(given.keys() - known.keys())][0]
        state = "lacks" if missing else "has an unknown"
        raise BadFile(f"the {name} {state} field {shown(odd)}: is it of another version?")
    values = {key: inner(value) for key, value in given.items()}
    for key, value in values.items():
        check = _FIELDS.get((name, key), _FIELDS.get(("", key)))
        if check is not None:
            check(value, f"{key} of the {name}")
    try:
        return kind(**values)
    except MastermindCoreError as error:
        raise BadFile(f"the {name} of the file cannot be: {error}") from None
    except (TypeError, ValueError, AttributeError) as error:
        raise BadFile(f"the {name} of the file cannot be: {shown(error)}") from None


def encode_record(value: Any, inner: Callable[[Any], Any]) -> dict[str, Any]:
    """Return the fields of a result."""
    content = {str(one.alias): getattr(value, one.name) for one in written_fields(type(value))}
    return {
        key: item.value if isinstance(item, (Objective, LengthObjective)) else inner(item)
        for key, item in content.items()
    }


def check_solution(solution: Solution, measured: Measured) -> None:
    """Refuse figures that are not those of the tree."""
    found = (solution.total, solution.worst)
    if found != (measured.total, measured.worst):
        raise BadFile(
            f"the solution says total {shown(found[0])} and worst {shown(found[1])}, its tree "
            f"takes {measured.total} and {measured.worst}"
        )
    first = _tuple(solution.figures)[0]
    if solution.lower_bound > first or (solution.proven and solution.lower_bound != first):
        raise BadFile(
            f"the solution has the lower bound {shown(solution.lower_bound)}, which does not fit "
            f"its {first}"
        )


def check_verdict(verdict: Verdict) -> None:
    """Refuse a verdict whose figures are not those of its parts."""
    solution, lengths = verdict.solution, verdict.lengths
    own = lengths and _tuple(verdict.objective.figures_of(lengths))
    best = _tuple(solution.figures)
    if (verdict.greedy and _tuple(verdict.greedy)) != own or _tuple(verdict.optimal) != best:
        raise BadFile(
            f"the verdict says {shown(verdict.greedy)} against {shown(verdict.optimal)}, its parts "
            f"{own} against {best}"
        )
    table = compile_game(verdict.game)
    weight = table.weigh(table.everything)
    secrets = weight if lengths is None else lengths.count
    if verdict.objective != solution.objective or secrets != weight:
        raise BadFile("the verdict and its solution are about other games or objectives")
    if verdict.loses_on is not None and verdict.loses_on not in compile_game(verdict.game).secrets:
        raise BadFile(f"loses_on is {shown(verdict.loses_on)}, which is no secret of the game")


def _tuple(figures: Any) -> tuple[Exact, ...]:
    return figures if isinstance(figures, tuple) else (figures,)


def encode_lengths(lengths: Distribution, inner: Callable[[Any], Any]) -> dict[str, Any]:
    """Return the pairs of a distribution, and whether it is one draw."""
    pairs = [[inner(length), inner(count)] for length, count in lengths.items()]
    return {"lengths": pairs, "one_draw": lengths.one_draw}


def decode_lengths(
    content: Any, inner: Callable[[Any], Any], kind: type[Distribution] = Distribution
) -> Distribution:
    """Return a distribution of numbers that are exact."""
    if type(content) is not dict or set(content) != {"lengths", "one_draw"}:
        raise BadFile("a distribution has lengths and one_draw, and nothing else")
    one_draw = expect(bool, content["one_draw"], "one_draw")
    counts = _pairs(content["lengths"], inner, (int, Fraction), costs=kind is CostDistribution)
    return kind(counts, one_draw=one_draw)


def encode_expected(lengths: ExpectedDistribution, inner: Callable[[Any], Any]) -> list[Any]:
    """Return the pairs of an expected distribution."""
    return [[length, inner(share)] for length, share in lengths.items()]


def decode_expected(content: Any, inner: Callable[[Any], Any]) -> ExpectedDistribution:
    """Return a distribution of probabilities."""
    shares = _pairs(content, inner, (Fraction,))
    if sum(shares.values()) != 1:
        raise BadFile("the shares of an expected distribution must add up to 1")
    return ExpectedDistribution(shares)


def _pairs(
    content: Any, inner: Callable[[Any], Any], kinds: tuple[type, ...], *, costs: bool = False
) -> dict[Any, Any]:
    counts: dict[Any, Any] = {}
    for pair in expect(list, content, "a distribution"):
        if type(pair) is not list or len(pair) != 2:
            raise BadFile(f"a distribution is an array of pairs, not of {shown(pair)}")
        length: Any = inner(pair[0]) if costs else Ids("lengths")([pair[0]], 1 << 32, 0)[0]
        if costs:
            _exact(length, "a cost")
        count: Any = inner(pair[1])
        if type(count) not in kinds or count <= 0 or length in counts:
            unit = "spent" if costs else "guesses"
            raise BadFile(f"a distribution has {shown(count)} for {shown(length)} {unit}")
        counts[length] = count
    if not counts:
        raise BadFile("a distribution needs at least one secret")
    return counts


def encode_oracle(oracle: Oracle[Any, Any, Any], game: int) -> dict[str, Any]:
    """Return the exact totals that an oracle has found: by candidates, each with its guess."""
    found: dict[str, list[list[int]]] = {}
    for (candidates, guess), total in list(oracle.totals.items()):
        found.setdefault(candidates.hex(), []).append([guess, total])
    return {"game": game, "objective": oracle.objective.value, "pool": oracle.pool, "found": found}


def decode_oracle(
    content: Any, game_of: Callable[[Any], Game[Any, Any, Any]]
) -> Oracle[Any, Any, Any]:
    """Return an oracle that knows what it knew."""
    if type(content) is not dict or set(content) != {"game", "objective", "pool", "found"}:
        raise BadFile("an oracle has game, objective, pool and found, and nothing else")
    game, found = game_of(content["game"]), expect(dict, content["found"], "found")
    try:
        oracle = Oracle(game, objective=content["objective"], pool=content["pool"])
    except BadArgument as error:
        raise BadFile(f"the oracle of the file cannot be: {error}") from None
    for candidates, totals in found.items():
        if not _DIGEST.fullmatch(candidates):
            raise BadFile(f"{shown(candidates)} is no digest of candidates: 32 hexadecimal digits")
        for pair in expect(list, totals, "found"):
            if type(pair) is not list or len(pair) != 2:
                raise BadFile(f"found has pairs of a guess and a total, not {shown(pair)}")
            guess = Ids("guess")([pair[0]], len(game.guesses), -1)[0]
            total = Ids("total")([pair[1]], MOST_TOTAL, 1)[0]
            oracle.totals[bytes.fromhex(candidates), guess] = total
    return oracle


def encode_worst(worst: WorstCase, inner: Callable[[Any], Any]) -> dict[str, Any]:
    """Return the path of a worst case."""
    path = [[inner(guess), inner(score)] for guess, score in worst.path]
    return {"path": path, "secret": inner(worst.secret), "one_draw": worst.one_draw}


def decode_worst(content: Any, inner: Callable[[Any], Any]) -> WorstCase:
    """Return a worst case."""
    if type(content) is not dict or set(content) != {"path", "secret", "one_draw"}:
        raise BadFile("a worst case has path, secret and one_draw, and nothing else")
    steps = expect(list, content["path"], "path")
    if any(type(step) is not list or len(step) != 2 for step in steps):
        raise BadFile("a path is an array of pairs")
    path = tuple((inner(guess), inner(score)) for guess, score in steps)
    one_draw = expect(bool, content["one_draw"], "one_draw")
    return WorstCase(path, inner(content["secret"]), one_draw)


def _whole(least: int) -> Callable[[Any, str], None]:
    def check(value: Any, what: str) -> None:
        if expect(int, value, what) < least:
            raise BadFile(f"{what} must be a whole number from {least}, not {shown(value)}")

    return check


def _exact(value: Any, what: str) -> None:
    if expect((int, Fraction), value, what) < 0:
        raise BadFile(f"{what} must be a number from 0, not {shown(value)}")


def _kind(*kinds: type) -> Callable[[Any, str], None]:
    def check(value: Any, what: str) -> None:
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            names = " or ".join(kind.__name__ for kind in kinds)
            raise BadFile(f"{what} must be a {names}, not {shown(value)}")

    return check


def _many(kind: type) -> Callable[[Any, str], None]:
    def check(value: Any, what: str) -> None:
        if type(value) is not tuple or not value or not all(isinstance(one, kind) for one in value):
            raise BadFile(f"{what} must be an array of one {kind.__name__} or more")

    return check


def _seconds(value: Any, what: str) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not value >= 0:
        raise BadFile(f"{what} must be a number from 0, not {shown(value)}")


def _or_none(check: Callable[[Any, str], None]) -> Callable[[Any, str], None]:
    return lambda value, what: None if value is None else check(value, what)


def _figure(value: Any, what: str) -> None:
    for one in value if type(value) is tuple and value else (value,):
        _exact(one, what)


def _game(value: Any, what: str) -> None:
    if not isinstance(value, Game):
        raise BadFile(f"{what} must be a game, not {shown(value)}")


def _ascending(value: Any, what: str) -> None:
    if type(value) is not tuple or not value:
        raise BadFile(f"{what} must be an array of one number or more")
    for one in value:
        _exact(one, what)
    if any(more <= less for less, more in pairwise(value)):
        raise BadFile(f"{what} must ascend")


def _shares(value: Any, what: str) -> None:
    if type(value) is not dict or not value:
        raise BadFile(f"{what} must be a dict of the shares of secrets")
    for share in value.values():
        _exact(share, f"a share in {what}")


def _pairs_of(*checks: Callable[[Any, str], None]) -> Callable[[Any, str], None]:
    def check(value: Any, what: str) -> None:
        for pair in expect(tuple, value, what):
            if type(pair) is not tuple or len(pair) != len(checks):
                raise BadFile(f"{what} must be an array of pairs, not of {shown(pair)}")
            for own, item in zip(checks, pair, strict=True):
                own(item, what)

    return check


def _places(value: Any, what: str) -> None:
    Ids(what)(list(expect(tuple, value, what)), 1 << 32)


def _shuffled(value: Any, what: str) -> None:
    if type(value) is not dict or not value:
        raise BadFile(f"{what} must be a dict of one order or more")
    for seed, lengths in value.items():
        _whole(0)(seed, f"a seed in {what}")
        _kind(Distribution)(lengths, what)


#: What a field must be, by the name of the result ("" for any) and of the field.
_FIELDS: dict[tuple[str, str], Callable[[Any, str], None]] = {
    ("", "strategy"): _kind(str),
    ("", "objective"): _kind(str),
    ("solution", "tree"): _kind(Node),
    ("solution", "total"): _exact,
    ("solution", "worst"): _exact,
    ("solution", "lower_bound"): _exact,
    ("solution", "proven"): _kind(bool),
    ("solution", "nodes"): _whole(0),
    ("", "seconds"): _seconds,
    ("verdict", "game"): _game,
    ("verdict", "greedy"): _or_none(_figure),
    ("verdict", "optimal"): _figure,
    ("verdict", "lengths"): _kind(Distribution, type(None)),
    ("verdict", "solution"): _kind(Solution),
    ("equilibrium", "game"): _game,
    ("equilibrium", "lower"): _exact,
    ("equilibrium", "upper"): _exact,
    ("equilibrium", "hider"): _shares,
    ("equilibrium", "trees"): _pairs_of(_exact, _kind(Node)),
    ("equilibrium", "symmetries"): _pairs_of(_places, _places),
    ("equilibrium", "searches"): _whole(0),
    ("record", "number"): _whole(0),
    ("record", "length"): _whole(0),
    ("record", "evaluations"): _whole(0),
    ("record", "inconsistent"): _whole(0),
    ("summary", "records"): _many(Record),
    ("standings", "rows"): _many(Standing),
    ("standing", "summary"): _kind(Summary),
    ("standing", "difference"): _kind(int, float),
    ("standing", "margin"): _kind(int, float),
    ("", "rule"): _kind(str),
    ("tie_spectrum", "count"): _exact,
    ("tie_spectrum", "totals"): _ascending,
    ("tie_spectrum", "least_worst"): _exact,
    ("tie_spectrum", "largest_worst"): _exact,
    ("tie_spectrum", "sets"): _whole(0),
    ("tie_spectrum", "least_tree"): _kind(Node),
    ("tie_spectrum", "largest_tree"): _kind(Node),
    ("tie_spectrum", "least_worst_tree"): _kind(Node),
    ("tie_spectrum", "largest_worst_tree"): _kind(Node),
    ("tie_study", "in_order"): _kind(Distribution),
    ("tie_study", "shuffled"): _shuffled,
}
