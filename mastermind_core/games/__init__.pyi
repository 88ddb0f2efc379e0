"""The games of the package, and the optional protocols of a game.

The module beside this list imports each name at its first use.
"""

from mastermind_core.game import CodeGame as CodeGame
from mastermind_core.game import FastScores as FastScores
from mastermind_core.game import Game as Game
from mastermind_core.game import Goal as Goal
from mastermind_core.game import HistoryLegal as HistoryLegal
from mastermind_core.game import Packed as Packed
from mastermind_core.game import PackedCodes as PackedCodes
from mastermind_core.game import Priced as Priced
from mastermind_core.game import Symmetric as Symmetric
from mastermind_core.game import Weighted as Weighted
from mastermind_core.game.finite import FiniteGame as FiniteGame
from mastermind_core.games.catalogue import GAMES as GAMES
from mastermind_core.games.catalogue import Option as Option
from mastermind_core.games.catalogue import Registered as Registered
from mastermind_core.games.codes import Pegs as Pegs
from mastermind_core.games.culprits import Culprits as Culprits
from mastermind_core.games.grids import Comparison as Comparison
from mastermind_core.games.grids import HiddenCell as HiddenCell
from mastermind_core.games.grids import HigherLower as HigherLower
from mastermind_core.games.grids import TwoD as TwoD
from mastermind_core.games.guess_who import AttributeTable as AttributeTable
from mastermind_core.games.guess_who import GuessWho as GuessWho
from mastermind_core.games.guess_who import Question as Question
from mastermind_core.games.guess_who import read_table as read_table
from mastermind_core.games.guess_who import read_words as read_words
from mastermind_core.games.histories import History as History
from mastermind_core.games.mastermind import BlackPegs as BlackPegs
from mastermind_core.games.mastermind import BullsAndCows as BullsAndCows
from mastermind_core.games.mastermind import Combinations as Combinations
from mastermind_core.games.mastermind import Mastermind as Mastermind
from mastermind_core.games.questions import Accusation as Accusation
from mastermind_core.games.questions import BadItems as BadItems
from mastermind_core.games.questions import GroupTesting as GroupTesting
from mastermind_core.games.questions import OddCoin as OddCoin
from mastermind_core.games.questions import PooledTest as PooledTest
from mastermind_core.games.questions import Weighing as Weighing
from mastermind_core.games.variants import Variant as Variant
from mastermind_core.games.variants import identified as identified
from mastermind_core.games.variants import priced as priced
from mastermind_core.games.variants import weighted as weighted
from mastermind_core.games.wordle import Quordle as Quordle
from mastermind_core.games.wordle import Wordle as Wordle
from mastermind_core.games.words import Jotto as Jotto
from mastermind_core.games.words import Letters as Letters
from mastermind_core.games.words import OpenJotto as OpenJotto
from mastermind_core.games.words import english_words as english_words
from mastermind_core.notation import Readable as Readable
