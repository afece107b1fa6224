"""The target weights of a portfolio in plain loops: one day, one instrument, one value at a time."""

import math
from datetime import date, timedelta
from itertools import pairwise

from packages.domain.backtest.panel import Panel
from packages.domain.strategy import operands as o
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.portfolio import model as p
from tests.reference.conditions import Readings
from tests.reference.expressions import STANDS_STILL, _arithmetic
from tests.reference.market import ReferenceMarket, deviation
from tests.reference.portfolio_account import Picks


class TargetReference:
    """Of one strategy on one panel; `sessions` are the days of the calendar, None where the axis stands for it."""

    def __init__(self, strategy: Strategy, panel: Panel, sessions: list[date] | None = None) -> None:
        assert strategy.portfolio is not None
        self.strategy, self.portfolio = strategy, strategy.portfolio
        self.market = ReferenceMarket(panel)
        self.days: list[date] = panel.time.astype("datetime64[D]").tolist()
        self.sessions = sessions
        self.bars_per_year = panel.bars_per_year
        self.readings = [Readings(strategy, self.market, row) for row in self.market.rows]

    def picks(self) -> dict[int, Picks]:
        """By the bar whose close decides."""
        days = [bar for bar in range(self.market.bars) if self._decides(bar)]
        weights = self.portfolio.weights
        if not isinstance(weights, p.LegWeights):
            return {bar: self._on(bar) for bar in days}
        legs = {bar: self._legs_on(weights, bar) for bar in days}
        return {bar: picked for bar, picked in legs.items() if picked is not None}

    def _legs_on(self, weights: p.LegWeights, bar: int) -> Picks | None:
        """Nothing where one of them is not known."""
        rows = [self.strategy.universe.tickers.index(leg.ticker) for leg in weights.legs]
        picked: Picks = []
        for row, leg in zip(rows, weights.legs, strict=True):
            own = self.market.own_bars_between(row, 0, bar) if self.market.has_bar(row, bar) else []
            value = self.readings[row].value(leg.weight, len(own) - 1) if own else None
            if value is None or not math.isfinite(value) or self.market.own_bars(row)[0] > bar - self._window():
                return None
            picked.append((row, value))
        gross = sum(abs(value) for _, value in picked)
        scale = weights.gross / gross if gross > weights.gross else 1.0
        if weights.hold is not None and not self._is_in(weights.hold, rows[0], bar):
            scale = 0.0
        return self._to_volatility([(row, value * scale) for row, value in picked], bar)

    def _is_in(self, hold: p.HoldingCondition, row: int, bar: int) -> bool:
        inside = False
        for own in range(len(self.market.own_bars_between(row, 0, bar))):
            if self.readings[row].holds(hold.until, own):
                inside = False
            elif self.readings[row].holds(hold.since, own):
                inside = True
        return inside

    def _decides(self, bar: int) -> bool:
        rhythm = self.portfolio.rebalance
        if rhythm.every is p.Period.DAY:
            return True
        known = self.days if self.sessions is None else self.sessions
        period = [day for day in known if _period(rhythm.every, day) == _period(rhythm.every, self.days[bar])]
        if self.days[bar] not in period:
            return False
        place = period.index(self.days[bar])
        if rhythm.session > 0:
            return place == rhythm.session - 1
        is_over = self.sessions is not None or _period(rhythm.every, self.days[bar]) != _period(rhythm.every, known[-1])
        return is_over and place == len(period) + rhythm.session

    def _on(self, bar: int) -> Picks:
        members = [row for row in self.market.rows if self.market.has_bar(row, bar) and self._belongs(row, bar)]
        scores = self._scores(members, bar)
        eligible = [row for row in members if scores[row] is not None and self._measure(row, bar) is not None]
        if self._window():
            eligible = [row for row in eligible if self.market.own_bars(row)[0] <= bar - self._window()]
        ranked = sorted(eligible, key=lambda row: _known(scores[row]) * (-1 if self.portfolio.descending else 1))
        longs = self._count(self.portfolio.long, len(ranked))
        shorts = min(self._count(self.portfolio.short, len(ranked)), len(ranked) - longs)
        chosen: Picks = []
        for leg, rows, sign in (
            (self.portfolio.long, ranked[:longs], 1),
            (self.portfolio.short, list(reversed(ranked))[:shorts], -1),
        ):
            if leg is not None and rows:
                chosen += zip(rows, self._leg(leg, rows, sign, bar, scores), strict=True)
        held = [(row, weight if self._holds(row, bar) else 0.0) for row, weight in chosen]
        return self._to_volatility(held, bar)

    def _belongs(self, row: int, bar: int) -> bool:
        rule = self.strategy.universe.rule
        if rule is None:
            return True
        close = self.market.price("close", row, bar)
        if not (rule.min_price or 0) <= close <= (rule.max_price or math.inf):
            return False
        own = self.market.own_bars_between(row, 0, bar)
        if rule.min_listed_days is not None and (self.days[bar] - self.days[own[0]]).days < rule.min_listed_days:
            return False
        if rule.min_turnover is not None:
            window = own[-rule.min_turnover.bars :]
            traded = [self.market.price("close", row, at) * self.market.price("volume", row, at) for at in window]
            if len(window) < rule.min_turnover.bars or sum(traded) / len(traded) < rule.min_turnover.amount:
                return False
        return rule.where is None or self.readings[row].holds(rule.where, len(own) - 1)

    def _holds(self, row: int, bar: int) -> bool:
        asked = self.portfolio.hold_if
        return asked is None or self.readings[row].holds(asked, self._own(row, bar))

    def _own(self, row: int, bar: int) -> int:
        return len(self.market.own_bars_between(row, 0, bar)) - 1

    def _scores(self, members: list[int], bar: int) -> dict[int, float | None]:
        if self.portfolio.score is None:
            return dict.fromkeys(members, 0.0)
        return self._values(self.portfolio.score, members, bar)

    def _values(self, operand: o.Operand, members: list[int], bar: int) -> dict[int, float | None]:
        """Of all members at once, since some values are set against those of the others."""
        if isinstance(operand, o.AcrossMembers):
            return _across(operand.operation, self._values(operand.of, members, bar))
        if not any(_is_across(part) for part in o.inside(operand)):
            return {row: self.readings[row].value(operand, self._own(row, bar)) for row in members}
        assert isinstance(operand, o.Computed)
        parts = [self._values(part, members, bar) for part in operand.values]
        return {row: _arithmetic(operand.operation, [part[row] for part in parts]) for row in members}

    def _closes(self, row: int, bar: int, count: int) -> list[float] | None:
        own = self.market.own_bars_between(row, 0, bar)[-count:]
        return [self.market.price("close", row, at) for at in own] if len(own) == count else None

    def _measure(self, row: int, bar: int) -> float | None:
        weights = self.portfolio.weights
        if not isinstance(weights, p.InverseVolatility | p.KellyWeights):
            return 0.0
        closes = self._closes(row, bar, weights.lookback + 1)
        if closes is None:
            return None
        pairs = list(pairwise(closes))
        if isinstance(weights, p.InverseVolatility):
            spread = deviation([math.log(now / before) for before, now in pairs]) * math.sqrt(self.bars_per_year)
            return spread if spread > 0 else None
        returns = [now / before - 1 for before, now in pairs]
        mean = sum(returns) / len(returns)
        variance = sum((each - mean) ** 2 for each in returns) / len(returns)
        return mean / variance if variance > 0 else None

    def _window(self) -> int:
        weights, volatility = self.portfolio.weights, self.portfolio.volatility
        parity = weights.lookback if isinstance(weights, p.RiskParity) else 0
        return max(parity, volatility.lookback if volatility is not None else 0)

    @staticmethod
    def _count(leg: p.Leg | None, members: int) -> int:
        if leg is None or not members:
            return 0
        if leg.count is not None:
            return min(leg.count, members)
        return members if leg.fraction is None else max(1, math.floor(leg.fraction * members + 1e-9))

    def _leg(self, leg: p.Leg, rows: list[int], sign: int, bar: int, scores: dict[int, float | None]) -> list[float]:
        weights, most = self.portfolio.weights, self.portfolio.max_weight
        exposure = leg.exposure if leg.exposure is not None else 1 / len(self.portfolio.legs)
        if isinstance(weights, p.KellyWeights):
            wanted = [max(sign * _known(self._measure(row, bar)) * weights.fraction, 0.0) for row in rows]
            scale = exposure / max(sum(wanted), 1.0)
            return [sign * min(each * scale, most or math.inf) for each in wanted]
        parts = self._parts(rows, sign, bar, scores)
        total = sum(parts)
        shares = [each / total * exposure if total > 0 else 0.0 for each in parts]
        return [sign * each for each in _waterfilled(shares, most)]

    def _parts(self, rows: list[int], sign: int, bar: int, scores: dict[int, float | None]) -> list[float]:
        match self.portfolio.weights:
            case p.ScoreWeights():
                return [max(sign * _known(scores[row]), 0.0) for row in rows]
            case p.InverseVolatility():
                return [1 / _known(self._measure(row, bar)) for row in rows]
            case p.RiskParity(lookback):
                return _equal_risk([self._returns(row, bar, lookback) for row in rows])
            case _:
                return [1.0] * len(rows)

    def _returns(self, row: int, bar: int, lookback: int) -> list[float]:
        """On the axis, with the last close where there is none."""
        closes = []
        for at in range(bar - lookback, bar + 1):
            last = self.market.own_bars_between(row, 0, at)[-1]
            closes.append(self.market.price("close", row, last))
        return [math.log(closes[at] / closes[at - 1]) for at in range(1, len(closes))]

    def _to_volatility(self, chosen: Picks, bar: int) -> Picks:
        target, most = self.portfolio.volatility, self.portfolio.max_weight or math.inf
        if target is None or not chosen:
            return chosen
        each = [self._returns(row, bar, target.lookback) for row, _ in chosen]
        series = [
            sum(weight * each[at][day] for at, (_, weight) in enumerate(chosen)) for day in range(target.lookback)
        ]
        spread = deviation(series) * math.sqrt(self.bars_per_year)
        scale = min(target.target / spread, target.max_leverage) if spread > 0 else 0.0
        return [(row, max(min(weight * scale, most), -most)) for row, weight in chosen]


def _known(value: float | None) -> float:
    assert value is not None
    return value


def _is_across(operand: o.Operand) -> bool:
    return isinstance(operand, o.AcrossMembers) or any(_is_across(part) for part in o.inside(operand))


def _period(every: p.Period, day: date) -> tuple[int, ...]:
    if every is p.Period.WEEK:
        monday = day - timedelta(days=day.weekday())
        return (monday.toordinal(),)
    return (day.year, (day.month - 1) // 3 if every is p.Period.QUARTER else day.month)


def _across(operation: o.CrossOperation, values: dict[int, float | None]) -> dict[int, float | None]:
    known = [value for value in values.values() if value is not None]
    if operation is o.CrossOperation.RANK:
        return {row: None if value is None else _rank(value, known) for row, value in values.items()}
    if not known:
        return dict.fromkeys(values)
    mean = sum(known) / len(known)
    spread = math.sqrt(sum((value - mean) ** 2 for value in known) / len(known))
    if spread <= STANDS_STILL * abs(mean):
        return dict.fromkeys(values)
    return {row: None if value is None else (value - mean) / spread for row, value in values.items()}


def _rank(value: float, known: list[float]) -> float:
    if len(known) == 1:
        return 50.0
    below, equal = sum(other < value for other in known), sum(other == value for other in known) - 1
    return 100 * (below + equal / 2) / (len(known) - 1)


def _waterfilled(shares: list[float], most: float | None) -> list[float]:
    """The level to which everything free is raised is found by trying one more capped position at a time."""
    total = sum(shares)
    if most is None or total == 0 or max(shares) <= most:
        return shares
    by_size = sorted(range(len(shares)), key=lambda at: -shares[at])
    for count in range(1, len(shares) + 1):
        capped, free = by_size[:count], by_size[count:]
        rest = sum(shares[at] for at in free)
        left = total - most * sum(1 for at in capped if shares[at] > 0)
        raised = {at: shares[at] * left / rest for at in free} if rest > 0 else {}
        if all(value <= most * (1 + 1e-12) for value in raised.values()):
            return [min(raised.get(at, most if shares[at] > 0 else 0.0), most) for at in range(len(shares))]
    raise AssertionError("all are capped at last")


def _equal_risk(returns: list[list[float]]) -> list[float]:
    """By damped steps towards weights over their own share of the risk, until all shares are equal."""
    moving = [at for at, series in enumerate(returns) if any(each != series[0] for each in series)]
    means = {at: sum(returns[at]) / len(returns[at]) for at in moving}

    def covariance(one: int, other: int) -> float:
        pairs = zip(returns[one], returns[other], strict=True)
        return sum((a - means[one]) * (b - means[other]) for a, b in pairs) / (len(returns[one]) - 1)

    table = {(one, other): covariance(one, other) for one in moving for other in moving}
    weights = {at: 1 / math.sqrt(table[at, at]) for at in moving}
    for _ in range(20_000):
        before = dict(weights)
        for at in moving:
            others = sum(table[at, other] * weights[other] for other in moving if other != at)
            root = math.sqrt(others * others + 4 * table[at, at] / len(moving))
            weights[at] = 2 / len(moving) / (root + others)
        if all(abs(weights[at] - before[at]) <= 1e-15 * weights[at] for at in moving):
            break
    return [weights.get(at, 0.0) for at in range(len(returns))]
