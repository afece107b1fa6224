"""The confirm button: a person's word outside of a turn, under the rules of the phases."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from apps.api.agents.phases import Phase
from apps.api.agents.registry import get_handler
from apps.api.orchestration.confirm_rules import NotTheTime
from apps.api.orchestration.confirming import BreaksConstraints, ConfirmedStrategy, ConfirmStrategy, StrategyConfirming
from packages.core.events import JsonObject
from packages.core.ids import Ids
from packages.core.messages import Language
from packages.domain.backtest.jobs.service import BacktestService
from packages.domain.backtest.jobs.stored import BACKTESTS
from packages.domain.conversation.facts import BacktestFact, StrategyFact
from packages.domain.conversation.model import ChatSession, NewTurn
from packages.domain.conversation.ports import TurnInProgress, UnknownSession
from packages.domain.strategy.book import StrategyBook
from packages.domain.strategy.errors import InvalidStrategy
from packages.domain.strategy.ports import UnknownStrategy
from packages.domain.work.jobs import JobCall
from tests.apps.api.agents.late_desk import BOLD, CAREFUL, ME, OTHER, OTHER_RULES, RULES, SHORT_RULES
from tests.fakes.backtests import InMemoryBacktests
from tests.fakes.clock import StoppedClock
from tests.fakes.conversation import MemoryChat, MemoryJournal, MemoryProfiles, MemorySessions
from tests.fakes.event_log import InMemoryEventLog
from tests.fakes.jobs import InMemoryJobs
from tests.fakes.stored_records import InMemoryRecords
from tests.packages.domain.backtest.asking import book


@dataclass
class ShelfFacts(InMemoryRecords):
    """Of the book and the backtests; `ended` says how a backtest ended, the others run."""

    shelf: StrategyBook = field(default_factory=book)
    service: BacktestService | None = None
    ended: dict[str, str] = field(default_factory=dict)

    async def strategy(self, owner_id: str, strategy_id: str) -> StrategyFact | None:
        try:
            stored = await self.shelf.get(owner_id, strategy_id)
        except UnknownStrategy:
            return None
        found = await self.shelf.revision(owner_id, strategy_id)
        document: Any = found.document
        return StrategyFact(stored.id, stored.version, stored.name, "", found.content_hash, document, (), "", "")

    async def backtest(self, owner_id: str, backtest_job_id: str) -> BacktestFact | None:
        return next((each for each in await self._all(owner_id) if each.backtest_job_id == backtest_job_id), None)

    async def backtests_of(self, owner_id: str, strategy_id: str) -> Sequence[BacktestFact]:
        return [each for each in await self._all(owner_id) if each.strategy_id == strategy_id]

    async def _all(self, owner_id: str) -> list[BacktestFact]:
        assert self.service is not None
        found = await self.service.page(owner_id)
        return [
            BacktestFact(
                each.id,
                each.plan.strategy_id,
                each.plan.version,
                each.plan.strategy_hash,
                self.ended.get(each.id, "running"),
                None,
                None,
                None,
            )
            for each in found
        ]


@dataclass
class ButtonDesk:
    chat: MemoryChat
    records: ShelfFacts
    confirming: StrategyConfirming
    session: ChatSession

    async def confirms(self, dsl: Any = RULES, owner: str = ME, **asked: Any) -> ConfirmedStrategy:
        wanted = ConfirmStrategy(owner_id=owner, session_id=self.session.id, dsl_json=dsl, **asked)
        return await self.confirming.confirm(wanted)

    async def advances(self) -> ConfirmedStrategy:
        started = await self.confirms(auto_start_backtest=True)
        self.records.ended[str(started.backtest_job_id)] = "done"
        return await self.confirms(advance_to_stress_test=True)

    def put(self, phase: Phase) -> None:
        self.chat.sessions[self.session.id] = replace(self.chat.sessions[self.session.id], phase=phase.value)

    @property
    def now(self) -> ChatSession:
        return self.chat.sessions[self.session.id]

    @property
    def moves(self) -> list[tuple[str, str, str, str]]:
        return [(each.from_phase, each.to_phase, each.trigger, each.reason) for _, each in self.chat.transitions]


async def _runs_on(call: JobCall) -> JsonObject:
    await asyncio.Event().wait()
    return {}


@pytest.fixture
async def desk() -> AsyncIterator[ButtonDesk]:
    clock, chat, records = StoppedClock(), MemoryChat(profiles={ME: BOLD, OTHER: BOLD}), ShelfFacts()
    async with InMemoryJobs(clock, InMemoryEventLog(), {BACKTESTS.job_kind: _runs_on}).running() as jobs:
        records.service = BacktestService(InMemoryBacktests(), jobs, records.shelf, clock, Ids(clock))
        sessions = MemorySessions(chat)
        confirming = StrategyConfirming(
            sessions=sessions,
            records=records,
            profiles=MemoryProfiles(chat),
            book=records.shelf,
            backtests=records.service,
            handlers=get_handler,
            clock=clock,
        )
        session = await sessions.create(ME, Phase.STRATEGY.value, Language.EN, clock.now())
        yield ButtonDesk(chat, records, confirming, session)


async def test_the_strategy_is_stored_and_confirmed_and_the_conversation_stays(desk: ButtonDesk) -> None:
    done = await desk.confirms()
    assert (done.version, done.phase, done.backtest_job_id, done.auto_started) == (1, Phase.STRATEGY, None, False)
    assert (done.transition.moved, done.transition.reason) == (False, "not_asked")
    profile: Any = desk.now.artifacts["strategy"]["profile"]
    assert profile == {"strategy_id": done.strategy_id, "strategy_confirmed": "true"}
    assert set(desk.now.artifacts) == {"kyc", "pre_strategy", "strategy", "stress_test", "deployment"}
    assert (desk.now.title, desk.moves) == (RULES["strategy"]["name"], [])  # type: ignore[index,call-overload]


async def test_advancing_waits_for_a_finished_backtest_of_these_rules(desk: ButtonDesk) -> None:
    done = await desk.confirms(auto_start_backtest=True, advance_to_stress_test=True)
    assert (done.auto_started, done.transition.moved, done.transition.reason) == (True, False, "backtest_not_done")
    desk.records.ended[str(done.backtest_job_id)] = "done"
    done = await desk.confirms(advance_to_stress_test=True)
    assert (done.phase, done.transition.moved) == (Phase.STRESS_TEST, True)
    assert desk.moves == [("strategy", "stress_test", "strategy_confirm", "strategy_confirmed_and_backtest_done")]
    assert desk.now.metadata["carryover"]


async def test_the_same_rules_keep_strategy_version_and_backtest_and_start_no_second_one(desk: ButtonDesk) -> None:
    first = await desk.confirms(auto_start_backtest=True)
    again = await desk.confirms(auto_start_backtest=True)
    assert (again.strategy_id, again.version, again.backtest_job_id, again.auto_started) == (
        first.strategy_id,
        1,
        first.backtest_job_id,
        False,
    )


async def test_other_rules_are_the_next_version_and_need_their_own_backtest(desk: ButtonDesk) -> None:
    first = await desk.confirms(auto_start_backtest=True)
    desk.records.ended[str(first.backtest_job_id)] = "done"
    changed = await desk.confirms(OTHER_RULES, advance_to_stress_test=True)
    assert (changed.strategy_id, changed.version, changed.backtest_job_id) == (first.strategy_id, 2, None)
    assert changed.transition.reason == "backtest_not_done"


async def test_a_failed_backtest_is_started_again(desk: ButtonDesk) -> None:
    first = await desk.confirms(auto_start_backtest=True)
    desk.records.ended[str(first.backtest_job_id)] = "failed"
    again = await desk.confirms(auto_start_backtest=True)
    assert (again.auto_started, again.backtest_job_id != first.backtest_job_id) == (True, True)


async def test_other_rules_in_the_stress_test_go_back_to_the_strategy_and_the_same_ones_stay(desk: ButtonDesk) -> None:
    await desk.advances()
    stays = await desk.confirms(advance_to_stress_test=True)
    assert (stays.phase, stays.transition.reason) == (Phase.STRESS_TEST, "already_in_stress_test")
    back = await desk.confirms(OTHER_RULES)
    assert (back.phase, desk.moves[-1][1:]) == (Phase.STRATEGY, ("strategy", "strategy_confirm", "strategy_changed"))


async def test_a_strategy_that_the_person_brings_ends_the_scope(desk: ButtonDesk) -> None:
    desk.put(Phase.PRE_STRATEGY)
    assert (await desk.confirms()).phase is Phase.STRATEGY
    assert desk.moves == [("pre_strategy", "strategy", "strategy_confirm", "person_brought_a_strategy")]


@pytest.mark.parametrize("phase", [Phase.KYC, Phase.COMPLETED, Phase.ERROR])
async def test_there_is_a_time_to_confirm(desk: ButtonDesk, phase: Phase) -> None:
    desk.put(phase)
    with pytest.raises(NotTheTime):
        await desk.confirms()


async def test_what_the_persons_answers_rule_out_is_refused_with_its_clause_and_not_stored(desk: ButtonDesk) -> None:
    desk.chat.profiles[ME] = CAREFUL
    with pytest.raises(BreaksConstraints, match="Your ") as refused:
        await desk.confirms(SHORT_RULES)
    assert refused.value.details["violations"]
    assert desk.now.artifacts == {}
    with pytest.raises(BreaksConstraints, match="你的"):
        await desk.confirms(SHORT_RULES, language=Language.ZH)


async def test_another_persons_conversation_or_strategy_is_not_there(desk: ButtonDesk) -> None:
    mine = await desk.confirms()
    with pytest.raises(UnknownSession):
        await desk.confirms(owner=OTHER)
    theirs = await desk.records.shelf.create(OTHER, RULES)
    with pytest.raises(UnknownStrategy):
        await desk.confirms(strategy_id=theirs.id)
    assert mine.strategy_id != theirs.id


async def test_what_is_no_strategy_is_refused_and_so_is_a_conversation_that_answers(desk: ButtonDesk) -> None:
    with pytest.raises(InvalidStrategy):
        await desk.confirms({"dsl_version": "1.0.0"})
    await MemoryJournal(desk.chat).open(
        NewTurn(ME, desk.session.id, "hi", None, None, "strategy", "me", desk.session.created_at)
    )
    with pytest.raises(TurnInProgress):
        await desk.confirms()


async def test_two_clicks_at_once_make_one_strategy(desk: ButtonDesk) -> None:
    done = await asyncio.gather(desk.confirms(), desk.confirms(), return_exceptions=True)
    made = {each.strategy_id for each in done if isinstance(each, ConfirmedStrategy)}
    assert len(made) == 1
