"""Numbers and times as foreign files write them: the format is detected, then read; nothing is guessed per cell."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import polars as pl

from packages.core.messages import Sentence, message
from packages.domain.market_data.errors import BadRows
from packages.domain.market_data.timeframe import Timeframe

_DATES = ("%Y-%m-%d", "%Y/%m/%d", "%Y%m%d", "%Y.%m.%d", "%m/%d/%Y", "%d/%m/%Y", "%d.%m.%Y", "%d-%b-%Y", "%Y年%m月%d日")
_CLOCKS = ("%H:%M:%S", "%H:%M", "%H:%M:%S%.f", "%H%M%S", "%H%M")
_OFFSETS = ("", "Z", "%z", " %z")
_EPOCHS = {10: "s", 13: "ms", 16: "us", 19: "ns"}
_MICROSECONDS = {"s": 1_000_000, "ms": 1_000, "us": 1}
_SAMPLE = 10_000
_FEW = 40  # rows on which every way of writing is tried; the likely ones are tried on the sample
_LIKELY = 4
_SWAPPED = {"%m/%d/%Y": "%d/%m/%Y"}
_MOMENT = pl.Datetime("us")


@dataclass(frozen=True, slots=True)
class Writing:
    """How a file writes instants: `format` of strptime, the digits of an epoch, or None for typed columns."""

    format: str | None
    has_clock_column: bool = False
    epoch: str | None = None

    @property
    def in_utc(self) -> bool:
        """Whether the text gives the instant itself, not the reading of some zone's clock."""
        return self.epoch is not None or (self.format is not None and self.format.endswith(("%z", "Z")))

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
            return _epoch(text, self.epoch)
        read = text.str.to_datetime(self.format, strict=False, time_unit="us", cache=False)
        return read.dt.replace_time_zone("UTC") if self.in_utc and read.dtype == _MOMENT else read


def writing_of(head: pl.DataFrame) -> tuple[Writing, list[str]]:
    """How the first rows write their instants, with what had to be guessed."""
    if isinstance(head["date"].dtype, pl.Date | pl.Datetime) and "clock" not in head.columns:
        return Writing(None), []
    has_clock = "clock" in head.columns
    sample = head.filter(pl.col("date").is_not_null()).head(_SAMPLE)
    texts = _texts(sample, has_clock)
    few = sample.gather_every(max(1, sample.height // _FEW))
    likely = sorted(_writings(_texts(few, has_clock), has_clock), key=lambda writing: -_readable(writing, few))[
        :_LIKELY
    ]
    best = max(likely, key=lambda writing: _readable(writing, sample))
    count = _readable(best, sample)
    if not count:
        shown = repr(texts[0][:40]) if len(texts) else message("words.nothing")
        raise BadRows("market_data.bad_dates", shown=shown)
    return best, _day_or_month_first(best, count, sample)


def starts(read: pl.Series, timeframe: Timeframe, zone: str, *, labels_end: bool) -> pl.Series:
    """When each bar begins, in UTC as the store holds it; null for a local time that the zone's clock skips or
    shows twice."""
    aware = isinstance(read.dtype, pl.Datetime) and read.dtype.time_zone is not None
    if not timeframe.is_intraday:
        local = _local(read, zone) if aware else read
        days = local.dt.truncate("1w" if timeframe is Timeframe.W1 else "1d")
        return days.dt.replace_time_zone(None).dt.replace_time_zone("UTC")
    if not aware:
        read = read.dt.replace_time_zone(zone, ambiguous="null", non_existent="null")
    read = read.dt.convert_time_zone("UTC")
    return read.dt.offset_by(f"-{timeframe.seconds}s") if labels_end else read


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
    lengths = texts.filter(texts.str.contains(r"^\d{10,19}$")).str.len_chars().unique().to_list()
    yield from (Writing(None, has_clock, _EPOCHS[length]) for length in lengths if length in _EPOCHS)
    marks = set(texts.str.extract(r"^\d+(.)").drop_nulls().to_list())
    dates = [date for date in _DATES if date[2] in marks or date == "%Y%m%d"]
    if not has_clock:
        yield from (Writing(date) for date in dates)
    joins = (" ",) if has_clock else (" ", "T")
    for date, join, clock, offset in product(dates, joins, _CLOCKS, _OFFSETS):
        yield Writing(f"{date}{join}{clock}{offset}", has_clock)


def _readable(writing: Writing, sample: pl.DataFrame) -> int:
    try:
        return len(sample) - writing.read(sample).null_count()
    except pl.exceptions.PolarsError:
        return 0


def _epoch(text: pl.Series, unit: str) -> pl.Series:
    number = text.cast(pl.Int64, strict=False)
    scaled = number * _MICROSECONDS[unit] if unit in _MICROSECONDS else number // 1_000
    return scaled.cast(pl.Datetime("us", "UTC"))


def _day_or_month_first(best: Writing, count: int, sample: pl.DataFrame) -> list[str]:
    for month_first, day_first in _SWAPPED.items():
        if best.format is not None and best.format.startswith(month_first):
            other = Writing(best.format.replace(month_first, day_first), best.has_clock_column)
            if _readable(other, sample) == count:
                return [Sentence(message("market_data.import.month_first"))]
    return []


_GROUPED = r"^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$"
_GROUPED_BY_POINTS = r"^[+-]?\d{1,3}(\.\d{3})+(,\d*)?$"


def uses_decimal_comma(frame: pl.DataFrame, names: list[str]) -> bool:
    """Whether a comma stands before the decimals: some number has one that separates no thousands."""
    texts = [frame[name] for name in names if frame[name].dtype == pl.String]
    return any(bool(text.str.contains(r"^\s*\"?[+-]?\d+,(\d{1,2}|\d{4,})\"?\s*$").any()) for text in texts)


def as_numbers(frame: pl.DataFrame, names: list[str], *, decimal_comma: bool) -> pl.DataFrame:
    """Finite floats, null otherwise."""
    unclear = [name for name in names if frame.schema[name] != pl.Float64 or not frame[name].is_finite().all()]
    return (
        frame.with_columns(_number(name, frame.schema[name], decimal_comma) for name in unclear) if unclear else frame
    )


def _number(name: str, dtype: pl.DataType, decimal_comma: bool) -> pl.Expr:
    if dtype.is_numeric():
        number = pl.col(name).cast(pl.Float64)
    else:
        text = pl.col(name).cast(pl.String).str.strip_chars(' "\t')
        number = _plain(text, decimal_comma).cast(pl.Float64, strict=False)
    return pl.when(number.is_finite()).then(number).alias(name)


def _plain(text: pl.Expr, decimal_comma: bool) -> pl.Expr:
    if decimal_comma:
        ungrouped = pl.when(text.str.contains(_GROUPED_BY_POINTS)).then(text.str.replace_all(".", "", literal=True))
        return ungrouped.otherwise(text).str.replace(",", ".", literal=True)
    return pl.when(text.str.contains(_GROUPED)).then(text.str.replace_all(",", "", literal=True)).otherwise(text)
