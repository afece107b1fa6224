"""Which trials weigh against a strategy: those it may have been chosen among, and not what shook it afterwards."""

from datetime import UTC, datetime, timedelta
from typing import Any

from packages.core.clock import Clock
from packages.domain.strategy.lineage import Trial, TrialKind
from packages.domain.stress.jobs.plan import make_stress_plan
from packages.domain.stress.jobs.run import StressRunner
from packages.domain.stress.jobs.stages import before_the_choice
from packages.domain.stress.jobs.work import MemoryStages
from packages.domain.stress.verdict.parts import StressPart
from tests.packages.domain.backtest.asking import NOW
from tests.packages.domain.stress.jobs.desk import Desk, Progress, asking, open_desk

START = datetime(2026, 1, 1, tzinfo=UTC)


def trial(key: str, kind: TrialKind, hours: int) -> Trial:
    return Trial(key, kind, START + timedelta(hours=hours), sharpe=0.5)


HISTORY = (
    trial("a", TrialKind.BACKTEST, 0),
    trial("a's neighbour", TrialKind.SWEEP, 1),
    trial("b", TrialKind.SWEEP, 1),
    trial("a refitted", TrialKind.WALK_FORWARD, 2),
    trial("b's neighbour", TrialKind.SWEEP, 3),
    trial("c", TrialKind.BACKTEST, 4),
    trial("found", TrialKind.OPTIMISATION, 5),
)


def weighed(chosen: str) -> list[str]:
    return [each.key for each in before_the_choice(chosen, HISTORY)]


def test_shaking_a_strategy_does_not_weigh_against_it() -> None:
    assert weighed("a") == ["a", "c", "found"]


def test_who_moves_on_to_a_neighbour_has_chosen_among_all_of_them() -> None:
    assert weighed("b") == ["a", "a's neighbour", "b", "c", "found"]


def test_a_new_idea_is_weighed_with_everything_that_was_seen_before_it() -> None:
    assert weighed("c") == [each.key for each in HISTORY]


def test_a_strategy_that_nobody_counted_is_weighed_with_all() -> None:
    assert len(weighed("unknown")) == len(HISTORY)


class TickingClock(Clock):
    """A second later every time."""

    def __init__(self) -> None:
        self._at = NOW

    def now(self) -> datetime:
        self._at += timedelta(seconds=1)
        return self._at


async def luck(desk: Desk, runner: StressRunner, strategy: Any) -> tuple[int, int]:
    plan = await make_stress_plan(desk.shelf, "ann", asking(strategy, parts=tuple(StressPart)), NOW)
    found = (await runner.run("ann", plan, MemoryStages(), Progress().report)).luck
    assert found is not None
    return found.finding.trials, found.finding.weighed


async def test_a_whole_test_counts_what_it_tried_and_weighs_it_against_the_next_version_only() -> None:
    async with open_desk() as desk:
        strategy = await desk.strategy()
        runner = StressRunner(desk.market.view, desk.shelf.ledger, desk.returns, TickingClock())
        trials, first = await luck(desk, runner, strategy)
        assert trials > 200
        assert first == 1
        assert (await luck(desk, runner, strategy))[1] == 1
        ops = [{"op": "replace", "path": "/factors/ema_20/params/period", "value": 18}]
        await desk.shelf.patch("ann", strategy.id, ops, 1)
        _, second = await luck(desk, runner, strategy)
        assert second > 50
