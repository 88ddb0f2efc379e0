"""A small game and its certificate as a theorem of Coq."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product, starmap
from pathlib import Path
from typing import Any

from attrs import frozen
from more_itertools import unique_everseen

from mastermind_core.checker import Claim, opened
from mastermind_core.checker.bounds import IMPOSSIBLE
from mastermind_core.checker.lemmas import Images, StatedLemma
from mastermind_core.checker.symmetries import StatedSymmetry
from mastermind_core.checker.verified import (
    aims_of,
    game_named,
    numbers,
    only_winners,
    optional,
    values_of,
)
from mastermind_core.errors import BadArgument

#: The maximum number of pairs of a guess and a secret. Coq takes minutes for more.
_MOST_PAIRS = 1 << 16

_HEAD = """\
From Coq Require Import List NArith.
From Verified Require Import Spec Kernel Games Theorems Whole.
Import ListNotations.
Open Scope N_scope.
"""


def write_coq(game: Any, path: Any, out: Any) -> None:
    """Write a game and its certificate as a theorem, which ``coqc -Q verified Verified`` proves.

    Args:
        game: The game of the certificate.
        path: The certificate.
        out: The name of the new file.

    Raises:
        BadCertificate: If the header or the tree of the certificate is not valid.
        BadArgument: If the game is too large.
    """
    with opened(game, path, None) as claim:
        scored = claim.scored
        if len(scored.rows) * len(scored.secrets) > _MOST_PAIRS:
            raise BadArgument(f"coq: more than {_MOST_PAIRS:,} pairs of a guess and a secret")
        text = "\n".join(_theorem(claim, _Names.of(game, claim)))
    Path(out).write_text(f"{_HEAD}{text}\n", encoding="utf-8")


@frozen
class _Names:
    """The name of a game in verified/Games.v, and the numbers of its scores there.

    Attributes:
        game: The name, or None for a table.
        scores: The number of each score of the certificate.
        below: All scores are smaller.
    """

    game: str | None
    scores: Sequence[int]
    below: int

    @classmethod
    def of(cls, game: Any, claim: Claim) -> _Names:
        scored, name = claim.scored, game_named(game)
        if name is None or name.startswith("wordle"):
            return cls(None, range(scored.n_scores), scored.n_scores)
        pairs = product(game.guesses, game.secrets)
        pegs = unique_everseen(starmap(game.score, pairs))
        wide = game.holes + 1
        return cls(name, [black * wide + white for black, white in pegs], game.holes * wide + 1)


def _theorem(claim: Claim, names: _Names) -> Iterator[str]:
    scored, header = claim.scored, claim.header
    lengths = [scored.length(guess) for guess in range(len(scored.rows))]
    if names.game is None:
        yield f"Definition rows : list (list nat) := {_list(map(_indices, scored.rows))}."
    yield f"Definition game := {names.game or _table_game(claim, lengths)}."
    yield f"Definition tree := {_tree(claim.tree, 0, names)}."
    symmetries = [symmetry for _, symmetry in claim.symmetries()]
    shown = _list(_symmetry(claim, symmetry, names) for symmetry in symmetries)
    yield f"Definition symmetries : list permutations := {shown}."
    lines = (_line(claim, stated, symmetries) for _, stated in claim.lemmas())
    yield f"Definition lines : list line := {_list(lines)}."
    limits = f"{optional(header.max_steps)} {optional(header.max_cost)}"
    aims, values = _list(aims_of(claim)), numbers(values_of(claim))
    asked = "(candidates game)" if only_winners(claim) else "game"
    yield f"Theorem proven : optimal {asked} {limits} {aims} tree {values}."
    sizes = f"{min(lengths)} {max(lengths)} {len(scored.secrets)}%nat {names.below}%nat"
    prices = numbers(header.criteria.prices)
    yield f"Proof. apply (run_sound _ {prices} {sizes} symmetries lines)."
    yield f"vm_cast_no_check (eq_refl (Some {values})). Qed.\nPrint Assumptions proven."
    if (limits, aims, asked) == ("None None", "[Mean]", "game"):
        least = f"least_total ({names.game or 'game'}) {header.total}"
        yield f"Corollary least : {least}.\nProof. exact (optimal_total _ _ _ proven). Qed."


def _table_game(claim: Claim, lengths: list[int]) -> str:
    scored = claim.scored
    goals = [goal + 1 for goal in scored.goals]
    ends = [str(score in scored.ends).lower() for score in range(scored.n_scores)]
    return (
        f"Game {len(lengths)} {_indices(scored.everything)} (table2 rows) "
        f"(table false {_list(ends)}) (table 0%nat {_indices(goals)}) "
        f"(table 0 {numbers(scored.weights)}) (table 0 {numbers(lengths)}) "
        "false (fun _ => 0) []"
    )


def _line(claim: Claim, stated: StatedLemma | Images, ways: list[StatedSymmetry]) -> str:
    if isinstance(stated, Images):
        return f"Image {stated.of} {_list(map(_indices, stated.by))}"
    least = None if stated.least == IMPOSSIBLE else stated.least
    lines = _list(f"({slope}, {offset})" for slope, offset in stated.lines)
    return (
        f"Lemma {_indices(stated.secrets)} {stated.made} {stated.steps} {stated.money} "
        f"{optional(least)} {_indices(stated.alike)} {lines} "
        f"{_list(_orbits([ways[number] for number in stated.alike], len(claim.scored.rows)))}"
    )


def _orbits(alike: Sequence[StatedSymmetry], n_guesses: int) -> list[str]:
    """Return for each guess its rank and the symmetry that leads to a guess of a lower rank."""
    found: dict[int, tuple[int, str]] = {}
    for first in range(n_guesses if alike else 0):
        waiting = [] if first in found else [first]
        found.setdefault(first, (0, "Look"))
        for guess in waiting:
            for number, symmetry in enumerate(alike):
                image = symmetry.guesses[guess]
                if image not in found:
                    found[image] = found[guess][0] + 1, f"By {number}"
                    waiting.append(image)
    return [f"({rank}%nat, {way})" for _, (rank, way) in sorted(found.items())]


def _symmetry(claim: Claim, symmetry: StatedSymmetry, names: _Names) -> str:
    scored = claim.scored
    back = sorted(range(len(scored.rows)), key=symmetry.guesses.__getitem__)
    name = {score: score for score in range(names.below)}
    name |= {
        names.scores[score]: names.scores[
            scored.rows[symmetry.guesses[guess]][symmetry.secrets[secret]]
        ]
        for guess, row in enumerate(scored.rows)
        for secret, score in enumerate(row)
    }
    goals = [0, *(goal + 1 for goal in scored.goals)]
    aim = {
        goals[s + 1]: goals[image + 1] for s, image in enumerate(symmetry.secrets) if len(goals) > 1
    }
    parts = [_table(name), _table(_inverse(name)), _table(aim), _table(_inverse(aim))]
    return f"Permutations {_indices(back)} {_indices(symmetry.secrets)} {' '.join(parts)}"


def _inverse(images: dict[int, int]) -> dict[int, int]:
    return {image: one for one, image in images.items()}


def _table(images: dict[int, int]) -> str:
    return _indices(images.get(one, 0) for one in range(max(images, default=-1) + 1))


def _tree(nodes: Any, number: int, names: _Names) -> str:
    guess, branches = nodes[number]
    after = (
        f"({names.scores[score]}%nat, {_tree(nodes, child, names)})"
        for score, child in branches.items()
        if child != -1
    )
    return f"Ask {guess} (by_score {_list(after)})"


def _list(items: Iterable[str]) -> str:
    return f"[{'; '.join(items)}]"


def _indices(numbers: Iterable[int]) -> str:
    return _list(map(str, numbers)) + "%nat"
