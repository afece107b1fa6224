"""A backtest as tools show it: where it stands, the first figures, and its trades with their reasons."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Self

from pydantic import Field

from packages.contracts.backtest.analyses import AnalysisView
from packages.contracts.sentences import said_of
from packages.contracts.tool_results import ResourceRef, ToolResult
from packages.contracts.view import BaseView, BothLanguages, EstimateView, Fraction, Money, Price
from packages.domain.backtest.jobs.stored import Backtest, TradeFilter, TradePage
from packages.domain.backtest.trades import ExitReason
from packages.domain.strategy.model import Direction
from packages.domain.work.stored import BacktestStatus, ChatStatus

_NEXT: Mapping[ChatStatus, str] = {
    "pending": "It waits for its turn: call get_job again in a few seconds.",
    "running": "It runs: call get_job again in a few seconds.",
    "done": "Read metrics, then drawdowns, exit_reasons, benchmark_comparison or trades, as the person asks. A "
    "backtest alone proves little: the stress test comes next.",
    "failed": "Tell the person why it failed; mend what `failure` names, and create a new job.",
}
_SIGNS = {"gt": ">", "gte": "≥", "lt": "<", "lte": "≤", "eq": "=", "neq": "≠", "cross_above": ">", "cross_below": "<"}


class BacktestJobView(ToolResult):
    """A backtest and where it stands."""

    backtest_job_id: str
    status: ChatStatus
    progress: Fraction = Field(description="From 0 to 1.")
    message: str = Field(description="What it is doing at present.")
    failure: str | None = Field(description="Why there is no result, where it failed or was cancelled.")
    said: dict[str, object] = Field(
        default_factory=dict, description="The same as code and parameters, for whoever says it in another language."
    )
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

    @classmethod
    def of(cls, backtest: Backtest) -> Self:
        plan, status = backtest.plan, backtest.status.chat_status
        return cls.from_values(
            *(backtest, plan, plan.strategy),
            backtest_job_id=backtest.id,
            status=status,
            failure=failure_of(backtest.status, backtest.error),
            said=said_of(failure=failure_of(backtest.status, backtest.error)),
            strategy_version=plan.version,
            tickers=plan.strategy.universe.tickers[:20],
            asked_at=backtest.created_at,
            next_step=_NEXT[status],
        )


class BacktestFigures(BaseView):
    """Fractions are fractions (0.05 is 5 %), losses are 0 or below, money is in the currency of the market, and null is
    what could not be measured. All after costs."""

    total_return: Fraction
    cagr: Fraction | None = Field(description="Return a year.")
    sharpe: EstimateView | None = Field(description="A year; where the range holds 0, luck may explain the result.")
    max_drawdown: Fraction
    trades: int
    win_rate: Fraction | None
    profit: Money
    final_equity: Money
    exposure: Fraction = Field(description="Share of bars on which something was held.")
    years: Fraction
    benchmark_return: Fraction = Field(description="Of buying and holding the same instruments, without costs.")
    benchmark_drawdown: Fraction | None = Field(
        default=None, description="The max drawdown of buying and holding; null of backtests that did not measure it."
    )
    excess_return: Fraction = Field(description="Total return less the benchmark's.")


class BacktestJobReport(BacktestJobView):
    """A backtest with its first figures, once it is done."""

    figures: BacktestFigures | None = Field(description="Null until it is done.")
    summary: BothLanguages | None = Field(description="The result in plain sentences, with how sure it is.")
    warnings: list[str] = Field(description="Codes of what limits the result, such as few_trades or short_history.")
    data_sources: list[str] = Field(description="Where the bars come from; `demo` is an invented company.")

    @classmethod
    def of(cls, backtest: Backtest) -> Self:
        job, body = BacktestJobView.of(backtest), _body(backtest)
        if not body:
            return cls.from_values(job, figures=None, summary=None, warnings=[], data_sources=[])
        words = {each: [*body["summary"][each], *body["notes"][each]] for each in ("zh", "en")}
        address = f"parley://backtest/{backtest.id}/report"
        return cls.from_values(
            job,
            figures=body["figures"],
            summary=BothLanguages(zh="".join(words["zh"]), en=" ".join(words["en"])),
            warnings=body["warnings"],
            data_sources=sorted(set(body["data"]["sources"].values())),
            more=[ResourceRef(uri=address, name="The whole report: every figure, table and curve")],
        )


class BacktestRowView(BaseView):
    """A backtest in a list."""

    backtest_job_id: str
    status: ChatStatus
    name: str
    strategy_id: str | None
    strategy_version: int | None
    asked_at: datetime
    total_return: Fraction | None
    sharpe: Fraction | None

    @classmethod
    def of(cls, backtest: Backtest) -> Self:
        figures = _body(backtest).get("figures", {})
        sharpe = (figures.get("sharpe") or {}).get("value")
        return cls.from_values(BacktestJobView.of(backtest), total_return=figures.get("total_return"), sharpe=sharpe)


class BacktestJobsView(ToolResult):
    """Newest first."""

    jobs: list[BacktestRowView]
    next_before: str | None = Field(description="`before` of the next page; null on the last.")

    @classmethod
    def of(cls, found: Sequence[Backtest], limit: int) -> Self:
        following = found[-1].id if len(found) == limit else None
        return cls(jobs=[BacktestRowView.of(each) for each in found], next_before=following)


class TradeView(BaseView):
    """One position from its fill to its exit; times are UTC beginnings of bars."""

    number: int = Field(description="By exit, from 1.")
    ticker: str
    direction: Direction
    exit_reason: ExitReason
    signal_at: str = Field(description="The close of this bar decided to enter.")
    entry_at: str
    exit_at: str
    bars: int = Field(description="In the position, entry and exit included.")
    quantity: Price
    entry_price: Price
    exit_price: Price
    costs: Money
    profit: Money = Field(description="After costs and dividends.")
    return_: Fraction = Field(alias="return", description="Of the entry amount.")
    why_entered: list[str] = Field(description="What was true then, with the values on both sides.")
    why_left: list[str] = Field(description="Empty for an exit that the account forced.")

    @classmethod
    def of(cls, body: Mapping[str, Any]) -> Self:
        entered, left = ([_observation(each) for each in body["why"][name]] for name in ("entry", "exit"))
        return cls.model_validate({**body, "exit_reason": body["reason"], "why_entered": entered, "why_left": left})


class TradesView(AnalysisView):
    """A page of trades in the order of their exits."""

    trades: list[TradeView]
    total: int = Field(description="How many there are of the kind that was asked for.")
    next_offset: int | None = Field(description="`offset` of the next page; null on the last.")

    @classmethod
    def of(cls, backtest_job_id: str, page: TradePage, wanted: TradeFilter) -> Self:
        end = wanted.offset + len(page.trades)
        return cls(
            backtest_job_id=backtest_job_id,
            trades=[TradeView.of(each) for each in page.trades],
            total=page.total,
            next_offset=end if page.trades and end < page.total else None,
        )


def failure_of(status: BacktestStatus, error: str | None) -> str | None:
    """Why there is no result and never will be."""
    return (error or "It was cancelled.") if status.chat_status == "failed" else None


def _body(backtest: Backtest) -> Mapping[str, Any]:
    headline = backtest.headline
    return {} if headline is None else headline.body


def _observation(observed: Mapping[str, Any]) -> str:
    """Such as `the RSI is below 30: 28.4 < 30`; a part of a condition that did not hold says so."""
    sides = ["unknown" if observed[name] is None else f"{observed[name]:.8g}" for name in ("left", "right")]
    text = f"{observed['text_en']}: {sides[0]} {_SIGNS.get(observed['op'], observed['op'])} {sides[1]}"
    return text if observed["holds"] else f"{text} (not so)"
