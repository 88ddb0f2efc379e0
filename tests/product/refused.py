"""The combinations that are refused: of each what kind of error says so, and in what words."""

from __future__ import annotations

from product_oracle import WORST, Oracle

from mastermind_core.errors import BadArgument, BadGame

DIVIDED = {"executor", "workers", "checkpoint", "processes"}
PLAIN = {"mean", "worst", "worst-then-mean", "mean-then-worst"}


def refusals(case, built):
    """Return (class, words) of the errors of which a case must end in one; none for an answer."""
    return [said for holds, said in RULES if holds(case, built)]


def _inseparable(case, built):
    if not case.goals:
        return False
    free = Oracle(case.rows, case.ends, case.weights, (), case.goals)
    return not free.over and free.best((WORST,)) is None


def _costs_and_lengths(case, built):
    searched = {"optimal", "verdict", "certificate", "saved"}
    return bool(case.costs) and case.asks in searched and built.objective not in PLAIN


def _begins(case, built):
    return not built.oracle.over or case.asks == "values"


def _asks_pool(case):
    return case.asks not in {"equilibrium", "expected"}


def _legal_of_no_secrets(case, built):
    """No rule, and guesses that are no secrets."""
    legal = case.pool == "legal" and _asks_pool(case) and _begins(case, built)
    return legal and case.form != "ruled" and None in built.places


def _rule_of_nothing(case, built):
    every = (1 << len(case.rows)) - 1
    asked = {
        (guess, answer) for guess, row in enumerate(case.rows) for answer in set(row) - case.ends
    }
    legal = case.pool == "legal" and _asks_pool(case) and case.form == "ruled"
    return (
        legal
        and _begins(case, built)
        and all(case.rule[guess][answer] == every for guess, answer in asked)
    )


def only_candidates(case, built):
    """Return whether what is legal is always what may win, so that the pool is "candidates"."""
    own = case.form != "ruled" and all(built.oracle.weights) and built.guesses == built.secrets
    return own and all(
        row[at] in case.ends and sum(answer in case.ends for answer in row) == 1
        for at, row in enumerate(case.rows)
    )


def _legal_divided(case, built):
    divided = case.pool == "legal" and case.path in DIVIDED and not only_candidates(case, built)
    return (
        divided
        and not built.oracle.over
        and case.asks in {"optimal", "exists", "worst-case", "verdict"}
    )


def _silent(case, built):
    """A first guess that tells nothing."""
    if case.first_guess is None or built.oracle.over:
        return False
    if case.asks not in {"optimal", "exists", "worst-case", "certificate"}:
        return False
    blocks = built.oracle.single(case.first_guess, built.oracle.everything)
    return len(blocks) == 1 and not blocks[0][2]


def _certificate(case, built):
    if _legal_of_no_secrets(case, built):
        return False
    return (
        case.asks == "certificate"
        and (
            case.criteria[0][0] == "quantile"
            or built.oracle.over
            or case.first_guess is not None
            or (case.pool == "legal" and not only_candidates(case, built))
        )
        and _has_strategy(case, built)
    )


def _has_strategy(case, built):
    if built.oracle.over:
        return True
    best = built.oracle.best(case.criteria, case.steps, case.money, case.first_guess)
    return best is not None


RULES = (
    (_inseparable, ((BadGame, BadArgument), "no (guess|column) (tells|distinguishes) .* from")),
    (_costs_and_lengths, (BadArgument, "counts guesses")),
    (_legal_of_no_secrets, (BadArgument, '"legal" needs a rule')),
    (_rule_of_nothing, (BadArgument, "forbids nothing")),
    (_silent, (BadArgument, "same answer from every secret")),
    (_legal_divided, (BadArgument, "is not split among workers")),
    (_certificate, (BadArgument, "certificate")),
)
