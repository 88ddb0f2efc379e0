"""Results of data tables in files."""

from __future__ import annotations

from mastermind_core.results import Form
from mastermind_core.tables.erring import ErringSolution, ErrorCurve

#: The forms of results.
FORMS = (Form("erring_solution", ErringSolution), Form("error_curve", ErrorCurve))
