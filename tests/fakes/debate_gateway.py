"""A debate and a judge that come to something, until a test has them fail, hang or take their time."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from src.modules.coordinator.domain.ports.debate_gateway import IDebateGateway
from src.modules.coordinator.domain.ports.judge_gateway import IJudgeGateway
from src.modules.coordinator.domain.session import current_run

OUTCOME: Mapping[str, Any] = {
    "symbol": "000001.SZ",
    "direction": "BULLISH",
    "confidence": 0.62,
    "bull_case": {"core_thesis": "Up.", "supporting_arguments": [], "acknowledged_risks": []},
    "bear_case": {"core_thesis": "Down.", "supporting_arguments": [], "acknowledged_strengths": []},
    "risk_matrix": [{"risk": "Debt", "probability": "LOW", "impact": "HIGH", "mitigation": "Watch it."}],
    "key_disagreements": ["Whether it is cheap."],
    "conflict_resolution": "The bull has the better rows.",
}
VERDICT: Mapping[str, Any] = {"action": "BUY", "position_percent": 10.0, "confidence": 0.6, "engine": "rules"}

NO_CALL: Mapping[str, Any] = {
    "action": "NO_CALL",
    "no_call_reason": "debate_failed",
    "confidence": 0.0,
    "engine": "rules",
}


@dataclass
class FakeDebateGateway(IDebateGateway):
    """Two advocates at the same time and then the resolution: three calls of `seconds` each, two of them in a row."""

    fails: Exception | None = None
    hangs: bool = False
    seconds: float = 0.0
    asked: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)

    async def run_debate(self, symbol: str, expert_results: dict[str, Any]) -> dict[str, Any]:
        self.asked.append((symbol, expert_results))
        run = current_run()
        self.rounds.append(run.rounds if run else 1)
        await asyncio.gather(asyncio.sleep(self.seconds), asyncio.sleep(self.seconds))
        await asyncio.sleep(self.seconds)
        if self.hangs:
            await asyncio.get_running_loop().create_future()
        if self.fails is not None:
            raise self.fails
        return {**OUTCOME, "symbol": symbol}


@dataclass
class FakeJudgeGateway(IJudgeGateway):
    fails: Exception | None = None
    asked: list[tuple[str, dict[str, Any], dict[str, Any]]] = field(default_factory=list)

    async def run_verdict(
        self, symbol: str, expert_results: dict[str, Any], debate_outcome: dict[str, Any]
    ) -> dict[str, Any]:
        self.asked.append((symbol, expert_results, debate_outcome))
        if self.fails is not None:
            raise self.fails
        return {**(VERDICT if debate_outcome else NO_CALL), "symbol": symbol}
