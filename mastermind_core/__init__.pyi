"""Name every public object and its home: type checkers read this, and so does the package."""

from mastermind_core import (
    gym as gym,
    kernels as kernels,
    show as show,
    strategies as strategies,
)
from mastermind_core.analysis import (
    Distribution as Distribution,
    WorstCase as WorstCase,
    all_solutions as all_solutions,
    count_nodes as count_nodes,
    length_distribution as length_distribution,
    lengths_by_secret as lengths_by_secret,
    verify as verify,
    worst_case as worst_case,
)
from mastermind_core.checker import (
    Certified as Certified,
    verify_certificate as verify_certificate,
)
from mastermind_core.code_space.consistent_codes import (
    ConsistentCodes as ConsistentCodes,
)
from mastermind_core.simulation.standings import (
    Standings as Standings,
    compare as compare,
)
from mastermind_core.errors import (
    BadArgument as BadArgument,
    BadCertificate as BadCertificate,
    BadFile as BadFile,
    BadGame as BadGame,
    GameTooLarge as GameTooLarge,
    SlowKernelWarning as SlowKernelWarning,
    InconsistentHistory as InconsistentHistory,
    Interrupted as Interrupted,
    MastermindCoreError as MastermindCoreError,
    MissingExtra as MissingExtra,
    NoStrategy as NoStrategy,
    UninformativeGuess as UninformativeGuess,
    WorkerLost as WorkerLost,
)
from mastermind_core.exact.feasible import (
    optimal_worst_case as optimal_worst_case,
    solution_exists as solution_exists,
)
from mastermind_core.exact.search import optimal as optimal
from mastermind_core.exact.solution import Solution as Solution
from mastermind_core.files import from_json as from_json
from mastermind_core.files import load as load
from mastermind_core.files import save as save
from mastermind_core.files import to_json as to_json
from mastermind_core.files.certified import certified_tree as certified_tree
from mastermind_core.files.notations import NOTATIONS as NOTATIONS
from mastermind_core.files.notations import from_notation as from_notation
from mastermind_core.files.notations import read_tree as read_tree
from mastermind_core.files.notations import to_dot as to_dot
from mastermind_core.files.notations import to_notation as to_notation
from mastermind_core.files.notations import write_tree as write_tree
from mastermind_core.finite import FiniteGame as FiniteGame
from mastermind_core.game import (
    CodeGame as CodeGame,
    FastScores as FastScores,
    Game as Game,
    Goal as Goal,
    HistoryLegal as HistoryLegal,
    Packed as Packed,
    PackedCodes as PackedCodes,
    Priced as Priced,
    Symmetric as Symmetric,
    Weighted as Weighted,
)
from mastermind_core.games import (
    GAMES as GAMES,
    Accusation as Accusation,
    AttributeTable as AttributeTable,
    BadItems as BadItems,
    BlackPegs as BlackPegs,
    BullsAndCows as BullsAndCows,
    Combinations as Combinations,
    Comparison as Comparison,
    GroupTesting as GroupTesting,
    GuessWho as GuessWho,
    HiddenCell as HiddenCell,
    HigherLower as HigherLower,
    Jotto as Jotto,
    Letters as Letters,
    Mastermind as Mastermind,
    OddCoin as OddCoin,
    OpenJotto as OpenJotto,
    Pegs as Pegs,
    PooledTest as PooledTest,
    Question as Question,
    Quordle as Quordle,
    StaticGuesses as StaticGuesses,
    TwoD as TwoD,
    Variant as Variant,
    Weighing as Weighing,
    Wordle as Wordle,
    identified as identified,
    priced as priced,
    read_table as read_table,
    read_words as read_words,
    static_guesses as static_guesses,
    weighted as weighted,
)
from mastermind_core.notation import (
    Readable as Readable,
    parse_guess as parse_guess,
    parse_score as parse_score,
    show_guess as show_guess,
    show_score as show_score,
)
from mastermind_core.metrics import (
    ENTROPY as ENTROPY,
    EXPECTED_REDUCTION as EXPECTED_REDUCTION,
    EXPECTED_SIZE as EXPECTED_SIZE,
    MAX_BLOCK as MAX_BLOCK,
    MAXENT as MAXENT,
    MAXMIN as MAXMIN,
    METRICS as METRICS,
    MOST_PARTS as MOST_PARTS,
    Metric as Metric,
)
from mastermind_core.blocks import (
    block_sizes as block_sizes,
    consistent as consistent,
    decision_entropy as decision_entropy,
    entropy as entropy,
    partition as partition,
)
from mastermind_core.play.advice import (
    Suggestion as Suggestion,
)
from mastermind_core.play.diagnosis import (
    Diagnosis as Diagnosis,
    diagnose as diagnose,
)
from mastermind_core.play.hindsight import (
    Reviewed as Reviewed,
    review as review,
)
from mastermind_core.play import (
    codemakers as codemakers,
)
from mastermind_core.play.lies import (
    WithLies as WithLies,
)
from mastermind_core.play.match import (
    Match as Match,
    play_game as play_game,
    play_match as play_match,
)
from mastermind_core.play.session import (
    Session as Session,
    solve as solve,
)
from mastermind_core.simulation.records import (
    Summary as Summary,
)
from mastermind_core.show import (
    to_html as to_html,
    to_svg as to_svg,
    to_text as to_text,
)
from mastermind_core.show.plots import (
    Recorder as Recorder,
    plot_bounds as plot_bounds,
    plot_candidates as plot_candidates,
    plot_distribution as plot_distribution,
    plot_growth as plot_growth,
    plot_information as plot_information,
)
from mastermind_core.simulation.run import (
    simulate as simulate,
)
from mastermind_core.strategies.base import (
    Position as Position,
    Strategy as Strategy,
)
from mastermind_core.strategies.catalogue import (
    STRATEGIES as STRATEGIES,
)
from mastermind_core.strategies.codes.anytime import (
    Anytime as Anytime,
)
from mastermind_core.strategies.codes.berghman import (
    Genetic as Genetic,
)
from mastermind_core.strategies.codes.bernier import (
    BernierAnnealing as BernierAnnealing,
)
from mastermind_core.strategies.codes.bernier import (
    BernierGenetic as BernierGenetic,
)
from mastermind_core.strategies.codes.elimination import (
    Elimination as Elimination,
)
from mastermind_core.strategies.codes.kalisker_camens import (
    Generational as Generational,
)
from mastermind_core.strategies.codes.merelo import (
    Evolutionary as Evolutionary,
)
from mastermind_core.strategies.codes.ostrowska import (
    TwoColour as TwoColour,
)
from mastermind_core.strategies.codes.rhodes import (
    Listing as Listing,
)
from mastermind_core.strategies.codes.rhodes_annealing import (
    RhodesAnnealing as RhodesAnnealing,
)
from mastermind_core.strategies.codes.rosu import (
    Rosu as Rosu,
)
from mastermind_core.strategies.codes.sampled import (
    Sampled as Sampled,
)
from mastermind_core.strategies.codes.shapiro import (
    Shapiro as Shapiro,
)
from mastermind_core.strategies.codes.singley import (
    Tabu as Tabu,
)
from mastermind_core.strategies.codes.swaszek import (
    Swaszek as Swaszek,
)
from mastermind_core.strategies.codes.temporel_kovacs import (
    HillClimbing as HillClimbing,
)
from mastermind_core.strategies.codes.thinking import (
    Thinking as Thinking,
)
from mastermind_core.strategies.codes.ugurdag import (
    MostPartsOfSpread as MostPartsOfSpread,
)
from mastermind_core.strategies.tabled.composed import (
    Opened as Opened,
    Staged as Staged,
)
from mastermind_core.strategies.tabled.greedy import (
    Greedy as Greedy,
    TieRule as TieRule,
    best_decision as best_decision,
)
from mastermind_core.strategies.tabled.look_ahead import (
    Beam as Beam,
    TwoPly as TwoPly,
)
from mastermind_core.strategies.tabled.lots import (
    AnyBest as AnyBest,
    Drawing as Drawing,
    RandomCandidate as RandomCandidate,
    UninformedRandom as UninformedRandom,
)
from mastermind_core.studies import (
    ExpectedDistribution as ExpectedDistribution,
    TieStudy as TieStudy,
    expected_distribution as expected_distribution,
    path_distribution as path_distribution,
    tie_study as tie_study,
)
from mastermind_core.table import (
    ScoreTable as ScoreTable,
    compile_game as compile_game,
)
from mastermind_core.tree import (
    Branch as Branch,
    Node as Node,
    lazy_tree as lazy_tree,
)
from mastermind_core.verdict import (
    Verdict as Verdict,
    is_greedy_optimal as is_greedy_optimal,
)

__version__: str
__all__: list[str]
