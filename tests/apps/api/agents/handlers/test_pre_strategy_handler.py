"""What to trade is settled by the person, as far as there is data and as far as their own answers allow."""

from dataclasses import replace

import pytest

from apps.api.agents.due_prompts import due_prompt
from apps.api.agents.phases import Phase
from packages.contracts.genui import DataFetchCard
from packages.core.events import JsonObject
from packages.core.messages import Language
from packages.domain.conversation.fields import PRE_STRATEGY
from tests.apps.api.agents.early_desk import CAREFUL, EarlyDesk, scoping

NAMES = tuple(field.name for field in PRE_STRATEGY)
FOUR = ("US stocks", "AAPL", "a few times a week", "a few days")


def offered(desk: EarlyDesk) -> list[str]:
    """Beside the way back."""
    *options, back = [option.id for option in desk.prompt.options]
    assert back == "back"
    return options


@pytest.mark.parametrize("language", list(Language))
async def test_who_presses_the_first_button_each_time_is_through_in_five_turns(language: Language) -> None:
    desk = scoping(CAREFUL, language)
    await desk.says("hello")
    for name in NAMES:
        assert desk.prompt.choice_id == name
        await desk.says(desk.prompt.options[0].label)
    assert desk.phase is Phase.STRATEGY
    assert desk.result is not None
    assert desk.result.transition_reason == "scope_complete"
    assert desk.values(Phase.PRE_STRATEGY) == {
        "target_market": "cn_stocks",
        "target_instrument": "600519.SH",
        "opportunity_frequency_bucket": "few_per_month",
        "holding_period_bucket": "swing_days",
        "strategy_family_choice": "mean_reversion",
    }


async def test_one_message_may_settle_it_all_and_an_instrument_names_its_market() -> None:
    desk = scoping()
    await desk.says("trend following on AAPL, a couple of trades a week, held for a few days")
    assert (desk.values(), desk.proposed()["target_market"]) == ({}, "us_stocks")
    result = await desk.accepts()
    assert result is not None
    assert result.completed
    assert desk.values(Phase.PRE_STRATEGY)["target_market"] == "us_stocks"


async def test_only_markets_with_data_and_within_the_limits_are_offered() -> None:
    bold, careful = scoping(), scoping(CAREFUL)
    await bold.says("hello")
    await careful.says("hello")
    assert offered(bold) == ["cn_stocks", "us_stocks", "crypto", "forex"]
    assert offered(careful) == ["cn_stocks", "us_stocks"]


async def test_what_a_limit_forbids_is_refused_with_its_clause() -> None:
    desk = scoping(CAREFUL, Language.ZH)
    result = await desk.says("我想做加密货币", patch={"target_market": "crypto"})
    assert desk.values() == {}
    assert result.clauses == ("你的风险偏好是“保守”：不交易加密货币。请换一个市场，或重做KYC。",)
    assert "kyc.risk_tolerance=conservative" in result.notes[0]
    result = await desk.says("那就做BTC-USD")
    assert "target_instrument" not in desk.values()
    assert "风险偏好" in result.clauses[0]


async def test_only_what_has_bars_fine_enough_is_offered() -> None:
    daily = await scoping().answers("A股", "600519", "每周几次")
    fast = await scoping().answers("美股", "AAPL", "每周几次")
    assert offered(daily) == ["swing_days", "position_weeks_plus"]
    assert offered(fast) == ["intraday_scalp", "intraday", "swing_days", "position_weeks_plus"]
    result = await daily.says("日内")
    assert "600519.SH" in result.clauses[0]
    assert "holding_period_bucket" not in daily.values()


async def test_an_instrument_without_bars_is_not_taken_from_anybody() -> None:
    desk = await scoping().answers("US stocks")
    result = await desk.says("TSLA", patch={"target_instrument": "TSLA"})
    assert "target_instrument" not in desk.values()
    assert result.clauses == ("There is no data of TSLA yet: fetch it now, or choose another instrument.",)
    assert (await desk.says("TSLA")).clauses == result.clauses
    assert (await desk.says("OK")).clauses == ()


@pytest.mark.parametrize(
    ("said", "fetches"),
    [
        ("TSLA", ["fetch:TSLA"]),
        ("特斯拉", ["fetch:TSLA"]),
        ("0700.HK", ["fetch:0700.HK"]),
        ("^GSPC", ["fetch:^GSPC"]),
        ("阿里巴巴", ["fetch:9988.HK", "fetch:BABA"]),
        ("VOD", ["fetch:VOD.L", "fetch:VOD"]),
        ("Tesla, hold for weeks", ["fetch:TSLA"]),
        ("特斯拉，拿几周，每月几次", ["fetch:TSLA"]),
        ("hello there", []),
    ],
)
async def test_what_has_no_bars_is_offered_to_be_fetched_and_what_may_be_several_is_asked(
    said: str, fetches: list[str]
) -> None:
    desk = await scoping().answers("US stocks")
    await desk.says(said)
    assert [each for each in offered(desk) if each.startswith("fetch:")] == fetches
    assert "AAPL" in offered(desk)


async def test_an_accepted_offer_starts_one_fetch_that_the_conversation_waits_for() -> None:
    desk = await scoping().answers("US stocks", "TSLA")
    pressed = '{"choice_id": "target_instrument", "selected_option_id": "fetch:TSLA", "selected_option_label": "x"}'
    result = await desk.says(f"<CHOICE_SELECTION>{pressed}</CHOICE_SELECTION>")
    assert set(desk.fetched) == {("me", "TSLA", "turn TSLA")}, "the same key is the same fetch"
    assert result.clauses[0].startswith("Fetching the data of TSLA.")
    assert DataFetchCard(job_id="job-of-turn-TSLA", symbol="TSLA") in result.cards
    runtime = result.artifacts[Phase.PRE_STRATEGY].runtime
    assert runtime["fetch"] == {"job_id": "job-of-turn-TSLA", "symbol": "TSLA", "purpose": "chosen"}
    desk.records.bars["TSLA"] = replace(desk.records.bars["AAPL"], symbol="TSLA")
    await desk.says("TSLA")
    assert desk.values()["target_instrument"] == "TSLA"


async def test_a_model_may_name_the_instrument_that_the_person_described_in_any_spelling() -> None:
    desk = await scoping().answers("US stocks")
    await desk.says("the phone maker from Cupertino", patch={"target_instrument": "aapl"})
    assert desk.proposed() == {"target_instrument": "AAPL"}
    await desk.accepts()
    assert desk.values()["target_instrument"] == "AAPL"


async def test_the_family_is_asked_after_a_snapshot_that_the_desk_takes_itself_and_once() -> None:
    desk = await scoping().answers(*FOUR[:3])
    assert desk.regimes.taken == []
    await desk.says(FOUR[3])
    result = await desk.accepts()
    assert result is not None
    runtime = result.artifacts[Phase.PRE_STRATEGY].runtime
    assert desk.regimes.taken == [("AAPL", "1d")]
    assert runtime["timeframe"] == "1d"
    first, *_ = desk.prompt.options
    assert desk.prompt.question.startswith("The numbers speak for mean reversion. ")
    assert (first.id, first.subtitle) == ("mean_reversion", "2 of 3 rules hold: t is -3.10")
    await desk.says("what does that mean?")
    assert len(desk.regimes.taken) == 1
    state = (await desk.told("hm")).state
    assert state["regime"] == runtime["regime"]


async def test_a_model_cannot_choose_the_family_before_the_snapshot() -> None:
    desk = await scoping().answers(*FOUR[:2])
    result = await desk.says("which strategy would you take", patch={"strategy_family_choice": "trend_continuation"})
    assert "strategy_family_choice" not in desk.values()
    assert result.notes == ("strategy_family_choice was not spoken of in this message: ask the person for it.",)


SCOPE: JsonObject = {
    "target_market": "us_stocks",
    "target_instrument": "AAPL",
    "opportunity_frequency_bucket": "few_per_month",
    "holding_period_bucket": "swing_days",
    "strategy_family_choice": "mean_reversion",
}


@pytest.mark.parametrize(
    "said",
    [
        "Quiero AAPL, pocas veces al mes, mantener unos días, retorno a la media",
        "AAPL, quelques fois par mois, tenir quelques jours, retour à la moyenne",
        "Хочу AAPL, несколько раз в месяц, держать несколько дней, возврат к среднему",
        "AAPL、月に数回、数日保有、平均回帰でお願いします",
        "我想做 AAPL，一个月做几回，拿几天，往均线回的那种",
    ],
)
async def test_every_field_that_a_model_reads_is_proposed_in_every_language(said: str) -> None:
    desk = scoping()
    await desk.says(said, patch=SCOPE)
    assert desk.proposed() == SCOPE
    await desk.accepts()
    assert desk.phase is Phase.STRATEGY


@pytest.mark.parametrize(("said", "language"), [("Хочу торговать по тренду", Language.EN), ("顺着大势做", Language.ZH)])
async def test_the_family_alone_is_proposed_before_its_question(said: str, language: Language) -> None:
    desk = scoping()
    desk.language = language
    await desk.says(said, patch={"strategy_family_choice": "trend_continuation"})
    assert desk.proposed() == {"strategy_family_choice": "trend_continuation"}


@pytest.mark.parametrize(
    ("said", "language", "told"),
    [
        (
            "lo mantengo una eternidad",
            Language.EN,
            "I could not use this and left it out: holding period. Say it in other words, or choose below.",
        ),
        ("拿到天荒地老", Language.ZH, "这一项我没能采用，先略过：持有时间。请换个说法，或在下面选择。"),
    ],
)
async def test_a_field_that_cannot_be_taken_is_named(said: str, language: Language, told: str) -> None:
    desk = scoping()
    desk.language = language
    assert (await desk.says(said, patch={"holding_period_bucket": "for_ever"})).clauses == (told,)


async def test_a_model_cannot_choose_the_family_while_the_instrument_is_open_again() -> None:
    desk = await scoping().answers(*FOUR)
    said = "let me change the instrument, and take some clever strategy"
    await desk.says(said, patch={"strategy_family_choice": "trend_continuation"})
    assert {"target_instrument", "strategy_family_choice"}.isdisjoint(desk.values())


async def test_without_enough_bars_for_a_snapshot_the_question_says_so() -> None:
    desk = scoping()
    desk.regimes.without = "AAPL"
    await desk.answers(*FOUR)
    assert desk.prompt.question.startswith("There is no regime snapshot: A regime snapshot needs 61 bars.")
    await desk.answers("momentum")
    assert desk.phase is Phase.STRATEGY


async def test_another_instrument_drops_what_was_concluded_from_the_old_one() -> None:
    desk = await scoping().answers(*FOUR)
    await desk.answers("换成贵州茅台")
    assert desk.values()["target_instrument"] == "600519.SH"
    assert desk.values()["target_market"] == "cn_stocks"
    assert desk.regimes.taken[-1] == ("600519.SH", "1d")
    await desk.answers("trend following")
    desk.phase = Phase.PRE_STRATEGY
    await desk.answers("换成平安银行")
    assert desk.prompt.choice_id == "strategy_family_choice"
    await desk.answers("改成美股")
    assert set(desk.values()) == {"target_market", "opportunity_frequency_bucket", "holding_period_bucket"}


async def test_who_comes_back_with_everything_answered_may_change_something_or_go_on() -> None:
    desk = await scoping().answers(*FOUR, "momentum")
    desk.phase = Phase.PRE_STRATEGY
    assert not (await desk.says("hm, let me think")).completed
    assert desk.prompt.choice_id == "change_scope"
    await desk.says(desk.prompt.options[5].label)
    assert desk.prompt.choice_id == "strategy_family_choice"
    assert (await desk.says("mean reversion")).completed
    desk.phase = Phase.PRE_STRATEGY
    await desk.says("hm")
    assert (await desk.says(desk.prompt.options[0].label)).completed


@pytest.mark.parametrize("said", ["我想重做KYC", "I want to redo my risk profile", "redo_kyc", "修改我的资料"])
async def test_the_person_may_answer_kyc_anew(said: str) -> None:
    desk = await scoping(CAREFUL).answers("US stocks")
    result = await desk.says(said)
    assert (result.completed, result.next_phase, result.transition_reason) == (True, Phase.KYC, "kyc_redo")
    assert desk.prompt.choice_id == "trading_years_bucket"
    await desk.answers("10 years", "very aggressive", "high growth")
    assert desk.values(Phase.PRE_STRATEGY)["target_market"] == "us_stocks"
    await desk.answers("换成加密货币")
    assert desk.values()["target_market"] == "crypto"


async def test_what_new_answers_no_longer_allow_is_told_when_they_are_given() -> None:
    desk = await scoping().answers("crypto", "redo my profile", "beginner", "conservative")
    result = await desk.says("growth")
    assert any("no trading of Crypto. Choose another" in clause for clause in result.clauses)
    assert desk.prompt.choice_id == "target_market"


async def test_not_wanting_to_redo_kyc_is_no_wish() -> None:
    assert not (await scoping().says("不想重做KYC")).completed


async def test_stricter_answers_take_back_what_they_no_longer_allow() -> None:
    desk = await scoping().answers("crypto", "BTC-USD", "daily")
    desk.profile = CAREFUL
    block = (await desk.context()).block
    assert dict(block.profile) == {"opportunity_frequency_bucket": "daily"}


@pytest.mark.parametrize(
    ("said", "patch"),
    [
        ("hello", {"target_market": "us_stocks", "target_instrument": "AAPL"}),
        ("surprise me", {"target_market": "us_stocks"}),
        ("A股", {"holding_period_bucket": "intraday_scalp"}),
        ("what is a swing?", {"holding_period_bucket": "swing_days"}),
        ("sounds nice", {"risk_tolerance": "very_aggressive"}),
    ],
)
async def test_a_model_settles_nothing_that_was_not_spoken_of(said: str, patch: JsonObject) -> None:
    desk = scoping()
    result = await desk.says(said, patch=patch)
    assert not set(patch) & set(desk.values())
    assert result.notes or desk.proposed() == patch, "said so, or asked for the person's word"


async def test_the_prompt_tells_limits_refusals_and_tools() -> None:
    desk = scoping(CAREFUL)
    pieces = await desk.told("crypto please")
    assert 'Your risk tolerance is "Conservative"' in pieces.instructions
    assert pieces.state["refused"]
    assert {domain.value for domain in pieces.policy.tools} == {"market_data", "research"}


async def test_when_the_limits_leave_nothing_the_way_out_is_offered() -> None:
    desk = scoping(CAREFUL)
    desk.records.bars = {"BTC-USD": desk.records.bars["BTC-USD"]}
    await desk.says("hello")
    assert offered(desk) == ["redo_kyc"]
    assert (await desk.says(desk.prompt.options[0].label)).next_phase is Phase.KYC


async def test_without_any_data_the_person_is_told_and_can_look_again() -> None:
    desk = scoping()
    bars, desk.records.bars = desk.records.bars, {}
    await desk.says("hello")
    assert offered(desk) == ["look_again"]
    assert "no market data yet" in desk.prompt.question
    desk.records.bars = bars
    await desk.says(desk.prompt.options[0].label)
    assert desk.prompt.choice_id == "target_market"
    assert "look_again" not in offered(desk)


async def test_the_due_question_is_known_without_a_turn() -> None:
    desk = scoping()
    prompt = await due_prompt(await desk.context())
    assert prompt is not None
    assert prompt.choice_id == "target_market"


@pytest.mark.parametrize("word", ["back", "上一步", "go back"])
async def test_the_way_back_leads_from_question_to_question_and_out_of_the_phase(word: str) -> None:
    desk = await scoping().answers(*FOUR[:3])
    for name in reversed(NAMES[:3]):
        await desk.says(word)
        assert desk.prompt.choice_id == name
    assert desk.values() == {}
    result = await desk.says(word)
    assert (result.next_phase, desk.phase) == (Phase.KYC, Phase.KYC)
    assert desk.prompt.choice_id == "return_expectation", "the last question of before, and not all of them anew"


@pytest.mark.parametrize("said", ["回到标的", "重新选标的", "back to the instrument", "标的我想改"])
async def test_who_goes_back_to_the_instrument_is_asked_for_it_and_keeps_the_rest(said: str) -> None:
    desk = await scoping().answers(*FOUR[:3])
    await desk.says(said)
    assert desk.prompt.choice_id == "target_instrument"
    assert set(desk.values()) == {"target_market", "opportunity_frequency_bucket"}


async def test_an_instrument_that_only_waits_is_asked_for_again_too() -> None:
    desk = await scoping().answers("US stocks")
    await desk.says("maybe AAPL, a few times a week")
    assert "target_instrument" in desk.proposed()
    await desk.says("回到标的")
    assert desk.prompt.choice_id == "target_instrument"
    assert "target_instrument" not in desk.proposed()


@pytest.mark.parametrize(
    "said",
    [
        "Actually bitcoin",
        "还是比特币吧",
        "算了，还是比特币",
        "比特币",
        "bitcoin",
        "BTC-USD",
        "let's do bitcoin",
        "I'd rather trade bitcoin",
        "不如做比特币",
        "bitcoin would be better",
    ],
)
async def test_another_instrument_is_proposed_with_its_market_once_one_is_settled(said: str) -> None:
    desk = await scoping().answers(*FOUR[:3])
    await desk.says(said)
    assert desk.proposed() == {"target_market": "crypto", "target_instrument": "BTC-USD"}
    assert desk.values()["target_instrument"] == "AAPL", "until the person accepts it"


@pytest.mark.parametrize("said", ["AAPL", "a few days", "苹果", "not bitcoin", "bitcoin fell 5% yesterday"])
async def test_the_same_instrument_and_other_answers_propose_no_other_one(said: str) -> None:
    desk = await scoping().answers(*FOUR[:3])
    await desk.says(said)
    assert "target_instrument" not in desk.proposed()
