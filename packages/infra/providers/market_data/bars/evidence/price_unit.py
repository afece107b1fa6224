"""In what prices are counted where a heading or a column names it: London's are stored in pence, and pounds are times
a hundred."""

import re
from collections.abc import Sequence

import polars as pl

from packages.core.messages import message
from packages.domain.market_data.errors import BadRows
from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.market_data.symbols import Symbol
from packages.infra.providers.market_data.bars.evidence.guess import Answers, Guess

OTHER_UNIT = "the currency is not that of the rows before"
_PARTS = {"GBX": ("GBP", 0.01), "USX": ("USD", 0.01)}
_SPELT: dict[str, tuple[str, ...]] = {
    "GBX": ("GBX", "PENCE", "PENNY", "GBPENCE", "P", "便士"),
    "GBP": ("GBP", "£", "POUND", "POUNDS", "英镑"),
    "USX": ("USX", "¢", "CENTS", "US CENTS", "美分"),
    "USD": ("USD", "US$", "DOLLARS", "US DOLLARS", "美元"),
    "EUR": ("EUR", "€", "EURO", "EUROS", "欧元"),
    "CNY": ("CNY", "RMB", "CNH", "人民币", "人民币元"),
    "HKD": ("HKD", "HK$", "港元", "港币"),
    "JPY": ("JPY", "YEN", "日元", "円"),
    "INR": ("INR", "₹", "RUPEES"),
    "CHF": ("CHF",),
}  # fmt: skip
UNITS = tuple(_SPELT)
_UNITS = {spelling: unit for unit, spellings in _SPELT.items() for spelling in spellings}


def unit_of(text: str) -> str | None:
    """None for a word that names no currency, or more than one, such as 元 or $. `GBp` is pence, `GBP` is pounds."""
    plain = text.strip(' "')
    return "GBX" if plain == "GBp" else _UNITS.get(plain.upper())


def price_unit_guess(
    headings: Sequence[str], head: pl.DataFrame, symbol: Symbol, asked: Answers
) -> tuple[str | None, Guess | None]:
    """The unit that the file names, and what is made of it; None where it names none, or the market's own."""
    if not symbol.market.is_stocks or symbol.is_index:
        return None, None
    own = RULEBOOK[symbol.market].currency
    alike = tuple(unit for unit in UNITS if _whole(unit) == _whole(own))
    told = asked.get("price_unit")
    if told is not None and told not in alike:
        raise BadRows("market_data.bad_answer", what="price_unit", text=told[:40], known=list(alike))
    named = _in_headings(headings) or _in_rows(head)
    if named is None or (named == own and told is None):
        return named, None if told is None else asked.choose(
            "price_unit", own, message("market_data.import.parquet"), ()
        )
    if named in alike:
        why = message("market_data.import.price_unit", unit=named, own=own)
        return named, asked.choose("price_unit", named, why, alike)
    why = message("market_data.import.price_unit_foreign", unit=named, own=own)
    return named, asked.choose("price_unit", own, why, alike, asks=True)


def price_factor(guess: Guess | None, symbol: Symbol) -> float:
    """What prices are to be multiplied by."""
    if guess is None:
        return 1.0
    return round(_size(guess.value) / _size(RULEBOOK[symbol.market].currency), 6)


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
