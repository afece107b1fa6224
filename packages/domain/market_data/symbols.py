"""One vocabulary of symbols: `000001.SZ`, `AAPL`, `0700.HK`, `^GSPC`, by their shape; also how to load one."""

import re
from dataclasses import dataclass
from enum import StrEnum

from packages.core.messages import Message, message
from packages.domain.market_data.errors import BadSymbol


class Market(StrEnum):
    """A set of instruments that trade by the same rules."""

    CN_STOCKS = "cn_stocks"
    US_STOCKS = "us_stocks"
    CRYPTO = "crypto"
    FOREX = "forex"
    FUTURES = "futures"
    HK_STOCKS = "hk_stocks"
    JP_STOCKS = "jp_stocks"
    UK_STOCKS = "uk_stocks"
    DE_STOCKS = "de_stocks"
    FR_STOCKS = "fr_stocks"
    NL_STOCKS = "nl_stocks"
    IT_STOCKS = "it_stocks"
    ES_STOCKS = "es_stocks"
    CH_STOCKS = "ch_stocks"
    IN_STOCKS = "in_stocks"

    @property
    def is_stocks(self) -> bool:
        return self.value.endswith("_stocks")


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbol in its canonical spelling."""

    text: str
    market: Market

    def __str__(self) -> str:
        return self.text

    @property
    def is_demo(self) -> bool:
        """Demo companies have codes that no exchange gives out: `DEMO1.SZ`, `DEMO5`, `DEMO8-USD`."""
        return self.text.startswith("DEMO")

    @property
    def is_perpetual(self) -> bool:
        """A contract on a coin without an end, whose longs and shorts pay each other funding."""
        return self.text.endswith(PERPETUAL)

    @property
    def is_index(self) -> bool:
        """Written with a caret: a figure that is published, and that nobody can buy."""
        return self.text.startswith("^")


PERPETUAL = "-PERP"
_CN_SUFFIXES = {"SZ": "SZ", "SH": "SH", "BJ": "BJ", "SS": "SH", "XSHE": "SZ", "XSHG": "SH"}
# Codes of shares that no other exchange of the country gives out; 00 are indexes in Shanghai, 20 repos.
_ONLY_AT = {"60": "SH", "68": "SH", "30": "SZ"}
_CURRENCIES = ("USD", "EUR", "JPY", "GBP", "CHF", "AUD", "CAD", "NZD", "CNH", "CNY", "HKD", "SGD")
_FUTURE = re.compile(r"([A-Z]{1,3})=F")
_CN = re.compile(r"(\d{6}|DEMO\d{1,3})\.([A-Z]{2,4})")
_CN_PREFIXED = re.compile(r"(SH|SZ|BJ)\.?(\d{6})")
_PAIR = re.compile(r"([A-Z0-9]{2,10})[-/]([A-Z]{3,5})")
_PERPETUAL = re.compile(r"([A-Z0-9]{2,10})[-/](USDT?|USDC)(?:-PERP|:\2)")  # BTC-USDT-PERP, and as ccxt writes it
# L, T, F and V after a dot are exchanges (London, Tokyo, Frankfurt, TSX Venture) and never a class of US shares.
_US = re.compile(r"[A-Z]{1,5}([.-][A-EG-KM-SUW-Z])?|DEMO\d{1,3}")
_LISTED = re.compile(r"(?!DEMO\d)([A-Z0-9&-]{1,20})\.([A-Z]{1,3})")
_EUROPEAN = re.compile(r"[A-Z0-9]{1,8}(-[A-Z]{1,2})?")
_INDIAN = re.compile(r"[A-Z0-9&-]{1,20}")
# What follows the dot, the market, and the codes that its exchange gives out.
_EXCHANGES: dict[str, tuple[Market, re.Pattern[str]]] = {
    "HK": (Market.HK_STOCKS, re.compile(r"\d{4,5}")),
    "T": (Market.JP_STOCKS, re.compile(r"\d[\dA-Z]\d[\dA-Z]")),
    "L": (Market.UK_STOCKS, _EUROPEAN),
    "DE": (Market.DE_STOCKS, _EUROPEAN),
    "PA": (Market.FR_STOCKS, _EUROPEAN),
    "AS": (Market.NL_STOCKS, _EUROPEAN),
    "MI": (Market.IT_STOCKS, _EUROPEAN),
    "MC": (Market.ES_STOCKS, _EUROPEAN),
    "SW": (Market.CH_STOCKS, _EUROPEAN),
    "NS": (Market.IN_STOCKS, _INDIAN),
    "BO": (Market.IN_STOCKS, _INDIAN),
}
# Exchanges that a suffix names and that the desk has no calendar and no rules for.
UNSERVED = {
    "TO": "Toronto", "V": "TSX Venture", "AX": "Sydney", "NZ": "Wellington", "KS": "Seoul", "KQ": "Kosdaq",
    "TW": "Taipei", "TWO": "Taipei OTC", "SI": "Singapore", "KL": "Kuala Lumpur", "BK": "Bangkok", "JK": "Jakarta",
    "F": "Frankfurt floor", "BR": "Brussels", "LS": "Lisbon", "IR": "Dublin", "VI": "Vienna", "ST": "Stockholm",
    "CO": "Copenhagen", "HE": "Helsinki", "OL": "Oslo", "WA": "Warsaw", "AT": "Athens", "IS": "Istanbul",
    "SA": "São Paulo", "MX": "Mexico City", "JO": "Johannesburg", "TA": "Tel Aviv", "SR": "Riyadh",
}  # fmt: skip
# Indexes whose days and hours are those of a market that the desk knows.
_INDEXES: dict[Market, tuple[str, ...]] = {
    Market.US_STOCKS: ("GSPC", "DJI", "IXIC", "NDX", "RUT", "VIX"),
    Market.HK_STOCKS: ("HSI", "HSCE"),
    Market.JP_STOCKS: ("N225",),
    Market.UK_STOCKS: ("FTSE", "FTMC"),
    Market.DE_STOCKS: ("GDAXI", "MDAXI"),
    Market.FR_STOCKS: ("FCHI", "STOXX50E", "STOXX"),  # published on the days of Euronext
    Market.NL_STOCKS: ("AEX",),
    Market.ES_STOCKS: ("IBEX",),
    Market.CH_STOCKS: ("SSMI",),
    Market.IN_STOCKS: ("NSEI", "BSESN", "NSEBANK"),
}
_MARKET_OF_INDEX = {f"^{code}": market for market, codes in _INDEXES.items() for code in codes}


def parse_symbol(text: str) -> Symbol:
    """Takes the common spellings (`sz000001`, `600000.SS`, `700.hk`, `btc/usdt`, `eurusd=x`), gives the canonical one.
    A suffix is never dropped: `VOD.L` is London's or nothing."""
    cleaned = text.strip().upper()
    for attempt in (_as_index, _as_future, _as_a_share, _as_listed, _as_forex, _as_crypto, _as_us_stock):
        symbol = attempt(cleaned)
        if symbol is not None:
            return symbol
    raise _refusal(text.strip()[:40], cleaned)


def _refusal(text: str, cleaned: str) -> BadSymbol:
    if cleaned.startswith("^"):
        return BadSymbol("market_data.unknown_index", text=text, known=", ".join(sorted(_MARKET_OF_INDEX)))
    place = UNSERVED.get(cleaned.rpartition(".")[2]) if "." in cleaned else None
    if place is not None:
        return BadSymbol("market_data.exchange_not_served", text=text, place=place)
    return BadSymbol("market_data.bad_symbol", text=text)


def _as_index(text: str) -> Symbol | None:
    market = _MARKET_OF_INDEX.get(text)
    return None if market is None else Symbol(text, market)


def _as_listed(text: str) -> Symbol | None:
    """Outside China and the US the exchange is always written; 00700 alone is a code of Hong Kong."""
    match = _LISTED.fullmatch(f"{text}.HK" if re.fullmatch(r"0\d{4}", text) else text)
    if match is None or match[2] not in _EXCHANGES:
        return None
    market, codes = _EXCHANGES[match[2]]
    code = match[1].lstrip("0").rjust(4, "0") if match[2] == "HK" and match[1].isdigit() else match[1]
    return Symbol(f"{code}.{match[2]}", market) if codes.fullmatch(code) else None


def _as_future(text: str) -> Symbol | None:
    return Symbol(text, Market.FUTURES) if _FUTURE.fullmatch(text) else None


def _as_a_share(text: str) -> Symbol | None:
    if (match := _CN.fullmatch(text)) and match[2] in _CN_SUFFIXES:
        return Symbol(f"{match[1]}.{_CN_SUFFIXES[match[2]]}", Market.CN_STOCKS)
    if match := _CN_PREFIXED.fullmatch(text):
        return Symbol(f"{match[2]}.{match[1]}", Market.CN_STOCKS)
    if re.fullmatch(r"\d{6}", text) and (suffix := _exchange_of_code(text)):
        return Symbol(f"{text}.{suffix}", Market.CN_STOCKS)
    return None


def _exchange_of_code(code: str) -> str | None:
    """Which exchange gives out codes that begin so; None where only a suffix decides."""
    if code.startswith(("60", "68", "90")):
        return "SH"
    if code.startswith(("00", "30", "20")):
        return "SZ"
    return "BJ" if code.startswith(("43", "83", "87", "92")) else None


def rightly_placed(symbol: Symbol) -> Symbol:
    """The same code at the one exchange that gives it out: 600000.SZ can only be meant as 600000.SH."""
    code, _, suffix = symbol.text.partition(".")
    right = _ONLY_AT.get(code[:2]) if symbol.market is Market.CN_STOCKS else None
    return Symbol(f"{code}.{right}", symbol.market) if right not in (None, suffix) else symbol


def _as_forex(text: str) -> Symbol | None:
    bare = text.removesuffix("=X").replace("/", "")
    known = len(bare) == 6 and bare[:3] in _CURRENCIES and bare[3:] in _CURRENCIES and bare[:3] != bare[3:]
    is_forex = known and (text.endswith("=X") or "/" in text or text == bare)
    return Symbol(f"{bare}=X", Market.FOREX) if is_forex else None


def _as_crypto(text: str) -> Symbol | None:
    if match := _PERPETUAL.fullmatch(text):
        return Symbol(f"{match[1]}-{match[2]}-PERP", Market.CRYPTO)
    match = _PAIR.fullmatch(text)
    return Symbol(f"{match[1]}-{match[2]}", Market.CRYPTO) if match else None


def _as_us_stock(text: str) -> Symbol | None:
    return Symbol(text.replace("-", "."), Market.US_STOCKS) if _US.fullmatch(text) else None


def load_command(*symbols: Symbol, options: str = "") -> Message:
    """Demo companies come all at once; `options` are those of `parley data sync`."""
    synced = [str(symbol) for symbol in symbols if not symbol.is_demo]
    if not synced:
        return message("market_data.load_demo")
    command = " ".join(("parley data sync", *synced, *options.split()))
    return message(
        "market_data.load_command" if len(synced) == len(symbols) else "market_data.load_both", command=command
    )


def missing_data(*symbols: Symbol, timeframe: str = "1d") -> dict[str, object]:
    """For the details of an error; each edge adds what to call: a request, a tool, a command."""
    return {"missing_data": {"symbols": [str(symbol) for symbol in symbols], "timeframe": timeframe}}
