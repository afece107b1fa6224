"""What A-share volumes count: shares, lots (手, a hundred shares) or ten thousands of either. Told by the heading, the
cells, the amount, or the size."""

import re

import polars as pl

from packages.core.messages import Message, message
from packages.domain.market_data.symbols import Market
from packages.infra.providers.market_data.bars.evidence.guess import Answers, Guess
from packages.infra.providers.market_data.bars.evidence.number_writing import as_numbers

FACTORS = {"shares": 1.0, "lots": 100.0, "10k_shares": 1e4, "10k_lots": 1e6}
_FEW = 3
_PARTS = 0.05
# What amount ÷ (volume × price) comes to where the amount is in yuan, thousands, ten thousands or hundred millions.
_BY_AMOUNT = {
    "lots": (100.0, 0.1, 0.01, 1e-6),
    "10k_shares": (1e4, 10.0),
    "10k_lots": (1e6, 1e3),
    "shares": (1.0, 1e-3, 1e-4, 1e-8),
}
_NEAR = 0.12
_BUSIEST = 3e10  # yuan a day: no share has traded so much in the middle of its days
_QUIETEST = 1e6
_UNITS = {
    "手": "lots", "lots": "lots", "lot": "lots", "百股": "lots", "股": "shares", "shares": "shares",
    "万股": "10k_shares", "万手": "10k_lots",
}  # fmt: skip


def volume_guess(
    bars: pl.DataFrame, written: pl.Series | None, heading: str, asked: Answers, *, decimal_comma: bool
) -> Guess | None:
    """`bars`: numbers, and `amount` as the file has it; `written`: the volume as the file has it. None where the file
    has no volume."""
    if not heading:
        return None
    told = _in_heading(heading) or _in_cells(written)
    if told is not None:
        return asked.choose("volume", told, _why("volume_heading", heading=heading), tuple(FACTORS))
    traded = bars.filter((pl.col("volume") > 0) & (pl.col("close") > 0))
    found, why = (
        _by_amount(traded, decimal_comma)
        or _by_figures(traded, is_rounded=_is_rounded(written))
        or (_likely(traded), "volume_unclear")
    )
    unclear = why == "volume_unclear"
    reason = _why(why, volume=f"{_middle(traded['volume']):,.0f}") if unclear else _why(why)
    others = ("lots", "10k_shares") if found in ("lots", "10k_shares") and unclear else ("shares", "lots")
    return asked.choose("volume", found, reason, others, asks=unclear)


def applies(market: Market) -> bool:
    """Whether volumes of a market are counted in lots at all."""
    return market is Market.CN_STOCKS


def _why(name: str, **params: object) -> Message:
    return message(f"market_data.import.{name}", **params)


def _middle(figures: pl.Series) -> float:
    middle = figures.median()
    return middle if isinstance(middle, float) else 0.0


def _in_heading(heading: str) -> str | None:
    if heading.strip() in ("总手", "手数"):
        return "lots"
    inside = re.search(r"[(（\[]\s*(.+?)\s*[)）\]]", heading)
    return _UNITS.get(inside[1].lower()) if inside else None


def _in_cells(written: pl.Series | None) -> str | None:
    """`1234手` says it itself; the 万 of `1.2万手` is read with the number."""
    if written is None or written.dtype != pl.String:
        return None
    return "lots" if written.str.contains("手").any() else "shares" if written.str.contains("股").any() else None


def _is_rounded(written: pl.Series | None) -> bool:
    """`1.23万` is no count, so that its zeros show nothing."""
    return written is not None and written.dtype == pl.String and bool(written.str.contains(r"(?i)[kmb千万亿]").any())


def _by_amount(traded: pl.DataFrame, decimal_comma: bool) -> tuple[str, str] | None:
    if "amount" not in traded.columns or not traded.height:
        return None
    numbers = as_numbers(traded, ["amount"], decimal_comma=decimal_comma).filter(pl.col("amount") > 0)
    ratio = _middle(numbers["amount"] / (numbers["volume"] * numbers["close"]))
    for unit, ratios in _BY_AMOUNT.items():
        if any(abs(ratio / one - 1) < _NEAR for one in ratios):
            in_parts = unit == "shares" and _has_parts(traded["volume"])
            return ("10k_shares" if in_parts else unit), "volume_amount"
    return None


def _by_figures(traded: pl.DataFrame, *, is_rounded: bool) -> tuple[str, str] | None:
    """Shares are traded in hundreds as a rule, and never in parts; and there is a most that a share can trade."""
    volume = traded["volume"]
    if not len(volume):
        return "shares", "volume_few"
    if _has_parts(volume) and not is_rounded:
        return None
    if not is_rounded and len(volume) >= _FEW and bool((volume % 100 == 0).all()):
        return "shares", "volume_hundreds"
    size = _middle(volume * traded["close"])
    if size * FACTORS["lots"] > _BUSIEST:
        return "shares", "volume_size"
    return ("lots", "volume_size") if size < _QUIETEST else None


def _likely(traded: pl.DataFrame) -> str:
    return "lots" if _has_parts(traded["volume"]) else "shares"


def _has_parts(volume: pl.Series) -> bool:
    return float((volume % 1 != 0).sum()) > _PARTS * len(volume)
