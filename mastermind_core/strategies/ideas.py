"""What each strategy does, and what it is good for: a sentence of its own for each."""

from __future__ import annotations

from mastermind_core.strategies.catalogue import STRATEGIES

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
