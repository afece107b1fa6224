"""How a deployment stands, read for its owner: its state, its money at the broker's marks, and what it said last."""

from math import isfinite

from apps.mcp.desk import ToolDesk
from apps.mcp.domains.trading.told import (
    DeploymentSummary,
    DeploymentTold,
    MarkedTold,
    MoneyTold,
    SignalTold,
    SwitchTold,
    limits_told,
)
from packages.contracts.tool_results import ResourceRef
from packages.core.errors import Unavailable
from packages.domain.trading.deployments.model import Deployment
from packages.domain.trading.errors import KeysRefused
from packages.domain.trading.order_desk.errors import UnknownBook
from packages.domain.trading.order_desk.model import Ledger, Page, ToldSignal
from packages.domain.trading.risk.switches import Switch
from packages.domain.trading.runtime.performance import performance_of

EQUITY = "parley://deployment/{deployment_id}/equity"
_SIGNALS = 5


def summary_of(deployment: Deployment) -> DeploymentSummary:
    return DeploymentSummary(
        deployment_id=deployment.id,
        strategy_id=deployment.strategy_id,
        version=deployment.version,
        broker_account_id=deployment.account_id,
        mode=deployment.mode,
        status=deployment.status,
        state=deployment.state,
        blocker=deployment.blocker,
        created_at=deployment.created_at,
        updated_at=deployment.updated_at,
    )


async def standing_of(desk: ToolDesk, deployment: Deployment) -> DeploymentTold:
    ledger = await _ledger(desk, deployment.id)
    switch = await desk.trading.switches.stopping(deployment.owner_id, deployment.id)
    signals = [] if ledger is None else await desk.trading.journal.signals(deployment.id, Page(_SIGNALS))
    cleared = deployment.clearance
    return DeploymentTold(
        **summary_of(deployment).model_dump(),
        stress_report_id=cleared.report_id,
        ruling=cleared.ruling,
        override_reason=cleared.override_reason,
        flatten=deployment.flatten,
        limits=limits_told(deployment.limits),
        kill_switch=None if switch is None else _switch_told(switch),
        money=None if ledger is None else await _money(desk, deployment, ledger),
        signals=[_signal_told(each) for each in signals],
        more=[] if ledger is None else [_curve(deployment.id)],
    )


async def _ledger(desk: ToolDesk, deployment_id: str) -> Ledger | None:
    """None before the first start."""
    try:
        return await desk.trading.journal.ledger(deployment_id)
    except UnknownBook:
        return None


async def _money(desk: ToolDesk, deployment: Deployment, ledger: Ledger) -> MoneyTold:
    """A broker that does not answer leaves the book, and says so."""
    now, missing = None, None
    try:
        broker = await desk.trading.brokers.of(deployment)
        now = await performance_of(desk.trading.journal, broker, deployment.id, signals=1)
    except (Unavailable, KeysRefused) as error:
        missing = error.message
    return MoneyTold(
        start_cash=ledger.start_cash,
        cash=ledger.cash,
        realised=ledger.realised,
        costs=ledger.costs,
        now=None if now is None else MarkedTold.model_validate(now),
        missing=missing,
        last_bar=ledger.bar,
        stopped=ledger.stopped,
    )


def _signal_told(each: ToldSignal) -> SignalTold:
    said = each.signal
    return SignalTold(
        number=each.number,
        bar=each.bar,
        symbol=said.symbol,
        action=said.action,
        direction=said.direction,
        reason=said.reason,
        why={name: value for name, value in said.why.items() if isfinite(value)},
    )


def _switch_told(switch: Switch) -> SwitchTold:
    return SwitchTold(scope=switch.key.scope, reason=switch.reason, at=switch.at)


def _curve(deployment_id: str) -> ResourceRef:
    return ResourceRef(uri=EQUITY.format(deployment_id=deployment_id), name="The equity on the close of every bar")
