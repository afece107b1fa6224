"""Shapes of the desk and seeded true answers for them, with text that is hard to carry in JSON."""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from tests.corpus.spelling import Style, spell

Level = Literal["HIGH", "MEDIUM", "LOW"]
Direction = Literal["BULLISH", "BEARISH", "NEUTRAL"]
Answer = dict[str, object]


class Closed(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SupportingArgument(Closed):
    dimension: str
    argument: str
    evidence: list[str]
    strength: Level


class DebateArgument(Closed):
    direction: Direction
    confidence: float = Field(ge=0, le=1)
    core_thesis: str
    supporting_arguments: list[SupportingArgument]
    acknowledged_risks: list[str] = []
    is_reversible: bool = False
    note: str | None = None


class Risk(Closed):
    risk: str
    probability: Level
    impact: Level
    mitigation: str | None = None


class Resolution(Closed):
    direction: Direction
    confidence: float = Field(ge=0, le=1)
    bull_case_summary: str
    bear_case_summary: str
    risk_matrix: list[Risk]
    key_disagreements: list[str] = []


class PriceRange(Closed):
    lower_bound: float = Field(gt=0)
    upper_bound: float = Field(gt=0)


class ValuationVerdict(Closed):
    valuation_verdict: Literal["Undervalued", "Fair", "Overvalued"]
    confidence_score: float = Field(ge=0, le=1)
    estimated_intrinsic_value_range: PriceRange | None
    key_evidence: list[str] = Field(min_length=1)
    reasoning_summary: str


class JudgeVerdict(Closed):
    action: Literal["BUY", "SELL", "HOLD", "NO_CALL"]
    position_percent: int = Field(ge=0, le=100)
    confidence: float = Field(ge=0, le=1)
    stop_loss: float | None = None
    is_final: bool
    reasoning: str
    risk_warnings: list[str] = []


@dataclass(frozen=True)
class Desk:
    """A shape, how to make a true answer of it, and the names of its choice and its number."""

    model: type[BaseModel]
    answer: Callable[[random.Random], Answer]
    choice: str
    number: str


# Words of the trade that are not fields of a shape above, so that prose made of them says nothing about a field.
TEXTS = [
    "Margins widen, cash flow follows.",
    'Management said "we will not dilute", twice.',
    "It's the bulls' turn; don't chase.",
    "see https://example.com/a//b?x={y}&z=[1] // not a comment",
    "{not: json}, [nor this], /* nor a comment */",
    "key: value, other: value",
    "Line one\nline two\n\tindented",
    "毛利率回升，现金流改善：值得关注。",
    "他说“不会稀释”，又说‘长期持有’。",
    "同比+12.5%，约1.2亿元（2024年）",
    "C:\\reports\\new\\table.csv",
    "```json is a fence``` and ~~~ too",
    "True, False, None, NaN, null — as words",
    "emoji 🚀 and 𝛼",
    "tag </think> in passing",
    "'quoted' from the start to the 'end'",
    '"quoted" from the start to the "end"',
    "75%",
    "0.8",
    "",
    "a, b], c}, d",
    "半角,全角，冒号：与｛括号｝",
    "He wrote: \"x\", 'y', “z”.",
]


def _text(rng: random.Random) -> str:
    return " ".join(rng.sample(TEXTS, rng.choice([1, 1, 2])))


def _texts(rng: random.Random, fewest: int = 0) -> list[str]:
    return [_text(rng) for _ in range(rng.randint(fewest, 3))]


def _share(rng: random.Random) -> float:
    return rng.choice([0.05, 0.35, 0.5, 0.62, 0.725, 0.8, 0.91])


def _optional(rng: random.Random, answer: Answer, **fields: object) -> Answer:
    """Optional fields are there or not, as with a real model; a reader that loses one is wrong."""
    return answer | {name: value for name, value in fields.items() if rng.random() < 0.7}


def _argument(rng: random.Random) -> Answer:
    arguments = [
        {
            "dimension": _text(rng),
            "argument": _text(rng),
            "evidence": _texts(rng),
            "strength": rng.choice(["HIGH", "MEDIUM", "LOW"]),
        }
        for _ in range(rng.randint(1, 3))
    ]
    answer: Answer = {
        "direction": rng.choice(["BULLISH", "BEARISH", "NEUTRAL"]),
        "confidence": _share(rng),
        "core_thesis": _text(rng),
        "supporting_arguments": arguments,
    }
    note = rng.choice([None, _text(rng)])
    return _optional(rng, answer, acknowledged_risks=_texts(rng), is_reversible=rng.random() < 0.5, note=note)


def _resolution(rng: random.Random) -> Answer:
    def level() -> str:
        return rng.choice(["HIGH", "MEDIUM", "LOW"])

    risks = [
        _optional(rng, {"risk": _text(rng), "probability": level(), "impact": level()}, mitigation=None)
        for _ in range(rng.randint(1, 4))
    ]
    answer: Answer = {
        "direction": rng.choice(["BULLISH", "BEARISH", "NEUTRAL"]),
        "confidence": _share(rng),
        "bull_case_summary": _text(rng),
        "bear_case_summary": _text(rng),
        "risk_matrix": risks,
    }
    return _optional(rng, answer, key_disagreements=_texts(rng))


def _valuation(rng: random.Random) -> Answer:
    lower = round(rng.uniform(1, 900), 2)
    bounds = {"lower_bound": lower, "upper_bound": round(lower * 1.4, 2)}
    return {
        "valuation_verdict": rng.choice(["Undervalued", "Fair", "Overvalued"]),
        "confidence_score": _share(rng),
        "estimated_intrinsic_value_range": rng.choice([None, bounds]),
        "key_evidence": _texts(rng, fewest=1),
        "reasoning_summary": _text(rng),
    }


def _judgement(rng: random.Random) -> Answer:
    answer: Answer = {
        "action": rng.choice(["BUY", "SELL", "HOLD", "NO_CALL"]),
        "position_percent": rng.randint(0, 100),
        "confidence": _share(rng),
        "is_final": rng.random() < 0.5,
        "reasoning": _text(rng),
    }
    stop = rng.choice([None, round(rng.uniform(1, 900), 2)])
    return _optional(rng, answer, stop_loss=stop, risk_warnings=_texts(rng))


DESKS = [
    Desk(DebateArgument, _argument, "direction", "confidence"),
    Desk(Resolution, _resolution, "direction", "confidence"),
    Desk(ValuationVerdict, _valuation, "valuation_verdict", "confidence_score"),
    Desk(JudgeVerdict, _judgement, "action", "confidence"),
]


@dataclass(frozen=True)
class Given:
    """What a maker of damage has at hand."""

    rng: random.Random
    desk: Desk
    answer: Answer

    def json(self) -> str:
        indent = self.rng.choice([None, None, 2, 4])
        return json.dumps(self.answer, indent=indent, ensure_ascii=self.rng.random() < 0.3)

    def other(self) -> Answer:
        """Another true-looking answer of the same shape."""
        while (other := self.desk.answer(self.rng)) == self.answer:
            pass
        return other

    def spelled(self, style: Style) -> str:
        return spell(self.answer, replace(style, gap=self.rng.choice(["", " ", "\n  "]), rng=self.rng))

    def changed(self, **fields: object) -> str:
        return json.dumps(self.answer | fields, ensure_ascii=False)
