"""Results as JSON: each by its fields, with the game that it is about."""

from __future__ import annotations

import re
from array import array
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import islice, pairwise, starmap
from operator import ge
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from attrs import NOTHING, Attribute, fields

from mastermind_core.analysis import CostDistribution, Distribution, WorstCase
from mastermind_core.errors import BadArgument, BadFile, shown
from mastermind_core.exact.objective import LengthObjective
from mastermind_core.exact.solution import Solution
from mastermind_core.exact.worth import Oracle
from mastermind_core.files.kinds import (
    Kind,
    check_hashes,
    expect,
    fields_of,
    integers,
    paired,
    refusing,
)
from mastermind_core.files.trees import Measured, fitted, sketched
from mastermind_core.game.amounts import MOST_TOTAL, Exact
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.play.session import Session
from mastermind_core.simulation.records import Record, Summary
from mastermind_core.simulation.run import Standing, Standings
from mastermind_core.strategies import STRATEGIES
from mastermind_core.strategies.base import name_of
from mastermind_core.strategies.catalogue import strategy_of
from mastermind_core.studies import Equilibrium, ExpectedDistribution, TieSpectrum, TieStudy
from mastermind_core.studies.verdict import Verdict
from mastermind_core.table import compile_game
from mastermind_core.tree import Node, flat_tree

_DIGEST = re.compile("[0-9a-f]{32}")

#: Answers that a session in a file may have.
_LONGEST = 1000


def game_of(value: Any) -> Any:
    """Return the game whose guesses, secrets and answers a result may tell by their numbers."""
    if isinstance(value, Solution):
        return value.tree.game
    return value.game if isinstance(value, (Node, Verdict, Session, Equilibrium)) else None


def fits(value: Any, hint: Any) -> bool:
    """Return whether a value is of a type, and all in it.

    No number but a float is less than 0, and only a ``Sequence`` may be empty.

    >>> fits((1, (Fraction(1, 2), "a")), tuple[int, tuple[Exact, str | None]]), fits(True, int)
    (True, False)
    """
    kind, inside = get_origin(hint) or hint, get_args(hint)
    if kind in (Union, UnionType):
        return any(fits(value, one) for one in inside)
    if kind is Any or isinstance(kind, TypeVar):
        return True
    if kind is float:
        return type(value) in {int, float} and value == value
    if kind in (int, Fraction):
        return type(value) in {int, kind} and value >= 0
    if kind in (tuple, Sequence):
        if type(value) is not tuple or not (value or kind is Sequence):
            return False
        if kind is Sequence or ... in inside:
            inside = inside[:1] * len(value)
        return len(value) == len(inside) and all(map(fits, value, inside))
    if kind in (dict, Mapping):
        own = type(value) is dict and bool(value)
        return own and all(fits(key, inside[0]) and fits(value[key], inside[1]) for key in value)
    return isinstance(value, kind)


@cache
def _schema(name: str) -> tuple[dict[str, Attribute[Any]], dict[str, Any]]:
    """Return the fields of a result that go into a file, by name, and the types of all.

    Fields that are neither compared nor shown are working material, and are left out.
    """
    kind: Any = RECORDS[name]
    written = {str(one.alias): one for one in fields(kind) if one.init and (one.eq or one.repr)}
    return written, get_type_hints(kind)


def _write_record(name: str, write: Any, value: Any) -> dict[str, Any]:
    content = {key: getattr(value, one.name) for key, one in _schema(name)[0].items()}
    return {
        key: write(item.value if isinstance(item, (Objective, LengthObjective)) else item)
        for key, item in content.items()
    }


def _read_record(name: str, read: Any, content: Any) -> Any:
    """Return a result whose fields are of the right types and agree with each other."""
    known, hints = _schema(name)
    needed = " ".join(key for key, one in known.items() if one.default is NOTHING)
    given = fields_of(content, f"a {name}", needed, " ".join(known))
    # The game comes first: others may be told by their numbers in it.
    values = {key: read(given[key]) for key in sorted(given, key=lambda key: key != "game")}
    for key, value in values.items():
        hint = hints[known[key].name]
        if known[key].converter is None and not fits(value, hint):
            said = hint.__name__ if isinstance(hint, type) else hint
            raise BadFile(f"{key} of the {name} must be of type {said}, not {shown(value)}")
    with refusing(f"the {name} of the file cannot be"):
        made = RECORDS[name](**values)
    if isinstance(made, Solution):
        _check_solution(made, read.measured[id(made.tree)])
    if isinstance(made, Verdict):
        _check_verdict(made)
    if isinstance(made, TieSpectrum) and any(starmap(ge, pairwise(made.totals))):
        raise BadFile(f"totals of the {name} must ascend, not {shown(made.totals)}")
    return made


def _check_solution(solution: Solution, measured: Measured) -> None:
    """Refuse figures that are not those of the tree."""
    found = (solution.total, solution.worst)
    if found != (measured.total, measured.worst):
        raise BadFile(
            f"the solution says total {shown(found[0])} and worst {shown(found[1])}, its tree "
            f"takes {measured.total} and {measured.worst}"
        )
    first, bound = _tuple(solution.figures)[0], solution.lower_bound
    if bound > first or (solution.proven and bound != first):
        raise BadFile(
            f"the solution has the lower bound {shown(bound)}, which does not fit its {first}"
        )


def _check_verdict(verdict: Verdict) -> None:
    """Refuse a verdict whose figures are not those of its parts."""
    solution, lengths = verdict.solution, verdict.lengths
    own = lengths and _tuple(verdict.objective.figures_of(lengths))
    best = _tuple(solution.figures)
    greedy = None if verdict.greedy is None else _tuple(verdict.greedy)
    if greedy != own or _tuple(verdict.optimal) != best:
        raise BadFile(
            f"the verdict says {shown(verdict.greedy)} against {shown(verdict.optimal)}, its parts "
            f"{own} against {best}"
        )
    table = compile_game(verdict.game)
    weight = table.weigh(table.everything)
    secrets = weight if lengths is None else lengths.count
    if verdict.objective != solution.objective or secrets != weight:
        raise BadFile("the verdict and its solution are about other games or objectives")
    if verdict.loses_on is not None and verdict.loses_on not in table.secrets:
        raise BadFile(f"loses_on is {shown(verdict.loses_on)}, which is not a secret of the game")


def _tuple(figures: Any) -> tuple[Exact, ...]:
    return figures if isinstance(figures, tuple) else (figures,)


def _write_tree(write: Any, tree: Node) -> dict[str, Any]:
    """Return the arrays of a tree; opens all of it."""
    flat, table = flat_tree(tree), tree.table
    guesses = {guess: at for at, guess in enumerate(dict.fromkeys(flat.guesses))}
    scores = {score: at for at, score in enumerate(dict.fromkeys(flat.edge_score))}
    whole = len(tree.candidates) == len(table.secrets.items)
    return {
        "game": write.game(tree.game),
        "patient": tree.patient,
        "candidates": None if whole else [*map(table.secrets.__getitem__, tree.candidates)],
        "guesses": [write(table.guesses.items[guess]) for guess in guesses],
        "scores": [write(table.scores.items[score]) for score in scores],
        "asks": [guesses[guess] for guess in flat.guesses],
        "edges": [end - begin for begin, end in pairwise(flat.first_edge)],
        "answers": [scores[score] for score in flat.edge_score],
        "leads": [max(lead, 0) for lead in flat.edge_child],
    }


def _read_tree(read: Any, content: Any) -> Node:
    """Return a tree that fits its game."""
    names = "game patient candidates guesses scores asks edges answers leads"
    given = fields_of(content, "a tree", names)
    game = read.game(given["game"])
    patient = expect(bool, given["patient"], "patient")
    guesses, scores = (read(expect(list, given[name], name)) for name in ("guesses", "scores"))
    check_hashes(guesses, "guesses")
    check_hashes(scores, "scores")
    asks = integers(given["asks"], "asks", len(guesses))
    counts = integers(given["edges"], "edges", len(scores) + 1)
    answers = integers(given["answers"], "answers", len(scores))
    leads = integers(given["leads"], "leads", max(len(asks), 1))
    if len(counts) != len(asks) or not sum(counts) == len(answers) == len(leads):
        raise BadFile("asks, edges, answers and leads of a tree do not fit each other")
    pairs = zip((scores[answer] for answer in answers), leads, strict=True)
    edges = [[*islice(pairs, count)] for count in counts]
    root = sketched([guesses[ask] for ask in asks], edges)
    candidates = None
    if given["candidates"] is not None:
        candidates = array("I", integers(given["candidates"], "candidates", len(game.secrets)))
        if not candidates or any(starmap(ge, pairwise(candidates))):
            raise BadFile("candidates must be one number or more, ascending")
    measured = fitted(game, root, candidates, patient=patient)
    read.measured[id(measured.tree)] = measured
    return measured.tree


def _write_lengths(write: Any, lengths: Distribution) -> dict[str, Any]:
    return {"lengths": write(tuple(lengths.items())), "one_draw": lengths.one_draw}


def _read_lengths(kind: type[Distribution], read: Any, content: Any) -> Distribution:
    given = fields_of(content, "a distribution", "lengths one_draw")
    one_draw = expect(bool, given["one_draw"], "one_draw")
    length: Any = Exact if kind is CostDistribution else int
    counts = _counts(read, given["lengths"], dict[length, Exact])
    with refusing("the distribution of the file cannot be"):
        return kind(counts, one_draw=one_draw)


def _read_expected(read: Any, content: Any) -> ExpectedDistribution:
    shares = _counts(read, content, dict[int, Fraction])
    if sum(shares.values()) != 1:
        raise BadFile("the shares of an expected distribution must add up to 1")
    return ExpectedDistribution(shares)


def _counts(read: Any, content: Any, hint: Any) -> dict[Any, Any]:
    counts = paired(read(expect(list, content, "a distribution")), "a distribution")
    if not fits(counts, hint) or not all(counts.values()):
        raise BadFile(
            f"a distribution has at least one secret, and numbers over 0, not {shown(counts)}"
        )
    return counts


def _steps(read: Any, content: Any, what: str) -> Any:
    steps = read(expect(list, content, what))
    if not fits(steps, Sequence[tuple[Any, Any]]):
        raise BadFile(f"a {what} is an array of pairs, not {shown(steps)}")
    return steps


def _write_worst(write: Any, worst: WorstCase) -> dict[str, Any]:
    path = [*map(write, worst.path)]
    return {"path": path, "secret": write(worst.secret), "one_draw": worst.one_draw}


def _read_worst(read: Any, content: Any) -> WorstCase:
    given = fields_of(content, "a worst case", "path secret one_draw")
    one_draw = expect(bool, given["one_draw"], "one_draw")
    return WorstCase(_steps(read, given["path"], "path"), read(given["secret"]), one_draw)


def _write_oracle(write: Any, oracle: Oracle[Any, Any, Any]) -> dict[str, Any]:
    """Return the exact totals that an oracle has found: by candidates, each with its guess."""
    found: dict[str, list[list[int]]] = {}
    for (candidates, guess), total in list(oracle.totals.items()):
        found.setdefault(candidates.hex(), []).append([guess, total])
    aims = {"objective": oracle.objective.value, "pool": oracle.pool}
    return {"game": write.game(oracle.game), **aims, "found": found}


def _read_oracle(read: Any, content: Any) -> Oracle[Any, Any, Any]:
    """Return an oracle with the totals that it had found."""
    given = fields_of(content, "an oracle", "game objective pool found")
    game, found = read.game(given["game"]), expect(dict, given["found"], "found")
    with refusing("the oracle of the file cannot be"):
        oracle = Oracle(game, objective=given["objective"], pool=given["pool"])
    for candidates, totals in found.items():
        if not _DIGEST.fullmatch(candidates):
            raise BadFile(f"{shown(candidates)} is not a digest: 32 hexadecimal digits")
        for guess, total in _steps(read, totals, "list of totals"):
            integers([guess], "guess", len(game.guesses), -1)
            integers([total], "total", MOST_TOTAL, 1)
            oracle.totals[bytes.fromhex(candidates), guess] = total
    return oracle


def _write_session(write: Any, session: Session) -> dict[str, Any]:
    """Return the history of a session and the name, or the tree, of its strategy."""
    game = write.game(session.game)
    strategy = session.strategy
    tree = strategy if isinstance(strategy, Node) else getattr(strategy, "tree", None)
    if isinstance(tree, Node):
        said = write(tree)
    elif strategy is None:
        said = None
    else:
        said = name_of(strategy_of(strategy))
        if not isinstance(strategy, str) and STRATEGIES.get(said) != strategy:
            raise BadArgument(
                f"the session has the strategy {shown(said)}, which is not one of STRATEGIES and "
                "cannot be saved: save session.without_strategy(), and give load or from_json the "
                "strategy"
            )
    return {"game": game, "strategy": said, "history": [*map(write, session.history)]}


def _read_session(read: Any, content: Any) -> Session:
    """Return a session at the place where it was left, with a given strategy or its own."""
    given = fields_of(content, "a session", "game strategy history")
    game = read.game(given["game"])
    strategy = read.strategy
    if strategy is None:
        strategy = read(given["strategy"])
        if strategy is not None and not isinstance(strategy, (str, Node)):
            raise BadFile(f"strategy must be a name, a tree or null, not {shown(strategy)}")
        if isinstance(strategy, str):
            if strategy not in STRATEGIES:
                raise BadFile(
                    f"the strategy {shown(strategy)} is unknown: is it of a later version?"
                )
            strategy = STRATEGIES[strategy]
    steps = expect(list, given["history"], "history")
    if len(steps) > _LONGEST:
        raise BadFile(f"history has {len(steps):,} answers, over {_LONGEST:,}")
    history = _steps(read, steps, "history")
    with refusing("the history does not fit the game"):
        return Session(game, strategy, history=history)


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

#: The kinds of results, by name.
RESULT_KINDS: dict[str, Kind] = {
    **{
        name: Kind(of, partial(_write_record, name), partial(_read_record, name))
        for name, of in RECORDS.items()
    },
    "tree": Kind(Node, _write_tree, _read_tree),
    "oracle": Kind(Oracle, _write_oracle, _read_oracle),
    "session": Kind(Session, _write_session, _read_session),
    "distribution": Kind(Distribution, _write_lengths, partial(_read_lengths, Distribution)),
    "cost_distribution": Kind(
        CostDistribution, _write_lengths, partial(_read_lengths, CostDistribution)
    ),
    "expected_distribution": Kind(
        ExpectedDistribution, lambda write, one: write(tuple(one.items())), _read_expected
    ),
    "worst_case": Kind(WorstCase, _write_worst, _read_worst),
}
