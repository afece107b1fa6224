"""Random strategies that trade: drawn like the ones of the language, with comparisons that come true every few bars,
stops and targets within reach, and orders near the price.

`random_run(seed)` is a strategy with a market and terms for it.
"""

import math
from dataclasses import dataclass
from random import Random

from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import Terms
from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.catalogue_port import CataloguedIndicator
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.validate import Validator
from tests.corpus.markets import FIRST_PRICES, random_panel, random_terms
from tests.corpus.strategies import MARKETS, StrategyDraw

SLOWEST_WARM_UP = 40
_VALIDATOR = Validator(CATALOGUE)
_COMMON_CANDLES = ("candle_doji", "candle_engulfing", "candle_belt_hold", "candle_long_line", "candle_short_line")
_QUICK = {
    name: each
    for name, each in CATALOGUE.items()
    if each.warm_up({}) <= SLOWEST_WARM_UP and (name in _COMMON_CANDLES or not name.startswith("candle_"))
}


class LivelyDraw(StrategyDraw):
    """Draws one random document of which most will trade."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng, _QUICK)
        self._market = rng.choice(MARKETS)

    def _factors(self, timeframe: Timeframe) -> Document:
        """Filters on one of the next two timeframes, of which a short market has some bars."""
        slower = [each.value for each in Timeframe if each.seconds > timeframe.seconds]
        second = self._rng.choice(slower[:2])
        factors = super()._factors(timeframe)
        for factor in factors.values():
            if isinstance(factor, dict) and "timeframe" in factor:
                factor["timeframe"] = second
        return factors

    def _params(self, indicator: CataloguedIndicator) -> Document:
        """Short periods, so that a short market is long enough."""
        params = super()._params(indicator)
        for parameter in indicator.parameters:
            if parameter.kind == "int" and parameter.name in params:
                low = int(parameter.minimum or 1)
                params[parameter.name] = self._rng.randint(low, low + 9)
        return params | self._rising_params(indicator)

    def _side(self, market: Market) -> Document:
        self._market = market
        return super()._side(market)

    def _cmp(self) -> Document:
        """Mostly a value with its own past, which is true about every other bar whatever the value is."""
        left = self._reference()
        if self._rng.random() < 0.1:
            return super()._cmp()
        op = self._rng.choice(["gt", "gte", "lt", "lte", "gt", "lt", "neq", "eq"])
        return {"cmp": {"left": left, "op": op, "right": self._earlier(left)}}

    def _cross(self) -> Document:
        a = self._reference()
        b = self._operand(a) if self._rng.random() < 0.1 else self._earlier(a)
        return {"cross": {"a": a, "op": self._rng.choice(["cross_above", "cross_below"]), "b": b}}

    def _earlier(self, reference: Document) -> Document:
        lag = reference.get("lag", 0)
        assert isinstance(lag, int)
        return {"ref": reference["ref"], "lag": lag + self._rng.randint(1, 5)}

    def _reference(self) -> Document:
        reference = super()._reference()
        return {**reference, "lag": self._rng.randint(1, 4)} if "lag" in reference else reference

    def _condition(self, depth: int) -> Document:
        return _with_few_bars(self._rng, super()._condition(min(depth, 1 if self._rng.random() < 0.5 else 2)))

    def _distance(self) -> Document:
        rng = self._rng
        kind = rng.choice(["points", "pct", "atr_multiple"])
        if kind == "pct":
            return {"kind": kind, "value": rng.choice([0.005, 0.01, 0.02, 0.05])}
        if kind == "points":
            middle = math.sqrt(math.prod(FIRST_PRICES[self._market]))
            return {"kind": kind, "value": float(f"{middle * rng.choice([0.002, 0.01, 0.03]):.1g}")}
        return {"kind": kind, "value": rng.choice([0.25, 0.5, 1, 2]), "period": rng.randint(1, 15)}

    def _exits(self) -> list[Document]:
        exits = super()._exits()
        soon = {"bars": self._rng.randint(1, 12)}
        return [{**exit_, **soon} if exit_["type"] == "time_exit" else exit_ for exit_ in exits]

    def _sizing(self, market: Market, has_stop: bool) -> Document:
        sizing, rng = super()._sizing(market, has_stop), self._rng
        if sizing["mode"] == "vol_target":
            target, most = rng.choice([(0.2, 1), (2, 5)])
            return {"mode": "vol_target", "target": target, "lookback": rng.randint(2, 25), "max_leverage": most}
        if sizing["mode"] in ("pct_equity", "risk_per_trade"):
            return {**sizing, "pct": rng.choice([0.01, 0.1, 1]) if has_stop else rng.choice([0.2, 0.5, 1])}
        if sizing["mode"] == "fixed_qty":
            minimum, few = float(RULEBOOK[market].lots[-1].minimum), rng.randint(1, 5)
            qty = minimum * few if minimum >= 1 else 1.25 * few
            return {"mode": "fixed_qty", "qty": int(qty) if qty == int(qty) else qty}
        if sizing["mode"] == "fixed_cash":
            return {"mode": "fixed_cash", "cash": rng.choice([3_000, 20_000.5, 90_000])}
        return sizing


def _with_few_bars(rng: Random, condition: Document) -> Document:
    """The windows of temporal conditions, short enough to matter."""
    told = dict(condition)
    for kind, field in (("within_bars", "bars"), ("sequence", "within_bars"), ("bars_since", "bars")):
        body = told.get(kind)
        if isinstance(body, dict):
            told[kind] = {**body, field: rng.randint(3, 9)}
    return told


@dataclass(frozen=True, slots=True)
class Run:
    """A strategy, the market it trades in and the terms of its account."""

    strategy: Strategy
    panel: Panel
    terms: Terms


def random_run(seed: int, bars: int = 160, market: Market | None = None) -> Run:
    """The run of a seed, in one market if one is named; the same one every time."""
    rng = Random(seed)
    strategy = None
    while strategy is None or market not in (None, strategy.universe.market):
        strategy = _VALIDATOR.document(LivelyDraw(rng).document()).strategy
    universe = strategy.universe
    panel = random_panel(rng, universe.market, strategy.timeframe, universe.tickers, bars)
    return Run(strategy, panel, random_terms(rng))
