"""How `parley deploy` shows a deployment, its orders and the switches."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from rich.console import Console
from rich.table import Table
from rich.text import Text

from packages.core.messages import Language, Message, Phrases, in_language, message_of, render
from packages.domain.accounts.profile import LAB_DEFAULT
from packages.domain.trading.deployments.lifecycle import LifecycleState
from packages.domain.trading.deployments.model import Deployment
from packages.domain.trading.execution.model import BookedOrder, OrderLedger, Position
from packages.domain.trading.risk.limits import DEFAULT, DEPLOYMENT, Bound, LimitName
from packages.domain.trading.risk.switches import Switch, SwitchScope
from packages.reports.drawing.wording import plain

_CENT = Decimal("0.01")
_WORDS = "cli.trading"  # of the catalogue
_HOUR = 3_600
_ALWAYS = (LimitName.MARKET_CLOSED, LimitName.NO_PRICE)
_SHARES = (
    LimitName.POSITION_SHARE,
    LimitName.SYMBOL_EXPOSURE,
    LimitName.TRADE_LOSS,
    LimitName.DAILY_LOSS,
    LimitName.DRAWDOWN,
    LimitName.PRICE_COLLAR,
)


@dataclass(frozen=True, slots=True)
class DeploymentOverview:
    """A deployment, and what its book and the switches say."""

    deployment: Deployment
    name: str
    ledger: OrderLedger | None
    positions: Sequence[Position]
    switch: Switch | None
    holds_up: Message | None = None


def print_deployment(standing: DeploymentOverview, language: Language) -> None:
    phrases = Phrases(language, _WORDS)
    console = Console()
    for line in (*_head(standing, phrases), *_money(standing, phrases)):
        console.print(Text(line), soft_wrap=True)
    console.print(Text(phrases.say("limits")))
    for name, bound in standing.deployment.limits.bounds.items():
        console.print(Text(_bound(name, bound, phrases)), soft_wrap=True)
    held = [each for each in standing.positions if each.quantity]
    if held:
        console.print(Text(phrases.say("held")))
        console.print(_positions(held, phrases))
    if standing.deployment.state is LifecycleState.READY:
        console.print(Text(f"→ {phrases.say('start_it', id=standing.deployment.id)}"), soft_wrap=True)
    elif standing.deployment.state.is_at_work:
        console.print(Text(f"→ {phrases.say('serve')}"), soft_wrap=True)


def print_deployments(found: Sequence[tuple[Deployment, str]], language: Language) -> None:
    phrases = Phrases(language, _WORDS)
    if not found:
        Console().print(Text(phrases.say("none")))
        return
    table = _table(phrases, "id", "made", "state", "mode", "strategy")
    for each, name in found:
        state, mode = phrases.say(each.state.value), phrases.say(each.mode.value)
        table.add_row(
            each.id, f"{each.created_at:%Y-%m-%d %H:%M}Z", state, mode, Text(f"{plain(name)} · {each.version}")
        )
    Console().print(table)


def print_orders(found: Sequence[BookedOrder], language: Language) -> None:
    phrases = Phrases(language, _WORDS)
    if not found:
        Console().print(Text(phrases.say("no_orders")))
        return
    table = _table(phrases, "bar", "symbol", "side", "quantity", "status", "filled", "price", "reason", "why")
    for each in found:
        request = each.request
        table.add_row(
            "" if each.bar is None else f"{each.bar:%Y-%m-%d %H:%M}Z",
            request.symbol,
            phrases.say(request.side.value),
            _number(request.quantity),
            phrases.say(f"order.{each.status.value}"),
            _number(each.filled),
            _number(each.average_price),
            Text(_cause(request.reason, phrases)),
            Text(_cause(each.why, phrases)),
        )
    Console().print(table)


def print_switch(switch: Switch, language: Language) -> None:
    phrases = Phrases(language, _WORDS)
    scope = phrases.say(switch.key.scope.value)
    again = {SwitchScope.GLOBAL: "--everybody ", SwitchScope.PERSON: ""}.get(switch.key.scope, f"{switch.key.target} ")
    text = phrases.say("on", scope=scope, again=again) if switch.is_on else phrases.say("off", scope=scope)
    Console().print(Text(text), soft_wrap=True)


def _head(standing: DeploymentOverview, phrases: Phrases) -> Iterator[str]:
    each, cleared = standing.deployment, standing.deployment.clearance
    mode = phrases.say(each.mode.value)
    yield phrases.say("title", name=plain(standing.name), version=str(each.version), mode=mode)
    yield f"{phrases.say('id')} {each.id}"
    yield phrases.say("is", state=phrases.say(each.state.value))
    if standing.holds_up is not None:
        yield render(standing.holds_up, phrases.language)
    if each.replay_from is not None:
        yield phrases.say("from_day", day=each.replay_from.isoformat())
    elif cleared.override_reason is not None:
        yield phrases.say("overridden", reason=plain(cleared.override_reason))
    else:
        ruling = phrases.say(f"ruling.{cleared.ruling}")
        yield phrases.say("passed", ruling=ruling, report=str(cleared.report_id))
    if standing.switch is not None:
        scope = phrases.say(standing.switch.key.scope.value)
        yield phrases.say("switch", scope=scope, reason=plain(standing.switch.reason))


def _money(standing: DeploymentOverview, phrases: Phrases) -> Iterator[str]:
    ledger, marks = standing.ledger, standing.deployment.marks
    if ledger is not None:
        cash, realised, costs, start = (
            _cents(each) for each in (ledger.cash, ledger.realised, ledger.costs, ledger.start_cash)
        )
        yield phrases.say("money", cash=cash, realised=realised, costs=costs, start=start)
        if ledger.stopped:
            yield phrases.say("looked", why=message_of(ledger.stopped))
    if marks is not None:
        loss, drawdown = f"{marks.daily_loss:.2%}", f"{marks.drawdown:.2%}"
        yield phrases.say("equity", equity=_cents(marks.equity), loss=loss, drawdown=drawdown)


def _bound(name: LimitName, bound: Bound, phrases: Phrases) -> str:
    """The most in the unit of the limit, and who set it."""
    said = {"limit": phrases.say(f"limit.{name.value}"), "clause": _clause(bound.clause, phrases)}
    if name in _ALWAYS:
        return phrases.say("always", **said)
    most = f"{bound.most.normalize():,f}"
    if name in _SHARES:
        most = f"{(bound.most * 100).normalize():f}%"
    elif name is LimitName.GROSS_EXPOSURE:
        most = phrases.say("times", value=most)
    elif name is LimitName.STALE_DATA:
        is_long = bound.most >= _HOUR
        value = (bound.most / _HOUR if is_long else bound.most).quantize(Decimal("0.1")).normalize()
        most = phrases.say("hours" if is_long else "seconds", value=f"{value:f}")
    return phrases.say("bound", **said, most=most)


def _clause(clause: str, phrases: Phrases) -> str:
    if clause.startswith("kyc."):
        return phrases.say("clause.kyc")
    known = {DEFAULT: "clause.default", LAB_DEFAULT: "clause.lab", DEPLOYMENT: "clause.deployment"}
    return phrases.say(known[clause]) if clause in known else clause


def _cause(code: str, phrases: Phrases) -> str:
    """Why an order was made or stands as it does; what a broker said is shown as it is."""
    plain_code = code.partition(":")[0]
    if f"limit.{plain_code}" in phrases:
        return phrases.say("limit_hit", limit=phrases.say(f"limit.{plain_code}"))
    known = f"cause.{plain_code}"
    return phrases.say(known) if known in phrases else in_language(code, phrases.language)


def _positions(held: Sequence[Position], phrases: Phrases) -> Table:
    table = _table(phrases, "symbol", "quantity", "price")
    for each in held:
        table.add_row(each.symbol, _number(each.quantity), _number(each.average_price))
    return table


def _table(phrases: Phrases, *columns: str) -> Table:
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0), pad_edge=False)
    for name in columns:
        table.add_column(phrases.say(name), overflow="fold", no_wrap=name == "id")
    return table


def _cents(amount: Decimal) -> str:
    return f"{amount.quantize(_CENT):,}"


def _number(value: Decimal | None) -> str:
    return "" if value is None else f"{value.normalize():f}"
