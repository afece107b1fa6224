"""`parley debate`: a thin command that imports its work when it is called."""

from pathlib import Path
from typing import Annotated

import typer


def debate(
    run_or_symbol: Annotated[
        str, typer.Argument(help="The id of a research session (or how it begins), or a symbol as 000001.SZ, AAPL.")
    ],
    rounds: Annotated[
        int | None, typer.Option(help="How often bull and bear speak, 1 to 3; default: as stored, or 1.")
    ] = None,
    lang: Annotated[
        str | None, typer.Option(help="The language: zh or en; default: the session's, or zh for a symbol.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of the two cases.")] = False,
    export: Annotated[
        Path | None, typer.Option(help="Write the whole report to this file: .html, .md or .pdf.")
    ] = None,
) -> None:
    """Show bull and bear side by side. Exit code: 0 debated, 1 the debate failed and the research stands, 2 nothing."""
    from apps.cli.debate_work import run_debate

    raise typer.Exit(run_debate(run_or_symbol, rounds, lang, as_json, export))
