"""Which column of a foreign file is what, told from its heading in the spellings that vendors use."""

import re
from collections.abc import Sequence

_SPELLINGS: dict[str, tuple[str, ...]] = {
    "date": ("datetime", "date", "timestamp", "tradedate", "tradingdate", "opentime", "candlebegintime", "dt", "ts",
             "day", "日期", "交易日期", "日期时间", "交易时间", "indexlevel0", "unnamed:0"),
    "clock": ("time", "时间", "tradetime"),
    "open": ("open", "o", "openprice", "开盘", "开盘价", "今开"),
    "high": ("high", "h", "highprice", "max", "最高", "最高价"),
    "low": ("low", "l", "lowprice", "min", "最低", "最低价"),
    "close": ("close", "c", "closeprice", "last", "收盘", "收盘价"),
    "volume": ("volume", "vol", "v", "tickvol", "basevolume", "成交量"),
    "adjusted": ("adjclose", "adjustedclose", "closeadj"),
    "dividend": ("dividend", "dividends", "divcash", "分红"),
    "split": ("split", "splits", "stocksplits", "splitfactor", "拆股"),
    "confirmed": ("confirm", "confirmed", "isclosed"),
    "instrument": ("symbol", "ticker", "code", "tscode", "instrument", "代码", "股票代码"),
}  # fmt: skip
_ROLES = {spelling: role for role, spellings in _SPELLINGS.items() for spelling in spellings}
PRICES = ("open", "high", "low", "close")
NUMBERS = (*PRICES, "volume", "adjusted", "dividend", "split")
NEEDED = ("date", *PRICES)


def roles_of(headings: Sequence[str]) -> dict[str, int]:
    """For each role the place of its column; the first of several that claim it has it."""
    found: dict[str, int] = {}
    for place, heading in enumerate(headings):
        role = _ROLES.get(_plain(heading))
        if role is not None:
            found.setdefault(role, place)
    if "date" not in found and "clock" in found:
        found["date"] = found.pop("clock")  # a single column `time` holds the date as well
    return found


def is_heading(headings: Sequence[str]) -> bool:
    return set(NEEDED) <= roles_of(headings).keys()


def _plain(heading: str) -> str:
    """`Adj Close`, `adj_close` and `<ADJCLOSE>` are one; `Volume (BTC)` is a volume."""
    return re.sub(r"\(.*\)|[\s_<>\"'*.-]", "", heading.strip().lower())
