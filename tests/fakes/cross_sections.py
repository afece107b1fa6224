"""Cross-sections in plain Python over any reader of single series: slow, and easy to believe."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta

import numpy as np

from packages.domain.market_data.bars import BarColumns, BarSeries, empty_columns
from packages.domain.market_data.coverage import Inventory, Stored
from packages.domain.market_data.cross_sections import BarField, CrossSection, MarketPanel, StopCheck, TradedDays, go_on
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe

NAMES = ("time", "open", "high", "low", "close", "volume", "known_at")


@dataclass
class PlainCrossSections:
    """`told`: every telling of every series, with the instant of its recording, as a bar store keeps them."""

    told: list[tuple[BarSeries, datetime]] = field(default_factory=list)

    def append(self, series: BarSeries, recorded_at: datetime) -> None:
        self.told.append((series, recorded_at))

    def section(self, day: date, as_of: datetime, *, stop: StopCheck = go_on) -> CrossSection:
        found = {symbol: bars for symbol, bars in self._all(as_of, stop).items() if day in bars}
        rows = [found[symbol][day] for symbol in found]
        columns = {name: np.array([row[name] for row in rows]) for name in NAMES} if rows else None
        made = BarColumns(**columns) if columns else empty_columns()
        sources = tuple(str(row["source"]) for row in rows)
        return CrossSection(day, as_of, tuple(found), sources, made)

    def panel(
        self,
        fields: Sequence[BarField],
        first: date,
        last: date,
        as_of: datetime,
        symbols: Sequence[Symbol] | None = None,
        *,
        stop: StopCheck = go_on,
    ) -> MarketPanel:
        known = self._all(as_of, stop)
        inside = {one: {day: row for day, row in bars.items() if first <= day <= last} for one, bars in known.items()}
        asked = tuple(symbols) if symbols is not None else tuple(one for one, bars in inside.items() if bars)
        days = sorted({day for one in asked for day in inside.get(one, {})})
        cells = [[inside.get(one, {}).get(day) for one in asked] for day in days]
        shape = (len(days), len(asked))
        values = {
            name: np.array([[_value(cell, name) for cell in row] for row in cells], float).reshape(shape)
            for name in fields
        }
        present = np.array([[cell is not None for cell in row] for row in cells], bool).reshape(shape)
        ends = [[end(known[one]) if known.get(one) else None for one in asked] for end in (min, max)]
        first_days, last_days = (np.array(some, "datetime64[D]") for some in ends)
        return MarketPanel(as_of, np.array(days, "datetime64[D]"), asked, values, present, first_days, last_days)

    def inventory(self, *, stop: StopCheck = go_on) -> Inventory:
        stop()
        stored = []
        for symbol, source in sorted({(one.symbol, one.source) for one, _ in self.told}, key=str):
            mine = [one for one, _ in self.told if (one.symbol, one.source) == (symbol, source)]
            times = sorted({at for one in mine for at in one.columns.time.tolist()})
            first, last = times[0].replace(tzinfo=UTC), times[-1].replace(tzinfo=UTC)
            stored.append(Stored(symbol, Timeframe.D1, source, first, last, len(times)))
        return Inventory(tuple(stored))

    def traded_days(self, as_of: datetime, *, stop: StopCheck = go_on) -> Sequence[TradedDays]:
        found = []
        for symbol, bars in self._all(as_of, stop).items():
            days = np.array(sorted(bars), "datetime64[D]")
            source = next(str(row["source"]) for row in bars.values())
            found.append(TradedDays(days, ((symbol, source),), np.ones((len(days), 1), bool)))
        return found

    def _all(self, as_of: datetime, stop: StopCheck) -> dict[Symbol, dict[date, Mapping[str, object]]]:
        """For each symbol and day the version that was known last by then; one source for each symbol."""
        stop()
        at = as_of.astimezone(UTC).replace(tzinfo=None)
        found: dict[Symbol, dict[date, Mapping[str, object]]] = {}
        for series, recorded in self.told:
            bars = found.setdefault(series.symbol, {})
            for row in _rows(series):
                day = row["time"].astype("datetime64[D]").item()  # type: ignore[attr-defined]
                known = row["known_at"].item() if day not in bars else recorded.replace(tzinfo=None)  # type: ignore[attr-defined]
                if known <= at:
                    bars[day] = row | {"known_at": np.datetime64(known, "us")}
        return {symbol: bars for symbol, bars in sorted(found.items(), key=lambda one: str(one[0])) if bars}


def _rows(series: BarSeries) -> list[dict[str, object]]:
    columns = [getattr(series.columns, name) for name in NAMES]
    return [{**dict(zip(NAMES, row, strict=True)), "source": series.source} for row in zip(*columns, strict=True)]


def _value(cell: Mapping[str, object] | None, name: BarField) -> float:
    if cell is None:
        return float("nan")
    if name is BarField.TURNOVER:
        return float(cell["close"]) * float(cell["volume"])  # type: ignore[arg-type]
    return float(cell[name.value])  # type: ignore[arg-type]


def midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def day_after(day: date) -> datetime:
    return midnight(day) + timedelta(days=1)
