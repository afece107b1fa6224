"""The demo market gives the desk work on any day: five experts on every company, and verdicts that differ."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from packages.core.messages import Language
from packages.domain.market_data.sessions import local_day
from packages.domain.market_data.symbols import Symbol
from packages.infra.db.engine import Database
from packages.infra.providers.market_data.demo.bars import COIN
from packages.infra.providers.market_data.demo.companies import COMPANIES
from packages.infra.providers.market_data.demo.special_companies import BANK
from packages.settings.load import load_settings
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.judge.application.dtos import JudgeRequest
from src.modules.judge.container import JudgeContainer
from src.modules.judge.domain.case import EXPERTS
from src.modules.judge.domain.verdict import VerdictAction
from src.modules.judge.domain.walk_back import WalkBackStep
from tests.fakes.clock import StoppedClock

LISTED = [company.symbol for company in COMPANIES if company.delisted_on is None]
# A Sunday, the Spring Festival, the days around reports, the end of a year; mornings and evenings.
DAYS = [
    datetime(2026, 1, 4, 23, tzinfo=UTC),
    datetime(2026, 11, 17, 10, 5, tzinfo=UTC),
    datetime(2027, 2, 10, 1, tzinfo=UTC),
    datetime(2028, 4, 30, 12, tzinfo=UTC),
    datetime(2029, 8, 1, 21, tzinfo=UTC),
    datetime(2030, 10, 6, 9, tzinfo=UTC),
    datetime(2031, 12, 31, 6, tzinfo=UTC),
]


class Desk:
    """A desk whose demo market goes up to its clock."""

    def __init__(self, database: Database, now: datetime) -> None:
        self.now, settings, clock = now, load_settings(), StoppedClock(now)
        self.data = DataEngineeringContainer(database, settings, clock)
        library = self.data.library()
        self.judge = JudgeContainer(database=database, settings=settings, library=library, clock=clock)

    async def verdict(self, symbol: Symbol) -> tuple[set[str], VerdictAction]:
        """Who had a report, and what the judge makes of them and of their debate."""
        walk, step = self.judge.walk_back(), WalkBackStep(symbol, local_day(symbol.market, self.now))
        reports = await walk.desk.reports(step, Language.EN)
        request = JudgeRequest(
            symbol=str(symbol),
            expert_results=reports,
            debate_outcome=await walk.desk.debate(step, reports),
            horizon_days=60,
            language="en",
            session_id=f"{symbol} {self.now}",
            walk_back=True,
        )
        return set(reports), VerdictAction((await walk.judge.run(request)).action)


@pytest.fixture
async def database(demo_at_home: Path) -> AsyncIterator[Database]:
    opened = Database(load_settings().database_url)
    yield opened
    await opened.aclose()


async def test_five_experts_and_the_judge_have_something_to_say_of_a_bank_today(database: Database) -> None:
    desk = Desk(database, datetime(2026, 11, 17, 10, 5, tzinfo=UTC))
    await desk.data.packs().bring_demo_up_to_date()
    reports, action = await desk.verdict(BANK.symbol)
    assert reports == set(EXPERTS)
    assert action is not VerdictAction.NO_CALL
    await desk.judge.aclose()


@pytest.mark.trust
@pytest.mark.parametrize("now", DAYS, ids=str)
async def test_five_experts_work_on_every_company_and_at_least_three_verdicts_are_not_to_hold(
    database: Database, now: datetime
) -> None:
    desk = Desk(database, now)
    await desk.data.packs().bring_demo_up_to_date()
    actions = {}
    for symbol in LISTED:
        reports, actions[symbol] = await desk.verdict(symbol)
        assert reports == set(EXPERTS), symbol
    reports, actions[COIN] = await desk.verdict(COIN)
    assert {"technical_analyst", "macro_intelligence"} <= reports
    assert len(actions) == 10
    assert VerdictAction.NO_CALL not in actions.values()
    assert sum(action in (VerdictAction.BUY, VerdictAction.SELL) for action in actions.values()) >= 3
    await desk.judge.aclose()
