"""Check an equilibrium without what found it: trees are replayed, and weights have a proof."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from os import PathLike, fspath
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from mastermind_core.analysis import replayed, weights_by_secret
from mastermind_core.checker import verify_certificate
from mastermind_core.checker.reading import Line
from mastermind_core.checker.scoring import score_game
from mastermind_core.checker.symmetries import read_symmetry
from mastermind_core.errors import BadArgument, BadCertificate, shown
from mastermind_core.game import Game, check_parts, costs_of
from mastermind_core.game.amounts import Exact, in_units
from mastermind_core.games.variants import weighted
from mastermind_core.kernels.shared.orbits import orbits
from mastermind_core.progress import Progress
from mastermind_core.studies.hiding import Equilibrium, Hidden


def verify_equilibrium(
    game: Game[Any, Any, Any],
    found: Equilibrium,
    certificate: str | PathLike[str] | None = None,
    *,
    progress: Progress | bool | None = None,
) -> tuple[Fraction, Fraction]:
    """Return between which values the value of a game lies, and refuse what does not hold.

    Each tree is played against every secret with ``game.score`` alone, each symmetry is compared
    with the score of every pair, and the weights are held to their ``certificate``, which is
    checked as :func:`verify_certificate` does. Without one it is written first, for which the game
    is searched again. :class:`BadArgument` says which bound does not hold.

    >>> from mastermind_core import TwoD, equilibrium
    >>> verify_equilibrium(TwoD(3), equilibrium(TwoD(3)))
    (Fraction(82, 33), Fraction(82, 33))
    """
    if not isinstance(found, Equilibrium):
        raise BadArgument(f"found must be what equilibrium returned, not {shown(found)}")
    check_parts(game)
    upper = _upper(game, found)
    if upper > found.upper:
        raise BadArgument(f"the trees take {upper} guesses on average, not {found.upper}")
    if certificate is None and found.searches:
        with TemporaryDirectory() as folder:
            path = Path(folder, "weights.jsonl.gz")
            found.certificate(path, progress=progress)
            lower = _lower(game, found, path, progress=progress)
    else:
        lower = (
            _lower(game, found, certificate, progress=progress) if found.searches else Fraction(0)
        )
    if lower < found.lower:
        raise BadArgument(f"the weights are proven to take {lower} guesses, not {found.lower}")
    return lower, upper


def _lower(
    game: Game[Any, Any, Any],
    found: Equilibrium,
    path: Any,
    *,
    progress: Progress | bool | None,
) -> Fraction:
    """Return what any tree takes at least for the weights, by their certificate."""
    hider = found.hider
    hideable = weights_by_secret(game).keys()
    if sum(hider.values()) != 1 or min(hider.values()) < 0 or not hideable >= hider.keys():
        raise BadArgument(
            "hider must have shares of secrets that may be hidden, from 0, that add up to 1"
        )
    hidden = Hidden.of(game, hider)
    proven = verify_certificate(weighted(game, hidden.weights), path, progress=progress)
    free = proven.pool == "all" and proven.max_steps is None and proven.max_cost is None
    if not (proven.proven and free and proven.objective.startswith("mean")):
        raise BadCertificate(f"{fspath(path)} proves nothing of the mean of all trees: {proven}")
    costs = costs_of(game)
    unit = in_units(costs)[1] if costs else Fraction(1)
    return hidden.least_mean(int(proven.total / unit)) * unit


def _upper(game: Game[Any, Any, Any], found: Equilibrium) -> Fraction:
    """Return what the trees take at most for any secret, on average over the symmetries."""
    shares = [share for share, _ in found.trees]
    if sum(shares) != 1 or min(shares) < 0:
        raise BadArgument("trees must have shares from 0 that add up to 1")
    price = dict(zip(game.guesses, costs_of(game), strict=True)) if costs_of(game) else None
    mean: dict[Any, Exact] = dict.fromkeys(weights_by_secret(game), 0)
    for share, tree in found.trees:
        for secret, asked in replayed(game, tree, [*mean]):
            mean[secret] += share * (sum(map(price.__getitem__, asked)) if price else len(asked))
    orbit = _orbits(game, mean, found.symmetries)
    of_orbit: dict[int, Exact] = {}
    for secret, own in zip(game.secrets, orbit, strict=True):
        of_orbit[own] = of_orbit.get(own, 0) + mean.get(secret, 0)
    sizes = Counter(orbit)
    return max(Fraction(total) / sizes[own] for own, total in of_orbit.items())


def _orbits(
    game: Game[Any, Any, Any],
    hideable: Collection[Any],
    symmetries: Sequence[tuple[Sequence[int], Sequence[int]]],
) -> list[int]:
    """Return the orbit of each secret, every symmetry compared with the score of every pair."""
    if not symmetries:
        return list(range(len(game.secrets)))
    scored = score_game(weighted(game, lambda secret: int(secret in hideable)), lambda: None)
    for number, (guesses, secrets) in enumerate(symmetries, start=1):
        fields: Mapping[str, Any] = {"guesses": list(guesses), "secrets": list(secrets)}
        read_symmetry(Line("symmetries", number, {"symmetry": fields}), scored)
    return orbits([secrets for _, secrets in symmetries], len(game.secrets))
