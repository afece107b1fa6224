"""The strategy phase: what makes it move, and what a model cannot do for a person."""

import pytest

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock
from packages.contracts.genui import ChoicePrompt, ProposalCard
from packages.core.events import JsonObject
from packages.core.messages import Language
from packages.domain.conversation.wording import say
from tests.apps.api.agents.late_desk import (
    CAREFUL,
    ME,
    OTHER,
    OTHER_RULES,
    RULES,
    SHORT_RULES,
    LateDesk,
    asking,
    told,
)

SAVED = told("strategy", "upsert_dsl", strategy_id="s1")
STARTED = told("backtest", "create_job", backtest_job_id="b1")


async def test_rules_that_the_person_agreed_to_go_to_the_stress_test_once_their_backtest_is_done() -> None:
    desk = LateDesk()
    desk.save()
    await desk.says("draft one", SAVED)
    assert (desk.value("strategy_id"), desk.value("strategy_confirmed")) == ("s1", None)
    await desk.says("I confirm")
    assert (desk.phase, desk.value("strategy_confirmed")) == (Phase.STRATEGY, "true")
    desk.backtest(status="running")
    result = await desk.says("test it", STARTED)
    assert (result.completed, desk.value("backtest_status"), result.missing_fields) == (False, "running", ())
    desk.backtest(status="done")
    result = await desk.says("is it done?")
    assert (desk.phase, result.transition_reason) == (Phase.STRESS_TEST, "strategy_confirmed_and_backtest_done")


async def test_the_stages_follow_from_what_is_stored() -> None:
    desk, seen = LateDesk(), []
    for step in ("draft", "backtest", "review"):
        if step == "backtest":
            desk.save()
            await desk.says("draft one", SAVED)
        if step == "review":
            desk.backtest()
        pieces = await desk.handler.build_prompt(await desk.hydrated(), "hello")
        seen.append((pieces.policy.phase_stage, "create_job" in str(pieces.policy.tools), pieces.state["stage"]))
    assert seen == [("draft", False, "draft"), ("backtest", True, "backtest"), ("review", True, "review")]


async def test_the_prompt_tells_what_binds_the_person_and_asks_for_their_word() -> None:
    desk = LateDesk(profile=CAREFUL, language=Language.ZH)
    desk.save()
    await desk.says("起草", SAVED)
    pieces = await desk.handler.build_prompt(await desk.hydrated(), "确认这个策略")
    assert "你的风险偏好是“保守”" in pieces.instructions
    assert ChoicePrompt.model_validate(pieces.state["next_prompt"]).choice_id == "strategy_confirmed"
    assert pieces.state["understood"] == [{"field": "strategy_confirmed", "value": "true", "label": "确认这个策略"}]


@pytest.mark.parametrize(
    "patch",
    [
        {"strategy_confirmed": "true", "backtest_status": "done"},
        {"strategy": {"strategy_confirmed": "true", "backtest_status": "done"}},
        {"confirmed_hash": "x", "runtime": {"confirmed_hash": "x"}, "phase": "deployment"},
    ],
)
async def test_a_model_cannot_confirm_for_the_person_or_declare_a_backtest_done(patch: JsonObject) -> None:
    desk = LateDesk()
    desk.save()
    desk.backtest(status="running")
    await desk.says("draft one", SAVED, STARTED)
    result = await desk.says("hm", patch=patch)
    assert (desk.phase, desk.value("strategy_confirmed"), desk.value("backtest_status")) == (
        Phase.STRATEGY,
        None,
        "running",
    )
    assert result.notes


async def test_ids_of_other_people_are_refused_and_told_to_the_model() -> None:
    desk = LateDesk()
    desk.save("theirs", owner=OTHER)
    desk.backtest("their_job", owner=OTHER, of="theirs")
    result = await desk.says("use it", patch={"strategy_id": "theirs", "backtest_job_id": "their_job"})
    assert (desk.value("strategy_id"), desk.value("backtest_job_id")) == (None, None)
    assert "strategy_id" in " ".join(result.notes)
    await desk.says("use it", told("strategy", "upsert_dsl", strategy_id="theirs"))
    assert desk.value("strategy_id") is None


async def test_a_backtest_of_other_rules_does_not_count() -> None:
    desk = await LateDesk().confirmed()
    desk.save("s2", OTHER_RULES)
    desk.backtest("b2", of="s2")
    result = await desk.says("done", told("backtest", "create_job", backtest_job_id="b2"))
    assert (desk.phase, desk.value("backtest_job_id")) == (Phase.STRATEGY, None)
    assert "backtest_job_id" in " ".join(result.notes)


async def test_changed_rules_are_unconfirmed_and_need_a_backtest_of_their_own() -> None:
    desk = await LateDesk().confirmed()
    desk.backtest()
    desk.save(dsl=OTHER_RULES, version=2)
    result = await desk.says("what about it", told("strategy", "patch_dsl", strategy_id="s1"))
    assert (result.completed, desk.value("strategy_confirmed"), desk.value("backtest_job_id")) == (False, None, None)


async def test_a_yes_is_bound_to_the_rules_that_were_shown_before_it() -> None:
    desk = LateDesk()
    desk.save()
    await desk.says("draft one", SAVED)
    desk.save(dsl=OTHER_RULES, version=2)
    result = await desk.says("I confirm", told("strategy", "patch_dsl", strategy_id="s1"))
    assert desk.value("strategy_confirmed") is None
    assert "not those that the person agreed to" in " ".join(result.notes)
    await desk.says("I confirm")
    assert desk.value("strategy_confirmed") == "true"


@pytest.mark.parametrize(
    ("asked", "yes", "language"),
    [("what is an EMA?", "looks good", Language.EN), ("什么是均线？", "就这样", Language.ZH)],
)
async def test_rules_that_changed_while_a_question_was_asked_are_said_to_have_changed_and_wait(
    asked: str, yes: str, language: Language
) -> None:
    desk = LateDesk(language=language)
    desk.save()
    await desk.says("draft one", SAVED, cards=(asking("strategy_confirmed"),))
    before = desk.blocks[Phase.STRATEGY].runtime["content_hash"]
    desk.save(dsl=OTHER_RULES, version=2)
    changed = await desk.says(
        asked, told("strategy", "upsert_dsl", strategy_id="s1"), cards=(asking("strategy_confirmed"),)
    )
    assert changed.clauses[0] == say(language, "rules_changed_unasked")
    assert desk.blocks[Phase.STRATEGY].runtime["content_hash"] != before
    again = await desk.says(yes, cards=(asking("strategy_confirmed"),))
    assert desk.value("strategy_confirmed") is None
    assert again.clauses[0] == say(language, "rules_changed_since")
    await desk.says("I confirm")
    assert desk.value("strategy_confirmed") == "true"


@pytest.mark.parametrize(
    ("yes", "language"), [("looks good", Language.EN), ("I confirm", Language.EN), ("就这样", Language.ZH)]
)
async def test_rules_that_a_model_changed_beside_a_yes_are_said_to_have_changed(yes: str, language: Language) -> None:
    desk = LateDesk(language=language)
    desk.save()
    await desk.says("draft one", SAVED, cards=(asking("strategy_confirmed"),))
    changed = await desk.says(
        yes,
        told("strategy", "patch_dsl", strategy_id="s1"),
        cards=(asking("strategy_confirmed"),),
        saves=OTHER_RULES,
    )
    assert desk.value("strategy_confirmed") is None
    assert changed.clauses[0] == say(language, "rules_changed_unasked")


async def test_rules_that_the_person_wanted_changed_are_not_said_to_be_unasked() -> None:
    desk = LateDesk()
    desk.save()
    await desk.says("draft one", SAVED)
    desk.save(dsl=OTHER_RULES, version=2)
    changed = await desk.says("can we use bands instead?", told("strategy", "upsert_dsl", strategy_id="s1"))
    assert say(desk.language, "rules_changed_unasked") not in changed.clauses


@pytest.mark.parametrize("said", ["not yet", "先等等", "还没想好"])
async def test_a_model_proposes_no_yes_to_who_wants_to_wait(said: str) -> None:
    desk = LateDesk()
    desk.save()
    await desk.says("draft one", SAVED, cards=(asking("strategy_confirmed"),))
    result = await desk.says(said, patch={"strategy_confirmed": "true"}, cards=(asking("strategy_confirmed"),))
    assert not [card for card in result.cards if isinstance(card, ProposalCard)]
    assert desk.value("strategy_confirmed") is None


async def test_a_yes_without_rules_says_nothing() -> None:
    desk = LateDesk()
    desk.save()
    await desk.says("yes, I confirm", SAVED)
    assert desk.value("strategy_confirmed") is None


async def test_a_draft_that_was_shown_can_be_agreed_to_and_is_saved_in_the_same_turn() -> None:
    desk = LateDesk()
    desk.records.drafts[ME, "draft1"] = RULES
    await desk.says("draft one", told("strategy", "validate_dsl", valid=True, strategy_draft_id="draft1"))
    desk.save()
    await desk.says("Confirm this strategy", SAVED)
    assert desk.value("strategy_confirmed") == "true"


async def test_a_mere_yes_counts_only_where_the_question_was_asked() -> None:
    desk = LateDesk()
    desk.save()
    await desk.says("draft one", SAVED)
    await desk.says("ok")
    assert desk.value("strategy_confirmed") is None
    await desk.says("and?", cards=(asking("strategy_confirmed"),))
    await desk.says("ok")
    assert desk.value("strategy_confirmed") == "true"


async def test_an_order_for_the_next_step_does_not_confirm_what_waits_for_a_word() -> None:
    desk = LateDesk()
    desk.save()
    await desk.says("draft one", SAVED)
    await desk.says("and?", cards=(asking("strategy_confirmed"),))
    await desk.says("looks good, run it", cards=(asking("strategy_confirmed"),))
    await desk.says("now stress it", cards=(asking("strategy_confirmed"),))
    assert desk.value("strategy_confirmed") is None
    await desk.says("I confirm")
    assert desk.value("strategy_confirmed") == "true"


@pytest.mark.parametrize("word", ["don't confirm", "I can't confirm this", "confirm nothing", "yeah no", "有问题"])
async def test_a_refusal_takes_the_confirmation_that_waits_away(word: str) -> None:
    desk = LateDesk()
    desk.save()
    await desk.says("draft one", SAVED)
    await desk.says("and?", cards=(asking("strategy_confirmed"),))
    await desk.says("looks good, run it", cards=(asking("strategy_confirmed"),))
    result = await desk.says(word)
    assert desk.value("strategy_confirmed") is None
    assert not any(card.type == "proposal" for card in result.cards)


async def test_rules_that_break_the_persons_own_answers_cannot_be_confirmed_and_the_clause_is_named() -> None:
    desk = LateDesk(profile=CAREFUL)
    desk.save(dsl=SHORT_RULES)
    desk.backtest()
    await desk.says("draft one", SAVED)
    result = await desk.says("I confirm")
    assert (desk.phase, desk.value("strategy_confirmed")) == (Phase.STRATEGY, None)
    assert any("Your " in clause and "short" in clause for clause in result.clauses)
    assert result.notes


async def test_the_person_can_take_a_yes_back() -> None:
    desk = await LateDesk().confirmed()
    await desk.says("Change something")
    assert desk.value("strategy_confirmed") is None


async def test_who_wants_to_trade_something_else_goes_back_to_the_scope() -> None:
    desk = await LateDesk().confirmed()
    scope = {"target_market": "us_stocks", "target_instrument": "AAPL", "strategy_family_choice": "mean_reversion"}
    desk.blocks[Phase.PRE_STRATEGY] = PhaseBlock(scope)
    result = await desk.says("I want to trade another stock")
    assert (desk.phase, result.transition_reason) == (Phase.PRE_STRATEGY, "person_wants_another_scope")
    assert dict(desk.blocks[Phase.PRE_STRATEGY].profile) == {"target_market": "us_stocks"}
    assert "target_instrument" in desk.blocks[Phase.PRE_STRATEGY].missing_fields
    assert desk.value("strategy_id", Phase.STRATEGY) is None


async def test_ids_that_are_gone_are_dropped_when_a_turn_begins() -> None:
    desk = await LateDesk().stressing()
    desk.phase = Phase.STRATEGY
    desk.records.strategies.clear()
    block = (await desk.hydrated()).block
    assert dict(block.profile) == {}
    assert set(block.missing_fields) >= {"strategy_id", "strategy_confirmed"}


async def test_new_rules_with_a_stop_in_ranges_say_once_that_their_loss_is_checked_at_each_order() -> None:
    desk = LateDesk(profile=CAREFUL, language=Language.EN)
    desk.save()
    first, again = await desk.says("draft one", SAVED), await desk.says("hm")
    assert [each for each in first.clauses if "checked at each order" in each]
    assert not again.clauses


@pytest.mark.parametrize("said", ["stop it", "cancel the backtest", "停下来", "取消回测"])
async def test_a_backtest_that_runs_is_stopped_whoever_answers_and_said_so(said: str) -> None:
    desk = await LateDesk().confirmed()
    desk.backtest(status="running")
    await desk.says("go on", told("backtest", "create_job", backtest_job_id="b1"))
    result = await desk.says(said)
    assert desk.records.backtests[ME, "b1"].is_stopped
    assert say(desk.language, "stopped.backtest") in result.clauses
    assert desk.value("backtest_job_id") is None


@pytest.mark.parametrize(("said", "language"), [("asdkj qwpoe zzxc", Language.EN), ("啊吧嘎啦哔咕噜", Language.ZH)])
async def test_rules_that_a_model_changed_on_words_that_nobody_can_read_are_said_to_and_wait(
    said: str, language: Language
) -> None:
    desk = LateDesk(language=language)
    desk.save()
    await desk.says("draft one", SAVED, cards=(asking("strategy_confirmed"),))
    desk.save(dsl=OTHER_RULES, version=2)
    changed = await desk.says(
        said, told("strategy", "upsert_dsl", strategy_id="s1"), cards=(asking("strategy_confirmed"),)
    )
    assert changed.clauses[0] == say(language, "rules_changed_unread")
    assert desk.value("strategy_confirmed") is None
