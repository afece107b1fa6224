"""The whole runtime over a database and a store of bars, with a clock that is moved by hand."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import cache
from pathlib import Path

import numpy as np

from packages.core.ids import Ids
from packages.domain.backtest.jobs.plan import terms_json
from packages.domain.backtest.terms import Terms, usual_costs
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.book import StrategyBook
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.model import Strategy
from packages.domain.trading.approval.approvals import Approvals
from packages.domain.trading.broker import Mode
from packages.domain.trading.callers import PersonSession
from packages.domain.trading.deployments.accounts import BrokerAccounts
from packages.domain.trading.deployments.model import Deployment, DeploymentRequest
from packages.domain.trading.deployments.ports import ClearanceRuling, ClearanceVerdict
from packages.domain.trading.deployments.service import DeploymentService
from packages.domain.trading.execution.account_orders import Outbox
from packages.domain.trading.risk.limits import RiskLimits, limits_from
from packages.domain.trading.risk.switches import Switches
from packages.domain.trading.runtime.replay import DeploymentTime
from packages.domain.trading.runtime.runtime_service import RuntimeService
from packages.infra.db.engine import Database
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from packages.infra.providers.market_data.calendars import calendar_of
from packages.infra.providers.market_data.cross_sections.mapped_sections import MappedCrossSections
from packages.infra.providers.market_data.cross_sections.whole_market import StoredWholeMarket
from packages.infra.providers.market_data.demo.pack import DemoPack, generate
from packages.infra.providers.market_data.rows.market_rows import SqlMarketRows
from packages.infra.providers.market_data.rows.row_reader import SqlRowReader
from packages.infra.providers.trading.live.brokers import AccountBrokers
from packages.infra.providers.trading.live.loading import (
    BacktestRerun,
    DeployedBars,
    PinnedSchedules,
    PinnedStrategies,
    Timetables,
    load_bars,
    named_on,
)
from packages.infra.providers.trading.live.venue import PanelVenues
from packages.infra.providers.trading.store.approvals import SqlApprovals
from packages.infra.providers.trading.store.broker_accounts import SqlBrokerAccounts, SqlSwitches
from packages.infra.providers.trading.store.deployments import SqlDeployments
from packages.infra.providers.trading.store.order_journal import SqlOrderJournal
from packages.infra.providers.trading.store.paper_accounts import PaperAccounts, SqlPaperAccounts
from packages.infra.security.vault import Vault
from packages.infra.strategy.strategies import strategy_book
from tests.fakes.clock import StoppedClock
from tests.fakes.deployments import SaidVerdicts
from tests.fakes.event_log import InMemoryEventLog

ANN = PersonSession("ann", "s1")
_SLACK = timedelta(seconds=30)


@cache
def demo_pack() -> DemoPack:
    return generate()


class NoLimits:
    """A person who told nothing about themselves."""

    async def of(self, owner_id: str) -> RiskLimits:
        return RiskLimits()


class StoredBars:
    """The bar store as the door asks it."""

    def __init__(self, bars: ParquetBars) -> None:
        self._bars = bars

    async def read(
        self,
        symbol: Symbol,
        timeframe: Timeframe,
        as_of: datetime,
        start: datetime | None,
        end: datetime | None,
        source: str | None,
    ) -> BarSeries:
        return self._bars.read(symbol, timeframe, as_of, start, end, source=source)


@dataclass(slots=True)
class LiveDesk:
    """One person, one strategy, one paper deployment; `feed` stores the next bar when it is over."""

    clock: StoppedClock
    database: Database
    bars: ParquetBars
    book: StrategyBook
    store: SqlDeployments
    deployments: DeploymentService
    accounts: BrokerAccounts
    switches: Switches
    journal: SqlOrderJournal
    events: InMemoryEventLog
    brokers: AccountBrokers
    floors: PanelVenues
    runtime: RuntimeService
    rerun: BacktestRerun
    verdicts: SaidVerdicts
    series: BarSeries
    fed: int = 0
    others: tuple[BarSeries, ...] = ()

    async def aclose(self) -> None:
        await self.brokers.aclose()
        await self.journal.aclose()

    async def deployed(self, document: Document, terms: Terms | None = None, **limits: str) -> Deployment:
        """Made, with a passing verdict, and started at the clock's own moment."""
        stored = await self.book.create("ann", document)
        revision = await self.book.revision("ann", stored.id)
        self.verdicts.verdict = ClearanceVerdict(
            "report-1", ClearanceRuling.PASS, revision.content_hash, self.clock.now(), Decimal("0.15")
        )
        account = await self.accounts.open_paper("ann", "paper")
        given = terms or Terms(costs=usual_costs(self.series.symbol.market))
        request = DeploymentRequest(
            strategy_id=stored.id,
            version=1,
            account_id=account.id,
            mode=Mode.PAPER,
            terms=terms_json(given),
            limits=limits_from(limits),
        )
        made = await self.deployments.create(ANN, request)
        return await self.runtime.start(ANN, made.id)

    def feed(self, bars: int = 1) -> None:
        """Stores bars that have become known, and moves the clock to just after the last of them."""
        columns = self.series.columns[self.fed : self.fed + bars]
        self.fed += bars
        self.move_to(columns.known_at[-1].item().replace(tzinfo=UTC) + _SLACK)
        self.bars.append(replace(self.series, columns=columns), self.clock.now())
        for other in self.others:
            self.bars.append(_known(other, self.clock.now()), self.clock.now())

    def move_to(self, at: datetime) -> None:
        self.clock.move(seconds=(at - self.clock.now()).total_seconds())

    async def deployed_bars(self, deployment: Deployment) -> DeployedBars:
        since = await self.runtime.began(deployment)
        assert since is not None
        strategy = await self.floors.strategies.of(deployment)
        return await load_bars(strategy, self.floors.views(self.clock.now()), deployment.terms, since)


async def open_live_desk(
    database: Database,
    folder: Path,
    ticker: str,
    first_day: datetime,
    *,
    series: BarSeries | None = None,
    paper: PaperAccounts | None = None,
    others: Sequence[str] = (),
    reports: bool = False,
) -> LiveDesk:
    """Everything that was known before the first day is in the store already; `series` stands in for the demo's, and
    `others` are fed with it. `reports`: with all that the companies ever report, which the door holds back."""
    symbol, pack = parse_symbol(ticker), demo_pack()
    read = [parse_symbol(each) for each in others]
    clock, series = StoppedClock(first_day), series or pack.series(symbol)
    rows, bars = SqlMarketRows(database), ParquetBars(folder / "bars")
    for told in (pack.instruments, pack.actions, pack.statuses, *((pack.facts, pack.events) if reports else ())):
        await rows.add([row for row in told if row.symbol in (symbol, *read)], datetime(2000, 1, 1, tzinfo=UTC))
    before = int(np.searchsorted(series.columns.known_at, np.datetime64(first_day.replace(tzinfo=None), "us")))
    bars.append(replace(series, columns=series.columns[:before]), first_day)
    desk = assemble(database, folder, clock, bars, series, paper or SqlPaperAccounts(database))
    desk.fed, desk.others = before, tuple(pack.series(each) for each in read)
    for other in desk.others:
        bars.append(_known(other, first_day), first_day)
    return desk


def _known(series: BarSeries, at: datetime) -> BarSeries:
    count = int(np.searchsorted(series.columns.known_at, np.datetime64(at.replace(tzinfo=None), "us"), side="right"))
    return replace(series, columns=series.columns[:count])


def assemble(
    database: Database, folder: Path, clock: StoppedClock, bars: ParquetBars, series: BarSeries, paper: PaperAccounts
) -> LiveDesk:
    """As the composition does it; another process has all of this again over the same database."""
    ids, book, store = Ids(clock), strategy_book(database, clock), SqlDeployments(database)
    reader, verdicts = SqlRowReader(SqlMarketRows(database)), SaidVerdicts()
    accounts = BrokerAccounts(SqlBrokerAccounts(database, Vault(folder / "keys", "broker-keys")), clock, ids)
    switches = Switches(SqlSwitches(database), store, clock, frozenset())
    journal, events = SqlOrderJournal(database, clock), InMemoryEventLog()
    timetables = Timetables(lambda market: calendar_of(market, folder))
    market = StoredWholeMarket(lambda: MappedCrossSections(bars), database)
    strategies = PinnedStrategies(book, lambda: market)

    async def name_members(strategy: Strategy) -> Strategy:
        return await named_on(strategy, lambda: market, clock.now())

    people = NoLimits()
    deployments = DeploymentService(store, book, verdicts, people, accounts, switches, clock, ids, name_members)
    brokers = AccountBrokers(accounts, paper, strategies, timetables, clock)

    def views(as_of: datetime | None) -> MarketView:
        return MarketView(as_of or clock.now(), StoredBars(bars), reader, timetables.calendars)

    floors = PanelVenues(strategies, views, brokers, paper, timetables, clock)
    approvals = Approvals(SqlApprovals(database), clock, ids)
    outbox = Outbox(journal, events)
    time = DeploymentTime(clock, journal, PinnedSchedules(strategies, timetables))
    runtime = RuntimeService(store, deployments, journal, outbox, switches, approvals, brokers, floors, time, clock)
    return LiveDesk(
        clock=clock,
        database=database,
        bars=bars,
        book=book,
        store=store,
        deployments=deployments,
        accounts=accounts,
        switches=switches,
        journal=journal,
        events=events,
        brokers=brokers,
        floors=floors,
        runtime=runtime,
        rerun=BacktestRerun(strategies, views, time),
        verdicts=verdicts,
        series=series,
    )


def cents(amount: Decimal) -> Decimal:
    return amount.quantize(Decimal("0.01"))
