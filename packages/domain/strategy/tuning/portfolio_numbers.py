"""The numbers of a portfolio that could be other ones: of its members, its legs, its weights and its rhythm."""

from collections.abc import Iterator

from packages.domain.strategy.operands import Constant
from packages.domain.strategy.portfolio import model as p
from packages.domain.strategy.tuning.tunable import Tunable, real, whole

_DAYS = 5  # to either side of a day of rebalancing


def member_numbers(rule: p.MemberRule) -> Iterator[Tunable]:
    place = "/universe/rule"
    if rule.min_turnover is not None:
        yield real(f"{place}/min_turnover/amount", rule.min_turnover.amount, 0, 1e15)
        yield whole(f"{place}/min_turnover/bars", rule.min_turnover.bars, 1, 250)
    if rule.min_listed_days is not None:
        yield whole(f"{place}/min_listed_days", rule.min_listed_days, 1, 10_000)
    prices = {"min_price": rule.min_price, "max_price": rule.max_price}
    yield from (real(f"{place}/{name}", price, 0, 1e15) for name, price in prices.items() if price is not None)


def portfolio_numbers(portfolio: p.Portfolio, most_held: int) -> Iterator[Tunable]:
    """`most_held` is how many instruments a leg may have."""
    place = "/portfolio"
    for name, leg in portfolio.legs:
        yield from _leg(f"{place}/{name}", leg, most_held, len(portfolio.legs))
    yield from _weights(f"{place}/weights", portfolio.weights)
    if isinstance(portfolio.weights, p.LegWeights):
        yield from _named_legs(f"{place}/legs", portfolio.weights)
    if portfolio.max_weight is not None:
        yield real(f"{place}/max_weight", portfolio.max_weight, 0, 1)
    if portfolio.volatility is not None:
        yield real(f"{place}/volatility_target/target", portfolio.volatility.target, 0, 5)
        yield whole(f"{place}/volatility_target/lookback", portfolio.volatility.lookback, 10, 1000)
        yield real(f"{place}/volatility_target/max_leverage", portfolio.volatility.max_leverage, 0, 20)
    yield from _rhythm(f"{place}/rebalance", portfolio.rebalance)


def _leg(place: str, leg: p.Leg, members: int, legs: int) -> Iterator[Tunable]:
    if leg.count is not None:
        yield whole(f"{place}/count", leg.count, 1, members)
    if leg.fraction is not None:
        yield real(f"{place}/fraction", leg.fraction, 0, 1 / legs)
    if leg.exposure is not None:
        yield real(f"{place}/exposure", leg.exposure, 0, 10)


def _weights(place: str, weights: p.Weighting) -> Iterator[Tunable]:
    if isinstance(weights, p.InverseVolatility | p.RiskParity | p.KellyWeights):
        yield whole(f"{place}/lookback", weights.lookback, 10, 1000)
    if isinstance(weights, p.KellyWeights):
        yield real(f"{place}/fraction", weights.fraction, 0, 1)


def _named_legs(place: str, weights: p.LegWeights) -> Iterator[Tunable]:
    yield real(f"{place}/gross", weights.gross, 0, 10)
    for index, leg in enumerate(weights.legs):
        if isinstance(leg.weight, Constant):
            yield real(f"{place}/each/{index}/weight", leg.weight.value, -10, 10)


def _rhythm(place: str, rebalance: p.Rebalance) -> Iterator[Tunable]:
    """Which day it is says nothing of an edge, so that a few days around it are worth trying."""
    most, session = p.LONGEST_PERIOD[rebalance.every], rebalance.session
    if most > 1:
        low, high = (1, most) if session > 0 else (-most, -1)
        yield Tunable(f"{place}/session", "int", session, max(low, session - _DAYS), min(high, session + _DAYS), 1)
    if rebalance.tolerance:
        yield real(f"{place}/tolerance", rebalance.tolerance, 0, 0.5)
