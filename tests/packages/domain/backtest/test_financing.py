"""House rates of shorts and leverage, and what a person sets instead."""

from dataclasses import replace
from typing import Any

import pytest

from packages.domain.backtest.financing import Financing, house_financing
from packages.domain.backtest.jobs.plan import BacktestRequest, terms_hash
from packages.domain.backtest.terms import Terms, usual_costs
from packages.domain.market_data.symbols import Market
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.validate import Validator
from tests.packages.domain.backtest.asking import document


def strategy(*, shorts: bool = False) -> Strategy:
    made = Validator(CATALOGUE).document(document("DEMO5")).require()
    return replace(made, short=made.long) if shorts else made


def terms(*, shorts: bool = False, **asked: Any) -> Terms:
    return BacktestRequest(document={}, **asked).terms(strategy(shorts=shorts))


def test_without_shorts_and_leverage_the_terms_are_as_if_there_were_no_rates() -> None:
    assert terms() == Terms(costs=usual_costs(Market.US_STOCKS))
    assert terms_hash(terms()) == terms_hash(Terms(costs=usual_costs(Market.US_STOCKS)))


def test_shorts_pay_for_borrowing_and_leverage_pays_interest() -> None:
    house = house_financing(Market.US_STOCKS)
    assert (terms(shorts=True).borrow_rate, terms(shorts=True).interest_rate) == (house.borrow_rate, 0.0)
    assert (terms(leverage=2.0).borrow_rate, terms(leverage=2.0).interest_rate) == (0.0, house.interest_rate)


def test_what_a_person_sets_is_charged_and_the_rest_is_the_house_rate() -> None:
    own = terms(shorts=True, leverage=2.0, financing=Financing(borrow_rate=0.2))
    assert (own.borrow_rate, own.interest_rate) == (0.2, house_financing(Market.US_STOCKS).interest_rate)
    assert terms(shorts=True, financing=Financing(borrow_rate=0.0)).short_rate == 0.0


@pytest.mark.parametrize("market", Market)
def test_every_market_states_every_rate(market: Market) -> None:
    house = house_financing(market)
    assert None not in (house.borrow_rate, house.interest_rate, house.funding_rate)


def test_funding_is_paid_by_shorts_and_by_cash_below_zero() -> None:
    both = Terms(borrow_rate=0.01, interest_rate=0.02, funding_rate=0.1095)
    assert both.short_rate == pytest.approx(0.1195)
    assert both.debt_rate == pytest.approx(0.1295)
