"""Whether the bars that a strategy would trade on are overdue; it loads numpy, so it is imported where it is asked."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Protocol, TypeAlias

import numpy as np

from packages.core.messages import Message
from packages.domain.market_data.bars import instant
from packages.domain.market_data.coverage import Stored, newest_bar
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.sessions import bar_known_at
from packages.domain.market_data.symbols import Market, Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.walk import symbols_read
from packages.domain.trading.broker import Mode
from packages.domain.trading.deployments.blockers import DataBlock, blocked_because, data_block
from packages.domain.trading.deployments.lifecycle import LifecycleState
from packages.domain.trading.deployments.model import Deployment
from packages.domain.trading.risk.limits import LimitName, RiskLimits

StoredOf: TypeAlias = Callable[[Symbol], Awaitable[Sequence[Stored]]]

_DAYS_BEFORE = {Timeframe.D1: 400, Timeframe.W1: 800}
_DAYS_BEFORE_INTRADAY = 30
_LOOKED_BACK = {Timeframe.D1: timedelta(days=60), Timeframe.W1: timedelta(days=120)}
_LOOKED_BACK_INTRADAY = timedelta(days=15)  # no market has stayed closed for longer
_TRADES = frozenset({LifecycleState.READY, LifecycleState.RUNNING, LifecycleState.PAUSED, LifecycleState.HALTED})


class Lateness(Protocol):
    """The calendars of all markets."""

    def __call__(self, market: Market, timeframe: Timeframe, newest: datetime, now: datetime) -> timedelta:
        """How long the bar behind the one that was over at `newest` has been due."""
        ...


def loaded_before(timeframe: Timeframe) -> timedelta:
    """How far back of its beginning the bars of a deployment are loaded."""
    return timedelta(days=_DAYS_BEFORE.get(timeframe, _DAYS_BEFORE_INTRADAY))


async def holds_up(
    view: MarketView, stored: StoredOf, late: Lateness, deployment: Deployment, strategy: Strategy
) -> Message | None:
    """What keeps a deployment from trading: what blocks it, or its bars. A replay trades on the past, and what is over
    on nothing."""
    if deployment.blocker is not None:
        return blocked_because(deployment.blocker)
    if deployment.mode is Mode.REPLAY or deployment.state not in _TRADES:
        return None
    found = await stale_or_missing(view, stored, late, strategy, deployment.limits)
    return None if found is None else found.said


async def stale_or_missing(
    view: MarketView, stored: StoredOf, late: Lateness, strategy: Strategy, limits: RiskLimits
) -> DataBlock | None:
    """The strategy's bars at the view's instant, held against the limit on how long the next one may be missing. The
    calendar is asked only where the age alone does not decide: the first of a market takes a second to load."""
    most, now = timedelta(seconds=float(limits.bounds[LimitName.STALE_DATA].most)), view.as_of
    symbols = [parse_symbol(ticker) for ticker in symbols_read(strategy)]
    newest = {symbol: await _newest(view, stored, symbol, strategy.timeframe) for symbol in symbols}
    stale = {
        str(symbol)
        for symbol, over in newest.items()
        if over is not None and now - over > most and late(symbol.market, strategy.timeframe, over, now) > most
    }
    return data_block({str(each): at for each, at in newest.items()}, now, stale, loaded_before(strategy.timeframe))


async def _newest(view: MarketView, stored: StoredOf, symbol: Symbol, timeframe: Timeframe) -> datetime | None:
    """When the newest bar was over. A source may have told it later, which makes it no newer."""
    begins = await newest_bar(view, symbol, timeframe, _LOOKED_BACK.get(timeframe, _LOOKED_BACK_INTRADAY))
    if begins is None:
        begins = max((each.last for each in await stored(symbol) if each.timeframe is timeframe), default=None)
    if begins is None:
        return None
    over: datetime = bar_known_at(symbol.market, timeframe, np.array([instant(begins)]))[0].item()
    return over.replace(tzinfo=UTC)
