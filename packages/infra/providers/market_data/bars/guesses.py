"""What a file does not state outright: symbol, timeframe, and which column is what, from its name, spacing and
headings."""

import re
from collections.abc import Sequence
from pathlib import Path

import polars as pl

from packages.core.messages import message
from packages.domain.market_data.errors import BadSymbol, WrongTimeframe
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe

_COIN_PAIR = re.compile(r"([A-Z0-9]{2,6}?)(USDT|USDC|USD)")
_CODE = re.compile(r"(sh|sz|bj)?\d{6}(\.[A-Za-z]{2,4})?")
_SPELLED = re.compile(
    r"[A-Z]{1,5}([.-][A-Z])?|[A-Z0-9]{2,10}-[A-Z]{3,5}|[A-Z]{6}(=X)?|[A-Z]{1,3}=F|DEMO\d{1,3}(\.[A-Z]{2})?"
)
_WORDS = re.compile(
    r"(us|cn|hk|crypto|coin|fx|forex|index|stocks?|futures?|daily|day|week(ly)?|hour(ly)?|min(utes?)?|intraday|ohlcv?v?"
    r"|bars?|data|prices?|hist(ory)?|raw|export|all|\d+(m|min|h|d|w)|\d{4}(-\d{4})?|\d{8}|\d{4}-\d\d-\d\d)",
    re.IGNORECASE,
)
_CURRENCIES = ("EUR", "GBP", "AUD", "NZD")  # EURUSD is no coin
_HALF_HOUR = 1800


def symbol_in_name(path: Path) -> Symbol | None:
    """`cn_000001.SZ_daily.csv` is 000001.SZ; None where the name has no symbol, or more than one."""
    words = re.split(r"[_\s()]+", path.stem)
    is_crypto = any(word.lower() in ("crypto", "coin") for word in words)
    candidates = [word for word in words if word and not _WORDS.fullmatch(word)]
    found = {symbol for word in candidates if (symbol := _symbol(word, is_crypto=is_crypto)) is not None}
    return found.pop() if len(found) == 1 else None


def spacing(times: pl.Series) -> Timeframe:
    """The distance that most neighbours keep."""
    gaps = times.drop_nulls().unique().sort().diff().drop_nulls().dt.total_seconds()
    seconds: int | None = min(gaps.mode().to_list(), default=None)
    for timeframe in Timeframe:
        if timeframe.seconds == seconds:
            return timeframe
    few = message("market_data.few_times")
    apart = few if seconds is None else message("market_data.seconds_apart", seconds=seconds)
    raise WrongTimeframe("market_data.timeframe_unclear", apart=apart, known=Timeframe)


def labels_end(times: pl.Series, timeframe: Timeframe) -> bool:
    """Sessions open on the hour or half-hour: a day whose first bar reads 09:05 is labelled by the bars' ends."""
    if timeframe.seconds >= _HALF_HOUR:
        return False
    known = times.drop_nulls()
    firsts = pl.DataFrame({"day": known.dt.date(), "time": known}).group_by("day").agg(pl.col("time").min())["time"]
    seconds = (firsts.to_physical() // 1_000_000) % _HALF_HOUR
    return bool((seconds == timeframe.seconds).sum() > len(firsts) / 2)


def _symbol(word: str, *, is_crypto: bool) -> Symbol | None:
    if (pair := _COIN_PAIR.fullmatch(word)) and (is_crypto or pair[1] not in _CURRENCIES):
        word = f"{pair[1]}-{pair[2]}"
    elif is_crypto and "-" not in word:
        word = f"{word}-USD"
    if not (_CODE.fullmatch(word) or _SPELLED.fullmatch(word)):
        return None
    try:
        return parse_symbol(word)
    except BadSymbol:
        return None


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
