"""A walk over past days: both ways in the book, nothing twice, nothing lost."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from packages.core.ids import Ids
from packages.core.messages import Language
from src.modules.judge.application.call_book import Settling
from src.modules.judge.application.judge_service import JudgeService
from src.modules.judge.application.walk_back import WalkBack, WalkBackReport
from src.modules.judge.domain.errors import BadWalkBack
from src.modules.judge.domain.ports import CallBooks
from src.modules.judge.domain.scores.report import NotEnough, Scores
from src.modules.judge.domain.walk_back import Reports, WalkBackPlan, WalkBackStep
from src.modules.judge.infrastructure.rules_judge import RulesJudge
from tests.fakes.call_book import InMemoryCallBook
from tests.fakes.clock import StoppedClock
from tests.src.modules.judge.making import NOW, OWNER, SYMBOL, bars
from tests.src.modules.judge.stored import judge_market

pytestmark = pytest.mark.slow

FIRST = date(2023, 1, 2)
PLAN = WalkBackPlan(symbols=(SYMBOL,), start=FIRST, end=FIRST + timedelta(days=700), every=20, horizon_days=20)
PRICES = {FIRST - timedelta(days=300) + timedelta(days=day): 10 + (day % 37) / 10 for day in range(1200)}


class Killed(Exception):
    """The process dies."""


@dataclass
class ScriptedDesk:
    """Two experts who lean up; from `silent_until` on; it dies at the look `dies_at`."""

    silent_until: date = FIRST
    dies_at: int | None = None
    asked: list[WalkBackStep] = field(default_factory=list)

    async def engine(self) -> str:
        return "rules"

    async def reports(self, step: WalkBackStep, language: Language) -> Reports:
        if self.dies_at is not None and len(self.asked) == self.dies_at:
            raise Killed
        self.asked.append(step)
        as_of = datetime(step.day.year, step.day.month, step.day.day, 15, tzinfo=UTC).isoformat()
        row = {"tag": "E1", "metric": "rsi14", "value": 60.0, "unit": "points", "known_at": as_of}
        told = {"signal": "BULLISH", "confidence": 0.8, "reasoning": "Up.", "risk_warning": "Down.", "as_of": as_of,
                "evidence": [row]}  # fmt: skip
        names = ("technical_analyst", "financial_auditor")
        return dict.fromkeys(names, told) if step.day >= self.silent_until else {}

    async def debate(self, step: WalkBackStep, reports: Reports) -> Mapping[str, Any] | None:
        return {"direction": "BEARISH", "confidence": 0.9}


def past_book() -> InMemoryCallBook:
    return InMemoryCallBook(live=False)


async def walked(desk: ScriptedDesk, book: InMemoryCallBook, plan: WalkBackPlan = PLAN) -> WalkBackReport:
    market = judge_market(bars(PRICES))
    judge = JudgeService(OWNER, RulesJudge(), market, CallBooks(InMemoryCallBook(), book), Ids(StoppedClock(NOW)))
    return await WalkBack(OWNER, desk, judge, book, Settling(market, [book])).run(plan)


async def test_every_look_stands_in_the_book_with_the_debate_and_without_it_and_both_are_scored() -> None:
    book = past_book()
    report = await walked(ScriptedDesk(), book)
    assert (report.counts.made, report.counts.kept, report.counts.silent) == (36, 0, 0)
    with_debate, without = report.scores.overall, report.scores.without_debate
    assert isinstance(with_debate, Scores)
    assert isinstance(without, Scores)
    assert (with_debate.settled, without.settled) == (36, 36)
    assert report.scores.debate_effect is not None
    entries = await book.page(OWNER, 100)
    argued = [one.call for one in entries if one.call.stages.after_resolution is not None]
    alone = [one.call for one in entries if one.call.stages.after_resolution is None]
    assert {call.as_of.date() for call in argued} == {call.as_of.date() for call in alone}
    pairs = zip(argued, alone, strict=True)
    assert all((here.probability or 0) < (there.probability or 0) for here, there in pairs), "the debate leaned down"


async def test_a_walk_that_is_repeated_makes_no_second_call_and_asks_nobody() -> None:
    book = past_book()
    first = await walked(ScriptedDesk(), book)
    desk = ScriptedDesk()
    again = await walked(desk, book)
    assert (again.counts.kept, desk.asked, (await book.tally(OWNER)).entries) == (36, [], 72)
    assert again.scores == first.scores


async def test_a_walk_that_was_killed_goes_on_behind_its_last_look() -> None:
    book = past_book()
    with pytest.raises(Killed):
        await walked(ScriptedDesk(dies_at=10), book)
    assert (await book.tally(OWNER)).entries == 20
    desk = ScriptedDesk()
    report = await walked(desk, book)
    assert (report.counts.kept, report.counts.made, len(desk.asked)) == (10, 26, 26)
    assert report.scores == (await walked(ScriptedDesk(), past_book())).scores


async def test_a_day_without_a_report_is_counted_and_not_booked() -> None:
    book = past_book()
    report = await walked(ScriptedDesk(silent_until=FIRST + timedelta(days=200)), book)
    assert (report.counts.silent, report.counts.made) == (10, 26)
    assert isinstance(report.scores.overall, NotEnough)


async def test_only_the_calls_of_the_walk_are_scored() -> None:
    book = past_book()
    await walked(ScriptedDesk(), book)
    part = WalkBackPlan(symbols=(SYMBOL,), start=FIRST, end=FIRST + timedelta(days=100), every=20, horizon_days=20)
    scores = (await walked(ScriptedDesk(), book, part)).scores.overall
    assert isinstance(scores, NotEnough)
    assert scores.settled == 6


async def test_a_walk_does_not_reach_into_today() -> None:
    plan = WalkBackPlan(symbols=(SYMBOL,), start=FIRST, end=NOW.date(), every=20)
    with pytest.raises(BadWalkBack):
        await walked(ScriptedDesk(), past_book(), plan)
