"""The world in which the company has an invented name and everything happened 28 years earlier."""

import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from datetime import UTC, date, datetime, timedelta
from typing import TypeVar

import numpy as np

from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.rows import (
    CalendarEvent,
    CorporateAction,
    Estimate,
    FinancialFact,
    Instrument,
    MacroPoint,
    Membership,
    NewsItem,
    Row,
    StatusPeriod,
    Valuation,
)
from packages.domain.market_data.sessions import bar_known_at, zone_of
from packages.domain.market_data.symbols import Market, Symbol, parse_symbol
from src.modules.audit.domain.worlds import RowChange

# After 28 years every date falls on the same weekday again, leap days included.
YEARS_BACK = 28
_SPAN = timedelta(days=10_227)
_NAMES = (("Belmora Industries", "贝莫实业"), ("Tarvane Works", "塔凡制造"), ("Ostrell Group", "奥斯特集团"))
_CODES = {
    Market.US_STOCKS: ("QZXA", "QZXB", "QZXC"),
    Market.CRYPTO: ("QZXA-USD", "QZXB-USD", "QZXC-USD"),
}
_SUFFIX = re.compile(r"[ ,]+(?:inc|corp|corporation|co|company|ltd|limited|plc|group|holdings|sa|ag|nv)\.?$", re.I)
_CHINESE_SUFFIX = re.compile(r"(?:股份有限公司|有限公司|股份|集团|控股|[AB])$")
_YEAR = re.compile(
    r"(?<![\d.,])(?:19|20)\d{2}(?=\s?年|-\d{2}|/\d{1,2}|\s?[QH][1-4])"
    r"|(?<=FY)20\d{2}|(?:(?<=\byear )|(?<=\bQ[1-4] )|(?<=\bof )|(?<=\bin )|(?<=\bby )|(?<=\bsince ))(?:19|20)\d{2}\b"
    r"(?![.,]\d)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Disguise:
    """The real company and the one that it is called; pairs of real and invented words, longest first."""

    real: Symbol
    invented: Symbol
    name_en: str
    name_zh: str
    words: tuple[tuple[str, str], ...]


def disguise_of(instrument: Instrument, taken: Iterable[str]) -> Disguise | None:
    """None for an instrument that cannot go by another name, such as a pair of currencies."""
    known = set(taken)
    for code, (name_en, name_zh) in zip(_codes(instrument.symbol), _NAMES, strict=False):
        if code not in known:
            invented = parse_symbol(code)
            return Disguise(
                instrument.symbol, invented, name_en, name_zh, _words(instrument, invented, name_en, name_zh)
            )
    return None


def _codes(symbol: Symbol) -> tuple[str, ...]:
    if symbol.is_demo:
        _, mark, tail = re.split(r"([.-]|$)", symbol.text, maxsplit=1)
        return tuple(f"DEMO{number}{mark}{tail}" for number in (901, 902, 903))
    if symbol.market is Market.CN_STOCKS:
        code, _, exchange = symbol.text.partition(".")
        return tuple(f"{code[:3]}{number}.{exchange}" for number in ("981", "982", "983"))
    return _CODES.get(symbol.market, ())


def _words(instrument: Instrument, invented: Symbol, name_en: str, name_zh: str) -> tuple[tuple[str, str], ...]:
    symbol = instrument.symbol
    pairs = {
        symbol.text: invented.text,
        symbol.text.partition(".")[0]: invented.text.partition(".")[0],
        instrument.name_en: name_en,
        _SUFFIX.sub("", instrument.name_en): name_en,
        instrument.name_zh: name_zh,
        _CHINESE_SUFFIX.sub("", instrument.name_zh): name_zh,
    }
    usable = {real: other for real, other in pairs.items() if len(real) > 1 and real != other}
    return tuple(sorted(usable.items(), key=lambda pair: -len(pair[0])))


SomeRow = TypeVar("SomeRow", bound=Row)


class Anonymised(RowChange):
    """Every figure is the same. The company's names and symbol are invented ones in rows and texts, and every date is
    28 years earlier, in the market's own time, so that sessions close when they did."""

    def __init__(self, disguise: Disguise) -> None:
        super().__init__(disguise.real)
        self.disguise = disguise
        self._zone = zone_of(disguise.real.market)

    def real_symbol(self, symbol: Symbol) -> Symbol:
        return self.disguise.real if symbol == self.disguise.invented else symbol

    def real_instant(self, at: datetime) -> datetime:
        return self._moved(at, _SPAN)

    def real_day(self, day: date) -> date:
        return day + _SPAN

    def real_text(self, text: str) -> str:
        named = text
        for invented, real in self._back():
            named = named.replace(invented, real)
        return _years_moved(named, YEARS_BACK)

    def instrument(self, row: Instrument) -> Instrument:
        moved = self._row(row, "listed_on", "delisted_on")
        if row.symbol != self.symbol:
            return moved
        return replace(moved, name_en=self.disguise.name_en, name_zh=self.disguise.name_zh)

    def bars(self, series: BarSeries, actions: Sequence[CorporateAction]) -> BarSeries:
        columns = series.columns
        span = np.timedelta64(_SPAN)
        market, times = series.symbol.market, columns.time - span
        known = np.maximum(columns.known_at - span, bar_known_at(market, series.timeframe, times))
        moved = replace(columns, time=times, known_at=known)
        return replace(series, symbol=self._symbol(series.symbol), columns=moved)

    def actions(self, rows: Sequence[CorporateAction]) -> Sequence[CorporateAction]:
        return [self._row(row, "ex_date") for row in rows]

    def statuses(self, rows: Sequence[StatusPeriod]) -> Sequence[StatusPeriod]:
        return [self._row(row, "since", "until") for row in rows]

    def facts(self, rows: Sequence[FinancialFact]) -> Sequence[FinancialFact]:
        return [self._row(row, "period_end") for row in rows]

    def valuations(self, rows: Sequence[Valuation], prices: BarSeries | None) -> Sequence[Valuation]:
        return [self._row(row, "day") for row in rows]

    def news(self, rows: Sequence[NewsItem]) -> Sequence[NewsItem]:
        return [
            replace(
                self._row(row),
                key=self.reference(row.key),
                published_at=self.instant(row.published_at),
                title=self.text(row.title),
                text=self.text(row.text),
                url=self.address(row.url),
            )
            for row in rows
        ]

    def macro(self, rows: Sequence[MacroPoint]) -> Sequence[MacroPoint]:
        return [self._row(row, "period_end") for row in rows]

    def estimates(self, rows: Sequence[Estimate]) -> Sequence[Estimate]:
        return [self._row(row, "period_end") for row in rows]

    def events(self, rows: Sequence[CalendarEvent]) -> Sequence[CalendarEvent]:
        return [replace(self._row(row, "day"), title=self.text(row.title)) for row in rows]

    def memberships(self, rows: Sequence[Membership]) -> Sequence[Membership]:
        return [self._row(row, "since", "until") for row in rows]

    def text(self, text: str) -> str:
        named = text
        for real, invented in self.disguise.words:
            named = _word(real).sub(_always(invented), named)
        return _years_moved(named, -YEARS_BACK)

    def reference(self, row_id: str) -> str:
        """Texts of one instant stay in the order of their ids."""
        return self.text(row_id)

    def address(self, url: str) -> str:
        return f"https://news.invalid/{hashlib.sha256(url.encode()).hexdigest()[:16]}" if url else url

    def instant(self, at: datetime) -> datetime:
        return self._moved(at, -_SPAN)

    def day(self, day: date) -> date:
        return day - _SPAN

    def _row(self, row: SomeRow, *dates: str) -> SomeRow:
        changed = {name: value - _SPAN for name in dates if (value := getattr(row, name)) is not None}
        if "symbol" in {field.name for field in fields(row)} and (symbol := getattr(row, "symbol", None)) is not None:
            changed["symbol"] = self._symbol(symbol)
        return replace(row, known_at=self.instant(row.known_at), **changed)

    def _symbol(self, symbol: Symbol) -> Symbol:
        return self.disguise.invented if symbol == self.disguise.real else symbol

    def _moved(self, at: datetime, span: timedelta) -> datetime:
        local = at.astimezone(self._zone).replace(tzinfo=None)
        return (local + span).replace(tzinfo=self._zone).astimezone(UTC)

    def _back(self) -> list[tuple[str, str]]:
        """The full real name for each invented word."""
        back: dict[str, str] = {}
        for real, invented in self.disguise.words:
            back.setdefault(invented, real)
        return sorted(back.items(), key=lambda pair: -len(pair[0]))


def _word(real: str) -> re.Pattern[str]:
    """Whole words in a script that has them; a code is written in capitals."""
    plain = re.escape(real)
    pattern = rf"(?<![A-Za-z0-9]){plain}(?![A-Za-z0-9])" if real.isascii() else plain
    return re.compile(pattern, re.NOFLAG if real.isupper() else re.IGNORECASE)


def _always(text: str) -> Callable[[re.Match[str]], str]:
    return lambda _found: text


def _years_moved(text: str, years: int) -> str:
    return _YEAR.sub(lambda found: str(int(found[0]) + years), text)
