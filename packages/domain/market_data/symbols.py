"""One vocabulary of symbols: `000001.SZ`, `AAPL`, `BTC-USD`, by their shape; also what to type to load one."""

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


_CN_SUFFIXES = {"SZ": "SZ", "SH": "SH", "BJ": "BJ", "SS": "SH", "XSHE": "SZ", "XSHG": "SH"}
_CURRENCIES = ("USD", "EUR", "JPY", "GBP", "CHF", "AUD", "CAD", "NZD", "CNH", "CNY", "HKD", "SGD")
_FUTURE = re.compile(r"([A-Z]{1,3})=F")
_CN = re.compile(r"(\d{6}|DEMO\d{1,3})\.([A-Z]{2,4})")
_CN_PREFIXED = re.compile(r"(SH|SZ|BJ)\.?(\d{6})")
_PAIR = re.compile(r"([A-Z0-9]{2,10})[-/]([A-Z]{3,5})")
_US = re.compile(r"[A-Z]{1,5}([.-][A-Z])?|DEMO\d{1,3}")


def parse_symbol(text: str) -> Symbol:
    """Takes the common spellings (`sz000001`, `600000.SS`, `btc/usdt`, `eurusd=x`) and gives the canonical one."""
    cleaned = text.strip().upper()
    for attempt in (_as_future, _as_a_share, _as_forex, _as_crypto, _as_us_stock):
        symbol = attempt(cleaned)
        if symbol is not None:
            return symbol
    raise BadSymbol("market_data.bad_symbol", text=text.strip()[:40])


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


def _as_forex(text: str) -> Symbol | None:
    bare = text.removesuffix("=X").replace("/", "")
    known = len(bare) == 6 and bare[:3] in _CURRENCIES and bare[3:] in _CURRENCIES and bare[:3] != bare[3:]
    is_forex = known and (text.endswith("=X") or "/" in text or text == bare)
    return Symbol(f"{bare}=X", Market.FOREX) if is_forex else None


def _as_crypto(text: str) -> Symbol | None:
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
