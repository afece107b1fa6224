"""Files whose figures are wrong without looking so: other currencies in the cells, absurd figures, shifted days."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from tests.packages.infra.providers.market_data.bars.file_shapes import (
    DAYS as WEEKDAYS,
)
from tests.packages.infra.providers.market_data.bars.file_shapes import (
    EVERY_DAY,
    ISO,
    NEW_YORK,
    PLAIN,
    Bar,
    Line,
    Shape,
    daily,
    intraday,
    ohlcv,
    repriced,
    text,
)

US = daily(start=12.0)
COINS = daily(EVERY_DAY, start=60_000.0)


def marked(before: str, after: str = "", size: float = 1.0) -> Line:
    """Prices with a sign or a code of a currency in every cell."""

    def line(b: Bar) -> str:
        cells = [f"{before}{value / size:.4f}{after}" for value in (b.open, b.high, b.low, b.close)]
        return ",".join([f"{b.at:%Y-%m-%d}", *cells, f"{b.volume:.0f}"])

    return line


def _fourth(b: Bar) -> str:
    return f"{ISO(b).rpartition(',')[0]},{b.volume:.4f}"


def _late(first: Line, then: Line) -> str:
    return text(PLAIN, US[:9], first) + text("", US[9:], then)


CURRENCIES = [
    Shape(
        "pounds in the cells of London", "BARC.L.csv", text(PLAIN, repriced(US, lambda p: p), marked("£", size=100)), US
    ),
    Shape("dollars in the cells of New York", "NVDA.csv", text(PLAIN, US, marked("$")), US),
    Shape("yuan in the cells of Shenzhen", "000002.SZ.csv", text(PLAIN, US, marked("¥")), US),
    Shape("dollars in the cells of Hong Kong", "0005.HK.csv", text(PLAIN, US, marked("$")), US),
    *(
        Shape(
            f"{mark.strip()} in the cells of {file}",
            file,
            text(
                PLAIN,
                US if "-" not in file else COINS,
                marked("" if mark[0] == " " else mark, mark if mark[0] == " " else ""),
            ),
            US if "-" not in file else COINS,
            asks=("price_unit",),
            answers={"price_unit": own},
        )
        for file, mark, own in (
            ("NVDA.csv", "€", "USD"),
            ("NVDA.csv", "HK$", "USD"),
            ("NVDA.csv", " GBP", "USD"),
            ("000002.SZ.csv", "$", "CNY"),
            ("SAP.DE.csv", "$", "EUR"),
            ("ETH-USD.csv", "€", "USD"),
        )
    ),
    Shape("dollars, then euros", "NVDA.csv", _late(marked("$"), marked("€")), US[:9], left_out=len(US) - 9),
    Shape("USD, then EUR", "NVDA.csv", _late(marked("", " USD"), marked("", " EUR")), US[:9], left_out=len(US) - 9),
    Shape("no sign, then euros", "NVDA.csv", _late(ISO, marked("€")), US, ("price_unit",), {"price_unit": "USD"}),
]
LONG = daily([date(2024, 1, 3) + timedelta(days=n) for n in range(80) if n % 7 < 3], start=12.0)


def _but(number: int, **figures: float) -> list[Bar]:
    """One bar with other figures."""
    b = LONG[number]
    high, low, volume = (figures.get(name, getattr(b, name)) for name in ("high", "low", "volume"))
    return [*LONG[:number], replace(b, high=high, low=low, volume=volume), *LONG[number + 1 :]]


def _without(number: int) -> list[Bar]:
    return [b for n, b in enumerate(LONG) if n != number]


def _thousands(bars: Sequence[Bar]) -> list[Bar]:
    return [replace(b, volume=b.volume / 1000) for b in bars]


_ODD: dict[str, dict[str, float]] = {
    "a high of a thousand times the close": {"high": 15_000.0},
    "a high of ten times the close": {"high": 150.0},
    "a low of a tenth of the close": {"low": 1.4},
    "a volume of a million times the usual one": {"volume": 1.3e11},
}
_TWO_UNITS = text(PLAIN, _thousands(LONG[:20]), _fourth) + text("", LONG[20:], ISO)
_LATER = text(PLAIN, LONG[:20], ISO) + text("", _thousands(LONG[20:]), _fourth)
FIGURES = [
    *(
        Shape(name, "NVDA.csv", text(PLAIN, _but(15, **figures), ISO), truth, ("odd_figures",), answers, left_out=left)
        for name, figures in _ODD.items()
        for truth, answers, left in [(_without(15), {"odd_figures": "leave_out"}, 1)]
    ),
    Shape(
        "a high of ten times the close that is kept",
        "NVDA.csv",
        text(PLAIN, _but(15, high=150.0), ISO),
        _but(15, high=150.0),
        ("odd_figures",),
        {"odd_figures": "keep"},
    ),
    Shape("thousands, then shares", "NVDA.csv", _TWO_UNITS, LONG, ("volume_steps",), {"volume_steps": "scale"}),
    Shape("shares, then thousands", "NVDA.csv", _LATER, LONG, ("volume_steps",), {"volume_steps": "scale"}),
    Shape(
        "shares, then thousands that are left out",
        "NVDA.csv",
        _LATER,
        LONG[:20],
        ("volume_steps",),
        {"volume_steps": "leave_out"},
        left_out=len(LONG) - 20,
    ),
    Shape(
        "A-shares in fen",
        "000002.SZ.csv",
        text(PLAIN, repriced(US, lambda price: price * 100), lambda b: ISO(b).replace(".00", "")),
        US,
        asks=("price_unit",),
        answers={"price_unit": "FEN"},
    ),
    Shape(
        "a coin with an odd high",
        "ETH-USD.csv",
        text(PLAIN, [*COINS[:-1], replace(COINS[-1], high=900_000.0)], ISO),
        [*COINS[:-1], replace(COINS[-1], high=900_000.0)],
        warns="the high is 900,000",
    ),
    Shape(
        "a busy day of twenty times the usual volume",
        "NVDA.csv",
        text(PLAIN, _but(15, volume=2_500_000.0, high=30.0), ISO),
        _but(15, volume=2_500_000.0, high=30.0),
    ),
]


def _labelled(end: str) -> Line:
    return lambda b: f"{b.at:%Y-%m-%d}{end},{ISO(b).partition(',')[2]}"


DAYS = [
    *(
        Shape(f"days of a coin at{end}", "ETH-USD.csv", text(PLAIN, COINS, _labelled(end)), COINS, refused=refused)
        for end, refused in (
            ("T00:00:00+08:00", "begin at 16:00 UTC"),
            ("T00:00:00-05:00", "begin at 05:00 UTC"),
            (" 08:00:00", "begin at 08:00"),
            ("T08:00:00+08:00", ""),
            ("T00:00:00Z", ""),
            ("T23:59:59Z", ""),
            (" 00:00:00", ""),
        )
    ),
]


def _ordered(*names: str) -> Line:
    def line(b: Bar) -> str:
        cells = [f"{getattr(b, name):.2f}" for name in names]
        return ",".join([f"{b.at:%Y-%m-%d}", *cells, f"{b.volume:.0f}"])

    return line


def _quartered(bars: Sequence[Bar]) -> list[Bar]:
    return [*bars[:9], *repriced(bars[9:], lambda price: price / 4)]


def _exact(b: Bar) -> str:
    return ",".join([f"{b.at:%Y-%m-%d}", *(f"{v + 0.0031:.4f}" for v in (b.open, b.high, b.low, b.close)), "100"])


_HALF_HOURS = [f"{minutes // 60:02d}:{minutes % 60:02d}" for minutes in range(570, 960, 30)]
HALVES = intraday(WEEKDAYS[:10], _HALF_HOURS, NEW_YORK)
MIDDAY = intraday(WEEKDAYS[:10], _HALF_HOURS[1:11], NEW_YORK)
HOURS = intraday(WEEKDAYS[:10], _HALF_HOURS[::2], NEW_YORK)
_STAMP = ohlcv("%Y-%m-%d %H:%M", zone=NEW_YORK)
_MINUTES = intraday(WEEKDAYS[10:11], ["09:31", "09:32"], NEW_YORK)
_AFTER = intraday(WEEKDAYS[10:11], ["09:30"], NEW_YORK)
_INDIAN = [b for b in US if (b.at.month, b.at.day) != (3, 8)]  # a holiday there
_NO_VOLUME = [replace(b, volume=0.0) for b in US]
_SPLIT = [replace(b, volume=100.0) for b in repriced(_quartered(US), lambda price: price + 0.0031)]
_LONG_TEXT = text(PLAIN, LONG, ISO)
COLUMNS = [
    Shape(
        "money instead of a volume",
        "NVDA.csv",
        text("Date,Open,High,Low,Close,Volume USD", US, ISO),
        _NO_VOLUME,
        warns="no volume in shares or coins",
    ),
    Shape(
        "coins and money",
        "ETH-USD.csv",
        text("Date,Open,High,Low,Close,Volume USD,Volume ETH", COINS, lambda b: f"{ISO(b)}000,{b.volume:.0f}"),
        COINS,
    ),
    Shape(
        "two columns called Close",
        "NVDA.csv",
        text("Date,Open,High,Low,Close,Close,Volume", US, _ordered("open", "high", "low", "low", "close")),
        refused="Two columns are called 'Close'",
    ),
    Shape(
        "the last trade before the close",
        "NVDA.csv",
        text("Date,Open,High,Low,Last,Close,Volume", US, _ordered("open", "high", "low", "low", "close")),
        US,
    ),
    Shape(
        "no heading, the close first",
        "NVDA.csv",
        text("", US, _ordered("close", "open", "high", "low")),
        US,
        asks=("columns",),
        answers={"columns": "cohl"},
    ),
    Shape(
        "no heading, the close first, newest first",
        "NVDA.csv",
        text("", US[::-1], _ordered("close", "open", "high", "low")),
        US,
        asks=("columns",),
        answers={"columns": "cohl"},
    ),
    Shape("no heading, the close second", "NVDA.csv", text("", US, _ordered("open", "close", "high", "low")), US),
    Shape(
        "a few bars without a heading, the close second",
        "NVDA.csv",
        text("", US[:4], _ordered("open", "close", "high", "low")),
        US[:4],
        asks=("columns",),
        answers={"columns": "ochl"},
    ),
    Shape(
        "apostrophes that group two digits",
        "NVDA.csv",
        text(PLAIN, US[:-1], ISO) + ISO(US[-1]).replace(".", "'"),
        US[:-1],
        left_out=1,
    ),
    Shape(
        "the same bar over and over",
        "ZQA.csv",
        text(PLAIN, [*US[:6], *(replace(US[5], at=b.at) for b in US[6:12]), *US[12:]], ISO),
        [*US[:6], *US[12:]],
        answers={"odd_figures": "leave_out"},
        left_out=6,
    ),
    Shape(
        "Indian groups",
        "RELIANCE.NS.csv",
        text(PLAIN, _INDIAN, lambda b: f'{ISO(b).rpartition(",")[0]},"1,23,45,678"'),
        [replace(b, volume=12_345_678.0) for b in _INDIAN],
    ),
    Shape(
        "minutes among half-hours",
        "AAPL.csv",
        text(PLAIN, [*HALVES, *_AFTER, *_MINUTES], _STAMP),
        [*HALVES, *_AFTER],
        left_out=2,
    ),
    Shape("hours that reach beyond the close", "AAPL.csv", text(PLAIN, HOURS, _STAMP), HOURS),
    Shape(
        "half-hours from 10:00 to 15:00 only",
        "AAPL.csv",
        text(PLAIN, MIDDAY, _STAMP),
        MIDDAY,
        asks=("timezone",),
        answers={"timezone": "America/New_York", "label": "start"},
    ),
    Shape(
        "a quarter of the price, off the tick",
        "NVDA.csv",
        text(PLAIN, _quartered(US), _exact),
        _SPLIT,
        asks=("prices",),
        answers={"prices": "adjusted"},
        adjusted=True,
        warns="though prices are adjusted",
    ),
    Shape("a file that ends within its last figure", "NVDA.csv", _LONG_TEXT[:-4], LONG[:-1], left_out=1),
    Shape(
        "a clock of twelve hours",
        "AAPL.csv",
        text(PLAIN, HALVES, ohlcv("%m/%d/%Y %I:%M", zone=NEW_YORK)),
        refused="AM and PM are left out",
    ),
    Shape(
        "a clock of twelve hours, newest first",
        "AAPL.csv",
        text(PLAIN, HALVES[::-1], ohlcv("%Y-%m-%d %I:%M", zone=NEW_YORK)),
        refused="AM and PM are left out",
    ),
    Shape(
        "two ways of writing dates",
        "NVDA.csv",
        text(PLAIN, LONG[:20], ISO) + text("", LONG[20:], ohlcv("%d/%m/%Y")),
        refused="written in two ways: '2024-01-03' in the first line, '.*' in line 22",
    ),
    Shape("a demo company", "DEMO1.SZ.csv", text(PLAIN, US, ISO), refused="is a demo company"),
    *(
        Shape(f"named {name}", f"{name}.csv", text(PLAIN, bars, ISO), bars, symbol=symbol)
        for name, symbol, bars in (
            ("SH600000", "600000.SH", US),
            ("ETHUSDT-1d", "ETH-USDT", COINS),
            ("VOD.L-2", "VOD.L", US),
            ("BRK-B", "BRK.B", US),
        )
    ),
    Shape("a file without a last line's end", "NVDA.csv", _LONG_TEXT[:-1], LONG),
]
SHAPES = [*CURRENCIES, *FIGURES, *DAYS, *COLUMNS]
