"""What a file does not state outright: symbol, timeframe, and which column is what, from its name, spacing and
headings."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import polars as pl

from packages.core.messages import message
from packages.domain.market_data.errors import BadSymbol, WrongTimeframe
from packages.domain.market_data.resolver import Resolved, resolve
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.bars.volume_heading import unit_after_volume

_COIN_PAIR = re.compile(r"([A-Z0-9]{2,6}?)(USDT|USDC|USD)")
_CODE = re.compile(r"(sh|sz|bj)?\.?\d{6}(\.[a-z]{2,4})?", re.IGNORECASE)
_SPELLED = re.compile(
    r"[A-Z]{1,5}([.-][A-Z])?|[A-Z0-9]{2,10}-[A-Z]{3,5}|[A-Z]{6}(=X)?|[A-Z]{1,3}=F|DEMO\d{1,3}(\.[A-Z]{2})?"
)
_MARKED = re.compile(r"[A-Z0-9&-]{1,20}\.[A-Z]{1,3}|\^[A-Z0-9]{2,9}")  # 0700.HK, ^GSPC
_WORDS = re.compile(
    r"(us|cn|hk|crypto|coin|fx|forex|index|stocks?|futures?|daily|day|week(ly)?|hour(ly)?|min(utes?)?|intraday|ohlcv?v?"
    r"|bars?|data|prices?|hist(ory)?|historical|raw|[hqb]fq|adj(usted)?|export|all|\d+(m|min|h|d|w)|\d{4}(-\d{4})?|\d{8}|\d{4}-\d\d-\d\d)",
    re.IGNORECASE,
)
_BINANCE = re.compile(r"^([A-Z0-9]{5,14})-\d+[a-z]{1,3}(-\d{4}(-\d\d){0,2})?$")  # BTCUSDT-1h-2024-03
_COPY = re.compile(r"(?<=[A-Z])-\d{1,2}$")  # VOD.L-2 is a second download
_CURRENCIES = ("EUR", "GBP", "AUD", "NZD")  # EURUSD is no coin
_MONTHS = range(28, 32)
_COIN_VOLUME = re.compile(r"volume\s+[A-Za-z]{2,5}", re.IGNORECASE)
_MONEY_VOLUME = re.compile(
    r"(?:volume|vol\.?|成交量|交易量)[\s_]*[(（\[]?\s*(?:usd[tc]?|busd|eur|gbp|jpy|cny|rmb|hkd|krw|inr|[$€£¥]|[万亿]?元)\s*[)）\]]?",
    re.IGNORECASE,
)
_SECOND_CHOICE = ("last", "letzter", "zuletzt", "dernier", "último", "ultimo")  # a trade, where the close has its own


def symbol_in_name(path: Path) -> Symbol | None:
    """`cn_000001.SZ_daily.csv` is 000001.SZ; None where the name has no symbol, or more than one."""
    words = re.split(r"[_\s()]+", _COPY.sub("", _BINANCE.sub(r"\1", path.stem)))
    is_crypto = any(word.lower() in ("crypto", "coin") for word in words)
    candidates = [word for word in words if word and not _WORDS.fullmatch(word)]
    found = {symbol for word in candidates if (symbol := _symbol(word, is_crypto=is_crypto)) is not None}
    return found.pop() if len(found) == 1 else None


def spacing(times: pl.Series) -> Timeframe:
    """The distance that most neighbours keep."""
    instants = (times.drop_nulls() if times.null_count() else times).to_numpy().view(np.int64)
    gaps = np.diff(instants) // _unit(times)
    if not (gaps > 0).all():
        gaps = np.diff(np.unique(instants)) // _unit(times)
    lengths, counts = np.unique(gaps, return_counts=True)
    seconds = int(lengths[counts.argmax()]) if len(gaps) else None
    for timeframe in Timeframe:
        if timeframe.seconds == seconds:
            return timeframe
    few = message("market_data.few_times")
    apart = few if seconds is None else message("market_data.seconds_apart", seconds=seconds)
    code = "market_data.timeframe_unclear"
    if seconds is not None and len(gaps) > 1:
        if seconds / 86_400 in _MONTHS:
            code, apart = "market_data.timeframe_not_stored", message("market_data.monthly_bars")
        elif seconds < 86_400 and seconds % 3600 == 0:
            code, apart = "market_data.timeframe_not_stored", message("market_data.hourly_bars", hours=seconds // 3600)
    raise WrongTimeframe(code, apart=apart, known=Timeframe)


def _unit(times: pl.Series) -> int:
    """What a second comes to in the column's own numbers."""
    unit = getattr(times.dtype, "time_unit", "us")
    return {"ms": 1_000, "us": 1_000_000, "ns": 1_000_000_000}[unit]


def _symbol(word: str, *, is_crypto: bool) -> Symbol | None:
    if (pair := _COIN_PAIR.fullmatch(word)) and (is_crypto or pair[1] not in _CURRENCIES):
        word = f"{pair[1]}-{pair[2]}"
    elif is_crypto and "-" not in word:
        word = f"{word}-USD"
    if not (_CODE.fullmatch(word) or _SPELLED.fullmatch(word) or _MARKED.fullmatch(word)):
        return None
    try:
        return parse_symbol(word)
    except BadSymbol:
        meant = resolve(word) if _MARKED.fullmatch(word) else None
        return meant.symbol if isinstance(meant, Resolved) else None


_SPELLINGS: dict[str, tuple[str, ...]] = {
    "date": ("datetime", "date", "timestamp", "tradedate", "tradingdate", "opentime", "candlebegintime", "dt", "ts",
             "day", "日期", "交易日期", "日期时间", "交易时间", "indexlevel0", "unnamed:0", "datum", "gmttime",
             "dateutc", "timeutc", "timestamputc", "datetimeutc", "windowstart", "date/time", "交易日",
             "日付", "日付け", "年月日", "日時", "fecha", "data"),
    "clock": ("time", "时间", "tradetime", "uhrzeit", "zeit", "時刻", "時間", "heure", "hora", "ora"),
    "epoch": ("unix", "unixtime", "unixtimestamp", "epoch"),
    "stamp": ("t",),
    "open": ("open", "o", "openprice", "开盘", "开盘价", "今开", "开", "eröffnung", "eroeffnung", "eröffnungskurs",
             "erster", "eröffn", "1open", "始値", "ouverture", "ouv", "apertura", "abertura"),
    "high": ("high", "h", "highprice", "max", "最高", "最高价", "高", "hoch", "tageshoch", "höchst", "2high",
             "高値", "plushaut", "haut", "máximo", "maximo", "massimo", "máxima", "maxima"),
    "low": ("low", "l", "lowprice", "min", "最低", "最低价", "低", "tief", "tagestief", "tiefst", "3low",
            "安値", "plusbas", "bas", "mínimo", "minimo", "mínima", "minima"),
    "close": ("close", "c", "closeprice", "last", "收盘", "收盘价", "收", "close/last", "schluss", "schlusskurs",
              "schließen", "letzter", "zuletzt", "4close", "終値", "clôture", "cloture", "fermeture", "dernier",
              "cierre", "último", "ultimo", "chiusura", "fechamento"),
    "price": ("price", "kurs", "cours"),
    "volume": ("volume", "volumes", "vol", "v", "tickvol", "basevolume", "成交量", "交易量", "成交股数", "总手", "手数",
               "5volume", "出来高", "売買高"),
    "pieces": ("stücke", "stuecke", "stück", "stueck"),
    "worth": ("volumen", "umsatz"),
    "amount": ("amount", "成交额", "成交金额", "money", "売買代金"),
    "adjusted": ("adjclose", "adjustedclose", "closeadj", "5adjustedclose", "調整後終値", "調整終値"),
    "dividend": ("dividend", "dividends", "divcash", "dividendamount", "分红"),
    "split": ("split", "splits", "stocksplits", "splitfactor", "splitcoefficient", "拆股"),
    "confirmed": ("confirm", "confirmed", "isclosed"),
    "flag": ("adjustflag",),
    "currency": ("currency", "ccy", "币种", "货币"),
    "instrument": ("symbol", "ticker", "code", "tscode", "instrument", "act_symbol", "actsymbol", "stockcode",
                   "thscode", "代码", "股票代码", "证券代码", "名称代码", "銘柄コード"),
}  # fmt: skip
_ROLES = {spelling: role for role, spellings in _SPELLINGS.items() for spelling in spellings}
PRICES = ("open", "high", "low", "close")
NUMBERS = (*PRICES, "volume", "adjusted", "dividend", "split")
NEEDED = ("date", *PRICES)
_FIGURES = (*PRICES, "volume")


def roles_of(headings: Sequence[str]) -> dict[str, int]:
    """For each role the place of its column; the first of several that claim it has it."""
    found: dict[str, int] = {}
    for place, heading in enumerate(headings):
        role = _ROLES.get(_plain(heading))
        if role in ("volume", None) and _MONEY_VOLUME.fullmatch(heading.strip()):
            role = "amount"  # `Volume USD` is money
        elif role is None and (_COIN_VOLUME.fullmatch(heading.strip()) or unit_after_volume(heading)):
            role = "volume"  # `Volume BTC` before `Volume USDT`, `Volume in thousands`
        if role is not None and (role not in found or _plain(headings[found[role]]) in _SECOND_CHOICE):
            found[role] = place
    _settle(found)
    return found


def headed_twice(headings: Sequence[str]) -> str | None:
    """A heading that two columns of prices or volumes share, so that either may be meant."""
    named = Counter(plain for one in headings if _ROLES.get(plain := _plain(one)) in _FIGURES and not _is_money(one))
    twice = next((name for name, count in named.items() if count > 1), None)
    return next((one for one in headings if _plain(one) == twice), None)


def _is_money(heading: str) -> bool:
    return _MONEY_VOLUME.fullmatch(heading.strip()) is not None


def _settle(found: dict[str, int]) -> None:
    """Columns that stand in for others: a single `time` holds the date too, as `t` does, an epoch is clearer than a
    date without a zone, a `price` is a close where there is none, and pieces are a volume before money is."""
    if "date" not in found and "clock" in found:
        found["date"] = found.pop("clock")
    for stand_in, role, wins in (
        ("epoch", "date", True),
        ("stamp", "date", False),
        ("price", "close", False),
        ("worth", "volume", False),
        ("pieces", "volume", True),
    ):
        place = found.pop(stand_in, None)
        if place is not None and (wins or role not in found):
            found[role] = place


def price_headings(headings: Sequence[str], roles: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(headings[roles[role]] for role in PRICES if role in roles)


def is_heading(headings: Sequence[str]) -> bool:
    return set(NEEDED) <= roles_of(headings).keys()


def _plain(heading: str) -> str:
    """`Adj Close`, `adj_close` and `<ADJCLOSE>` are one; `Volume (BTC)` is a volume."""
    return re.sub(r"[(（\[].*[)）\]]|[\s_<>\"'*.-]|\ufeff", "", heading.strip().lower())
