"""Another instrument, named when the scope is settled, is proposed with its market and changes nothing by itself."""

from dataclasses import replace

import pytest

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock, PhaseResult
from packages.contracts.genui import ProposalCard
from packages.core.messages import Language
from tests.apps.api.agents.early_desk import INSTRUMENTS
from tests.apps.api.agents.late_desk import LateDesk, told

SCOPE = PhaseBlock(
    {
        "target_market": "us_stocks",
        "target_instrument": "AAPL",
        "opportunity_frequency_bucket": "few_per_week",
        "holding_period_bucket": "swing_days",
        "strategy_family_choice": "trend_continuation",
    }
)
BITCOIN = {"target_market": "crypto", "target_instrument": "BTC-USD"}
NAMED = [
    "Actually bitcoin",
    "还是比特币吧",
    "比特币",
    "bitcoin",
    "BTC-USD",
    "I'd rather trade bitcoin",
    "不如做比特币",
    "let's do bitcoin",
    "算了，还是比特币",
    "bitcoin instead",
]


async def _late(late: str) -> LateDesk:
    desk = LateDesk()
    desk.records.bars.update({each.symbol: each for each in INSTRUMENTS})
    await getattr(desk, late)()
    desk.blocks[Phase.PRE_STRATEGY] = SCOPE
    return desk


def _proposed(result: PhaseResult) -> dict[str, str]:
    return next((dict(card.fields) for card in result.cards if isinstance(card, ProposalCard)), {})


@pytest.mark.parametrize("late", ["stressing", "deploying"])
@pytest.mark.parametrize("said", NAMED)
async def test_it_is_proposed_with_its_market_and_the_rules_stay(late: str, said: str) -> None:
    desk = await _late(late)
    pieces = await desk.handler.build_prompt(await desk.hydrated(), said)
    assert "spoken_edit" not in pieces.state
    result = await desk.says(said)
    assert (_proposed(result), result.next_phase) == (BITCOIN, None)


@pytest.mark.parametrize("late", ["stressing", "deploying"])
@pytest.mark.parametrize("yes", ["yes", "对"])
async def test_who_accepts_it_has_the_rules_changed(late: str, yes: str) -> None:
    desk = await _late(late)
    await desk.says("Actually bitcoin")
    pieces = await desk.handler.build_prompt(await desk.hydrated(), yes)
    edit = pieces.state["spoken_edit"]
    assert isinstance(edit, dict)
    assert {"op": "replace", "path": "/universe/tickers/0", "value": "BTC-USD"} in edit["operations"]


@pytest.mark.parametrize("late", ["stressing", "deploying"])
async def test_who_does_not_want_it_hears_that_the_old_one_stays(late: str) -> None:
    desk = await _late(late)
    await desk.says("还是比特币吧")
    pieces = await desk.handler.build_prompt(await desk.hydrated(), "no")
    talk = pieces.state["instrument_talk"]
    assert isinstance(talk, dict)
    assert talk["kept"] == "All right, the instrument stays AAPL."
    result = await desk.says("no")
    assert (_proposed(result), result.next_phase) == ({}, None)


async def test_who_decides_something_else_hears_that_it_was_not_taken() -> None:
    desk = await _late("deploying")
    await desk.says("Actually bitcoin")
    result = await desk.says("paper")
    assert "BTC-USD was not taken: the instrument stays as it is." in result.clauses
    assert desk.value("deployment_target") == "paper"


async def test_a_question_keeps_it_waiting() -> None:
    desk = await _late("deploying")
    await desk.says("Actually bitcoin")
    assert _proposed(await desk.says("what is a drawdown?")) == BITCOIN


async def test_without_bars_nothing_is_proposed_and_it_is_told() -> None:
    desk = await _late("deploying")
    desk.language = Language.ZH
    pieces = await desk.handler.build_prompt(await desk.hydrated(), "TSLA")
    assert "spoken_edit" not in pieces.state
    talk = pieces.state["instrument_talk"]
    assert isinstance(talk, dict)
    assert "没有 TSLA 的 K 线数据，标的仍是 AAPL" in str(talk["kept"])


@pytest.mark.parametrize(
    "said",
    [
        "tighter stop",
        "use 20% less",
        "change it to bitcoin",
        "AAPL",
        "deploy it on paper",
        "what about bitcoin?",
        "好的",
    ],
)
async def test_other_messages_name_no_other_instrument(said: str) -> None:
    desk = await _late("deploying")
    assert "instrument_talk" not in (await desk.handler.build_prompt(await desk.hydrated(), said)).state


async def test_before_there_are_rules_an_accepted_instrument_leads_back_to_the_scope() -> None:
    desk = LateDesk(phase=Phase.STRATEGY)
    desk.records.bars.update({each.symbol: each for each in INSTRUMENTS})
    desk.blocks[Phase.PRE_STRATEGY] = replace(SCOPE, runtime={})
    assert _proposed(await desk.says("还是比特币吧")) == BITCOIN
    result = await desk.says("yes")
    assert result.next_phase is Phase.PRE_STRATEGY
    assert {name: desk.value(name) for name in BITCOIN} == BITCOIN
    assert desk.value("strategy_family_choice") is None


async def test_an_accepted_change_is_made_once_and_leads_back() -> None:
    desk = await _late("deploying")
    await desk.says("bitcoin")
    desk.save(version=2)
    result = await desk.says("yes", told("strategy", "patch_dsl", strategy_id="s1"))
    assert result.next_phase is Phase.STRATEGY
    assert not desk.blocks[Phase.PRE_STRATEGY].runtime.get("another_instrument")
