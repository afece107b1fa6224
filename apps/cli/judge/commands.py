"""`parley calls`: thin commands that import their work when they are called."""

from typing import Annotated

import typer

app = typer.Typer(
    help="The call book: what was called, how it ended, and how good the calls were.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


@app.command("list")
def list_(
    limit: Annotated[int, typer.Option(min=1, max=200, help="How many, newest first.")] = 20,
    before: Annotated[int | None, typer.Option(min=1, help="Only calls numbered below this.")] = None,
    as_json: AsJson = False,
) -> None:
    """The calls and how each of them stands."""
    from apps.cli.judge.running import show_calls

    show_calls(limit, before, as_json)


@app.command()
def scores(as_json: AsJson = False) -> None:
    """Brier, log loss and reliability of the settled calls, against forecasters who do not think."""
    from apps.cli.judge.running import show_scores

    show_scores(as_json)


@app.command()
def verify(as_json: AsJson = False) -> None:
    """Check that no entry of the book was changed; the exit code is 1 when one was."""
    from apps.cli.judge.running import show_verification

    raise typer.Exit(show_verification(as_json))


@app.command()
def settle(as_json: AsJson = False) -> None:
    """Settle every call whose horizon has passed, by closes that are stored."""
    from apps.cli.judge.running import settle_calls

    settle_calls(as_json)
