"""Several instruments drawn together: the same stretches of time for all of them, so that what fell together falls
together again.

A bar comes with its gap, its range, its volume and its limits, as steps from the instrument's own close before it. A
bar that an instrument did not have stays one that it does not have: who was suspended then is suspended on the path.
Only times are drawn at which all instruments had been traded before, since a first bar has no step.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from packages.domain.backtest.panel import Counts, Panel
from packages.domain.market_data.bars import Floats
from packages.domain.stress.findings import World
from packages.domain.stress.worlds.beside import joined, parted
from packages.domain.stress.worlds.block_bootstrap import block_sources, mean_block
from packages.domain.stress.worlds.laws import Chance
from packages.domain.stress.worlds.observed import (
    PRICES,
    BadDraw,
    MoveLimits,
    OneInstrumentOnly,
    PricesStandStill,
    TooFewWorldBars,
    check_prices,
)

FEWEST_TOGETHER = 60
_FURTHEST = 300.0  # a price stays a number, however long the path
_ROUNDING = 1e-9  # a little inside, so that a bar that was locked at its limit is locked on every path


@dataclass(frozen=True, slots=True, eq=False)
class Steps:
    """A row an instrument and a column a time that may be drawn; NaN where it had no bar. Prices and limits are
    multiples of the close before, `returns` the logarithm of that of the close."""

    prices: dict[str, Floats]
    returns: Floats
    volume: Floats
    limits: MoveLimits | None


@dataclass(frozen=True, slots=True, eq=False)
class FittedPortfolio:
    """What was learnt from the instruments of one panel; paths are of them and of its dates."""

    panel: Panel
    steps: Steps
    first: Floats  # the first close of each instrument, from which its paths go on
    block: float
    traded: Panel  # the panel without the rows of instruments that are only read
    kind: World = World.BLOCK_BOOTSTRAP

    @property
    def fitted(self) -> dict[str, float]:
        return {"mean_block_bars": self.block, "instruments": float(len(self.first))}

    def sources(self, seed: int, first: int, end: int, bars: int) -> Counts:
        """Which time each bar of the paths from `first` up to `end` is taken from, after the first bar."""
        chance = Chance(seed, self.kind, first, end)
        return block_sources(chance, bars - 1, self.steps.returns.shape[1], self.block)

    def path(self, source: Counts) -> Panel:
        """One history of all instruments: the panel's first bar, then the bars of these times."""
        panel, steps = self.panel.until(len(source) + 1), self.steps
        moved = np.cumsum(np.nan_to_num(steps.returns.take(source, axis=1)), axis=1).clip(-_FURTHEST, _FURTHEST)
        before = self.first[:, np.newaxis] * np.exp(np.hstack((np.zeros((len(self.first), 1)), moved[:, :-1])))
        prices = {
            name: _begun(getattr(panel, name), before * multiple.take(source, axis=1))
            for name, multiple in steps.prices.items()
        }
        volume = _begun(panel.volume, steps.volume.take(source, axis=1))
        plain = replace(panel, volume=volume, dividend=None, lower_limit=None, upper_limit=None)
        drawn = with_prices(plain, prices)
        held = drawn if steps.limits is None else self._held(drawn, steps.limits, before, source)
        return parted(held, self.traded)

    def _held(self, path: Panel, limits: MoveLimits, before: Floats, source: Counts) -> Panel:
        """With the limits of the bars that it is made of."""
        first_lower, first_upper = self.first_limits
        lower = np.hstack((first_lower, before * limits.lower.take(source, axis=1) * (1 + _ROUNDING)))
        upper = np.hstack((first_upper, before * limits.upper.take(source, axis=1) * (1 - _ROUNDING)))
        inside = {name: np.clip(getattr(path, name), lower, upper) for name in PRICES}
        return replace(with_prices(path, inside), lower_limit=lower, upper_limit=upper)

    @property
    def first_limits(self) -> tuple[Floats, Floats]:
        lower, upper = self.panel.lower_limit, self.panel.upper_limit
        if lower is None or upper is None:
            raise BadDraw("stress.no_price_limits")
        return lower[:, :1], upper[:, :1]


def with_prices(panel: Panel, prices: Mapping[str, Floats]) -> Panel:
    opened, high, low, close = (prices[name] for name in PRICES)
    return replace(panel, open=opened, high=high, low=low, close=close)


def _begun(real: Floats, drawn: Floats) -> Floats:
    return np.hstack((real[:, :1], drawn))


def fit_portfolio(kind: World, traded: Panel, *, block: float | None = None) -> FittedPortfolio:
    """Blocks are as long as the most patient instrument wants them; `block` names another mean length in bars. What
    rules read beside the instruments they trade is drawn with them."""
    panel = joined(traded)
    if kind is not World.BLOCK_BOOTSTRAP:
        raise OneInstrumentOnly("stress.one_instrument_world", instruments=len(panel.tickers))
    held = _checked(panel)
    begins = int(held.argmax(axis=1).max()) + 1
    if len(panel) - begins < FEWEST_TOGETHER:
        raise TooFewWorldBars("stress.too_few_common_bars", bars=max(0, len(panel) - begins), fewest=FEWEST_TOGETHER)
    steps, first = _steps(panel, held, begins)
    own = [row[np.isfinite(row)] for row in steps.returns]
    chosen = max(mean_block(row) for row in own) if block is None else block
    if not 1 <= chosen <= steps.returns.shape[1]:
        raise BadDraw("stress.bad_joint_block", block=chosen, bars=steps.returns.shape[1])
    return FittedPortfolio(panel, steps, first, chosen, traded)


def _checked(panel: Panel) -> npt.NDArray[np.bool_]:
    """Which bars are there; each instrument by itself has to be a market."""
    held: npt.NDArray[np.bool_] = np.isfinite(panel.close)
    for at, ticker in enumerate(panel.tickers):
        if held[at].sum() < 2:
            raise TooFewWorldBars("stress.too_few_bars_of", ticker=ticker, bars=held[at].sum())
        prices = {name: getattr(panel, name)[at, held[at]] for name in PRICES}
        try:
            check_prices(prices)
        except PricesStandStill as still:
            raise PricesStandStill("stress.price_of_ticker", ticker=ticker, problem=still.said) from None
    return held


def _steps(panel: Panel, held: npt.NDArray[np.bool_], begins: int) -> tuple[Steps, Floats]:
    """From each instrument's own close before, whenever that was."""
    dividend = np.zeros_like(panel.close) if panel.dividend is None else np.nan_to_num(panel.dividend)
    before = _closes_before(panel.close, held)[:, begins:]
    prices = {name: (getattr(panel, name) + dividend)[:, begins:] / before for name in PRICES}
    limits = None
    if panel.lower_limit is not None and panel.upper_limit is not None:
        lower, upper = ((limit + dividend)[:, begins:] / before for limit in (panel.lower_limit, panel.upper_limit))
        limits = MoveLimits(np.nan_to_num(lower), np.nan_to_num(upper, nan=np.inf, posinf=np.inf))
    first = panel.close[np.arange(len(held)), held.argmax(axis=1)]
    return Steps(prices, np.log(prices["close"]), panel.volume[:, begins:], limits), first


def _closes_before(close: Floats, held: npt.NDArray[np.bool_]) -> Floats:
    """The last own close before each bar; NaN where there was none."""
    at = np.maximum.accumulate(np.where(held, np.arange(close.shape[1]), -1), axis=1)
    at = np.hstack((np.full((len(close), 1), -1), at[:, :-1]))
    known: Floats = np.where(at < 0, np.nan, np.take_along_axis(close, np.maximum(at, 0), axis=1))
    return known
