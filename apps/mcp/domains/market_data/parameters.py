"""What the market data tools are asked with, each in words that a model can use."""

from datetime import date, datetime
from typing import Annotated

from pydantic import Field

from packages.domain.market_data.adjustment import Adjustment
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe

SymbolText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=40,
        description="The instrument: 000001.SZ or 600000.SH for A-shares, AAPL for US stocks, BTC-USD for crypto, "
        "EURUSD=X for currencies, ES=F for futures. Take it from `search` or `instruments` when unsure.",
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
