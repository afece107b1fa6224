"""Amounts as answers: the unit, the words around them and the question decide, and a doubt is not read."""

from datetime import date

import pytest

from packages.domain.conversation.fields import KYC
from packages.domain.conversation.understanding.model import AskedFields
from packages.domain.conversation.understanding.rules import RuleUnderstanding

TODAY = date(2026, 11, 17)
YEARS, RISK, RETURN = "trading_years_bucket", "risk_tolerance", "return_expectation"


def read(asked: str, text: str) -> str | None:
    known = AskedFields(tuple(field.name for field in KYC), frozenset({asked}), today=TODAY)
    return RuleUnderstanding().read(text, known).answers.get(asked)


@pytest.mark.parametrize(
    ("asked", "text", "value"),
    [
        (YEARS, "老鸟算不上，新手也不是，两年", "years_1_3"),
        (YEARS, "I started at 27 and I'm 31 now", "years_3_5"),
        (YEARS, "coming up on 2", "years_1_3"),
        (YEARS, "疯牛那几天排队开户的就有我，2024年国庆", "years_1_3"),
        (YEARS, "liang nian", "years_1_3"),
        (RISK, "十万亏到六万五，我还能睡得着", "aggressive"),
        (RISK, "能忍15%左右的回撤", "moderate"),
        (RISK, "go hard but leave me at least 60%", "aggressive"),
        (RISK, "minus 17", "moderate"),
        (RISK, "5%... no, 20%", "moderate"),
        (RISK, "20%？不行不行，8%顶天了", "conservative"),
        (RISK, "10%太少了，20%差不多", "moderate"),
        (RISK, "开始想说30%，但是想想老婆的脸，20%吧", "moderate"),
        (RISK, "三十万，最多亏两万", "conservative"),
        (RISK, "七折可以，五折不行", "aggressive"),
        (YEARS, "五年多吧，等等，22年才开户，那就是四年多", "years_3_5"),
        (YEARS, "ten years? no no, four", "years_3_5"),
        (RETURN, "10%太少，20%吧", "growth"),
        (RETURN, "20%吧，哎不现实，8%", "balanced_growth"),
        (RETURN, "虽然想翻倍，但现实点，8%", "balanced_growth"),
        (RETURN, "本金八十万，一年赚十五万左右", "growth"),
        (RETURN, "三四年翻一番", "growth"),
        (RETURN, "double in ten years", "balanced_growth"),
        (RETURN, "3 percent a week", "high_growth"),
        (RETURN, "decent but sane, 8", "balanced_growth"),
    ],
)
def test_an_amount_is_read_with_its_unit_and_its_role(asked: str, text: str, value: str) -> None:
    assert read(asked, text) == value


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (YEARS, "5 years"),
        (YEARS, "between two and eight years"),
        (YEARS, "one sec"),
        (RISK, "no more than 15%"),  # the deepest drawdown of the calmer answer
        (RISK, "somewhere between five and fifty percent"),
        (RISK, "跌20个点我肯定扛不住"),
        (RETURN, "balanced, wait no, I'm retiring in May"),
        (YEARS, "24年"),  # so many years, or the year of a date
        (YEARS, "去年年底"),  # a little less than a year, or a little more
        (RETURN, "either three percent or thirty, can't make up my mind"),
        (RETURN, "12% a year"),
        (RETURN, "风险选最高那档"),
        (RETURN, "又要稳又要翻倍"),
        (RETURN, "my index fund does 10%"),
    ],
)
def test_what_is_between_two_answers_or_about_something_else_is_not_read(asked: str, text: str) -> None:
    assert read(asked, text) is None
