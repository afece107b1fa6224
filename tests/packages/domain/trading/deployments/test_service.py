"""Deployments as their owner meets them: cleared, made, started, stopped, and nobody else's."""

import asyncio
from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from packages.core.messages import Language
from packages.domain.strategy.errors import UnknownRevision
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.ports import UnknownStrategy
from packages.domain.trading.broker import Mode
from packages.domain.trading.callers import ApiKey, Caller, ModelTool, PersonNeeded, PersonSession
from packages.domain.trading.deployments.lifecycle import DeploymentAction, LifecycleState, LifecycleStatus
from packages.domain.trading.deployments.model import (
    OVERRIDE_PHRASES,
    BadOverride,
    BadReplay,
    Blocker,
    DeploymentKeyTaken,
    NotCleared,
    NotNow,
    Override,
    OwnAccountNeeded,
    UnknownAccount,
    UnknownDeployment,
)
from packages.domain.trading.deployments.ports import ClearanceRuling
from packages.domain.trading.errors import WrongMode
from packages.domain.trading.risk.limits import Bound, EquityMarks, Halt, LimitName
from packages.domain.trading.risk.switches import SwitchIsOn, SwitchKey, SwitchScope
from tests.corpus.sample_strategy import changed
from tests.corpus.well_known import account, compared, portfolio
from tests.packages.domain.trading.deployments.making import ANN, OVERRIDE, Desk, TooManyShares, new_desk

BOB, MODEL, KEY = PersonSession("bob", "s2"), ModelTool("ann", "t1"), ApiKey("ann", "k1")
HALT = Halt(LimitName.DRAWDOWN, Bound(Decimal("0.25"), "kyc"), Decimal("0.3"), True)


@pytest.fixture
async def desk() -> Desk:
    return await new_desk().open()


async def test_a_deployment_pins_the_revision_and_the_strictest_limits(desk: Desk) -> None:
    made = await desk.service.create(ANN, await desk.request(drawdown="0.1", daily_loss="0.5"))
    revision = await desk.book.revision("ann", desk.strategy_id, 1)
    assert (made.status, made.content_hash, made.terms) == (
        LifecycleStatus.READY,
        revision.content_hash,
        {"cash": "100000"},
    )
    clauses = {name: bound.clause for name, bound in made.limits.bounds.items()}
    assert clauses[LimitName.DRAWDOWN] == "deployment"
    assert clauses[LimitName.DAILY_LOSS] == "kyc.risk_tolerance=moderate"
    assert clauses[LimitName.ORDERS_A_MINUTE] == "desk default"
    assert (made.clearance.report_id, made.clearance.ruling, made.clearance.override_reason) == (
        "report-1",
        "pass",
        None,
    )


@pytest.mark.parametrize(
    ("ruling", "blocker"),
    [
        (None, Blocker.VERDICT_MISSING),
        (ClearanceRuling.REVISE, Blocker.VERDICT_REVISE),
        (ClearanceRuling.REJECT, Blocker.VERDICT_REJECT),
        ("other rules", Blocker.VERDICT_OF_ANOTHER),
    ],
)
async def test_without_a_pass_nothing_is_deployed_unless_a_person_types_it(
    desk: Desk, ruling: ClearanceRuling | str | None, blocker: Blocker
) -> None:
    if isinstance(ruling, ClearanceRuling):
        await desk.say(ruling)
    elif ruling is None:
        desk.verdicts.verdict = None
    else:
        await desk.say(ClearanceRuling.PASS, content_hash="ff" * 32)
    asked = await desk.request()
    with pytest.raises(NotCleared) as refusal:
        await desk.service.create(ANN, asked)
    assert (refusal.value.blocker, refusal.value.details) == (blocker, {"blocker": blocker.value})
    assert list(await desk.service.page("ann")) == []
    for machine in (MODEL, KEY):
        with pytest.raises(PersonNeeded):
            await desk.service.create(machine, replace(asked, override=OVERRIDE))
    made = await desk.service.create(ANN, replace(asked, override=OVERRIDE))
    assert made.clearance.override_reason == "paper money, to see it trade"
    assert made.clearance.override_by == "person:ann:s1"
    assert [change.reason for change in await desk.service.history("ann", made.id)] == ["paper money, to see it trade"]


async def test_a_pass_that_was_held_to_a_deeper_drawdown_than_the_person_allows_clears_nothing(desk: Desk) -> None:
    await desk.say(ClearanceRuling.PASS, drawdown="0.40")
    with pytest.raises(NotCleared) as refusal:
        await desk.service.create(ANN, await desk.request())
    assert refusal.value.blocker is Blocker.VERDICT_OF_LOOSER_LIMITS
    await desk.say(ClearanceRuling.PASS, drawdown="0.25")  # the person's own
    assert (await desk.service.create(ANN, await desk.request())).clearance.ruling == "pass"


def test_an_override_is_typed_word_by_word_with_a_reason() -> None:
    for phrase in OVERRIDE_PHRASES.values():
        assert Override(phrase, "to see it trade").phrase == phrase
    for phrase, reason in (
        ("deploy without passing", "to see it trade"),
        ("", "to see it trade"),
        (OVERRIDE_PHRASES[Language.EN].upper(), "to see it trade"),
        (OVERRIDE_PHRASES[Language.EN], "because"),
        (OVERRIDE_PHRASES[Language.EN], " " * 20),
        (OVERRIDE_PHRASES[Language.EN], "x" * 501),
    ):
        with pytest.raises(BadOverride):
            Override(phrase, reason)


async def test_a_key_makes_one_deployment_and_another_request_is_told_so(desk: Desk) -> None:
    asked = await desk.request()
    made = await asyncio.gather(*(desk.service.create(ANN, asked, "key") for _ in range(5)))
    assert len({each.id for each in made}) == 1
    desk.verdicts.verdict = None  # what was made stays made
    assert (await desk.service.create(ANN, asked, "key")).id == made[0].id
    with pytest.raises(DeploymentKeyTaken):
        await desk.service.create(ANN, replace(asked, terms={"cash": "1"}), "key")


async def test_an_account_serves_one_deployment_until_that_is_completed(desk: Desk) -> None:
    asked = await desk.request()
    first = await desk.service.create(ANN, asked)
    with pytest.raises(NotCleared) as refusal:
        await desk.service.create(ANN, asked)
    assert refusal.value.blocker is Blocker.ACCOUNT_BUSY
    await desk.service.stop(ANN, first.id, flatten=False)
    done = await desk.service.complete(ANN, first.id)
    assert done.status is LifecycleStatus.COMPLETED
    await desk.service.create(ANN, asked)


async def test_strategies_revisions_and_accounts_of_others_are_unknown(desk: Desk) -> None:
    asked = await desk.request()
    for caller, request, error in (
        (BOB, asked, UnknownStrategy),
        (ANN, replace(asked, version=9), UnknownRevision),
        (ANN, replace(asked, account_id="nowhere"), UnknownAccount),
    ):
        with pytest.raises(error):
            await desk.service.create(caller, request)


@pytest.mark.parametrize("mode", list(Mode))
async def test_paper_keys_serve_no_live_deployment_and_live_keys_no_paper_one(desk: Desk, mode: Mode) -> None:
    asked = await desk.request(mode)
    other = Mode.PAPER if mode is Mode.LIVE else Mode.LIVE
    with pytest.raises(WrongMode):
        await desk.service.create(ANN, replace(asked, mode=other, replay_from=None))


ON_ACCOUNT = changed("/trade/long/exits/0/condition", compared(account("drawdown"), "lt", -0.1))
IN_PARTS = changed("/trade/long/exits/0/part", {"fraction": 0.5}, "add")
WEIGHTS = portfolio("Equal parts", ["AAPL", "MSFT"])


@pytest.mark.parametrize("rules", [ON_ACCOUNT, IN_PARTS, WEIGHTS], ids=["on the account", "in parts", "by weights"])
@pytest.mark.parametrize("mode", list(Mode))
async def test_what_only_the_desks_own_account_knows_trades_with_its_paper_money_only(
    desk: Desk, mode: Mode, rules: Document
) -> None:
    stored = await desk.book.create("ann", {**rules, "dsl_version": "2.0.0"})
    desk.strategy_id = stored.id
    await desk.say(ClearanceRuling.PASS)
    asked = await desk.request(mode)
    if mode is Mode.REPLAY:
        assert (await desk.service.create(ANN, asked)).mode is mode
        return
    with pytest.raises(OwnAccountNeeded) as refused:
        await desk.service.create(ANN, asked)
    assert "paper account" in str(refused.value)
    own = await desk.accounts.open_paper("ann", "own")
    if mode is Mode.PAPER:
        assert (await desk.service.create(ANN, replace(asked, account_id=own.id))).account_id == own.id


async def test_a_market_by_rule_is_deployed_unless_it_is_too_large_to_name(desk: Desk) -> None:
    universe: Document = {"market": "us_stocks", "rule": {"min_price": 5}}
    stored = await desk.book.create("ann", {**WEIGHTS, "universe": universe, "dsl_version": "2.0.0"})
    desk.strategy_id = stored.id
    await desk.say(ClearanceRuling.PASS)
    account = await desk.accounts.open_paper("ann", "own")
    asked = replace(await desk.request(), account_id=account.id)
    assert (await desk.service.create(ANN, asked)).strategy_id == stored.id
    large = await desk.book.create(
        "ann", {**WEIGHTS, "universe": {**universe, "market": "in_stocks"}, "dsl_version": "2.0.0"}
    )
    with pytest.raises(TooManyShares, match="at most 500 by name"):
        await desk.service.create(ANN, replace(asked, strategy_id=large.id))


async def test_a_replay_needs_neither_verdict_nor_override_and_says_so_on_its_record(desk: Desk) -> None:
    await desk.say(ClearanceRuling.REJECT)
    made = await desk.service.create(ANN, await desk.request(Mode.REPLAY))
    assert (made.mode, made.replay_from) == (Mode.REPLAY, date(2024, 1, 2))
    assert (made.clearance.ruling, made.clearance.override_reason) == ("reject", None)


async def test_no_paper_account_is_replayed_on_and_no_replay_account_traded_on(desk: Desk) -> None:
    paper, replayed = await desk.request(), await desk.request(Mode.REPLAY)
    for asked in (replace(replayed, account_id=paper.account_id), replace(paper, account_id=replayed.account_id)):
        with pytest.raises(WrongMode):
            await desk.service.create(ANN, asked)


async def test_a_replay_begins_with_a_day_that_is_over_and_nothing_else_does(desk: Desk) -> None:
    asked = await desk.request(Mode.REPLAY)
    with pytest.raises(BadReplay):
        await desk.service.create(ANN, replace(asked, replay_from=desk.clock.now().date()))
    for mode, day in ((Mode.REPLAY, None), (Mode.PAPER, date(2024, 1, 2)), (Mode.LIVE, date(2024, 1, 2))):
        with pytest.raises(BadReplay):
            replace(asked, mode=mode, replay_from=day)


async def test_a_deployment_lives_from_ready_to_completed_and_every_step_is_written_down(desk: Desk) -> None:
    made = await desk.running()
    service = desk.service
    await service.pause(ANN, made.id, "lunch")
    await service.resume(ANN, made.id)
    stopping = await service.stop(ANN, made.id, flatten=True, reason="enough")
    assert (stopping.state, stopping.status, stopping.flatten) == (
        LifecycleState.STOPPING,
        LifecycleStatus.DEPLOYED,
        True,
    )
    await service.settle(stopping)
    done = await service.complete(ANN, made.id)
    assert (done.state, done.status) == (LifecycleState.COMPLETED, LifecycleStatus.COMPLETED)
    history = await service.history("ann", made.id)
    assert [change.action for change in history] == [
        DeploymentAction.CREATE,
        DeploymentAction.START,
        DeploymentAction.PAUSE,
        DeploymentAction.RESUME,
        DeploymentAction.STOP,
        DeploymentAction.SETTLE,
        DeploymentAction.COMPLETE,
    ]
    assert [change.by for change in history[4:6]] == ["person:ann:s1", "desk:runtime"]
    assert [change.number for change in history] == list(range(1, 8))


async def test_asking_twice_changes_nothing_and_flattening_can_be_asked_for_later(desk: Desk) -> None:
    made = await desk.running()
    assert await desk.service.start(ANN, made.id) == made
    first = await desk.service.stop(ANN, made.id, flatten=False)
    assert not first.flatten
    second = await desk.service.stop(ANN, made.id, flatten=True)
    assert (second.state, second.flatten) == (LifecycleState.STOPPING, True)
    assert await desk.service.stop(ANN, made.id, flatten=False) == second


async def test_what_the_state_does_not_allow_is_refused(desk: Desk) -> None:
    made = await desk.service.create(ANN, await desk.request())
    for doing in (
        desk.service.pause(ANN, made.id),
        desk.service.resume(ANN, made.id),
        desk.service.complete(ANN, made.id),
    ):
        with pytest.raises(NotNow):
            await doing


async def test_foreign_deployments_are_unknown_whatever_is_asked(desk: Desk) -> None:
    made = await desk.running()
    service = desk.service
    for doing in (
        service.get("bob", made.id),
        service.start(BOB, made.id),
        service.pause(BOB, made.id),
        service.resume(BOB, made.id),
        service.stop(BOB, made.id, flatten=True),
        service.complete(BOB, made.id),
        service.history("bob", made.id),
    ):
        with pytest.raises(UnknownDeployment):
            await doing
    assert list(await service.page("bob")) == []
    assert [each.id for each in await service.page("ann")] == [made.id]


async def test_nothing_starts_or_goes_on_under_a_kill_switch_and_stopping_works(desk: Desk) -> None:
    made = await desk.running()
    await desk.service.pause(ANN, made.id)
    await desk.switches.turn_on(ANN, SwitchKey(SwitchScope.DEPLOYMENT, made.id), "too wild")
    with pytest.raises(SwitchIsOn):
        await desk.service.resume(ANN, made.id)
    ready = await desk.service.create(ANN, await desk.request())
    await desk.switches.turn_on(ANN, SwitchKey(SwitchScope.PERSON, "ann"), "too wild")
    with pytest.raises(SwitchIsOn):
        await desk.service.start(ANN, ready.id)
    assert (await desk.service.stop(ANN, made.id, flatten=True)).state is LifecycleState.STOPPING


@pytest.mark.parametrize("machine", [MODEL, KEY])
async def test_a_machine_starts_paper_and_stops_live_and_no_more(desk: Desk, machine: Caller) -> None:
    paper = await desk.service.create(machine, await desk.request())
    assert (await desk.service.start(machine, paper.id)).state is LifecycleState.RUNNING
    with pytest.raises(PersonNeeded):
        await desk.service.create(machine, await desk.request(Mode.LIVE))
    ready = await desk.service.create(ANN, await desk.request(Mode.LIVE))
    with pytest.raises(PersonNeeded):
        await desk.service.start(machine, ready.id)
    live = await desk.service.start(ANN, ready.id)
    await desk.service.pause(machine, live.id)
    with pytest.raises(PersonNeeded):
        await desk.service.resume(machine, live.id)
    with pytest.raises(PersonNeeded):
        await desk.service.stop(machine, live.id, flatten=True)
    assert (await desk.service.stop(machine, live.id, flatten=False)).state is LifecycleState.STOPPING


async def test_after_a_halt_only_a_person_goes_on(desk: Desk) -> None:
    made = await desk.running()
    halted = await desk.service.halt(made, HALT)
    assert (halted.state, halted.flatten) == (LifecycleState.HALTED, True)
    assert await desk.service.halt(halted, HALT) == halted
    with pytest.raises(PersonNeeded):
        await desk.service.resume(MODEL, made.id)
    resumed = await desk.service.resume(ANN, made.id)
    assert (resumed.state, resumed.flatten) == (LifecycleState.RUNNING, False)
    reasons = [change.reason for change in await desk.service.history("ann", made.id)]
    assert "drawdown: 0.3000 of 0.25 (kyc)" in reasons


async def test_a_halt_of_what_stops_already_only_adds_what_is_to_be_closed(desk: Desk) -> None:
    made = await desk.running()
    stopping = await desk.service.stop(ANN, made.id, flatten=False)
    halted = await desk.service.halt(stopping, HALT)
    assert (halted.state, halted.flatten) == (LifecycleState.STOPPING, True)


async def test_a_halt_that_meets_a_newer_state_is_made_on_that(desk: Desk) -> None:
    seen = await desk.running()
    await desk.service.pause(ANN, seen.id)
    assert (await desk.service.halt(seen, HALT)).state is LifecycleState.HALTED


async def test_a_blocked_deployment_says_why_and_starts_again_when_that_is_mended(desk: Desk) -> None:
    made = await desk.running()
    blocked = await desk.service.block(made, Blocker.ACCOUNT_BLOCKED, "the broker says: restricted")
    assert (blocked.status, blocked.blocker) == (LifecycleStatus.BLOCKED, Blocker.ACCOUNT_BLOCKED)
    assert [each.id for each in await desk.service.at_work()] == [made.id]
    again = await desk.service.start(ANN, made.id)
    assert (again.status, again.blocker) == (LifecycleStatus.DEPLOYED, None)


async def test_what_the_watch_has_seen_outlives_a_restart(desk: Desk) -> None:
    made = await desk.running()
    marks = EquityMarks(date(2026, 11, 13), Decimal(100), Decimal(120), Decimal("99.99"))
    await desk.service.mark(made.id, marks)
    assert (await desk.service.get("ann", made.id)).marks == marks
