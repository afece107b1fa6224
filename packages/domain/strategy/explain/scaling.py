"""Units that are added and parts that leave, as sentences."""

from collections.abc import Iterator
from typing import assert_never

from packages.domain.strategy import trade as t
from packages.domain.strategy.explain.phrases import StrategyPhrases, number, percent

_HAVE_LEVELS = (t.StopLoss, t.TakeProfit, t.Bracket, t.TrailingStop)


def part_said(part: t.PartOfPosition, speech: StrategyPhrases) -> str:
    if part.units is None:
        return speech.say("part_fraction", pct=percent(part.size))
    return speech.say("part_unit") if part.units == 1 else speech.say("part_units", count=str(part.units))


def times_said(part: t.PartOfPosition, speech: StrategyPhrases) -> str:
    return speech.say("part_once") if part.times == 1 else speech.say("part_times", count=str(part.times))


def stops_said(side_exits: tuple[t.Exit, ...], scale_in: t.ScaleIn, speech: StrategyPhrases) -> Iterator[str]:
    """From what stops and targets stand after a unit was added, where there are any."""
    if any(isinstance(exit_, _HAVE_LEVELS) for exit_ in side_exits):
        yield speech.say(f"scale_in_{scale_in.stops_from.value}")


def unit_said(sizing: t.Sizing, speech: StrategyPhrases) -> str:
    match sizing:
        case t.FixedQuantity(qty):
            return speech.say("unit_qty", qty=number(qty))
        case t.FixedCash(cash):
            return speech.say("unit_cash", cash=number(cash))
        case t.EquityFraction(pct):
            return speech.say("unit_equity", pct=percent(pct))
        case t.VolatilityTarget(target, lookback, leverage):
            bars = speech.bars(lookback)
            return speech.say("unit_volatility", target=percent(target), bars=bars, leverage=number(leverage))
        case t.RiskPerTrade(pct):
            return speech.say("unit_risk", pct=percent(pct))
    assert_never(sizing)
