"""A backtest as HTTP and the terminal show it: where it stands, what was asked for, its trades and its curve."""

from datetime import datetime
from typing import Any, Self

from packages.contracts.sentences import SaidText
from packages.contracts.view import BaseView, EstimateView
from packages.core.messages import reader_language
from packages.domain.backtest.jobs.drafts import DraftRun
from packages.domain.backtest.jobs.stored import Backtest
from packages.domain.work.stored import BacktestStatus, ChatStatus


class SubmittedOut(BaseView):
    """The id of a backtest is the id of its job too."""

    id: str
    backtest_job_id: str
    status: BacktestStatus
    backtest_status: ChatStatus

    @classmethod
    def of(cls, backtest: Backtest) -> Self:
        status = backtest.status.chat_status
        return cls.from_values(backtest, backtest_job_id=backtest.id, backtest_status=status)


class BacktestOut(BaseView):
    """Where a backtest stands; `result` is there once it is done. `backtest_status` is the chat's word for `status`."""

    id: str
    backtest_job_id: str | None
    status: BacktestStatus
    backtest_status: ChatStatus
    progress: float
    message: str
    error: SaidText | None
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

    @classmethod
    def of(cls, backtest: Backtest) -> Self:
        plan, headline = backtest.plan, backtest.headline
        return cls.from_values(
            *(backtest, plan, plan.strategy, plan.strategy.universe),
            backtest_job_id=backtest.job_id,
            backtest_status=backtest.status.chat_status,
            finished_at=headline.finished_at if headline else None,
            result=dict(headline.body) if headline else None,
        )


class BacktestDetailOut(BacktestOut):
    """With all that was asked for."""

    plan: dict[str, Any]

    @classmethod
    def of(cls, backtest: Backtest) -> Self:
        return cls.from_values(BacktestOut.of(backtest), plan=backtest.plan.as_json())


class BacktestPage(BaseView):
    """Newest first; `next` is the `before` of the next page."""

    backtests: list[BacktestOut]
    next: str | None


class TradesOut(BaseView):
    """Some trades by exit, and how many there are of that kind."""

    trades: list[dict[str, Any]]
    total: int
    offset: int


class CurveOut(BaseView):
    """One value of each for every moment; thinned so that no peak and no trough is lost."""

    time: list[str]
    equity: list[float]
    drawdown: list[float]
    benchmark: list[float]


class DraftFiguresOut(BaseView):
    """The figures of the account and of its closed trades that decide something; null where nothing was measured."""

    final_equity: float
    total_return: float
    cagr: float | None
    max_drawdown: float
    sharpe: EstimateView | None
    exposure: float
    trades: int
    win_rate: float | None
    profit_factor: float | None
    benchmark_return: float
    benchmark_drawdown: float


class DraftRunOut(BaseView):
    """What a draft would have done. It is a counted trial and not a stored backtest; `trials` counts the whole pool."""

    tickers: list[str]
    timeframe: str
    first: datetime
    last: datetime
    is_demo: bool
    trials: int
    figures: DraftFiguresOut
    curve: CurveOut
    notes: list[str]

    @classmethod
    def of(cls, draft: DraftRun, points: int) -> Self:
        from packages.domain.backtest.analysis.as_json import curve_json
        from packages.domain.backtest.thinning import kept

        run, report = draft.run, draft.run.report
        held = report.benchmark
        figures = DraftFiguresOut.from_values(
            *(report.figures, report.all_trades),
            benchmark_return=held.total_return,
            benchmark_drawdown=held.max_drawdown,
        )
        return cls.from_values(
            *(draft, run.plan.strategy, run.plan.strategy.universe, run.data),
            figures=figures,
            curve=CurveOut(**curve_json(report, kept(report.equity, points))),
            notes=[note.sentence(reader_language()) for note in run.notes],
        )
