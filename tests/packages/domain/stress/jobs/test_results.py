"""What is told beside the findings: trials that found no place, and sessions by the market's own calendar."""

from dataclasses import replace
from datetime import date
from typing import Any

from packages.domain.market_data.calendar import ALWAYS_OPEN, EVERY_WEEKDAY, Calendar
from packages.domain.stress.jobs.plan import make_stress_plan
from packages.domain.stress.jobs.run import Measured, StressRunner
from packages.domain.stress.jobs.stored import NewStress
from packages.domain.stress.jobs.work import MemoryStages, result_of
from packages.domain.stress.verdict.parts import StressPart
from packages.reports.stress.as_json import write_stress
from tests.packages.domain.backtest.asking import NOW
from tests.packages.domain.stress.jobs.desk import JOB, Progress, asking, open_desk


async def measured(part: StressPart, calendar: Calendar | None = None) -> tuple[NewStress, Measured]:
    async with open_desk() as desk:
        calendars = None if calendar is None else lambda _market: calendar
        runner = StressRunner(desk.market.view, desk.shelf.ledger, desk.returns, desk.clock, calendars)
        plan = await make_stress_plan(desk.shelf, "ann", asking(await desk.strategy(), parts=(part,)), NOW)
        return NewStress(JOB, "ann", plan, NOW, False), await runner.run("ann", plan, MemoryStages(), Progress().report)


async def test_trials_beyond_the_cap_are_told_in_both_languages() -> None:
    asked, found = await measured(StressPart.OVERFITTING)
    assert found.luck is not None
    whole: Any = result_of(asked, found, write_stress, NOW).report["lineage"]
    # What nobody can see is said in every report.
    [unseen] = whole["notes"]["en"]
    assert "not declared" in unseen
    assert whole == {"trials": 1, "compared": 1, "left_out": 0, "notes": whole["notes"]}
    many = replace(found, luck=replace(found.luck, compared=2_000, left_out=1_234))
    told: Any = result_of(asked, many, write_stress, NOW).report["lineage"]["notes"]  # type: ignore[index,call-overload]
    assert "3,234 counted trials" in told["en"][0]
    assert "1,234 次" in told["zh"][0]


async def test_the_sessions_of_a_window_are_those_of_the_calendar() -> None:
    _, weekdays = await measured(StressPart.CRISES, EVERY_WEEKDAY)
    assert weekdays.parts.crises is not None
    assert weekdays.parts.crises[0].missing is None
    # For a market that never sleeps, five days of seven are a gap.
    _, always = await measured(StressPart.CRISES, ALWAYS_OPEN)
    assert always.parts.crises is not None
    days = (date(2019, 12, 31) - date(2019, 2, 4)).days + 1
    assert f"of {days} sessions are there" in (always.parts.crises[0].missing or "")
