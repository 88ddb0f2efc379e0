"""Data tables: identification keys of rows, their use for new rows, and their exports.

This package is an application of the core: ``FiniteGame.from_table`` makes an ordinary game, and
``Node.predict`` follows an ordinary tree.
"""

from __future__ import annotations

from mastermind_core.tables.cells import Either as Either
from mastermind_core.tables.cells import Interval as Interval
from mastermind_core.tables.cutting import Band as Band
from mastermind_core.tables.cutting import Cut as Cut
from mastermind_core.tables.describing import TableReport as TableReport
from mastermind_core.tables.describing import describe as describe
from mastermind_core.tables.erring import ErringSolution as ErringSolution
from mastermind_core.tables.erring import ErrorCurve as ErrorCurve
from mastermind_core.tables.erring import erring_solution as erring_solution
from mastermind_core.tables.erring import error_curve as error_curve
from mastermind_core.tables.erring import within_limit as within_limit
from mastermind_core.tables.exports import to_couplets as to_couplets
from mastermind_core.tables.exports import to_python as to_python
from mastermind_core.tables.exports import to_sql as to_sql
from mastermind_core.tables.likely import LikelyGame as LikelyGame
from mastermind_core.tables.likely import likely_game as likely_game
from mastermind_core.tables.making import classes_apart as classes_apart
from mastermind_core.tables.making import expected_error as expected_error
from mastermind_core.tables.making import from_table as from_table
from mastermind_core.tables.making import note as note
from mastermind_core.tables.reading import Table as Table
from mastermind_core.tables.reading import read_table as read_table
from mastermind_core.tables.rows import FILED as FILED
from mastermind_core.tables.rows import Merged as Merged
from mastermind_core.tables.rows import Mixed as Mixed
from mastermind_core.tables.rows import Named as Named
from mastermind_core.tables.rows import Version as Version
from mastermind_core.tables.using import Evaluation as Evaluation
from mastermind_core.tables.using import apply as apply
from mastermind_core.tables.using import evaluate as evaluate
from mastermind_core.tables.using import predict as predict
from mastermind_core.tables.values import Is as Is
