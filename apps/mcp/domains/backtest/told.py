"""Backtests as tools tell them: where each stands, and the figures of the ones that are done."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pydantic import BaseModel, Field

from apps.mcp.figures import BothLanguages, Estimate, Fraction, Money
from packages.contracts.tool_results import ResourceRef, ToolResult
from packages.domain.backtest.jobs.stored import Backtest
from packages.domain.work.stored import ChatStatus

_NEXT: Mapping[ChatStatus, str] = {
    "pending": "It waits for its turn: call get_job again in a few seconds.",
    "running": "It runs: call get_job again in a few seconds.",
    "done": "Read metrics, then drawdowns, exit_reasons, benchmark_comparison or trades, as the person asks. A "
    "backtest alone proves little: the stress test comes next.",
    "failed": "Tell the person why it failed; mend what `failure` names, and create a new job.",
}


class JobTold(ToolResult):
    """A backtest and where it stands."""

    backtest_job_id: str
    status: ChatStatus
    progress: Fraction = Field(description="From 0 to 1.")
    message: str = Field(description="What it is doing at present.")
    failure: str | None = Field(description="Why there is no result, where it failed or was cancelled.")
    name: str = Field(description="Of the strategy.")
    strategy_id: str | None
    strategy_version: int | None
    tickers: list[str] = Field(description="At most the first twenty.")
    timeframe: str
    asked_at: datetime
    trials: int = Field(
        description="How many variants were tried so far in the lineage of this strategy: the more, the less the best "
        "of them proves."
    )
    next_step: str


class Headline(BaseModel):
    """Fractions are fractions (0.05 is 5 %), losses are 0 or below, money is in the currency of the market, and null is
    what could not be measured. All after costs."""

    total_return: Fraction
    cagr: Fraction | None = Field(description="Return a year.")
    sharpe: Estimate | None = Field(description="A year; where the range holds 0, luck may explain the result.")
    max_drawdown: Fraction
    trades: int
    win_rate: Fraction | None
    profit: Money
    final_equity: Money
    exposure: Fraction = Field(description="Share of bars on which something was held.")
    years: Fraction
    benchmark_return: Fraction = Field(description="Of buying and holding the same instruments, without costs.")
    excess_return: Fraction = Field(description="Total return less the benchmark's.")


class JobReport(JobTold):
    """A backtest with its first figures, once it is done."""

    figures: Headline | None = Field(description="Null until it is done.")
    summary: BothLanguages | None = Field(description="The result in plain sentences, with how sure it is.")
    warnings: list[str] = Field(description="Codes of what limits the result, such as few_trades or short_history.")
    data_sources: list[str] = Field(description="Where the bars come from; `demo` is an invented company.")


class JobRow(BaseModel):
    """A backtest in a list."""

    backtest_job_id: str
    status: ChatStatus
    name: str
    strategy_id: str | None
    strategy_version: int | None
    asked_at: datetime
    total_return: Fraction | None
    sharpe: Fraction | None


class JobsTold(ToolResult):
    """Newest first."""

    jobs: list[JobRow]
    next_before: str | None = Field(description="`before` of the next page; null on the last.")


def job_told(backtest: Backtest) -> JobTold:
    return JobTold(**_standing(backtest))


def job_report(backtest: Backtest) -> JobReport:
    told: dict[str, Any] = {"figures": None, "summary": None, "warnings": [], "data_sources": []}
    return JobReport(**_standing(backtest), **(told if backtest.headline is None else _result(backtest)))


def jobs_told(found: list[Backtest], limit: int) -> JobsTold:
    return JobsTold(jobs=[_row(each) for each in found], next_before=found[-1].id if len(found) == limit else None)


def _standing(backtest: Backtest) -> dict[str, Any]:
    plan, status = backtest.plan, backtest.status.told_to_chat
    return {
        "backtest_job_id": backtest.id,
        "status": status,
        "progress": backtest.progress,
        "message": backtest.message,
        "failure": (backtest.error or "It was cancelled.") if status == "failed" else None,
        "name": plan.strategy.name,
        "strategy_id": plan.strategy_id,
        "strategy_version": plan.version,
        "tickers": list(plan.strategy.universe.tickers[:20]),
        "timeframe": plan.strategy.timeframe.value,
        "asked_at": backtest.created_at,
        "trials": backtest.trials,
        "next_step": _NEXT[status],
    }


def _result(backtest: Backtest) -> dict[str, Any]:
    body = _body(backtest)
    words = {each: [*body["summary"][each], *body["notes"][each]] for each in ("zh", "en")}
    address = f"parley://backtest/{backtest.id}/report"
    return {
        "figures": body["figures"],
        "summary": BothLanguages(zh="".join(words["zh"]), en=" ".join(words["en"])),
        "warnings": body["warnings"],
        "data_sources": sorted(set(body["data"]["sources"].values())),
        "more": [ResourceRef(uri=address, name="The whole report: every figure, table and curve")],
    }


def _row(backtest: Backtest) -> JobRow:
    figures = _body(backtest).get("figures", {})
    return JobRow(
        backtest_job_id=backtest.id,
        status=backtest.status.told_to_chat,
        name=backtest.plan.strategy.name,
        strategy_id=backtest.plan.strategy_id,
        strategy_version=backtest.plan.version,
        asked_at=backtest.created_at,
        total_return=figures.get("total_return"),
        sharpe=(figures.get("sharpe") or {}).get("value"),
    )


def _body(backtest: Backtest) -> Mapping[str, Any]:
    headline = backtest.headline
    return {} if headline is None else headline.body
