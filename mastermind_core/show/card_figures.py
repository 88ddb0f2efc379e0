"""Cards of figures, of games that were played, and of compiled games."""

from __future__ import annotations

from math import floor
from typing import Any

from mastermind_core.analysis import CostDistribution
from mastermind_core.errors import GameTooLarge, counted
from mastermind_core.game.amounts import shown_number
from mastermind_core.notation.spelling import show_item
from mastermind_core.show.card_trees import guess_html, histogram, histogram_of, score_html
from mastermind_core.show.looks import look_for
from mastermind_core.show.shapes import card_html, facts_html, table_html

#: Scores that the card of a table lists.
_LISTED = 30
_PAID = "{} \N{PLUS-MINUS SIGN} {}, worst {}"


def distribution_card(lengths: Any) -> str:
    """Show a distribution, of lengths or of costs: its figures and its bars."""
    facts = [
        ("secrets", shown_number(lengths.count)),
        ("total", shown_number(lengths.total)),
        ("mean", f"{lengths.mean:.4f}"),
        ("median", f"{float(lengths.median):g}"),
        ("worst", max(lengths)),
    ]
    costs = isinstance(lengths, CostDistribution)
    bars = histogram_of(("secrets", lengths), costs=costs)
    return card_html(f"Distribution of {'costs' if costs else 'lengths'}", facts_html(facts), bars)


def expected_card(lengths: Any) -> str:
    """Show an expected distribution: its figures and its bars."""
    facts = [("mean", f"{float(lengths.mean):.5f}"), ("worst", max(lengths))]
    bars = histogram("Probability of each number of guesses", ("probability", lengths))
    return card_html("Expected distribution of lengths", facts_html(facts), bars)


def worst_case_card(worst: Any) -> str:
    """Show a worst case: the number and the path that takes as many."""
    look = look_for(*(worst.path or [(worst.secret, None)])[-1])
    rows = [
        (number, guess_html(look, guess, score), score_html(look, score))
        for number, (guess, score) in enumerate(worst.path, start=1)
    ]
    path = table_html(f"The path to {show_item(worst.secret)}", ("move", "guess", "answer"), rows)
    return card_html(f"Worst case: {int(worst)} guesses", path)


def summary_card(summary: Any) -> str:
    """Show simulated games: their figures and their lengths."""
    lengths = summary.lengths
    facts = [
        ("games", f"{summary.games:,}"),
        ("mean", f"{summary.mean:.3f} \N{PLUS-MINUS SIGN} {summary.interval:.3f}"),
        ("median", f"{summary.median:g}"),
        ("standard deviation", f"{summary.stdev:.3f}"),
        ("worst", max(lengths)),
        ("CPU seconds a game", f"{summary.seconds:.2g}"),
    ]
    if summary.costs is not None:
        facts.append(("cost", _PAID.format(*summary.cost_figures)))
    bars = histogram("Games by number of guesses", ("games", lengths))
    return card_html(f"Simulation of {summary.strategy}", facts_html(facts), bars)


def standings_card(standings: Any) -> str:
    """Show strategies side by side on the same secrets."""
    priced = any(row.summary.costs for row in standings.rows)
    rows = [
        (
            row.summary.strategy,
            f"{row.summary.mean:.3f} \N{PLUS-MINUS SIGN} {row.summary.interval:.3f}",
            f"{row.summary.median:g}",
            max(row.summary.lengths),
            *([_PAID.format(*row.summary.cost_figures)] if priced else []),
            f"{1000 * row.summary.seconds:.1f}",
            "" if not place else f"{row.difference:+.3f} \N{PLUS-MINUS SIGN} {row.margin:.3f}",
        )
        for place, row in enumerate(standings.rows)
    ]
    costs = ["cost"] if priced else []
    head = ("strategy", "mean", "median", "worst", *costs, "ms a game", "against the first")
    table = table_html("The same secrets for all; margins hold in 95 % of samples", head, rows)
    series = [(row.summary.strategy, row.summary.lengths) for row in standings.rows]
    bars = histogram("Games by number of guesses", *series) if len(series) <= 4 else ""
    return card_html("Standings", table, bars)


def session_card(session: Any) -> str:
    """Show a game as it stands: the guesses with their answers, and what is left."""
    history = list(session.history)
    game = session.game
    look = look_for(game.guesses[0], next(iter(game.endstates), None))
    rows = [
        (number, guess_html(look, guess, score), score_html(look, score))
        for number, (guess, score) in enumerate(history, start=1)
    ]
    table = table_html("Answers so far", ("move", "guess", "answer"), rows) if rows else ""
    if session.over:
        how = "found in" if history and history[-1][1] in game.endstates else "known after"
        what = f": {show_item(session.known)}" if how.startswith("known") else ""
        state = f"{how} {counted(len(history), 'guess', 'guesses')}{what}"
    else:
        state = f"move {len(history) + 1}, {_left(session)}"
    return card_html(f"Session: {state}", table)


def _left(session: Any) -> str:
    try:
        count = session.count
    except GameTooLarge:
        return "very many candidates left"
    return f"{count:,} candidate{'' if count == 1 else 's'} left"


def table_card(table: Any) -> str:
    """Show a compiled game: its sizes and its scores."""
    guesses, secrets = len(table.guesses.items), len(table.secrets.items)
    scores = table.scores.items
    look = look_for(table.guesses.items[0], scores[0])
    ends = dict(zip(scores, table.final, strict=True))
    weight = shown_number(table.weigh(table.everything))
    facts = [
        ("guesses", f"{guesses:,}"),
        ("secrets", f"{secrets:,}"),
        ("scores", len(scores)),
        ("weights", "all alike" if table.uniform else f"{weight} in all"),
    ]
    rows = [
        (score_html(look, score), look.words(score), "ends the game" if ends[score] else "")
        for score in scores[:_LISTED]
    ]
    listed = "" if len(scores) <= _LISTED else f", the first {_LISTED} of {len(scores)}"
    caption = f"Answers{listed}"
    return card_html(
        "Score table", facts_html(facts), table_html(caption, ("answer", "in words", ""), rows)
    )


def ties_card(study: Any) -> str:
    """Show what ties do: the totals over many orders of the guesses."""
    count = study.in_order.count
    facts = [
        ("orders", len(study.shuffled)),
        *(
            (name, f"{shown_number(total)} ({float(total / count):.4f} a secret)")
            for name, total in (
                ("least total", min(study.totals)),
                ("largest total", max(study.totals)),
                ("in the order of the game", study.in_order.total),
            )
        ),
        ("worst cases", ", ".join(f"{n} in {k}" for n, k in sorted(study.worst_cases.items()))),
    ]
    bars = histogram(
        "Orders of the guesses by total", ("orders", _grouped(study.totals)), first="total"
    )
    return card_html(f"Ties of {study.strategy}", facts_html(facts), bars)


def spectrum_card(spectrum: Any) -> str:
    """Show what a rule can do under all its ties."""
    facts = [
        (name, f"{shown_number(total)} ({float(total / spectrum.count):.4f} a secret)")
        for name, total in (("least total", spectrum.least), ("largest total", spectrum.largest))
    ]
    facts += [
        ("totals reached", f"{len(spectrum.totals):,}"),
        ("least worst case", f"{spectrum.least_worst}"),
        ("largest worst case", f"{spectrum.largest_worst}"),
        ("sets of candidates", f"{spectrum.sets:,}"),
    ]
    return card_html(f"All ties of {spectrum.rule}", facts_html(facts))


def _grouped(totals: Any) -> dict[Any, int]:
    """Put totals in at most twelve groups of one width, named by where they begin."""
    low, high = floor(min(totals)), floor(max(totals))
    width = max(1, -(-(high - low + 1) // 12))
    groups = dict.fromkeys(range(low, high + 1, width), 0)
    for total, count in totals.items():
        groups[low + (total - low) // width * width] += count
    return groups
