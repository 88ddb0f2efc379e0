"""The registered strategies: where each is, what it does, and what a user may give for one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mastermind_core.errors import BadArgument, nearest, shown
from mastermind_core.game import CodeGame, goals_of, is_game
from mastermind_core.names import names_of
from mastermind_core.names.registry import Registry
from mastermind_core.strategies.base import Strategy
from mastermind_core.table import too_large

#: The public names of the room, registered strategies and classes alike.
NAMES = names_of("mastermind_core.strategies")


class _Own(Mapping[str, Strategy]):
    """The strategies of the package, the names in lower case: each is imported when looked up."""

    def __getitem__(self, name: str) -> Strategy:
        if name not in self:
            raise KeyError(name)
        strategy: Strategy = NAMES.load(name)  # type: ignore[assignment]
        return strategy

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.islower() and name in NAMES

    def __iter__(self) -> Iterator[str]:
        return filter(str.islower, NAMES)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _is_strategy(item: object) -> bool:
    return callable(item) and not isinstance(item, type)


#: Every strategy by name, those of the package and those of entry points.
STRATEGIES = Registry("strategies", _Own(), _is_strategy, "a strategy, and no class of them")

_SENTENCES = """\
knuth: Keeps the largest block of secrets small: five guesses at Mastermind, and the classic.
irving: Keeps the block that is left small on average: a good mean for hardly any time.
entropy: Asks for the most information: a good first choice in games of any kind.
most_parts: Asks for as many different answers as it can: the best mean of the quick ones.
maxmin: Maximises the least information of an answer, which is knuth by its other name: to compare.
maxent: Is entropy by its other name, and counts secrets whatever they weigh: to compare.
secondary_minimax: Is knuth, but takes what may win one cost later too: no gain at Mastermind.
minimax_candidates: Is knuth among guesses that may win: to see what the others are worth.
norvig: Guesses what may be right and leaves least at worst: nothing to explain to a player.
merc: Guesses what may be right and rules out most on average: irving among the candidates.
worst_choice: Guesses what may be right and tells least: how badly sensible play can go.
neuwirth: Leaves few on average, and plays best once few secrets are left: as in 1982.
naming: Counts the secrets that a later guess must name: for games whose tests cannot win.
ranks: Counts the guesses that naming the rest would take: for small games whose mean matters.
pairs: Counts the pairs of secrets that must be distinguished: to find the class of a row of data.
random_candidate: Guesses anything that may be right: what any other strategy has to beat.
every_branch: Is knuth with ties drawn by lot: shows how far ties decide.
every_candidate_branch: Is norvig with ties drawn by lot: shows how far ties decide.
uninformed_random: Guesses anything once, whatever the answers: what no thought at all is worth.
two_colour_program: Opens with two drawn colours and goes on by minimax: as its program plays.
beam: Searches the few best guesses to the end: where all of them are too many to prove by.
two_ply: Looks two guesses ahead by information: for far more time than one.
shapiro: Goes once through the codes in random order and guesses what fits: tiny, at any size.
swaszek: Takes the next code in order that fits: what people with a pencil can do.
rosu: Draws codes until one fits: simple, and slow where few fit.
temporel_kovacs: Changes the best guess so far until a code fits: little work at any size.
elimination: Guesses a secret that fits, your own list first: the plain answer for open games.
berghman: Breeds codes that fit and plays the one that tells most of the others: for large codes.
bernier: Breeds codes by how many answers they fit: an early genetic one, for comparison.
bernier_annealing: Anneals one code towards the answers in limited time: for comparison.
bento: Breeds generations whose best stay, and settles for what is best: to compare.
kalisker_camens: Breeds generations until a code fits, and plays it or the best: to compare.
merelo: Keeps one population all game long, and plays its first code that fits: for large codes.
ugurdag: Takes the code that splits a spread-out sample into most parts: made for hardware.
singley: Asks for the colours first, then exchanges holes until the code fits: for long codes.
rhodes_knuth: Lists what fits and plays knuth on it: for sizes at which a list can be held.
rhodes_merc: Lists what fits and plays merc on it: for sizes at which a list can be held.
rhodes_annealing: Anneals among codes that fit and neighbours of the last guess: to compare.
two_colour: Opens with two random colours, then minimax among what fits: to compare.
anytime: Guesses what fits and improves it until its budget ends: for a fixed time a guess.
sampled: Weighs guesses on exact draws of what fits: the strongest at sizes without a table.
"""

#: By the name of the strategy; lists and pages show them.
IDEAS = {name: idea for name, _, idea in (line.partition(": ") for line in _SENTENCES.splitlines())}


def idea_of(name: str) -> str:
    """Return what a strategy does; of one that another package brings, how its class begins.

    >>> idea_of("rosu")
    'Draws codes until one fits: simple, and slow where few fit.'
    """
    if name in IDEAS:
        return IDEAS[name]
    strategy = STRATEGIES[name]
    said = getattr(strategy, "__doc__", None) or type(strategy).__doc__ or ""
    return said.strip().partition("\n")[0]


def strategy_of(given: Any, argument: str = "strategy") -> Strategy:
    """Return the strategy of a name, hyphens allowed, or of a value; refuse anything else.

    ``argument`` is what the error calls it. Functions that have the game at hand take
    :func:`mastermind_core.tree.tree_for` or :func:`mastermind_core.tree.player_for` instead, which
    also know trees and solutions.

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
        known = STRATEGIES.names()
        some = f"choose from the {len(known)} names of STRATEGIES, as 'entropy'"
        raise BadArgument(f"{argument} {shown(given)} is unknown; {nearest(name, known, some)}")
    if isinstance(given, type):
        raise BadArgument(
            f"{argument} must be a strategy, not the class {given.__name__}: make one, as in "
            f"{given.__name__}(...)"
        )
    swapped = ": the game comes first" if is_game(given) else ""
    if swapped or not callable(given):
        raise BadArgument(
            f"{argument} must be a name such as 'entropy', a function of a position, a tree or a "
            f"solution, not {shown(given)}{swapped}"
        )
    strategy: Strategy = given
    return strategy


def default_strategy(game: Any) -> Strategy:
    """Return the strategy that is played by default.

    It is ``entropy``, but ``sampled`` in games of too many codes, and ``pairs`` where only the
    class of the secret has to be known.

    >>> from mastermind_core import Mastermind
    >>> default_strategy(Mastermind(colours=6, holes=4)).name
    'entropy'
    >>> default_strategy(Mastermind(colours=12, holes=8)).name
    'sampled'
    """
    if isinstance(game, CodeGame) and too_large(game):
        return STRATEGIES["sampled"]
    goals = goals_of(game, game.secrets)
    return STRATEGIES["pairs" if len(set(goals)) < len(goals) else "entropy"]
