"""Conditions, entries, orders, exits and sizes as sentences."""

from collections.abc import Callable
from typing import assert_never

from packages.domain.strategy import trade as t
from packages.domain.strategy.company_fields import COMPANY_FRACTIONS, EventField
from packages.domain.strategy.conditions import (
    All,
    AnyOf,
    BarsSince,
    Compare,
    Comparison,
    Condition,
    Constant,
    Cross,
    Flag,
    Not,
    Sequence,
    WithinBars,
)
from packages.domain.strategy.explain.phrases import ACCOUNT_FRACTIONS, CALENDAR_DAYS, StrategyPhrases, number, percent
from packages.domain.strategy.explain.scaling import part_said, times_said
from packages.domain.strategy.model import Direction, Side
from packages.domain.strategy.operands import AccountValue, CalendarValue, CompanyEvent, Fundamental, Funding, Operand


def clause(condition: Condition, speech: StrategyPhrases) -> str:
    match condition:
        case All(parts) | AnyOf(parts):
            word = "and" if isinstance(condition, All) else "or"
            return speech.joined([_grouped(part, speech) for part in parts], word)
        case Not(part):
            return speech.say("not", inside=clause(part, speech))
        case Compare(CalendarValue(field), Comparison.EQ, Constant(value)) if field in CALENDAR_DAYS:
            return speech.day(field, value)
        case Compare(left, op, Constant(value)) if _is_fraction(left):
            return speech.say(op.value, left=speech.value(left), right=speech.percent(value))
        case Compare(CompanyEvent(EventField.NEW_REPORT), Comparison.EQ, Constant(1)):
            return speech.say("is_new_report")
        case Compare(left, op, right):
            return speech.say(op.value, left=speech.value(left), right=speech.value(right))
        case Cross(a, crossing, b):
            return speech.say(crossing.value, left=speech.value(a), right=speech.value(b))
        case Flag(value):
            return speech.say("flag", value=speech.value(value))
        case _:
            return _over_time(condition, speech)


def _is_fraction(value: Operand) -> bool:
    """Whether a number beside it is said in per cent."""
    match value:
        case AccountValue(of_account):
            return of_account in ACCOUNT_FRACTIONS
        case Fundamental(figure):
            return figure in COMPANY_FRACTIONS
        case _:
            return isinstance(value, Funding)


def _over_time(condition: WithinBars | Sequence | BarsSince, speech: StrategyPhrases) -> str:
    match condition:
        case WithinBars(part, bars):
            return speech.say("within", bars=speech.bars(bars), inside=clause(part, speech))
        case Sequence(steps, bars):
            phrases = [
                speech.say("step", number=str(number), inside=clause(step, speech))
                for number, step in enumerate(steps, start=1)
            ]
            return speech.say("sequence", bars=speech.bars(bars), steps=speech.joined(phrases, "step_comma"))
        case BarsSince(part, op, bars):
            since = speech.say("since", inside=clause(part, speech))
            return speech.say(op.value, left=since, right=f" {bars}" if speech.language == "zh" else str(bars))
    assert_never(condition)


def _grouped(part: Condition, speech: StrategyPhrases) -> str:
    text = clause(part, speech)
    several = isinstance(part, All | AnyOf) and len(part.conditions) > 1
    return speech.say("group", inside=text) if several or isinstance(part, Sequence) else text


class SideSpeech:
    """Says the rules of one direction."""

    def __init__(self, speech: StrategyPhrases, direction: Direction) -> None:
        self._speech = speech
        self._direction = direction
        winning, losing = ("above", "below") if direction is Direction.LONG else ("below", "above")
        self._winning, self._losing = speech.say(winning), speech.say(losing)

    def entry(self, side: Side) -> str:
        return self._speech.say(f"entry_{self._direction.value}", condition=clause(side.entry.condition, self._speech))

    def order(self, order: t.Order) -> str:
        return self._order(order, lambda kind: f"order_{kind}")

    def unit_order(self, order: t.Order) -> str:
        """Of further units."""
        return self._order(order, lambda kind: f"scale_in_{kind}")

    def _order(self, order: t.Order, named: Callable[[str], str]) -> str:
        match order:
            case t.MarketOrder():
                return self._say(named("market"))
            case t.LimitOrder(_, bars, at) | t.StopOrder(_, bars, at) if at is not None:
                kind = "limit_at" if isinstance(order, t.LimitOrder) else "stop_at"
                return self._say(named(kind), level=self._speech.value(at), bars=self._speech.bars(bars))
            case t.LimitOrder(offset, bars):
                # Better than the close is the losing side: a buyer waits below it.
                return self._resting(named("limit"), offset, bars, better=self._losing)
            case t.StopOrder(offset, bars):
                return self._resting(named("stop"), offset, bars, worse=self._winning)
        assert_never(order)

    def scale_in(self, scale_in: t.ScaleIn) -> str:
        condition = clause(scale_in.condition, self._speech)
        return self._say("scale_in", condition=condition, most=str(scale_in.max_units))

    def exit(self, exit_: t.Exit) -> str:
        match exit_:
            case t.SignalExit(condition, part) if part is not None:
                said, times = part_said(part, self._speech), times_said(part, self._speech)
                condition_text = clause(condition, self._speech)
                return self._speech.say(
                    f"exit_part_{self._direction.value}", condition=condition_text, part=said, times=times
                )
            case t.TakeProfit(target, part) if part is not None:
                distance, said = self._speech.distance(target), part_said(part, self._speech)
                return self._say("exit_target_part", distance=distance, better=self._winning, part=said)
            case t.SignalExit(condition):
                phrase = f"exit_signal_{self._direction.value}"
                return self._speech.say(phrase, condition=clause(condition, self._speech))
            case t.StopLoss(stop):
                return self._say("exit_stop", distance=self._speech.distance(stop), worse=self._losing)
            case t.TakeProfit(target):
                return self._say("exit_target", distance=self._speech.distance(target), better=self._winning)
            case t.Bracket(stop, ratio):
                distance = self._speech.distance(stop)
                return self._say("exit_bracket", distance=distance, worse=self._losing, ratio=number(ratio))
            case t.TrailingStop(stop):
                return self._say("exit_trailing", distance=self._speech.distance(stop))
            case t.TimeExit(bars):
                return self._say("exit_time", bars=self._speech.bars(bars))
        assert_never(exit_)

    def size(self, sizing: t.Sizing) -> str:
        match sizing:
            case t.FixedQuantity(qty):
                return self._say("size_qty", qty=number(qty))
            case t.FixedCash(cash):
                return self._say("size_cash", cash=number(cash))
            case t.EquityFraction(pct):
                return self._say("size_equity", pct=percent(pct))
            case t.VolatilityTarget(target, lookback, leverage):
                bars = self._speech.bars(lookback)
                return self._say("size_volatility", target=percent(target), bars=bars, leverage=number(leverage))
            case t.RiskPerTrade(pct):
                return self._say("size_risk", pct=percent(pct))
        assert_never(sizing)

    def _resting(self, phrase: str, offset: t.Distance, bars: int, **where: str) -> str:
        return self._say(phrase, offset=self._speech.distance(offset), bars=self._speech.bars(bars), **where)

    def _say(self, phrase: str, **fields: str) -> str:
        return self._speech.say(phrase, side=self._speech.say(f"side_{self._direction.value}"), **fields)
