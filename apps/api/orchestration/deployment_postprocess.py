"""What the trading tools of a turn make due: the deployment's card, the request for approval, the summary in `done`."""

from collections.abc import Mapping, Sequence

from pydantic import ValidationError

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock, PhaseContext, PhaseResult, ToolOutcome
from packages.contracts.chat_events import DeploymentSummary
from packages.contracts.genui import CARD, ApprovalRequestCard, DeploymentStatusCard, GenUi
from packages.contracts.tool_grants import ToolDomain
from packages.core.events import JsonValue
from packages.domain.conversation.facts import StoredRecords

_CHANGING = frozenset({"create_deployment", "start", "pause", "resume", "stop", "replay"})
_SUMMED_UP_IN = frozenset({Phase.DEPLOYMENT, Phase.COMPLETED})


async def due_deployment_cards(
    cards: Sequence[GenUi], outcomes: Sequence[ToolOutcome], owner_id: str, records: StoredRecords
) -> list[GenUi]:
    """How the last deployment that was changed stands, and what waits for the person's approval, unless the model shows
    them; each by the database's word."""
    trading = [each for each in outcomes if each.ok and each.domain == ToolDomain.TRADING]
    return [
        *await _status(cards, [each for each in trading if each.tool in _CHANGING], owner_id, records),
        *await _approvals(cards, [each for each in trading if each.tool == "request_approval"], owner_id, records),
    ]


def deployment_summary(context: PhaseContext, result: PhaseResult) -> DeploymentSummary | None:
    """For `done`: as the turn left it, also when the turn left the phase; None where nothing of it is known."""
    if context.phase not in _SUMMED_UP_IN:
        return None
    block = result.artifacts.get(Phase.DEPLOYMENT) or context.artifacts.get(Phase.DEPLOYMENT, PhaseBlock())
    names = ("deployment_id", "deployment_status", "deployment_target")
    fields = {name: _text(block.profile, name) for name in names}
    if result.blocker is None and not any(fields.values()):
        return None
    return DeploymentSummary(**fields, blocker=result.blocker)


async def _status(
    cards: Sequence[GenUi], changed: Sequence[ToolOutcome], owner_id: str, records: StoredRecords
) -> list[GenUi]:
    shown = {card.deployment_id for card in cards if isinstance(card, DeploymentStatusCard)}
    named = [each.result.get("deployment_id") for each in changed]
    for deployment_id in reversed([each for each in named if isinstance(each, str)]):
        found = await records.deployment(owner_id, deployment_id)
        if found is not None:
            fields = {"deployment_id": deployment_id, "status": found.status, "target": found.target}
            return [] if deployment_id in shown else _cards("deployment_status", {**fields, "blocker": found.blocker})
    return []


async def _approvals(
    cards: Sequence[GenUi], asked: Sequence[ToolOutcome], owner_id: str, records: StoredRecords
) -> list[GenUi]:
    shown = {card.approval_id for card in cards if isinstance(card, ApprovalRequestCard)}
    due: list[GenUi] = []
    for each in asked:
        approval_id = each.result.get("approval_id")
        if not isinstance(approval_id, str) or approval_id in shown:
            continue
        deployment_id = await records.approval(owner_id, approval_id)
        if deployment_id is not None:
            fields = {"approval_id": approval_id, "deployment_id": deployment_id}
            due += _cards("approval_request", {**fields, "expires_at": each.result.get("expires_at")})
    return due


def _cards(kind: str, fields: Mapping[str, object]) -> list[GenUi]:
    """From a tool's answer, which may be anything where a model's server made it up."""
    try:
        return [CARD.validate_python({"type": kind, **fields})]
    except ValidationError:
        return []


def _text(profile: Mapping[str, JsonValue], name: str) -> str | None:
    value = profile.get(name)
    return value if isinstance(value, str) else None
