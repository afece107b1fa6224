"""The experts' results as a debate takes them: whose signal, confidence, reasoning and risks stand under which names.

Each expert may be given as its raw result, as the four normalized fields, or as `{status, data}` around either.
Whatever else a result holds (prompts, raw answers, indicators, sources) stays behind.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import ValidationError

from packages.core.messages import Language
from src.modules.debate.domain.dtos.debate_input import DebateInput, ExpertSummary
from src.modules.debate.domain.exceptions import NoUsableExperts, UnknownExperts
from src.modules.debate.domain.language import language_of
from src.modules.debate.domain.lean import EXPERTS, in_order, known_signal

_BETWEEN = "；"
_ENDS = "。.；;，, "
_LEVELS = {"HIGH": "高", "MEDIUM": "中", "LOW": "低"}
_LABELS = {
    Language.ZH: {"expected_impact": "预期影响", "timeframe": "时间", "probability": "概率"},
    Language.EN: {"expected_impact": "expected impact", "timeframe": "timeframe", "probability": "probability"},
}


class NotText(ValueError):
    """Neither a text nor a list of texts."""


def joined(told: object) -> str:
    """A text as it is, a list of texts as one; nothing told is an empty text."""
    if told is None:
        return ""
    if isinstance(told, str):
        return told
    if not isinstance(told, list | tuple):
        raise NotText(f"a {type(told).__name__} is neither a text nor a list of texts")
    for one in told:
        if not isinstance(one, str):
            raise NotText(f"the list holds a {type(one).__name__}")
    return _BETWEEN.join(one for one in told if one.strip())


def catalysts_text(told: object) -> str:
    """As `joined`, with each catalyst of the list told in a sentence."""
    if not isinstance(told, list | tuple):
        return joined(told)
    return joined([_sentence(one) if isinstance(one, Mapping) else one for one in told])


def _sentence(catalyst: Mapping[str, object]) -> str:
    parts = {key: _part(catalyst.get(key)) for key in ("event", "expected_impact", "timeframe", "probability")}
    language = language_of(parts.values())
    labels = _LABELS[language]
    if language is Language.ZH and (level := _LEVELS.get(parts["probability"].upper())):
        parts["probability"] = f"{level}（{parts['probability'].upper()}）"
    colon, comma = ("：", "，") if language is Language.ZH else (": ", ", ")
    details = [f"{label}{colon}{parts[key]}" for key, label in labels.items() if parts[key]]
    return comma.join([*([parts["event"]] if parts["event"] else []), *details])


def _part(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value:g}"
    if not isinstance(value, str):
        raise NotText(f"a catalyst holds a {type(value).__name__}")
    return value.strip().rstrip(_ENDS)


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
    """An expert's result holds no signal or no confidence, or what it holds is none; the text says which."""


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
            left_out[name] = str(unusable)
    if not usable:
        raise NoUsableExperts(left_out)
    return MappedExperts(DebateInput(symbol=symbol, expert_summaries=usable), left_out)


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
        raise UnusableResult(f"its reasoning or its risks are no text: {not_text}") from not_text
    except ValidationError as wrong:
        problem = wrong.errors(include_url=False)[0]
        said = "is missing" if confidence is None else str(problem["msg"])
        raise UnusableResult(f"its {problem['loc'][0]} {said}") from None


def _unwrapped(result: Mapping[str, object] | None) -> Mapping[str, object]:
    if result is None:
        raise UnusableResult("it has no result")
    if "status" not in result:
        return result
    if result["status"] != "success":
        raise UnusableResult(f"it did not succeed: {result.get('error') or result['status']}")
    data = result.get("data")
    if not isinstance(data, Mapping):
        raise UnusableResult("its status is success and there is no data")
    return data


def _within(expert: str, result: Mapping[str, object]) -> tuple[Mapping[str, object], _Names]:
    """Where to look, and for which names; an expert's own names go before the normalized ones."""
    names = _NAMES[expert]
    inner = result.get(names.inside) if names.inside else result
    if isinstance(inner, Mapping) and names.signal in inner and (names.reasoning in inner or "reasoning" not in inner):
        return inner, names
    return result, _NORMALIZED


def _signal(word: object) -> str:
    if not isinstance(word, str) or not word.strip():
        raise UnusableResult("its signal is missing" if word is None else "its signal is no word")
    known = known_signal(word)
    if known is None:
        raise UnusableResult(f"its signal {word[:60]!r} is none that an expert gives")
    return known
