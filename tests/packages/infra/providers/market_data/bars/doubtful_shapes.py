"""Files whose figures are wrong without looking so: other currencies in the cells, absurd figures, shifted days."""

from tests.packages.infra.providers.market_data.bars.file_shapes import (
    EVERY_DAY,
    ISO,
    PLAIN,
    Bar,
    Line,
    Shape,
    daily,
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
SHAPES = [*CURRENCIES]
