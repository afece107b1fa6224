"""Stress tests and optimisations as tools show them: what is to be tried, where each stands, and what was found."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Self

from pydantic import Field

from packages.contracts.backtest.tool_views import failure_of
from packages.contracts.sentences import said_of
from packages.contracts.stress.views import WindowOut
from packages.contracts.tool_results import ResourceRef, ToolResult
from packages.contracts.view import BaseView, BothLanguages, EstimateView, Fraction
from packages.domain.market_data.symbols import Market
from packages.domain.stress.findings import World
from packages.domain.stress.jobs.stored import NewScenarioSet, StressTest
from packages.domain.stress.optimise.request import Goal
from packages.domain.stress.optimise.service import Optimisation
from packages.domain.stress.verdict.parts import StressPart
from packages.domain.work.stored import ChatStatus

_NEXT: Mapping[ChatStatus, str] = {
    "pending": "It waits for its turn: call {again} again in a few seconds.",
    "running": "It runs: call {again} again in some seconds; a full test takes a minute or more.",
    "done": "Call {then}.",
    "failed": "Tell the person why it failed; mend what `failure` names, and start a new one.",
}
_REPORT = "report for the verdict and its reasons"
_FINDS = "pareto for the finds; before any is taken over, tell the person what `luck` says of it"
_MOST_FINDS = 8


class WindowView(WindowOut):
    """A crisis and its days, both included."""

    name: BothLanguages


class WindowsView(ToolResult):
    """The named crises of a market, the oldest first."""

    market: Market
    windows: list[WindowView]


class ScenarioSetView(ToolResult):
    """What a strategy is to be put through; nothing has run yet."""

    scenario_set_id: str
    parts: list[StressPart]
    is_whole: bool = Field(description="Whether all parts are in it; without all of them nothing can pass.")
    crises: list[WindowView]
    worlds: list[World]
    paths: int = Field(description="Simulated paths per model.")
    seed: int | None = Field(description="Null: it follows from rules, data and terms.")
    horizon: int | None = Field(description="Bars of an invented history; null is as many as there are.")
    ruin_level: Fraction
    kyc_answers: dict[str, str] = Field(
        description="The person's stored answers that the limits come from; the lab's own limits where there are none."
    )
    next_step: str = "Call create with this scenario_set_id and the strategy_id."

    @classmethod
    def of(cls, made: NewScenarioSet) -> Self:
        scenarios = made.scenarios
        has_crises, has_paths = StressPart.CRISES in scenarios.parts, StressPart.MONTE_CARLO in scenarios.parts
        return cls.from_values(
            scenarios,
            scenario_set_id=made.id,
            is_whole=set(scenarios.parts) == set(StressPart),
            crises=[WindowView.of(each) for each in scenarios.windows] if has_crises else [],
            worlds=scenarios.worlds if has_paths else (),
            paths=scenarios.paths if has_paths else 0,
            kyc_answers=scenarios.profile,
        )


class StressRowView(BaseView):
    """A stress test in a list; its verdict is told by report."""

    stress_report_id: str
    scenario_set_id: str
    status: ChatStatus
    parts: list[StressPart]
    name: str = Field(description="Of the strategy.")
    strategy_id: str | None
    strategy_version: int | None
    asked_at: datetime

    @classmethod
    def of(cls, stress: StressTest) -> Self:
        return cls.from_values(StressView.of(stress))


class StressView(ToolResult):
    """A stress test and where it stands."""

    stress_report_id: str
    scenario_set_id: str
    status: ChatStatus
    progress: Fraction = Field(description="From 0 to 1.")
    message: str = Field(description="What it is doing at present.")
    failure: str | None = Field(description="Why there is no report, where it failed or was cancelled.")
    said: dict[str, object] = Field(
        default_factory=dict, description="The same as code and parameters, for whoever says it in another language."
    )
    parts: list[StressPart]
    name: str = Field(description="Of the strategy.")
    strategy_id: str | None
    strategy_version: int | None
    asked_at: datetime
    next_step: str

    @classmethod
    def of(cls, stress: StressTest) -> Self:
        plan, status = stress.plan.backtest, stress.status.chat_status
        return cls.from_values(
            *(stress, stress.plan, stress.plan.scenarios, plan, plan.strategy),
            stress_report_id=stress.id,
            status=status,
            failure=failure_of(stress.status, stress.error),
            said=said_of(failure=failure_of(stress.status, stress.error)),
            strategy_version=plan.version,
            asked_at=stress.created_at,
            next_step=_NEXT[status].format(again="get", then=_REPORT),
        )


class StressTestsView(ToolResult):
    """Newest first."""

    stress_tests: list[StressRowView]
    next_before: str | None = Field(description="`before` of the next page; null on the last.")

    @classmethod
    def of(cls, found: Sequence[StressTest], limit: int) -> Self:
        following = found[-1].id if len(found) == limit else None
        return cls(stress_tests=[StressRowView.of(each) for each in found], next_before=following)


class OptimisationRowView(BaseView):
    """An optimisation in a list."""

    optimisation_id: str
    status: ChatStatus
    goals: list[Goal]
    name: str = Field(description="Of the strategy.")
    strategy_id: str | None
    strategy_version: int | None
    asked_at: datetime

    @classmethod
    def of(cls, found: Optimisation) -> Self:
        return cls.from_values(OptimisationView.of(found))


class OptimisationView(ToolResult):
    """An optimisation and where it stands."""

    optimisation_id: str
    status: ChatStatus
    progress: Fraction = Field(description="From 0 to 1.")
    message: str = Field(description="What it is doing at present.")
    failure: str | None = Field(description="Why there is no result, where it failed or was cancelled.")
    said: dict[str, object] = Field(
        default_factory=dict, description="The same as code and parameters, for whoever says it in another language."
    )
    goals: list[Goal]
    name: str = Field(description="Of the strategy.")
    strategy_id: str | None
    strategy_version: int | None
    asked_at: datetime
    trials: int = Field(description="Everything that was tried in the lineage of this strategy by now.")
    next_step: str

    @classmethod
    def of(cls, found: Optimisation) -> Self:
        base, status = found.plan.base, found.status.chat_status
        return cls.from_values(
            *(found, base, base.strategy),
            optimisation_id=found.id,
            status=status,
            failure=failure_of(found.status, found.error),
            said=said_of(failure=failure_of(found.status, found.error)),
            goals=found.plan.goals,
            strategy_version=base.version,
            asked_at=found.created_at,
            next_step=_NEXT[status].format(again="pareto", then=_FINDS),
        )


class OptimisationsView(ToolResult):
    """Newest first."""

    optimisations: list[OptimisationRowView]
    next_before: str | None = Field(description="`before` of the next page; null on the last.")

    @classmethod
    def of(cls, found: Sequence[Optimisation], limit: int) -> Self:
        following = found[-1].id if len(found) == limit else None
        return cls(optimisations=[OptimisationRowView.of(each) for each in found], next_before=following)


class ParameterChange(BaseView):
    """One number that the find changes."""

    pointer: str
    before: float | int | None
    after: float | int | None


class FoundFigures(BaseView):
    """Of one variant on some bars."""

    trades: int
    total_return: Fraction | None
    max_drawdown: Fraction | None
    sharpe: Fraction | None


class HeldOutFigures(FoundFigures):
    """On the bars that the search never saw."""

    sharpe_interval: EstimateView | None


class FindView(BaseView):
    """A variant that no other beats in every goal."""

    changes: list[ParameterChange] = Field(description="Empty where the strategy as it was is the best.")
    patch: list[dict[str, Any]] = Field(description="JSON Patch (RFC 6902) that makes it of the strategy's version.")
    scores: dict[Goal, Fraction | None] = Field(description="On the fitted bars.")
    fit: FoundFigures = Field(description="On the fitted bars, where it was chosen: flattering by design.")
    held_out: HeldOutFigures = Field(description="On the bars that the search never saw: the figure to trust.")
    luck: BothLanguages = Field(description="How much of it is luck, counting every trial of the lineage.")


class ParetoView(OptimisationView):
    """The finds once the search is done; the best, or the front where several goals were asked for."""

    given: FoundFigures | None = Field(description="The strategy as it was, on the held-out bars; null until done.")
    found: list[FindView] = Field(description="Empty until done, and where no variant kept the limits.")
    front_size: int
    luck: BothLanguages | None = Field(description="What the search as a whole proves; null until done.")

    @classmethod
    def read(cls, found: Optimisation, report: Mapping[str, Any] | None) -> Self:
        search = OptimisationView.of(found)
        if report is None:
            return cls.from_values(search, given=None, found=[], front_size=0, luck=None)
        address = f"parley://optimisation/{found.id}/report"
        whole = ResourceRef(uri=address, name="The whole report: every find, importance of each number, periods")
        return cls.from_values(
            search,
            given=report["given"]["held_out"],
            found=report["found"][:_MOST_FINDS],
            front_size=report["front_size"],
            luck=report["luck"],
            more=[whole],
        )
