"""A regime snapshot as the chat and the tools show it."""

from datetime import datetime
from typing import Self

from pydantic import Field

from packages.contracts.tool_results import ToolResult
from packages.contracts.view import BaseView
from packages.domain.market_data.regime.model import Family, FigureName, RegimeAbsence, RegimeFigure, Snapshot
from packages.domain.market_data.timeframe import Timeframe


class RegimeFigureView(BaseView):
    """One figure over its newest bars. Returns, gaps to averages, ranges and volatility are fractions of the price for
    one bar, not annualised; ranks and shares run from 0 to 1; half_life is in bars; turnover is price times volume."""

    name: FigureName
    value: float | None
    bars: int = Field(description="How many bars it takes.")
    first: datetime = Field(description="The first bar of the stretch.")
    last: datetime
    absent: RegimeAbsence | None = Field(description="Why there is no value.")

    @classmethod
    def of(cls, figure: RegimeFigure) -> Self:
        return cls.from_values(figure, value=None if figure.value is None else float(f"{figure.value:.6g}"))


class RegimeFindingView(BaseView):
    """One rule that speaks for a family when it holds; the sentences have the numbers and the threshold."""

    family: Family
    rule: str
    holds: bool | None = Field(description="Null: a figure is missing.")
    zh: str
    en: str


class RegimeSupportView(BaseView):
    """How many of a family's rules hold, of those that could be tried."""

    family: Family
    holding: int
    tried: int


class RegimeView(ToolResult):
    """How an instrument has moved, measured. It describes the past and forecasts nothing."""

    symbol: str
    timeframe: Timeframe
    source: str
    is_demo: bool
    adjustment: str
    as_of: datetime
    bars: int = Field(description="How many bars were known.")
    first: datetime
    last: datetime
    last_close: float
    speaks_for: Family | None = Field(description="The family with two rules or more that hold, and more than others.")
    summary_zh: str
    summary_en: str
    support: list[RegimeSupportView]
    findings: list[RegimeFindingView]
    figures: list[RegimeFigureView]

    @classmethod
    def of(cls, snapshot: Snapshot) -> Self:
        return cls.from_values(
            *(snapshot, snapshot.symbol),
            symbol=str(snapshot.symbol),
            adjustment=snapshot.adjusted,
            summary_zh=snapshot.zh,
            summary_en=snapshot.en,
            figures=[RegimeFigureView.of(each) for each in snapshot.figures],
        )
