"""A stress report out of the JSON that is kept of it, so that the terminal draws it as it was then."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, TypeVar

from packages.domain.backtest.analysis.report import Cover
from packages.domain.backtest.jobs.plan import Plan
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.stress.attempts import JointVerdict, StressAttempt
from packages.domain.stress.crises.windows import CrisisWindow
from packages.domain.stress.findings import (
    CrisisFinding,
    MonteCarloFinding,
    OverfittingFinding,
    Ruling,
    SensitivityFinding,
    StressVerdict,
    WalkForwardFinding,
)
from packages.domain.stress.jobs.codec import from_json
from packages.domain.stress.report import StressTestReport
from packages.domain.stress.verdict.limits import StressLimits
from packages.domain.stress.verdict.parts import StressParts
from packages.reports.stress.as_json import PERCENTILES

JsonDocument = Mapping[str, Any]
Kind = TypeVar("Kind")
_DAYS = (("first_day", "start"), ("last_day", "end"))


def stress_report(document: JsonDocument, plan: Plan) -> StressTestReport:
    """`document` is what `stress_json` made; the money and the costs are in the plan."""
    crises: Sequence[JsonDocument] = document["crises"] or ()
    return StressTestReport(
        stress_report_id=document["stress_report_id"],
        scenario_set_id=document["scenario_set_id"],
        strategy_version=document["strategy"]["version"],
        created_at=datetime.fromisoformat(document["created_at"]),
        cover=_cover(document, plan),
        parts=_parts(document),
        limits=_read(StressLimits, document["limits"]),
        verdict=_read(StressVerdict, document["verdict"]),
        windows=tuple(map(_window, crises)),
        seed=document.get("seed"),
        is_own_seed=document.get("is_own_seed", False),
        joint=_joint(document),
    )


def _joint(document: JsonDocument) -> JointVerdict:
    """As it stood when the test ended; nothing for a report from before attempts were kept."""
    ruling = document.get("joint_verdict")
    stored: Sequence[JsonDocument] = document.get("attempts", ())
    attempts = tuple(map(_attempt, stored))
    counted = tuple(each for each, body in zip(attempts, stored, strict=True) if body["counts"])
    return JointVerdict(Ruling(ruling) if ruling else None, counted, attempts)


def _attempt(of: JsonDocument) -> StressAttempt:
    days = {to: date.fromisoformat(of[name]) if of[name] else None for to, name in _DAYS}
    return StressAttempt(
        stress_report_id=of["stress_report_id"],
        owner_id="",
        rules="",
        limits="",
        ruling=Ruling(of["verdict"]),
        seed=of["seed"],
        is_own_seed=of["is_own_seed"],
        is_whole=True,
        declared_trials=of["declared_trials"],
        trials=of["trials"],
        terms={},
        created_at=datetime.fromisoformat(of["created_at"]),
        **days,
    )


def _cover(document: JsonDocument, plan: Plan) -> Cover:
    """Without the rules: a stress report does not show them."""
    strategy: JsonDocument = document["strategy"]
    return Cover(
        strategy=strategy["name"],
        tickers=tuple(strategy["tickers"]),
        market=Market(strategy["market"]),
        timeframe=Timeframe(strategy["timeframe"]),
        start=date.fromisoformat(strategy["start"]),
        end=date.fromisoformat(strategy["end"]),
        terms=plan.terms,
        source=strategy["source"],
        content_hash=strategy["hash"],
        is_demo=document["is_demo"],
        trials=strategy["trials"],
        rules=(),
        summary=(),
    )


def _parts(document: JsonDocument) -> StressParts:
    worlds: Sequence[JsonDocument] | None = document["monte_carlo"]
    return StressParts(
        crises=_some(tuple[CrisisFinding, ...], document["crises"]),
        monte_carlo=_some(tuple[MonteCarloFinding, ...], None if worlds is None else [_world(each) for each in worlds]),
        sensitivity=_some(SensitivityFinding, _sensitivity(document["sensitivity"])),
        walk_forward=_some(WalkForwardFinding, document["walk_forward"]),
        overfitting=_some(OverfittingFinding, document["overfitting"]),
    )


def _world(document: JsonDocument) -> JsonDocument:
    return {**document, "fan": _matrix([document["fan"].get(name, ()) for name in PERCENTILES])}


def _sensitivity(document: JsonDocument | None) -> JsonDocument | None:
    if document is None or document["heatmap"] is None:
        return document
    return {**document, "heatmap": {**document["heatmap"], "sharpe": _matrix(document["heatmap"]["sharpe"])}}


def _matrix(rows: Sequence[Sequence[float | None]]) -> JsonDocument:
    """As the codec of findings reads one."""
    values = [value for row in rows for value in row]
    return {"shape": [len(rows), len(rows[0]) if rows else 0], "values": values}


def _window(document: JsonDocument) -> CrisisWindow:
    days = (date.fromisoformat(document[name]) for name in ("start", "end"))
    return CrisisWindow(document["key"], document["name"]["en"], document["name"]["zh"], *days)


def _some(kind: type[Kind], document: object) -> Kind | None:
    return None if document is None else _read(kind, document)


def _read(kind: type[Kind], document: object) -> Kind:
    read: Kind = from_json(kind, document)
    return read
