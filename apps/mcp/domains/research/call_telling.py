"""From the judge and the call book to what the research tools tell of them."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, assert_never

from apps.mcp.domains.research.call_told import (
    BaselineTold,
    CallsTold,
    CallTold,
    IntervalTold,
    PriceTold,
    ScoresTold,
    VerdictTold,
)
from packages.domain.market_data.symbols import parse_symbol
from src.modules.judge.application.dtos import PriceDTO, VerdictDTO
from src.modules.judge.application.owned_calls import CallStanding
from src.modules.judge.domain.ports import CallTally
from src.modules.judge.domain.scores.report import NotEnough, ScoreReport, Scores
from src.modules.judge.domain.scores.scored import ENOUGH
from src.modules.judge.domain.verdict import VerdictAction

_KEPT = (
    *("symbol", "action", "probability", "confidence", "position_percent", "time_horizon", "benchmark"),
    *("benchmark_note", "entry_strategy", "invalidation_triggers", "risk_warnings", "reasoning", "engine", "as_of"),
    *("call_id", "call_number"),
)


def verdict_told(verdict: VerdictDTO) -> VerdictTold:
    kept: dict[str, Any] = {name: getattr(verdict, name) for name in _KEPT}
    base = verdict.base_price
    return VerdictTold.model_validate(
        {
            **kept,
            "research_session_id": verdict.session_id,
            "is_demo": parse_symbol(verdict.symbol).is_demo,
            "stop_loss": _price(verdict.stop_loss),
            "take_profit": _price(verdict.take_profit),
            "base_close": base.value if base else None,
            "base_day": base.day if base else None,
        }
    )


def _price(price: PriceDTO | None) -> PriceTold | None:
    if price is None:
        return None
    return PriceTold(value=price.value, unit=price.unit, expert=price.expert, rows=[row.tag for row in price.rows])


def calls_told(standings: Sequence[CallStanding], limit: int) -> CallsTold:
    """`standings` is one more than the page, where there are more."""
    shown = standings[:limit]
    more = len(standings) > limit
    return CallsTold(calls=[_call(each) for each in shown], next_before=shown[-1].entry.seq if more else None)


def _call(standing: CallStanding) -> CallTold:
    call, final = standing.entry.call, standing.settlement
    return CallTold.model_validate(
        {
            "number": standing.entry.seq,
            "call_id": call.id,
            "research_session_id": call.session_id,
            "symbol": call.symbol,
            "is_demo": parse_symbol(call.symbol).is_demo,
            "made_at": call.made_at,
            "action": VerdictAction(call.action),
            "probability": call.probability,
            "confidence": call.confidence,
            "horizon_days": call.horizon_days,
            "ends_on": call.ends_on,
            "benchmark": call.benchmark,
            "engine": call.engine,
            "state": standing.state,
            "reason": standing.reason,
            "excess_return": final.excess_return if final else None,
            "outcome": final.outcome if final else None,
        }
    )


def scores_told(report: ScoreReport, tally: CallTally) -> ScoresTold:
    counts: dict[str, Any] = {
        "needed": ENOUGH,
        "entries": tally.entries,
        "open": tally.open,
        "unsettleable": tally.unsettleable,
        "no_call": tally.no_call,
        "left_out": report.left_out,
    }
    return ScoresTold.model_validate({**counts, **_overall(report.overall)})


def _overall(scores: Scores | NotEnough) -> dict[str, Any]:
    match scores:
        case NotEnough():
            nothing: dict[str, Any] = {"brier": None, "base_rate": None, "calibration": None, "baselines": []}
            return {"status": "not_enough_calls", "settled": scores.settled, **nothing}
        case Scores():
            baselines = [
                BaselineTold(name=each.name, brier=each.brier, skill=IntervalTold(**asdict(each.skill)))
                for each in scores.baselines
            ]
            return {
                "status": "scored",
                "settled": scores.settled,
                "brier": IntervalTold(**asdict(scores.brier)),
                "base_rate": scores.base_rate,
                "calibration": scores.calibration.found,
                "baselines": baselines,
            }
        case other:
            assert_never(other)
