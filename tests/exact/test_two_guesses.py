"""Bounds by two guesses, for games whose secrets weigh: what they say, and that they only bound."""

from __future__ import annotations

import pytest

import mastermind_core as mc

compiled_only = pytest.mark.compiled


def zipf(game):
    return mc.weighted(game, [10_000 // rank for rank in range(1, len(game.secrets) + 1)])


def ten_colours():
    return zipf(mc.Mastermind(colours=10, holes=2))


def depths(most, branch):
    """Return by how many guesses the heaviest, the next ones, ... are named at best."""
    found, level, depth = [], 1, 1
    while len(found) < most:
        found += [depth] * level
        level, depth = level * branch, depth + 1
    return found[:most]


def by_two_guesses(game):
    """Work the bound out by scores alone: all first guesses, and all second ones behind each."""
    weight = dict(zip(game.secrets, game.weights, strict=True))
    answers = {(g, s): game.score(g, s) for g in game.guesses for s in game.secrets}
    heaviest_first = sorted(game.secrets, key=weight.__getitem__, reverse=True)
    branch = max(
        len({answers[g, s] for s in game.secrets} - set(game.endstates)) for g in game.guesses
    )
    depth = depths(len(game.secrets), branch)

    def blocks(secrets, guess):
        found = {}
        for secret in secrets:
            if answers[guess, secret] not in game.endstates:
                found.setdefault(answers[guess, secret], []).append(secret)
        return found.values()

    def after(secrets):
        if len(secrets) == 1:
            return 0
        return min(
            sum(weight[s] * depth[at] for own in split for at, s in enumerate(own))
            for split in (blocks(secrets, guess) for guess in game.guesses)
            if all(len(own) < len(secrets) for own in split)
        )

    return min(
        sum(weight.values())
        + sum(sum(map(weight.__getitem__, own)) + after(own) for own in blocks(heaviest_first, g))
        for g in game.guesses
    )


@pytest.mark.slow
def test_a_stopped_search_has_the_bound_of_two_guesses():
    game = ten_colours()
    bound = by_two_guesses(game)
    stopped = mc.optimal(game, nodes=20)
    assert not stopped.proven
    assert bound <= stopped.lower_bound < stopped.total
    assert bound <= mc.optimal(game).total


@compiled_only
@pytest.mark.parametrize(
    "make",
    [
        pytest.param(ten_colours, marks=[pytest.mark.slow, pytest.mark.long]),
        lambda: zipf(mc.Mastermind(colours=5, holes=3)),
    ],
)
def test_the_optimum_stands_without_the_search(make, tmp_path):
    game = make()
    best = mc.optimal(game)
    assert best.proven
    best.write_certificate(tmp_path / "proof")
    proved = mc.verify_certificate(game, tmp_path / "proof")
    assert proved.total == best.total
    for nodes in (1, 10, 100):
        stopped = mc.optimal(game, nodes=nodes)
        assert stopped.lower_bound <= best.total <= stopped.total


@compiled_only
def test_known_optima_of_zipf_codes():
    for colours, holes, total in ((5, 3, 157_113), (4, 4, 174_541)):
        game = mc.Mastermind(colours=colours, holes=holes)
        loaded = mc.weighted(game, [max(10_000 // at, 1) for at in range(1, colours**holes + 1)])
        assert mc.optimal(loaded).total == total
