"""The experts' results as a debate takes them: whose signal, confidence, reasoning and risks stand under which names.

Each expert may be given as its raw result, as the four normalized fields, or as `{status, data}` around either.
Whatever else a result holds (prompts, raw answers, indicators, sources) stays behind.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from packages.core.messages import Message, Sentence, message
from packages.domain.evidence.experts import EXPERTS
from packages.domain.evidence.reports.sufficiency import reported_share
from src.modules.debate.application.expert_points import points_of
from src.modules.debate.application.expert_texts import NotText, catalysts_text, joined
from src.modules.debate.domain.dtos.debate_input import DebateInput, ExpertSummary
from src.modules.debate.domain.dtos.expert_point import ExpertPoint
from src.modules.debate.domain.exceptions import NoUsableExperts, UnknownExperts
from src.modules.debate.domain.lean import in_order, known_signal, strength_of

ExpertResults = Mapping[str, Mapping[str, object] | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Names:
    """Under which names an expert's result holds the four fields; `inside`: within which object."""

    signal: str
    confidence: str
    reasoning: str
    risk_warning: str
    inside: str | None = None


_NORMALIZED = _Names(signal="signal", confidence="confidence", reasoning="reasoning", risk_warning="risk_warning")
_REPORTED = _Names(signal="signal", confidence="confidence", reasoning="summary_reasoning", risk_warning="risk_warning")
_NAMES = {
    "technical_analyst": _REPORTED,
    "financial_auditor": _REPORTED,
    "valuation_modeler": _Names(
        signal="valuation_verdict",
        confidence="confidence_score",
        reasoning="reasoning_summary",
        risk_warning="risk_factors",
    ),
    "macro_intelligence": _Names(
        signal="macro_environment", confidence="confidence_score", reasoning="macro_summary", risk_warning="key_risks"
    ),
    "catalyst_detective": _Names(
        signal="catalyst_assessment",
        confidence="confidence_score",
        reasoning="catalyst_summary",
        risk_warning="negative_catalysts",
        inside="result",
    ),
}


class UnusableResult(ValueError):
    """An expert's result holds no signal or no confidence, or what it holds is none; `reason` says which."""

    def __init__(self, reason: Message) -> None:
        self.reason = Sentence(reason)
        super().__init__(self.reason)


@dataclass(frozen=True, slots=True)
class MappedExperts:
    """The input of the debate, and of each expert that is not in it the reason."""

    debate_input: DebateInput
    left_out: Mapping[str, str]


def debate_input_of(symbol: str, expert_results: ExpertResults) -> MappedExperts:
    """Raises `UnknownExperts`, or `NoUsableExperts` when none is left."""
    unknown = [name for name in expert_results if name not in _NAMES]
    if unknown:
        raise UnknownExperts(sorted(unknown), EXPERTS)
    usable: dict[str, ExpertSummary] = {}
    left_out: dict[str, str] = {}
    for name in in_order(expert_results):
        try:
            usable[name] = expert_summary(name, expert_results[name])
        except UnusableResult as unusable:
            left_out[name] = unusable.reason
    if not usable:
        raise NoUsableExperts(left_out)
    results = {name: _unwrapped(expert_results[name]) for name in usable}
    shares = {
        name: share for name, data in results.items() if (share := reported_share(data.get("grounding"))) is not None
    }
    debate_input = DebateInput(
        symbol=symbol,
        expert_summaries={name: _weighted(one, shares.get(name, 1.0)) for name, one in usable.items()},
        evidence={name: rows for name, data in results.items() if (rows := _rows(data.get("evidence")))},
        bound_shares=shares,
        company=_company(results.values()),
        points={name: points for name in usable if (points := _points(name, results[name]))},
    )
    return MappedExperts(debate_input, left_out)


def _weighted(summary: ExpertSummary, share: float) -> ExpertSummary:
    """An expert weighs as much as its rows bear out of what it says."""
    return summary if share == 1.0 else summary.model_copy(update={"confidence": round(summary.confidence * share, 4)})


def _rows(evidence: object) -> list[dict[str, Any]]:
    return [dict(row) for row in evidence if isinstance(row, Mapping)] if isinstance(evidence, list) else []


def _points(expert: str, result: Mapping[str, object]) -> list[ExpertPoint]:
    fields, names = _within(expert, result)
    return points_of(result.get("points"), fields.get(names.risk_warning))


def _company(results: Iterable[Mapping[str, object]]) -> list[str]:
    named = next((one["company"] for one in results if isinstance(one.get("company"), Mapping)), {})
    return [name for name in named.values() if isinstance(name, str) and name] if isinstance(named, Mapping) else []


def expert_summary(expert: str, result: Mapping[str, object] | None) -> ExpertSummary:
    """The four fields of one expert; raises `UnusableResult`."""
    fields, names = _within(expert, _unwrapped(result))
    confidence = fields.get(names.confidence)
    try:
        return ExpertSummary(
            signal=_signal(fields.get(names.signal)),
            confidence=confidence,  # type: ignore[arg-type]  # checked strictly by the model itself
            reasoning=joined(fields.get(names.reasoning)),
            risk_warning=catalysts_text(fields.get(names.risk_warning)),
        )
    except NotText as not_text:
        raise UnusableResult(message("debate.unusable.not_text", problem=not_text.said)) from not_text
    except ValidationError as wrong:
        problem = wrong.errors(include_url=False)[0]
        field = problem["loc"][0]
        if confidence is None:
            raise UnusableResult(message("debate.unusable.missing", field=field)) from None
        raise UnusableResult(message("debate.unusable.wrong", field=field, problem=problem["msg"])) from None


def lean_of(summary: ExpertSummary) -> float:
    """From -1 (sell) to 1 (buy): the strength of the signal times the confidence."""
    return strength_of(summary.signal) * summary.confidence


def _unwrapped(result: Mapping[str, object] | None) -> Mapping[str, object]:
    if result is None:
        raise UnusableResult(message("debate.unusable.no_result"))
    if "status" not in result:
        return result
    if result["status"] != "success":
        raise UnusableResult(message("debate.unusable.failed", reason=result.get("error") or result["status"]))
    data = result.get("data")
    if not isinstance(data, Mapping):
        raise UnusableResult(message("debate.unusable.no_data"))
    return data


def _within(expert: str, result: Mapping[str, object]) -> tuple[Mapping[str, object], _Names]:
    """Where to look, and for which names; an expert's own names go before the normalized ones."""
    names = _NAMES[expert]
    inner = result.get(names.inside) if names.inside else result
    if isinstance(inner, Mapping) and names.signal in inner and (names.reasoning in inner or "reasoning" not in inner):
        return inner, names
    return result, _NORMALIZED


def _signal(word: object) -> str:
    if word is None:
        raise UnusableResult(message("debate.unusable.missing", field="signal"))
    if not isinstance(word, str) or not word.strip():
        raise UnusableResult(message("debate.unusable.signal_not_word"))
    known = known_signal(word)
    if known is None:
        raise UnusableResult(message("debate.unusable.unknown_signal", signal=word[:60]))
    return known
