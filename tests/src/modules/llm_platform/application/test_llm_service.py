"""One door to every model: who is asked, how often, what is reused, and what the book says afterwards."""

import asyncio
from collections.abc import AsyncIterator
from decimal import Decimal
from typing import Literal

import pytest
from pydantic import BaseModel, ConfigDict

from packages.core.ids import Ids
from packages.infra.db.engine import Database
from src.modules.llm_platform.domain.errors import (
    BudgetExhausted,
    CircuitOpen,
    ModelBusy,
    ModelOutputUnusable,
    ModelRefused,
    ModelTimeout,
    ModelUnreachable,
    PriceUnknown,
)
from src.modules.llm_platform.domain.ledger import BudgetLimit, Budgets, CallLine, CallStatus
from src.modules.llm_platform.domain.models import ModelTimeouts
from src.modules.llm_platform.domain.requests import Finish, TokenUsage
from src.modules.llm_platform.infrastructure.ledger.sql_ledger import SqlLedger
from tests.fakes.clock import StoppedClock
from tests.fakes.scripted_model import Fails, Hangs, Says, ScriptedModel, ScriptedProviders, Streams
from tests.src.modules.llm_platform.application.desks import OWNER, Naps, config, desk, service


class Verdict(BaseModel):
    model_config = ConfigDict(extra="forbid")

    direction: Literal["BULLISH", "BEARISH"]
    confidence: float


GOOD = '{"direction": "BULLISH", "confidence": 0.7}'


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock()


@pytest.fixture
async def ledger(database: Database, clock: StoppedClock) -> AsyncIterator[SqlLedger]:
    async with SqlLedger(database, Budgets(), clock, Ids(clock)).running() as ledger:
        yield ledger


async def _book(ledger: SqlLedger) -> list[CallLine]:
    """Oldest first."""
    return sorted(await ledger.calls(OWNER), key=lambda line: (line.started_at, line.number))


async def test_an_answer_is_in_the_book_with_its_tokens_and_its_cost(ledger: SqlLedger, clock: StoppedClock) -> None:
    with ScriptedModel(Says("Buy.", usage=TokenUsage(1000, 100))) as model:
        llm = service(desk([config("main")], ScriptedProviders(main=model), ledger, clock))
        assert await llm.generate("What now?", "You are brief.", 0.3) == "Buy."
    (asked,) = model.requests
    assert (asked.system_message, asked.temperature) == ("You are brief.", 0.3)  # type: ignore[union-attr]
    (line,) = await _book(ledger)
    assert (line.status, line.alias, line.agent) == (CallStatus.COMPLETED, "main", "bull")
    assert (line.input_tokens, line.output_tokens, line.cost) == (1000, 100, Decimal("0.003"))


async def test_a_fault_is_tried_again_after_a_wait_and_both_tries_are_visible(
    ledger: SqlLedger, clock: StoppedClock
) -> None:
    naps = Naps()
    with ScriptedModel(Fails(ModelBusy("busy", status_code=503, retry_after=4)), Says("ok")) as model:
        llm = service(desk([config("main")], ScriptedProviders(main=model), ledger, clock, naps=naps))
        assert await llm.generate("?") == "ok"
    assert naps.taken == [4]
    first, second = await _book(ledger)
    assert (first.status, first.error_code, first.number) == (CallStatus.FAILED, "model_busy", 1)
    assert (second.status, second.number) == (CallStatus.COMPLETED, 2)
    assert first.call_id == second.call_id


async def test_when_one_model_fails_the_next_by_priority_is_asked(ledger: SqlLedger, clock: StoppedClock) -> None:
    low, high = ScriptedModel(Says("from low")), ScriptedModel(*[Fails(ModelTimeout("late"))] * 3)
    configs = [config("low", 1), config("high", 9)]
    llm = service(desk(configs, ScriptedProviders(low=low, high=high), ledger, clock))
    assert await llm.generate("?") == "from low"
    low.assert_done()
    high.assert_done()
    assert [line.alias for line in await _book(ledger)] == ["high", "high", "high", "low"]


async def test_a_refusal_is_final_for_a_model_and_told_when_nobody_else_is_there(
    ledger: SqlLedger, clock: StoppedClock
) -> None:
    with ScriptedModel(Fails(ModelRefused("the key was refused", status_code=401))) as model:
        llm = service(desk([config("main")], ScriptedProviders(main=model), ledger, clock))
        with pytest.raises(ModelRefused, match="refused"):
            await llm.generate("?")


async def test_an_alias_is_never_swapped_for_another_model(ledger: SqlLedger, clock: StoppedClock) -> None:
    named, other = ScriptedModel(Fails(ModelRefused("no"))), ScriptedModel()
    llm = service(
        desk([config("named"), config("other", 9)], ScriptedProviders(named=named, other=other), ledger, clock)
    )
    with pytest.raises(ModelRefused):
        await llm.generate("?", alias="named")
    assert other.requests == []


async def test_a_model_that_fails_too_often_is_left_alone_until_a_probe_succeeds(
    ledger: SqlLedger, clock: StoppedClock
) -> None:
    model = ScriptedModel(*[Fails(ModelUnreachable("cut"))] * 5, Says("back"))
    llm = service(desk([config("main")], ScriptedProviders(main=model), ledger, clock), run_id=None)
    for _ in range(2):
        with pytest.raises((ModelUnreachable, CircuitOpen)):
            await llm.generate("?")
    with pytest.raises(CircuitOpen, match="main failed too often"):
        await llm.generate("?")
    assert len(model.requests) == 5
    clock.move(seconds=31)
    assert await llm.generate("?") == "back"
    model.assert_done()


async def test_a_resumed_run_reuses_the_finished_answer_and_pays_nothing(
    ledger: SqlLedger, clock: StoppedClock
) -> None:
    with ScriptedModel(Says("once")) as model:
        shared = desk([config("main")], ScriptedProviders(main=model), ledger, clock)
        assert [await service(shared).generate("?") for _ in range(3)] == ["once"] * 3
    assert len(await _book(ledger)) == 1


@pytest.mark.parametrize("other", [{"run_id": "run-2"}, {"agent": "bear"}, {"step": "second"}, {"run_id": None}])
async def test_another_run_agent_or_step_asks_for_itself(
    ledger: SqlLedger, clock: StoppedClock, other: dict[str, str | None]
) -> None:
    with ScriptedModel(Says("first"), Says("second")) as model:
        shared = desk([config("main")], ScriptedProviders(main=model), ledger, clock)
        assert await service(shared).generate("?") == "first"
        assert await service(shared, **other).generate("?") == "second"  # type: ignore[arg-type]


async def test_a_schema_is_checked_and_the_answer_is_json(ledger: SqlLedger, clock: StoppedClock) -> None:
    with ScriptedModel(Says(f"Sure!\n```json\n{GOOD}\n```")) as model:
        llm = service(desk([config("main")], ScriptedProviders(main=model), ledger, clock))
        answer = Verdict.model_validate_json(await llm.generate("?", response_schema=Verdict))
    assert answer == Verdict(direction="BULLISH", confidence=0.7)
    assert model.requests[0].schema is not None  # type: ignore[union-attr]


@pytest.mark.parametrize("bad", ["", "I would say bullish.", '{"direction": "UP", "confidence": 0.7}', GOOD[:-1]])
async def test_a_bad_answer_is_asked_for_once_more_with_the_reasons(
    ledger: SqlLedger, clock: StoppedClock, bad: str
) -> None:
    with ScriptedModel(Says(bad), Says(GOOD)) as model:
        llm = service(desk([config("main")], ScriptedProviders(main=model), ledger, clock))
        await llm.generate("Which way?", response_schema=Verdict)
    first, again = model.requests
    assert "Which way?" in again.prompt  # type: ignore[union-attr]
    assert len(again.prompt) > len(first.prompt)  # type: ignore[union-attr]


async def test_two_bad_answers_are_an_error_with_the_problems(ledger: SqlLedger, clock: StoppedClock) -> None:
    with ScriptedModel(Says("no"), Says('{"direction": "UP"}')) as model:
        llm = service(desk([config("main")], ScriptedProviders(main=model), ledger, clock))
        with pytest.raises(ModelOutputUnusable) as told:
            await llm.generate("?", response_schema=Verdict)
    assert told.value.problems


async def test_a_cut_answer_is_never_taken_for_a_whole_one_not_even_later(
    ledger: SqlLedger, clock: StoppedClock
) -> None:
    with ScriptedModel(Says("Once upon a", finish=Finish.LENGTH), Says("All of it.")) as model:
        shared = desk([config("main")], ScriptedProviders(main=model), ledger, clock)
        with pytest.raises(ModelOutputUnusable, match="max_output_tokens"):
            await service(shared).generate("?")
        clock.move(seconds=1)
        assert await service(shared).generate("?") == "All of it."
    cut, _ = await _book(ledger)
    assert (cut.status, cut.error_code, cut.cost) == (CallStatus.FAILED, "length", Decimal("0.000122"))


async def test_a_cancelled_call_is_settled_as_left(ledger: SqlLedger, clock: StoppedClock) -> None:
    model = ScriptedModel(Hangs())
    llm = service(desk([config("main")], ScriptedProviders(main=model), ledger, clock))
    task = asyncio.create_task(llm.generate("?"))
    while not model.requests:
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    (line,) = await _book(ledger)
    assert (line.status, line.error_code) == (CallStatus.FAILED, "cancelled")


async def test_a_silent_model_is_a_timeout(ledger: SqlLedger, clock: StoppedClock) -> None:
    model = ScriptedModel(*[Hangs()] * 3)
    impatient = config("main", timeouts=ModelTimeouts(read=0.01))
    llm = service(desk([impatient], ScriptedProviders(main=model), ledger, clock))
    with pytest.raises(ModelTimeout, match=r"0\.01 s"):
        await llm.generate("?")
    assert {line.error_code for line in await _book(ledger)} == {"model_timeout"}


async def test_an_exhausted_budget_refuses_before_anything_is_sent(database: Database, clock: StoppedClock) -> None:
    model = ScriptedModel()
    async with SqlLedger(
        database, Budgets(run=BudgetLimit(money=Decimal("0.001"))), clock, Ids(clock)
    ).running() as ledger:
        llm = service(desk([config("main")], ScriptedProviders(main=model), ledger, clock))
        with pytest.raises(BudgetExhausted):
            await llm.generate("?")
        with pytest.raises(PriceUnknown):
            await service(desk([config("main")], ScriptedProviders(main=model), ledger, clock, price=None)).generate(
                "?"
            )
    assert model.requests == []


async def test_a_stream_is_told_event_by_event_and_counted(ledger: SqlLedger, clock: StoppedClock) -> None:
    with ScriptedModel(Says("one two three", usage=TokenUsage(50, 3))) as model:
        llm = service(desk([config("main")], ScriptedProviders(main=model), ledger, clock))
        events = [event async for event in llm.stream_events(input="count")]
    assert [event["type"] for event in events][:2] == ["response.created", "response.in_progress"]
    assert events[-1]["type"] == "response.completed"
    assert "".join(str(e["delta"]) for e in events if e["type"] == "response.output_text.delta") == "one two three"
    (line,) = await _book(ledger)
    assert (line.status, line.input_tokens, line.output_tokens) == (CallStatus.COMPLETED, 50, 3)


async def test_a_stream_that_breaks_before_it_says_anything_is_begun_anew(
    ledger: SqlLedger, clock: StoppedClock
) -> None:
    cut = ModelUnreachable("cut", may_be_paid=True)
    with ScriptedModel(Streams([], breaks=cut), Says("whole")) as model:
        llm = service(desk([config("main")], ScriptedProviders(main=model), ledger, clock))
        kinds = [event["type"] async for event in llm.stream_events(input="?")]
    assert kinds.count("response.created") == 1
    assert kinds[-1] == "response.completed"


async def test_once_words_were_shown_a_break_is_told_and_nothing_is_said_twice(
    ledger: SqlLedger, clock: StoppedClock
) -> None:
    with ScriptedModel(Streams(["half a sen"], breaks=ModelUnreachable("cut", may_be_paid=True))) as model:
        llm = service(desk([config("main")], ScriptedProviders(main=model), ledger, clock))
        shown: list[object] = []

        async def listen() -> None:
            async for event in llm.stream_events(input="?"):
                shown.append(event.get("delta"))

        with pytest.raises(ModelUnreachable):
            await listen()
    assert "half a sen" in shown
    (line,) = await _book(ledger)
    assert (line.status, line.error_code) == (CallStatus.FAILED, "model_unreachable")


async def test_leaving_a_stream_early_closes_it_and_settles_it(ledger: SqlLedger, clock: StoppedClock) -> None:
    model = ScriptedModel(Says("a long story"))
    llm = service(desk([config("main")], ScriptedProviders(main=model), ledger, clock))
    events = llm.stream_events(input="?")
    await anext(events)
    await events.aclose()  # type: ignore[attr-defined]
    assert model.left == 1
    (line,) = await _book(ledger)
    assert (line.status, line.error_code) == (CallStatus.FAILED, "cancelled")


async def test_two_who_ask_the_same_in_one_run_pay_once(ledger: SqlLedger, clock: StoppedClock) -> None:
    with ScriptedModel(Says("once")) as model:
        shared = desk([config("main")], ScriptedProviders(main=model), ledger, clock)
        answers = await asyncio.gather(*(service(shared).generate("?") for _ in range(10)))
    assert answers == ["once"] * 10
