"""Check the proof of an optimum without any of what found it.

Nothing of the search is imported here, and the game is asked for its scores only.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from html import escape
from typing import Any

from attrs import Factory, frozen

from mastermind_core.arguments import Seed, generator, plain_int
from mastermind_core.checker.bounds import IMPOSSIBLE, CostModel
from mastermind_core.checker.header import Header, about, read_header
from mastermind_core.checker.lemmas import Lemmas
from mastermind_core.checker.reading import Line, file_name, longest_line, next_line, open_lines
from mastermind_core.checker.replay import replay
from mastermind_core.checker.scoring import Scored, count_items, score_game
from mastermind_core.checker.symmetries import Symmetry, read_symmetry
from mastermind_core.errors import BadArgument, BadCertificate, counted, shown
from mastermind_core.game import Game
from mastermind_core.game.amounts import Exact, in_user_units, shown_number
from mastermind_core.progress import Progress, progress_hook

__all__ = ["Certified", "verify_certificate"]


@frozen
class Certified:
    """What a certificate has proven of a game.

    ``total`` and ``worst`` are those of its tree; which of them no strategy can beat, and in what
    order, is the ``objective``. ``pool``, ``max_steps`` and ``max_cost`` say which strategies there
    are. Of the lemmas ``checked`` were checked: all of them, or a sample.
    ``figures`` are what the objective makes least: one number, or several in its order.

    >>> print(Certified("mean", "all", None, total=44, worst=3, lemmas=9, symmetries=8))
    total 44 is the least there is (worst 3): checked, by 9 lemmas and 8 symmetries
    """

    objective: str
    pool: str
    max_steps: int | None
    total: Exact
    worst: Exact
    lemmas: int
    symmetries: int
    checked: int = Factory(lambda self: self.lemmas, takes_self=True)
    max_cost: Exact | None = None
    figures: Any = None

    @property
    def proven(self) -> bool:
        """Return whether every lemma was checked, and not a sample."""
        return self.checked == self.lemmas

    def _repr_html_(self) -> str:
        return f"<div><b>Certificate</b>: {escape(str(self))}</div>"

    def __str__(self) -> str:
        total, worst = f"total {shown_number(self.total)}", f"worst {shown_number(self.worst)}"
        proven = {
            "mean": f"{total} is the least there is (worst {self.worst})",
            "worst": f"{worst} is the least there is ({total})",
            "worst-then-mean": f"{worst} is the least there is, and {total} the least with it",
            "mean-then-worst": f"{total} is the least there is, and {worst} the least with it",
        }.get(self.objective)
        if proven is None:
            own = self.figures if isinstance(self.figures, tuple) else (self.figures,)
            least = ", then ".join(map(shown_number, own))
            proven = f"{self.objective} of {least} is the least there is ({total}, {worst})"
        pool = "" if self.pool == "all" else ", guessing only what may win"
        most = self.max_steps
        limit = "" if most is None else f", within {counted(most, 'guess', 'guesses')}"
        if self.max_cost is not None:
            limit += f", no path over {shown_number(self.max_cost)}"
        if not self.proven:
            return (
                f"{proven}{pool}{limit}, if all its lemmas are true: checked were the tree and a "
                f"sample of {self.checked:,} of {counted(self.lemmas, 'lemma', 'lemmas')}, which "
                "is no proof"
            )
        return (
            f"{proven}{pool}{limit}: checked, by {counted(self.lemmas, 'lemma', 'lemmas')} and "
            f"{counted(self.symmetries, 'symmetry', 'symmetries')}"
        )


def verify_certificate(
    game: Game,
    path: str | os.PathLike[str],
    *,
    sample: int | Collection[int] | None = None,
    seed: Seed = None,
    progress: Progress | bool | None = None,
) -> Certified:
    """Return what the certificate in a file proves of a game, each line of it checked.

    Every pair of a guess and a secret is scored once, with ``game.score``; the tree is played
    against every secret, every symmetry is checked on every pair, and every lemma on every guess.
    What does not hold is refused with :class:`BadCertificate`, which names the line.

    With a ``sample`` only some lemmas are checked, and the others believed, where all would take
    too long: so many, drawn anew each time or by ``seed``, or those with these numbers, from 1. The
    result says so.

    >>> from tempfile import TemporaryDirectory
    >>> from mastermind_core import TwoD, optimal
    >>> with TemporaryDirectory() as folder:
    ...     optimal(TwoD(4)).certificate(f"{folder}/grid")
    ...     verify_certificate(TwoD(4), f"{folder}/grid").total
    46
    """
    if isinstance(game, (str, os.PathLike)):
        raise BadArgument(
            f"game must be a game, not the path {shown(game)}: verify_certificate(game, path)"
        )
    if not isinstance(path, (str, os.PathLike)) or isinstance(os.fspath(path), bytes):
        raise BadArgument(f"path must be the name of a file, not {shown(path)}")
    sample = _checked_sample(sample)
    n_guesses, n_secrets = count_items(game)
    longest, file = longest_line(n_guesses, n_secrets), file_name(path)
    with progress_hook("checking", progress=progress) as hook, open_lines(path, longest) as lines:
        line = next_line(lines, file, "the header")
        header = read_header(line)
        steps = _Steps(hook, n_guesses + header.symmetries + header.lemmas)
        scored = score_game(game, steps)
        header = about(line, header, scored)
        model = CostModel(scored, header.criteria.prices)
        lengths = replay(next_line(lines, file, "the tree"), header, scored, model)
        chosen = _chosen(sample, seed, header.lemmas)
        lemmas = _check_lines(lines, file, header, scored, model, steps, chosen)
    for money, least in header.criteria.wanted(header.total, header.worst, header.max_cost):
        if money == 0 or lemmas.best(scored.everything, 0, header.max_steps, money) >= least:
            continue
        said = _statement(header.max_steps, money, least)
        raise BadCertificate(f"{file}: no lemma shows that {said}")
    return certified(header, lengths, header.lemmas if chosen is None else len(chosen))


def certified(header: Header, lengths: int, checked: int | None = None) -> Certified:
    """Return what a header says, as proven once so many lemmas are checked, or all."""
    of_header = header.total, header.worst, header.unit, header.cost_unit
    figures = [in_user_units(1, own) for own in header.criteria.figures(*of_header)]
    return Certified(
        header.objective,
        header.pool,
        header.max_steps,
        in_user_units(lengths, header.unit * header.cost_unit),
        in_user_units(header.worst, header.cost_unit),
        header.lemmas,
        header.symmetries,
        header.lemmas if checked is None else checked,
        None if header.max_cost is None else in_user_units(header.max_cost, header.cost_unit),
        figures[0] if len(figures) == 1 else tuple(figures),
    )


def _checked_sample(sample: Any) -> Any:
    several = isinstance(sample, Collection)
    numbers = [plain_int(one) for one in (sample if several else [sample])]
    if sample is None or all(type(one) is int and one >= 1 for one in numbers):
        return numbers if several else numbers[0]
    raise BadArgument(
        f"sample must be a number of lemmas from 1, their numbers, or None, not {shown(sample)}"
    )


def _chosen(sample: int | Collection[int] | None, seed: Seed, lemmas: int) -> frozenset[int] | None:
    """Return the places of the lemmas to check, from 0; None for all."""
    if sample is None:
        return None
    if isinstance(sample, int):
        drawn = generator(seed).sample(range(lemmas), min(sample, lemmas))
        return frozenset(drawn)
    beyond = max(sample, default=0)
    if beyond > lemmas:
        raise BadArgument(f"sample: there is no lemma {beyond}; the certificate has {lemmas}")
    return frozenset(number - 1 for number in sample)


def _check_lines(
    lines: Iterator[Line],
    file: str,
    header: Header,
    scored: Scored,
    model: CostModel,
    steps: _Steps,
    chosen: frozenset[int] | None,
) -> Lemmas:
    """Check the symmetries and the lemmas, which end the file, and return the lemmas."""
    symmetries: list[Symmetry] = []
    while len(symmetries) < header.symmetries:
        what = f"symmetry {len(symmetries) + 1} of {header.symmetries}"
        symmetries.append(read_symmetry(next_line(lines, file, what), scored))
        steps()
    lemmas = Lemmas(scored, symmetries, model, winners_only=header.pool == "candidates")
    for number in range(header.lemmas):
        line = next_line(lines, file, f"lemma {number + 1} of {header.lemmas}")
        lemmas.check(line, follow=chosen is None or number in chosen)
        steps()
    last = next(lines, None)
    if last is not None:
        raise last.wrong("it comes after the last lemma that the header counts")
    return lemmas


def _statement(steps: int | None, money: int | None, least: int) -> str:
    limits = "" if steps is None else f" within {counted(steps, 'guess', 'guesses')}"
    limits += "" if money is None else f" by paths of a length of at most {money:,}"
    if least == IMPOSSIBLE:
        return f"no strategy finds all secrets{limits}"
    return f"every strategy{limits} has a total of at least {least:,}"


class _Steps:
    """A counter of what is done."""

    def __init__(self, progress: Progress | None, total: int):
        self._progress, self._total, self._done = progress, total, 0

    def __call__(self) -> None:
        self._done += 1
        if self._progress is not None:
            self._progress(self._done, self._total)
