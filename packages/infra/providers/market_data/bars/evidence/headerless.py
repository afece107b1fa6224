"""Files without a heading, as Binance, MetaTrader and HistData write them: the columns are told by what they hold."""

import re
from collections.abc import Sequence

_DATE = re.compile(
    r"\d{4}([-/.]?)\d{1,2}\1\d{1,2}([ T]\d{1,2}:?\d{2}.*)?|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}( .*)?"
    r"|\d{10}|\d{13}|\d{16}|\d{19}"
)
_CLOCK = re.compile(r"\d{1,2}:\d{2}(:\d{2})?")
_NUMBER = re.compile(r"-?\d+([.,]\d+)?(e[+-]?\d+)?", re.IGNORECASE)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9.=/-]{0,14}|(sh|sz|bj)?\.?\d{6}(\.[A-Za-z]{2,4})?", re.IGNORECASE)
_ORDERS = {"ohlc": ("open", "high", "low", "close"), "ochl": ("open", "close", "high", "low")}
_LINES = 200


def columns_without_heading(lines: Sequence[str], separator: str) -> tuple[dict[str, int], list[str]] | None:
    """The place of each role, and the orders of the prices (`ohlc`, `ochl`) that every line allows, the usual
    one first; None where the lines are no bars."""
    rows = [[cell.strip().strip('"') for cell in line.split(separator)] for line in lines[:_LINES] if line.strip()]
    if not rows or len(rows[0]) < 5 or any(len(row) != len(rows[0]) for row in rows[:-1]):
        return None
    rows = rows[:-1] if len(rows) > 1 and len(rows[-1]) != len(rows[0]) else rows
    roles, place = _leading(rows)
    if "date" not in roles or len(rows[0]) < place + 4:
        return None
    prices = [[_number(row[place + n]) for n in range(4)] for row in rows]
    orders = [name for name, order in _ORDERS.items() if all(_fits(row, order) for row in prices)]
    if not orders:
        return None
    found = roles | {role: place + n for n, role in enumerate(_ORDERS[orders[0]])}
    if len(rows[0]) > place + 4 and all(_NUMBER.fullmatch(row[place + 4]) for row in rows):
        found["volume"] = place + 4
    return found, orders


def reordered(roles: dict[str, int], order: str) -> dict[str, int]:
    """The same columns, with the prices in the order that a person named."""
    first = min(roles[role] for role in _ORDERS["ohlc"])
    return roles | {role: first + n for n, role in enumerate(_ORDERS[order])}


def _leading(rows: Sequence[Sequence[str]]) -> tuple[dict[str, int], int]:
    """The columns before the prices: maybe an instrument, a date, maybe a clock."""
    roles: dict[str, int] = {}
    place = 0
    if not _all(rows, 0, _DATE) and _all(rows, 0, _NAME):
        roles["instrument"], place = 0, 1
    if _all(rows, place, _DATE):
        roles["date"], place = place, place + 1
        if _all(rows, place, _CLOCK):
            roles["clock"], place = place, place + 1
    return roles, place


def _all(rows: Sequence[Sequence[str]], place: int, pattern: re.Pattern[str]) -> bool:
    return all(len(row) > place and pattern.fullmatch(row[place]) for row in rows)


def _number(text: str) -> float:
    return float(text.replace(",", ".")) if _NUMBER.fullmatch(text) else float("nan")


def _fits(prices: Sequence[float], order: Sequence[str]) -> bool:
    named = dict(zip(order, prices, strict=True))
    return all(price > 0 for price in prices) and named["high"] >= max(prices) and named["low"] <= min(prices)
