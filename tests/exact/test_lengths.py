"""Objectives on the number of guesses: an oracle on random games, known figures, refusals."""

from __future__ import annotations

import pickle
from random import Random

import pytest
from amounts import seeds
from length_games import hold, hold_certificate, hold_divided

import mastermind_core as mc
from mastermind_core.cli import main
from mastermind_core.exact import LengthObjective

M43 = mc.Mastermind(colours=4, holes=3)
M46 = mc.Mastermind(colours=6, holes=4)


@pytest.mark.parametrize("seed", seeds(300))
def test_random_games_agree_with_trying_everything(seed):
    hold(Random(f"lengths {seed}"))


@pytest.mark.parametrize("seed", seeds(300))
def test_random_games_are_divided_with_the_same_tree(seed, tmp_path):
    hold_divided(Random(f"divided lengths {seed}"), tmp_path)


@pytest.mark.parametrize("seed", seeds(150))
def test_certificates_of_random_games_say_what_is_true(seed, tmp_path):
    hold_certificate(Random(f"certified lengths {seed}"), tmp_path)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("objective", "figures"),
    [
        ("within:1", 1295),
        ("within:5", 0),
        # No tree of M(4,6) finds all within five and has a lesser total: Koyama and Lai 1993.
        ("within:5-then-mean", (0, 5626)),
        ("mean-then-worst", (5625, 6)),
        (["mean", mc.within(5)], (5625, 1)),
        ("worst-then-mean", (5, 5626)),
        ("quantile:1-then-mean", (5, 0, 5626)),
    ],
)
def test_figures_of_m46_that_follow_from_known_optima(objective, figures):
    found = mc.optimal(M46, objective)
    assert found.proven
    assert found.values == figures
    assert mc.replay(M46, found) == mc.length_distribution(M46, found)


@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_within_is_as_good_as_any_strategy(k):
    best = mc.optimal(M43, mc.within(k))
    assert best.proven
    for name in ("knuth", "entropy", "most-parts", "irving", "naming"):
        lost = sum(n for length, n in mc.length_distribution(M43, name).items() if length > k)
        assert best.values <= lost


def test_a_penalty_of_the_number_of_guesses_is_the_total():
    linear = mc.optimal(M43, mc.penalty(range(1, 20)))
    assert linear.values == linear.total == mc.optimal(M43).total == linear.lower_bound


def test_a_quantile_of_all_is_the_worst_case():
    assert mc.optimal(M43, mc.quantile(1)).values == mc.optimal(M43, "worst").worst


def test_fractions_and_weights_are_counted_in_their_own_numbers():
    game = mc.weighted(M43, lambda secret: 0.5 if secret[0] == 1 else 1)
    found = mc.optimal(game, mc.penalty([0, 0.25, 1.5]))
    lengths = mc.length_distribution(game, found)
    costs = {1: 0, 2: 0.25}
    assert found.values == sum(costs.get(n, 1.5) * weight for n, weight in lengths.items())
    assert found.lower_bound == found.values


def test_a_race_is_won_by_who_is_ahead():
    lengths = mc.length_distribution(M43, "knuth")
    best = mc.optimal(M43, mc.studies.race_against(lengths))
    own = mc.length_distribution(M43, best)

    def lost(mine):
        return sum(
            count * other * (2 if theirs < length else theirs == length)
            for length, count in mine.items()
            for theirs, other in lengths.items()
        )

    assert best.values == lost(own) <= lost(lengths) == lengths.count**2


def test_objectives_are_texts_that_can_be_read_again():
    for objective in (
        mc.within(4),
        mc.penalty([0, 1, 2.5]),
        mc.quantile(0.9),
        mc.quantile(0.5).then("mean").then(mc.within(3)),
    ):
        again = LengthObjective(str(objective))
        assert again == objective == pickle.loads(pickle.dumps(objective))
        assert again.parts == objective.parts
    assert mc.quantile(0.9) == "quantile:9/10" == LengthObjective("quantile:0.9")


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: mc.within(0), "guesses must be an integer from 1"),
        (lambda: mc.within(2.5), "guesses must be an integer from 1"),
        (lambda: mc.penalty([0, 2, 1]), "guess 2 costs 2, guess 3 1"),
        (lambda: mc.penalty([-1]), "costs must be numbers from 0"),
        (lambda: mc.penalty([]), "at least"),
        (lambda: mc.penalty("012"), "costs must be a list of numbers"),
        (lambda: mc.penalty(3), "costs must be a list of numbers"),
        (lambda: mc.quantile(0), "share must be a number over 0 and up to 1"),
        (lambda: mc.quantile("half"), "share must be a number over 0 and up to 1"),
        (lambda: mc.studies.race_against({}), "lengths must map"),
        (lambda: mc.studies.race_against({0.5: 1}), "lengths must be an integer"),
        (lambda: mc.optimal(M43, "most"), "unknown; did you mean 'worst'?"),
        (lambda: mc.optimal(M43, "speed"), "objective must be one of worst, mean"),
        (lambda: mc.optimal(M43, "within:x"), "objective must be one of worst, mean"),
        (lambda: mc.optimal(M43, "within:1,2"), "objective must be one of worst, mean"),
        (lambda: mc.optimal(M43, []), "objective must be one of worst, mean"),
        (lambda: mc.optimal(M43, "mean-then-quantile:0.5"), "a quantile comes first"),
        (lambda: mc.optimal(M43, "worst-then-mean-then-worst"), "the worst case once"),
        (lambda: mc.optimal(mc.priced(M43, lambda _: 2), "within:2"), "guesses of this game have"),
        (
            lambda: mc.optimal(M43, "quantile:1/2").write_certificate("x"),
            "do not support quantiles",
        ),
        (
            lambda: mc.optimal(mc.TwoD(2), f"penalty:0,1/{3**30},1/{2**40}").write_certificate("x"),
            "it takes numbers of 2**60 or more",
        ),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(ask, said):
    with pytest.raises(mc.BadArgument) as refused:
        ask()
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_sums_that_run_over_are_refused():
    game = mc.weighted(M43, [1 << 30] + [1] * 63)
    with pytest.raises(mc.BadArgument, match="takes numbers of over"):
        mc.optimal(game, ["within:2", "within:3", "mean"])


def test_a_path_limit_that_no_strategy_keeps_is_said():
    with pytest.raises(mc.NoStrategy, match="within 2 guesses"):
        mc.optimal(M43, mc.within(1), max_steps=2)
    with pytest.raises(mc.NoStrategy, match="within 2 guesses"):
        mc.optimal(M43, mc.quantile(0.5).then("mean"), max_steps=2)


def test_later_criteria_never_outweigh_earlier_ones():
    game = mc.weighted(M43, lambda secret: 999 if secret == (1, 1, 1) else 1)
    parts = ["within:2", "penalty:0,1,500", "mean"]
    firsts = [mc.optimal(game, parts[:number]).values for number in (1, 2, 3)]
    assert firsts[1][:1] == (firsts[0],)
    assert firsts[2][:2] == firsts[1]
    # The later ones differ by far more than the first one counts.
    assert firsts[2][1] > 10 * firsts[0] > 0


@pytest.mark.parametrize("objective", ["within:3", "quantile:1/2", "within:3-then-worst-then-mean"])
def test_solutions_and_verdicts_are_kept_in_files(objective, tmp_path):
    found = mc.optimal(M43, objective)
    mc.save(found, tmp_path / "solution.json")
    again = mc.load(tmp_path / "solution.json")
    assert again.to_dict() == found.to_dict()
    assert again.values == found.values
    assert mc.to_text(again.tree) == mc.to_text(found.tree)
    verdict = mc.is_greedy_optimal(M43, "knuth", objective)
    mc.save(verdict, tmp_path / "verdict.json")
    assert mc.load(tmp_path / "verdict.json").to_dict() == verdict.to_dict()
    assert verdict.optimal == found.values <= verdict.greedy


def test_a_file_whose_tree_does_worse_than_it_says_is_refused(tmp_path):
    text = mc.to_json(mc.optimal(M43, mc.within(3)))
    assert text.count('"within:3"') == 1
    with pytest.raises(mc.BadFile, match="lower bound"):
        mc.from_json(text.replace('"within:3"', '"within:4"'))


def test_the_command_line_writes_and_checks_certificates(capsys, tmp_path):
    game, path = ["mastermind", "--colours", "4", "--holes", "3"], str(tmp_path / "c.gz")
    given = ["--objective", "within:3-then-worst-then-mean", "--certificate", path]
    assert main(["optimal", *game, *given]) == 0
    for checker in ([], ["--sample", "1"]):
        capsys.readouterr()
        assert main(["verify", path, *game, *checker]) == 0
        said = capsys.readouterr().out
        assert "within:3-then-worst-then-mean of 21, then 4, then 206 is optimal" in said


def test_the_command_line_takes_them(capsys):
    assert main(["optimal", "mastermind", "--colours", "4", "--holes", "3",
                 "--objective", "within:3-then-mean"]) == 0  # fmt: skip
    assert (
        "within:3-then-mean of (21, 206), total 206, worst 4; proven optimal"
        in capsys.readouterr().out
    )
    assert main(["is-greedy-optimal", "twod", "--size", "4", "--objective", "within:2"]) == 0
    assert main(["optimal", "twod", "--objective", "within:0"]) == 2
    assert "guesses must be an integer from 1" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.compiled
def test_threads_find_the_same_figures():
    for objective in ("within:4", "within:4-then-mean", "worst-then-within:4"):
        one, many = (mc.optimal(M46, objective, threads=threads) for threads in (1, 3))
        assert one.values == many.values
        assert one.proven
        assert many.proven
