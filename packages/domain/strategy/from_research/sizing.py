"""How much a drafted strategy may lose at its stop, from the verdict's probability and the person's limits."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from packages.domain.market_data.symbols import Market

USUAL_CAPITAL = 100_000  # what a backtest begins with unless another sum is given
_DIGITS = 3
_NOTHING = 1e-12  # of the equity: no account holds so small a part


@dataclass(frozen=True, slots=True)
class DraftLimits:
    """What binds the person, as a draft needs it, with the clause that each limit comes from. Fractions are of the
    equity."""

    risk_per_trade: float
    risk_clause: str
    leverage: float
    leverage_clause: str
    shorting: bool
    refused_markets: Mapping[Market, str]


@dataclass(frozen=True, slots=True)
class TradeSize:
    """`risk`: the share of the equity that is lost at the stop; `capped_by_stake`: the verdict's own stake is less than
    the probability and the limits allow."""

    risk: float
    capped_by_stake: bool = False
    capped_by_leverage: bool = False


def size_of(chance: float, stake: float | None, stop_distance: float, limits: DraftLimits) -> TradeSize:
    """The person's limit for one trade, times how far the odds are from even: `limit × (2 × chance − 1)`. A chance of
    one half risks nothing, and only certainty would risk the whole limit. It is never more than the verdict's own stake
    would lose at its stop (`stake × stop_distance`; None: the verdict takes no stake), nor than a position as large as
    the person's leverage would (`leverage × stop_distance`). Rounded down to three digits, so that rounding breaks no
    limit. `chance`: of the trade paying, which is one less the probability for a short. `stop_distance`: from the price
    to the stop, as a share of the price."""
    by_odds = limits.risk_per_trade * max(0.0, 2 * chance - 1)
    by_stake = math.inf if stake is None else stake * stop_distance
    by_leverage = limits.leverage * stop_distance
    risk = _floored(min(by_odds, by_stake, by_leverage))
    return TradeSize(risk, by_stake < min(by_odds, by_leverage), by_leverage < min(by_odds, by_stake))


def capital_for_a_lot(price: float, shares: float, risk: float, stop_distance: float) -> float:
    """With less the rules buy nothing: a position that loses `risk` of the equity at its stop is worth
    `risk / stop_distance` of it."""
    return price * shares * stop_distance / risk


def _floored(value: float) -> float:
    if value < _NOTHING:
        return 0.0
    places = _DIGITS - 1 - math.floor(math.log10(value))
    scale = float(10.0**places)
    return round(math.floor(value * scale + 1e-9) / scale, places)
