"""Files of minutes and hours."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from tests.packages.infra.providers.market_data.bars.file_shapes import (
    DAYS,
    NEW_YORK,
    PLAIN,
    SHANGHAI,
    Bar,
    Shape,
    daily,
    intraday,
    ohlcv,
    repriced,
    text,
)

STAMP = "%Y-%m-%d %H:%M:%S"
HALF_HOURS = [
    f"{h:02d}:{m:02d}" for h, m in ((9, 30), (10, 0), (10, 30), (11, 0), (13, 0), (13, 30), (14, 0), (14, 30))
]
CN_30 = intraday(DAYS[:5], HALF_HOURS, SHANGHAI)
CN_60 = intraday(DAYS[:5], ["09:30", "10:30", "13:00", "14:00"], SHANGHAI)
CN_5 = intraday(
    DAYS[:2],
    [
        f"{h:02d}:{m:02d}"
        for h in (9, 10, 11, 13, 14)
        for m in range(0, 60, 5)
        if (h, m) >= (9, 30) and not (h == 11 and m >= 30)
    ],
    SHANGHAI,
)
US_60 = intraday(DAYS[:6], [f"{h:02d}:30" for h in range(9, 16)], NEW_YORK, 180.0)  # clocks change on 10 March
US_5 = intraday(
    DAYS[:2], [f"{h:02d}:{m:02d}" for h in range(9, 16) for m in range(0, 60, 5) if (h, m) >= (9, 30)], NEW_YORK, 180.0
)
US_LONG = intraday(DAYS[:5], [f"{h:02d}:00" for h in range(4, 20)], NEW_YORK, 180.0)
EVENING = Bar(datetime(2024, 3, 5, 2, 30, tzinfo=UTC), 180.0, 180.2, 179.8, 180.1, 100)


def _hours(count: int, hours: int = 1, start: float = 60_000.0) -> list[Bar]:
    first = datetime(2024, 3, 4, tzinfo=UTC)
    bars = daily([DAYS[0]] * count, start, 1.0)
    return [
        Bar(first + timedelta(hours=hours * n), b.open, b.high, b.low, b.close, b.volume) for n, b in enumerate(bars)
    ]


COIN, EURO = _hours(72), _hours(72, start=1.08)


def _binance(unit: int) -> str:
    return text(
        "",
        COIN,
        lambda b: ",".join(
            [
                f"{int(b.at.timestamp()) * unit}",
                *(f"{v:.8f}" for v in (b.open, b.high, b.low, b.close, b.volume)),
                f"{int(b.at.timestamp() + 3599) * unit}",
                "1.5",
                "10",
                "2",
                "3",
                "0",
            ]
        ),
    )


def _downloaded(b: Bar) -> str:
    prices = f"{b.open},{b.high},{b.low},{b.close}"
    return f"{int(b.at.timestamp())},{b.at:%Y-%m-%d %H:%M:%S},BTC/USD,{prices},{b.volume},{b.volume * b.close}"


SHAPES = [
    Shape(
        "A-shares, half-hours by their end",
        "600519.SH.csv",
        text(PLAIN, CN_30, ohlcv(STAMP, zone=SHANGHAI, later=30)),
        CN_30,
    ),
    Shape(
        "A-shares, half-hours by their start", "600519.SH.csv", text(PLAIN, CN_30, ohlcv(STAMP, zone=SHANGHAI)), CN_30
    ),
    Shape(
        "A-shares, hours by their end",
        "600519.SH.csv",
        text("时间,开盘,最高,最低,收盘,成交量", CN_60, ohlcv("%Y/%m/%d %H:%M", zone=SHANGHAI, later=60)),
        CN_60,
    ),
    Shape("A-shares, hours by their start", "600519.SH.csv", text(PLAIN, CN_60, ohlcv(STAMP, zone=SHANGHAI)), CN_60),
    Shape(
        "A-shares, five minutes by their end",
        "600519.SH.csv",
        text(PLAIN, CN_5, ohlcv(STAMP, zone=SHANGHAI, later=5)),
        CN_5,
    ),
    Shape("A-shares on the clock of UTC", "600519.SH.csv", text(PLAIN, CN_30, ohlcv(STAMP)), CN_30),
    Shape(
        "A-shares with an offset",
        "600519.SH.csv",
        text(PLAIN, CN_30, ohlcv(f"{STAMP}+08:00", zone=SHANGHAI, later=30)),
        CN_30,
    ),
    Shape(
        "A-shares, compact with a clock column",
        "600519.SH.csv",
        text("日期,时间,开盘,最高,最低,收盘,成交量", CN_30, ohlcv("%Y%m%d,%H%M", zone=SHANGHAI, later=30)),
        CN_30,
    ),
    Shape("US hours in New York", "AAPL.csv", text(PLAIN, US_60, ohlcv(STAMP, zone=NEW_YORK)), US_60),
    Shape("US hours on the clock of UTC", "AAPL.csv", text(PLAIN, US_60, ohlcv(STAMP)), US_60),
    Shape("US hours, written as UTC", "AAPL.csv", text(PLAIN, US_60, ohlcv("%Y-%m-%dT%H:%M:%SZ")), US_60),
    Shape("US hours in Chicago", "AAPL.csv", text(PLAIN, US_60, ohlcv(STAMP, zone=ZoneInfo("America/Chicago"))), US_60),
    Shape("US hours in Shanghai", "AAPL.csv", text(PLAIN, US_60, ohlcv(STAMP, zone=SHANGHAI)), US_60),
    Shape("US five minutes by their end", "AAPL.csv", text(PLAIN, US_5, ohlcv(STAMP, zone=NEW_YORK, later=5)), US_5),
    Shape(
        "US five minutes of two days with AM and PM",
        "AAPL.csv",
        text(PLAIN, US_5, ohlcv("%m/%d/%Y %I:%M:%S %p", zone=NEW_YORK)),
        US_5,
        asks=("dates",),
        answers={"dates": "month/day/year"},
    ),
    Shape(
        "US hours of six days with AM and PM",
        "AAPL.csv",
        text(PLAIN, US_60, ohlcv("%m/%d/%Y %I:%M %p", zone=NEW_YORK)),
        US_60,
    ),
    Shape(
        "US hours before and after the session", "AAPL.csv", text(PLAIN, US_LONG, ohlcv(STAMP, zone=NEW_YORK)), US_LONG
    ),
    Shape(
        "US hours and one bar at night",
        "AAPL.csv",
        text(PLAIN, [*US_5, EVENING], ohlcv(STAMP, zone=NEW_YORK)),
        US_5,
        left_out=1,
    ),
    Shape(
        "a coin without a zone",
        "BTC-USD.csv",
        text(PLAIN, COIN, ohlcv(STAMP, zone=SHANGHAI)),
        COIN,
        asks=("timezone",),
        answers={"timezone": "Asia/Shanghai"},
    ),
    Shape("a coin in UTC", "BTC-USD.csv", text(PLAIN, COIN, ohlcv("%Y-%m-%d %H:%M:%S UTC")), COIN),
    Shape(
        "a currency on a broker's clock",
        "EURUSD_H1.csv",
        text("", EURO, ohlcv("%Y.%m.%d,%H:%M", zone=ZoneInfo("Europe/Athens"))),
        repriced(EURO, lambda v: round(v, 2)),
        asks=("timezone",),
        answers={"timezone": "Europe/Athens"},
    ),
    Shape("Binance without a heading, milliseconds", "BTCUSDT-1h-2024-03.csv", _binance(1000), COIN, symbol="BTC-USDT"),
    Shape(
        "Binance without a heading, microseconds",
        "BTCUSDT-1h-2025-01.csv",
        _binance(1_000_000),
        COIN,
        symbol="BTC-USDT",
    ),
    Shape(
        "CryptoDataDownload",
        "Gemini_BTCUSD_1h.csv",
        "https://www.example.com\n"
        + text(
            "unix,date,symbol,open,high,low,close,Volume BTC,Volume USD",
            COIN[::-1],
            _downloaded,
        ),
        COIN,
        symbol="BTC-USD",
    ),
    Shape(
        "two hours",
        "BTC-USD.csv",
        text(
            "timestamp,open,high,low,close,volume",
            _hours(24, 2),
            lambda b: f"{int(b.at.timestamp())},{ohlcv(STAMP)(b).partition(',')[2]}",
        ),
        refused="2 hours",
    ),
    Shape(
        "four hours",
        "BTC-USD.csv",
        text(
            "timestamp,open,high,low,close,volume",
            _hours(24, 4),
            lambda b: f"{int(b.at.timestamp())},{ohlcv(STAMP)(b).partition(',')[2]}",
        ),
        _hours(24, 4),
    ),
]
