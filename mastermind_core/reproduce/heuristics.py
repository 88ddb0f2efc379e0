"""Play the games behind published averages again, and say which come out the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from math import hypot, sqrt
from pathlib import Path
from zlib import crc32

from attrs import frozen

from mastermind_core.errors import BadArgument
from mastermind_core.reproduce.sampled_claims import (
    GAMES,
    OPTIMA,
    RANDOM_CLAIMS,
    SAMPLED_CLAIMS,
    SampledClaim,
)
from mastermind_core.simulation.records import Summary
from mastermind_core.simulation.run import simulate

_NORMAL = 1.96
_QUICK = 20
_PLAIN = 1000
_SEED = 2009


@frozen
class Runs:
    """How games are played: how many (None: as the source did), where, and what is kept.

    ``log`` is a folder of JSON lines, a file a strategy and game: a run that was cut off goes on.
    """

    games: int | None = None
    log: Path | None = None
    executor: Executor | None = None

    def play(self, claim: SampledClaim, strategy: object) -> Summary:
        """Play the games of a claim with a strategy, or with another reading of it."""
        game = GAMES[claim.game]
        games = self.games or claim.games or _PLAIN
        everything = claim.all_codes and games >= len(game.secrets)
        if everything and not claim.games:
            games = len(game.secrets)
        path = None
        if self.log is not None:
            self.log.mkdir(parents=True, exist_ok=True)
            key = crc32(f"{game!r} {strategy!r} {everything}".encode())
            path = self.log / f"{claim.game}-{getattr(strategy, 'name', '')}-{key:08x}.jsonl"
        return simulate(
            game,
            strategy,  # type: ignore[arg-type]  # a published one or its name
            games,
            seed=_SEED,
            secrets=game.secrets if everything else None,
            executor=self.executor,
            log=path,
        )


def heuristics_report(
    claims: Iterable[SampledClaim] = SAMPLED_CLAIMS,
    runs: Runs | None = None,
    *,
    quick: bool = False,
) -> Iterator[str]:
    """Yield the lines of a comparison, row by row as each has been played.

    ``quick`` plays few games, and leaves out what is slow or another reading. A claimed mean
    agrees when it is within the 95 % interval of the difference: our interval, and one for the
    source's own sample, of our spread and its number of games (as many as ours if not said).

    >>> from mastermind_core.strategies.codes.rosu import rosu
    >>> row = SampledClaim("table 6", "Rosu", "M(4,6)", rosu, "4.64", worst=8)
    >>> lines = list(heuristics_report([row], Runs(games=50)))
    >>> lines[0], lines[1], lines[-1]
    ('Rosu, M(4,6)  [table 6]', '  claimed   mean 4.64, worst 8', '  agrees')
    """
    chosen = runs or Runs(games=_QUICK if quick else None)
    if chosen.games is not None and chosen.games < 2:
        raise BadArgument(f"games must be a number from 2, not {chosen.games!r}")
    for claim in claims:
        if not (quick and claim.slow):
            yield from _compared(claim, chosen, quick=quick)


def random_report() -> Iterator[str]:
    """Yield the comparison of Rhodes's uninformed search, whose figures are known exactly.

    Codes drawn without return win at each of the n places equally often.
    """
    for name, (mean, worst, median, stdev) in RANDOM_CLAIMS.items():
        codes = len(GAMES[name].secrets)
        exact, spread = (codes + 1) / 2, sqrt((codes**2 - 1) / 12)
        yield f"Random, {name}  [Rhodes 2019, table III]"
        claimed = f"mean {mean}, median {median:g}, stdev {stdev}, worst {worst}"
        yield f"  claimed   {claimed}, 5000 games"
        yield f"  exactly   mean {exact}, median {exact:g}, stdev {spread:.1f}, worst {codes}"
        errors = abs(mean - exact) / (spread / sqrt(5000))
        yield "  agrees" if errors <= _NORMAL else f"  differs: by {errors:.1f} standard errors"


def agrees(claim: SampledClaim, summary: Summary) -> bool:
    """Say whether a claimed mean is within what two samples may differ by."""
    text = claim.mean.partition(".")[2]
    rounding = 0.5 / 10 ** len(text)
    games = claim.games or summary.games
    theirs = _NORMAL * summary.stdev / sqrt(games)
    difference = abs(float(claim.mean) - summary.mean)
    return bool(difference <= hypot(summary.interval, theirs) + rounding)


def _compared(claim: SampledClaim, runs: Runs, *, quick: bool) -> Iterator[str]:
    yield f"{claim.what}, {claim.game}  [{claim.source}]"
    yield f"  claimed   {_claimed(claim)}"
    summary = runs.play(claim, claim.strategy)
    yield f"  measured  {_shown(summary)}"
    impossible = _impossible(claim)
    if agrees(claim, summary) and not impossible:
        yield "  agrees"
        return
    yield "  " + ": ".join(filter(None, ["differs", impossible, claim.because]))
    if quick:
        return
    for label, other in claim.tries.items():
        tried = runs.play(claim, other)
        yield f"  tried     {label}: {_shown(tried)}, {_word(claim, tried)}"


def _word(claim: SampledClaim, summary: Summary) -> str:
    return "agrees" if agrees(claim, summary) else "differs"


def _impossible(claim: SampledClaim) -> str:
    total, codes = OPTIMA.get(claim.game, (0, 1))
    if float(claim.mean) >= total / codes:
        return ""
    return f"no strategy has a mean below {total}/{codes} = {total / codes:.4f} over all codes"


def _claimed(claim: SampledClaim) -> str:
    parts = [f"mean {claim.mean}"]
    for name in ("median", "stdev", "worst"):
        value = getattr(claim, name)
        if value is not None:
            parts.append(f"{name} {value:g}" if isinstance(value, float) else f"{name} {value}")
    if claim.games:
        parts.append(f"{claim.games} games")
    if claim.seconds:
        parts.append(f"{claim.seconds} s a game")
    return ", ".join(parts)


def _shown(summary: Summary) -> str:
    return (
        f"mean {summary.mean:.3f} +- {summary.interval:.3f}, median {summary.median:g}, "
        f"stdev {summary.stdev:.3f}, worst {summary.worst}, {summary.games} games, "
        f"{summary.evaluations:.0f} codes and {summary.seconds:.3g} s a game"
    )
