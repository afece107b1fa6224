"""How `parley deploy` shows a deployment, its orders and the switches."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from rich.console import Console
from rich.table import Table
from rich.text import Text

from apps.cli.trading.words import say
from packages.core.messages import Language
from packages.domain.trading.deployments.lifecycle import LifecycleState
from packages.domain.trading.deployments.model import Deployment
from packages.domain.trading.execution.model import BookedOrder, OrderLedger, Position
from packages.domain.trading.risk.switches import Switch, SwitchScope
from packages.reports.drawing.wording import plain

_CENT = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class DeploymentOverview:
    """A deployment, and what its book and the switches say."""

    deployment: Deployment
    name: str
    ledger: OrderLedger | None
    positions: Sequence[Position]
    switch: Switch | None


def print_deployment(standing: DeploymentOverview, language: Language) -> None:
    console = Console()
    for line in (*_head(standing, language), *_money(standing, language)):
        console.print(Text(line), soft_wrap=True)
    console.print(Text(say(language, "limits")))
    for name, bound in standing.deployment.limits.bounds.items():
        console.print(Text(f"  {name.value} ≤ {bound.most:f} · {bound.clause}"), soft_wrap=True)
    held = [each for each in standing.positions if each.quantity]
    if held:
        console.print(Text(say(language, "held")))
        console.print(_positions(held, language))
    if standing.deployment.state is LifecycleState.READY:
        console.print(Text(f"→ {say(language, 'start_it', id=standing.deployment.id)}"), soft_wrap=True)
    elif standing.deployment.state.is_at_work:
        console.print(Text(f"→ {say(language, 'serve')}"), soft_wrap=True)


def print_deployments(found: Sequence[tuple[Deployment, str]], language: Language) -> None:
    if not found:
        Console().print(Text(say(language, "none")))
        return
    table = _table(language, "id", "made", "state", "mode", "strategy")
    for each, name in found:
        state, mode = say(language, each.state.value), say(language, each.mode.value)
        table.add_row(
            each.id, f"{each.created_at:%Y-%m-%d %H:%M}Z", state, mode, Text(f"{plain(name)} · {each.version}")
        )
    Console().print(table)


def print_orders(found: Sequence[BookedOrder], language: Language) -> None:
    if not found:
        Console().print(Text(say(language, "no_orders")))
        return
    table = _table(language, "bar", "symbol", "side", "quantity", "status", "filled", "price", "reason", "why")
    for each in found:
        request = each.request
        table.add_row(
            "" if each.bar is None else f"{each.bar:%Y-%m-%d %H:%M}Z",
            request.symbol,
            say(language, request.side.value),
            _number(request.quantity),
            each.status.value,
            _number(each.filled),
            _number(each.average_price),
            Text(request.reason),
            Text(each.why),
        )
    Console().print(table)


def print_switch(switch: Switch, language: Language) -> None:
    scope = say(language, switch.key.scope.value)
    again = {SwitchScope.GLOBAL: "--everybody ", SwitchScope.PERSON: ""}.get(switch.key.scope, f"{switch.key.target} ")
    text = say(language, "on", scope=scope, again=again) if switch.is_on else say(language, "off", scope=scope)
    Console().print(Text(text), soft_wrap=True)


def _head(standing: DeploymentOverview, language: Language) -> Iterator[str]:
    each, cleared = standing.deployment, standing.deployment.clearance
    mode = say(language, each.mode.value)
    yield say(language, "title", name=plain(standing.name), version=str(each.version), mode=mode)
    yield f"{say(language, 'id')} {each.id}"
    yield say(language, "is", state=say(language, each.state.value))
    if each.blocker is not None:
        yield say(language, "why_blocked", blocker=each.blocker.value)
    if cleared.override_reason is not None:
        yield say(language, "overridden", reason=plain(cleared.override_reason))
    else:
        yield say(language, "passed", ruling=str(cleared.ruling), report=str(cleared.report_id))
    if standing.switch is not None:
        scope = say(language, standing.switch.key.scope.value)
        yield say(language, "switch", scope=scope, reason=plain(standing.switch.reason))


def _money(standing: DeploymentOverview, language: Language) -> Iterator[str]:
    ledger, marks = standing.ledger, standing.deployment.marks
    if ledger is not None:
        cash, realised, costs, start = (
            _cents(each) for each in (ledger.cash, ledger.realised, ledger.costs, ledger.start_cash)
        )
        yield say(language, "money", cash=cash, realised=realised, costs=costs, start=start)
        if ledger.stopped:
            yield say(language, "looked", why=ledger.stopped)
    if marks is not None:
        loss, drawdown = f"{marks.daily_loss:.2%}", f"{marks.drawdown:.2%}"
        yield say(language, "equity", equity=_cents(marks.equity), loss=loss, drawdown=drawdown)


def _positions(held: Sequence[Position], language: Language) -> Table:
    table = _table(language, "symbol", "quantity", "price")
    for each in held:
        table.add_row(each.symbol, _number(each.quantity), _number(each.average_price))
    return table


def _table(language: Language, *columns: str) -> Table:
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0), pad_edge=False)
    for name in columns:
        table.add_column(say(language, name), overflow="fold", no_wrap=name == "id")
    return table


def _cents(amount: Decimal) -> str:
    return f"{amount.quantize(_CENT):,}"


def _number(value: Decimal | None) -> str:
    return "" if value is None else f"{value.normalize():f}"
