"""What is measured: tasks in groups, each with the result that it must have."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from random import Random
from tempfile import gettempdir
from typing import Any

from attrs import field, frozen

import mastermind_core as mc

#: A name, and what a run gives: a result that all programs share, and counts of our own.
Outcome = tuple[Any, dict[str, int]]


@frozen
class Task:
    """A piece of work: what must be there before the clock starts, and what is timed.

    ``quick`` tasks take a second or two; their counts are held by a test.
    """

    group: str
    name: str
    work: Callable[[Any], Outcome]
    prepare: Callable[[], Any] = field(default=lambda: None)
    wanted: Any = None
    quick: bool = True
    peers: dict[str, tuple[str, ...]] = field(factory=dict)


def one_heavier(game: mc.Mastermind, heavier: tuple[int, ...]) -> mc.Game[Any, Any, Any]:
    """Let a secret weigh 1001 and all others 1000."""
    return mc.weighted(game, [1000 + (secret == heavier) for secret in game.secrets])


def mastermind(holes: int, colours: int) -> mc.Mastermind:
    return mc.Mastermind(colours=colours, holes=holes)


def cows(holes: int, digits: int) -> mc.Mastermind:
    return mc.BullsAndCows(digits, holes)


def warm_up() -> None:
    """Do a little of everything, so that what is imported at its first use is there."""
    tiny = mc.Mastermind(colours=2, holes=2)
    mc.optimal(tiny)
    mc.optimal(tiny, "worst")
    for strategy in ("entropy", "sampled", "random_candidate"):
        mc.simulate(tiny, strategy, games=1, seed=1)
    mc.length_distribution(tiny, "entropy")


def with_bytecode(code: str) -> dict[str, str]:
    """Run a line once, and return an environment in which what it imports is compiled already."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(Path(gettempdir(), "bytecode"))}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    started(environment, code)
    return environment


def started(environment: dict[str, str], code: str) -> Outcome:
    """Run a line in a Python of its own."""
    said = f"import sys; {code}; print(sum(m.startswith('mastermind_core') for m in sys.modules))"
    command = [sys.executable, "-P", "-c", said]
    done = subprocess.run(command, capture_output=True, check=True, env=environment)
    return None, {"modules": int(done.stdout)}


def tabled(game: mc.Game[Any, Any, Any]) -> Outcome:
    table = mc.compile_game(game)
    size = len(table.guesses.items) * len(table.secrets.items)
    return None, {"pairs": size, "scores": len(table.scores.items)}


def grown(game: mc.Game[Any, Any, Any], strategy: str) -> Outcome:
    lengths = mc.length_distribution(game, strategy)
    return lengths.total, {f"after {length}": count for length, count in lengths.items()}


def proven(game: mc.Game[Any, Any, Any], objective: str = "mean", threads: int = 1) -> Outcome:
    found = mc.optimal(game, objective, threads=threads)
    if not found.proven:
        raise SystemExit("the search was stopped")
    value = found.worst if objective == "worst" else found.total
    return value, {"nodes": found.nodes, "worst": found.worst}


def bettered(
    game: mc.Game[Any, Any, Any], seconds: float, objective: str = "mean", threads: int = 1
) -> Outcome:
    """Look for a good tree for a while: what is reached depends on the machine."""
    found = mc.optimal(game, objective, seconds=seconds, threads=threads)
    value = found.worst if objective == "worst" else found.total
    return value, {"bound": found.lower_bound, "worst": found.worst}


def played(game: mc.Game[Any, Any, Any], strategy: str, games: int) -> Outcome:
    summary = mc.simulate(game, strategy, games=games, seed=2026)
    return None, {"guesses": summary.lengths.total, "worst": summary.worst}


@cache
def made_up_words() -> tuple[list[str], list[str]]:
    """Return 2315 answers and 10,657 further guesses, no word of them from any list."""
    random = Random(1)
    words = sorted({"".join(random.choices("etaoinshrdlu", k=5)) for _ in range(14000)})
    random.shuffle(words)
    return words[:2315], words[2315:12972]


def words_game() -> mc.Game[Any, Any, Any]:
    answers, others = made_up_words()
    return mc.Wordle(answers, others)


def listed_game(answers: str, guesses: str, *, hard: bool = False) -> mc.Game[Any, Any, Any]:
    read = import_module("mastermind_core.games").read_words
    return mc.Wordle(read(answers), others=read(guesses), hard=hard)


def first_word(game: Any, word: str | None, most: int | None) -> Outcome:
    """Prove the least total after a first word, or after any."""
    pool = "legal" if game.hard else "all"
    found = mc.optimal(game, pool=pool, first_guess=word, max_steps=most)
    return found.total, {"nodes": found.nodes, "worst": found.worst}


def tasks(words: tuple[str, str] | None = None) -> list[Task]:
    """List everything; with the files of two lists, of answers and of guesses, Wordle too."""
    return [
        *start_tasks(),
        *table_tasks(),
        *greedy_tasks(),
        *exact_tasks(),
        *anytime_tasks(),
        *large_tasks(),
        *simulate_tasks(),
        *(wordle_tasks(*words) if words else ()),
    ]


def start_tasks() -> list[Task]:
    """List what a fresh Python does first."""
    proof = "import mastermind_core as m; m.optimal(m.Mastermind(colours=6, holes=4))"
    return [
        Task("start", name, partial(started, code=code), partial(with_bytecode, code))
        for name, code in (
            ("import", "import mastermind_core"),
            ("import, and prove M(4,6)", proof),
        )
    ]


def table_tasks() -> list[Task]:
    """List tables of scores."""
    return [
        Task("tables", "M(4,6)", tabled, partial(mastermind, 4, 6)),
        Task("tables", "AB(4,10)", tabled, partial(cows, 4, 10)),
        Task("tables", "M(5,6)", tabled, partial(mastermind, 5, 6)),
        Task("tables", "words", tabled, words_game),
    ]


def mmstrat(rules: str, strategy: str) -> dict[str, tuple[str, ...]]:
    """Say how fancidev/mastermind is asked for the same."""
    return {"mmstrat": ("{mmstrat}", "-r", rules, "-s", strategy, "-S", "-mt", "1")}


def greedy_tasks() -> list[Task]:
    """List trees of greedy strategies."""
    knuth = {**mmstrat("p4c6r", "minmax"), "mikemag": ("{mikemag}",)}
    rows: list[tuple[str, Any, str, int, dict[str, tuple[str, ...]]]] = [
        ("M(4,6)", partial(mastermind, 4, 6), "knuth", 5801, knuth),
        ("M(4,6)", partial(mastermind, 4, 6), "entropy", 5722, mmstrat("p4c6r", "entropy")),
        ("M(4,6)", partial(mastermind, 4, 6), "most_parts", 5668, mmstrat("p4c6r", "parts")),
        ("M(5,8)", partial(mastermind, 5, 8), "entropy", 179863, mmstrat("p5c8r", "entropy")),
        ("AB(4,10)", partial(cows, 4, 10), "entropy", 26424, mmstrat("p4c10n", "entropy")),
    ]
    return [
        Task(
            "greedy",
            f"{name} {strategy}",
            partial(grown, strategy=strategy),
            make,
            total,
            peers=peers,
        )
        for name, make, strategy, total, peers in rows
    ]


def exact_tasks() -> list[Task]:
    """List proofs."""
    known = [
        Task(
            "exact",
            name,
            proven,
            make,
            total,
            quick,
            mmstrat(rules, "optimal") if rules else {},
        )
        for name, make, total, rules, quick in (
            ("M(4,6)", partial(mastermind, 4, 6), 5625, "p4c6r", True),
            ("M(4,7)", partial(mastermind, 4, 7), 11228, "p4c7r", True),
            ("AB(4,9)", partial(cows, 4, 9), 14914, "p4c9n", True),
            ("AB(4,10)", partial(cows, 4, 10), 26274, "p4c10n", False),
            ("M(4,8)", partial(mastermind, 4, 8), 20471, None, False),
        )
    ]
    for name, make, total in (
        ("AB(4,10)", partial(cows, 4, 10), 26274),
        ("M(4,8)", partial(mastermind, 4, 8), 20471),
    ):
        work = partial(proven, threads=2)
        known.append(Task("exact", f"{name}, two threads", work, make, total, quick=False))
    for name, heavier, total in (
        ("1111", (1, 1, 1, 1), 11228003),
        ("1234", (1, 2, 3, 4), 11228002),
    ):
        make = partial(one_heavier, mastermind(4, 7), heavier)
        known.append(
            Task("exact", f"M(4,7), {name} heavier by 1/1000", proven, make, total, quick=False)
        )
    worst = partial(proven, objective="worst")
    game = partial(mc.Mastermind, 8, 4, "guesses")
    return [*known, Task("exact", "SO(4,8) worst case", worst, game, 6)]


def anytime_tasks() -> list[Task]:
    """List searches for a good tree in a time; what takes ten minutes or more is a group."""
    games = (
        ("M(5,7)", partial(mastermind, 5, 7)),
        ("M(5,8)", partial(mastermind, 5, 8)),
        ("M(6,6)", partial(mastermind, 6, 6)),
        ("AB(5,10)", partial(cows, 5, 10)),
        ("SO(5,8)", partial(mc.Mastermind, 8, 5, "guesses")),
    )
    tasks = [
        task
        for time in (60, 600, 1200, 3600)
        for name, make in games
        if time != 1200 or name == "M(5,8)"
        for task in in_time(name, make, time)
    ]
    return [*tasks, by_two_threads("M(6,6)", partial(mastermind, 6, 6), 5400)]


def in_time(name: str, make: Callable[[], Any], time: int) -> list[Task]:
    """List the searches for a tree of a small total, and for a flat one."""
    group = "anytime" if time <= 60 else "hours"
    flat = partial(bettered, seconds=time, objective="worst")
    return [
        Task(group, f"{name}, {time} s", partial(bettered, seconds=time), make, quick=False),
        Task(group, f"{name} worst case, {time} s", flat, make, quick=False),
    ]


def by_two_threads(name: str, make: Callable[[], Any], time: int) -> Task:
    """Return the search of two threads for a tree of a small total, in more than ten minutes."""
    work = partial(bettered, seconds=time, threads=2)
    return Task("hours", f"{name}, two threads, {time} s", work, make, quick=False)


def large_tasks() -> list[Task]:
    """List games without a table."""
    return [
        Task(
            "large",
            f"M({holes},{colours}) sampled, {games} games",
            partial(played, strategy="sampled", games=games),
            partial(mastermind, holes, colours),
        )
        for holes, colours, games in ((5, 8, 100), (6, 9, 50), (8, 12, 10))
    ]


def simulate_tasks() -> list[Task]:
    """List many games of one strategy."""
    return [
        Task(
            "simulate",
            f"M(4,6) {strategy}, {games:,} games",
            partial(played, strategy=strategy, games=games),
            partial(mastermind, 4, 6),
        )
        for strategy, games in (("entropy", 10_000), ("random_candidate", 1000))
    ]


def wordle_tasks(answers: str, guesses: str) -> list[Task]:
    """List the proofs of Wordle with the word lists of two files."""
    lists = ("{alex1770}", "-a", guesses, "-h", answers)
    hard = partial(listed_game, answers, guesses, hard=True)
    normal = partial(listed_game, answers, guesses)
    every_word = partial(listed_game, guesses, guesses)
    return [
        Task(
            "wordle",
            "salet",
            partial(first_word, word="salet", most=None),
            normal,
            peers={"alex1770": (*lists, "-w", "salet")},
            quick=False,
        ),
        Task(
            "wordle",
            "salet, hard, within six",
            partial(first_word, word="salet", most=6),
            hard,
            peers={"alex1770": (*lists, "-H", "-w", "salet")},
            quick=False,
        ),
        Task("wordle", "30 s", partial(bettered, seconds=30), normal, quick=False),
        Task("wordle", "all first words", proven, normal, quick=False),
        Task(
            "wordle",
            "all first words, two threads",
            partial(proven, threads=2),
            normal,
            quick=False,
        ),
        Task(
            "wordle",
            "all first words, hard, within six",
            partial(first_word, word=None, most=6),
            hard,
            quick=False,
        ),
        *(
            task
            for time in (60, 600, 3600)
            for task in in_time("Wordle, every word an answer", every_word, time)
        ),
        by_two_threads("Wordle, every word an answer", every_word, 7000),
    ]
