"""Where the bars of a crisis come from: whoever has them tells them, or says why there are none."""

from dataclasses import dataclass
from datetime import date
from typing import Protocol

from packages.domain.backtest.panel import Panel
from packages.domain.stress.crises.cutting import own_bars
from packages.domain.stress.crises.windows import CrisisWindow
from packages.domain.stress.findings import LackCode


@dataclass(frozen=True, slots=True)
class Missing:
    """No bars, and the reason: as words, and as a code with what it counts."""

    reason: str
    code: LackCode = LackCode.OTHER
    there: int | None = None
    wanted: int | None = None
    day: date | None = None


class CrisisData(Protocol):
    """Bars of single instruments in the strategy's timeframe, the ones that may stand in included."""

    def panel(self, ticker: str, window: CrisisWindow, warm_up: int) -> Panel | Missing:
        """One instrument from at least `warm_up` of its own bars before the window to its end; more does no harm."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class OnePanel:
    """`CrisisData` of a panel that is there already."""

    whole: Panel

    def panel(self, ticker: str, window: CrisisWindow, warm_up: int) -> Panel | Missing:
        if ticker not in self.whole.tickers:
            return Missing("it is not among the loaded instruments", LackCode.NOT_AMONG)
        return own_bars(self.whole, ticker)
