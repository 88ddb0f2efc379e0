"""The published averages of heuristics, played again."""

from __future__ import annotations

import pytest

import mastermind_core as mc
from mastermind_core.cli import main
from mastermind_core.reproduce.heuristics import (
    Runs,
    agrees,
    heuristics_report,
    random_report,
)
from mastermind_core.reproduce.sampled_claims import (
    ANNEALING_CLAIMS,
    GAMES,
    MINIMAX_CLAIMS,
    OPTIMA,
    SAMPLED_CLAIMS,
    SURVEY_CLAIMS,
    SampledClaim,
)
from mastermind_core.strategies.codes.rosu import rosu
from mastermind_core.strategies.codes.shapiro import shapiro
from mastermind_core.strategies.codes.swaszek import Swaszek

ROW = SampledClaim("somewhere", "Rosu", "M(3,4)", rosu, "3.3", games=50, because="lots")


def test_every_claim_can_be_played():
    assert len(SURVEY_CLAIMS) == 40
    assert len(MINIMAX_CLAIMS) == 6
    assert len(ANNEALING_CLAIMS) == 9
    for claim in SAMPLED_CLAIMS:
        assert claim.game in GAMES
        assert float(claim.mean) > 1
        for strategy in (claim.strategy, *claim.tries.values()):
            assert isinstance(strategy, mc.Strategy)
            assert not strategy.needs_table


def test_means_below_the_optimum_are_called_impossible():
    low = [c for c in SAMPLED_CLAIMS if c.game in OPTIMA and float(c.mean) < 4.34]
    assert "4.13" in {claim.mean for claim in low if claim.game == "M(4,6)"}
    row = SampledClaim("somewhere", "too good", "M(3,4)", rosu, "3.1")
    lines = list(heuristics_report([row], Runs(games=3)))
    assert lines[3].startswith("  differs: no strategy has a mean below 206/64 = 3.2188")


def test_a_row_is_four_lines_and_a_line_for_each_other_reading():
    row = SampledClaim("there", "Rosu", "M(3,4)", rosu, "9.9", tries={"in a list": shapiro})
    lines = list(heuristics_report([row], Runs(games=10)))
    assert lines[0] == "Rosu, M(3,4)  [there]"
    assert lines[1] == "  claimed   mean 9.9"
    assert lines[2].startswith("  measured  mean ")
    assert lines[3] == "  differs"
    assert lines[4].startswith("  tried     in a list: mean ")
    assert lines[4].endswith("differs")
    assert len(list(heuristics_report([row], quick=True))) == 4


def test_agreement_is_judged_by_both_samples():
    summary = mc.simulate(GAMES["M(3,4)"], rosu, games=200, seed=1)
    near = f"{summary.mean + summary.interval:.3f}"
    far = f"{summary.mean + 3 * summary.interval:.3f}"
    assert agrees(SampledClaim("", "", "M(3,4)", rosu, near, games=200), summary)
    assert not agrees(SampledClaim("", "", "M(3,4)", rosu, far, games=200), summary)
    assert agrees(SampledClaim("", "", "M(3,4)", rosu, far, games=5), summary)


def test_a_run_that_was_cut_off_goes_on(tmp_path):
    once = list(heuristics_report([ROW], Runs(games=20)))
    first = tmp_path / "log"
    list(heuristics_report([ROW], Runs(games=8, log=first)))
    (file,) = first.iterdir()
    assert len(file.read_text().splitlines()) == 9
    again = list(heuristics_report([ROW], Runs(games=20, log=first)))
    assert [line.rpartition(",")[0] for line in again] == [line.rpartition(",")[0] for line in once]
    assert len(file.read_text().splitlines()) == 21


def test_all_codes_are_played_when_there_are_games_enough():
    row = SampledClaim("", "", "M(3,4)", Swaszek(), "3.5", all_codes=True)
    summary = Runs().play(row, row.strategy)
    assert summary.games == 64
    assert Runs(games=64).play(row, row.strategy) == summary
    assert Runs(games=20).play(row, row.strategy).games == 20


def test_uninformed_search_is_known_exactly():
    lines = list(random_report())
    assert "mean 648.5" in lines[2]
    assert [line for line in lines if line.startswith(("  agrees", "  differs"))] == [
        "  agrees",
        "  agrees",
        "  differs: by 2.6 standard errors",
    ]


def test_too_few_games_are_refused():
    with pytest.raises(mc.BadArgument, match="games"):
        list(heuristics_report([ROW], Runs(games=1)))


def test_the_command_plays_the_rows_that_are_asked_for(capsys, tmp_path):
    log = str(tmp_path)
    asked = ["reproduce", "heuristics", "--only", "Rosu, M(4,6)", "--games", "4", "--log", log]
    assert main(asked) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0].startswith("Rosu, M(4,6)")
    assert len(shown) == 4
    assert main([*asked, "--jobs", "2"]) == 0
    assert main(["reproduce", "heuristics", "--quick", "--only", "M(3,4)"]) == 0
    assert "Ostrowska 2021" in capsys.readouterr().out
