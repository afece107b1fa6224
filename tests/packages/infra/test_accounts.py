"""What people told about themselves, in the database."""

from datetime import UTC, datetime

import pytest
from sqlalchemy import text

from packages.domain.accounts.model import User
from packages.domain.accounts.profile import Profile, ReturnExpectation, RiskTolerance, TradingYears, UnknownAnswer
from packages.infra.accounts import SqlAccounts, SqlProfiles
from packages.infra.db.engine import Database

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
WHOLE = Profile(RiskTolerance.MODERATE, ReturnExpectation.GROWTH, TradingYears.YEARS_1_3)


@pytest.fixture
async def profiles(database: Database) -> SqlProfiles:
    for name in ("ann", "bob"):
        await SqlAccounts(database).ensure_user(User(name, None, name, NOW))
    return SqlProfiles(database)


async def test_who_was_never_asked_has_an_empty_profile(profiles: SqlProfiles) -> None:
    assert await profiles.of("ann") == Profile() == await profiles.of("nobody")


async def test_answers_come_back_as_they_were_given_and_to_their_owner_only(profiles: SqlProfiles) -> None:
    await profiles.save("ann", WHOLE, NOW)
    assert await profiles.of("ann") == WHOLE
    assert await profiles.of("bob") == Profile()


async def test_a_later_answer_replaces_an_earlier_one(profiles: SqlProfiles) -> None:
    await profiles.save("ann", WHOLE, NOW)
    await profiles.save("ann", Profile(RiskTolerance.CONSERVATIVE), NOW)
    assert await profiles.of("ann") == Profile(RiskTolerance.CONSERVATIVE)


async def test_an_answer_that_nobody_offered_is_told_and_not_passed_on(
    profiles: SqlProfiles, database: Database
) -> None:
    await profiles.save("ann", WHOLE, NOW)
    async with database.write() as session:
        await session.execute(text("UPDATE profiles SET risk_tolerance = 'fearless'"))
    with pytest.raises(UnknownAnswer, match="fearless"):
        await profiles.of("ann")
