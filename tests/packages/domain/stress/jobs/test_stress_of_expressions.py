"""A strategy that reads another instrument is stressed with it, and a crisis without its bars is a gap that says so;
one that reads its own account is stressed like any other."""

from collections.abc import Callable
from typing import Any

import pytest

from packages.domain.strategy.json_tree import Document
from packages.domain.stress.findings import World
from packages.domain.work.stored import BacktestStatus
from tests.corpus import well_known
from tests.corpus.well_known_scaling import grid, lower_band, scale_out
from tests.effort import in_trust
from tests.packages.domain.stress.jobs.desk import GentleMarket, asking, open_desk

CLOSE: Any = {"ref": "close"}


def stronger(other: str) -> Any:
    """Whichever week went better for what is traded than for the other."""
    week: Any = {"return": {"of": CLOSE, "bars": 5}}
    theirs: Any = {"return": {"of": {**CLOSE, "of": other}, "bars": 5}}
    entry = well_known.compared({"subtract": [week, theirs]}, "gt", 0.01)
    out: Any = [{"type": "time_exit", "bars": 5}, {"type": "stop_loss", "stop": {"kind": "pct", "value": 0.05}}]
    return well_known.strategy("Stronger", "DEMO5", entry, out)


async def test_the_whole_stress_test_runs_with_what_the_rules_read() -> None:
    async with open_desk(market=GentleMarket(tickers=("DEMO5", "DEMO6"))) as desk:
        stored = await desk.shelf.create("ann", stronger("DEMO6"))
        done = await desk.done(asking(stored))
        assert (done.status, done.error) == (BacktestStatus.DONE, None)
        report: Any = await desk.service.report("ann", done.id)
        blocks = report["monte_carlo"][0]
        assert (blocks["world"], blocks["fitted"]["instruments"]) == (World.BLOCK_BOOTSTRAP, 2)
        assert [window["status"] for window in report["crises"]] == ["exercised", "gap"]
        assert report["unmeasured"] == []


async def test_an_instrument_that_is_read_and_not_stored_is_named() -> None:
    async with open_desk(market=GentleMarket(tickers=("DEMO5",))) as desk:
        stored = await desk.shelf.create("ann", stronger("DEMO6"))
        done = await desk.done(asking(stored))
        assert done.status is BacktestStatus.FAILED
        assert "DEMO6" in str(done.error)


async def test_a_strategy_that_reads_its_own_account_is_stressed_in_every_world() -> None:
    async with open_desk(market=GentleMarket(tickers=("DEMO5",))) as desk:
        stored = await desk.shelf.create("ann", well_known.time_and_profit("DEMO5", bars=3, least=0.5))
        done = await desk.done(asking(stored))
        assert (done.status, done.error) == (BacktestStatus.DONE, None)
        report: Any = await desk.service.report("ann", done.id)
        assert report["unmeasured"] == []
        assert "delay_1" in str(report["sensitivity"])


@pytest.mark.parametrize("make", [scale_out, in_trust(grid)], ids=["parts", "units"])
async def test_positions_of_units_and_parts_are_stressed_in_every_world(make: Callable[[str], Document]) -> None:
    async with open_desk(market=GentleMarket(tickers=("DEMO5",))) as desk:
        stored = await desk.shelf.create("ann", make("DEMO5"))
        done = await desk.done(asking(stored))
        assert (done.status, done.error) == (BacktestStatus.DONE, None)
        report: Any = await desk.service.report("ann", done.id)
        assert report["unmeasured"] == []
        curves = {each["pointer"] for each in report["sensitivity"]["curves"]}
        assert any(each.endswith(("/max_units", "/part/fraction")) for each in curves)
        shuffled = report["monte_carlo"][-1]
        assert shuffled["fitted"]["trades"] <= report["sensitivity"]["base"]["trades"]


async def test_an_order_at_a_computed_price_is_stressed_in_every_world() -> None:
    async with open_desk(market=GentleMarket(tickers=("DEMO5",))) as desk:
        stored = await desk.shelf.create("ann", lower_band("DEMO5"))
        done = await desk.done(asking(stored))
        assert (done.status, done.error) == (BacktestStatus.DONE, None)
        report: Any = await desk.service.report("ann", done.id)
        assert report["unmeasured"] == []
