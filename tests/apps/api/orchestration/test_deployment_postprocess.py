"""What trading tools made due: cards and the summary, by the database's word."""

from dataclasses import replace

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseResult
from apps.api.orchestration.deployment_postprocess import deployment_summary, due_deployment_cards
from packages.contracts.chat_events import DeploymentSummary
from packages.contracts.genui import DeploymentStatusCard
from tests.apps.api.agents.late_desk import ME, OTHER, LateDesk, told

STARTED = told("trading", "start", deployment_id="d1", status="completed")
ASKED = told("trading", "request_approval", approval_id="p1", deployment_id="zz", expires_at="2026-01-02T03:04:05Z")


async def test_a_deployment_that_was_changed_is_shown_as_it_is_stored() -> None:
    desk = LateDesk()
    desk.save()
    desk.deployment("deployed")
    card = DeploymentStatusCard(deployment_id="d1", status="deployed", target="paper")
    assert await due_deployment_cards([], [STARTED], ME, desk.records) == [card]
    assert await due_deployment_cards([card], [STARTED], ME, desk.records) == []
    assert await due_deployment_cards([], [STARTED], OTHER, desk.records) == []


async def test_a_request_for_approval_is_shown_with_the_deployment_that_it_is_for() -> None:
    desk = LateDesk()
    desk.records.approvals[ME, "p1"] = "d1"
    (card,) = await due_deployment_cards([], [ASKED], ME, desk.records)
    assert (card.type, getattr(card, "deployment_id", None)) == ("approval_request", "d1")
    assert await due_deployment_cards([], [ASKED], OTHER, desk.records) == []
    nonsense = replace(ASKED, result={**ASKED.result, "expires_at": "<script>"})
    assert await due_deployment_cards([], [nonsense], ME, desk.records) == []


async def test_the_summary_stays_filled_on_the_turn_that_completes_and_carries_the_blocker() -> None:
    desk = await LateDesk().deploying()
    await desk.says("Paper trading")
    desk.deployment("deployed")
    context = await desk.hydrated()
    result = await desk.says("Confirm the deployment", STARTED)
    assert desk.phase is Phase.COMPLETED
    assert deployment_summary(context, result) == DeploymentSummary(
        deployment_id="d1", deployment_status="deployed", deployment_target="paper"
    )
    blocked = deployment_summary(context, replace(result, blocker="market_data_missing"))
    assert blocked is not None
    assert blocked.blocker == "market_data_missing"


async def test_elsewhere_and_before_anything_is_known_there_is_no_summary() -> None:
    desk = await LateDesk().confirmed()
    assert deployment_summary(desk.context(), PhaseResult({}, ())) is None
    desk = await LateDesk().deploying()
    assert deployment_summary(desk.context(), PhaseResult({}, ())) is None
