"""Market data on the wire."""

from datetime import date, datetime
from typing import Literal

from pydantic import BaseModel

from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.coverage import Coverage, Gap
from packages.domain.market_data.rows import Instrument


class InstrumentOut(BaseModel):
    symbol: str
    name_en: str
    name_zh: str
    market: str
    exchange: str
    currency: str
    is_demo: bool
    source: str

    @classmethod
    def of(cls, instrument: Instrument) -> "InstrumentOut":
        return cls(
            symbol=str(instrument.symbol),
            name_en=instrument.name_en,
            name_zh=instrument.name_zh,
            market=instrument.market.value,
            exchange=instrument.exchange,
            currency=instrument.currency,
            is_demo=instrument.symbol.is_demo,
            source=instrument.source,
        )


class InstrumentList(BaseModel):
    instruments: list[InstrumentOut]


class BarsOut(BaseModel):
    """Columns of the same length, oldest bar first; `time` begins a bar, in UTC."""

    symbol: str
    timeframe: str
    source: str
    is_demo: bool
    adjustment: Literal["raw", "splits", "total"]
    as_of: datetime
    total: int
    time: list[datetime]
    open: list[float]
    high: list[float]
    low: list[float]
    close: list[float]
    volume: list[float]

    @classmethod
    def of(cls, series: BarSeries, as_of: datetime, newest: int) -> "BarsOut":
        columns = series.columns[-newest:]
        return cls.model_validate(
            {
                "symbol": str(series.symbol),
                "timeframe": series.timeframe.value,
                "source": series.source,
                "is_demo": series.symbol.is_demo,
                "adjustment": series.adjusted,
                "as_of": as_of,
                "total": len(series),
                "time": [f"{time}Z" for time in columns.time.astype("datetime64[s]")],
                **{name: getattr(columns, name).tolist() for name in ("open", "high", "low", "close", "volume")},
            }
        )


class GapOut(BaseModel):
    first: date
    last: date
    sessions: int

    @classmethod
    def of(cls, gap: Gap) -> "GapOut":
        return cls(first=gap.first, last=gap.last, sessions=gap.sessions)


class CoverageOut(BaseModel):
    symbol: str
    timeframe: str
    source: str
    is_demo: bool
    first: datetime
    last: datetime
    rows: int
    gaps: list[GapOut] | None

    @classmethod
    def of(cls, coverage: Coverage) -> "CoverageOut":
        stored = coverage.stored
        return cls(
            symbol=str(stored.symbol),
            timeframe=stored.timeframe.value,
            source=stored.source,
            is_demo=stored.symbol.is_demo,
            first=stored.first,
            last=stored.last,
            rows=stored.rows,
            gaps=None if coverage.gaps is None else [GapOut.of(gap) for gap in coverage.gaps],
        )


class CoverageList(BaseModel):
    coverage: list[CoverageOut]
