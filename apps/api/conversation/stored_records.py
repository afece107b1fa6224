"""Stored records of the things that a conversation names, read from the services that check the owner."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from packages.core.errors import NotFound
from packages.core.events import JsonObject
from packages.domain.backtest.jobs.service import BacktestService
from packages.domain.backtest.jobs.stored import Backtest
from packages.domain.conversation.facts import (
    AccountFact,
    BacktestFact,
    DeploymentFact,
    InstrumentFact,
    StrategyFact,
    StressFact,
)
from packages.domain.market_data.coverage import Stored
from packages.domain.market_data.errors import BadSymbol
from packages.domain.market_data.rows import Instrument
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.strategy.book import StrategyBook, StrategyDrafts
from packages.domain.strategy.canonical import document_of
from packages.domain.stress.findings import Ruling
from packages.domain.stress.jobs.service import StressService
from packages.domain.stress.jobs.stored import StressTest, ruling_of
from packages.domain.stress.report import settled_ruling
from packages.domain.trading.deployments.accounts import taken_accounts
from packages.domain.trading.deployments.lifecycle import LifecycleState
from packages.domain.work.stored import BacktestStatus
from packages.infra.providers.trading.container import TradingContainer
from src.modules.coordinator.application.research_sessions import ResearchSessions
from src.modules.data_engineering.application.library import MarketLibrary

_ID = re.compile(r"[0-9a-f-]{36}")
_PAGE, _PAGES = 100, 10
_MOST_REMEMBERED = 1_000

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceRecords:
    """`StoredRecords` over the services."""

    strategies: StrategyBook
    drafts: StrategyDrafts
    backtests: BacktestService
    stress_tests: StressService
    trading: TradingContainer
    sessions: ResearchSessions
    library: MarketLibrary
    _sharpes: dict[str, float | None] = field(default_factory=dict, init=False)  # of what is done: it never changes

    async def strategy(self, owner_id: str, strategy_id: str) -> StrategyFact | None:
        """A deleted one is not there."""
        stored = await _there(strategy_id, lambda: self.strategies.get(owner_id, strategy_id))
        if stored is None or stored.archived_at is not None:
            return None
        revision = await self.strategies.revision(owner_id, strategy_id, stored.version)
        universe = revision.strategy.universe
        return StrategyFact(
            strategy_id=stored.id,
            version=revision.version,
            name=stored.name,
            lineage_id=stored.lineage_id,
            content_hash=revision.content_hash,
            dsl_json=revision.document,
            tickers=universe.tickers,
            market=universe.market.value,
            timeframe=revision.strategy.timeframe.value,
        )

    async def draft(self, owner_id: str, draft_id: str) -> JsonObject | None:
        found = await _there(draft_id, lambda: self.drafts.get(owner_id, draft_id))
        return None if found is None else document_of(found.strategy)

    async def backtest(self, owner_id: str, backtest_job_id: str) -> BacktestFact | None:
        found = await _there(backtest_job_id, lambda: self.backtests.get(owner_id, backtest_job_id))
        return None if found is None else await _or_none(lambda: self._backtest_fact(found))

    async def backtests_of(self, owner_id: str, strategy_id: str) -> Sequence[BacktestFact]:
        """Among the owner's newest thousand."""
        stored = await _there(strategy_id, lambda: self.strategies.get(owner_id, strategy_id))
        if stored is None:
            return ()
        newest = self._newest_backtests(owner_id)
        lineage = [each.id async for each in newest if each.plan.lineage_id == stored.lineage_id]
        records = [await self.backtest(owner_id, backtest_id) for backtest_id in lineage]
        return [fact for fact in records if fact is not None]

    async def stress(self, owner_id: str, stress_report_id: str) -> StressFact | None:
        found = await _there(stress_report_id, lambda: self.stress_tests.get(owner_id, stress_report_id))
        if found is None:
            return None
        verdict, plan = await self._verdict(owner_id, found), found.plan.backtest
        return StressFact(
            stress_report_id=found.id,
            scenario_set_id=found.plan.scenario_set_id,
            strategy_id=plan.strategy_id,
            version=plan.version,
            content_hash=plan.strategy_hash,
            status=found.status.chat_status,
            verdict=None if verdict is None else verdict.value,
            is_stopped=found.status is BacktestStatus.CANCELLED,
        )

    async def deployment(self, owner_id: str, deployment_id: str) -> DeploymentFact | None:
        found = await _there(deployment_id, lambda: self.trading.deployments().get(owner_id, deployment_id))
        if found is None:
            return None
        return DeploymentFact(
            deployment_id=found.id,
            strategy_id=found.strategy_id,
            version=found.version,
            account_id=found.account_id,
            target=found.mode.value,
            status=found.status.value,
            blocker=None if found.blocker is None else found.blocker.value,
            is_paused=found.state is LifecycleState.PAUSED,
            is_stopped=found.state in (LifecycleState.STOPPING, LifecycleState.STOPPED),
        )

    async def account(self, owner_id: str, account_id: str) -> AccountFact | None:
        found = await _there(account_id, lambda: self.trading.accounts.get(owner_id, account_id))
        if found is None:
            return None
        taken = await taken_accounts(self.trading.store, owner_id)
        return AccountFact(found.id, found.label, found.kind.mode.value, found.id in taken)

    async def research(self, owner_id: str, research_session_id: str) -> str | None:
        found = await _there(research_session_id, lambda: self.sessions.get(owner_id, research_session_id))
        return None if found is None else found.request.symbol

    async def approval(self, owner_id: str, approval_id: str) -> str | None:
        found = await _there(approval_id, lambda: self.trading.approvals.get(owner_id, approval_id))
        return None if found is None else found.deployment_id

    async def instrument(self, symbol: str) -> InstrumentFact | None:
        try:
            wanted = parse_symbol(symbol)
        except BadSymbol:
            return None
        stored = await self.library.stored(wanted)
        named = await _or_none(lambda: self.library.view().instrument(wanted))
        return _instrument_fact(wanted, named, stored) if stored else None

    async def instruments(self, market: str | None = None) -> Sequence[InstrumentFact]:
        stocked: dict[Symbol, list[Stored]] = {}
        for entry in await self.library.stored():
            if market in (None, entry.symbol.market.value):
                stocked.setdefault(entry.symbol, []).append(entry)
        named = {each.symbol: each for each in await self.library.instruments(self.library.clock.now())}
        return [_instrument_fact(each, named.get(each), stocked[each]) for each in sorted(stocked, key=str)]

    async def _newest_backtests(self, owner_id: str) -> AsyncIterator[Backtest]:
        before = None
        for _ in range(_PAGES):
            page = await self.backtests.page(owner_id, _PAGE, before)
            for each in page:
                yield each
            if len(page) < _PAGE:
                return
            before = page[-1].id

    async def _backtest_fact(self, found: Backtest) -> BacktestFact:
        headline, plan = found.headline, found.plan
        figures: Any = {} if headline is None else headline.body["figures"]
        return BacktestFact(
            backtest_job_id=found.id,
            strategy_id=plan.strategy_id,
            version=plan.version,
            content_hash=plan.strategy_hash,
            status=found.status.chat_status,
            error=found.error,
            trades=figures.get("trades"),
            sharpe=None if headline is None else await self._sharpe(found, headline.sharpe),
            figures=figures,
            is_stopped=found.status is BacktestStatus.CANCELLED,
        )

    async def _sharpe(self, found: Backtest, of_all: float | None) -> float | None:
        """Out of sample, by the rule of `held_out_sharpe`; of the whole where the kept curve leaves bars out."""
        if found.id not in self._sharpes:
            if len(self._sharpes) >= _MOST_REMEMBERED:
                self._sharpes.clear()
            self._sharpes[found.id] = await self._measured(found, of_all)
        return self._sharpes[found.id]

    async def _measured(self, found: Backtest, of_all: float | None) -> float | None:
        # The analysis loads numpy, which a server that starts does not wait for.
        from packages.domain.backtest.analysis.sharpe import held_out_sharpe
        from packages.domain.backtest.market.axis import bars_per_year

        report = (await self.backtests.kept(found.owner_id, found.id)).report
        if len(report.equity) < report.figures.bars:
            return of_all
        strategy = found.plan.strategy
        return held_out_sharpe(report.equity, bars_per_year(strategy.universe.market, strategy.timeframe))

    async def _verdict(self, owner_id: str, found: StressTest) -> Ruling | None:
        """What is to be revised may only not be measured yet: the report says so."""
        ruling = ruling_of(found)
        if ruling is not Ruling.REVISE:
            return ruling
        return settled_ruling(await self.stress_tests.report(owner_id, found.id))


async def _there(text: str, look: Callable[[], Awaitable[T]]) -> T | None:
    """What is no id is not looked for: a database refuses some texts with an error of its own."""
    return await _or_none(look) if _ID.fullmatch(text) else None


async def _or_none(look: Callable[[], Awaitable[T]]) -> T | None:
    try:
        return await look()
    except NotFound:
        return None


def _instrument_fact(symbol: Symbol, named: Instrument | None, stored: Iterable[Stored]) -> InstrumentFact:
    lengths = sorted({entry.timeframe for entry in stored}, key=lambda each: each.seconds)
    return InstrumentFact(
        symbol=str(symbol),
        market=symbol.market.value,
        name_zh=(named and named.name_zh) or str(symbol),
        name_en=(named and named.name_en) or str(symbol),
        timeframes=tuple(each.value for each in lengths),
        is_demo=symbol.is_demo,
        delisted_on=None if named is None else named.delisted_on,
    )
