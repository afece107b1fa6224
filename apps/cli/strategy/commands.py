"""`parley strategy`: thin commands that import their work when they are called."""

from pathlib import Path
from typing import Annotated

import typer

from apps.cli.options import AsJson

app = typer.Typer(
    help="Strategies: begin with a template, check and explain one, keep its versions.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

File = Annotated[Path, typer.Argument(help="A strategy in JSON or YAML.")]
Id = Annotated[str, typer.Argument(help="The id of a strategy, or enough of its beginning or end.")]
InLanguage = Annotated[str, typer.Option("--language", "--lang", help="zh or en.")]


@app.command()
def new(
    family: Annotated[str, typer.Option(help="trend_continuation, mean_reversion or volatility_regime.")],
    ticker: Annotated[str, typer.Option(help="As 000001.SZ, AAPL, BTC-USD.")],
    holding: Annotated[
        str, typer.Option(help="intraday_scalp, intraday, swing_days or position_weeks_plus.")
    ] = "swing_days",
    market: Annotated[str | None, typer.Option(help="As cn_stocks; default: that of the ticker.")] = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="A .yaml or .json file to write.")] = None,
    as_json: AsJson = False,
) -> None:
    """Write a strategy to begin with."""
    from apps.cli.strategy.files import write_template

    write_template(family, holding, market, ticker, output, as_json)


@app.command()
def validate(file: File, as_json: AsJson = False) -> None:
    """Check a file; the exit code is 1 when something is wrong, and every problem is printed with its place."""
    from apps.cli.strategy.files import validate_file

    raise typer.Exit(validate_file(file, as_json))


@app.command()
def explain(
    strategy: Annotated[str, typer.Argument(help="A file, or the id of a stored strategy.")],
    language: InLanguage = "zh",
    as_json: AsJson = False,
) -> None:
    """Explain what a strategy does, in words."""
    from apps.cli.strategy.files import explain_file, names_file

    if names_file(strategy):
        explain_file(Path(strategy), language, as_json)
        return
    from apps.cli.strategy.stored import explain_stored

    explain_stored(strategy, language, as_json)


@app.command()
def save(
    file: File,
    name: Annotated[str | None, typer.Option(help="Instead of the name in the file.")] = None,
    strategy_id: Annotated[str | None, typer.Option("--id", help="Save as the next version of this one.")] = None,
    as_json: AsJson = False,
) -> None:
    """Keep a strategy, or its next version; what says the same makes no new version."""
    from apps.cli.strategy.stored import save_file

    save_file(file, name, strategy_id, as_json)


@app.command("list")
def list_(
    search: Annotated[str, typer.Option(help="A part of the name.")] = "",
    limit: Annotated[int, typer.Option(min=1, max=200, help="How many, newest first.")] = 50,
    as_json: AsJson = False,
) -> None:
    """The strategies that are kept."""
    from apps.cli.strategy.stored import show_strategies

    show_strategies(search, limit, as_json)


@app.command()
def show(
    strategy_id: Id,
    version: Annotated[int | None, typer.Option(min=1, help="Default: the newest.")] = None,
    as_yaml: Annotated[bool, typer.Option("--yaml", help="Print only the document, as YAML.")] = False,
    as_json: AsJson = False,
) -> None:
    """One strategy: its versions, its trials and its rules."""
    from apps.cli.strategy.stored import show_strategy

    show_strategy(strategy_id, version, as_yaml, as_json)


@app.command()
def diff(
    strategy_id: Id,
    before: Annotated[int, typer.Argument(help="The version to begin with.")],
    after: Annotated[int, typer.Argument(help="The version to end with.")],
    language: InLanguage = "zh",
    as_json: AsJson = False,
) -> None:
    """What became of one version in another, as sentences and as a patch."""
    from apps.cli.strategy.stored import show_difference

    show_difference(strategy_id, before, after, language, as_json)


@app.command()
def rollback(
    strategy_id: Id,
    version: Annotated[int, typer.Argument(help="The version to go back to.")],
    as_json: AsJson = False,
) -> None:
    """Make a new version that equals an old one."""
    from apps.cli.strategy.stored import roll_back

    roll_back(strategy_id, version, as_json)


@app.command()
def indicators(
    search: Annotated[str, typer.Option(help="A word in either language.")] = "",
    category: Annotated[str | None, typer.Option(help="trend, momentum, volatility, volume or statistics.")] = None,
    language: InLanguage = "zh",
    as_json: AsJson = False,
) -> None:
    """What a factor may be, with parameters and outputs."""
    from apps.cli.strategy.files import show_indicators

    show_indicators(search, category, language, as_json)


@app.command()
def export(
    strategy: Annotated[str, typer.Argument(help="A file, or the id of a stored strategy.")],
    to: Annotated[str, typer.Option(help="pine, backtesting, vectorbt or python.")],
    cash: Annotated[float, typer.Option(help="What the account begins with.")] = 100_000,
    commission: Annotated[float, typer.Option(help="A fraction of each fill.")] = 0.001,
    slippage: Annotated[float, typer.Option(help="A fraction of the price of market and stop orders.")] = 0.0,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="A file to write.")] = None,
    language: InLanguage = "en",
    as_json: AsJson = False,
) -> None:
    """Write a strategy as code for another engine, or say which rule cannot be carried."""
    from apps.cli.strategy.exchange import Exported, write_export

    write_export(Exported(strategy, to, cash, commission, slippage, language), output, as_json)


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="A freqtrade strategy. It is read as text and never run.")],
    ticker: Annotated[str, typer.Option(help="What it trades, as BTC-USD.")],
    share: Annotated[float, typer.Option(help="The fraction of equity that each position takes.")] = 1.0,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="A .yaml or .json file to write.")] = None,
    as_json: AsJson = False,
) -> None:
    """Read a freqtrade strategy, or say line by line what cannot be read."""
    from apps.cli.strategy.exchange import write_import

    write_import(file, ticker, share, output, as_json)
