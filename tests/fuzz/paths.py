"""Games with weights, costs and goals: searches and certificates against an oracle over sets."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from pathlib import Path

from mastermind_core.cli.verified import program, run_verified
from mastermind_core.errors import BadArgument, BadCertificate
from mastermind_core.kernels import choose as kernels
from tests.support.inside import solve

#: Games in one case.
_GAMES = 20


def paths(random):
    """Search random games of all kinds; return how many."""
    from test_paths_that_cost import KINDS, check

    for _ in range(_GAMES):
        most = random.choice([4, 7, 7, 10, 12])
        check(random, random.choice(KINDS), (solve, kernels.greedy), most=most)
    return _GAMES


def path_certificates(random):
    """Both checkers say the same of changed certificates, and what they believe is true."""
    from certificate_maker import OBJECTIVES, assert_true, write
    from forged import believed, meddled
    from test_paths import KINDS, drawn

    game, lines = drawn(random, random.choice(KINDS))
    verified = False
    with suppress(BadArgument):  # which may not be built
        verified = program().exists()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(_GAMES):
            changed = meddled(random, lines, OBJECTIVES) if number else lines
            path = write(Path(folder, "c"), changed)
            proven = believed(game, path)
            assert proven is not None or number > 0
            if proven is not None:
                assert_true(game, changed, proven)
            assert not verified or _verified_believes(game, path) == (proven is not None)
    return _GAMES


def _verified_believes(game, path):
    try:
        run_verified(game, path)
    except BadCertificate:
        return False
    return True
