"""What rules already say of the scope: what is traded, how often they look, how long they hold, what they believe in.

Whoever has stated their rules is not asked for it again: it is proposed to them, and binds when they accept it.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from packages.domain.conversation.fields import OpportunityFrequency
from packages.domain.market_data.regime.model import Family
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.templates import PACES, HoldingPeriod

_DAY, _HOUR = 86_400, 3_600
_SESSION_DAYS: Final = 10  # held for longer, a position counts as one of weeks
_LEVELLED = {"rsi": 50, "kdj": 50, "stochastic": 50, "stochastic_rsi": 50, "mfi": 50, "connors_rsi": 50, "cci": 0,
             "cmo": 0, "williams_r": -50, "zscore": 0, "bias": 0}  # fmt: skip
_BANDS = frozenset({"bollinger", "keltner", "ma_envelope", "acceleration_bands", "regression_channel"})
_VOLATILITY = frozenset({"atr", "atr_percent", "realised_volatility", "standard_deviation", "squeeze", "choppiness",
                         "chaikin_volatility", "volatility_ratio", "ewma_volatility", "true_range"})  # fmt: skip
_UP = frozenset({"gt", "gte", "cross_above"})


def scope_of(document: Document) -> dict[str, str]:
    """The fields of the scope that follow from a whole set of rules."""
    raw: Mapping[str, Any] = document
    symbol = str(raw["universe"]["tickers"][0])
    bars = Timeframe(raw["timeframe"])
    found = {
        "target_market": parse_symbol(symbol).market.value,
        "target_instrument": symbol,
        "opportunity_frequency_bucket": _frequency(bars),
        "holding_period_bucket": _holding(raw, bars),
    }
    family = _family(raw)
    return found if family is None else {**found, "strategy_family_choice": family}


def _frequency(bars: Timeframe) -> str:
    """By how often there is a new bar to act on."""
    if bars.seconds > _DAY:
        return OpportunityFrequency.FEW_PER_MONTH
    if bars.seconds == _DAY:
        return OpportunityFrequency.FEW_PER_WEEK
    return OpportunityFrequency.DAILY if bars.seconds >= _HOUR else OpportunityFrequency.MULTIPLE_PER_DAY


def _holding(raw: Mapping[str, Any], bars: Timeframe) -> str:
    """By the time after which they sell; or else by the bars that the desk usually takes for a holding period."""
    longest = [exit_["bars"] for side in raw["trade"].values() for exit_ in side["exits"] if "bars" in exit_]
    if longest:
        held = max(longest) * bars.seconds
        if held < _HOUR:
            return HoldingPeriod.INTRADAY_SCALP
        if held < _DAY:
            return HoldingPeriod.INTRADAY
        return HoldingPeriod.SWING_DAYS if held <= _SESSION_DAYS * _DAY else HoldingPeriod.POSITION_WEEKS_PLUS
    if bars.seconds > _DAY:
        return HoldingPeriod.POSITION_WEEKS_PLUS
    usual = {paces[0].timeframe: holding for holding, paces in reversed(list(PACES.items()))}
    nearest = min(usual, key=lambda each: abs(each.seconds - bars.seconds))
    return usual[nearest]


def _family(raw: Mapping[str, Any]) -> str | None:
    """By the first comparison of the way in that believes in something; None where none does."""
    types = {str(name): str(factor["type"]) for name, factor in raw["factors"].items()}
    for direction, side in raw["trade"].items():
        for body in _comparisons(side["entry"]["condition"]):
            family = _belief(body, types, is_long=direction == "long")
            if family is not None:
                return family
    return None


def _belief(body: Mapping[str, Any], types: Mapping[str, str], *, is_long: bool) -> str | None:
    """Who buys weakness believes in a return, who buys strength in a trend."""
    left, right = body.get("left", body.get("a")), body.get("right", body.get("b"))
    kinds = [_kind(each, types) for each in (left, right)]
    buys_strength = (body["op"] in _UP) is is_long
    if kinds[0] in _LEVELLED and isinstance(right, int | float):
        return Family.TREND_CONTINUATION if buys_strength else Family.MEAN_REVERSION
    if kinds[0] in _VOLATILITY or _outputs(left) == "bandwidth":
        return Family.VOLATILITY_REGIME
    if kinds[1] in _BANDS and kinds[0] in ("close", "low", "high", "open"):
        return Family.TREND_CONTINUATION if buys_strength else Family.MEAN_REVERSION
    if "volume" in kinds or not all(kinds) or kinds[0] in ("relative_volume", "adx"):
        return None
    return Family.TREND_CONTINUATION if buys_strength else Family.MEAN_REVERSION


def _kind(operand: object, types: Mapping[str, str]) -> str:
    """The type of a factor, the name of a price; `number` for a number, and empty for what is computed."""
    if isinstance(operand, int | float):
        return "number"
    ref = operand.get("ref") if isinstance(operand, Mapping) else None
    name = ref.partition(".")[0] if isinstance(ref, str) else ""
    return types.get(name, name)


def _outputs(operand: object) -> str:
    ref = operand.get("ref") if isinstance(operand, Mapping) else None
    return ref.partition(".")[2] if isinstance(ref, str) else ""


def _comparisons(condition: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    [(word, body)] = condition.items()
    if word in ("cmp", "cross"):
        yield body
    parts = body if isinstance(body, list) else [body] if word == "not" else []
    for part in parts:
        yield from _comparisons(part)
