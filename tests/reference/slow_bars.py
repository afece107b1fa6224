"""Slower bars out of an instrument's own bars, and the instant at which each is finished."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from packages.domain.market_data.bars import Instants
from packages.domain.market_data.sessions import bar_known_at, local_day, session_close
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from tests.reference.market import Columns


@dataclass
class SlowBar:
    """One bar of the slower timeframe, growing while own bars are added."""

    finished: datetime
    open: float
    high: float
    low: float
    close: float
    volume: float


def known_times(market: Market, timeframe: Timeframe, times: Instants) -> list[datetime]:
    """When each own bar is known."""
    known: list[datetime] = bar_known_at(market, timeframe, times).tolist()
    return [each.replace(tzinfo=UTC) for each in known]


def slow_bars(market: Market, own: Timeframe, slow: Timeframe, times: Instants, columns: Columns) -> list[SlowBar]:
    bars: dict[datetime, SlowBar] = {}
    begins: list[datetime] = times.tolist()
    for at, begin in enumerate(begins):
        finished = _finished(market, own, slow, begin.replace(tzinfo=UTC))
        high, low, close, volume = (columns[name][at] for name in ("high", "low", "close", "volume"))
        if finished not in bars:
            bars[finished] = SlowBar(finished, columns["open"][at], high, low, close, volume)
            continue
        bar = bars[finished]
        bar.high, bar.low = max(bar.high, high), min(bar.low, low)
        bar.close, bar.volume = close, bar.volume + volume
    return list(bars.values())


def _finished(market: Market, own: Timeframe, slow: Timeframe, begin: datetime) -> datetime:
    """When the slow bar that an own bar belongs to is over; no two slow bars are over at the same time."""
    day = local_day(market, begin) if own.is_intraday else begin.date()
    if slow is Timeframe.W1:
        return session_close(market, _last_day_of_week(market, day)).astimezone(UTC)
    if slow is Timeframe.D1:
        return session_close(market, day).astimezone(UTC)
    seconds = int(begin.timestamp()) // slow.seconds * slow.seconds + slow.seconds
    return datetime.fromtimestamp(seconds, UTC)


def _last_day_of_week(market: Market, day: date) -> date:
    last = 7 if market is Market.CRYPTO else 5
    return day + timedelta(days=last - day.isoweekday())


def last_finished(bars: list[SlowBar], known: datetime) -> int | None:
    """The place of the last slow bar that is finished by an instant."""
    finished = [at for at, bar in enumerate(bars) if bar.finished <= known]
    return finished[-1] if finished else None
