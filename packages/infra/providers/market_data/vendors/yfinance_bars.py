"""Yahoo's prices made raw again, and how Yahoo spells symbols and exchanges."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from decimal import Decimal
from itertools import accumulate
from operator import mul
from typing import Any

import numpy as np

from packages.domain.market_data.bars import Floats, Instants
from packages.domain.market_data.errors import BadSymbol
from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.market_data.rows import ActionKind, Instrument
from packages.domain.market_data.sessions import zone_of
from packages.domain.market_data.symbols import Market, Symbol, parse_symbol
from packages.infra.providers.market_data.calendars import MICS
from packages.infra.providers.market_data.vendors.translation import decimal_of, midnights

_PRICES = ["Open", "High", "Low", "Close"]


@dataclass(frozen=True, slots=True, eq=False)
class RawBars:
    """Bars as they were traded; `prices` has the columns open, high, low, close."""

    times: Instants
    prices: Floats
    volume: Floats


class Splits:
    """How many of today's shares one share of a day has become."""

    def __init__(self, splits: Sequence[tuple[date, Decimal]]) -> None:
        ordered = sorted(splits)
        self._days = [day for day, _ in ordered]
        ratios = [ratio for _, ratio in ordered]
        self._after = [*accumulate(reversed(ratios), mul, initial=Decimal(1))][::-1]

    def after(self, day: date) -> Decimal:
        """The product of the splits that came later than `day`; prices of the ex date itself are in new shares."""
        return self._after[bisect_right(self._days, day)]


def splits_in(frame: Any) -> Splits:
    return Splits([(day, ratio) for day, ratio in _cells(frame, "Stock Splits")])


def actions_of(frame: Any) -> Iterator[tuple[date, ActionKind, Decimal]]:
    """Splits as they are, dividends in the shares of their own day."""
    splits = splits_in(frame)
    for day, ratio in _cells(frame, "Stock Splits"):
        yield day, ActionKind.SPLIT, ratio
    for day, amount in _cells(frame, "Dividends"):
        yield day, ActionKind.DIVIDEND, amount * splits.after(day)


def raw_bars(frame: Any, splits: Splits, *, intraday: bool) -> RawBars:
    """The frame's bars in the shares of their own day; a bar of which Yahoo leaves a price empty is left out."""
    frame = frame.dropna(subset=_PRICES)
    days: list[date] = [stamp.date() for stamp in frame.index]
    factor = np.array([float(splits.after(day)) for day in days], dtype=np.float64)
    if intraday:
        times = frame.index.tz_convert("UTC").tz_localize(None).to_numpy().astype("datetime64[us]")
    else:
        times = midnights(days)
    prices = frame[_PRICES].to_numpy(dtype=np.float64) * factor[:, None]
    return RawBars(times, prices, frame["Volume"].to_numpy(dtype=np.float64) / factor)


def _cells(frame: Any, column: str) -> Iterator[tuple[date, Decimal]]:
    for stamp, number in frame[column][frame[column] > 0].items():
        value = decimal_of(number)
        if value is not None:
            yield stamp.date(), value


_MICS = {
    "NMS": "XNAS", "NGM": "XNAS", "NCM": "XNAS", "NYQ": "XNYS", "ASE": "XASE", "PCX": "ARCX", "BTS": "BATS",
    "PNK": "OTCM", "CME": "XCME", "CBT": "XCBT", "NYM": "XNYM", "CMX": "XCEC", "NYB": "IFUS",
}  # fmt: skip
_PENCE = {"GBp": "GBX"}
_NO_EXCHANGE = "XXXX"  # ISO 10383's own word for trading without a venue


def yahoo_ticker(symbol: Symbol) -> str:
    """Yahoo writes a class of shares with a dash: `BRK-B`; all else is spelled as in our symbols."""
    return symbol.text.replace(".", "-") if symbol.market is Market.US_STOCKS else symbol.text


def found_instruments(quotes: Sequence[Mapping[str, Any]], now: datetime, source: str) -> Iterator[Instrument]:
    """What a search found, as far as it has a symbol of ours; each once."""
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


def instrument_of(symbol: Symbol, profile: Mapping[str, Any], now: datetime, source: str) -> Instrument:
    """The profile as it has been known since the first trade (since `now` where its day is not given); name and
    industry are today's."""
    listed_on, currency = _first_trade(profile), str(profile.get("currency") or _currency(symbol))
    name = profile.get("longName") or profile.get("longname") or profile.get("shortName") or profile.get("shortname")
    return Instrument(
        source=source,
        known_at=now if listed_on is None else _morning(symbol, listed_on),
        symbol=symbol,
        name_en=str(name or symbol.text),
        name_zh="",
        exchange=_exchange(symbol, str(profile.get("exchange", ""))),
        currency=_PENCE.get(currency, currency),
        industry=str(profile.get("industry") or ""),
        listed_on=listed_on,
    )


def _exchange(symbol: Symbol, code: str) -> str:
    if symbol.market is Market.CRYPTO:
        return "24/7"
    return _MICS.get(code, _NO_EXCHANGE if symbol.market is Market.US_STOCKS else MICS.get(symbol.market, _NO_EXCHANGE))


def _currency(symbol: Symbol) -> str:
    match symbol.market:
        case Market.CRYPTO:
            return symbol.text.partition("-")[2]
        case Market.FOREX:
            return symbol.text.removesuffix("=X")[3:]
        case market:
            return RULEBOOK[market].currency


def _morning(symbol: Symbol, day: date) -> datetime:
    return datetime.combine(day, time(0), zone_of(symbol.market)).astimezone(UTC)


def _first_trade(profile: Mapping[str, Any]) -> date | None:
    milliseconds = profile.get("firstTradeDateMilliseconds")
    return datetime.fromtimestamp(milliseconds / 1000, UTC).date() if milliseconds is not None else None
