"""Daily, weekly and monthly files."""

from dataclasses import replace
from datetime import date, timedelta

from tests.packages.infra.providers.market_data.bars.file_shapes import (
    DAYS,
    EVERY_DAY,
    ISO,
    PLAIN,
    Bar,
    Line,
    Shape,
    at,
    daily,
    odd,
    ohlcv,
    repriced,
    text,
)

US, CN = daily(start=180.0), daily()
BIG = daily(start=37_780.0, step=15.0)


def _threes(b: Bar) -> str:
    cells = (f"{value:.3f}".replace(".", ",") for value in (b.open, b.high, b.low, b.close))
    return ";".join([f"{b.at:%Y-%m-%d}", *cells, f"{b.volume:.0f}"])


def _dollars(b: Bar) -> str:
    day, volume = f"{b.at:%m/%d/%Y}", f"{b.volume:.0f}"
    return f"{day},${b.close:.2f},{volume},${b.open:.2f},${b.high:.2f},${b.low:.2f}"


def _investing(b: Bar, when: str = "%m/%d/%Y") -> str:
    prices = ",".join(f'"{value:,.2f}"' for value in (b.close, b.open, b.high, b.low))
    return f'"{b.at.strftime(when)}",{prices},"{b.volume / 1000:.2f}K","0.50%"'


def _german(b: Bar) -> str:
    return ohlcv("%d.%m.%Y", separator=";", decimal=",")(b)


def _baostock(b: Bar, flag: int) -> str:
    prices = f"{b.open},{b.high},{b.low},{b.close},10"
    return f"{b.at:%Y-%m-%d},sh.600519,{prices},{b.volume:.0f},{b.volume * b.open:.2f},{flag}"


def _lots(b: Bar, amount: float = 1.0, parts: bool = False) -> str:
    volume = f"{b.volume / 100:.2f}" if parts else f"{b.volume / 100:.0f}"
    traded = b.volume * (b.high + b.low) / 2 / amount
    return f"{b.at:%Y-%m-%d},{b.open:.2f},{b.close:.2f},{b.high:.2f},{b.low:.2f},{volume},{traded:.2f}"


def _tushare(b: Bar) -> str:
    before, worth = b.open - 0.02, b.volume * b.open / 1000
    prices = f"{b.open:.2f},{b.high:.2f},{b.low:.2f},{b.close:.2f},{before:.2f},0.1,1.0"
    return f"600519.SH,{b.at:%Y%m%d},{prices},{b.volume / 100:.2f},{worth:.3f}"


def _adjusted(b: Bar) -> str:
    cells = (f"{value * 0.731942:.6f}" for value in (b.open, b.high, b.low, b.close))
    return f"{b.at:%Y-%m-%d},{','.join(cells)},{b.volume:.0f}"


def _volume_in(unit: float) -> Line:
    return lambda b: f"{ISO(b).rpartition(',')[0]},{b.volume / unit:.4f}"


SCALED = repriced(CN, lambda value: round(value * 0.731942, 6))
QUIET = odd(daily(volume=1_230_000))  # some 12 million yuan a day: shares and lots are both possible
LOTS = [Bar(b.at, b.open, b.high, b.low, b.close, b.volume) for b in daily(volume=12_300_000)]
BUSY = odd(daily(start=12.0, volume=215_836_187))
FALL = [*daily(DAYS[:7], start=16.0), *daily(DAYS[7:], start=10.5)]
SPLIT = [*daily(DAYS[:7], start=400.0), *daily(DAYS[7:], start=100.2)]
JUMPED = [*daily(DAYS[:7], start=4.0), *repriced(daily(DAYS[7:], start=4.7), lambda v: round(v * 100, 2))]
SATURDAY = Bar(at(date(2024, 3, 9)), 10.4, 10.7, 10.3, 10.5, 100)
HUGE = [replace(CN[1], high=1e308), replace(CN[3], volume=1e308)]
WEEKS = [date(2024, 1, 8) + timedelta(days=7 * n) for n in range(12)]
MONTHS = [date(2022 + n // 12, n % 12 + 1, 1) for n in range(24)]


def _on(bars: list[Bar], days: int) -> list[Bar]:
    return [Bar(b.at + timedelta(days=days), b.open, b.high, b.low, b.close, b.volume) for b in bars]


WRITTEN = [
    Shape("plain ISO dates", "AAPL.csv", text(PLAIN, US, ISO), US),
    Shape("newest first", "AAPL.csv", text(PLAIN, US[::-1], ISO), US),
    Shape("yyyy/m/d", "AAPL.csv", text(PLAIN, US, ohlcv("%Y/%m/%d")), US),
    Shape("yyyymmdd", "AAPL.csv", text(PLAIN, US, ohlcv("%Y%m%d")), US),
    Shape("US dates, decided by weekends", "AAPL.csv", text(PLAIN, US, ohlcv("%m/%d/%Y")), US),
    Shape("US dates with two-digit years", "AAPL.csv", text(PLAIN, US, ohlcv("%m/%d/%y")), US),
    Shape("day first with two-digit years", "AAPL.csv", text(PLAIN, US, ohlcv("%d/%m/%y")), US),
    Shape("dd-mm-yyyy", "AAPL.csv", text(PLAIN, US, ohlcv("%d-%m-%Y")), US),
    Shape("mm-dd-yyyy", "AAPL.csv", text(PLAIN, US, ohlcv("%m-%d-%Y")), US),
    Shape("dd.mm.yyyy", "AAPL.csv", text(PLAIN, US, ohlcv("%d.%m.%Y")), US),
    Shape("dd-Mon-yyyy", "AAPL.csv", text(PLAIN, US, ohlcv("%d-%b-%Y")), US),
    Shape("Chinese dates", "600519.SH.csv", text("日期,开盘,最高,最低,收盘,成交量", CN, ohlcv("%Y年%m月%d日")), CN),
    Shape(
        "two-digit years, three readings",
        "600000.SH.csv",
        text(PLAIN, daily(days := [date(2014, 1, 2), date(2014, 1, 3)]), ohlcv("%m/%d/%y")),
        daily(days),
        asks=("dates", "volume"),
        answers={"dates": "month/day/year", "volume": "shares"},
    ),
    Shape(
        "day or month first, short, of a coin",
        "BTC-USD.csv",
        text(PLAIN, daily(days := [date(2024, n, 1) for n in (2, 3, 4)]), ohlcv("%d/%m/%Y")),
        refused="dates",
        asks=("dates",),
        answers={"dates": "day/month/year"},
    ),
    Shape(
        "a date that cannot be", "AAPL.csv", text(PLAIN, US, lambda b: ISO(b).replace("2024-", "0024-")), refused="date"
    ),
    Shape("prices in dollars (Nasdaq)", "AAPL.csv", text("Date,Close/Last,Volume,Open,High,Low", US, _dollars), US),
    Shape(
        "Investing.com",
        "AAPL Historical Data.csv",
        text('"Date","Price","Open","High","Low","Vol.","Change %"', US, _investing),
        US,
    ),
    Shape(
        "Investing.com in words",
        "AAPL Historical Data.csv",
        text('"Date","Price","Open","High","Low","Vol.","Change %"', BIG, lambda b: _investing(b, "%b %d, %Y")),
        BIG,
    ),
    Shape(
        "Investing.com, Chinese",
        "600519 历史数据.csv",
        text('"日期","收盘","开盘","高","低","交易量","涨跌幅"', CN, lambda b: _investing(b, "%Y-%m-%d")),
        CN,
        asks=("volume",),
        answers={"volume": "shares"},
    ),
    Shape("German headings", "SAP.DE.csv", text("Datum;Eröffnung;Hoch;Tief;Schluss;Volumen", US, _german), US),
    Shape(
        "German headings, pieces beside money",
        "SAP.DE.csv",
        text("Datum;Erster;Hoch;Tief;Schlusskurs;Stuecke;Volumen", US, lambda b: f"{_german(b)};{b.volume * 200:.0f}"),
        US,
    ),
    Shape(
        "German, in its own coding",
        "SAP.DE.csv",
        text("Datum;Eröffnung;Hoch;Tief;Schluss;Volumen", US, _german).encode("cp1252"),
        US,
    ),
    Shape(
        "a decimal comma with three digits",
        "AAPL.csv",
        text(
            "date;open;high;low;close;volume",
            [Bar(b.at, b.open / 5, b.high / 5, b.low / 5, b.close / 5, b.volume) for b in US],
            _threes,
        ),
        repriced(US, lambda v: round(v / 5, 3)),
        asks=("decimal",),
        answers={"decimal": "comma"},
    ),
    Shape(
        "thousands with a comma, no decimals",
        "BTC-USD.csv",
        text(
            PLAIN,
            BIG,
            lambda b: ",".join([f"{b.at:%Y-%m-%d}", *(f'"{v:,.0f}"' for v in (b.open, b.high, b.low, b.close)), "5"]),
        ),
        [Bar(b.at, round(b.open), round(b.high), round(b.low), round(b.close), 5) for b in BIG],
        asks=("decimal",),
        answers={"decimal": "point"},
    ),
    Shape(
        "thousands with a comma beside decimals",
        "BTC-USD.csv",
        text(
            PLAIN,
            BIG,
            lambda b: ",".join([f"{b.at:%Y-%m-%d}", *(f'"{v:,.2f}"' for v in (b.open, b.high, b.low, b.close)), "5"]),
        ),
        [Bar(b.at, b.open, b.high, b.low, b.close, 5) for b in BIG],
    ),
    Shape(
        "points in threes between semicolons",
        "AAPL.csv",
        text("Datum;Eröffnung;Hoch;Tief;Schluss;Volumen", US, lambda b: _threes(b).replace(",", ".")),
        repriced(US, lambda v: round(v * 1000)),
        asks=("decimal",),
        answers={"decimal": "comma"},
    ),
    Shape(
        "thousands with blanks, a decimal comma",
        "AAPL.csv",
        text(
            "Date;Open;High;Low;Close;Volume",
            BIG,
            lambda b: ";".join(
                [
                    f"{b.at:%Y-%m-%d}",
                    *(f"{v:,.2f}".replace(",", " ").replace(".", ",") for v in (b.open, b.high, b.low, b.close)),
                    f"{b.volume:.0f}",
                ]
            ),
        ),
        BIG,
    ),
    Shape("Alpha Vantage", "AAPL.csv", text("timestamp,open,high,low,close,volume", US[::-1], ISO), US),
    Shape(
        "Stooq",
        "aapl_us_d.txt",
        text(
            "<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>",
            US,
            lambda b: (
                f"AAPL.US,D,{b.at:%Y%m%d},000000,{b.open:.2f},{b.high:.2f},{b.low:.2f},{b.close:.2f},{b.volume:.0f},0"
            ),
        ),
        US,
        symbol="AAPL",
    ),
    Shape("no heading", "AAPL.csv", text("", US, ISO), US),
    Shape(
        "no heading, close before high",
        "600519.SH.csv",
        text("", CN, lambda b: f"{b.at:%Y-%m-%d},{b.open:.2f},{b.close:.2f},{b.high:.2f},{b.low:.2f},{b.volume:.0f}"),
        CN,
    ),
    Shape(
        "no heading, two orders possible",
        "AAPL.csv",
        text("", US, lambda b: f"{b.at:%Y-%m-%d},{b.open:.2f},{b.open:.2f},{b.open:.2f},{b.open:.2f},{b.volume:.0f}"),
        [Bar(b.at, b.open, b.open, b.open, b.open, b.volume) for b in US],
        asks=("columns",),
        answers={"columns": "ohlc"},
    ),
    Shape("no heading and no bars", "AAPL.csv", "a,b,c,d,e\n1,2,3,4,5\n", refused="heading"),
]


def _counted(factor: float, digits: int, unit: str = "") -> Line:
    return lambda b: f"{ISO(b).rpartition(',')[0]},{b.volume / factor:.{digits}f}{unit}"


COUNTED = [
    Shape(
        "ten thousands of shares",
        "600519.SH.csv",
        text("日期,开盘,最高,最低,收盘,成交量(万股)", CN, _counted(1e4, 2)),
        CN,
    ),
    Shape(
        "ten thousands of lots",
        "600519.SH.csv",
        text("日期,开盘,最高,最低,收盘,成交量(万手)", BUSY, _counted(1e6, 6)),
        BUSY,
    ),
    Shape(
        "lots in the cells", "600519.SH.csv", text("日期,开盘,最高,最低,收盘,成交量", CN, _counted(100, 0, "手")), CN
    ),
    Shape(
        "a rounded volume of no unit",
        "600519.SH.csv",
        text("日期,开盘,最高,最低,收盘,成交量", LOTS, _counted(1e6, 4, "万")),
        LOTS,
        asks=("volume",),
        answers={"volume": "lots"},
    ),
    Shape(
        "AkShare: lots, told by the amount",
        "600519.csv",
        text("日期,开盘,收盘,最高,最低,成交量,成交额", CN, _lots),
        CN,
        symbol="600519.SH",
    ),
    Shape(
        "Tushare: lots and thousands of yuan",
        "daily.csv",
        text("ts_code,trade_date,open,high,low,close,pre_close,change,pct_chg,vol,amount", odd(CN), _tushare),
        odd(CN),
        symbol="600519.SH",
    ),
    Shape(
        "Baostock: shares and yuan",
        "sh.600519.csv",
        text(
            "date,code,open,high,low,close,preclose,volume,amount,adjustflag",
            odd(CN),
            lambda b: _baostock(b, 3),
        ),
        odd(CN),
        symbol="600519.SH",
    ),
    Shape(
        "Baostock, adjusted",
        "sh.600519.csv",
        text(
            "date,code,open,high,low,close,preclose,volume,amount,adjustflag",
            odd(CN),
            lambda b: _baostock(b, 1),
        ),
        odd(CN),
        symbol="600519.SH",
        adjusted=True,
    ),
    Shape(
        "lots in the heading",
        "600519.SH.csv",
        text(
            "日期,开盘,最高,最低,收盘,成交量(手)",
            CN,
            lambda b: ISO(b).replace(f"{b.volume:.0f}", f"{b.volume / 100:.0f}"),
        ),
        CN,
    ),
    Shape("shares in the heading", "600519.SH.csv", text("日期,开盘,最高,最低,收盘,成交量（股）", QUIET, ISO), QUIET),
    Shape(
        "总手",
        "600519.SH.csv",
        text("时间,开盘,最高,最低,收盘,总手", CN, lambda b: ISO(b).replace(f"{b.volume:.0f}", f"{b.volume / 100:.0f}")),
        CN,
    ),
    Shape(
        "shares or lots: shares",
        "600519.SH.csv",
        text(PLAIN, QUIET, ISO),
        QUIET,
        asks=("volume",),
        answers={"volume": "shares"},
    ),
    Shape(
        "shares or lots: lots",
        "600519.SH.csv",
        text(PLAIN, odd(LOTS, 3_700_000), lambda b: ISO(b).replace(f"{b.volume:.0f}", f"{b.volume / 100:.0f}")),
        odd(LOTS, 3_700_000),
        asks=("volume",),
        answers={"volume": "lots"},
    ),
    Shape("too much for lots", "000001.SZ.csv", text(PLAIN, BUSY, ISO), BUSY),
    Shape("hundreds of shares", "000001.SZ.csv", text(PLAIN, CN, ISO), CN),
    Shape(
        "lots with parts",
        "000001.SZ.csv",
        text("date,open,close,high,low,vol,x", odd(CN), lambda b: _lots(b, parts=True)),
        odd(CN),
        asks=("volume",),
        answers={"volume": "lots"},
    ),
    Shape(
        "no volume",
        "AAPL.csv",
        text("date,open,high,low,close", US, lambda b: ISO(b).rpartition(",")[0]),
        [Bar(b.at, b.open, b.high, b.low, b.close, 0) for b in US],
        warns="no volume",
    ),
]

PRICED = [
    Shape("hfq in the name", "600519_hfq.csv", text(PLAIN, CN, ISO), CN, symbol="600519.SH", adjusted=True),
    Shape("qfq in the name", "sh600519_qfq.csv", text(PLAIN, CN, ISO), CN, symbol="600519.SH", adjusted=True),
    Shape(
        "复权 above the heading",
        "600519.csv",
        "600519 示例股份 日线 前复权\n" + text(PLAIN, CN, ISO),
        CN,
        adjusted=True,
    ),
    Shape("不复权 above the heading", "600519.csv", "600519 示例股份 日线 不复权\n" + text(PLAIN, CN, ISO), CN),
    Shape("adjusted in the name", "AAPL_adjusted.csv", text(PLAIN, US, ISO), US, adjusted=True),
    Shape(
        "off the tick, China",
        "600519.SH.csv",
        text(PLAIN, CN, _adjusted),
        SCALED,
        asks=("prices",),
        answers={"prices": "adjusted"},
        adjusted=True,
    ),
    Shape(
        "off the tick, US",
        "AAPL.csv",
        text(PLAIN, CN, _adjusted),
        SCALED,
        asks=("prices",),
        answers={"prices": "adjusted"},
        adjusted=True,
    ),
    Shape(
        "a fund to a tenth of a cent",
        "510300.SH.csv",
        text(
            PLAIN,
            daily(start=3.512, step=0.003),
            lambda b: f"{b.at:%Y-%m-%d},{b.open:.3f},{b.high:.3f},{b.low:.3f},{b.close:.3f},{b.volume:.0f}",
        ),
        daily(start=3.512, step=0.003),
    ),
    Shape("a fall past the limit, no split told", "600519.SH.csv", text(PLAIN, FALL, ISO), FALL, warns="split"),
    Shape(
        "the same fall, repaired", "600519.SH.csv", text(PLAIN, FALL, ISO), FALL, answers={"split:2024-03-13": "1.6"}
    ),
    Shape(
        "yfinance, adjusted by itself, with dividends and splits",
        "AAPL.csv",
        text("Date,Open,High,Low,Close,Volume,Dividends,Stock Splits", CN, lambda b: f"{_adjusted(b)},0.0,0.0"),
        SCALED,
        asks=("prices",),
        answers={"prices": "adjusted"},
        adjusted=True,
    ),
    Shape(
        "a price in cents from one day on",
        "AAPL.csv",
        text(PLAIN, JUMPED, ISO),
        JUMPED,
        warns="opens at",
    ),
    Shape(
        "a coin by its bare name",
        "BTC.csv",
        text(PLAIN, daily(EVERY_DAY[:4]), ISO),
        daily(EVERY_DAY[:4]),
        asks=("symbol",),
        answers={"symbol": "BTC-USD"},
        symbol="BTC-USD",
    ),
    Shape("a US split that is not told", "AAPL.csv", text(PLAIN, SPLIT, ISO), SPLIT, warns="split"),
    Shape(
        "an index by its bare code",
        "000300.csv",
        text(PLAIN, daily(start=3_500.0, step=3), ISO),
        daily(start=3_500.0, step=3),
        asks=("symbol",),
        answers={"symbol": "000300.SH"},
        symbol="000300.SH",
    ),
    Shape("a bare code of a share", "000001.csv", text(PLAIN, CN, ISO), CN, symbol="000001.SZ"),
]

LISTED = [
    Shape(f"the file name {name}", f"{name}.csv", text(PLAIN, US[:4], ISO), US[:4], symbol=name)
    for name in ("0700.HK", "7203.T", "SAP.DE", "RELIANCE.NS", "ASML.AS", "^GSPC", "BRK.B")
] + [
    Shape(
        "a ticker that two exchanges have",
        "VOD.csv",
        text(PLAIN, US, ISO),
        US,
        asks=("symbol",),
        answers={"symbol": "VOD.L"},
        symbol="VOD.L",
    ),
    Shape("a ticker that two exchanges have, of the US", "us_VOD.csv", text(PLAIN, US, ISO), US, symbol="VOD"),
]

_GBP = "Date,Open (GBP),High (GBP),Low (GBP),Close (GBP),Volume"
_PENCE = repriced(US, lambda value: round(value * 100, 2))
CURRENCIES = [
    Shape("London in pounds by the headings", "BARC.L.csv", text(_GBP, US, ISO), _PENCE, symbol="BARC.L"),
    Shape(
        "London in pounds by a column", "BARC.L.csv", text(f"{PLAIN},Currency", US, lambda b: f"{ISO(b)},GBP"), _PENCE
    ),
    Shape("London in pence by the headings", "BARC.L.csv", text(_GBP.replace("GBP", "GBp"), US, ISO), US),
    Shape(
        "London in pence, and then in what is called pounds",
        "BP.L.csv",
        text(f"{PLAIN},Currency", US[:9], lambda b: f"{ISO(b)},GBX") + text("", US[9:], lambda b: f"{ISO(b)},GBP"),
        US[:9],
        left_out=6,
    ),
    Shape(
        "a US share in euros",
        "AAPL.csv",
        text(PLAIN.replace("close", "close (EUR)"), US, ISO),
        US,
        asks=("price_unit",),
        answers={"price_unit": "USD"},
    ),
    Shape("two currencies in the headings", "BP.L.csv", text(_GBP.replace("GBP", "GBX", 1), US, ISO), refused="GBP"),
]

HEADED = [
    Shape(
        f"a volume headed '{heading}'",
        "PFE.csv",
        text(f"date,open,high,low,close,{heading}", US, _volume_in(factor)),
        US,
    )
    for heading, factor in (
        ("Volume (thousands)", 1e3), ("Volume ('000)", 1e3), ("Volume (M)", 1e6), ("Volume (in millions)", 1e6),
        ("Vol. [mln shares]", 1e6), ("Volume (万股)", 1e4),
    )
] + [
    Shape(
        "a volume in lots outside China",
        "PFE.csv",
        text("date,open,high,low,close,Volume (lots)", US, _volume_in(100)),
        US,
        asks=("volume",),
        answers={"volume": "lots"},
    ),
    Shape(
        "a volume whose heading and figures both name a unit",
        "PFE.csv",
        text("date,open,high,low,close,Volume (M)", US, lambda b: f"{_volume_in(1e6)(b)}M"),
        US,
        asks=("volume",),
        answers={"volume": "shares"},
    ),
]  # fmt: skip

DATED = [
    Shape(
        "dates with the month first, and then with the day first",
        "CAT.csv",
        text(PLAIN, CN[:12], ohlcv("%m/%d/%Y")) + text("", CN[12:], ohlcv("%d/%m/%Y")),
        refused="line 14 .'20/03/2024'. is a date only as day/month/year",
    ),
    Shape(
        "dates of two digits in two orders",
        "CAT.csv",
        text(PLAIN, CN[:10], ohlcv("%d-%m-%y")) + text("", CN[10:], ohlcv("%m-%d-%y")),
        refused="mix two orders",
    ),
    Shape(
        "a high and a volume beyond all bounds",
        "MCD.csv",
        text(PLAIN, CN, ISO).replace(ISO(CN[1]), ISO(HUGE[0])).replace(ISO(CN[3]), ISO(HUGE[1])),
        [b for b in CN if b not in (CN[1], CN[3])],
        left_out=2,
    ),
    Shape(
        "a bar on a Saturday", "AAPL.csv", text(PLAIN, sorted([*CN, SATURDAY], key=lambda b: b.at), ISO), CN, left_out=1
    ),
    Shape(
        "a bar at the Spring Festival",
        "600519.SH.csv",
        text(PLAIN, daily([date(2024, 2, d) for d in (5, 6, 7, 8, 12, 19, 20, 21, 22, 23)]), ISO),
        [b for b in daily([date(2024, 2, d) for d in (5, 6, 7, 8, 12, 19, 20, 21, 22, 23)]) if b.at.day != 12],
        left_out=1,
    ),
    Shape("every day of the week, of a share", "AAPL.csv", text(PLAIN, daily(EVERY_DAY), ISO), refused="closed"),
    Shape("every day of the week, of a coin", "BTC-USD.csv", text(PLAIN, daily(EVERY_DAY), ISO), daily(EVERY_DAY)),
    Shape("days that are all one early", "600519.SH.csv", text(PLAIN, _on(CN, -1), ISO), refused="closed"),
    Shape(
        "midnight in Shanghai on the clock of UTC",
        "600519.SH.csv",
        text(PLAIN, CN, lambda b: f"{b.at - timedelta(hours=8):%Y-%m-%d %H:%M:%S},{ISO(b).partition(',')[2]}"),
        CN,
    ),
    Shape(
        "midnight in Shanghai as an epoch",
        "600519.SH.csv",
        text(
            "timestamp,open,high,low,close,volume",
            CN,
            lambda b: f"{int((b.at - timedelta(hours=8)).timestamp())},{ISO(b).partition(',')[2]}",
        ),
        CN,
    ),
    Shape("weeks by their Friday", "AAPL.csv", text(PLAIN, _on(daily(WEEKS), 4), ISO), daily(WEEKS)),
    Shape("weeks by their Monday", "AAPL.csv", text(PLAIN, daily(WEEKS), ISO), daily(WEEKS)),
    Shape(
        "weeks by the Sunday before",
        "AAPL.csv",
        text(PLAIN, _on(daily(WEEKS), -1), ISO),
        daily(WEEKS),
        asks=("label",),
        answers={"label": "start"},
    ),
    Shape(
        "weeks by the Sunday after",
        "AAPL.csv",
        text(PLAIN, _on(daily(WEEKS), 6), ISO),
        daily(WEEKS),
        asks=("label",),
        answers={"label": "end"},
    ),
    Shape("months", "AAPL.csv", text(PLAIN, daily(MONTHS), ISO), refused="month"),
    Shape("months, day first", "AAPL.csv", text(PLAIN, daily(MONTHS), ohlcv("%d/%m/%Y")), refused="month"),
]
SHAPES = [*WRITTEN, *COUNTED, *HEADED, *LISTED, *CURRENCIES, *PRICED, *DATED]
