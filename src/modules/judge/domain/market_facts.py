"""What bars say at the instant of a call: the base price, the trailing return, and how often the bet paid before."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal

import numpy as np
import numpy.typing as npt

from packages.core.messages import Language, render
from packages.domain.market_data.bars import BarSeries, Floats, bar_id
from packages.domain.market_data.coverage import Gap
from packages.domain.market_data.sessions import local_day
from packages.domain.market_data.staleness import LONGEST_CLOSURE
from packages.domain.market_data.symbols import Market, Symbol, load_command, parse_symbol
from src.modules.judge.domain.case import MarketFacts, PastWindows, PriceRow
from src.modules.judge.domain.verdict import note

LOOK_BACK = timedelta(days=5 * 365 + 60)
TRAILING_SESSIONS = 60
MOMENTUM_PROBABILITY = 0.55
_LISTED = 5

Days = npt.NDArray[np.datetime64]


def market_facts(
    symbol: Symbol,
    as_of: datetime,
    horizon_days: int,
    bars: BarSeries | None,
    benchmark: BarSeries | None,
    benchmark_note: str,
    language: Language = Language.EN,
    *,
    stale: bool = False,
    holes: Sequence[Gap] = (),
) -> MarketFacts:
    """Bars are adjusted as of the instant. A benchmark without a close on the day of the base price is left out.
    `stale`: the last close is too old to judge by. `holes`: too much is missing before it, which is stale as well."""
    base = last_close(bars)
    problem = _problem(symbol, base, as_of, language, stale=stale) or _hole(symbol, holes, language)
    beside = None if base is None or benchmark is None else close_on(benchmark, base.day)
    measured = benchmark if beside is not None else None
    if benchmark is not None and beside is None:
        benchmark_note = note("no_close_that_day", language, benchmark=benchmark.symbol)
    return MarketFacts(
        base=None if problem else base,
        benchmark=None if problem else beside,
        benchmark_note=benchmark_note,
        trailing_return=trailing_return(bars, measured),
        past=past_windows(bars, measured, horizon_days),
        problem=problem,
        is_stale=(stale or bool(holes)) and base is not None,
    )


def momentum_probability(trailing: float | None) -> float:
    """The baseline that every call must beat: what rose goes on rising, a little more often than not."""
    if trailing is None or trailing == 0:
        return 0.5
    return MOMENTUM_PROBABILITY if trailing > 0 else 1 - MOMENTUM_PROBABILITY


def last_close(series: BarSeries | None) -> PriceRow | None:
    days, closes = _usable(series)
    return _price_row(series, days[-1].item()) if series is not None and len(closes) else None


def close_on(series: BarSeries, day: date) -> PriceRow | None:
    """None where there is no good close on exactly this day."""
    days, _ = _usable(series)
    return _price_row(series, day) if np.isin(np.datetime64(day, "D"), days) else None


def close_by(series: BarSeries, day: date, oldest: timedelta) -> PriceRow | None:
    """The close on the day or, when later closes show that the day was skipped, the last one before it; None where
    it is older than `oldest`."""
    days, _ = _usable(series)
    at = np.datetime64(day, "D")
    before = days[days <= at]
    if not len(before) or (before[-1] != at and not (days > at).any()):
        return None
    return _price_row(series, before[-1].item()) if day - before[-1].item() <= oldest else None


def first_close_from(series: BarSeries, day: date) -> PriceRow | None:
    """The first good close on or after the day."""
    days, _ = _usable(series)
    later = days[days >= np.datetime64(day, "D")]
    return _price_row(series, later[0].item()) if len(later) else None


def trailing_return(bars: BarSeries | None, benchmark: BarSeries | None) -> float | None:
    """Over the last sixty sessions, in excess of the benchmark's; None where there are too few."""
    days, closes = _usable(bars)
    if len(closes) <= TRAILING_SESSIONS:
        return None
    start, end = days[-1 - TRAILING_SESSIONS], days[-1]
    own = float(closes[-1] / closes[-1 - TRAILING_SESSIONS] - 1)
    beside = 0.0 if benchmark is None else _grown(benchmark, start, end)
    return None if beside is None else own - beside


def past_windows(bars: BarSeries | None, benchmark: BarSeries | None, horizon_days: int) -> PastWindows:
    """Windows of the horizon's length, side by side, backwards from the last close; one whose start is missing, so
    that it would be longer, does not count."""
    days, closes = _usable(bars)
    windows = paid = 0
    end = len(days) - 1
    while end > 0:
        begins = days[end] - np.timedelta64(horizon_days, "D")
        start = int(np.searchsorted(days, begins, side="right")) - 1
        if start < 0:
            break
        beside = 0.0 if benchmark is None else _grown(benchmark, days[start], days[end])
        if beside is not None and begins - days[start] <= LONGEST_CLOSURE:
            windows += 1
            paid += bool(closes[end] / closes[start] - 1 > beside)
        end = start
    return PastWindows(windows, paid)


def _grown(series: BarSeries, start: np.datetime64, end: np.datetime64) -> float | None:
    """None where it has no close near the start."""
    days, closes = _usable(series)
    first, last = (int(np.searchsorted(days, day, side="right")) - 1 for day in (start, end))
    if first < 0 or start - days[first] > LONGEST_CLOSURE:
        return None
    return float(closes[last] / closes[first] - 1)


def _usable(series: BarSeries | None) -> tuple[Days, Floats]:
    if series is None:
        return np.empty(0, dtype="datetime64[D]"), np.empty(0)
    columns = series.columns
    good = np.isfinite(columns.close) & (columns.close > 0)
    if bool((columns.volume[good] > 0).any()):
        good &= columns.volume != 0  # a day without trade repeats an old price
    return columns.time[good].astype("datetime64[D]"), columns.close[good]


def _price_row(series: BarSeries, day: date) -> PriceRow:
    place = int(np.searchsorted(series.columns.time.astype("datetime64[D]"), np.datetime64(day, "D")))
    value, time = Decimal(repr(float(series.columns.close[place]))), series.columns.time[place]
    source = series.source_at(time)
    name = bar_id(series.symbol, series.timeframe, source, time)
    return PriceRow(id=name, symbol=str(series.symbol), day=day, value=value, source=source)


def _problem(symbol: Symbol, base: PriceRow | None, as_of: datetime, language: Language, *, stale: bool) -> str:
    command = render(load_command(symbol), language)
    if base is None:
        return note("no_close", language, symbol=symbol, command=command)
    if not stale:
        return ""
    today = local_day(symbol.market, as_of)
    if symbol.is_demo:
        return note("demo_ended", language, symbol=symbol, day=base.day)
    return note("old_close", language, symbol=symbol, day=base.day, today=today, command=command)


def _hole(symbol: Symbol, holes: Sequence[Gap], language: Language) -> str:
    if not holes:
        return ""
    return note(
        "hole",
        language,
        symbol=symbol,
        sessions=sum(hole.sessions for hole in holes),
        stretches=", ".join([*map(str, holes[:_LISTED]), *(["…"] if len(holes) > _LISTED else [])]),
        command=render(load_command(symbol), language),
    )


_DEMO = {Market.CN_STOCKS: "DEMO9.SH", Market.US_STOCKS: "DEMO10"}
_REAL = {Market.CN_STOCKS: "000300.SH", Market.US_STOCKS: "SPY"}


def usual_benchmark(symbol: Symbol) -> Symbol | None:
    """None: the call is about the return itself, as for a coin, a currency, or an index."""
    name = (_DEMO if symbol.is_demo else _REAL).get(symbol.market)
    return None if name is None or name == str(symbol) else parse_symbol(name)
