"""A deployment's trading venue: its market and broker over one load of its bars, opened through the as-of door."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import numpy as np

from packages.core.clock import Clock
from packages.domain.backtest.arena import Arena
from packages.domain.market_data.bars import instant
from packages.domain.market_data.door import Views
from packages.domain.market_data.sessions import bar_known_at, local_day
from packages.domain.strategy.model import Strategy
from packages.domain.trading.broker import Broker, Mode
from packages.domain.trading.decisions import Book, Decision, HoldingState
from packages.domain.trading.deployments.model import Deployment, OwnAccountNeeded
from packages.domain.trading.orders import OrderRequest
from packages.domain.trading.risk.gate import Quote
from packages.domain.trading.runtime.ports import VenueReach
from packages.domain.trading.runtime.schedule import Timetable
from packages.domain.trading.runtime.sizing import Charges
from packages.domain.trading.runtime.ticking import PricesRestated
from packages.infra.providers.trading.adapters.paper import PaperBroker, open_paper_account
from packages.infra.providers.trading.adapters.paper_bar import splits_since
from packages.infra.providers.trading.adapters.paper_market import PaperMarket
from packages.infra.providers.trading.adapters.paper_state import PaperState, exact, opening_of
from packages.infra.providers.trading.engine.decider import requests_of
from packages.infra.providers.trading.engine.replay import holding_state, parting_in
from packages.infra.providers.trading.engine.weights import decider_of
from packages.infra.providers.trading.live.brokers import AccountBrokers, paper_account_id
from packages.infra.providers.trading.live.loading import DeployedBars, PinnedStrategies, Timetables, load_bars, moment
from packages.infra.providers.trading.store.paper_accounts import PaperAccounts, UnknownPaperAccount

_RESTATED = 0.01  # a source corrects a close by less, a split changes it by more


class PanelVenue:
    """Made anew for each tick. The paper broker is given bars of the panel; another broker has a market of its own."""

    def __init__(
        self, deployment_id: str, deployed: DeployedBars, broker: Broker, timetable: Timetable, now: datetime
    ) -> None:
        self.broker = broker
        self._deployment_id = deployment_id
        self._deployed = deployed
        self._panel = deployed.panel
        self._timetable = timetable
        arena = Arena(deployed.panel)
        self._market = PaperMarket(arena, deployed.split)
        self._decide = decider_of(deployed.compiled, arena)
        self.bars: Sequence[datetime] = [moment(self._panel, bar) for bar in range(deployed.first, self._last(now))]

    @property
    def replays(self) -> bool:
        return isinstance(self.broker, PaperBroker)

    @property
    def charges(self) -> Charges:
        terms, panel = self._deployed.terms, self._panel
        return Charges(
            rate=terms.costs.commission_rate,
            per_share=terms.costs.commission_per_share,
            minimum=terms.costs.commission_minimum,
            slip=terms.costs.slippage + terms.costs.spread / 2.0,
            buy_duty=0.0 if panel.buy_duty is None else float(panel.buy_duty[-1]),
            sell_duty=0.0 if panel.sell_duty is None else float(panel.sell_duty[-1]),
            leverage=terms.leverage,
        )

    @property
    def capital(self) -> Decimal:
        return self._deployed.terms.cash

    def known_at(self, bar: datetime) -> datetime:
        known_at: datetime = bar_known_at(self._panel.market, self._panel.timeframe, np.array([instant(bar)]))[0].item()
        return known_at.replace(tzinfo=UTC)

    def day_of(self, bar: datetime) -> date:
        """That of its last moment: what is known at midnight belongs to the day before."""
        return local_day(self._panel.market, self.known_at(bar) - timedelta(microseconds=1))

    def is_open(self, at: datetime) -> bool:
        return self._timetable.is_open(at)

    def late(self, newest: datetime, now: datetime) -> timedelta:
        return self._timetable.late(self._panel.timeframe, newest, now)

    def quotes(self, bar: datetime) -> Mapping[str, Quote]:
        last, found = self._place(bar) + 1, {}
        for row, ticker in enumerate(self._panel.tickers):
            quoted = np.flatnonzero(np.isfinite(self._panel.close[row, :last]))
            if len(quoted):
                place = int(quoted[-1])
                found[ticker] = self._quote(row, place)
        return found

    def reach(self, symbol: str, since: datetime, bar: datetime) -> VenueReach | None:
        row, places = self._panel.tickers.index(symbol), slice(max(self._place(since), 0), self._place(bar) + 1)
        highs, lows = self._panel.high[row, places], self._panel.low[row, places]
        if not np.isfinite(highs).any():
            return None
        return VenueReach(exact(float(np.nanmax(highs))), exact(float(np.nanmin(lows))))

    def decide(self, bar: datetime, book: Book) -> Decision:
        return self._decide(bar, book)

    def orders(self, decision: Decision, held: Mapping[str, Decimal]) -> Sequence[OrderRequest]:
        return list(requests_of(self._deployment_id, decision, held))

    async def trade(self, bar: datetime) -> None:
        if isinstance(self.broker, PaperBroker):
            await self.broker.advance(self._market.bar(self._place(bar)))

    async def leaving(self) -> frozenset[str]:
        if not isinstance(self.broker, PaperBroker):
            return frozenset()
        return frozenset(each.symbol for each in (await self.broker.state()).held() if each.leaving is not None)

    async def holding_states(self) -> Mapping[str, HoldingState] | None:
        """Of the paper account, which trades as the backtest does; what another broker holds is not known so well."""
        if not self._deployed.compiled.reads_account:
            return None
        if not isinstance(self.broker, PaperBroker):
            raise OwnAccountNeeded("trading.own_account_needed")
        state = await self.broker.state()
        return {each.symbol: holding_state(each, parting_in(state)) for each in state.held()}

    def refuse_restated(self, state: PaperState) -> None:
        """What a paper account holds, or waits with, is in the prices of the bars that it has traded; a split that is
        known is no change of them."""
        if state.last_bar is None:
            return
        at_stake = {each.symbol for each in state.held()} | {order.request.symbol for order in state.orders}
        quotes = self.quotes(state.last_bar)
        splits = splits_since(state, self._market.factors(self._place(state.last_bar)))
        for symbol in sorted(at_stake & quotes.keys() & state.closes.keys()):
            then, now = state.closes[symbol] / splits.get(symbol, 1.0), float(quotes[symbol].close)
            if abs(now / then - 1.0) > _RESTATED:
                raise PricesRestated(
                    "trading.prices_restated",
                    symbol=symbol,
                    then=then,
                    now=now,
                    details={"symbol": symbol, "then": then, "now": now},
                )

    def _last(self, now: datetime) -> int:
        """Waits for instruments that have not quoted the newest bar yet: for half a bar, an hour at most."""
        bars = len(self._panel)
        half = np.timedelta64(min(self._panel.timeframe.seconds // 2, 3_600), "s")
        is_whole = bool(np.isfinite(self._panel.close[:, -1]).all())
        return bars if is_whole or instant(now) >= instant(self.known_at(moment(self._panel, -1))) + half else bars - 1

    def _place(self, at: datetime) -> int:
        """Of the bar that was going on at a time; -1 before the first."""
        return int(np.searchsorted(self._panel.time, instant(at), side="right")) - 1

    def _quote(self, row: int, place: int) -> Quote:
        lots = self._panel.lots
        return Quote(
            close=exact(float(self._panel.close[row, place])),
            at=self.known_at(moment(self._panel, place)),
            step=exact(float(lots.step[row])),
            smallest=exact(float(lots.minimum[row])),
        )


Refresh = Callable[[Strategy], Awaitable[None]]  # brings the newest bars into the store


async def nothing_newer(strategy: Strategy) -> None:
    """Where somebody else looks after the store."""


@dataclass(frozen=True, slots=True)
class PanelVenues:
    """The runtime's `Floors`."""

    strategies: PinnedStrategies
    views: Views
    brokers: AccountBrokers
    paper: PaperAccounts
    timetables: Timetables
    clock: Clock
    refresh: Refresh = nothing_newer

    async def open(self, deployment: Deployment, since: datetime, now: datetime) -> PanelVenue:
        strategy = await self.strategies.of(deployment)
        if deployment.mode is not Mode.REPLAY:
            await self.refresh(strategy)
        deployed = await load_bars(strategy, self.views(now), deployment.terms, since)
        broker = await self.brokers.of(deployment)
        timetable = self.timetables.of(deployed.strategy.universe.market)
        venue = await asyncio.to_thread(PanelVenue, deployment.id, deployed, broker, timetable, now)
        if isinstance(broker, PaperBroker):
            venue.refuse_restated(await self._state(broker, deployment, deployed))
        return venue

    async def _state(self, broker: PaperBroker, deployment: Deployment, deployed: DeployedBars) -> PaperState:
        """Of an account that is opened when there is none."""
        with suppress(UnknownPaperAccount):
            return await broker.state()
        await open_paper_account(
            self.paper,
            account_id=paper_account_id(deployment),
            owner_id=deployment.owner_id,
            opening=opening_of(deployed.panel, deployed.terms, deployed.compiled.places),
            at=self.clock.now(),
        )
        return await broker.state()
