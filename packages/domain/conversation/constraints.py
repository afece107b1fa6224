"""Holds a scope or a strategy against what binds a person, and says what it breaks."""

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias, assert_never

from packages.core.messages import Language, Message, render
from packages.domain.accounts.profile import LAB_DEFAULT
from packages.domain.conversation.bounds import SLOWER, ConstraintBound, Constraints, constraints_of
from packages.domain.conversation.fields import OpportunityFrequency
from packages.domain.conversation.violations import ConstraintViolation, ViolationCode, clause_message
from packages.domain.conversation.wording import labelled, worded
from packages.domain.market_data.errors import BadSymbol
from packages.domain.market_data.symbols import Market, parse_symbol
from packages.domain.strategy import constraints as rules
from packages.domain.strategy.build import build
from packages.domain.strategy.model import Side, Strategy
from packages.domain.strategy.problems import Problem, phrase
from packages.domain.strategy.reading import read_value
from packages.domain.strategy.templates import HoldingPeriod
from packages.domain.strategy.trade import EquityFraction, RiskPerTrade, Unit, stops_of
from packages.domain.strategy.validate import structure_faults

__all__ = [
    "ConstraintViolation",
    "Constraints",
    "check_document",
    "check_scope",
    "check_strategy",
    "checked_at_orders",
    "constraint_sentences",
    "constraints_of",
    "percent_text",
    "problems_of",
]

StrategyRule: TypeAlias = Literal[
    ViolationCode.MARKET,
    ViolationCode.SHORTING,
    ViolationCode.TIMEFRAME,
    ViolationCode.LEVERAGE,
    ViolationCode.STOP,
    ViolationCode.RISK,
]
Broken: TypeAlias = tuple[StrategyRule, ConstraintBound[object], Problem]


def check_scope(constraints: Constraints, scope: Mapping[str, object]) -> tuple[ConstraintViolation, ...]:
    """`scope` has the fields of pre_strategy, as many as are known."""
    return (*_market(constraints, scope), *_pace(constraints, scope))


def check_strategy(constraints: Constraints, strategy: Strategy) -> tuple[ConstraintViolation, ...]:
    return tuple(_violation(strategy, *each) for each in _broken(constraints, strategy))


def check_document(constraints: Constraints, document: object) -> tuple[ConstraintViolation, ...]:
    """Of a strategy as JSON; one that is none breaks nothing here, validation reports what is wrong with it."""
    read = read_value(document).document
    if not isinstance(read, dict) or structure_faults(read):
        return ()
    return check_strategy(constraints, build(read))


def problems_of(constraints: Constraints, strategy: Strategy) -> tuple[Problem, ...]:
    """The same as problems of a validation, each with its clause: a `Validator` takes it as one of its constraints."""
    return tuple(
        Problem(
            problem.stage,
            problem.code,
            problem.pointer,
            problem.expected,
            problem.found,
            phrase("follows_from", suggestion=problem.suggestion, clause=clause_message(bound.clause)),
        )
        for _, bound, problem in _broken(constraints, strategy)
    )


def checked_at_orders(constraints: Constraints, document: object) -> Message | None:
    """What only the orders of rules can show, where the rules as they are written keep every limit."""
    read = read_value(document).document
    if not isinstance(read, dict) or structure_faults(read):
        return None
    strategy, risk = build(read), constraints.risk_per_trade
    if risk.clause == LAB_DEFAULT or not rules.loses_by_the_order(strategy, risk.value):
        return None
    return (
        None if check_strategy(constraints, strategy) else worded("draft.checked_at_orders", share=_share(risk.value))
    )


def constraint_sentences(constraints: Constraints, language: Language) -> tuple[str, ...]:
    """What binds the person, a sentence for each rule with the clause it comes from."""
    shortest, leverage = constraints.shortest_holding, constraints.leverage
    drawdown = worded("rule.drawdown", share=_share(constraints.drawdown.value))
    risk = worded("rule.stop_and_risk", share=_share(constraints.risk_per_trade.value))
    rules_of = [
        (constraints.drawdown.clause, drawdown),
        (leverage.clause, worded("rule.most_leverage", times=f"{leverage.value:g}")),
        (constraints.risk_per_trade.clause, risk),
        *((clause, _market_rule(market)) for market, clause in constraints.refused_markets.items()),
    ]
    if not constraints.shorting.value:
        rules_of.append((constraints.shorting.clause, worded("rule.shorting")))
    if shortest.value is not SLOWER[0]:
        rules_of.append((shortest.clause, _holding_rule(shortest.value)))
    return tuple(
        render(worded("binding", why=clause_message(clause), rule=rule), language) for clause, rule in rules_of
    )


def _market(constraints: Constraints, scope: Mapping[str, object]) -> Iterator[ConstraintViolation]:
    for field, market in (("target_market", scope.get("target_market")), ("target_instrument", _market_of(scope))):
        if market in constraints.refused_markets:
            refused = Market(str(market))
            remedy = worded("remedy.market_of_scope")
            clause = constraints.refused_markets[refused]
            yield ConstraintViolation(ViolationCode.MARKET, clause, field, _market_rule(refused), remedy)
            return


def _market_of(scope: Mapping[str, object]) -> str | None:
    try:
        return parse_symbol(str(scope.get("target_instrument") or "")).market.value
    except BadSymbol:
        return None


def _pace(constraints: Constraints, scope: Mapping[str, object]) -> Iterator[ConstraintViolation]:
    shortest, holding = constraints.shortest_holding, scope.get("holding_period_bucket")
    if holding in SLOWER and SLOWER.index(HoldingPeriod(str(holding))) < SLOWER.index(shortest.value):
        remedy = worded("remedy.holding")
        place = "holding_period_bucket"
        yield ConstraintViolation(ViolationCode.HOLDING, shortest.clause, place, _holding_rule(shortest.value), remedy)
    often = scope.get("opportunity_frequency_bucket") == OpportunityFrequency.MULTIPLE_PER_DAY
    if often and SLOWER.index(shortest.value) > SLOWER.index(HoldingPeriod.INTRADAY):
        rule, remedy = worded("rule.frequency"), worded("remedy.frequency")
        yield ConstraintViolation(
            ViolationCode.FREQUENCY, shortest.clause, "opportunity_frequency_bucket", rule, remedy
        )


def _broken(constraints: Constraints, strategy: Strategy) -> Iterator[Broken]:
    market, refused = strategy.universe.market, constraints.refused_markets
    fastest, leverage, risk = constraints.fastest_timeframe, constraints.leverage, constraints.risk_per_trade
    if market in refused:
        for problem in rules.only_markets(set(Market) - set(refused))(strategy):
            yield ViolationCode.MARKET, ConstraintBound(market, refused[market]), problem
    if not constraints.shorting.value:
        for problem in rules.long_only(strategy):
            yield ViolationCode.SHORTING, ConstraintBound(False, constraints.shorting.clause), problem
    for problem in rules.not_faster_than(fastest.value)(strategy):
        yield ViolationCode.TIMEFRAME, ConstraintBound(fastest.value, fastest.clause), problem
    for problem in rules.largest_leverage(leverage.value)(strategy):
        yield ViolationCode.LEVERAGE, ConstraintBound(leverage.value, leverage.clause), problem
    for problem in rules.largest_loss_per_trade(risk.value)(strategy):
        code: StrategyRule = ViolationCode.STOP if problem.pointer.endswith("/exits") else ViolationCode.RISK
        yield code, ConstraintBound(risk.value, risk.clause), problem


def _violation(
    strategy: Strategy, code: StrategyRule, bound: ConstraintBound[object], problem: Problem
) -> ConstraintViolation:
    rule, remedy = _words_of(code, bound.value)
    found = _found(code, strategy, problem)
    return ConstraintViolation(code, bound.clause, problem.pointer, rule, remedy, found)


def _found(code: StrategyRule, strategy: Strategy, problem: Problem) -> Message | None:
    """What the rules do instead, with the figures that the limit is held against."""
    match code:
        case ViolationCode.MARKET | ViolationCode.SHORTING:
            return None
        case ViolationCode.STOP:
            return worded("draft.found_no_stop")
        case ViolationCode.TIMEFRAME:
            return worded("draft.found_timeframe", timeframe=problem.found)
        case ViolationCode.LEVERAGE:
            return worded("draft.found_leverage", times=problem.found)
        case ViolationCode.RISK:
            return _loss(next(side for way, side in strategy.sides if f"/{way.value}/" in problem.pointer))
        case _:
            assert_never(code)


def _loss(side: Side) -> Message | None:
    """Of a size whose loss at the stop is known beforehand."""
    if isinstance(side.sizing, RiskPerTrade):
        return worded("draft.found_risk", loss=percent_text(side.sizing.pct))
    if not isinstance(side.sizing, EquityFraction):
        return None
    size, stop = side.sizing.pct, min(each.value for each in stops_of(side.exits) if each.unit is Unit.PCT)
    shares = {"stop": percent_text(stop), "size": percent_text(size), "loss": percent_text(size * stop)}
    return worded("draft.found_loss", **shares)


def _words_of(code: StrategyRule, value: object) -> tuple[Message, Message]:
    match code:
        case ViolationCode.MARKET:
            return _market_rule(Market(str(value))), worded("remedy.market")
        case ViolationCode.SHORTING:
            return worded("rule.shorting"), worded("remedy.shorting")
        case ViolationCode.TIMEFRAME:
            return worded("rule.timeframe", timeframe=str(value)), worded("remedy.timeframe", timeframe=str(value))
        case ViolationCode.LEVERAGE:
            return worded("rule.leverage", times=f"{value:g}"), worded("remedy.leverage")
        case ViolationCode.STOP:
            return worded("rule.stop"), worded("remedy.stop")
        case ViolationCode.RISK:
            return worded("rule.risk", share=_share(float(str(value)))), worded("remedy.risk")
        case _:
            assert_never(code)


def _market_rule(market: Market) -> Message:
    return worded("rule.market", market=labelled("target_market", market.value))


def _holding_rule(shortest: HoldingPeriod) -> Message:
    return worded("rule.holding", holding=labelled("holding_period_bucket", shortest.value))


def _share(value: float) -> str:
    return f"{value:.0%}"


def percent_text(share: float) -> str:
    """With the digits that distinguish it from a limit next to it."""
    return f"{share * 100:.3g}%"
