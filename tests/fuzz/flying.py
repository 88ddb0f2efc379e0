"""Cases of strategies without a table or a tree: the same games as with one."""

from __future__ import annotations

from contextlib import contextmanager

import mastermind_core as mc
from mastermind_core.kernels import is_compiled
from tests.fuzz.coded import pegs
from tests.fuzz.playing import PLAYERS
from tests.fuzz.shapes import drawn
from tests.oracles import game_oracle as oracle
from tests.support.inside import compiling


@contextmanager
def _from(pairs):
    """Score codes on the fly from so many pairs on."""
    was, compiling.ON_THE_FLY = compiling.ON_THE_FLY, pairs
    try:
        yield
    finally:
        compiling.ON_THE_FLY = was


def _ended(holes, ends):
    """Return a class of Mastermind that is over at any of some scores."""

    class Ended(mc.Mastermind):
        @property
        def endstates(self):
            return frozenset(mc.Pegs(*end) for end in ends)

        def __repr__(self):
            return f"Ended({self.symbols}, {holes}, {self.repeats}, {sorted(ends)})"

    return Ended


def _shape(random):
    shapes = [(2, 3), (3, 3), (4, 3), (2, 5), (5, 2), (3, 4), (6, 2)]
    colours, holes = random.choice(shapes)
    repeats = random.choice(["both", "guesses", "none"])
    if repeats != "both" and holes > colours:
        repeats = "both"
    ends = {(holes, 0)}
    if random.random() < 0.5:
        ends |= {random.choice([(holes - 1, 0), (holes - 2, 2), (0, 0), (0, holes)])}
    return colours, holes, repeats, ends


def fly(random):
    """A named strategy on codes with weights and several ends, on the fly and with a table."""
    if not is_compiled():
        return 0
    colours, holes, repeats, ends = _shape(random)
    made = _ended(holes, ends)
    weights = None
    if random.random() < 0.6:
        codes = len(mc.Mastermind(colours=colours, holes=holes, repeats=repeats).secrets)
        weights = [random.randint(1, 9) for _ in range(codes)]
    name = random.choice(PLAYERS)
    found = []
    for symbols, pairs in (("abcdef"[:colours], 2**40), ("uvwxyz"[:colours], 0)):
        code_game = made(colours=symbols, holes=holes, repeats=repeats)
        game = code_game if weights is None else mc.weighted(code_game, weights)
        with _from(pairs):
            assert mc.compile_game(game).kernel_scores.is_table == (pairs > 0)
            try:
                lengths = mc.length_distribution(game, name)
            except mc.MastermindCoreError as error:
                assert "\n" not in str(error)
                lengths = type(error).__name__
        found.append(lengths)
    said = f"{name} on {code_game!r} weighed {weights}"
    assert found[0] == found[1], f"{said}: {found[0]} with a table, {found[1]} on the fly"
    if isinstance(found[1], str):
        return 2
    _played_out(game, code_game, ends, name, found[1], weights)
    return 3


def _played_out(game, code_game, ends, name, lengths, weights):
    """Play every secret of a tree that was made on the fly, with pegs of our own."""
    with _from(0):
        tree = mc.lazy_tree(game, name)
        total = 0
        for secret, weight in zip(game.secrets, weights or [1] * len(game.secrets), strict=True):
            node, steps = tree, 0
            while node is not None:
                score = pegs(node.guess, secret)
                (branch,) = [branch for branch in node.branches if branch.score == score]
                node, steps = branch.subtree, steps + 1
                assert (node is None) == (score in ends)
            total += weight * steps
    assert total == sum(length * times for length, times in lengths.items())


def moves(random):
    """A named strategy, asked move by move, plays the paths of its tree, whatever the game."""
    spec = drawn(random, 9)
    game, name = spec.game(), random.choice(PLAYERS)
    if getattr(mc.STRATEGIES[name], "deterministic", None) is not True:
        return 0
    try:
        tree = mc.lazy_tree(game, name)
        paths = {secret: oracle.play_tree(tree, game, secret) for secret in spec.secrets}
    except mc.MastermindCoreError as error:
        assert "\n" not in str(error)
        return 1
    for secret in spec.secrets:
        steps = mc.play_game(game, name, lambda guess, of=secret: game.score(guess, of))
        assert tuple(steps) == paths[secret], f"{name}: other moves for {secret!r}"
    records = mc.simulate(game, name, games=len(paths), secrets=spec.secrets).records
    assert [record.length for record in records] == list(map(len, paths.values()))
    return len(paths) + 1
