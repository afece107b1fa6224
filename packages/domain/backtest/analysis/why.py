"""Why a trade was entered and left: every condition that decided, with the values it saw."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from packages.domain.backtest.analysis.observed import Observed, Texts, Watcher
from packages.domain.backtest.analysis.own_bars import AnalysisBars
from packages.domain.backtest.outcome import Trade
from packages.domain.backtest.panel import Panel
from packages.domain.strategy.indicators.indicator import Indicator
from packages.domain.strategy.model import Side, Strategy
from packages.domain.strategy.trade import MarketOrder, SignalExit, TimeExit

__all__ = ["Explainer", "Observed", "Why", "why"]


@dataclass(frozen=True, slots=True)
class Why:
    """What the entry and the exit saw; nothing for an exit that the account forced."""

    entry: tuple[Observed, ...]
    exit: tuple[Observed, ...]


def why(strategy: Strategy, panel: Panel, trade: Trade, catalogue: Mapping[str, Indicator]) -> Why:
    """For one trade; an `Explainer` is quicker for several."""
    return Explainer(strategy, panel, catalogue).why(trade)


class Explainer:
    """Explains the trades of one strategy on one panel; the values of each instrument are calculated once."""

    def __init__(self, strategy: Strategy, panel: Panel, catalogue: Mapping[str, Indicator]) -> None:
        self._strategy = strategy
        self._panel = panel
        self._catalogue = catalogue
        self._watchers: dict[int, Watcher] = {}
        self._texts = Texts()

    def why(self, trade: Trade) -> Why:
        if self._strategy.portfolio is not None:
            return Why((), ())  # its weights decided, and no condition of an entry or an exit
        side = dict(self._strategy.sides)[trade.direction]
        watcher = self._watcher(trade.ticker)
        entry = watcher.observed(
            f"/trade/{trade.direction.value}/entry/condition", side.entry.condition, trade.signal_bar
        )
        return Why(tuple(entry), tuple(self._exit(side, trade, watcher)))

    def _exit(self, side: Side, trade: Trade, watcher: Watcher) -> Iterator[Observed]:
        if trade.exit_rule is None:
            return
        pointer, exit_ = f"/trade/{trade.direction.value}/exits/{trade.exit_rule}", side.exits[trade.exit_rule]
        if isinstance(exit_, SignalExit):
            yield from watcher.observed(f"{pointer}/condition", exit_.condition, trade.decided_bar)
        elif isinstance(exit_, TimeExit):
            yield watcher.lasted(pointer, exit_, trade)
        else:
            yield watcher.met(pointer, exit_, trade, resting=not isinstance(side.entry.order, MarketOrder))

    def _watcher(self, ticker: int) -> Watcher:
        if ticker not in self._watchers:
            bars = AnalysisBars(self._strategy, self._panel, ticker, self._catalogue)
            self._watchers[ticker] = Watcher(bars, self._texts)
        return self._watchers[ticker]
