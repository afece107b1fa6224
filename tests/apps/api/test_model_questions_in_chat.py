"""What a model may add to a turn over HTTP: no decision beside the one that is due, and no change that nobody read."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from packages.core.messages import Language
from packages.domain.conversation.wording import say
from tests.chat import ChatDesk, Person, home_like, scripted_desk, settings_at
from tests.fakes.scripted_streamer import Says

pytestmark = pytest.mark.asyncio(loop_scope="module")
KYC = {"en": "4 years of trading, moderate risk, balanced growth", "zh": "交易4年，风险稳健，收益目标平衡增长"}
GIBBERISH = {"en": "asdkj qwpoe zzxc", "zh": "啊吧嘎啦哔咕噜"}
OWN = {
    "type": "choice_prompt",
    "choice_id": "ask_holding_period_bucket",
    "question": "How long do you hold?",
    "options": [{"id": "intraday", "label": "Within a day"}, {"id": "swing_days", "label": "Days"}],
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def chat(demo_home: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ChatDesk]:
    home = home_like(demo_home, tmp_path_factory.mktemp("model_questions"))
    async with scripted_desk(settings_at(home, PARLEY_AUTH_MODE="password")) as chat:
        yield chat


async def _in_the_scope(chat: ChatDesk, language: str) -> Person:
    person = await chat.person(language)
    await person.tells(KYC[language])
    assert (await person.session())["phase"] == "pre_strategy"
    return person


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_a_decision_that_a_model_asks_for_is_not_shown_beside_the_one_that_is_due(
    chat: ChatDesk, language: str
) -> None:
    person = await _in_the_scope(chat, language)
    chat.streamer.plays(Says(f"Tell me. <AGENT_UI_JSON>{json.dumps(OWN)}</AGENT_UI_JSON>"))
    told = await person.says({"en": "US stocks", "zh": "美股"}[language])
    asked = [card["choice_id"] for card in told.cards if card["type"] == "choice_prompt"]
    assert asked == ["target_instrument"]


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_a_patch_of_a_model_on_words_that_nobody_can_read_is_not_taken_and_said_so(
    chat: ChatDesk, language: str
) -> None:
    person = await _in_the_scope(chat, language)
    patch = {"target_market": "us_stocks", "holding_period_bucket": "swing_days"}
    chat.streamer.plays(Says(f"Sure. <AGENT_STATE_PATCH>{json.dumps(patch)}</AGENT_STATE_PATCH>"))
    told = await person.says(GIBBERISH[language])
    profile = await person.profile("pre_strategy")
    assert not profile.get("target_market")
    assert say(Language(language), "proposal.waits") in told.text or say(Language(language), "unread_turn") in told.text
