"""A regime snapshot as a tool tells it."""

from datetime import datetime

from pydantic import BaseModel, Field

from packages.contracts.tool_results import ToolResult
from packages.domain.market_data.regime.model import Absent, Family, Figure, FigureName, Finding, Snapshot, Support
from packages.domain.market_data.timeframe import Timeframe


class FigureTold(BaseModel):
    """One figure over its newest bars. Returns, gaps to averages, ranges and volatility are fractions of the price for
    one bar, not annualised; ranks and shares run from 0 to 1; half_life is in bars; turnover is price times volume."""

    name: FigureName
    value: float | None
    bars: int = Field(description="How many bars it takes.")
    first: datetime = Field(description="The first bar of the stretch.")
    last: datetime
    absent: Absent | None = Field(description="Why there is no value.")

    @classmethod
    def of(cls, figure: Figure) -> "FigureTold":
        value = None if figure.value is None else float(f"{figure.value:.6g}")
        return cls(
            name=figure.name,
            value=value,
            bars=figure.bars,
            first=figure.first,
            last=figure.last,
            absent=figure.absent,
        )


class FindingTold(BaseModel):
    """One rule that speaks for a family when it holds; the sentences have the numbers and the threshold."""

    family: Family
    rule: str
    holds: bool | None = Field(description="Null: a figure is missing.")
    zh: str
    en: str

    @classmethod
    def of(cls, finding: Finding) -> "FindingTold":
        return cls(family=finding.family, rule=finding.rule, holds=finding.holds, zh=finding.zh, en=finding.en)


class SupportTold(BaseModel):
    """How many of a family's rules hold, of those that could be tried."""

    family: Family
    holding: int
    tried: int

    @classmethod
    def of(cls, support: Support) -> "SupportTold":
        return cls(family=support.family, holding=support.holding, tried=support.tried)


class RegimeTold(ToolResult):
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
    support: list[SupportTold]
    findings: list[FindingTold]
    figures: list[FigureTold]

    @classmethod
    def of(cls, snapshot: Snapshot) -> "RegimeTold":
        return cls(
            symbol=str(snapshot.symbol),
            timeframe=snapshot.timeframe,
            source=snapshot.source,
            is_demo=snapshot.symbol.is_demo,
            adjustment=snapshot.adjusted,
            as_of=snapshot.as_of,
            bars=snapshot.bars,
            first=snapshot.first,
            last=snapshot.last,
            last_close=snapshot.last_close,
            speaks_for=snapshot.speaks_for,
            summary_zh=snapshot.zh,
            summary_en=snapshot.en,
            support=[SupportTold.of(each) for each in snapshot.support],
            findings=[FindingTold.of(each) for each in snapshot.findings],
            figures=[FigureTold.of(each) for each in snapshot.figures],
        )
