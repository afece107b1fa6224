"""`parley deploy`: thin commands that import their work when they are called."""

from typing import Annotated, Any

import typer

from apps.cli.options import (
    AsJson,
    Borrow,
    Cash,
    Commission,
    Funding,
    Interest,
    Lang,
    Leverage,
    Slippage,
    StrategyId,
    Version,
)
from packages.core.messages import Language

app = typer.Typer(
    help="Deployments: a version of a stored strategy that trades, on paper or with a broker.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
Id = Annotated[str, typer.Argument(metavar="ID", help="Of a deployment: `parley deploy list`.")]
Reason = Annotated[str, typer.Option(help="Why; it is recorded.")]
Limit = Annotated[int, typer.Option(min=1, max=200, help="How many, newest first.")]


@app.command()
def create(
    strategy: StrategyId,
    version: Version = None,
    account: Annotated[str | None, typer.Option(help="Of a broker account; default: a new one on paper.")] = None,
    cash: Cash = None,
    commission: Commission = None,
    slippage: Slippage = None,
    leverage: Leverage = None,
    borrow_rate: Borrow = None,
    interest_rate: Interest = None,
    funding_rate: Funding = None,
    limit: Annotated[list[str] | None, typer.Option(help="No more than, as daily_loss=0.02.")] = None,
    profile: Annotated[list[str] | None, typer.Option(help="An answer of yours, as risk_tolerance=moderate.")] = None,
    override: Annotated[str | None, typer.Option(help="The phrase that deploys without a passing stress test.")] = None,
    reason: Annotated[str, typer.Option(help="Why the override; 10 to 500 characters, recorded.")] = "",
    key: Annotated[str | None, typer.Option(help="The same key is the same deployment.")] = None,
    as_json: AsJson = False,
    lang: Lang = Language.ZH,
) -> None:
    """Make a deployment of a version that passed the stress lab. Exit codes: 1 it is refused, 2 an option is wrong,
    3 there are no data."""
    typed = dict(locals())
    from apps.cli.trading.running import CreateOptions, create_deployment

    many: dict[str, Any] = {"limit": tuple(limit or ()), "profile": tuple(profile or ())}
    named = {name: value for name, value in typed.items() if name not in ("as_json", "lang", *many)}
    raise typer.Exit(create_deployment(CreateOptions(**named, **many), lang.value, as_json))


@app.command()
def replay(
    strategy: StrategyId,
    start: Annotated[str | None, typer.Option("--from", help="A day; default: shortly before it would trade.")] = None,
    sessions: Annotated[int | None, typer.Option(min=1, max=10_000, help="Stop after so many sessions.")] = None,
    version: Version = None,
    cash: Cash = None,
    as_json: AsJson = False,
    lang: Lang = Language.ZH,
) -> None:
    """Watch a version trade through the past, a session a second, on paper money of its own. Ctrl-C stops it."""
    from apps.cli.trading.replaying import ReplayOptions
    from apps.cli.trading.replaying import replay as replay_past
    from apps.cli.trading.running import CreateOptions

    options = CreateOptions(strategy=strategy, version=version, cash=cash)
    raise typer.Exit(replay_past(options, ReplayOptions(start, sessions), lang.value, as_json))


@app.command()
def start(deployment_id: Id, as_json: AsJson = False, lang: Lang = Language.ZH) -> None:
    """Let it trade from the next bar on; a running `parley serve` does the work."""
    raise typer.Exit(_act("start", deployment_id, lang, as_json))


@app.command()
def pause(deployment_id: Id, reason: Reason = "", as_json: AsJson = False, lang: Lang = Language.ZH) -> None:
    """No entries until it is resumed; exits go on."""
    raise typer.Exit(_act("pause", deployment_id, lang, as_json, reason=reason))


@app.command()
def resume(deployment_id: Id, reason: Reason = "", as_json: AsJson = False, lang: Lang = Language.ZH) -> None:
    """Let it enter again."""
    raise typer.Exit(_act("resume", deployment_id, lang, as_json, reason=reason))


@app.command()
def stop(
    deployment_id: Id,
    flatten: Annotated[bool, typer.Option("--flatten", help="Close every position at the market.")] = False,
    reason: Reason = "",
    as_json: AsJson = False,
    lang: Lang = Language.ZH,
) -> None:
    """Cancel entries at work, and close what is held if that is asked."""
    raise typer.Exit(_act("stop", deployment_id, lang, as_json, reason=reason, flatten=flatten))


@app.command()
def complete(deployment_id: Id, reason: Reason = "", as_json: AsJson = False, lang: Lang = Language.ZH) -> None:
    """Close the book of one that is stopped, for good; its account is free for another."""
    raise typer.Exit(_act("complete", deployment_id, lang, as_json, reason=reason))


@app.command()
def show(deployment_id: Id, as_json: AsJson = False, lang: Lang = Language.ZH) -> None:
    """Where it stands: state, limits, money and positions."""
    from apps.cli.trading.running import show_deployment

    raise typer.Exit(show_deployment(deployment_id, lang.value, as_json))


@app.command("list")
def list_(limit: Limit = 20, as_json: AsJson = False, lang: Lang = Language.ZH) -> None:
    """All deployments, newest first."""
    from apps.cli.trading.running import list_deployments

    raise typer.Exit(list_deployments(limit, lang.value, as_json))


@app.command()
def orders(deployment_id: Id, limit: Limit = 20, as_json: AsJson = False, lang: Lang = Language.ZH) -> None:
    """Its orders with what became of them, blocked ones too."""
    from apps.cli.trading.running import list_orders

    raise typer.Exit(list_orders(deployment_id, limit, lang.value, as_json))


@app.command()
def kill(
    deployment_id: Annotated[str | None, typer.Argument(metavar="[ID]", help="Of one; default: all of yours.")] = None,
    everybody: Annotated[bool, typer.Option("--everybody", help="Of everybody on this desk.")] = False,
    off: Annotated[bool, typer.Option("--off", help="Turn the switch off again.")] = False,
    reason: Reason = "",
    as_json: AsJson = False,
    lang: Lang = Language.ZH,
) -> None:
    """Turn a kill switch on: no entries within a second, whoever runs the desk; exits go through."""
    from apps.cli.trading.running import turn_switch

    raise typer.Exit(turn_switch(deployment_id, everybody, not off, reason, lang.value, as_json))


def _act(action: Any, deployment_id: str, lang: Language, as_json: bool, **how: Any) -> int:
    from apps.cli.trading.running import act

    return act(action, deployment_id, lang.value, as_json, **how)
