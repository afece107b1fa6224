"""Deployments and what they trade, as tools. The model asks and stops; what allows is a person's."""

import json

from apps.mcp.domains.trading import parameters as given
from apps.mcp.domains.trading.approving import ask_for_approval
from apps.mcp.domains.trading.book_told import (
    FillsTold,
    OrdersTold,
    PositionsTold,
    fill_told,
    order_told,
    positions_told,
)
from apps.mcp.domains.trading.making import Asked, done, make
from apps.mcp.domains.trading.readiness import readiness_of
from apps.mcp.domains.trading.standing import EQUITY, standing_of, summary_of
from apps.mcp.domains.trading.told import (
    AccountsTold,
    AccountTold,
    ApprovalTold,
    DeploymentDone,
    DeploymentsTold,
    DeploymentTold,
    ReadinessTold,
)
from apps.mcp.toolbox import DRAFTED, SCOPED, Call, Toolbox
from packages.contracts.phases import Phase
from packages.contracts.tool_grants import ToolDomain
from packages.domain.trading.broker import Mode
from packages.domain.trading.callers import require_person
from packages.domain.trading.deployments.taken_accounts import taken_accounts
from packages.domain.trading.order_desk.model import Page

DEPLOYING = frozenset({Phase.DEPLOYMENT})
DEPLOYED = frozenset({Phase.DEPLOYMENT, Phase.COMPLETED})
TOOLS = Toolbox(
    ToolDomain.TRADING,
    "Deployments: a version of a stored strategy that trades on an account, on paper unless a person decides "
    "otherwise. Ask `readiness` first, then `create_deployment`, and `start` it once the person has said yes; follow "
    "it with `get_deployment`, `orders`, `fills` and `positions`. You can always `pause` and `stop`. No tool approves "
    "orders, overrides the stress lab, deploys live money, turns a kill switch off or takes keys: a person does that "
    "in the page.",
)


@TOOLS.reads(phases=SCOPED)
async def list_accounts(call: Call, limit: given.Limit = 20, offset: given.Offset = 0) -> AccountsTold:
    """Lists the person's broker accounts, without their keys, and which of them a deployment has already. Use it before
    create_deployment when the person wants a certain account; for a new paper account none has to be named."""
    found = await call.desk.trading.accounts.list(call.owner_id)
    taken = await taken_accounts(call.desk.trading.store, call.owner_id)
    shown = [
        AccountTold(
            broker_account_id=each.id,
            kind=each.kind,
            mode=each.kind.mode,
            label=each.label,
            venue=each.venue,
            masked_key=each.masked_key,
            is_busy=each.id in taken,
            deployment_id=taken.get(each.id),
        )
        for each in found[offset : offset + limit]
    ]
    return AccountsTold(accounts=shown, total=len(found), next=_following(offset, limit, len(found)))


@TOOLS.reads(phases=DRAFTED)
async def readiness(
    call: Call,
    strategy_id: given.StrategyId,
    version: given.Version = None,
    broker_account_id: given.AccountId = None,
) -> ReadinessTold:
    """Says whether a version of a strategy can be deployed now: the stress verdict, the account, the kill switches and
    the market data, each ok or blocked with what to do, and the limits that would bind. Changes nothing. Call it before
    create_deployment, and tell the person what is blocked."""
    return await readiness_of(call.desk, call.owner_id, strategy_id, version, broker_account_id)


@TOOLS.writes(phases=DEPLOYING)
async def create_deployment(
    call: Call,
    strategy_id: given.StrategyId,
    version: given.Version = None,
    broker_account_id: given.AccountId = None,
    mode: given.Money = Mode.PAPER,
    cash: given.Cash = None,
    limits: given.OwnLimits = None,
    override_reason: given.OverrideReason = None,
) -> DeploymentDone:
    """Makes a paper deployment of a version that passed the stress lab; it does not trade yet. The status is `ready`,
    or `blocked` with the blocker when nothing was made. Show the person its limits, and start it once they confirm."""
    asked = Asked(
        strategy_id=strategy_id,
        version=version,
        account_id=broker_account_id,
        mode=mode,
        cash=cash,
        limits=limits or {},
        override_reason=override_reason,
    )
    return await make(call, asked)


@TOOLS.writes(phases=DEPLOYING)
async def start(call: Call, deployment_id: given.DeploymentId) -> DeploymentDone:
    """Lets a paper deployment trade from the next bar on. Call it only after the person has confirmed this deployment.
    One with live money is refused: a person starts it in the page."""
    found = await call.desk.trading.deployments().get(call.owner_id, deployment_id)
    if found.mode is Mode.LIVE:  # before its broker is asked anything
        require_person(call.caller, "start a deployment with live money")
    return done(call, await call.desk.trading.runtime.start(call.caller, deployment_id))


@TOOLS.writes(phases=DEPLOYED)
async def pause(call: Call, deployment_id: given.DeploymentId, reason: given.Reason = "") -> DeploymentDone:
    """Stops a deployment from opening anything until it is resumed; exits go on. Works for live money too."""
    return done(call, await call.desk.trading.runtime.pause(call.caller, deployment_id, reason))


@TOOLS.writes(phases=DEPLOYED)
async def resume(call: Call, deployment_id: given.DeploymentId, reason: given.Reason = "") -> DeploymentDone:
    """Lets a paused paper deployment enter again, when the person asks for it. After a broken limit, and with live
    money, it is refused: a person does it in the page."""
    return done(call, await call.desk.trading.runtime.resume(call.caller, deployment_id, reason))


@TOOLS.writes(phases=DEPLOYED)
async def stop(
    call: Call, deployment_id: given.DeploymentId, flatten: given.Flatten = False, reason: given.Reason = ""
) -> DeploymentDone:
    """Ends a deployment: entries at work are cancelled and nothing is opened any more; with flatten every position is
    closed at the market. It cannot be started again. Look with get_deployment until its state is stopped."""
    runtime = call.desk.trading.runtime
    return done(call, await runtime.stop(call.caller, deployment_id, flatten=flatten, reason=reason))


@TOOLS.reads(phases=SCOPED)
async def list_deployments(call: Call, limit: given.Limit = 10, before: given.BeforeId = None) -> DeploymentsTold:
    """Lists the person's deployments, newest first, with status and state. Use it to find a deployment_id."""
    found = await call.desk.trading.deployments().page(call.owner_id, limit, before)
    following = found[-1].id if len(found) == limit else None
    return DeploymentsTold(deployments=[summary_of(each) for each in found], next=following)


@TOOLS.reads(phases=SCOPED)
async def get_deployment(call: Call, deployment_id: given.DeploymentId) -> DeploymentTold:
    """Tells how one deployment stands: status, limits, kill switch, profit and equity at the broker's marks, and its
    last signals with the values that they were true on. The whole equity curve is the resource under `more`."""
    return await standing_of(call.desk, await call.desk.trading.deployments().get(call.owner_id, deployment_id))


@TOOLS.reads(phases=SCOPED)
async def positions(
    call: Call, deployment_id: given.DeploymentId, limit: given.Limit = 20, offset: given.Offset = 0
) -> PositionsTold:
    """Lists what a deployment holds and, after that, what it has held, with the profit of each symbol."""
    own = await _started(call, deployment_id)
    return positions_told(own, await call.desk.trading.journal.positions(own), limit, offset)


@TOOLS.reads(phases=SCOPED)
async def orders(
    call: Call, deployment_id: given.DeploymentId, limit: given.Limit = 5, before: given.Before = None
) -> OrdersTold:
    """Lists a deployment's orders, newest first, each with every step of its way and why it stands as it does: filled,
    rejected, waiting for a person's approval, or forbidden by a limit."""
    own, journal = await _started(call, deployment_id), call.desk.trading.journal
    found = await journal.orders(own, Page(limit, before))
    told = [order_told(each, await journal.history(own, each.id)) for each in found]
    return OrdersTold(deployment_id=own, orders=told, next=found[-1].number if len(found) == limit else None)


@TOOLS.reads(phases=SCOPED)
async def fills(
    call: Call, deployment_id: given.DeploymentId, limit: given.Limit = 15, before: given.Before = None
) -> FillsTold:
    """Lists the fills of a deployment, newest first: what was really bought and sold, at which price and cost."""
    own = await _started(call, deployment_id)
    found = await call.desk.trading.journal.fills(own, Page(limit, before))
    following = found[-1].number if len(found) == limit else None
    return FillsTold(deployment_id=own, fills=[fill_told(each) for each in found], next=following)


@TOOLS.writes(phases=DEPLOYED)
async def request_approval(
    call: Call,
    deployment_id: given.DeploymentId,
    symbols: given.Symbols,
    most_money: given.MostMoney,
    until: given.Until,
) -> ApprovalTold:
    """Asks the person to approve entries with live money: in these symbols, until then, for so much in all. It only
    asks: nothing is sent before the person has approved exactly this in the page. Paper money needs no approval."""
    return await ask_for_approval(call, deployment_id, tuple(symbols), most_money, until)


@TOOLS.resource(EQUITY, of="get_deployment")
async def equity(call: Call, deployment_id: given.DeploymentId) -> str:
    """The equity and the cash of a deployment on the close of every bar, oldest first."""
    found = await call.desk.trading.deployments().get(call.owner_id, deployment_id)
    points = await call.desk.trading.journal.equity(found.id)
    told = [{"bar": each.bar.isoformat(), "equity": f"{each.equity:f}", "cash": f"{each.cash:f}"} for each in points]
    return json.dumps({"deployment_id": found.id, "points": told}, separators=(",", ":"))


async def _started(call: Call, deployment_id: str) -> str:
    """The journal asks nobody's name, so the deployment is found for its owner first; one without a book is refused."""
    found = await call.desk.trading.deployments().get(call.owner_id, deployment_id)
    await call.desk.trading.journal.ledger(found.id)
    return found.id


def _following(offset: int, limit: int, total: int) -> int | None:
    return offset + limit if offset + limit < total else None
