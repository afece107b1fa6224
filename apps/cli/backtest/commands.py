"""`parley backtest`: a thin command that imports its work when it is called."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from packages.core.messages import Language

_FRACTION = "a fraction of the amount, as 0.0003."


def backtest(
    strategy: Annotated[str, typer.Argument(help="A file (JSON or YAML), or the id of a stored strategy.")],
    version: Annotated[int | None, typer.Option(min=1, help="Of a stored strategy; default: its newest.")] = None,
    start: Annotated[str | None, typer.Option(help="The first day, as 2018-01-31; default: all there is.")] = None,
    end: Annotated[str | None, typer.Option(help="The last day.")] = None,
    cash: Annotated[str | None, typer.Option(help="Money to begin with; default 100000.")] = None,
    commission: Annotated[float | None, typer.Option(help="Instead of the usual one: " + _FRACTION)] = None,
    slippage: Annotated[float | None, typer.Option(help="Instead of the usual one: " + _FRACTION)] = None,
    leverage: Annotated[float | None, typer.Option(help="How much may be held for each unit of equity.")] = None,
    language: Annotated[Language, typer.Option(help="Of everything that is told.")] = Language.ZH,
    html: Annotated[Path | None, typer.Option(help="Write the report as one HTML file.")] = None,
    md: Annotated[Path | None, typer.Option(help="Write the report as Markdown.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of the report.")] = False,
    trades: Annotated[int, typer.Option(min=0, help="How many trades `--json` tells, from the first.")] = 0,
    store: Annotated[bool, typer.Option("--store/--no-store", help="Whether to keep the result.")] = True,
) -> None:
    """Run a strategy over stored bars. Exit codes: 1 the strategy is wrong, 2 an option is, 3 there are no data."""
    typed: dict[str, Any] = {**locals(), "language": language.value}
    with _uncollected():
        from apps.cli.backtest.options import Options
        from apps.cli.backtest.running import run_backtest

        code = run_backtest(Options(**typed))
    raise typer.Exit(code)


@contextmanager
def _uncollected() -> Iterator[None]:
    """A command that ends so soon leaves no garbage worth looking for, and looking takes a good part of its time."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()  # at the end of the process Python would look once more
        gc.enable()
