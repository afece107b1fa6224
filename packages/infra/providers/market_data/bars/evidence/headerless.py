"""Files without a heading, as Binance, MetaTrader and HistData write them: the columns are told by what they hold."""

import re
from collections.abc import Sequence
from itertools import pairwise
from math import log

_DATE = re.compile(
    r"\d{4}([-/.]?)\d{1,2}\1\d{1,2}([ T]\d{1,2}:?\d{2}.*)?|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}( .*)?"
    r"|\d{10}|\d{13}|\d{16}|\d{19}"
)
_CLOCK = re.compile(r"\d{1,2}:\d{2}(:\d{2})?")
_NUMBER = re.compile(r"-?\d+([.,]\d+)?(e[+-]?\d+)?", re.IGNORECASE)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9.=/-]{0,14}|(sh|sz|bj)?\.?\d{6}(\.[A-Za-z]{2,4})?", re.IGNORECASE)
_ORDERS = {
    "ohlc": ("open", "high", "low", "close"),
    "ochl": ("open", "close", "high", "low"),
    "cohl": ("close", "open", "high", "low"),
    "chlo": ("close", "high", "low", "open"),
}
_TWINS = {"ohlc": "chlo", "ochl": "cohl"}  # what the highs and lows cannot tell apart
_STEADIER = 0.8  # how much less prices move from a close to the next open than from an open to the next close
_FEW = 10
_YEAR_FIRST = re.compile(r"\d{4}[-/.]\d\d[-/.]\d\d.*|\d{8,}")
_LINES = 200


def columns_without_heading(lines: Sequence[str], separator: str) -> tuple[dict[str, int], list[str]] | None:
    """The place of each role, and the orders of the prices (`ohlc`, `ochl`, `cohl`, `chlo`) that the lines allow, the
    likeliest first; None where the lines are no bars."""
    rows = [[cell.strip().strip('"') for cell in line.split(separator)] for line in lines[:_LINES] if line.strip()]
    if not rows or len(rows[0]) < 5 or any(len(row) != len(rows[0]) for row in rows[:-1]):
        return None
    rows = rows[:-1] if len(rows) > 1 and len(rows[-1]) != len(rows[0]) else rows
    roles, place = _leading(rows)
    if "date" not in roles or len(rows[0]) < place + 4:
        return None
    prices = [[_number(row[place + n]) for n in range(4)] for row in rows]
    fitting = [name for name in _TWINS if all(_fits(row, _ORDERS[name]) for row in prices)]
    if not fitting:
        return None
    orders = _likely(fitting[0], prices, [row[roles["date"]] for row in rows])
    orders += [name for name in fitting if name not in orders]
    found = roles | {role: place + n for n, role in enumerate(_ORDERS[orders[0]])}
    if len(rows[0]) > place + 4 and all(_NUMBER.fullmatch(row[place + 4]) for row in rows):
        found["volume"] = place + 4
    return found, orders


def _likely(order: str, prices: Sequence[Sequence[float]], dates: Sequence[str]) -> list[str]:
    """An order and its twin, with open and close exchanged: a market opens near its last close. Without evidence the
    usual order of all, `ohlc`, is not doubted."""
    twin, usual = _TWINS[order], order == "ohlc"
    if len(prices) < _FEW or not all(_YEAR_FIRST.fullmatch(date) for date in dates):
        return [order] if usual else [order, twin]
    in_time = [price for _, price in sorted(zip(dates, prices, strict=True), key=lambda one: one[0])]
    own, other = _moves(in_time, order), _moves(in_time, twin)
    if other < own * _STEADIER:
        return [twin, order]
    return [order] if usual or own < other * _STEADIER else [order, twin]


def _moves(prices: Sequence[Sequence[float]], order: str) -> float:
    opened, close = _ORDERS[order].index("open"), _ORDERS[order].index("close")
    return sum(abs(log(after[opened] / before[close])) for before, after in pairwise(prices))


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
