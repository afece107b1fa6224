"""What a file does not say outright: the symbol from its name, the timeframe from the spacing of its bars, and
whether a bar is labelled by its start or its end."""

import re
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
    """`cn_000001.SZ_daily.csv` is 000001.SZ; None where the name tells no symbol, or more than one."""
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
