"""Stress tests and optimisations as HTTP and the terminal show them, and the named crises of a market."""

from datetime import date, datetime
from typing import Any, Self

from packages.contracts.sentences import SaidText
from packages.contracts.view import BaseView, NameOut
from packages.domain.market_data.symbols import Market
from packages.domain.stress.attempts import JointVerdict
from packages.domain.stress.crises.windows import CrisisWindow
from packages.domain.stress.findings import Ruling
from packages.domain.stress.jobs.stored import StressTest
from packages.domain.stress.optimise.request import Goal
from packages.domain.stress.optimise.service import Optimisation
from packages.domain.work.stored import BacktestStatus


class StressSubmittedOut(BaseView):
    """The id of a stress test is the id of its report and of its job too."""

    id: str
    stress_report_id: str
    scenario_set_id: str
    job_id: str | None
    status: BacktestStatus

    @classmethod
    def of(cls, stress: StressTest) -> Self:
        return cls.from_values(stress, stress.plan, stress_report_id=stress.id)


class StressOut(StressSubmittedOut):
    """Where a stress test stands; `verdict`, `trials` and `finished_at` are there once it is done."""

    progress: float
    message: str
    error: SaidText | None
    verdict: Ruling | None
    name: str
    strategy_id: str | None
    version: int | None
    strategy_hash: str
    lineage_id: str
    trials: int | None
    tickers: list[str]
    timeframe: str
    created_at: datetime
    finished_at: datetime | None

    @classmethod
    def of(cls, stress: StressTest) -> Self:
        plan, headline = stress.plan.backtest, stress.headline
        return cls.from_values(
            *(StressSubmittedOut.of(stress), stress, plan, plan.strategy, plan.strategy.universe),
            verdict=headline.ruling if headline else None,
            trials=headline.trials if headline else None,
            finished_at=headline.finished_at if headline else None,
        )


class AttemptOut(BaseView):
    """A finished test of the same rules; `counts` says whether it is part of the joint verdict."""

    stress_report_id: str
    created_at: datetime
    verdict: Ruling
    seed: int
    is_own_seed: bool
    start: date | None
    end: date | None
    declared_trials: int
    trials: int
    counts: bool

    @classmethod
    def all_of(cls, joint: JointVerdict) -> list[Self]:
        counted = {each.stress_report_id for each in joint.counted}
        return [
            cls.from_values(
                each,
                verdict=each.ruling,
                start=each.first_day,
                end=each.last_day,
                counts=each.stress_report_id in counted,
            )
            for each in joint.attempts
        ]


class StressDetailOut(StressOut):
    """With all that was asked for; `joint_verdict` is the worst of the attempts that count."""

    plan: dict[str, Any]
    joint_verdict: Ruling | None
    attempts: list[AttemptOut]

    @classmethod
    def of(cls, stress: StressTest, joint: JointVerdict | None = None) -> Self:
        return cls.from_values(
            StressOut.of(stress),
            plan=stress.plan.as_json(),
            joint_verdict=joint.ruling if joint else None,
            attempts=AttemptOut.all_of(joint) if joint else [],
        )


class StressPage(BaseView):
    """Newest first; `next` is the `before` of the next page."""

    stress_tests: list[StressOut]
    next: str | None


class WindowOut(BaseView):
    """A crisis and its days, both included."""

    key: str
    name: NameOut
    start: date
    end: date

    @classmethod
    def of(cls, window: CrisisWindow) -> Self:
        return cls.from_values(window, name={"zh": window.name_zh, "en": window.name_en})


class WindowsOut(BaseView):
    """The named crises of a market, the oldest first."""

    market: Market
    windows: list[WindowOut]


class OptimisationOut(BaseView):
    """Where an optimisation stands; `result` is there once it is done, and `trials` counts the whole pool."""

    id: str
    job_id: str | None
    status: BacktestStatus
    progress: float
    message: str
    error: SaidText | None
    name: str
    strategy_id: str | None
    version: int | None
    lineage_id: str
    trials: int
    goals: list[Goal]
    created_at: datetime
    finished_at: datetime | None
    result: dict[str, Any] | None

    @classmethod
    def of(cls, found: Optimisation) -> Self:
        plan, headline = found.plan, found.headline
        return cls.from_values(
            *(found, plan.base, plan.base.strategy),
            goals=plan.goals,
            finished_at=headline.finished_at if headline else None,
            result=dict(headline.body) if headline else None,
        )


class OptimisationDetailOut(OptimisationOut):
    """With all that was asked for."""

    plan: dict[str, Any]

    @classmethod
    def of(cls, found: Optimisation) -> Self:
        return cls.from_values(OptimisationOut.of(found), plan=found.plan.as_json())


class OptimisationPage(BaseView):
    """Newest first; `next` is the `before` of the next page."""

    optimisations: list[OptimisationOut]
    next: str | None
