"""The target weights of a portfolio on every rebalancing day, from what was known on its close."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from packages.domain.backtest.compiling.sources import Catalogue, ComputedSource, PriceSource, Source, VolatilitySource
from packages.domain.backtest.market.price_limits import Flags
from packages.domain.backtest.panel import Counts
from packages.domain.backtest.portfolio.members import members_on
from packages.domain.backtest.portfolio.named_legs import named_legs
from packages.domain.backtest.portfolio.schedule import rebalance_bars
from packages.domain.backtest.portfolio.scoring import columns_on, score_on, truth_on
from packages.domain.backtest.portfolio.universe_bars import UniverseBars
from packages.domain.backtest.portfolio.weighting import capped, leg_weights, scaled_to
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.windows import ratio
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.operands import PriceField, ValueOperation
from packages.domain.strategy.portfolio import model as p

_NEARLY = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class TargetWeights:
    """The picks of every rebalancing one after another, best first; those of number i begin at `first[i]`. Weights are
    fractions of the equity, below 0 for shorts."""

    bars: Counts  # the close that decides each
    first: Counts
    picks: Counts
    weights: Floats

    def of(self, number: int) -> tuple[Counts, Floats]:
        part = slice(int(self.first[number]), int(self.first[number + 1]))
        return self.picks[part], self.weights[part]

    def later(self, bars: int) -> "TargetWeights":
        """Each a bar later; what would be decided past the last of `bars` is left out."""
        count = int(np.searchsorted(self.bars, bars - 1))
        end = int(self.first[count])
        return TargetWeights(self.bars[:count] + 1, self.first[: count + 1], self.picks[:end], self.weights[:end])


def target_weights(
    strategy: Strategy, universe: UniverseBars, catalogue: Catalogue, first_bar: int = 0
) -> TargetWeights:
    """The strategy must be a valid portfolio."""
    portfolio = strategy.as_portfolio
    bars = rebalance_bars(portfolio.rebalance, universe.days, universe.sessions, first_bar)
    if isinstance(portfolio.weights, p.LegWeights):
        legs = named_legs(strategy, portfolio.weights, universe, catalogue, bars)
        bars, found = legs.bars, [(legs.rows, to_volatility(portfolio, universe, *each)) for each in legs.each()]
    else:
        found = list(_Choosing(strategy, portfolio, universe, catalogue, bars).all())
    first = np.cumsum([0, *(len(picks) for picks, _ in found)], dtype=np.int64)
    return TargetWeights(
        bars,
        first,
        np.concatenate([np.empty(0, dtype=np.int64), *(picks for picks, _ in found)]),
        np.concatenate([np.empty(0), *(weights for _, weights in found)]),
    )


class _Choosing:
    """Chooses on every rebalancing day; what it needs of all instruments is worked out once."""

    def __init__(
        self, strategy: Strategy, portfolio: p.Portfolio, universe: UniverseBars, catalogue: Catalogue, bars: Counts
    ) -> None:
        self._portfolio, self._universe, self._bars = portfolio, universe, bars
        self._members = members_on(bars, universe, strategy, catalogue)
        shape = self._members.shape
        score = portfolio.score
        self._score = np.zeros(shape)
        if score is not None:
            self._score = score_on(bars, universe, score, self._members, strategy, catalogue)
        self._measure = self._measured()
        self._may_hold: Flags | None = None
        if portfolio.hold_if is not None:
            self._may_hold = truth_on(bars, universe, portfolio.hold_if, strategy, catalogue)

    def all(self) -> Iterator[tuple[Counts, Floats]]:
        eligible = self._members & np.isfinite(self._score) & np.isfinite(self._measure)
        if self._window:
            eligible &= self._universe.first_bars[:, None] <= self._bars[None, :] - self._window
        for number, bar in enumerate(self._bars.tolist()):
            yield self._chosen(number, bar, np.flatnonzero(eligible[:, number]))

    @property
    def _window(self) -> int:
        """How many returns on the axis the weights look back over."""
        weights, volatility = self._portfolio.weights, self._portfolio.volatility
        parity = weights.lookback if isinstance(weights, p.RiskParity) else 0
        return max(parity, 0 if volatility is None else volatility.lookback)

    def _measured(self) -> Floats:
        weights = self._portfolio.weights
        if isinstance(weights, p.InverseVolatility):
            (found,) = columns_on(self._bars, self._universe, [VolatilitySource(weights.lookback)])
            return np.where(found > 0, found, np.nan)
        if isinstance(weights, p.KellyWeights):
            mean, spread = columns_on(self._bars, self._universe, _kelly_sources(weights.lookback))
            variance = spread * spread
            return ratio(mean, np.where(variance > 0, variance, np.nan))
        return np.zeros(self._score.shape)

    def _chosen(self, number: int, bar: int, eligible: Counts) -> tuple[Counts, Floats]:
        score = self._score[eligible, number]
        ordered = eligible[np.argsort(-score if self._portfolio.descending else score, kind="stable")]
        longs = _taken(self._portfolio.long, len(ordered))
        shorts = min(_taken(self._portfolio.short, len(ordered)), len(ordered) - longs)
        legs = [(self._portfolio.long, ordered[:longs], 1.0), (self._portfolio.short, ordered[::-1][:shorts], -1.0)]
        held = [(leg, picks, sign) for leg, picks, sign in legs if leg is not None and len(picks)]
        if not held:
            return np.empty(0, dtype=np.int64), np.empty(0)
        picks = np.concatenate([each for _, each, _ in held])
        weights = np.concatenate([self._leg(number, bar, *each) for each in held])
        if self._may_hold is not None:
            weights = np.where(self._may_hold[picks, number], weights, 0.0)
        return picks, to_volatility(self._portfolio, self._universe, weights, picks, bar)

    def _leg(self, number: int, bar: int, leg: p.Leg, picks: Counts, sign: float) -> Floats:
        portfolio = self._portfolio
        exposure, most = portfolio.exposure(leg), portfolio.max_weight
        parity = portfolio.weights.lookback if isinstance(portfolio.weights, p.RiskParity) else 0
        returns = returns_until(self._universe, picks, bar, parity) if parity else np.empty(0)
        if isinstance(portfolio.weights, p.LegWeights):
            raise TypeError("legs by name are not ranked")
        found = leg_weights(portfolio.weights, self._score[picks, number], self._measure[picks, number], returns, sign)
        found = found * exposure
        if isinstance(portfolio.weights, p.KellyWeights):
            return sign * (found if most is None else np.minimum(found, float(most)))
        return sign * capped(found, None if most is None else float(most))


def to_volatility(portfolio: p.Portfolio, universe: UniverseBars, weights: Floats, picks: Counts, bar: int) -> Floats:
    """The weights as the volatility target of the portfolio scales them."""
    target, most = portfolio.volatility, portfolio.max_weight
    if target is None:
        return weights
    returns = returns_until(universe, picks, bar, target.lookback)
    scaled = scaled_to(target, weights, returns, universe.bars_per_year)
    return scaled if most is None else np.clip(scaled, -float(most), float(most))


def returns_until(universe: UniverseBars, picks: Counts, bar: int, lookback: int) -> Floats:
    """Log returns on the axis; a day without a bar has the close before, from as far back as it takes."""
    window = universe.close[picks, bar - lookback : bar + 1].copy()
    for row, at in enumerate(picks.tolist()):
        if np.isnan(window[row]).any():
            window[row] = _carried(universe.close[at, : bar + 1])[-lookback - 1 :]
    moves: Floats = np.diff(np.log(window), axis=1)
    return moves


def _carried(close: Floats) -> Floats:
    there = np.isfinite(close)
    return close[np.maximum.accumulate(np.where(there, np.arange(len(close)), 0))]


def _taken(leg: p.Leg | None, members: int) -> int:
    """A fraction is rounded down, and takes one at least."""
    if leg is None or members == 0:
        return 0
    if leg.count is not None:
        return min(leg.count, members)
    return members if leg.fraction is None else max(1, int(float(leg.fraction) * members + _NEARLY))


def _kelly_sources(lookback: int) -> list[Source]:
    """Mean and deviation (of the population) of simple returns."""
    returns = ComputedSource(ValueOperation.RETURN, (PriceSource(PriceField.CLOSE),), 1)
    return [ComputedSource(each, (returns,), lookback) for each in (ValueOperation.MEAN, ValueOperation.STD)]
