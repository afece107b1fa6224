"""Markets whose law is known: what a fit should find again."""

from dataclasses import replace

import numpy as np

from packages.domain.backtest.panel import Lots, Panel
from packages.domain.market_data.bars import Floats
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe


def random_numbers(seed: int) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(seed))


def panel_of(returns: Floats, seed: int = 1) -> Panel:
    """Daily bars with these returns from close to close, and gaps and ranges on top."""
    rng, bars = random_numbers(seed), len(returns) + 1
    close = 50.0 * np.exp(np.concatenate(([0.0], np.cumsum(returns))))
    opened = np.concatenate(([50.0], close[:-1])) * np.exp(rng.standard_normal(bars) * 0.2 * returns.std())
    reach = np.exp(np.abs(rng.standard_normal((2, bars))) * 0.3 * returns.std())
    return Panel(
        market=Market.US_STOCKS,
        timeframe=Timeframe.D1,
        tickers=("DEMO5",),
        time=np.datetime64("2000-01-03", "us") + np.arange(bars).astype("timedelta64[D]"),
        session=np.arange(bars),
        elapsed_days=np.ones(bars),
        open=opened[np.newaxis],
        high=(np.maximum(opened, close) * reach[0])[np.newaxis],
        low=(np.minimum(opened, close) / reach[1])[np.newaxis],
        close=close[np.newaxis],
        volume=np.full((1, bars), 1e6),
        lots=Lots(minimum=np.zeros(1), step=np.zeros(1)),
        bars_per_year=252.0,
    )


def standing_still(panel: Panel) -> Panel:
    still = np.full_like(panel.close, 9.0)
    return replace(panel, open=still, high=still, low=still, close=still)


def garch_returns(bars: int, alpha: float, beta: float, seed: int) -> Floats:
    """With a volatility of one percent a bar in the long run."""
    rng, returns, variance = random_numbers(seed), np.empty(bars), 1e-4
    for at, surprise in enumerate(rng.standard_normal(bars).tolist()):
        returns[at] = surprise * variance**0.5
        variance = 1e-4 * (1 - alpha - beta) + alpha * returns[at] ** 2 + beta * variance
    return returns


def regime_returns(bars: int, stays: tuple[float, float], deviations: tuple[float, float], seed: int) -> Floats:
    rng, state, states = random_numbers(seed), 0, np.empty(bars, dtype=np.int64)
    for at, draw in enumerate(rng.random(bars).tolist()):
        state = state if draw < stays[state] else 1 - state
        states[at] = state
    mean, deviation = np.array([0.001, -0.002])[states], np.array(deviations)[states]
    told: Floats = mean + rng.standard_normal(bars) * deviation
    return told


def jump_returns(bars: int, rate: float, mean: float, deviation: float, seed: int) -> Floats:
    """On top of moves of one percent."""
    rng = random_numbers(seed)
    jumps = (rng.random(bars) < rate) * (mean + deviation * rng.standard_normal(bars))
    return rng.standard_normal(bars) * 0.01 + 0.0005 + jumps


def kurtosis(values: Floats) -> float:
    centred = values - values.mean()
    return float((centred**4).mean() / (centred**2).mean() ** 2)


def memory_of_squares(returns: Floats, lag: int) -> float:
    """The autocorrelation of squares, over all paths."""
    squares = (returns - returns.mean()) ** 2
    squares -= squares.mean()
    return float((squares[:, lag:] * squares[:, :-lag]).mean() / squares.var())
