"""Reads what research and debate hand over, as dicts of several shapes, into a case: strictly, and without guessing."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from typing import Any

from packages.core.messages import word
from packages.domain.evidence.experts import EXPERTS
from packages.domain.evidence.reports.sufficiency import reported_share
from src.modules.judge.domain.case import (
    CaseRow,
    Debate,
    DebateArgument,
    DebateSide,
    ExpertFinding,
    LeanDirection,
)
from src.modules.judge.domain.errors import BadCase
from src.modules.judge.domain.scenarios import PriceScenario, read_scenarios

_TAGS = r"(?:\s?\[[^\[\]\n]{1,60}\])*"
# A citation may stand behind the full stop; a point inside of a number ends nothing.
_END = re.compile(rf"(?:[。！？；]|[.!?;](?=\s|\[|$)){_TAGS}")
_OPEN_CITATION = re.compile(r"\s?[^\s，。；、,;]*\[[^\[\]]*$")


def excerpt(text: str, longest: int = 200) -> str:
    """The first sentences, as many as fit; the first one is kept whole even where it does not."""
    if len(text) <= longest:
        return text
    ends = [match.end() for match in _END.finditer(text)]
    fitting = [end for end in ends if end <= longest]
    end = fitting[-1] if fitting else (ends[0] if ends else len(text))
    return text[:end].strip().rstrip("；;")


def bounded(text: str, most: int) -> str:
    """At most so many characters: whole sentences, or, where not even the first fits, what stands before a citation."""
    short = excerpt(text, most)
    if len(short) <= most:
        return short
    return _OPEN_CITATION.sub("", text[: most - 1]).rstrip() + "…"


_FIELDS = {
    "technical_analyst": ("signal", "confidence", "summary_reasoning", "risk_warning"),
    "financial_auditor": ("signal", "confidence", "summary_reasoning", "risk_warning"),
    "valuation_modeler": ("valuation_verdict", "confidence_score", "reasoning_summary", "risk_factors"),
    "macro_intelligence": ("macro_environment", "confidence_score", "macro_summary", "key_risks"),
    "catalyst_detective": ("catalyst_assessment", "confidence_score", "catalyst_summary", "negative_catalysts"),
}
_PLAIN = ("signal", "confidence", "reasoning", "risk_warning")
_LEANS = {
    "STRONG_BULLISH": 1.0, "BULLISH": 0.6, "NEUTRAL": 0.0, "BEARISH": -0.6, "STRONG_BEARISH": -1.0,
    "UNDERVALUED": 0.6, "FAIR": 0.0, "OVERVALUED": -0.6,
    "FAVORABLE": 0.6, "UNFAVORABLE": -0.6, "POSITIVE": 0.6, "NEGATIVE": -0.6,
}  # fmt: skip
_STRENGTHS = {"HIGH": 1.0, "MEDIUM": 0.6, "LOW": 0.3}
_STAGES = ("before", "bull", "bear", "resolution")
_LONGEST = 2000


def read_experts(results: Mapping[str, Any]) -> tuple[ExpertFinding, ...]:
    """In the order of `EXPERTS`, whatever order they came in; who failed is omitted, who is unknown is refused. Where
    no report lists a row, none of them weighs anything."""
    unknown = sorted(set(results) - set(EXPERTS))
    if unknown:
        raise BadCase("judge.unknown_expert", names=", ".join(unknown)[:200], known=EXPERTS)
    found = {name: _succeeded(name, results.get(name)) for name in EXPERTS}
    findings = tuple(_finding(name, data) for name, data in found.items() if data is not None)
    return findings if evidence_of(results) else tuple(replace(one, quality=0.0) for one in findings)


def read_targets(results: Mapping[str, Any]) -> tuple[PriceScenario, ...]:
    """The valuation's scenarios; none where it failed or has no three of them."""
    return read_scenarios(_succeeded("valuation_modeler", results.get("valuation_modeler")))


def read_debate(outcome: Mapping[str, Any] | None) -> Debate | None:
    """None for a debate that was skipped or failed."""
    if not outcome:
        return None
    return Debate(
        direction=_direction(outcome.get("direction")),
        confidence=_share("debate_outcome.confidence", outcome.get("confidence")),
        bull=_side(outcome, "bull_case"),
        bear=_side(outcome, "bear_case"),
        risks=tuple(_risk(one) for one in _list(outcome.get("risk_matrix"))),
        disagreements=tuple(bounded(str(one), _LONGEST) for one in _list(outcome.get("key_disagreements"))),
        resolution=bounded(str(outcome.get("conflict_resolution") or ""), _LONGEST),
        stages=_stages(outcome.get("stages")),
    )


def _succeeded(name: str, result: Any) -> Mapping[str, Any] | None:
    if result is None:
        return None
    if not isinstance(result, Mapping):
        raise BadCase("judge.result_not_object", expert=word("expert", name))
    if "status" in result:
        data = result.get("data")
        return data if result["status"] == "success" and isinstance(data, Mapping) else None
    return result


def _finding(name: str, data: Mapping[str, Any]) -> ExpertFinding:
    inner = data.get("result")
    report = {**data, **inner} if name == "catalyst_detective" and isinstance(inner, Mapping) else data
    signal, confidence, reasoning, risk = _FIELDS[name] if _FIELDS[name][0] in report else _PLAIN
    lean = _LEANS.get(str(report.get(signal)).upper())
    if lean is None:
        raise BadCase("judge.unknown_signal", expert=word("expert", name), signal=str(report.get(signal))[:40])
    return ExpertFinding(
        name=name,
        signal=str(report[signal]),
        lean=lean,
        confidence=_share(f"{name}.{confidence}", report.get(confidence)),
        quality=_quality(report),
        reasoning=bounded(str(report.get(reasoning) or ""), _LONGEST),
        risk_warning=bounded(_joined(report.get(risk)), _LONGEST),
        as_of=_instant(report.get("as_of")),
        rows={row.tag: row for row in map(_row, _list(report.get("evidence"))) if row is not None},
    )


def _quality(report: Mapping[str, Any]) -> float:
    """The share of numbers and claims that their rows bear out, less a tenth for each thing the expert had to do
    without; one half where the report does not say, and nothing where nothing is borne out."""
    share = reported_share(report.get("grounding"))
    if share is None:
        return 0.5
    missing = 0.1 * len(_list(report.get("degraded")))
    return max(0.0, share - min(0.5, missing))


def evidence_of(results: Mapping[str, Any]) -> dict[str, list[Mapping[str, Any]]]:
    """The rows that each expert's report lists, as it lists them."""
    reports = {name: _succeeded(name, results.get(name)) for name in EXPERTS}
    listed = {
        name: [row for row in _list((data or {}).get("evidence")) if isinstance(row, Mapping)]
        for name, data in reports.items()
    }
    return {name: rows for name, rows in listed.items() if rows}


def company_of(results: Mapping[str, Any]) -> tuple[str, ...]:
    """The names that the reports give the company; none where they give none."""
    companies = [(_succeeded(name, results.get(name)) or {}).get("company") for name in EXPERTS]
    named = next((one for one in companies if isinstance(one, Mapping)), {})
    return tuple(str(name) for name in named.values() if name)


def _row(row: Any) -> CaseRow | None:
    """None for a row without a number: a text carries no price."""
    if not isinstance(row, Mapping):
        return None
    value, known_at = row.get("value"), _instant(row.get("known_at"))
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or known_at is None:
        return None
    texts = {name: str(row.get(name, "")) for name in ("tag", "id", "metric", "unit", "period")}
    return CaseRow(**texts, value=Decimal(str(value)), known_at=known_at)


def _stages(given: Any) -> tuple[float, float, float, float] | None:
    """Nothing is certain: a stage at 0 or 1 is drawn in by a hundredth."""
    if not isinstance(given, Mapping):
        return None
    before, bull, bear, resolution = (
        min(0.99, max(0.01, _share(f"debate_outcome.stages.{name}", given.get(name)))) for name in _STAGES
    )
    return before, bull, bear, resolution


def _direction(value: Any) -> LeanDirection:
    try:
        return LeanDirection(str(value).upper())
    except ValueError:
        raise BadCase("judge.bad_direction", value=str(value)[:40]) from None


def _side(outcome: Mapping[str, Any], name: str) -> DebateSide:
    side = outcome.get(name)
    if not isinstance(side, Mapping):
        return DebateSide("", ())
    confidence = _share(f"{name}.confidence", side["confidence"]) if side.get("confidence") is not None else 1.0
    arguments = tuple(_argument(one) for one in _list(side.get("supporting_arguments")))
    return DebateSide(bounded(str(side.get("core_thesis") or ""), _LONGEST), arguments, confidence)


def _argument(argument: Any) -> DebateArgument:
    if not isinstance(argument, Mapping):
        return DebateArgument(bounded(str(argument), _LONGEST), "", _STRENGTHS["MEDIUM"])
    strength = _STRENGTHS.get(str(argument.get("strength", "MEDIUM")).upper(), _STRENGTHS["LOW"])
    return DebateArgument(
        bounded(str(argument.get("argument") or ""), _LONGEST),
        bounded(_joined(argument.get("evidence")), _LONGEST),
        strength,
    )


def _risk(risk: Any) -> str:
    return bounded(str(risk.get("risk", "") if isinstance(risk, Mapping) else risk), _LONGEST)


def _share(name: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise BadCase("judge.not_a_probability", name=name, value=str(value)[:40])
    return float(value)


def _instant(value: Any) -> datetime | None:
    try:
        at = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return at if at is not None and at.tzinfo is not None else None


def _list(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else ()


def _joined(value: Any) -> str:
    parts = [_words(one) for one in value] if isinstance(value, list | tuple) else [_words(value)]
    return "；".join(part for part in parts if part)


def _words(value: Any) -> str:
    if isinstance(value, Mapping):
        return "，".join(str(value[key]) for key in ("event", "expected_impact", "timeframe") if value.get(key))
    return "" if value is None else str(value)
