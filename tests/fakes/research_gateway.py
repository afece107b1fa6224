"""Experts that report what an expert reports, until a test has one of them fail, hang or take its time."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from src.modules.coordinator.domain.model.enums import ExpertType
from src.modules.coordinator.domain.ports.research_expert_gateway import IResearchExpertGateway

REPORTS: Mapping[ExpertType, dict[str, Any]] = {
    ExpertType.TECHNICAL_ANALYST: {
        "signal": "BULLISH",
        "confidence": 0.78,
        "summary_reasoning": "Above its averages [E1].",
        "risk_warning": "Overbought [E2].",
        "key_technical_levels": {"support": [9.5], "resistance": [11.0]},
        "technical_indicators": {"rsi14": {"value": 71.0}},
        "input": "the prompt",
        "output": "the answer",
        "engine": "rules",
    },
    ExpertType.FINANCIAL_AUDITOR: {
        "signal": "STRONG_BULLISH",
        "confidence": 0.66,
        "summary_reasoning": "Cash covers profit.",
        "risk_warning": "Debt is due next year.",
        "dimension_analyses": [{"dimension": "solvency"}],
        "financial_indicators": {},
        "input": "the prompt",
        "output": "the answer",
        "engine": "rules",
    },
    ExpertType.VALUATION_MODELER: {
        "valuation_verdict": "Undervalued",
        "confidence_score": 0.55,
        "reasoning_summary": "Cheap against its own past.",
        "risk_factors": ["Earnings may fall.", "Rates may rise."],
        "estimated_intrinsic_value_range": {"lower_bound": 10.0, "upper_bound": 14.0},
        "valuation_indicators": {},
        "input": "the prompt",
        "output": "the answer",
        "engine": "rules",
    },
    ExpertType.MACRO_INTELLIGENCE: {
        "macro_environment": "Favorable",
        "confidence_score": 0.5,
        "macro_summary": "Liquidity eases.",
        "key_risks": ["Exports slow."],
        "information_sources": ["https://example.org/a"],
        "macro_indicators": {},
        "input": "the prompt",
        "output": "the answer",
        "engine": "rules",
    },
    ExpertType.CATALYST_DETECTIVE: {
        "result": {
            "catalyst_assessment": "Positive",
            "confidence_score": 0.45,
            "catalyst_summary": "A contract is near.",
            "negative_catalysts": [
                {
                    "event": "Lock-up ends",
                    "expected_impact": "selling pressure",
                    "timeframe": "a month",
                    "probability": "MEDIUM",
                }
            ],
        },
        "narrative_report": "A contract is near.",
        "raw_llm_output": "the answer",
        "user_prompt": "the prompt",
        "catalyst_context": {},
        "engine": "rules",
    },
}


@dataclass(frozen=True, slots=True)
class Asked:
    expert: ExpertType
    symbol: str
    options: dict[str, Any]


@dataclass
class FakeResearchGateway(IResearchExpertGateway):
    """`fails` by expert; those in `hangs` never answer until they are released by `release`; all take `seconds`."""

    fails: dict[ExpertType, Exception] = field(default_factory=dict)
    hangs: set[ExpertType] = field(default_factory=set)
    seconds: float = 0.0
    asked: list[Asked] = field(default_factory=list)
    release: asyncio.Event = field(default_factory=asyncio.Event)
    at_work: int = 0
    most_at_work: int = 0

    async def run_expert(
        self, expert_type: ExpertType, symbol: str, options: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        self.asked.append(Asked(expert_type, symbol, options or {}))
        self.at_work += 1
        self.most_at_work = max(self.most_at_work, self.at_work)
        try:
            await asyncio.sleep(self.seconds)
            if expert_type in self.hangs:
                await self.release.wait()
        finally:
            self.at_work -= 1
        if expert_type in self.fails:
            raise self.fails[expert_type]
        return dict(REPORTS[expert_type])

    @property
    def experts(self) -> list[ExpertType]:
        return [asked.expert for asked in self.asked]
