"""Made-up files as vendors, exchanges and programs write them, each with the truth about its bars."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

SHANGHAI, NEW_YORK = ZoneInfo("Asia/Shanghai"), ZoneInfo("America/New_York")
DAYS = [date(2024, 3, 4) + timedelta(days=n) for n in range(19) if n % 7 < 5]  # weekdays, no holiday in China or the US
EVERY_DAY = [date(2024, 3, 4) + timedelta(days=n) for n in range(19)]


@dataclass(frozen=True)
class Bar:
    """`at` is where the bar begins; prices and volume as they were paid and counted in shares."""

    at: datetime
    open: float
    high: float
    low: float
    close: float
    volume: float


@dataclass(frozen=True)
class Shape:
    """`asks`: what the import must ask; `answers` are the true ones. `refused`: a part of the sentence that refuses the
    whole file. `source` ends in -adjusted where the prices are adjusted. `left_out`: lines that are refused."""

    about: str
    file: str
    content: str | bytes
    truth: Sequence[Bar] = ()
    asks: tuple[str, ...] = ()
    answers: dict[str, str] = field(default_factory=dict)
    refused: str = ""
    adjusted: bool = False
    symbol: str = ""
    left_out: int = 0
    warns: str = ""


def at(day: date, zone: ZoneInfo | None = None, clock: str = "00:00") -> datetime:
    """A bar's beginning in UTC; daily ones are stored under their date."""
    hour, minute = map(int, clock.split(":"))
    return datetime(day.year, day.month, day.day, hour, minute, tzinfo=zone or UTC).astimezone(UTC)


def daily(days: Iterable[date] = DAYS, start: float = 10.0, step: float = 0.1, volume: float = 123_400) -> list[Bar]:
    """Calm bars: each day a little higher, volumes in whole hundreds."""
    return [
        Bar(at(day), round(p, 4), round(p + 0.2, 4), round(p - 0.2, 4), round(p + 0.1, 4), volume + 100 * n)
        for n, day in enumerate(days)
        for p in [start + step * n]
    ]


def odd(bars: Sequence[Bar], by: float = 37) -> list[Bar]:
    """Volumes that are no whole hundreds, as odd lots make them."""
    return [Bar(b.at, b.open, b.high, b.low, b.close, b.volume + by) for b in bars]


def repriced(bars: Iterable[Bar], change: Callable[[float], float]) -> list[Bar]:
    return [Bar(b.at, change(b.open), change(b.high), change(b.low), change(b.close), b.volume) for b in bars]


def intraday(days: Iterable[date], clocks: Sequence[str], zone: ZoneInfo, start: float = 10.0) -> list[Bar]:
    found = [(day, clock) for day in days for clock in clocks]
    bars = daily([day for day, _ in found], start, 0.01)
    return [
        Bar(at(day, zone, clock), b.open, b.high, b.low, b.close, b.volume)
        for (day, clock), b in zip(found, bars, strict=True)
    ]


Line = Callable[[Bar], str]


def text(heading: str, bars: Iterable[Bar], line: Line) -> str:
    return "\n".join([*([heading] if heading else []), *map(line, bars)]) + "\n"


def ohlcv(when: str, *, separator: str = ",", decimal: str = ".", zone: ZoneInfo | None = None, later: int = 0) -> Line:
    """Date by `when` (strftime) on a clock, `later` minutes on where the end of the bar is written."""

    def line(b: Bar) -> str:
        shown = (b.at.astimezone(zone) if zone else b.at) + timedelta(minutes=later)
        cells = [f"{b.open:.2f}", f"{b.high:.2f}", f"{b.low:.2f}", f"{b.close:.2f}", f"{b.volume:.0f}"]
        return separator.join([shown.strftime(when), *(cell.replace(".", decimal) for cell in cells)])

    return line


PLAIN = "date,open,high,low,close,volume"
ISO = ohlcv("%Y-%m-%d")
