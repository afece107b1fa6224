"""How long somebody has traded is no rule, whatever else they tell of themselves; rules beside it still are."""

import pytest

from packages.domain.strategy.words.reading import rules_in

ANSWERS = """
交易四年，稳健，平衡增长
交易三年，激进，高增长
做了五年交易，保守，保本
交易两年，稳健型，追求增长
交易四年 稳健 平衡增长
交易不到一年，保守，保本为主
交易半年，比较保守，资产保值
我交易了四年，稳健，想要平衡增长
交易经验四年，风险中等，平衡增长
做交易六年了，风险偏好激进，追求高收益
从事交易 10 年，非常激进，高增长
股票交易三年，稳健，增长
交易一年多，能亏 10%，稳健增长
交易8个月，保守，保本
有四年交易经验，稳健，平衡增长
traded four years, moderate, balanced growth
trading for 4 years, moderate, balanced growth
I've been trading for three years, aggressive, high growth
4 years of trading, conservative, capital preservation
trade since 2019, moderate, growth
been trading 6 years; aggressive; growth
trading 2 yrs, moderate risk, steady growth
交易四年，最多亏 20%，平衡增长
交易四年，能亏 10%
做交易五年，亏 15% 能接受，增长
交易六年，最多能接受回撤 20%，追求增长
trading for 4 years, can lose 20% at most, growth
""".strip().splitlines()
RULES = """
RSI低于30时买入，高于70卖出
交易比特币，突破20日高点买入
上穿20日均线买入，跌破卖出
交易四小时线，MACD金叉买入
buy when RSI is below 30, sell above 70
trade the 4 hour chart: buy the breakout, stop 5%
hold for four days, then sell; buy on RSI below 30
我交易四年了，想用RSI低于30买入，高于70卖出
做空，跌破年线时开仓
""".strip().splitlines()


@pytest.mark.parametrize("said", ANSWERS)
def test_answers_about_the_person_are_no_strategy(said: str) -> None:
    assert not rules_in(said).is_strategy


@pytest.mark.parametrize("said", RULES)
def test_rules_are_a_strategy_also_beside_them(said: str) -> None:
    assert rules_in(said).is_strategy
