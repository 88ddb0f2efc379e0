"""A pipe that nobody writes to is no file: nothing that reads one waits for it."""

from __future__ import annotations

import os

import pytest
from errors import one_line
from proofs import run_second

import mastermind_core as mc

GAME = mc.TwoD(3)
READERS = {
    "verify_certificate": (
        lambda path: mc.verify_certificate(GAME, path),
        mc.errors.BadCertificate,
    ),
    "verified": (lambda path: run_second(GAME, path), mc.errors.BadCertificate),
    "certified_tree": (lambda path: mc.certified_tree(GAME, path), mc.errors.BadCertificate),
    "read_words": (mc.games.read_words, mc.BadGame),
    "read_table": (mc.games.read_table, mc.BadGame),
    "from_table": (mc.FiniteGame.from_table, mc.BadGame),
    "load": (mc.load, mc.BadFile),
    "log": (lambda path: mc.simulate(GAME, "knuth", games=2, log=path), mc.BadArgument),
    "checkpoint": (lambda path: mc.optimal(GAME, checkpoint=path), mc.BadArgument),
}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
@pytest.mark.parametrize("reader", READERS)
def test_a_pipe_is_refused(tmp_path, reader):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read, kind = READERS[reader]
    with one_line(kind, "pipe"):
        read(pipe)
