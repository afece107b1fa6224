"""What the routes of optimisations take and give."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, Field

from apps.api.schemas.requests import Request
from apps.api.schemas.stress import StrategyOnData
from packages.domain.stress.optimise.request import HOLDOUT, TRIALS, Goal, Limits, OptimisationRequest
from packages.domain.stress.optimise.service import Optimisation
from packages.domain.work.stored import BacktestStatus


class LimitsBody(Request):
    """What a find has to keep on the bars that it is fitted on; drawdowns are 0 or below."""

    fewest_trades: int = 10
    deepest_drawdown: float | None = None
    least_return: float | None = None
    least_sharpe: float | None = None


class OptimisationBody(StrategyOnData):
    """`goals`: one is looked for by itself, several as a front. `pointers` left out: every number of the rules.
    `holdout` is the share of bars at the end that the search never sees."""

    goals: list[Annotated[Goal, Field(strict=False)]] = Field(default_factory=lambda: [Goal.SHARPE])
    limits: LimitsBody = Field(default_factory=LimitsBody)
    pointers: Annotated[list[Annotated[str, Field(max_length=300)]], Field(max_length=100)] | None = None
    trials: int = TRIALS
    holdout: float = HOLDOUT
    seed: int = 0
    prune: bool | None = None

    def request(self) -> OptimisationRequest:
        return OptimisationRequest(
            **self.on_data(),
            **self.model_dump(include={"trials", "holdout", "seed", "prune"}),
            goals=tuple(self.goals),
            limits=Limits(**self.limits.model_dump()),
            pointers=None if self.pointers is None else tuple(self.pointers),
        )


class OptimisationOut(BaseModel):
    """Where an optimisation stands; `result` is there once it is done, and `trials` counts the whole lineage."""

    id: str
    job_id: str | None
    status: BacktestStatus
    progress: float
    message: str
    error: str | None
    name: str
    strategy_id: str | None
    version: int | None
    lineage_id: str
    trials: int
    goals: list[Goal]
    created_at: datetime
    finished_at: datetime | None
    result: dict[str, Any] | None


class OptimisationDetailOut(OptimisationOut):
    """With all that was asked for."""

    plan: dict[str, Any]


class OptimisationPage(BaseModel):
    """Newest first; `next` is the `before` of the next page."""

    optimisations: list[OptimisationOut]
    next: str | None


def optimisation_out(found: Optimisation) -> OptimisationOut:
    return OptimisationOut(**_told(found))


def detail_out(found: Optimisation) -> OptimisationDetailOut:
    return OptimisationDetailOut(**_told(found), plan=dict(found.plan.as_json()))


def _told(found: Optimisation) -> dict[str, Any]:
    base, headline = found.plan.base, found.headline
    return {
        "id": found.id,
        "job_id": found.job_id,
        "status": found.status,
        "progress": found.progress,
        "message": found.message,
        "error": found.error,
        "name": base.strategy.name,
        "strategy_id": base.strategy_id,
        "version": base.version,
        "lineage_id": base.lineage_id,
        "trials": found.trials,
        "goals": list(found.plan.goals),
        "created_at": found.created_at,
        "finished_at": headline.finished_at if headline else None,
        "result": dict(headline.body) if headline else None,
    }
