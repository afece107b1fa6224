"""What an honest model answers to every agent's question: sentences that cite the rows found in the question itself."""

import json
import re
from collections.abc import Sequence
from typing import Any

_ROW = re.compile(r"^\[(E\d+)\] (.+?) \(([\w.@-]+)\) = (.*?) \| (.*?) \| ", re.MULTILINE)
_DOCUMENT = re.compile(r'<document tag="(E\d+)"[^>]*>\n([^\n]+)\n')
_NAMED = re.compile(r"\[[a-z_]+:E\d+\]")
_SENTENCE = re.compile(r"[^。！？\n<>]+?(?:[。！？]|[.!?](?=\s|$|<))")
_MOST = 6
_ZH, _EN = "截至 {day}，{name}为 {value}[{tag}]。", "At {day}, {name} is {value}[{tag}]."
_NOTHING = "没有可引用的数据。"
_GRANTED = {
    "bull": ("acknowledged_risks", "price_catalysts"),
    "bear": ("acknowledged_strengths", "risk_triggers"),
}
_MACRO = ("liquidity", "industry_policy", "economy", "industry_cycle")
# A change is said with a word of direction, a rule with what it is held against: this model states levels only.
_LEVELS = re.compile(r"close|ma\d+|rsi14|price|pe_ttm|pb|pmi|policy_rate|revenue|gross_margin|net_margin|roe|score")


def is_chinese(text: str) -> bool:
    return bool(re.search("[\u4e00-\u9fff]{12}", text))


def cited_sentences(question: str) -> list[str]:
    """About the rows of an expert's question, each with its period; a document is quoted by its title."""
    rows = _ROW.findall(question)
    newest = {metric: period for _, _, metric, _, period in sorted(rows, key=lambda row: row[4][-10:])}
    chinese = is_chinese(question.partition("[E1]")[0])
    told = [
        f"截至 {period[-10:]}，{name}为 {value}[{tag}]。"
        if chinese
        else f"At {period[-10:]}, {name} is {value}[{tag}]."
        for tag, name, metric, value, period in rows
        if period and newest[metric] == period and _LEVELS.fullmatch(metric)
    ]
    quoted = [f"「{title}」[{tag}]。" for tag, title in _DOCUMENT.findall(question)]
    return [*told[:_MOST], *quoted[:_MOST]]


def repeated_sentences(question: str) -> list[str]:
    """Sentences of the question that cite rows by their expert's name."""
    found = [one.strip(' "‹›') for one in _SENTENCE.findall(question) if _NAMED.search(one)]
    return list(dict.fromkeys(one for one in found if not one.startswith(("-", "—"))))


def expert_answer(shape: str, said: Sequence[str], signal: str | None = None) -> dict[str, Any]:
    """The opinion of this shape that says these sentences."""
    whole = " ".join(said)
    answers: dict[str, dict[str, Any]] = {
        "TechnicalOpinion": {
            "signal": signal or "BULLISH", "confidence": 0.6, "summary_reasoning": whole, "support": [],
            "resistance": [], "risk_warning": said[-1], "narrative_report": whole,
        },
        "AuditOpinion": {
            "financial_score": 60.0, "confidence": 0.6, "summary_reasoning": whole,
            "dimension_analyses": [{"dimension": f"d{n}", "score": None, "assessment": said[0]} for n in "abcde"],
            "key_risks": [], "risk_warning": said[-1], "narrative_report": whole,
        },
        "ValuationOpinion": {
            "valuation_verdict": signal or "Fair", "confidence_score": 0.5, "lower_bound": None, "upper_bound": None,
            "key_evidence": [said[0]], "risk_factors": [said[-1]], "reasoning_summary": whole,
            "narrative_report": whole,
        },
        "MacroOpinion": {
            "macro_environment": signal or "Neutral", "confidence_score": 0.5, "macro_summary": whole,
            "dimension_analyses": [{"dimension": one, "stance": "Neutral", "assessment": said[0]} for one in _MACRO],
            "key_opportunities": [], "key_risks": [said[-1]], "information_sources": [], "narrative_report": whole,
        },
        "CatalystOpinion": {
            "catalyst_assessment": signal or "Positive", "confidence_score": 0.5, "catalyst_summary": whole,
            "dimension_analyses": [{"dimension": one, "stance": "Neutral", "assessment": said[0]} for one in "abcd"],
            "positive_catalysts": [], "negative_catalysts": [], "information_sources": [], "narrative_report": whole,
        },
    }  # fmt: skip
    return answers[shape]


def side_answer(stance: str, said: Sequence[str], confidence: float = 0.5) -> dict[str, Any]:
    granted, events = _GRANTED[stance]
    return {
        "direction": "BULLISH" if stance == "bull" else "BEARISH",
        "confidence": confidence,
        "core_thesis": said[0],
        "supporting_arguments": [
            {"dimension": _expert_of(one), "argument": one, "evidence": _tag_of(one), "strength": "MEDIUM"}
            for one in said[:3]
        ],
        granted: [said[-1]],
        events: [],
    }


def resolution_answer(said: Sequence[str], direction: str = "NEUTRAL") -> dict[str, Any]:
    return {
        "direction": direction,
        "confidence": 0.5,
        "bull_case_summary": said[0],
        "bear_case_summary": said[-1],
        "risk_matrix": [{"risk": said[0], "probability": "LOW", "impact": "LOW", "mitigation": said[-1]}],
        "key_disagreements": [said[0]],
        "conflict_resolution": said[-1],
    }


def verdict_answer(said: Sequence[str], **changed: Any) -> dict[str, Any]:
    return {
        "action": "HOLD",
        "position_percent": 0.0,
        "confidence": 0.5,
        "probability": 0.5,
        "entry_strategy": said[0],
        "stop_loss": None,
        "take_profit": None,
        "invalidation_triggers": [said[0]],
        "risk_warnings": [said[-1]],
        "reasoning": " ".join(said[:3]),
        **changed,
    }


def honest_answer(shape: str | None, system: str, question: str) -> dict[str, Any]:
    """`shape`: the name of the schema that was asked for; a debate goes by its system message."""
    if shape == "VerdictAnswer":
        return verdict_answer(repeated_sentences(question) or [_NOTHING])
    for stance in ("bull", "bear"):
        if f"You are the {stance}" in system:
            return side_answer(stance, repeated_sentences(question) or [_NOTHING])
    if "You resolve" in system:
        return resolution_answer(_said_in_cases(question) or [_NOTHING])
    assert shape is not None, f"nobody knows how to play {system[:200]}"
    return expert_answer(shape, cited_sentences(question) or [_NOTHING])


def _said_in_cases(question: str) -> Sequence[str]:
    cases = re.findall(r"<(?:bull|bear)_case>\n(.*?)\n</", question, re.DOTALL)
    return [argument["argument"] for case in cases for argument in json.loads(case)["supporting_arguments"]]


def _expert_of(sentence: str) -> str:
    named = _NAMED.search(sentence)
    return named.group()[1:].partition(":")[0] if named else "technical_analyst"


def _tag_of(sentence: str) -> str:
    named = _NAMED.search(sentence)
    return named.group() if named else "-"
