"""What the market data tools tell, besides the regime: instruments, bars, coverage and jobs, in short."""

from datetime import date, datetime
from decimal import Decimal

from pydantic import BaseModel, Field

from packages.contracts.tool_results import ToolResult
from packages.domain.market_data.adjustment import Adjustment
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.work.jobs import JobStatus

Candle = tuple[str, float, float, float, float, float]


class InstrumentTold(BaseModel):
    """An instrument in short."""

    symbol: str
    name_en: str
    name_zh: str
    market: Market
    currency: str
    is_demo: bool = Field(description="True: a fictional company with made-up prices.")
    source: str = Field(description="Who told of it.")


class InstrumentsFound(ToolResult):
    """Best match first."""

    instruments: list[InstrumentTold]


class StockedTold(BaseModel):
    """An instrument with stored bars; names are empty where no source has told them."""

    symbol: str
    name_en: str
    name_zh: str
    is_demo: bool = Field(description="True: a fictional company with made-up prices.")
    bars: int
    first: date = Field(description="The day of the first bar, in UTC.")
    last: date = Field(description="The day of the last bar, in UTC.")
    source: str


class InstrumentsStocked(ToolResult):
    """Instruments that have data, by symbol."""

    timeframe: Timeframe
    markets: dict[Market, int] = Field(description="How many instruments have such bars, by market; none: no data.")
    instruments: list[StockedTold]
    total: int = Field(description="How many there are in all, in the market asked for.")
    next_offset: int | None = Field(description="`offset` of the next page; null: this was the last.")


class AvailabilityTold(ToolResult):
    """Whether there are enough bars; nothing stored is an answer too."""

    symbol: str
    market: Market
    timeframe: Timeframe
    lookback_bars: int
    enough: bool
    bars: int = Field(description="Stored bars of the fullest source.")
    missing_bars: int
    first: datetime | None
    last: datetime | None
    source: str | None
    is_demo: bool
    timeframes_stored: list[Timeframe] = Field(description="Bar lengths that are stored of it, whatever their number.")


class GapTold(BaseModel):
    """Trading sessions in a row, both days included, without a bar and without a suspension."""

    first: date
    last: date
    sessions: int


class StoredTold(BaseModel):
    """Bars of one length from one source."""

    timeframe: Timeframe
    source: str
    bars: int
    first: datetime
    last: datetime
    gap_count: int | None = Field(description="Null: gaps are only looked for in daily bars.")
    missing_sessions: int | None
    newest_gaps: list[GapTold] = Field(description="The newest ten gaps.")


class CoverageTold(ToolResult):
    """Everything that is stored of an instrument; an empty list: nothing is."""

    symbol: str
    is_demo: bool
    stored: list[StoredTold]


class CandlesTold(ToolResult):
    """Bars, oldest first, each as [time, open, high, low, close, volume]."""

    symbol: str
    timeframe: Timeframe
    source: str
    is_demo: bool
    adjustment: Adjustment
    as_of: datetime
    columns: tuple[str, ...] = ("time", "open", "high", "low", "close", "volume")
    rows: list[Candle] = Field(description="`time` begins the bar, in UTC: a day, or a minute for shorter bars.")
    next_before: datetime | None = Field(description="`before` of the page of older bars; null: these are the oldest.")


class PriceLimitTold(BaseModel):
    """How far a price may move within a day from the close before."""

    fraction: Decimal = Field(description="0.10 is 10 % up or down.")
    special_treatment: bool


class MetadataTold(ToolResult):
    """What an instrument is and by which rules it trades on the day of `as_of`."""

    symbol: str
    name_en: str
    name_zh: str
    market: Market
    exchange: str = Field(description="The exchange's MIC, or 24/7; empty where nobody told it.")
    board: str
    industry: str
    currency: str
    listed_on: date | None
    delisted_on: date | None
    is_suspended: bool
    lot_minimum: Decimal = Field(description="The smallest order, in shares or units.")
    lot_step: Decimal = Field(description="Orders beyond the minimum go in steps of this.")
    tick: Decimal = Field(description="The smallest step of a price, as the market's rule has it.")
    sells_after_sessions: int = Field(description="1: what is bought today can be sold from the next session on (T+1).")
    can_short: bool
    price_limit: PriceLimitTold | None = Field(description="Null: no daily limit.")
    timezone: str = Field(description="In which the market's days are counted.")
    daily_bar_known_at: str = Field(description="When a daily bar is known, on the market's own clock.")
    as_of: datetime
    source: str
    is_demo: bool


class FetchTold(BaseModel):
    """What a finished fetch brought."""

    bars_added: int
    rows_added: int = Field(description="Names, figures, news and the like.")
    sources: list[str] = Field(description="Who told the bars.")
    refused: list[str] = Field(description="Stretches that nobody had.")


class JobTold(ToolResult):
    """A fetch under way or ended."""

    job_id: str
    status: JobStatus
    symbol: str
    timeframe: Timeframe
    progress: float = Field(description="From 0 to 1.")
    message: str
    brought: FetchTold | None = Field(description="Null until it has succeeded.")
    error: str | None = Field(description="Why it failed, and what to do.")
    updated_at: datetime
