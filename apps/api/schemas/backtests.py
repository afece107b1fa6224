"""What the routes of backtests take and give."""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, BaseModel, Field

from apps.api.schemas.requests import Request
from packages.domain.backtest.jobs.plan import BacktestRequest
from packages.domain.backtest.jobs.stored import Backtest, TradePage
from packages.domain.backtest.terms import Costs
from packages.domain.work.stored import BacktestStatus, ChatStatus

Day = Annotated[date, Field(strict=False)]
Fraction = Annotated[float, Field(ge=0, lt=1)]
Money = Annotated[float, Field(ge=0, lt=1e9)]


class CostsBody(Request):
    """Fractions of the traded amount, but for `commission_per_share` and `commission_minimum`, which are money."""

    commission_rate: Fraction = 0.0
    commission_per_share: Money = 0.0
    commission_minimum: Money = 0.0
    slippage: Fraction = 0.0
    spread: Fraction = 0.0
    impact: Money = 0.0


class BacktestBody(Request):
    """A stored strategy by its id, or a document; everything else may be left out."""

    strategy_id: Annotated[str, Field(max_length=36)] | None = None
    version: Annotated[int, Field(ge=1)] | None = None
    document: dict[str, Any] | None = None
    start: Day | None = None
    end: Day | None = None
    cash: Annotated[Decimal, Field(strict=False, gt=0, le=10**15)] | None = None
    costs: CostsBody | None = None
    leverage: Annotated[float, Field(gt=0, le=20)] | None = None
    as_of: Annotated[AwareDatetime, Field(strict=False)] | None = None
    idempotency_key: Annotated[str, Field(min_length=1, max_length=200)] | None = None

    def request(self) -> BacktestRequest:
        told = self.model_dump(exclude={"costs", "idempotency_key"})
        return BacktestRequest(**told, costs=None if self.costs is None else Costs(**self.costs.model_dump()))


class SubmittedOut(BaseModel):
    """The id of a backtest is the id of its job too."""

    id: str
    backtest_job_id: str
    status: BacktestStatus
    backtest_status: ChatStatus


class BacktestOut(BaseModel):
    """Where a backtest stands; `result` is there once it is done. `backtest_status` is the chat's word for `status`."""

    id: str
    backtest_job_id: str | None
    status: BacktestStatus
    backtest_status: ChatStatus
    progress: float
    message: str
    error: str | None
    name: str
    strategy_id: str | None
    version: int | None
    strategy_hash: str
    lineage_id: str
    trials: int
    tickers: list[str]
    timeframe: str
    created_at: datetime
    finished_at: datetime | None
    result: dict[str, Any] | None


class BacktestDetailOut(BacktestOut):
    """With all that was asked for."""

    plan: dict[str, Any]


class BacktestPage(BaseModel):
    """Newest first; `next` is the `before` of the next page."""

    backtests: list[BacktestOut]
    next: str | None


class TradesOut(BaseModel):
    """Some trades by exit, and how many there are of that kind."""

    trades: list[dict[str, Any]]
    total: int
    offset: int


class CurveOut(BaseModel):
    """One value of each for every moment; thinned so that no peak and no trough is lost."""

    time: list[str]
    equity: list[float]
    drawdown: list[float]
    benchmark: list[float]


Language = Literal["zh", "en"]


def backtest_out(backtest: Backtest) -> BacktestOut:
    return BacktestOut(**_told(backtest))


def detail_out(backtest: Backtest) -> BacktestDetailOut:
    return BacktestDetailOut(**_told(backtest), plan=dict(backtest.plan.as_json()))


def trades_out(page: TradePage, offset: int) -> TradesOut:
    return TradesOut(trades=[dict(trade) for trade in page.trades], total=page.total, offset=offset)


def _told(backtest: Backtest) -> dict[str, Any]:
    plan, headline = backtest.plan, backtest.headline
    return {
        "id": backtest.id,
        "backtest_job_id": backtest.job_id,
        "status": backtest.status,
        "backtest_status": backtest.status.told_to_chat,
        "progress": backtest.progress,
        "message": backtest.message,
        "error": backtest.error,
        "name": plan.strategy.name,
        "strategy_id": plan.strategy_id,
        "version": plan.version,
        "strategy_hash": plan.strategy_hash,
        "lineage_id": plan.lineage_id,
        "trials": backtest.trials,
        "tickers": list(plan.strategy.universe.tickers),
        "timeframe": plan.strategy.timeframe.value,
        "created_at": backtest.created_at,
        "finished_at": headline.finished_at if headline else None,
        "result": dict(headline.body) if headline else None,
    }
