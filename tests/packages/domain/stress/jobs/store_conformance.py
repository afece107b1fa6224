"""What every store of stress tests, and every store of the returns of trials, must do."""

import asyncio
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import numpy as np
import pytest

from packages.core.messages import Language
from packages.domain.backtest.jobs.plan import terms_json
from packages.domain.backtest.jobs.trial_returns import TrialReturn, TrialReturns
from packages.domain.market_data.symbols import Market
from packages.domain.stress.attempts import StressAttempt
from packages.domain.stress.findings import Ruling
from packages.domain.stress.jobs.plan import StressPlan, scenario_set_id, scenarios_of
from packages.domain.stress.jobs.request import StressRequest
from packages.domain.stress.jobs.stored import (
    FileKind,
    NewScenarioSet,
    NewStress,
    PartDone,
    StressHeadline,
    StressNotDone,
    StressResult,
    StressStore,
    UnknownScenarioSet,
    UnknownStressTest,
    VerdictSeen,
)
from tests.conformance.backtest_store_conformance import plan as backtest_plan

NOW = datetime(2026, 11, 15, 10, 30, tzinfo=UTC)
STRATEGY = "00000000-0000-7000-8000-00000000abcd"


def stress_id(number: int) -> str:
    return f"00000000-0000-7000-8000-{number:012d}"


def plan(strategy_id: str = STRATEGY) -> StressPlan:
    request = StressRequest(strategy_id=strategy_id, profile={"risk_tolerance": "moderate"}, horizon=50)
    scenarios = scenarios_of(request, Market.US_STOCKS)
    return StressPlan(
        backtest=backtest_plan(strategy_id), scenarios=scenarios, scenario_set_id=scenario_set_id(scenarios)
    )


def asked(number: int, owner: str = "ann", strategy_id: str = STRATEGY) -> NewStress:
    created = NOW + timedelta(minutes=number)
    return NewStress(stress_id(number), owner, plan(strategy_id), created, has_job=True)


def result(told: str = "first", ruling: Ruling = Ruling.REVISE) -> StressResult:
    kinds: tuple[FileKind, ...] = ("html", "md")
    files = {(kind, language): f"{told} 报告 {kind} {language.value}" for kind in kinds for language in Language}
    return StressResult(StressHeadline(NOW, ruling, "f" * 64, 353), {"told": told, "名": [1.5, None]}, files)


def attempt(number: int, ruling: Ruling = Ruling.REVISE, seed: int = 0) -> StressAttempt:
    backtest = plan().backtest
    return StressAttempt(
        stress_report_id=stress_id(number),
        owner_id="ann",
        rules=backtest.rules_hash,
        limits="f" * 64,
        ruling=ruling,
        seed=seed,
        is_own_seed=False,
        is_whole=True,
        declared_trials=25,
        trials=353,
        first_day=date(2018, 1, 1),
        last_day=None,
        terms=terms_json(backtest.terms),
        created_at=NOW + timedelta(minutes=number),
    )


class StressStoreConformance:
    @pytest.fixture
    def store(self) -> StressStore:
        raise NotImplementedError

    async def test_it_comes_back_as_it_was_asked_for_and_then_with_its_result(self, store: StressStore) -> None:
        await store.add(asked(1))
        assert (await store.get("ann", stress_id(1))).planned == asked(1)
        assert (await store.get("ann", stress_id(1))).headline is None
        await store.finish(stress_id(1), result())
        assert (await store.get("ann", stress_id(1))).headline == result().headline
        assert await store.report("ann", stress_id(1)) == result().report
        for (kind, language), text in result().files.items():
            assert await store.file("ann", stress_id(1), kind, language) == text

    async def test_asking_again_changes_nothing(self, store: StressStore) -> None:
        await store.add(asked(1))
        await store.finish(stress_id(1), result())
        await store.add(asked(1, strategy_id="another"))
        assert (await store.get("ann", stress_id(1))).planned == asked(1)

    async def test_parts_stay_until_the_whole_is_done_and_the_last_of_a_name_counts(self, store: StressStore) -> None:
        await store.add(asked(1))
        for part in (
            PartDone("crises", "old", b"\x00"),
            PartDone("walk", "new", b"1"),
            PartDone("crises", "new", b"2"),
        ):
            await store.put_part(stress_id(1), part)
        parts = sorted(await store.parts(stress_id(1)), key=lambda part: part.name)
        assert parts == [PartDone("crises", "new", b"2"), PartDone("walk", "new", b"1")]
        assert list(await store.parts(stress_id(2))) == []
        await store.finish(stress_id(1), result())
        await store.put_part(stress_id(1), PartDone("crises", "later", b"3"))
        assert list(await store.parts(stress_id(1))) == []

    async def test_the_first_result_stays_however_many_come_at_once(self, store: StressStore) -> None:
        await store.add(asked(1))
        await store.finish(stress_id(1), result("first"))
        await asyncio.gather(*(store.finish(stress_id(1), result("later")) for _ in range(4)))
        assert (await store.report("ann", stress_id(1)))["told"] == "first"

    async def test_attempts_stay_when_their_test_is_deleted(self, store: StressStore) -> None:
        for number in (1, 2):
            await store.add(asked(number))
            made = replace(result(), attempt=attempt(number, seed=number))
            await store.finish(stress_id(number), made)
            await store.finish(stress_id(number), made)
        await store.delete("ann", stress_id(1), NOW)
        rules = plan().backtest.rules_hash
        found = sorted(await store.attempts("ann", rules), key=lambda each: each.seed)
        assert found == [attempt(1, seed=1), attempt(2, seed=2)]
        assert list(await store.attempts("bob", rules)) == list(await store.attempts("ann", "others")) == []

    async def test_without_a_result_there_is_nothing_to_read(self, store: StressStore) -> None:
        await store.add(asked(1))
        for reading in (store.report("ann", stress_id(1)), store.file("ann", stress_id(1), "md", Language.EN)):
            with pytest.raises(StressNotDone):
                await reading

    async def test_pages_go_from_the_newest_to_the_oldest(self, store: StressStore) -> None:
        for number in (2, 1, 4, 3):
            await store.add(asked(number, strategy_id=STRATEGY if number == 2 else "other"))
        first = await store.page("ann", 3)
        assert [each.id for each in first] == [stress_id(number) for number in (4, 3, 2)]
        assert [each.id for each in await store.page("ann", 3, before=stress_id(2))] == [stress_id(1)]
        assert [each.id for each in await store.page("ann", 9, strategy_id=STRATEGY)] == [stress_id(2)]

    async def test_the_latest_verdict_is_that_of_the_version_and_of_who_asks(self, store: StressStore) -> None:
        assert await store.latest_verdict("ann", STRATEGY, 3) is None
        for number, ruling in ((1, Ruling.PASS), (2, Ruling.REJECT), (3, None)):
            await store.add(asked(number))
            if ruling is not None:
                await store.finish(stress_id(number), result(ruling=ruling))
        seen = await store.latest_verdict("ann", STRATEGY, 3)
        assert seen == VerdictSeen(stress_id(2), Ruling.REJECT, NOW + timedelta(minutes=2), "f" * 64)
        await store.delete("ann", stress_id(2), NOW)
        after = await store.latest_verdict("ann", STRATEGY, 3)
        assert after is not None
        assert after.ruling is Ruling.PASS
        assert await store.latest_verdict("ann", STRATEGY, 4) is None
        assert await store.latest_verdict("bob", STRATEGY, 3) is None

    async def test_another_owners_is_not_there(self, store: StressStore) -> None:
        await store.add(asked(1))
        await store.finish(stress_id(1), result())
        readings: tuple[Any, ...] = (
            store.get("bob", stress_id(1)),
            store.report("bob", stress_id(1)),
            store.file("bob", stress_id(1), "html", Language.ZH),
            store.page("bob", 5, before=stress_id(1)),
            store.delete("bob", stress_id(1), NOW),
        )
        for reading in readings:
            with pytest.raises(UnknownStressTest):
                await reading
        assert list(await store.page("bob", 5)) == []

    async def test_a_deleted_one_is_gone_and_its_job_cannot_bring_it_back(self, store: StressStore) -> None:
        await store.add(asked(1))
        await store.put_part(stress_id(1), PartDone("crises", "data", b"1"))
        await store.delete("ann", stress_id(1), NOW)
        await store.add(asked(1))
        await store.put_part(stress_id(1), PartDone("crises", "data", b"1"))
        await store.finish(stress_id(1), result())
        assert list(await store.page("ann", 5)) == []
        assert list(await store.parts(stress_id(1))) == []
        with pytest.raises(UnknownStressTest):
            await store.get("ann", stress_id(1))

    async def test_a_scenario_set_comes_back_to_its_owner_alone(self, store: StressStore) -> None:
        made = NewScenarioSet(plan().scenario_set_id, "ann", plan().scenarios, NOW)
        for _ in range(2):
            await store.add_set(made)
        assert await store.get_set("ann", made.id) == made.scenarios
        with pytest.raises(UnknownScenarioSet):
            await store.get_set("bob", made.id)

    async def test_the_scenarios_of_a_test_are_a_set_of_its_owner(self, store: StressStore) -> None:
        await store.add(asked(1))
        assert await store.get_set("ann", plan().scenario_set_id) == plan().scenarios
        with pytest.raises(UnknownScenarioSet):
            await store.get_set("bob", plan().scenario_set_id)


def returned(key: str, first_week: int = 2_500, weeks: int = 100) -> TrialReturn:
    drawn = np.random.default_rng(abs(hash_of(key))).normal(0, 0.02, weeks)
    return TrialReturn(key, first_week, drawn.astype(np.float32).astype(np.float64))


def hash_of(key: str) -> int:
    return sum(map(ord, key))


class TrialReturnsConformance:
    @pytest.fixture
    def returns(self) -> TrialReturns:
        raise NotImplementedError

    async def test_they_come_back_in_single_precision_by_key(self, returns: TrialReturns) -> None:
        await returns.add("one", [returned("b"), returned("Z", -3, 0), returned("a", 2_400, 170)])
        found = await returns.of(["b", "a", "Z", "unknown"])
        assert [(each.key, each.first_week, each.end_week) for each in found] == [
            ("Z", -3, -3),
            ("a", 2_400, 2_570),
            ("b", 2_500, 2_600),
        ]
        assert found[2].returns.tolist() == returned("b").returns.tolist()
        assert found[2].returns.dtype == np.float64
        exact = TrialReturn("c", 1, np.array([0.1]))
        await returns.add("two", [exact])
        assert (await returns.of(["c"]))[0].returns.tolist() == [float(np.float32(0.1))]

    async def test_a_key_that_is_there_stays_as_it_is(self, returns: TrialReturns) -> None:
        await returns.add("one", [returned("a")])
        await returns.add("one", [returned("a", 1, 5), returned("b")])
        assert [each.first_week for each in await returns.of(["a", "b"])] == [2_500, 2_500]

    async def test_a_trial_of_two_lineages_comes_once_and_nothing_may_be_added(self, returns: TrialReturns) -> None:
        await returns.add("one", [returned("a")])
        await returns.add("two", [returned("a")])
        await returns.add("two", [])
        assert [each.key for each in await returns.of(["a", "b"])] == ["a"]
        assert list(await returns.of([])) == []

    async def test_many_at_once_are_all_there(self, returns: TrialReturns) -> None:
        batches = [[returned(f"{at:05d}", weeks=3) for at in range(first, first + 700)] for first in (0, 350, 700)]
        await asyncio.gather(*(returns.add("one", batch[:: (-1) ** at]) for at, batch in enumerate(batches)))
        assert len(await returns.of([f"{at:05d}" for at in range(1400)])) == 1400
