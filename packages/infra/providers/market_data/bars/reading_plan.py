"""How one foreign file is to be read: what the person said, completed by what its rows, headings and name show."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Literal, TypeAlias

import polars as pl

from packages.core.messages import message, word
from packages.domain.market_data.errors import BadRows
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe, parse_timeframe
from packages.infra.providers.market_data.bars.csv_shape import FileLook
from packages.infra.providers.market_data.bars.evidence.clock import clock_of
from packages.infra.providers.market_data.bars.evidence.cut_off import CUT_OFF, ENDS_HERE
from packages.infra.providers.market_data.bars.evidence.date_order import order_guess
from packages.infra.providers.market_data.bars.evidence.guess import FIXED, Answers, Guess
from packages.infra.providers.market_data.bars.evidence.mending import Mending
from packages.infra.providers.market_data.bars.evidence.naming import instrument_in, symbol_guess
from packages.infra.providers.market_data.bars.evidence.number_writing import as_numbers, decimal_guess
from packages.infra.providers.market_data.bars.evidence.price_basis import basis_guess, is_index
from packages.infra.providers.market_data.bars.evidence.price_unit import (
    OTHER_UNIT,
    differs,
    other_marks,
    price_factor,
    price_unit_guess,
    whole_price_guess,
)
from packages.infra.providers.market_data.bars.evidence.unit_flips import FlippedStretch, mended, without_two_units
from packages.infra.providers.market_data.bars.evidence.volume_unit import FACTORS, applies, heading_guess, volume_guess
from packages.infra.providers.market_data.bars.foreign_values import (
    Writing,
    days_as_written,
    refuse_two_orders,
    starts,
    writings_of,
)
from packages.infra.providers.market_data.bars.guesses import NUMBERS, PRICES, spacing

Label: TypeAlias = Literal["start", "end"]


@dataclass(frozen=True, slots=True)
class ReadingPlan:
    """Everything that turns text into bars; `instrument` is the file's own word for the symbol, if it has a column.

    `utc_days`: daily bars carry instants of UTC without saying so. `by_hours`: bars outside the market's hours are
    refused, since nobody named the clock. `price_unit`: what the file counts prices in, if it says so; lines that name
    another are refused. `flips`: stretches whose prices are in another unit, and what a person said of them; `mending`:
    the same of single figures and of volumes."""

    symbol: Symbol
    timeframe: Timeframe
    zone: str
    label: str
    writing: Writing
    decimal_comma: bool
    instrument: str | None
    volume_factor: float = 1.0
    price_factor: float = 1.0
    price_unit: str | None = None
    is_adjusted: bool = False
    utc_days: bool = False
    by_hours: bool = False
    flips: tuple[FlippedStretch, ...] = ()
    flips_answer: str | None = None
    mending: Mending = field(default_factory=Mending)
    guesses: list[Guess] = field(default_factory=list)

    def bars(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Line, time in UTC, figures, and `reason` where a row cannot be taken as it is written."""
        frame = without_blank_lines(frame)
        read = self.writing.read(frame)
        refuse_two_orders(frame, self.writing, read)
        return self.counted(self.read_bars(frame, read))

    def counted(self, rows: pl.DataFrame) -> pl.DataFrame:
        """With volumes in shares, and prices in the market's own unit."""
        if self.price_factor != 1.0:
            priced = [name for name in (*PRICES, "adjusted") if name in rows.columns]
            rows = rows.with_columns((pl.col(priced) * self.price_factor).round(6))
        if self.volume_factor != 1.0:
            rows = rows.with_columns(pl.col("volume") * self.volume_factor)
        if self.flips:
            rows = mended(rows, self.flips, self.flips_answer)
        rows = self.mending.mended(rows)
        return without_two_units(rows) if self.symbol.market.is_stocks and self.timeframe is not Timeframe.W1 else rows

    def read_bars(self, frame: pl.DataFrame, read: pl.Series) -> pl.DataFrame:
        """`read`: the instants as they are written."""
        names = [name for name in NUMBERS if name in frame.columns]
        numbers = as_numbers(frame, names, decimal_comma=self.decimal_comma)
        read = read.dt.replace_time_zone("UTC") if self.utc_days else read
        times = starts(read, self.timeframe, self.zone, labels_end=self.label == "end")
        sound = self._is_sound(frame, numbers, names, times)
        reason = _no_reason(frame.height) if sound else self._reason(frame, numbers, names, read, times)
        rows = numbers.hstack([times.alias("time"), reason.alias("reason")])
        return rows if "volume" in names else rows.with_columns(volume=pl.lit(0.0))

    def _reason(
        self, frame: pl.DataFrame, numbers: pl.DataFrame, names: list[str], read: pl.Series, times: pl.Series
    ) -> pl.Series:
        checks = [
            (ENDS_HERE, (frame["overflow"] == CUT_OFF).fill_null(value=False)),
            ("the line has more or fewer fields than the heading", frame["overflow"].is_not_null()),
            ("the time cannot be read", read.is_null()),
            ("its time zone skips this time or shows it twice", times.is_null()),
            *((f"the {name} is not a number", numbers[name].is_null() & frame[name].is_not_null()) for name in names),
        ]
        if "confirmed" in frame.columns:
            checks.append(("the bar is not confirmed", ~_confirmed(frame["confirmed"])))
        if self.instrument is not None:
            checks.append(("the row is of another instrument", _other(frame["instrument"], self.instrument)))
        if self.price_unit is not None and "currency" in frame.columns:
            checks.append((OTHER_UNIT, differs(frame["currency"], self.price_unit)))
        marked = other_marks(frame, self.price_unit, self.symbol)
        if marked is not None:
            checks.append((OTHER_UNIT, marked))
        whens = [pl.when(bad).then(pl.lit(reason)) for reason, bad in checks if bad.any()]
        return pl.select(pl.coalesce(whens)).to_series() if whens else _no_reason(frame.height)

    def _is_sound(self, frame: pl.DataFrame, numbers: pl.DataFrame, names: list[str], times: pl.Series) -> bool:
        """Whether no row needs a reason: told by counts alone, as of most files."""
        if "confirmed" in frame.columns or self.instrument is not None or times.null_count():
            return False
        if self.price_unit is not None and "currency" in frame.columns:
            return False
        if other_marks(frame, self.price_unit, self.symbol) is not None:
            return False
        return frame["overflow"].null_count() == frame.height and not any(numbers[name].null_count() for name in names)


def _no_reason(rows: int) -> pl.Series:
    return pl.Series([None], dtype=pl.String).new_from_index(0, rows)


def plan_for(
    path: Path, head: pl.DataFrame, look: FileLook, asked: Answers, now: datetime
) -> tuple[ReadingPlan, pl.DataFrame]:
    """With the first bars, read by it. Raises a named error that asks for the option where something cannot be found
    out."""
    head = without_blank_lines(head)
    if head.is_empty():
        raise BadRows("market_data.no_rows", path=path.name)
    if look.twice:
        raise BadRows("market_data.import.columns_twice", heading=look.twice)
    instrument = instrument_in(head)
    named = symbol_guess(path, asked, instrument, look.ticker)
    symbol, guesses = named.symbol, [named.guess]
    writings = writings_of(head)
    readings = [(writing.order, read) for writing, read in writings]
    place, ordered = order_guess(readings, asked, symbol.market, now)
    writing, read = writings[place]
    if symbol.market.is_stocks:
        writing, read = days_as_written(head, writing, read)
    refuse_two_orders(head, writing, read)
    timeframe = _timeframe(asked, read, guesses)
    clock = clock_of(read, symbol, timeframe, writing, asked)
    names = [name for name in NUMBERS if name in head.columns]
    decimal = decimal_guess(head, names, asked, european=look.is_european)
    decimal_comma = decimal is not None and decimal.value == "comma"
    plan = ReadingPlan(symbol, timeframe, clock.zone, clock.label, writing, decimal_comma, instrument)
    unit, counted = price_unit_guess(look.price_headings, head, symbol, asked)
    plan = replace(plan, utc_days=clock.utc_days, by_hours=clock.by_hours, guesses=guesses)
    plan = replace(plan, price_unit=unit, price_factor=price_factor(counted, symbol))
    guesses += [
        guess for guess in (ordered, *clock.guesses, decimal, counted, _columns(look, asked)) if guess is not None
    ]
    first = plan.read_bars(head, read)
    plan = _with_units(plan, path, head, first, look, asked)
    return plan, plan.counted(first)


def _with_units(
    plan: ReadingPlan, path: Path, head: pl.DataFrame, first: pl.DataFrame, look: FileLook, asked: Answers
) -> ReadingPlan:
    """What the figures count: shares or lots, prices paid or adjusted ones."""
    bars = first if first["reason"].null_count() == first.height else first.filter(pl.col("reason").is_null())
    plan, bars = _in_fen(plan, bars, asked)
    basis = basis_guess(bars, path.stem, look.preface, plan.symbol, asked)
    plan.guesses.extend([basis] if basis else [])
    is_adjusted = basis is not None and basis.value == "adjusted"
    written = head["volume"] if "volume" in head.columns else None
    if applies(plan.symbol.market) and not is_index(plan.symbol):
        unit = volume_guess(bars, written, look.volume_heading, asked, decimal_comma=plan.decimal_comma)
    else:
        unit = heading_guess(written, look.volume_heading, asked)
    plan.guesses.extend([unit] if unit else [])
    factor = FACTORS[unit.value] if unit is not None else 1.0
    return replace(plan, volume_factor=factor, is_adjusted=is_adjusted)


def _in_fen(plan: ReadingPlan, bars: pl.DataFrame, asked: Answers) -> tuple[ReadingPlan, pl.DataFrame]:
    """A-share prices may be counted in hundredths of a yuan, and only their being whole numbers shows it."""
    guess = whole_price_guess(bars, plan.symbol, asked) if plan.price_unit is None else None
    if guess is None:
        return plan, bars
    factor = price_factor(guess, plan.symbol)
    plan.guesses[:] = [*(one for one in plan.guesses if one.what != guess.what), guess]
    return replace(plan, price_factor=factor), bars.with_columns(pl.col(PRICES) * factor)


def _timeframe(asked: Answers, read: pl.Series, guesses: list[Guess]) -> Timeframe:
    answer = asked.get("timeframe")
    if answer is not None:
        return parse_timeframe(answer)
    found = spacing(read)
    said = message("market_data.import.timeframe", timeframe=found.value)
    guesses.append(asked.choose("timeframe", found.value, said, ()))
    return found


def _columns(look: FileLook, asked: Answers) -> Guess | None:
    if not look.orders:
        return None
    several = len(look.orders) > 1
    said = message(f"market_data.import.columns.{look.orders[0]}")
    if several:
        said = message("market_data.import.columns_unclear", orders=[word("columns", order) for order in look.orders])
    return asked.choose("columns", look.orders[0], said, look.orders if several else FIXED["columns"], asks=several)


def without_blank_lines(frame: pl.DataFrame) -> pl.DataFrame:
    filled = pl.any_horizontal(pl.exclude("line").cast(pl.String).str.strip_chars() != "")
    return frame if frame["date"].null_count() == 0 else frame.filter(filled)


def _confirmed(flags: pl.Series) -> pl.Series:
    return (
        flags.cast(pl.String).str.strip_chars(' "').is_in(["1", "1.0", "true", "True", "TRUE"]).fill_null(value=False)
    )


def _other(words: pl.Series, instrument: str) -> pl.Series:
    return words.cast(pl.String).ne_missing(pl.Series([instrument]))
