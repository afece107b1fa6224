"""What `parley data` does: each command opens the library, does one thing, and prints it, as tables or as JSON."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from apps.api.openings.database import open_database
from apps.cli.output import cli_phrases, parse_day, plain_table, print_json
from packages.core.clock import SystemClock
from packages.core.errors import ParleyError
from packages.core.messages import Phrases, Sentence, for_reader, message_of
from packages.domain.market_data.coverage import Coverage, Damaged, Gap
from packages.domain.market_data.rows import Instrument
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import parse_timeframe
from packages.infra.providers.market_data.samples.catalogue import Sample, SamplePack, available
from packages.settings.load import load_settings
from src.modules.data_engineering.application.ports import Report
from src.modules.data_engineering.application.sync import Sync, SyncReport, Wanted
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.data_engineering.infrastructure.packs import Loaded


def print_sync(reports: Sequence[SyncReport], failures: Mapping[str, str]) -> None:
    console, phrases = Console(), cli_phrases("data")
    table = data_table(phrases, "symbol", "new_bars", "new_rows", "from")
    for report in reports:
        sources = ", ".join(report.sources) or phrases.say("nothing_new")
        table.add_row(str(report.symbol), f"{report.bars_added:,}", f"{report.rows_added:,}", sources)
    if reports:
        console.print(table)
    for report in reports:
        symbol = str(report.symbol)
        for tried in report.tried:
            named = {"symbol": symbol, "provider": tried.provider}
            console.print(Text(phrases.say("not_served", **named, reason=message_of(tried.reason)), style="dim"))
        for refused in report.refused:
            console.print(Text(phrases.say("no_bars_for", symbol=symbol, stretch=message_of(refused)), style="dim"))
    for symbol, reason in failures.items():
        console.print(Text(phrases.say("failed", symbol=symbol, reason=reason), style="red"))


def print_coverage(found: Sequence[Coverage]) -> None:
    phrases = cli_phrases("data")
    table = data_table(phrases, "symbol", "bars", "source", "first", "last", "rows", "missing")
    for entry in found:
        stored = entry.stored
        label = Text(str(stored.symbol))
        if stored.symbol.is_demo:
            label = Text(phrases.say("demo", symbol=str(stored.symbol)), style="yellow")
        first, last, gaps = f"{stored.first:%Y-%m-%d}", f"{stored.last:%Y-%m-%d}", _gaps(entry.gaps, phrases)
        table.add_row(label, stored.timeframe, stored.source, first, last, f"{stored.rows:,}", gaps)
    Console().print(table)


def print_samples(found: Sequence[Sample]) -> None:
    console, phrases = Console(), cli_phrases("data")
    table = data_table(phrases, "package", "licence", "symbols", "days", "holds")
    for sample in found:
        symbols, holds = ", ".join(map(str, sample.symbols)), for_reader(sample.holds)
        table.add_row(sample.package, sample.licence, symbols, f"{sample.first} – {sample.last}", holds)
    console.print(table)
    console.print(Text(phrases.say("samples_hint")))


def print_sample(loaded: Loaded, pack: SamplePack) -> None:
    console, phrases, sample = Console(), cli_phrases("data"), pack.sample
    licence = pack.licence or phrases.say("licence_unknown")
    console.print(Text(phrases.say("sample", requirement=sample.requirement, licence=licence), style="bold"))
    counts = {"bars": f"{loaded.bars:,}", "rows": f"{loaded.rows:,}"}
    console.print(Text(phrases.say("loaded", **counts, first=str(sample.first), last=str(sample.last))))
    console.print(Text(for_reader(sample.caveat), style="yellow"))
    for sentence in pack.left_out:
        console.print(Text(phrases.say("left_out", what=message_of(sentence)), style="dim"))


def print_instruments(found: Sequence[Instrument]) -> None:
    phrases = cli_phrases("data")
    table = data_table(phrases, "symbol", "name", "name_zh", "market", "source")
    for instrument in found:
        names, market = (instrument.name_en, instrument.name_zh), phrases.say(f"market.{instrument.market.value}")
        table.add_row(str(instrument.symbol), *names, market, instrument.source)
    Console().print(table)


def _gaps(gaps: Sequence[Gap] | None, phrases: Phrases) -> str:
    if gaps is None:
        return phrases.say("gaps_unknown")
    if not gaps:
        return phrases.say("none")
    missing = sum(gap.sessions for gap in gaps)
    return phrases.say("gaps", sessions=f"{missing:,}", gaps=f"{len(gaps):,}", first=str(gaps[0].first))


def data_table(phrases: Phrases, *columns: str) -> Table:
    return plain_table(*(phrases.say(f"column.{name}") for name in columns))


Result = TypeVar("Result")


def sync_symbols(symbols: list[str], timeframe: str, since: str | None, as_json: bool) -> int:
    """0 when every symbol was brought up to date; a symbol that failed does not hold up the others."""
    failures: dict[str, str] = {}
    bars = _progress(disable=as_json)

    async def run(data: DataEngineeringContainer) -> list[SyncReport]:
        sync = data.sync()  # one for all symbols: the sources keep their rates
        done = [await _sync_one(sync, text, timeframe, since, bars, failures) for text in symbols]
        return [report for report in done if report is not None]

    with bars:
        reports = with_data(run)
    if as_json:
        print_json({"synced": [asdict(report) for report in reports], "failed": failures})
    else:
        print_sync(reports, failures)
    return int(bool(failures))


def fetch_now(wanted: Wanted) -> SyncReport:
    """With its progress on the error stream; raises what no source could do."""
    with _progress(console=Console(stderr=True)) as bars:
        return with_data(lambda data: data.sync().fetch(wanted, _reporting(bars, str(wanted.symbol))))


def load_demo() -> None:
    with _progress() as bars:
        loaded = with_data(lambda data: data.packs().load_demo(_reporting(bars, "demo")))
    said = cli_phrases("data").say("demo_loaded", bars=f"{loaded.bars:,}", rows=f"{loaded.rows:,}")
    Console().print(Text(said))


def loaded_missing_demo() -> bool:
    """For a command that is about a fictional company: whether the demo market had to be loaded, and was."""
    if not load_settings().data.keeps_demo:
        return False
    with _progress(console=Console(stderr=True)) as bars:
        loaded = with_data(lambda data: data.packs().load_missing_demo(_reporting(bars, "demo")))
    if loaded is not None:
        counted = {"bars": f"{loaded.bars:,}", "rows": f"{loaded.rows:,}"}
        Console(stderr=True).print(Text(cli_phrases("data").say("demo_loaded", **counted)))
    return loaded is not None


def load_sample(package: str) -> None:
    with _progress() as bars:
        loaded, pack = with_data(lambda data: data.packs().load_sample(package, _reporting(bars, package)))
    print_sample(loaded, pack)


def show_samples() -> None:
    print_samples(available())


def show_coverage(symbol: str | None, as_json: bool) -> None:
    found, damaged = with_data(lambda data: _coverage_of(data, parse_symbol(symbol) if symbol else None))
    if as_json:
        print_json([asdict(entry) for entry in found])
    elif found:
        print_coverage(found)
    else:
        Console().print(Text(cli_phrases("data").say("nothing_stored")))
    for one in damaged:
        named = {"symbol": str(one.symbol), "reason": for_reader(Sentence(one.problem))}
        Console(stderr=True).print(Text(cli_phrases("data").say("failed", **named), style="red"))


async def _coverage_of(
    data: DataEngineeringContainer, only: Symbol | None
) -> tuple[Sequence[Coverage], Sequence[Damaged]]:
    if only is not None:
        return await data.library().coverage(only), ()
    report = await data.coverage().report()
    return report.entries, report.damaged


def show_search(text: str, as_json: bool) -> None:
    found = with_data(lambda data: data.library().search(text))
    if as_json:
        print_json([asdict(instrument) for instrument in found])
    elif found:
        print_instruments(found)
    else:
        Console().print(Text(cli_phrases("data").say("not_found", text=text)))


async def _sync_one(
    sync: Sync, text: str, timeframe: str, since: str | None, bars: Progress, failures: dict[str, str]
) -> SyncReport | None:
    try:
        wanted = Wanted(parse_symbol(text), parse_timeframe(timeframe), parse_day("--since", since))
        return await sync.fetch(wanted, _reporting(bars, text))
    except ParleyError as error:
        failures[text] = for_reader(error.message)
    return None


def _progress(disable: bool = False, console: Console | None = None) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    return Progress(*columns, console=console, disable=disable, transient=True)


def _reporting(bars: Progress, title: str) -> Report:
    task = bars.add_task(title, total=1.0)

    async def report(fraction: float, message: str) -> None:
        bars.update(task, completed=fraction, description=for_reader(message))

    return report


def with_data(work: Callable[[DataEngineeringContainer], Awaitable[Result]]) -> Result:
    async def run() -> Result:
        settings = load_settings()
        async with open_database(settings) as database:
            return await work(DataEngineeringContainer(database, settings, SystemClock()))

    return asyncio.run(run())
