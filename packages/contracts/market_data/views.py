"""Market data as the tools show it: instruments, coverage and fetches, in short."""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Self

from pydantic import Field

from packages.contracts.sentences import SAID, with_messages
from packages.contracts.tool_results import ToolResult
from packages.contracts.view import BaseView, next_offset
from packages.core.messages import Language, render
from packages.domain.market_data.coverage import Coverage, Stored
from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.market_data.rows import Instrument, StatusKind, StatusPeriod
from packages.domain.market_data.sessions import local_day, session_close, zone_of
from packages.domain.market_data.symbols import Market, Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.work.jobs import Job, JobStatus

_NEWEST_GAPS = 10


class InstrumentView(BaseView):
    """An instrument in short."""

    symbol: str
    name_en: str
    name_zh: str
    market: Market
    currency: str
    is_demo: bool = Field(description="True: a fictional company with made-up prices.")
    source: str = Field(description="Who told of it.")

    @classmethod
    def of(cls, found: Instrument) -> Self:
        return cls.from_values(found, found.symbol, symbol=str(found.symbol))


class InstrumentsView(ToolResult):
    """Best match first."""

    instruments: list[InstrumentView]


class StoredInstrumentView(BaseView):
    """An instrument with stored bars; names are empty where no source has told them."""

    symbol: str
    name_en: str
    name_zh: str
    is_demo: bool = Field(description="True: a fictional company with made-up prices.")
    bars: int
    first: date = Field(description="The day of the first bar, in UTC.")
    last: date = Field(description="The day of the last bar, in UTC.")
    source: str

    @classmethod
    def of(cls, stored: Stored, named: Instrument | None) -> Self:
        return cls.from_values(
            *(stored, stored.symbol),
            symbol=str(stored.symbol),
            name_en=named.name_en if named else "",
            name_zh=named.name_zh if named else "",
            bars=stored.rows,
            first=stored.first.date(),
            last=stored.last.date(),
        )


class StoredInstrumentsView(ToolResult):
    """Instruments that have data, by symbol."""

    timeframe: Timeframe
    markets: dict[Market, int] = Field(description="How many instruments have such bars, by market; none: no data.")
    instruments: list[StoredInstrumentView]
    total: int = Field(description="How many there are in all, in the market asked for.")
    next_offset: int | None = Field(description="`offset` of the next page; null: this was the last.")

    @classmethod
    def of(
        cls,
        found: Sequence[tuple[Stored, Instrument | None]],
        market: Market | None,
        timeframe: Timeframe,
        offset: int,
        limit: int,
    ) -> Self:
        wanted = [each for each in found if market in (None, each[0].symbol.market)]
        counts = {each: sum(stored.symbol.market is each for stored, _ in found) for each in Market}
        return cls(
            timeframe=timeframe,
            markets={each: count for each, count in counts.items() if count},
            instruments=[StoredInstrumentView.of(*each) for each in wanted[offset : offset + limit]],
            total=len(wanted),
            next_offset=next_offset(len(wanted), limit, offset),
        )


class AvailabilityView(ToolResult):
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

    @classmethod
    def of(cls, symbol: Symbol, timeframe: Timeframe, lookback: int, stored: Sequence[Stored]) -> Self:
        fitting = (each for each in stored if each.timeframe is timeframe)
        fullest = max(fitting, key=lambda each: each.rows, default=None)
        bars = fullest.rows if fullest else 0
        return cls(
            symbol=str(symbol),
            market=symbol.market,
            timeframe=timeframe,
            lookback_bars=lookback,
            enough=bars >= lookback,
            bars=bars,
            missing_bars=max(0, lookback - bars),
            first=fullest.first if fullest else None,
            last=fullest.last if fullest else None,
            source=fullest.source if fullest else None,
            is_demo=symbol.is_demo,
            timeframes_stored=sorted({each.timeframe for each in stored}, key=lambda each: each.seconds),
        )


class GapView(BaseView):
    """Trading sessions in a row, both days included, without a bar and without a suspension."""

    first: date
    last: date
    sessions: int


class StoredBarsView(BaseView):
    """Bars of one length from one source."""

    timeframe: Timeframe
    source: str
    bars: int
    first: datetime
    last: datetime
    gap_count: int | None = Field(description="Null: gaps are only looked for in daily bars.")
    missing_sessions: int | None
    newest_gaps: list[GapView] = Field(description="The newest ten gaps.")

    @classmethod
    def of(cls, coverage: Coverage) -> Self:
        stored, gaps = coverage.stored, coverage.gaps
        return cls.from_values(
            stored,
            bars=stored.rows,
            gap_count=None if gaps is None else len(gaps),
            missing_sessions=None if gaps is None else sum(gap.sessions for gap in gaps),
            newest_gaps=(gaps or ())[-_NEWEST_GAPS:],
        )


class CoverageView(ToolResult):
    """Everything that is stored of an instrument; an empty list: nothing is."""

    symbol: str
    is_demo: bool
    stored: list[StoredBarsView]

    @classmethod
    def of(cls, symbol: Symbol, found: Sequence[Coverage]) -> Self:
        return cls(symbol=str(symbol), is_demo=symbol.is_demo, stored=[StoredBarsView.of(each) for each in found])


class PriceLimitView(BaseView):
    """How far a price may move within a day from the close before."""

    fraction: Decimal = Field(description="0.10 is 10 % up or down.")
    special_treatment: bool


class MetadataView(ToolResult):
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
    price_limit: PriceLimitView | None = Field(description="Null: no daily limit, or one that the notes tell of.")
    notes: list[str] = Field(description="Rules of the market that backtests do not follow, or follow in part.")
    timezone: str = Field(description="In which the market's days are counted.")
    daily_bar_known_at: str = Field(description="When a daily bar is known, on the market's own clock.")
    as_of: datetime
    source: str
    is_demo: bool

    @classmethod
    def of(cls, found: Instrument, statuses: Sequence[StatusPeriod], as_of: datetime) -> Self:
        rules, today = RULEBOOK[found.market], local_day(found.market, as_of)
        now = {status.kind for status in statuses if status.since <= today <= (status.until or today)}
        st = StatusKind.SPECIAL_TREATMENT in now
        lot, limit = rules.lot(found.board), rules.limit(found.board, today, st=st)
        return cls.from_values(
            *(InstrumentView.of(found), found, rules),
            is_suspended=StatusKind.SUSPENDED in now,
            lot_minimum=lot.minimum,
            lot_step=lot.step,
            sells_after_sessions=rules.sell_after_sessions,
            price_limit=None if limit is None else PriceLimitView(fraction=limit, special_treatment=st),
            notes=[render(said, Language.EN) for said in rules.sentences()],
            timezone=str(zone_of(found.market)),
            daily_bar_known_at=f"{session_close(found.market, today):%H:%M}",
            as_of=as_of,
        )


class FetchView(BaseView):
    """What a finished fetch brought."""

    bars_added: int
    rows_added: int = Field(description="Names, figures, news and the like.")
    sources: list[str] = Field(description="Who told the bars.")
    refused: list[str] = Field(description="Stretches that nobody had.")


class FetchJobView(ToolResult):
    """A fetch under way or ended."""

    job_id: str
    status: JobStatus
    symbol: str
    timeframe: Timeframe
    progress: float = Field(description="From 0 to 1.")
    message: str
    brought: FetchView | None = Field(description="Null until it has succeeded.")
    error: str | None = Field(description="Why it failed, and what to do.")
    said: dict[str, object] = Field(
        default_factory=dict, description="The same as code and parameters, for whoever says it in another language."
    )
    updated_at: datetime

    @classmethod
    def of(cls, job: Job) -> Self:
        payload: dict[str, Any] = dict(job.payload)
        said = with_messages({"error": job.error}).get(SAID, {})
        return cls.from_values(
            job, job_id=job.id, symbol=payload["symbol"], timeframe=payload["timeframe"], brought=job.result, said=said
        )
