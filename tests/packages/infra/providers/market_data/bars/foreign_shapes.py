"""Files in other languages and codings, and as programs write tables: headings of several lines, Excel's day numbers,
offsets that change."""

from dataclasses import replace
from datetime import UTC, date, timedelta

from tests.packages.infra.providers.market_data.bars.file_shapes import (
    DAYS,
    EVERY_DAY,
    ISO,
    NEW_YORK,
    PLAIN,
    Bar,
    Line,
    Shape,
    daily,
    ohlcv,
    repriced,
    text,
)
from tests.packages.infra.providers.market_data.bars.intraday_shapes import COIN, STAMP, US_60

US = daily(start=180.0)
YEN = daily(DAYS[:12], start=2_345.5, step=1.5)  # Tokyo is closed on 20 March
COINS = daily(EVERY_DAY, start=60_000.0)
_SLASHED = ohlcv("%Y/%m/%d")
_FRENCH = ohlcv("%d/%m/%Y", separator=";", decimal=",")


def _yahoo(b: Bar) -> str:
    return f"{b.at:%Y-%m-%d},{b.close},{b.high},{b.low},{b.open},{b.volume:.0f}"


def _last_first(b: Bar) -> str:
    cells = [*(f"{value:.2f}" for value in (b.close, b.open, b.high, b.low)), f"{b.volume / 1000:.2f}K", "0.50%"]
    return ",".join([f'"{b.at:%d/%m/%Y}"', *(f'"{cell}"'.replace(".", ",") for cell in cells)])


def _volume_in(unit: float) -> Line:
    return lambda b: f"{ISO(b).rpartition(',')[0]},{b.volume / unit:.4f}"


def _cents(b: Bar) -> Bar:
    return repriced([b], lambda value: round(value * 100, 2))[0] if b.at.day in (12, 13) else b


def _epoch(b: Bar) -> int:
    return int(b.at.timestamp() * 1000)


def _numbered(first: date = date(1899, 12, 30)) -> Line:
    return lambda b: f"{(b.at.date() - first).days},{ISO(b).partition(',')[2]}"


def _clocked(b: Bar) -> str:
    local = b.at.astimezone(NEW_YORK).replace(tzinfo=UTC)
    day = (local - US[0].at.replace(year=1899, month=12, day=30)).total_seconds() / 86_400
    return f"{day:.6f},{ISO(b).partition(',')[2]}"


def _offset(b: Bar) -> str:
    at = b.at.astimezone(NEW_YORK)
    return f"{at:%Y-%m-%d %H:%M:%S}{'-05:00' if at.utcoffset() == timedelta(hours=-5) else '-04:00'}"


def _at(when: str, b: Bar) -> str:
    return f"{when},{ISO(b).partition(',')[2]}"


def _midnight(b: Bar) -> str:
    return _at(f"{b.at:%Y-%m-%d} 00:00:00{'-05:00' if b.at.day % 2 else '-04:00'}", b)


LANGUAGES = [
    Shape(
        "Japanese headings in Shift-JIS",
        "7203.T.csv",
        text("日付,始値,高値,安値,終値,出来高", YEN, _SLASHED).encode("shift_jis"),
        YEN,
    ),
    Shape(
        "Japanese headings, lines above, thousands of shares",
        "7203.T.csv",
        text(
            "7203 東証 自動車\n日付,始値,高値,安値,終値,出来高（千株）",
            YEN,
            lambda b: f"{_SLASHED(b).rpartition(',')[0]},{b.volume / 1000:.3f}",
        ).encode("cp932"),
        YEN,
    ),
    Shape("French headings", "AIR.PA.csv", text("Date;Ouverture;Plus haut;Plus bas;Clôture;Volume", US, _FRENCH), US),
    Shape(
        "French headings in their own coding",
        "AIR.PA.csv",
        text("Date;Ouverture;Plus haut;Plus bas;Clôture;Volume", US, _FRENCH).encode("cp1252"),
        US,
    ),
    Shape(
        "Investing.com, French",
        "AIR.PA.csv",
        text('"Date","Dernier","Ouv.","Plus Haut","Plus Bas","Vol.","Variation %"', US, _last_first),
        US,
    ),
    Shape(
        "Investing.com, Spanish",
        "SAN.MC.csv",
        text('"Fecha","Último","Apertura","Máximo","Mínimo","Vol.","% var."', US, _last_first),
        US,
    ),
    Shape("headings of one letter", "AAPL.csv", text("t,o,h,l,c,v", US, ISO), US),
    Shape(
        "headings of one letter, milliseconds",
        "BTC-USD.csv",
        text("v,o,h,l,c,t", COIN, lambda b: f"{b.volume},{b.open},{b.high},{b.low},{b.close},{_epoch(b)}"),
        COIN,
    ),
]

_FIELDS = "Close,High,Low,Open,Volume"
STACKED = [
    Shape(
        "yfinance, three heading lines",
        "data.csv",
        text(f"Price,{_FIELDS}\nTicker,AAPL,AAPL,AAPL,AAPL,AAPL\nDate,,,,,", US, _yahoo),
        US,
        symbol="AAPL",
    ),
    Shape(
        "yfinance, by ticker",
        "download.csv",
        text(f"Ticker,^GSPC,^GSPC,^GSPC,^GSPC,^GSPC\nPrice,{_FIELDS}\nDate,,,,,", US, _yahoo),
        US,
        symbol="^GSPC",
    ),
    Shape(
        "yfinance, the index put back as a column",
        "MSFT.csv",
        text(f"Date,{_FIELDS}\n,AAPL,AAPL,AAPL,AAPL,AAPL", US, _yahoo),
        US,
        symbol="AAPL",
    ),
]
NUMBERED = [
    Shape("Excel's day numbers", "AAPL.csv", text(PLAIN, US, _numbered()), US),
    Shape("Excel's day numbers from 1904", "AAPL.csv", text(PLAIN, US, _numbered(date(1904, 1, 1))), US),
    Shape("Excel's day numbers of a coin", "BTC-USD.csv", text(PLAIN, COINS, _numbered()), COINS),
    Shape("Excel's day numbers with a clock", "AAPL.csv", text(PLAIN, US_60, _clocked), US_60),
]
OFFSETS = [
    Shape("offsets of winter and summer", "AAPL.csv", text(PLAIN, US_60, lambda b: _at(_offset(b), b)), US_60),
    Shape(
        "instants in turn by an offset and by Z",
        "AAPL.csv",
        text(PLAIN, US_60, lambda b: _at(_offset(b) if b.at.day % 2 else f"{b.at:{STAMP}}Z", b)),
        US_60,
    ),
    Shape(
        "EST and EDT",
        "AAPL.csv",
        text(PLAIN, US_60, lambda b: _at(f"{b.at.astimezone(NEW_YORK):%Y-%m-%d %H:%M:%S %Z}", b)),
        US_60,
    ),
    Shape("days at midnight of offsets in turn", "AAPL.csv", text(PLAIN, US, _midnight), US),
    Shape(
        "days at midnight of an offset that is not the market's",
        "AAPL.csv",
        text(PLAIN, US, lambda b: _at(f"{b.at:%Y-%m-%d}T00:00:00-04:00", b)),
        US,
    ),
]
VOLUMES = [
    Shape(
        f"a volume headed '{heading}', without brackets",
        file,
        text(f"date,open,high,low,close,{heading}", US, _volume_in(factor)),
        US,
    )
    for file, heading, factor in (
        ("PFE.csv", "Volume in thousands", 1e3), ("PFE.csv", "Volume (000s)", 1e3), ("PFE.csv", "Volume '000", 1e3),
        ("PFE.csv", "Vol. mln", 1e6), ("PFE.csv", "volume_in_millions", 1e6), ("600519.SH.csv", "成交量 万股", 1e4),
        ("600519.SH.csv", "成交量/手", 100),
    )
]  # fmt: skip


def _in_pounds(*days: int) -> Line:
    """London's prices, in pounds on some of the days."""
    pence, pounds = ohlcv("%Y-%m-%d"), lambda value: round(value / 100, 4)
    return lambda b: pence(b) if b.at.day not in days else _four(repriced([b], pounds)[0])


def _four(b: Bar) -> str:
    return f"{b.at:%Y-%m-%d},{b.open:.4f},{b.high:.4f},{b.low:.4f},{b.close:.4f},{b.volume:.0f}"


FLIPPED = [
    Shape(
        "pounds among pence for three days",
        "BARC.L.csv",
        text(PLAIN, US, _in_pounds(11, 12, 13)),
        US,
        asks=("price_flips",),
        answers={"price_flips": "scale"},
    ),
    Shape(
        "pounds among pence twice, and at the end",
        "BARC.L.csv",
        text(PLAIN, US, _in_pounds(6, 11, 12, 22)),
        [b for b in US if b.at.day not in (6, 11, 12, 22)],
        asks=("price_flips",),
        answers={"price_flips": "leave_out"},
        left_out=4,
    ),
    Shape(
        "cents among dollars, kept as they are",
        "AAPL.csv",
        text(PLAIN, [_cents(b) for b in US], ISO),
        [_cents(b) for b in US],
        asks=("price_flips",),
        answers={"price_flips": "keep"},
    ),
    Shape(
        "a bar with its low in pounds",
        "BARC.L.csv",
        text(PLAIN, [replace(b, low=b.low / 100) if b.at.day == 12 else b for b in US], ISO),
        [b for b in US if b.at.day != 12],
        left_out=1,
    ),
]
SHAPES = [*LANGUAGES, *STACKED, *NUMBERED, *OFFSETS, *VOLUMES, *FLIPPED]
