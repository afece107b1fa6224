"""A library, and the judge's market over it, with bars that a test makes up."""

from collections.abc import Sequence
from datetime import UTC, date, datetime

from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.calendar import EVERY_WEEKDAY, Calendar
from packages.domain.market_data.rows import CorporateAction, Instrument, StatusKind, StatusPeriod
from packages.domain.market_data.symbols import Market
from src.modules.data_engineering.application.library import MarketLibrary
from src.modules.judge.infrastructure.judge_choice import LibraryJudgeMarket
from tests.fakes.clock import StoppedClock
from tests.fakes.market import InMemoryMarket
from tests.src.modules.judge.making import NOW, SYMBOL

LONG_AGO = datetime(2010, 1, 1, tzinfo=UTC)


def library_of(
    clock: StoppedClock,
    *series: BarSeries,
    actions: Sequence[CorporateAction] = (),
    statuses: Sequence[StatusPeriod] = (),
    instruments: Sequence[Instrument] = (),
) -> MarketLibrary:
    market = InMemoryMarket(
        clock.now(), instruments=instruments, series=series, action_rows=actions, status_rows=statuses
    )
    return MarketLibrary(market, market, market, _every_weekday, clock)  # type: ignore[arg-type]


def _every_weekday(_market: Market) -> Calendar:
    return EVERY_WEEKDAY


def judge_market(
    *series: BarSeries, now: datetime = NOW, suspended_since: date | None = None, delisted_on: date | None = None
) -> LibraryJudgeMarket:
    """Prices of the stock and its index; the stock may be suspended or gone."""
    status = StatusPeriod(
        source="test",
        known_at=LONG_AGO,
        symbol=SYMBOL,
        kind=StatusKind.SUSPENDED,
        since=suspended_since or date.max,
        until=None,
    )
    instrument = Instrument(
        source="test",
        known_at=LONG_AGO,
        symbol=SYMBOL,
        name_en="Test Works",
        name_zh="测试制造",
        exchange="XSHE",
        currency="CNY",
        delisted_on=delisted_on,
    )
    statuses = [status] if suspended_since else []
    return LibraryJudgeMarket(library_of(StoppedClock(now), *series, statuses=statuses, instruments=[instrument]))
