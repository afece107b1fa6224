"""The desk against a hostile broker: a machine that plays faults, crashes and orders in any order it likes."""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from packages.domain.trading.orders import OrderStatus
from tests.fakes.faulty_broker import Fault
from tests.packages.domain.trading.execution.hostile_floor import HostileFloor
from tests.packages.domain.trading.execution.trading_floor import D, Floor, floor_folder

pytestmark = pytest.mark.slow

STEPS: dict[str, Callable[[Floor], Coroutine[Any, Any, object]]] = {
    "send": lambda floor: floor.desk.send(D),
    "sync": lambda floor: floor.desk.sync(D),
    "reconcile": lambda floor: floor.desk.reconcile(D),
    "cancel": lambda floor: floor.desk.cancel_entries(D),
    "flatten": lambda floor: floor.desk.flatten(D, f"flatten-{floor.bars}"),
}
LIKELY = ["send", "send", "sync", "sync", "reconcile", "reconcile", "cancel", "flatten"]
WISHES = st.lists(st.sampled_from([1, 2, 3, 4, 5, 0]), min_size=3, max_size=3)
VOLUME = st.sampled_from([1_000, 70, 30, 0])
PRICE = st.sampled_from(["10", "9", "12"])
BARS = st.lists(st.tuples(WISHES, VOLUME, PRICE), min_size=1, max_size=4)
FAULTS = st.lists(st.sampled_from(Fault), min_size=1, max_size=4)


class HostileBroker(RuleBasedStateMachine):
    template: ClassVar[Path]
    came: ClassVar[Counter[str]] = Counter()

    @initialize()
    def open(self) -> None:
        self.stack = ExitStack()
        self.runner = self.stack.enter_context(asyncio.Runner())
        self.floor = HostileFloor(self.template, self.stack.enter_context(floor_folder()))
        self.floor.begin()
        self.run(self.floor.open())

    def run(self, work: Coroutine[Any, Any, object]) -> None:
        self.runner.run(work)

    @rule(faults=FAULTS)
    def faults_are_on_their_way(self, faults: list[Fault]) -> None:
        for fault in faults:
            self.floor.faults.push(fault)

    @rule(bars=BARS)
    def bars_pass_and_are_decided_on(self, bars: list[tuple[list[int], int, str]]) -> None:
        self.pass_bars(bars)

    @rule(bars=BARS, faults=FAULTS)
    def bars_pass_with_faults(self, bars: list[tuple[list[int], int, str]], faults: list[Fault]) -> None:
        self.faults_are_on_their_way(faults)
        self.pass_bars(bars)

    @rule(bars=BARS, step=st.sampled_from(LIKELY))
    def bars_pass_and_the_desk_takes_a_step(self, bars: list[tuple[list[int], int, str]], step: str) -> None:
        self.pass_bars(bars)
        self.the_desk_takes_a_step(step)

    def pass_bars(self, bars: list[tuple[list[int], int, str]]) -> None:
        async def tick(wishes: list[int], volume: int, price: str) -> None:
            await self.floor.trade(volume, price)
            await self.floor.attempt(lambda: self.floor.desk.sync(D))
            await self.floor.decide_something(wishes)
            await self.floor.attempt(lambda: self.floor.desk.send(D))

        for bar in bars:
            self.run(tick(*bar))

    @rule(step=st.sampled_from(LIKELY))
    def the_desk_takes_a_step(self, step: str) -> None:
        self.run(self.floor.attempt(lambda: STEPS[step](self.floor)))

    @rule(step=st.sampled_from(LIKELY), calls=st.integers(0, 24))
    def the_process_dies_during_a_step(self, step: str, calls: int) -> None:
        self.run(self.floor.die_during(STEPS[step], calls))

    @rule(seconds=st.sampled_from([0.5, 3, 11, 61]))
    def time_passes(self, seconds: float) -> None:
        self.floor.clock.move(seconds=seconds)

    @rule(which=st.integers(0, 9))
    def the_broker_loses_an_order(self, which: int) -> None:
        untouched = [
            order.request.client_order_id
            for order in self.floor.market.orders.values()
            if order.status is OrderStatus.ACCEPTED
        ]
        if which < len(untouched):
            self.floor.market.lose(untouched[which])
            self.floor.came["lost_order"] += 1

    @rule()
    def the_process_starts_again(self) -> None:
        self.floor.restart()

    @rule()
    def notices_go_out(self) -> None:
        self.run(self.floor.deliver_without_marking())

    @invariant()
    def the_books_are_whole(self) -> None:
        if hasattr(self, "floor"):
            self.came["steps"] += 1
            self.run(self.floor.check())

    def teardown(self) -> None:
        if not hasattr(self, "floor"):
            return
        with self.stack:
            try:
                self.run(self.floor.check_the_end())
                self.came.update(self.floor.came)
                self.came.update({fault.value: count for fault, count in self.floor.broker.happened.items()})
                self.came["orders"] += len(self.floor.market.orders)
                self.came["fills"] += len(self.floor.market.fills)
                self.came["runs"] += 1
            finally:
                self.run(self.floor.aclose())


def _play(template: Path, runs: int, steps: int) -> Counter[str]:
    machine = type("Machine", (HostileBroker,), {"template": template, "came": Counter()})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=runs,
            stateful_step_count=steps,
            derandomize=True,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
    came: Counter[str] = machine.came  # type: ignore[attr-defined]
    return came


def test_nothing_is_lost_or_doubled_on_a_few_bad_days(template: Path) -> None:
    came = _play(template, runs=10, steps=20)
    assert came["fills"] > 0
    assert len([fault for fault in Fault if came[fault.value]]) >= 6


@pytest.mark.trust
def test_nothing_is_lost_or_doubled_on_five_hundred_bad_days(template: Path) -> None:
    came = _play(template, runs=520, steps=64)  # a run may end before its last step
    print(dict(came))
    assert came["runs"] >= 500
    assert came["steps"] >= came["runs"] * 50
    assert len([fault for fault in Fault if came[fault.value]]) >= 12
    assert came["crash"] > 0
    assert came["lost_order"] > 0
