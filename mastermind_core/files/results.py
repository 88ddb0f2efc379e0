"""Results in files: their kinds, and consistency checks of their fields."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from itertools import islice, pairwise, starmap
from operator import ge
from typing import Any

from mastermind_core.analysis import CostDistribution, Distribution, WorstCase
from mastermind_core.errors import BadArgument, BadFile, shown
from mastermind_core.exact import Oracle, Solution, as_tuple
from mastermind_core.files.kinds import Array, Raw, checked, record
from mastermind_core.files.trees import fitted, sketched
from mastermind_core.game import MOST_TOTAL, Exact
from mastermind_core.names import filed, service_of
from mastermind_core.play.parts import Session
from mastermind_core.results import Form, check_hashes, integers, paired
from mastermind_core.strategies import STRATEGIES
from mastermind_core.strategies.parts import name_of, strategy_of
from mastermind_core.tree import Node, flat_tree, tree_in

_DIGEST = re.compile("[0-9a-f]{32}")

#: Maximum number of scores in the history of a session in a file.
_LONGEST = 1000


def game_of(value: object) -> Any:
    """Return the game of a result that may refer to guesses, secrets and scores by index."""
    if isinstance(value, Solution):
        return value.tree.game
    return value.game if isinstance(value, _HAVE_GAME) else None


def _check_solution(solution: Solution) -> None:
    """Check that the total, the worst case and the bound of a solution match its tree."""
    costs = solution.tree.costs()
    total = sum(cost * weight for cost, weight in costs.items())
    worst = max(costs)
    if (solution.total, solution.worst) != (total, worst):
        raise BadFile(
            f"the solution states total {shown(solution.total)} and worst {shown(solution.worst)}, "
            f"but its tree has {total} and {worst}"
        )
    first = as_tuple(solution.values)[0]
    bound = solution.lower_bound
    if bound > first or (solution.proven and bound != first):
        raise BadFile(
            f"the solution has the lower bound {shown(bound)}, which contradicts its {first}"
        )


def _write_tree(write: Any, tree: Node) -> dict[str, Any]:
    """Return the arrays of a tree, which is computed completely."""
    flat = flat_tree(tree)
    table = tree.table
    guesses = {guess: index for index, guess in enumerate(dict.fromkeys(flat.guesses))}
    scores = {score: index for index, score in enumerate(dict.fromkeys(flat.edge_score))}
    whole = len(tree.candidates) == len(table.secrets.items)
    return {
        "game": write.game(tree.game),
        "allows_uninformative": tree.allows_uninformative,
        "candidates": None if whole else [*map(table.secrets.__getitem__, tree.candidates)],
        "guesses": [write(table.guesses.items[guess]) for guess in guesses],
        "scores": [write(table.scores.items[score]) for score in scores],
        "asks": [guesses[guess] for guess in flat.guesses],
        "edges": [end - begin for begin, end in pairwise(flat.first_edge)],
        "answers": [scores[score] for score in flat.edge_score],
        "leads": [max(lead, 0) for lead in flat.edge_child],
    }


def _tree(
    *,
    game: Any,
    allows_uninformative: bool,
    candidates: Array | None,
    guesses: Array,
    scores: Array,
    asks: Array,
    edges: Array,
    answers: Array,
    leads: Array,
) -> Node:
    """Return a tree after a check against its game."""
    check_hashes(guesses, "guesses")
    check_hashes(scores, "scores")
    integers(asks, "asks", len(guesses))
    integers(edges, "edges", len(scores) + 1)
    integers(answers, "answers", len(scores))
    integers(leads, "leads", max(len(asks), 1))
    if len(edges) != len(asks) or not sum(edges) == len(answers) == len(leads):
        raise BadFile("asks, edges, answers and leads of a tree are inconsistent")
    pairs = zip((scores[answer] for answer in answers), leads, strict=True)
    root = sketched([guesses[ask] for ask in asks], [[*islice(pairs, count)] for count in edges])
    some = None
    if candidates is not None:
        some = array("I", integers(candidates, "candidates", len(game.secrets)))
        if not some or any(starmap(ge, pairwise(some))):
            raise BadFile("candidates must be at least one number, in increasing order")
    return fitted(game, root, some, lenient=allows_uninformative)


def _write_lengths(write: Any, lengths: Distribution) -> dict[str, Any]:
    return {"lengths": write(tuple(lengths.items())), "single_sample": lengths.single_sample}


def _distribution(*, lengths: Sequence[tuple[int, Exact]], single_sample: bool) -> Distribution:
    return Distribution(_counts(lengths), single_sample=single_sample)


def _costs(*, lengths: Sequence[tuple[Exact, Exact]], single_sample: bool) -> CostDistribution:
    return CostDistribution(_counts(lengths), single_sample=single_sample)


def _counts(pairs: Sequence[tuple[Any, Any]]) -> dict[Any, Any]:
    counts = paired(pairs, "a distribution")
    if not all(counts.values()):
        raise BadFile(f"a distribution must have counts over 0, not {shown(counts)}")
    return counts


def _worst_case(
    *, path: Sequence[tuple[Any, Any]], secret: object, single_sample: bool
) -> WorstCase:
    return WorstCase(tuple(path), secret, single_sample)


def _write_oracle(write: Any, oracle: Oracle[Any, Any, Any]) -> dict[str, Any]:
    """Return the exact totals in the cache of an oracle, as (guess, total) per candidate set."""
    totals: dict[str, list[list[int]]] = {}
    for (candidates, guess), total in list(oracle.totals.items()):
        totals.setdefault(candidates.hex(), []).append([guess, total])
    return {
        "game": write.game(oracle.game),
        "objective": oracle.objective.value,
        "pool": oracle.pool,
        "found": totals,
    }


def _oracle(read: Any, game: Any, objective: Any, pool: Any, found: Raw) -> Oracle[Any, Any, Any]:
    """Return an oracle with the totals of its cache."""
    oracle = Oracle(game, objective=objective, pool=pool)
    known = {}
    for candidates, totals in found.items():
        if not _DIGEST.fullmatch(candidates):
            raise BadFile(f"{shown(candidates)} is not a digest of 32 hexadecimal digits")
        for guess, total in checked("totals", read(totals), Sequence[tuple[Any, Any]]):
            integers([guess], "guess", len(game.guesses), -1)
            integers([total], "total", MOST_TOTAL, 1)
            known[bytes.fromhex(candidates), guess] = total
    oracle.pin(known)
    return oracle


def _write_session(write: Any, session: Session) -> dict[str, Any]:
    """Return the history of a session, and the name, the tree or the policy of its strategy."""
    game = write.game(session.game)
    strategy = session.strategy
    stored: Any = tree_in(strategy)
    if service_of(session.game) is not None and not callable(strategy):
        stored = stored or strategy
    elif stored is None and strategy is not None:
        stored = name_of(strategy_of(strategy))
        if not isinstance(strategy, str) and STRATEGIES.get(stored) != strategy:
            raise BadArgument(
                f"the session has the strategy {shown(stored)}, which is not one of STRATEGIES and "
                "cannot be saved: save session.without_strategy(), and give load or from_json the "
                "strategy"
            )
    limit = session.ending.confidence
    if session.ending.rule is not None:
        raise BadArgument("stop is a function, which cannot be saved: leave it out")
    named = {} if limit is None else {"confidence": write(limit)}
    history = [*map(write, session.history)]
    return {"game": game, "strategy": write(stored), "history": history, **named}


def _session(
    read: Any,
    game: Any,
    strategy: Any,
    history: Sequence[tuple[Any, Any]],
    confidence: object = None,
) -> Session:
    """Return a session in its saved state, with its own strategy or the caller's."""
    if len(history) > _LONGEST:
        raise BadFile(f"history has {len(history):,} answers, over {_LONGEST:,}")
    if read.strategy is not None:
        return Session(game, read.strategy, history=history, confidence=confidence)
    named = isinstance(strategy, str) and service_of(game) is None
    if named and strategy not in STRATEGIES:
        raise BadFile(f"the strategy {shown(strategy)} is unknown: is it of a later version?")
    if named and isinstance(strategy, str):
        return Session(game, STRATEGIES[strategy], history=history, confidence=confidence)
    return Session(game, strategy, history=history, confidence=confidence)


#: The forms of results, with those of applications.
_FORMS = (
    Form("solution", Solution, check=_check_solution),
    Form("tree", Node, _tree, _write_tree, has_game=True),
    Form("oracle", Oracle, _oracle, _write_oracle),
    Form("session", Session, _session, _write_session, has_game=True),
    Form("distribution", Distribution, _distribution, _write_lengths),
    Form("cost_distribution", CostDistribution, _costs, _write_lengths),
    Form("worst_case", WorstCase, _worst_case),
    *filed("FORMS"),
)

#: The classes of results whose attribute ``game`` is the game of their other fields.
_HAVE_GAME = tuple(form.of for form in _FORMS if form.has_game)

#: The kinds of results.
RESULT_KINDS = tuple(map(record, _FORMS))
