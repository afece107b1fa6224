"""Cases, calls and small markets in one line."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

import numpy as np

from packages.core.messages import Language
from packages.domain.market_data.bars import BarColumns, BarSeries
from packages.domain.market_data.sessions import bar_known_at
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from src.modules.judge.domain.call import Call, CallEntry, CallSignature, call_of
from src.modules.judge.domain.case import (
    Case,
    CaseRow,
    Debate,
    DebateArgument,
    DebateSide,
    ExpertFinding,
    LeanDirection,
    MarketFacts,
    PastWindows,
    PriceRow,
)
from src.modules.judge.domain.chain import Head, next_link
from src.modules.judge.domain.settlement import Settlement, SettlementState
from src.modules.judge.domain.verdict import BoundPrice, CitedRow, PriceRule, Verdict, VerdictAction

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
SYMBOL = parse_symbol("000001.SZ")
INDEX = parse_symbol("000300.SH")
BASE_DAY = date(2026, 1, 5)
OWNER = "ann"


def row(tag: str, metric: str, value: float, **changed: Any) -> CaseRow:
    told: dict[str, Any] = {
        "tag": tag,
        "id": f"calc:{SYMBOL}:{metric}:2026-01-05",
        "metric": metric,
        "value": Decimal(str(value)),
        "unit": "CNY/share",
        "period": "2026-01-05",
        "known_at": NOW - timedelta(hours=5),
    }
    return CaseRow(**{**told, **changed})


ROWS = {
    one.tag: one
    for one in (
        row("E1", "close", 10.0),
        row("E2", "atr14", 0.3),
        row("E3", "support_1", 9.5),
        row("E4", "support_2", 9.0),
        row("E5", "resistance_1", 11.5),
        row("E6", "rsi14", 61.0, unit="plain"),
        row("E7", "ma20", 9.8),
    )
}


def expert(name: str = "technical_analyst", **changed: Any) -> ExpertFinding:
    told: dict[str, Any] = {
        "name": name,
        "signal": "BULLISH",
        "lean": 0.6,
        "confidence": 0.8,
        "quality": 1.0,
        "reasoning": "The close is above its averages [E1].",
        "risk_warning": "A fall below the support [E3] ends it.",
        "as_of": NOW,
        "rows": ROWS if name == "technical_analyst" else {},
    }
    return ExpertFinding(**{**told, **changed})


def debate(direction: LeanDirection = LeanDirection.BULLISH, confidence: float = 0.7, **changed: Any) -> Debate:
    told: dict[str, Any] = {
        "direction": direction,
        "confidence": confidence,
        "bull": DebateSide("It rises.", (DebateArgument("Trend", "[technical_analyst:E1]", 1.0),)),
        "bear": DebateSide("It falls.", (DebateArgument("Debt", "[financial_auditor:E2]", 0.3),)),
        "risks": ("A fall below the support.",),
        "disagreements": ("Whether it lasts.",),
        "resolution": "The trend weighs more.",
    }
    return Debate(**{**told, **changed})


def price_row(symbol: Symbol = SYMBOL, value: float = 10.0, day: date = BASE_DAY) -> PriceRow:
    return PriceRow(
        id=f"bar:{symbol}:1d:{day}:test", symbol=str(symbol), day=day, value=Decimal(str(value)), source="test"
    )


def facts(**changed: Any) -> MarketFacts:
    told: dict[str, Any] = {
        "base": price_row(),
        "benchmark": price_row(INDEX, 4000.0),
        "benchmark_note": "000300.SH is the benchmark.",
        "trailing_return": 0.04,
        "past": PastWindows(30, 16),
    }
    return MarketFacts(**{**told, **changed})


def case(**changed: Any) -> Case:
    told: dict[str, Any] = {
        "symbol": SYMBOL,
        "as_of": NOW,
        "horizon_days": 60,
        "language": Language.EN,
        "market": facts(),
        "experts": (expert(), *(expert(name) for name in ("financial_auditor", "valuation_modeler"))),
        "debate": debate(),
    }
    return Case(**{**told, **changed})


def bound(value: float, tag: str = "E3") -> BoundPrice:
    cited = (CitedRow(tag, ROWS[tag].id),)
    return BoundPrice(Decimal(str(value)), "CNY/share", "technical_analyst", PriceRule.ROW, cited)


def verdict(**changed: Any) -> Verdict:
    """A coherent purchase, unless something is changed."""
    told: dict[str, Any] = {
        "action": VerdictAction.BUY,
        "position_percent": 10.0,
        "confidence": 0.6,
        "probability": 0.6,
        "entry_strategy": "At the market.",
        "stop_loss": bound(9.5),
        "take_profit": bound(11.5, "E5"),
        "time_horizon": 60,
        "benchmark": "000300.SH",
        "invalidation_triggers": ("A close below 9.5 [technical_analyst:E3].",),
        "risk_warnings": (),
        "reasoning": "The trend [technical_analyst:E1].",
    }
    return Verdict(**{**told, **changed})


def still(action: VerdictAction, **changed: Any) -> Verdict:
    """A HOLD or a NO_CALL that is coherent."""
    quiet: dict[str, Any] = {"action": action, "position_percent": 0.0, "stop_loss": None, "take_profit": None}
    if action is VerdictAction.NO_CALL:
        quiet |= {"probability": None, "confidence": 0.0}
    return verdict(**{**quiet, **changed})


def call(number: int = 1, owner: str = OWNER, **changed: Any) -> Call:
    """A call of its own run; what is changed is changed in the finished call."""
    signed = CallSignature(
        call_id=f"call-{owner}-{number}",
        owner_id=owner,
        session_id=f"run-{number}",
        engine="rules",
        model_alias=None,
        made_at=NOW,
    )
    return replace(call_of(verdict(), case(), signed), **changed)


def entry(one: Call) -> CallEntry:
    link = next_link(Head(), one.content())
    return CallEntry(one, link.seq, Head().hash, link.hash)


def settlement(one: Call, outcome: int | None = 1, **changed: Any) -> Settlement:
    told: dict[str, Any] = {
        "id": f"end-{one.id}",
        "call_id": one.id,
        "owner_id": one.owner_id,
        "call_hash": "f" * 64,
        "settled_at": NOW + timedelta(days=70),
        "state": SettlementState.SETTLED,
        "close": price_row(day=one.ends_on or BASE_DAY),
        "own_return": 0.1,
        "benchmark_return": 0.02,
        "excess_return": 0.08 if outcome else -0.08,
        "outcome": outcome,
    }
    return Settlement(**{**told, **changed})


def bars(closes: Mapping[date, float] | Sequence[float], symbol: Symbol = SYMBOL, last: date = BASE_DAY) -> BarSeries:
    """Daily bars with these closes; a sequence ends on `last`, on every day of the week."""
    if not isinstance(closes, Mapping):
        closes = {last - timedelta(days=len(closes) - 1 - n): value for n, value in enumerate(closes)}
    days = np.array(sorted(closes), dtype="datetime64[D]").astype("datetime64[us]")
    prices = np.array([closes[day] for day in sorted(closes)], dtype=np.float64)
    known_at = bar_known_at(symbol.market, Timeframe.D1, days)
    columns = BarColumns(days, prices, prices, prices, prices, np.full(len(prices), 1000.0), known_at)
    return BarSeries(symbol, Timeframe.D1, "test", "total", columns)


def expert_results() -> dict[str, Any]:
    """Raw reports, as research tells them, about `SYMBOL`."""
    evidence: list[dict[str, Any]] = [
        {
            "tag": one.tag,
            "id": one.id,
            "metric": one.metric,
            "value": float(one.value or 0),
            "unit": one.unit,
            "period": one.period,
            "source": "test",
            "known_at": one.known_at.isoformat(),
            "text": None,
            "rows": [],
        }
        for one in ROWS.values()
    ]
    told = {"as_of": NOW.isoformat(), "grounding": {"numbers": 4, "bound": 4, "violations": []}, "degraded": []}
    return {
        "technical_analyst": {
            "signal": "BULLISH",
            "confidence": 0.8,
            "summary_reasoning": "The close [E1] is above its average [E7].",
            "risk_warning": "The support [E3] may break.",
            "evidence": evidence,
            **told,
        },
        "valuation_modeler": {
            "valuation_verdict": "Undervalued",
            "confidence_score": 0.7,
            "reasoning_summary": "Cheap.",
            "risk_factors": ["Rates", "Debt"],
            "evidence": [],
            **told,
        },
        "macro_intelligence": {
            "macro_environment": "Favorable",
            "confidence_score": 0.6,
            "macro_summary": "Easy money.",
            "key_risks": ["Policy"],
            "evidence": [],
            **told,
        },
        "catalyst_detective": {
            "result": {
                "catalyst_assessment": "Positive",
                "confidence_score": 0.6,
                "catalyst_summary": "Orders.",
                "negative_catalysts": [
                    {"event": "Lock-up ends", "expected_impact": "down", "timeframe": "June", "probability": "LOW"}
                ],
            },
            "evidence": [],
            **told,
        },
    }


def debate_outcome(direction: str = "BULLISH", confidence: float = 0.75) -> dict[str, Any]:
    def argument(text: str, strength: str) -> dict[str, str]:
        return {"dimension": "trend", "argument": text, "evidence": "[technical_analyst:E1]", "strength": strength}

    return {
        "symbol": str(SYMBOL),
        "direction": direction,
        "confidence": confidence,
        "bull_case": {
            "core_thesis": "Up.",
            "supporting_arguments": [argument("Trend", "HIGH"), argument("Value", "MEDIUM")],
            "acknowledged_risks": [],
        },
        "bear_case": {
            "core_thesis": "Down.",
            "supporting_arguments": [argument("Debt", "LOW")],
            "acknowledged_strengths": [],
        },
        "risk_matrix": [{"risk": "The support breaks.", "probability": "LOW", "impact": "HIGH", "mitigation": "Stop."}],
        "key_disagreements": ["Whether it lasts."],
        "conflict_resolution": "The trend weighs more.",
    }
