"""A valid strategy for every family, holding period, timeframe, direction and market."""

import itertools

import pytest

from packages.core.messages import Language
from packages.domain.market_data.errors import BadSymbol
from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.market_data.well_known import well_known
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.catalogue_port import Catalogue
from packages.domain.strategy.model import Direction
from packages.domain.strategy.templates import (
    PACES,
    Family,
    HoldingPeriod,
    NoShortInMarket,
    TimeframeNotOffered,
    description,
    template,
)
from packages.domain.strategy.trade import stops_of
from packages.domain.strategy.validate import Validator

EXAMPLES = {each.symbol.market: str(each.symbol) for each in well_known() if not each.symbol.is_index}


@pytest.mark.slow
def test_every_template_validates_in_every_market(catalogue: Catalogue) -> None:
    validator = Validator(catalogue)
    for family, holding, market in itertools.product(Family, HoldingPeriod, Market):
        document = template(family, holding, market, EXAMPLES[market])
        strategy = validator.document(document).require()
        assert document_of(strategy) == document
        assert strategy.long is not None
        assert stops_of(strategy.long.exits)


@pytest.mark.slow
def test_every_timeframe_and_direction_that_is_offered_validates(catalogue: Catalogue) -> None:
    validator = Validator(catalogue)
    for family, market, holding in itertools.product(Family, Market, HoldingPeriod):
        ways = [(Direction.SHORT,), tuple(Direction)] if RULEBOOK[market].can_short else [(Direction.LONG,)]
        for pace, sides in itertools.product(PACES[holding], ways):
            symbol = EXAMPLES[market]
            document = template(family, holding, market, symbol, timeframe=pace.timeframe, sides=sides)
            strategy = validator.document(document).require()
            assert document_of(strategy) == document
            assert (strategy.timeframe, tuple(way for way, _ in strategy.sides)) == (pace.timeframe, sides)


def test_a_template_is_written_in_chinese_too(catalogue: Catalogue) -> None:
    asked = (Family.TREND_CONTINUATION, HoldingPeriod.SWING_DAYS, Market.US_STOCKS, "AAPL")
    chinese, english = template(*asked, language=Language.ZH), template(*asked)
    assert Validator(catalogue).document(chinese).require().name == "趋势延续，数日波段"
    assert chinese["trade"] == english["trade"]
    for family, language in itertools.product(Family, Language):
        assert description(family, language)


def test_a_template_is_refused_where_it_cannot_be_traded() -> None:
    with pytest.raises(NoShortInMarket, match="long"):
        template(Family.MEAN_REVERSION, HoldingPeriod.SWING_DAYS, Market.CN_STOCKS, "000001.SZ", sides=tuple(Direction))
    with pytest.raises(TimeframeNotOffered, match="5m, 1m"):
        template(Family.MEAN_REVERSION, HoldingPeriod.INTRADAY_SCALP, Market.CRYPTO, "BTC-USD", timeframe=Timeframe.D1)


def test_templates_differ_from_each_other() -> None:
    drawn = [template(each, holding, Market.CRYPTO, "BTC-USD") for each in Family for holding in HoldingPeriod]
    assert all(one["trade"] != other["trade"] for one, other in itertools.combinations(drawn, 2))


def test_a_template_takes_common_spellings_of_a_ticker_and_refuses_nonsense() -> None:
    document = template(Family.MEAN_REVERSION, HoldingPeriod.SWING_DAYS, Market.CN_STOCKS, "sz000001")
    assert document["universe"] == {"market": "cn_stocks", "tickers": ["000001.SZ"]}
    with pytest.raises(BadSymbol):
        template(Family.MEAN_REVERSION, HoldingPeriod.SWING_DAYS, Market.CN_STOCKS, "???")
