"""Market data as tools: find an instrument, see what is stored of it, read its bars, fetch what is missing."""

from datetime import date, datetime
from typing import Annotated

from pydantic import Field

from apps.mcp.toolbox import SCOPED, TALKING, Toolbox, ToolCall
from packages.contracts.market_data.candles import CandlesView
from packages.contracts.market_data.regime import RegimeView
from packages.contracts.market_data.views import (
    AvailabilityView,
    CoverageView,
    FetchJobView,
    InstrumentsView,
    InstrumentView,
    MetadataView,
    StoredInstrumentsView,
)
from packages.contracts.tool_grants import ToolDomain
from packages.domain.market_data.adjustment import Adjustment
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.symbols import Market, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from src.modules.data_engineering.application.library import asked_instant, in_utc

SymbolText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=40,
        description="The instrument: 000001.SZ or 600000.SH for A-shares, AAPL for US stocks, 0700.HK, 7203.T, VOD.L, "
        "SAP.DE or RELIANCE.NS elsewhere, ^GSPC for an index, BTC-USD for crypto, EURUSD=X for currencies, ES=F for "
        "futures. Take it from `search` or `instruments` when unsure.",
    ),
]
Query = Annotated[
    str,
    Field(
        min_length=1,
        max_length=60,
        pattern=r"^[^\x00]+$",
        description="Part of a symbol or of a company's name, in Chinese or English.",
    ),
]
BarLength = Annotated[Timeframe, Field(description="How long a bar lasts. Default 1d.")]
MarketFilter = Annotated[Market | None, Field(description="Only instruments of this market. Default: all markets.")]
AsOf = Annotated[
    datetime | None,
    Field(
        description="The instant that may be known, as 2025-06-30T12:00:00Z; nothing later is shown. Without a zone it "
        "is UTC. Default: now; an instant ahead is refused."
    ),
]
Before = Annotated[
    datetime | None,
    Field(description="Only bars that begin before this time: `next_before` of the page shown last. Default: newest."),
]
Prices = Annotated[
    Adjustment,
    Field(
        description="What is taken out of the prices: `raw` nothing, `splits` splits, `total` splits and dividends. "
        "Default splits."
    ),
]
Since = Annotated[
    date | None,
    Field(
        description="The first day to fetch, as 2020-01-31, from 1970 on. Default: from the last stored bar on, or ten "
        "years of daily bars (60 days of shorter ones) where nothing is stored."
    ),
]
Found = Annotated[int, Field(ge=1, le=50, description="How many to tell at the most, 1 to 50. Default 10.")]
PageSize = Annotated[int, Field(ge=1, le=100, description="How many to tell at once, 1 to 100. Default 30.")]
Offset = Annotated[int, Field(ge=0, le=1_000_000, description="How many to skip: `next_offset` of the page before.")]
BarCount = Annotated[int, Field(ge=1, le=500, description="How many bars, the newest ones, 1 to 500. Default 60.")]
Lookback = Annotated[
    int, Field(ge=1, le=1_000_000, description="How many bars the work ahead needs, warm-up included. Default 252.")
]
JobId = Annotated[
    str, Field(pattern=r"^[0-9A-Za-z-]{1,36}$", description="The `job_id` that `fetch_missing` gave back.")
]


TOOLS = Toolbox(
    ToolDomain.MARKET_DATA,
    "What the desk knows of instruments and their prices. Find one with `search` or `instruments`, check it with "
    "`availability` or `coverage`, read it with `candles`, `metadata` and `regime_snapshot`; `fetch_missing` brings "
    "what is not stored. Instruments with is_demo are fictional, and say so when you use them. Never state a price "
    "that no tool told.",
)


@TOOLS.reads(phases=TALKING)
async def search(call: ToolCall, query: Query, limit: Found = 10) -> InstrumentsView:
    """Finds instruments by symbol or by name, Chinese or English, best match first. Use it whenever a person names a
    company; an instrument that is found may still have no bars: ask `availability`."""
    found = await call.services.library.search(query, limit)
    return InstrumentsView(instruments=[InstrumentView.of(each) for each in found])


@TOOLS.reads(phases=TALKING)
async def instruments(
    call: ToolCall,
    market: MarketFilter = None,
    timeframe: BarLength = Timeframe.D1,
    limit: PageSize = 30,
    offset: Offset = 0,
) -> StoredInstrumentsView:
    """Lists the instruments that have stored bars, and how many there are in each market. Use it before asking a person
    which market or instrument to trade: only what is listed here can be tested."""
    found = [(each.stored, each.instrument) for each in await call.services.library.stocked(timeframe)]
    return StoredInstrumentsView.of(found, market, timeframe, offset, limit)


@TOOLS.reads(phases=TALKING)
async def availability(
    call: ToolCall, symbol: SymbolText, timeframe: BarLength = Timeframe.D1, lookback_bars: Lookback = 252
) -> AvailabilityView:
    """Says whether enough bars of an instrument are stored for a piece of work. If not, call `fetch_missing`, or take
    one of `timeframes_stored`."""
    wanted = parse_symbol(symbol)
    return AvailabilityView.of(wanted, timeframe, lookback_bars, await call.services.library.stored(wanted))


@TOOLS.reads(phases=TALKING)
async def coverage(call: ToolCall, symbol: SymbolText) -> CoverageView:
    """Says what is stored of an instrument: each bar length and source, from when to when, and the trading sessions
    missing between. Use it before a backtest over a long stretch."""
    wanted = parse_symbol(symbol)
    return CoverageView.of(wanted, await call.services.library.coverage(wanted))


@TOOLS.reads(phases=TALKING)
async def candles(
    call: ToolCall,
    symbol: SymbolText,
    timeframe: BarLength = Timeframe.D1,
    limit: BarCount = 60,
    before: Before = None,
    adjustment: Prices = Adjustment.SPLITS,
    as_of: AsOf = None,
) -> CandlesView:
    """Reads bars of an instrument as they were known at an instant, oldest first. For older bars call again with
    `before` = `next_before`. To judge how it moves take `regime_snapshot` instead of reading many bars."""
    view = _view(call, as_of)
    series = await view.bars(parse_symbol(symbol), timeframe, adjustment=adjustment)
    return CandlesView.of(series, view.as_of, in_utc(before), limit)


@TOOLS.reads(phases=TALKING)
async def metadata(call: ToolCall, symbol: SymbolText, as_of: AsOf = None) -> MetadataView:
    """Tells what an instrument is and how it trades: names, market, currency, lot, tick, T+1, price limit, whether it
    is suspended. Use it before sizing an order or writing rules for it."""
    view, wanted = _view(call, as_of), parse_symbol(symbol)
    return MetadataView.of(await view.instrument(wanted), await view.statuses(wanted), view.as_of)


@TOOLS.reads(phases=TALKING)
async def regime_snapshot(
    call: ToolCall, symbol: SymbolText, timeframe: BarLength = Timeframe.D1, as_of: AsOf = None
) -> RegimeView:
    """Measures how an instrument has moved: trend, volatility against its own year, pull back to the mean, liquidity,
    each with its stretch of bars, and which family of strategies the numbers speak for, if any. Use it before choosing
    between trend_continuation, mean_reversion and volatility_regime. It needs 61 bars, and 272 for all figures."""
    from packages.domain.market_data.regime.snapshot import take_snapshot

    return RegimeView.of(await take_snapshot(_view(call, as_of), parse_symbol(symbol), timeframe))


@TOOLS.writes(phases=SCOPED)
async def fetch_missing(
    call: ToolCall, symbol: SymbolText, timeframe: BarLength = Timeframe.D1, since: Since = None
) -> FetchJobView:
    """Starts to fetch bars and company data of a real instrument from the outside sources, as a job. It returns at
    once; look at it with `job`, and read the bars when its status is `succeeded`. Fictional instruments are refused. A
    name or a bare code that may be several instruments is refused with the candidates: ask the person which."""
    return FetchJobView.of(await call.services.fetches.start(call.owner_id, symbol, timeframe, since, call.key))


@TOOLS.reads(phases=SCOPED)
async def job(call: ToolCall, job_id: JobId) -> FetchJobView:
    """Tells how a fetch that `fetch_missing` started stands: its status, its progress, what it brought, or why it
    failed."""
    return FetchJobView.of(await call.services.fetches.get(call.owner_id, job_id))


def _view(call: ToolCall, as_of: AsOf) -> MarketView:
    return call.services.library.view(asked_instant(as_of, call.services.clock.now()))
