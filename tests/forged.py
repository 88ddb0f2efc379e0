"""Forged certificates of a small game, and what is said of them."""

from __future__ import annotations

from certificate_maker import certificate, write
from errors import one_line

import mastermind_core as mc

GAME = mc.TwoD(2)
GENUINE = certificate(GAME)
ROOT = len(GENUINE) - 1


def refused(tmp_path, lines, *parts, game=GAME):
    path = write(tmp_path / "c", lines)
    with one_line(mc.BadCertificate, *parts):
        mc.verify_certificate(game, path)


def with_line(at, content, lines=GENUINE):
    return [*lines[:at], content, *lines[at + 1 :]]


def with_field(at, lines=GENUINE, /, **fields):
    """Change fields of the header (line 0) or of a lemma."""
    at %= len(lines)
    line = lines[at]
    if "lemma" in line:
        return with_line(at, {"lemma": {**line["lemma"], **fields}}, lines)
    if "symmetry" in line:
        return with_line(at, {"symmetry": {**line["symmetry"], **fields}}, lines)
    return with_line(at, {**line, **fields}, lines)
