"""From what the library knows to what the market data tools tell."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import numpy as np

from apps.mcp.domains.market_data.told import (
    AvailabilityTold,
    Candle,
    CandlesTold,
    CoverageTold,
    FetchTold,
    GapTold,
    InstrumentsStocked,
    InstrumentTold,
    JobTold,
    MetadataTold,
    PriceLimitTold,
    StockedTold,
    StoredTold,
)
from packages.domain.market_data.adjustment import Adjustment
from packages.domain.market_data.bars import BarColumns, BarSeries, instant
from packages.domain.market_data.coverage import Coverage, Stored
from packages.domain.market_data.rows import Instrument, StatusKind, StatusPeriod
from packages.domain.market_data.rulebook import RULEBOOK
from packages.domain.market_data.sessions import local_day, session_close, zone_of
from packages.domain.market_data.symbols import Market, Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.work.jobs import Job
from src.modules.data_engineering.application.library import Stocked

_NEWEST_GAPS = 10


def instrument_told(found: Instrument) -> InstrumentTold:
    return InstrumentTold(
        symbol=str(found.symbol),
        name_en=found.name_en,
        name_zh=found.name_zh,
        market=found.market,
        currency=found.currency,
        is_demo=found.symbol.is_demo,
        source=found.source,
    )


def stocked_told(
    found: Sequence[Stocked], market: Market | None, timeframe: Timeframe, offset: int, limit: int
) -> InstrumentsStocked:
    wanted = [each for each in found if market in (None, each.stored.symbol.market)]
    counts = {each: sum(one.stored.symbol.market is each for one in found) for each in Market}
    behind = offset + limit
    return InstrumentsStocked(
        timeframe=timeframe,
        markets={each: count for each, count in counts.items() if count},
        instruments=[_stocked(each) for each in wanted[offset:behind]],
        total=len(wanted),
        next_offset=behind if behind < len(wanted) else None,
    )


def _stocked(each: Stocked) -> StockedTold:
    stored, named = each.stored, each.instrument
    return StockedTold(
        symbol=str(stored.symbol),
        name_en=named.name_en if named else "",
        name_zh=named.name_zh if named else "",
        is_demo=stored.symbol.is_demo,
        bars=stored.rows,
        first=stored.first.date(),
        last=stored.last.date(),
        source=stored.source,
    )


def availability_told(
    symbol: Symbol, timeframe: Timeframe, lookback: int, stored: Sequence[Stored]
) -> AvailabilityTold:
    fullest = max((each for each in stored if each.timeframe is timeframe), key=lambda each: each.rows, default=None)
    bars = fullest.rows if fullest else 0
    return AvailabilityTold(
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


def coverage_told(symbol: Symbol, found: Sequence[Coverage]) -> CoverageTold:
    return CoverageTold(symbol=str(symbol), is_demo=symbol.is_demo, stored=[_stored(each) for each in found])


def _stored(coverage: Coverage) -> StoredTold:
    stored, gaps = coverage.stored, coverage.gaps
    newest = (gaps or ())[-_NEWEST_GAPS:]
    return StoredTold(
        timeframe=stored.timeframe,
        source=stored.source,
        bars=stored.rows,
        first=stored.first,
        last=stored.last,
        gap_count=None if gaps is None else len(gaps),
        missing_sessions=None if gaps is None else sum(gap.sessions for gap in gaps),
        newest_gaps=[GapTold(first=gap.first, last=gap.last, sessions=gap.sessions) for gap in newest],
    )


def candles_told(series: BarSeries, as_of: datetime, before: datetime | None, limit: int) -> CandlesTold:
    """`series` goes on to `as_of`, also for a page of older bars: a split between the pages counts in all of them."""
    end = len(series) if before is None else int(np.searchsorted(series.columns.time, instant(before)))
    begin = max(0, end - limit)
    shown = series.columns[begin:end]
    first: datetime | None = shown.time[0].item().replace(tzinfo=UTC) if begin else None
    return CandlesTold(
        symbol=str(series.symbol),
        timeframe=series.timeframe,
        source=series.source,
        is_demo=series.symbol.is_demo,
        adjustment=Adjustment(series.adjusted),
        as_of=as_of,
        rows=_candles(shown, series.timeframe),
        next_before=first,
    )


def _candles(columns: BarColumns, timeframe: Timeframe) -> list[Candle]:
    times = np.datetime_as_string(columns.time, unit="m" if timeframe.is_intraday else "D")
    prices = (columns.open, columns.high, columns.low, columns.close, columns.volume)
    rows = zip(times.tolist(), *(column.tolist() for column in prices), strict=True)
    return [(time, _short(o), _short(h), _short(low), _short(c), _short(v)) for time, o, h, low, c, v in rows]


def _short(value: float) -> float:
    """Nine digits: what adjusting leaves behind them is rounding."""
    return float(f"{value:.9g}")


def metadata_told(found: Instrument, statuses: Sequence[StatusPeriod], as_of: datetime) -> MetadataTold:
    rules, today = RULEBOOK[found.market], local_day(found.market, as_of)
    now = {status.kind for status in statuses if status.since <= today <= (status.until or today)}
    st = StatusKind.SPECIAL_TREATMENT in now
    lot, limit = rules.lot(found.board), rules.limit(found.board, today, st=st)
    return MetadataTold(
        **instrument_told(found).model_dump(),
        exchange=found.exchange,
        board=found.board,
        industry=found.industry,
        listed_on=found.listed_on,
        delisted_on=found.delisted_on,
        is_suspended=StatusKind.SUSPENDED in now,
        lot_minimum=lot.minimum,
        lot_step=lot.step,
        tick=rules.tick,
        sells_after_sessions=rules.sell_after_sessions,
        can_short=rules.can_short,
        price_limit=None if limit is None else PriceLimitTold(fraction=limit, special_treatment=st),
        timezone=str(zone_of(found.market)),
        daily_bar_known_at=f"{session_close(found.market, today):%H:%M}",
        as_of=as_of,
    )


def job_told(job: Job) -> JobTold:
    payload: dict[str, Any] = dict(job.payload)
    return JobTold(
        job_id=job.id,
        status=job.status,
        symbol=payload["symbol"],
        timeframe=Timeframe(payload["timeframe"]),
        progress=job.progress,
        message=job.message,
        brought=FetchTold.model_validate(job.result) if job.result is not None else None,
        error=job.error,
        updated_at=job.updated_at,
    )
