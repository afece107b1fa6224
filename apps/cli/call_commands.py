"""`parley calls`: the call book on the terminal; its work is imported when it is asked for."""

from typing import Annotated

import typer

from apps.cli.options import AsJson

app = typer.Typer(
    help="The call book: what was called, how it ended, and how good the calls were.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

WalkBack = Annotated[bool, typer.Option("--walk-back", help="Of research on past days, which stands apart.")]


@app.command("list")
def list_calls(
    limit: Annotated[int, typer.Option(min=1, max=200, help="How many, newest first.")] = 20,
    before: Annotated[int | None, typer.Option(min=1, help="Only calls numbered below this.")] = None,
    walk_back: WalkBack = False,
    as_json: AsJson = False,
) -> None:
    """The calls and how each of them stands."""
    from apps.cli.judge import show_calls

    show_calls(limit, before, as_json, walk_back=walk_back)


@app.command("scores")
def call_scores(walk_back: WalkBack = False, as_json: AsJson = False) -> None:
    """Brier, log loss and reliability of the settled calls, against forecasters who do not think."""
    from apps.cli.judge import show_scores

    show_scores(as_json, walk_back=walk_back)


@app.command("verify")
def verify_calls(as_json: AsJson = False) -> None:
    """Check that no entry of the book was changed; the exit code is 1 when one was."""
    from apps.cli.judge import show_verification

    raise typer.Exit(show_verification(as_json))


@app.command()
def settle(as_json: AsJson = False) -> None:
    """Settle every call whose horizon has passed, by closes that are stored."""
    from apps.cli.judge import settle_calls

    settle_calls(as_json)
