"""Rules that are told before their time are kept, say nothing about the person, and answer the questions on the way."""

from typing import Any

import pytest

from apps.api.agents.phases import Phase
from apps.api.agents.proposing import pending_of
from packages.core.messages import Language
from packages.domain.conversation.understanding.model import ProposalWord
from packages.domain.conversation.understanding.proposals import option_label
from tests.apps.api.agents.early_desk import EarlyDesk, scoping

WHOLE = {
    Language.EN: "buy AAPL on daily bars when RSI(14) is below 30, sell when RSI is above 70, hold at most 5 days,"
    " stop 5%, 10% of equity",
    Language.ZH: "日线，RSI(14)低于30买入苹果，高于70卖出，最多持有5天，亏损5%止损，仓位10%",
}


@pytest.mark.parametrize("language", list(Language))
async def test_rules_told_as_an_answer_about_the_person_are_kept_and_propose_nothing(language: Language) -> None:
    desk = EarlyDesk(language=language)
    pieces = await desk.told(WHOLE[language])
    assert pieces.understood.idea == WHOLE[language]
    assert pieces.state["proposed"] == []
    await desk.says(WHOLE[language], patch={"risk_tolerance": "conservative"})
    assert pending_of(desk.blocks[Phase.KYC]) == {}, "a model reads nothing about the person in them either"
    assert desk.blocks[Phase.KYC].runtime["idea"] == WHOLE[language]


async def test_what_stands_beside_the_rules_is_read() -> None:
    desk = EarlyDesk()
    await desk.says("I'm conservative, and I buy AAPL when RSI is below 30")
    assert pending_of(desk.blocks[Phase.KYC]) == {"risk_tolerance": "conservative"}


@pytest.mark.parametrize("language", list(Language))
async def test_rules_kept_from_the_first_questions_answer_those_about_the_scope_in_one_card(language: Language) -> None:
    desk = EarlyDesk(language=language)
    await desk.says(WHOLE[language])
    for value in ("years_5_plus", "very_aggressive", "high_growth"):
        await desk.says(value)
    assert desk.blocks[Phase.PRE_STRATEGY].runtime["idea"] == WHOLE[language]
    assert desk.proposed() == {
        "target_market": "us_stocks",
        "target_instrument": "AAPL",
        "opportunity_frequency_bucket": "few_per_week",
        "holding_period_bucket": "swing_days",
        "strategy_family_choice": "mean_reversion",
    }
    assert desk.proposal is not None
    marks = ("(follows from your rules)", "（由规则推出）")
    assert desk.proposal.labels["holding_period_bucket"].endswith(marks)
    await desk.accepts()
    assert desk.phase is Phase.STRATEGY


@pytest.mark.parametrize("language", list(Language))
async def test_whole_rules_told_in_the_scope_are_asked_nothing_one_by_one(language: Language) -> None:
    desk = scoping(language=language)
    await desk.says(WHOLE[language])
    assert set(desk.proposed()) >= {"opportunity_frequency_bucket", "holding_period_bucket", "strategy_family_choice"}
    await desk.accepts()
    assert desk.phase is Phase.STRATEGY


async def test_who_does_not_accept_it_is_asked_as_before() -> None:
    desk = scoping()
    await desk.says(WHOLE[Language.EN])
    await desk.says("no")
    assert not pending_of(desk.blocks[Phase.PRE_STRATEGY])
    await desk.says("hm")
    assert not pending_of(desk.blocks[Phase.PRE_STRATEGY]), "it is proposed once"


@pytest.mark.parametrize("words", ["purple monkey dishwasher", "阿巴阿巴"])
async def test_an_unread_sentence_is_quoted_while_a_proposal_waits_and_the_proposal_stays(words: str) -> None:
    desk = EarlyDesk()
    await desk.says("I have been trading for about four years")
    assert desk.proposed()
    assert (await desk.told(words)).state["unread"] == words
    result = await desk.says(words)
    assert any(card.type == "proposal" for card in result.cards)


async def test_a_sentence_that_is_read_is_not_quoted() -> None:
    desk = EarlyDesk()
    await desk.says("I have been trading for about four years")
    for words in ("yes", "back", "what is risk?", "I am quite conservative"):
        assert "unread" not in (await desk.told(words)).state, words


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (Language.EN, "buy AAPL when the 20 day EMA crosses above the 50 day EMA"),
        (Language.EN, "buy AAPL when MACD crosses above its signal, sell when it crosses below"),
        (Language.EN, "buy AAPL if the price crosses the 50 day average"),
        (Language.ZH, "20日均线上穿50日均线时买入苹果"),
    ],
)
async def test_lines_that_cross_are_no_currencies_and_the_instrument_is_proposed_with_its_market(
    language: Language, said: str
) -> None:
    desk = scoping(language=language)
    await desk.says(said)
    proposed = desk.proposed()
    assert (proposed["target_market"], proposed["target_instrument"]) == ("us_stocks", "AAPL")
    assert desk.result is not None
    assert desk.result.clauses == ()


UNREAD = [
    (Language.EN, "buy AAPL on Mondays and sell on Fridays", "sell on Fridays"),
    (Language.EN, "buy AAPL when the Fed cuts rates", "buy AAPL when the Fed cuts rates"),
    (Language.EN, "buy AAPL at the open if yesterday was red, sell at the close", "sell at the close"),
    (Language.ZH, "周一买周五卖000001.SZ", "周一买周五卖"),
    (Language.ZH, "主力资金流入时买入，流出时卖出", "流出时卖出"),
]


@pytest.mark.parametrize(("language", "said", "quote"), UNREAD)
async def test_rules_that_cannot_be_read_are_quoted_in_the_scope(language: Language, said: str, quote: str) -> None:
    desk = scoping(language=language)
    quotes: Any = (await desk.told(said)).state["unread_rules"]
    assert quote in quotes


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (Language.EN, "I want to buy AAPL, a few trades a month"),
        (Language.EN, "should I buy when it is cheap?"),
        (Language.ZH, "我想买苹果，每月几次，持有几天"),
    ],
)
async def test_an_answer_that_tells_no_rules_quotes_none(language: Language, said: str) -> None:
    assert "unread_rules" not in (await scoping(language=language).told(said)).state


@pytest.mark.parametrize("said", ["buy AAPL at the open if yesterday was red, sell at the close"])
async def test_the_instrument_of_rules_that_cannot_be_read_is_read(said: str) -> None:
    desk = scoping()
    await desk.says(said)
    assert desk.proposed()["target_instrument"] == "AAPL"


@pytest.mark.parametrize(
    ("language", "said", "mark"),
    [
        (Language.EN, "buy AAPL when RSI(14) is below 30, sell when RSI is above 70", "(follows from your rules)"),
        (Language.ZH, "RSI(14)低于30买入苹果，高于70卖出", "（由规则推出）"),
    ],
)
async def test_what_follows_from_rules_and_was_not_said_is_marked_as_that(
    language: Language, said: str, mark: str
) -> None:
    desk = scoping(language=language)
    await desk.says(said)
    for _ in range(2):
        assert desk.proposal is not None
        marked = {name for name, label in desk.proposal.labels.items() if label.endswith(mark)}
        assert marked >= {"opportunity_frequency_bucket", "holding_period_bucket"}
        assert not marked & {"target_market", "target_instrument"}
        await desk.says("hm, what is RSI?" if language is Language.EN else "RSI是什么？")
    await desk.accepts()


async def test_what_was_said_beside_rules_is_not_marked() -> None:
    desk = scoping()
    await desk.says("a few trades a month, buy AAPL when RSI(14) is below 30, sell when RSI is above 70")
    assert desk.proposal is not None
    assert "rules" not in desk.proposal.labels["opportunity_frequency_bucket"]
    assert "rules" in desk.proposal.labels["holding_period_bucket"]


@pytest.mark.parametrize("language", [Language.ZH, Language.EN])
async def test_the_button_that_accepts_answers_tells_no_rules(language: Language) -> None:
    desk = EarlyDesk(language=language)
    await desk.says({Language.ZH: "我炒股四年，激进，想要增长", Language.EN: "4 years, aggressive, growth"}[language])
    accepts = option_label(ProposalWord.ACCEPT, desk.proposed(), language)
    read = (await desk.told(accepts)).understood
    assert (read.proposal, read.idea) == (ProposalWord.ACCEPT, "")
