"""Finished research becomes the rules of a conversation in one step: saved, shown, and confirmed by nobody yet."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.apps.api.finished_research import result_of, store_research
from tests.chat import Answer, Person, home_like, settings_at, started

pytestmark = pytest.mark.asyncio(loop_scope="module")
DONE, HOLDS = (f"019b7e94-3200-7240-be16-58929a637c{n}" for n in (36, 35))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def person(demo_home: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Person]:
    """New at a desk without a model, where DEMO5 was researched."""
    home = home_like(demo_home, tmp_path_factory.mktemp("bridge"))
    async with started(settings_at(home)) as (app, client):
        await store_research(app, DONE, result_of())
        await store_research(app, HOLDS, result_of(action="HOLD"))
        yield Person(client)


async def _taken_up(person: Person, research_id: str = DONE) -> Answer:
    path, body = f"/sessions/{person.session_id}/from-research", {"research_session_id": research_id}
    turn_id = (await person.post(path, body, status=202)).json()["turn_id"]
    return Answer.of((await person.get(f"/chat/turns/{turn_id}/events")).text)


async def test_the_questions_about_the_person_come_first(person: Person) -> None:
    await person.says("hello")
    path, body = f"/sessions/{person.session_id}/from-research", {"research_session_id": DONE}
    refused = (await person.post(path, body, status=409)).json()["error"]
    assert refused["message"].startswith("Answer the questions about yourself first")


async def test_the_rules_are_shown_to_be_confirmed_and_the_target_is_the_researched_instrument(person: Person) -> None:
    await person.tells("3 years, moderate risk, balanced growth")
    shown = await _taken_up(person)
    assert shown.card("strategy_card")["strategy_id"]
    assert shown.card("choice_prompt")["choice_id"] == "strategy_confirmed"
    session = await person.session()
    assert session["phase"] == "strategy"
    assert session["transitions"][-1]["reason"] == "research_became_rules"
    scope = await person.profile("pre_strategy")
    assert (scope["target_instrument"], scope["target_market"]) == ("DEMO5", "us_stocks")
    assert "strategy_confirmed" not in await person.profile("strategy"), "only the person confirms"
    strategy_id = shown.card("strategy_card")["strategy_id"]
    assert (await person.get(f"/strategies/{strategy_id}/origins")).json()["research_session_id"] == DONE


async def test_the_confirmed_rules_are_backtested_like_any_others(person: Person) -> None:
    prompt = (await _taken_up(person)).card("choice_prompt")
    answer = await person.clicks(prompt)
    told = await person.waits() or answer
    assert told.card("backtest_charts")["job_id"]


async def test_a_verdict_without_an_entry_says_so_and_leaves_the_conversation_as_it_was(person: Person) -> None:
    before = await person.session()
    path, body = f"/sessions/{person.session_id}/from-research", {"research_session_id": HOLDS}
    refused = (await person.post(path, body, status=409)).json()["error"]
    assert "no entry" in refused["message"]
    assert (await person.session())["messages"] == before["messages"]


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "turn this into a strategy"), ("en", "make rules out of this research"), ("zh", "把它变成策略")],
)
async def test_a_verdict_becomes_rules_in_the_persons_own_words(person: Person, language: str, words: str) -> None:
    other = Person(person.client, language, person.headers)
    await other.tells("3 years, moderate risk, balanced growth")
    early = await other.says(words)
    assert "AAPL" in early.text, "what has to come first is said"
    await other.says("research results" if language == "en" else "研究结果")
    shown = await other.says(words)
    assert shown.card("choice_prompt")["choice_id"] == "strategy_confirmed"
    strategy_id = shown.card("strategy_card")["strategy_id"]
    assert (await other.get(f"/strategies/{strategy_id}/origins")).json()["research_session_id"] == DONE
    assert (await other.session())["phase"] == "strategy"
    again = await other.says(words)
    assert again.card("strategy_card")["strategy_id"] == strategy_id, "it is made once"
