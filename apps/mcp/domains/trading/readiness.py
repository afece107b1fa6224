"""Whether a version of a strategy can be deployed, check by check, and how a deployment stands."""

from collections.abc import Sequence
from datetime import datetime, timedelta

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
from packages.core.messages import Message, Sentence, message, word
from packages.domain.strategy.model import Strategy
from packages.domain.trading.broker import Mode
from packages.domain.trading.callers import PersonNeeded
from packages.domain.trading.deployments.accounts import taken_accounts
from packages.domain.trading.deployments.clearing import WHY, Prospect
from packages.domain.trading.deployments.model import Blocker, Deployment
from packages.domain.trading.errors import KeysRefused
from packages.domain.trading.execution.model import JournalPage, OrderLedger, UnknownBook
from packages.domain.trading.risk.limits import LimitName
from packages.domain.trading.risk.switches import GLOBAL, SwitchIsOn, SwitchKey, SwitchScope
from packages.domain.trading.runtime.performance import performance_of

STALE = "market_data_stale"
_NAMED = 5  # so many symbols are named in a sentence
_FAR = 30  # so many times the age that a close may have is looked back


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
    said = message("trading.tools.override_by_person", why=WHY[prospect.blocker])
    return _blocked(CheckName.STRESS_VERDICT, prospect.blocker, said, BlockedStep.CREATE)


async def _account(services: ToolServices, owner_id: str, account_id: str | None) -> CheckView:
    name, step = CheckName.BROKER_ACCOUNT, BlockedStep.CREATE
    if account_id is None:
        return _ok(name, message("trading.tools.check_account_paper"), step)
    account = await services.trading.accounts.get(owner_id, account_id)
    if account.kind.mode is Mode.LIVE:
        return _blocked(name, PersonNeeded.code, message("trading.tools.check_account_live"), step)
    holder = (await taken_accounts(services.trading.store, owner_id)).get(account_id)
    if holder is None:
        return _ok(name, message("trading.tools.check_account_free", account=account.label), step)
    return _blocked(name, Blocker.ACCOUNT_BUSY, message("trading.tools.check_account_busy", holder=holder), step)


async def _switch(services: ToolServices, owner_id: str) -> CheckView:
    found = await services.trading.turned.on([GLOBAL, SwitchKey(SwitchScope.PERSON, owner_id)])
    if not found:
        return _ok(CheckName.KILL_SWITCH, message("trading.tools.check_switch_off"), BlockedStep.START)
    scope = word("scope", found[0].key.scope.value)
    said = message("trading.tools.check_switch_on", scope=scope, reason=found[0].reason)
    return _blocked(CheckName.KILL_SWITCH, SwitchIsOn.code, said, BlockedStep.START)


async def _bars(services: ToolServices, prospect: Prospect) -> CheckView:
    strategy, bounds = prospect.revision.strategy, prospect.limits.bounds
    oldest = timedelta(seconds=float(bounds[LimitName.STALE_DATA].most))
    missing, stale = await _lacking(services, strategy, oldest)
    if missing:
        timeframe = strategy.timeframe.value
        said = message("trading.tools.check_bars_missing", timeframe=timeframe, symbols=_named(missing))
        return _blocked(CheckName.MARKET_DATA, Blocker.DATA_MISSING, said, BlockedStep.START)
    if stale:
        said = message("trading.tools.check_bars_stale", symbols=_named(stale))
        return _blocked(CheckName.MARKET_DATA, STALE, said, BlockedStep.ENTRIES)
    return _ok(CheckName.MARKET_DATA, message("trading.tools.check_bars_ok"), BlockedStep.ENTRIES)


async def _lacking(services: ToolServices, strategy: Strategy, oldest: timedelta) -> tuple[list[str], list[str]]:
    """Tickers without bars, and those whose newest bar is older than the limit on stale data."""
    from packages.domain.market_data.coverage import newest_known  # with numpy below it
    from packages.domain.market_data.symbols import parse_symbol

    now, view = services.clock.now(), services.library.view()
    known: dict[str, datetime | None] = {
        ticker: await newest_known(view, parse_symbol(ticker), strategy.timeframe, _FAR * oldest)
        for ticker in strategy.universe.tickers
    }
    old = [ticker for ticker, at in known.items() if at is None or now - at > oldest]
    if not old:
        return [], []
    stored = {str(each.symbol) for each in await services.library.bars.stored() if each.timeframe is strategy.timeframe}
    return [each for each in old if each not in stored], [each for each in old if each in stored]


def _named(tickers: Sequence[str]) -> Message | list[str]:
    named, more = list(tickers[:_NAMED]), len(tickers) - _NAMED
    return message("trading.tools.and_more", symbols=named, count=more) if more > 0 else named


def _ok(name: CheckName, said: Message, holds_up: BlockedStep) -> CheckView:
    return CheckView(name=name, status=CheckStatus.OK, code=None, told=Sentence(said), holds_up=holds_up)


def _blocked(name: CheckName, code: str, said: Message, holds_up: BlockedStep) -> CheckView:
    return CheckView(name=name, status=CheckStatus.BLOCKED, code=code, told=Sentence(said), holds_up=holds_up)


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
    name = Sentence(message("trading.tools.equity_resource"))
    return ResourceRef(uri=EQUITY.format(deployment_id=deployment_id), name=name)
