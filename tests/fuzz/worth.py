"""Cases of what guesses are worth: totals and worst cases at any moment, against the oracle."""

from __future__ import annotations

import mastermind_core as mc
from tests.fuzz.shapes import drawn
from tests.oracles.bitmask_oracle import NEVER, Oracle


def values(random):
    """The values of some guesses, of all and of the best; a case is a game at a moment."""
    spec = drawn(random)
    game = spec.game()
    objective = random.choice(["mean", "worst"])
    pools = ["all", "all", "candidates"]
    # Words have a rule of their own, which forbids nothing here.
    if set(spec.guesses) <= set(spec.secrets) and spec.shape != "wordle":
        pools += ["legal"]
    pool = random.choice(pools)
    rule = spec.legal() if pool == "legal" else None
    oracle = Oracle(spec.rows, spec.ends, spec.weights, pool, rule)
    history, left, over, legal = [], oracle.everything, False, oracle.any_guess
    for _ in range(random.choice([0, 0, 1, 2])):
        guess, secret = random.randrange(len(spec.guesses)), random.randrange(oracle.n)
        if over or not left >> secret & 1:
            continue
        score = spec.rows[guess][secret]
        over = score in spec.ends
        history.append((spec.guesses[guess], spec.scores[score]))
        left &= sum(1 << at for at, own in enumerate(spec.rows[guess]) if own == score)
        legal &= rule[guess][score] if rule else legal
    wanted = {} if over else worths(oracle, left, legal, objective)
    told = mc.Oracle(game, objective=objective, pool=pool)
    checks = [_best, _all, _some]
    random.shuffle(checks)  # what was asked before changes nothing
    for check in checks:
        check(random, told, history, {spec.guesses[at]: own for at, own in wanted.items()})
    least = min(wanted.values(), default=None)
    assert told.minimum(history) == (0 if over else least), "another least"
    return 1


def worths(oracle, left, legal, objective):
    """Return the least total, or worst case, after each guess that begins a strategy."""
    found = {}
    for guess in range(len(oracle.rows)):
        total = oracle.with_guess(guess, left, oracle.n, legal)
        if total < NEVER:
            steps = range(1, oracle.n + 1)
            worst = next(k for k in steps if oracle.with_guess(guess, left, k, legal) < NEVER)
            found[guess] = total if objective == "mean" else worst
    return found


def _hold(found, wanted, least):
    assert {one.guess: one.total for one in found} == wanted, f"{found}, not {wanted}"
    totals = [one.total for one in found]
    assert totals == sorted(totals)
    assert all(one.exact and one.regret == one.total - least for one in found)


def _best(random, told, history, wanted):
    number = random.randint(1, 15)
    last = sorted(wanted.values())[:number][-1:]
    best = {guess: total for guess, total in wanted.items() if last and total <= last[0]}
    _hold(told.values(history, best=number), best, min(wanted.values(), default=0))


def _all(random, told, history, wanted):
    _hold(told.values(history, "all"), wanted, min(wanted.values(), default=0))


def _some(random, told, history, wanted):
    guesses = [guess for guess in told.game.guesses if random.random() < 0.3]
    some = {guess: wanted[guess] for guess in guesses if guess in wanted}
    _hold(told.values(history, guesses), some, min(wanted.values(), default=0))
