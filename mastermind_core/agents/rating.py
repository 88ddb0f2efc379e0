"""A score for played games: the regret of each move, without luck."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from math import inf, isfinite, nan, sqrt
from statistics import NormalDist, fmean
from typing import Any, Literal

from attrs import asdict, fields, frozen

from mastermind_core.agents.transcripts import Turn, read_transcripts
from mastermind_core.agents.worth import Baseline, Expected, Worths, dearest, random_play
from mastermind_core.arguments import DEFAULT_SEED, Seed, expect, generator, real_number
from mastermind_core.errors import BadArgument, clipped, counted
from mastermind_core.exact import Oracle, oracle_of
from mastermind_core.game import Game, HistoryLegal, takes_game
from mastermind_core.notation import format_guess, format_score, guess_in
from mastermind_core.results import Shown, make_frame
from mastermind_core.table import ScoreTable, compile_game

Kind = Literal["informative", "wasted", "illegal"]

#: The columns of the frame of a rating.
_COLUMNS = ("game", "move", "guess", "score", "kind", "regret", "luck", "exact")

#: The upper limit of a time limit in seconds, which every clock can represent.
_LONGEST = 10**9

#: The quantile of an interval of 95 %.
_QUANTILE = NormalDist().inv_cdf(0.975)


@frozen
class RatedMove(Shown):
    """One move of a game.

    Attributes:
        made: The guess, or the text of an illegal move.
        score: Its score, or None for an illegal move.
        kind: "informative", "wasted" if the score was certain and did not end the game, or
            "illegal" if the environment or the game's rule refused it.
        regret: The expected number of guesses, or their cost, that the move lost.
        luck: How many guesses the score saved, compared with its expectation.
        exact: Whether both are exact. Otherwise they compare trees of the entropy strategy.
    """

    made: Any
    score: Any
    kind: Kind
    regret: float
    luck: float
    exact: bool

    def __str__(self) -> str:
        return f"{self.made!r}: {self.verdict}"

    @property
    def verdict(self) -> str:
        """Return the kind, the regret and the luck in words."""
        about = "" if self.exact else "about "
        return f"{self.kind}, regret {about}{self.regret:.3f}, luck {self.luck:+.3f}"


@frozen
class Rating(Shown):
    """A rating of played games.

    Attributes:
        score: 1 minus the mean regret of a game, divided by random play's mean regret. Its
            expectation is 0 for random play and 1 for optimal play, whatever the luck.
        low: The lower end of a 95 % interval of the score.
        high: Its upper end. Both are infinite for one game.
        regret: The mean regret of a game: its expected guesses beyond the best play.
        luck: The mean luck of a game.
        optimum: The expected number of guesses in the best play.
        random: The expected number of guesses in random play.
        finished: How many games ended with the goal.
        wasted: How many moves were wasted.
        illegal: How many moves were illegal.
        exact: The share of moves with exact figures.
        games: The moves of each game.

    See Also:
        :func:`rate`.
    """

    score: float
    low: float
    high: float
    regret: float
    luck: float
    optimum: float
    random: float
    finished: int
    wasted: int
    illegal: int
    exact: float
    games: tuple[tuple[RatedMove, ...], ...]

    def __str__(self) -> str:
        played = f"{counted(len(self.games), 'game')}, {self.finished} finished"
        interval = f" ({self.low:.3f} to {self.high:.3f})" if isfinite(self.low) else ""
        return (
            f"score {self.score:.3f}{interval}, where random play has 0 "
            f"({self.random:.3f} guesses) and optimal play 1 ({self.optimum:.3f}): {played}; "
            f"regret {self.regret:.3f} a game, luck {self.luck:+.3f}; {self.wasted} wasted and "
            f"{self.illegal} illegal; {100 * self.exact:.0f} % of moves exact"
        )

    def to_frame(self) -> Any:
        """Return a ``pandas.DataFrame`` with one row per move, if pandas is installed."""
        rows = (
            (at, number, move.made, move.score, move.kind, move.regret, move.luck, move.exact)
            for at, moves in enumerate(self.games, start=1)
            for number, move in enumerate(moves, start=1)
        )
        return make_frame(rows, _COLUMNS)


@takes_game
def rate(
    game: Game,
    transcript: str | Sequence[Any],
    *,
    oracle: Oracle[Any, Any, Any] | None = None,
    baseline: Baseline = "candidate",
    seconds: float = 1.0,
    seed: Seed = DEFAULT_SEED,
) -> Rating:
    """Rate played games between random play (0) and optimal play (1), without luck.

    The regret of a move is the expected number of guesses that it loses against the best move. A
    wasted move loses its cost, and so does an illegal one, whatever its score. The expected
    regret of a game is what its player needs beyond the optimum, so that the score needs few games
    to be precise. A game that was not finished is rated by the moves that were made.

    Args:
        game: The game, with the guesses that the environment took.
        transcript: A string that :func:`~mastermind_core.agents.read_transcripts` reads, a game as
            turns (guess, score), or a list of such games. An illegal move has None for its score.
        oracle: An oracle for the game, for example from a file. By default a new one.
        baseline: The random play that has the score 0. "candidate" guesses any candidate that may
            win, all equally likely. "uninformed" guesses anything, whatever the scores.
        seconds: The time limit for the exact values of each new position. Positions that take
            longer are compared by trees of the entropy strategy. 0 compares all so, and ``inf``
            waits.
        seed: The seed of the random trees that estimate ``random`` in games that are too large for
            the exact mean. The interval includes their error. An integer, a ``random.Random``, a
            numpy generator, or None for a new one.

    Returns:
        The rating, with each move.

    Raises:
        BadArgument: If the transcript cannot be read, or an argument is not valid.
        InconsistentHistory: If no secret fits the scores of a game.

    See Also:
        :func:`review`, :class:`Oracle`.

    >>> from mastermind_core import Mastermind, Pegs
    >>> game = Mastermind(colours=3, holes=2)
    >>> wasted = [((1, 2), Pegs(0, 1)), ((1, 2), Pegs(0, 1)), ((3, 1), Pegs(2, 0))]
    >>> [(move.kind, round(move.regret, 3)) for move in rate(game, wasted).games[0]]
    [('informative', 0.0), ('wasted', 1.0), ('informative', 0.0)]
    """
    known = isinstance(baseline, str) and baseline in ("candidate", "uninformed")
    expect(known, "baseline", "'candidate' or 'uninformed'", baseline)
    seconds = min(real_number("seconds", seconds, most=inf), _LONGEST)
    random = generator(seed)
    games = _games_of(game, transcript)
    table = compile_game(game)
    oracle = oracle_of(game, oracle)
    if oracle is None and seconds > 0:
        oracle = Oracle(game)
    worths = Worths(table, oracle, seconds)
    rated = [tuple(_rated(game, worths, turns, at)) for at, turns in enumerate(games, start=1)]
    least, _ = worths.least(table.everything)
    optimum = float(least * worths.unit / table.weigh(table.everything))
    finished = sum(_is_finished(table, game, turns) for turns in games)
    return _summary(rated, optimum, random_play(table, baseline, random), finished)


def _games_of(game: Game, transcript: Any) -> list[list[Turn]]:
    """Return the games of a transcript, each as a list of turns."""
    if isinstance(transcript, str):
        return read_transcripts(game, transcript)
    wanted = "text, a list of turns (guess, score), or a list of such lists"
    expect(
        isinstance(transcript, Sequence) and len(transcript) > 0, "transcript", wanted, transcript
    )
    games = [transcript] if _is_turn(game, transcript[0]) else transcript
    for turns in games:
        is_game = isinstance(turns, Sequence) and all(_is_pair(turn) for turn in turns)
        expect(is_game and len(turns) > 0, "transcript", wanted, turns)
    return [[(guess, score) for guess, score in turns] for turns in games]


def _is_pair(turn: Any) -> bool:
    return isinstance(turn, tuple | list) and len(turn) == 2


def _is_turn(game: Game, turn: Any) -> bool:
    """Return whether an item is a turn, and not a game of turns."""
    if not _is_pair(turn):
        return False
    if turn[1] is None:
        return True
    try:
        guess_in(game, turn[0])
    except BadArgument:
        return False
    return True


def _is_finished(table: ScoreTable, game: Game, turns: Sequence[Turn]) -> bool:
    """Return whether the last score ends the game, or the goal is known."""
    scored = [turn for turn in turns if turn[1] is not None]
    return bool(scored) and (scored[-1][1] in game.endstates or table.over(table.after(scored)))


def _rated(game: Game, worths: Worths, turns: Sequence[Turn], number: int) -> Iterator[RatedMove]:
    """Yield the moves of a game with their regret and luck."""
    table = worths.table
    candidates = table.everything
    history: list[Turn] = []
    for place, (made, score) in enumerate(turns, start=1):
        if history and (history[-1][1] in game.endstates or table.over(candidates)):
            raise BadArgument(f"transcript, game {number}: move {place} comes after its end")
        if score is None:
            yield RatedMove(made, None, "illegal", dearest(table), 0.0, exact=True)
            continue
        guess = guess_in(game, made)
        left = table.narrowed(candidates, guess, score, place)
        kind: Kind = "informative" if table.tells(table.guesses[guess], candidates) else "wasted"
        if not _is_legal(game, guess, history):
            kind = "illegal"
        yield _compared(worths, history, candidates, (guess, score), left, kind)
        history.append((guess, score))
        candidates = left


def _compared(
    worths: Worths,
    history: Sequence[Turn],
    candidates: array[int],
    turn: Turn,
    left: array[int],
    kind: Kind,
) -> RatedMove:
    """Return a move, compared with the best one in its position."""
    table = worths.table
    guess, score = turn
    number = table.guesses[guess]
    cost = table.price(number)
    if kind != "informative":
        return RatedMove(guess, score, kind, float(cost), 0.0, exact=True)
    scale = worths.unit / table.weigh(candidates)
    least, known = worths.least(candidates, history)
    total, exact = worths.with_guess(number, candidates, history)
    after, known_after = 0.0, True
    if score not in table.game.endstates and not table.over(left):
        rest, known_after = worths.least(left, [*history, turn])
        after = float(rest * worths.unit / table.weigh(left))
    regret = max(0.0, float((total - least) * scale))
    luck = float(total * scale) - float(cost) - after
    return RatedMove(guess, score, kind, regret, luck, exact and known and known_after)


def _is_legal(game: Game, guess: Any, history: Sequence[Turn]) -> bool:
    return not isinstance(game, HistoryLegal) or bool(game.legal(guess, history))


def _summary(
    rated: Sequence[Sequence[RatedMove]], optimum: float, random: Expected, finished: int
) -> Rating:
    """Return the rating of games whose moves are rated."""
    regrets = [sum(move.regret for move in moves) for moves in rated]
    moves = [move for own in rated for move in own]
    gap = random.mean - optimum
    score = 1 - fmean(regrets) / gap if gap > 0 else nan
    half = _half_width(regrets, gap, (1 - score) * random.error) if gap > 0 else nan
    return Rating(
        score=score,
        low=score - half,
        high=score + half,
        regret=fmean(regrets),
        luck=fmean([sum(move.luck for move in own) for own in rated]),
        optimum=optimum,
        random=random.mean,
        finished=finished,
        wasted=sum(move.kind == "wasted" for move in moves),
        illegal=sum(move.kind == "illegal" for move in moves),
        exact=fmean([move.exact for move in moves]),
        games=tuple(map(tuple, rated)),
    )


def _half_width(regrets: Sequence[float], gap: float, error: float) -> float:
    """Return half the width of a 95 % interval of the score, by Student's distribution."""
    free = len(regrets) - 1
    if not free:
        return inf
    mean = fmean(regrets)
    variance = sum((one - mean) ** 2 for one in regrets) / free
    # The quantile of Student's distribution by the expansion of Cornish and Fisher.
    square = _QUANTILE**2
    quantile = _QUANTILE * (
        1
        + (square + 1) / (4 * free)
        + (5 * square**2 + 16 * square + 3) / (96 * free**2)
        + (3 * square**3 + 19 * square**2 + 17 * square - 15) / (384 * free**3)
    )
    return quantile * sqrt(variance / len(regrets) + error**2) / gap


def in_words(game: Game, rating: Rating) -> list[str]:
    """Return the lines of a rating for a person: each game with its moves, and the summary."""
    lines = []
    for at, moves in enumerate(rating.games, start=1):
        lines.append(f"game {at}")
        lines += [f"  {' '.join(_written(game, move))}: {move.verdict}" for move in moves]
    return [*lines, str(rating)]


def as_fields(game: Game, rating: Rating) -> dict[str, Any]:
    """Return a rating for JSON, with guesses and scores as strings, and None for infinity."""
    figures = {own.name: getattr(rating, own.name) for own in fields(Rating) if own.name != "games"}
    figures = {name: one if isfinite(one) else None for name, one in figures.items()}
    games = [[_fields_of(game, move) for move in moves] for moves in rating.games]
    return {**figures, "games": games}


def _fields_of(game: Game, move: RatedMove) -> dict[str, Any]:
    """Return a move for JSON."""
    guess, score = (*_written(game, move), None)[:2]
    figures = asdict(move, recurse=False, filter=lambda own, _: own.name != "made")
    return {"guess": guess, **figures, "score": score}


def _written(game: Game, move: RatedMove) -> list[str]:
    """Return a guess and its score as strings, or only the text of a refused move."""
    if move.score is None:
        return [clipped(str(move.made))]
    return [format_guess(game, move.made), format_score(game, move.score)]
