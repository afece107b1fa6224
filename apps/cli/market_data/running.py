"""What `parley data` does: each command opens the library, does one thing, and prints it."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from pathlib import Path
from typing import TypeVar, cast

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from apps.api.composition import open_database
from apps.cli.market_data.printing import (
    print_coverage,
    print_import,
    print_instruments,
    print_sample,
    print_samples,
    print_sync,
)
from apps.cli.output import BadOption, parse_day, print_json
from packages.core.clock import SystemClock
from packages.core.errors import ParleyError
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.market_data.timeframe import parse_timeframe
from packages.infra.providers.market_data.bars.reading_plan import Label
from packages.infra.providers.market_data.samples.catalogue import available
from packages.settings.load import load_settings
from src.modules.data_engineering.application.ports import Report
from src.modules.data_engineering.application.sync import Sync, SyncReport
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.data_engineering.infrastructure.bar_files import ImportOptions

Result = TypeVar("Result")


def import_bars(file: Path, options: dict[str, str | None], as_json: bool) -> None:
    if options["label"] not in (None, "start", "end"):
        raise BadOption("cli.bad_label", text=options["label"])
    label = cast(Label | None, options["label"])
    asked = ImportOptions(options["symbol"], options["timeframe"], options["timezone"], options["source"], label)
    report = _with_data(lambda data: data.files().load(file, asked))
    print_json(asdict(report)) if as_json else print_import(report)


def sync_symbols(symbols: list[str], timeframe: str, since: str | None, as_json: bool) -> int:
    """0 when every symbol was brought up to date; a symbol that failed does not hold up the others."""
    failures: dict[str, str] = {}
    bars = _progress(disable=as_json)

    async def run(data: DataEngineeringContainer) -> list[SyncReport]:
        sync = data.sync()  # one for all symbols: the sources keep their rates
        done = [await _sync_one(sync, text, timeframe, since, bars, failures) for text in symbols]
        return [report for report in done if report is not None]

    with bars:
        reports = _with_data(run)
    if as_json:
        print_json({"synced": [asdict(report) for report in reports], "failed": failures})
    else:
        print_sync(reports, failures)
    return int(bool(failures))


def load_demo() -> None:
    with _progress() as bars:
        loaded = _with_data(lambda data: data.packs().load_demo(_reporting(bars, "demo")))
    Console().print(f"Loaded {loaded.bars:,} bars and {loaded.rows:,} rows of fictional companies (source: demo).")


def load_sample(package: str) -> None:
    with _progress() as bars:
        loaded, pack = _with_data(lambda data: data.packs().load_sample(package, _reporting(bars, package)))
    print_sample(loaded, pack)


def show_samples() -> None:
    print_samples(available())


def show_coverage(symbol: str | None, as_json: bool) -> None:
    only = parse_symbol(symbol) if symbol else None
    found = _with_data(lambda data: data.library().coverage(only))
    if as_json:
        print_json([asdict(entry) for entry in found])
    elif found:
        print_coverage(found)
    else:
        Console().print("Nothing is stored yet: `parley data import FILE` or `parley data sync SYMBOL`.")


def show_search(text: str, as_json: bool) -> None:
    found = _with_data(lambda data: data.library().search(text))
    if as_json:
        print_json([asdict(instrument) for instrument in found])
    elif found:
        print_instruments(found)
    else:
        Console().print(f"The desk knows nothing like {text!r}: `parley data sync SYMBOL` loads it.")


async def _sync_one(
    sync: Sync, text: str, timeframe: str, since: str | None, bars: Progress, failures: dict[str, str]
) -> SyncReport | None:
    try:
        return await sync.run(
            parse_symbol(text), parse_timeframe(timeframe), parse_day("--since", since), _reporting(bars, text)
        )
    except ParleyError as error:
        failures[text] = error.message
        return None


def _progress(disable: bool = False) -> Progress:
    return Progress(TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), disable=disable, transient=True)


def _reporting(bars: Progress, title: str) -> Report:
    task = bars.add_task(title, total=1.0)

    async def report(fraction: float, message: str) -> None:
        bars.update(task, completed=fraction, description=message)

    return report


def _with_data(work: Callable[[DataEngineeringContainer], Awaitable[Result]]) -> Result:
    async def run() -> Result:
        settings = load_settings()
        async with open_database(settings) as database:
            return await work(DataEngineeringContainer(database, settings, SystemClock()))

    return asyncio.run(run())
