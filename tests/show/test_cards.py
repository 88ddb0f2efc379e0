"""Cards: every result has one, it is well formed, says its figures, and asks no strategy."""

from __future__ import annotations

import copy
import pickle
import re
from html.parser import HTMLParser

import pytest
from attrs import evolve

import mastermind_core as mc
from mastermind_core.results import Shown
from mastermind_core.show.cards import CARDS
from mastermind_core.strategies.parts import idea_of

WORDS = ("abide", "crane", "erase", "speed", "trace")
NAMES = sorted(CARDS)
VOID = {"br", "meta", "link", "input", "img"}


class Checked(HTMLParser):
    """A parser that refuses tags that are not closed in order, and gathers text and labels."""

    def __init__(self, html):
        super().__init__()
        self.open, self.words, self.labels = [], [], []
        self.feed(html)
        self.close()
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, tag, attrs):
        self.labels += [value for name, value in attrs if name == "aria-label"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_startendtag(self, tag, attrs):
        self.labels += [value for name, value in attrs if name == "aria-label"]

    def handle_data(self, data):
        self.words.append(data)

    @property
    def text(self):
        return " ".join(self.words)


#: Answers that no secret gives.
LIED = [((1, 1, 1, 1), (0, 0)), ((1, 1, 2, 2), (3, 0))]


def refusing(position):
    raise AssertionError("a strategy was asked")


def results():
    game = mc.TwoD(4)
    words = mc.Wordle(WORDS)
    session = mc.Session(words, mc.strategies.entropy)
    session.answer(words.score(session.guess, WORDS[-1]))
    verdict = mc.is_greedy_optimal(game, mc.strategies.entropy)
    return {
        "Node": mc.lazy_tree(game, refusing),
        "Solution": verdict.solution,
        "Partition": mc.partition(game, game.guesses[0]),
        "Verdict": verdict,
        "Distribution": verdict.lengths,
        "CostDistribution": mc.cost_distribution(mc.priced(game, {(0, 0): 2}), "entropy"),
        "ExpectedDistribution": mc.expected_distribution(game, mc.strategies.random_candidate),
        "Summary": mc.simulate(game, mc.strategies.knuth, games=5),
        "Standings": mc.compare(game, [mc.strategies.knuth, mc.strategies.entropy], 5),
        "Session": session,
        "WorstCase": mc.worst_case(game, mc.strategies.knuth),
        "ScoreTable": mc.compile_game(words),
        "TieSpectrum": mc.tie_spectrum(game),
        "TieStudy": mc.studies.tie_study(game, mc.strategies.knuth, orders=3),
        "GameBase": words,
        "Variant": mc.priced(game, {(0, 0): 2}),
        "StrategyValue": mc.strategies.rosu,
        "Rows": session.review(),
        "MoveReview": session.review()[0],
        "Suggestion": mc.Session(game).suggest(1)[0],
        "NoisySuggestion": mc.Session(mc.noisy(game, 0.1)).suggest(1)[0],
        "Value": mc.guess_values(game)[0],
        "Diagnosis": mc.diagnose(mc.Mastermind(6, 4), LIED)[0],
    }


@pytest.fixture(scope="module")
def shown():
    return results()


@pytest.mark.parametrize("name", NAMES)
def test_every_result_has_a_card_that_is_well_formed(shown, name):
    page = Checked(shown[name]._repr_html_())
    assert page.labels
    assert "object at 0x" not in page.text


@pytest.mark.parametrize("name", NAMES)
def test_no_repr_is_a_list_of_all_secrets(shown, name):
    assert len(repr(shown[name])) <= 200


def test_the_reprs_of_compiled_word_games_hold_no_words(shown):
    table = shown["ScoreTable"]
    text = "".join(map(repr, (table, table.guesses, table.secrets)))
    assert not any(word in text for word in WORDS)


def test_every_public_result_that_is_shown_has_a_card():
    rooms = (mc, mc.games, mc.play, mc.simulation, mc.strategies, mc.studies)
    public = [getattr(room, name) for room in rooms for name in room.__all__]
    shown = {kind for kind in public if isinstance(kind, type) and issubclass(kind, Shown)}
    assert all(any(base.__name__ in CARDS for base in kind.__mro__) for kind in shown)
    assert len(shown) > len(CARDS)


def test_a_class_of_ones_own_has_the_card_of_its_base_whatever_it_is_called():
    class Verdict(mc.FiniteGame):
        """A game of my own."""

    game = Verdict("ab", "ab", lambda guess, secret: guess == secret, {True})
    assert "is answered" in Checked(game._repr_html_()).text


def test_a_card_asks_no_strategy():
    tree = mc.lazy_tree(mc.TwoD(4), refusing)
    assert "16 secrets" in Checked(tree._repr_html_()).text
    assert not tree.opened


def test_an_opened_node_shows_its_guess_and_answers():
    game = mc.Mastermind(4, 3)
    tree = mc.lazy_tree(game, mc.strategies.knuth)
    _ = tree.branches[0].subtree.guess
    page = Checked(tree._repr_html_())
    assert page.text.count("not opened") == len(tree.branches) - 2
    assert "guess 123" in page.labels
    assert "1 black, 1 white" in page.labels


def test_a_node_whose_guess_tells_nothing_says_so():
    game = mc.FiniteGame("ab", "ab", lambda guess, secret: guess == secret, {True})
    tree = mc.lazy_tree(game, lambda position: "a")
    dull = tree[False].subtree
    assert dull.guess == "a"
    assert "never end" in Checked(dull._repr_html_()).text


def test_the_card_of_a_verdict_shows_both_sides(shown):
    verdict = shown["Verdict"]
    text = Checked(verdict._repr_html_()).text
    assert f"{verdict.lengths.mean:.4f}" in text
    assert f"{verdict.solution.total / 16:.4f}" in text


def test_the_card_of_a_solution_counts_by_weight():
    game = mc.FiniteGame(
        "ab", "ab", lambda guess, secret: guess == secret, {True}, weights=(5, 3000)
    )
    text = Checked(mc.optimal(game)._repr_html_()).text
    assert "3,000" in text
    assert "3,010" in text


def test_the_card_of_a_stopped_search_says_how_far_it_can_be_from_the_best():
    game = mc.Mastermind(colours=6, holes=4)
    stopped = mc.optimal(game, nodes=1)
    assert not stopped.proven
    share = float(
        re.search(r"not proven: at most ([\d.]+) % above the bound", stopped._repr_html_())[1]
    )
    assert 0 <= share - 100 * (stopped.total / stopped.lower_bound - 1) < 0.1
    worst_first = evolve(stopped, objective="worst-then-mean", lower_bound=stopped.worst)
    assert "not proven: the worst case is minimal, the rest may not be" in worst_first._repr_html_()
    nothing = evolve(stopped, lower_bound=0)
    assert "not proven: no lower bound is known" in nothing._repr_html_()


def test_a_name_with_markup_is_escaped():
    def strategy(position):
        return position.candidates[0]

    strategy.__name__ = "<script>"
    html = mc.simulate(mc.TwoD(2), strategy, games=2)._repr_html_()
    assert "<script" not in html


@pytest.mark.parametrize("name", mc.GAMES)
def test_every_game_has_a_card_that_is_well_formed(name):
    entry = mc.GAMES[name]
    game = entry.make(**entry.samples[0])
    page = Checked(game._repr_html_())
    assert f"{len(game.guesses):,}" in page.text
    assert "is answered" in page.text


@pytest.mark.parametrize("name", mc.STRATEGIES)
def test_every_strategy_has_a_card_with_its_own_sentence(name):
    strategy = mc.STRATEGIES[name]
    assert idea_of(name) in Checked(strategy._repr_html_()).text
    renamed = strategy.replace(name="<mine>")._repr_html_()
    assert "&lt;mine&gt;" in renamed
    assert idea_of(name) not in renamed


def test_a_game_of_ones_own_is_escaped_and_not_compiled():
    asked = []

    def score(guess, secret):
        asked.append((guess, secret))
        return guess == secret

    game = mc.FiniteGame(["<a>", "<b>"], ["<a>", "<b>"], score, {True}, name="<mine>")
    asked.clear()
    html = game._repr_html_()
    assert "<a>" not in html
    assert "<mine>" not in html
    assert "&lt;mine&gt;" in html
    assert len(asked) == 1


def test_a_game_whose_score_fails_has_a_card_without_an_example():
    game = mc.FiniteGame("ab", "ab", lambda guess, secret: guess == secret or 1 // 0, {True})
    assert "is answered" not in Checked(game._repr_html_()).text


def test_a_game_of_any_size_has_a_card():
    page = Checked(mc.Mastermind(colours=20, holes=20)._repr_html_())
    assert f"{20**20:,}" in page.text


def test_lists_of_advice_are_lists_with_a_card_of_one_table():
    game = mc.Mastermind(colours=6, holes=4)
    session = mc.Session(game)
    session.record((1, 1, 2, 2), (1, 1))
    best = session.suggest(3)
    page = Checked(best._repr_html_())
    assert best == list(best)
    assert page.words.count("expected left") == 1
    assert [label for label in page.labels if label.startswith("guess ")] == [
        "guess " + "".join(map(str, one.guess)) for one in best
    ]
    assert pickle.loads(pickle.dumps(best)) == best == copy.deepcopy(best)
    assert pickle.loads(pickle.dumps(best))._repr_html_() == best._repr_html_()
    assert "first 30 of 40" in Checked(session.suggest(40)._repr_html_()).text
    assert Checked(mc.review(game, [])._repr_html_()).labels == ["Empty list"]


def test_a_certificate_says_what_it_proves(tmp_path):
    mc.optimal(mc.TwoD(3)).write_certificate(tmp_path / "grid")
    proven = mc.verify_certificate(mc.TwoD(3), tmp_path / "grid")
    assert "total 22 is optimal" in Checked(proven._repr_html_()).text
    mc.optimal(mc.TwoD(3), ["within:2", "mean"]).write_certificate(tmp_path / "grid")
    proven = mc.verify_certificate(mc.TwoD(3), tmp_path / "grid")
    assert "within:2-then-mean of 5, then 22 is optimal" in Checked(proven._repr_html_()).text
