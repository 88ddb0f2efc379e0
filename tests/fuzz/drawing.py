"""Cases of lots: what is drawn comes as often as it should, and simulations tell the mean."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import accumulate

import mastermind_core as mc
from mastermind_core.code_space import ConsistentCodes
from tests.fuzz.coded import pegs
from tests.fuzz.shapes import drawn
from tests.oracles.bitmask_oracle import walk

#: Draws of a case, and games of a simulation.
DRAWS, _GAMES = 5_000, 150

#: How far off is a finding, in standard deviations: once, and then again with four times as many.
_SIGMAS = 4


def held(measured, n):
    """Take a figure that should be near 0, in standard deviations; what is far off is far twice."""
    for tries in (n, 4 * n):
        off = measured(tries)
        if abs(off) < _SIGMAS:
            return
    raise AssertionError(f"{off:.1f} standard deviations from what it should be, twice")


def chi_square(counts, chances, draws, share=1.0):
    """Return how far counts are from their chances, in standard deviations.

    What chi-square comes to is made normal by its cube root (Wilson and Hilferty, 1931). ``share``
    is what it comes to on average, a degree of freedom: less than 1 for sets of one size.
    """
    assert set(counts) <= set(chances), "something was drawn that there is not"
    degrees = len(chances) - 1
    if not degrees:
        return 0.0
    off = sum((counts[x] - draws * p) ** 2 / (draws * p) for x, p in chances.items())
    spread = 2 / (9 * degrees)
    return ((float(off) / share / degrees) ** (1 / 3) - 1 + spread) / spread**0.5


def _a_history(random, fewest=2):
    """Return a game of codes, a history, and the codes that fit by the rule itself."""
    while True:
        colours, holes = random.choice([(3, 3), (4, 3), (5, 3), (6, 3), (4, 4), (2, 6), (9, 2)])
        repeats = random.choice(["both", "guesses", "none"])
        if repeats != "both" and holes > colours:
            continue
        game = mc.Mastermind(colours=colours, holes=holes, repeats=repeats)
        secret = random.choice(game.secrets)
        guesses = [random.choice(game.guesses) for _ in range(random.choice([0, 1, 1, 2]))]
        history = [(guess, pegs(guess, secret)) for guess in guesses]
        fit = [s for s in game.secrets if all(pegs(g, s) == a for g, a in history)]
        if len(fit) >= fewest:
            return game, history, fit


def sets(random, draws):
    """Sets of different codes: each code comes as often as any other."""
    # So that many draws take few calls.
    game, history, fit = _a_history(random, fewest=2 if draws <= DRAWS else 40)
    codes, half = ConsistentCodes(game, history), max(1, len(fit) // 2)
    size = random.randint(1 if draws <= DRAWS else half // 2, half)

    def measured(n):
        times = max(20, n // size)
        counts = Counter()
        for _ in range(times):
            counts.update(map(tuple, codes.sample(size, random)))
        # A code is in a set or not, and all sets are of one size: counts vary less.
        share = (1 - size / len(fit)) * len(fit) / (len(fit) - 1)
        return chi_square(counts, _even(fit), times * size, share)

    held(measured, draws)


def ones(random, draws):
    """Single codes, one call each."""
    game, history, fit = _a_history(random)
    codes = ConsistentCodes(game, history)
    held(lambda n: chi_square(Counter(codes.one(random) for _ in range(n)), _even(fit), n), draws)


def _even(items):
    return dict.fromkeys(items, 1 / len(items))


def _chances(weights):
    return {at: w / sum(weights) for at, w in enumerate(weights)}


def _in_turn(weights):
    """Return a game of names in which the first candidate takes as many guesses as its number."""
    n = len(weights)
    return mc.FiniteGame(range(n), range(n), lambda g, s: g == s, {True}, weights=weights)


def _first(position):
    return position.candidates[0]


def secrets(random, draws):
    """The secrets of a simulation, by weight: each takes a number of guesses of its own."""
    weights = [random.choice([1, 1, 2, 3, 10]) for _ in range(random.randint(2, 8))]
    game = _in_turn(weights)

    def measured(n):
        lengths = mc.simulate(game, _first, games=n, seed=random.randrange(2**32)).lengths
        counts = Counter({length - 1: times for length, times in lengths.items()})
        return chi_square(counts, _chances(weights), n)

    held(measured, draws // 10)


def codemakers(random, draws):
    """The secret of the random codemaker, by weight."""
    weights = [random.choice([1, 1, 2, 3, 10]) for _ in range(random.randint(2, 8))]
    game = _in_turn(weights)

    def measured(n):
        played = (
            len(mc.play_game(game, _first, "random", seed=random.randrange(2**32))) - 1
            for _ in range(n)
        )
        return chi_square(Counter(played), _chances(weights), n)

    held(measured, draws // 20)


def guesses(random, draws):
    """The first guess of the strategy that draws any candidate."""
    n = random.randint(2, 12)
    game = _in_turn([1] * n)

    def measured(times):
        seeds = (random.randrange(2**32) for _ in range(times))
        counts = Counter(mc.Session(game, "random_candidate", seed=seed).guess for seed in seeds)
        return chi_square(counts, _chances([1] * n), times)

    held(measured, draws // 20)


ROUTES = [sets, ones, secrets, codemakers, guesses]


def draws(random):
    """Draw by one of the ways that there are."""
    random.choice(ROUTES)(random, DRAWS)
    return 1


def _mean_and_square(lengths):
    n = len(lengths)
    mean = sum(lengths) / n
    return mean, sum((length - mean) ** 2 for length in lengths) / (n - 1) / n


def _by_hand(random, spec, game, name, games):
    """Play games one by one with answers of our own; return their lengths."""
    order = dict(zip(spec.secrets, range(len(spec.secrets)), strict=True))
    guess_ids = {guess: at for at, guess in enumerate(spec.guesses)}
    found, sums = [], list(accumulate(spec.weights))
    for secret in random.choices(spec.secrets, cum_weights=sums, k=games):
        steps = mc.play_game(
            game,
            name,
            lambda guess, at=order[secret]: spec.scores[spec.rows[guess_ids[guess]][at]],
            seed=random.randrange(2**32),
        )
        assert spec.rows[guess_ids[steps[-1][0]]][order[secret]] in spec.ends
        found.append(len(steps))
    return found


def _a_code_game(random):
    from tests.fuzz.coded import mastermind
    from tests.fuzz.shapes import Spec

    while True:
        game, guesses, secrets, rule, end = mastermind(random)
        if len(secrets) > 1:
            break
    ids = {end: 0}
    rows = tuple(
        tuple(ids.setdefault(rule(guess, secret), len(ids)) for secret in secrets)
        for guess in guesses
    )
    weights = (1,) * len(secrets)
    parts = tuple(guesses), tuple(secrets), tuple(ids), "mastermind", game
    return Spec(rows, frozenset({0}), weights, *parts)


def simulated(random, name=None):
    """The mean of a simulation, against the exact one or else against games played here."""
    name = name or random.choice(sorted(mc.STRATEGIES))
    strategy = mc.STRATEGIES[name]
    tabled = getattr(strategy, "needs_table", True)
    spec = drawn(random, 9) if tabled and name not in _CODES else _a_code_game(random)
    game = spec.game()
    try:
        mc.play_game(game, name, lambda g: game.score(g, spec.secrets[0]))
        exact = _exact(game, spec, strategy)
    except mc.MastermindCoreError as error:
        assert "\n" not in str(error)
        return 1

    def measured(games):
        summary = mc.simulate(game, name, games=games, seed=random.randrange(2**32))
        mean, square = _mean_and_square([record.length for record in summary.records])
        if exact is None:
            other, more = _mean_and_square(_by_hand(random, spec, game, name, games))
        else:
            other, square = exact[0], exact[1] / games
            more = 0
        difference = mean - float(other)
        if square + more == 0:
            assert abs(difference) < 1e-9, f"{name}: {mean} and not {other}"
            return 0
        return difference / float(square + more) ** 0.5

    held(measured, _GAMES)
    return 1


#: Strategies by tables that play codes alone.
_CODES = {"neuwirth", "two_colour_program"}


def _exact(game, spec, strategy):
    """Return mean and variance of the lengths where they can be told, else None."""
    if getattr(strategy, "deterministic", None) is True:
        total, _ = walk(mc.lazy_tree(game, strategy), spec, spare=True)
        lengths = mc.length_distribution(game, strategy)
        weight = sum(spec.weights)
        mean = Fraction(total, weight)
    else:
        try:
            lengths = mc.expected_distribution(game, strategy)
        except mc.BadArgument:
            return None
        weight = sum(lengths.values())
        mean = sum(length * times for length, times in lengths.items()) / Fraction(weight)
    square = sum(times * (length - mean) ** 2 for length, times in lengths.items())
    return mean, square / Fraction(weight)
