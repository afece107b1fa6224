"""What was measured in a backtest, one shape for each analysis; fields bear the names that they have in the report."""

from collections.abc import Mapping
from typing import Any, Literal, Self

from pydantic import Field

from packages.contracts.tool_results import ToolResult
from packages.contracts.view import BaseView, EstimateView, Fraction, Money


class AnalysisView(ToolResult):
    """Fractions are fractions (0.05 is 5 %), losses are 0 or below, money is in the currency of the market, and null is
    what could not be measured."""

    backtest_job_id: str
    status: Literal["done"] = "done"

    @classmethod
    def read(cls, backtest_job_id: str, report: Mapping[str, Any]) -> Self:
        """As much of a stored report as the view has fields for."""
        named = {name: report[name] for name in cls.model_fields if name in report}
        return cls.model_validate({"backtest_job_id": backtest_job_id, **named})


class AccountFiguresView(BaseView):
    """Of the whole account, after all costs."""

    initial_cash: Money
    final_equity: Money
    total_return: Fraction
    cagr: Fraction | None = Field(description="Return a year.")
    volatility: Fraction = Field(description="Of bar returns, a year.")
    sharpe: EstimateView | None = Field(description="A year.")
    sortino: Fraction | None
    calmar: Fraction | None
    max_drawdown: Fraction
    longest_drawdown_bars: int = Field(description="From a peak until it was reached again, or until the end.")
    exposure: Fraction = Field(description="Share of bars on which something was held.")
    turnover: Fraction = Field(description="Traded amount a year, as a multiple of the mean equity.")
    costs: Money = Field(description="Commissions and duties of closed trades.")
    bars: int
    years: Fraction


class TradesFiguresView(BaseView):
    """Of all closed trades."""

    trades: int
    win_rate: Fraction | None
    profit: Money
    mean_return: Fraction | None = Field(description="Of the entry amount.")
    median_return: Fraction | None
    best_return: Fraction | None
    worst_return: Fraction | None
    profit_factor: Fraction | None = Field(description="Gains over losses; null without a loss.")
    expectancy: Money | None = Field(description="Money a trade.")
    mean_bars: Fraction | None


class TradeGroupView(BaseView):
    """Closed trades that have something in common."""

    label: str
    trades: int
    win_rate: Fraction | None
    profit: Money
    mean_return: Fraction | None = Field(description="Of the entry amount.")
    profit_factor: Fraction | None = Field(description="Gains over losses; null without a loss.")


class MetricsView(AnalysisView):
    """The figures of the account and of its trades."""

    market: str
    timeframe: str
    first: str = Field(description="First bar on which trading was allowed.")
    last: str
    figures: AccountFiguresView
    all_trades: TradesFiguresView
    open_positions: int = Field(description="Still held after the last bar.")
    warnings: list[str]


class DrawdownView(BaseView):
    """From a peak of the equity to the trough, and back if it came back."""

    peak: str
    trough: str
    recovered: str | None = Field(description="Null where the peak was not reached again.")
    depth: Fraction
    bars: int = Field(description="From the peak until it was reached again, or until the end.")


class DrawdownsView(AnalysisView):
    """The five deepest, the deepest first."""

    first: str
    last: str
    drawdowns: list[DrawdownView]


class YearView(BaseView):
    """The returns of one year."""

    year: int
    months: list[Fraction | None] = Field(description="January first; null where there is no bar.")
    total: Fraction


class MonthlyReturnsView(AnalysisView):
    """Year by year."""

    monthly: list[YearView]


class EntryTimesView(AnalysisView):
    """By when trades were entered, in the market's own time; what has no trades is left out."""

    by_hour: list[TradeGroupView] = Field(description="Labels 00 to 23; empty for daily and longer bars.")
    by_weekday: list[TradeGroupView] = Field(description="Labels mon to sun; empty for weekly bars.")


class HoldingPeriodsView(AnalysisView):
    """By how many bars trades lasted."""

    by_holding: list[TradeGroupView] = Field(description="Labels are ranges of bars.")


class SidesView(AnalysisView):
    """Long and short trades apart."""

    by_direction: list[TradeGroupView] = Field(description="Labels long and short; a side without trades is left out.")


class ExitsView(AnalysisView):
    """By why trades ended."""

    by_exit: list[TradeGroupView]


class BenchmarkView(BaseView):
    """Buying each instrument at its first close, in equal parts, without costs, and holding them all."""

    label: str
    total_return: Fraction
    cagr: Fraction | None
    max_drawdown: Fraction
    sharpe: Fraction | None
    excess_return: Fraction = Field(description="The strategy's total return less the benchmark's.")
    beta: Fraction | None
    alpha: Fraction | None = Field(description="A year.")
    correlation: Fraction | None
    information_ratio: Fraction | None


class BenchmarkComparisonView(AnalysisView):
    """The strategy beside holding what it trades."""

    benchmark: BenchmarkView
    figures: AccountFiguresView


class SharpeIntervalView(AnalysisView):
    """How sure the Sharpe ratio is."""

    sharpe: EstimateView | None = Field(description="A year. Null where nothing moved or there are too few bars.")
    holds_zero: bool | None = Field(description="True: a strategy without any edge could have shown this.")
    bars: int
    years: Fraction
    trials: int = Field(
        description="Variants tried in the lineage. The range is that of one trial; the best of many is luckier."
    )


class EquityCurveView(AnalysisView):
    """One value of each for every moment, in UTC; thinned so that no peak and no trough of the equity is lost."""

    time: list[str]
    equity: list[Money]
    drawdown: list[Fraction] = Field(description="Below the highest equity so far.")
    benchmark: list[Money] = Field(description="The same money, bought and held.")


class RollingMetricsView(AnalysisView):
    """Over the last `window` bars before each moment, in UTC."""

    window: int = Field(description="Bars.")
    time: list[str] = Field(description="Empty where there are fewer bars than a window.")
    total_return: list[Fraction | None]
    volatility: list[Fraction | None] = Field(description="A year.")
    sharpe: list[Fraction | None] = Field(description="A year.")
