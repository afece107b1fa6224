"""What volumes count: shares, thousands or millions of them, or lots (手, a hundred A-shares) and ten thousands of
them. Told by the heading or the cells; of A-shares, by the amount or the size, too."""

import polars as pl

from packages.core.messages import Message, message
from packages.domain.market_data.symbols import Market
from packages.infra.providers.market_data.bars.evidence.guess import Answers, Guess
from packages.infra.providers.market_data.bars.evidence.number_writing import as_numbers
from packages.infra.providers.market_data.bars.volume_heading import unit_in_heading

FACTORS = {
    "shares": 1.0, "lots": 100.0, "10k_shares": 1e4, "10k_lots": 1e6,
    "thousands": 1e3, "millions": 1e6, "100_millions": 1e8, "billions": 1e9,
}  # fmt: skip
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
_OF_CHINA = ("shares", "lots", "10k_shares", "10k_lots")


def volume_guess(
    bars: pl.DataFrame, written: pl.Series | None, heading: str, asked: Answers, *, decimal_comma: bool
) -> Guess | None:
    """`bars`: numbers, and `amount` as the file has it; `written`: the volume as the file has it. None where the file
    has no volume."""
    if not heading:
        return None
    stated = unit_in_heading(heading) or _in_cells(written)
    if stated is not None:
        return _stated_unit(stated, written, heading, asked, is_open=False)
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


def heading_guess(written: pl.Series | None, heading: str, asked: Answers) -> Guess | None:
    """For markets whose volumes count shares unless the heading says otherwise. How many shares a lot has differs from
    one of them to the next, so that lots are a question."""
    stated = unit_in_heading(heading)
    if stated is None and asked.get("volume") is None:
        return None
    return _stated_unit(stated or "shares", written, heading, asked, is_open=stated in ("lots", "10k_lots"))


def _stated_unit(unit: str, written: pl.Series | None, heading: str, asked: Answers, *, is_open: bool) -> Guess:
    """A figure such as 1.2M below `Volume (M)` names the unit twice, or counts millions of millions."""
    twice = unit not in _OF_CHINA and _is_rounded(written)
    why = _why("volume_twice" if twice else "volume_heading", heading=heading)
    return asked.choose("volume", "shares" if twice else unit, why, tuple(FACTORS), asks=twice or is_open)


def applies(market: Market) -> bool:
    """Whether volumes of a market are counted in lots at all."""
    return market is Market.CN_STOCKS


def _why(name: str, **params: object) -> Message:
    return message(f"market_data.import.{name}", **params)


def _middle(figures: pl.Series) -> float:
    middle = figures.median()
    return middle if isinstance(middle, float) else 0.0


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
