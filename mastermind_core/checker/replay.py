"""The tree of a certificate, played against every secret."""

from __future__ import annotations

from typing import Any

from mastermind_core.checker.bounds import CostModel
from mastermind_core.checker.header import Header
from mastermind_core.checker.reading import Line, brief
from mastermind_core.checker.scoring import Scored

_OVER = -1


def replay(line: Line, header: Header, scored: Scored, model: CostModel) -> int:
    """Return the lengths of all paths together, times the weights of their secrets.

    A tree that does not do exactly what the header says of it is refused.
    """
    nodes = line.only("tree")
    if scored.known(scored.everything):
        raise line.wrong("the game is over before the first guess: no tree has one")
    if not isinstance(nodes, list) or not nodes:
        raise line.wrong(f"the tree must be a list of nodes, not {brief(nodes)}")
    total = lengths = worst = deepest = 0
    waiting: dict[int, tuple[int, int, int, tuple[int, ...]]] = {0: (0, 0, 0, scored.everything)}
    for number, node in enumerate(nodes):
        if number not in waiting:
            raise line.wrong(f"node {number} of the tree is a child of no node before it")
        made, paid, length, candidates = waiting.pop(number)
        guess, branches = _read(line, number, node, scored)
        paid += model.price(made) + scored.cost(guess)
        length += scored.length(guess)
        blocks: dict[int, list[int]] = {}
        row = scored.rows[guess]
        for secret in candidates:
            blocks.setdefault(row[secret], []).append(secret)
        if branches.keys() != blocks.keys():
            odd = min(branches.keys() ^ blocks.keys())
            has = "has a branch for" if odd in branches else "has no branch for"
            raise line.wrong(f"node {number} of the tree {has} score {odd}, against the game")
        must_win = header.pool == "candidates" and not scored.never_ends
        if must_win and scored.ends.isdisjoint(blocks):
            shown = brief(scored.guesses[guess])
            raise line.wrong(f"node {number} of the tree guesses {shown}, which cannot win there")
        for score, block in blocks.items():
            child = branches[score]
            ends = scored.over(score, block)
            if ends != (child == _OVER):
                over = "is over" if ends else "goes on"
                raise line.wrong(
                    f"child {child} in node {number}: with score {score} a game {over}"
                )
            if child == _OVER:
                weight = sum(scored.weights[secret] for secret in block)
                total, lengths = total + paid * weight, lengths + length * weight
                worst, deepest = max(worst, length), max(deepest, made + 1)
            elif not number < child < len(nodes) or child in waiting:
                raise line.wrong(f"child {child} in node {number} is no later node of its own")
            else:
                waiting[child] = made + 1, paid, length, tuple(block)
    if (total, worst) != (header.total, header.worst):
        raise line.wrong(
            f"the tree has total {total} and worst {worst}, not {header.total} and "
            f"{header.worst} as the header says"
        )
    most = header.longest(scored)
    if deepest > most:
        raise line.wrong(f"the tree takes {deepest} guesses, and {most} are the most of any use")
    if header.max_cost is not None and worst > header.max_cost:
        raise line.wrong(f"a path of the tree costs {worst}, and max_cost is {header.max_cost}")
    return lengths


def _read(line: Line, number: int, node: Any, scored: Scored) -> tuple[int, dict[int, int]]:
    where = f"node {number} of the tree"
    if type(node) is not list or len(node) != 2 or type(node[1]) is not list:
        raise line.wrong(f"{where} must be a guess and a list of branches, not {brief(node)}")
    guess = line.whole(f"the guess of {where}", node[0], 0, len(scored.guesses))
    branches: dict[int, int] = {}
    for branch in node[1]:
        if type(branch) is not list or len(branch) != 2:
            raise line.wrong(f"a branch of {where} must be a score and a child: {brief(branch)}")
        score = line.whole(f"a score of {where}", branch[0], 0, scored.n_scores)
        if score in branches:
            raise line.wrong(f"{where} has score {score} twice")
        branches[score] = line.whole(f"a child of {where}", branch[1], _OVER)
    return guess, branches
