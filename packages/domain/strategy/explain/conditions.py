"""Conditions as clauses of a sentence."""

from typing import assert_never

from packages.domain.strategy.conditions import (
    All,
    AnyOf,
    BarsSince,
    Compare,
    Condition,
    Cross,
    Flag,
    Not,
    Sequence,
    WithinBars,
)
from packages.domain.strategy.explain.speech import Speech


def clause(condition: Condition, speech: Speech) -> str:
    match condition:
        case All(parts) | AnyOf(parts):
            word = "and" if isinstance(condition, All) else "or"
            return speech.joined([_grouped(part, speech) for part in parts], word)
        case Not(part):
            return speech.say("not", inside=clause(part, speech))
        case Compare(left, op, right):
            return speech.say(op.value, left=speech.value(left), right=speech.value(right))
        case Cross(a, crossing, b):
            return speech.say(crossing.value, left=speech.value(a), right=speech.value(b))
        case Flag(value):
            return speech.say("flag", value=speech.value(value))
        case _:
            return _over_time(condition, speech)


def _over_time(condition: WithinBars | Sequence | BarsSince, speech: Speech) -> str:
    match condition:
        case WithinBars(part, bars):
            return speech.say("within", bars=speech.bars(bars), inside=clause(part, speech))
        case Sequence(steps, bars):
            told = [
                speech.say("step", number=str(number), inside=clause(step, speech))
                for number, step in enumerate(steps, start=1)
            ]
            return speech.say("sequence", bars=speech.bars(bars), steps=speech.joined(told, "step_comma"))
        case BarsSince(part, op, bars):
            since = speech.say("since", inside=clause(part, speech))
            return speech.say(op.value, left=since, right=f" {bars}" if speech.language == "zh" else str(bars))
    assert_never(condition)


def _grouped(part: Condition, speech: Speech) -> str:
    told = clause(part, speech)
    several = isinstance(part, All | AnyOf) and len(part.conditions) > 1
    return speech.say("group", inside=told) if several or isinstance(part, Sequence) else told
