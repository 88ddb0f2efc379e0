"""Optimal strategies, and what applications need to search by themselves."""

from mastermind_core.exact.deadline import FOREVER as FOREVER
from mastermind_core.exact.deadline import Deadline as Deadline
from mastermind_core.exact.deadline import TimeIsUpError as TimeIsUpError
from mastermind_core.exact.deadline import thread_time as thread_time
from mastermind_core.exact.legality import LegalRows as LegalRows
from mastermind_core.exact.legality import check_rule as check_rule
from mastermind_core.exact.objective import LengthObjective as LengthObjective
from mastermind_core.exact.objective import ObjectiveLike as ObjectiveLike
from mastermind_core.exact.objective import as_tuple as as_tuple
from mastermind_core.exact.objective import objective_named as objective_named
from mastermind_core.exact.objective import penalty as penalty
from mastermind_core.exact.options import Budget as Budget
from mastermind_core.exact.options import Limits as Limits
from mastermind_core.exact.options import SearchOptions as SearchOptions
from mastermind_core.exact.options import searching as searching
from mastermind_core.exact.problem import Case as Case
from mastermind_core.exact.problem import Pool as Pool
from mastermind_core.exact.search import Posed as Posed
from mastermind_core.exact.search import best_solution as best_solution
from mastermind_core.exact.search import optimal as optimal
from mastermind_core.exact.search import run_task as run_task
from mastermind_core.exact.solution import Solution as Solution
from mastermind_core.exact.worth import Oracle as Oracle
from mastermind_core.exact.worth import oracle_of as oracle_of
