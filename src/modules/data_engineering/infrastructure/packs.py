"""Whole packs into the library: the fictional demo companies, and real samples from registry packages."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import anyio.to_thread

from packages.core.clock import Clock
from packages.core.messages import Message
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.rows import Row
from packages.domain.market_data.sessions import end_of_day
from packages.domain.market_data.sources import marked_adjusted
from packages.domain.work.bridge import step
from packages.infra.providers.market_data.demo.pack import generate
from packages.infra.providers.market_data.samples.catalogue import Sample, SamplePack, available
from packages.infra.providers.market_data.samples.install import install
from packages.infra.providers.market_data.samples.load import load
from src.modules.data_engineering.application.ports import BarStore, Report, RowStore

_ROWS_AT_ONCE = 2_000


@dataclass(frozen=True, slots=True)
class Loaded:
    """How much of a pack was new."""

    bars: int
    rows: int


@dataclass(frozen=True, slots=True)
class Packs:
    """Loading a pack again adds nothing, and goes on where a load that died was."""

    bars: BarStore
    rows: RowStore
    clock: Clock
    home: Path

    async def load_demo(self, report: Report) -> Loaded:
        await report(0.05, step("making_demo"))
        pack = await anyio.to_thread.run_sync(generate)
        return await self._store(list(pack.all_bars()), list(pack.rows()), report)

    async def load_sample(self, package: str, report: Report) -> tuple[Loaded, SamplePack]:
        sample = _sample(package)
        await report(0.05, step("installing", requirement=Message.verbatim(sample.requirement)))
        await anyio.to_thread.run_sync(install, sample, self.home)
        pack = await anyio.to_thread.run_sync(load, sample, self.home)
        rows: list[Row] = [*pack.instruments, *pack.actions, *pack.facts, *pack.macro]
        return await self._store([_labelled(series, sample) for series in pack.bars], rows, report), pack

    async def _store(self, series: Sequence[BarSeries], rows: Sequence[Row], report: Report) -> Loaded:
        now, bars_added, rows_added = self.clock.now(), 0, 0
        for place, one in enumerate(series):
            await report(0.2 + 0.3 * place / len(series), step("bars_of", symbol=Message.verbatim(str(one.symbol))))
            bars_added += await self.bars.append(one, now)
        for start in range(0, len(rows), _ROWS_AT_ONCE):
            await report(0.5 + 0.5 * start / len(rows), step("rows"))
            rows_added += await self.rows.add(rows[start : start + _ROWS_AT_ONCE], now)
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
