"""Who asks the chat, without a model, for research on what has no data is offered a fetch, and then the research."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.chat import Person, home_like, settings_at, started
from tests.servers.vendor_server import TICKER, vendor_server

pytestmark = pytest.mark.asyncio(loop_scope="module")
WAYS = ["continue", "back"]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def person(demo_home: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Person]:
    """After KYC, at a desk that has Tiingo alone to ask."""
    home = home_like(demo_home, tmp_path_factory.mktemp("offer"))
    with vendor_server() as server:
        sources = {"PARLEY_SOURCES": "tiingo", "TIINGO_API_KEY": "the-key", "PARLEY_TIINGO_URL": server.url}
        async with started(settings_at(home, **sources)) as (_, client):
            person = Person(client)
            await person.tells("3 years, moderate risk, balanced growth")
            yield person


async def test_what_has_no_data_is_fetched_and_then_researched(person: Person) -> None:
    offer = (await person.says(f"research {TICKER}")).card("choice_prompt")
    assert [option["id"] for option in offer["options"]] == [f"fetch:{TICKER}", *WAYS]
    begun = await person.clicks(offer)
    assert f"Fetching the data of {TICKER}" in begun.text
    assert begun.card("data_fetch")["symbol"] == TICKER
    answer = await person.waits()
    assert answer is not None
    assert f"The research team looks at {TICKER}" in answer.text
    assert answer.card("research_report")["symbol"] == TICKER


@pytest.mark.parametrize(
    ("said", "options"),
    [
        ("research VOD", ["fetch:VOD.L", "fetch:VOD"]),
        ("研究 特斯拉", ["fetch:TSLA"]),
        ("research ^GSPC", ["fetch:^GSPC"]),
    ],
)
async def test_a_name_is_offered_as_what_it_may_mean(person: Person, said: str, options: list[str]) -> None:
    prompt = (await person.says(said)).card("choice_prompt")
    assert [option["id"] for option in prompt["options"]] == [*options, *WAYS]


async def test_where_no_source_can_be_asked_the_open_question_is_put_again(person: Person) -> None:
    answer = await person.says("research 0700.HK")
    assert "no source can be asked for it" in answer.text
    assert "on the Data page" in answer.text
    assert answer.card("choice_prompt")["choice_id"] != "research_instrument"
