from dataclasses import replace

import numpy as np
import pytest

from packages.core.messages import Language
from packages.domain.backtest.analysis.caution import Caution
from packages.domain.backtest.outcome import ExitReason
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.reports.drawing.wording import NOTHING, Wording, number, percent, plain, price, quantity, signed
from tests.packages.reports.backtest.sample import COVER

ENGLISH, CHINESE = Wording(COVER, Language.EN), Wording(COVER, Language.ZH)


@pytest.mark.parametrize("code", [*ExitReason, *Caution, "long", "short", "mon", "sun", "buy_and_hold"])
def test_every_code_of_a_report_has_words(code: str) -> None:
    assert code in ENGLISH
    assert code in CHINESE


def test_money_has_the_currency_of_its_market_where_that_is_known() -> None:
    assert (ENGLISH.money(150_087.4), CHINESE.money(150_087.4)) == ("CNY 150,087", "150,087 元")
    assert Wording(replace(COVER, market=Market.CRYPTO), Language.EN).money(5.0) == "5"


def test_large_amounts_are_shortened_as_each_language_counts() -> None:
    assert [ENGLISH.axis_amount(value) for value in (500, 2e5, 1.5e6)] == ["500", "200k", "1.5M"]
    assert [CHINESE.axis_amount(value) for value in (500, 2e5, 1.5e8)] == ["500", "20万", "1.5亿"]


@pytest.mark.parametrize("write", [percent, signed, number, ENGLISH.money])
def test_what_is_not_known_is_a_dash(write: object) -> None:
    assert callable(write)
    assert [write(value) for value in (None, float("nan"), float("inf"))] == [NOTHING] * 3


def test_a_return_says_which_way_it_goes_unless_it_rounds_to_nothing() -> None:
    assert [signed(value) for value in (0.1234, -0.05, 0.0001, -0.0001)] == ["+12.3%", "-5.0%", "0.0%", "0.0%"]


def test_prices_and_quantities_show_the_digits_that_matter() -> None:
    assert [price(value) for value in (12_345.678, 9.314, 0.000123456)] == ["12,345.68", "9.314", "0.00012346"]
    assert [quantity(value) for value in (1_300.0, 0.125)] == ["1,300", "0.125"]


def test_a_short_bar_is_told_in_the_time_of_its_market() -> None:
    at = np.datetime64("2024-05-06T01:30", "us")
    assert Wording(replace(COVER, timeframe=Timeframe.M5), Language.EN).instant(at) == "2024-05-06 09:30"
    assert ENGLISH.instant(np.datetime64("2024-05-06", "us")) == "2024-05-06"


def test_a_text_from_outside_cannot_steer_a_terminal() -> None:
    assert plain("a\x1b[2Jb\u202ec\nd") == "a [2Jb c d"
