"""Forged certificates of a small game, and what is said of them."""

from __future__ import annotations

from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from certificate_maker import certificate, write
from errors import one_line

import mastermind_core as mc
from mastermind_core.cli.verified import run_verified

GAME = mc.TwoD(2)
GENUINE = certificate(GAME)
ROOT = len(GENUINE) - 1

#: What finds the verified checker, which may not be built.
PROGRAM = "mastermind_core.cli.verified.program"


def refused(tmp_path, lines, *parts, game=GAME):
    path = write(tmp_path / "c", lines)
    with one_line(mc.errors.BadCertificate, *parts):
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


def says(program, lines, game):
    """Return what the verified checker says of a certificate, and whether it believes it."""
    with TemporaryDirectory() as folder, patch(PROGRAM, lambda: program):
        try:
            check = mc.verify_certificate if program is None else run_verified
            return str(check(game, write(Path(folder) / "c", lines))), True
        except mc.errors.BadCertificate as error:
            return str(error), False


def numbers_in(value, way=()):
    """Yield the places of all numbers and of null in what JSON holds."""
    if isinstance(value, (dict, list)):
        for at, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from numbers_in(item, (*way, at))
    elif value is None or isinstance(value, int):
        yield way


def change_a_number(random, line):
    """Put another number, or null, in the place of one of a line."""
    *way, last = random.choice(list(numbers_in(line)))
    for step in way:
        line = line[step]
    was = line[last] or 0
    line[last] = random.choice([was + 1, was - 1, 0, 1, 2, None, was + 2, 10**6])


def forget(random, lemma, lemmas):
    """Say perhaps that what a lemma, or an image, states is not used after some line."""
    if lemma is not None and random.random() < 0.4:
        until = [random.randint(0, lemmas) for _ in lemma.get("by", "a")]
        lemma["until"] = until if "by" in lemma else until[0]


def meddled(random, lines, objectives):
    """Change a number somewhere, or what is asked, or what is forgotten, or leave a line out."""
    lines = deepcopy(lines)
    if random.random() < 0.2:
        for line in lines:
            forget(random, line.get("lemma"), lines[0]["lemmas"])
    at, kind = random.randrange(len(lines)), random.random()
    if kind < 0.1 and len(lines) > 2:
        return lines[:at] + lines[at + 1 :]
    if kind < 0.15:
        return [*lines[:at], lines[at], *lines[at:]]
    if kind < 0.25:
        lines[0]["objective"] = random.choice(objectives)
        return lines
    change_a_number(random, lines[at])
    return lines


def believed(game, path, verify=mc.verify_certificate):
    """Return what is proven, None where it is refused."""
    with suppress(mc.errors.BadCertificate):
        return verify(game, path)
    return None
