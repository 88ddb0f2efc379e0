"""Changes of bytes that have been seen to be read, and the lines of code that they lead to."""

from __future__ import annotations

import re
import sys
from contextlib import contextmanager

import mastermind_core

_HOME = mastermind_core.__path__[0]

#: What breaks readers, wherever it is put.
TOKENS = [
    *(
        b"0",
        b"1",
        b"-1",
        b"2",
        b"255",
        b"256",
        b"65536",
        b"4294967296",
        b"9" * 25,
        b"1e999",
        b"0.5",
    ),
    *(b"null", b"true", b"false", b"NaN", b"Infinity", b"[]", b"{}", b'""', b"[[[[", b"{{", b"}]"),
    *(
        b",",
        b":",
        b'"',
        b"'",
        b"\\",
        b"\\u0000",
        b"\\ud800",
        b"\0",
        b"\n",
        b"\r\n",
        b" ",
        b"\t",
        b"#",
    ),
    *(b"\xff\xfe", b"\xef\xbb\xbf", "\N{GREEK SMALL LETTER ALPHA}".encode(), b"\x1f\x8b"),
    *(b"(", b")", b"=", b"-", b"--", b"%", b"../", b"/dev/zero", b"__class__", b"{0}", b"%s"),
]


def changed(random, content, others):
    """Return bytes with some changes."""
    content = bytearray(content)
    for _ in range(random.choice([1, 1, 1, 2, 3, 8])):
        random.choice(CHANGES)(random, content, others)
    return bytes(content[:100_000])


def _place(random, content):
    return random.randrange(len(content) + 1)


def flip(random, content, others):
    if content:
        content[random.randrange(len(content))] ^= 1 << random.randrange(8)


def put(random, content, others):
    at = _place(random, content)
    content[at:at] = random.choice(TOKENS)


def replace(random, content, others):
    at = _place(random, content)
    content[at : at + random.randint(1, 4)] = random.choice(TOKENS)


def number(random, content, others):
    """Change a number that is there."""
    found = list(re.finditer(rb"-?\d+", bytes(content)))
    if found:
        one = random.choice(found)
        value = int(one[0][:30])
        new = random.choice([value + 1, value - 1, -value, value * 2, 0, 2**31, 2**64, 10**6])
        content[one.start() : one.end()] = str(new).encode()


def cut(random, content, others):
    at = _place(random, content)
    del content[at : random.choice([at + 1, at + random.randint(1, 50), len(content)])]


def double(random, content, others):
    at, to = sorted((_place(random, content), _place(random, content)))
    part = content[at : min(to, at + 200)]
    content[at:at] = part * random.choice([1, 1, 2, 50])


def splice(random, content, others):
    """Put a part of something else in."""
    other = random.choice(others)
    at, to = sorted((random.randrange(len(other) + 1), random.randrange(len(other) + 1)))
    place = _place(random, content)
    content[place : place + random.choice([0, to - at])] = other[at:to]


def lines(random, content, others):
    """Move, repeat or drop a line."""
    parts = bytes(content).split(b"\n")
    one = parts.pop(random.randrange(len(parts)))
    for _ in range(random.choice([0, 1, 2])):
        parts.insert(random.randrange(len(parts) + 1), one)
    content[:] = b"\n".join(parts)


CHANGES = [flip, put, replace, number, number, cut, double, splice, lines]


#: Steps from line to line that a reader may take: a second or so of plain Python.
MOST_STEPS = 5_000_000


@contextmanager
def traced(seen):
    """Add the steps from line to line in the package to a set; fail if they are very many."""
    last = steps = 0

    def local(frame, event, _):
        nonlocal last, steps
        steps += 1
        here = hash((frame.f_code.co_filename, frame.f_lineno))
        seen.add(hash((last, here)))
        last = here
        return local

    def outer(frame, event, _):
        return local if frame.f_code.co_filename.startswith(_HOME) else None

    before = sys.gettrace()
    sys.settrace(outer)
    try:
        yield
    finally:
        sys.settrace(before)
    assert steps < MOST_STEPS, f"it took {steps:,} steps"
