"""`parley research`: a thin command that imports its work when it is called."""

from typing import Annotated

import typer


def research(
    symbol: Annotated[str, typer.Argument(help="As 000001.SZ, AAPL, BTC-USD.")],
    experts: Annotated[
        str | None,
        typer.Option(help="Some of technical, financial, valuation, macro, catalyst, with commas; default: all five."),
    ] = None,
    date: Annotated[
        str | None, typer.Option(help="Only what was known by the end of this day, as 2025-12-31; default: today.")
    ] = None,
    limit: Annotated[int, typer.Option(help="How many reports the financial auditor reads, 1 to 20.")] = 5,
    lang: Annotated[str, typer.Option(help="The language of the reports: zh or en.")] = "zh",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of reports.")] = False,
) -> None:
    """Ask the experts about a company. Exit code: 0 all reported, 1 some failed, 2 all failed or a bad question."""
    from apps.cli.research_work import run_research

    raise typer.Exit(run_research(symbol, experts, date, limit, lang, as_json))
