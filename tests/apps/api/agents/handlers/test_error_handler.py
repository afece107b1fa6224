"""After a failure the conversation goes on where it can."""

import pytest

from apps.api.agents.phases import VALID_TRANSITIONS, Phase
from packages.domain.accounts.profile import Profile
from tests.apps.api.agents.early_desk import BOLD, EarlyDesk


@pytest.mark.parametrize(("profile", "after"), [(Profile(), Phase.KYC), (BOLD, Phase.PRE_STRATEGY)])
async def test_the_next_message_leads_back_to_the_first_open_question(profile: Profile, after: Phase) -> None:
    desk = EarlyDesk(Phase.ERROR, profile)
    assert (await desk.told("hello")).state["next_phase"] == after.value
    result = await desk.says("hello", patch={"next_phase": "completed"})
    assert (result.completed, result.next_phase) == (True, after)
    assert after in VALID_TRANSITIONS[Phase.ERROR]
