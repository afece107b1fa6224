"""The few fixed words of a report, in both languages."""

from collections.abc import Mapping
from typing import Literal

_WORDS: Mapping[str, tuple[str, str]] = {
    "title": ("研究报告", "research report"),
    "disclaimer": (
        "本报告由软件生成，不构成投资建议。每个数字都链接到其证据行。",
        "Made by software; not investment advice. Every number leads to its evidence row.",
    ),
    "verdict": ("裁决", "Verdict"),
    "action": ("操作", "Action"),
    "probability": ("概率", "Probability"),
    "position_percent": ("仓位（%）", "Position (%)"),
    "stop_loss": ("止损", "Stop loss"),
    "take_profit": ("止盈", "Take profit"),
    "debate": ("多空辩论", "Debate"),
    "no_debate": ("没有进行辩论。", "There was no debate."),
    "confidence": ("置信度", "confidence"),
    "BULLISH": ("偏多", "Leans bullish"),
    "BEARISH": ("偏空", "Leans bearish"),
    "NEUTRAL": ("中性", "Neutral"),
    "bull_case": ("多方", "The bull"),
    "bear_case": ("空方", "The bear"),
    "risk_matrix": ("风险矩阵", "Risk matrix"),
    "risk": ("风险", "Risk"),
    "impact": ("影响", "Impact"),
    "mitigation": ("应对", "Mitigation"),
    "disagreements": ("核心分歧", "Where they disagree"),
    "failed": ("失败", "Failed"),
    "technical_analyst": ("技术分析师", "Technical analyst"),
    "financial_auditor": ("财务审计员", "Financial auditor"),
    "valuation_modeler": ("估值建模师", "Valuation modeler"),
    "macro_intelligence": ("宏观情报员", "Macro intelligence"),
    "catalyst_detective": ("催化剂侦探", "Catalyst detective"),
    "evidence": ("证据", "Evidence"),
    "tag": ("编号", "Tag"),
    "what": ("指标", "Figure"),
    "value": ("数值", "Value"),
    "period": ("期间", "Period"),
    "source": ("数据行", "Row"),
    "known_at": ("可知日期", "Known on"),
}


def words(language: Literal["zh", "en"]) -> Mapping[str, str]:
    place = 0 if language == "zh" else 1
    return {key: both[place] for key, both in _WORDS.items()}
