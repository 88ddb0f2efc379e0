"""Cards of trees and of what is proven about them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from html import escape
from math import ceil
from typing import Any

from mastermind_core.errors import MastermindCoreError
from mastermind_core.game.amounts import shown_number
from mastermind_core.notation.spelling import show_item
from mastermind_core.show.looks import Look, look_for, tinted
from mastermind_core.show.shapes import (
    Html,
    bar_html,
    card_html,
    cells_html,
    facts_html,
    table_html,
)
from mastermind_core.studies.paths import ExpectedDistribution
from mastermind_core.tree import Node
from mastermind_core.tree.walks import ending, known

#: Secrets up to which a card counts the lengths of a tree, which opens all of it.
_COUNTED = 20_000


def look_of(tree: Node) -> Look:
    """Return the look of the game of a tree."""
    return look_for(tree.table.guesses.items[0], tree.table.scores.items[0])


def guess_html(look: Look, guess: Any, score: Any = None) -> Html:
    """Draw a guess, filled as its answer says if there is one."""
    cells = look.guess(guess)
    if score is not None:
        cells = tinted(cells, look.tints(score))
    return Html(cells_html(cells, f"guess {show_item(guess)}"))


def score_html(look: Look, score: Any) -> Html:
    """Draw an answer."""
    return Html(cells_html(look.score(score), look.words(score)))


def histogram(caption: str, *series: tuple[str, Mapping[int, Any]], first: str = "guesses") -> Html:
    """Draw how many secrets take how many guesses, several strategies side by side.

    Bars of the first one are full, those of the others hollow.
    """
    most = max((count for _, counts in series for count in counts.values()), default=1)
    head = [first]
    for name, _ in series:
        head += [name, ""]
    rows: list[list[Any]] = []
    for length in sorted({length for _, counts in series for length in counts}):
        row: list[Any] = [length]
        for place, (_, counts) in enumerate(series):
            count = counts.get(length, 0)
            shares = isinstance(counts, ExpectedDistribution)
            written = f"{float(count):.2%}" if shares else shown_number(count)
            row += [written, Html(bar_html(float(count / most), hollow=place > 0))]
        rows.append(row)
    return table_html(caption, head, rows)


def histogram_of(*series: tuple[str, Mapping[Any, Any]], costs: bool) -> Html:
    """Draw how many secrets take how many guesses, or cost how much."""
    if costs:
        return histogram("Secrets by what their guesses cost", *series, first="cost")
    return histogram("Secrets by number of guesses", *series)


def _bars(tree: Node, name: str, *others: tuple[str, Mapping[Any, Any]]) -> Html:
    """Draw what the secrets of a tree take, beside what they take by others."""
    own = tree.costs() if tree.table.priced else tree.lengths()
    return histogram_of(*others, (name, own), costs=tree.table.priced)


def node_card(node: Node) -> str:
    """Show a node: its guess and answers as far as they are known without asking a strategy."""
    size = len(node.candidates)
    secrets = f"{size:,} secret{'' if size == 1 else 's'}"
    if node.over:
        return card_html(f"Node: {secrets}, {known(node.table, node.candidates)}")
    if not node.opened:
        hint = Html(
            "<div>Not opened yet. <code>.guess</code> asks the strategy; "
            "<code>mc.to_svg(tree)</code> draws the tree, <code>mc.to_html(tree)</code> writes a "
            "page to walk through it.</div>"
        )
        return card_html(f"Node: {secrets}", hint)
    look = look_of(node)
    guess = Html(f"<div>guess {guess_html(look, node.guess)}</div>")
    try:
        branches = node.branches
    except MastermindCoreError as error:
        return card_html(f"Node: {secrets}", guess, f"<div>{escape(str(error))}</div>")
    rows = []
    for branch in branches:
        below = branch.subtree
        then: Any = ending(node.table, branch) if below is None else "not opened"
        if below is not None and below.opened:
            then = guess_html(look, below.guess)
        bar = Html(bar_html(branch.size / size))
        rows.append((score_html(look, branch.score), f"{branch.size:,}", bar, then))
    answers = table_html(
        f"{len(rows)} answers, {secrets}", ("answer", "secrets", "", "then guess"), rows
    )
    return card_html(f"Node: {secrets}", guess, answers)


def solution_card(solution: Any) -> str:
    """Show a solution: what is proven, its figures and its lengths."""
    tree: Node = solution.tree
    facts = [
        ("objective", solution.objective),
        ("total", shown_number(solution.total)),
        ("mean", f"{_mean(solution):.4f}"),
        ("worst", solution.worst),
        ("lower bound", shown_number(solution.lower_bound)),
        ("searched", f"{solution.nodes:,} nodes"),
    ]
    state = "proven optimal" if solution.proven else f"not proven: {_excess(solution)}"
    parts = [facts_html(facts)]
    if tree.opened and not tree.over:
        guess = guess_html(look_of(tree), tree.guess)
        parts.append(Html(f"<div>first guess {guess}</div>"))
    if len(tree.candidates) <= _COUNTED:
        parts.append(_bars(tree, "secrets"))
    return card_html(f"Solution: {state}", *parts)


def _excess(solution: Any) -> str:
    """Say how far what was found can be from the best, at most."""
    by_worst = solution.objective.startswith("worst")
    found, bound = solution.worst if by_worst else solution.total, solution.lower_bound
    if not bound:
        return "nothing is known below it"
    if found == bound:
        return f"the {'worst case' if by_worst else 'mean'} is least, the rest may not be"
    # Upwards, so that what is said holds.
    share = ceil(Fraction(found - bound, bound) * 1000) / 10
    return f"at most {share:g} % above the bound"


_ANSWERS = {True: "is optimal", False: "is not optimal", None: "may be optimal or not"}


def verdict_card(verdict: Any) -> str:
    """Show a verdict: the strategy and the optimum side by side."""
    answer = _ANSWERS[verdict.answer]
    solution, lengths = verdict.solution, verdict.lengths
    best = "best tree" if verdict.proven else "best tree found"
    least = dict.fromkeys(_proven_least(solution), ", proven least")
    total, mean, worst = (least.get(part, "") for part in ("mean", "mean", "worst"))
    rows = (
        (
            "total",
            shown_number(lengths.total) if lengths else "?",
            f"{shown_number(solution.total)}{total}",
        ),
        ("mean", f"{lengths.mean:.4f}" if lengths else "?", f"{_mean(solution):.4f}{mean}"),
        ("worst", lengths.worst if lengths else "?", f"{solution.worst}{worst}"),
    )
    parts = [table_html(f"Objective: {verdict.objective}", ("", verdict.strategy, best), rows)]
    if len(solution.tree.candidates) <= _COUNTED:
        own = [] if lengths is None else [(verdict.strategy, lengths)]
        parts.append(_bars(solution.tree, best, *own))
    if verdict.loses_on is not None:
        look = look_of(solution.tree)
        secret = Html(
            cells_html(look.guess(verdict.loses_on), f"secret {show_item(verdict.loses_on)}")
        )
        parts.append(Html(f"<div>It loses most on the secret {secret}</div>"))
    return card_html(f"{verdict.strategy} {answer}", *parts)


def _proven_least(solution: Any) -> set[str]:
    """Return the parts of the objective of which no tree has less, whatever the other part is."""
    return {solution.objective.partition("-then-")[0]} if solution.proven else set()


def _mean(solution: Any) -> float:
    table = solution.tree.table
    return float(solution.total / table.weigh(table.everything))
