"""`parley walkback`, and verdicts on past days, as a person types them."""

import json
from dataclasses import replace
from datetime import date

import pytest

from apps.cli.walk_back import print_walk_back
from packages.core.messages import Language, reading
from packages.domain.market_data.symbols import parse_symbol
from src.modules.judge.application.walk_back import WalkBackCounts, WalkBackReport
from src.modules.judge.domain.scores.report import score_report
from src.modules.judge.domain.walk_back import WalkBackPlan
from tests.apps.cli.terminal import typed
from tests.src.modules.judge.forecasters import CALIBRATED, drawn_calls


@pytest.mark.usefixtures("demo_at_home")
def test_a_walk_back_is_told_and_its_repeat_keeps_every_look() -> None:
    asked = ("walkback", "DEMO5", "--from", "2024-01-05", "--to", "2024-03-01", "--every", "40")
    first = json.loads(typed(*asked, "--lang", "en", "--json").stdout)
    assert first["looks"] == {"made": 2, "kept": 0, "silent": 0}
    assert (first["engine"], first["horizon_days"]) == ("rules", 60)
    assert first["with_debate"] == first["without_debate"] == {
        "status": "not_enough_calls", "settled": 2, "needed": 30,
    }  # fmt: skip
    again = typed(*asked, "--lang", "en")
    assert again.returncode == 1
    assert "0 looks made, 2 kept from an earlier walk" in again.stdout
    assert "Without the debate" in again.stdout
    assert json.loads(typed("calls", "scores", "--walk-back", "--json").stdout)["tally"]["entries"] == 4


@pytest.mark.parametrize("language", Language)
def test_scored_calls_are_printed_for_both_ways_with_what_the_debate_did(
    language: Language, capsys: pytest.CaptureFixture[str]
) -> None:
    heard = drawn_calls(CALIBRATED, 40, seed=1)
    undebated = replace(heard[0].stages, after_resolution=None)
    alone = [replace(call, call_id=f"alone-{call.call_id}", stages=undebated) for call in heard]
    plan = WalkBackPlan(symbols=(parse_symbol("DEMO5"),), start=date(2024, 1, 5), end=date(2024, 3, 1), every=40)
    with reading(language):
        print_walk_back(WalkBackReport(plan, "rules", WalkBackCounts(40, 0, 0), score_report([*heard, *alone])))
    told = capsys.readouterr().out
    for words in ("命中率", "动量", "不经辩论 →") if language is Language.ZH else ("hit rate", "momentum", "without →"):
        assert words in told
    assert told.count("Brier") >= 3


@pytest.mark.usefixtures("demo_at_home")
@pytest.mark.parametrize(
    ("days", "said"),
    [
        (("2024-03-01", "2024-01-05"), "begin before you end"),
        (("soon", "2024-01-05"), "soon"),
        (("2024-01-05", "2999-01-01"), "before today"),
    ],
)
def test_what_cannot_be_walked_is_said(days: tuple[str, str], said: str) -> None:
    shown = typed("walkback", "DEMO5", "--from", days[0], "--to", days[1], "--lang", "en")
    assert shown.returncode == 2
    assert said in shown.stderr


@pytest.mark.usefixtures("demo_at_home")
def test_a_verdict_on_a_past_day_knows_nothing_later_and_stands_in_the_walk_back_book() -> None:
    shown = typed("judge", "DEMO5", "--date", "2024-06-28", "--lang", "en")
    assert shown.returncode == 0, shown.stderr
    for words in ("Verdict", "Reasons", "walk-back book", "2024-06-28"):
        assert words in shown.stdout
    verdict = json.loads(typed("judge", "DEMO5", "--date", "2024-06-28", "--lang", "en", "--json").stdout)
    assert verdict["book"] == "walk_back"
    assert verdict["as_of"] < "2024-06-29T12"


@pytest.mark.usefixtures("demo_at_home")
def test_a_debate_can_be_held_on_a_past_day_and_a_stored_one_has_its_own() -> None:
    shown = typed("debate", "DEMO5", "--date", "2024-06-28", "--lang", "en", "--json")
    answer = json.loads(shown.stdout)
    known = [row["known_at"] for one in answer["expert_results"].values() for row in one["data"]["evidence"]]
    assert max(known) < "2024-06-29T12"
    refused = typed("debate", answer["session_id"], "--date", "2024-06-28", "--lang", "en")
    assert refused.returncode == 2
    assert "has its own date" in refused.stderr
