"""Whatever is asked wrongly, or told wrongly by the market, ends in a sentence that says what to do."""

import math
from typing import Any

import pytest

from packages.core.errors import Invalid
from packages.domain.backtest.terms import Costs
from packages.domain.stress.findings import Ruling
from packages.domain.stress.jobs.stored import ruling_of
from packages.domain.work.stored import BacktestStatus
from tests.packages.domain.stress.jobs.desk import Desk, GentleMarket, asking, open_desk


async def refused(desk: Desk, **changes: Any) -> str:
    """What the person reads; nothing was started."""
    with pytest.raises(Invalid) as refusal:
        await desk.service.submit("ann", asking(await desk.strategy(), **changes))
    assert list(await desk.service.page("ann")) == []
    return refusal.value.message


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"paths": 0}, "0 paths cannot be used: ask for 100 to 1,000,000."),
        ({"paths": -5}, "-5 paths cannot be used: ask for 100 to 1,000,000."),
        ({"paths": 10**9}, "1000000000 paths cannot be used: ask for 100 to 1,000,000."),
        ({"horizon": 0}, "2 or more"),
        ({"ruin_level": math.nan}, "give the fraction of the money"),
        ({"seed": -1}, "give a whole number"),
    ],
)
async def test_numbers_that_cannot_be_are_refused_with_a_sentence(changes: dict[str, Any], sentence: str) -> None:
    async with open_desk() as desk:
        assert sentence in await refused(desk, **changes)


@pytest.mark.parametrize("cost", [-0.001, math.nan, math.inf])
@pytest.mark.parametrize("name", ["commission_rate", "slippage", "spread", "impact"])
async def test_a_cost_below_zero_or_without_a_number_is_refused(name: str, cost: float) -> None:
    async with open_desk() as desk:
        with pytest.raises(Invalid, match=r"\.$"):
            await desk.service.submit("ann", asking(await desk.strategy(), costs=Costs(**{name: cost})))
        assert list(await desk.service.page("ann")) == []


async def told(market: GentleMarket, **changes: Any) -> tuple[BacktestStatus, str, Ruling | None, list[str]]:
    """Status, error and verdict of a whole test, and every sentence on what was not measured."""
    async with open_desk(market=market) as desk:
        done = await desk.done(asking(await desk.strategy(), **changes))
        if done.status is not BacktestStatus.DONE:
            return done.status, done.error or "", None, []
        report: Any = await desk.service.report("ann", done.id)
        return done.status, "", ruling_of(done), [each["reason"] for each in report["unmeasured"]]


@pytest.mark.parametrize("price", [math.nan, 0.0, -3.0])
async def test_a_price_that_is_none_fails_the_test_or_is_named(price: float) -> None:
    status, error, ruling, reasons = await told(GentleMarket(broken=price))
    sentences = [error] if status is BacktestStatus.FAILED else reasons
    assert sentences
    assert all(each.endswith(".") for each in sentences)
    assert ruling is not Ruling.PASS


async def test_one_bar_is_refused_with_what_to_load() -> None:
    status, error, _, _ = await told(GentleMarket(bars=1))
    assert status is BacktestStatus.FAILED
    assert "parley data sync DEMO5" in error


async def test_constant_prices_are_told_and_pass_nothing() -> None:
    status, _, ruling, reasons = await told(GentleMarket(still=True))
    assert status is BacktestStatus.DONE
    assert ruling is Ruling.REVISE
    assert len(reasons) >= 4
    assert all(each.endswith(".") for each in reasons)


async def test_a_horizon_beyond_the_data_says_how_much_there_is() -> None:
    _, _, ruling, reasons = await told(GentleMarket(), horizon=901)
    assert "Paths of 901 bars are not possible: there are 900, and two are the fewest." in reasons
    assert ruling is not Ruling.PASS
