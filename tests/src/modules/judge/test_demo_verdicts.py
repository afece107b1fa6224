"""The demo market gives the desk work on any day: five experts on every company, and verdicts that differ."""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from packages.core.messages import Language
from packages.domain.evidence.experts import EXPERTS
from packages.domain.market_data.sessions import local_day
from packages.domain.market_data.symbols import Symbol
from packages.infra.db.engine import Database
from packages.infra.providers.market_data.demo.bars import COIN
from packages.infra.providers.market_data.demo.companies import COMPANIES, SHAKY
from packages.infra.providers.market_data.demo.special_companies import BANK
from packages.settings.load import load_settings
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.judge.application.dtos import JudgeRequest, VerdictDTO
from src.modules.judge.container import JudgeContainer
from src.modules.judge.domain.verdict import VerdictAction
from src.modules.judge.domain.walk_back import Reports, WalkBackStep
from tests.fakes.clock import StoppedClock

LISTED = [company.symbol for company in COMPANIES if company.delisted_on is None]
# First starts: weekends and holidays of both markets, the first days of years, a leap day, days of reports, all hours.
FIRST_STARTS = {
    2026: ("01-01T09:00", "01-02T06:00", "01-04T23:00", "02-17T03:00", "04-30T12:00", "07-04T15:00", "09-01T02:00",
           "11-17T10:05", "12-25T18:00"),
    2027: ("01-01T00:30", "01-05T22:00", "02-10T01:00", "03-31T20:30", "06-19T11:00", "08-31T08:00", "10-03T05:00",
           "11-26T19:00"),
    2028: ("01-03T04:00", "02-29T07:10", "04-30T12:00", "07-15T23:30", "09-30T13:00", "12-31T23:59"),
    2029: ("01-01T12:00", "02-14T09:00", "05-01T16:00", "08-01T21:00", "10-28T10:00"),
    2030: ("01-02T21:30", "04-19T14:00", "06-30T06:30", "10-06T09:00", "11-28T17:00"),
    2031: ("01-01T08:00", "05-30T02:00", "08-29T21:00", "12-31T06:00"),
}  # fmt: skip
DAYS = [datetime.fromisoformat(f"{year}-{day}+00:00") for year, days in FIRST_STARTS.items() for day in days]
LATE = datetime(2031, 12, 31, 23, tzinfo=UTC)
EVERY = timedelta(days=90)


class Desk:
    """A desk whose demo market goes up to its clock."""

    def __init__(self, database: Database, now: datetime) -> None:
        self.now, settings, clock = now, load_settings(), StoppedClock(now)
        self.data = DataEngineeringContainer(database, settings, clock)
        library = self.data.library()
        self.judge = JudgeContainer(database=database, settings=settings, library=library, clock=clock)

    async def verdict(self, symbol: Symbol, day: date | None = None) -> tuple[Reports, VerdictDTO]:
        """The experts' reports, and what the judge makes of them and of their debate; today where no day is named."""
        walk, step = self.judge.walk_back(), WalkBackStep(symbol, day or local_day(symbol.market, self.now))
        reports = await walk.research.reports(step, Language.EN)
        request = JudgeRequest(
            symbol=str(symbol),
            expert_results=reports,
            debate_outcome=await walk.research.debate(step, reports),
            horizon_days=60,
            language="en",
            session_id=f"{symbol} {step.day} {self.now}",
            walk_back=True,
        )
        return reports, await walk.judge.run(request)


@pytest.fixture
async def database(demo_at_home: Path) -> AsyncIterator[Database]:
    opened = Database(load_settings().database_url)
    yield opened
    await opened.aclose()


async def test_five_experts_and_the_judge_have_something_to_say_of_a_bank_today(database: Database) -> None:
    desk = Desk(database, datetime(2026, 11, 17, 10, 5, tzinfo=UTC))
    await desk.data.packs().update_demo()
    reports, verdict = await desk.verdict(BANK.symbol)
    assert set(reports) == set(EXPERTS)
    assert verdict.action != VerdictAction.NO_CALL
    await desk.judge.aclose()


@pytest.mark.trust
@pytest.mark.parametrize("now", DAYS, ids=str)
async def test_five_experts_work_on_every_company_and_at_least_three_verdicts_are_not_to_hold(
    database: Database, now: datetime
) -> None:
    desk = Desk(database, now)
    await desk.data.packs().update_demo()
    actions = {}
    for symbol in (*LISTED, COIN):
        reports, verdict = await desk.verdict(symbol)
        assert set(reports) >= (set(EXPERTS) if symbol is not COIN else {"technical_analyst", "macro_intelligence"})
        actions[symbol] = verdict.action
    assert len(actions) == 10
    assert VerdictAction.NO_CALL not in actions.values()
    assert sum(action in (VerdictAction.BUY, VerdictAction.SELL) for action in actions.values()) >= 3, actions
    await desk.judge.aclose()


@pytest.mark.trust
async def test_the_debate_and_the_judge_think_less_of_the_trap_than_its_chart_and_its_experts_do(
    database: Database,
) -> None:
    desk = Desk(database, LATE)
    await desk.data.packs().update_demo()
    days = [date(2026, 1, 20) + EVERY * n for n in range(24)]
    looks = [await desk.verdict(SHAKY.symbol, day) for day in days]
    lowered = [verdict for _, verdict in looks if _before(verdict) > (verdict.probability or 0.0)]
    assert len(lowered) >= 0.75 * len(looks)
    charmed = [verdict for reports, verdict in looks if reports["technical_analyst"]["signal"] == "BULLISH"]
    assert len(charmed) >= 5
    assert sum(verdict.action == VerdictAction.BUY for verdict in charmed) <= 0.25 * len(charmed)
    await desk.judge.aclose()


def _before(verdict: VerdictDTO) -> float:
    """What the experts lean to by themselves."""
    return verdict.stages.before_debate or 0.0
