"""The clock of a file: its zone and what its labels name, for bars of minutes, days and weeks alike."""

from dataclasses import dataclass
from typing import Protocol
from zoneinfo import ZoneInfo

import polars as pl

from packages.core.messages import message
from packages.domain.market_data.errors import BadRows
from packages.domain.market_data.sessions import zone_of
from packages.domain.market_data.symbols import Market, Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.bars.evidence.guess import Answers, Guess
from packages.infra.providers.market_data.bars.evidence.session_fit import clock_guesses
from packages.infra.providers.market_data.bars.evidence.trading_hours import STOCKS, is_closed

_SUNDAY = 7
_MINUTE, _DAY = 60, 86_400
_NOON = 12


class ClockWriting(Protocol):
    """How instants are written: whether as instants of UTC, and whether with a clock at all."""

    @property
    def in_utc(self) -> bool: ...

    @property
    def has_clock(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class FileClock:
    """`utc_days`: days without a zone are instants of UTC. `by_hours`: the zone is ours, so that bars outside the
    market's hours cannot be."""

    zone: str
    label: str
    guesses: tuple[Guess, ...]
    utc_days: bool = False
    by_hours: bool = False


def clock_of(read: pl.Series, symbol: Symbol, timeframe: Timeframe, writing: ClockWriting, asked: Answers) -> FileClock:
    in_utc = writing.in_utc
    own, named = zone_of(symbol.market).key, known_zone(asked.get("timezone"))
    if timeframe.is_intraday:
        _refuse_half_days(read)
        zone, label = clock_guesses(read, symbol.market, timeframe, asked, zone_is_known=in_utc)
        found = tuple(guess for guess in (zone, label) if guess is not None)
        return FileClock(
            zone.value if zone else named or own, label.value, found, by_hours=named is None and not in_utc
        )
    if symbol.market is Market.CRYPTO and writing.has_clock:
        _refuse_other_days(read)
    if timeframe is Timeframe.W1:
        return _weekly(read, named or own, asked)
    if in_utc or not writing.has_clock:
        return FileClock(named or own, "start", ())
    return _daily(read, symbol, named, asked)


def _refuse_half_days(read: pl.Series) -> None:
    """A clock that goes from 12:30 to 1:00 within a day, and never to 13:00, lacks its AM and PM."""
    known = read.drop_nulls()
    hours = known.dt.hour()
    if not len(known) or not bool(hours.is_between(1, 12).all()):
        return
    same_day = known.dt.date() == known.dt.date().shift(1)
    around_noon = (hours == _NOON) != (hours.shift(1) == _NOON)
    turns = same_day & around_noon & (known.diff().dt.total_hours().abs() >= _NOON - 2)
    if int(turns.sum()) > known.dt.date().n_unique() / 2:
        raise BadRows("market_data.import.half_days", shown=f"{known.filter(turns.fill_null(value=False))[0]:%H:%M}")


def _refuse_other_days(read: pl.Series) -> None:
    """A coin's day is that of UTC. A bar from midnight to midnight elsewhere is no part of one such day: under either
    day some of its trades would be known too early, or be missing."""
    aware = isinstance(read.dtype, pl.Datetime) and read.dtype.time_zone is not None
    known = (read.dt.convert_time_zone("UTC") if aware else read).drop_nulls()
    seconds = known.dt.hour().cast(pl.Int32) * 3600 + known.dt.minute().cast(pl.Int32) * 60
    elsewhere = known.filter((seconds >= _MINUTE) & (seconds < _DAY - _MINUTE))
    if len(elsewhere) > len(known) / 2:
        raise BadRows("market_data.import.coin_days", clock=f"{elsewhere[0]:%H:%M}")


def _weekly(read: pl.Series, zone: str, asked: Answers) -> FileClock:
    """A Sunday may close a week or open the next: the bars are a week apart."""
    sundays = (read.drop_nulls().dt.weekday() == _SUNDAY).mean()
    if not isinstance(sundays, float) or sundays <= 0.5:
        return FileClock(zone, asked.get("label") or "end", ())
    said = message("market_data.import.sundays")
    label = asked.choose("label", "start", said, ("start", "end"), asks=True)
    return FileClock(zone, label.value, (label,))


def _daily(read: pl.Series, symbol: Symbol, named: str | None, asked: Answers) -> FileClock:
    """Days with a clock of their own (16:00 in UTC is midnight in Shanghai) may be a day off."""
    own = zone_of(symbol.market).key
    naive = read.drop_nulls().dt.replace_time_zone(None)
    moved = naive.dt.replace_time_zone("UTC").dt.convert_time_zone(own)
    if symbol.market not in STOCKS or not len(naive) or bool((moved.dt.date() == naive.dt.date()).all()):
        return FileClock(named or own, "start", ())
    if bool((naive.dt.time() == naive.dt.time()[0]).all()) and naive.dt.hour()[0] == 0:
        return FileClock(named or own, "start", ())
    as_written, as_utc = (_closed(days.dt.date(), symbol) for days in (naive, moved))
    best = "UTC" if as_utc < as_written else own
    said = message("market_data.import.day_of_clock", zone=best, clock=f"{naive[0]:%H:%M}")
    asks = named is None and as_written == as_utc
    guess = asked.choose("timezone", best, said, (own, "UTC"), asks=asks)
    return FileClock(own, "start", (guess,), utc_days=guess.value == "UTC")


def _closed(days: pl.Series, symbol: Symbol) -> int:
    return int(pl.DataFrame({"day": days}).select(is_closed(symbol.market, pl.col("day")).sum()).item())


def known_zone(named: str | None) -> str | None:
    try:
        return None if named is None else ZoneInfo(named).key
    except (ValueError, KeyError, OSError) as error:
        raise BadRows("market_data.bad_timezone", timezone=named) from error
