"""Write a proof of an optimum to a file, for a checker that is independent of the search."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from errno import EISDIR
from fractions import Fraction
from itertools import accumulate, pairwise, starmap
from math import lcm
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, TextIO

from more_itertools import chunked

from mastermind_core.errors import BadArgument, reason_of, shown
from mastermind_core.exact.objective import LengthObjective, Part, Query, question_of
from mastermind_core.exact.options import Reporter
from mastermind_core.exact.problem import Case
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.exact.floors import front_bound
from mastermind_core.kernels.exact.task import (
    IMPOSSIBLE,
    NO_LIMIT,
    POOL_LEGAL,
    Evidence,
    Fact,
    Image,
    Lemma,
    Task,
)
from mastermind_core.kernels.shared.ctrl_c import AtOnce, stoppable
from mastermind_core.kernels.shared.flat_trees import measured
from mastermind_core.kernels.types import POOL_ALL, POOL_CANDIDATES
from mastermind_core.progress import Progress, progress_hook
from mastermind_core.tree import Node, flat_tree

_FORMAT = 1

#: No number of a certificate reaches this.
_HUGE = 1 << 60

#: The maximum number of images per line, so that no line is too long for a checker.
_TOGETHER = 1 << 13

#: The number of letters of a path that an error shows.
_SHOWN = 100

_POOLS = {POOL_ALL: "all", POOL_CANDIDATES: "candidates"}


@stoppable
def write_certificate(
    case: Case,
    tree: Node,
    path: str | os.PathLike[str],
    *,
    objective: str,
    total: int,
    worst: int,
    progress: Progress | bool | None,
) -> None:
    """Write the certificate of an optimal tree.

    An existing file stays until the new one is complete, and Ctrl-C leaves no part of it. A path
    that cannot be written is rejected before the search is repeated.
    """
    if case.task.question.pool == POOL_LEGAL:
        raise BadArgument(
            'a certificate cannot be written for the pool "legal": its lemmas would have to '
            'say what was legal; use "all" or "candidates"'
        )
    parts = LengthObjective(objective).parts
    _check_numbers(parts, objective)
    if case.task.question.prices:  # those of the whole objective and of all that limits a path
        case = Case(case.table, _question(case, parts).put_to(case.task))
        task = case.task
        question = task.question
        given = question.candidates, question.weights, flat_tree(tree), question.prices
        total, _ = measured(kernels.greedy, case.table.kernel_scores, *given)
    facts = [*_facts(parts, case, total, worst)]
    figures = {"objective": objective, "total": total, "worst": worst}
    with (
        _written_whole(path) as (file, lemmas),
        AtOnce(),
        progress_hook("writing", progress=progress) as hook,
    ):
        report = None if hook is None else Reporter(hook, case.task.question.objective)
        for line in _lines(case, tree, figures, facts, report, lemmas):
            file.write(line)


def _check_numbers(parts: Sequence[Part], objective: str) -> None:
    """Reject an objective whose numbers are too large for a checker."""
    numbers = [Fraction(number) for part in parts for number in part.numbers]
    below = [number.denominator for number in numbers]
    if max([lcm(*below), *(number.numerator for number in numbers)], default=1) >= _HUGE:
        raise BadArgument(
            f"a certificate cannot be written for {shown(objective)}: it takes numbers of 2**60 or "
            "more; use rounder ones"
        )


def _facts(parts: Sequence[Part], case: Case, total: int, worst: int) -> Iterator[Fact]:
    """Yield the facts to prove about the set of all secrets.

    If the worst case is a criterion, a tree with a better worst case must be worse in the criteria
    before it.
    """
    names = [part.name for part in parts]
    at = names.index("worst") if "worst" in names else len(names)
    sums = [part for part in parts if part.name != "worst"]
    # the criteria before the worst case, and one more of them
    before = total
    scale = IMPOSSIBLE
    for number in range(at):
        scale = _question(case, sums[number:]).scale
        before %= scale
    before = total - before
    yield from _within(case, None, total if at == len(names) else before if at else 0)
    if at < len(names):
        yield from _within(case, worst - 1, before + scale if at else IMPOSSIBLE)
        yield from _within(case, worst, total if at < len(sums) else 0)


def _question(case: Case, parts: Sequence[Part]) -> Query:
    """Return the query of criteria, for all secrets and useful paths."""
    task = case.task
    question = task.question
    n = len(question.candidates)
    longest = n if question.max_steps == NO_LIMIT else min(n, question.max_steps)
    return question_of(parts, sum(question.weights) if question.weights else n, longest)


def _within(case: Case, worst: int | None, least: int) -> Iterator[Fact]:
    """Yield the fact that trees within some length have a minimum total, if it is not trivial."""
    task = case.task
    by_cost = bool(case.table.costs)
    if least and worst != 0:
        money = task.question.max_cost if worst is None or not by_cost else worst
        steps = task.question.max_steps if worst is None or by_cost else worst
        yield Fact(steps, min(least, IMPOSSIBLE), money)


def _line(content: dict[str, Any]) -> str:
    return json.dumps(content, separators=(",", ":")) + "\n"


def _limits(task: Task, evidence: Evidence) -> dict[str, Any]:
    """Return the limits and the number of symmetries for the header, without defaults."""
    question = task.question
    limits = {
        "pool": (_POOLS[question.pool], "all"),
        "max_steps": (question.max_steps, NO_LIMIT),
        "max_cost": (question.max_cost, NO_LIMIT),
        "symmetries": (len(evidence.symmetries), 0),
    }
    return {name: own for name, (own, default) in limits.items() if own != default}


def _lines(
    case: Case,
    tree: Node,
    figures: dict[str, Any],
    facts: Sequence[Fact],
    report: Reporter | None,
    lemmas: TextIO,
) -> Iterator[str]:
    """Yield the lines. Lemmas go to a file of their own until their number is known."""
    table = case.table
    task = case.task
    images: list[bytearray] = []
    order: list[int] = []

    def sink(some: Sequence[Lemma | Image]) -> None:
        for lemma in some:
            if isinstance(lemma, Image):
                order.append(lemma.of + len(shown))
                images[order[-1]] += b",[%s]" % ",".join(map(str, lemma.by)).encode()
                continue
            order.append(len(images))
            images.append(bytearray())
            lemmas.write(_line({"lemma": _lemma(lemma, lines if lemma in shown else [])}))

    known = 0
    lines = list[tuple[int, int]]()
    if not (task.question.prices or table.costs or table.goals) and set(table.weights) == {1}:
        known, lines = front_bound(table.kernel_scores, task)
    shown = [
        Lemma(task.question.candidates, fact.steps, fact.least, ())
        for fact in facts
        if fact.least <= known
    ]
    sink(shown)
    others = [fact for fact in facts if fact.least > known]
    evidence = kernels.exact.certify(table.kernel_scores, task, others, report, sink)
    together = (1 + -(-own.count(b"[") // _TOGETHER) for own in images)
    numbers = [*accumulate(together, initial=0)]
    uses: list[list[int]] = [[] for _ in images]
    for at, last in zip(order, [*[-1] * len(shown), *evidence.last_uses], strict=True):
        uses[at].append(numbers[-1] if last < 0 else numbers[last + len(shown)])
    header = {
        "certificate": "mastermind_core",
        "format": _FORMAT,
        "fingerprint": table.fingerprint(),
        **figures,
        "lemmas": numbers[-1],
    }
    yield _line(header | _limits(task, evidence))
    yield _line({"tree": _flat(tree)})
    for guesses, secrets in evidence.symmetries:
        own = None if guesses == secrets else list(secrets)
        yield _line({"symmetry": {"guesses": list(guesses), "secrets": own}})
    lemmas.seek(0)
    yield from _with_images(zip(lemmas, images, uses, numbers, strict=False), numbers[-1])


def _with_images(parts: Iterable[Any], never: int) -> Iterator[str]:
    """Yield the lines of the lemmas, each with its last use and with its images after it."""
    for line, ways, (until, *more), of in parts:
        yield line if until == never else f'{line[:-3]},"until":{until}}}}}\n'
        pairs = zip(json.loads(b"[%s]" % ways[1:]), more, strict=True)
        for some in chunked(pairs, _TOGETHER):
            by, untils = zip(*some, strict=True)
            yield _line({"lemma": {"of": of, "by": by, "until": untils}})


@contextmanager
def _written_whole(path: str | os.PathLike[str]) -> Iterator[tuple[TextIO, TextIO]]:
    """Open a file that replaces its target only when it is complete, and one for lemmas.

    The number of lemmas stands at the beginning, and the lemmas may exceed the memory.
    """
    if not isinstance(path, (str, os.PathLike)) or not isinstance(os.fspath(path), str):
        raise BadArgument(f"path must be the name of a file, not {shown(path)}")
    target = Path(path)
    partial = target.with_name(f"{target.name}.partial") if target.name else target
    write: Callable[..., Any] = gzip.open if target.suffix == ".gz" else open
    try:
        if target.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        with (
            write(partial, "wt", encoding="utf-8") as file,
            TemporaryFile("w+", encoding="utf-8", dir=target.parent) as lemmas,
        ):
            yield file, lemmas
        partial.replace(target)
    except (OSError, ValueError) as error:
        if isinstance(error, BadArgument):
            raise
        why = reason_of(error)
        raise BadArgument(
            f"cannot write the certificate {shown(str(target)[-_SHOWN:])}: {why}"
        ) from None
    finally:
        with suppress(OSError, ValueError):
            partial.unlink()


def _flat(tree: Node) -> list[list[Any]]:
    """Return the nodes of a tree, the root first: guesses, and pairs of score and child or -1."""
    flat = flat_tree(tree)
    places = tree.table.places
    edges = list(zip(map(places.__getitem__, flat.edge_score), flat.edge_child, strict=True))
    parts = starmap(slice, pairwise(flat.first_edge))
    return [[guess, edges[own]] for guess, own in zip(flat.guesses, parts, strict=True)]


def _lemma(lemma: Lemma, lines: Sequence[tuple[int, int]]) -> dict[str, Any]:
    """Return the fields of a lemma, without those at their defaults."""
    fields = {
        "made": (lemma.made, 0),
        "steps": (lemma.steps, NO_LIMIT),
        "cost": (lemma.cost, NO_LIMIT),
        "least": (lemma.least, IMPOSSIBLE),
        "alike": (list(lemma.alike), []),
        "lines": (lines, []),
    }
    given = {name: own for name, (own, default) in fields.items() if own != default}
    return {"secrets": list(lemma.secrets), **given}
