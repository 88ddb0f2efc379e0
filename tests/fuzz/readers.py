"""Everything that reads what strangers wrote: a result, or one line, soon and in little memory."""

from __future__ import annotations

import base64
import contextlib
import gzip
import io
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
import warnings
from functools import cache, partial
from pathlib import Path

import mastermind_core as mc
from mastermind_core import cli
from mastermind_core.cli import parser
from tests.fuzz.mutation import changed, traced

#: Bytes beyond which a reader has failed.
LARGE = 200 << 20

#: Seconds after which a command is interrupted once more.
AGAIN = 3.0

#: All that a command may end with: a search that is given little time has proven nothing.
STATUSES = {parser.DONE, parser.NO, parser.BAD_INPUT, parser.NOT_PROVEN, parser.INTERRUPTED}

GAME = mc.TwoD(3)
CODES = mc.Mastermind(colours=3, holes=2)
WORDS = mc.Wordle(["abcde", "bcdea", "cdeab", "abced"])
TOTAL = 22


def _hold(value):
    """Hold a result that was read to itself."""
    if isinstance(value, mc.Solution):
        lengths = mc.replay(value.tree.game, value.tree)
        assert (lengths.total, lengths.worst) == (value.total, value.worst)
    if isinstance(value, mc.Node) and len(value.candidates) == len(value.game.secrets):
        mc.replay(value.game, value)
    repr(value)
    text = mc.to_json(value)
    assert mc.to_json(mc.from_json(text)) == text


def read_json(content, path):
    _hold(mc.from_json(content))


def read_archive(content, path):
    _hold(mc.load(path))


#: The notations that are read; the others are only written.
READABLE = [name for name in mc.NOTATIONS if mc.NOTATIONS[name].read]


def read_notation(name, content, path):
    game = WORDS if name == "alex1770" else CODES
    mc.replay(game, mc.read_tree(game, path, name))


def read_session(content, path):
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        return
    session = mc.Session.from_dict(GAME, data)
    assert session.count == len(session.candidates)


def read_checkpoint(content, path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = mc.optimal(GAME, checkpoint=path)
    assert (found.total, found.proven) == (TOTAL, True)


def read_log(content, path):
    # What a log says of a game is believed, as long as it can be.
    assert mc.simulate(GAME, "knuth", games=5, log=path).games == 5


def read_certificate(content, path):
    said = mc.verify_certificate(GAME, path)
    if said.objective == "mean" and said.max_steps is None:
        assert said.total == TOTAL or said.pool == "candidates"
    mc.certified_tree(GAME, path)


def read_word_list(content, path):
    words = mc.games.read_words(path)
    if len(words[0]) <= 10 and len(words) < 300:
        mc.Wordle(words)


def read_attributes(content, path):
    game = mc.games.GuessWho(mc.games.read_table(path))
    assert len(game.secrets) > 0


def read_typed(content, path):
    """Guesses and scores as people type them."""
    text = content.decode(errors="replace")
    for game in (CODES, GAME, mc.Wordle(["abc", "bca"]), mc.Jotto(["abc", "bca"], answer="common")):
        for parse in (mc.parse_guess, mc.parse_score):
            with contextlib.suppress(mc.MastermindCoreError):
                parse(game, text)


def read_command(content, path):
    """A command line, an argument a line; what it asks for may take long, what it says may not."""
    arguments = [line for line in content.decode(errors="replace").split("\n") if "\0" not in line]
    said = io.StringIO()
    before, home = sys.stdin, Path.cwd()
    sys.stdin = io.StringIO("1\n2\n")
    handler = signal.signal(signal.SIGALRM, signal.default_int_handler)
    unraisable, hook = [], sys.unraisablehook
    sys.unraisablehook = lambda one: unraisable.append(one.exc_type)
    os.chdir(path.parent)
    signal.setitimer(signal.ITIMER_REAL, 0.5, AGAIN)
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
            try:
                status = cli.main(arguments)
            except SystemExit as ended:
                status = ended.code
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        os.chdir(home)
        sys.stdin, sys.unraisablehook = before, hook
    # The alarm may ring in a callback of the interpreter itself, which then says so and goes on:
    # so it rings again, or a simulation of 2**31 games would go on as well.
    assert set(unraisable) <= {KeyboardInterrupt}, unraisable
    assert status in STATUSES, status
    assert "Traceback" not in said.getvalue(), said.getvalue()
    if status == 2:
        assert said.getvalue().strip(), "refused without a word"


def _made(write):
    """Return the bytes that a function writes to a path."""
    folder = tempfile.mkdtemp()
    try:
        path = Path(folder, "x")
        write(path)
        return path.read_bytes()
    finally:
        shutil.rmtree(folder)


def _texts():
    yield from (
        mc.optimal(game, "worst-then-mean") for game in (GAME, CODES, mc.Wordle(["ab", "ba"]))
    )
    yield mc.is_greedy_optimal(CODES, "knuth", "mean")
    yield mc.length_distribution(GAME, "entropy")
    yield mc.simulate(GAME, "entropy", games=2)
    yield mc.worst_case(GAME, "entropy")
    yield mc.Session(CODES, "entropy", history=[((1, 1), (0, 0))])
    yield mc.expected_distribution(GAME, "random_candidate")


def _checkpoint(path):
    mc.optimal(GAME, checkpoint=path, nodes=20)


COMMANDS = [
    "games", "strategies", "list", "tree mastermind --colours 3 --holes 2", "analyze twod --size 3",
    "optimal twod --size 3 --seconds 1 --json", "is-greedy-optimal twod --size 3 --strategy knuth",
    "simulate twod --size 3 --games 5 --seed 1", "play mastermind --colours 3 --holes 2",
    "assist mastermind --colours 3 --holes 2", "compare twod --size 2 --games 3",
    "export twod --size 2 --format dot", "verify-certificate x twod --size 2", "--help",
    "optimal own x.py:game", "analyze jotto --words ab,ba,bb --strategy entropy", "tree --help",
]  # fmt: skip

SEEDS = {
    "json": lambda: [mc.to_json(value).encode() for value in _texts()],
    "archive": lambda: [gzip.compress(mc.to_json(value).encode(), mtime=0) for value in _texts()],
    **{
        name: partial(
            lambda name: [
                mc.to_notation(
                    mc.lazy_tree(WORDS if name == "alex1770" else CODES, player), name
                ).encode()
                for player in ("knuth", "entropy")
            ],
            name,
        )
        for name in READABLE
    },
    "session": lambda: [
        json.dumps(
            mc.Session(GAME, history=[((1, 1), GAME.score((1, 1), (0, 2)))]).to_dict()
        ).encode()
    ],
    "checkpoint": lambda: [_made(_checkpoint)],
    "log": lambda: [_made(lambda path: mc.simulate(GAME, "knuth", games=4, log=path))],
    "certificate": lambda: [
        _made(mc.optimal(GAME, objective).write_certificate)
        for objective in ("mean", "worst-then-mean", "within:2-then-mean")
    ],
    "words": lambda: [
        b"cigar\nrebut\nsissy\n",
        b"ab\nba\n\n",
        "\N{LATIN SMALL LETTER E WITH ACUTE}a\n".encode(),
    ],
    "table": lambda: [b"name,hair,eyes\nAlex,black,blue\nAnne,white,brown\n", b'a,"b\nc"\nd,e\n'],
    "typed": lambda: [
        b"1 2",
        b"11",
        b"0,2",
        b"2 black 1 white",
        b"<>",
        b"(0, 1)",
        b"g.y",
        b"found",
    ],
    "command": lambda: [command.replace(" ", "\n").encode() for command in COMMANDS],
}

READ = {
    "json": read_json,
    "archive": read_archive,
    **{name: partial(read_notation, name) for name in READABLE},
    "session": read_session,
    "checkpoint": read_checkpoint,
    "log": read_log,
    "certificate": read_certificate,
    "words": read_word_list,
    "table": read_attributes,
    "typed": read_typed,
    "command": read_command,
}


def attempt(name, content):
    """Let a reader read bytes; what it must not do is an AssertionError."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "x")
        path.write_bytes(content)
        try:
            READ[name](content, path)
        except mc.MastermindCoreError as error:
            text = str(error)
            assert "\n" not in text, f"an error of several lines: {text!r}"
            assert len(text) < 1000, f"an error of {len(text)} letters"


def _memory():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (
        1 if sys.platform == "darwin" else 1024
    )


@cache
def _corpus(name):
    """Return what a reader has been led by to new code, with the steps that are known."""
    seen = set()
    seeds = SEEDS[name]()
    with traced(seen):
        for content in seeds:
            attempt(name, content)
    return list(seeds), seen


def measured(name, content):
    """Let a reader read, and fail if it takes much memory; who calls watches for what hangs."""
    before = _memory()
    attempt(name, content)
    grown = _memory() - before
    assert grown < LARGE, f"it took {grown >> 20} MB"


def case(name, random, times=40):
    """Change what was read, read it, and keep what leads to lines that were not reached before."""
    corpus, seen = _corpus(name)
    for _ in range(times):
        content = changed(random, random.choice(corpus), corpus)
        reached = set()
        try:
            # To trace is slow: now and then is enough.
            if random.random() < 0.3:
                with traced(reached):
                    attempt(name, content)
            else:
                measured(name, content)
        except Exception as error:
            error.repro = _shortest(name, content)
            raise
        if not reached <= seen:
            seen |= reached
            corpus.append(content)
    return times


def _shortest(name, content):
    """Cut what fails down, and say how to read it again."""
    step, end = len(content) // 2, time.monotonic() + 5
    while step and time.monotonic() < end:
        at = 0
        while at < len(content):
            shorter = content[:at] + content[at + step :]
            try:
                attempt(name, shorter)
                at += step
            except Exception:
                content = shorter
        step //= 2
    kept = Path(tempfile.gettempdir(), f"fuzz-{name}-{abs(hash(content)) % 10**8}")
    kept.write_bytes(content)
    text = base64.b64encode(content).decode()
    shown = f" (base64: {text})" if len(text) < 2000 else ""
    return f"again: python -m tests.fuzz --input {name} {kept}{shown}"


def read_again(name, path):
    """Read a file that failed before."""
    measured(name, Path(path).read_bytes())
    print("read, or refused with a line")
    return 0


#: The kinds of the runner.
READERS = {f"read-{name}": (partial(case, name), 1) for name in READ}
