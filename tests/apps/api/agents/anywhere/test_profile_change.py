"""One answer about the person changes by a proposal and one tap; the others stay."""

import pytest

from apps.api.agents.anywhere.profile_change import ASKED_AGAIN
from apps.api.agents.phases import Phase
from packages.contracts.genui import ChoicePrompt, ProposalCard
from packages.core.messages import Language
from packages.domain.accounts.profile import RiskTolerance
from packages.domain.conversation.wording import say
from tests.apps.api.agents.early_desk import scoping
from tests.apps.api.agents.late_desk import CAREFUL, LateDesk, told


@pytest.mark.parametrize("text", ["change my risk tolerance to conservative", "把风险偏好改成保守"])
async def test_a_changed_answer_is_proposed_and_counts_with_one_tap(text: str) -> None:
    desk = await scoping().answers("US stocks")
    before = desk.profile
    await desk.says(text)
    assert (desk.proposed(), desk.profile, desk.phase) == (
        {"risk_tolerance": "conservative"},
        before,
        Phase.PRE_STRATEGY,
    )
    result = await desk.accepts()
    assert desk.profile.risk_tolerance is RiskTolerance.CONSERVATIVE
    assert desk.profile.return_expectation is before.return_expectation
    assert desk.values() == {"target_market": "us_stocks"}
    assert result is not None
    assert any("drawdown of 15%" in clause for clause in result.clauses), "what binds them now is told"


async def test_what_the_new_answer_no_longer_allows_is_dropped_and_told() -> None:
    desk = await scoping().answers("crypto")
    await desk.says("change my risk tolerance to conservative")
    result = await desk.accepts()
    assert result is not None
    assert any("no trading of Crypto. Choose another" in clause for clause in result.clauses)
    assert desk.values() == {}


async def test_a_refused_proposal_asks_for_that_one_answer_alone() -> None:
    desk = await scoping().answers("US stocks")
    await desk.says("change my risk tolerance to conservative")
    result = await desk.says(say(Language.EN, "proposal.change"))
    asked = next(card for card in result.cards if isinstance(card, ChoicePrompt))
    assert [asked.choice_id, asked.options[-1].id] == ["risk_tolerance", "keep_answer"]
    await desk.says("Moderate")
    assert desk.profile.risk_tolerance is RiskTolerance.MODERATE


@pytest.mark.parametrize("text", ["I want to change my risk tolerance", "修改风险偏好"])
async def test_who_names_an_answer_without_a_new_one_is_asked_for_it_and_may_keep_it(text: str) -> None:
    desk = await scoping().answers("US stocks")
    before = desk.profile
    result = await desk.says(text)
    assert next(card.choice_id for card in result.cards if isinstance(card, ChoicePrompt)) == "risk_tolerance"
    await desk.says(say(Language.EN, "option.keep_answer"))
    assert (desk.profile, desk.phase) == (before, Phase.PRE_STRATEGY)


async def test_who_speaks_of_something_else_has_not_agreed_with_a_later_yes() -> None:
    desk = await scoping().answers("US stocks")
    before = desk.profile
    await desk.says("change my risk tolerance to conservative")
    await desk.says("AAPL")
    await desk.says("yes")
    assert desk.profile == before


@pytest.mark.parametrize("late", ["stressing", "deploying"])
async def test_rules_that_no_longer_fit_lead_back_to_the_strategy(late: str) -> None:
    desk = await getattr(LateDesk(), late)()
    result = await desk.says("change my risk tolerance to conservative and my return expectation to preservation")
    if not any(isinstance(card, ProposalCard) for card in result.cards):
        result = await desk.says("change my risk tolerance to conservative")
    assert desk.profile != CAREFUL
    result = await desk.says("yes")
    assert result.profile is not None
    assert result.profile.risk_tolerance is RiskTolerance.CONSERVATIVE
    fits = not any("Make" in clause or "Remove" in clause or "Add" in clause for clause in result.clauses)
    assert (result.next_phase is Phase.STRATEGY) is not fits


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("i want to change my risk tolerance, make it conservative", Language.EN),
        ("actually my risk tolerance: switch it to conservative please", Language.EN),
        ("我想改一下风险偏好，改成保守吧", Language.ZH),
    ],
)
async def test_the_new_value_is_read_beside_the_name_of_the_answer(text: str, language: Language) -> None:
    desk = await scoping().answers("US stocks")
    desk.language = language
    await desk.says(text)
    assert desk.proposed() == {"risk_tolerance": "conservative"}


@pytest.mark.parametrize("nod", ["yes", "ok", "好的", "对"])
async def test_a_bare_yes_to_the_answers_asked_again_agrees_to_nothing_else(nod: str) -> None:
    desk = LateDesk(language=Language.ZH if nod in ("好的", "对") else Language.EN)
    desk.save()
    await desk.says("draft one", told("strategy", "upsert_dsl", strategy_id="s1"))
    await desk.says("change my risk tolerance" if desk.language is Language.EN else "我想改风险偏好")
    await desk.says(nod)
    assert desk.blocks[Phase.STRATEGY].profile.get("strategy_confirmed") is None
    assert desk.blocks[Phase.KYC].runtime.get(ASKED_AGAIN) == "risk_tolerance"
