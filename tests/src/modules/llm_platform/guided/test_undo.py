"""Undoing a change of the rules with the real tools: what comes back is a version of its own, to be confirmed."""

import pytest

from apps.api.agents.phases import Phase
from packages.core.messages import Language
from src.modules.llm_platform.infrastructure.guided.undoing import version_before
from tests.src.modules.llm_platform.guided.conftest import BeginTalk
from tests.src.modules.llm_platform.guided.talk import Answer, Talk
from tests.src.modules.llm_platform.guided.test_strategy_talk import draft

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def said(talk: Talk, words: str, strategy_id: str, **state: object) -> Answer:
    return await talk.say(
        words, Phase.STRATEGY, "backtest", strategy={"strategy_id": strategy_id}, understood=[], **state
    )


@pytest.mark.parametrize(
    ("language", "tighter", "undo", "restored"),
    [(Language.ZH, "止损紧一点", "撤销", "第 1 版"), (Language.EN, "tighten the stop", "undo that", "version 1")],
)
async def test_the_rules_before_the_last_change_come_back_and_are_put_to_the_person(
    begin: BeginTalk, language: Language, tighter: str, undo: str, restored: str
) -> None:
    talk = begin(language)
    first = await draft(talk)
    strategy_id = first.patch["strategy_id"]
    changed = await said(talk, tighter, strategy_id)
    assert changed.result("patch_dsl")["version"] == 2
    answer = await said(talk, undo, strategy_id, undo="version")
    assert answer.result("rollback")["version"] == 3
    assert restored in answer.text
    assert answer.card("strategy_card").dsl_json == first.card("strategy_card").dsl_json
    assert "strategy_confirmed" in answer.card("choice_prompt").choice_id
    again = await said(talk, undo, strategy_id, undo="version")
    assert "strategy.rollback" not in again.called, "nothing came before the first version"


@pytest.mark.parametrize(("language", "words"), [(Language.ZH, "没有可撤销"), (Language.EN, "nothing to undo")])
async def test_who_has_nothing_to_undo_is_told_so(begin: BeginTalk, language: Language, words: str) -> None:
    talk = begin(language)
    strategy_id = (await draft(talk)).patch["strategy_id"]
    answer = await said(talk, "undo", strategy_id, undo="nothing")
    assert words in answer.text
    assert "strategy.rollback" not in answer.called


@pytest.mark.parametrize(
    ("version", "restored", "before"), [(2, {}, 1), (3, {3: 1}, 0), (4, {4: 2}, 1), (5, {5: 4, 4: 2}, 1), (1, {}, 0)]
)
async def test_a_second_undo_goes_further_back(version: int, restored: dict[int, int], before: int) -> None:
    assert version_before(version, restored) == before
