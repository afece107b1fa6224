"""Whole packs into the library: the fictional demo market, and real samples from registry packages."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import anyio.to_thread

from packages.core.clock import Clock
from packages.core.errors import Conflict
from packages.core.messages import Message
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.rows import Row
from packages.domain.market_data.sessions import end_of_day
from packages.domain.market_data.sources import marked_adjusted
from packages.domain.work.bridge import step
from packages.infra.providers.market_data.samples.catalogue import Sample, SamplePack, available
from packages.infra.providers.market_data.samples.install import install
from packages.infra.providers.market_data.samples.load import load
from src.modules.data_engineering.application.ports import BarStore, Report, RowStore
from src.modules.data_engineering.application.sync import no_report
from src.modules.data_engineering.infrastructure.demo_market import stored_demo

if TYPE_CHECKING:
    from packages.infra.providers.market_data.demo.pack import DemoPack

_ROWS_AT_ONCE = 2_000


@dataclass(frozen=True, slots=True)
class Loaded:
    """How much of a pack was new."""

    bars: int
    rows: int


class DemoIsOff(Conflict):
    """The owner wants no demo market."""


@dataclass(frozen=True, slots=True)
class Packs:
    """Loading a pack again adds nothing, and resumes where a load that died was."""

    bars: BarStore
    rows: RowStore
    clock: Clock
    home: Path
    offers_demo: bool = True

    async def load_demo(self, report: Report) -> Loaded:
        """As it stands on the clock."""
        from packages.infra.providers.market_data.demo.pack import generate

        if not self.offers_demo:
            raise DemoIsOff("market_data.demo_is_off")
        await report(0.05, step("making_demo"))
        pack = await anyio.to_thread.run_sync(lambda: generate(now=self.clock.now()))
        return await self._store_demo(pack, report)

    async def load_missing_demo(self, report: Report) -> Loaded | None:
        """None where it is stored already."""
        stored = await stored_demo(self.bars, self.clock.now())
        return await self.load_demo(report) if stored is None else None

    async def update_demo(self) -> Loaded:
        """Adds what has happened in the demo market since it was stored; nothing, where it never was."""
        from packages.infra.providers.market_data.demo.pack import generate, generate_since

        now, stored = self.clock.now(), await stored_demo(self.bars, self.clock.now())
        if stored is None:
            return Loaded(0, 0)
        if stored.closes is None:
            pack = await anyio.to_thread.run_sync(lambda: generate(now=now))
        else:
            since, closes = stored.known_until, stored.closes
            pack = await anyio.to_thread.run_sync(lambda: generate_since(since, now, closes))
        return await self._store_demo(pack, no_report)

    async def load_sample(self, package: str, report: Report) -> tuple[Loaded, SamplePack]:
        sample = _sample(package)
        await report(0.05, step("installing", requirement=Message.verbatim(sample.requirement)))
        await anyio.to_thread.run_sync(install, sample, self.home)
        pack = await anyio.to_thread.run_sync(load, sample, self.home)
        rows: list[Row] = [*pack.instruments, *pack.actions, *pack.facts, *pack.macro]
        return await self._store([_labelled(series, sample) for series in pack.bars], rows, report), pack

    async def _store_demo(self, pack: "DemoPack", report: Report) -> Loaded:
        """The coin's bars last: where they end, all else is stored that was known by then."""
        return await self._store([series for series in pack.all_bars() if len(series)], list(pack.rows()), report)

    async def _store(self, series: Sequence[BarSeries], rows: Sequence[Row], report: Report) -> Loaded:
        now, bars_added, rows_added = self.clock.now(), 0, 0
        for start in range(0, len(rows), _ROWS_AT_ONCE):
            await report(0.2 + 0.5 * start / len(rows), step("rows"))
            rows_added += await self.rows.add(rows[start : start + _ROWS_AT_ONCE], now)
        for place, one in enumerate(series):
            await report(0.7 + 0.3 * place / len(series), step("bars_of", symbol=Message.verbatim(str(one.symbol))))
            bars_added += await self.bars.append(one, now)
        return Loaded(bars_added, rows_added)


def _sample(package: str) -> Sample:
    for sample in available():
        if sample.package == package:
            return sample
    names = ", ".join(sample.package for sample in available())
    raise NoData("market_data.unknown_sample", name=package[:40], known=names)


def _labelled(series: BarSeries, sample: Sample) -> BarSeries:
    """Prices that somebody adjusted long ago are kept as they are, under a source that says so, and known from the
    last day that the adjustment took in."""
    if series.adjusted == "raw":
        return series
    return marked_adjusted(series, end_of_day(sample.last))
