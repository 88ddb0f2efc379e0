"""A checker for optimality proofs that is independent of the search.

It imports nothing from the search, and uses only the game's scores.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import partial
from html import escape
from itertools import count
from typing import Any, TypeVar

from attrs import Factory, frozen

from mastermind_core.arguments import Seed, generator, whole_number
from mastermind_core.checker.bounds import IMPOSSIBLE as IMPOSSIBLE
from mastermind_core.checker.bounds import PathCosts
from mastermind_core.checker.header import Header, about, read_header, read_tree, replay
from mastermind_core.checker.header import cost_of_length as cost_of_length
from mastermind_core.checker.lemmas import Images as Images
from mastermind_core.checker.lemmas import LemmaReader, Lemmas
from mastermind_core.checker.lemmas import StatedLemma as StatedLemma
from mastermind_core.checker.reading import Line as Line
from mastermind_core.checker.reading import file_name, longest_line, next_line, open_lines
from mastermind_core.checker.scoring import Scored, count_items, unscored
from mastermind_core.checker.scoring import score_game as score_game
from mastermind_core.checker.symmetries import StatedSymmetry
from mastermind_core.checker.symmetries import check_symmetry as check_symmetry
from mastermind_core.checker.symmetries import read_symmetry as read_symmetry
from mastermind_core.errors import BadArgument, BadCertificate, counted, shown
from mastermind_core.game.amounts import Exact, in_user_units, shown_number
from mastermind_core.game.lists import takes_game
from mastermind_core.game.protocol import Game
from mastermind_core.progress import Progress, progress_hook

__all__ = ["CertificateReport", "verify_certificate"]

Item = TypeVar("Item")


@frozen
class CertificateReport:
    """A certificate's result: the optimum that it proves for a game.

    Attributes:
        objective: The objective, which no strategy can better.
        pool: The guesses that strategies may make: "all", or only "candidates".
        max_steps: The maximum number of guesses on a path, or None.
        total: The total of the certificate's tree.
        worst: This tree's worst case.
        lemmas: The number of lemmas.
        symmetries: The number of symmetries.
        checked: How many lemmas were checked. By default all.
        max_cost: The maximum cost of a path, or None.
        values: The minimized quantity, or a tuple in the objective's order.

    >>> print(CertificateReport("mean", "all", None, total=44, worst=3, lemmas=9, symmetries=8))
    total 44 is optimal (worst 3): verified by 9 lemmas and 8 symmetries
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
    values: Any = None

    @property
    def proven(self) -> bool:
        """Return whether every lemma was checked, not only a sample."""
        return self.checked == self.lemmas

    def _repr_html_(self) -> str:
        return f"<div><b>Certificate</b>: {escape(str(self))}</div>"

    def __str__(self) -> str:
        total = f"total {shown_number(self.total)}"
        worst = f"worst {shown_number(self.worst)}"
        proven = {
            "mean": f"{total} is optimal (worst {self.worst})",
            "worst": f"{worst} is optimal ({total})",
            "worst-then-mean": f"{worst} is optimal, and {total} is optimal with it",
            "mean-then-worst": f"{total} is optimal, and {worst} is optimal with it",
        }.get(self.objective)
        if proven is None:
            own = self.values if isinstance(self.values, tuple) else (self.values,)
            least = ", then ".join(map(shown_number, own))
            proven = f"{self.objective} of {least} is optimal ({total}, {worst})"
        pool = "" if self.pool == "all" else ", with only guesses that may win"
        most = self.max_steps
        limit = "" if most is None else f", within {counted(most, 'guess', 'guesses')}"
        if self.max_cost is not None:
            limit += f", with paths of cost at most {shown_number(self.max_cost)}"
        if not self.proven:
            return (
                f"{proven}{pool}{limit}, if all lemmas are true: the tree was verified, and a "
                f"sample of {self.checked:,} of {counted(self.lemmas, 'lemma', 'lemmas')}, which "
                "is not a proof"
            )
        return (
            f"{proven}{pool}{limit}: verified by {counted(self.lemmas, 'lemma', 'lemmas')} and "
            f"{counted(self.symmetries, 'symmetry', 'symmetries')}"
        )


@takes_game
def verify_certificate(
    game: Game,
    path: str | os.PathLike[str],
    *,
    sample: int | Collection[int] | None = None,
    seed: Seed = None,
    progress: Progress | bool | None = None,
) -> CertificateReport:
    """Verify the certificate in a file, and return the result that it proves.

    Every guess is scored once with every secret, with ``game.score``. The tree is played against
    every secret, every symmetry is checked on every pair, and every lemma on every guess.

    Args:
        game: The certificate's game.
        path: The file.
        sample: How many random lemmas to check, or the lemmas' numbers, from 1. The others are
            trusted, so this is not a proof, and the result states it. None checks all lemmas.
        seed: The seed for the random lemmas. By default they differ from call to call.
        progress: Called with (parts done, all parts). True shows a bar.

    Returns:
        The verified result.

    Raises:
        BadCertificate: If the certificate is not valid. The message has the line.
        BadArgument: If an argument is not valid.
        BadGame: If the game is not valid.
        GameTooLarge: If the game has too many pairs or scores.

    See Also:
        :func:`replay`, :func:`certified_tree`, :meth:`Solution.write_certificate`.

    >>> from tempfile import TemporaryDirectory
    >>> from mastermind_core import TwoD, optimal
    >>> with TemporaryDirectory() as folder:
    ...     optimal(TwoD(4)).write_certificate(f"{folder}/grid")
    ...     verify_certificate(TwoD(4), f"{folder}/grid").total
    46
    """
    claim, number = checked(game, path, sample, seed, progress)
    return claim.proven(number)


def checked(
    game: Any, path: Any, sample: Any = None, seed: Seed = None, progress: Any = None
) -> tuple[Claim, int]:
    """Return a certificate's claim after all checks, and how many lemmas were checked."""
    sample = _checked_sample(sample)
    with progress_hook("checking", progress=progress) as hook, opened(game, path, hook) as claim:
        header = claim.header
        chosen = _chosen(sample, seed, header.lemmas)
        symmetries: list[StatedSymmetry] = []
        for line, symmetry in claim.symmetries():
            check_symmetry(line, claim.scored, symmetry)
            symmetries.append(symmetry)
        winners_only = header.pool == "candidates"
        lemmas = Lemmas(claim.scored, symmetries, claim.model, winners_only=winners_only)
        for number, (line, stated) in enumerate(claim.lemmas()):
            if isinstance(stated, Images):
                lemmas.add_images(stated)
            else:
                lemmas.check(line, stated, follow=chosen is None or number in chosen)
    for money, least in claim.wanted():
        if lemmas.best(claim.scored.everything, 0, header.max_steps, money) < least:
            statement = _statement(header.max_steps, money, least)
            raise BadCertificate(f"{claim.file}: no lemma shows that {statement}")
    return claim, header.lemmas if chosen is None else len(chosen)


@frozen
class Claim:
    """A certificate with a verified header and tree, and the lines that are to prove its claim.

    Attributes:
        file: The file's name.
        header: The header, in the game's units.
        scored: The game.
        model: The objective's cost model.
        tree: The tree's nodes.
        lengths: All path lengths, times their secrets' weights, added.
        lines: The lines after the tree.
        one_done: A function that reports progress.
    """

    file: str
    header: Header
    scored: Scored
    model: PathCosts
    tree: Any
    lengths: int
    lines: Iterator[Line]
    one_done: Callable[[], None]

    def symmetries(self) -> Iterator[tuple[Line, StatedSymmetry]]:
        """Yield the symmetries with their lines."""
        read = partial(read_symmetry, scored=self.scored)
        return self._read("symmetry", self.header.symmetries, read)

    def lemmas(self) -> Iterator[tuple[Line, StatedLemma | Images]]:
        """Yield the lemmas with their lines, after the symmetries and up to the file's end."""
        header = self.header
        read = LemmaReader(self.scored, self.model, header.symmetries, header.lemmas)
        yield from self._read("lemma", header.lemmas, read)
        if (last := next(self.lines, None)) is not None:
            raise last.wrong("this line is after the last lemma that the header counts")

    def _read(
        self, what: str, many: int, read: Callable[[Line], Item]
    ) -> Iterator[tuple[Line, Item]]:
        for number in range(1, many + 1):
            line = next_line(self.lines, self.file, f"{what} {number} of {many}")
            yield line, read(line)
            self.one_done()

    def wanted(self) -> list[tuple[int | None, int]]:
        """Return the lower bounds that lemmas must prove, each with a path limit."""
        header = self.header
        wanted = header.criteria.wanted(header.total, header.worst, header.max_cost)
        return [(money, least) for money, least in wanted if money != 0]

    def proven(self, checked: int) -> CertificateReport:
        """Return the result after this many lemmas were checked."""
        header = self.header
        of_header = header.total, header.worst, header.unit, header.cost_unit
        figures = [in_user_units(1, own) for own in header.criteria.figures(*of_header)]
        return CertificateReport(
            header.objective,
            header.pool,
            header.max_steps,
            in_user_units(self.lengths, header.unit * header.cost_unit),
            in_user_units(header.worst, header.cost_unit),
            header.lemmas,
            header.symmetries,
            checked,
            None if header.max_cost is None else in_user_units(header.max_cost, header.cost_unit),
            figures[0] if len(figures) == 1 else tuple(figures),
        )


@contextmanager
def opened(
    game: Any, path: object, progress: Progress | None, *, replayed: bool = True
) -> Iterator[Claim]:
    """Open a certificate, or raise BadCertificate if its header or tree is not valid for a game.

    Without ``replayed``, a program checks the fingerprint and the tree, and no score is computed.
    """
    if isinstance(game, (str, os.PathLike)):
        raise BadArgument(
            f"game must be a game, not the path {shown(game)}: verify_certificate(game, path)"
        )
    if not isinstance(path, (str, os.PathLike)) or isinstance(os.fspath(path), bytes):
        raise BadArgument(f"path must be the name of a file, not {shown(path)}")
    n_guesses, n_secrets = count_items(game)
    file = file_name(path)
    with open_lines(path, longest_line(n_guesses, n_secrets)) as lines:
        line = next_line(lines, file, "the header")
        header = read_header(line)
        done = count(1)
        total = n_guesses + header.symmetries + header.lemmas

        def one_done() -> None:
            if progress is not None:
                progress(next(done), total)

        scored = score_game(game, one_done) if replayed else unscored(game, header.fingerprint)
        header = about(line, header, scored)
        model = PathCosts(scored, header.criteria.prices)
        tree = next_line(lines, file, "the tree")
        lengths = replay(tree, header, scored, model) if replayed else 0
        nodes = read_tree(tree, scored)
        yield Claim(file, header, scored, model, nodes, lengths, lines, one_done)


def _checked_sample(sample: object) -> Any:
    if isinstance(sample, Collection):
        return [whole_number("sample", number, 1) for number in sample]
    return whole_number("sample", sample, 1, none="for all lemmas")


def _chosen(sample: int | Collection[int] | None, seed: Seed, lemmas: int) -> frozenset[int] | None:
    """Return the lemmas to check, as indices, or None for all."""
    if sample is None:
        return None
    if isinstance(sample, int):
        drawn = generator(seed).sample(range(lemmas), min(sample, lemmas))
        return frozenset(drawn)
    beyond = max(sample, default=0)
    if beyond > lemmas:
        raise BadArgument(f"sample: lemma {beyond} does not exist; the certificate has {lemmas}")
    return frozenset(number - 1 for number in sample)


def _statement(steps: int | None, money: int | None, least: int) -> str:
    limits = "" if steps is None else f" within {counted(steps, 'guess', 'guesses')}"
    limits += "" if money is None else f" by paths of a length of at most {money:,}"
    if least == IMPOSSIBLE:
        return f"no strategy finds all secrets{limits}"
    return f"every strategy{limits} has a total of at least {least:,}"
