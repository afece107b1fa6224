"""What the bars of a universe fall short of, as notes beside a result."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from packages.core.messages import Language, message, render
from packages.domain.backtest.market.instrument_bars import InstrumentBars
from packages.domain.market_data.bars import Instants


class Shortfall(StrEnum):
    """What an instrument lacks."""

    SHORT_WARM_UP = "short_warm_up"
    STARTS_LATE = "starts_late"
    ENDS_EARLY = "ends_early"
    MISSING_BARS = "missing_bars"
    NOT_TRADED = "not_traded"
    NO_REPORTS = "no_reports"
    NOT_IN_PRICES = "not_in_prices"
    NO_REPORT_DAYS = "no_report_days"
    NO_DIVIDENDS = "no_dividends"
    NO_FUNDING = "no_funding"


@dataclass(frozen=True, slots=True)
class Note:
    """A shortfall of one instrument, and how many bars it comes to."""

    kind: Shortfall
    ticker: str
    bars: int

    def sentence(self, language: Language) -> str:
        said = message(f"backtest.note.{self.kind.value}", ticker=self.ticker, bars=f"{self.bars:,}")
        return render(said, language)


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
