"""Wires trading: deployments and what binds them, the journal of orders, and the runtime over bars and brokers."""

import asyncio
from datetime import date, datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING

import structlog

from packages.core.clock import Clock
from packages.core.events import EventLog, JsonObject
from packages.core.ids import Ids
from packages.core.messages import Message
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.accounts.profile import Profile
from packages.domain.market_data.door import Views
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.book import StrategyBook
from packages.domain.strategy.model import Strategy
from packages.domain.trading.approval.approvals import Approvals
from packages.domain.trading.broker import Mode
from packages.domain.trading.deployments.accounts import AccountKind, BrokerAccounts, LinkedAccount, paper_account
from packages.domain.trading.deployments.blockers import DataBlock, waits_for
from packages.domain.trading.deployments.model import Deployment
from packages.domain.trading.deployments.service import DeploymentService
from packages.domain.trading.execution.account_orders import Outbox
from packages.domain.trading.execution.model import OrderLedger, UnknownBook
from packages.domain.trading.risk.limits import RiskLimits
from packages.domain.trading.risk.switches import Switches
from packages.infra.db.engine import Database
from packages.infra.providers.trading.clearance import ProfileLimits, StoredVerdicts
from packages.infra.providers.trading.store.approvals import SqlApprovals
from packages.infra.providers.trading.store.broker_accounts import Seals, SqlBrokerAccounts, SqlSwitches
from packages.infra.providers.trading.store.deployments import SqlDeployments, SqlLeases
from packages.infra.providers.trading.store.order_journal import SqlOrderJournal
from packages.infra.providers.trading.store.paper_accounts import SqlPaperAccounts
from packages.infra.stress.stress_tests import SqlStress

if TYPE_CHECKING:
    from packages.domain.trading.deployments.data_age import StoredOf
    from packages.domain.trading.runtime.drift import DriftWatch
    from packages.domain.trading.runtime.replay import DeploymentTime
    from packages.domain.trading.runtime.runtime_service import RuntimeService
    from packages.infra.providers.trading.live.brokers import AccountBrokers, StandIns
    from packages.infra.providers.trading.live.loading import (
        Calendars,
        FetchBars,
        MarketByDate,
        PinnedSchedules,
        PinnedStrategies,
        Timetables,
    )

_OPERATORS = frozenset({LOCAL_OWNER_ID})  # who runs the server
_log = structlog.get_logger(__name__)
_LOOK = 1.0  # seconds


class TradingContainer:
    """What computes is loaded when a deployment first needs it, so that a desk without any is ready without. Close it
    with `aclose`; what it is given stays open."""

    def __init__(
        self,
        *,
        database: Database,
        seals: Seals,
        book: StrategyBook,
        events: EventLog,
        views: Views,
        stored: "StoredOf",
        calendars: "Calendars",
        clock: Clock,
        fetch_bars: "FetchBars",
        market: "MarketByDate | None" = None,
    ) -> None:
        self._database = database
        self.book = book
        self._events = events
        self._views = views
        self._stored = stored
        self._calendars = calendars
        self._clock = clock
        self._fetch_bars = fetch_bars
        self._market = market
        self._ids = Ids(clock)
        self.store = SqlDeployments(database)
        self.turned = SqlSwitches(database)
        self.switches = Switches(self.turned, self.store, clock, _OPERATORS)
        self.approvals = Approvals(SqlApprovals(database), clock, self._ids)
        self.accounts = BrokerAccounts(SqlBrokerAccounts(database, seals), clock, self._ids)
        self.journal = SqlOrderJournal(database, clock)
        self.stand_ins: StandIns | None = None  # to rehearse against brokers on this machine; set before the first use

    def deployments(self, profile: Profile | None = None) -> DeploymentService:
        """`profile` is what the person answered: of what is made, the limits that follow from it."""
        verdicts, limits = StoredVerdicts(SqlStress(self._database)), ProfileLimits(profile)
        return DeploymentService(
            *(
                self.store,
                self.book,
                verdicts,
                limits,
                self.accounts,
                self.switches,
                self._clock,
                self._ids,
                self._named,
            )
        )

    async def account_for(
        self, owner_id: str, mode: Mode, account_id: str | None, key: str | None, label: str
    ) -> LinkedAccount:
        """The one that was named; otherwise one of the desk's own for this mode that nothing trades on, opened where
        there is none. Nobody's live account is taken unnamed."""
        if account_id is not None or mode is Mode.LIVE:
            return await self.accounts.get(owner_id, account_id or "")
        kind = AccountKind.REPLAY if mode is Mode.REPLAY else AccountKind.PAPER
        return await paper_account(self.store, self.accounts, owner_id, key or "", label, kind)

    async def holds_up(self, deployment: Deployment) -> Message | None:
        """What keeps it from trading now, in the one sentence that everybody is told; None where nothing does."""
        from packages.domain.trading.deployments.data_age import holds_up

        revision = await self.book.revision(deployment.owner_id, deployment.strategy_id, deployment.version)
        strategy = await self._pinned.of(deployment) if revision.strategy.universe.is_market else revision.strategy
        found = await holds_up(self._views(self._clock.now()), self._stored, self._late, deployment, strategy)
        if found is not None:
            return found
        switch = await self.switches.stopping(deployment.owner_id, deployment.id)
        return waits_for(deployment, switch, await self._ledger(deployment.id))

    async def _ledger(self, deployment_id: str) -> OrderLedger | None:
        """None before the first start."""
        try:
            return await self.journal.ledger(deployment_id)
        except UnknownBook:
            return None

    async def data_block(self, strategy: Strategy, limits: RiskLimits) -> DataBlock | None:
        """What the bars of a strategy would hold up, if it were to trade within these limits now."""
        from packages.domain.trading.deployments.data_age import stale_or_missing  # with numpy below it

        views, members = self._views(self._clock.now()), await self._named(strategy)
        return await stale_or_missing(views, self._stored, self._late, members, limits)

    async def _named(self, strategy: Strategy) -> Strategy:
        """With everybody in a market by rule as it is known now."""
        if not strategy.universe.is_market:
            return strategy
        from packages.infra.providers.trading.live.loading import named_on  # with the engine below it

        return await named_on(strategy, self._market, self._clock.now())

    def _late(self, market: Market, timeframe: Timeframe, newest: datetime, now: datetime) -> timedelta:
        return self._timetables.of(market).late(timeframe, newest, now)

    async def replay_day(self, strategy: Strategy, terms: JsonObject, asked: date | None = None) -> date:
        """That a replay begins with: the one that was asked for, if there are bars by then; a lively one otherwise."""
        from packages.infra.providers.trading.live.replay_start import checked_day, replay_day

        now, members = self._clock.now(), await self._named(strategy)
        if asked is not None:
            return await checked_day(members, self._views(now), asked)
        return await replay_day(members, self._views(now), terms, now)

    def leases(self) -> SqlLeases:
        """For a process that keeps a deployment at work by itself."""
        return SqlLeases(self._database, self._clock, self._ids.new())

    @cached_property
    def runtime(self) -> "RuntimeService":
        from packages.domain.trading.runtime.runtime_service import RuntimeService
        from packages.infra.providers.trading.live.loading import NewestBars
        from packages.infra.providers.trading.live.venue import PanelVenues

        newest, times = NewestBars(self._fetch_bars), self._timetables
        venues = PanelVenues(self._pinned, self._views, self.brokers, self._paper, times, self._clock, newest)
        return RuntimeService(
            self.store,
            self.deployments(),
            self.journal,
            Outbox(self.journal, self._events),
            self.switches,
            self.approvals,
            self.brokers,
            venues,
            self._time,
            self._clock,
            self.holds_up,
        )

    async def keep_trading(self, begin_anew: float = 5.0) -> None:
        """Until it is cancelled. Nothing is loaded before a deployment is at work; what stops the loop itself, such as
        a database that went away, is logged, and the loop begins anew after so many seconds."""
        while True:
            task = asyncio.create_task(self._trade())
            try:
                await asyncio.wait({task})
            finally:
                task.cancel()
                await asyncio.wait({task})
            error = task.exception()
            if error is not None:
                _log_failure("trading_stopped", "", error)
            await asyncio.sleep(begin_anew)

    @cached_property
    def drift(self) -> "DriftWatch":
        from packages.domain.trading.runtime.drift import DriftWatch
        from packages.infra.providers.trading.live.loading import BacktestRerun

        rerun = BacktestRerun(self._pinned, self._views, self._time)
        return DriftWatch(self.journal, rerun, self.brokers, self.runtime.began)

    @cached_property
    def brokers(self) -> "AccountBrokers":
        from packages.infra.providers.trading.live.brokers import AccountBrokers, StandIns

        there = self.stand_ins or StandIns()
        return AccountBrokers(self.accounts, self._paper, self._pinned, self._timetables, self._clock, there)

    async def aclose(self) -> None:
        if "brokers" in self.__dict__:
            await self.brokers.aclose()
        await self.journal.aclose()

    async def _trade(self) -> None:
        while not await self.store.at_work():  # noqa: ASYNC110 - another process may have started it
            await asyncio.sleep(_LOOK)
        from packages.domain.trading.runtime.runtime_loop import RuntimeLoop

        loop = RuntimeLoop(
            self.runtime,
            self.store,
            self._schedules,
            self._clock,
            after_tick=self.drift.check,
            leases=self.leases(),
            log=_log_failure,
        )
        await loop.run()

    @cached_property
    def _paper(self) -> SqlPaperAccounts:
        return SqlPaperAccounts(self._database)

    @cached_property
    def _pinned(self) -> "PinnedStrategies":
        from packages.infra.providers.trading.live.loading import PinnedStrategies

        return PinnedStrategies(self.book, self._market)

    @cached_property
    def _time(self) -> "DeploymentTime":
        from packages.domain.trading.runtime.replay import DeploymentTime

        return DeploymentTime(self._clock, self.journal, self._schedules)

    @cached_property
    def _schedules(self) -> "PinnedSchedules":
        from packages.infra.providers.trading.live.loading import PinnedSchedules

        return PinnedSchedules(self._pinned, self._timetables)

    @cached_property
    def _timetables(self) -> "Timetables":
        from packages.infra.providers.trading.live.loading import Timetables

        return Timetables(self._calendars)


def _log_failure(what: str, deployment_id: str, error: BaseException) -> None:
    _log.error(what, deployment_id=deployment_id, exc_info=error)
