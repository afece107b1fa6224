"""What is kept of a stress report is enough to tell it again, to the letter."""

import json
from dataclasses import replace

import numpy as np
import pytest

from apps.cli.stress.reading import stress_report
from packages.core.messages import Language
from packages.domain.backtest.jobs.plan import Plan
from packages.domain.strategy.build import build
from packages.domain.stress.report import StressTestReport
from packages.domain.stress.verdict.parts import StressParts
from packages.reports.stress.as_json import stress_json
from packages.reports.stress.document import stress_html, stress_markdown
from tests.packages.domain.backtest.asking import document
from tests.packages.domain.stress.verdict.good_parts import good_parts, world
from tests.packages.reports.stress.sample import broken_parts, report_of

BROKEN = report_of(broken_parts())
HOLES = replace(world(), fan=np.where(np.arange(10).reshape(5, 2) == 3, np.nan, 1.0), fan_bars=(0, 1))
REPORTS = {
    "broken": BROKEN,
    "held": report_of(good_parts()),
    "nothing": report_of(StressParts()),
    "holes": report_of(replace(good_parts(), monte_carlo=(HOLES,))),
}


def _plan() -> Plan:
    return Plan(
        strategy=build(document("DEMO5")),
        lineage_id="l",
        strategy_id="s",
        version=4,
        start=None,
        end=None,
        terms=BROKEN.cover.terms,
        as_of=BROKEN.created_at,
    )


@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
def test_a_report_that_was_kept_is_told_again_in_the_same_words(report: StressTestReport) -> None:
    kept = json.loads(json.dumps(stress_json(report)))
    again = stress_report(kept, _plan())
    assert stress_json(again) == kept
    for language in Language:
        assert stress_markdown(again, language) == stress_markdown(report, language)
        assert stress_html(again, language) == stress_html(report, language)
