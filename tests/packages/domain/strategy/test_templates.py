"""A valid strategy for every family, holding period and market."""

import itertools

import pytest

from packages.domain.market_data.errors import BadSymbol
from packages.domain.market_data.symbols import Market
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.catalogue_port import Catalogue
from packages.domain.strategy.templates import Family, HoldingPeriod, template
from packages.domain.strategy.trade import stops_of
from packages.domain.strategy.validate import Validator
from tests.corpus.strategies import TICKERS


def test_every_template_validates_in_every_market(catalogue: Catalogue) -> None:
    validator = Validator(catalogue)
    for family, holding, market in itertools.product(Family, HoldingPeriod, Market):
        document = template(family, holding, market, TICKERS[market][0])
        strategy = validator.document(document).require()
        assert document_of(strategy) == document
        assert strategy.long is not None
        assert stops_of(strategy.long.exits)


def test_templates_differ_from_each_other() -> None:
    drawn = [template(each, holding, Market.CRYPTO, "BTC-USD") for each in Family for holding in HoldingPeriod]
    assert all(one["trade"] != other["trade"] for one, other in itertools.combinations(drawn, 2))


def test_a_template_takes_common_spellings_of_a_ticker_and_refuses_nonsense() -> None:
    document = template(Family.MEAN_REVERSION, HoldingPeriod.SWING_DAYS, Market.CN_STOCKS, "sz000001")
    assert document["universe"] == {"market": "cn_stocks", "tickers": ["000001.SZ"]}
    with pytest.raises(BadSymbol):
        template(Family.MEAN_REVERSION, HoldingPeriod.SWING_DAYS, Market.CN_STOCKS, "???")
