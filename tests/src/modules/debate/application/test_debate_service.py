"""The service: bull and bear side by side, then the resolution, and failures as they are."""

import asyncio

import pytest

from src.modules.debate.application.services.debate_service import DebateService
from src.modules.debate.domain.exceptions import LLMOutputParseError, RoundsOutOfRange
from src.modules.debate.domain.model.enums import Engine
from tests.src.modules.debate.agents import Before, TellingBear, TellingBull, TellingResolution
from tests.src.modules.debate.making import SYMBOL, bear, bull, debate_input, five_experts, resolution, summary


class Broken(RuntimeError):
    """A fault that a test plants."""


def raising(error: Exception) -> Before:
    async def fail() -> None:
        raise error

    return fail


async def for_ever() -> None:
    await asyncio.get_running_loop().create_future()


async def test_three_stages_give_an_outcome_with_all_its_parts() -> None:
    resolving = TellingResolution()
    outcome = await DebateService(TellingBull(), TellingBear(), resolving).run(debate_input())
    assert (outcome.symbol, outcome.direction, outcome.confidence) == (SYMBOL, "BULLISH", 0.55)
    assert outcome.bull_case.core_thesis == bull().core_thesis
    assert outcome.bull_case.acknowledged_risks == ["The valuation is stretched."]
    assert outcome.bear_case.acknowledged_strengths == ["Cash flow is good."]
    assert outcome.bull_case.supporting_arguments[0].model_dump() == bull().supporting_arguments[0].model_dump()
    assert [item.model_dump() for item in outcome.risk_matrix] == [
        {"risk": "A holder sells.", "probability": "MEDIUM", "impact": "HIGH", "mitigation": "Leave below 10.20."}
    ]
    assert outcome.key_disagreements == ["Chart against valuation."]
    assert outcome.conflict_resolution.startswith("The bull outweighs")
    assert resolving.heard == [(SYMBOL, bull(), bear())]


async def test_bull_and_bear_are_at_work_at_the_same_time() -> None:
    """Each waits until the other has begun: one after the other would never end."""
    bull_begun, bear_begun = asyncio.Event(), asyncio.Event()

    async def bull_waits() -> None:
        bull_begun.set()
        await bear_begun.wait()

    async def bear_waits() -> None:
        bear_begun.set()
        await bull_begun.wait()

    service = DebateService(TellingBull(before=bull_waits), TellingBear(before=bear_waits), TellingResolution())
    async with asyncio.timeout(60):
        await service.run(debate_input())


async def test_the_resolution_waits_for_both_sides() -> None:
    gate, resolving = asyncio.Event(), TellingResolution()

    async def wait() -> None:
        await gate.wait()

    service = DebateService(TellingBull(), TellingBear(before=wait), resolving)
    running = asyncio.create_task(service.run(debate_input()))
    for _ in range(10):
        await asyncio.sleep(0)
    assert resolving.heard == []
    gate.set()
    await running
    assert len(resolving.heard) == 1


async def test_a_failing_bull_ends_the_debate_with_its_own_error() -> None:
    error, waiting, resolving = Broken("bull"), TellingBear(before=for_ever), TellingResolution()
    service = DebateService(TellingBull(before=raising(error)), waiting, resolving)
    with pytest.raises(Broken) as raised:
        await service.run(debate_input())
    assert raised.value is error
    assert waiting.cancelled
    assert resolving.heard == []


async def test_a_failing_bear_ends_the_debate_with_its_own_error() -> None:
    error, waiting, resolving = Broken("bear"), TellingBull(before=for_ever), TellingResolution()
    service = DebateService(waiting, TellingBear(before=raising(error)), resolving)
    with pytest.raises(Broken) as raised:
        await service.run(debate_input())
    assert raised.value is error
    assert waiting.cancelled
    assert resolving.heard == []


async def test_a_failing_resolution_ends_the_debate_with_its_own_error() -> None:
    error = LLMOutputParseError("The answer is empty.")
    service = DebateService(TellingBull(), TellingBear(), TellingResolution(before=raising(error)))
    with pytest.raises(LLMOutputParseError) as raised:
        await service.run(debate_input())
    assert raised.value is error


async def test_an_error_keeps_its_cause_and_comes_in_no_group() -> None:
    error = Broken("bull")
    error.__cause__ = ValueError("the reason")
    service = DebateService(TellingBull(before=raising(error)), TellingBear(before=for_ever), TellingResolution())
    with pytest.raises(Broken) as raised:
        await service.run(debate_input())
    assert isinstance(raised.value.__cause__, ValueError)


async def test_when_both_fail_the_first_error_comes_out_and_none_is_left_behind() -> None:
    first, second = Broken("first"), Broken("second")

    async def fail_when_cancelled() -> None:
        try:
            await for_ever()
        finally:
            raise second

    service = DebateService(
        TellingBull(before=fail_when_cancelled), TellingBear(before=raising(first)), TellingResolution()
    )
    with pytest.raises(Broken) as raised:
        await service.run(debate_input())
    assert raised.value is first


async def test_a_cancelled_debate_cancels_both_sides() -> None:
    one, other = TellingBull(before=for_ever), TellingBear(before=for_ever)
    running = asyncio.create_task(DebateService(one, other, TellingResolution()).run(debate_input()))
    while not (one.heard and other.heard):
        await asyncio.sleep(0)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert one.cancelled
    assert other.cancelled


async def test_one_round_hears_no_opponent() -> None:
    one, other = TellingBull(), TellingBear()
    await DebateService(one, other, TellingResolution()).run(debate_input())
    assert (one.heard, other.heard) == ([None], [None])


async def test_from_the_second_round_on_each_side_hears_the_others_last_argument() -> None:
    one, other, resolving = TellingBull(), TellingBear(), TellingResolution()
    outcome = await DebateService(one, other, resolving).run(debate_input(), rounds=3)
    assert one.heard == [None, other.says, other.says]
    assert other.heard == [None, one.says, one.says]
    assert len(resolving.heard) == 1
    assert outcome.rounds == 3


@pytest.mark.parametrize("rounds", [0, -1, 4])
async def test_a_debate_of_no_round_or_too_many_is_refused_before_anybody_speaks(rounds: int) -> None:
    one = TellingBull()
    with pytest.raises(RoundsOutOfRange, match="1 to 3"):
        await DebateService(one, TellingBear(), TellingResolution()).run(debate_input(), rounds)
    assert one.heard == []


@pytest.mark.parametrize("slow", ["bull", "bear"])
async def test_who_speaks_last_changes_nothing(slow: str) -> None:
    """The outcome is the same whichever side ends first."""
    usual = await DebateService(TellingBull(), TellingBear(), TellingResolution()).run(debate_input())
    ended = asyncio.Event()

    async def wait() -> None:
        await ended.wait()

    async def end() -> None:
        ended.set()

    one = TellingBull(before=wait if slow == "bull" else end)
    other = TellingBear(before=wait if slow == "bear" else end)
    assert await DebateService(one, other, TellingResolution()).run(debate_input()) == usual


@pytest.mark.parametrize("direction", ["BULLISH", "BEARISH", "NEUTRAL"])
async def test_the_direction_is_one_of_three(direction: str) -> None:
    resolving = TellingResolution(resolution(direction=direction))
    outcome = await DebateService(TellingBull(), TellingBear(), resolving).run(debate_input())
    assert outcome.direction == direction


@pytest.mark.parametrize("confidence", [0.0, 0.5, 1.0])
async def test_the_confidence_is_between_nought_and_one(confidence: float) -> None:
    resolving = TellingResolution(resolution(confidence=confidence))
    outcome = await DebateService(TellingBull(), TellingBear(), resolving).run(debate_input())
    assert outcome.confidence == confidence


async def test_the_outcome_says_who_argued_and_what_was_missing() -> None:
    async def by_rules() -> Engine:
        return Engine.RULES

    two = {"technical_analyst": summary("BULLISH", reasoning="It rises."), "macro_intelligence": summary("Neutral")}
    outcome = await DebateService(TellingBull(), TellingBear(), TellingResolution(), by_rules).run(debate_input(two))
    assert outcome.engine == "rules"
    assert outcome.degraded == [
        "Only 2 of 5 experts were debated; missing: financial auditor, valuation modeler, catalyst detective."
    ]


async def test_when_it_cannot_be_settled_who_argues_nobody_speaks() -> None:
    async def nobody_can_say() -> Engine:
        raise Broken("no settings")

    one = TellingBull()
    with pytest.raises(Broken):
        await DebateService(one, TellingBear(), TellingResolution(), nobody_can_say).run(debate_input())
    assert one.heard == []


async def test_the_outcome_carries_the_probability_of_each_stage() -> None:
    outcome = await DebateService(TellingBull(), TellingBear(), TellingResolution()).run(debate_input(five_experts()))
    assert outcome.stages is not None
    before = 0.5 + 0.45 * (0.7 * 0.78 + 0.7 - 0.7 * 0.64 - 0.7 * 0.55) / 5
    assert outcome.stages.before == pytest.approx(before, abs=1e-4)
    assert outcome.stages.bull == pytest.approx((before + 0.5 + 0.45 * 0.7) / 2, abs=1e-3)
    assert outcome.stages.bear == pytest.approx((before + 0.5 - 0.45 * 0.4) / 2, abs=1e-3)
    assert outcome.stages.resolution == pytest.approx(0.5 + 0.45 * 0.55)
    assert (outcome.bull_case.confidence, outcome.bear_case.confidence) == (0.7, 0.4)
    assert (outcome.bull_case.summary, outcome.bear_case.summary) == ("Momentum and cash.", "Valuation.")
