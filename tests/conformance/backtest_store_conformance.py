"""What every store of backtests must do."""

import asyncio
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from packages.core.events import JsonObject
from packages.domain.backtest.jobs.plan import Plan
from packages.domain.backtest.jobs.stored import (
    BacktestNotDone,
    BacktestResult,
    BacktestStore,
    Headline,
    NewBacktest,
    StoredTrade,
    TradeFilter,
    UnknownBacktest,
)
from packages.domain.backtest.terms import Costs, Terms
from packages.domain.strategy.build import build
from tests.corpus.sample_strategy import sample

NOW = datetime(2026, 11, 15, 10, 30, tzinfo=UTC)


def plan(strategy_id: str | None = None) -> Plan:
    return Plan(
        strategy=build(sample()),
        lineage_id="lineage",
        strategy_id=strategy_id,
        version=None if strategy_id is None else 3,
        start=None,
        end=NOW.date(),
        terms=Terms(cash=Decimal("12345.67"), costs=Costs(slippage=0.001)),
        as_of=NOW,
    )


def asked(number: int, owner: str = "ann", strategy_id: str | None = None) -> NewBacktest:
    return NewBacktest(_id(number), owner, plan(strategy_id), NOW + timedelta(minutes=number), has_job=True)


def result(trades: int = 4, told: str = "first") -> BacktestResult:
    headline = Headline(NOW, "key", 0.75, {"told": told, "名": "值"})
    return BacktestResult(
        headline, {"curves": [1.5, None]}, b"\x00columns", [_trade(number + 1) for number in range(trades)]
    )


def _trade(number: int) -> StoredTrade:
    direction, reason = ("long", "stop_loss") if number % 2 else ("short", "signal_exit")
    body: JsonObject = {
        "number": number,
        "profit": number * (-10.0 if number % 2 else 10.0),
        "why": {"entry": [], "exit": []},
    }
    return StoredTrade(number, direction, reason, body)


def _id(number: int) -> str:
    return f"00000000-0000-7000-8000-{number:012d}"


class BacktestStoreConformance:
    @pytest.fixture
    def store(self) -> BacktestStore:
        raise NotImplementedError

    async def test_a_backtest_comes_back_as_it_was_asked_for_and_then_with_its_result(
        self, store: BacktestStore
    ) -> None:
        await store.add(asked(1, strategy_id=_id(9)))
        assert (await store.get("ann", _id(1))).planned == asked(1, strategy_id=_id(9))
        assert (await store.get("ann", _id(1))).headline is None
        await store.finish(_id(1), result())
        assert (await store.get("ann", _id(1))).headline == result().headline
        assert await store.report("ann", _id(1)) == {"curves": [1.5, None]}
        assert await store.columns("ann", _id(1)) == b"\x00columns"

    async def test_asking_again_changes_nothing(self, store: BacktestStore) -> None:
        await store.add(asked(1))
        await store.finish(_id(1), result())
        await store.add(asked(1, strategy_id=_id(9)))
        assert (await store.get("ann", _id(1))).planned == asked(1)
        assert (await store.get("ann", _id(1))).headline is not None

    async def test_the_first_result_stays_however_many_come_at_once(self, store: BacktestStore) -> None:
        await store.add(asked(1))
        await store.finish(_id(1), result(told="first"))
        await asyncio.gather(*(store.finish(_id(1), result(7, told="later")) for _ in range(4)))
        headline = (await store.get("ann", _id(1))).headline
        assert headline is not None
        assert headline.body["told"] == "first"
        assert (await store.trades("ann", _id(1), TradeFilter())).total == 4

    async def test_without_a_result_there_is_nothing_to_read(self, store: BacktestStore) -> None:
        await store.add(asked(1))
        for reading in (store.report("ann", _id(1)), store.columns("ann", _id(1))):
            with pytest.raises(BacktestNotDone):
                await reading
        assert (await store.trades("ann", _id(1), TradeFilter())).total == 0

    async def test_trades_are_paged_and_chosen_by_direction_and_reason(self, store: BacktestStore) -> None:
        await store.add(asked(1))
        await store.finish(_id(1), result(trades=7))
        page = await store.trades("ann", _id(1), TradeFilter(offset=2, limit=3))
        assert ([trade["number"] for trade in page.trades], page.total) == ([3, 4, 5], 7)
        longs = await store.trades("ann", _id(1), TradeFilter(offset=1, direction="long"))
        assert ([trade["number"] for trade in longs.trades], longs.total) == ([3, 5, 7], 4)
        stopped = await store.trades("ann", _id(1), TradeFilter(direction="short", reason="stop_loss"))
        assert (stopped.trades, stopped.total) == ((), 0)

    async def test_the_worst_trade_comes_first_where_that_is_asked_for(self, store: BacktestStore) -> None:
        await store.add(asked(1))
        await store.finish(_id(1), result(trades=4))
        page = await store.trades("ann", _id(1), TradeFilter(limit=2, worst_first=True))
        assert ([trade["profit"] for trade in page.trades], page.total) == ([-30.0, -10.0], 4)

    async def test_pages_go_from_the_newest_to_the_oldest(self, store: BacktestStore) -> None:
        for number in (2, 1, 4, 3):
            await store.add(asked(number, strategy_id=_id(9) if number == 2 else None))
        first = await store.page("ann", 3)
        assert [each.id for each in first] == [_id(4), _id(3), _id(2)]
        rest = await store.page("ann", 3, before=_id(2))
        assert [each.id for each in rest] == [_id(1)]
        assert [each.id for each in await store.page("ann", 9, strategy_id=_id(9))] == [_id(2)]

    async def test_another_owners_backtest_is_not_there(self, store: BacktestStore) -> None:
        await store.add(asked(1))
        await store.finish(_id(1), result())
        readings = (
            store.get("bob", _id(1)),
            store.report("bob", _id(1)),
            store.columns("bob", _id(1)),
            store.trades("bob", _id(1), TradeFilter()),
            store.page("bob", 5, before=_id(1)),
            store.delete("bob", _id(1), NOW),
        )
        for reading in readings:
            with pytest.raises(UnknownBacktest):
                await reading
        assert await store.page("bob", 5) == []

    async def test_a_deleted_one_is_gone_and_its_job_cannot_bring_it_back(self, store: BacktestStore) -> None:
        await store.add(asked(1))
        await store.finish(_id(1), result())
        await store.delete("ann", _id(1), NOW)
        await store.add(asked(1))
        await store.finish(_id(1), result())
        assert await store.page("ann", 5) == []
        for reading in (store.get("ann", _id(1)), store.trades("ann", _id(1), TradeFilter())):
            with pytest.raises(UnknownBacktest):
                await reading
