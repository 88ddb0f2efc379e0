"""Cards: results as HTML for notebooks, by class.

A card never calls a strategy: it shows only a lazy tree's computed part.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from html import escape
from inspect import getdoc
from itertools import islice
from math import ceil, floor
from typing import Any

from attrs import fields
from more_itertools import first

from mastermind_core.analysis import CostDistribution
from mastermind_core.errors import GameTooLarge, MastermindCoreError, clipped, counted, shown
from mastermind_core.exact import LengthObjective, as_tuple
from mastermind_core.game import costs_of, goal_of, shown_number, weights_of
from mastermind_core.games.parts import size_of
from mastermind_core.notation import show_item
from mastermind_core.show.looks import (
    Html,
    Look,
    bar_html,
    card_html,
    cells_html,
    facts_html,
    look_for,
    table_html,
    tinted,
)
from mastermind_core.strategies import STRATEGIES
from mastermind_core.strategies.parts import IDEAS, name_of
from mastermind_core.table import ScoreTable
from mastermind_core.tree import Branch, Node, ending, known

#: Maximum number of listed rows of a table.
_LISTED = 30

#: Maximum number of listed guesses in a cell.
_NAMED = 3

#: Maximum number of secrets for which the lengths of a tree are counted: this computes the whole
#: tree.
_COUNTED = 20_000


#: Functions that draw cards, by the name of the class: no class is imported for it.
CARDS: dict[str, Callable[[Any], str]] = {}


def _card_of(*names: str) -> Callable[[Callable[[Any], str]], Callable[[Any], str]]:
    """Register the card for some classes."""

    def register(draw: Callable[[Any], str]) -> Callable[[Any], str]:
        CARDS.update(dict.fromkeys(names, draw))
        return draw

    return register


def to_card(result: object) -> str:
    """Return a result's card. A class without a card is shown as plain text."""
    for kind in type(result).__mro__:
        if kind.__module__.startswith("mastermind_core.") and kind.__name__ in CARDS:
            return CARDS[kind.__name__](result)
    return f"<pre>{escape(str(result))}</pre>"


def guess_html(look: Look, guess: object, score: object = None, called: str = "guess") -> Html:
    """Return a guess, filled by its score if there is one."""
    cells = look.guess(guess)
    words = f"{called} {show_item(guess)}"
    if score is None:
        return cells_html(cells, words)
    return cells_html(tinted(cells, look.tints(score)), words)


def _score_html(look: Look, score: object) -> Html:
    """Return a turn's score, where None is an unknown one."""
    if score is None:
        return Html("unknown")
    return cells_html(look.score(score), look.words(score))


def _line(html: str) -> Html:
    return Html(f"<div>{html}</div>")


def _look_of(table: ScoreTable) -> Look:
    return look_for(table.guesses.items[0], table.scores.items[0])


def _give_or_take(value: float, margin: float) -> str:
    return f"{value:.3f} \N{PLUS-MINUS SIGN} {margin:.3f}"


def _facts(result: object, names: str, **more: Any) -> Html:
    """Return values in one line: attributes by name or as ``label=name``, and other values."""
    facts = {}
    for word in names.split():
        label, _, name = word.rpartition("=")
        facts[label or name] = getattr(result, name)
    return facts_html(**facts, **more)


def _shortly(items: Sequence[Any], what: str = "") -> str:
    """Return a caption, with the item count if not all are listed."""
    if len(items) <= _LISTED:
        return what
    count = f"the first {_LISTED} of {len(items):,}"
    return f"{what}, {count}" if what else count


def _histogram(caption: str, first: str, series: Mapping[str, Mapping[Any, Any]]) -> Html:
    """Return a bar chart for distributions, several strategies side by side.

    The first strategy's bars are solid, the others' are hollow.
    """
    most = max((count for counts in series.values() for count in counts.values()), default=1)
    head = [first]
    for name in series:
        head += [name, ""]
    rows: list[list[Any]] = []
    for length in sorted({length for counts in series.values() for length in counts}):
        row: list[Any] = [length]
        for number, counts in enumerate(series.values()):
            count = counts.get(length, 0)
            row.append(_share_or_count(counts, count))
            row.append(bar_html(float(count / most), hollow=number > 0))
        rows.append(row)
    return table_html(caption, head, rows)


def _share_or_count(counts: Mapping[Any, Any], count: Any) -> Any:
    if getattr(counts, "are_shares", False):
        return f"{float(count):.2%}"
    return count


def _by_length(series: Mapping[str, Mapping[Any, Any]]) -> Html:
    return _histogram("Secrets by number of guesses", "guesses", series)


def _by_cost(series: Mapping[str, Mapping[Any, Any]]) -> Html:
    return _histogram("Secrets by cost of their guesses", "cost", series)


def _moves(caption: str, history: Iterable[tuple[Any, Any]], look: Look) -> Html:
    rows = [
        (move, guess_html(look, guess, score), _score_html(look, score))
        for move, (guess, score) in enumerate(history, start=1)
    ]
    if not rows:
        return Html()
    return table_html(caption, ("move", "guess", "score"), rows)


@_card_of("Partition")
def _partition(blocks: Any) -> str:
    """Return a partition's card, the largest blocks first."""
    count = sum(blocks.sizes.values())
    facts = facts_html(items=f"{count:,}", blocks=len(blocks), bits=f"{blocks.bits:.3f}")
    rows = []
    for score in sorted(blocks, key=lambda score: -len(blocks[score]))[:_LISTED]:
        look = look_for(blocks[score][0], score)
        size = len(blocks[score])
        row = (
            _score_html(look, score),
            f"{size:,}",
            bar_html(size / count),
            f"{size / count:.1%}",
        )
        rows.append(row)
    caption = _shortly([*blocks], "Blocks, the largest first")
    table = table_html(caption, ("score", "size", "", "share"), rows)
    return card_html(f"Partition: {counted(len(blocks), 'block')}", facts, table)


@_card_of("CostDistribution", "Distribution")
def _distribution(lengths: Any) -> str:
    median = f"{float(lengths.median):g}"
    facts = _facts(lengths, "secrets=count total mean worst", median=median)
    series = {"secrets": lengths}
    if isinstance(lengths, CostDistribution):
        return card_html("Distribution of costs", facts, _by_cost(series))
    return card_html("Distribution of lengths", facts, _by_length(series))


@_card_of("ExpectedDistribution")
def _expected(lengths: Any) -> str:
    mean = f"{float(lengths.mean):.5f}"
    deviation = f"{lengths.stdev:.3f}"
    facts = _facts(lengths, "median worst", mean=mean, deviation=deviation)
    caption = "Probability of each number of guesses"
    bars = _histogram(caption, "guesses", {"probability": lengths})
    return card_html("Expected distribution of lengths", facts, bars)


@_card_of("WorstCase")
def _worst_case(worst: Any) -> str:
    if worst.path:
        guess, score = worst.path[-1]
        look = look_for(guess, score)
    else:
        look = look_for(worst.secret, None)
    path = _moves(f"The path to {show_item(worst.secret)}", worst.path, look)
    return card_html(f"Worst case: {int(worst)} guesses", path)


def _played(summary: Any) -> dict[str, Any]:
    mean = _give_or_take(summary.mean, summary.margin)
    figures = {"mean": mean, "median": f"{summary.median:g}", "worst": summary.worst}
    if summary.costs is not None:
        figures["cost"] = "{} \N{PLUS-MINUS SIGN} {}, worst {}".format(*summary.cost_figures)
    return figures | {"ms per game": f"{1000 * summary.seconds:.2g}"}


@_card_of("Summary")
def _summary(summary: Any) -> str:
    deviation = f"{summary.stdev:.3f}"
    facts = facts_html(games=summary.games, **_played(summary), standard_deviation=deviation)
    bars = _histogram("Games by number of guesses", "guesses", {"games": summary.lengths})
    return card_html(f"Simulation of {summary.strategy}", facts, bars)


@_card_of("Standings")
def _standings(standings: Any) -> str:
    rows = []
    for number, standing in enumerate(standings.rows):
        row = {"strategy": standing.summary.strategy, **_played(standing.summary)}
        difference = f"+{_give_or_take(standing.difference, standing.margin)}"
        row["against the first"] = difference.replace("+-", "-") if number else ""
        rows.append(row)
    caption = "The same secrets for all; margins hold in 95 % of samples"
    head = list(rows[0]) if rows else []
    table = table_html(caption, head, [list(row.values()) for row in rows])
    series = {row.summary.strategy: row.summary.lengths for row in standings.rows}
    if len(series) > _NAMED + 1:
        return card_html("Standings", table)
    return card_html(
        "Standings", table, _histogram("Games by number of guesses", "guesses", series)
    )


@_card_of("Session")
def _session(session: Any) -> str:
    history = list(session.history)
    game = session.game
    look = look_for(game.guesses[0], first(game.endstates, None))
    moves = _moves("Answers so far", history, look)
    return card_html(f"Session: {_state(session, history)}", moves, _posterior(session, look))


def _state(session: Any, history: Sequence[tuple[Any, Any]]) -> str:
    """Return a session's state in words: found, known, or the next move."""
    guesses = counted(len(history), "guess", "guesses")
    if session.over:
        if history and history[-1][1] in session.game.endstates:
            return f"found in {guesses}"
        return f"known after {guesses}: {show_item(session.known)}"
    try:
        left = counted(session.count, "candidate")
    except GameTooLarge:
        left = "very many candidates"
    return f"move {len(history) + 1}, {left} left"


def _posterior(session: Any, look: Look) -> Html:
    """Return the likeliest secrets with bars, if answers may be wrong."""
    if not session.is_probable:
        return Html()
    posterior = session.posterior
    some = islice(posterior.items(), _LISTED)
    named = goal_of(session.game) is not None

    def drawn(name: object) -> str:
        return show_item(name) if named else guess_html(look, name, called="secret")

    rows = [(drawn(name), f"{float(p):.1%}", bar_html(float(p))) for name, p in some]
    doubts = ", ".join(f"{float(doubt):.1%}" for doubt in session.doubts)
    facts = facts_html(**{"answers wrong with": doubts}) if doubts else Html()
    return Html(facts + table_html(_shortly([*posterior], "Posterior"), ("secret", "", ""), rows))


@_card_of("ScoreTable")
def _table(table: Any) -> str:
    look = _look_of(table)
    scores = table.scores.items
    ends = dict(zip(scores, table.final, strict=True))
    weight = shown_number(table.weigh(table.everything))
    facts = facts_html(
        guesses=len(table.guesses.items),
        secrets=len(table.secrets.items),
        scores=len(scores),
        weights="uniform" if table.uniform else f"{weight} in all",
    )
    rows = [
        (_score_html(look, score), look.words(score), "ends the game" if ends[score] else "")
        for score in scores[:_LISTED]
    ]
    answers = table_html(_shortly(scores, "Scores"), ("score", "in words", ""), rows)
    return card_html("Score table", facts, answers)


def _a_secret(total: Any, count: Any) -> str:
    return f"{shown_number(total)} ({float(total / count):.4f} per secret)"


@_card_of("TieStudy")
def _ties(study: Any) -> str:
    count = study.in_order.count
    facts = facts_html(
        orders=len(study.shuffled),
        minimum_total=_a_secret(min(study.totals), count),
        maximum_total=_a_secret(max(study.totals), count),
        in_the_order_of_the_game=_a_secret(study.in_order.total, count),
        worst_cases=", ".join(f"{n} in {k}" for n, k in sorted(study.worst_cases.items())),
    )
    # At most twelve groups of equal width, named by their lower end.
    low = floor(min(study.totals))
    high = floor(max(study.totals))
    width = max(1, ceil(Fraction(high - low + 1, 12)))
    groups = dict.fromkeys(range(low, high + 1, width), 0)
    for total, count in study.totals.items():
        group = (total - low) // width
        groups[low + group * width] += count
    bars = _histogram("Orders of the guesses by total", "total", {"orders": groups})
    return card_html(f"Ties of {study.strategy}", facts, bars)


@_card_of("TieSpectrum")
def _spectrum(spectrum: Any) -> str:
    facts = _facts(
        spectrum,
        "minimum_worst_case=minimum_worst maximum_worst_case=maximum_worst candidate_sets=sets",
        minimum_total=_a_secret(spectrum.minimum, spectrum.count),
        maximum_total=_a_secret(spectrum.maximum, spectrum.count),
        attainable_totals=len(spectrum.totals),
    )
    return card_html(f"All ties of {spectrum.rule}", facts)


@_card_of("Node")
def _node(node: Node) -> str:
    """Return a node's card, as far as it is known without calling a strategy."""
    size = len(node.candidates)
    title = f"Node: {counted(size, 'secret')}"
    if node.over:
        return card_html(f"{title}, {known(node.table, node.candidates)}")
    if not node.opened:
        hint = _line(
            "Not opened yet. <code>.guess</code> calls the strategy; <code>mc.to_svg(tree)</code> "
            "draws the tree, <code>mc.to_html(tree)</code> writes a page to walk through it."
        )
        return card_html(title, hint)
    look = _look_of(node.table)
    guess = _line(f"guess {guess_html(look, node.guess)}")
    try:
        branches = node.branches
    except MastermindCoreError as error:
        return card_html(title, guess, _line(escape(str(error))))
    if node.open_nodes is not None:
        title += f", {counted(node.open_nodes, 'node')} open"
    rows = [
        (
            _score_html(look, branch.score),
            branch.size,
            bar_html(branch.size / size),
            _next_guess(node.table, branch, look),
        )
        for branch in branches
    ]
    caption = f"{len(rows)} answers, {counted(size, 'secret')}"
    answers = table_html(caption, ("score", "secrets", "", "then guess"), rows)
    return card_html(title, guess, answers)


def _next_guess(table: ScoreTable, branch: Branch, look: Look) -> str:
    """Return the guess after a branch, as far as it is known, or how the game ended."""
    child = branch.subtree
    if child is None:
        return ending(table, branch)
    if child.opened:
        return guess_html(look, child.guess)
    return "not opened"


def _tree_bars(solution: Any, name: str, others: Mapping[str, Any]) -> Html:
    """Return a bar chart for lengths or costs, beside other trees' bars."""
    tree: Node = solution.tree
    if len(tree.candidates) > _COUNTED:
        return Html()
    if tree.table.priced:
        return _by_cost({**others, name: tree.costs()})
    return _by_length({**others, name: tree.lengths()})


@_card_of("Solution")
def _solution(solution: Any) -> str:
    tree: Node = solution.tree
    names = "objective total worst lower_bound"
    facts = _facts(solution, names, mean=_mean(solution), searched=f"{solution.nodes:,} nodes")
    state = "proven optimal" if solution.proven else f"not proven: {_excess(solution)}"
    first = Html()
    if tree.over:
        first = _line(escape(f"no guess is needed: {known(tree.table, tree.candidates)}"))
    elif tree.opened:
        first = _line(f"first guess {guess_html(_look_of(tree.table), tree.guess)}")
    return card_html(f"Solution: {state}", facts, first, _tree_bars(solution, "secrets", {}))


def _excess(solution: Any) -> str:
    """Return how far the solution may be from the optimum, in words."""
    by_worst = solution.objective.startswith("worst")
    value = solution.worst if by_worst else solution.total
    bound = solution.lower_bound
    if not bound:
        return "no lower bound is known"
    if value == bound:
        return f"the {'worst case' if by_worst else 'mean'} is minimal, the rest may not be"
    # Round up, so that the statement holds.
    share = ceil(Fraction(value - bound, bound) * 1000) / 10
    return f"at most {share:g} % above the bound"


def _mean(solution: Any) -> float:
    table = solution.tree.table
    return float(solution.total / table.weigh(table.everything))


@_card_of("Verdict")
def _verdict(verdict: Any) -> str:
    """Return the card with the strategy and the optimum side by side."""
    solution = verdict.solution
    lengths = verdict.lengths
    best = "best tree" if verdict.proven else "best tree found"
    # The first part of an objective is at its minimum, whatever the other part is.
    least = solution.objective.partition("-then-")[0] if solution.proven else ""
    minimal = {"mean": {"mean", "total"}, "worst": {"worst"}}.get(least, set())
    figures = {
        "total": shown_number(solution.total),
        "mean": f"{_mean(solution):.4f}",
        "worst": solution.worst,
    }
    rows = []
    if isinstance(verdict.objective, LengthObjective):  # its values are not in the other rows
        pair = (verdict.greedy, verdict.optimal)
        values = ("?" if own is None else ", then ".join(map(str, as_tuple(own))) for own in pair)
        rows.append((str(verdict.objective), *values))
    for name, figure in figures.items():
        greedy = getattr(lengths, name) if lengths else "?"
        proven = ", proven minimum" if name in minimal else ""
        rows.append((name, greedy, f"{figure}{proven}"))
    table = table_html(f"Objective: {verdict.objective}", ("", verdict.strategy, best), rows)
    others = {} if lengths is None else {verdict.strategy: lengths}
    parts = [table, _tree_bars(solution, best, others)]
    secret = verdict.counterexample
    if secret is not None:
        drawn = guess_html(_look_of(solution.tree.table), secret, called="secret")
        parts.append(_line(f"Largest loss: secret {drawn}"))
    return card_html(f"{verdict.strategy} {verdict.in_words}", *parts)


#: The titles of lists, by class.
_TITLES = {
    "NoisySuggestion": "Suggestions, the best first",
    "Suggestion": "Suggestions, the best first",
    "MoveReview": "Each guess compared with the best ones",
    "Value": "Values of guesses, the best first",
    "Diagnosis": "Possible wrong answers, the likeliest first",
}


@_card_of("Rows")
def _rows(rows: Any) -> str:
    if not rows:
        return card_html("Empty list")
    return _records(rows, look_for(*rows.like))


@_card_of("Diagnosis", "MoveReview", "NoisySuggestion", "Suggestion", "Value")
def _record(record: object) -> str:
    """Return the card for one result in a list."""
    guess = getattr(record, "made", None) or getattr(record, "guess", None)
    return _records([record], look_for(guess, getattr(record, "score", None)))


def _records(records: Sequence[Any], look: Look) -> str:
    kind = type(records[0])
    priced = any(getattr(record, "price", None) is not None for record in records)
    shown_fields = [field.name for field in fields(kind) if field.repr]
    names = [name for name in shown_fields if priced or "price" not in name]
    rows = [[_cell(look, name, record) for name in names] for record in records[:_LISTED]]
    title = _TITLES[kind.__name__] if len(records) > 1 else kind.__name__
    head = [name.replace("_", " ") for name in names]
    return card_html(title, table_html(_shortly(records), head, rows))


def _cell(look: Look, name: str, record: Any) -> Any:
    """Return a field's content, drawn by the game's look."""
    value = getattr(record, name)
    if name == "best":
        guesses = " ".join(guess_html(look, guess) for guess in value[:_NAMED])
        more = f" and {len(value) - _NAMED} more" if len(value) > _NAMED else ""
        return Html(guesses + more)
    if name in {"guess", "made"}:
        return guess_html(look, value, record.score if name == "made" else None)
    if name == "score":
        return _score_html(look, value)
    if name == "changes":
        parts = (f"answer {place + 1} to {_score_html(look, score)}" for place, score in value)
        return Html(", ".join(parts))
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.2f}"
    return str(value)


@_card_of("GameBase", "Variant")
def _game(game: Any) -> str:
    """Return a game's card: description, size and an example. The game is not compiled."""
    guesses = size_of(game.guesses)
    secrets = size_of(game.secrets)
    facts = {"guesses": f"{guesses:,}", "secrets": f"{secrets:,}"}
    weights = weights_of(game)
    if len(set(weights)) > 1:
        facts["weights"] = f"{shown_number(sum(weights))} in all"
    costs = costs_of(game)
    if costs:
        facts["costs"] = f"{shown_number(min(costs))} to {shown_number(max(costs))}"
    if goal_of(game) is not None:
        facts["over when"] = "the goal is identified, or the guess is correct"
    guess = game.guesses[guesses // 4]
    secret = game.secrets[secrets * 4 // 7]
    example = Html()
    with suppress(Exception):
        score = game.score(guess, secret)
        look = look_for(guess, score)
        example = _line(
            f"{guess_html(look, guess)} is answered {_score_html(look, score)} if the secret is "
            f"{guess_html(look, secret)}"
        )
    return card_html(clipped(repr(game), 160), _sentence(game), facts_html(**facts), example)


@_card_of("StrategyValue")
def _strategy(strategy: Any) -> str:
    """Return a strategy's card: its idea, its options and its source."""
    name = name_of(strategy)
    registered = name in IDEAS and STRATEGIES[name] == strategy
    idea = _line(escape(IDEAS[name])) if registered else _sentence(strategy)
    facts = {}
    for field in fields(type(strategy)):
        value = getattr(strategy, field.name)
        if field.name not in {"name", "source"} and value not in (None, ()):
            facts[field.name] = _option(value)
    source = _line(escape(strategy.source))
    return card_html(f"Strategy {name}", idea, facts_html(**facts), source)


def _option(value: object) -> str:
    """Return a strategy's option in words: its name, if it has one."""
    if isinstance(value, str):
        return value
    return getattr(value, "name", None) or shown(value)


def _sentence(value: object) -> Html:
    """Return a class docstring's first sentence, with names replaced by values."""
    sentence = (getdoc(type(value)) or "").partition("\n")[0]

    def in_words(name: re.Match[str]) -> str:
        number = getattr(value, name[1], None)
        return str(number) if type(number) is int else name[1]

    return _line(escape(re.sub("``(.*?)``", in_words, sentence)))
