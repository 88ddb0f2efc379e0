"""The pages of the claims: a row a figure, with what was computed, the verdict and why."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import get_args

from attrs import asdict, evolve, fields, frozen
from more_itertools import unique_everseen

from reproduce.counting import UNDECIDED
from reproduce.documents import DOCUMENTS, Document, Group, document, of_quantity
from reproduce.judging import (
    Judgement,
    Word,
    by_chance,
    has,
    judge,
    possible_mean,
    shown,
)
from reproduce.measuring import Measured, Measurements, seeded

#: The name of the log beside the pages.
LOG = "measurements.jsonl"

_NAMES = {"value": "", "worst": "worst case", "evaluations": "codes examined"}


#: Names in calls that take more than a moment: they draw games, or follow every path.
_SLOW = re.compile(
    r"simulate|accepted_by_step|against|AnyBest|RandomCandidate|Beam|two_then_best|over_first|two_colour_program|jotto"
    r"|as_written|took|takes_|added_colours|sorted_pairs|secondary_as|worst_as|two_fixed|tie_spectrum|annealed"
    r"|SO\(5|M\(5, 8\)|SO\(4, 8\)|\(9, |4, 9\)|4, 10\)"
)


def slow(call: str) -> bool:
    """Say whether a call takes more than a moment.

    >>> slow("len(M(4, 6).secrets)"), slow("simulate(M(4, 6), rosu, 20, seed={seed})")
    (False, True)
    """
    return _SLOW.search(call) is not None


@frozen
class Row:
    """A figure on its page; every part is text as it is shown."""

    place: str
    subject: str
    figure: str
    claimed: str
    computed: str
    verdict: str
    probability: str
    reason: str
    call: str
    correct: str


def rows(given: Document, log: Measurements) -> Iterator[Row]:
    """Yield a row for each figure of a document whose calls are in the log."""
    for group in given.groups:
        if all(call in log for call in group.calls()):
            found = None if group.call is None else log[group.call]
            for at, quantity in enumerate(group.claims):
                correct = group.correct if at == 0 else ""
                yield _row(group, quantity, found, log, correct)


def _row(
    group: Group, quantity: str, found: Measured | None, log: Measurements, correct: str
) -> Row:
    ties = (log[call] if call else None for call in (group.order, group.spectrum))
    judged = judge(group, quantity, found, *ties)
    return Row(
        group.place,
        group.subject,
        f"{quantity} guesses" if quantity.isdigit() else _NAMES.get(quantity, quantity),
        group.claims[quantity],
        judged.computed,
        judged.word,
        "" if judged.probability is None else _chance(judged.probability),
        "; ".join(_reasons(group, quantity, judged, found, log)),
        "" if group.call is None else seeded(group.call, log.seed),
        correct,
    )


def _chance(probability: float) -> str:
    return "< 0.0001" if probability < 0.0001 else f"{probability:.4f}"


def _reasons(
    group: Group,
    quantity: str,
    judged: Judgement,
    found: Measured | None,
    log: Measurements,
) -> Iterator[str]:
    if judged.computed == UNDECIDED:
        yield "some of the means are nearer than two standard errors"
    elif judged.word == "open":
        games = f"about {judged.settled:,}" if judged.settled else "no number in reach"
        yield f"another seed may judge otherwise; games of ours that settle it: {games}"
    if judged.word in ("reached", "fitted") and group.order:
        yield f"as printed with another order of the ties: {group.order}"
    if group.spectrum and quantity in ("mean", "total", "worst"):
        yield f"the rule under all its ties: {log[group.spectrum].value}"
    if judged.word != "holds":
        texts = (of_quantity(why, quantity) for why in (group.cannot, group.because))
        yield from unique_everseen(filter(None, texts))
    if quantity == "mean" and not possible_mean(group):
        yield f"no whole number of guesses has this mean over {group.games} games"
    if judged.word == "fitted":
        yield f"fitted: {of_quantity(group.fitted, quantity)}"
    if group.reading:
        yield f"reading: {group.reading}"
    if group.note:
        yield group.note
    if group.assumed and found is not None and by_chance(group, quantity, found):
        yield f"{group.games} games of the source are assumed, which does not say how many"
    if quantity == "seconds":
        return
    for label, call in group.tries.items():
        tried = log[call]
        if not has(tried, quantity):
            yield f"tried, {label}: {shown(tried, 'mean' if tried.shares else 'value', None)}"
            continue
        other = judge(evolve(group, reading="", cannot={}), quantity, tried)
        if other.computed:
            yield f"tried, {label}: {other.computed} ({other.word})"


def tally(made: Iterable[Row]) -> Counter[str]:
    """Count rows by verdict.

    >>> row = Row("", "", "", "", "", "holds", "", "", "", "")
    >>> dict(tally([row]))
    {'holds': 1}
    """
    return Counter(row.verdict for row in made)


def write_page(path: Path, made: Iterable[Row]) -> None:
    """Write rows as a table of commas."""
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, [part.name for part in fields(Row)], lineterminator="\n")
        table.writeheader()
        table.writerows(map(asdict, made))


def read_page(path: Path) -> list[Row]:
    """Read the rows of a page."""
    with path.open(encoding="utf-8", newline="") as file:
        return [Row(**row) for row in csv.DictReader(file)]


def make_pages(
    folder: Path,
    seed: int,
    names: Iterable[str] = DOCUMENTS,
    *,
    quick: bool = False,
    known: Path | None = None,
) -> Iterator[str]:
    """Compute what the log of a folder lacks, and write the page of each document.

    A run that was cut off goes on from the log. ``quick`` leaves out what :func:`slow` says. What
    draws no lots is taken from the log in the folder ``known``. Yields a line a call, and a line
    a page.
    """
    folder.mkdir(parents=True, exist_ok=True)
    log = Measurements(folder / LOG, seed)
    chosen = [document(name) for name in names]
    calls = [call for given in chosen for group in given.groups for call in group.calls()]
    if known is not None:
        log.take(Measurements(known / LOG, seed), calls)
    yield from log.run(call for call in calls if not (quick and slow(call)))
    for given in chosen:
        made = list(rows(given, log))
        write_page(folder / f"{given.name}.csv", made)
        yield f"{given.name}: {describe(made)}"


def describe(made: Iterable[Row]) -> str:
    """Say in a line how many figures have which verdict.

    >>> row = Row("", "", "", "", "", "holds", "0.5000", "", "", "")
    >>> describe([row])
    '1 figures: 1 holds; 1 compared by chance'
    """
    listed = list(made)
    words = tally(listed)
    drawn = sum(bool(row.probability) for row in listed)
    counts = ", ".join(f"{words[word]} {word}" for word in get_args(Word) if words[word])
    return f"{len(listed)} figures: {counts}; {drawn} compared by chance"
