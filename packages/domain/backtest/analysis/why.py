"""Why a trade was entered and left: every condition that decided, with the values it saw."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from packages.domain.backtest.analysis.account import AccountHistory, AccountSeen
from packages.domain.backtest.analysis.analysis_bars import AnalysisBars
from packages.domain.backtest.analysis.observed import Observed, Texts, Watcher
from packages.domain.backtest.analysis.scaled_account import LotHistory
from packages.domain.backtest.outcome import Outcome, Trade
from packages.domain.backtest.panel import Panel
from packages.domain.strategy.indicators.indicator import Indicator
from packages.domain.strategy.model import Side, Strategy
from packages.domain.strategy.trade import MarketOrder, SignalExit, TimeExit
from packages.domain.strategy.walk import uses_account

__all__ = ["Explainer", "Observed", "Why", "why"]


@dataclass(frozen=True, slots=True)
class Why:
    """What the entry and the exit saw; nothing for an exit that the account forced."""

    entry: tuple[Observed, ...]
    exit: tuple[Observed, ...]


def why(
    strategy: Strategy,
    panel: Panel,
    trade: Trade,
    catalogue: Mapping[str, Indicator],
    outcome: Outcome | None = None,
) -> Why:
    """For one trade; an `Explainer` is quicker for several."""
    return Explainer(strategy, panel, catalogue, outcome).why(trade)


class Explainer:
    """Explains the trades of one strategy on one panel; the values of each instrument are calculated once. Rules that
    read the account need the outcome of the backtest, which knows how it stood."""

    def __init__(
        self, strategy: Strategy, panel: Panel, catalogue: Mapping[str, Indicator], outcome: Outcome | None = None
    ) -> None:
        self._strategy = strategy
        self._panel = panel
        self._catalogue = catalogue
        self._watchers: dict[int, Watcher] = {}
        self._texts = Texts(strategy, catalogue)
        self._history = None
        if outcome is not None and uses_account(strategy):
            self._history = AccountHistory(strategy, outcome)
        self._lots = LotHistory(strategy, outcome) if outcome is not None and strategy.scales else None

    def why(self, trade: Trade) -> Why:
        if self._strategy.portfolio is not None:
            return Why((), ())  # its weights decided, and no condition of an entry or an exit
        side = dict(self._strategy.sides)[trade.direction]
        watcher, bar = self._watcher(trade.ticker), trade.signal_bar
        pointer, condition = f"/trade/{trade.direction.value}/entry/condition", side.entry.condition
        if side.scale_in is not None:
            if self._lots is None:
                raise TypeError("a fill of a position that grows is explained by what was held")
            if self._lots.is_added(trade.ticker, trade.direction, bar):
                pointer, condition = f"/trade/{trade.direction.value}/scale_in/condition", side.scale_in.condition
        entry = watcher.observed(pointer, condition, bar, self._account(trade, bar))
        return Why(tuple(entry), tuple(self._exit(side, trade, watcher)))

    def _exit(self, side: Side, trade: Trade, watcher: Watcher) -> Iterator[Observed]:
        if trade.exit_rule is None:
            return
        pointer, exit_ = f"/trade/{trade.direction.value}/exits/{trade.exit_rule}", side.exits[trade.exit_rule]
        if isinstance(exit_, SignalExit):
            account = self._account(trade, trade.decided_bar)
            yield from watcher.observed(f"{pointer}/condition", exit_.condition, trade.decided_bar, account)
        elif side.scales:
            return  # levels and holding times are those of the position, and the trade is a lot of it
        elif isinstance(exit_, TimeExit):
            yield watcher.lasted(pointer, exit_, trade)
        else:
            yield watcher.met(pointer, exit_, trade, resting=not isinstance(side.entry.order, MarketOrder))

    def _account(self, trade: Trade, bar: int) -> AccountSeen | None:
        if self._history is None:
            return None
        bars, seen = (
            self._watcher(trade.ticker).bars,
            self._history.at(self._watcher(trade.ticker).bars, trade.ticker, bar),
        )
        return seen if self._lots is None else replace(seen, position=self._lots.position(bars, trade.ticker, bar))

    def _watcher(self, ticker: int) -> Watcher:
        if ticker not in self._watchers:
            bars = AnalysisBars(self._strategy, self._panel, ticker, self._catalogue)
            self._watchers[ticker] = Watcher(bars, self._texts)
        return self._watchers[ticker]
