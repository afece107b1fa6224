"""Where the bars of a crisis come from: whoever has them tells them, or says why there are none."""

from dataclasses import dataclass
from typing import Protocol

from packages.domain.backtest.panel import Panel
from packages.domain.stress.crises.cutting import own_bars
from packages.domain.stress.crises.windows import CrisisWindow


@dataclass(frozen=True, slots=True)
class Missing:
    """No bars, and the reason."""

    reason: str


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
            return Missing("it is not among the loaded instruments")
        return own_bars(self.whole, ticker)
