"""Members, scores, legs, weights and rebalancing as sentences."""

from collections.abc import Iterator
from typing import TypeAlias, assert_never

from packages.domain.strategy.explain.phrases import StrategyPhrases, number, percent
from packages.domain.strategy.explain.rules import clause
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.operands import Constant, is_at_least_0
from packages.domain.strategy.portfolio import model as p

Said: TypeAlias = tuple[str, str]  # the topic, and the sentence
_ENDS = {1: "rebalance_first", -1: "rebalance_last"}


def universe_said(strategy: Strategy, speech: StrategyPhrases) -> Iterator[Said]:
    """The universe of a portfolio: the tickers or the whole market, then each condition of membership."""
    universe, rule = strategy.universe, strategy.universe.rule
    words = {"market": speech.say(universe.market.value), "timeframe": speech.say(strategy.timeframe.value)}
    if universe.is_market:
        yield "universe", speech.say("universe_market", **words)
    else:
        yield "universe", speech.say("universe", tickers=speech.joined(list(universe.tickers)), **words)
    if rule is not None:
        yield from _member_rule(rule, speech)


def _member_rule(rule: p.MemberRule, speech: StrategyPhrases) -> Iterator[Said]:
    if rule.min_turnover is not None:
        amount, bars = number(rule.min_turnover.amount), speech.bars(rule.min_turnover.bars)
        yield "member.turnover", speech.say("member_turnover", amount=amount, bars=bars)
    if rule.min_listed_days is not None:
        yield "member.listed", speech.say("member_listed", days=str(rule.min_listed_days))
    if rule.min_price is not None:
        yield "member.min_price", speech.say("member_min_price", price=number(rule.min_price))
    if rule.max_price is not None:
        yield "member.max_price", speech.say("member_max_price", price=number(rule.max_price))
    if not rule.special_treatment:
        yield "member.special_treatment", speech.say("member_special_treatment")
    if rule.where is not None:
        yield "member.where", speech.say("member_where", condition=clause(rule.where, speech))


def portfolio_said(portfolio: p.Portfolio, speech: StrategyPhrases) -> Iterator[Said]:
    """Score, legs, weights, caps, then when all of it is set anew."""
    if portfolio.score is not None:
        code = "score_descending" if portfolio.descending else "score_ascending"
        yield "portfolio.score", speech.say(code, value=speech.value(portfolio.score))
    for name, leg in portfolio.legs:
        yield f"portfolio.{name}", _leg(name, leg, portfolio, speech)
    if portfolio.hold_if is not None:
        yield "portfolio.hold_if", speech.say("hold_if", condition=clause(portfolio.hold_if, speech))
    if isinstance(portfolio.weights, p.LegWeights):
        yield from _named_legs(portfolio.weights, speech)
    else:
        yield "portfolio.weights", _weights(portfolio.weights, speech)
    if portfolio.max_weight is not None:
        yield "portfolio.max_weight", speech.say("max_weight", weight=percent(portfolio.max_weight))
    if portfolio.volatility is not None:
        target, most = percent(portfolio.volatility.target), number(portfolio.volatility.max_leverage)
        bars = speech.bars(portfolio.volatility.lookback)
        yield "portfolio.volatility", speech.say("portfolio_volatility", target=target, bars=bars, leverage=most)
    yield from _rhythm(portfolio.rebalance, speech)


def _leg(name: str, leg: p.Leg, portfolio: p.Portfolio, speech: StrategyPhrases) -> str:
    exposure = percent(portfolio.exposure(leg))
    if leg.count is not None:
        return speech.say(f"leg_{name}_count", count=str(leg.count), exposure=exposure)
    if leg.fraction is not None:
        return speech.say(f"leg_{name}_fraction", fraction=percent(leg.fraction), exposure=exposure)
    return speech.say(f"leg_{name}_all", exposure=exposure)


def _named_legs(weights: p.LegWeights, speech: StrategyPhrases) -> Iterator[Said]:
    for leg in weights.legs:
        yield f"portfolio.leg.{leg.ticker}", _named_leg(leg, speech)
    if weights.hold is not None:
        since, until = clause(weights.hold.since, speech), clause(weights.hold.until, speech)
        yield "portfolio.hold", speech.say("legs_hold", since=since, until=until, ticker=weights.legs[0].ticker)
    yield "portfolio.gross", speech.say("legs_gross", gross=percent(weights.gross))


def _named_leg(leg: p.NamedLeg, speech: StrategyPhrases) -> str:
    if isinstance(leg.weight, Constant) and leg.weight.value >= 0:
        return speech.say("named_leg_fixed", ticker=leg.ticker, weight=percent(leg.weight.value))
    code = "named_leg_long" if is_at_least_0(leg.weight) else "named_leg"
    return speech.say(code, ticker=leg.ticker, weight=speech.value(leg.weight))


def _weights(weights: p.ByRank, speech: StrategyPhrases) -> str:
    match weights:
        case p.EqualWeights():
            return speech.say("weights_equal")
        case p.ScoreWeights():
            return speech.say("weights_score")
        case p.InverseVolatility(lookback):
            return speech.say("weights_inverse_volatility", bars=speech.bars(lookback))
        case p.RiskParity(lookback):
            return speech.say("weights_risk_parity", bars=speech.bars(lookback))
        case p.KellyWeights(fraction, lookback):
            return speech.say("weights_kelly", fraction=percent(fraction), bars=speech.bars(lookback))
    assert_never(weights)


def _rhythm(rebalance: p.Rebalance, speech: StrategyPhrases) -> Iterator[Said]:
    if rebalance.every is p.Period.DAY:
        yield "portfolio.rebalance", speech.say("rebalance_daily")
    else:
        counted = _ENDS.get(rebalance.session, "rebalance_from_end" if rebalance.session < 0 else "rebalance_session")
        period = speech.say(f"period_{rebalance.every.value}")
        yield "portfolio.rebalance", speech.say(counted, period=period, session=str(abs(rebalance.session)))
    if rebalance.tolerance:
        yield "portfolio.tolerance", speech.say("rebalance_tolerance", share=percent(rebalance.tolerance))
