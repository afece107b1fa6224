"""Experts, arguments and resolutions to debate with, and the JSON that a model would write."""

import json
from collections.abc import Mapping

from src.modules.debate.domain.dtos import (
    BearArgument,
    BullArgument,
    DebateInput,
    ExpertSummary,
    ResolutionResult,
)

SYMBOL = "000001.SZ"

TECHNICAL: dict[str, object] = {
    "signal": "BULLISH",
    "confidence": 0.78,
    "summary_reasoning": "均线多头排列，RSI14 为 61.0[E8]，高于中线 50.0[E45]。",
    "risk_warning": "第一支撑位为 10.20 元/股[E33]，收盘失守该位则本判断失效。",
    "key_technical_levels": {"support": [10.2], "resistance": [11.8]},
    "technical_indicators": {"rsi14": {"value": 61.0}},
    "narrative_report": "### 技术面\n长文",
    "input": "用户提示词原文",
    "output": "模型原始输出",
}
FINANCIAL: dict[str, object] = {
    "signal": "STRONG_BULLISH",
    "confidence": 0.7,
    "financial_score": 91.0,
    "summary_reasoning": "主要支撑：自由现金流率为 27.6%[E23]，高于优良线 10.0%[E178]。",
    "risk_warning": "净利润同比为 -1.5%[E16]，低于警戒线 0.0%[E173]。",
    "dimension_analyses": [],
    "financial_indicators": {},
    "input": "用户提示词原文",
    "output": "模型原始输出",
}
VALUATION: dict[str, object] = {
    "valuation_verdict": "Overvalued",
    "confidence_score": 0.64,
    "estimated_intrinsic_value_range": {"lower_bound": 8.0, "upper_bound": 9.0},
    "reasoning_summary": "现价 10.50 元/股[E1]，综合估值中枢 8.62 元/股[E42]，判断为高估。",
    "risk_factors": ["一年利润增速为 -37.2%[E6]", "DCF 对假设敏感"],
    "valuation_indicators": {},
    "input": "用户提示词原文",
    "output": "模型原始输出",
}
MACRO: dict[str, object] = {
    "macro_environment": "Neutral",
    "confidence_score": 0.53,
    "macro_summary": "制造业 PMI 为 50.6[E10]，不低于荣枯线 50.0[E22]，制造业处于扩张一侧。",
    "key_risks": ["总需求在转弱[E15]", "产业政策缺少可用信息"],
    "information_sources": ["https://example.org/a"],
    "macro_indicators": {},
    "input": "用户提示词原文",
    "output": "模型原始输出",
}
CATALYST: dict[str, object] = {
    "result": {
        "catalyst_assessment": "Negative",
        "confidence_score": 0.55,
        "catalyst_summary": "消极信号来自业绩：三季报利空[E3]。",
        "positive_catalysts": [],
        "negative_catalysts": [
            {
                "event": "股东减持公告[E4]",
                "expected_impact": "利空：供给增加。",
                "timeframe": "短期",
                "probability": "HIGH",
            },
            {
                "event": "Lawsuit over a patent [E5]",
                "expected_impact": "Costs rise.",
                "timeframe": "within a year",
                "probability": "LOW",
            },
        ],
        "information_sources": ["https://example.org/b"],
    },
    "narrative_report": "### 催化剂\n长文",
    "raw_llm_output": "模型原始输出",
    "user_prompt": "用户提示词原文",
    "catalyst_context": {"company_events": []},
}
RAW: dict[str, dict[str, object]] = {
    "technical_analyst": TECHNICAL,
    "financial_auditor": FINANCIAL,
    "valuation_modeler": VALUATION,
    "macro_intelligence": MACRO,
    "catalyst_detective": CATALYST,
}

BULL_JSON: dict[str, object] = {
    "direction": "BULLISH",
    "confidence": 0.7,
    "core_thesis": "The chart and the cash flow carry it.",
    "supporting_arguments": [
        {
            "dimension": "technical_analyst",
            "argument": "RSI is above its middle line [technical_analyst:E8].",
            "evidence": "technical_analyst [technical_analyst:E8]",
            "strength": "HIGH",
        }
    ],
    "acknowledged_risks": ["The valuation is stretched."],
    "price_catalysts": ["The annual report in April."],
}
BEAR_JSON: dict[str, object] = {
    "direction": "BEARISH",
    "confidence": 0.4,
    "core_thesis": "It is dear, and holders sell.",
    "supporting_arguments": [
        {
            "dimension": "valuation_modeler",
            "argument": "The price stands above the middle of the value [valuation_modeler:E42].",
            "evidence": "valuation_modeler [valuation_modeler:E42]",
            "strength": "MEDIUM",
        }
    ],
    "acknowledged_strengths": ["Cash flow is good."],
    "risk_triggers": ["A close below 10.20."],
}
RESOLUTION_JSON: dict[str, object] = {
    "direction": "BULLISH",
    "confidence": 0.55,
    "bull_case_summary": "Momentum and cash.",
    "bear_case_summary": "Valuation.",
    "risk_matrix": [
        {
            "risk": "A holder sells.",
            "probability": "MEDIUM",
            "impact": "HIGH",
            "mitigation": "Leave below 10.20.",
        }
    ],
    "key_disagreements": ["Chart against valuation."],
    "conflict_resolution": "The bull outweighs: two experts with rows against one.",
}


def summary(signal: str, confidence: float = 0.8, reasoning: str = "", risk_warning: str = "") -> ExpertSummary:
    return ExpertSummary(signal=signal, confidence=confidence, reasoning=reasoning, risk_warning=risk_warning)


def debate_input(experts: Mapping[str, ExpertSummary] | None = None, symbol: str = SYMBOL) -> DebateInput:
    return DebateInput(symbol=symbol, expert_summaries=dict(five_experts() if experts is None else experts))


def five_experts() -> dict[str, ExpertSummary]:
    return {
        "technical_analyst": summary(
            "BULLISH",
            0.78,
            "RSI14 is 61.0[E8], above its middle line 50.0[E45].",
            "The first support is at 10.20 CNY/share[E33]; a finish below it would prove this reading wrong.",
        ),
        "financial_auditor": summary(
            "STRONG_BULLISH",
            0.7,
            "What carries it: Free cash flow margin is 27.6%[E23], above the good line 10.0%[E178].",
            "Net profit growth is -1.5%[E16], below the warning line 0.0%[E173].",
        ),
        "valuation_modeler": summary(
            "Overvalued",
            0.64,
            "At a price of 10.50[E1] against a middle of 8.62[E42] it is overvalued.",
            "One-year profit growth is -37.2%[E6].",
        ),
        "macro_intelligence": summary(
            "Neutral", 0.53, "The PMI stands at 50.6[E10]: manufacturing is expanding.", "Demand is weakening[E15]."
        ),
        "catalyst_detective": summary(
            "Negative",
            0.55,
            "The negative side is earnings[E3].",
            "A holder sells [E4], expected impact: bad news, timeframe: short term, probability: HIGH",
        ),
    }


def bull(**changed: object) -> BullArgument:
    return BullArgument.model_validate(BULL_JSON | changed)


def bear(**changed: object) -> BearArgument:
    return BearArgument.model_validate(BEAR_JSON | changed)


def resolution(**changed: object) -> ResolutionResult:
    return ResolutionResult.model_validate(RESOLUTION_JSON | changed)


def written(answer: Mapping[str, object], **changed: object) -> str:
    """As a model writes it."""
    return json.dumps({**answer, **changed}, ensure_ascii=False)
