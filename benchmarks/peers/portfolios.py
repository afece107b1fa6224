"""Portfolios and plans as bt says them: its prices are the opens, and a day's orders come from the close before."""

from collections import deque
from collections.abc import Callable

import bt
import numpy as np
import pandas as pd

from benchmarks.peers import formulas as f
from benchmarks.peers import weights as w
from benchmarks.peers.bars import Bars
from benchmarks.peers.fills import Lot, Run

MONTHLY = {
    "momentum_ranking": w.momentum_ranking,
    "low_pe_high_roe": w.low_pe_high_roe,
    "dual_momentum": w.dual_momentum,
    "long_short_neutral": w.long_short_neutral,
    "risk_parity": w.risk_parity,
    "volatility_target": w.volatility_target,
    "half_kelly": w.half_kelly,
}
WITH_TOLERANCE = {
    "sixty_forty": (w.sixty_forty, 0.01),
    "pair_by_zscore": (w.pair_by_zscore, 0.02),
    "cointegrated_pair": (w.cointegrated_pair, 0.02),
}


class CloseBeforeTurning(bt.Algo):
    """Who changes sides leaves whole first: bt would round the two steps as one."""

    def __call__(self, target: bt.Strategy) -> bool:
        for name, child in list(target.children.items()):
            if child.position * target.temp["weights"].get(name, 0) < 0:
                target.close(name)
        return True


class LeaveSmallChanges(bt.Algo):
    """A change that is worth less than a share of the equity is left out, unless it opens or closes."""

    def __init__(self, tolerance: float) -> None:
        super().__init__()
        self.tolerance = tolerance

    def __call__(self, target: bt.Strategy) -> bool:
        wanted = dict(target.temp["weights"])
        for name, child in target.children.items():
            weight, price = wanted.get(name, 0), target.universe[name].iloc[-1]
            change = abs(weight * target.value / price - child.position) * price
            if weight != 0 and child.position != 0 and change < self.tolerance * target.value:
                wanted[name] = child.weight
        target.temp["weights"] = wanted
        return True


class Units(bt.Algo):
    """One instrument that is bought by sums of money and sold by the oldest units, on what the close before showed."""

    def __init__(self, bars: Bars, cash: float) -> None:
        super().__init__()
        [self.ticker] = bars.tickers
        self.closes, self.place, self.cash = bars.prices["close"][self.ticker].to_numpy(), bars.index, cash
        self.lots: deque[tuple[float, float]] = deque()

    def __call__(self, target: bt.Strategy) -> bool:
        before = self.place.get_indexer([target.now])[0] - 1
        if before >= 0:
            sold, buys = self.decide(before)
            for _ in range(sold):
                target.transact(-self.lots.popleft()[0], self.ticker)
            if buys and not sold:
                self.buy(target)
        return True

    def buy(self, target: bt.Strategy) -> None:
        held = target.positions[self.ticker].iloc[-1] if self.ticker in target.children else 0.0
        target.allocate(self.cash, self.ticker)
        bought = target.children[self.ticker].position - held
        if bought:
            self.lots.append((bought, target.universe[self.ticker].iloc[-1]))

    def decide(self, at: int) -> tuple[int, bool]:
        """How many units to sell, and whether to buy one."""
        raise NotImplementedError


class Grid(Units):
    def __init__(self, bars: Bars) -> None:
        super().__init__(bars, 15_000)
        self.mean = f.mean(self.closes, 60)

    def decide(self, at: int) -> tuple[int, bool]:
        def level(steps: int) -> float:
            return float(self.mean[at] * (1 - 0.02 * steps))

        close, units = self.closes[at], len(self.lots)
        if units and close > level(units - 1):
            return 1, False
        return 0, units < 6 and close < level(units + 1)


class MonthlySavings(Units):
    def __init__(self, bars: Bars) -> None:
        super().__init__(bars, 2_000)
        self.to_end = bars.known["trading_day_from_month_end"][self.ticker].to_numpy()

    def decide(self, at: int) -> tuple[int, bool]:
        shares = sum(quantity for quantity, _ in self.lots)
        paid = sum(quantity * price for quantity, price in self.lots)
        if shares and self.closes[at] / (paid / shares) - 1 > 0.5:
            return len(self.lots), False
        return 0, self.to_end[at] == 1 and len(self.lots) < 240


NOTHING = 1e-9  # what floats leave of a position
BY_UNITS: dict[str, Callable[[Bars], Units]] = {"grid": Grid, "monthly_savings": MonthlySavings}
NAMES = [*MONTHLY, *WITH_TOLERANCE, *BY_UNITS]


def run(name: str, bars: Bars) -> Run:
    opens = bars.prices["open"]
    strategy = bt.Strategy(name, _steps(name, bars), children=list(bars.tickers))
    test = bt.Backtest(strategy, opens, initial_capital=bars.cash, integer_positions=bars.whole, progress_bar=False)
    test.run()
    positions = test.strategy.positions.reindex(index=opens.index, columns=opens.columns).fillna(0.0)
    return _trades(positions, opens, by_lot=name in BY_UNITS)


def _steps(name: str, bars: Bars) -> list[bt.Algo]:
    if name in BY_UNITS:
        return [BY_UNITS[name](bars)]
    if name in MONTHLY:
        table, begin = MONTHLY[name](bars), [bt.algos.RunMonthly(run_on_first_date=False)]
        steps = [CloseBeforeTurning()]
    else:
        make, tolerance = WITH_TOLERANCE[name]
        table, begin, steps = make(bars), [], [CloseBeforeTurning(), LeaveSmallChanges(tolerance)]
        if name == "sixty_forty":
            quarters = bars.index.to_period("Q")
            table = table[np.concatenate(([True], quarters[1:] != quarters[:-1]))]
    known = table.reindex(bars.index).shift(1).dropna(how="all")
    return [*begin, bt.algos.WeighTarget(known), *steps, bt.algos.Rebalance()]


def _trades(positions: pd.DataFrame, opens: pd.DataFrame, by_lot: bool) -> Run:
    closed: list[Lot] = []
    held: list[Lot] = []
    for ticker in positions.columns:
        lots: list[Lot] = []
        before = 0.0
        for at, now in enumerate(positions[ticker].where(positions[ticker].abs() > NOTHING, 0.0)):
            price = float(opens[ticker].iloc[at])
            if before * now <= 0:
                lots = _without(lots, before, at, price, closed)
                before = 0.0
            if abs(now) < abs(before):
                lots = _without(lots, before - now, at, price, closed)
            elif now != before:
                lots.append(Lot(ticker, at, now - before, price))
                lots = lots if by_lot else [_together(lots)]
            before = now
        held += lots
    return Run(closed, held)


def _together(lots: list[Lot]) -> Lot:
    """One position at the mean of what was paid."""
    quantity = sum(each.quantity for each in lots)
    paid = sum(each.quantity * each.entry_price for each in lots)
    return Lot(lots[0].ticker, lots[0].entry_bar, quantity, paid / quantity)


def _without(lots: list[Lot], quantity: float, at: int, price: float, closed: list[Lot]) -> list[Lot]:
    """Oldest first; `quantity` has the sign of the position."""
    rest = list(lots)
    while rest and abs(quantity) > NOTHING:
        first = rest.pop(0)
        part = first.quantity if abs(first.quantity) <= abs(quantity) + NOTHING else quantity
        closed.append(Lot(first.ticker, first.entry_bar, part, first.entry_price, at, price))
        quantity -= part
        if part != first.quantity:
            rest.insert(0, Lot(first.ticker, first.entry_bar, first.quantity - part, first.entry_price))
    return rest
