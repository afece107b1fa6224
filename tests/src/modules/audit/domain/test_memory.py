"""The rule on memory."""

from src.modules.audit.domain.answers import WorldAnswers
from src.modules.audit.domain.findings import findings_of
from src.modules.audit.domain.memory import MemoryFinding, MemorySuspicion, memory_finding, memory_reasons
from src.modules.audit.domain.worlds import ChangedWorld, WorldKind
from tests.src.modules.audit.making import answers

BASE = answers(technical_analyst=0.6, financial_auditor=0.6, valuation_modeler=0.6)
TURNED = answers(technical_analyst=-0.6, financial_auditor=-0.6, valuation_modeler=-0.6)


def _memory(anonymous: WorldAnswers | None, flipped: WorldAnswers, turned: WorldAnswers) -> MemoryFinding:
    worlds = {
        WorldKind.ANONYMISED: anonymous,
        WorldKind.EARNINGS_FLIPPED: flipped,
        WorldKind.PRICES_REVERSED: turned,
    }
    found = [findings_of(ChangedWorld(kind), BASE, changed, 1) for kind, changed in worlds.items()]
    return memory_finding(BASE, worlds, found)


def test_answers_that_follow_the_facts_and_not_the_name_are_not_flagged() -> None:
    found = _memory(BASE, TURNED, TURNED)
    assert not found.flagged
    assert (found.name_effect, found.turned, found.deaf) == (0.0, 2, 0)
    assert [said.code for said in memory_reasons(found)] == ["audit.memory_none"]


def test_answers_that_change_with_the_name_are_flagged() -> None:
    found = _memory(answers(technical_analyst=0.0, financial_auditor=0.0, valuation_modeler=0.0), TURNED, TURNED)
    assert found.suspicions == (MemorySuspicion.NAMES_MATTER,)


def test_answers_that_never_change_are_flagged() -> None:
    found = _memory(BASE, BASE, BASE)
    assert found.suspicions == (MemorySuspicion.FACTS_IGNORED,)
    assert (found.turned, found.deaf) == (2, 2)


def test_one_expert_who_moves_is_enough_to_be_reading() -> None:
    moved = answers(technical_analyst=0.6, financial_auditor=0.6, valuation_modeler=-0.6)
    assert not _memory(BASE, moved, moved).flagged


def test_the_auditors_signal_is_computed_and_proves_no_reading() -> None:
    computed = answers(technical_analyst=0.6, financial_auditor=-0.6, valuation_modeler=0.6)
    assert _memory(BASE, computed, computed).suspicions == (MemorySuspicion.FACTS_IGNORED,)


def test_who_leans_nowhere_before_and_after_is_not_flagged() -> None:
    even = answers(technical_analyst=0.0, financial_auditor=0.0, valuation_modeler=0.0)
    worlds = dict.fromkeys((WorldKind.EARNINGS_FLIPPED, WorldKind.PRICES_REVERSED, WorldKind.ANONYMISED), even)
    found = [findings_of(ChangedWorld(kind), even, even, 1) for kind in worlds]
    assert not memory_finding(even, worlds, found).flagged


def test_an_expert_who_has_nothing_to_read_any_more_proves_no_reading() -> None:
    thin = answers(technical_analyst=0.6, financial_auditor=0.6)
    assert _memory(BASE, thin, thin).suspicions == (MemorySuspicion.FACTS_IGNORED,)


def test_where_nobody_answers_without_a_name_memory_is_not_tested() -> None:
    found = _memory(answers(), TURNED, TURNED)
    assert found.name_effect is None
    assert [said.code for said in memory_reasons(found)] == ["audit.memory_unknown"]
