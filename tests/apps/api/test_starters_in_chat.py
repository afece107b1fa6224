"""The page's own openings, and a scope told in one sentence, are never called not understood."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from packages.core.messages import Language
from packages.domain.conversation.wording import say
from tests.chat import Person, home_like, settings_at, started

pytestmark = pytest.mark.asyncio(loop_scope="module")
KYC = {"en": "3 years, moderate risk, balanced growth", "zh": "炒股3年，风险偏好稳健，收益目标平衡增长"}
OPENINGS = {
    "en": ("Hello, help me build a strategy", "I can’t afford to lose much. What would suit me?"),
    "zh": ("你好，帮我做一个策略", "我能承受的亏损不大，适合做什么？"),
}
SCOPES = {
    "en": ("I want to trade DEMO3.SZ, a couple times a month", "China A-shares, DEMO3.SZ, a few trades a month, weeks"),
    "zh": ("A股，DEMO3.SZ，一个月几次，拿几周", "我想做DEMO3.SZ，一个月做几次"),
}


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=["en", "zh"])
async def person(
    request: pytest.FixtureRequest, demo_home: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Person]:
    home = home_like(demo_home, tmp_path_factory.mktemp("starters"))
    async with started(settings_at(home), None) as (_, client):
        someone = Person(client, request.param)
        await someone.tells(KYC[someone.language])
        yield someone


@pytest.mark.parametrize("which", [0, 1])
async def test_an_opening_of_the_page_is_understood(person: Person, which: int) -> None:
    person.session_id = None
    told = await person.says(OPENINGS[person.language][which])
    for name in ("first_unread", "not_understood", "answer.no_fact"):
        assert say(Language(person.language), name) not in told.text


@pytest.mark.parametrize("which", [0, 1])
async def test_an_instrument_that_is_proposed_is_not_quoted_as_unread(person: Person, which: int) -> None:
    person.session_id = None
    told = await person.says(SCOPES[person.language][which])
    assert told.card("proposal")["fields"]["target_instrument"] == "DEMO3.SZ"
    assert "“" not in told.text
