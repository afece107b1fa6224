"""The equity is watched from the day's begin and from its peak."""

from datetime import timedelta
from decimal import Decimal

from packages.domain.trading.risk.limits import LimitName, RiskLimits, first_marks, limits_from, watch
from tests.packages.domain.trading.risk.making import DAY, limits, marks

NEXT = DAY + timedelta(days=1)


def test_a_loss_short_of_the_limit_goes_on_and_one_that_reaches_it_halts() -> None:
    bound = limits(daily_loss="0.05")
    assert watch(bound, marks("95000.01")) is None
    halt = watch(bound, marks("95000"))
    assert halt is not None
    assert (halt.limit, halt.measured, halt.flatten) == (LimitName.DAILY_LOSS, Decimal("0.05"), False)


def test_a_drawdown_counts_from_the_highest_equity_and_closes_everything() -> None:
    seen = first_marks(DAY, Decimal(100)).seen(DAY, Decimal(200)).seen(NEXT, Decimal(150))
    halt = watch(limits(drawdown="0.25"), seen)
    assert halt is not None
    assert (halt.limit, halt.measured, halt.flatten) == (LimitName.DRAWDOWN, Decimal("0.25"), True)


def test_a_new_day_begins_with_what_the_day_before_ended_with() -> None:
    seen = first_marks(DAY, Decimal(100)).seen(DAY, Decimal(96)).seen(NEXT, Decimal(93))
    assert seen.day_open == 96
    assert seen.daily_loss == Decimal(3) / 96
    assert seen.drawdown == Decimal("0.07")


def test_a_tick_of_an_earlier_day_does_not_begin_a_day() -> None:
    seen = first_marks(NEXT, Decimal(100)).seen(DAY, Decimal(90))
    assert (seen.day, seen.day_open) == (NEXT, Decimal(100))


def test_the_peak_stays_so_that_going_on_after_a_halt_halts_again() -> None:
    seen = first_marks(DAY, Decimal(100)).seen(NEXT, Decimal(70)).seen(NEXT + timedelta(days=9), Decimal(71))
    halt = watch(limits(drawdown="0.25"), seen)
    assert halt is not None


def test_of_two_broken_limits_the_one_that_closes_everything_is_told() -> None:
    both = RiskLimits(limits_from({"daily_loss": "0.01", "drawdown": "0.01"}).bounds, frozenset({LimitName.DAILY_LOSS}))
    halt = watch(both, marks("50"))
    assert halt is not None
    assert halt.limit is LimitName.DAILY_LOSS


def test_without_limits_nothing_halts_and_a_gain_is_no_loss() -> None:
    assert watch(RiskLimits(), marks("1")) is None
    assert watch(limits(daily_loss=0, drawdown=0), marks("100000")) is None


def test_who_owes_money_has_lost_all() -> None:
    halt = watch(limits(drawdown=1), marks("-5"))
    assert halt is not None
    assert halt.measured > 1
