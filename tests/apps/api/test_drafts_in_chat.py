"""Rules in words on the way to a strategy: beyond a limit, in the place of others, and beside a model that is idle."""

from collections.abc import AsyncGenerator, AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from apps.api.conversation.own_tools import OwnTools
from apps.api.conversation.streamers import GuidedChatStreamer
from apps.api.orchestration.shared import ChatStreamer, TurnRequest, UpstreamEvent
from apps.api.services import AppContext
from packages.contracts.chat_events import Engine
from packages.core.ids import Ids
from src.modules.llm_platform.infrastructure.guided.streamer import GuidedStreamer
from tests.apps.api.orchestration.rig import answer
from tests.chat import Answer, Person, home_like, settings_at, started

pytestmark = pytest.mark.asyncio(loop_scope="module")
KYC = {"en": "3 years, moderate risk, balanced growth", "zh": "炒股3年，风险偏好稳健，收益目标平衡增长"}
MARKET = {"en": "US stocks", "zh": "美股"}
MACHINE = ("patch_dsl", "/trade", "kyc.", "stop_loss", "operations")


class IdleModel:
    """A model that says what it is told to say and calls no tool; the desk's own rules stand beside it."""

    def __init__(self, said: str) -> None:
        self.engine: Engine = "llm"
        self.desk: ChatStreamer | None = None
        self._said = said

    async def for_turn(self, owner_id: str, turn_id: str, *, by_rules: bool = False) -> ChatStreamer:
        return self.desk if by_rules and self.desk is not None else self

    async def stream_events(self, request: TurnRequest) -> AsyncGenerator[UpstreamEvent, None]:
        for event in answer(self._said):
            assert isinstance(event, dict)
            yield event


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=["rules", "", "That sounds interesting."])
async def person(
    request: pytest.FixtureRequest, demo_home: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Person]:
    """Somebody moderate, who is guided by rules, by a silent model or by one that only talks."""
    home = home_like(demo_home, tmp_path_factory.mktemp("drafts"))
    model = None if request.param == "rules" else IdleModel(request.param)
    settings = settings_at(home)
    async with started(settings, model) as (app, client):
        desk: AppContext = app.state.services
        if model is not None:
            tools = OwnTools(desk.tools, desk.tool_tokens, settings.server.base_url, desk.clock)
            model.desk = GuidedChatStreamer(GuidedStreamer(tools, desk.clock, Ids(desk.clock)))
        yield Person(client, "zh" if request.param == "" else "en")


async def _at_the_strategy(person: Person) -> None:
    """In a conversation of its own."""
    person.session_id = None
    told: Any = await person.says("hello" if person.language == "en" else "你好")
    while told.done["phase"] != "strategy":
        asked = told.card("choice_prompt")["choice_id"]
        if "proposal" in [card["type"] for card in told.cards]:
            told = await person.accepts(told)
        elif told.done["phase"] == "kyc":
            told = await person.says(KYC[person.language])
        else:
            told = await (person.says(MARKET[person.language]) if asked == "target_market" else _pressed(person, told))


async def _pressed(person: Person, told: Answer, option: int = 0) -> Answer:
    return await person.clicks(told.card("choice_prompt"), option)


def _plain(told: Answer) -> None:
    assert not [word for word in MACHINE if word in told.text], told.text


async def test_rules_beyond_a_limit_are_shown_with_the_figures_and_one_tap_makes_them_fit(person: Person) -> None:
    await _at_the_strategy(person)
    rules = {
        "en": "buy when RSI(14) is below 30, sell above 70, stop 5%, the whole account",
        "zh": "RSI(14)低于30买入，高于70卖出，止损5%，满仓",
    }
    told = await person.says(rules[person.language])
    _plain(told)
    assert "2%" in told.text
    assert "5%" in told.text
    card = told.card("strategy_card")
    assert (card["strategy_id"], card["dsl_json"]["trade"]["long"]["position_sizing"]["pct"]) == (None, 1)
    offer = told.card("choice_prompt")
    assert [each["id"] for each in offer["options"]] == ["fit_size", "fit_stop", "false", "back"]
    assert "40%" in offer["options"][0]["label"]
    again = await person.says("continue" if person.language == "en" else "继续")
    assert again.card("choice_prompt")["options"] == offer["options"], "no template takes their place"
    assert "2%" in again.text
    assert again.text.count("\n- ") == 0, "the rules were shown before"
    fitted = await person.clicks(again.card("choice_prompt"))
    saved = fitted.card("strategy_card")
    assert saved["strategy_id"] is not None
    assert saved["dsl_json"]["trade"]["long"]["position_sizing"]["pct"] == 0.4
    assert saved["dsl_json"]["trade"]["long"]["entry"] == card["dsl_json"]["trade"]["long"]["entry"]
    assert fitted.card("choice_prompt")["choice_id"] == "strategy_confirmed"


async def test_whole_rules_take_the_place_of_a_template_and_an_edit_stays_an_edit(person: Person) -> None:
    await _at_the_strategy(person)
    go_on = "continue" if person.language == "en" else "继续"
    template = (await person.says(go_on)).card("strategy_card")
    rules = {
        "en": "buy when RSI(14) is below 30, sell above 70, stop 5%, 15% of the account",
        "zh": "RSI(14)低于30买入，高于70卖出，止损5%，15%仓位",
    }
    told = await person.says(rules[person.language])
    _plain(told)
    card = told.card("strategy_card")
    assert (card["strategy_id"], card["version"]) == (template["strategy_id"], 2)
    assert list(card["dsl_json"]["factors"]) == ["rsi_14"]
    assert [each["type"] for each in card["dsl_json"]["trade"]["long"]["exits"]] == ["signal_exit", "stop_loss"]
    (symbol,) = card["dsl_json"]["universe"]["tickers"]
    assert card["dsl_json"]["strategy"]["name"] in (f"RSI rebound on {symbol}", f"{symbol} RSI 反弹策略")
    edited = await person.says("make the stop 3%" if person.language == "en" else "止损改成3%")
    _plain(edited)
    after = edited.card("strategy_card")
    assert after["version"] == 3
    assert after["dsl_json"]["trade"]["long"]["exits"][1]["stop"]["value"] == 0.03
    assert after["dsl_json"]["trade"]["long"]["entry"] == card["dsl_json"]["trade"]["long"]["entry"]
    wide = await person.says("make the stop 30%" if person.language == "en" else "止损改成30%")
    _plain(wide)
    assert [each["id"] for each in wide.card("choice_prompt")["options"]][-2:] == ["keep_rules", "back"]
    kept = await person.clicks(wide.card("choice_prompt"), -2)
    assert kept.card("strategy_card")["version"] == 3
    assert kept.card("choice_prompt")["choice_id"] == "strategy_confirmed"


async def test_a_confirmed_strategy_is_tested_and_stressed_whoever_answers(person: Person) -> None:
    await _at_the_strategy(person)
    go_on = "continue" if person.language == "en" else "继续"
    told = await person.says(go_on)
    told = await _pressed(person, told)
    for _ in range(4):
        if told.done["phase"] == "stress_test":
            break
        told = await person.waits() or await person.says(go_on)
    assert told.done["phase"] == "stress_test"
    told = await person.says(go_on)
    assert told.card("stress_report")["stress_report_id"]
