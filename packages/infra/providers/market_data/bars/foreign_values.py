"""Times as foreign files write them: the format is detected, then read; nothing is guessed per cell."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import product

import numpy as np
import polars as pl

from packages.core.messages import message
from packages.domain.market_data.errors import BadRows
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.bars.evidence.date_order import order_in, other_orders

_DATES = (
    "%Y-%m-%d", "%Y/%m/%d", "%Y%m%d", "%Y.%m.%d", "%Y年%m月%d日", "%m/%d/%Y", "%d/%m/%Y", "%d.%m.%Y", "%d-%m-%Y",
    "%m-%d-%Y", "%d-%b-%Y", "%d %b %Y", "%d-%b-%y", "%m/%d/%y", "%d/%m/%y", "%y/%m/%d", "%d.%m.%y", "%d-%m-%y",
    "%m-%d-%y", "%y-%m-%d", "%y.%m.%d",
)  # fmt: skip
_NAMED_MONTHS = ("%b %d, %Y", "%B %d, %Y", "%b %d %Y", "%d. %b %Y")
_CLOCKS = ("%H:%M:%S", "%H:%M", "%H:%M:%S%.f", "%H%M%S", "%H%M", "%I:%M:%S %p", "%I:%M %p")
_OFFSETS = ("", "Z", "%z", " %z", " UTC")
_EPOCHS = {10: "s", 13: "ms", 16: "us", 19: "ns"}
_SERIALS = {"excel-1900": date(1899, 12, 30), "excel-1904": date(1904, 1, 1)}  # the day that Excel counts as 0
_SERIAL = r"^[2-6]\d{4}(\.\d+)?$"
_OFFSET = r"\s*([+-]\d\d(:?\d\d)?|Z|UTC|EST|EDT)(\[[\w/]+\])?$"
_ENDS_IN_OFFSET = r"([+-]\d\d(:?\d\d)?|[A-Z]+)(\[[\w/]+\])?$"
_MIDNIGHT = r"[T ]00:00(:00(\.0+)?)?" + _OFFSET
_SPELT_OFFSETS = (
    (r"\[[\w/]+\]$", ""), (r"\s*(Z|UTC)$", "+00:00"), (r"\s*EST$", "-05:00"), (r"\s*EDT$", "-04:00"),
    (r"([+-]\d\d)$", "${1}:00"),
)  # fmt: skip
_MICROSECONDS = {"s": 1_000_000, "ms": 1_000, "us": 1}
_SAMPLE = 10_000
_FEW = 40  # rows on which every way of writing is tried; the likely ones are tried on the sample
_LIKELY = 6
_FEW_LINES, _MANY_LINES = 2, 0.05  # that may be no dates before a second way of writing is looked for
_PLAIN = ("%Y-%m-%d", "%Y-%m-%d %H:%M:%S")
_YEARS = (1900, 2100)
_MOMENT = pl.Datetime("us")
_STORED = pl.Datetime("us", "UTC")


@dataclass(frozen=True, slots=True)
class Writing:
    """How a file writes instants: `format` of strptime, the unit of an epoch, Excel's count of days, or None for typed
    columns. `days_as_written`: a midnight of any offset stands for its day, so that the offset is left off."""

    format: str | None
    has_clock_column: bool = False
    epoch: str | None = None
    days_as_written: bool = False

    @property
    def has_clock(self) -> bool:
        """Whether instants have more than a date."""
        return self.format is None or "H" in self.format or "I" in self.format

    @property
    def in_utc(self) -> bool:
        """Whether the text gives the instant itself, not the reading of some zone's clock."""
        if self.format is None or self.days_as_written:
            return self.epoch in ("s", "ms", "us", "ns")
        return self.format.endswith(("%z", "Z", "UTC"))

    @property
    def order(self) -> str:
        """By which `order_in` tells the order of day, month and year."""
        return self.format or self.epoch or ""

    def read(self, frame: pl.DataFrame) -> pl.Series:
        """Instants, null where the text is none: aware and in UTC where the file says so, else by the local clock."""
        if self.format is None and self.epoch is None:
            return frame["date"].cast(pl.Datetime("us", getattr(frame["date"].dtype, "time_zone", None)))
        if frame.schema["date"] == pl.String and not self.has_clock_column:
            read = self._parsed(frame["date"])
            if not read.null_count():
                return read
        return self._parsed(_texts(frame, self.has_clock_column))

    def _parsed(self, text: pl.Series) -> pl.Series:
        if self.epoch is not None:
            return _serial(text, self.epoch) if self.epoch in _SERIALS else _epoch(text, self.epoch)
        read = self._instants(text)
        ends = [end.year for end in (read.min(), read.max()) if isinstance(end, datetime)]
        if ends and (min(ends) < _YEARS[0] or max(ends) > _YEARS[1]):  # 01/02/14 is not of the year 14
            read = pl.select(pl.when(read.dt.year().is_between(*_YEARS)).then(read)).to_series()
        return read.dt.replace_time_zone("UTC") if self.in_utc and read.dtype == _MOMENT else read

    def _instants(self, text: pl.Series) -> pl.Series:
        """An offset may change from line to line, as at the change of clocks, and be spelt in several ways."""
        if self.format is None or not self.format.endswith("%z"):
            return text.str.to_datetime(self.format, strict=False, time_unit="us", cache=False)
        if self.days_as_written:
            return Writing(self.format.removesuffix("%z").rstrip())._instants(text.str.replace(_OFFSET, ""))
        read = text.str.to_datetime(self.format, strict=False, time_unit="us", cache=False)
        if read.null_count() == text.null_count():
            return read
        return _spelt_out(text).str.to_datetime(self.format, strict=False, time_unit="us", cache=False)


def writings_of(head: pl.DataFrame) -> list[tuple[Writing, pl.Series]]:
    """The ways of writing that read most of the first rows, with what they read; several where day, month and year can
    be told apart in more than one order."""
    has_clock = "clock" in head.columns
    if isinstance(head["date"].dtype, pl.Date | pl.Datetime) and not has_clock:
        return [(Writing(None), Writing(None).read(head))]
    for written in _PLAIN:
        read = Writing(written, has_clock).read(head)
        if not read.null_count():  # most files: no other way is tried where all rows read so
            return [(Writing(written, has_clock), read)]
    best = _best(head.filter(pl.col("date").is_not_null()).head(_SAMPLE), has_clock)
    ordered = [one for one in best[1:] if order_in(one.order) and order_in(best[0].order)]
    return [(one, one.read(head)) for one in (best[0], *ordered)]


def days_as_written(frame: pl.DataFrame, writing: Writing, read: pl.Series) -> tuple[Writing, pl.Series]:
    """Midnights with an offset are days, whatever the offset: 2024-03-05 00:00-04:00 is not an hour of 4 March in New
    York. As they are where some row has another clock."""
    if writing.format is None or not writing.format.endswith("%z"):
        return writing, read
    texts = _texts(frame.filter(read.is_not_null()), writing.has_clock_column)
    if not len(texts) or not texts.str.contains(_MIDNIGHT).all():
        return writing, read
    days = replace(writing, days_as_written=True)
    return days, days.read(frame)


def refuse_two_orders(frame: pl.DataFrame, writing: Writing, read: pl.Series) -> None:
    """A line that cannot be read in the order of the others, and can be in another one: then 03/04 of any line may be
    either day."""
    unread = frame.filter(read.is_null()) if read.null_count() else frame.clear()
    for order, format_ in other_orders(writing.format or "") if unread.height else ():
        lines = unread.filter(replace(writing, format=format_).read(unread).is_not_null())
        if lines.height:
            raise BadRows(
                "market_data.import.two_orders",
                order=order_in(writing.format),
                other=order,
                line=lines["line"][0],
                shown=_texts(lines.head(1), writing.has_clock_column)[0][:40],
            )
    _refuse_two_writings(frame, unread, writing)


def _refuse_two_writings(frame: pl.DataFrame, unread: pl.DataFrame, writing: Writing) -> None:
    """Where many lines are dates in a way of writing that the others are not, none of the two is stored without the
    other."""
    if unread.height <= max(_FEW_LINES, _MANY_LINES * frame.height) or unread["date"].dtype != pl.String:
        return
    some = unread.filter(pl.col("date").is_not_null()).head(_SAMPLE)
    try:
        other = _best(some, writing.has_clock_column)[0]
    except BadRows:
        return
    if _readable(other, some) > some.height / 2:
        shown = _texts(some.head(1), writing.has_clock_column)[0][:40]
        first = _texts(frame.head(1), writing.has_clock_column)[0][:40]
        raise BadRows("market_data.import.two_writings", line=some["line"][0], shown=shown, first=first)


def _best(sample: pl.DataFrame, has_clock: bool) -> list[Writing]:
    few = sample.gather_every(max(1, sample.height // _FEW))
    possible = _possible(_writings(_texts(few, has_clock), has_clock), _texts(sample, has_clock))
    tried = sorted(possible, key=lambda writing: -_readable(writing, few))
    likely = {writing: _readable(writing, sample) for writing in tried[:_LIKELY]}
    most = max(likely.values(), default=0)
    if not most:
        texts = _texts(sample, has_clock)
        shown = repr(texts[0][:40]) if len(texts) else message("words.nothing")
        raise BadRows("market_data.bad_dates", shown=shown)
    return [writing for writing, count in likely.items() if count == most]


def starts(read: pl.Series, timeframe: Timeframe, zone: str, *, labels_end: bool) -> pl.Series:
    """When each bar begins, in UTC as the store holds it; null for a local time that the zone's clock skips or
    shows twice."""
    aware = isinstance(read.dtype, pl.Datetime) and read.dtype.time_zone is not None
    if not timeframe.is_intraday:
        local = _local(read, zone) if aware else read
        if not aware and timeframe is Timeframe.D1 and _are_midnights(local):
            return local.cast(_STORED)
        if timeframe is Timeframe.W1 and not labels_end:
            local = local.dt.offset_by("1d")  # a week that is labelled by the Sunday before it
        days = local.dt.truncate("1w" if timeframe is Timeframe.W1 else "1d")
        return days.dt.replace_time_zone(None).dt.replace_time_zone("UTC")
    if not aware:
        read = read.dt.replace_time_zone(zone, ambiguous="null", non_existent="null")
    read = read.dt.convert_time_zone("UTC")
    return read.dt.offset_by(f"-{timeframe.seconds}s") if labels_end else read


def _are_midnights(times: pl.Series) -> bool:
    is_usual = times.dtype == _MOMENT and not times.null_count()
    return is_usual and not bool((times.to_numpy().view(np.int64) % 86_400_000_000).any())


def _local(read: pl.Series, zone: str) -> pl.Series:
    """Days that are all written as midnight in UTC are dates, not instants of the zone."""
    seconds = read.dt.convert_time_zone("UTC").to_physical() % 86_400_000_000
    return read if (seconds.drop_nulls() == 0).all() else read.dt.convert_time_zone(zone)


def _texts(frame: pl.DataFrame, has_clock: bool) -> pl.Series:
    date = frame["date"].cast(pl.String).str.strip_chars(' "')
    if not has_clock:
        return date
    clock = frame["clock"].cast(pl.String).str.strip_chars(' "')
    bare = clock.str.contains(r"^\d{3}$|^\d{5}$")  # 905 is five past nine
    padded = pl.select(pl.when(bare).then("0" + clock).otherwise(clock)).to_series()
    return date + " " + padded


def _writings(texts: pl.Series, has_clock: bool) -> Iterator[Writing]:
    """The ways of writing that the first mark after the leading digits allows."""
    if len(texts) and texts.str.contains(_SERIAL).all():
        yield from (Writing(None, has_clock, serial) for serial in _SERIALS if not has_clock)
        return
    lengths = texts.filter(texts.str.contains(r"^\d{10,19}$")).str.len_chars().unique().to_list()
    yield from (Writing(None, has_clock, _EPOCHS[length]) for length in lengths if length in _EPOCHS)
    marks = set(texts.str.extract(r"^\d+(.)").drop_nulls().to_list())
    dates = [date for date in _DATES if date[2] in marks or date == "%Y%m%d"]
    if texts.str.contains(r"[A-Za-z]{3}").any():
        dates += _NAMED_MONTHS
    if not has_clock:
        yield from (Writing(date) for date in dates)
    joins = (" ",) if has_clock else (" ", "T")
    for day, join, clock, offset in product(dates, joins, _CLOCKS, _OFFSETS):
        yield Writing(f"{day}{join}{clock}{offset}", has_clock)


def _possible(writings: Iterable[Writing], texts: pl.Series) -> Iterator[Writing]:
    """Those whose own marks and offset occur in the texts at all: to look is far quicker than to read."""
    marks = frozenset("".join(texts.drop_nulls()))
    has_offset = bool(texts.str.contains(_ENDS_IN_OFFSET).any())
    for writing in writings:
        written = writing.format or ""
        needed = re.sub(r"%\.?[A-Za-z]|\s", "", written)
        if marks.issuperset(needed) and (has_offset or not written.endswith("%z")):
            yield writing


def _readable(writing: Writing, sample: pl.DataFrame) -> int:
    try:
        return len(sample) - writing.read(sample).null_count()
    except pl.exceptions.PolarsError:
        return 0


def _epoch(text: pl.Series, unit: str) -> pl.Series:
    number = text.cast(pl.Int64, strict=False)
    scaled = number * _MICROSECONDS[unit] if unit in _MICROSECONDS else number // 1_000
    return scaled.cast(pl.Datetime("us", "UTC"))


def _serial(text: pl.Series, system: str) -> pl.Series:
    """Excel counts days, and the clock as a part of one; to the second."""
    days = pl.select(pl.when(text.str.contains(_SERIAL)).then(text)).to_series().cast(pl.Float64, strict=False)
    since = (_SERIALS[system] - date(1970, 1, 1)).days * 86_400
    return (((days * 86_400).round() + since).cast(pl.Int64) * 1_000_000).cast(_MOMENT)


def _spelt_out(text: pl.Series) -> pl.Series:
    """`Z`, `-05` and `EST` as `-05:00` is."""
    for pattern, offset in _SPELT_OFFSETS:
        text = text.str.replace(pattern, offset)
    return text
