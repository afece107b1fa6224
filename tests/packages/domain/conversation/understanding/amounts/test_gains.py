"""What a person wants to earn in a year."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from packages.domain.conversation.understanding.amounts.gains import gains_across, yearly_gains

THIS_YEAR = 2026


@pytest.mark.parametrize(
    ("text", "yearly"),
    [
        ("double it in five years", 0.149),
        ("五年翻一番", 0.149),
        ("double every nine years", 0.08),
        ("double by 2031", 0.149),
        ("十年六倍", 0.196),
        ("月化1.5%", 0.18),
        ("5% a quarter", 0.2),
        ("a fifth a year", 0.2),
        ("一百万一年赚二十万", 0.2),
        ("turn 100k into 120k each year", 0.2),
        ("two hundred bucks a year on every grand", 0.2),
        ("半年10%", 0.2),
        ("三年赚60%", 0.17),
        ("五年一倍", 0.149),
        ("九年十年翻一倍", 0.076),
        ("每个月千分之五", 0.06),
        ("八厘", 0.08),
        ("一百万每个月五千块", 0.06),
        ("三十万十年变六十万", 0.072),
        ("$3k a month on $30k", 1.2),
        ("turn 200k into 400k by 2031", 0.149),
        ("double every decade", 0.072),
    ],
)
def test_a_gain_is_told_as_that_of_one_year(text: str, yearly: float) -> None:
    [gain] = yearly_gains(text, THIS_YEAR)
    assert gain.value == pytest.approx(yearly, abs=0.004)


@given(some.integers(2, 30))
def test_the_longer_money_takes_to_double_the_less_it_earns_in_a_year(years: int) -> None:
    [sooner], [later] = (yearly_gains(f"double in {each} years", THIS_YEAR) for each in (years, years + 1))
    assert later.value < sooner.value
    assert (1 + sooner.value) ** years == pytest.approx(2, rel=0.01)


@pytest.mark.parametrize("text", ["我买的指数基金一年也就十来个点", "my index fund does 10%", "前10%的基金"])
def test_what_an_index_or_a_fund_earns_is_not_what_is_wanted(text: str) -> None:
    assert yearly_gains(text, THIS_YEAR) == ()


@pytest.mark.parametrize("text", ["本金十万一年三万每个月一千", "turn 100k into 200k by the time I retire"])
def test_money_whose_time_nobody_can_tell_is_no_yearly_gain(text: str) -> None:
    assert yearly_gains(text, THIS_YEAR) == ()


def test_sums_and_times_in_several_clauses_belong_together() -> None:
    [money] = gains_across("本金八十万,一年赚十六万", THIS_YEAR)
    [multiple] = gains_across("想五年后辞职,本金得翻一倍", THIS_YEAR)
    assert [money.value, multiple.value] == pytest.approx([0.2, 0.149], abs=0.004)
