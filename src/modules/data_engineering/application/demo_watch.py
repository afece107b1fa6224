"""When to look whether something has happened in the demo market."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from pathlib import Path

from packages.core.clock import Clock
from packages.domain.market_data.sessions import session_close
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe

_FIVE_MINUTES = 300
_NOT_BEFORE = timedelta(hours=1)
_MARKETS = (Market.CN_STOCKS, Market.US_STOCKS, Market.CRYPTO)


class DemoWatch:
    """Updates the demo market when something may have happened in it. When it last did stands in a file, so
    that a command which follows another does not look again."""

    def __init__(self, update: Callable[[], Awaitable[object]], clock: Clock, mark: Path) -> None:
        self._update = update
        self._clock = clock
        self._mark = mark
        self._lock = asyncio.Lock()

    async def look(self, bars: Timeframe = Timeframe.D1) -> None:
        """After a close and once an hour; where bars within days are wanted, every five minutes, and every minute where
        they are that short."""
        async with self._lock:
            now = self._clock.now()
            if is_due(self._last_look(), now, bars):
                await self._update()
                self._mark.parent.mkdir(parents=True, exist_ok=True)
                self._mark.write_text(now.isoformat(), "utf-8")

    def _last_look(self) -> datetime | None:
        try:
            return datetime.fromisoformat(self._mark.read_text("utf-8"))
        except (OSError, ValueError):
            return None


def is_due(last: datetime | None, now: datetime, bars: Timeframe) -> bool:
    """A clock that was set back is a reason to look, too."""
    if last is None or now < last or now - last >= _NOT_BEFORE:
        return True
    if bars.is_intraday and _bars_until(last, bars) < _bars_until(now, bars):
        return True
    return any(last < _last_close(market, now) for market in _MARKETS)


def _bars_until(at: datetime, bars: Timeframe) -> int:
    """Longer ones are over at some five minutes, not at all hours: New York opens at half past."""
    return int(at.timestamp()) // min(bars.seconds, _FIVE_MINUTES)


def _last_close(market: Market, now: datetime) -> datetime:
    """Of the last day whose session would be over, if it had one."""
    today = now.date()
    days = (today + timedelta(days=n) for n in (1, 0, -1, -2))
    return next(at for day in days if (at := session_close(market, day)) <= now)
