"""The backtest's decision on a portfolio for live trading: on rebalancing days who leaves, who is cut and who grows."""

from collections.abc import Iterator
from datetime import datetime

from packages.domain.backtest.arena import Arena
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.portfolio.compiled import CompiledPortfolio
from packages.domain.backtest.runs import Runnable
from packages.domain.strategy.model import Direction
from packages.domain.trading.decisions import Book, Decide, Decision, Enter, Leave
from packages.domain.trading.orders import Guards, OrderType, SizeRule, Sizing
from packages.infra.providers.trading.engine.decider import KernelDecider, place_of_bar

REBALANCE, WEIGHT = "rebalance", "target_weight"


def decider_of(compiled: Runnable, market: Panel | Arena) -> Decide:
    """Bound to one strategy and its bars."""
    if isinstance(compiled, CompiledPortfolio):
        return PortfolioDecider(compiled, market)
    return KernelDecider(compiled, market)


class PortfolioDecider:
    """The weights of all rebalancing days are worked out once; no later bar changes one of them."""

    def __init__(self, compiled: CompiledPortfolio, market: Panel | Arena) -> None:
        self._panel = market.panel if isinstance(market, Arena) else market
        self._targets = compiled.targets(self._panel)
        self._tolerance = float(compiled.strategy.as_portfolio.rebalance.tolerance)
        self._numbers = {bar: number for number, bar in enumerate(self._targets.bars.tolist())}

    def __call__(self, bar: datetime, book: Book) -> Decision:
        """Nothing on other days, and nothing while the margin has called a position."""
        number = self._numbers.get(place_of_bar(self._panel, bar))
        if number is None or any(each.is_called for each in book.holdings):
            return Decision(bar, (), ())
        picks, weights = self._targets.of(number)
        wanted = dict(zip((self._panel.tickers[at] for at in picks.tolist()), weights.tolist(), strict=True))
        wanted = {symbol: weight for symbol, weight in wanted.items() if weight}
        rows = {ticker: at for at, ticker in enumerate(self._panel.tickers)}
        entries = (self._grown(symbol, weight, rows[symbol], bar) for symbol, weight in wanted.items())
        return Decision(bar, tuple(self._smaller(wanted, book)), tuple(entries))

    def _smaller(self, wanted: dict[str, float], book: Book) -> Iterator[Leave]:
        for held in book.holdings:
            weight = wanted.get(held.symbol, 0.0)
            if weight and _way(weight) is held.direction:
                why = {WEIGHT: weight}
                yield _leave(held.symbol, held.direction, why, self._sizing(weight))
            elif not held.is_leaving:
                yield _leave(held.symbol, held.direction, {WEIGHT: 0.0})

    def _grown(self, symbol: str, weight: float, row: int, bar: datetime) -> Enter:
        return Enter(
            symbol=symbol,
            direction=_way(weight),
            type=OrderType.MARKET,
            price=None,
            valid_bars=None,
            sizing=self._sizing(weight),
            guards=Guards(),
            close=float(self._panel.close[row, place_of_bar(self._panel, bar)]),
            why={WEIGHT: weight},
        )

    def _sizing(self, weight: float) -> Sizing:
        return Sizing(SizeRule.WEIGHT, abs(weight), tolerance=self._tolerance)


def _leave(symbol: str, direction: Direction, why: dict[str, float], sizing: Sizing | None = None) -> Leave:
    return Leave(symbol=symbol, direction=direction, reason=REBALANCE, rule=0, why=why, sizing=sizing)


def _way(weight: float) -> Direction:
    return Direction.LONG if weight > 0 else Direction.SHORT
