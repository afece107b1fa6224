"""Models for audits, behind the platform's port: some read the rows in their prompt, others ignore them.

All quote rows, so that their numbers are bound; they differ only in where their answer comes from.
"""

import hashlib
import json
import random
import re
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from src.modules.llm_platform.application.ports import ModelProvider
from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.domain.requests import Event, ModelAnswer, ModelRequest, StreamRequest, TokenUsage

Lean = float  # from -1 to 1
_HEADER = 400  # characters, in which a prompt names its company
_ROW = re.compile(r"^\[(E\d+)\] (.+?) \((\S+)\) = (.*?) \| (.*?) \| (.*)$", re.MULTILINE)
_NUMBER = re.compile(r"-?\d[\d,]*\.?\d*")
_EXPERT = re.compile(r'<(?:expert name|report expert)="(\w+)" signal="([\w ]+)" confidence="([\d.]+)"')
_SAID = re.compile(r'"confidence": ?([\d.]+)')
_SCALE = {
    "BULLISH": 1, "STRONG_BULLISH": 1, "BEARISH": -1, "STRONG_BEARISH": -1, "Undervalued": 1, "Overvalued": -1,
    "Favorable": 1, "Unfavorable": -1, "Positive": 1, "Negative": -1,
}  # fmt: skip
_SENTENCE = re.compile(r"[^\n>]{1,80}?\[\w+:E\d+\]\.")
_RANGE = re.compile(r"^technical_analyst (E\d+): atr14 = ", re.MULTILINE)
_DOCUMENT = re.compile(r"<document[^>]*>\n(.*?)</document>", re.DOTALL)
_GOOD, _BAD = (
    re.compile(r"\bup \d|增长|wins?\b|中标|buyback|回购"),
    re.compile(r"\bdown \d|下降|probe|问询|减持|loss\b|亏损"),
)


@dataclass(frozen=True, slots=True)
class PromptRow:
    """A line of the evidence table."""

    tag: str
    label: str
    metric: str
    written: str

    @property
    def number(self) -> float:
        found = _NUMBER.search(self.written)
        return float(found[0].replace(",", "")) if found else 0.0


def rows_of(prompt: str) -> list[PromptRow]:
    return [PromptRow(*found.groups()[:4]) for found in _ROW.finditer(prompt)]


def read_lean(agent: str, prompt: str) -> Lean:
    """What an honest reader of the rows leans to."""
    rows = {row.metric: row.number for row in reversed(rows_of(prompt))}  # the newest period comes first
    match agent:
        case "technical":
            signs = [_sign(rows.get("close", 0) - rows.get(name, rows.get("close", 0))) for name in ("ma20", "ma60")]
            return (sum(signs) + _sign(rows.get("return_60d", 0))) / 3 * 0.8
        case "audit":
            return max(-0.8, min(0.8, (rows.get("financial_score", 50.0) - 50) / 40))
        case "valuation":
            margin = rows.get("safety_margin", 0.0)
            return 0.6 * _sign(margin) if abs(margin) > 10 else 0.0
        case "macro":
            return 0.5 * _sign(rows.get("pmi", 50.0) - 50)
        case _:
            texts = _DOCUMENT.findall(prompt)
            told = sum(bool(_GOOD.search(text)) - bool(_BAD.search(text)) for text in texts)
            return 0.5 * _sign(told)


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


class Mind(Protocol):
    """Where an answer comes from."""

    def lean(self, agent: str, prompt: str) -> Lean: ...


@dataclass(frozen=True, slots=True)
class Reader:
    """Answers from the rows. `noise`: how far confidence wanders from answer to answer, as a sampled model's does; the
    side that it takes stays."""

    noise: float = 0.0
    drawn: random.Random = field(default_factory=lambda: random.Random(1))

    def lean(self, agent: str, prompt: str) -> Lean:
        return _wandering(read_lean(agent, prompt), self.noise, self.drawn)


@dataclass(frozen=True, slots=True)
class Unmoved:
    """Takes the same side whatever it reads, with a confidence that wanders."""

    always: Lean
    noise: float = 0.0
    drawn: random.Random = field(default_factory=lambda: random.Random(1))

    def lean(self, agent: str, prompt: str) -> Lean:
        return _wandering(self.always, self.noise, self.drawn)


def _wandering(lean: Lean, noise: float, drawn: random.Random) -> Lean:
    sure = max(0.1, min(1.0, abs(lean) + drawn.uniform(-noise, noise)))
    return _sign(lean) * sure if noise else lean


@dataclass(frozen=True, slots=True)
class Memoriser:
    """Answers by the name that it knows, whatever the rows say; `stranger` answers for a name that it does not know."""

    known: Mapping[str, Lean]
    stranger: Callable[[str, str], Lean]

    def lean(self, agent: str, prompt: str) -> Lean:
        remembered = next((lean for name, lean in self.known.items() if name in prompt[:_HEADER]), None)
        return self.stranger(agent, prompt) if remembered is None else remembered


def remembered(name: str) -> Lean:
    """A strong opinion that hangs on nothing but the name."""
    return 0.8 if hashlib.sha256(name.encode()).digest()[0] % 2 else -0.8


def heard(prompt: str) -> float:
    """The probability of a judge who goes by the experts."""
    return round(0.5 + 0.2 * _mean_lean(prompt), 3)


@dataclass(frozen=True, slots=True)
class DeafJudge:
    """Says what it always says of a company, whatever the experts found; `noise`: how far that wanders."""

    always: float
    noise: float = 0.0
    drawn: random.Random = field(default_factory=lambda: random.Random(1))

    def __call__(self, _prompt: str) -> float:
        return round(self.always + self.drawn.uniform(-self.noise, self.noise), 3)


@dataclass(frozen=True, slots=True)
class WaveringJudge:
    """Goes by the experts, with a probability that wanders."""

    noise: float
    drawn: random.Random = field(default_factory=lambda: random.Random(1))

    def __call__(self, prompt: str) -> float:
        return round(heard(prompt) + self.drawn.uniform(-self.noise, self.noise), 3)


@dataclass(frozen=True, slots=True)
class RememberingJudge:
    """Says what it remembers of a company whose name or symbol it sees, and `otherwise` of all others."""

    known: tuple[str, ...]
    remembered: float
    otherwise: float
    noise: float
    drawn: random.Random = field(default_factory=lambda: random.Random(1))

    def __call__(self, prompt: str) -> float:
        if not any(name in prompt for name in self.known):
            return self.otherwise
        return round(self.remembered + self.drawn.uniform(-self.noise, self.noise), 3)


class AuditedModel(ModelProvider):
    """Answers every agent of the desk in its shape."""

    def __init__(self, mind: Mind, judge: Callable[[str], float] = heard) -> None:
        self._mind = mind
        self._judge = judge
        self.prompts: list[str] = []

    def provider_for(self, config: ModelConfig) -> ModelProvider:
        return self

    async def generate(self, request: ModelRequest) -> ModelAnswer:
        self.prompts.append(request.prompt)
        text = json.dumps(self._answer(request), ensure_ascii=False)
        return ModelAnswer(text=text, usage=TokenUsage(input_tokens=10, output_tokens=10))

    def stream(self, request: StreamRequest) -> AsyncGenerator[Event, None]:
        raise NotImplementedError

    async def aclose(self) -> None:
        """Nothing is open."""

    def _answer(self, request: ModelRequest) -> dict[str, Any]:
        prompt = request.prompt
        properties = request.schema.json_schema["properties"] if request.schema else {}
        fields = set(properties) if isinstance(properties, Mapping) else set()
        if "action" in fields:
            return _verdict(self._judge(prompt), prompt)
        for name, agent, shape in _SHAPES:
            if name in fields:
                return shape(self._mind.lean(agent, prompt), _quotes(prompt))
        return _debated(request.system_message or "", prompt)


def _quotes(prompt: str) -> str:
    told = [row for row in rows_of(prompt) if not row.metric.startswith("rule.")][:4]
    return " ".join(f"{row.label} {row.written}[{row.tag}]." for row in told) or "Nothing to quote."


def _word(lean: Lean, up: str, middle: str, down: str) -> str:
    return up if lean > 0.05 else down if lean < -0.05 else middle


def _sure(lean: Lean) -> float:
    return round(max(0.3, min(0.95, abs(lean))), 3)


def _technical(lean: Lean, text: str) -> dict[str, Any]:
    signal = _word(lean, "BULLISH", "NEUTRAL", "BEARISH")
    return {"signal": signal, "confidence": _sure(lean), "summary_reasoning": text, "support": [], "resistance": [],
            "risk_warning": text, "narrative_report": text}  # fmt: skip


def _audit(lean: Lean, text: str) -> dict[str, Any]:
    names = ("profitability", "growth", "cash_flow_quality", "solvency", "efficiency")
    sides = [{"dimension": name, "score": 50.0, "assessment": text} for name in names]
    score = 80.0 if lean > 0.05 else 40.0 if lean < -0.05 else 60.0
    return {"financial_score": score, "confidence": _sure(lean), "summary_reasoning": text,
            "dimension_analyses": sides, "key_risks": [], "risk_warning": text, "narrative_report": text}  # fmt: skip


def _valuation(lean: Lean, text: str) -> dict[str, Any]:
    return {"valuation_verdict": _word(lean, "Undervalued", "Fair", "Overvalued"), "confidence_score": _sure(lean),
            "lower_bound": None, "upper_bound": None, "key_evidence": [text], "risk_factors": [text],
            "reasoning_summary": text, "narrative_report": text}  # fmt: skip


def _macro(lean: Lean, text: str) -> dict[str, Any]:
    stance = _word(lean, "Favorable", "Neutral", "Unfavorable")
    names = ("liquidity", "industry_policy", "economy", "industry_cycle")
    sides = [{"dimension": name, "stance": stance, "assessment": text} for name in names]
    return {"macro_environment": stance, "confidence_score": _sure(lean), "macro_summary": text,
            "dimension_analyses": sides, "key_opportunities": [], "key_risks": [], "information_sources": [],
            "narrative_report": text}  # fmt: skip


def _catalyst(lean: Lean, text: str) -> dict[str, Any]:
    stance = _word(lean, "Positive", "Neutral", "Negative")
    names = ("company_events", "industry", "sentiment", "earnings")
    sides = [{"dimension": name, "stance": stance, "assessment": text} for name in names]
    return {"catalyst_assessment": stance, "confidence_score": _sure(lean), "catalyst_summary": text,
            "dimension_analyses": sides, "positive_catalysts": [], "negative_catalysts": [],
            "information_sources": [], "narrative_report": text}  # fmt: skip


_SHAPES = (
    ("support", "technical", _technical),
    ("financial_score", "audit", _audit),
    ("valuation_verdict", "valuation", _valuation),
    ("macro_environment", "macro", _macro),
    ("catalyst_assessment", "catalyst", _catalyst),
)


def _mean_lean(prompt: str) -> Lean:
    leans = [_SCALE.get(signal, 0) * float(confidence) for _, signal, confidence in _EXPERT.findall(prompt)]
    return sum(leans) / len(leans) if leans else 0.0


def _cited(prompt: str) -> str:
    """A sentence of an expert with the tag of its row."""
    found = _SENTENCE.search(prompt)
    return found[0] if found else "Nothing to cite."


def _debated(system: str, prompt: str) -> dict[str, Any]:
    said = _cited(prompt)
    if "resolve the debate" in system:
        bull, bear = (float(one) for one in _SAID.findall(prompt)[:2])
        word = _word(bull - bear, "BULLISH", "NEUTRAL", "BEARISH")
        return {"direction": word, "confidence": round(abs(bull - bear), 3), "bull_case_summary": said,
                "bear_case_summary": said, "risk_matrix": [], "key_disagreements": [],
                "conflict_resolution": said}  # fmt: skip
    lean = _mean_lean(prompt)
    bull = "bull of an investment desk" in system
    case: dict[str, Any] = {"direction": "BULLISH" if bull else "BEARISH", "core_thesis": said,
            "confidence": round(0.5 + (lean if bull else -lean) / 2, 3), "supporting_arguments": [
                {"dimension": said.rpartition("[")[2].partition(":")[0], "argument": said, "evidence": said,
                 "strength": "MEDIUM"}]}  # fmt: skip
    own = ("acknowledged_risks", "price_catalysts") if bull else ("acknowledged_strengths", "risk_triggers")
    return {**case, **{name: [] for name in own}}


def _verdict(probability: float, prompt: str) -> dict[str, Any]:
    """A purchase where there is a row to stop at, and the judge thinks well enough of it."""
    range_row = _RANGE.search(prompt)
    buys = range_row is not None and probability >= 0.6
    stop = {"expert": "technical_analyst", "row": range_row[1], "rule": "close-2*atr"} if range_row and buys else None
    return {"action": "BUY" if buys else "HOLD", "position_percent": 5.0 if buys else 0.0,
            "confidence": round(max(0.5, abs(2 * probability - 1)), 3),
            "probability": probability, "entry_strategy": "Wait.", "stop_loss": stop, "take_profit": None,
            "invalidation_triggers": [_cited(prompt)], "risk_warnings": [],
            "reasoning": _cited(prompt)}  # fmt: skip
