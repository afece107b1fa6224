"""The strictest limit counts, its clause is named, and a person gets the same line from the lab and from the gate."""

import itertools
from decimal import Decimal

import pytest

from packages.core.money import NotANumber
from packages.domain.accounts.profile import Profile, ReturnExpectation, RiskTolerance, TradingYears
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.stress.verdict.limits import limits_for
from packages.domain.trading.risk.limits import (
    BadLimit,
    LimitName,
    RiskLimits,
    default_limits,
    limits_from,
    limits_of_person,
    parse_limits,
    strictest,
)


@pytest.mark.parametrize(
    ("tolerance", "expectation"), list(itertools.product([None, *RiskTolerance], [None, *ReturnExpectation]))
)
def test_the_gate_halts_at_the_drawdown_that_the_lab_judged_by(
    tolerance: RiskTolerance | None, expectation: ReturnExpectation | None
) -> None:
    lab = limits_for(Profile(tolerance, expectation, TradingYears.YEARS_0_1)).drawdown
    bound = limits_of_person(lab.value, lab.source).bounds[LimitName.DRAWDOWN]
    assert (-float(bound.most), bound.clause) == (lab.value, lab.source)


@pytest.mark.parametrize(
    ("drawdown", "day", "gross"), [(-0.15, "0.03", 1), (-0.25, "0.05", 1), (-0.4, "0.08", 2), (-0.6, "0.12", 4)]
)
def test_the_table_of_the_module_is_what_is_done(drawdown: float, day: str, gross: int) -> None:
    bounds = limits_of_person(drawdown, "kyc").bounds
    assert bounds[LimitName.DAILY_LOSS].most == Decimal(day)
    assert bounds[LimitName.GROSS_EXPOSURE].most == gross


def test_the_stricter_of_two_wins_and_is_named() -> None:
    person = limits_of_person(-0.25, "kyc.risk_tolerance=moderate")
    tight = strictest(person, limits_from({"drawdown": "0.1", "daily_loss": "0.2", "capital": "5000"}))
    assert tight.bounds[LimitName.DRAWDOWN].clause == "deployment"
    assert tight.bounds[LimitName.DAILY_LOSS].clause == "kyc.risk_tolerance=moderate"
    assert tight.bounds[LimitName.CAPITAL].most == 5000


def test_on_a_tie_the_earlier_source_is_named() -> None:
    tied = strictest(limits_from({"drawdown": "0.1"}, "first"), limits_from({"drawdown": "0.10"}, "second"))
    assert tied.bounds[LimitName.DRAWDOWN].clause == "first"


def test_what_any_source_wants_closed_is_closed() -> None:
    calm = RiskLimits({}, frozenset())
    strict = RiskLimits({}, frozenset({LimitName.DAILY_LOSS}))
    assert strictest(calm, strict).flatten_on == {LimitName.DAILY_LOSS}


def test_limits_come_back_from_their_json() -> None:
    made = strictest(limits_of_person(-0.4, "kyc"), default_limits(Timeframe.D1))
    assert parse_limits(made.as_json()) == made


@pytest.mark.parametrize(
    "given",
    [
        {"drawdown": "5"},
        {"drawdown": "-0.1"},
        {"orders_a_minute": "1.5"},
        {"drawdwn": "0.1"},
        {"no_price": "0"},
        {"capital": "Infinity"},
    ],
)
def test_a_limit_that_means_nothing_is_refused(given: dict[str, str]) -> None:
    with pytest.raises((BadLimit, NotANumber)):
        limits_from(given)


def test_a_daily_bar_may_be_missing_for_a_day_and_an_hourly_one_for_an_hour() -> None:
    ages = {frame: default_limits(frame).bounds[LimitName.STALE_DATA].most for frame in (Timeframe.D1, Timeframe.H1)}
    assert ages == {Timeframe.D1: 86_400, Timeframe.H1: 3_600}
