"""Which strategy a conversation is about, wherever it was named."""

from dataclasses import replace

import pytest

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock, PhaseContext
from apps.api.orchestration.strategy_context import _hydrate_strategy_context
from packages.domain.conversation.model import Role, SessionMessage
from tests.apps.api.agents.late_desk import OTHER, OTHER_RULES, LateDesk

MINE, NEWER, THEIRS = (f"00000000-0000-7000-8000-00000000000{n}" for n in (1, 2, 3))


@pytest.fixture
def desk() -> LateDesk:
    desk = LateDesk()
    desk.save(MINE)
    desk.save(NEWER, OTHER_RULES)
    desk.save(THEIRS, owner=OTHER)
    return desk


def _shown(desk: LateDesk, *strategy_ids: str) -> list[SessionMessage]:
    cards = tuple({"type": "strategy_ref", "strategy_id": each} for each in strategy_ids)
    at = desk.context().now
    return [SessionMessage("m", "session", "t", Role.ASSISTANT, "", "strategy", at, cards=cards)]


async def _found(context: PhaseContext, said: str = "hello", earlier: list[SessionMessage] | None = None) -> object:
    after = await _hydrate_strategy_context(context, said, earlier or [])
    assert after.phase is context.phase
    return after.artifacts[Phase.STRATEGY].profile.get("strategy_id")


async def test_artifacts_come_before_metadata_the_message_and_the_history(desk: LateDesk) -> None:
    desk.phase = Phase.STRESS_TEST
    context = replace(desk.context(), metadata={"strategy_id": NEWER})
    kept = replace(context, artifacts={**context.artifacts, Phase.STRATEGY: PhaseBlock({"strategy_id": MINE})})
    assert await _found(kept, f"look at {NEWER}", _shown(desk, NEWER)) == MINE
    assert await _found(context) == NEWER
    assert await _found(replace(context, metadata={}), f"look at {NEWER}") == NEWER
    assert await _found(replace(context, metadata={}), earlier=_shown(desk, MINE, NEWER)) == NEWER


async def test_in_the_strategy_phase_the_person_may_name_another_of_theirs_which_is_unconfirmed(
    desk: LateDesk,
) -> None:
    context = desk.context()
    block = PhaseBlock({"strategy_id": MINE, "strategy_confirmed": "true"}, (), {"confirmed_hash": "x"})
    context = replace(context, artifacts={**context.artifacts, Phase.STRATEGY: block})
    after = await _hydrate_strategy_context(context, f"let us take {NEWER.upper()}", [])
    assert (dict(after.artifacts[Phase.STRATEGY].profile), dict(after.artifacts[Phase.STRATEGY].runtime)) == (
        {"strategy_id": NEWER},
        {},
    )


async def test_what_is_not_the_owners_is_corrected_and_never_taken(desk: LateDesk) -> None:
    context = replace(desk.context(), metadata={"strategy_id": THEIRS})
    context = replace(context, artifacts={**context.artifacts, Phase.STRATEGY: PhaseBlock({"strategy_id": "gone"})})
    assert await _found(context, f"take {THEIRS}", _shown(desk, THEIRS)) is None
    assert await _found(context, f"take {THEIRS}", _shown(desk, MINE, THEIRS)) == MINE


async def test_a_strategy_that_was_left_for_another_scope_does_not_come_back_by_itself(desk: LateDesk) -> None:
    context = desk.context()
    left = PhaseBlock({}, (), {"left": MINE})
    context = replace(context, artifacts={**context.artifacts, Phase.STRATEGY: left})
    assert await _found(context, earlier=_shown(desk, MINE)) is None


async def test_what_was_left_earlier_stays_away_too_and_what_was_made_since_is_found(desk: LateDesk) -> None:
    context = desk.context()
    left = PhaseBlock({}, (), {"left": NEWER})
    context = replace(context, artifacts={**context.artifacts, Phase.STRATEGY: left})
    assert await _found(context, earlier=_shown(desk, MINE, NEWER)) is None
    assert await _found(context, earlier=_shown(desk, NEWER, MINE)) == MINE
