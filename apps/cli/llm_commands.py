"""`parley llm`: thin commands that import their work when they are called."""

from typing import Annotated

import typer

from apps.cli.options import AsJson

app = typer.Typer(
    help="Language models: which there are, whether they answer, what they cost.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.command("list")
def list_models(as_json: AsJson = False) -> None:
    """The model configurations of this machine's owner, in the order in which they are asked."""
    from apps.cli.llm_platform import show_configs

    show_configs(as_json)


@app.command("test")
def try_model(
    alias: Annotated[str, typer.Argument(help="Which one; `parley llm list` names them.")], as_json: AsJson = False
) -> None:
    """Ask a model for one word, and say how long it took and what it cost."""
    from apps.cli.llm_platform import ask_model

    raise typer.Exit(ask_model(alias, as_json))


@app.command("usage")
def model_usage(
    since: Annotated[str | None, typer.Option(help="From this UTC day on; default: thirty days up to --until.")] = None,
    until: Annotated[str | None, typer.Option(help="Up to this UTC day; default: today.")] = None,
    as_json: AsJson = False,
) -> None:
    """What models were used for, what they cost, and what is left of the budgets."""
    from apps.cli.llm_platform import show_usage

    show_usage(since, until, as_json)


@app.command("rotate-key")
def rotate_key(as_json: AsJson = False) -> None:
    """Seal all stored keys again under a new key file, and delete the old one."""
    from apps.cli.llm_platform import rotate_vault_key

    rotate_vault_key(as_json)
