"""How a deployment stands, read for its owner: its state, its money at the broker's marks, and what it said last."""

from apps.mcp.services import ToolServices
from packages.contracts.tool_results import ResourceRef
from packages.contracts.trading.tool_views import (
    DeploymentRowView,
    DeploymentView,
    LimitView,
    MarkedView,
    MoneyView,
    SignalView,
    SwitchView,
)
from packages.core.errors import Unavailable
from packages.domain.trading.deployments.model import Deployment
from packages.domain.trading.errors import KeysRefused
from packages.domain.trading.execution.model import JournalPage, OrderLedger, UnknownBook
from packages.domain.trading.runtime.performance import performance_of

EQUITY = "parley://deployment/{deployment_id}/equity"
_SIGNALS = 5


async def status_of(services: ToolServices, deployment: Deployment) -> DeploymentView:
    ledger = await _ledger(services, deployment.id)
    switch = await services.trading.switches.stopping(deployment.owner_id, deployment.id)
    signals = [] if ledger is None else await services.trading.journal.signals(deployment.id, JournalPage(_SIGNALS))
    cleared = deployment.clearance
    return DeploymentView.from_values(
        *(DeploymentRowView.of(deployment), cleared, deployment),
        stress_report_id=cleared.report_id,
        limits=LimitView.all_of(deployment.limits),
        kill_switch=None if switch is None else SwitchView.from_values(switch, switch.key),
        money=None if ledger is None else await _money(services, deployment, ledger),
        signals=[SignalView.of(each) for each in signals],
        more=[] if ledger is None else [_curve(deployment.id)],
    )


async def _ledger(services: ToolServices, deployment_id: str) -> OrderLedger | None:
    """None before the first start."""
    try:
        return await services.trading.journal.ledger(deployment_id)
    except UnknownBook:
        return None


async def _money(services: ToolServices, deployment: Deployment, ledger: OrderLedger) -> MoneyView:
    """A broker that does not answer leaves the book, and says so."""
    now, missing = None, None
    try:
        broker = await services.trading.brokers.of(deployment)
        now = await performance_of(services.trading.journal, broker, deployment.id, signals=1)
    except (Unavailable, KeysRefused) as error:
        missing = error.message
    marked = None if now is None else MarkedView.from_values(now)
    return MoneyView.from_values(ledger, now=marked, missing=missing, last_bar=ledger.bar)


def _curve(deployment_id: str) -> ResourceRef:
    return ResourceRef(uri=EQUITY.format(deployment_id=deployment_id), name="The equity on the close of every bar")
