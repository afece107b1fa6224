"""Rules that nobody means are told: the words meant another one."""

import pytest

from packages.domain.strategy.words.reading import rules_in

SENSELESS = {
    "made across a word that ends a condition": "ADX大于30时用均线金叉5/20买入",
    "a line of a length that was left out": "股价低于200日线不参与,高于时5日线金叉20日线买",
    "a close below the low of its own bar": "MACD金叉买入,跌破当日最低价卖出",
    "held above and sold short below a line": "满仓,年线上就拿,年线下就空",
    "a row of closes after the bars of an indicator": "MACD红柱连续三天变长买",
}


@pytest.mark.parametrize("said", SENSELESS.values(), ids=SENSELESS)
def test_it_is_told_and_not_traded(said: str) -> None:
    read = rules_in(said, default_symbol="AAPL")
    assert read.not_understood
    rules = str(read.understood)
    assert "'short'" not in rules
    assert "'low'" not in rules
    assert "streak" not in rules
    assert "'mean'" not in rules


def test_the_length_of_an_average_is_no_price() -> None:
    read = rules_in("price over the 50, 150 and 200 day averages, buy; sell under the 50", default_symbol="AAPL")
    assert "50}" not in str(read.understood["trade"])


@pytest.mark.parametrize("said", ["DMI:+DI上穿-DI买", "NATR(14)小于2买", "long at ATH"])
def test_an_abbreviation_of_the_trade_is_no_instrument(said: str) -> None:
    read = rules_in(said, default_symbol="AAPL")
    universe = read.understood.get("universe") or {}
    assert not any(each in str(universe) for each in ("DMI", "NATR", "ATH"))
