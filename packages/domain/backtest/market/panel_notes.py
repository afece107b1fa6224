"""What a person should know of a panel before trusting a backtest in it: where an instrument's bars fall short."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

import numpy as np

from packages.domain.backtest.market.instrument_bars import InstrumentBars
from packages.domain.market_data.bars import Instants


class Shortfall(StrEnum):
    """What an instrument lacks."""

    SHORT_WARM_UP = "short_warm_up"
    STARTS_LATE = "starts_late"
    ENDS_EARLY = "ends_early"
    MISSING_BARS = "missing_bars"
    NOT_TRADED = "not_traded"


_SENTENCES: dict[Shortfall, tuple[str, str]] = {
    Shortfall.SHORT_WARM_UP: (
        "{ticker} 在开始日之前缺 {bars} 根预热 K 线。",
        "{ticker} lacks {bars} of the bars before the start that indicators warm up on.",
    ),
    Shortfall.STARTS_LATE: (
        "{ticker} 比其他标的晚 {bars} 根 K 线才有数据。",
        "{ticker} has its first bar {bars} bars after the first of the others.",
    ),
    Shortfall.ENDS_EARLY: (
        "{ticker} 比其他标的早 {bars} 根 K 线结束。",
        "{ticker} has its last bar {bars} bars before the last of the others.",
    ),
    Shortfall.MISSING_BARS: (
        "{ticker} 有 {bars} 根 K 线缺失（停牌、休市或数据缺口）。",
        "{ticker} has no bar at {bars} times at which others traded (a suspension, a holiday or a gap).",
    ),
    Shortfall.NOT_TRADED: (
        "{ticker} 有 {bars} 根没有成交的 K 线（停牌），已去掉。",
        "{bars} bars of {ticker} without trading (a suspension) were left out.",
    ),
}


@dataclass(frozen=True, slots=True)
class Note:
    """A shortfall of one instrument, and how many bars it comes to."""

    kind: Shortfall
    ticker: str
    bars: int

    def sentence(self, language: Literal["zh", "en"]) -> str:
        zh, en = _SENTENCES[self.kind]
        return (zh if language == "zh" else en).format(ticker=self.ticker, bars=f"{self.bars:,}")


def notes_on(
    instruments: Sequence[InstrumentBars], axis: Instants, first_bar: int, warm_up: int, start: np.datetime64 | None
) -> tuple[Note, ...]:
    """By ticker, in the order of the panel; what falls short by nothing is not noted."""
    found = (note for each in instruments for note in _notes(each, axis, first_bar, warm_up, start))
    return tuple(note for note in found if note.bars > 0)


def _notes(
    each: InstrumentBars, axis: Instants, first_bar: int, warm_up: int, start: np.datetime64 | None
) -> Iterator[Note]:
    first, last = (int(np.searchsorted(axis, each.time[place])) for place in (0, -1))
    warm = warm_up if start is None else int(np.searchsorted(each.time, start))
    yield Note(Shortfall.SHORT_WARM_UP, each.ticker, warm_up - warm)
    yield Note(Shortfall.STARTS_LATE, each.ticker, first - first_bar)
    yield Note(Shortfall.ENDS_EARLY, each.ticker, len(axis) - 1 - last)
    yield Note(Shortfall.MISSING_BARS, each.ticker, last - first + 1 - len(each))
    yield Note(Shortfall.NOT_TRADED, each.ticker, len(each.left_out))
