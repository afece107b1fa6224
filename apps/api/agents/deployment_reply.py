"""What an answer in the deployment phase comes to: the person's words, ids that are true, what stands in the way."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from apps.api.agents.deployment_standing import (
    ACCOUNT,
    AGREED_TO,
    CONFIRMATION,
    GUARD,
    OVERRIDE,
    TARGET,
    DeploymentStanding,
    agreement,
    deployment_standing,
    settled,
    typed_override,
)
from apps.api.agents.field_answers import FieldStanding, Settled, named_by, proposed, settle
from apps.api.agents.phases import Phase
from apps.api.agents.prompts import asked_of
from apps.api.agents.proposing import pending_of
from apps.api.agents.protocol import PhaseBlock, PhaseContext, Reply, ToolOutcome
from apps.api.agents.stress_standing import has_passed
from packages.contracts.tool_grants import ToolDomain
from packages.core.events import JsonObject, JsonValue
from packages.domain.conversation.fields import Confirmation, DeploymentState
from packages.domain.conversation.understanding.model import AskedFields, Understood
from packages.domain.trading.deployments.model import Blocker

_TAKES = frozenset({TARGET, CONFIRMATION, ACCOUNT, "deployment_id"})
_HARMLESS = {CONFIRMATION: frozenset({Confirmation.NEEDS_CHANGES.value})}
_MAKING = frozenset({"create_deployment", "start"})
_LONGEST_CODE = 60
_NOT_THEIRS = "deployment_id is no deployment of this strategy, version and target: make one with create_deployment."
_NO_ACCOUNT = "selected_broker_account_id is no free account of this person for this target: see list_accounts."


@dataclass(frozen=True, slots=True)
class DeploymentReply:
    """`understood` are the fields that the person's message settled, `proposed` those that wait for their word."""

    standing: DeploymentStanding
    understood: Mapping[str, str]
    proposed: Mapping[str, str]
    notes: tuple[str, ...] = ()


def deployment_asked(standing: DeploymentStanding) -> AskedFields:
    """What a message of this phase may answer."""
    asked = asked_of(standing.block, TARGET, CONFIRMATION)
    occasion = "running" if standing.is_at_work else ""
    return AskedFields((TARGET, CONFIRMATION), asked, pending=pending_in(standing), occasion=occasion)


def pending_in(standing: DeploymentStanding) -> dict[str, str]:
    """What waits for the person's word on this target, account and rules."""
    return pending_of(standing.block, agreement(standing.block.profile, standing.strategy))


def with_decisions(
    standing: DeploymentStanding, said: Understood, patches: Sequence[JsonObject] = (), *, passed: bool = True
) -> DeploymentReply:
    """With what the person decided: where, and yes or no. A yes is bound to what was there when they spoke; none is
    proposed for rules that have not `passed`."""
    word = _word(standing, said, patches)
    target, confirmation = word.values.get(TARGET), word.values.get(CONFIRMATION)
    understood: dict[str, str] = {} if target is None else {TARGET: target}
    if target is not None and target != standing.block.profile.get(TARGET):
        standing = _with(standing, {TARGET: target, CONFIRMATION: None}, {})
    overridden = typed_override(said.override, standing)
    if overridden is not None:
        bound = {AGREED_TO: agreement(standing.block.profile, standing.strategy), OVERRIDE: overridden}
        yes = {CONFIRMATION: Confirmation.CONFIRMED.value}
        return DeploymentReply(_with(standing, yes, bound), {**understood, **yes}, {})
    proposed_now = _waiting(standing, word, target, passed=passed)
    changes_nothing = confirmation == Confirmation.NEEDS_CHANGES and target is not None
    if confirmation is None or changes_nothing or not standing.block.profile.get(TARGET):
        return DeploymentReply(standing, understood, proposed_now, word.notes)
    agreed = agreement(standing.block.profile, standing.strategy)
    confirmed = _with(standing, {CONFIRMATION: confirmation}, {AGREED_TO: agreed})
    return DeploymentReply(confirmed, {**understood, CONFIRMATION: confirmation}, proposed_now, word.notes)


def _word(standing: DeploymentStanding, said: Understood, patches: Sequence[JsonObject]) -> Settled:
    profile = standing.block.profile
    taken = {TARGET: str(profile[TARGET])} if profile.get(TARGET) else {}
    if profile.get(CONFIRMATION) == Confirmation.CONFIRMED:
        taken[CONFIRMATION] = Confirmation.CONFIRMED.value
    fields = FieldStanding(
        Phase.DEPLOYMENT,
        taken,
        pending_in(standing),
        takes={TARGET, CONFIRMATION},
        harmless=_HARMLESS,
        firm=False,
    )
    return settle(fields, said, patches)


def _waiting(standing: DeploymentStanding, word: Settled, target: str | None, *, passed: bool) -> dict[str, str]:
    """A yes is only asked for where the target stands, and has not just been chosen."""
    stands = bool(standing.block.profile.get(TARGET)) and target is None and TARGET not in word.proposed
    may_confirm = stands and passed
    decided = (Confirmation.CONFIRMED.value,) if may_confirm and not standing.is_at_work else ()
    return {name: value for name, value in word.proposed.items() if name == TARGET or value in decided}


async def read_reply(context: PhaseContext, reply: Reply) -> DeploymentReply:
    before = await deployment_standing(context, context.block)
    passed = has_passed(context.artifacts)
    found = with_decisions(before, reply.understood, reply.patches, passed=passed)
    offered = proposed(Phase.DEPLOYMENT, reply.patches, _TAKES)
    found = replace(found, notes=tuple(dict.fromkeys((*offered.notes, *found.notes))))
    found = await _with_account(context, found, offered.values.get(ACCOUNT))
    made = named_by(reply.tools, ToolDomain.TRADING, _MAKING, "deployment_id")
    found = await _with_deployment(context, found, made or offered.values.get("deployment_id"))
    return replace(found, standing=_with(found.standing, {}, _reported_by(reply.tools)))


def blocker_of(standing: DeploymentStanding, tools: Sequence[ToolOutcome]) -> str | None:
    """The code of what stands in the way, of the last try of this turn or of the deployment itself."""
    deployment = standing.deployment
    if deployment is not None and deployment.status == DeploymentState.BLOCKED:
        return deployment.blocker or DeploymentState.BLOCKED.value
    tries = [each for each in tools if each.domain == ToolDomain.TRADING and each.tool in _MAKING]
    return _code(tries[-1]) if tries and not standing.is_at_work else None


def _code(tried: ToolOutcome) -> str | None:
    if tried.ok:
        blocked = tried.result.get("status") == DeploymentState.BLOCKED
        return str(tried.result.get("blocker") or DeploymentState.BLOCKED.value)[:_LONGEST_CODE] if blocked else None
    error = tried.result.get("error")
    if not isinstance(error, Mapping):
        return None
    details = error.get("details")
    codes = (details.get("blocker") if isinstance(details, Mapping) else None, error.get("code"))
    return next((str(code) for code in codes if code in list(Blocker)), None)


def _with(
    standing: DeploymentStanding, profile: Mapping[str, JsonValue], runtime: Mapping[str, JsonValue]
) -> DeploymentStanding:
    block = standing.block
    changed = PhaseBlock({**block.profile, **profile}, (), {**block.runtime, **runtime})
    return settled(replace(standing, block=changed))


async def _with_account(context: PhaseContext, found: DeploymentReply, account_id: str | None) -> DeploymentReply:
    profile = found.standing.block.profile
    if account_id is None or account_id == profile.get(ACCOUNT) or found.standing.deployment is not None:
        return found
    account = await context.services.records.account(context.owner_id, account_id)
    if account is None or account.busy or account.target != profile.get(TARGET):
        return replace(found, notes=(*found.notes, _NO_ACCOUNT))
    return replace(found, standing=settled(replace(found.standing, account=account)))


async def _with_deployment(context: PhaseContext, found: DeploymentReply, deployment_id: str | None) -> DeploymentReply:
    standing = found.standing
    if deployment_id is None or deployment_id == standing.block.profile.get("deployment_id"):
        return found
    deployment = await context.services.records.deployment(context.owner_id, deployment_id)
    strategy, target = standing.strategy, standing.block.profile.get(TARGET)
    wanted = None if strategy is None else (strategy.strategy_id, strategy.version, target)
    if deployment is None or (deployment.strategy_id, deployment.version, deployment.target) != wanted:
        return replace(found, notes=(*found.notes, _NOT_THEIRS))
    return replace(found, standing=settled(replace(standing, deployment=deployment)))


def _reported_by(tools: Sequence[ToolOutcome]) -> dict[str, JsonValue]:
    """The ids that a request can be found by later, and whether the desk was ready for it."""
    kept: dict[str, JsonValue] = {}
    for each in tools:
        if each.domain != ToolDomain.TRADING or not each.ok:
            continue
        if each.tool == "readiness":
            kept[GUARD] = "clear" if each.result.get("is_ready") is True else "blocked"
        if each.tool in _MAKING:
            kept |= {name: each.result[name] for name in ("request_id", "receipt_id") if each.result.get(name)}
    return kept
