"""A stress report out of the JSON that is kept of it, so that the terminal draws what was told then."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, TypeVar

from packages.domain.backtest.analysis.report import Cover
from packages.domain.backtest.jobs.plan import Plan
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.stress.crises.windows import CrisisWindow
from packages.domain.stress.findings import (
    CrisisFinding,
    MonteCarloFinding,
    OverfittingFinding,
    SensitivityFinding,
    Verdict,
    WalkForwardFinding,
)
from packages.domain.stress.jobs.codec import from_json
from packages.domain.stress.report import StressReport
from packages.domain.stress.verdict.limits import Limits
from packages.domain.stress.verdict.parts import StressParts
from packages.reports.stress.as_json import PERCENTILES

Told = Mapping[str, Any]
Kind = TypeVar("Kind")


def stress_report(told: Told, plan: Plan) -> StressReport:
    """`told` is what `stress_json` made; the money and the costs are in the plan."""
    crises: Sequence[Told] = told["crises"] or ()
    return StressReport(
        stress_report_id=told["stress_report_id"],
        scenario_set_id=told["scenario_set_id"],
        strategy_version=told["strategy"]["version"],
        created_at=datetime.fromisoformat(told["created_at"]),
        cover=_cover(told, plan),
        parts=_parts(told),
        limits=_read(Limits, told["limits"]),
        verdict=_read(Verdict, told["verdict"]),
        windows=tuple(map(_window, crises)),
    )


def _cover(told: Told, plan: Plan) -> Cover:
    """Without the rules: a stress report does not tell them."""
    strategy: Told = told["strategy"]
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
        is_demo=told["is_demo"],
        trials=strategy["trials"],
        rules=(),
        summary=(),
    )


def _parts(told: Told) -> StressParts:
    worlds: Sequence[Told] | None = told["monte_carlo"]
    return StressParts(
        crises=_some(tuple[CrisisFinding, ...], told["crises"]),
        monte_carlo=_some(tuple[MonteCarloFinding, ...], None if worlds is None else [_world(each) for each in worlds]),
        sensitivity=_some(SensitivityFinding, _sensitivity(told["sensitivity"])),
        walk_forward=_some(WalkForwardFinding, told["walk_forward"]),
        overfitting=_some(OverfittingFinding, told["overfitting"]),
    )


def _world(told: Told) -> Told:
    return {**told, "fan": _matrix([told["fan"].get(name, ()) for name in PERCENTILES])}


def _sensitivity(told: Told | None) -> Told | None:
    if told is None or told["heatmap"] is None:
        return told
    return {**told, "heatmap": {**told["heatmap"], "sharpe": _matrix(told["heatmap"]["sharpe"])}}


def _matrix(rows: Sequence[Sequence[float | None]]) -> Told:
    """As the codec of findings reads one."""
    values = [value for row in rows for value in row]
    return {"shape": [len(rows), len(rows[0]) if rows else 0], "values": values}


def _window(told: Told) -> CrisisWindow:
    days = (date.fromisoformat(told[name]) for name in ("start", "end"))
    return CrisisWindow(told["key"], told["name"]["en"], told["name"]["zh"], *days)


def _some(kind: type[Kind], told: object) -> Kind | None:
    return None if told is None else _read(kind, told)


def _read(kind: type[Kind], told: object) -> Kind:
    read: Kind = from_json(kind, told)
    return read
