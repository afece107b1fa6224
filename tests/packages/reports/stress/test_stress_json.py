import json
from dataclasses import replace

import numpy as np
import pytest

from packages.domain.stress.findings import IntervalEstimate
from packages.domain.stress.verdict.parts import StressParts
from packages.reports.stress.as_json import stress_json
from tests.packages.domain.stress.verdict.good_parts import good_parts, luck, world
from tests.packages.reports.stress.sample import broken_parts, report_of

TOLD = json.loads(json.dumps(stress_json(report_of(broken_parts())), allow_nan=False))


def test_the_report_says_what_was_stressed() -> None:
    assert (TOLD["stress_report_id"], TOLD["scenario_set_id"]) == ("sr_01J9ZK", "ss_01J9ZA")
    assert (TOLD["strategy"]["version"], TOLD["strategy"]["hash"]) == (4, "9f2c51d0aa63")
    assert TOLD["created_at"] == "2026-11-15T14:00:00+00:00"
    assert TOLD["is_demo"] is True


def test_every_reason_has_its_code_measure_limit_source_and_words_in_both_languages() -> None:
    first = TOLD["verdict"]["reasons"][0]
    assert (first["code"], first["ruling"], first["measured"], first["limit"]) == (
        "crisis_loss",
        "reject",
        -0.31,
        -0.2,
    )
    assert first["source"] == "kyc.risk_tolerance=moderate"
    assert first["words"]["en"]["told"].startswith("In “Crash and circuit breakers” it fell by 31.0%")
    assert first["words"]["zh"]["source"] == "您的回答：风险承受能力＝稳健"
    assert TOLD["verdict"]["ruling"] == "reject"
    assert TOLD["verdict"]["words"]["zh"]["ruling"] == "否决"


def test_the_page_finds_what_it_draws() -> None:
    assert [crisis["key"] for crisis in TOLD["crises"]][:2] == ["cn_2008", "cn_2015"]
    assert TOLD["crises"][1]["name"] == {"zh": "股灾与熔断", "en": "Crash and circuit breakers"}
    assert TOLD["crises"][1]["start"] == "2015-06-12"
    fan = TOLD["monte_carlo"][0]["fan"]
    assert set(fan) == {"bars", "p5", "p25", "p50", "p75", "p95"}
    assert len(fan["bars"]) == len(fan["p5"]) == len(fan["p95"])
    heatmap = TOLD["sensitivity"]["heatmap"]
    assert np.array(heatmap["sharpe"]).shape == (len(heatmap["first_values"]), len(heatmap["second_values"]))
    assert TOLD["limits"]["drawdown"] == {
        "value": -0.25,
        "side": "at_least",
        "outright": -0.375,
        "source": "kyc.risk_tolerance=moderate",
    }


@pytest.mark.parametrize("unknown", [float("nan"), float("inf"), float("-inf")])
def test_no_number_that_is_none_gets_into_the_json(unknown: float) -> None:
    fan = np.full((5, 2), unknown)
    odd = replace(world(), fan=fan, fan_bars=(0, 1), sharpe=IntervalEstimate(unknown, unknown, unknown))
    parts = replace(good_parts(), monte_carlo=(odd,), overfitting=luck(unknown))
    text = json.dumps(stress_json(report_of(parts)), allow_nan=False)
    assert json.loads(text)["overfitting"]["deflated_sharpe"] is None


def test_what_was_not_measured_is_null() -> None:
    told = stress_json(report_of(StressParts()))
    assert all(told[part] is None for part in ("crises", "monte_carlo", "sensitivity", "walk_forward", "overfitting"))
