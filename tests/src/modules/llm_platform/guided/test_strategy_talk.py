"""A strategy drafted, changed, confirmed and backtested with the real tools, in both languages."""

import re

import pytest

from apps.api.agents.phases import Phase
from packages.core.messages import Language, render, word
from tests.src.modules.llm_platform.guided.conftest import BeginTalk
from tests.src.modules.llm_platform.guided.talk import Answer, Talk

pytestmark = pytest.mark.asyncio(loop_scope="module")

SCOPE = {
    "target_market": "us_stocks",
    "target_instrument": "DEMO5",
    "opportunity_frequency_bucket": "few_per_week",
    "holding_period_bucket": "swing_days",
    "strategy_family_choice": "mean_reversion",
}


async def draft(talk: Talk) -> Answer:
    return await talk.say("继续", Phase.STRATEGY, "draft", scope=SCOPE, understood=[])


@pytest.mark.parametrize(("language", "rule"), [(Language.ZH, "布林带"), (Language.EN, "Bollinger")])
async def test_a_draft_is_fitted_saved_and_explained_and_the_person_is_asked(
    begin: BeginTalk, language: Language, rule: str
) -> None:
    answer = await draft(begin(language))
    assert answer.called == [
        "strategy.templates",
        "strategy.validate_dsl",
        "strategy.upsert_dsl",
    ]
    card = answer.card("strategy_card")
    assert card.dsl_json["universe"]["tickers"] == ["DEMO5"]
    assert card.strategy_id == answer.patch["strategy_id"] == answer.result("upsert_dsl")["strategy_id"]
    assert rule in answer.text
    assert answer.result("templates")["template"]["traded"] in answer.text
    assert "strategy_confirmed" in answer.card("choice_prompt").choice_id


async def test_a_tighter_stop_makes_a_version_that_has_to_be_confirmed_anew(begin: BeginTalk) -> None:
    talk = begin(Language.ZH)
    strategy_id = (await draft(talk)).patch["strategy_id"]
    answer = await talk.say(
        "止损紧一点", Phase.STRATEGY, "backtest", strategy={"strategy_id": strategy_id}, understood=[]
    )
    assert answer.result("patch_dsl")["version"] == 2
    assert answer.result("diff_versions")["sentences"]["zh"][0] in answer.text
    assert answer.card("strategy_card").dsl_json["trade"]["long"]["exits"][1]["stop"]["value"] == 2.25
    assert "backtest.create_job" not in answer.called


async def test_a_confirmed_strategy_is_backtested_and_told_with_the_tools_own_numbers(begin: BeginTalk) -> None:
    talk = begin(Language.EN)
    strategy_id = (await draft(talk)).patch["strategy_id"]
    known = {"strategy": {"strategy_id": strategy_id}, "strategy_confirmed": "true", "understood": []}
    answer = await talk.say("confirm", Phase.STRATEGY, "backtest", **known)
    job_id = answer.patch["backtest_job_id"]
    while answer.result("get_job")["status"] != "done":  # the next message looks again
        answer = await talk.say("go on", Phase.STRATEGY, "backtest", **known, backtest={"backtest_job_id": job_id})
        assert "backtest.create_job" not in answer.called
    told = answer.result("get_job")
    assert told["summary"]["en"] in answer.text
    assert f"{told['figures']['total_return'] * 100:.1f} %" in answer.text
    assert f"(buy and hold {told['figures']['benchmark_drawdown'] * 100:.1f} %)" in answer.text
    assert f"{told['figures']['trades']} trades" in answer.text
    assert "fictional demo company" in answer.text
    assert answer.card("backtest_charts").job_id == job_id


async def test_the_desk_is_asked_what_it_thinks_and_answers_with_its_own_numbers(begin: BeginTalk) -> None:
    talk = begin(Language.ZH)
    answer = await talk.say("研究一下 DEMO5", Phase.STRATEGY, "draft", scope=SCOPE, understood=[])
    while answer.result("status")["status"] == "running":
        assert answer.card("research_report").status == "running"
        answer = await talk.say("研究结果", Phase.STRATEGY, "draft", scope=SCOPE, understood=[])
    status = answer.result("status")["status"]
    assert answer.card("research_report").status == status
    verdict = answer.result("verdict")
    reason = verdict["no_call_reason"]
    told = render(word("no_call_reason", reason), Language.ZH) if reason else f"{verdict['confidence'] * 100:.1f} %"
    assert told in answer.text
    thesis = re.sub(r"\s?\[\w+:E\d+\]", "", answer.result("debate")["bull"]["thesis"])
    assert thesis in answer.text
    assert not re.search(r"\[\w+:E\d+\]", answer.text), "names of rows are for machines"
    assert answer.card("debate_card").symbol == "DEMO5"


@pytest.mark.parametrize(
    ("language", "why"), [(Language.ZH, "为什么交易这么少？"), (Language.EN, "why so few trades?")]
)
async def test_questions_after_a_backtest_are_answered_with_the_tools_own_numbers(
    begin: BeginTalk, language: Language, why: str
) -> None:
    talk = begin(language)
    strategy_id = (await draft(talk)).patch["strategy_id"]
    known = {"strategy": {"strategy_id": strategy_id}, "strategy_confirmed": "true", "understood": []}
    answer = await talk.say("confirm", Phase.STRATEGY, "backtest", **known)
    job_id = answer.patch["backtest_job_id"]
    while answer.result("get_job")["status"] != "done":
        answer = await talk.say("go on", Phase.STRATEGY, "backtest", **known, backtest={"backtest_job_id": job_id})
    known["backtest"] = {"backtest_job_id": job_id, "status": "done"}
    answer = await talk.say(why, Phase.STRATEGY, "review", **known)
    figures, metrics = answer.result("get_job")["figures"], answer.result("metrics")
    assert f"{figures['trades']} " in answer.text
    assert metrics["first"][:10] in answer.text
    assert {"zh": "买入", "en": "- Buy when "}[language] in answer.text
    assert all(str(each["trades"]) in answer.text for each in answer.result("exit_reasons")["by_exit"])
    drawdown = f"{abs(figures['max_drawdown']) * 100:.1f}"
    answer = await talk.say(f"{drawdown}% 是什么意思？", Phase.STRATEGY, "review", **known)
    assert f"-{drawdown} %" in answer.text
