"""Work that a conversation started tells its own end: no message of the person, nothing decided for them."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.chat import Answer, Person, home_like, settings_at, started

pytestmark = pytest.mark.asyncio(loop_scope="module")
_SCOPE = "US stocks, DEMO5, a few times a month, weeks or longer"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def home(demo_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return home_like(demo_home, tmp_path_factory.mktemp("follow-ups"))


@pytest_asyncio.fixture(loop_scope="module")
async def person(home: Path) -> AsyncIterator[Person]:
    """After KYC, at a desk without a model."""
    async with started(settings_at(home)) as (_, client):
        person = Person(client)
        await person.tells("3 years, moderate risk, balanced growth")
        yield person


async def _stressed(person: Person) -> Answer:
    """The conversation up to a stress test that runs."""
    await person.tells(_SCOPE)
    answer = await person.clicks((await person.says("trend continuation")).card("choice_prompt"))
    while answer.done["phase"] != "stress_test":
        answer = await person.waits() or await person.clicks(answer.card("choice_prompt"))
    return await person.clicks(answer.card("choice_prompt"))


async def test_a_stress_test_is_followed_by_its_card_and_tells_its_verdict_by_itself(person: Person) -> None:
    running = await _stressed(person)
    assert running.card("stress_report")["verdict"] is None
    assert "appears here by itself" in running.text
    assert "continue" not in {each["id"] for each in running.card("choice_prompt")["options"]}
    [awaited] = (await person.session())["awaited"]
    assert (awaited["kind"], awaited["id"]) == ("stress", running.card("stress_report")["stress_report_id"])
    meanwhile = await person.says("what is a drawdown?")
    assert "stress_report" not in {card["type"] for card in meanwhile.cards}
    told = await person.waits()
    assert told is not None
    assert told.text.startswith("Stress test verdict:")
    assert told.card("choice_prompt")["choice_id"] == "stress_test_decision"
    assert (await person.session())["awaited"] == []
    assert await person.waits() is None, "it is told once"


async def test_what_is_told_by_itself_is_no_message_of_the_person(person: Person) -> None:
    await person.says("research DEMO5")
    told = await person.waits()
    messages = (await person.session())["messages"]
    assert {each["role"] for each in messages} == {"user", "assistant"}
    if told is not None:
        assert messages[-1]["turn_id"] == told.turn_id
        assert messages[-2]["role"] == "assistant"


async def test_a_follow_up_without_ended_work_begins_nothing(person: Person) -> None:
    answer = await person.post(f"/sessions/{person.session_id}/follow-up", status=202)
    assert answer.json() == {"turn_id": None}


async def test_work_that_ended_while_the_desk_was_away_is_told_when_it_is_back(home: Path) -> None:
    async with started(settings_at(home)) as (_, client):
        person = Person(client)
        await person.says("hello")
        await _stressed(person)
        await person.sees_the_end()
        session_id = person.session_id
    async with started(settings_at(home)) as (_, client):
        back = Person(client, session_id=session_id)
        told = await back.waits()
        assert told is not None
        assert told.card("stress_report")["stress_report_id"]
        assert told.card("choice_prompt")["choice_id"] == "stress_test_decision"
