"""Whose bars a file holds: by its name, or by a column that names the instrument."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import polars as pl

from packages.core.messages import message
from packages.domain.market_data.errors import BadRows, BadSymbol
from packages.domain.market_data.resolver import Resolved, SeveralMeant, resolve
from packages.domain.market_data.symbols import Market, Symbol, parse_symbol
from packages.domain.market_data.well_known import well_known
from packages.infra.providers.market_data.bars.evidence.guess import Answers, Guess
from packages.infra.providers.market_data.bars.guesses import symbol_in_name

_STOOQ = re.compile(r"([A-Z0-9.-]+)\.US", re.IGNORECASE)
_COINS = {"BTC", "ETH", "SOL", "XRP", "DOGE", "BNB", "ADA", "LTC", "TRX", "XBT"}
_OF_THE_US = re.compile(r"(?<![a-z])us(?![a-z])", re.IGNORECASE)
_BARE_INDEX = re.compile(r"(?<!\d)000\d{3}(?![\d.])")


@dataclass(frozen=True, slots=True)
class SymbolGuess:
    """The symbol, and why it is this one."""

    symbol: Symbol
    guess: Guess


def symbol_guess(path: Path, asked: Answers, instrument: str | None, ticker: str = "") -> SymbolGuess:
    """`ticker`: what a heading says above the columns; it says more than a file's name."""
    answer = asked.get("symbol")
    if answer is not None:
        symbol = foreign_symbol(answer)
        _refuse_demo(symbol)
        return SymbolGuess(symbol, asked.choose("symbol", symbol.text, message("market_data.import.parquet"), ()))
    found = foreign_symbol(ticker) if ticker else symbol_in_name(path)
    origin = f"market_data.import.symbol_from_{'heading' if ticker else 'name'}"
    if found is None and instrument is not None:
        found, origin = foreign_symbol(instrument), "market_data.import.symbol_from_rows"
    if found is None:
        raise BadSymbol("market_data.no_symbol_named", path=path.name)
    _refuse_demo(found)
    return SymbolGuess(found, asked.choose("symbol", found.text, message(origin, symbol=found), ()))


def _refuse_demo(symbol: Symbol) -> None:
    """The bars of demo companies are made up as they are read: stored ones would never be seen."""
    if symbol.is_demo:
        raise BadRows("market_data.import.demo_symbol", symbol=symbol)


def symbol_doubt(path: Path, symbol: Symbol, closes: pl.Series, asked: Answers) -> Guess | None:
    """`BTC` alone is a coin or a fund; `000300` alone is a share in Shenzhen or an index in Shanghai, and only an index
    stands in the thousands. `VOD` alone is listed twice."""
    if asked.get("symbol") is None and symbol.text in _COINS:
        said = message("market_data.import.maybe_coin", symbol=symbol, coin=f"{symbol}-USD")
        return asked.choose("symbol", f"{symbol}-USD", said, (symbol.text,), asks=True)
    if asked.get("symbol") is None and symbol.market is Market.US_STOCKS:
        return _several(path, symbol, asked)
    if asked.get("symbol") or symbol.market is not Market.CN_STOCKS or not _BARE_INDEX.search(path.stem):
        return None
    middle = closes.median()
    if not isinstance(middle, float) or middle < 500 or not symbol.text.endswith(".SZ"):
        return None
    index = symbol.text.replace(".SZ", ".SH")
    said = message("market_data.import.maybe_index", symbol=symbol, index=index, close=f"{middle:g}")
    return asked.choose("symbol", index, said, (symbol.text,), asks=True)


def _several(path: Path, symbol: Symbol, asked: Answers) -> Guess | None:
    """`VOD` alone is New York's or London's."""
    if symbol.text not in _known_words() or _OF_THE_US.search(path.stem):
        return None
    match resolve(symbol.text):
        case SeveralMeant(candidates):
            others = tuple(one.symbol.text for one in candidates if one.symbol != symbol)
        case Resolved(instrument) if instrument.symbol != symbol:
            others = (instrument.symbol.text,)
        case _:
            return None
    said = message("market_data.import.maybe_others", symbol=symbol, others=", ".join((symbol.text, *others)))
    return asked.choose("symbol", symbol.text, said, others, asks=True)


@cache
def _known_words() -> frozenset[str]:
    """In capitals: most tickers are none of them, and need not be looked up."""
    return frozenset(word.upper() for one in well_known() for word in (one.code, *one.names))


def foreign_symbol(text: str) -> Symbol:
    """As `parse_symbol`, and the spellings of Stooq (`AAPL.US`)."""
    match = _STOOQ.fullmatch(text.strip())
    return parse_symbol(match[1] if match else text)


def instrument_in(head: pl.DataFrame) -> str | None:
    if "instrument" not in head.columns:
        return None
    words = head["instrument"].cast(pl.String).drop_nulls().unique().sort().to_list()
    if len(words) > 1:
        raise BadRows("market_data.several_instruments", symbols=words[:5])
    return words[0] if words else None
