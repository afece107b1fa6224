"""What a model says about research, held to what its tools returned."""

import json

import pytest

from packages.core.messages import Language
from packages.domain.conversation.claims.answer_check import HeldSentences, checked_answer, faults_of
from packages.domain.conversation.claims.answer_sources import AnswerSources

EN, ZH = Language.EN, Language.ZH
VERDICT = {
    "ok": True,
    "symbol": "DEMO2.SZ",
    "research_session_id": "01a1e7a6-52ff-737c-87d1-684ddf69a3df",
    "action": "BUY",
    "probability": 0.6,
    "confidence": 0.4483,
    "position_percent": 20.0,
    "time_horizon": 60,
    "stop_loss": {"value": "24.8523265208262850", "unit": "CNY/share", "rows": ["E26"]},
    "base_close": "26.98",
    "base_day": "2026-03-02",
    "reasoning": "营业收入 37.65 亿元[financial_auditor:E2]，同比增长 12.3%[financial_auditor:E3]。"
    "Revenue was 3.765 billion CNY[financial_auditor:E2], up 12.3%[financial_auditor:E3].",
    "risk_warnings": ["公司于 3 月公告董事长辞职[catalyst_detective:E4]。", "The chairman resigned in March."],
}
RIGHT = [
    "The verdict is BUY with a probability of 60% over 60 days.",
    "The judge says BUY at 0.60, with a stop at 24.85.",
    "The stop of 24.85 is 7.9% below the close of 26.98 CNY.",
    "It would put about 20% of your capital into it.",
    "Its probability is 60 of 100.",
    "Confidence is 45%, so treat it with care.",
    "Revenue was about 3.8 billion yuan, up 12%.",
    "Revenue rose 12.3%[financial_auditor:E3] in 2025.",
    "5 experts took part; 3 of them are bullish.",
    "1. The bull leads on the 20-day moving average.",
    "On 2026-03-02 the close was 26.98.",
    "The chairman resigned in March.",
    "You wanted to lose no more than 15%.",
    "Nobody can be 100% sure of that.",
    "If the company were sued, the case would change.",
    "I asked the team 3 times.",
    "裁决是买入，概率 60%，期限 60 天。",
    "止损位 24.85 元，比收盘价 26.98 元低 7.9%。",
    "营收约 38 亿元，同比增长 12%。",
    "营业收入 37.65 亿元[financial_auditor:E2]，同比增长 12.3%。",
    "公司董事长于 3 月辞职。",
    "5 位专家中有 3 位看多。",
    "2026 年一季度还没有公布。",
    "需要留意是否会有诉讼风险。",
    "裁决相当于增持。",
    "你说过最多亏 15%。",
]
WRONG = [
    "BUY at 95% probability.",
    "The judge set the stop at 12.00.",
    "The stop is 12.",
    "Revenue will triple to 999 billion.",
    "The CFO was arrested.",
    "The company was fined and its CEO resigned.",
    "Margins are 41% and the P/E is 8.2x.",
    "Revenue rose 12.3%[E999].",
    "It trades at 35 times earnings.",
    "The target price is 40 yuan.",
    "裁决是买入，概率 95%。",
    "止损设在 12 元。",
    "营收将达到 999 亿元。",
    "财务总监被捕。",
    "公司已被立案调查。",
    "市盈率只有 8 倍。",
    "毛利率提高了 5 个百分点。",
    "公司签订 30 亿元大单。",
]


@pytest.fixture
def sources() -> AnswerSources:
    known = AnswerSources()
    known.know_research(json.dumps(VERDICT, ensure_ascii=False))
    known.know("I want to lose no more than 15%.")
    return known


@pytest.mark.parametrize("sentence", RIGHT)
def test_what_a_tool_or_the_person_said_may_be_repeated_as_people_round(sentence: str, sources: AnswerSources) -> None:
    assert checked_answer(sentence, sources, EN).text == sentence


@pytest.mark.parametrize("sentence", WRONG)
def test_a_figure_tag_or_event_that_no_source_has_is_taken_out(sentence: str, sources: AnswerSources) -> None:
    found = checked_answer(f"Here it is.\n- {sentence}\nThat is all.", sources, EN)
    assert found.text == "Here it is.\n- (Removed for lack of evidence.)\nThat is all."
    assert found.faults


def test_a_proposal_of_the_writers_own_is_marked_as_an_opinion(sources: AnswerSources) -> None:
    assert checked_answer("不妨把移动止损设为 5%。", sources, ZH).text == "不妨把移动止损设为 5%。（观点）"
    assert checked_answer("I suggest a 5% trailing stop.", sources, EN).text.endswith("(opinion)")
    assert "95%" not in checked_answer("I suggest to buy, probability 95%.", sources, EN).text


def test_elsewhere_only_sentences_about_research_are_held(sources: AnswerSources) -> None:
    said = "The rules risk 1% a trade. The verdict was 95%."
    assert checked_answer(said, sources, EN, HeldSentences.ABOUT_RESEARCH).text == (
        "The rules risk 1% a trade. (Removed for lack of evidence.)"
    )


def test_ids_and_instants_are_no_figures() -> None:
    known = AnswerSources()
    known.know({"id": "01a1e7a6-52ff-737c-87d1-684ddf69a3df", "as_of": "2026-11-17T03:56:39Z", "position_percent": 20})
    assert faults_of("Margins are 52% of 737 yuan.", known) == ["52%", "737 yuan"]
    assert not faults_of("Put 20% into it.", known)
