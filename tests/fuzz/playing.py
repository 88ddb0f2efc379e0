"""Cases of playing: greedy trees, sessions that go back and forth, logs that are cut off."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from pathlib import Path

import mastermind_core as mc
from mastermind_core.game import weights_of
from tests.fuzz.shapes import drawn
from tests.oracles import game_oracle as oracle
from tests.oracles.bitmask_oracle import walk

#: Strategies that play any game by a score table.
PLAYERS = sorted(n for n, s in mc.STRATEGIES.items() if getattr(s, "needs_table", True))


def greedy(random):
    """The greedy tree of a metric, against the plainest program for it."""
    spec = drawn(random, 9)
    game = spec.game()
    name = random.choice(sorted(oracle.COSTS))
    candidates = random.random() < 0.4
    pool = "candidates" if candidates else "all"
    # The oracle counts secrets; what they weigh, tests/kernels/test_weighed_guesses.py looks at.
    use_weights = len(set(spec.weights)) == 1 and random.random() < 0.5
    strategy = mc.Greedy(mc.METRICS[name], pool=pool, use_weights=use_weights)
    try:
        paths = oracle.greedy_paths(game, oracle.COSTS[name], candidates_only=candidates)
    except oracle.Stuck:
        try:
            mc.length_distribution(game, strategy)
        except mc.UninformativeGuess as error:
            assert "\n" not in str(error)
            return 1
        raise AssertionError(f"{name} of {pool}: a tree where there is none") from None
    lengths = Counter()
    for secret, weight in zip(spec.secrets, spec.weights, strict=True):
        lengths[len(paths[secret])] += weight
    tree = mc.lazy_tree(game, strategy)
    found = {path for path, _ in oracle.leaves(tree)}
    assert found == set(paths.values()), f"{name} of {pool}: other paths"
    assert walk(tree, spec, pool)[0] == sum(n * times for n, times in lengths.items())
    assert mc.length_distribution(game, strategy) == lengths
    assert mc.replay(game, tree) == lengths
    assert mc.worst_case(game, strategy) == max(lengths)
    return 5


def sessions(random):
    """Answers, slips, going back, saving and going on: always what the answers leave."""
    spec = drawn(random, 9)
    game = spec.game()
    strategy = random.choice([None, *PLAYERS])
    session = mc.Session(game, strategy, seed=1)
    history, secret = [], random.choice(spec.secrets)
    checks = 0
    for _ in range(12):
        what = random.choice(["answer", "answer", "any", "undo", "save", "suggest", "wrong"])
        over = bool(history) and history[-1][1] in game.endstates
        left = _left(spec, game, history)
        if what == "undo" and history:
            session.undo()
            history.pop()
        elif what == "save" and spec.made is None:
            session = _again(session, game)
        elif what == "suggest" and not over:
            _suggestions(session, game, left)
        elif what in {"answer", "any", "wrong"} and not over:
            _answered(random, session, game, spec, history, secret, what)
        assert session.history == history
        left = _left(spec, game, history)
        assert list(session.candidates) == left
        assert session.count == len(left)
        checks += 1
    return checks


def _left(spec, game, history):
    """Return the secrets that agree with the answers."""
    return [s for s in spec.secrets if all(game.score(g, s) == a for g, a in history)]


def _answered(random, session, game, spec, history, secret, what):
    guess = session.guess if what == "answer" else random.choice(spec.guesses)
    score = game.score(guess, secret)
    if what == "wrong":
        # What the game never gives may be read: None is unknown, and others may denote a score.
        scores = {game.score(g, s) for g in spec.guesses for s in spec.secrets}
        read = (str, tuple, type(None))
        score = random.choice(
            [one for one in spec.scores if one in scores or not isinstance(one, read)]
        )
    given = {} if what == "answer" else {"guess": guess}
    fits = _left(spec, game, [*history, (guess, score)])
    try:
        session.answer(score, **given)
    except mc.MastermindCoreError as error:
        assert "\n" not in str(error)
        assert not fits, str(error)
        return
    assert fits, "an answer that no secret gives was taken"
    history.append((guess, score))


def _suggestions(session, game, left):
    own = weights_of(game) or (1,) * len(game.secrets)
    weights = dict(zip(game.secrets, own, strict=True))
    for suggestion in session.suggest(3):
        blocks = Counter(game.score(suggestion.guess, secret) for secret in left)
        weighed = Counter()
        for secret in left:
            weighed[game.score(suggestion.guess, secret)] += weights[secret]
        assert session.explain(suggestion.guess) == weighed
        assert suggestion.may_win == any(score in game.endstates for score in blocks)


def logs(random):
    """Games on record: a log that was cut off anywhere ends as the whole one."""
    spec = drawn(random, 9)
    if spec.made is not None:
        return 0
    game, player, seed = spec.game(), random.choice(PLAYERS), random.randrange(100)
    games = random.randint(1, 30)
    try:
        whole = mc.simulate(game, player, games=games, seed=seed)
    except mc.MastermindCoreError as error:
        assert "\n" not in str(error)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log")
        assert mc.simulate(game, player, games=games, seed=seed, log=log) == whole
        content = log.read_bytes()
        cut = content[: random.randrange(len(content) + 1)]
        log.write_bytes(cut)
        kept = cut.count(b"\n")
        assert mc.simulate(game, player, games=games, seed=seed, log=log) == whole
        lines = log.read_bytes().splitlines()
        assert len(lines) == games + 1
        assert lines[:kept] == content.splitlines()[:kept], "what was finished was played again"
        numbers = sorted(json.loads(line)["number"] for line in lines[1:])
        assert numbers == list(range(games))
    return 3


def saved(random):
    """Everything that is saved comes back as it was."""
    spec = drawn(random, 9)
    game = spec.game()
    makers = [
        lambda: mc.optimal(game),
        lambda: mc.length_distribution(game, random.choice(PLAYERS)),
        lambda: mc.lazy_tree(game, random.choice(PLAYERS), seed=1),
        lambda: mc.is_greedy_optimal(
            game, random.choice(PLAYERS), random.choice(["mean", "worst"])
        ),
        lambda: mc.simulate(game, random.choice(PLAYERS), games=3),
    ]
    try:
        value = random.choice(makers)()
        mc.to_json(value)
    except mc.MastermindCoreError as error:
        assert "\n" not in str(error)
        return 1
    # A game that is written out for its file numbers its scores anew, once.
    once = _again(value, game)
    text = mc.to_json(once)
    assert mc.to_json(_again(once, game)) == text
    return 1


def _again(value, game):
    """Save and read again; a game that no file can hold goes along."""
    text = mc.to_json(value)
    return mc.from_json(text, game=game if '"given"' in text else None)
