"""Makes a deployment, or asks for an approval, for a model: paper money, a version that passed, nothing that only a
person may do."""

from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal

from apps.mcp.toolbox import ToolCall
from packages.contracts.trading.tool_views import ApprovalView, DeploymentChangeView, LimitView
from packages.core.errors import Conflict
from packages.core.events import JsonObject
from packages.core.messages import Message, Sentence, message
from packages.domain.strategy.revisions import Revision
from packages.domain.trading.approval.ports import Envelope, Place
from packages.domain.trading.broker import Mode
from packages.domain.trading.callers import PersonSession, require_person
from packages.domain.trading.deployments.lifecycle import LifecycleStatus
from packages.domain.trading.deployments.model import Deployment, DeploymentRequest, NotCleared, Override
from packages.domain.trading.risk.limits import LimitName, limits_from


class NoApprovalNeeded(Conflict):
    """Paper money waits for nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewDeployment:
    """What a model asks for; None where it leaves it to the desk."""

    strategy_id: str
    version: int | None
    account_id: str | None
    mode: Mode
    cash: Decimal | None
    limits: dict[LimitName, Decimal]
    override_reason: str | None
    replay_from: date | None = None


async def replay_past(call: ToolCall, asked: NewDeployment) -> DeploymentChangeView:
    """Made and started: it looks back, so there is nothing to agree to."""
    trading, owner_id = call.services.trading, call.owner_id
    revision = await call.services.strategies.revision(owner_id, asked.strategy_id, asked.version)
    day = await trading.replay_day(revision.strategy, _terms(asked, revision), asked.replay_from)
    asked = replace(asked, replay_from=day)
    making = trading.deployments(await call.services.profiles.of(owner_id))
    made = await making.create(call.caller, await _request(call, asked, revision), call.key)
    return done(call, await trading.runtime.start(call.caller, made.id))


async def create(call: ToolCall, asked: NewDeployment) -> DeploymentChangeView:
    """What stands in its way is a status: the chat goes back to the strategy with it."""
    if asked.mode is Mode.LIVE:
        require_person(call.caller, "deploy with live money")
    if asked.override_reason is not None:
        require_person(call.caller, "override the stress lab")
    trading, owner_id = call.services.trading, call.owner_id
    revision = await call.services.strategies.revision(owner_id, asked.strategy_id, asked.version)
    making = trading.deployments(await call.services.profiles.of(owner_id))
    request, override = await _request(call, asked, revision), _override(call, asked, revision)
    caller = call.caller if override is None else PersonSession(call.owner_id, "chat")
    try:
        return done(call, await making.create(caller, replace(request, override=override), call.key))
    except NotCleared as error:
        return _blocked(call, asked, revision, error)


def _override(call: ToolCall, asked: NewDeployment, revision: Revision) -> Override | None:
    """What the person typed in the conversation, for these very rules and for paper; the token testifies to it."""
    typed = call.override
    if typed is None or asked.mode is not Mode.PAPER or typed.content_hash != revision.content_hash:
        return None
    return Override(typed.phrase, typed.reason)


def done(call: ToolCall, deployment: Deployment) -> DeploymentChangeView:
    return DeploymentChangeView.from_values(
        deployment,
        request_id=call.key,
        receipt_id=f"{deployment.id}/{deployment.changes}",
        deployment_id=deployment.id,
        broker_account_id=deployment.account_id,
        limits=LimitView.all_of(deployment.limits),
        next_step=Sentence(Message(f"trading.tools.next.{deployment.state.value}")),
    )


async def _request(call: ToolCall, asked: NewDeployment, revision: Revision) -> DeploymentRequest:
    """An account is opened for what can be asked for alone."""
    request = DeploymentRequest(
        strategy_id=asked.strategy_id,
        version=revision.version,
        account_id=asked.account_id or "",
        mode=asked.mode,
        terms=_terms(asked, revision),
        limits=limits_from({name.value: most for name, most in asked.limits.items()}),
        replay_from=asked.replay_from,
    )
    opening = call.services.trading.account_for
    account = await opening(call.owner_id, asked.mode, asked.account_id, call.key, revision.strategy.name)
    return replace(request, account_id=account.id)


def _terms(asked: NewDeployment, revision: Revision) -> JsonObject:
    """On the market's usual costs, written down as they are today."""
    from packages.domain.backtest.jobs.plan import (
        BacktestRequest,
        terms_json,  # with the engine's terms below it
    )

    money = BacktestRequest(strategy_id=asked.strategy_id, version=revision.version, cash=asked.cash)
    return terms_json(money.terms(revision.strategy))


def _blocked(call: ToolCall, asked: NewDeployment, revision: Revision, error: NotCleared) -> DeploymentChangeView:
    return DeploymentChangeView(
        request_id=call.key,
        receipt_id=None,
        deployment_id=None,
        strategy_id=asked.strategy_id,
        version=revision.version,
        broker_account_id=asked.account_id,
        mode=asked.mode,
        status=LifecycleStatus.BLOCKED,
        state=None,
        blocker=error.blocker,
        limits=[],
        next_step=Sentence(message("trading.tools.nothing_made", why=error.said)),
    )


async def ask_for_approval(
    call: ToolCall, deployment_id: str, symbols: tuple[str, ...], most_money: Decimal, until: datetime
) -> ApprovalView:
    """The same again, while it is pending, is the same request."""
    found = await call.services.trading.deployments().get(call.owner_id, deployment_id)
    if found.mode is not Mode.LIVE:
        raise NoApprovalNeeded("trading.no_approval_needed")
    place = Place(call.owner_id, found.id, found.account_id, found.mode)
    asked = await call.services.trading.approvals.request(Envelope(place, symbols, most_money, until))
    return ApprovalView.from_values(
        asked,
        request_id=call.key,
        approval_id=asked.id,
        deployment_id=found.id,
        broker_account_id=found.account_id,
        mode=found.mode,
        symbols=symbols,
        most_money=most_money,
        until=until,
        approve_at=f"/api/v1/approvals/{asked.id}/approve",
    )
