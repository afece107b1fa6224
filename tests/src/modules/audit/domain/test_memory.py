"""The rule on memory."""

import pytest

from src.modules.audit.domain.answers import WorldAnswers
from src.modules.audit.domain.findings import FollowState, findings_of
from src.modules.audit.domain.memory import (
    MemoryFinding,
    MemoryOutcome,
    MemorySuspicion,
    memory_finding,
    memory_reasons,
)
from src.modules.audit.domain.name_test import NameTest, name_test
from src.modules.audit.domain.worlds import ChangedWorld, WorldKind
from tests.src.modules.audit.making import answers

BASE = answers(0.6, technical_analyst=0.6, financial_auditor=0.6, valuation_modeler=0.6)
TURNED = answers(0.4, technical_analyst=-0.6, financial_auditor=-0.6, valuation_modeler=-0.6)
SILENCED = answers(0.58, financial_auditor=0.5, valuation_modeler=0.5)


def _memory(
    anonymous: WorldAnswers | None, flipped: WorldAnswers, turned: WorldAnswers, base: WorldAnswers = BASE
) -> MemoryFinding:
    worlds = {
        ChangedWorld(WorldKind.ANONYMISED): anonymous,
        ChangedWorld(WorldKind.EARNINGS_FLIPPED): flipped,
        ChangedWorld(WorldKind.PRICES_REVERSED): turned,
        ChangedWorld(WorldKind.EXPERT_SILENCED, "technical_analyst"): SILENCED if base is BASE else base,
    }
    found = [findings_of(world, base, changed, 1) for world, changed in worlds.items()]
    return memory_finding(base, worlds, found)


def _tested(verdict_name: NameTest) -> MemoryFinding:
    worlds = {
        ChangedWorld(WorldKind.ANONYMISED): BASE,
        ChangedWorld(WorldKind.EARNINGS_FLIPPED): TURNED,
        ChangedWorld(WorldKind.PRICES_REVERSED): TURNED,
        ChangedWorld(WorldKind.EXPERT_SILENCED, "technical_analyst"): SILENCED,
    }
    found = [findings_of(world, BASE, changed, 1) for world, changed in worlds.items()]
    return memory_finding(BASE, worlds, found, verdict_name)


def _codes(found: MemoryFinding) -> list[str]:
    return [said.code for said in memory_reasons(found)]


def test_answers_that_follow_the_facts_and_not_the_name_are_said_to_follow() -> None:
    found = _memory(BASE, TURNED, TURNED)
    assert (found.outcome, found.flagged) == (MemoryOutcome.FOLLOWS, False)
    assert (found.name_effect, found.turned, found.deaf, found.judge.state) == (0.0, 3, (), FollowState.FOLLOWED)
    assert _codes(found) == ["audit.memory_none"]


def test_answers_that_change_with_the_name_are_flagged() -> None:
    found = _memory(answers(technical_analyst=0.0, financial_auditor=0.0, valuation_modeler=0.0), TURNED, TURNED)
    assert found.suspicions == (MemorySuspicion.NAMES_MATTER,)


def test_a_verdict_that_hangs_on_the_name_alone_is_flagged_although_every_expert_reads() -> None:
    found = _tested(name_test([0.76, 0.7, 0.8, 0.74], [0.45] * 4))
    assert (found.suspicions, found.read) == ((MemorySuspicion.NAMES_MATTER,), True)
    (said,) = memory_reasons(found)
    assert (said.code, said.params["named"], said.params["anonymous"]) == (
        "audit.memory_verdict_by_name", "0.75", "0.45",
    )  # fmt: skip


def test_a_verdict_that_wanders_too_much_to_tell_takes_the_reassurance_away() -> None:
    found = _tested(name_test([0.8, 0.4, 0.6, 0.5], [0.5, 0.7, 0.4, 0.6]))
    assert found.outcome is MemoryOutcome.UNKNOWN
    assert _codes(found) == ["audit.memory_name_unclear"]


def test_leans_that_wander_under_another_name_are_not_flagged_while_sides_stay() -> None:
    assert not _memory(
        answers(technical_analyst=0.2, financial_auditor=0.2, valuation_modeler=0.2), TURNED, TURNED
    ).flagged


def test_answers_that_never_change_are_flagged() -> None:
    found = _memory(BASE, BASE, BASE)
    assert MemorySuspicion.FACTS_IGNORED in found.suspicions
    assert set(found.deaf) == {"financial_auditor", "valuation_modeler", "technical_analyst"}


@pytest.mark.parametrize(("less", "more"), [(0.2, 0.6), (0.6, 0.2), (0.3, 0.35)])
def test_who_stays_bullish_on_turned_facts_is_flagged_however_its_confidence_wanders(less: float, more: float) -> None:
    base = answers(0.6, by="llm", technical_analyst=0.4, valuation_modeler=0.4)
    flipped = answers(0.6, by="llm", technical_analyst=0.4, valuation_modeler=less)
    turned = answers(0.6, by="llm", technical_analyst=more, valuation_modeler=0.4)
    assert MemorySuspicion.FACTS_IGNORED in _memory(base, flipped, turned, base).suspicions


def test_a_chart_reader_alone_who_keeps_its_side_is_flagged_because_all_that_it_reads_was_turned() -> None:
    kept = answers(0.5, technical_analyst=0.6, financial_auditor=-0.6, valuation_modeler=-0.6)
    found = _memory(BASE, kept, kept)
    assert (found.suspicions, found.deaf) == ((MemorySuspicion.FACTS_IGNORED,), ("technical_analyst",))
    assert _codes(found) == ["audit.memory_kept_side"]


def test_a_valuation_alone_that_keeps_its_side_cannot_be_told_from_one_that_goes_by_book_value() -> None:
    kept = answers(0.45, technical_analyst=-0.6, financial_auditor=-0.6, valuation_modeler=0.6)
    found = _memory(BASE, kept, kept)
    assert found.outcome is MemoryOutcome.UNKNOWN
    assert _codes(found) == ["audit.memory_kept_alone"]


def test_a_judge_who_says_the_same_whatever_the_experts_say_is_flagged_although_they_read() -> None:
    deaf = answers(0.6, technical_analyst=-0.6, financial_auditor=-0.6, valuation_modeler=-0.6)
    found = _memory(BASE, deaf, deaf)
    assert found.suspicions == (MemorySuspicion.EXPERTS_IGNORED,)
    assert _codes(found) == ["audit.memory_experts_ignored"]


def test_the_auditors_signal_is_computed_and_proves_no_reading_of_a_model() -> None:
    base = answers(0.6, by="llm", technical_analyst=0.0, financial_auditor=0.6, valuation_modeler=0.0)
    computed = answers(0.5, by="llm", technical_analyst=0.0, financial_auditor=-0.6, valuation_modeler=0.0)
    found = _memory(base, computed, computed, base)
    assert (found.outcome, found.turned) == (MemoryOutcome.UNKNOWN, 0)


def test_of_who_leans_nowhere_nothing_can_be_told() -> None:
    even = answers(0.5, by="llm", technical_analyst=0.0, financial_auditor=0.0, valuation_modeler=0.0)
    found = _memory(even, even, even, even)
    assert found.outcome is MemoryOutcome.UNKNOWN
    assert _codes(found) == ["audit.memory_untested", "audit.memory_unheard"]


def test_an_expert_who_has_nothing_to_read_any_more_proves_no_reading() -> None:
    thin = answers(0.6, technical_analyst=0.6, financial_auditor=0.6)
    assert MemorySuspicion.FACTS_IGNORED in _memory(BASE, thin, thin).suspicions


def test_where_nobody_answers_without_a_name_memory_is_not_tested() -> None:
    found = _memory(answers(), TURNED, TURNED)
    assert (found.name_effect, found.outcome) == (None, MemoryOutcome.UNKNOWN)
    assert _codes(found) == ["audit.memory_unknown"]
