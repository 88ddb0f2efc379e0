"""Forms of simulation results in files."""

from __future__ import annotations

from mastermind_core.results import Form
from mastermind_core.simulation.records import Record, Summary
from mastermind_core.simulation.run import Standing, Standings

#: The forms of results.
FORMS = (
    Form("record", Record),
    Form("standing", Standing),
    Form("standings", Standings),
    Form("summary", Summary),
)
