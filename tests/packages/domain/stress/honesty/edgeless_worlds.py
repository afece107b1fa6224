"""Worlds in which no rule earns anything, worlds with a planted edge, and an adversary who tries variants in them."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from packages.domain.backtest.analysis.curve import returns_of
from packages.domain.backtest.engine import Arena, Compiled, backtest, compile_strategy
from packages.domain.backtest.panel import Counts, Lots, Panel
from packages.domain.backtest.terms import Terms
from packages.domain.market_data.bars import Floats
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.validate import Validator
from packages.domain.stress.honesty.sharpe_odds import normal_cdf

BARS = 1260  # five years of days
A_YEAR = 252.0
DAY = 0.01
PERSISTENT_DRIFT = 0.3  # in deviations of a bar
_HALF_LIFE = 15  # bars
Rng = np.random.Generator
World = Callable[[Rng], Panel]


@dataclass(frozen=True)
class Shapes:
    """Bars without a level: the gap before each, and its high, low and close over its open."""

    gap: Floats
    high: Floats
    low: Floats
    close: Floats

    def at(self, bars: Counts) -> "Shapes":
        return Shapes(self.gap[bars], self.high[bars], self.low[bars], self.close[bars])

    def without_edge(self) -> "Shapes":
        """Neither the night nor the day earns anything on average."""
        close = self.close - self.close.mean() + 1
        high, low = np.maximum(self.high, close), np.minimum(self.low, close)
        return Shapes(self.gap - self.gap.mean() + 1, high, low, close)

    def panel(self) -> Panel:
        opens = 100 * np.cumprod(self.gap * np.concatenate([[1.0], self.close[:-1]]))
        return panel_of(opens, opens * self.high, opens * self.low, opens * self.close)


def panel_of(open_: Floats, high: Floats, low: Floats, close: Floats) -> Panel:
    bars = len(open_)
    return Panel(
        market=Market.US_STOCKS,
        timeframe=Timeframe.D1,
        tickers=("DEMO",),
        time=np.datetime64("2015-01-01", "us") + np.arange(bars) * np.timedelta64(1, "D"),
        session=np.arange(bars),
        elapsed_days=np.ones(bars),
        open=open_.reshape(1, -1).copy(),
        high=high.reshape(1, -1).copy(),
        low=low.reshape(1, -1).copy(),
        close=close.reshape(1, -1).copy(),
        volume=np.full((1, bars), 1e6),
        lots=Lots(minimum=np.zeros(1), step=np.zeros(1)),
        bars_per_year=A_YEAR,
    )


def shapes_of(panel: Panel, first: int, bars: int = BARS) -> Shapes:
    """A stretch of a history, with one bar before it for the first gap."""
    o, h, low, c = (each[0, first : first + bars] for each in (panel.open, panel.high, panel.low, panel.close))
    return Shapes(o / panel.close[0, first - 1 : first + bars - 1], h / o, low / o, c / o)


def garch(rng: Rng, bars: int = BARS) -> Panel:
    """Calm and wild stretches with fat tails, and no drift in either."""
    shocks = rng.standard_t(6, (2, bars)) / math.sqrt(6 / 4)
    variance, moves = DAY**2, np.empty((2, bars))
    for bar in range(bars):
        moves[:, bar] = shocks[:, bar] * np.sqrt(variance * np.array([0.2, 0.8]))
        variance = 0.02 * DAY**2 + 0.08 * moves[:, bar].sum() ** 2 + 0.9 * variance
    moves = np.clip(moves, -0.3, 0.3)
    close = 1 + moves[1]
    reach = np.abs(rng.normal(0, DAY / 3, (2, bars)))
    return Shapes(1 + moves[0], np.maximum(close, 1) + reach[0], np.minimum(close, 1) - reach[1], close).panel()


def shuffled(shapes: Shapes) -> World:
    plain = shapes.without_edge()
    return lambda rng: plain.at(rng.permutation(BARS)).panel()


def bootstrapped(shapes: Shapes, mean_block: float = 10.0) -> World:
    """Blocks of random length, wrapped around the end."""
    plain = shapes.without_edge()

    def drawn(rng: Rng) -> Panel:
        fresh = rng.random(BARS) < 1 / mean_block
        fresh[0] = True
        begins = np.maximum.accumulate(np.where(fresh, np.arange(BARS), 0))
        starts = rng.integers(BARS, size=BARS)
        return plain.at((starts[begins] + np.arange(BARS) - begins) % BARS).panel()

    return drawn


def planted(sharpe: float, bars: int = BARS) -> World:
    """After a bar that rose, the next one drifts up; who holds on those bars only earns the ratio, in the long run."""
    drift = DAY * _drift(sharpe / math.sqrt(A_YEAR))

    def drawn(rng: Rng) -> Panel:
        noise, moves, rose = rng.normal(0, DAY, bars), np.empty(bars), False
        for bar in range(bars):
            moves[bar] = noise[bar] + (drift if rose else 0.0)
            rose = moves[bar] > 0
        close = 1 + moves
        return Shapes(np.ones(bars), np.maximum(close, 1), np.minimum(close, 1), close).panel()

    return drawn


def persistent(bars: int = BARS, drift: float = PERSISTENT_DRIFT) -> World:
    """A drift that nobody sees comes and goes over weeks: an edge that lasts longer than a bar. With the drift that is
    set here, `trend_follower` earns a Sharpe ratio of 1.5 in the long run, its commission paid."""
    memory = 0.5 ** (1 / _HALF_LIFE)

    def drawn(rng: Rng) -> Panel:
        noise, fresh = rng.normal(0, DAY, bars), rng.normal(0, math.sqrt(1 - memory**2), bars)
        hidden, state = np.empty(bars), float(rng.normal())
        for bar, each in enumerate(fresh.tolist()):
            state = memory * state + each
            hidden[bar] = state
        close = 1 + noise + drift * DAY * hidden
        reach = np.abs(rng.normal(0, DAY / 3, (2, bars)))
        return Shapes(np.ones(bars), np.maximum(close, 1) + reach[0], np.minimum(close, 1) - reach[1], close).panel()

    return drawn


def _drift(ratio: float) -> float:
    """In deviations of a bar. Who holds a share p of the bars earns sqrt(p) d / sqrt(1 + d² (1 - p)) a bar, and p is
    the share of bars that rose."""
    drift = ratio
    for _ in range(50):
        held = 0.5 / (1.5 - normal_cdf(drift))
        drift = ratio * math.sqrt((1 + drift**2 * (1 - held)) / held)
    return drift


def follower() -> Strategy:
    """Holds on the bar after one that rose: it knows the planted edge."""
    rose, fell = _cmp("close", "gt", {"ref": "open"}), _cmp("close", "lte", {"ref": "open"})
    return _strategy({}, rose, fell)


def trend_follower(size: float = 1.0) -> Strategy:
    """Holds above its average of twenty bars, with that share of the account."""
    factors: Document = {"average": {"type": "sma", "params": {"period": 20}}}
    above, below = (_cmp("close", op, {"ref": "average"}) for op in ("gt", "lt"))
    return _strategy(factors, above, below, size)


def variant(rng: Rng, size: float = 1.0) -> Strategy:
    """One of hundreds of thousands: an average above or below another one, in a range of strength."""
    fast, slow = int(rng.integers(2, 40)), int(rng.integers(45, 150))
    above, below = ("gt", "lt") if rng.random() < 0.5 else ("lt", "gt")
    factors: Document = {
        "fast": {"type": "ema", "params": {"period": fast}},
        "slow": {"type": "sma", "params": {"period": slow}},
        "strength": {"type": "rsi", "params": {"period": int(rng.integers(3, 30))}},
    }
    strong = _cmp("strength", "lt" if rng.random() < 0.5 else "gt", float(rng.integers(30, 71)))
    entry: Document = {"all": [_cmp("fast", above, {"ref": "slow"}), strong]}
    return _strategy(factors, entry, _cmp("fast", below, {"ref": "slow"}), size)


def _cmp(left: str, op: str, right: Document | float) -> Document:
    return {"cmp": {"left": {"ref": left}, "op": op, "right": right}}


def _strategy(factors: Document, entry: Document, leave: Document, size: float = 1.0) -> Strategy:
    side: Document = {
        "entry": {"condition": entry, "order": {"type": "market"}},
        "exits": [{"type": "signal_exit", "condition": leave}],
        "position_sizing": {"mode": "pct_equity", "pct": size},
    }
    told: Document = {
        "dsl_version": "1.0.0",
        "strategy": {"name": "A variant"},
        "universe": {"market": "us_stocks", "tickers": ["DEMO"]},
        "timeframe": "1d",
        "factors": factors,
        "trade": {"long": side},
    }
    return Validator(CATALOGUE).document(told).require()


@cache
def variants(count: int, seed: int = 0, size: float = 1.0) -> tuple[Compiled, ...]:
    rng = np.random.Generator(np.random.PCG64(seed))
    return tuple(compile_strategy(variant(rng, size), CATALOGUE) for _ in range(count))


def returns_matrix(tried: Sequence[Compiled], panel: Panel, terms: Terms | None = None) -> Floats:
    """A column a strategy."""
    arena = Arena(panel)
    return np.column_stack([returns_of(backtest(each, arena, terms or Terms()).equity) for each in tried])
