"""From a document that the schema accepts to the strategy it means."""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy import conditions as c
from packages.domain.strategy import operands as o
from packages.domain.strategy import trade as t
from packages.domain.strategy.company_fields import EventField, FundamentalField, FundingField
from packages.domain.strategy.json_tree import Document, plain_number
from packages.domain.strategy.model import Entry, Factor, Ranking, Side, Strategy, Universe
from packages.domain.strategy.portfolio import model as p

_FIELDS = frozenset(c.PriceField)


def build(document: Document) -> Strategy:
    """The strategy of a document that has passed the schema; names and markets are not looked at."""
    return _strategy(document)


def _strategy(raw: Mapping[str, Any]) -> Strategy:
    trade = raw.get("trade", {})
    return Strategy(
        dsl_version=raw["dsl_version"],
        name=raw["strategy"]["name"],
        description=raw["strategy"].get("description"),
        universe=_universe(raw["universe"]),
        timeframe=Timeframe(raw["timeframe"]),
        factors=tuple(_factor(name, raw["factors"][name]) for name in sorted(raw["factors"], key=_counted)),
        long=_side(trade["long"]) if "long" in trade else None,
        short=_side(trade["short"]) if "short" in trade else None,
        portfolio=_portfolio(raw["portfolio"]) if "portfolio" in raw else None,
    )


def _universe(raw: Mapping[str, Any]) -> Universe:
    most = raw.get("max_positions")
    return Universe(
        market=Market(raw["market"]),
        tickers=tuple(raw.get("tickers", ())),
        max_positions=None if most is None else int(most),
        ranking=_ranking(raw["ranking"]) if "ranking" in raw else None,
        rule=_member_rule(raw["rule"]) if "rule" in raw else None,
    )


def _member_rule(raw: Mapping[str, Any]) -> p.MemberRule:
    floor, days = raw.get("min_turnover"), raw.get("min_listed_days")
    turnover = None if floor is None else p.TurnoverFloor(plain_number(floor["amount"]), _bars(floor, "bars", 20))
    return p.MemberRule(
        min_turnover=turnover,
        min_listed_days=None if days is None else int(days),
        min_price=_number_or_none(raw.get("min_price")),
        max_price=_number_or_none(raw.get("max_price")),
        special_treatment="special_treatment" not in raw.get("exclude", ()),
        where=condition_of(raw["where"]) if "where" in raw else None,
    )


def _portfolio(raw: Mapping[str, Any]) -> p.Portfolio:
    rhythm, target = raw["rebalance"], raw.get("volatility_target")
    return p.Portfolio(
        rebalance=p.Rebalance(
            p.Period(rhythm["every"]), _bars(rhythm, "session", 1), plain_number(rhythm.get("tolerance", 0))
        ),
        weights=_leg_weights(raw["legs"]) if "legs" in raw else _WEIGHTINGS[raw["weights"]["mode"]](raw["weights"]),
        long=_leg(raw["long"]) if "long" in raw else None,
        short=_leg(raw["short"]) if "short" in raw else None,
        score=_series(raw["score"]) if "score" in raw else None,
        descending=raw.get("order", "descending") == "descending",
        hold_if=condition_of(raw["hold_if"]) if "hold_if" in raw else None,
        max_weight=_number_or_none(raw.get("max_weight")),
        volatility=None if target is None else _portfolio_volatility(target),
    )


def _leg_weights(raw: Mapping[str, Any]) -> p.LegWeights:
    legs, hold = (p.NamedLeg(each["ticker"], _operand(each["weight"])) for each in raw["each"]), raw.get("hold")
    period = None if hold is None else p.HoldingCondition(condition_of(hold["from"]), condition_of(hold["until"]))
    return p.LegWeights(tuple(legs), plain_number(raw.get("gross", 1)), period)


def _portfolio_volatility(raw: Mapping[str, Any]) -> p.PortfolioVolatility:
    most = plain_number(raw.get("max_leverage", 1))
    return p.PortfolioVolatility(plain_number(raw["target"]), _bars(raw, "lookback", 60), most)


def _leg(raw: Mapping[str, Any]) -> p.Leg:
    count = raw.get("count")
    exposure, fraction = _number_or_none(raw.get("exposure")), _number_or_none(raw.get("fraction"))
    return p.Leg(None if count is None else int(count), fraction, exposure)


_WEIGHTINGS: Mapping[str, Callable[[Mapping[str, Any]], p.ByRank]] = {
    "equal": lambda raw: p.EqualWeights(),
    "score": lambda raw: p.ScoreWeights(),
    "inverse_volatility": lambda raw: p.InverseVolatility(_bars(raw, "lookback", 60)),
    "risk_parity": lambda raw: p.RiskParity(_bars(raw, "lookback", 60)),
    "kelly": lambda raw: p.KellyWeights(plain_number(raw["fraction"]), _bars(raw, "lookback", 250)),
}


def _bars(raw: Mapping[str, Any], name: str, otherwise: int) -> int:
    return int(raw.get(name, otherwise))


def _number_or_none(value: int | float | None) -> int | float | None:
    return None if value is None else plain_number(value)


def _ranking(raw: Mapping[str, Any]) -> Ranking:
    return Ranking(by=_series(raw["by"]), descending=raw.get("order", "descending") == "descending")


def _factor(name: str, raw: Mapping[str, Any]) -> Factor:
    params = sorted((key, _param(value)) for key, value in raw.get("params", {}).items())
    timeframe = Timeframe(raw["timeframe"]) if "timeframe" in raw else None
    return Factor(name, raw["type"], tuple(params), timeframe)


def _counted(name: str) -> tuple[tuple[int, int | str], ...]:
    """Sorts ema_5 before ema_20; the order of an object's keys means nothing, so it must not matter."""
    parts = [(0, int(part)) if part.isdecimal() else (1, part) for part in re.split(r"([0-9]+)", name)]
    return (*parts, (1, name))


def _param(value: int | float | str) -> int | float | str:
    return value if isinstance(value, str) else plain_number(value)


def _side(raw: Mapping[str, Any]) -> Side:
    entry = raw["entry"]
    return Side(
        entry=Entry(condition_of(entry["condition"]), _order(entry["order"])),
        exits=tuple(_exit(exit_) for exit_ in raw["exits"]),
        sizing=_sizing(raw["position_sizing"]),
        scale_in=_scale_in(raw["scale_in"]) if "scale_in" in raw else None,
    )


def _scale_in(raw: Mapping[str, Any]) -> t.ScaleIn:
    return t.ScaleIn(
        condition=condition_of(raw["condition"]),
        max_units=int(raw["max_units"]),
        order=_order(raw["order"]) if "order" in raw else t.MarketOrder(),
        sizing=_sizing(raw["position_sizing"]) if "position_sizing" in raw else None,
        stops_from=t.StopsFrom(raw.get("stops_from", t.StopsFrom.AVERAGE_PRICE)),
    )


def condition_of(raw: Mapping[str, Any]) -> c.Condition:
    """The condition of an object that the schema accepts."""
    [(kind, body)] = raw.items()
    return _CONDITIONS[kind](body)


def _several(raw: list[Any]) -> tuple[c.Condition, ...]:
    return tuple(condition_of(item) for item in raw)


_CONDITIONS: Mapping[str, Callable[[Any], c.Condition]] = {
    "all": lambda raw: c.All(_several(raw)),
    "any": lambda raw: c.AnyOf(_several(raw)),
    "not": lambda raw: c.Not(condition_of(raw)),
    "cmp": lambda raw: c.Compare(_operand(raw["left"]), c.Comparison(raw["op"]), _operand(raw["right"])),
    "cross": lambda raw: c.Cross(_operand(raw["a"]), c.Crossing(raw["op"]), _operand(raw["b"])),
    "ref": lambda raw: c.Flag(_output(raw, 0)),
    "within_bars": lambda raw: c.WithinBars(condition_of(raw["condition"]), int(raw["bars"])),
    "sequence": lambda raw: c.Sequence(_several(raw["steps"]), int(raw["within_bars"])),
    "bars_since": lambda raw: c.BarsSince(condition_of(raw["condition"]), c.Comparison(raw["op"]), int(raw["bars"])),
}


def _operand(raw: Any) -> c.Operand:
    return _series(raw) if isinstance(raw, Mapping) else c.Constant(plain_number(raw))


def _series(raw: Mapping[str, Any]) -> o.Series:
    if "ref" not in raw:
        return _expression(raw)
    value = _reference(raw)
    return o.Elsewhere(raw["of"], value) if "of" in raw else value


def _reference(raw: Mapping[str, Any]) -> c.Price | c.FactorOutput:
    ref, lag = raw["ref"], int(raw.get("lag", 0))
    return c.Price(c.PriceField(ref), lag) if ref in _FIELDS else _output(ref, lag)


def _expression(raw: Mapping[str, Any]) -> o.Expression:
    [(kind, body)] = raw.items()
    match kind:
        case "indicator":
            params = sorted((key, _param(value)) for key, value in body.get("params", {}).items())
            return o.IndicatorOf(body["type"], tuple(params), body.get("output"), _operand(body["of"]))
        case "calendar":
            return o.CalendarValue(o.CalendarField(body))
        case "account":
            return o.AccountValue(o.AccountField(body))
        case "fundamental":
            return o.Fundamental(FundamentalField(body))
        case "event":
            return o.CompanyEvent(EventField(body))
        case "funding":
            return o.Funding(FundingField(body))
        case "opening_range":
            return o.OpeningRange(o.RangeEdge(body["edge"]), int(body["minutes"]))
        case "cross_rank" | "cross_zscore":
            return o.AcrossMembers(o.CrossOperation(kind), _operand(body))
        case _:
            return _computed(o.ValueOperation(kind), body)


def _computed(operation: o.ValueOperation, body: Any) -> o.Computed:
    if operation in o.SINGLE:
        return o.Computed(operation, (_operand(body),))
    if isinstance(body, list):
        return o.Computed(operation, tuple(_operand(value) for value in body))
    values = tuple(_operand(body[name]) for name in ("of", "on") if name in body)
    return o.Computed(operation, values, int(body["bars"]))


def _output(ref: str, lag: int) -> c.FactorOutput:
    factor, _, output = ref.partition(".")
    return c.FactorOutput(factor, output or None, lag)


def _distance(raw: Mapping[str, Any]) -> t.Distance:
    return t.Distance(t.Unit(raw["kind"]), plain_number(raw["value"]), int(raw.get("period", t.ATR_PERIOD)))


def _order(raw: Mapping[str, Any]) -> t.Order:
    if raw["type"] == "market":
        return t.MarketOrder()
    kind = t.LimitOrder if raw["type"] == "limit" else t.StopOrder
    bars = int(raw.get("valid_bars", 1))
    return kind(t.HERE, bars, _operand(raw["at"])) if "at" in raw else kind(_distance(raw["offset"]), bars)


def _part(raw: Mapping[str, Any] | None) -> t.PartOfPosition | None:
    if raw is None:
        return None
    units = raw.get("units")
    fraction = _number_or_none(raw.get("fraction"))
    return t.PartOfPosition(fraction, None if units is None else int(units), int(raw.get("times", 1)))


def _exit(raw: Mapping[str, Any]) -> t.Exit:
    return _EXITS[raw["type"]](raw)


_EXITS: Mapping[str, Callable[[Mapping[str, Any]], t.Exit]] = {
    "signal_exit": lambda raw: t.SignalExit(condition_of(raw["condition"]), _part(raw.get("part"))),
    "stop_loss": lambda raw: t.StopLoss(_distance(raw["stop"])),
    "take_profit": lambda raw: t.TakeProfit(_distance(raw["target"]), _part(raw.get("part"))),
    "bracket_rr": lambda raw: t.Bracket(_distance(raw["stop"]), plain_number(raw["risk_reward"])),
    "trailing_stop": lambda raw: t.TrailingStop(_distance(raw["stop"])),
    "time_exit": lambda raw: t.TimeExit(int(raw["bars"])),
}


def _sizing(raw: Mapping[str, Any]) -> t.Sizing:
    return _SIZINGS[raw["mode"]](raw)


_SIZINGS: Mapping[str, Callable[[Mapping[str, Any]], t.Sizing]] = {
    "fixed_qty": lambda raw: t.FixedQuantity(_exact(raw["qty"])),
    "fixed_cash": lambda raw: t.FixedCash(_exact(raw["cash"])),
    "pct_equity": lambda raw: t.EquityFraction(plain_number(raw["pct"])),
    "vol_target": lambda raw: t.VolatilityTarget(
        plain_number(raw["target"]), int(raw.get("lookback", 20)), plain_number(raw.get("max_leverage", 1))
    ),
    "risk_per_trade": lambda raw: t.RiskPerTrade(plain_number(raw["pct"])),
}


def _exact(value: int | float) -> Decimal:
    return Decimal(repr(plain_number(value)))
