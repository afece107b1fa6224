"""Stress tests as tools tell them: the crises there are, what is to be tried, and where each test stands."""

from collections.abc import Mapping
from datetime import date, datetime

from pydantic import BaseModel, Field

from apps.mcp.figures import BothLanguages, Fraction
from packages.contracts.tool_results import ToolResult
from packages.domain.market_data.symbols import Market
from packages.domain.stress.crises.windows import CrisisWindow
from packages.domain.stress.findings import World
from packages.domain.stress.jobs.plan import ScenarioSet
from packages.domain.stress.jobs.stored import NewScenarioSet, StressTest
from packages.domain.stress.verdict.parts import Part
from packages.domain.work.stored import BacktestStatus, ChatStatus

NEXT: Mapping[ChatStatus, str] = {
    "pending": "It waits for its turn: call {again} again in a few seconds.",
    "running": "It runs: call {again} again in some seconds; a full test takes a minute or more.",
    "done": "Call {then}.",
    "failed": "Tell the person why it failed; mend what `failure` names, and start a new one.",
}


class WindowTold(BaseModel):
    """A crisis and its days, both included."""

    key: str
    name: BothLanguages
    start: date
    end: date


class WindowsTold(ToolResult):
    """The named crises of a market, the oldest first."""

    market: Market
    windows: list[WindowTold]


class ScenarioSetTold(ToolResult):
    """What a strategy is to be put through; nothing has run yet."""

    scenario_set_id: str
    parts: list[Part]
    is_whole: bool = Field(description="Whether all parts are in it; without all of them nothing can pass.")
    crises: list[WindowTold]
    worlds: list[World]
    paths: int = Field(description="Invented histories in each world.")
    seed: int
    horizon: int | None = Field(description="Bars of an invented history; null is as many as there are.")
    ruin_level: Fraction
    kyc_answers: dict[str, str] = Field(
        description="The person's stored answers that the limits come from; the lab's own limits where there are none."
    )
    next_step: str = "Call create with this scenario_set_id and the strategy_id."


class StressRow(BaseModel):
    """A stress test in a list; its verdict is told by report."""

    stress_report_id: str
    scenario_set_id: str
    status: ChatStatus
    parts: list[Part]
    name: str = Field(description="Of the strategy.")
    strategy_id: str | None
    strategy_version: int | None
    asked_at: datetime


class StressTold(ToolResult):
    """A stress test and where it stands."""

    stress_report_id: str
    scenario_set_id: str
    status: ChatStatus
    progress: Fraction = Field(description="From 0 to 1.")
    message: str = Field(description="What it is doing at present.")
    failure: str | None = Field(description="Why there is no report, where it failed or was cancelled.")
    parts: list[Part]
    name: str = Field(description="Of the strategy.")
    strategy_id: str | None
    strategy_version: int | None
    asked_at: datetime
    next_step: str


class StressTestsTold(ToolResult):
    """Newest first."""

    stress_tests: list[StressRow]
    next_before: str | None = Field(description="`before` of the next page; null on the last.")


def windows_told(market: Market, windows: tuple[CrisisWindow, ...]) -> WindowsTold:
    return WindowsTold(market=market, windows=[_window(each) for each in windows])


def set_told(made: NewScenarioSet) -> ScenarioSetTold:
    scenarios: ScenarioSet = made.scenarios
    has_crises, has_paths = Part.CRISES in scenarios.parts, Part.MONTE_CARLO in scenarios.parts
    return ScenarioSetTold(
        scenario_set_id=made.id,
        parts=list(scenarios.parts),
        is_whole=set(scenarios.parts) == set(Part),
        crises=[_window(each) for each in scenarios.windows] if has_crises else [],
        worlds=list(scenarios.worlds) if has_paths else [],
        paths=scenarios.paths if has_paths else 0,
        seed=scenarios.seed,
        horizon=scenarios.horizon,
        ruin_level=scenarios.ruin_level,
        kyc_answers=dict(scenarios.profile),
    )


def stress_told(stress: StressTest) -> StressTold:
    row, status = stress_row(stress), stress.status.told_to_chat
    return StressTold(
        **row.model_dump(),
        progress=stress.progress,
        message=stress.message,
        failure=failure_of(stress.status, stress.error),
        next_step=NEXT[status].format(again="get", then="report for the verdict and its reasons"),
    )


def tests_told(found: list[StressTest], limit: int) -> StressTestsTold:
    following = found[-1].id if len(found) == limit else None
    return StressTestsTold(stress_tests=[stress_row(each) for each in found], next_before=following)


def stress_row(stress: StressTest) -> StressRow:
    plan = stress.plan.backtest
    return StressRow(
        stress_report_id=stress.id,
        scenario_set_id=stress.plan.scenario_set_id,
        status=stress.status.told_to_chat,
        parts=list(stress.plan.scenarios.parts),
        name=plan.strategy.name,
        strategy_id=plan.strategy_id,
        strategy_version=plan.version,
        asked_at=stress.created_at,
    )


def failure_of(status: BacktestStatus, error: str | None) -> str | None:
    """Why there is no result and never will be."""
    return (error or "It was cancelled.") if status.told_to_chat == "failed" else None


def _window(window: CrisisWindow) -> WindowTold:
    name = BothLanguages(zh=window.name_zh, en=window.name_en)
    return WindowTold(key=window.key, name=name, start=window.start, end=window.end)
