"""Write a proof of an optimum to a file, for a checker that knows nothing of the search."""

from __future__ import annotations

import gzip
import json
import os
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from errno import EISDIR
from itertools import pairwise
from pathlib import Path
from typing import Any, TextIO

from more_itertools import chunked

from mastermind_core.checker.criteria import Criteria, read_criteria
from mastermind_core.errors import BadArgument, reason_of, shown
from mastermind_core.exact.problem import Case
from mastermind_core.exact.reports import Reporter
from mastermind_core.kernels.choose import exact_kernel, greedy_kernel
from mastermind_core.kernels.exact.floors import front_bound
from mastermind_core.kernels.exact.task import (
    IMPOSSIBLE,
    NO_LIMIT,
    POOL_LEGAL,
    Fact,
    Image,
    Lemma,
)
from mastermind_core.kernels.shared.ctrl_c import AtOnce, stoppable
from mastermind_core.kernels.shared.flat_trees import measured
from mastermind_core.kernels.types import POOL_ALL, POOL_CANDIDATES
from mastermind_core.progress import Progress, progress_hook
from mastermind_core.tree import Node, flat_tree

#: The format of most certificates, that of games with goals, costs or weights of zero, that of
#: lemmas which are images of others, that of objectives on the number of guesses, and that of
#: totals which the front of what guesses can do shows at once.
FORMAT, WITH_PATHS, WITH_IMAGES, WITH_PRICES, WITH_FRONTS = 3, 4, 5, 6, 7

#: Images that one line has at most: no line is so long that a checker refuses it.
_TOGETHER = 1 << 14

#: Letters of a path that an error shows.
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

    A file that was there stays until the new one is complete, and Ctrl-C leaves no part of it. A
    path that cannot be written is refused before the search is gone through again.
    """
    if case.task.pool == POOL_LEGAL:
        raise BadArgument(
            'a certificate cannot be written for the pool "legal": its lemmas would have to '
            'say what was legal; use "all" or "candidates"'
        )
    figures: dict[str, Any] = {"total": total, "worst": worst}
    criteria = read_criteria(objective)
    if case.task.prices:
        criteria = _priced(criteria, objective, case)
        given = case.task.candidates, case.task.weights, flat_tree(tree), case.task.prices
        priced, _ = measured(greedy_kernel(), case.table.kernel_scores, *given)
        figures |= {"prices": criteria.prices, "priced": priced}
    facts = [*_facts(criteria, case, figures.get("priced", total), worst)]
    with (
        _written_whole(path) as (file, lemmas),
        AtOnce(),
        progress_hook("writing", progress=progress) as hook,
    ):
        report = None if hook is None else Reporter(hook, case.task.objective)
        for line in _lines(case, tree, {"objective": objective, **figures}, facts, report, lemmas):
            file.write(line)


def _priced(criteria: Criteria, objective: str, case: Case) -> Criteria:
    """Return criteria with the prices of a search."""
    task, n = case.task, len(case.task.candidates)
    refused = f"a certificate cannot be written for {shown(objective)}"
    if case.table.goals:
        raise BadArgument(f'{refused} in a game with goals: use "mean" or "worst"')
    try:
        longest = n if task.max_steps == NO_LIMIT else min(n, task.max_steps)
        return criteria.priced(sum(task.weights) if task.weights else n, longest)
    except ValueError as error:
        raise BadArgument(f"{refused}: it {error}; use rounder ones") from None


def _facts(criteria: Criteria, case: Case, total: int, worst: int) -> Iterator[Fact]:
    """Yield what has to be shown of all secrets."""
    steps, cost = case.task.max_steps, case.task.max_cost
    paid = bool(case.table.costs or case.table.goals)
    for limit, least in criteria.wanted(total, worst, cost if paid else steps):
        known = min(least, IMPOSSIBLE)
        if limit and least:
            yield Fact(steps, known, limit) if paid else Fact(limit, known)


def _line(content: dict[str, Any]) -> str:
    return json.dumps(content, separators=(",", ":")) + "\n"


def _lines(
    case: Case,
    tree: Node,
    figures: dict[str, Any],
    facts: Sequence[Fact],
    report: Reporter | None,
    lemmas: TextIO,
) -> Iterator[str]:
    """Yield the lines; lemmas are written to a file of their own before their number is known."""
    table, task = case.table, case.task
    priced = bool(task.prices)
    with_paths = not priced and bool(table.costs or table.goals or 0 in table.weights)
    written = 0
    images: defaultdict[int, bytearray] = defaultdict(bytearray)

    def sink(some: Sequence[Lemma | Image]) -> None:
        nonlocal written
        for lemma in some:
            if isinstance(lemma, Image):
                images[lemma.of] += b",[%s]" % ",".join(map(str, lemma.by)).encode()
                continue
            said = _lemma(lemma, with_paths=with_paths, priced=priced)
            named = {"lines": straight if lemma in shown else []} if shown else {}
            lemmas.write(_line({"lemma": said | named}))
            written += 1

    known, straight = 0, list[tuple[int, int]]()
    if not priced and not with_paths and set(table.weights) == {1}:
        known, straight = front_bound(table.kernel_scores, task)
    at_once = [fact for fact in facts if fact.least <= known]
    shown = [Lemma(task.candidates, fact.steps, fact.least, ()) for fact in at_once]
    sink(shown)
    others = [fact for fact in facts if fact.least > known]
    evidence = exact_kernel().certify(table.kernel_scores, task, others, report, sink)
    plain = WITH_FRONTS if at_once else WITH_IMAGES if images else FORMAT
    header = {
        "certificate": "mastermind_core",
        "format": WITH_PRICES if priced else WITH_PATHS if with_paths else plain,
        "fingerprint": table.fingerprint(aims=with_paths),
        "objective": figures["objective"],
        "pool": _POOLS[task.pool],
        "max_steps": _limit(task.max_steps),
        **({"max_cost": _limit(task.max_cost)} if with_paths else {}),
        **figures,
        "symmetries": len(evidence.symmetries),
        "lemmas": written + sum(-(-own.count(b"[") // _TOGETHER) for own in images.values()),
    }
    yield _line(header)
    yield _line({"tree": _flat(tree)})
    for guesses, secrets in evidence.symmetries:
        yield _line({"symmetry": _symmetry(guesses, secrets)})
    yield from _with_images(lemmas, images)


def _with_images(lemmas: TextIO, images: Mapping[int, bytearray]) -> Iterator[str]:
    """Yield the lines of lemmas, and after each the images of its set."""
    lemmas.seek(0)
    number = 0
    for at, line in enumerate(lemmas):
        yield line
        of, number = number, number + 1
        ways = json.loads(b"[%s]" % images[at][1:]) if at in images else ()
        for by in chunked(ways, _TOGETHER):
            yield _line({"lemma": {"of": of, "by": by}})
            number += 1


def _limit(most: int) -> int | None:
    return None if most == NO_LIMIT else most


@contextmanager
def _written_whole(path: str | os.PathLike[str]) -> Iterator[tuple[TextIO, TextIO]]:
    """Open a file to write that takes its place only when all of it is there, and one for lemmas.

    How many lemmas there are stands at the beginning, and they may be longer than the memory.
    """
    if not isinstance(path, (str, os.PathLike)) or not isinstance(os.fspath(path), str):
        raise BadArgument(f"path must be the name of a file, not {shown(path)}")
    target = Path(path)
    partial, aside = (
        target.with_name(f"{target.name}{suffix}") if target.name else target
        for suffix in (".partial", ".partial-lemmas")
    )
    write: Callable[..., Any] = gzip.open if target.suffix == ".gz" else open
    try:
        if target.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        with (
            write(partial, "wt", encoding="utf-8") as file,
            aside.open("w+", encoding="utf-8") as lemmas,
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
        for one in (partial, aside):
            with suppress(OSError, ValueError):
                one.unlink()


def _flat(tree: Node) -> list[list[Any]]:
    """Return the nodes of a tree, the root first, as [guess, [[score, child or -1], ...]]."""
    flat, places = flat_tree(tree), tree.table.places
    edges = [
        [places[score], child]
        for score, child in zip(flat.edge_score, flat.edge_child, strict=True)
    ]
    return [
        [guess, edges[begin:end]]
        for guess, (begin, end) in zip(flat.guesses, pairwise(flat.first_edge), strict=True)
    ]


def _symmetry(guesses: array[int], secrets: array[int]) -> dict[str, Any]:
    return {"guesses": list(guesses), "secrets": None if guesses == secrets else list(secrets)}


def _lemma(lemma: Lemma, *, with_paths: bool, priced: bool) -> dict[str, Any]:
    return {
        "secrets": list(lemma.secrets),
        "steps": _limit(lemma.steps),
        **({"cost": _limit(lemma.cost)} if with_paths else {}),
        **({"made": lemma.made} if priced else {}),
        "least": None if lemma.least >= IMPOSSIBLE else lemma.least,
        "alike": list(lemma.alike),
    }
