"""How old the bars are that a strategy would trade on; it loads numpy, so it is imported where it is asked."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from typing import TypeAlias

from packages.core.messages import Message
from packages.domain.market_data.coverage import Stored, newest_known
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.symbols import Symbol, parse_symbol
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
_FAR = 30  # so many times the age that a bar may have is looked back for its close
_TRADES = frozenset({LifecycleState.READY, LifecycleState.RUNNING, LifecycleState.PAUSED, LifecycleState.HALTED})


def loaded_before(timeframe: Timeframe) -> timedelta:
    """How far back of its beginning the bars of a deployment are loaded."""
    return timedelta(days=_DAYS_BEFORE.get(timeframe, _DAYS_BEFORE_INTRADAY))


async def holds_up(view: MarketView, stored: StoredOf, deployment: Deployment, strategy: Strategy) -> Message | None:
    """What keeps a deployment from trading: what blocks it, or its bars. A replay trades on the past, and what is over
    on nothing."""
    if deployment.blocker is not None:
        return blocked_because(deployment.blocker)
    if deployment.mode is Mode.REPLAY or deployment.state not in _TRADES:
        return None
    found = await stale_or_missing(view, stored, strategy, deployment.limits)
    return None if found is None else found.said


async def stale_or_missing(
    view: MarketView, stored: StoredOf, strategy: Strategy, limits: RiskLimits
) -> DataBlock | None:
    """The strategy's bars at the view's instant, held against the limit on their age."""
    oldest = timedelta(seconds=float(limits.bounds[LimitName.STALE_DATA].most))
    symbols = [parse_symbol(ticker) for ticker in symbols_read(strategy)]
    newest = {str(symbol): await _newest(view, stored, symbol, strategy, oldest) for symbol in symbols}
    return data_block(newest, view.as_of, oldest, loaded_before(strategy.timeframe))


async def _newest(
    view: MarketView, stored: StoredOf, symbol: Symbol, strategy: Strategy, oldest: timedelta
) -> datetime | None:
    """When the newest bar was known; of bars that ended long ago, when the last began."""
    known = await newest_known(view, symbol, strategy.timeframe, _FAR * oldest)
    if known is not None:
        return known
    ends = [entry.last for entry in await stored(symbol) if entry.timeframe is strategy.timeframe]
    return max(ends, default=None)
