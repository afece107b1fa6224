"""The bars of crises, read through the as-of door when a window asks for them."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from packages.core.errors import NotFound
from packages.domain.backtest.market.instrument_bars import BadBars
from packages.domain.backtest.market.panel_loading import LoadedPanel, load_panel
from packages.domain.backtest.panel import Panel
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.stress.crises.coverage import refuse_bad_prices
from packages.domain.stress.crises.errors import BadCrisisBars
from packages.domain.stress.crises.ports import Missing
from packages.domain.stress.crises.windows import CrisisWindow
from packages.domain.stress.findings import LackCode

Wait = Callable[[Awaitable[LoadedPanel]], LoadedPanel]


@dataclass(frozen=True, slots=True, eq=False)
class ViewedCrises:
    """`CrisisData` for a thread; `wait` asks the loop, so that stand-ins are read only where they are needed."""

    view: MarketView
    timeframe: Timeframe
    wait: Wait

    def panel(self, ticker: str, window: CrisisWindow, warm_up: int) -> Panel | Missing:
        """Bars that are not there, or cannot be traded on, are a gap with its reason."""
        asked = load_panel(
            self.view, [parse_symbol(ticker)], self.timeframe, start=window.start, end=window.end, warm_up=warm_up
        )
        try:
            panel = self.wait(asked).panel
            refuse_bad_prices(panel, ticker)
        except NotFound:
            return Missing("no bars of these days are stored", LackCode.NOT_STORED)
        except (BadBars, BadCrisisBars) as refusal:
            return Missing(refusal.message.rstrip("."), LackCode.UNREADABLE)
        return panel
