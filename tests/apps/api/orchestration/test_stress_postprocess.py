"""A stress test that a turn started or looked at is shown, by the database's word."""

from apps.api.orchestration.stress_postprocess import due_stress_cards
from packages.contracts.genui import StressReport
from tests.apps.api.agents.late_desk import ME, OTHER, LateDesk, told

READ = told("stress", "report", stress_report_id="r1", verdict="reject")


async def test_a_finished_report_is_shown_with_the_verdict_that_is_stored() -> None:
    desk = LateDesk()
    desk.save()
    desk.stress()
    shown = StressReport(stress_report_id="r1", scenario_set_id="set1", verdict="pass")
    assert await due_stress_cards([], [READ], ME, desk.records) == [shown]
    assert await due_stress_cards([shown], [READ], ME, desk.records) == []


async def test_what_runs_is_shown_without_a_verdict_and_what_failed_or_is_anothers_is_not() -> None:
    desk = LateDesk()
    desk.save()
    desk.stress(status="running")
    [card] = await due_stress_cards([], [READ], ME, desk.records)
    assert isinstance(card, StressReport)
    assert card.verdict is None
    desk.stress(status="failed")
    assert await due_stress_cards([], [READ], ME, desk.records) == []
    desk.stress()
    assert await due_stress_cards([], [READ], OTHER, desk.records) == []
