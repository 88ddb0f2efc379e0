"""Every public name and its module, read by type checkers and by the package itself."""

from mastermind_core import (
    agents as agents,
    errors as errors,
    games as games,
    gym as gym,
    kernels as kernels,
    play as play,
    show as show,
    simulation as simulation,
    strategies as strategies,
    studies as studies,
)
from mastermind_core.agents.rating import rate as rate
from mastermind_core.analysis import (
    CostDistribution as CostDistribution,
    Distribution as Distribution,
    WorstCase as WorstCase,
    all_solutions as all_solutions,
    cost_distribution as cost_distribution,
    count_nodes as count_nodes,
    length_distribution as length_distribution,
    lengths_by_secret as lengths_by_secret,
    replay as replay,
    worst_case as worst_case,
)
from mastermind_core.partitions import (
    block_sizes as block_sizes,
    blocks_by as blocks_by,
    consistent as consistent,
    decision_entropy as decision_entropy,
    entropy as entropy,
    partition as partition,
)
from mastermind_core.checker import (
    CertificateReport as CertificateReport,
    verify_certificate as verify_certificate,
)
from mastermind_core.code_space import ConsistentCodes as ConsistentCodes
from mastermind_core.errors import (
    BadArgument as BadArgument,
    BadFile as BadFile,
    BadGame as BadGame,
    GameTooLarge as GameTooLarge,
    InconsistentHistory as InconsistentHistory,
    MastermindCoreError as MastermindCoreError,
    NoStrategy as NoStrategy,
    UninformativeGuess as UninformativeGuess,
)
from mastermind_core.exact.search import (
    optimal_worst_case as optimal_worst_case,
    solution_exists as solution_exists,
)
from mastermind_core.exact.objective import (
    penalty as penalty,
    quantile as quantile,
    within as within,
)
from mastermind_core.exact.search import optimal as optimal
from mastermind_core.exact.solution import Solution as Solution
from mastermind_core.exact.worth import Oracle as Oracle, guess_values as guess_values
from mastermind_core.files import (
    from_json as from_json,
    load as load,
    save as save,
    to_json as to_json,
)
from mastermind_core.files.trees import certified_tree as certified_tree
from mastermind_core.files.notations import (
    NOTATIONS as NOTATIONS,
    from_notation as from_notation,
    read_tree as read_tree,
    to_dot as to_dot,
    to_notation as to_notation,
    write_tree as write_tree,
)
from mastermind_core.game.finite import FiniteGame as FiniteGame
from mastermind_core.game import Game as Game
from mastermind_core.games import (
    GAMES as GAMES,
    BullsAndCows as BullsAndCows,
    Jotto as Jotto,
    Mastermind as Mastermind,
    Pegs as Pegs,
    TwoD as TwoD,
    Wordle as Wordle,
    identified as identified,
    priced as priced,
    weighted as weighted,
)
from mastermind_core.metrics import (
    ENTROPY as ENTROPY,
    EXPECTED_REDUCTION as EXPECTED_REDUCTION,
    EXPECTED_SIZE as EXPECTED_SIZE,
    MAX_BLOCK as MAX_BLOCK,
    METRICS as METRICS,
    MOST_PARTS as MOST_PARTS,
    NAMING as NAMING,
    RANKS as RANKS,
    Metric as Metric,
)
from mastermind_core.histories.rates import Beta as Beta
from mastermind_core.noise.lies import WithLies as WithLies
from mastermind_core.noise.model import noisy as noisy
from mastermind_core.notation import (
    parse_guess as parse_guess,
    parse_score as parse_score,
    format_guess as format_guess,
    format_score as format_score,
)
from mastermind_core.play import codemakers as codemakers
from mastermind_core.play.match import play_game as play_game
from mastermind_core.play.session import Session as Session
from mastermind_core.show import to_html as to_html, to_svg as to_svg, to_text as to_text
from mastermind_core.show.plots import plot_distribution as plot_distribution
from mastermind_core.simulation.run import compare as compare, simulate as simulate
from mastermind_core.strategies.catalogue import STRATEGIES as STRATEGIES
from mastermind_core.strategies.tabled.greedy import (
    Greedy as Greedy,
    TieRule as TieRule,
    best_decision as best_decision,
)
from mastermind_core.studies.hiding import equilibrium as equilibrium
from mastermind_core.studies.hindsight import diagnose as diagnose, review as review
from mastermind_core.studies.spectrum import expected_distribution as expected_distribution
from mastermind_core.studies.hiding import verify_equilibrium as verify_equilibrium
from mastermind_core.studies.spectrum import tie_spectrum as tie_spectrum
from mastermind_core.table import ScoreTable as ScoreTable, compile_game as compile_game
from mastermind_core.tables import Interval as Interval
from mastermind_core.tree import Branch as Branch, Node as Node, lazy_tree as lazy_tree
from mastermind_core.studies.verdict import (
    Verdict as Verdict,
    is_greedy_optimal as is_greedy_optimal,
)

__version__: str
__all__: list[str]
