"""An instrument of another market is proposed with it, and what was researched is proposed to be traded."""

from dataclasses import replace

import pytest

from apps.api.agents.protocol import Reply, ToolOutcome
from packages.contracts.genui import ProposalCard
from packages.core.messages import Language
from packages.domain.conversation.understanding.model import Understood, Wish
from tests.apps.api.agents.early_desk import BOLD, scoping


@pytest.mark.parametrize("language", list(Language))
async def test_an_instrument_of_another_market_proposes_that_market_too(language: Language) -> None:
    desk = await scoping(BOLD, language).answers("US stocks")
    result = await desk.says("DEMO1.SZ")
    assert desk.values() == {"target_market": "us_stocks"}
    assert desk.proposed() == {"target_market": "cn_stocks", "target_instrument": "DEMO1.SZ"}
    assert "DEMO1.SZ" in result.clauses[0]
    await desk.accepts()
    assert desk.values() == {"target_market": "cn_stocks", "target_instrument": "DEMO1.SZ"}


async def test_an_instrument_of_the_market_that_was_proposed_accepts_it() -> None:
    desk = await scoping().answers("US stocks")
    await desk.says("no wait, crypto")
    assert desk.proposed() == {"target_market": "crypto"}
    await desk.says("BTC-USD")
    assert desk.values() == {"target_market": "crypto", "target_instrument": "BTC-USD"}


async def test_an_instrument_of_the_chosen_market_drops_another_that_was_proposed() -> None:
    desk = await scoping().answers("US stocks")
    await desk.says("no wait, crypto")
    await desk.says("AAPL")
    assert (desk.values(), desk.proposed()) == ({"target_market": "us_stocks", "target_instrument": "AAPL"}, {})


async def test_after_research_its_instrument_is_proposed_once_with_its_market() -> None:
    desk = scoping()
    ended = Reply(Understood(wishes=(Wish.RESEARCH_STATUS,)), "")
    known = {"research": {"research_session_id": "r", "status": "running", "symbol": "AAPL"}}
    result = await desk.handler.post_process(replace(await desk.context(), metadata=known), ended)
    (card,) = [each for each in result.cards if isinstance(each, ProposalCard)]
    assert card.fields == {"target_market": "us_stocks", "target_instrument": "AAPL"}
    desk.blocks, desk.result = {**desk.blocks, **result.artifacts}, result
    await desk.says("No, let me change that")
    again = await desk.handler.post_process(replace(await desk.context(), metadata=known), ended)
    assert not [each for each in again.cards if isinstance(each, ProposalCard)]


async def test_research_that_still_runs_when_its_turn_ends_proposes_nothing_yet() -> None:
    desk = scoping()
    pieces = await desk.handler.build_prompt(await desk.context(), "research AAPL")
    running = {"research_session_id": "r", "status": "running", "symbol": "AAPL"}
    tools = [ToolOutcome("research", name, {"research_session_id": "r"}, True, running) for name in ("run", "status")]
    result = await desk.handler.post_process(await desk.context(), Reply(pieces.understood, "", tools=tools))
    assert not [each for each in result.cards if isinstance(each, ProposalCard)]


async def test_research_that_ends_in_its_own_turn_proposes_its_market_with_one_tap_and_asks_for_no_more() -> None:
    desk = scoping()
    pieces = await desk.handler.build_prompt(await desk.context(), "research AAPL")
    over = {"research_session_id": "r", "status": "completed", "symbol": "AAPL"}
    tools = [ToolOutcome("research", name, {"research_session_id": "r"}, True, over) for name in ("run", "verdict")]
    result = await desk.handler.post_process(await desk.context(), Reply(pieces.understood, "", tools=tools))
    desk.blocks, desk.result = {**desk.blocks, **result.artifacts}, result
    assert desk.proposed() == {"target_market": "us_stocks", "target_instrument": "AAPL"}
    assert desk.values() == {}, "nothing binds before the person has said so"
    assert desk.prompt.choice_id == "target_market", "and not how often to trade it"
    await desk.accepts()
    assert desk.values() == {"target_market": "us_stocks", "target_instrument": "AAPL"}
    assert desk.prompt.choice_id == "opportunity_frequency_bucket"


@pytest.mark.parametrize("language", list(Language))
async def test_a_verdict_on_another_instrument_replaces_what_was_proposed_after_the_one_before(
    language: Language,
) -> None:
    desk = scoping(BOLD, language)
    ended = Reply(Understood(wishes=(Wish.RESEARCH_STATUS,)), "")
    for symbol, market in (("AAPL", "us_stocks"), ("DEMO1.SZ", "cn_stocks")):
        known = {"research": {"research_session_id": symbol, "status": "running", "symbol": symbol}}
        result = await desk.handler.post_process(replace(await desk.context(), metadata=known), ended)
        desk.blocks, desk.result = {**desk.blocks, **result.artifacts}, result
        assert desk.proposed() == {"target_market": market, "target_instrument": symbol}
    await desk.says("research AAPL" if language is Language.EN else "研究 AAPL")
    assert desk.proposed() == {}, "a new research withdraws the offer of the last"
