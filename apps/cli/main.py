"""The `parley` command: thin commands that import their work when they are called, so that help is quick."""

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from apps.cli.call_commands import app as calls
from apps.cli.llm_commands import app as llm
from apps.cli.market_data.commands import app as data
from apps.cli.options import (
    Borrow,
    Cash,
    Commission,
    Date,
    End,
    Funding,
    Html,
    Interest,
    Lang,
    Leverage,
    Markdown,
    Slippage,
    Start,
)
from apps.cli.output import language_of_terminal
from apps.cli.strategy.commands import app as strategy
from apps.cli.stress.commands import app as stress
from apps.cli.trading.commands import app as deploy
from packages.core.errors import ParleyError
from packages.core.messages import Language, for_reader, reading

app = typer.Typer(
    name="parley",
    help="Parley: an AI investment desk that argues before it trades.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,  # rich help costs as much time as everything else together
    pretty_exceptions_enable=False,
)

app.add_typer(calls, name="calls")
app.add_typer(data, name="data")
app.add_typer(deploy, name="deploy")
app.add_typer(llm, name="llm")
app.add_typer(strategy, name="strategy")
app.add_typer(stress, name="stress")


@app.command()
def backtest(
    strategy: Annotated[str, typer.Argument(help="A file (JSON or YAML), or the id of a stored strategy.")],
    version: Annotated[int | None, typer.Option(min=1, help="Of a stored strategy; default: its newest.")] = None,
    start: Start = None,
    end: End = None,
    cash: Cash = None,
    commission: Commission = None,
    slippage: Slippage = None,
    leverage: Leverage = None,
    borrow_rate: Borrow = None,
    interest_rate: Interest = None,
    funding_rate: Funding = None,
    language: Lang = Language.ZH,
    html: Html = None,
    md: Markdown = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of the report.")] = False,
    trades: Annotated[int, typer.Option(min=0, help="How many trades `--json` lists, from the first.")] = 0,
    store: Annotated[
        bool,
        typer.Option("--store/--no-store", help="Whether to keep the result; it is counted as a trial either way."),
    ] = True,
) -> None:
    """Run a strategy over stored bars. Exit codes: 1 the strategy is wrong, 2 an option is, 3 there are no data."""
    typed: dict[str, Any] = {**locals(), "language": language.value}
    with _uncollected():
        from apps.cli.backtest.options import Options
        from apps.cli.backtest.running import run_backtest

        code = run_backtest(Options(**typed))
    raise typer.Exit(code)


@app.command()
def research(
    symbol: Annotated[str, typer.Argument(help="As 000001.SZ, AAPL, BTC-USD.")],
    experts: Annotated[
        str | None,
        typer.Option(help="Some of technical, financial, valuation, macro, catalyst, with commas; default: all five."),
    ] = None,
    date: Date = None,
    limit: Annotated[int, typer.Option(help="How many reports the financial auditor reads, 1 to 20.")] = 5,
    lang: Annotated[str, typer.Option("--lang", "--language", help="The language of the reports: zh or en.")] = "zh",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of reports.")] = False,
) -> None:
    """Ask the experts about a company. Exit code: 0 all reported, 1 some failed, 2 all failed or a bad question."""
    from apps.cli.research.running import run_research

    raise typer.Exit(run_research(symbol, experts, date, limit, lang, as_json))


@app.command()
def debate(
    run_or_symbol: Annotated[
        str, typer.Argument(help="The id of a research session (or how it begins), or a symbol as 000001.SZ, AAPL.")
    ],
    rounds: Annotated[
        int | None, typer.Option(help="How often bull and bear speak, 1 to 3; default: as stored, or 1.")
    ] = None,
    lang: Annotated[
        str | None,
        typer.Option("--lang", "--language", help="zh or en; default: the session's, or zh for a symbol."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of the two cases.")] = False,
    export: Annotated[
        Path | None, typer.Option(help="Write the whole report to this file: .html, .md or .pdf.")
    ] = None,
    date: Date = None,
    report: Annotated[bool, typer.Option("--report", help="Print the whole report instead of the two cases.")] = False,
) -> None:
    """Show bull and bear side by side. Exit code: 0 debated, 1 the debate failed and the research stands, 2 nothing."""
    from apps.cli.debate.running import run_debate

    raise typer.Exit(run_debate(run_or_symbol, rounds, lang, as_json, export, date, report))


@app.command()
def judge(
    run_or_symbol: Annotated[
        str, typer.Argument(help="The id of a research session (or how it begins), or a symbol as 000001.SZ, AAPL.")
    ],
    rounds: Annotated[
        int | None, typer.Option(help="How often bull and bear speak, 1 to 3; default: as stored, or 1.")
    ] = None,
    date: Date = None,
    lang: Annotated[
        str | None,
        typer.Option("--lang", "--language", help="zh or en; default: the session's, or zh for a symbol."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the verdict as JSON.")] = False,
) -> None:
    """Show the verdict with its prices, reasons and what would prove it wrong. Exit code: 0 a verdict, 1 none, 2 a bad
    question or no report."""
    from apps.cli.debate.verdict import run_judge

    raise typer.Exit(run_judge(run_or_symbol, rounds, date, lang, as_json))


@app.command()
def walkback(
    symbols: Annotated[list[str], typer.Argument(help="As 000001.SZ AAPL; also with commas.")],
    start: Annotated[str, typer.Option("--from", help="The first day, as 2015-01-31.")],
    end: Annotated[str, typer.Option("--to", help="The last day.")],
    every: Annotated[int, typer.Option(min=1, max=730, help="Days between two looks at an instrument.")] = 30,
    horizon: Annotated[int, typer.Option(min=1, max=730, help="How far each call looks ahead, in days.")] = 60,
    language: Lang = Language.ZH,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
) -> None:
    """Run the desk over past days, with the debate and without it, and score both. A repeat goes on where it stopped.
    Exit code: 0 scored, 1 too few settled calls, 2 an option is wrong."""
    from apps.cli.walk_back import WalkBackOptions, run_walk_back

    options = WalkBackOptions(symbols, start, end, every, horizon, language)
    raise typer.Exit(run_walk_back(options, as_json=as_json))


@app.command()
def audit(
    symbol: Annotated[str, typer.Argument(help="As 000001.SZ, AAPL, BTC-USD.")],
    date: Date = None,
    language: Lang = Language.ZH,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Turn earnings, prices and names round and see whether the verdict follows. Exit code: 0 no sign of memory, 4 the
    answers look remembered, 5 it cannot be told, 2 an option is wrong, 3 there are no data."""
    from apps.cli.audit.running import run_audit

    raise typer.Exit(run_audit(symbol, date, language, as_json))


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Where to listen; default PARLEY_HOST or 127.0.0.1.")] = None,
    port: Annotated[int | None, typer.Option(help="Default PARLEY_PORT or 8000; 0 takes a free one.")] = None,
) -> None:
    """Serve the API and the page."""
    from apps.cli.serve import serve as run_server

    run_server(host, port)


@app.command()
def worker() -> None:
    """Work on queued jobs beside the server, in a process of its own."""
    import asyncio

    from apps.worker.main import work
    from packages.infra.observability.logs import configure_logging
    from packages.settings.load import load_settings

    settings = load_settings()
    configure_logging(settings.logs)
    asyncio.run(work(settings))


@app.command()
def mcp(
    write: Annotated[
        bool, typer.Option("--write", help="Let tools change things too; default: they only read.")
    ] = False,
    toolsets: Annotated[
        str,
        typer.Option(help="What to list: default (a few, and a search for the rest), all, or domains, with commas."),
    ] = "default",
    tools: Annotated[str, typer.Option(help="Tools to list besides, by name, with commas.")] = "",
    output_schemas: Annotated[
        bool, typer.Option("--output-schemas", help="List what tools answer with, too; it takes many tokens.")
    ] = False,
) -> None:
    """Serve the desk's tools to a desktop client or an editor, over standard input and output."""
    from apps.cli.mcp import serve_tools
    from apps.mcp.whole.selection import ToolSelection

    serve_tools(ToolSelection.of(toolsets, tools, read_only=not write, output_schemas=output_schemas))


@app.command()
def doctor(
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Say what is configured, what each missing key would add, and whether the desk is healthy."""
    from apps.cli.doctor import doctor as examine

    raise typer.Exit(examine(as_json=json))


@app.command()
def version() -> None:
    """Print the version."""
    from importlib.metadata import version as installed

    typer.echo(f"parley {installed('parley-desk')}")


def _version_wanted(value: bool) -> None:
    if value:
        version()
        raise typer.Exit


@app.callback()
def before_commands(
    shows_version: Annotated[
        bool, typer.Option("--version", callback=_version_wanted, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Parley: an AI investment desk that argues before it trades."""


def run() -> None:
    """Errors that a person can mend are one sentence, not a traceback."""
    with reading(language_of_terminal(sys.argv[1:], os.environ)):
        try:
            app()
        except ParleyError as error:
            typer.secho(for_reader(error.message), fg=typer.colors.RED, err=True)
            raise SystemExit(1) from None


@contextmanager
def _uncollected() -> Iterator[None]:
    """A command that ends so soon leaves no garbage worth looking for, and looking takes a good part of its time."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()  # at the end of the process Python would look once more
        gc.enable()


if __name__ == "__main__":
    run()
