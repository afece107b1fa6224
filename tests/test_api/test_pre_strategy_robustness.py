"""Scoping: only what there is data for, only words of the vocabulary, and nothing broken reaches the person."""

import pytest

from tests.chat import ChatDesk, Person
from tests.fakes.scripted_streamer import Says, card, patch
from tests.test_api.steps import FAMILY, SCOPE, introduced

pytestmark = pytest.mark.asyncio(loop_scope="module")
FIELDS = [
    "target_market",
    "target_instrument",
    "opportunity_frequency_bucket",
    "holding_period_bucket",
    "strategy_family_choice",
]


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_the_family_is_asked_for_after_the_rest_with_a_chart_on_the_way(chat: ChatDesk, language: str) -> None:
    person = await chat.person(language)
    assert (await introduced(person)).done["missing_fields"] == FIELDS
    answer = await person.says(SCOPE[language])
    assert answer.card("tradingview_chart")["symbol"] == "DEMO5", "to look at before it is accepted"
    assert answer.done["missing_fields"] == FIELDS
    answer = await person.accepts(answer)
    assert answer.done["missing_fields"] == FIELDS[-1:]
    prompt = answer.card("choice_prompt")
    assert FIELDS[-1] in prompt["choice_id"]
    assert [option["id"] for option in prompt["options"]][3:] == ["back"]
    answer = await person.says(FAMILY[language])
    assert answer.moves == [("pre_strategy", "strategy")]
    assert await person.profile("pre_strategy") == {
        "target_market": "us_stocks",
        "target_instrument": "DEMO5",
        "opportunity_frequency_bucket": "few_per_week",
        "holding_period_bucket": "swing_days",
        "strategy_family_choice": "trend_continuation",
    }


async def test_a_chart_is_shown_when_the_instrument_changes_and_not_every_time(ann: Person) -> None:
    await introduced(ann)
    shown = []
    for words in ("US stocks", "DEMO5", "a few times a week", "No, rather DEMO6"):
        answer = await ann.says(words)
        accepted = await ann.accepts(answer)
        cards = answer.cards if accepted is answer else [*answer.cards, *accepted.cards]
        shown.append([each["symbol"] for each in cards if each["type"] == "tradingview_chart"])
    assert shown == [[], ["DEMO5"], [], ["DEMO6"]]


async def test_instruments_are_offered_only_where_there_is_data(ann: Person) -> None:
    await introduced(ann)
    answer = await ann.says("US stocks")
    prompt = answer.card("choice_prompt")
    assert "target_instrument" in prompt["choice_id"]
    assert {option["id"] for option in prompt["options"]} <= {*(f"DEMO{n}" for n in range(1, 13)), "back"}
    answer = await ann.says("AAPL")
    assert "target_instrument" in answer.done["missing_fields"], "there is no bar of it here"


async def test_a_model_cannot_name_an_instrument_without_data_or_a_word_of_its_own(chat: ChatDesk, ann: Person) -> None:
    await introduced(ann)
    chat.streamer.plays(Says(f"Fine. {patch(target_instrument='AAPL', holding_period_bucket='for_ever', mood='bull')}"))
    answer = await ann.says("You choose.")
    assert answer.done["missing_fields"] == FIELDS
    await ann.says("And?")
    notes = str(chat.streamer.requests[-1].state["notes"])
    assert "target_instrument" in notes
    assert "holding_period_bucket" in notes


@pytest.mark.parametrize(
    "broken",
    [
        "<AGENT_STATE_PATCH>{'target_market': us}</AGENT_STATE_PATCH>",
        "<AGENT_STATE_PATCH>[1, 2]</AGENT_STATE_PATCH>",
        '<AGENT_UI_JSON>{"type": "choice_prompt"}</AGENT_UI_JSON>',
        "< agent_ui_json >nothing</ AGENT_UI_JSON >",
        card(type="tradingview_chart", symbol="AAPL<script>"),
    ],
)
async def test_a_broken_block_never_reaches_the_person_and_is_told_to_the_model(
    chat: ChatDesk, ann: Person, broken: str
) -> None:
    await introduced(ann)
    chat.streamer.plays(Says(f"Before {broken} after.", size=3))
    answer = await ann.says("Go on.")
    assert answer.text.split() == ["Before", "after."]
    assert [each["type"] for each in answer.cards] == ["choice_prompt"], "only the desk's own question"
    await ann.says("And?")
    assert chat.streamer.requests[-1].state["notes"]


async def test_tags_are_filtered_however_the_stream_is_cut(chat: ChatDesk, ann: Person) -> None:
    await introduced(ann)
    for size in (1, 2, 5, 1000):
        chat.streamer.plays(Says(f"Look{patch(x=1)}: 3 < 4 <mcp_call>made up</mcp_call>and <b>bold</b>.", size=size))
        answer = await ann.says("Go on.")
        assert "AGENT" not in answer.text
        assert "mcp_call" not in answer.text
        assert answer.text.startswith("Look: 3 < 4 ")
        assert answer.text.endswith("and <b>bold</b>.")


async def test_a_person_who_wants_another_market_is_heard(ann: Person) -> None:
    await introduced(ann)
    await ann.says("US stocks")
    await ann.tells("Actually, China A-shares.")
    assert (await ann.profile("pre_strategy"))["target_market"] == "cn_stocks"
