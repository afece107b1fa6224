"""What the stress tools of a turn make due: the card that follows a test to its report, by the database's word."""

from collections.abc import Sequence

from apps.api.agents.protocol import ToolOutcome
from packages.contracts.genui import CARD, GenUi, StressReport
from packages.contracts.tool_grants import ToolDomain
from packages.domain.conversation.facts import StoredRecords, StressFact


async def due_stress_cards(
    cards: Sequence[GenUi], outcomes: Sequence[ToolOutcome], owner_id: str, records: StoredRecords
) -> list[GenUi]:
    """The last test that this turn started or looked at, unless the model shows it."""
    shown = {card.stress_report_id for card in cards if isinstance(card, StressReport)}
    named = [each.result.get("stress_report_id") for each in outcomes if each.ok and each.domain == ToolDomain.STRESS]
    for report_id in reversed([each for each in named if isinstance(each, str)]):
        found = await records.stress(owner_id, report_id)
        if found is not None and found.status != "failed":
            return [] if report_id in shown else [_card(found)]
    return []


def _card(report: StressFact) -> GenUi:
    fields = {"verdict": report.verdict, "scenario_set_id": report.scenario_set_id}
    return CARD.validate_python({"type": "stress_report", "stress_report_id": report.stress_report_id, **fields})
