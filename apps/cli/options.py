"""Arguments and options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

from packages.core.messages import Language

StrategyId = Annotated[str, typer.Argument(metavar="STRATEGY_ID", help="Of a stored one: `parley strategy list`.")]
Version = Annotated[int | None, typer.Option(min=1, help="Default: its newest.")]
Start = Annotated[str | None, typer.Option(help="The first day, as 2018-01-31; default: all there is.")]
End = Annotated[str | None, typer.Option(help="The last day.")]
Date = Annotated[
    str | None, typer.Option(help="Only what was known by the end of this day, as 2025-12-31; default: today.")
]
Cash = Annotated[str | None, typer.Option(help="Initial capital; default 100000.")]
Commission = Annotated[float | None, typer.Option(help="Instead of the usual one: a fraction, as 0.0003.")]
Slippage = Annotated[float | None, typer.Option(help="Instead of the usual one: a fraction, as 0.0003.")]
Leverage = Annotated[float | None, typer.Option(help="Max leverage: how much may be held per unit of equity.")]
Borrow = Annotated[float | None, typer.Option(help="Yearly cost of a short, as 0.03; default: the house rate.")]
Interest = Annotated[float | None, typer.Option(help="Yearly interest on leverage; default: the house rate.")]
Funding = Annotated[float | None, typer.Option(help="Yearly funding of perpetuals; default: the house rate.")]
Lang = Annotated[Language, typer.Option("--lang", "--language", help="Language of the output.")]
Html = Annotated[Path | None, typer.Option(help="Write the report as one HTML file.")]
Markdown = Annotated[Path | None, typer.Option(help="Write the report as Markdown.")]
Pdf = Annotated[Path | None, typer.Option(help="Write the report as PDF.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
