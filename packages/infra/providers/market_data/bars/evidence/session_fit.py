"""On whose clock intraday bars are, and whether a time names their start or their end: what fits the sessions."""

from dataclasses import dataclass, replace
from datetime import datetime, time

import polars as pl

from packages.core.messages import Sentence, message
from packages.domain.market_data.sessions import zone_of
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.bars.evidence.guess import Answers, Guess
from packages.infra.providers.market_data.bars.evidence.market_hours import HOURS, Hours, by_era
from packages.infra.providers.market_data.bars.evidence.trading_hours import is_closed

_ZONES = (
    "UTC", "America/New_York", "America/Chicago", "Europe/London", "Europe/Berlin", "Asia/Shanghai", "Asia/Tokyo",
    "Asia/Kolkata",
)  # fmt: skip
_MOST_OUTSIDE = 0.02
_HALF_HOUR = 1800


@dataclass(frozen=True, slots=True)
class ClockReading:
    """One reading of the clock: how many bars lie outside the sessions (and on closed days), and at how many of the
    ends of a session the bars of a day begin or stop."""

    zone: str
    label: str
    outside: float
    ends_met: int
    first: datetime | None
    last: datetime | None

    @property
    def rank(self) -> tuple[bool, int, float]:
        return self.outside > _MOST_OUTSIDE, -self.ends_met, self.outside


def clock_guesses(
    read: pl.Series, market: Market, timeframe: Timeframe, asked: Answers, *, zone_is_known: bool
) -> tuple[Guess | None, Guess]:
    """The zone (None where the file tells the instants themselves) and the label. `read`: naive by the file's own
    clock, or aware."""
    if market not in HOURS:
        return _around_the_clock(read, market, timeframe, asked, zone_is_known=zone_is_known)
    own = zone_of(market).key
    named = asked.get("timezone")
    zones = ["UTC"] if zone_is_known else [named] if named else [own, *(zone for zone in _ZONES if zone != own)]
    label = asked.get("label")
    labels = [label] if label else ["start", "end"]
    readings = _distinct([_reading(read, market, timeframe, zone, side) for zone in zones for side in labels])
    readings.sort(key=lambda one: one.rank)
    best = readings[0]
    as_good = [one for one in readings if one.rank[:2] == best.rank[:2]]
    unsure = best.outside > _MOST_OUTSIDE or len(as_good) > 1
    other_zones = tuple(dict.fromkeys(one.zone for one in as_good if one.zone != best.zone)) or ("UTC",)
    fits = {"zone": best.zone, "first": f"{best.first:%H:%M}" if best.first else "", "outside": f"{best.outside:.0%}"}
    zone_why = message("market_data.import.zone_unclear" if unsure else "market_data.import.zone_fits", **fits)
    if best.zone == own and not unsure:
        zone_why = message("market_data.import.zone", zone=own)
    asks_zone = unsure and named is None and (len({one.zone for one in as_good}) > 1 or best.outside > _MOST_OUTSIDE)
    asks_label = unsure and label is None and not asks_zone and len({one.label for one in as_good}) > 1
    asks_label |= label is None and not asks_zone and _only_begins_at_the_open(best, readings, market, timeframe)
    zone = None if zone_is_known else asked.choose("timezone", best.zone, zone_why, other_zones, asks=asks_zone)
    if zone is not None and named and best.outside > _MOST_OUTSIDE:
        zone = replace(zone, why=Sentence(message("market_data.import.zone_outside", **fits)), offers=True)
    label_why = message(f"market_data.import.label.{best.label}")
    return zone, asked.choose("label", best.label, label_why, ("start", "end"), asks=asks_label)


def _only_begins_at_the_open(
    best: ClockReading, readings: list[ClockReading], market: Market, timeframe: Timeframe
) -> bool:
    """Half-hours from 10:00 on may be labelled by their end, or lack the first of the day: only those that also stop at
    the close, and at a break, settle it. From 9:35 on nobody begins."""
    all_ends = 2 * len(HOURS[market][-1].regular)
    return (
        timeframe.seconds >= _HALF_HOUR
        and best.label == "end"
        and best.ends_met < all_ends
        and any(one.zone == best.zone and one.label == "start" and one.outside <= _MOST_OUTSIDE for one in readings)
    )


def _around_the_clock(
    read: pl.Series, market: Market, timeframe: Timeframe, asked: Answers, *, zone_is_known: bool
) -> tuple[Guess | None, Guess]:
    """Where trade never stops no clock can be checked: a coin or a currency without a zone is a question."""
    own = zone_of(market).key
    side = "end" if _first_of_days(read, timeframe) else "start"
    label = asked.choose("label", side, message(f"market_data.import.label.{side}"), ("start", "end"))
    if zone_is_known:
        return None, label
    why = message("market_data.import.zone_unknown", zone=own)
    asks = market is not Market.FUTURES
    return asked.choose("timezone", own, why, ("UTC", "Asia/Shanghai", "America/New_York"), asks=asks), label


def _first_of_days(times: pl.Series, timeframe: Timeframe) -> bool:
    """A day whose first bar reads 09:05 has bars that are labelled by their end."""
    known = times.drop_nulls()
    if timeframe.seconds >= 1800 or known.is_empty():
        return False
    firsts = pl.DataFrame({"day": known.dt.date(), "time": known}).group_by("day").agg(pl.col("time").min())["time"]
    seconds = (firsts.to_physical() // 1_000_000) % 1800
    return bool((seconds == timeframe.seconds).sum() > len(firsts) / 2)


def _reading(read: pl.Series, market: Market, timeframe: Timeframe, zone: str, label: str) -> ClockReading:
    aware = isinstance(read.dtype, pl.Datetime) and read.dtype.time_zone is not None
    known = read.drop_nulls()
    times = known if aware else known.dt.replace_time_zone(zone, ambiguous="null", non_existent="null")
    local = times.drop_nulls().dt.convert_time_zone(zone_of(market).key)
    if label == "end":
        local = local.dt.offset_by(f"-{timeframe.seconds}s")
    frame = pl.DataFrame({"start": local}).with_columns(day=pl.col("start").dt.date())
    minute = pl.col("start").dt.hour().cast(pl.Int32) * 60 + pl.col("start").dt.minute()
    length = timeframe.seconds // 60
    inside = by_era(market, pl.col("day"), lambda hours: _within(minute, length, hours))
    outside = frame.select((~inside | is_closed(market, pl.col("day"))).mean()).item()
    met = _ends_met(frame.with_columns(minute=minute), market, length)
    starts = frame["start"].sort()
    first, last = (starts[0], starts[-1]) if frame.height else (None, None)
    return ClockReading(zone, label, float(outside or 0.0), met, first, last)


def _within(minute: pl.Expr, length: int, hours: Hours) -> pl.Expr:
    """A bar may begin before the open by less than its own length, as hourly bars from 9:00 do."""
    return pl.any_horizontal(*((minute + length > _of(first)) & (minute < _of(last)) for first, last in hours.longest))


def _ends_met(frame: pl.DataFrame, market: Market, length: int) -> int:
    """How many of the ends of the sessions most days meet exactly: the open, the break, the close."""
    minute, day = pl.col("minute"), pl.col("day")
    days = frame.group_by("day").agg(minute.min().alias("first"), minute.max().alias("last"))
    closes = by_era(market, day, lambda hours: _minute(hours.regular[-1][1]))
    whole = days.select(
        (pl.col("first") == by_era(market, day, lambda hours: _minute(hours.regular[0][0]))).mean() > 0.5,
        ((pl.col("last") < closes) & (pl.col("last") + length >= closes)).mean() > 0.5,
    )
    met = sum(map(bool, whole.row(0)))
    if len(HOURS[market][-1].regular) == 1:
        return met
    pause = by_era(market, day, lambda hours: _minute(hours.regular[0][1]))
    resume = by_era(market, day, lambda hours: _minute(hours.regular[1][0]))
    around = frame.select(
        (minute + length == pause).any() & ~(minute == pause).any(), (minute == resume).any().alias("after")
    )
    return met + sum(map(bool, around.row(0)))


def _distinct(readings: list[ClockReading]) -> list[ClockReading]:
    """Readings that come to the same instants are one: the first of them stands for all."""
    found: dict[tuple[object, ...], ClockReading] = {}
    for one in readings:
        found.setdefault((one.first, one.last, one.outside, one.ends_met), one)
    return list(found.values())


def _of(clock: time) -> int:
    return clock.hour * 60 + clock.minute


def _minute(clock: time) -> pl.Expr:
    return pl.lit(_of(clock), pl.Int32)
