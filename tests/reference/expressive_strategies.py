"""Random strategies of version 2.0.0 that trade: comparisons of expressions, other instruments and the calendar, each
with a market that has what they read.

`expressive_run(seed)` is a strategy with a market and terms for it.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import numpy as np

from packages.domain.backtest.alongside import Alongside, ReferencedBars
from packages.domain.backtest.panel import PRICES, Panel
from packages.domain.market_data.calendar import Days
from packages.domain.market_data.symbols import Market, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy import operands as o
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document, Json
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.validate import Validator
from packages.domain.strategy.walk import every_condition, operands_of, other_symbols, within
from tests.corpus.markets import random_panel, random_terms
from tests.corpus.strategies import TICKERS
from tests.reference.conditions import Readings
from tests.reference.lively_strategies import LivelyDraw, Run
from tests.reference.market import ReferenceMarket

_VALIDATOR = Validator(CATALOGUE)
_ROUNDED = {
    *(o.ValueOperation.MEAN, o.ValueOperation.SUM, o.ValueOperation.STD, o.ValueOperation.ZSCORE, o.ValueOperation.LOG),
    *(o.ValueOperation.SLOPE, o.ValueOperation.CORRELATION),
}
_OF_A_SERIES = ("ema", "sma", "rsi", "roc", "highest", "zscore", "bollinger")
_ELSEWHERE = ("SPY", "^GSPC", "BTC-EUR", "600036.SH", "EURGBP=X")


class ExpressiveDraw(LivelyDraw):
    """Draws one random document of version 2.0.0."""

    def __init__(self, rng: Random, timeframe: Timeframe | None = None) -> None:
        super().__init__(rng)
        self._timeframe = timeframe or Timeframe.D1

    def document(self) -> Document:
        return {**super().document(), "dsl_version": "2.0.0"}

    def _factors(self, timeframe: Timeframe) -> Document:
        self._timeframe = timeframe
        return super()._factors(timeframe)

    def _cmp(self) -> Document:
        """With a number where one is customary, otherwise with its own past or its own average."""
        rng = self._rng
        if rng.random() < 0.2:
            return {"cmp": self._by_the_calendar()}
        value = self.value(3)
        op = rng.choice(["gt", "gte", "lt", "lte", "gt", "lt", "neq"])
        bars = rng.randint(2, 12)
        against: list[Json] = [
            {"lag": {"of": value, "bars": rng.randint(1, 4)}},
            {"mean": {"of": value, "bars": bars}},
            {"median": {"of": value, "bars": bars}},
        ]
        if rng.random() < 0.3:
            value, against = {"zscore": {"of": value, "bars": bars}}, [round(rng.uniform(-1.5, 1.5), 2)]
        return {"cmp": {"left": value, "op": op, "right": rng.choice(against)}}

    def _cross(self) -> Document:
        value = self.value(2)
        op = self._rng.choice(["cross_above", "cross_below"])
        return {"cross": {"a": value, "op": op, "b": {"mean": {"of": value, "bars": self._rng.randint(2, 9)}}}}

    def _by_the_calendar(self) -> Document:
        rng = self._rng
        known = [each for each in o.CalendarField if self._timeframe.is_intraday or each not in o.OF_THE_SESSION]
        field = rng.choice(known)
        most = {o.CalendarField.DAY_OF_WEEK: 5, o.CalendarField.MONTH: 12, o.CalendarField.BARS_SINCE_OPEN: 6}
        bound = rng.randint(1, most.get(field, 300 if "minutes" in field else 20))
        if self._timeframe.is_intraday and rng.random() < 0.3:
            bar = self._timeframe.seconds // 60
            edge: Document = {"edge": rng.choice(["open", "high", "low"]), "minutes": bar * max(1, 30 // bar)}
            return {"left": {"ref": "close"}, "op": rng.choice(["gt", "lt"]), "right": {"opening_range": edge}}
        return {"left": {"calendar": field.value}, "op": rng.choice(["lte", "gte", "eq", "neq"]), "right": bound}

    def value(self, depth: int) -> Json:
        rng = self._rng
        if depth == 0 or rng.random() < 0.15:
            return self._leaf()
        kind = rng.choice([*o.ValueOperation, "indicator"])
        if kind == "indicator":
            return {"indicator": self._applied(depth)}
        operation = o.ValueOperation(kind)
        # A rank among values that are equal but for their last bit proves nothing.
        part = self._leaf() if operation is o.ValueOperation.PERCENT_RANK else self.value(depth - 1)
        if operation in o.SINGLE:
            return {kind: part}
        if operation in (*o.MANY, *o.PAIRED):
            count = 2 if operation in o.PAIRED else rng.randint(2, 3)
            return {kind: [part, *(self._other_part(depth) for _ in range(count - 1))]}
        window = {"of": part, "bars": rng.randint(o.FEWEST_BARS[operation], 9)}
        return {kind: {**window, "on": self._unlike(part)} if operation in o.JOINT else window}

    def _applied(self, depth: int) -> Document:
        kind = self._rng.choice(_OF_A_SERIES)
        body: Document = {"type": kind, "of": self.value(depth - 1), "params": {"period": self._rng.randint(2, 9)}}
        return {**body, "output": "upper"} if kind == "bollinger" else body

    def _other_part(self, depth: int) -> Json:
        return round(self._rng.uniform(0.5, 3), 2) if self._rng.random() < 0.3 else self.value(depth - 1)

    def _unlike(self, part: Json) -> Json:
        """A regression of a value on itself is 1 but for the last bit."""
        other = self.value(1)
        return {"ref": "volume"} if other == part else other

    def _leaf(self) -> Json:
        drawn = self._reference()
        if self._rng.random() < 0.7:
            return drawn
        symbol = self._rng.choice([*TICKERS[self._market], *TICKERS[self._market], *_ELSEWHERE])
        if symbol in _ELSEWHERE and self._timeframe.is_intraday:
            # Bars are drawn in the hours of the traded market: elsewhere they would make odd days.
            return {"ref": self._rng.choice(["close", "high", "volume"]), "of": symbol}
        return {**drawn, "of": symbol}

    def _universe(self, market: Market) -> Document:
        self._market = market
        universe = super()._universe(market)
        if "ranking" in universe and self._rng.random() < 0.5:
            universe["ranking"] = {"by": {"return": {"of": {"ref": "close"}, "bars": self._rng.randint(1, 9)}}}
        return universe


def expressive_run(seed: int, bars: int = 130) -> Run:
    """The run of a seed; the same one every time."""
    rng = Random(f"expressive {seed}")
    while True:
        strategy = _VALIDATOR.document(ExpressiveDraw(rng).document()).strategy
        if strategy is not None:
            panel = panel_for(rng, strategy, bars)
            if not hangs_on_the_last_bit(strategy, panel):
                return Run(strategy, panel, random_terms(rng))


def hangs_on_the_last_bit(strategy: Strategy, panel: Panel) -> bool:
    """Whether two values are compared that differ by no more than rounding, as two sums of the same numbers do."""
    market = ReferenceMarket(panel)
    readings = [Readings(strategy, market, row) for row in market.rows]
    return any(
        _is_near(each.value(left, bar), each.value(right, bar))
        for left, right in _rounded_pairs(strategy)
        for each in readings
        for bar in range(len(each.columns["close"]))
    )


def _rounded_pairs(strategy: Strategy) -> Iterator[tuple[o.Operand, o.Operand]]:
    for pointer, condition in every_condition(strategy):
        operands = [operand for _, operand in operands_of(pointer, condition)]
        if any(map(o.reads_account, operands)):
            continue
        parts = [part for operand in operands for _, part in within("", operand)]
        if any(isinstance(part, o.Computed) and part.operation in _ROUNDED for part in parts):
            yield operands[0], operands[1]


def _is_near(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return False
    size = max(abs(one), abs(other))
    return size < 1e-12 or abs(one - other) <= 1e-9 * size


def panel_for(rng: Random, strategy: Strategy, bars: int) -> Panel:
    """With the other instruments and the trading days that the strategy reads."""
    universe, named = strategy.universe, other_symbols(strategy)
    drawn = tuple(dict.fromkeys((*universe.tickers, *named)))
    whole = random_panel(rng, universe.market, strategy.timeframe, drawn, bars)
    others = tuple(_other(rng, whole, symbol) for symbol in named)
    return replace(whole.of(universe.tickers), alongside=Alongside(others, _sessions(rng, whole)))


def _other(rng: Random, whole: Panel, symbol: str) -> ReferencedBars:
    """Now and then without some bars, or listed later."""
    row = whole.tickers.index(symbol)
    held = np.isfinite(whole.close[row])
    if rng.random() < 0.5:
        held &= np.array([rng.random() > 0.04 for _ in held])
    held[: rng.choice([0, 0, 20])] = False
    prices = {name: getattr(whole, name)[row, held] for name in PRICES}
    return ReferencedBars(symbol, parse_symbol(symbol).market, whole.time[held], **prices)


def _sessions(rng: Random, whole: Panel) -> Days:
    first, last = (whole.time[at].astype("datetime64[M]") for at in (0, -1))
    days = np.arange(first.astype("datetime64[D]"), (last + 1).astype("datetime64[D]"))
    kept = np.ones(len(days), dtype=bool) if whole.market is Market.CRYPTO else np.is_busday(days)
    sessions: Days = days[kept & np.array([rng.random() > 0.03 for _ in days])]
    return sessions
