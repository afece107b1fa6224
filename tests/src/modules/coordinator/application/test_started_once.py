"""A key starts one session: asked again, asked twice at once, asked after a process died over it."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from packages.core.messages import Language
from packages.infra.db.engine import Database
from src.modules.coordinator.application.dtos.research_dtos import ResearchRequest
from src.modules.coordinator.application.research_sessions import ResearchSessions
from src.modules.coordinator.domain.exceptions import ResearchKeyTaken
from src.modules.coordinator.domain.model.enums import ExpertType, ResearchStatus
from tests.fakes.clock import StoppedClock
from tests.fakes.research_gateway import FakeResearchGateway
from tests.src.modules.coordinator.desk import ANN, BOB, Cast, open_sessions

T, F = ExpertType.TECHNICAL_ANALYST, ExpertType.FINANCIAL_AUDITOR
REQUEST = ResearchRequest(symbol="000001.SZ", experts=[T, F])
OTHER = REQUEST.model_copy(update={"experts": [T]})


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock(datetime(2026, 3, 2, 9, tzinfo=UTC))


@pytest.fixture
async def sessions(home: Path, database: Database, clock: StoppedClock) -> AsyncIterator[ResearchSessions]:
    async with open_sessions(database, Cast(), clock) as (opened, _):
        yield opened


async def test_the_same_key_is_the_same_session_also_on_another_day_and_after_another_debate(
    sessions: ResearchSessions, clock: StoppedClock
) -> None:
    first = await sessions.ended(await sessions.start(ANN, REQUEST, key="k"))
    clock.move(days=3)
    again = await sessions.start(ANN, REQUEST, key="k")
    assert (again.id, again.status, again.result) == (first.id, ResearchStatus.COMPLETED, first.result)
    await sessions.ended(await sessions.debate(ANN, first.id, rounds=2))
    assert (await sessions.start(ANN, REQUEST, key="k")).id == first.id
    assert len(await sessions.page(ANN, 10)) == 1


async def test_a_key_that_stands_for_another_question_is_refused_and_starts_nothing(
    sessions: ResearchSessions,
) -> None:
    await sessions.start(ANN, REQUEST, key="k")
    others: list[tuple[ResearchRequest, Language]] = [(OTHER, Language.ZH), (REQUEST, Language.EN)]
    for request, language in others:
        with pytest.raises(ResearchKeyTaken, match="take a new key"):
            await sessions.start(ANN, request, language, key="k")
    assert len(await sessions.page(ANN, 10)) == 1


async def test_keys_are_those_of_their_owner_and_without_one_every_start_is_new(sessions: ResearchSessions) -> None:
    keyed = [await sessions.start(owner, REQUEST, key="k") for owner in (ANN, BOB)]
    plain = [await sessions.start(ANN, REQUEST) for _ in range(2)]
    assert len({session.id for session in keyed + plain}) == 4
    assert [session.owner_id for session in keyed] == [ANN, BOB]


async def test_of_many_that_start_with_one_key_at_once_one_starts(home: Path, database: Database) -> None:
    casts = [Cast(), Cast()]
    async with open_sessions(database, casts[0]) as (here, _), open_sessions(database, casts[1]) as (there, _):
        started = await asyncio.gather(*(each.start(ANN, REQUEST, key="k") for each in (here, there) * 4))
        assert len({session.id for session in started}) == 1
        for each in (here, there):
            await each.ended(started[0])
        asked = [expert for cast in casts for expert in cast.research.experts]
        assert sorted(asked) == sorted([T, F])
        assert len(await here.page(ANN, 10)) == 1


async def test_a_start_whose_process_died_goes_on_where_it_is_asked_again(home: Path, database: Database) -> None:
    dying = Cast(FakeResearchGateway(hangs={T, F}))
    async with open_sessions(database, dying) as (sessions, _):
        first = await sessions.start(ANN, REQUEST, key="k")
    second = Cast()
    async with open_sessions(database, second) as (sessions, _):
        again = await sessions.ended(await sessions.start(ANN, REQUEST, key="k"))
        assert (again.id, again.status, again.attempt) == (first.id, ResearchStatus.COMPLETED, 1)
        assert sorted(second.research.experts) == sorted([T, F])
