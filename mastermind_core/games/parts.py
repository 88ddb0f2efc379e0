"""The parts of games that applications use. The package itself lists what users need."""

from __future__ import annotations

from mastermind_core.games.border import filled as filled
from mastermind_core.games.border import permuted as permuted
from mastermind_core.games.catalogue import Option as Option
from mastermind_core.games.catalogue import Registered as Registered
from mastermind_core.games.catalogue import number as number
from mastermind_core.games.codes import Code as Code
from mastermind_core.games.codes import Codes as Codes
from mastermind_core.games.codes import Pegs as Pegs
from mastermind_core.games.codes import count_pairs as count_pairs
from mastermind_core.games.codes import peg_scores as peg_scores
from mastermind_core.games.codes import size_of as size_of
from mastermind_core.games.culprits import FAILS as FAILS
from mastermind_core.games.culprits import WORKS as WORKS
from mastermind_core.games.culprits import Culprits as Culprits
from mastermind_core.games.guess_who import read_words as read_words
from mastermind_core.games.guess_who import words_of_file as words_of_file
from mastermind_core.games.histories import BASE as BASE
from mastermind_core.games.histories import History as History
from mastermind_core.games.variants import LegalVariant as LegalVariant
from mastermind_core.games.variants import LikelyVariant as LikelyVariant
from mastermind_core.games.variants import Variant as Variant
from mastermind_core.games.variants import identified as identified
from mastermind_core.games.variants import weighted as weighted
from mastermind_core.games.variants import without_accusations as without_accusations
from mastermind_core.games.wordle import Quordle as Quordle
from mastermind_core.games.wordle import Wordle as Wordle
from mastermind_core.games.words import GREEN as GREEN
