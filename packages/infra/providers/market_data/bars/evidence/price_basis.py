"""Whether prices are those that were paid or adjusted ones: told by a name, a flag, or prices off the tick."""

import re

import numpy as np
import polars as pl

from packages.core.messages import message, word
from packages.domain.market_data.bars import Floats
from packages.domain.market_data.symbols import Market, Symbol
from packages.infra.providers.market_data.bars.evidence.guess import Answers, Guess

_RAW = re.compile(r"不复权|未复权|(?<![a-z])(bfq|raw|unadjusted|unadj|noadj)(?![a-z])", re.IGNORECASE)
_ADJUSTED = re.compile(r"复权|(?<![a-z])(hfq|qfq|adjusted|auto.?adjust(ed)?)(?![a-z])", re.IGNORECASE)
_FLAGS = {"1": "adjusted", "2": "adjusted", "3": "raw", "qfq": "adjusted", "hfq": "adjusted", "none": "raw", "": "raw"}
_OFF_TICK = 0.3
_FEW = 5
_TICK = 0.01
_LISTED = {"dividend", "split"}
_SPLITS = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 15, 20, 24, 28, 30)


def basis_guess(bars: pl.DataFrame, name: str, preface: str, symbol: Symbol, asked: Answers) -> Guess | None:
    """`preface`: what stands above the heading, and the headings of the prices. None where nothing speaks of it."""
    said = _by_name(name) or _by_name(preface)
    if said is not None:
        return asked.choose(
            "prices",
            said,
            message("market_data.import.basis_name", basis=word("price_basis", said)),
            ("raw", "adjusted"),
        )
    flagged = _by_flag(bars)
    if flagged is not None:
        reason = message("market_data.import.basis_flag", basis=word("price_basis", flagged))
        return asked.choose("prices", flagged, reason, ("raw", "adjusted"))
    if asked.get("prices") is not None:
        return asked.choose("prices", "raw", message("market_data.import.parquet"), ())
    share = _off_tick(bars, symbol)
    if share is None:
        return None
    why = message("market_data.import.basis_off_tick", share=f"{share:.0%}", tick=f"{_TICK:g}")
    return asked.choose("prices", "adjusted", why, ("raw", "adjusted"), asks=True)


def _by_name(text: str) -> str | None:
    if _RAW.search(text):
        return "raw"
    return "adjusted" if _ADJUSTED.search(text) else None


def _by_flag(bars: pl.DataFrame) -> str | None:
    """Baostock's `adjustflag`: 1 and 2 are adjusted, 3 is not."""
    if "flag" not in bars.columns:
        return None
    flags = bars["flag"].cast(pl.String).str.strip_chars(' "').str.to_lowercase().drop_nulls().unique().to_list()
    return _FLAGS.get(flags[0]) if len(flags) == 1 else None


def _off_tick(bars: pl.DataFrame, symbol: Symbol) -> float | None:
    """The share of closes that no exchange can have quoted; None where it is small, or another column tells."""
    if symbol.market not in (Market.CN_STOCKS, Market.US_STOCKS) or "adjusted" in bars.columns:
        return None
    if is_index(symbol):
        return None
    closes = bars["close"].to_numpy()
    closes = closes[closes >= 1.0]  # nulls are NaN, and left out
    tick = _TICK / 10 if _has_small_ticks(symbol) else _TICK
    # A file that lists its splits may have them in its prices, which then are on the tick as multiples.
    multiples = _SPLITS if not _LISTED.isdisjoint(bars.columns) else (1,)
    share = min(_share_off(closes * multiple / tick, multiple) for multiple in multiples)
    return share if len(closes) >= _FEW and share > _OFF_TICK else None


def _share_off(ticks: Floats, multiple: int) -> float:
    off = np.abs(ticks - np.round(ticks)) > np.clip(ticks * 2e-7, 1e-3 * multiple**0.5, 0.2)
    return float(off.mean()) if len(off) else 0.0


def _has_small_ticks(symbol: Symbol) -> bool:
    """Funds (15…, 16…, 5…) and B-shares are quoted to a tenth of a cent."""
    return symbol.market is Market.CN_STOCKS and symbol.text.startswith(("1", "5", "9"))


def is_index(symbol: Symbol) -> bool:
    """An index has neither ticks, lots nor limits."""
    code, _, exchange = symbol.text.partition(".")
    return (code.startswith("000") and exchange == "SH") or (code.startswith("399") and exchange == "SZ")
