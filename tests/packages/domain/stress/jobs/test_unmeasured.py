"""What cannot be measured says why, and is never a pass."""

from datetime import date
from typing import Any

import pytest

from packages.domain.stress.findings import Ruling
from packages.domain.stress.jobs.run import NOT_ASKED
from packages.domain.stress.jobs.stored import StressTest, ruling_of
from packages.domain.stress.verdict.parts import StressPart
from packages.domain.work.stored import BacktestStatus
from tests.packages.domain.stress.jobs.desk import Desk, GentleMarket, asking, open_desk

NEVER = {"cmp": {"left": {"ref": "close"}, "op": "lt", "right": 0.01}}


async def stressed(desk: Desk, changes: dict[str, Any] | None = None, **asked: Any) -> tuple[StressTest, Any]:
    done = await desk.done(asking(await desk.strategy(**(changes or {})), **asked))
    assert (done.status, done.error) == (BacktestStatus.DONE, None)
    return done, await desk.service.report("ann", done.id)


def reasons(report: Any) -> dict[str, str]:
    return {each["what"]: each["reason"] for each in report["unmeasured"]}


async def test_a_strategy_that_never_trades_is_no_pass() -> None:
    async with open_desk() as desk:
        told: Any = (await desk.shelf.revision("ann", (await desk.strategy()).id)).document
        trade = {"long": {**told["trade"]["long"], "entry": {**told["trade"]["long"]["entry"], "condition": NEVER}}}
        done, report = await stressed(desk, {"trade": trade})
        assert ruling_of(done) is not Ruling.PASS
        assert report["sensitivity"]["base"]["trades"] == 0
        assert "never moved" in reasons(report)["overfitting"]
        assert "0 closed trades" in reasons(report)["monte_carlo/trade_shuffle"]
        assert [window["status"] for window in report["crises"]] == ["not_exercised", "gap"]
        assert {"overfitting", "crises/own_20080901_20081231"} <= set(report["verdict"]["not_measured"])


async def test_prices_that_never_move_measure_nothing_and_pass_nothing() -> None:
    async with open_desk(market=GentleMarket(still=True)) as desk:
        done, report = await stressed(desk)
        told = reasons(report)
        assert "never changed" in told["monte_carlo/block_bootstrap"]
        assert "never change" in told["sensitivity"]
        assert report["monte_carlo"] is None
        assert ruling_of(done) is Ruling.REVISE


async def test_a_horizon_longer_than_the_data_is_named_and_the_rest_is_measured() -> None:
    async with open_desk() as desk:
        _, report = await stressed(desk, horizon=5_000, parts=(StressPart.MONTE_CARLO, StressPart.SENSITIVITY))
        assert "Paths of 5000 bars are not possible: there are 900" in reasons(report)["monte_carlo/block_bootstrap"]
        assert [world["world"] for world in report["monte_carlo"]] == ["trade_shuffle"]
        assert "monte_carlo" in report["verdict"]["not_measured"]
        assert report["sensitivity"]["runs"] > 100


async def test_a_horizon_cuts_the_paths() -> None:
    async with open_desk() as desk:
        _, report = await stressed(desk, horizon=250, parts=(StressPart.MONTE_CARLO,))
        assert report["monte_carlo"][0]["fan"]["bars"][-1] == 249


@pytest.mark.parametrize("bars", [2, 40, 120])
async def test_a_short_history_is_told_as_short(bars: int) -> None:
    async with open_desk(market=GentleMarket(bars=bars)) as desk:
        done, report = await stressed(desk)
        assert ruling_of(done) is not Ruling.PASS
        assert report["walk_forward"] is None
        assert all(each["reason"].endswith(".") for each in report["unmeasured"])


async def test_one_bar_fails_the_job_with_what_to_load() -> None:
    async with open_desk(market=GentleMarket(bars=1)) as desk:
        failed = await desk.done(asking(await desk.strategy()))
        assert failed.status is BacktestStatus.FAILED
        assert "parley data sync DEMO5" in (failed.error or "")


async def test_parts_that_were_not_asked_for_are_missing_from_the_verdict() -> None:
    async with open_desk() as desk:
        done, report = await stressed(desk, parts=(StressPart.CRISES, StressPart.OVERFITTING))
        assert reasons(report) == dict.fromkeys(("monte_carlo", "sensitivity", "walk_forward"), NOT_ASKED.reason)
        assert ruling_of(done) is not Ruling.PASS
        assert report["overfitting"]["trials"] == 1


async def test_a_start_is_kept_to_by_every_part() -> None:
    async with open_desk() as desk:
        luck = (StressPart.WALK_FORWARD, StressPart.OVERFITTING)
        _, report = await stressed(desk, start=date(2019, 6, 3), parts=luck)
        assert report["strategy"]["start"] == "2019-06-03"
        _, whole = await stressed(desk, parts=(StressPart.OVERFITTING,))
        assert report["overfitting"]["bars"] < whole["overfitting"]["bars"] == 899
        assert report["walk_forward"] is not None
