"""`parley stress`: thin commands that import their work when they are called."""

from typing import Annotated, Any

import typer

from apps.cli.options import (
    AsJson,
    Borrow,
    Cash,
    Commission,
    End,
    Funding,
    Html,
    Interest,
    Lang,
    Leverage,
    Markdown,
    Pdf,
    Slippage,
    Start,
    StrategyId,
    Version,
)
from packages.core.messages import Language

app = typer.Typer(
    help="Stress tests: how a stored strategy breaks, what its numbers hang on, and how much of it is luck.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
Id = Annotated[str, typer.Argument(metavar="ID", help="Of a stress test: `parley stress list`.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same result.")]
OtherSeed = Annotated[
    int | None, typer.Option(help="Default: follows from rules, data and terms. The verdict is the worst of all.")
]
Declared = Annotated[
    int, typer.Option(min=0, max=1_000_000, help="How many variants you tried elsewhere; they count as well.")
]
Paths = Annotated[int, typer.Option(help="Simulated paths of each model.")]
Horizon = Annotated[int | None, typer.Option(help="Bars of a history; default: as many as there are.")]
Worlds = Annotated[str | None, typer.Option(help="Some of block_bootstrap,regime_switching,jump_diffusion,garch.")]
Crises = Annotated[
    str | None, typer.Option(help="Keys with commas between; default: all of the market. See `windows`.")
]
Window = Annotated[list[str] | None, typer.Option(help="A crisis of your own, as NAME:2015-06-12:2015-08-31.")]
Answers = Annotated[list[str] | None, typer.Option(help="An answer of yours, as risk_tolerance=moderate.")]
_STRESS = ("paths", "seed", "declared_trials", "horizon", "worlds", "crises")


@app.command()
def run(
    strategy: StrategyId,
    version: Version = None,
    start: Start = None,
    end: End = None,
    cash: Cash = None,
    commission: Commission = None,
    slippage: Slippage = None,
    leverage: Leverage = None,
    borrow_rate: Borrow = None,
    interest_rate: Interest = None,
    funding_rate: Funding = None,
    paths: Paths = 2_000,
    seed: OtherSeed = None,
    declared_trials: Declared = 0,
    horizon: Horizon = None,
    worlds: Worlds = None,
    crises: Crises = None,
    window: Window = None,
    profile: Answers = None,
    html: Html = None,
    md: Markdown = None,
    pdf: Pdf = None,
    as_json: AsJson = False,
    lang: Lang = Language.ZH,
) -> None:
    """Stress a stored strategy and give a verdict. Exit codes: 1 it failed, 2 an option is wrong, 3 there are no data,
    130 it was stopped and can be resumed."""
    typed = dict(locals())
    from apps.cli.stress.options import OutputOptions, StressOptions
    from apps.cli.stress.running import run_stress

    output = OutputOptions(language=lang.value, **_taken(typed, "html", "md", "pdf", "as_json"))
    asked: dict[str, Any] = {"windows": tuple(window or ()), "profile": tuple(profile or ())}
    options = StressOptions(**_on_data(typed), **asked, **_taken(typed, *_STRESS))
    raise typer.Exit(run_stress(options, output))


@app.command()
def resume(
    stress_id: Annotated[str, typer.Argument(metavar="ID", help="Of what was stopped: a test or an optimisation.")],
    html: Html = None,
    md: Markdown = None,
    pdf: Pdf = None,
    as_json: AsJson = False,
    lang: Lang = Language.ZH,
) -> None:
    """Go on with what was stopped; what was done already is not done again."""
    typed = dict(locals())
    from apps.cli.stress.options import OutputOptions
    from apps.cli.stress.running import resume_stress

    output = OutputOptions(language=lang.value, **_taken(typed, "html", "md", "pdf", "as_json"))
    raise typer.Exit(resume_stress(stress_id, output))


@app.command()
def show(
    stress_id: Id,
    html: Html = None,
    md: Markdown = None,
    pdf: Pdf = None,
    as_json: AsJson = False,
    lang: Lang = Language.ZH,
) -> None:
    """Show a finished stress test or optimisation again."""
    typed = dict(locals())
    from apps.cli.stress.options import OutputOptions
    from apps.cli.stress.running import show_stress

    output = OutputOptions(language=lang.value, **_taken(typed, "html", "md", "pdf", "as_json"))
    raise typer.Exit(show_stress(stress_id, output))


@app.command("list")
def list_(
    strategy: Annotated[str | None, typer.Option(help="Only those of one strategy, by its id.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=200, help="How many, newest first.")] = 20,
    lang: Lang = Language.ZH,
) -> None:
    """The stress tests that are kept, and those that can be resumed."""
    from apps.cli.stress.running import list_stress

    raise typer.Exit(list_stress(strategy, limit, lang.value))


@app.command()
def windows(
    market: Annotated[str, typer.Argument(help="cn_stocks, us_stocks, crypto, forex or futures.")],
    as_json: AsJson = False,
    lang: Lang = Language.ZH,
) -> None:
    """The named crises of a market."""
    from apps.cli.stress.tables import show_windows

    raise typer.Exit(show_windows(market, as_json, lang.value))


@app.command()
def optimise(
    strategy: StrategyId,
    version: Version = None,
    start: Start = None,
    end: End = None,
    cash: Cash = None,
    commission: Commission = None,
    slippage: Slippage = None,
    leverage: Leverage = None,
    borrow_rate: Borrow = None,
    interest_rate: Interest = None,
    funding_rate: Funding = None,
    goals: Annotated[
        str, typer.Option(help="Of sharpe,total_return,return_over_drawdown,max_drawdown; several make a front.")
    ] = "sharpe",
    trials: Annotated[int, typer.Option(help="How many variants are tried; each is counted.")] = 300,
    grid: Annotated[
        int | None, typer.Option(help="Run every combination of at most so many values of each number instead.")
    ] = None,
    holdout: Annotated[float, typer.Option(help="The share of bars at the end that the search never sees.")] = 0.3,
    seed: Seed = 0,
    pointer: Annotated[list[str] | None, typer.Option(help="A number to tune, as /factors/fast/params/period.")] = None,
    fewest_trades: Annotated[int, typer.Option(help="That a find must make.")] = 10,
    deepest_drawdown: Annotated[float | None, typer.Option(help="That a find may have, as -0.2.")] = None,
    as_json: AsJson = False,
    lang: Lang = Language.ZH,
) -> None:
    """Look for better numbers of a stored strategy, and say how much of the find is luck."""
    typed = dict(locals())
    from apps.cli.stress.options import OutputOptions, SearchOptions
    from apps.cli.stress.running import run_search

    names = ("goals", "trials", "grid", "holdout", "seed", "fewest_trades", "deepest_drawdown")
    options = SearchOptions(**_on_data(typed), **_taken(typed, *names), pointers=tuple(pointer or ()))
    raise typer.Exit(run_search(options, OutputOptions(language=lang.value, as_json=as_json)))


def _on_data(typed: dict[str, Any]) -> dict[str, Any]:
    money = ("cash", "commission", "slippage", "leverage", "borrow_rate", "interest_rate", "funding_rate")
    return _taken(typed, "strategy", "version", "start", "end", *money)


def _taken(typed: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: typed[name] for name in names}
