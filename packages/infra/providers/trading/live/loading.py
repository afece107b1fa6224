"""The bars of a deployment, from a first one that stays the same while it lives.

What an average remembers depends on where its bars begin. So they begin at a fixed number of bars before a fixed day:
that of the first start, less a stretch that is never without bars.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import numpy as np

from packages.core.errors import Conflict
from packages.domain.backtest.engine import Compiled, compile_strategy
from packages.domain.backtest.jobs.warm_up import warm_up_bars
from packages.domain.backtest.market.panel_loading import load_panel
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import Costs, Terms, usual_costs
from packages.domain.market_data.bars import Floats, instant
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.sessions import bar_known_at, local_day
from packages.domain.market_data.symbols import Market, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.book import StrategyBook
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Strategy
from packages.domain.trading.deployments.model import Deployment

_DAYS_BEFORE = {Timeframe.D1: 400, Timeframe.W1: 800}
_DAYS_BEFORE_INTRADAY = 30


class NotWhatWasPinned(Conflict):
    """The stored version is not the one that the deployment was made with."""


@dataclass(frozen=True, slots=True, eq=False)
class DeployedBars:
    """All that was known of the market; decisions begin with bar number `first`. `split` is what prices were multiplied
    by, None for nothing."""

    strategy: Strategy
    compiled: Compiled
    terms: Terms
    panel: Panel
    first: int
    split: Floats | None = None


class PinnedStrategies:
    """The rules that deployments were made with; a revision never changes, so each is read once."""

    def __init__(self, book: StrategyBook) -> None:
        self._book = book
        self._known: dict[str, Strategy] = {}

    async def of(self, deployment: Deployment) -> Strategy:
        if deployment.id not in self._known:
            revision = await self._book.revision(deployment.owner_id, deployment.strategy_id, deployment.version)
            if revision.content_hash != deployment.content_hash:
                raise NotWhatWasPinned("trading.not_what_was_pinned")
            self._known[deployment.id] = revision.strategy
        return self._known[deployment.id]


async def load_bars(strategy: Strategy, view: MarketView, deployment: Deployment, since: datetime) -> DeployedBars:
    """Raises what `load_panel` raises."""
    market, timeframe = strategy.universe.market, strategy.timeframe
    before = timedelta(days=_DAYS_BEFORE.get(timeframe, _DAYS_BEFORE_INTRADAY))
    symbols = [parse_symbol(ticker) for ticker in strategy.universe.tickers]
    day = local_day(market, since) - before
    warm_up = warm_up_bars(strategy, CATALOGUE)
    loaded = await load_panel(view, symbols, timeframe, start=day, end=None, warm_up=warm_up)
    time = loaded.panel.time
    begun = int(np.searchsorted(time, instant(since - before)))  # what began so long before is over by then
    known = bar_known_at(market, timeframe, time[begun:])
    first = begun + int(np.searchsorted(known, instant(since), side="right"))
    compiled = compile_strategy(strategy, CATALOGUE)
    terms = terms_of(deployment.terms, market)
    return DeployedBars(strategy, compiled, terms, loaded.panel, first, loaded.split)


def terms_of(told: Mapping[str, Any], market: Market) -> Terms:
    """As `terms_json` tells them; costs that are not told are the market's usual ones."""
    costs = Costs(**told["costs"]) if "costs" in told else usual_costs(market)
    return Terms(**{**told, "cash": Decimal(told["cash"]), "costs": costs})


def moment(panel: Panel, bar: int) -> datetime:
    """When a bar begins."""
    told: datetime = panel.time[bar].astype("datetime64[us]").item()
    return told.replace(tzinfo=UTC)
