"""A market with a known best answer, one with none, and a strategy that is searched in them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import numpy as np

from packages.domain.backtest.engine import compile_strategy
from packages.domain.backtest.jobs.plan import Plan
from packages.domain.backtest.market.panel_loading import LoadedPanel
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import Terms
from packages.domain.market_data.bars import BarColumns, BarSeries, Floats, Instants, instant
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.validate import Validator
from packages.domain.stress.optimise.market import SearchMarket, prepare
from packages.domain.stress.optimise.plan import SearchPlan
from packages.domain.stress.optimise.request import Goal, OptimisationLimits
from packages.domain.stress.optimise.search import ParameterSearch
from packages.domain.stress.optimise.space import space_of
from packages.infra.stress.optuna_search import OptunaSearcher
from tests.packages.domain.backtest.small_market import DAY, SmallMarket
from tests.packages.domain.stress.honesty.edgeless_worlds import panel_of

NOW = datetime(2026, 11, 15, 9, 0, tzinfo=UTC)
BUYING, HOLDING = "/trade/long/entry/condition/cmp/right", "/trade/long/exits/0/bars"
SELLING, SHORT_HOLDING = "/trade/short/entry/condition/cmp/right", "/trade/short/exits/0/bars"
SIZE = "/trade/long/position_sizing/pct"
FOUR = (BUYING, HOLDING, SELLING, SHORT_HOLDING)
PLANTED = {BUYING: 6.2, HOLDING: 9, SELLING: 13.0, SHORT_HOLDING: 4}
_EVERY = 20
_DRIFT, _NOISE = 0.004, 0.004


def document(ticker: str = "DEMO5") -> Document:
    """Buys where the volume is small and sells short where it is large, each for some bars."""
    return {
        "dsl_version": "1.0.0",
        "strategy": {"name": "By volume"},
        "universe": {"market": "us_stocks", "tickers": [ticker]},
        "timeframe": "1d",
        "factors": {},
        "trade": {"long": _side("lt", 5, 6), "short": _side("gt", 15, 6)},
    }


def long_only() -> Document:
    told: Any = document()
    told["trade"].pop("short")
    changed: Document = told
    return changed


def _side(op: str, threshold: float, bars: int) -> Document:
    return {
        "entry": {
            "condition": {"cmp": {"left": {"ref": "volume"}, "op": op, "right": threshold}},
            "order": {"type": "market"},
        },
        "exits": [{"type": "time_exit", "bars": bars}],
        "position_sizing": {"mode": "pct_equity", "pct": 0.4},
    }


def strategy(told: Document | None = None) -> Strategy:
    return Validator(CATALOGUE).document(document() if told is None else told).require()


def planted_prices(bars: int, seed: int, drift: float = _DRIFT) -> tuple[Floats, Floats]:
    """Closes and volumes. Every twenty bars somebody may trade: after a volume below 6.2 prices rise for nine bars and
    then fall back, after one above 13 they fall for four bars and then rise; volumes between mislead."""
    rng = np.random.Generator(np.random.PCG64(seed))
    moves, volume = rng.normal(0, _NOISE, bars), np.full(bars, 10.0)
    for at in range(2, bars - _EVERY, _EVERY):
        if rng.random() < 0.5:
            volume[at] = rng.uniform(2, 9)
            sign, turn = (1.0 if volume[at] < PLANTED[BUYING] else -1.0), int(PLANTED[HOLDING])
        else:
            volume[at] = rng.uniform(11, 22)
            sign, turn = (-1.0 if volume[at] > PLANTED[SELLING] else 1.0), int(PLANTED[SHORT_HOLDING])
        moves[at + 1 : at + 2 + turn] += sign * drift
        moves[at + 2 + turn : at + 13] -= sign * drift
    return 100 * np.exp(np.cumsum(moves)), volume


def planted_panel(bars: int = 1200, seed: int = 0, drift: float = _DRIFT) -> Panel:
    close, volume = planted_prices(bars, seed, drift)
    opened = np.concatenate([[close[0]], close[:-1]])
    panel = panel_of(opened, np.maximum(opened, close), np.minimum(opened, close), close)
    return replace(panel, volume=volume.reshape(1, -1).copy())


def noise_panel(bars: int = 1200, seed: int = 0) -> Panel:
    return planted_panel(bars, seed, drift=0.0)


def base_plan(told: Strategy | None = None, **changes: Any) -> Plan:
    plan = Plan(
        strategy=strategy() if told is None else told,
        lineage_id="lineage",
        strategy_id="strategy",
        version=1,
        start=None,
        end=None,
        terms=Terms(),
        as_of=NOW,
    )
    return replace(plan, **changes)


def search_plan(base: Plan | None = None, **changes: Any) -> SearchPlan:
    plan = SearchPlan(
        base=base_plan() if base is None else base,
        goals=(Goal.SHARPE,),
        limits=OptimisationLimits(),
        pointers=FOUR,
        trials=160,
        holdout=0.3,
        seed=0,
        prune=False,
    )
    return replace(plan, **changes)


def market_of(plan: SearchPlan, panel: Panel, workers: int = 1, first_bar: int = 0) -> SearchMarket:
    compiled = compile_strategy(plan.base.strategy, CATALOGUE)
    loaded = LoadedPanel(panel, {"DEMO5": "demo"}, first_bar)
    return prepare(plan, compiled, space_of(compiled, plan.pointers, plan.grid), loaded, workers)


class PlantedMarket(SmallMarket):
    """The planted prices as daily bars of `DEMO5`, seen through the as-of door."""

    def __init__(self, bars: int = 800, drift: float = _DRIFT) -> None:
        super().__init__()
        self._bars, self._drift = bars, drift

    async def read(
        self,
        symbol: Symbol,
        timeframe: Timeframe,
        as_of: datetime,
        start: datetime | None,
        end: datetime | None,
        source: str | None,
    ) -> BarSeries:
        self.reads += 1
        columns = _columns(self._bars, self._drift)
        wanted = columns.known_at <= instant(as_of)
        wanted &= True if start is None else columns.time >= instant(start)
        wanted &= True if end is None else columns.time < instant(end)
        chosen = BarColumns(**{name: getattr(columns, name)[wanted] for name in BarColumns.__slots__})
        return BarSeries(symbol, timeframe, "demo", "raw", chosen)


def _columns(bars: int, drift: float) -> BarColumns:
    days = np.arange(np.datetime64("2019-09-02"), np.datetime64("2019-09-02") + 2 * bars)
    time: Instants = days[np.is_busday(days)][:bars].astype("datetime64[us]")
    close, volume = planted_prices(bars, 0, drift)
    opened = np.concatenate([[close[0]], close[:-1]])
    return BarColumns(time, opened, np.maximum(opened, close), np.minimum(opened, close), close, volume, time + DAY)


def values_of(market: SearchMarket, places: Sequence[tuple[int, ...]]) -> list[dict[str, int | float]]:
    return [dict(zip(market.space.pointers, market.space.values(place), strict=True)) for place in places]


def search_of(market: SearchMarket, plan: SearchPlan, batches: Sequence[bytes] = ()) -> ParameterSearch:
    return ParameterSearch(market, plan, OptunaSearcher, batches)
