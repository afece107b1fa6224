"""A first start on any day from 2026 to 2031: an empty home, a conversation, and a replay that trades."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.chat import Person, settings_at, started
from tests.e2e.test_chat_journey import Journey, replay_has_traded, walked
from tests.fakes.clock import RunningClock

# Sundays, a leap day, the Spring Festival, New Year, and hours in and out of the markets'.
DAYS = [
    datetime(2026, 1, 1, 12, tzinfo=UTC),
    datetime(2026, 11, 24, 2, tzinfo=UTC),
    datetime(2027, 2, 7, 23, tzinfo=UTC),
    datetime(2028, 2, 29, 15, tzinfo=UTC),
    datetime(2029, 9, 16, 6, tzinfo=UTC),
    datetime(2030, 5, 3, 20, tzinfo=UTC),
    datetime(2031, 12, 31, 18, tzinfo=UTC),
]


@pytest.mark.trust
@pytest.mark.parametrize("day", DAYS, ids=lambda day: f"{day:%Y-%m-%d}")
async def test_a_conversation_from_nothing_ends_in_a_replay_that_has_traded(day: datetime, tmp_path: Path) -> None:
    async with started(
        settings_at(tmp_path / "home", PARLEY_DEMO_DATA="true"), clock=RunningClock(day), trades=True
    ) as (_app, client):
        person, journey = Person(client, "zh"), Journey()
        answer = await walked(person, journey)
        assert answer.done["deployment"]["deployment_status"] == "deployed", journey.lines
        await replay_has_traded(person)
