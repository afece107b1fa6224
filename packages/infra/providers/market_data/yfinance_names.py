"""How Yahoo spells symbols and names exchanges, in the desk's words."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time
from typing import Any

from packages.domain.market_data.errors import BadSymbol
from packages.domain.market_data.rows import Instrument
from packages.domain.market_data.sessions import zone_of
from packages.domain.market_data.symbols import Market, Symbol, parse_symbol

_MICS = {
    "NMS": "XNAS", "NGM": "XNAS", "NCM": "XNAS", "NYQ": "XNYS", "ASE": "XASE", "PCX": "ARCX", "BTS": "BATS",
    "PNK": "OTCM", "CME": "XCME", "CBT": "XCBT", "NYM": "XNYM", "CMX": "XCEC", "NYB": "IFUS",
}  # fmt: skip
_NO_EXCHANGE = "XXXX"  # ISO 10383's own word for trading without a venue


def yahoo_ticker(symbol: Symbol) -> str:
    """Yahoo writes a class of shares with a dash: `BRK-B`; all else is spelled as the desk does."""
    return symbol.text.replace(".", "-") if symbol.market is Market.US_STOCKS else symbol.text


def found_instruments(quotes: Sequence[Mapping[str, Any]], now: datetime, source: str) -> Iterator[Instrument]:
    """What a search found, as far as it has a symbol in the desk's vocabulary; each once."""
    seen: set[Symbol] = set()
    for quote in quotes:
        try:
            symbol = parse_symbol(str(quote["symbol"]))
        except BadSymbol:
            continue
        is_stock_elsewhere = symbol.market is Market.US_STOCKS and quote.get("exchange") not in _MICS
        if symbol not in seen and not is_stock_elsewhere:
            seen.add(symbol)
            yield instrument_of(symbol, quote, now, source)


def instrument_of(symbol: Symbol, told: Mapping[str, Any], now: datetime, source: str) -> Instrument:
    """The profile as it has been known since the first trade (since `now` where its day is not told); name and
    industry are today's."""
    listed_on = _first_trade(told)
    name = told.get("longName") or told.get("longname") or told.get("shortName") or told.get("shortname")
    return Instrument(
        source=source,
        known_at=now if listed_on is None else _morning(symbol, listed_on),
        symbol=symbol,
        name_en=str(name or symbol.text),
        name_zh="",
        exchange=_exchange(symbol, str(told.get("exchange", ""))),
        currency=str(told.get("currency") or _currency(symbol)),
        industry=str(told.get("industry") or ""),
        listed_on=listed_on,
    )


def _exchange(symbol: Symbol, code: str) -> str:
    return "24/7" if symbol.market is Market.CRYPTO else _MICS.get(code, _NO_EXCHANGE)


def _currency(symbol: Symbol) -> str:
    match symbol.market:
        case Market.CRYPTO:
            return symbol.text.partition("-")[2]
        case Market.FOREX:
            return symbol.text.removesuffix("=X")[3:]
        case _:
            return "USD"


def _morning(symbol: Symbol, day: date) -> datetime:
    return datetime.combine(day, time(0), zone_of(symbol.market)).astimezone(UTC)


def _first_trade(told: Mapping[str, Any]) -> date | None:
    milliseconds = told.get("firstTradeDateMilliseconds")
    return datetime.fromtimestamp(milliseconds / 1000, UTC).date() if milliseconds is not None else None
