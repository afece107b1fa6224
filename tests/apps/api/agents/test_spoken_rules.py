"""Rules in a person's own words reach the strategy: told early, told in its time, and as changes of what there is."""

from dataclasses import replace
from typing import Any

import pytest

from apps.api.agents.due_prompts import due_prompt
from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock
from packages.contracts.genui import ChoiceOption, ChoicePrompt, StrategyCard
from packages.core.messages import Language
from packages.domain.accounts.profile import Profile, ReturnExpectation, RiskTolerance, TradingYears
from packages.domain.conversation.understanding.rules import idea_in
from packages.domain.conversation.wording import say
from packages.domain.strategy.words.reading import rules_in
from tests.apps.api.agents.early_desk import scoping
from tests.apps.api.agents.late_desk import APPLE, LateDesk, told

SCOPE = PhaseBlock({"target_market": "us_stocks", "target_instrument": "AAPL"}, (), {"timeframe": "1d"})
SENTENCE = "buy when RSI(14) is below 30 and sell when RSI(14) is above 70, stop 5%"


async def state_of(desk: LateDesk, said: str) -> dict[str, Any]:
    return dict((await desk.handler.build_prompt(await desk.hydrated(), said)).state)


async def test_rules_in_words_are_read_for_the_instrument_of_the_scope() -> None:
    desk = LateDesk(blocks={Phase.PRE_STRATEGY: SCOPE})
    spoken = (await state_of(desk, SENTENCE))["spoken_rules"]
    assert spoken["dsl"]["universe"]["tickers"] == ["AAPL"]
    assert spoken["not_understood"] == []
    assert not any("AAPL" in each for each in spoken["assumed"]), "the person named it in the scope"
    assert spoken["assumed"], "what was not said at all is told"


async def test_what_cannot_be_put_into_rules_is_quoted() -> None:
    desk = LateDesk(blocks={Phase.PRE_STRATEGY: SCOPE})
    spoken = (await state_of(desk, f"{SENTENCE}, but only when the mood is right"))["spoken_rules"]
    assert any("mood" in each for each in spoken["not_understood"])


async def test_rules_that_are_told_before_there_is_a_scope_are_kept_for_the_strategy() -> None:
    desk = scoping()
    await desk.says("buys AAPL when RSI is below 30 and sells above 70")
    assert desk.proposed()["target_instrument"] == "AAPL"
    await desk.accepts()
    idea = desk.blocks[Phase.PRE_STRATEGY].runtime["idea"]
    assert idea == "buys AAPL when RSI is below 30 and sells above 70"
    scope = PhaseBlock(SCOPE.profile, (), {**SCOPE.runtime, "idea": idea})
    later = LateDesk(blocks={Phase.PRE_STRATEGY: scope})
    assert (await state_of(later, "continue"))["spoken_rules"]["said"] == idea


async def test_a_edit_in_words_is_a_patch_of_the_rules_that_there_are() -> None:
    desk = LateDesk(blocks={Phase.PRE_STRATEGY: SCOPE})
    desk.save()
    await desk.says("draft one", told("strategy", "upsert_dsl", strategy_id="s1"))
    spoken = (await state_of(desk, "make the stop 5%"))["spoken_edit"]
    assert spoken["operations"]


async def test_words_about_something_else_are_no_rules() -> None:
    desk = LateDesk(blocks={Phase.PRE_STRATEGY: SCOPE})
    desk.save()
    await desk.says("draft one", told("strategy", "upsert_dsl", strategy_id="s1"))
    for said in ("continue", "I confirm", "what is RSI?", "确认", "another instrument"):
        assert not {"spoken_rules", "spoken_edit"} & set(await state_of(desk, said)), said


HALF = {
    Language.EN: "sell when RSI(14) is above 70, stop 5%",
    Language.ZH: "RSI(14)高于70卖出，止损5%",
}


def told_half(language: Language, words: str = "") -> LateDesk:
    """Somebody whose idea, told before there was a scope, does not say when to buy."""
    scope = PhaseBlock(SCOPE.profile, (), {**SCOPE.runtime, "idea": words or HALF[language]})
    return LateDesk(blocks={Phase.PRE_STRATEGY: scope}, language=language)


async def asked(desk: LateDesk) -> ChoicePrompt:
    prompt = await due_prompt(await desk.hydrated())
    assert prompt is not None
    return prompt


def pressed(prompt: ChoicePrompt, option: ChoiceOption) -> str:
    chosen = f'"choice_id": "{prompt.choice_id}", "selected_option_id": "{option.id}"'
    return f'<CHOICE_SELECTION>{{{chosen}, "selected_option_label": "{option.label}"}}</CHOICE_SELECTION>'


@pytest.mark.parametrize("language", list(Language))
async def test_rules_that_lack_something_have_buttons_for_it_for_a_template_and_for_the_way_back(
    language: Language,
) -> None:
    desk = told_half(language)
    for _ in range(3):
        prompt = await asked(desk)
        assert [each.id for each in prompt.options] == ["say_entry_1", "say_entry_2", "template", "back"]
        await desk.says("continue")


@pytest.mark.parametrize("language", list(Language))
async def test_every_example_makes_half_told_rules_whole(language: Language) -> None:
    for number in (0, 1):
        desk = told_half(language)
        prompt = await asked(desk)
        spoken = (await state_of(desk, pressed(prompt, prompt.options[number])))["spoken_rules"]
        assert spoken["dsl"], prompt.options[number].label
        assert spoken["said"].startswith(HALF[language]), "what was told before stays"


@pytest.mark.parametrize("language", list(Language))
async def test_a_template_takes_the_place_of_half_told_rules_for_good(language: Language) -> None:
    desk = told_half(language)
    prompt = await asked(desk)
    template = next(each for each in prompt.options if each.id == "template")
    assert "spoken_rules" not in await state_of(desk, pressed(prompt, template))
    await desk.says(pressed(prompt, template))
    assert "spoken_rules" not in await state_of(desk, "continue")
    assert (await asked(desk)).choice_id == "continue"


async def test_the_way_back_drops_half_told_rules() -> None:
    desk = told_half(Language.ZH)
    await desk.says("返回")
    assert desk.phase is Phase.PRE_STRATEGY
    assert not desk.blocks[Phase.PRE_STRATEGY].runtime.get("idea")


async def test_words_that_were_no_rules_at_all_do_not_stand_in_the_way() -> None:
    desk = told_half(Language.ZH, "交易三年，稳健，平衡增长")
    prompt = await asked(desk)
    assert {"template", "back"} <= {each.id for each in prompt.options}
    assert (await state_of(desk, "RSI(14)低于30买入，高于70卖出"))["spoken_rules"]["dsl"]


async def test_rules_are_completed_over_several_messages() -> None:
    desk = LateDesk(blocks={Phase.PRE_STRATEGY: SCOPE})
    await desk.says("stop 5%, sell when RSI(14) is above 70")
    spoken = (await state_of(desk, "buy when the price crosses above its 50-day average"))["spoken_rules"]
    assert spoken["dsl"]
    assert "stop 5%" in spoken["said"]


def moderate() -> LateDesk:
    profile = Profile(RiskTolerance.MODERATE, ReturnExpectation.BALANCED_GROWTH, TradingYears.YEARS_5_PLUS)
    return LateDesk(profile=profile, blocks={Phase.PRE_STRATEGY: SCOPE})


async def test_where_no_size_was_said_the_largest_that_fits_is_taken_and_told() -> None:
    spoken = (await state_of(moderate(), SENTENCE))["spoken_rules"]
    assert spoken["dsl"]["trade"]["long"]["position_sizing"] == {"mode": "pct_equity", "pct": 0.4}
    assert "refused" not in spoken
    assert any("40%" in each for each in spoken["assumed"])
    assert not any("100%" in each for each in spoken["assumed"])


async def test_rules_beyond_a_limit_are_told_whole_with_what_they_break() -> None:
    spoken = (await state_of(moderate(), f"{SENTENCE}, the whole account"))["spoken_rules"]
    assert spoken["dsl"]["trade"]["long"]["position_sizing"]["pct"] == 1
    assert spoken["fits"] is True
    assert ["2%" in each and "5%" in each for each in spoken["refused"]] == [True]
    assert spoken["sentences"]


async def test_rules_that_wait_are_fitted_by_a_button_or_a_change_and_never_dropped() -> None:
    desk = moderate()
    told = (await state_of(desk, f"{SENTENCE}, the whole account"))["spoken_rules"]
    await desk.says(f"{SENTENCE}, the whole account", cards=(StrategyCard(dsl_json=told["dsl"]),))
    prompt = await due_prompt(await desk.hydrated())
    assert prompt is not None
    assert [option.id for option in prompt.options] == ["fit_size", "fit_stop", "false", "back"]
    for said, size, stop in (
        (prompt.options[0].label, 0.4, 0.05),
        (prompt.options[1].label, 1, 0.02),
        ("止损改为 2%", 1, 0.02),
        ("a tenth of the account", 0.1, 0.05),
    ):
        side = (await state_of(desk, said))["spoken_rules"]["dsl"]["trade"]["long"]
        assert (side["position_sizing"]["pct"], side["exits"][1]["stop"]["value"]) == (size, stop), said
    again = (await state_of(desk, "continue"))["spoken_rules"]
    assert (again["dsl"], again["again"]) == (told["dsl"], True)


async def test_a_whole_strategy_is_read_as_one_although_rules_stand_and_a_change_stays_a_change() -> None:
    desk = LateDesk(blocks={Phase.PRE_STRATEGY: SCOPE})
    desk.save()
    await desk.says("draft one", told("strategy", "upsert_dsl", strategy_id="s1"))
    for said in (
        "buy when RSI(14) is below 30, sell above 70, stop 5%, 15% of the account",
        "RSI(14)低于30买入，高于70卖出，止损5%，15%仓位",
        "buy when MACD crosses above its signal line, sell when it crosses below, stop 4%",
    ):
        state = await state_of(desk, said)
        assert state["spoken_rules"]["dsl"] is not None, said
        assert "spoken_edit" not in state
    for said in ("make the stop 5%", "止损改成5%", "only half of the account"):
        assert "spoken_rules" not in await state_of(desk, said), said


async def test_the_name_that_the_desk_gave_follows_the_rules_and_a_given_one_stays() -> None:
    desk = LateDesk(blocks={Phase.PRE_STRATEGY: SCOPE})
    dsl = (await state_of(desk, SENTENCE))["spoken_rules"]["dsl"]
    assert dsl["strategy"]["name"] == "RSI rebound on AAPL"
    for name, after in (("RSI rebound on AAPL", "MACD"), ("Fred", "Fred")):
        document = {**dsl, "strategy": {**dsl["strategy"], "name": name}}
        desk.save(dsl=document)
        await desk.says("draft one", told("strategy", "upsert_dsl", strategy_id="s1"))
        operations = (await state_of(desk, "replace RSI with MACD"))["spoken_edit"]["operations"]
        renamed = {each["path"]: each["value"] for each in operations if "value" in each}.get("/strategy/name", name)
        assert after in renamed
        assert "RSI" not in renamed


async def with_rules(language: Language = Language.EN, version: int = 1) -> LateDesk:
    desk = LateDesk(blocks={Phase.PRE_STRATEGY: SCOPE}, language=language)
    desk.save(version=version)
    await desk.says("draft one", told("strategy", "upsert_dsl", strategy_id="s1"))
    return desk


@pytest.mark.parametrize(
    "said",
    [
        "make the stop a bit more clever",
        "make the stop 3 clicks wider",
        "把止损改得聪明一些",
        "buy below 25 not 35",
    ],
)
async def test_a_change_that_was_not_read_is_quoted_and_nothing_is_done_in_its_place(said: str) -> None:
    spoken = (await state_of(await with_rules(), said))["spoken_edit"]
    assert spoken["operations"] == []
    assert spoken["not_understood"]


@pytest.mark.parametrize("said", ["tighten the stop", "止损紧一点"])
async def test_tighter_without_an_amount_stays_a_wish(said: str) -> None:
    assert "spoken_edit" not in await state_of(await with_rules(), said)


@pytest.mark.parametrize(
    ("language", "said", "condition"), [(Language.EN, "make it short", "100"), (Language.ZH, "改成做空", "100")]
)
async def test_a_condition_without_a_mirror_is_named(language: Language, said: str, condition: str) -> None:
    desk = LateDesk(blocks={Phase.PRE_STRATEGY: SCOPE}, language=language)
    rules = rules_in("buy AAPL when close is above 100, sell when close is below 90, 10% of equity").document
    assert rules is not None
    desk.save(dsl=rules)
    await desk.says("draft one", told("strategy", "upsert_dsl", strategy_id="s1"))
    spoken = (await state_of(desk, said))["spoken_edit"]
    assert (spoken["operations"], spoken["not_understood"]) == ([], [said])
    assert condition in spoken["reasons"][0]


@pytest.mark.parametrize("said", ["undo that", "撤销", "go back to the previous version", "回到上一个版本"])
async def test_undo_goes_back_to_the_version_before_and_stays_in_the_phase(said: str) -> None:
    desk = await with_rules(version=2)
    assert (await state_of(desk, said))["undo"] == "version"
    assert (await desk.says(said)).next_phase is None


@pytest.mark.parametrize("said", ["undo that", "撤销"])
async def test_of_rules_that_nobody_changed_there_is_nothing_to_undo(said: str) -> None:
    desk = await with_rules()
    assert (await state_of(desk, said))["undo"] == "nothing"
    assert (await desk.says(said)).next_phase is None


async def test_undo_withdraws_what_waits_for_the_persons_word() -> None:
    desk = await with_rules(version=2)
    result = await desk.says("I suppose these rules could be fine", patch={"strategy_confirmed": "true"})
    assert any(card.type == "proposal" for card in result.cards)
    assert (await state_of(desk, "undo"))["undo"] == "proposal"
    result = await desk.says("undo")
    assert not any(card.type == "proposal" for card in result.cards)
    assert (await state_of(desk, "undo"))["undo"] == "version", "then the change before it"


async def test_undo_drops_rules_that_are_no_strategy_yet() -> None:
    desk = told_half(Language.EN)
    assert (await state_of(desk, "undo that"))["undo"] == "draft"
    await desk.says("undo that")
    assert "spoken_rules" not in await state_of(desk, "hm")


async def test_rules_that_come_back_are_put_to_the_person_anew() -> None:
    desk = await with_rules(version=3)
    await desk.says("I confirm", cards=())
    await desk.says("confirm")
    assert desk.blocks[Phase.STRATEGY].profile.get("strategy_confirmed") == "true"
    await desk.says("undo that", told("strategy", "rollback", strategy_id="s1"))
    assert desk.blocks[Phase.STRATEGY].profile.get("strategy_confirmed") is None


def test_the_label_of_a_pressed_button_is_no_rule() -> None:
    label = "对：3–5年、激进、增长"
    pressed = f'{{"choice_id": "proposal:1", "selected_option_id": "accept", "selected_option_label": "{label}"}}'
    message = f"<CHOICE_SELECTION>{pressed}</CHOICE_SELECTION>"
    assert rules_in(message).is_strategy, "read as words it would be"
    assert idea_in(message) == ""


@pytest.mark.parametrize(
    "said", ["switch to 1 hour candles", "switch to 1 hour bars", "use 1 hour candles", "换成1小时线", "改成1小时K线"]
)
async def test_other_bars_are_a_change_of_the_rules_and_no_answer_about_the_person(said: str) -> None:
    desk = LateDesk(blocks={Phase.PRE_STRATEGY: SCOPE})
    desk.save()
    await desk.says("draft one", told("strategy", "upsert_dsl", strategy_id="s1"))
    desk.records.bars["AAPL"] = replace(APPLE, timeframes=("1d", "1h", "4h", "15m", "1w"))
    spoken = (await state_of(desk, said))["spoken_edit"]
    assert [each["path"] for each in spoken["operations"]] == ["/timeframe"]
    assert spoken["not_understood"] == []


@pytest.mark.parametrize(
    "said", ["only buy on Mondays", "no stop loss, 5x leverage", "buy on the third Friday, sell at the close, stop 2%"]
)
@pytest.mark.parametrize("is_held", [True, False])
async def test_what_was_not_read_is_quoted_and_leaves_the_rules_as_they_are(said: str, is_held: bool) -> None:
    rules: Any = rules_in(SENTENCE, default_symbol="AAPL").document
    held = {Phase.STRATEGY: PhaseBlock({}, (), {"held_rules": rules})} if is_held else {}
    desk = LateDesk(blocks={Phase.PRE_STRATEGY: SCOPE, **held})
    if not is_held:
        desk.save()
        await desk.says("draft one", told("strategy", "upsert_dsl", strategy_id="s1"))
    state = await state_of(desk, said)
    spoken = state["spoken_rules"] if is_held else state["spoken_edit"]
    assert (spoken["dsl"] == rules) if is_held else (spoken["operations"] == [])
    assert all(part.strip() in " ".join(spoken["not_understood"]) for part in said.split(","))


BANDS = (
    "buy AAPL when RSI(14) is below 30, sell when close is above the middle bollinger band, stop 5%, take profit 10%,"
    " 10% of equity"
)


def with_exits(language: Language) -> LateDesk:
    """Somebody whose saved rules have two ways out."""
    desk = LateDesk(blocks={Phase.PRE_STRATEGY: SCOPE}, language=language)
    document = rules_in(BANDS).document
    assert document is not None
    desk.save(dsl=document)
    return desk


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (Language.ZH, "先别跑"),
        (Language.ZH, "别跑"),
        (Language.ZH, "先别卖给我"),
        (Language.EN, "hold on, don't sell me this"),
        (Language.EN, "not yet, don't exit"),
    ],
)
async def test_who_says_to_wait_takes_no_exit_away(language: Language, said: str) -> None:
    desk = with_exits(language)
    await desk.says("draft one", told("strategy", "upsert_dsl", strategy_id="s1"))
    assert "spoken_edit" not in await state_of(desk, said)
    result = await desk.says(said)
    assert (desk.phase, result.transition_reason) == (Phase.STRATEGY, "")


@pytest.mark.parametrize(
    ("language", "said", "button"),
    [
        (Language.ZH, "别卖", "去掉卖出条件"),
        (Language.EN, "don't sell", "Remove the exit rule"),
        (Language.EN, "remove the take profit, says my aunt", "remove the take profit"),
        (Language.ZH, "去掉止盈，我家猫说的", "去掉止盈"),
    ],
)
async def test_a_removal_that_was_read_from_half_a_sentence_or_from_a_denial_is_asked_about_first(
    language: Language, said: str, button: str
) -> None:
    desk = with_exits(language)
    await desk.says("draft one", told("strategy", "upsert_dsl", strategy_id="s1"))
    edit = (await state_of(desk, said))["spoken_edit"]
    assert edit["operations"] == []
    assert edit["proposed"]["words"] == button
    pressed_label = (
        f'{{"choice_id": "change", "selected_option_id": "apply_edit", "selected_option_label": "{button}"}}'
    )
    pressed = await state_of(desk, f"<CHOICE_SELECTION>{pressed_label}</CHOICE_SELECTION>")
    assert pressed["spoken_edit"]["operations"], "the button makes the change"
    keeps = say(language, "draft.keep")
    kept = f'{{"choice_id": "change", "selected_option_id": "keep_rules", "selected_option_label": "{keeps}"}}'
    assert "spoken_edit" not in await state_of(desk, f"<CHOICE_SELECTION>{kept}</CHOICE_SELECTION>")


@pytest.mark.parametrize(("language", "said"), [(Language.ZH, "去掉止盈"), (Language.EN, "remove the take profit")])
async def test_a_removal_that_was_read_to_the_end_is_made_at_once(language: Language, said: str) -> None:
    desk = with_exits(language)
    await desk.says("draft one", told("strategy", "upsert_dsl", strategy_id="s1"))
    assert (await state_of(desk, said))["spoken_edit"]["operations"]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (Language.ZH, "别把止损改成3%"),
        (Language.ZH, "先不要改止损"),
        (Language.ZH, "还没想好止损改成3%"),
        (Language.EN, "don't change the stop to 3%"),
    ],
)
async def test_a_change_that_is_denied_or_put_off_is_not_made(language: Language, said: str) -> None:
    desk = with_exits(language)
    await desk.says("draft one", told("strategy", "upsert_dsl", strategy_id="s1"))
    state = await state_of(desk, said)
    assert not state.get("spoken_edit", {}).get("operations")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (Language.ZH, "周一买周五卖"),
        (Language.ZH, "主力资金流入时买入，流出时卖出"),
        (Language.EN, "buy it on Mondays and sell on Fridays"),
        (Language.EN, "buy when the Fed cuts rates"),
    ],
)
async def test_rules_that_cannot_be_read_are_quoted_beside_those_that_there_are(language: Language, said: str) -> None:
    desk = with_exits(language)
    await desk.says("draft one", told("strategy", "upsert_dsl", strategy_id="s1"))
    edit = (await state_of(desk, said))["spoken_edit"]
    assert edit["operations"] == []
    assert edit["not_understood"]


@pytest.mark.parametrize(
    ("said", "stays"),
    [
        ("replace the EMAs with MACD", False),
        ("用MACD代替EMA", False),
        ("trailing stop 4 ATR", True),
        ("移动止损4倍ATR", True),
    ],
)
async def test_the_description_of_a_template_goes_when_other_rules_enter(said: str, *, stays: bool) -> None:
    desk = LateDesk(blocks={Phase.PRE_STRATEGY: SCOPE})
    desk.save()
    await desk.says("draft one", told("strategy", "upsert_dsl", strategy_id="s1"))
    operations = (await state_of(desk, said))["spoken_edit"]["operations"]
    assert operations
    gone = any(each["op"] == "remove" and each["path"] == "/strategy/description" for each in operations)
    assert gone is not stays


@pytest.mark.parametrize(
    ("language", "said", "stay"),
    [(Language.EN, "make it weekly", "Stay on daily bars"), (Language.ZH, "改成周线", "继续用日K线")],
)
async def test_bars_that_nobody_has_are_told_at_the_change_with_a_way_to_stay(
    language: Language, said: str, stay: str
) -> None:
    desk = with_exits(language)
    await desk.says("draft one", told("strategy", "upsert_dsl", strategy_id="s1"))
    edit = (await state_of(desk, said))["spoken_edit"]
    assert (edit["operations"], edit["stay"]) == ([], stay)
    assert "AAPL" in edit["reasons"][0]
    pressed = f'{{"choice_id": "change", "selected_option_id": "keep_rules", "selected_option_label": "{stay}"}}'
    kept = await state_of(desk, f"<CHOICE_SELECTION>{pressed}</CHOICE_SELECTION>")
    assert not kept.get("spoken_edit", {}).get("operations")


async def test_bars_that_are_stored_are_taken() -> None:
    desk = with_exits(Language.EN)
    await desk.says("draft one", told("strategy", "upsert_dsl", strategy_id="s1"))
    desk.records.bars["AAPL"] = replace(APPLE, timeframes=("1d", "1w"))
    assert (await state_of(desk, "make it weekly"))["spoken_edit"]["operations"]


UNREADABLE = {
    Language.EN: ("buy when RSI(14) is below 30, sell when the moon is full", "sell when the moon is full"),
    Language.ZH: ("RSI(14)低于30买入，月圆的时候卖出", "月圆的时候卖出"),
}


@pytest.mark.parametrize("language", list(Language))
async def test_a_way_out_that_was_not_read_is_quoted_and_nothing_takes_its_place(language: Language) -> None:
    desk = LateDesk(blocks={Phase.PRE_STRATEGY: SCOPE}, language=language)
    said, quote = UNREADABLE[language]
    rules = (await state_of(desk, said))["spoken_rules"]
    assert (rules["dsl"], rules["missing"], rules["not_understood"]) == (None, ["exit"], [quote])
    await desk.says(said)
    prompt = await asked(desk)
    rules = (await state_of(desk, pressed(prompt, prompt.options[0])))["spoken_rules"]
    [taken] = rules["dsl"]["trade"]["long"]["exits"]
    assert taken["type"] == "trailing_stop", "by the person's own button"
