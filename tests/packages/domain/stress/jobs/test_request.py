"""A request is refused at once, with a sentence, or becomes a plan that says everything."""

import json
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest

from packages.core.errors import Invalid, NotFound
from packages.domain.backtest.terms import Costs
from packages.domain.market_data.symbols import Market
from packages.domain.stress.crises.windows import crises_of, crisis, custom_window
from packages.domain.stress.findings import World
from packages.domain.stress.jobs.plan import (
    limits_hash,
    make_stress_plan,
    parse_stress_plan,
    scenario_set_id,
    scenarios_of,
)
from packages.domain.stress.jobs.request import WORLDS, StressRequest
from packages.domain.stress.verdict.parts import StressPart
from tests.packages.domain.backtest.asking import NOW, book, document

OWN = custom_window(date(2021, 1, 4), date(2021, 3, 31), "Mine")


def request(**changes: Any) -> StressRequest:
    return StressRequest(**{"strategy_id": "s", **changes})


def set_id(market: Market = Market.US_STOCKS, **changes: Any) -> str:
    return scenario_set_id(scenarios_of(request(**changes), market))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"start": date(2021, 1, 2), "end": date(2021, 1, 1)}, "swap the days"),
        ({"as_of": datetime(2021, 1, 1)}, "no time zone"),  # noqa: DTZ001 - that is the point
        ({"paths": 99}, "ask for 100"),
        ({"paths": 1_000_001}, "ask for 100"),
        ({"seed": -1}, "no seed"),
        ({"ruin_level": 1.0}, "level of ruin"),
        ({"ruin_level": float("nan")}, "level of ruin"),
        ({"horizon": 1}, "2 or more"),
        ({"parts": ()}, "at least one of crises"),
        ({"parts": (StressPart.CRISES, StressPart.CRISES)}, "each part once"),
        ({"worlds": ()}, "at least one of block_bootstrap"),
        ({"worlds": (World.GARCH, World.GARCH)}, "each world once"),
        ({"worlds": (World.TRADE_SHUFFLE,)}, "shuffled anyway"),
        ({"crises": ()}, "no crisis to live through"),
        ({"crises": ("us_2008", "us_2008")}, "twice"),
        ({"windows": (OWN, OWN)}, "twice"),
        ({"profile": {"risk_tolerance": "reckless"}}, "take one of conservative"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_read(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Invalid, match=sentence):
        request(**changes)


def test_a_crisis_that_nobody_knows_is_not_found() -> None:
    with pytest.raises(NotFound, match="No crisis is called"):
        request(crises=("us_1929",))


def test_forty_windows_are_the_most() -> None:
    windows = tuple(custom_window(date(2021, 1, day % 28 + 1), date(2021, 2 + day // 28, 28)) for day in range(41))
    request(windows=windows[:40])
    with pytest.raises(Invalid, match="At most 40"):
        request(windows=windows)


def test_without_the_part_nothing_is_asked_of_its_numbers() -> None:
    assert request(parts=(StressPart.SENSITIVITY,), crises=(), worlds=()).worlds == ()


def test_every_field_changes_the_digest() -> None:
    changes: list[dict[str, Any]] = [
        {},
        {"strategy_id": "t"},
        {"version": 2},
        {"start": date(2020, 1, 1)},
        {"end": date(2020, 1, 1)},
        {"cash": Decimal(5)},
        {"costs": Costs(slippage=0.1)},
        {"leverage": 2.0},
        {"as_of": NOW},
        {"profile": {"risk_tolerance": "moderate"}},
        {"crises": ("us_2008",)},
        {"windows": (OWN,)},
        {"worlds": (World.GARCH,)},
        {"paths": 200},
        {"seed": 1},
        {"horizon": 100},
        {"ruin_level": 0.4},
        {"parts": (StressPart.CRISES,)},
    ]
    assert len({request(**each).digest for each in changes}) == len(changes)
    assert (
        request(profile={"risk_tolerance": "moderate"}).digest == request(profile={"risk_tolerance": "moderate"}).digest
    )


def test_the_crises_of_the_market_are_taken_in_order_and_the_persons_own_come_last() -> None:
    every = scenarios_of(request(windows=(OWN,)), Market.CN_STOCKS)
    assert every.windows == (*crises_of(Market.CN_STOCKS), OWN)
    some = scenarios_of(request(crises=("us_2020", "us_2008")), Market.US_STOCKS)
    assert some.windows == (crisis("us_2008"), crisis("us_2020"))


def test_the_same_scenarios_have_the_same_id_and_others_another() -> None:
    assert set_id() == set_id(
        strategy_id="t", cash=Decimal(7), crises=tuple(each.key for each in crises_of(Market.US_STOCKS))
    )
    others = [
        set_id(Market.CN_STOCKS),
        set_id(windows=(OWN,)),
        set_id(worlds=WORLDS[:3]),
        set_id(paths=200),
        set_id(seed=1),
        set_id(horizon=250),
        set_id(ruin_level=0.3),
        set_id(parts=(StressPart.CRISES,)),
        set_id(profile={"risk_tolerance": "conservative"}),
    ]
    assert len({set_id(), *others}) == len(others) + 1


def test_answers_that_lead_to_the_same_limits_are_the_same_scenarios() -> None:
    more = {"risk_tolerance": "moderate", "trading_years_bucket": "years_5_plus"}
    less = {"risk_tolerance": "moderate", "trading_years_bucket": "years_5_plus", "favourite_colour": "blue"}
    assert set_id(profile=more) == set_id(profile=less)
    assert limits_hash(scenarios_of(request(profile=more), Market.US_STOCKS)) != limits_hash(
        scenarios_of(request(profile={"risk_tolerance": "conservative"}), Market.US_STOCKS)
    )


async def test_a_plan_comes_back_from_json_as_it_was() -> None:
    shelf = book()
    stored = await shelf.create("ann", document())
    asked = request(
        strategy_id=stored.id, windows=(OWN,), profile={"risk_tolerance": "aggressive"}, horizon=300, seed=7
    )
    plan = await make_stress_plan(shelf, "ann", asked, datetime(2026, 1, 1, tzinfo=UTC))
    assert (plan.backtest.version, plan.backtest.lineage_id) == (1, stored.lineage_id)
    assert parse_stress_plan(json.loads(json.dumps(plan.as_json()))) == plan
