"""Whether a version of a strategy can be deployed, check by check, and how a deployment stands."""

from apps.mcp.services import ToolServices
from packages.contracts.tool_results import ResourceRef
from packages.contracts.trading.tool_views import (
    BlockedStep,
    CheckName,
    CheckStatus,
    CheckView,
    DeploymentRowView,
    DeploymentView,
    LimitView,
    MarkedView,
    MoneyView,
    ReadinessView,
    SignalView,
    SwitchView,
)
from packages.core.errors import Unavailable
from packages.core.messages import Message, Sentence, message
from packages.domain.trading.broker import Mode
from packages.domain.trading.callers import PersonNeeded
from packages.domain.trading.deployments.accounts import taken_accounts
from packages.domain.trading.deployments.blockers import STALE, blocked_because
from packages.domain.trading.deployments.clearing import Prospect
from packages.domain.trading.deployments.model import Blocker, Deployment
from packages.domain.trading.errors import KeysRefused
from packages.domain.trading.execution.model import JournalPage, OrderLedger, UnknownBook
from packages.domain.trading.risk.switches import GLOBAL, SwitchIsOn, SwitchKey, SwitchScope
from packages.domain.trading.runtime.performance import performance_of


async def readiness_of(
    services: ToolServices, owner_id: str, strategy_id: str, version: int | None, account_id: str | None
) -> ReadinessView:
    making = services.trading.deployments(await services.profiles.of(owner_id))
    prospect = await making.prospect(owner_id, strategy_id, version)
    checks = [
        _verdict(prospect),
        await _account(services, owner_id, account_id),
        await _switch(services, owner_id),
        await _bars(services, prospect),
    ]
    blocked = [each for each in checks if each.status is CheckStatus.BLOCKED]
    return ReadinessView(
        strategy_id=strategy_id,
        version=prospect.revision.version,
        stress_report_id=None if prospect.verdict is None else prospect.verdict.report_id,
        is_ready=all(each.holds_up is BlockedStep.ENTRIES for each in blocked),
        checks=checks,
        limits=LimitView.all_of(prospect.limits),
    )


def _verdict(prospect: Prospect) -> CheckView:
    if prospect.blocker is None:
        return _ok(CheckName.STRESS_VERDICT, message("trading.tools.check_verdict_ok"), BlockedStep.CREATE)
    return _blocked(CheckName.STRESS_VERDICT, prospect.blocker, blocked_because(prospect.blocker), BlockedStep.CREATE)


async def _account(services: ToolServices, owner_id: str, account_id: str | None) -> CheckView:
    name, step = CheckName.BROKER_ACCOUNT, BlockedStep.CREATE
    if account_id is None:
        return _ok(name, message("trading.tools.check_account_paper"), step)
    account = await services.trading.accounts.get(owner_id, account_id)
    if account.kind.mode is Mode.LIVE:
        return _blocked(name, PersonNeeded.code, blocked_because(PersonNeeded.code), step)
    holder = (await taken_accounts(services.trading.store, owner_id)).get(account_id)
    if holder is None:
        return _ok(name, message("trading.tools.check_account_free", account=account.label), step)
    return _blocked(name, Blocker.ACCOUNT_BUSY, blocked_because(Blocker.ACCOUNT_BUSY), step)


async def _switch(services: ToolServices, owner_id: str) -> CheckView:
    found = await services.trading.turned.on([GLOBAL, SwitchKey(SwitchScope.PERSON, owner_id)])
    if not found:
        return _ok(CheckName.KILL_SWITCH, message("trading.tools.check_switch_off"), BlockedStep.START)
    return _blocked(CheckName.KILL_SWITCH, SwitchIsOn.code, blocked_because(SwitchIsOn.code), BlockedStep.START)


async def _bars(services: ToolServices, prospect: Prospect) -> CheckView:
    found = await services.trading.data_block(prospect.revision.strategy, prospect.limits)
    if found is None:
        return _ok(CheckName.MARKET_DATA, message("trading.tools.check_bars_ok"), BlockedStep.ENTRIES)
    step = BlockedStep.ENTRIES if found.code == STALE else BlockedStep.START
    return _blocked(CheckName.MARKET_DATA, found.code, found.said, step)


def _ok(name: CheckName, said: Message, holds_up: BlockedStep) -> CheckView:
    return CheckView(name=name, status=CheckStatus.OK, code=None, told=Sentence(said), holds_up=holds_up)


def _blocked(name: CheckName, code: str, said: Message, holds_up: BlockedStep) -> CheckView:
    return CheckView(
        name=name,
        status=CheckStatus.BLOCKED,
        code=code,
        told=Sentence(said),
        said={"told": said.as_json()},
        holds_up=holds_up,
    )


EQUITY = "parley://deployment/{deployment_id}/equity"
_SIGNALS = 5


async def status_of(services: ToolServices, deployment: Deployment) -> DeploymentView:
    ledger = await _ledger(services, deployment.id)
    switch = await services.trading.switches.stopping(deployment.owner_id, deployment.id)
    signals = [] if ledger is None else await services.trading.journal.signals(deployment.id, JournalPage(_SIGNALS))
    cleared, held = deployment.clearance, await services.trading.holds_up(deployment)
    return DeploymentView.from_values(
        *(DeploymentRowView.of(deployment), cleared, deployment),
        stress_report_id=cleared.report_id,
        limits=LimitView.all_of(deployment.limits),
        kill_switch=None if switch is None else SwitchView.from_values(switch, switch.key),
        money=None if ledger is None else await _money(services, deployment, ledger),
        signals=[SignalView.of(each) for each in signals],
        more=[] if ledger is None else [_curve(deployment.id)],
        holds_up=None if held is None else Sentence(held),
        said={} if held is None else {"holds_up": held.as_json()},
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
    name = Sentence(message("trading.tools.equity_resource"))
    return ResourceRef(uri=EQUITY.format(deployment_id=deployment_id), name=name)
