"""The arithmetic of figures: hand-worked, and a sign that never flips."""

from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.modules.research.domain import arithmetic, formulas
from src.modules.research.domain.arithmetic import combined, divided, grown, stated
from src.modules.research.domain.figures import AbsentFigure, FigureStatus, Operation, ResearchFigure, shown
from tests.src.modules.research.domain.builders import fact

AT = datetime(2025, 10, 30, tzinfo=UTC)


def amount(value: object, unit: str = "CNY", key: str = "net_profit") -> ResearchFigure:
    return ResearchFigure(key, Decimal(str(value)), unit, str(date(2025, 9, 30)), AT, ("row",), Operation.IDENTITY)


def numbers(*told: str) -> list[Decimal]:
    return [Decimal(text) for text in told]


@pytest.mark.parametrize(
    ("now", "base", "status"),
    [
        (5, -10, FigureStatus.TURNED_POSITIVE),
        (0, -10, FigureStatus.TURNED_POSITIVE),
        (-5, 10, FigureStatus.TURNED_NEGATIVE),
        (-5, -10, FigureStatus.LOSS_NARROWED),
        (-15, -10, FigureStatus.LOSS_WIDENED),
        (-10, -10, FigureStatus.LOSS_UNCHANGED),
        (10, 0, FigureStatus.BASE_ZERO),
    ],
)
def test_growth_over_a_base_that_is_not_positive_is_a_status(now: int, base: int, status: FigureStatus) -> None:
    told = grown("net_profit_yoy", amount(now), amount(base))
    assert isinstance(told, AbsentFigure)
    assert told.status is status
    assert told.rows


def test_growth_by_hand() -> None:
    up, down = grown("k", amount(120), amount(100)), grown("k", amount(0), amount(100))
    assert isinstance(up, ResearchFigure)
    assert isinstance(down, ResearchFigure)
    assert (up.value, down.value) == (Decimal("0.2"), Decimal(-1))


@given(st.integers(-1000, 1000), st.integers(-1000, 1000))
def test_a_percentage_of_growth_always_has_the_sign_of_the_change(now: int, base: int) -> None:
    told = grown("k", amount(now), amount(base))
    if isinstance(told, ResearchFigure):
        assert base > 0
        assert now >= 0
        assert (told.value > 0, told.value < 0) == (now > base, now < base)
    else:
        assert told.status is not None


def test_amounts_in_two_currencies_are_not_compared() -> None:
    told = grown("k", amount(1), amount(1, "USD"))
    assert isinstance(told, AbsentFigure)
    assert told.status is None


@pytest.mark.parametrize("bottom", [0, -3])
def test_nothing_is_divided_by_what_is_not_positive(bottom: int) -> None:
    assert isinstance(divided("k", amount(1), amount(bottom)), AbsentFigure)


def test_a_perpetuity_is_worth_its_flow_over_the_rate() -> None:
    # 100 for ever at 10 %: 1,000, over 50 shares 20 each.
    assert formulas.dcf(numbers("100", "50"), numbers("0", "5", "0.10", "0")) == pytest.approx(Decimal(20))


def test_a_flow_that_always_grows_alike_is_worth_gordons_formula() -> None:
    # 100 * 1.02 / (0.10 - 0.02) = 1,275.
    assert float(formulas.dcf(numbers("100", "1"), numbers("0.02", "5", "0.10", "0.02"))) == pytest.approx(1275.0)
    assert float(formulas.dcf(numbers("100", "1", "0.01"), numbers("0.01", "5", "0.10", "0.02"))) == pytest.approx(
        1275.0
    )


def test_two_stages_by_hand() -> None:
    # One year of 10 %: 110 / 1.1 = 100, then 110 * 1.02 / 0.08 / 1.1 = 1,275.
    assert float(formulas.dcf(numbers("100", "1"), numbers("0.10", "1", "0.10", "0.02"))) == pytest.approx(1375.0)


def test_grahams_number_by_hand() -> None:
    assert formulas.graham(numbers("2", "20"), ()) == 30


def test_peg_by_hand() -> None:
    assert formulas.peg(numbers("20", "0.10"), ()) == 2


def test_yearly_growth_by_hand() -> None:
    assert float(arithmetic.annual_growth(numbers("133.1", "100"), numbers("3"))) == pytest.approx(0.10)


def test_points_lie_on_the_line_between_two_knots_and_are_flat_beyond() -> None:
    knots = numbers("0", "20", "10", "40", "20", "100")
    told = [arithmetic.score(numbers(value), knots) for value in ("-5", "0", "5", "10", "15", "20", "99")]
    assert told == numbers("20", "20", "30", "40", "70", "100", "100")


def test_a_figure_is_shown_without_needless_digits() -> None:
    assert shown(amount("1234567.891")) == "1,234,567.89"
    assert shown(amount("0.333333333")) == "0.3333"
    assert shown(amount("12")) == "12"


def test_what_divides_by_zero_is_absent_and_says_so() -> None:
    zero = stated("shares@2025-09-30", fact("shares_total", "2025-09-30", 0), "2025-09-30")
    for operation, parameters in ((Operation.RATIO, ()), (Operation.GROWTH, ()), (Operation.SHORTFALL, ())):
        found = combined("made", operation, (zero, zero), parameters=parameters)
        assert isinstance(found, AbsentFigure)
        assert "shares@2025-09-30 (0)" in found.reason
