"""What one phase leaves to the next."""

from datetime import UTC, datetime

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock
from apps.api.orchestration.carryover import carried, consumed, remember
from packages.core.events import JsonObject
from packages.domain.conversation.model import Role, SessionMessage

AT = datetime(2026, 1, 2, tzinfo=UTC)


def _said(number: int, phase: str, words: str) -> SessionMessage:
    role = Role.USER if number % 2 else Role.ASSISTANT
    return SessionMessage(f"m{number}", "s", f"t{number}", role, words, phase, AT)


SAID = [_said(1, "kyc", "very first"), *(_said(n, "kyc", f"words {n}") for n in range(2, 9)), _said(9, "strategy", "x")]


def test_the_last_words_and_the_results_of_the_old_phase_are_due_in_the_new_one() -> None:
    kept = remember(Phase.KYC, Phase.PRE_STRATEGY, SAID, PhaseBlock({"risk_tolerance": "moderate"}))
    memory = carried({"carryover": kept}, Phase.PRE_STRATEGY)
    assert memory is not None
    assert memory.startswith('[PHASE MEMORY: kyc]\nsettled: {"risk_tolerance": "moderate"}\n')
    assert "user: words 7\nassistant: words 8\n[/PHASE MEMORY]" in memory
    assert "very first" not in memory
    assert "assistant: x" not in memory


def test_it_is_due_in_that_phase_only_and_once() -> None:
    metadata: JsonObject = {"carryover": remember(Phase.KYC, Phase.PRE_STRATEGY, SAID, PhaseBlock()), "other": 1}
    assert carried(metadata, Phase.STRATEGY) is None
    assert consumed(metadata) == {"other": 1}
    assert carried(consumed(metadata), Phase.PRE_STRATEGY) is None


def test_a_long_message_is_shortened() -> None:
    kept = remember(Phase.KYC, Phase.PRE_STRATEGY, [_said(1, "kyc", "word " * 1000)], PhaseBlock())
    assert len(str(kept["memory"])) < 700
