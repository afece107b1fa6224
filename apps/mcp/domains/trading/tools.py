"""Deployments and what they trade, as tools. The model asks and stops; what allows is a person's."""

import json

from apps.mcp.domains.trading import parameters as given
from apps.mcp.domains.trading.deploying import NewDeployment, ask_for_approval, create, done, replay_past
from apps.mcp.domains.trading.readiness import EQUITY, readiness_of, status_of
from apps.mcp.toolbox import DRAFTED, SCOPED, Toolbox, ToolCall
from packages.contracts.phases import Phase
from packages.contracts.tool_grants import ToolDomain
from packages.contracts.trading.tool_book import FillsView, FillView, OrdersView, OrderView, PositionsView
from packages.contracts.trading.tool_views import (
    AccountsView,
    AccountView,
    ApprovalView,
    DeploymentChangeView,
    DeploymentRowView,
    DeploymentsView,
    DeploymentView,
    ReadinessView,
)
from packages.contracts.view import next_offset
from packages.domain.trading.broker import Mode
from packages.domain.trading.callers import require_person
from packages.domain.trading.deployments.accounts import taken_accounts
from packages.domain.trading.execution.model import JournalPage

DEPLOYING = frozenset({Phase.DEPLOYMENT})
DEPLOYED = frozenset({Phase.DEPLOYMENT, Phase.COMPLETED})
TOOLS = Toolbox(
    ToolDomain.TRADING,
    "Deployments: a version of a stored strategy that trades on an account, on paper unless a person decides "
    "otherwise. Ask `readiness` first, then `create_deployment`, and `start` it once the person has said yes; follow "
    "it with `get_deployment`, `orders`, `fills` and `positions`. You can always `pause` and `stop`. `replay` shows at "
    "once how it would have traded. No tool approves orders, overrides the stress lab, deploys live money, turns a "
    "kill switch off or takes keys: a person does that in the page.",
)


@TOOLS.reads(phases=SCOPED)
async def list_accounts(call: ToolCall, limit: given.Limit = 20, offset: given.Offset = 0) -> AccountsView:
    """Lists the person's broker accounts, without their keys, and which of them a deployment has already. Use it before
    create_deployment when the person wants a certain account; for a new paper account none has to be named."""
    found = await call.services.trading.accounts.list(call.owner_id)
    taken = await taken_accounts(call.services.trading.store, call.owner_id)
    shown = [AccountView.of(each, taken.get(each.id)) for each in found[offset : offset + limit]]
    return AccountsView(accounts=shown, total=len(found), next=next_offset(len(found), limit, offset))


@TOOLS.reads(phases=DRAFTED)
async def readiness(
    call: ToolCall,
    strategy_id: given.StrategyId,
    version: given.Version = None,
    broker_account_id: given.AccountId = None,
) -> ReadinessView:
    """Says whether a version of a strategy can be deployed now: the stress verdict, the account, the kill switches and
    the market data, each ok or blocked with what to do, and the limits that would bind. Changes nothing. Call it before
    create_deployment, and tell the person what is blocked."""
    return await readiness_of(call.services, call.owner_id, strategy_id, version, broker_account_id)


@TOOLS.writes(phases=DEPLOYING)
async def create_deployment(
    call: ToolCall,
    strategy_id: given.StrategyId,
    version: given.Version = None,
    broker_account_id: given.AccountId = None,
    mode: given.Money = Mode.PAPER,
    cash: given.Cash = None,
    limits: given.OwnLimits = None,
    override_reason: given.OverrideReason = None,
) -> DeploymentChangeView:
    """Makes a paper deployment of a version that passed the stress lab; it does not trade yet. The status is `ready`,
    or `blocked` with the blocker when nothing was made. Show the person its limits, and start it once they confirm."""
    asked = NewDeployment(
        strategy_id=strategy_id,
        version=version,
        account_id=broker_account_id,
        mode=mode,
        cash=cash,
        limits=limits or {},
        override_reason=override_reason,
    )
    return await create(call, asked)


@TOOLS.writes(phases=DEPLOYING)
async def start(call: ToolCall, deployment_id: given.DeploymentId) -> DeploymentChangeView:
    """Lets a paper deployment trade from the next bar on. Call it only after the person has confirmed this deployment.
    One with live money is refused: a person starts it in the page."""
    found = await call.services.trading.deployments().get(call.owner_id, deployment_id)
    if found.mode is Mode.LIVE:  # before its broker is asked anything
        require_person(call.caller, "start a deployment with live money")
    return done(call, await call.services.trading.runtime.start(call.caller, deployment_id))


@TOOLS.writes(phases=DEPLOYED)
async def replay(
    call: ToolCall,
    strategy_id: given.StrategyId,
    version: given.Version = None,
    replay_from: given.ReplayFrom = None,
    cash: given.Cash = None,
) -> DeploymentChangeView:
    """Runs a version of a strategy through the past again, a session a second, on paper money that is kept apart, so
    that the person can watch it trade; it needs no stress verdict and no confirmation. Follow it with get_deployment
    and fills, and always call its figures a replay of the past: they are no track record."""
    asked = NewDeployment(
        strategy_id=strategy_id,
        version=version,
        account_id=None,
        mode=Mode.REPLAY,
        cash=cash,
        limits={},
        override_reason=None,
        replay_from=replay_from,
    )
    return await replay_past(call, asked)


@TOOLS.writes(phases=DEPLOYED)
async def pause(call: ToolCall, deployment_id: given.DeploymentId, reason: given.Reason = "") -> DeploymentChangeView:
    """Stops a deployment from opening anything until it is resumed; exits go on. Works for live money too."""
    return done(call, await call.services.trading.runtime.pause(call.caller, deployment_id, reason))


@TOOLS.writes(phases=DEPLOYED)
async def resume(call: ToolCall, deployment_id: given.DeploymentId, reason: given.Reason = "") -> DeploymentChangeView:
    """Lets a paused paper deployment enter again, when the person asks for it. After a broken limit, and with live
    money, it is refused: a person does it in the page."""
    return done(call, await call.services.trading.runtime.resume(call.caller, deployment_id, reason))


@TOOLS.writes(phases=DEPLOYED)
async def stop(
    call: ToolCall, deployment_id: given.DeploymentId, flatten: given.Flatten = False, reason: given.Reason = ""
) -> DeploymentChangeView:
    """Ends a deployment: entries at work are cancelled and nothing is opened any more; with flatten every position is
    closed at the market. It cannot be started again. Look with get_deployment until its state is stopped."""
    runtime = call.services.trading.runtime
    return done(call, await runtime.stop(call.caller, deployment_id, flatten=flatten, reason=reason))


@TOOLS.reads(phases=SCOPED)
async def list_deployments(call: ToolCall, limit: given.Limit = 10, before: given.BeforeId = None) -> DeploymentsView:
    """Lists the person's deployments, newest first, with status and state. Use it to find a deployment_id."""
    found = await call.services.trading.deployments().page(call.owner_id, limit, before)
    following = found[-1].id if len(found) == limit else None
    return DeploymentsView(deployments=[DeploymentRowView.of(each) for each in found], next=following)


@TOOLS.reads(phases=SCOPED)
async def get_deployment(call: ToolCall, deployment_id: given.DeploymentId) -> DeploymentView:
    """Tells how one deployment stands: status, limits, kill switch, profit and equity at the broker's marks, and its
    last signals with the values that they were true on. The whole equity curve is the resource under `more`."""
    return await status_of(call.services, await call.services.trading.deployments().get(call.owner_id, deployment_id))


@TOOLS.reads(phases=SCOPED)
async def positions(
    call: ToolCall, deployment_id: given.DeploymentId, limit: given.Limit = 20, offset: given.Offset = 0
) -> PositionsView:
    """Lists what a deployment holds and, after that, what it has held, with the profit of each symbol."""
    own = await _started(call, deployment_id)
    return PositionsView.of(own, await call.services.trading.journal.positions(own), limit, offset)


@TOOLS.reads(phases=SCOPED)
async def orders(
    call: ToolCall, deployment_id: given.DeploymentId, limit: given.Limit = 5, before: given.Before = None
) -> OrdersView:
    """Lists a deployment's orders, newest first, each with every step of its way and why it stands as it does: filled,
    rejected, waiting for a person's approval, or forbidden by a limit."""
    own, journal = await _started(call, deployment_id), call.services.trading.journal
    found = await journal.orders(own, JournalPage(limit, before))
    shown = [OrderView.of(each, await journal.history(own, each.id)) for each in found]
    return OrdersView(deployment_id=own, orders=shown, next=found[-1].number if len(found) == limit else None)


@TOOLS.reads(phases=SCOPED)
async def fills(
    call: ToolCall, deployment_id: given.DeploymentId, limit: given.Limit = 15, before: given.Before = None
) -> FillsView:
    """Lists the fills of a deployment, newest first: what was really bought and sold, at which price and cost."""
    own = await _started(call, deployment_id)
    found = await call.services.trading.journal.fills(own, JournalPage(limit, before))
    following = found[-1].number if len(found) == limit else None
    return FillsView(deployment_id=own, fills=[FillView.of(each) for each in found], next=following)


@TOOLS.writes(phases=DEPLOYED)
async def request_approval(
    call: ToolCall,
    deployment_id: given.DeploymentId,
    symbols: given.Symbols,
    most_money: given.MostMoney,
    until: given.Until,
) -> ApprovalView:
    """Asks the person to approve entries with live money: in these symbols, until then, for so much in all. It only
    asks: nothing is sent before the person has approved exactly this in the page. Paper money needs no approval."""
    return await ask_for_approval(call, deployment_id, tuple(symbols), most_money, until)


@TOOLS.resource(EQUITY, of="get_deployment")
async def equity(call: ToolCall, deployment_id: given.DeploymentId) -> str:
    """The equity and the cash of a deployment on the close of every bar, oldest first."""
    found = await call.services.trading.deployments().get(call.owner_id, deployment_id)
    points = await call.services.trading.journal.equity(found.id)
    rows = [{"bar": each.bar.isoformat(), "equity": f"{each.equity:f}", "cash": f"{each.cash:f}"} for each in points]
    return json.dumps({"deployment_id": found.id, "points": rows}, separators=(",", ":"))


async def _started(call: ToolCall, deployment_id: str) -> str:
    """The journal asks nobody's name, so the deployment is found for its owner first; one without a book is refused."""
    found = await call.services.trading.deployments().get(call.owner_id, deployment_id)
    await call.services.trading.journal.ledger(found.id)
    return found.id
