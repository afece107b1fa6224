"""What a person says of rules at hand is taken as it was meant, or quoted; nothing of it is silently something else."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from packages.core.messages import Language
from packages.domain.conversation.wording import say
from packages.domain.strategy.words.reading import MOST_WORDS
from tests.chat import Answer, Person, home_like, settings_at, started

pytestmark = pytest.mark.asyncio(loop_scope="module")
KYC = {"en": "3 years, moderate risk, balanced growth", "zh": "炒股3年，风险偏好稳健，收益目标平衡增长"}
RULES = {
    "en": "on daily bars, buy when RSI(14) < 30 and sell when RSI > 70, stop 5%, take profit 8%, 10% of equity",
    "zh": "日线，RSI(14)低于30买入，高于70卖出，止损5%，止盈8%，仓位10%",
}


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=["en", "zh"])
async def person(
    request: pytest.FixtureRequest, demo_home: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Person]:
    home = home_like(demo_home, tmp_path_factory.mktemp("edits"))
    async with started(settings_at(home), None) as (_, client):
        someone = Person(client, request.param)
        await someone.tells(KYC[someone.language])
        yield someone


def _words(person: Person, name: str, **values: str) -> str:
    return say(Language(person.language), name, **values)


async def _at_the_strategy(person: Person) -> Answer:
    person.session_id = None
    told = await person.says("hello" if person.language == "en" else "你好")
    while told.done["phase"] != "strategy":
        has_proposal = "proposal" in [card["type"] for card in told.cards]
        told = await (person.accepts(told) if has_proposal else person.clicks(told.card("choice_prompt")))
    return told


async def _with_rules(person: Person) -> Answer:
    await _at_the_strategy(person)
    return await person.says(RULES[person.language])


def _rules(told: Answer) -> dict[str, Any]:
    dsl: dict[str, Any] = told.card("strategy_card")["dsl_json"]
    return dsl


def _exits(told: Answer) -> dict[str, Any]:
    return {each["type"]: each for each in _rules(told)["trade"]["long"]["exits"]}


async def test_a_way_out_at_a_gain_is_no_answer_about_the_person(person: Person) -> None:
    await _with_rules(person)
    told = await person.says({"en": "get out at 10% profit too", "zh": "赚10%也走"}[person.language])
    assert _exits(told)["take_profit"]["target"]["value"] == 0.1


async def test_a_sale_of_half_is_quoted_and_the_target_stays(person: Person) -> None:
    await _with_rules(person)
    told = await person.says({"en": "sell half at +5%", "zh": "赚5%先卖一半"}[person.language])
    assert _words(person, "draft.not_changed") in told.text
    shown = await person.says({"en": "show me the rules", "zh": "看看规则"}[person.language])
    assert shown.card("strategy_card")["version"] == 1


async def test_a_new_entry_by_itself_keeps_the_stop_the_target_and_the_size(person: Person) -> None:
    await _with_rules(person)
    said = {"en": "buy when the MACD crosses above its signal line", "zh": "MACD金叉买入"}
    told = await person.says(said[person.language])
    assert _exits(told)["stop_loss"]["stop"]["value"] == 0.05
    assert _exits(told)["take_profit"]["target"]["value"] == 0.08
    assert _rules(told)["trade"]["long"]["position_sizing"]["pct"] == 0.1
    assert _words(person, "draft.kept_exits") in told.text


async def test_how_long_to_hold_is_a_change_that_the_person_asked_for(person: Person) -> None:
    await _with_rules(person)
    told = await person.says({"en": "let it hold at most 20 days", "zh": "最多让它拿20天"}[person.language])
    assert _exits(told)["time_exit"]["bars"] == 20
    assert _words(person, "rules_changed_unasked") not in told.text


async def test_an_indicator_that_is_wanted_back_comes_back_from_the_version_that_had_it(person: Person) -> None:
    first = await _with_rules(person)
    await person.says({"en": "use MACD instead of RSI", "zh": "用MACD代替RSI"}[person.language])
    await person.says({"en": "make the stop 4%", "zh": "止损改成4%"}[person.language])
    told = await person.says({"en": "no, go back to RSI", "zh": "还是换回RSI吧"}[person.language])
    assert told.done["phase"] == "strategy"
    assert _rules(told)["factors"] == _rules(first)["factors"]


async def test_an_indicator_that_was_never_there_does_not_come_back(person: Person) -> None:
    await _with_rules(person)
    told = await person.says({"en": "go back to KDJ", "zh": "换回KDJ"}[person.language])
    assert told.done["phase"] == "strategy"
    assert told.card("strategy_card")["version"] == 1
    assert _words(person, "draft.undo.never", wanted="KDJ") in told.text


async def test_rules_do_not_move_to_an_instrument_without_data(person: Person) -> None:
    await _with_rules(person)
    told = await person.says("TSLA")
    assert _words(person, "draft.no_data", symbols="TSLA") in told.text
    prompt = next(card for card in told.cards if card.get("choice_id") == "change")
    assert [option["id"] for option in prompt["options"]] == ["fetch:TSLA", "keep_rules"]
    shown = await person.clicks(prompt, 1)
    assert _rules(shown)["universe"]["tickers"] != ["TSLA"]


async def test_rules_on_bars_that_nobody_has_wait_for_daily_ones(person: Person) -> None:
    await _at_the_strategy(person)
    said = {
        "en": "weekly bars: buy when the close crosses above the 10 week average, stop 5%, 10% of equity",
        "zh": "周线收盘价上穿10周均线买入，止损5%，仓位10%",
    }
    told = await person.says(said[person.language])
    assert "strategy_card" not in [card["type"] for card in told.cards]
    prompt = next(card for card in told.cards if card.get("choice_id") == "change")
    drafted = _rules(await person.clicks(prompt))
    assert drafted["timeframe"] == "1d"
    assert [factor["timeframe"] for factor in drafted["factors"].values()] == ["1w"]


async def test_an_order_to_deploy_does_not_confirm_the_rules(person: Person) -> None:
    await _with_rules(person)
    told = await person.says({"en": "deploy it now", "zh": "上线吧"}[person.language])
    assert _words(person, "stress_after_confirming") in told.text
    assert "proposal" not in [card["type"] for card in told.cards]


async def test_a_yes_beside_a_change_is_not_called_unread(person: Person) -> None:
    await _with_rules(person)
    told = await person.says({"en": "yes, but with a 4% stop", "zh": "可以，但是止损改成4%"}[person.language])
    assert _exits(told)["stop_loss"]["stop"]["value"] == 0.04
    assert "“" not in told.text.split(_words(person, "rules_now"))[0].split(_words(person, "changed", version="2"))[0]


async def _held(person: Person) -> Answer:
    await _with_rules(person)
    return await person.says({"en": "make the stop 50%", "zh": "止损改成50%"}[person.language])


async def test_what_is_not_read_while_a_limit_holds_rules_back_is_quoted(person: Person) -> None:
    held = await _held(person)
    assert held.card("choice_prompt")["choice_id"] == "fit"
    for said in {"en": ("RSI below 200", "never buy when volume is low"), "zh": ("下雨的时候别买",)}[person.language]:
        told = await person.says(said)
        assert f"“{said}”" in told.text
        assert told.card("choice_prompt")["choice_id"] == "fit"


async def test_the_rules_that_a_limit_holds_back_are_told_when_asked_for(person: Person) -> None:
    await _held(person)
    told = await person.says({"en": "what are the rules now?", "zh": "现在的规则是什么"}[person.language])
    assert told.text.count("\n- ") > 3
    assert [card["choice_id"] for card in told.cards if card["type"] == "choice_prompt"] == ["fit"]


async def test_a_question_while_a_limit_holds_rules_back_is_answered(person: Person) -> None:
    await _held(person)
    told = await person.says({"en": "what is a drawdown?", "zh": "什么是最大回撤？"}[person.language])
    assert _words(person, "draft.still_held", why="").strip()[:8] not in told.text
    assert [card["choice_id"] for card in told.cards if card["type"] == "choice_prompt"] == ["fit"]


async def test_questions_do_not_bring_the_remark_that_many_turns_were_spent(person: Person) -> None:
    await _with_rules(person)
    question = {"en": "what is a drawdown?", "zh": "什么是最大回撤？"}[person.language]
    told = [await person.says(question) for _ in range(12)]
    assert not any(_words(person, "stop.turn_limit") in each.text for each in told)


async def test_a_version_comes_back_by_its_number_and_one_that_is_not_there_is_told(person: Person) -> None:
    await _with_rules(person)
    for edit in {"en": ("make the stop 4%", "make the stop 3%"), "zh": ("止损改成4%", "止损改成3%")}[person.language]:
        await person.says(edit)
    told = await person.says({"en": "go back to version 9", "zh": "回到第9版"}[person.language])
    assert _words(person, "draft.undo.no_version", version="9", newest="3") in told.text
    told = await person.says({"en": "go back to version 1", "zh": "回到第1版"}[person.language])
    assert told.done["phase"] == "strategy"
    assert _exits(told)["stop_loss"]["stop"]["value"] == 0.05


async def test_a_flood_of_conditions_is_told_as_too_long_and_changes_nothing(person: Person) -> None:
    told = await _with_rules(person)
    before = (await person.session())["artifacts"]["strategy"]
    told = await person.says("RSI < 30, " * 200)
    assert _words(person, "draft.too_long", most=str(MOST_WORDS)) in told.text
    assert (await person.session())["artifacts"]["strategy"]["profile"] == before["profile"]
