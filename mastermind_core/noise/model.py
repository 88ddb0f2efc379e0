"""Games whose answers may be wrong, and their compiled form: a channel for each guess.

A channel gives each answer that may be received its probability. It depends on the secret through
an exact score alone: the true answer, or the number that the secret's answer distribution has.
Candidates with the same score are therefore equivalent, as in an exact game.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from typing import Any, Literal, TypeAlias

from attrs import field, frozen

from mastermind_core.arguments import choice, expect
from mastermind_core.errors import BadArgument, BadGame, GameTooLarge, shown
from mastermind_core.game import (
    Exact,
    Game,
    Noisy,
    check_hashable_score,
    check_lists,
    check_parts,
    costs_of,
    goal_of,
    has_rule,
    in_user_units,
    is_hashable,
    is_key,
    probability,
    takes_game,
    weights_of,
)
from mastermind_core.games.parts import (
    LikelyVariant,
    Variant,
    count_pairs,
    identified,
    without_accusations,
)
from mastermind_core.kernels import Rules, Scores
from mastermind_core.kernels import choose as kernels
from mastermind_core.names import application
from mastermind_core.table import TABLE_LIMIT, Aims, Index, aims_of, scored_pairs

#: The deviation of a sum of probabilities from 1 that rounding allows.
_ROUNDED = Fraction(1, 10**5)

#: The maximum number of distributions of the answers to a guess.
_MOST_ROWS = 2**16 - 1

#: The probability of each answer that may be received, by the index of the answer.
Row: TypeAlias = "Mapping[int, Fraction]"

#: For each guess, how each true answer is received.
_Received: TypeAlias = "Sequence[Sequence[Row] | Mapping[int, Row]]"

#: A common denominator of the probabilities of a channel, and their numerators by score and answer.
WholeChannel: TypeAlias = "tuple[int, Mapping[int, Mapping[int, int]]]"

#: For each true answer, pairs of an answer that is received in its place and the probability.
Errors: TypeAlias = "tuple[tuple[Any, tuple[tuple[Any, Fraction], ...]], ...]"


@takes_game
def noisy(
    game: Game,
    noise: Any = None,
    *,
    likelihood: Callable[[Any, Any], Mapping[Any, Any]] | None = None,
    again: Literal["fresh", "same"] | None = None,
) -> NoisyGame:
    """Return a game with noisy answers.

    Probabilities are numbers from 0 to 1 and stored as fractions. A float is converted to the
    nearest fraction with a denominator up to a million. Other numbers have denominators up to
    10^12.

    With probability ``noise`` the answer is wrong: it is drawn uniformly from the other answers to
    the same guess. The winning answer is always correct, so
    :class:`~mastermind_core.games.GroupTesting` has only tests as guesses. A mapping from each true
    answer to the probabilities of wrong ones is accepted as well, and the true answer gets the
    rest. In a table with unknown cells or likelihoods, ``noise`` distorts the answers that the
    cells have.

    Args:
        game: The game.
        noise: A probability or a mapping. Numbers are converted to fractions.
        likelihood: A function that takes a guess and a secret. It replaces the score.
        again: Whether a repeated question gets a "fresh" answer or the "same" one. The default is
            "fresh", but "same" for tables with unknown cells or likelihoods.

    Returns:
        The game with noise. Weights, costs and goals may be given before or after.

    Raises:
        BadArgument: If a probability is not valid, probabilities do not sum to 1, or the game has
            no such answer.
        BadGame: If the game is not valid, or restricts the guesses after a history.

    See Also:
        :class:`Session`, :func:`simulate`, :class:`WithLies`, :func:`diagnose`.

    >>> from mastermind_core import Mastermind
    >>> game = noisy(Mastermind(colours=2, holes=2), 0.1)
    >>> game.likelihood((1, 2), (2, 2))
    {Pegs(black=0, white=2): Fraction(1, 10), Pegs(black=1, white=0): Fraction(9, 10)}
    """
    check_parts(game, noisy=noise is not None and _has_own_chances(game))
    if (noise is None) == (likelihood is None):
        raise BadArgument(
            "noise: give the probability of a wrong answer, a mapping from true answers, or "
            "likelihood=, a function of a guess and a secret"
        )
    if has_rule(game):
        raise BadGame(
            f"{shown(game)} restricts the guesses by earlier answers, which must not be wrong: "
            "give noise to the game without this rule"
        )
    game = without_accusations(game)
    if is_key(game):  # few games are of tables
        game = application("classes_apart")(game)
    repeated = _again(game, again)
    function = likelihood is None or callable(likelihood)
    expect(function, "likelihood", "a function of a guess and a secret", likelihood)
    rated = getattr(getattr(game, "game", game), "with_rates", None)
    if rated is not None and _are_rates(game, noise):
        expect(repeated == "fresh", "again", '"fresh" for a game with rates', again)
        rates: Any = rated(noise, weights_of(game), costs_of(game))
        made_of_rates: NoisyGame = rates.grouped(getattr(game, "goals", None))
        return made_of_rates
    if noise is not None:
        mapped = isinstance(noise, Mapping)
        noise = _errors(noise) if mapped else probability(noise, "noise")
    parts: dict[str, Any] = {}
    if isinstance(game, Variant):
        parts = {"weights": game.weights, "costs": game.costs, "goals": game.goals}
        game = game.game
    made = NoisyGame(game, **parts, noise=noise, function=likelihood, again=repeated)
    noisy_table(made)
    return made


def is_noisy(game: Any) -> bool:
    """Return whether a game's answers may be wrong."""
    return isinstance(game, Noisy)


def _has_own_chances(game: Any) -> bool:
    """Return whether a game's answers are a matter of chance before noise is added to them."""
    is_repeated = getattr(game, "again", "fresh") != "fresh"
    return isinstance(game, Noisy) and is_repeated and not isinstance(game, NoisyGame)


def _again(game: Any, given: str | None) -> str:
    """Return whether a repeated question gets a "fresh", the "same" or a "nested" answer."""
    if not _has_own_chances(game):
        expect(given in {None, "fresh", "same"}, "again", '"fresh" or "same"', given)
        return given or "fresh"
    if given == "fresh":
        raise BadArgument(
            f"again: a repeated question gets the same answer in {shown(game)}, whose cells are "
            "unknown or probabilities: leave it out"
        )
    return str(game.again)


def _are_rates(game: Any, noise: Any) -> bool:
    """Return whether ``noise`` has an error rate for each true answer, and not its errors.

    A game whose guesses are too many to list takes one rate for all answers, too.
    """
    if isinstance(noise, Mapping):
        return not any(isinstance(heard, Mapping) for heard in noise.values())
    words = isinstance(noise, str)  # such as "normal", for runs that return numbers
    unlisted = getattr(getattr(game, "game", game), "is_unlisted", False)
    return noise is not None and (words or unlisted)


def _errors(noise: Mapping[Any, Any]) -> Errors:
    """Return an error mapping as tuples, which can be hashed."""
    rows = []
    for true, heard in noise.items():
        wanted = f"a mapping from the answers received where {shown(true)} is true"
        expect(isinstance(heard, Mapping), f"noise[{shown(true)}]", wanted, heard)
        rows.append((true, tuple(_chances(heard, f"noise[{shown(true)}]").items())))
    return tuple(rows)


def _chances(given: Mapping[Any, Any], name: str) -> dict[Any, Fraction]:
    """Return a mapping's probabilities as fractions, each checked."""
    return {answer: probability(p, f"{name}[{shown(answer)}]") for answer, p in given.items()}


def _summing_to_one(chances: dict[Any, Fraction], name: str) -> dict[Any, Fraction]:
    """Return positive probabilities that sum to 1, or raise BadArgument if they are not rounded."""
    total = sum(chances.values(), Fraction(0))
    if abs(total - 1) > _ROUNDED:
        raise BadArgument(f"the probabilities of {name} sum to {float(total):g}, not to 1")
    return {answer: chance / total for answer, chance in chances.items() if chance}


@frozen(cache_hash=True, repr=False)
class NoisyGame(Variant):
    """A game whose answers may be wrong. Make one with :func:`noisy`.

    ``score`` is the true answer.
    """

    #: The probability of an error, or pairs of a true answer and its errors; None if there is a
    #: function.
    noise: Fraction | Errors | None = None
    #: The function of a guess and a secret, or None.
    function: Callable[[Any, Any], Mapping[Any, Any]] | None = None
    #: Whether a question that is asked again gets a "fresh" or the "same" answer.
    again: str = choice("fresh", "same", "nested")

    def __repr__(self) -> str:
        given = self.noise if self.function is None else self.function
        text = {item[0]: dict(item[1]) for item in given} if isinstance(given, tuple) else given
        is_own = isinstance(self.game, Noisy)
        same = ', again="same"' if self.again == "same" and not is_own else ""
        named = "" if self.function is None else "likelihood="
        own = self.exact if self.weights or self.costs or self.goals else self.game
        return f"noisy({own!r}, {named}{text}{same})"

    @property
    def exact(self) -> Any:
        """Return the game without noise."""
        if not isinstance(self.game, Noisy):
            return Variant(self.game, self.weights, self.costs, self.goals)
        made = LikelyVariant(self.game, self.weights, self.costs, self.goals)
        return self.game if made == LikelyVariant(self.game) else made

    def likelihood(self, guess: Any, secret: Any) -> Mapping[Any, Fraction]:
        """Return the probability of each answer that may be received."""
        table = noisy_table(self)
        row = table.answered(table.guesses[guess], table.secrets[secret])
        return {table.answers.items[answer]: chance for answer, chance in row.items()}


@frozen(eq=False, repr=False)
class NoisyTable:
    """A compiled game with noise: each guess's channel."""

    #: The game.
    game: Any
    #: Weights, costs and goals as integers. Without goals and end states, each secret is its own
    #: goal.
    aims: Aims
    #: Whether a question that is asked again gets a "fresh" or the "same" answer.
    again: str
    #: The guesses by index.
    guesses: Index[Any]
    #: The secrets by index.
    secrets: Index[Any]
    #: The answers that may be received, by index.
    answers: Index[Any]
    #: Whether each answer ends the game.
    final: tuple[bool, ...]
    #: The exact score of each pair: the true answer, or the number of a distribution.
    scores: Scores
    #: The probability of an error if all wrong answers are equally likely, or None.
    error: Fraction | None
    #: For each guess the distributions by score; one entry if all guesses share it.
    channels: Sequence[Sequence[Row]]
    #: The channels before noise is added to probable answers, or the channels themselves.
    truths: Sequence[Sequence[Row]]
    #: For each guess, how each probable answer is received; empty without noise.
    received: _Received
    #: Whether no answer can be wrong.
    exact: bool
    #: Whether a likelihood replaces the scores.
    likely: bool
    _kept: dict[Any, Any] = field(factory=dict)

    def row(self, guess: int) -> Sequence[int]:
        """Return a guess's exact scores by secret."""
        found: Sequence[int] | None = self._kept.get(guess)
        if found is None:
            found = self._kept[guess] = kernels.greedy.row(self.scores, guess)
        return found

    def channel(self, guess: int) -> Mapping[int, Row] | Sequence[Row]:
        """Return how the answers to a guess are distributed for each exact score."""
        if self.error is None:
            return self.channels[guess if len(self.channels) > 1 else 0]
        possible = self.possible(guess)
        if possible not in self._kept:
            self._kept[possible] = _equally_wrong(possible, self.final, self.error)
        found: Mapping[int, Row] = self._kept[possible]
        return found

    def possible(self, guess: int) -> frozenset[int]:
        """Return the exact scores that a guess may get."""
        key = "possible", guess
        if key not in self._kept:
            scores = frozenset(self.row(guess))
            self._kept[key] = self._kept.setdefault(("scores", scores), scores)
        found: frozenset[int] = self._kept[key]
        return found

    def whole_channel(self, guess: int) -> WholeChannel:
        """Return the channel of a guess in integers."""
        channel = self.channel(guess)
        possible = self.possible(guess)
        key = id(channel), possible
        if key not in self._kept:
            self._kept[key] = in_integers(channel, possible)
        found: WholeChannel = self._kept[key]
        return found

    @cached_property
    def nested(self) -> Mapping[int, tuple[Any, Fraction]]:
        """Each threshold's column with unknown numbers, and the chance that one is below."""
        found = {}
        for at, guess in enumerate(self.guesses.items if self.again == "nested" else ()):
            for row in self.truths[at] if hasattr(guess, "threshold") else ():
                if len(row) > 1:
                    found[at] = guess.column, row[self.answers[True]]
        return found

    def answered(self, guess: int, secret: int) -> Row:
        """Return each answer to a guess with its probability for a secret."""
        return self.channel(guess)[self.row(guess)[secret]]

    def heard(self, guess: int, chances: Row) -> Row:
        """Return how the answers to a guess are received, from the true answers' probabilities."""
        return _heard(chances, self.received[guess]) if self.received else chances

    def sides(self, guess: int, answer: int) -> tuple[Fraction, Fraction]:
        """Return the probability of an answer to a threshold below it, and above it."""
        key = "sides", guess, answer
        if key not in self._kept:
            sides = ({self.answers[side]: Fraction(1)} for side in (True, False))
            rows = [self.heard(guess, side) for side in sides]
            self._kept[key] = tuple(row.get(answer, Fraction(0)) for row in rows)
        found: tuple[Fraction, Fraction] = self._kept[key]
        return found

    @cached_property
    def cells(self) -> tuple[array[float], array[int], array[int]]:
        """The channels in the kernel's form, empty if wrong answers are equally likely."""
        return self.packed(self.channels if self.error is None else ())

    def packed(
        self, channels: Iterable[Sequence[Row]]
    ) -> tuple[array[float], array[int], array[int]]:
        """Return channels as the kernel takes them: probabilities, and a start and width each."""
        cells = array("d")
        starts = array("Q")
        widths = array("Q")
        for channel in channels:
            heard = sorted({answer for row in channel for answer in row})
            starts.append(len(cells))
            widths.append(len(heard))
            cells.extend(float(row.get(answer, 0)) for row in channel for answer in heard)
        if len(starts) == 1:
            starts = starts * len(self.guesses.items)
            widths = widths * len(self.guesses.items)
        return cells, starts, widths

    @cached_property
    def classes(self) -> Sequence[int]:
        """Each secret's class index: its goal, or the secret itself."""
        return self.aims.goals or range(len(self.secrets.items))

    @cached_property
    def is_unclassed(self) -> bool:
        """True if each secret is its own class, with the same number."""
        return [*self.classes] == [*range(len(self.secrets.items))]

    @cached_property
    def members(self) -> Sequence[Sequence[int]]:
        """The secrets in each class, as indices."""
        found: list[list[int]] = [[] for _ in range(max(self.classes) + 1)]
        for secret, own in enumerate(self.classes):
            found[own].append(secret)
        return found

    @property
    def names(self) -> Sequence[Any]:
        """Return the goals, or the secrets in a game without goals."""
        return self.aims.names if self.aims.goals else self.secrets.items

    @property
    def priced(self) -> bool:
        """Return whether a guess may cost something other than 1."""
        return bool(self.aims.costs) or self.aims.cost_unit != 1

    def cost(self, guess: int) -> Exact:
        """Return a guess's cost, in the user's units."""
        return in_user_units(self.aims.costs[guess] if self.aims.costs else 1, self.aims.cost_unit)

    def truly_ends(self, guess: int, secret: int) -> bool:
        """Return whether the true answer to a guess ends the game.

        In a game with a likelihood, a secret's true answer is its likeliest one.
        """
        score = self.row(guess)[secret]
        if not self.likely:
            return self.final[score]
        chances = self.channel(guess)[score]
        most = max(chances.values())
        return any(self.final[answer] for answer, chance in chances.items() if chance == most)

    def may_end(self, guess: int, secrets: Iterable[int]) -> bool:
        """Return whether the answer to a guess may end the game for some secrets."""
        row = self.row(guess)
        channel = self.channel(guess)
        scores = {row[secret] for secret in secrets}
        return any(self.final[answer] for score in scores for answer in channel[score])


def _equally_wrong(
    possible: Iterable[int], final: Sequence[bool], error: Fraction
) -> Mapping[int, Row]:
    """Return how each possible answer is received if all wrong ones are equally likely."""
    possible = sorted(possible)
    others = [score for score in possible if not final[score]]
    channel: dict[int, Row] = {score: {score: Fraction(1)} for score in possible}
    if len(others) > 1 and error:
        each = error / (len(others) - 1)
        for score in others:
            row = {answer: each if answer != score else 1 - error for answer in others}
            channel[score] = {answer: chance for answer, chance in row.items() if chance}
    return channel


def _heard(chances: Row, received: Sequence[Row] | Mapping[int, Row]) -> Row:
    """Return how answers are received, from the probabilities of the true ones."""
    found: dict[int, Fraction] = {}
    for true, chance in chances.items():
        for answer, part in received[true].items():
            found[answer] = found.get(answer, Fraction(0)) + chance * part
    return found


def in_integers(channel: Mapping[int, Row] | Sequence[Row], scores: Iterable[int]) -> WholeChannel:
    """Return the part of a channel for some scores in integers."""
    rows = {score: channel[score] for score in scores}
    bottom = lcm(*(chance.denominator for row in rows.values() for chance in row.values()))
    whole = {
        score: {
            answer: chance.numerator * (bottom // chance.denominator)
            for answer, chance in row.items()
        }
        for score, row in rows.items()
    }
    return bottom, whole


def noisy_table(game: Any) -> NoisyTable:
    """Return a noisy game's compiled form."""
    found: NoisyTable = _kept(_table, game)
    return found


def _kept(function: Any, *parts: Any) -> Any:
    """Return a function's value with a cache, which has no values of unhashable parts."""
    return (function if is_hashable(parts) else function.__wrapped__)(*parts)


@lru_cache(maxsize=8)
def _table(game: Any) -> NoisyTable:
    check_parts(game, noisy=True)
    if count_pairs(game) > TABLE_LIMIT:
        raise GameTooLarge(
            f"{shown(game)} has {count_pairs(game):,} pairs of guess and secret, over the limit of "
            f"{TABLE_LIMIT:,} for answers that may be wrong: make the game smaller"
        )
    made = isinstance(game, NoisyGame)
    parts = (game.game, game.noise, game.function) if made else (game, None, game.likelihood)
    answered = _kept(_answered, *parts)
    #: One goal per secret, or "secret". Empty means those of the game.
    goals = bool(game.endstates) or goal_of(game) is not None
    aims = aims_of(game if goals else identified(game), answered[1].items)
    return NoisyTable(game, aims, getattr(game, "again", "fresh"), *answered)


@lru_cache(maxsize=8)
def _answered(game: Any, noise: Any, function: Any) -> tuple[Any, ...]:
    """Return a table's parts that do not depend on weights, costs and goals."""
    guesses = tuple(game.guesses)
    secrets = tuple(game.secrets)
    check_lists(guesses, secrets)
    error: Fraction | None = None
    channels: Sequence[Sequence[Row]] = ()
    likely = function is not None or isinstance(game, Noisy)
    truths: Sequence[Sequence[Row]] = ()
    received: _Received = ()
    if likely:
        answers, ids, truths = _likely(function or game.likelihood, guesses, secrets)
        channels, received = _distorted(answers, truths, game, noise)
    else:
        answers, ids = scored_pairs(game, guesses, secrets)
        error = noise if isinstance(noise, Fraction) else None
        channels = (_channel(answers, noise),) if error is None else ()
    final = tuple(answer in game.endstates for answer in answers)
    n_scores = max(map(len, channels), default=len(answers))
    ends = final if error is not None else (False,) * n_scores
    scores = kernels.greedy.scores_from_table(ids, len(guesses), len(secrets), Rules(ends))
    lists = Index(guesses, "guess"), Index(secrets, "secret"), Index(answers, "answer")
    right = (row.get(at) == 1 for rows in channels for at, row in enumerate(rows))
    never_wrong = not error and not likely and all(right)
    return *lists, final, scores, error, channels, truths, received, never_wrong, likely


def _distorted(
    answers: Sequence[Any], truths: Sequence[Sequence[Row]], game: Any, noise: Any
) -> tuple[Sequence[Sequence[Row]], _Received]:
    """Return the channels of probable answers with noise, and how each answer is received."""
    if noise is None:
        return truths, ()
    if isinstance(noise, Fraction):
        final = [answer in game.endstates for answer in answers]
        each = ({answer for row in rows for answer in row} for rows in truths)
        received: _Received = [_equally_wrong(possible, final, noise) for possible in each]
    else:
        received = [_channel(answers, noise)] * len(truths)
    pairs = zip(truths, received, strict=True)
    return [[_heard(row, own) for row in rows] for rows, own in pairs], received


def _channel(answers: Sequence[Any], errors: Errors) -> Sequence[Row]:
    """Return how the received answers are distributed for each true answer."""
    ids = {answer: at for at, answer in enumerate(answers)}
    rows: dict[Any, Row] = {}
    for true, heard in errors:
        for answer in (true, *(one for one, _ in heard)):
            if answer not in ids:
                raise BadArgument(
                    f"noise has the answer {shown(answer)}, which no secret of the game can give"
                )
        chances = dict(heard)
        name = f"noise[{shown(true)}]"
        rest = 1 - sum(chances.values(), Fraction(0))
        if true in chances or rest < 0:
            chances = _summing_to_one(chances, name)
        else:
            chances[true] = rest
        rows[true] = {ids[answer]: chance for answer, chance in chances.items() if chance}
    return [rows.get(answer, {at: Fraction(1)}) for at, answer in enumerate(answers)]


def _likely(
    function: Callable[[Any, Any], Mapping[Any, Any]],
    guesses: Sequence[Any],
    secrets: Sequence[Any],
) -> tuple[Sequence[Any], array[int], Sequence[Sequence[Row]]]:
    """Return a likelihood's answers, and its distributions: their numbers, and by guess."""
    ids: dict[Any, int] = {}
    rows: dict[tuple[tuple[int, Fraction], ...], int] = {}
    known: dict[Any, int] = {}
    numbers = array("L")
    channels = []
    for guess in guesses:
        found: dict[int, int] = {}
        for secret in secrets:
            given = function(guess, secret)
            key = tuple(given.items()) if isinstance(given, Mapping) else ()
            number = known.get(key) if is_hashable(key) else None
            if number is None:
                checked = _checked_row(given, guess, secret)
                row = tuple(sorted((ids.setdefault(a, len(ids)), p) for a, p in checked))
                number = known[key] = rows.setdefault(row, len(rows))
            numbers.append(found.setdefault(number, len(found)))
        if len(found) > _MOST_ROWS:
            raise GameTooLarge(
                f"{shown(guess)} has {len(found):,} different distributions of answers, over the "
                f"limit of {_MOST_ROWS:,}: round the probabilities"
            )
        channels.append(list(found))
    each = [dict(row) for row in rows]
    return tuple(ids), array("H", numbers), [[each[row] for row in own] for own in channels]


def _checked_row(given: Any, guess: Any, secret: Any) -> Iterable[tuple[Any, Fraction]]:
    """Return the probabilities that a likelihood has returned, each checked."""
    name = f"likelihood({shown(guess)}, {shown(secret)})"
    expect(isinstance(given, Mapping), name, "a mapping from answers to probabilities", given)
    for answer in given:
        check_hashable_score(answer, guess, secret)
    return _summing_to_one(_chances(given, name), name).items()
