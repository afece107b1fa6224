"""The work of a stress test: interrupted anywhere it tells the same, and what was tried is counted once."""

import asyncio
import json
from typing import Any

import pytest

from packages.domain.backtest.jobs.fingerprint import trial_key
from packages.domain.backtest.jobs.plan import parse_plan
from packages.domain.backtest.jobs.work import BacktestRunner, BacktestWork
from packages.domain.strategy.lineage import TrialKind
from packages.domain.stress.honesty.odds_of import overfitting
from packages.domain.stress.jobs.plan import make_stress_plan
from packages.domain.stress.jobs.stored import NewStress, PartDone, ruling_of
from packages.domain.stress.jobs.work import StressWork
from packages.domain.stress.verdict.parts import StressPart
from packages.domain.work.jobs import JobCancelled
from packages.reports.backtest.summary import summary
from packages.reports.stress.as_json import write_stress
from tests.fakes.backtests import InMemoryBacktests
from tests.packages.domain.backtest.asking import NOW
from tests.packages.domain.stress.jobs.desk import JOB, Desk, GentleMarket, Progress, asking, open_desk
from tests.packages.domain.stress.jobs.in_memory import InMemoryStress

STAGES = 6  # crises, one world, shuffled trades, sensitivity, walk forward, overfitting
FASTER = [{"op": "replace", "path": "/factors/ema_20/params/period", "value": 18}]


class Died(BaseException):
    """The process is gone."""


class MortalStore(InMemoryStress):
    """Dies at every part that is put down: just after it, or just before."""

    def __init__(self, *, before: bool = False) -> None:
        super().__init__()
        self.before = before
        self.deaths = 0
        self._tried: set[str] = set()

    async def put_part(self, stress_id: str, part: PartDone) -> None:
        is_first = part.name not in self._tried
        self._tried.add(part.name)
        if not (self.before and is_first):
            await super().put_part(stress_id, part)
        if is_first:
            self.deaths += 1
            raise Died


async def told(desk: Desk, job_id: str = JOB) -> str:
    return json.dumps(await desk.service.report("ann", job_id), sort_keys=False)


async def one_go(**options: Any) -> tuple[str, int]:
    """The report, and the trials then."""
    async with open_desk(**options) as desk:
        strategy = await desk.strategy()
        await desk.work.handle(await desk.call(asking(strategy), Progress()))
        report = (await told(desk)).replace(strategy.id, "strategy")
        return report, await desk.shelf.ledger.count(strategy.lineage_id)


@pytest.fixture(scope="module")
def undisturbed() -> tuple[str, int]:
    return asyncio.run(one_go(workers=1))


@pytest.mark.parametrize("before", [False, True])
async def test_a_process_that_dies_around_every_stage_tells_the_same_in_the_end(
    before: bool, undisturbed: tuple[str, int]
) -> None:
    store = MortalStore(before=before)
    async with open_desk(store) as desk:
        strategy = await desk.strategy()
        for _ in range(STAGES):
            with pytest.raises(Died):
                await desk.work.handle(await desk.call(asking(strategy), Progress()))
        await desk.work.handle(await desk.call(asking(strategy), Progress()))
        assert store.deaths == STAGES
        interrupted = (await told(desk)).replace(strategy.id, "strategy")
        assert (interrupted, await desk.shelf.ledger.count(strategy.lineage_id)) == undisturbed


async def test_the_number_of_workers_changes_no_byte(undisturbed: tuple[str, int]) -> None:
    assert await one_go(workers=3) == undisturbed


async def test_finished_stages_are_not_done_again_unless_the_data_is_other_data() -> None:
    async with open_desk(MortalStore()) as desk:
        strategy = await desk.strategy()
        call = await desk.call(asking(strategy, parts=(StressPart.CRISES, StressPart.SENSITIVITY)), Progress())
        with pytest.raises(Died):
            await desk.work.handle(call)
        again = await desk.call(asking(strategy, parts=(StressPart.CRISES, StressPart.SENSITIVITY)), Progress())
        with pytest.raises(Died):
            await desk.work.handle(again)
        words = [message for _, message in again.progress.told]  # type: ignore[attr-defined]
        assert not any("crises" in each or "crisis" in each for each in words)
        desk.market.drift = 0.0005  # bars that came late, and change what was known
        late = await desk.call(asking(strategy, parts=(StressPart.CRISES, StressPart.SENSITIVITY)), Progress())
        await desk.work.handle(late)
        assert any("crisis" in message for _, message in late.progress.told)  # type: ignore[attr-defined]


async def test_work_that_is_stopped_at_any_word_leaves_no_report_and_goes_on_from_there() -> None:
    async with open_desk() as desk:
        asked = asking(await desk.strategy(), parts=(StressPart.CRISES, StressPart.MONTE_CARLO, StressPart.SENSITIVITY))
        for last in (1, 2, 3, 4, 5, 6, 9):
            call = await desk.call(asked, Progress(last))
            with pytest.raises(JobCancelled):
                await desk.work.handle(call)
            assert (await desk.store.get("ann", JOB)).headline is None
            assert len(call.progress.told) == last  # type: ignore[attr-defined]
        call = await desk.call(asked, Progress())
        await desk.work.handle(call)
        assert (await desk.store.get("ann", JOB)).headline is not None
        fractions = [fraction for fraction, _ in call.progress.told]  # type: ignore[attr-defined]
        assert fractions == sorted(fractions)
        assert fractions[-1] < 1


async def test_every_run_is_a_trial_counted_once_however_often_it_is_repeated() -> None:
    async with open_desk() as desk:
        strategy = await desk.strategy()

        async def kinds(number: int, seed: int) -> dict[TrialKind, int]:
            asked = asking(strategy, parts=(StressPart.SENSITIVITY, StressPart.WALK_FORWARD), seed=seed)
            await desk.work.handle(await desk.call(asked, Progress(), f"00000000-0000-7000-8000-00000000000{number}"))
            trials = await desk.shelf.ledger.trials(strategy.lineage_id)
            keys = [each.key for each in trials]
            assert {each.key for each in await desk.returns.of(keys)} == set(keys)
            return {kind: sum(each.count for each in trials if each.kind is kind) for kind in TrialKind}

        first = await kinds(1, seed=1)
        report: Any = await desk.service.report("ann", JOB)
        assert first[TrialKind.BACKTEST] == 1
        assert first[TrialKind.SWEEP] == report["sensitivity"]["runs"]
        assert 150 < first[TrialKind.WALK_FORWARD] <= 200
        # Another seed draws other candidates of the walk, and tries nothing else anew.
        second = await kinds(2, seed=2)
        assert second[TrialKind.WALK_FORWARD] > first[TrialKind.WALK_FORWARD]
        assert second == {**first, TrialKind.WALK_FORWARD: second[TrialKind.WALK_FORWARD]}
        assert await kinds(3, seed=1) == second


async def test_the_base_run_is_the_trial_that_a_backtest_of_it_is() -> None:
    async with open_desk() as desk:
        strategy = await desk.strategy()
        plan = await make_stress_plan(desk.shelf, "ann", asking(strategy, parts=(StressPart.CRISES,)), NOW)
        backtests = BacktestWork(
            BacktestRunner(desk.market.view),
            InMemoryBacktests(),
            summary,
            desk.shelf.ledger,
            desk.returns,
            desk.clock,
        )
        run = (await backtests.run(parse_plan(plan.backtest.as_json()), Progress().report)).run
        await desk.work.run(NewStress(JOB, "ann", plan, NOW, False), Progress().report)
        [trial] = await desk.shelf.ledger.trials(strategy.lineage_id)
        assert trial.key == trial_key(plan.backtest, run.data)
        assert run.report.figures.sharpe is not None
        assert trial.sharpe == run.report.figures.sharpe.value


async def test_a_second_revision_is_not_crushed_by_the_sweep_of_the_first() -> None:
    async with open_desk(market=GentleMarket(bars=1300)) as desk:
        strategy = await desk.strategy()
        asked = asking(strategy, parts=(StressPart.SENSITIVITY, StressPart.WALK_FORWARD, StressPart.OVERFITTING))
        await desk.work.handle(await desk.call(asked, Progress()))
        first: Any = await desk.service.report("ann", JOB)
        await desk.shelf.patch("ann", strategy.id, FASTER, 1)
        call = await desk.call(asked, Progress(), "00000000-0000-7000-8000-000000000002")
        await desk.work.handle(call)
        second: Any = await desk.service.report("ann", call.job_id)
        one, two = first["overfitting"], second["overfitting"]
        assert two["trials"] > one["trials"] + 250
        assert second["lineage"] == {
            **second["lineage"],
            "trials": two["trials"],
            "compared": two["trials"],
            "left_out": 0,
        }
        # Twice as many near copies are worth hardly more strangers; as strangers they would ask for far more luck.
        assert one["effective_trials"] < two["effective_trials"] < 1.5 * one["effective_trials"] < 20
        trials = await desk.shelf.ledger.trials(strategy.lineage_id)
        kept = {each.key: each.returns for each in await desk.returns.of([each.key for each in trials])}
        strangers = overfitting(kept[trials[0].key], 52, trials)
        assert strangers.expected_best_of_luck > 1.5 * two["expected_best_of_luck"]
        assert strangers.deflated_sharpe < two["deflated_sharpe"]


async def test_what_runs_in_the_terminal_is_counted_and_kept_when_asked() -> None:
    async with open_desk() as desk:
        strategy = await desk.strategy()
        plan = await make_stress_plan(desk.shelf, "ann", asking(strategy, parts=(StressPart.SENSITIVITY,)), NOW)
        asked = NewStress(JOB, "ann", plan, NOW, has_job=False)
        work = StressWork(desk.runner, desk.store, write_stress, desk.clock)
        result = await work.run(asked, Progress().report)
        assert await desk.service.page("ann") == []
        assert await desk.shelf.ledger.count(strategy.lineage_id) == result.headline.trials > 100
        await work.keep(asked, result)
        seen = await desk.service.get("ann", JOB)
        assert (seen.job_id, ruling_of(seen)) == (None, result.headline.ruling)
