"""Each strategy says in a sentence of its own what it does and what it is good for."""

from __future__ import annotations

import mastermind_core as mc
from mastermind_core.cli import main
from mastermind_core.strategies.parts import IDEAS, idea_of


def test_each_strategy_has_a_sentence_of_its_own():
    assert IDEAS.keys() == set(mc.STRATEGIES.own)
    assert len(set(IDEAS.values())) == len(IDEAS)
    for name, idea in IDEAS.items():
        assert idea[0].isupper(), name
        assert idea.endswith("."), name
        assert ". " not in idea, name
        assert len(idea) <= 92, name


def test_the_command_shows_them_all(capsys):
    assert main(["strategies"]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    for name, idea in IDEAS.items():
        assert lines[lines.index(name) + 1] == idea


def test_of_another_package_its_class_speaks(monkeypatch):
    class Mine:
        """Guess as I do.

        And more.
        """

        def __call__(self, position):
            return position.candidates[0]

    monkeypatch.setattr(mc.STRATEGIES, "_loaded", {"mine": Mine()})
    monkeypatch.setattr(mc.STRATEGIES, "_brought", {"mine": None})
    assert idea_of("mine") == "Guess as I do."
