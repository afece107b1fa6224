"""Backtests as tools: run one, follow it, and read what was measured."""

import json
from typing import Annotated, TypeVar

from pydantic import Field

from apps.mcp.run_parameters import (
    ID,
    Cash,
    End,
    FinancingRates,
    Limit,
    OnlyStrategy,
    Start,
    StrategyId,
    TradingCosts,
    Version,
    costs_of,
    financing_of,
)
from apps.mcp.toolbox import DRAFTED, Toolbox, ToolCall
from packages.contracts.backtest import analyses as a
from packages.contracts.backtest.tool_views import BacktestJobReport, BacktestJobsView, BacktestJobView, TradesView
from packages.contracts.phases import RULES_AT_WORK
from packages.contracts.tool_grants import ToolDomain
from packages.domain.backtest.jobs.plan import BacktestRequest
from packages.domain.backtest.jobs.stored import TradeFilter
from packages.domain.backtest.trades import ExitReason
from packages.domain.strategy.model import Direction

BacktestJobId = Annotated[
    str, Field(pattern=ID, description="`backtest_job_id` of a backtest of this person: from create_job or list_jobs.")
]
Before = Annotated[
    str | None, Field(pattern=ID, description="`next_before` of the page before. Default: begin with the newest.")
]
Offset = Annotated[
    int, Field(ge=0, le=10_000_000, description="How many trades to skip: `next_offset` of the page before.")
]
TradesAtOnce = Annotated[int, Field(ge=1, le=50, description="How many trades to tell.")]
OnlyDirection = Annotated[Direction | None, Field(description="Only long or only short trades. Default: both.")]
OnlyExit = Annotated[ExitReason | None, Field(description="Only trades that ended for this reason. Default: all.")]
WorstFirst = Annotated[bool, Field(description="The largest loss first, instead of the order of their exits.")]
Points = Annotated[
    int, Field(ge=10, le=200, description="At most how many points; peaks and troughs are kept when it is thinned.")
]


TOOLS = Toolbox(
    ToolDomain.BACKTEST,
    "Backtests of stored strategies: signals on the close of a bar, fills at the next open, costs charged. create_job "
    "starts one, get_job follows it; once its status is done, `metrics` and the other tools read what was measured. "
    "Every backtest is counted as a trial of its strategy. Tell only figures that a tool gave, and what "
    "they do not prove.",
)
Analysis = TypeVar("Analysis", bound=a.AnalysisView)


@TOOLS.writes(phases=RULES_AT_WORK)
async def create_job(
    call: ToolCall,
    strategy_id: StrategyId,
    version: Version = None,
    start: Start = None,
    end: End = None,
    cash: Cash = None,
    costs: TradingCosts = None,
    financing: FinancingRates = None,
) -> BacktestJobView:
    """Starts a backtest of a stored strategy and returns at once with its `backtest_job_id`. Use it after the person
    has confirmed the strategy or a change of it. Leave the days out to run on all stored data. Follow it with get_job
    until its status is done or failed. Each run of a new variant counts as one more trial."""
    request = BacktestRequest(
        strategy_id=strategy_id,
        version=version,
        start=start,
        end=end,
        cash=cash,
        costs=costs_of(costs),
        financing=financing_of(financing),
    )
    return BacktestJobView.of(await call.services.backtests.submit(call.owner_id, request, call.key))


@TOOLS.reads(phases=DRAFTED)
async def get_job(call: ToolCall, backtest_job_id: BacktestJobId) -> BacktestJobReport:
    """Tells where a backtest stands (pending, running, done, failed) and, once done, its first figures with a summary
    in plain sentences. Call it after create_job until the status is done or failed; then `metrics`, `trades` and the
    other analyses. The whole report is in the resource under `more`."""
    return BacktestJobReport.of(await call.services.backtests.get(call.owner_id, backtest_job_id))


@TOOLS.resource("parley://backtest/{backtest_job_id}/report", of="get_job")
async def report(call: ToolCall, backtest_job_id: BacktestJobId) -> str:
    """The whole report of a finished backtest: every figure, table and curve."""
    return json.dumps(await call.services.backtests.report(call.owner_id, backtest_job_id), ensure_ascii=False)


@TOOLS.reads(phases=DRAFTED)
async def list_jobs(
    call: ToolCall, strategy_id: OnlyStrategy = None, limit: Limit = 10, before: Before = None
) -> BacktestJobsView:
    """Lists the person's backtests, the newest first, with status, return and Sharpe. Use it to find a
    `backtest_job_id`, or to compare versions of a strategy."""
    return BacktestJobsView.of(await call.services.backtests.page(call.owner_id, limit, before, strategy_id), limit)


@TOOLS.reads(phases=DRAFTED)
async def trades(
    call: ToolCall,
    backtest_job_id: BacktestJobId,
    offset: Offset = 0,
    limit: TradesAtOnce = 10,
    direction: OnlyDirection = None,
    exit_reason: OnlyExit = None,
    worst_first: WorstFirst = False,
) -> TradesView:
    """Reads the trades of a finished backtest page by page, in the order of their exits: prices, profit, and what the
    strategy saw when it entered and left. Use it when the person asks why or when, or which trade was the worst; for
    totals use exit_reasons, holding_periods or long_short_breakdown."""
    wanted = TradeFilter(offset, limit, direction, exit_reason, worst_first)
    page = await call.services.backtests.trades(call.owner_id, backtest_job_id, wanted)
    return TradesView.of(backtest_job_id, page, wanted)


@TOOLS.reads(phases=DRAFTED)
async def metrics(call: ToolCall, backtest_job_id: BacktestJobId) -> a.MetricsView:
    """Reads the figures of a finished backtest: CAGR, volatility, Sharpe with its range, Sortino, Calmar, drawdown,
    exposure, turnover, costs, and win rate, profit factor and expectancy of its trades. The first analysis to read."""
    return await _read(call, a.MetricsView, backtest_job_id)


@TOOLS.reads(phases=DRAFTED)
async def sharpe_interval(call: ToolCall, backtest_job_id: BacktestJobId) -> a.SharpeIntervalView:
    """Reads the 95 % range of the Sharpe ratio of a finished backtest, and how many variants were tried to get there.
    Use it before calling a result good: a range that holds 0 may be luck."""
    backtest = await call.services.backtests.get(call.owner_id, backtest_job_id)
    found = (await _read(call, a.MetricsView, backtest_job_id)).figures
    sharpe = found.sharpe
    return a.SharpeIntervalView(
        backtest_job_id=backtest_job_id,
        sharpe=sharpe,
        holds_zero=None if sharpe is None else sharpe.low <= 0 <= sharpe.high,
        bars=found.bars,
        years=found.years,
        trials=backtest.trials,
    )


@TOOLS.reads(phases=DRAFTED)
async def drawdowns(call: ToolCall, backtest_job_id: BacktestJobId) -> a.DrawdownsView:
    """Reads the five deepest falls of the equity of a finished backtest: from when to when, how deep, and whether it
    came back. Use it when the person asks what they would have had to bear."""
    return await _read(call, a.DrawdownsView, backtest_job_id)


@TOOLS.reads(phases=DRAFTED)
async def monthly_returns(call: ToolCall, backtest_job_id: BacktestJobId) -> a.MonthlyReturnsView:
    """Reads the return of every month and year of a finished backtest. Use it to see whether a few months made the
    whole result."""
    return await _read(call, a.MonthlyReturnsView, backtest_job_id)


@TOOLS.reads(phases=DRAFTED)
async def by_hour_and_weekday(call: ToolCall, backtest_job_id: BacktestJobId) -> a.EntryTimesView:
    """Reads how the trades of a finished backtest did by the hour and the weekday of their entry. Differences between
    groups of few trades are mostly chance."""
    return await _read(call, a.EntryTimesView, backtest_job_id)


@TOOLS.reads(phases=DRAFTED)
async def holding_periods(call: ToolCall, backtest_job_id: BacktestJobId) -> a.HoldingPeriodsView:
    """Reads how the trades of a finished backtest did by how long they were held. Use it to check that the strategy
    holds as long as the person wants, and before changing a time exit."""
    return await _read(call, a.HoldingPeriodsView, backtest_job_id)


@TOOLS.reads(phases=DRAFTED)
async def long_short_breakdown(call: ToolCall, backtest_job_id: BacktestJobId) -> a.SidesView:
    """Reads the long and the short trades of a finished backtest apart. Use it when a strategy trades both sides."""
    return await _read(call, a.SidesView, backtest_job_id)


@TOOLS.reads(phases=DRAFTED)
async def exit_reasons(call: ToolCall, backtest_job_id: BacktestJobId) -> a.ExitsView:
    """Reads how the trades of a finished backtest did by why they ended: signal, stop loss, take profit, trailing stop,
    time, margin call, ruin. Use it before changing an exit."""
    return await _read(call, a.ExitsView, backtest_job_id)


@TOOLS.reads(phases=DRAFTED)
async def benchmark_comparison(call: ToolCall, backtest_job_id: BacktestJobId) -> a.BenchmarkComparisonView:
    """Reads a finished backtest beside buying and holding the same instruments: excess return, alpha, beta, correlation
    and information ratio. Use it when the person asks whether trading was worth it."""
    return await _read(call, a.BenchmarkComparisonView, backtest_job_id)


@TOOLS.reads(phases=DRAFTED)
async def equity_curve(call: ToolCall, backtest_job_id: BacktestJobId, points: Points = 60) -> a.EquityCurveView:
    """Reads the equity of a finished backtest over time, with its drawdown and the benchmark, thinned to some points
    that keep every peak and trough. For a picture use the card `backtest_charts`; this is for reading."""
    from packages.domain.backtest.analysis.as_json import curve_json
    from packages.domain.backtest.thinning import kept as thinned

    report = (await call.services.backtests.kept(call.owner_id, backtest_job_id)).report
    return a.EquityCurveView.read(backtest_job_id, curve_json(report, thinned(report.equity, points)))


@TOOLS.reads(phases=DRAFTED)
async def rolling_metrics(call: ToolCall, backtest_job_id: BacktestJobId, points: Points = 60) -> a.RollingMetricsView:
    """Reads return, volatility and Sharpe of a finished backtest over a window that moves through time, thinned to some
    points. Use it to see whether an edge faded or came from one stretch."""
    from packages.domain.backtest.analysis.as_json import rolling_json
    from packages.domain.backtest.thinning import kept as thinned

    report = (await call.services.backtests.kept(call.owner_id, backtest_job_id)).report
    return a.RollingMetricsView.read(backtest_job_id, rolling_json(report, thinned(report.rolling.sharpe, points)))


async def _read(call: ToolCall, view: type[Analysis], backtest_job_id: str) -> Analysis:
    return view.read(backtest_job_id, await call.services.backtests.report(call.owner_id, backtest_job_id))
