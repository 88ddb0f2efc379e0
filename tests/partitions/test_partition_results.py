"""A partition is a mapping, prints in one line, and has a card and a plot."""

from __future__ import annotations

import copy
import pickle

import pytest
from errors import one_line

import mastermind_core as mc

GAME = mc.Mastermind(colours=6, holes=4)


def test_a_partition_is_a_mapping_of_short_print():
    blocks = mc.partition(GAME, (1, 1, 2, 3))
    assert isinstance(blocks, dict)
    assert blocks == {
        score: [secret for secret in GAME.secrets if GAME.score((1, 1, 2, 3), secret) == score]
        for score in blocks
    }
    assert repr(blocks) == str(blocks)
    assert str(blocks) == "<Partition: 1,296 items in 14 blocks, largest 276, 3.044 bits>"
    assert blocks.sizes == mc.block_sizes(GAME, (1, 1, 2, 3))
    assert blocks.bits == mc.decision_entropy(GAME, (1, 1, 2, 3))
    for again in (copy.copy(blocks), copy.deepcopy(blocks), pickle.loads(pickle.dumps(blocks))):
        assert again == blocks


def test_the_card_of_a_partition_has_each_answer_with_its_size():
    card = mc.partition(GAME, (1, 1, 2, 3))._repr_html_()
    for text in ("14 blocks", "1,296", "3.044", "276", "21.3%", "2 black, 0 white"):
        assert text in card
    assert len(card) < 20_000


def test_any_set_is_split_by_any_function():
    blocks = mc.blocks_by(range(1, 11), lambda number: "odd" if number % 2 else "even")
    assert blocks == {"odd": [1, 3, 5, 7, 9], "even": [2, 4, 6, 8, 10]}
    assert list(blocks) == ["odd", "even"]
    assert blocks.bits == 1
    assert "odd" in blocks._repr_html_()
    empty = mc.blocks_by([], len)
    assert (empty.sizes, empty.bits) == ({}, 0)
    assert empty._repr_html_()


def test_what_cannot_be_split_is_refused():
    with one_line(mc.BadArgument, "items must be", "3"):
        mc.blocks_by(3, len)
    with one_line(mc.BadArgument, "function must be", "'odd'"):
        mc.blocks_by([1], "odd")
    with one_line(mc.BadArgument, "function(1)", "hashable", "[1]"):
        mc.blocks_by([1], lambda item: [item])


def test_a_partition_is_plotted_by_size():
    pytest.importorskip("matplotlib")
    blocks = mc.partition(GAME, (1, 1, 2, 3))
    for given in (blocks, blocks.sizes):
        bars = mc.show.plot_partition(given).patches
        assert [bar.get_height() for bar in bars] == sorted(blocks.sizes.values(), reverse=True)
    with one_line(mc.BadArgument, "blocks must be"):
        mc.show.plot_partition(3)
