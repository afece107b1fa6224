"""A position of several lots as a rule saw it on a close, worked out of the lots that a backtest left behind."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from packages.domain.backtest.analysis.account import PositionSeen
from packages.domain.backtest.analysis.analysis_bars import AnalysisBars
from packages.domain.backtest.outcome import Outcome
from packages.domain.strategy.model import Direction, Strategy
from packages.domain.strategy.trade import MarketOrder


@dataclass(frozen=True, slots=True)
class _Lot:
    """Of one fill, or the part of it that left with one exit; `exit_bar` is None while it is held."""

    ticker: int
    direction: Direction
    signal_bar: int
    entry_bar: int
    quantity: float
    price: float
    exit_bar: int | None = None
    exit_price: float = 0.0

    def is_held(self, bar: int) -> bool:
        return self.entry_bar <= bar and (self.exit_bar is None or bar < self.exit_bar)


class LotHistory:
    """The lots of one backtest, to be asked about any close."""

    def __init__(self, strategy: Strategy, outcome: Outcome) -> None:
        self._lots = tuple(_lots(outcome))
        self._rests: Mapping[Direction, tuple[bool, bool]] = {
            direction: (
                not isinstance(side.entry.order, MarketOrder),
                side.scale_in is not None and not isinstance(side.scale_in.order, MarketOrder),
            )
            for direction, side in strategy.sides
        }

    def is_added(self, ticker: int, direction: Direction, signal_bar: int) -> bool:
        """Whether a fill that was decided on then added to a position."""
        return any(each.direction is direction for each in self._held(ticker, signal_bar))

    def position(self, bars: AnalysisBars, ticker: int, bar: int) -> PositionSeen | None:
        held = self._held(ticker, bar)
        if not held:
            return None
        direction = held[0].direction
        first = self._first_bar(ticker, direction, held)
        fills = [each for each in self._of(ticker, direction) if first <= each.entry_bar <= bar]
        quantity = sum(each.quantity for each in held)
        mean = held[0].price if len(held) == 1 else sum(each.quantity * each.price for each in held) / quantity
        return PositionSeen(
            quantity=quantity if direction is Direction.LONG else -quantity,
            entry_price=mean,
            best_price=self._best(bars, direction, fills, first, bar),
            bars_held=bars.at(bar) - bars.at(first) + 1,
            close=float(bars.columns.close[bars.at(bar)]),
            last_fill=self._last_fill(direction, fills, bar),
            units=len({each.entry_bar for each in held}),
        )

    def _of(self, ticker: int, direction: Direction) -> list[_Lot]:
        return [each for each in self._lots if each.ticker == ticker and each.direction is direction]

    def _held(self, ticker: int, bar: int) -> list[_Lot]:
        """Oldest first."""
        held = (each for each in self._lots if each.ticker == ticker and each.is_held(bar))
        return sorted(held, key=lambda each: each.entry_bar)

    def _first_bar(self, ticker: int, direction: Direction, held: list[_Lot]) -> int:
        """Of the position: a fill belongs to it while an earlier one is held."""
        first = held[0].entry_bar
        while before := [each.entry_bar for each in self._of(ticker, direction) if each.is_held(first - 1)]:
            first = min(before)
        return first

    def _best(self, bars: AnalysisBars, direction: Direction, fills: list[_Lot], first: int, bar: int) -> float:
        """The high of a bar on which a resting order filled may have been before the fill."""
        entry_rests, unit_rests = self._rests[direction]
        fresh = {each.entry_bar for each in fills if (entry_rests if each.entry_bar == first else unit_rests)}
        left_out = {bars.at(each) for each in fresh}
        seen = [at for at in range(bars.at(first), bars.at(bar) + 1) if at not in left_out]
        prices = bars.columns.high if direction is Direction.LONG else bars.columns.low
        reached = [*(each.price for each in fills), *(float(prices[at]) for at in seen)]
        return max(reached) if direction is Direction.LONG else min(reached)

    def _last_fill(self, direction: Direction, fills: list[_Lot], bar: int) -> float:
        """On one bar, parts leave after a unit that was added at the open, and before one that waited for its price."""
        rests = self._rests[direction][1]
        known = [(each.entry_bar, rests, each.price) for each in fills]
        left = [(each.exit_bar, each.exit_price) for each in fills if each.exit_bar is not None]
        known += [(exit_bar, not rests, price) for exit_bar, price in left if exit_bar <= bar]
        return max(known, key=lambda each: each[:2])[2]


def _lots(outcome: Outcome) -> Iterator[_Lot]:
    for trade in outcome.trades:
        fill = trade.ticker, trade.direction, trade.signal_bar, trade.entry_bar, trade.quantity, trade.entry_price
        yield _Lot(*fill, trade.exit_bar, trade.exit_price)
    for held in outcome.open_lots:
        yield _Lot(held.ticker, held.direction, held.signal_bar, held.entry_bar, held.quantity, held.entry_price)
