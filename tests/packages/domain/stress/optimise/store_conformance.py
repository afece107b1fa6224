"""What every store of optimisations must do."""

from datetime import timedelta

import pytest

from packages.domain.stress.optimise.service import (
    NewOptimisation,
    OptimisationHeadline,
    OptimisationNotDone,
    OptimisationResult,
    OptimisationStore,
    UnknownOptimisation,
)
from tests.packages.domain.stress.optimise.planted import NOW, base_plan, search_plan


def asked(number: int, owner: str = "ann", strategy_id: str = "one") -> NewOptimisation:
    plan = search_plan(base_plan(strategy_id=strategy_id))
    return NewOptimisation(_id(number), owner, plan, NOW + timedelta(minutes=number), has_job=True)


def result(told: str = "first") -> OptimisationResult:
    return OptimisationResult(
        OptimisationHeadline(NOW, {"told": told, "名": "值"}), {"found": [1.5, None], "told": told}
    )


def _id(number: int) -> str:
    return f"00000000-0000-7000-8000-{number:012d}"


class OptimisationStoreConformance:
    @pytest.fixture
    def store(self) -> OptimisationStore:
        raise NotImplementedError

    async def test_it_comes_back_as_it_was_asked_for_and_then_with_its_result(self, store: OptimisationStore) -> None:
        await store.add(asked(1))
        await store.add(asked(1))
        found = await store.get("ann", _id(1))
        assert (found.planned, found.headline) == (asked(1), None)
        with pytest.raises(OptimisationNotDone):
            await store.report("ann", _id(1))
        await store.finish(_id(1), result())
        await store.finish(_id(1), result("second"))
        found = await store.get("ann", _id(1))
        assert found.headline == result().headline
        assert await store.report("ann", _id(1)) == result().report

    async def test_batches_come_back_in_order_and_the_first_telling_stays(self, store: OptimisationStore) -> None:
        await store.add(asked(1))
        for batch in (0, 2, 1, 10):
            await store.write_down(_id(1), batch, f"batch {batch}".encode())
        await store.write_down(_id(1), 1, b"another telling")
        assert await store.written_down(_id(1)) == [b"batch 0", b"batch 1", b"batch 2", b"batch 10"]
        assert await store.written_down(_id(2)) == []

    async def test_nobody_elses_is_there(self, store: OptimisationStore) -> None:
        await store.add(asked(1))
        for reading in (
            store.get("bob", _id(1)),
            store.report("bob", _id(1)),
            store.delete("bob", _id(1), NOW),
            store.page("bob", 5, before=_id(1)),
        ):
            with pytest.raises(UnknownOptimisation):
                await reading
        assert await store.page("bob", 5) == []
        assert (await store.get("ann", _id(1))).planned.id == _id(1)

    async def test_pages_go_from_the_newest_back(self, store: OptimisationStore) -> None:
        for number in range(5):
            await store.add(asked(number, strategy_id="one" if number % 2 else "two"))
        await store.add(asked(9, owner="bob"))
        first = await store.page("ann", 2)
        assert [each.id for each in first] == [_id(4), _id(3)]
        rest = await store.page("ann", 9, before=_id(3))
        assert [each.id for each in rest] == [_id(2), _id(1), _id(0)]
        assert [each.id for each in await store.page("ann", 9, strategy_id="one")] == [_id(3), _id(1)]

    async def test_a_deleted_one_is_gone_and_does_not_come_back(self, store: OptimisationStore) -> None:
        await store.add(asked(1))
        await store.write_down(_id(1), 0, b"lines")
        await store.delete("ann", _id(1), NOW)
        await store.add(asked(1))
        await store.write_down(_id(1), 0, b"lines")
        await store.finish(_id(1), result())
        for reading in (store.get("ann", _id(1)), store.report("ann", _id(1)), store.delete("ann", _id(1), NOW)):
            with pytest.raises(UnknownOptimisation):
                await reading
        assert await store.written_down(_id(1)) == []
        assert await store.page("ann", 5) == []

    async def test_a_finished_one_can_be_deleted(self, store: OptimisationStore) -> None:
        await store.add(asked(1))
        await store.write_down(_id(1), 0, b"lines")
        await store.finish(_id(1), result())
        await store.delete("ann", _id(1), NOW)
        with pytest.raises(UnknownOptimisation):
            await store.report("ann", _id(1))
