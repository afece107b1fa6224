"""What the routes of stress tests and optimisations take."""

from decimal import Decimal
from typing import Annotated, Any

from pydantic import AwareDatetime, Field

from apps.api.schemas.backtest import CostsBody, Day, FinancingBody, costs_of
from apps.api.schemas.requests import PlainText, Request
from packages.domain.accounts.profile import ReturnExpectation, RiskTolerance, TradingYears
from packages.domain.stress.crises.windows import custom_window
from packages.domain.stress.findings import World
from packages.domain.stress.jobs.request import RUIN_LEVEL, WORLDS, StressRequest
from packages.domain.stress.optimise.request import HOLDOUT, TRIALS, Goal, OptimisationLimits, OptimisationRequest
from packages.domain.stress.verdict.parts import StressPart

Key = Annotated[str, Field(max_length=60)]


class StrategyOnData(Request):
    """A stored strategy and what it is run on; everything but its id may be left out."""

    strategy_id: Annotated[PlainText, Field(min_length=1, max_length=36)]
    version: Annotated[int, Field(ge=1)] | None = None
    start: Day | None = None
    end: Day | None = None
    cash: Annotated[Decimal, Field(strict=False, gt=0, le=10**15)] | None = None
    costs: CostsBody | None = None
    financing: FinancingBody = Field(default_factory=FinancingBody)
    leverage: Annotated[float, Field(gt=0, le=20)] | None = None
    as_of: Annotated[AwareDatetime, Field(strict=False)] | None = None
    idempotency_key: Annotated[PlainText, Field(min_length=1, max_length=200)] | None = None

    def on_data(self) -> dict[str, Any]:
        names = set(StrategyOnData.model_fields) - {"costs", "financing", "idempotency_key"}
        money = {"costs": costs_of(self.costs), "financing": self.financing.financing()}
        return {**self.model_dump(include=names), **money}


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
    length of invented histories in bars (left out: as many as there are). Without a `seed`, one follows from rules,
    data and terms; other seeds are all shown, and the verdict is the worst of them. `declared_trials` is how many
    variants you tried elsewhere."""

    profile: ProfileBody = Field(default_factory=ProfileBody)
    crises: Annotated[list[Key], Field(max_length=40)] | None = None
    windows: Annotated[list[WindowBody], Field(max_length=40)] = Field(default_factory=list)
    worlds: list[Annotated[World, Field(strict=False)]] = Field(default_factory=lambda: list(WORLDS))
    paths: int = 2_000
    seed: int | None = None
    horizon: int | None = None
    ruin_level: float = RUIN_LEVEL
    parts: list[Annotated[StressPart, Field(strict=False)]] = Field(default_factory=lambda: list(StressPart))
    declared_trials: Annotated[int, Field(ge=0, le=1_000_000)] = 0

    def request(self) -> StressRequest:
        return StressRequest(
            **self.on_data(),
            **self.model_dump(include={"paths", "seed", "horizon", "ruin_level", "declared_trials"}),
            profile=self.profile.model_dump(mode="json", exclude_none=True),
            crises=None if self.crises is None else tuple(self.crises),
            windows=tuple(custom_window(each.start, each.end, each.name) for each in self.windows),
            worlds=tuple(self.worlds),
            parts=tuple(self.parts),
        )


class LimitsBody(Request):
    """What a find has to keep on the bars that it is fitted on; drawdowns are 0 or below."""

    fewest_trades: int = 10
    deepest_drawdown: float | None = None
    least_return: float | None = None
    least_sharpe: float | None = None


class OptimisationBody(StrategyOnData):
    """`goals`: one is looked for by itself, several as a front. `pointers` left out: every number of the rules.
    `holdout` is the share of bars at the end that the search never sees. `grid` runs every combination of at most so
    many values of each number, and `trials` is not looked at."""

    goals: list[Annotated[Goal, Field(strict=False)]] = Field(default_factory=lambda: [Goal.SHARPE])
    limits: LimitsBody = Field(default_factory=LimitsBody)
    pointers: Annotated[list[Annotated[str, Field(max_length=300)]], Field(max_length=100)] | None = None
    trials: int = TRIALS
    holdout: float = HOLDOUT
    seed: int = 0
    prune: bool | None = None
    grid: int | None = None

    def request(self) -> OptimisationRequest:
        return OptimisationRequest(
            **self.on_data(),
            **self.model_dump(include={"trials", "holdout", "seed", "prune", "grid"}),
            goals=tuple(self.goals),
            limits=OptimisationLimits(**self.limits.model_dump()),
            pointers=None if self.pointers is None else tuple(self.pointers),
        )
