"""From a strategy to its document in the canonical spelling: a value that equals its default is not written."""

from decimal import Decimal
from typing import assert_never

from packages.domain.strategy import conditions as c
from packages.domain.strategy import operands as o
from packages.domain.strategy import trade as t
from packages.domain.strategy.json_tree import Document, Json, plain_number
from packages.domain.strategy.model import Factor, Side, Strategy, Universe
from packages.domain.strategy.portfolio import model as p


def document_of(strategy: Strategy) -> Document:
    """The canonical document; building it again gives an equal strategy."""
    head: Document = {"name": strategy.name}
    if strategy.description is not None:
        head["description"] = strategy.description
    document: Document = {
        "dsl_version": strategy.dsl_version,
        "strategy": head,
        "universe": _universe(strategy.universe),
        "timeframe": strategy.timeframe.value,
        "factors": {factor.name: _factor(factor) for factor in strategy.factors},
    }
    if strategy.portfolio is not None:
        return {**document, "portfolio": _portfolio(strategy.portfolio)}
    return {**document, "trade": {direction.value: _side(side) for direction, side in strategy.sides}}


def _universe(universe: Universe) -> Document:
    document: Document = {"market": universe.market.value}
    if universe.tickers:
        document["tickers"] = list(universe.tickers)
    if universe.rule is not None:
        document["rule"] = _member_rule(universe.rule)
    if universe.max_positions is not None:
        document["max_positions"] = universe.max_positions
    if universe.ranking is not None:
        order: Document = {} if universe.ranking.descending else {"order": "ascending"}
        document["ranking"] = {"by": operand_json(universe.ranking.by), **order}
    return document


def _member_rule(rule: p.MemberRule) -> Document:
    floor = rule.min_turnover
    turnover = None if floor is None else {"amount": floor.amount, **_unless(20, bars=floor.bars)}
    where = None if rule.where is None else condition_json(rule.where)
    return {
        **_unless(None, min_turnover=turnover, min_listed_days=rule.min_listed_days),
        **_unless(None, min_price=rule.min_price, max_price=rule.max_price),
        **({} if rule.special_treatment else {"exclude": ["special_treatment"]}),
        **_unless(None, where=where),
    }


def _portfolio(portfolio: p.Portfolio) -> Document:
    rhythm, volatility = portfolio.rebalance, portfolio.volatility
    target: Document | None = None
    if volatility is not None:
        window = _unless(60, lookback=volatility.lookback)
        target = {"target": volatility.target, **window, **_unless(1, max_leverage=volatility.max_leverage)}
    score, hold_if = portfolio.score, portfolio.hold_if
    legs: Document = {
        name: _unless(None, count=leg.count, fraction=leg.fraction, exposure=leg.exposure)
        for name, leg in portfolio.legs
    }
    return {
        **_unless(None, score=None if score is None else operand_json(score)),
        **({} if portfolio.descending else {"order": "ascending"}),
        **legs,
        **_unless(None, hold_if=None if hold_if is None else condition_json(hold_if)),
        **_weights(portfolio.weights),
        **_unless(None, max_weight=portfolio.max_weight, volatility_target=target),
        "rebalance": {
            "every": rhythm.every.value,
            **_unless(1, session=rhythm.session),
            **_unless(0, tolerance=rhythm.tolerance),
        },
    }


def _weights(weights: p.Weighting) -> Document:
    match weights:
        case p.EqualWeights():
            return {"weights": {"mode": "equal"}}
        case p.ScoreWeights():
            return {"weights": {"mode": "score"}}
        case p.InverseVolatility(lookback):
            return {"weights": {"mode": "inverse_volatility", **_unless(60, lookback=lookback)}}
        case p.RiskParity(lookback):
            return {"weights": {"mode": "risk_parity", **_unless(60, lookback=lookback)}}
        case p.KellyWeights(fraction, lookback):
            return {"weights": {"mode": "kelly", "fraction": fraction, **_unless(250, lookback=lookback)}}
        case p.LegWeights(legs, gross, hold):
            named: list[Json] = [{"ticker": each.ticker, "weight": operand_json(each.weight)} for each in legs]
            return {"legs": {"each": named, **_unless(1, gross=gross), **_hold(hold)}}
    assert_never(weights)


def _hold(hold: p.HoldingCondition | None) -> Document:
    if hold is None:
        return {}
    return {"hold": {"from": condition_json(hold.since), "until": condition_json(hold.until)}}


def _unless(default: Json, **members: Json) -> Document:
    """The members that do not have their default."""
    return {name: value for name, value in members.items() if value != default}


def _factor(factor: Factor) -> Document:
    document: Document = {"type": factor.type}
    if factor.params:
        document["params"] = dict(factor.params)
    if factor.timeframe is not None:
        document["timeframe"] = factor.timeframe.value
    return document


def _side(side: Side) -> Document:
    return {
        "entry": {"condition": condition_json(side.entry.condition), "order": _order(side.entry.order)},
        "exits": [_exit(exit_) for exit_ in side.exits],
        "position_sizing": _sizing(side.sizing),
        **({} if side.scale_in is None else {"scale_in": _scale_in(side.scale_in)}),
    }


def _scale_in(scale_in: t.ScaleIn) -> Document:
    sizing = None if scale_in.sizing is None else _sizing(scale_in.sizing)
    return {
        "condition": condition_json(scale_in.condition),
        "max_units": scale_in.max_units,
        **_unless({"type": "market"}, order=_order(scale_in.order)),
        **_unless(None, position_sizing=sizing),
        **_unless(t.StopsFrom.AVERAGE_PRICE.value, stops_from=scale_in.stops_from.value),
    }


def condition_json(condition: c.Condition) -> Document:
    match condition:
        case c.All(parts):
            return {"all": [condition_json(part) for part in parts]}
        case c.AnyOf(parts):
            return {"any": [condition_json(part) for part in parts]}
        case c.Not(part):
            return {"not": condition_json(part)}
        case c.Compare(left, op, right):
            return {"cmp": {"left": operand_json(left), "op": op.value, "right": operand_json(right)}}
        case c.Cross(a, crossing, b):
            return {"cross": {"a": operand_json(a), "op": crossing.value, "b": operand_json(b)}}
        case c.Flag(value):
            return {"ref": value.ref}
        case _:
            return _temporal_json(condition)


def _temporal_json(condition: c.WithinBars | c.Sequence | c.BarsSince) -> Document:
    match condition:
        case c.WithinBars(part, bars):
            return {"within_bars": {"condition": condition_json(part), "bars": bars}}
        case c.Sequence(steps, bars):
            return {"sequence": {"steps": [condition_json(step) for step in steps], "within_bars": bars}}
        case c.BarsSince(part, op, bars):
            return {"bars_since": {"condition": condition_json(part), "op": op.value, "bars": bars}}
    assert_never(condition)


def operand_json(operand: c.Operand) -> Json:
    match operand:
        case o.Constant(value):
            return value
        case o.Price(field, lag):
            return _reference(field.value, lag)
        case o.FactorOutput():
            return _reference(operand.ref, operand.lag)
        case _:
            return _expression_json(operand)


def _reference(ref: str, lag: int) -> Document:
    return {"ref": ref, "lag": lag} if lag else {"ref": ref}


def _expression_json(expression: o.Expression) -> Document:
    match expression:
        case o.Elsewhere(symbol, value):
            ref = value.field.value if isinstance(value, o.Price) else value.ref
            return {**_reference(ref, value.lag), "of": symbol}
        case o.CalendarValue(what):
            return {"calendar": what.value}
        case o.AccountValue() | o.Fundamental() | o.CompanyEvent() | o.Funding():
            return {o.KEYS[type(expression)]: expression.field.value}
        case o.OpeningRange(edge, minutes):
            return {"opening_range": {"edge": edge.value, "minutes": minutes}}
        case o.AcrossMembers(across, member_value):
            return {across.value: operand_json(member_value)}
        case o.IndicatorOf(kind, params, output, of):
            given: Document = {"params": dict(params)} if params else {}
            named: Document = {} if output is None else {"output": output}
            return {"indicator": {"type": kind, "of": operand_json(of), **given, **named}}
        case o.Computed(operation, values, bars):
            return {operation.value: _inputs_json(operation, [operand_json(value) for value in values], bars)}
    assert_never(expression)


def _inputs_json(operation: o.ValueOperation, values: list[Json], bars: int | None) -> Json:
    if bars is None:
        return values[0] if operation in o.SINGLE else values
    named: Document = dict(zip(("of", "on"), values, strict=False))
    return {**named, "bars": bars}


def _distance(distance: t.Distance) -> Document:
    document: Document = {"kind": distance.unit.value, "value": distance.value}
    return document if distance.atr_period == t.ATR_PERIOD else {**document, "period": distance.atr_period}


def _order(order: t.Order) -> Document:
    match order:
        case t.MarketOrder():
            return {"type": "market"}
        case t.LimitOrder(offset, bars, at) | t.StopOrder(offset, bars, at):
            resting: Document = {} if bars == 1 else {"valid_bars": bars}
            kind = "limit" if isinstance(order, t.LimitOrder) else "stop"
            where: Document = {"offset": _distance(offset)} if at is None else {"at": operand_json(at)}
            return {"type": kind, **where, **resting}
    assert_never(order)


def _exit(exit_: t.Exit) -> Document:
    match exit_:
        case t.SignalExit(condition, part):
            return {"type": "signal_exit", "condition": condition_json(condition), **_part(part)}
        case t.StopLoss(stop):
            return {"type": "stop_loss", "stop": _distance(stop)}
        case t.TakeProfit(target, part):
            return {"type": "take_profit", "target": _distance(target), **_part(part)}
        case t.Bracket(stop, ratio):
            return {"type": "bracket_rr", "stop": _distance(stop), "risk_reward": ratio}
        case t.TrailingStop(stop):
            return {"type": "trailing_stop", "stop": _distance(stop)}
        case t.TimeExit(bars):
            return {"type": "time_exit", "bars": bars}
    assert_never(exit_)


def _part(part: t.PartOfPosition | None) -> Document:
    if part is None:
        return {}
    return {"part": {part.measure: part.size, **_unless(1, times=part.times)}}


def _sizing(sizing: t.Sizing) -> Document:
    match sizing:
        case t.FixedQuantity(qty):
            return {"mode": "fixed_qty", "qty": _number(qty)}
        case t.FixedCash(cash):
            return {"mode": "fixed_cash", "cash": _number(cash)}
        case t.EquityFraction(pct):
            return {"mode": "pct_equity", "pct": pct}
        case t.VolatilityTarget(target, lookback, leverage):
            window: Document = {} if lookback == 20 else {"lookback": lookback}
            most: Document = {} if leverage == 1 else {"max_leverage": leverage}
            return {"mode": "vol_target", "target": target, **window, **most}
        case t.RiskPerTrade(pct):
            return {"mode": "risk_per_trade", "pct": pct}
    assert_never(sizing)


def _number(value: Decimal) -> int | float:
    return plain_number(float(value))
