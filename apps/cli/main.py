"""The `parley` command: thin commands that import their work when they are called, so that help is quick."""

from typing import Annotated

import typer

from apps.cli import backtest, calls, data, debate, deploy, llm, research, strategy, stress
from packages.core.errors import ParleyError

app = typer.Typer(
    name="parley",
    help="Parley: an AI investment desk that argues before it trades.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,  # rich help costs as much time as everything else together
    pretty_exceptions_enable=False,
)

app.add_typer(calls.app, name="calls")
app.add_typer(data.app, name="data")
app.add_typer(deploy.app, name="deploy")
app.add_typer(llm.app, name="llm")
app.add_typer(strategy.app, name="strategy")
app.add_typer(stress.app, name="stress")
app.command()(backtest.backtest)
app.command()(research.research)
app.command()(debate.debate)


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
) -> None:
    """Serve the desk's tools to a desktop client or an editor, over standard input and output."""
    from apps.cli.mcp import serve_tools

    serve_tools(writes=write)


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


def run() -> None:
    """Errors that a person can mend are one sentence, not a traceback."""
    try:
        app()
    except ParleyError as error:
        typer.secho(error.message, fg=typer.colors.RED, err=True)
        raise SystemExit(1) from None
