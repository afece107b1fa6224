"""What the routes of stress tests take and give."""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Any

from pydantic import AwareDatetime, BaseModel, Field

from apps.api.schemas.backtests import CostsBody, Day
from apps.api.schemas.requests import PlainText, Request
from packages.domain.accounts.profile import ReturnExpectation, RiskTolerance, TradingYears
from packages.domain.backtest.terms import Costs
from packages.domain.market_data.symbols import Market
from packages.domain.stress.crises.windows import CrisisWindow, custom_window
from packages.domain.stress.findings import Ruling, World
from packages.domain.stress.jobs.request import RUIN_LEVEL, WORLDS, StressRequest
from packages.domain.stress.jobs.stored import StressTest
from packages.domain.stress.verdict.parts import Part
from packages.domain.work.stored import BacktestStatus

Key = Annotated[str, Field(max_length=60)]


class StrategyOnData(Request):
    """A stored strategy and what it is run on; everything but its id may be left out."""

    strategy_id: Annotated[str, Field(min_length=1, max_length=36)]
    version: Annotated[int, Field(ge=1)] | None = None
    start: Day | None = None
    end: Day | None = None
    cash: Annotated[Decimal, Field(strict=False, gt=0, le=10**15)] | None = None
    costs: CostsBody | None = None
    leverage: Annotated[float, Field(gt=0, le=20)] | None = None
    as_of: Annotated[AwareDatetime, Field(strict=False)] | None = None
    idempotency_key: Annotated[str, Field(min_length=1, max_length=200)] | None = None

    def on_data(self) -> dict[str, Any]:
        names = set(StrategyOnData.model_fields) - {"costs", "idempotency_key"}
        return {
            **self.model_dump(include=names),
            "costs": None if self.costs is None else Costs(**self.costs.model_dump()),
        }


class ProfileBody(Request):
    """The answers of KYC that limits come from; the strictest counts, and without any those of the lab."""

    risk_tolerance: Annotated[RiskTolerance, Field(strict=False)] | None = None
    return_expectation: Annotated[ReturnExpectation, Field(strict=False)] | None = None
    trading_years_bucket: Annotated[TradingYears, Field(strict=False)] | None = None


class WindowBody(Request):
    """Days of the market, both included."""

    name: Annotated[PlainText, Field(max_length=80)] | None = None
    start: Day
    end: Day


class StressBody(StrategyOnData):
    """`crises` are the keys of named ones (left out: all of the market), `windows` those of your own. `horizon` is the
    length of invented histories in bars (left out: as many as there are)."""

    profile: ProfileBody = Field(default_factory=ProfileBody)
    crises: Annotated[list[Key], Field(max_length=40)] | None = None
    windows: Annotated[list[WindowBody], Field(max_length=40)] = Field(default_factory=list)
    worlds: list[Annotated[World, Field(strict=False)]] = Field(default_factory=lambda: list(WORLDS))
    paths: int = 2_000
    seed: int = 0
    horizon: int | None = None
    ruin_level: float = RUIN_LEVEL
    parts: list[Annotated[Part, Field(strict=False)]] = Field(default_factory=lambda: list(Part))

    def request(self) -> StressRequest:
        return StressRequest(
            **self.on_data(),
            **self.model_dump(include={"paths", "seed", "horizon", "ruin_level"}),
            profile=self.profile.model_dump(mode="json", exclude_none=True),
            crises=None if self.crises is None else tuple(self.crises),
            windows=tuple(custom_window(each.start, each.end, each.name) for each in self.windows),
            worlds=tuple(self.worlds),
            parts=tuple(self.parts),
        )


class StressSubmittedOut(BaseModel):
    """The id of a stress test is the id of its report and of its job too."""

    id: str
    stress_report_id: str
    scenario_set_id: str
    job_id: str | None
    status: BacktestStatus


class StressOut(BaseModel):
    """Where a stress test stands; `verdict`, `trials` and `finished_at` are there once it is done."""

    id: str
    stress_report_id: str
    scenario_set_id: str
    job_id: str | None
    status: BacktestStatus
    progress: float
    message: str
    error: str | None
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


class StressDetailOut(StressOut):
    """With all that was asked for."""

    plan: dict[str, Any]


class StressPage(BaseModel):
    """Newest first; `next` is the `before` of the next page."""

    stress_tests: list[StressOut]
    next: str | None


class NameOut(BaseModel):
    """A name in both languages."""

    zh: str
    en: str


class WindowOut(BaseModel):
    """A crisis and its days, both included."""

    key: str
    name: NameOut
    start: date
    end: date


class WindowsOut(BaseModel):
    """The named crises of a market, the oldest first."""

    market: Market
    windows: list[WindowOut]


def submitted_out(stress: StressTest) -> StressSubmittedOut:
    return StressSubmittedOut(
        id=stress.id,
        stress_report_id=stress.id,
        scenario_set_id=stress.plan.scenario_set_id,
        job_id=stress.job_id,
        status=stress.status,
    )


def stress_out(stress: StressTest) -> StressOut:
    return StressOut(**_told(stress))


def detail_out(stress: StressTest) -> StressDetailOut:
    return StressDetailOut(**_told(stress), plan=dict(stress.plan.as_json()))


def window_out(window: CrisisWindow) -> WindowOut:
    name = NameOut(zh=window.name_zh, en=window.name_en)
    return WindowOut(key=window.key, name=name, start=window.start, end=window.end)


def _told(stress: StressTest) -> dict[str, Any]:
    plan, headline = stress.plan.backtest, stress.headline
    return {
        "id": stress.id,
        "stress_report_id": stress.id,
        "scenario_set_id": stress.plan.scenario_set_id,
        "job_id": stress.job_id,
        "status": stress.status,
        "progress": stress.progress,
        "message": stress.message,
        "error": stress.error,
        "verdict": headline.ruling if headline else None,
        "name": plan.strategy.name,
        "strategy_id": plan.strategy_id,
        "version": plan.version,
        "strategy_hash": plan.strategy_hash,
        "lineage_id": plan.lineage_id,
        "trials": headline.trials if headline else None,
        "tickers": list(plan.strategy.universe.tickers),
        "timeframe": plan.strategy.timeframe.value,
        "created_at": stress.created_at,
        "finished_at": headline.finished_at if headline else None,
    }
