"""Cards of values that have fields, and of lists of them: games, strategies, advice."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from html import escape
from inspect import getdoc
from typing import Any

from attrs import fields

from mastermind_core.errors import clipped, shown
from mastermind_core.exact.valuing import Value
from mastermind_core.game import costs_of, goal_of, weights_of
from mastermind_core.game.amounts import shown_number
from mastermind_core.play.advice import Suggestion
from mastermind_core.play.diagnosis import Diagnosis
from mastermind_core.play.hindsight import Reviewed
from mastermind_core.show.card_trees import guess_html, score_html
from mastermind_core.show.looks import Look, look_for
from mastermind_core.show.shapes import Html, card_html, facts_html, table_html
from mastermind_core.strategies.base import name_of
from mastermind_core.strategies.catalogue import STRATEGIES
from mastermind_core.strategies.ideas import IDEAS

#: What lists of a class are called, and the most rows of one that are shown.
_TITLES: dict[type, str] = {
    Suggestion: "Suggestions, the best first",
    Reviewed: "Each guess beside the best ones",
    Value: "What guesses are worth, the best first",
    Diagnosis: "What may have been answered wrongly, the likeliest first",
}
_LISTED = 30

#: Guesses that are equally good, in a cell.
_NAMED = 3

#: Fields that hold guesses.
_GUESSES = {"guess", "made"}


def rows_card(rows: Any) -> str:
    """Show a list of results of one kind: a column a field."""
    return _table(rows, look_for(*rows.like)) if rows else card_html("Nothing in this list")


def record_card(record: Any) -> str:
    """Show one result of a list as the list would."""
    guess = getattr(record, "made", None) or getattr(record, "guess", None)
    return _table([record], look_for(guess, getattr(record, "score", None)))


def _table(records: Sequence[Any], look: Look) -> str:
    kind = type(records[0])
    priced = any(getattr(one, "price", None) is not None for one in records)
    named = [one.name for one in fields(kind) if one.repr]
    names = [name for name in named if priced or "price" not in name]
    rows = [[_cell(look, name, one) for name in names] for one in records[:_LISTED]]
    title = _TITLES[kind] if len(records) > 1 else kind.__name__
    more = "" if len(records) <= _LISTED else f"the first {_LISTED} of {len(records):,}"
    return card_html(title, table_html(more, [name.replace("_", " ") for name in names], rows))


def _cell(look: Look, name: str, record: Any) -> Any:
    """Return what stands in a field, drawn as the game looks."""
    value = getattr(record, name)
    if name == "best":
        more = f" and {len(value) - _NAMED} more" if len(value) > _NAMED else ""
        return Html(" ".join(guess_html(look, one) for one in value[:_NAMED]) + more)
    if name in _GUESSES:
        return guess_html(look, value, record.score if name == "made" else None)
    if name == "score":
        return score_html(look, value)
    if name == "changes":
        parts = (f"answer {place + 1} was {score_html(look, score)}" for place, score in value)
        return Html(", ".join(parts))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,.2f}" if isinstance(value, float) else str(value)


def game_card(game: Any) -> str:
    """Show a game: what it is, how large, and an answer of it; it is not compiled."""
    guesses, secrets = _size(game.guesses), _size(game.secrets)
    facts = [("guesses", _counted(guesses)), ("secrets", _counted(secrets))]
    if len(set(weights := weights_of(game))) > 1:
        facts.append(("weights", f"{shown_number(sum(weights))} in all"))
    if costs := costs_of(game):
        facts.append(("costs", f"{shown_number(min(costs))} to {shown_number(max(costs))}"))
    if goal_of(game) is not None:
        facts.append(("over when", "enough is known, or the secret is named"))
    guess, secret = game.guesses[guesses // 4], game.secrets[secrets * 4 // 7]
    try:
        score = game.score(guess, secret)
    except Exception:  # The function is the user's: a card is no place to find its faults.
        example = Html()
    else:
        look = look_for(guess, score)
        example = Html(
            f"<div>{guess_html(look, guess)} is answered {score_html(look, score)} where the "
            f"secret is {guess_html(look, secret)}</div>"
        )
    return card_html(clipped(repr(game), 160), _sentence(game), facts_html(facts), example)


def _size(items: Any) -> int:
    try:
        return len(items)
    except OverflowError:  # Codes may be more than ``len`` holds.
        return sys.maxsize


def _counted(size: int) -> str:
    return f"{size:,}" if size < sys.maxsize else "more than fit in 64 bits"


def strategy_card(strategy: Any) -> str:
    """Show a strategy: what it does, its options, and whose it is."""
    name = name_of(strategy)
    registered = name in IDEAS and STRATEGIES[name] == strategy
    idea = Html(f"<div>{escape(IDEAS[name])}</div>") if registered else _sentence(strategy)
    options = [field.name for field in fields(type(strategy)) if field.name not in _OWN]
    values = ((option.replace("_", " "), getattr(strategy, option)) for option in options)
    facts = facts_html((option, _text(value)) for option, value in values if value not in _UNSET)
    return card_html(f"Strategy {name}", idea, facts, Html(f"<div>{escape(strategy.source)}</div>"))


_OWN, _UNSET = {"name", "source"}, (None, ())


def _text(value: Any) -> str:
    return value if isinstance(value, str) else str(getattr(value, "name", None) or shown(value))


def _sentence(value: Any) -> Html:
    """Return the first sentence of what the class of a value is, with its numbers in it."""
    said = (getdoc(type(value)) or "").partition("\n")[0]

    def in_words(name: re.Match[str]) -> str:
        own = getattr(value, name[1], None)
        return str(own) if type(own) is int else name[1]

    return Html(f"<div>{escape(re.sub('``(.*?)``', in_words, said))}</div>")
