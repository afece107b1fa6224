"""In what prices are counted where a heading, a column or the cells name it: London's are stored in pence, and pounds
are times a hundred."""

import re
from collections.abc import Sequence

import numpy as np
import polars as pl

from packages.core.messages import message
from packages.domain.market_data.errors import BadRows
from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.market_data.symbols import Market, Symbol
from packages.infra.providers.market_data.bars.evidence.cell_marks import first_mark, marked_otherwise
from packages.infra.providers.market_data.bars.evidence.guess import Answers, Guess
from packages.infra.providers.market_data.bars.evidence.price_basis import is_index

OTHER_UNIT = "the currency is not that of the rows before"
_PARTS = {"GBX": ("GBP", 0.01), "USX": ("USD", 0.01), "FEN": ("CNY", 0.01)}
_SPELT: dict[str, tuple[str, ...]] = {
    "GBX": ("GBX", "PENCE", "PENNY", "GBPENCE", "P", "便士"),
    "GBP": ("GBP", "£", "POUND", "POUNDS", "英镑"),
    "USX": ("USX", "¢", "CENTS", "US CENTS", "美分"),
    "USD": ("USD", "US$", "DOLLARS", "US DOLLARS", "美元"),
    "EUR": ("EUR", "€", "EURO", "EUROS", "欧元"),
    "CNY": ("CNY", "RMB", "CNH", "人民币", "人民币元"),
    "FEN": ("FEN", "分"),
    "HKD": ("HKD", "HK$", "港元", "港币"),
    "JPY": ("JPY", "YEN", "日元", "円"),
    "INR": ("INR", "₹", "RUPEES"),
    "CHF": ("CHF",),
}  # fmt: skip
UNITS = tuple(_SPELT)
_SHARED_SIGNS = {
    "$": ("USD", "HKD"), "¥": ("CNY", "JPY"), "￥": ("CNY", "JPY"), "元": ("CNY", "HKD"),
}  # signs of several currencies, the likeliest first  # fmt: skip
_PRICES = ("open", "high", "low", "close")
_SOME = 10
_LEAST_FEN = 100  # a yuan
_PEGGED = {"USDT": "USD", "USDC": "USD"}
_UNITS = {spelling: unit for unit, spellings in _SPELT.items() for spelling in spellings}


def unit_of(text: str) -> str | None:
    """None for a word that names no currency, or more than one, such as 元 or $. `GBp` is pence, `GBP` is pounds."""
    plain = text.strip(' "')
    return "GBX" if plain == "GBp" else _UNITS.get(plain.upper())


def price_unit_guess(
    headings: Sequence[str], head: pl.DataFrame, symbol: Symbol, asked: Answers
) -> tuple[str | None, Guess | None]:
    """The unit that the file names, and what is made of it; None where it names none, or the market's own."""
    own = own_unit(symbol)
    if own is None:
        return None, None
    alike = tuple(unit for unit in UNITS if _whole(unit) == _whole(own))
    answer = asked.get("price_unit")
    if answer is not None and answer not in alike:
        raise BadRows("market_data.bad_answer", what="price_unit", text=answer[:40], known=list(alike))
    named = _in_headings(headings) or _in_rows(head) or _in_cells(head, own)
    if named is None or (named == own and answer is None):
        return named, None if answer is None else asked.choose(
            "price_unit", own, message("market_data.import.parquet"), ()
        )
    if named in alike:
        why = message("market_data.import.price_unit", unit=named, own=own)
        return named, asked.choose("price_unit", named, why, alike)
    why = message("market_data.import.price_unit_foreign", unit=named, own=own)
    return named, asked.choose("price_unit", own, why, alike, asks=True)


def price_factor(guess: Guess | None, symbol: Symbol) -> float:
    """What prices are to be multiplied by."""
    own = own_unit(symbol)
    return 1.0 if guess is None or own is None else round(_size(guess.value) / _size(own), 6)


def whole_price_guess(bars: pl.DataFrame, symbol: Symbol, asked: Answers) -> Guess | None:
    """Of A-shares, whose prices have decimals on some day unless they are counted in fen."""
    if symbol.market is not Market.CN_STOCKS or is_index(symbol) or bars.height < _SOME:
        return None
    prices = bars.select(_PRICES).to_numpy()
    middle = float(np.median(prices[:, -1]))
    if not middle >= _LEAST_FEN or bool((prices % 1).any()) or len(np.unique(prices)) < _SOME:
        return None
    why = message("market_data.import.whole_prices", close=f"{middle:g}", yuan=f"{middle / 100:.2f}")
    return asked.choose("price_unit", "FEN", why, ("FEN", "CNY"), asks=True)


def own_unit(symbol: Symbol) -> str | None:
    """In which prices of the instrument are stored; None where no currency can be told."""
    if symbol.market is Market.CRYPTO:
        quoted = symbol.text.rpartition("-")[2]
        unit = _PEGGED.get(quoted, quoted)
        return unit if unit in UNITS else None
    return RULEBOOK[symbol.market].currency if symbol.market.is_stocks and not symbol.is_index else None


def other_marks(frame: pl.DataFrame, unit: str | None, symbol: Symbol) -> pl.Series | None:
    """Rows with a price whose own sign or code names another unit than the file's, or than the market's where the file
    names none; None where no row has."""
    own = own_unit(symbol)
    return None if own is None else marked_otherwise(frame, lambda mark: _meant(mark, own) != (unit or own))


def _in_cells(head: pl.DataFrame, own: str) -> str | None:
    mark = first_mark(head)
    return None if mark is None else _meant(mark, own)


def _meant(mark: str, own: str) -> str:
    """A sign that several currencies share is the market's own where it can be."""
    meant = _SHARED_SIGNS.get(mark)
    if meant is None:
        return unit_of(mark) or mark
    return own if own in meant else meant[0]


def differs(currencies: pl.Series, unit: str) -> pl.Series:
    """Rows that name another unit; an empty cell names none."""
    texts = currencies.cast(pl.String)
    others = [text for text in texts.drop_nulls().unique().to_list() if text.strip(' "') and unit_of(text) != unit]
    return texts.is_in(others).fill_null(value=False)


def _in_headings(headings: Sequence[str]) -> str | None:
    inside = (re.search(r"[(（\[]\s*(.+?)\s*[)）\]]", heading) for heading in headings)
    named = {unit for found in inside if found and (unit := unit_of(found[1])) is not None}
    if len(named) > 1:
        raise BadRows("market_data.import.price_units_differ", units=sorted(named))
    return next(iter(named), None)


def _in_rows(head: pl.DataFrame) -> str | None:
    """Of the first row that names one."""
    texts = head["currency"].cast(pl.String).drop_nulls().to_list() if "currency" in head.columns else []
    return next((unit for text in texts if (unit := unit_of(text)) is not None), None)


def _whole(unit: str) -> str:
    return _PARTS[unit][0] if unit in _PARTS else unit


def _size(unit: str) -> float:
    return _PARTS[unit][1] if unit in _PARTS else 1.0
