"""How one foreign file is to be read: what the caller said, completed by what its first rows and its name say."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias
from zoneinfo import ZoneInfo

import polars as pl

from packages.core.messages import Sentence, message
from packages.domain.market_data.errors import BadRows, BadSymbol
from packages.domain.market_data.sessions import zone_of
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe, parse_timeframe
from packages.infra.providers.market_data.bars.foreign_values import (
    Writing,
    as_numbers,
    starts,
    uses_decimal_comma,
    writing_of,
)
from packages.infra.providers.market_data.bars.guesses import NUMBERS, labels_end, spacing, symbol_in_name

Label: TypeAlias = Literal["start", "end"]


@dataclass(frozen=True, slots=True)
class FileReadOptions:
    """What the caller said of the file; None is to be found out."""

    symbol: str | None
    timeframe: str | None
    timezone: str | None
    label: Label | None


@dataclass(frozen=True, slots=True)
class ReadingPlan:
    """Everything that turns text into bars; `instrument` is the file's own word for the symbol, if it has a column."""

    symbol: Symbol
    timeframe: Timeframe
    zone: str
    label: Label
    writing: Writing
    decimal_comma: bool
    instrument: str | None
    guesses: list[str] = field(default_factory=list)

    def bars(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Line, time in UTC, figures, and `reason` where a row cannot be taken as it is written."""
        frame = _without_blank_lines(frame)
        names = [name for name in NUMBERS if name in frame.columns]
        numbers = as_numbers(frame, names, decimal_comma=self.decimal_comma)
        read = self.writing.read(frame)
        times = starts(read, self.timeframe, self.zone, labels_end=self.label == "end")
        rows = numbers.with_columns(time=times, reason=self._reason(frame, numbers, names, read, times))
        return rows if "volume" in names else rows.with_columns(volume=pl.lit(0.0))

    def _reason(
        self, frame: pl.DataFrame, numbers: pl.DataFrame, names: list[str], read: pl.Series, times: pl.Series
    ) -> pl.Series:
        checks = [
            ("the line has more or fewer fields than the heading", frame["overflow"].is_not_null()),
            ("the time cannot be read", read.is_null()),
            ("its time zone skips this time or shows it twice", times.is_null()),
            *((f"the {name} is not a number", numbers[name].is_null() & frame[name].is_not_null()) for name in names),
        ]
        if "confirmed" in frame.columns:
            checks.append(("the bar is not confirmed", ~_confirmed(frame["confirmed"])))
        if self.instrument is not None:
            checks.append(("the row is of another instrument", _other(frame["instrument"], self.instrument)))
        whens = [pl.when(bad).then(pl.lit(reason)) for reason, bad in checks if bad.any()]
        if not whens:
            return pl.repeat(None, frame.height, dtype=pl.String, eager=True)
        return pl.select(pl.coalesce(whens)).to_series()


def plan_for(path: Path, head: pl.DataFrame, asked: FileReadOptions) -> ReadingPlan:
    """Raises a named error that asks for the option where something cannot be found out."""
    head = _without_blank_lines(head)
    if head.is_empty():
        raise BadRows("market_data.no_rows", path=path.name)
    writing, guesses = writing_of(head)
    instrument = _instrument(head)
    symbol = _symbol(path, asked, instrument, guesses)
    read = writing.read(head)
    timeframe = _timeframe(asked, read, guesses)
    zone = _zone(asked, symbol, writing, timeframe, guesses)
    local = read.dt.convert_time_zone(zone) if writing.in_utc else read
    numbers = [name for name in NUMBERS if name in head.columns]
    decimal_comma = uses_decimal_comma(head, numbers)
    if decimal_comma:
        guesses.append(Sentence(message("market_data.import.decimal_comma")))
    label = _label(asked, local, timeframe, guesses)
    return ReadingPlan(symbol, timeframe, zone, label, writing, decimal_comma, instrument, guesses)


def _symbol(path: Path, asked: FileReadOptions, instrument: str | None, guesses: list[str]) -> Symbol:
    if asked.symbol is not None:
        return parse_symbol(asked.symbol)
    found = symbol_in_name(path)
    if found is None and instrument is not None:
        found = parse_symbol(instrument)
    if found is None:
        raise BadSymbol("market_data.no_symbol_named", path=path.name)
    origin = "market_data.import.symbol_from_name" if symbol_in_name(path) else "market_data.import.symbol_from_rows"
    guesses.append(Sentence(message(origin, symbol=found)))
    return found


def _timeframe(asked: FileReadOptions, read: pl.Series, guesses: list[str]) -> Timeframe:
    if asked.timeframe is not None:
        return parse_timeframe(asked.timeframe)
    found = spacing(read)
    guesses.append(Sentence(message("market_data.import.timeframe", timeframe=found.value)))
    return found


def _zone(asked: FileReadOptions, symbol: Symbol, writing: Writing, timeframe: Timeframe, guesses: list[str]) -> str:
    if asked.timezone is None:
        zone = zone_of(symbol.market).key
        if timeframe.is_intraday and not writing.in_utc:
            guesses.append(Sentence(message("market_data.import.zone", zone=zone)))
        return zone
    try:
        return ZoneInfo(asked.timezone).key
    except (ValueError, KeyError, OSError) as error:
        raise BadRows("market_data.bad_timezone", timezone=asked.timezone) from error


def _label(asked: FileReadOptions, local: pl.Series, timeframe: Timeframe, guesses: list[str]) -> Label:
    if asked.label is not None or not timeframe.is_intraday:
        return asked.label or "start"
    label: Label = "end" if labels_end(local, timeframe) else "start"
    guesses.append(Sentence(message(f"market_data.import.label.{label}")))
    return label


def _instrument(head: pl.DataFrame) -> str | None:
    if "instrument" not in head.columns:
        return None
    words = head["instrument"].cast(pl.String).drop_nulls().unique().sort().to_list()
    if len(words) > 1:
        raise BadRows("market_data.several_instruments", symbols=words[:5])
    return words[0] if words else None


def _without_blank_lines(frame: pl.DataFrame) -> pl.DataFrame:
    filled = pl.any_horizontal(pl.exclude("line").cast(pl.String).str.strip_chars() != "")
    return frame if frame["date"].null_count() == 0 else frame.filter(filled)


def _confirmed(flags: pl.Series) -> pl.Series:
    return (
        flags.cast(pl.String).str.strip_chars(' "').is_in(["1", "1.0", "true", "True", "TRUE"]).fill_null(value=False)
    )


def _other(words: pl.Series, instrument: str) -> pl.Series:
    return words.cast(pl.String).ne_missing(pl.Series([instrument]))
