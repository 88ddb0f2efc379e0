"""The registered strategies by name, a sentence about each, and strategies from user input."""

from __future__ import annotations

from typing import Any, cast

from mastermind_core.errors import BadArgument, shown
from mastermind_core.game import goals_of, is_game
from mastermind_core.metrics import METRICS, Metric
from mastermind_core.names.lazy import names_of
from mastermind_core.names.registry import Registry
from mastermind_core.strategies.base import Strategy
from mastermind_core.table import too_large

#: The public names of the package, both registered strategies and classes.
NAMES = names_of("mastermind_core.strategies")


class _Own(dict[str, Any]):
    """The strategies of the package, whose names are in lower case. Each is imported at its use."""

    def __getitem__(self, name: str) -> Any:
        return super().__getitem__(name) or NAMES.load(name)


def _is_strategy(item: object) -> bool:
    return callable(item) and not isinstance(item, type)


_OWN = _Own(dict.fromkeys(filter(str.islower, NAMES)))

#: The names of strategies that only games with noise have.
OF_NOISE = ("expected_error", "ec2")

#: What to use for the names of publications and of other programs.
_PUBLISHED = """\
'knuth', which minimizes the largest block: minimax minmax mini_max maximin max_min worst_case
'knuth': fg five_guess five_guess_algorithm knuths_algorithm knuths_method donald_knuth
'knuth': knuth_minimax
'minimax_candidates': mmokc minimax_only_knuth_codes
'secondary_minimax': 2mmkc secondary_minimax_knuth_codes
'every_branch': epb every_possible_branch
'every_candidate_branch': epbok every_possible_branch_only_knuth
'worst_choice': worst_case_scenario
'random_candidate': random_knuth random_knuth_codes
'random_candidate' or 'uninformed_random': random random_algorithm
'uninformed_random': uninformed uninformed_search
'irving': expected expected_case expected_value average mean minavg
'most_parts': kooi max_parts maxparts parts most_partitions most_parts_strategy
'maxmin' or 'maxent': bestavros bestavros_belal
optimal(game), whose result is a strategy: optimal best exact koyama koyama_lai koyoma koyoma_lai
'beam': beam_search chen
'berghman': ga genetic genetic_algorithm new_ga new_genetic_algorithm
'temporel_kovacs': hill_climbing kovacs temporel
'singley': tabu tabu_search
'merelo': evolutionary evolutionary_algorithm
'kalisker_camens': camens kalisker
'ugurdag': population_based
'entropy': cover_thomas greedy_entropic information max_entropy shannon entropie
'elimination': jotto
'rhodes_annealing' or 'bernier_annealing': annealing sa simulated_annealing
'knuth' or 'two_colour': minimax_algorithm
'two_colour' or 'two_colour_program': ostrowska
"""

#: Every strategy by name, those of the package and those of entry points.
STRATEGIES: Registry[Strategy] = Registry(
    "strategies",
    _OWN,
    _is_strategy,
    "a strategy, not a class of strategies",
    {
        other: meant
        for meant, _, others in (line.partition(": ") for line in _PUBLISHED.splitlines())
        for other in others.split()
    },
)

_SENTENCES = """\
knuth: Minimizes the largest block of secrets: the classic, at most five guesses at Mastermind.
irving: Minimizes the expected number of remaining secrets: a good mean for little computation.
entropy: Maximizes the expected information: a good first choice for games of any kind.
most_parts: Maximizes the number of different scores: the best mean of the fast strategies.
maxmin: Maximizes the minimum information of a score, which is the rule of knuth.
maxent: Maximizes the expected information without regard to the weights of secrets.
secondary_minimax: Prefers a candidate of second-lowest cost: no gain over knuth at Mastermind.
minimax_candidates: Minimizes the largest block among candidates: shows the value of other guesses.
norvig: Guesses the candidate with the smallest largest block: easy to explain to a player.
merc: Guesses the candidate that eliminates most on average: MERC as it is probably meant.
worst_choice: Guesses the candidate that leaves most on average: the worst of sensible play.
neuwirth: Plays irving until few secrets remain, then optimally: fitted to a mean of 1982.
naming: Minimizes the secrets that a later guess must name: for games whose tests cannot win.
ranks: Estimates the guesses left from the rank of each secret in its block: for small games.
pairs: Minimizes the pairs of secrets not yet distinguished: identifies the class of a row.
random_candidate: Guesses any candidate: the baseline for every other strategy.
every_branch: Minimizes the largest block, with random ties: shows the influence of tie-breaking.
every_candidate_branch: Plays knuth with random ties among candidates, else the first guess.
uninformed_random: Makes each guess once in random order, whatever the scores: the weakest baseline.
two_colour_program: Opens with two random colours, then plays minimax, as its author's program does.
beam: Searches the best few guesses to the end: for games too large for an exact search.
two_ply: Looks two guesses ahead by information: for far more computation than one.
shapiro: Tries the codes once in random order, guesses consistent ones: tiny, for any size.
swaszek: Takes the next consistent code in order: can be played with pencil and paper.
rosu: Samples codes until one is consistent: simple, and slow if few codes are consistent.
temporel_kovacs: Changes the best guess until a code is consistent: little work at any size.
elimination: Guesses a consistent secret, your own list first: a simple way for open games.
berghman: Breeds consistent codes, plays the one that separates them best: for large codes.
bernier: Breeds codes by the number of scores that they satisfy: an early genetic algorithm.
bernier_annealing: Anneals one code for a number of steps, and plays it even if inconsistent.
bento: Breeds generations, keeps the best code, and may guess an inconsistent one.
kalisker_camens: Breeds generations until a code is consistent, and plays that code.
merelo: Evolves one population during a game, plays its first consistent code: for large codes.
ugurdag: Takes the code with most parts in a spread-out sample: designed for hardware.
singley: Finds the colours first, then exchanges holes until the code is consistent: for long codes.
rhodes_knuth: Plays minimax on a list of consistent codes: for sizes whose list fits in memory.
rhodes_merc: Plays the formula of MERC as printed, over a list of consistent codes; see merc.
rhodes_annealing: Anneals among consistent codes and neighbours of the last guess.
two_colour: Opens with two random colours, then plays minimax among consistent codes.
anytime: Improves a consistent guess until its budget ends: for a fixed time per guess.
sampled: Evaluates guesses on samples of consistent codes: the strongest without a table.
"""

#: A sentence per strategy, by its name, for lists and pages.
IDEAS = {name: idea for name, _, idea in (line.partition(": ") for line in _SENTENCES.splitlines())}


def idea_of(name: str) -> str:
    """Return a sentence about a strategy.

    For a strategy of another package it is the first line of the docstring.

    >>> idea_of("rosu")
    'Samples codes until one is consistent: simple, and slow if few codes are consistent.'
    """
    if name in IDEAS:
        return IDEAS[name]
    strategy = STRATEGIES[name]
    text = getattr(strategy, "__doc__", None) or type(strategy).__doc__ or ""
    return text.strip().partition("\n")[0]


def strategy_of(given: object, argument: str = "strategy") -> Strategy:
    """Return the strategy that a user has given by name or by value.

    Functions that also have the game use :func:`mastermind_core.tree.tree_for` or
    :func:`mastermind_core.tree.player_for` instead, which accept trees and solutions as well.

    Args:
        given: A name, with underscores or hyphens, or a strategy. A metric or its name means
            the greedy strategy of the metric.
        argument: The name of the argument in an error message.

    Raises:
        BadArgument: If the name is unknown, or the value is not a strategy.

    >>> strategy_of("most-parts").name
    'most_parts'
    >>> strategy_of("entropi")
    Traceback (most recent call last):
        ...
    mastermind_core.errors.BadArgument: strategy 'entropi' is unknown; did you mean 'entropy'?
    """
    if isinstance(given, str):
        name = given.strip().replace("-", "_")
        if name in STRATEGIES:
            return STRATEGIES[name]
        given = METRICS.get(name, given)
    if isinstance(given, Metric):
        greedy: Any = NAMES.load("Greedy")
        return cast(Strategy, greedy(given, name=given.name))
    if isinstance(given, str):
        if name in OF_NOISE:
            raise BadArgument(
                f"{argument} {shown(name)} is for games made by noisy: choose another"
            )
        count = len(STRATEGIES.names())
        some = f"choose from the {count} names of mc.STRATEGIES, such as 'entropy'"
        hint = STRATEGIES.hint(given, some)
        raise BadArgument(f"{argument} {shown(given)} is unknown; {hint}")
    if isinstance(given, type):
        raise BadArgument(
            f"{argument} must be a strategy, not the class {given.__name__}: create one, as in "
            f"{given.__name__}(...)"
        )
    swapped = ": the game comes first" if is_game(given) else ""
    if swapped or not callable(given):
        raise BadArgument(
            f"{argument} must be a name such as 'entropy', a function of a position, a tree or a "
            f"solution, not {shown(given)}{swapped}"
        )
    return cast(Strategy, given)


def default_strategy(game: Any) -> Strategy:
    """Return the default strategy of a game.

    It is ``sampled`` in a game that is too large for a score table, ``pairs`` if
    several secrets share a goal, and otherwise ``entropy``.

    Args:
        game: The game.

    >>> from mastermind_core import Mastermind
    >>> default_strategy(Mastermind(colours=6, holes=4)).name
    'entropy'
    >>> default_strategy(Mastermind(colours=12, holes=8)).name
    'sampled'
    """
    if too_large(game):
        return STRATEGIES["sampled"]
    goals = goals_of(game, game.secrets)
    return STRATEGIES["pairs" if len(set(goals)) < len(goals) else "entropy"]
