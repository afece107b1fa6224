"""A-shares from a vendor's rows: exchange and board by code, bars with UTC starts and volumes in shares."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

import numpy as np

from packages.domain.market_data.bars import BarSeries, Floats, instant
from packages.domain.market_data.errors import NoData, ProviderDown
from packages.domain.market_data.ports import BarRequest
from packages.domain.market_data.rows import Instrument
from packages.domain.market_data.sessions import end_of_day, session_close, zone_of
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.vendors.translation import finished_bars
from packages.infra.providers.market_data.vendors.vendor_rows import Cells, price

_LOWEST_RATIO = 0.2


@dataclass(frozen=True, slots=True)
class VendorPriceColumns:
    """What a vendor calls its columns, how many shares one unit of its volume is, and how many yuan one of turnover."""

    open: str
    high: str
    low: str
    close: str
    volume: str
    turnover: str
    shares: int
    yuan: int = 1

    @property
    def names(self) -> tuple[str, ...]:
        return (self.open, self.high, self.low, self.close, self.volume, self.turnover)


def asked_days(request: BarRequest) -> tuple[date, date]:
    """The first and the last session whose bars may begin in [start, end)."""
    zone = zone_of(request.symbol.market) if request.timeframe.is_intraday else UTC
    first = request.start.astimezone(zone)
    last = request.end.astimezone(zone) - timedelta(microseconds=1)
    if last < first:
        raise NoData("market_data.empty_period", start=request.start, end=request.end)
    return first.date(), last.date()


def session_start(day: date) -> datetime:
    """Daily bars begin, by our convention, at midnight UTC of the session's date."""
    return datetime.combine(day, time(), UTC)


def start_of_bar(label: datetime, request: BarRequest) -> datetime:
    """All three vendors label a bar of minutes with the local time at which it ended."""
    return label.replace(tzinfo=zone_of(request.symbol.market)).astimezone(UTC) - timedelta(
        seconds=request.timeframe.seconds
    )


def series(
    source: str,
    request: BarRequest,
    rows: Iterable[tuple[datetime, Cells]],
    columns: VendorPriceColumns,
    now: datetime,
) -> BarSeries:
    """The bars inside the asked stretch that were over by `now`; rows without any price (no trade) are left out."""
    taken = [(at, cells) for at, cells in rows if request.start <= at < request.end and _traded(cells, columns)]
    table = np.array([[price(cells[name]) for name in columns.names] for _, cells in taken]).reshape(-1, 6)
    volume, turnover = table[:, 4] * columns.shares, table[:, 5] * columns.yuan
    _refuse_other_units(source, table[:, 3] * volume, turnover)
    times = np.array([instant(at) for at, _ in taken], dtype="datetime64[us]")
    return finished_bars(request, source, now, times, table[:, :4], volume)


def _traded(cells: Cells, columns: VendorPriceColumns) -> bool:
    return not all(np.isnan(price(cells[name])) for name in columns.names[:4])


def _refuse_other_units(source: str, worth: Floats, turnover: Floats) -> None:
    """Turnover is about price times volume; a factor of a hundred between them means lots where shares were promised,
    or the other way round, and would make every volume wrong without a sound."""
    both = (worth > 0) & (turnover > 0)
    ratio = float(np.median(turnover[both] / worth[both])) if both.any() else 1.0
    if not _LOWEST_RATIO < ratio < 1 / _LOWEST_RATIO:
        raise ProviderDown("market_data.turnover_unit", source=source, ratio=f"{ratio:.4g}")


def in_pieces(first: date, last: date, days: int) -> list[tuple[date, date]]:
    """The stretch in pieces of at most so many days, both ends included, for sources that cap their answers."""
    starts = range(0, (last - first).days + 1, days)
    pieces = [first + timedelta(days=start) for start in starts]
    return [(start, min(last, start + timedelta(days=days - 1))) for start in pieces]


MINUTES: dict[Timeframe, str] = {
    Timeframe.M1: "1",
    Timeframe.M5: "5",
    Timeframe.M15: "15",
    Timeframe.M30: "30",
    Timeframe.H1: "60",
}


_EXCHANGES = {"SH": "XSHG", "SZ": "XSHE", "BJ": "BJSE"}
_B_SHARES = {("SH", "900"): "USD", ("SZ", "200"): "HKD"}
_BOARDS = {"30": "chinext", "68": "star"}


def code_of(source: str, symbol: Symbol) -> tuple[str, str]:
    """The six digits and the suffix (`SH`, `SZ`, `BJ`); demo companies have no code that an exchange gave out."""
    code, _, suffix = symbol.text.partition(".")
    if not code.isdigit():
        raise NoData("market_data.demo_company_elsewhere", source=source, symbol=symbol)
    return code, suffix


def unknown(source: str, symbol: Symbol) -> NoData:
    return NoData("market_data.unknown_company", source=source, symbol=symbol)


def instrument(
    source: str,
    symbol: Symbol,
    *,
    name: str,
    listed_on: date | None,
    now: datetime,
    industry: str = "",
    name_en: str = "",
) -> Instrument:
    """The company as it has been known since it was listed (since `now` where the day is not given). The name is
    today's, and a delisting is left out: on a past day nobody knew of it."""
    return Instrument(
        source=source,
        known_at=now.astimezone(UTC) if listed_on is None else end_of_day(listed_on - timedelta(days=1)),
        symbol=symbol,
        name_en=name_en,
        name_zh=name,
        exchange=_EXCHANGES[symbol.text[-2:]],
        currency=_B_SHARES.get((symbol.text[-2:], symbol.text[:3]), "CNY"),
        board=board_of(symbol),
        industry=industry,
        listed_on=listed_on,
    )


def close_of(symbol: Symbol, day: date) -> datetime:
    """When the figures of a session were known, in UTC."""
    return session_close(symbol.market, day).astimezone(UTC)


def board_of(symbol: Symbol) -> str:
    return "bse" if symbol.text.endswith(".BJ") else _BOARDS.get(symbol.text[:2], "main")
