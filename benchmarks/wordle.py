"""Time the best Wordle tree with a given first word, proven, and another program's in the same run.

python benchmarks/wordle.py ANSWERS GUESSES [--opening WORD] [--peer PATH] [--runs N] [--whole]
                            [--mode MODE] [--objective OBJECTIVE] [--certificate FILE]

The lists are files with a word a line; the second may hold the answers too. CPU seconds of one
core, of the search: reading the words and filling the table come before; both modes, or the one of
``--mode``, of which hard may have no strategy within the six guesses. ``--peer`` names a binary
of alex1770/wordle, which says itself how long its search took. ``--whole`` proves the least total
over all first words as well (or another ``--objective``), and prints the peak of memory; it takes
minutes; with ``--seconds`` it says what is found and proven by then. ``--certificate`` writes the
proof of the normal mode to a file, checks some of its lemmas in Python, and says what both took.
"""

from __future__ import annotations

import argparse
import re
import resource
import subprocess
from pathlib import Path
from statistics import median
from time import process_time
from typing import Literal

import mastermind_core as mc
from mastermind_core.games import Wordle, read_words

#: What is asked: normal play, and hard mode with the six guesses of the game.
MODES = (("normal", None), ("hard", 6))

#: Lemmas of a certificate that are checked in Python.
SAMPLE = 20


def pool_of(game: Wordle) -> Literal["all", "legal"]:
    """Return what may be guessed in the mode of a game."""
    return "legal" if game.hard else "all"


def ours(game: Wordle, opening: str, most: int | None) -> tuple[int, float]:
    """Prove the least total after a first word; return it with the CPU seconds."""
    found = mc.optimal(game, pool=pool_of(game), first_guess=opening, max_steps=most)
    if not found.proven:
        raise SystemExit("the search was stopped")
    return found.total, found.seconds


def theirs(binary: str, given: argparse.Namespace, *, hard: bool) -> tuple[int, float]:
    """Let the other program prove it; return the same."""
    lists = ["-a", given.guesses, "-h", given.answers, "-w", given.opening]
    command = [binary, *(["-H"] if hard else []), *lists]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    score = re.search(r"guess score = (\d+)", said)
    seconds = re.search(r"Time taken = ([\d.]+)s", said)
    if not score or not seconds:
        raise SystemExit(f"{binary} did not say what it found:\n{said}")
    return int(score[1]), float(seconds[1])


def certify(game: Wordle, found: mc.Solution, file: str) -> None:
    """Write the certificate of a proof, and check a sample of it."""
    began = process_time()
    found.write_certificate(file)
    written = process_time() - began
    print(f"certificate of {Path(file).stat().st_size:,} bytes: {written:.0f} s CPU, {peak()} MB")
    began = process_time()
    proven = mc.verify_certificate(game, file, sample=SAMPLE, seed=1)
    print(f"{proven}: {process_time() - began:.0f} s CPU, {peak()} MB")


def peak() -> int:
    """Return the most memory so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main() -> None:
    """Print a line a mode."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("answers", metavar="ANSWERS")
    parser.add_argument("guesses", metavar="GUESSES")
    parser.add_argument("--opening", metavar="WORD", default="salet")
    parser.add_argument("--peer", metavar="PATH", help="a binary to compare with")
    parser.add_argument("--runs", type=int, default=3, help="pairs a mode (default 3)")
    parser.add_argument("--whole", action="store_true", help="look at every first word, too")
    parser.add_argument("--mode", choices=[mode for mode, _ in MODES], help="this one alone")
    parser.add_argument("--objective", default="mean", help="of --whole, such as within:4")
    parser.add_argument("--seconds", type=float, help="of --whole: say what is known by then")
    parser.add_argument("--certificate", metavar="FILE", help="write the proof of --whole here")
    given = parser.parse_args()
    answers, guesses = read_words(given.answers), read_words(given.guesses)
    modes = [pair for pair in MODES if given.mode in (None, pair[0])]
    for mode, most in modes:
        game = Wordle(answers, others=guesses, hard=mode == "hard")
        runs = []
        for _ in range(given.runs):
            try:
                total, own = ours(game, given.opening, most)
            except mc.errors.NoStrategy as none:
                print(f"{mode:6} {given.opening}: {none}", flush=True)
                break
            other = theirs(given.peer, given, hard=game.hard) if given.peer else None
            if other and other[0] != total:
                raise SystemExit(f"{mode}: {total} here, {other[0]} there")
            runs.append((own, other[1] if other else None))
        if not runs:
            continue
        line = f"{mode:6} {given.opening} {total} ({total / len(answers):.4f}): "
        line += ", ".join(f"{own:.2f}" for own, _ in runs) + " s CPU"
        pairs = [(own, other) for own, other in runs if other]
        if pairs:
            line += "; " + ", ".join(f"{other:.2f}" for _, other in pairs) + " s there"
            line += f"; ratio {median(own / other for own, other in pairs):.2f}"
        print(line, flush=True)
    for mode, most in modes if given.whole else ():
        game = Wordle(answers, others=guesses, hard=mode == "hard")
        found = mc.optimal(
            game,
            given.objective,
            pool=pool_of(game),
            max_steps=most,
            seconds=given.seconds,
            progress=True,
        )
        if not found.proven and given.seconds is None:
            raise SystemExit("the search was stopped")
        print(f"whole  {mode:6} {found.tree.guess} {found}: {found.seconds:.0f} s CPU, {peak()} MB")
        if given.certificate and found.proven and mode == "normal":
            certify(game, found, given.certificate)


if __name__ == "__main__":
    main()
