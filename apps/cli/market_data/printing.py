"""How `parley data` shows what it did: tables for people, JSON for programs."""

from collections.abc import Mapping, Sequence

from rich.console import Console

from apps.cli.output import plain_table
from packages.domain.market_data.coverage import Coverage, Gap
from packages.domain.market_data.rows import Instrument
from packages.infra.providers.market_data.bars.report import ImportReport
from packages.infra.providers.market_data.samples.catalogue import Sample, SamplePack
from src.modules.data_engineering.application.sync import SyncReport
from src.modules.data_engineering.infrastructure.packs import Loaded


def print_import(report: ImportReport) -> None:
    console = Console()
    span = (
        f"{report.first:%Y-%m-%d %H:%M} – {report.last:%Y-%m-%d %H:%M} UTC" if report.first and report.last else "none"
    )
    console.print(f"[bold]{report.symbol}[/] {report.timeframe} from {report.path.name} (source: {report.source})")
    table = plain_table("rows", "count")
    for name in ("read", "taken", "repeated", "refused"):
        table.add_row(name, f"{getattr(report, f'rows_{name}'):,}")
    table.add_row("new in the store", f"{report.rows_written:,}")
    console.print(table)
    console.print(f"bars: {span}; corporate actions: {len(report.actions)}")
    for what, count in report.repairs.items():
        console.print(f"repaired: {what} ({count:,})")
    for what, count in report.refused_for.items():
        console.print(f"[red]refused:[/] {what} ({count:,})")
    for refusal in report.refusals:
        console.print(f"  line {refusal.line}: {refusal.reason}")
    for sentence in (*report.guesses, *report.warnings):
        console.print(f"[dim]{sentence}[/]")


def print_sync(reports: Sequence[SyncReport], failures: Mapping[str, str]) -> None:
    console = Console()
    table = plain_table("symbol", "new bars", "new rows", "from")
    for report in reports:
        sources = ", ".join(report.sources) or "nobody had anything new"
        table.add_row(str(report.symbol), f"{report.bars_added:,}", f"{report.rows_added:,}", sources)
    if reports:
        console.print(table)
    for report in reports:
        for tried in report.tried:
            console.print(f"[dim]{report.symbol}: {tried.provider} did not serve: {tried.reason}[/]")
        for refused in report.refused:
            console.print(f"[dim]{report.symbol}: nothing for {refused}[/]")
    for symbol, reason in failures.items():
        console.print(f"[red]{symbol}:[/] {reason}")


def print_coverage(found: Sequence[Coverage]) -> None:
    table = plain_table("symbol", "bars", "source", "first", "last", "rows", "missing sessions")
    for entry in found:
        stored = entry.stored
        label = f"{stored.symbol} [yellow](demo)[/]" if stored.symbol.is_demo else str(stored.symbol)
        first, last = f"{stored.first:%Y-%m-%d}", f"{stored.last:%Y-%m-%d}"
        table.add_row(label, stored.timeframe, stored.source, first, last, f"{stored.rows:,}", _gaps(entry.gaps))
    Console().print(table)


def print_samples(found: Sequence[Sample]) -> None:
    table = plain_table("package", "licence", "symbols", "days", "holds")
    for sample in found:
        symbols = ", ".join(map(str, sample.symbols))
        table.add_row(sample.package, sample.licence, symbols, f"{sample.first} – {sample.last}", sample.holds)
    Console().print(table)
    Console().print("Load one: `parley data samples PACKAGE`. A package's licence is not a data licence.")


def print_sample(loaded: Loaded, pack: SamplePack) -> None:
    console, sample = Console(), pack.sample
    console.print(f"[bold]{sample.requirement}[/] (licence of the package: {pack.licence or 'not told'})")
    console.print(f"{loaded.bars:,} new bars, {loaded.rows:,} new rows; {sample.first} – {sample.last}")
    console.print(f"[yellow]{sample.caveat}[/]")
    for sentence in pack.left_out:
        console.print(f"[dim]left out: {sentence}[/]")


def print_instruments(found: Sequence[Instrument]) -> None:
    table = plain_table("symbol", "name", "名称", "market", "source")
    for instrument in found:
        names = (instrument.name_en, instrument.name_zh)
        table.add_row(str(instrument.symbol), *names, instrument.market.value, instrument.source)
    Console().print(table)


def _gaps(gaps: Sequence[Gap] | None) -> str:
    if gaps is None:
        return "not counted"
    missing = sum(gap.sessions for gap in gaps)
    return f"{missing:,} in {len(gaps):,} stretches from {gaps[0].first}" if gaps else "none"
