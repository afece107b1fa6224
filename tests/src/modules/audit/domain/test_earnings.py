"""Earnings with the other sign."""

from packages.domain.market_data.rows import Statement
from src.modules.audit.domain.earnings import EarningsFlipped, profit_sign
from tests.src.modules.audit.making import SYMBOL, fact

WORLD = EarningsFlipped(SYMBOL)


def test_what_was_earned_changes_sign_and_sales_stay() -> None:
    given = [fact("net_profit", "5"), fact("eps_basic", "0.3"), fact("operating_cash_flow", "7"), fact("revenue", "90")]
    turned = {row.item: str(row.value) for row in WORLD.facts(given)}
    assert turned == {"net_profit": "-5", "eps_basic": "-0.3", "operating_cash_flow": "-7", "revenue": "90"}


def test_the_balance_sheet_and_the_gross_margin_stay() -> None:
    given = [fact("total_assets", "9", Statement.BALANCE), fact("gross_margin", "0.4", Statement.INDICATOR)]
    assert list(WORLD.facts(given)) == given


def test_growth_of_profits_is_left_out() -> None:
    given = [fact("net_profit_yoy", "0.2", Statement.INDICATOR), fact("revenue_yoy", "0.1", Statement.INDICATOR)]
    assert [row.item for row in WORLD.facts(given)] == ["revenue_yoy"]


def test_a_text_on_earnings_would_give_it_away() -> None:
    assert not WORLD.keeps("Net profit rose to USD 430 million")
    assert not WORLD.keeps("归母净利润同比增长")
    assert WORLD.keeps("The company opens a plant")


def test_the_sign_is_that_of_the_newest_profit() -> None:
    assert profit_sign([fact("net_profit", "-1"), fact("net_profit_parent", "4")]) == 1
    assert profit_sign([fact("net_profit", "-1")]) == -1
    assert profit_sign([fact("revenue", "4")]) == 0
