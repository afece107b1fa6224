"""The valuation modeler's service: what cannot be valued is refused with reasons, and bounds are rows of prices."""

from dataclasses import replace
from datetime import timedelta

import pytest

from packages.core.errors import NotFound, family_of
from packages.core.messages import Language
from packages.domain.market_data.symbols import parse_symbol
from src.modules.research.application.valuation_modeler_service import ValuationModelerService
from src.modules.research.domain.errors import NothingKnown, ThinReports
from src.modules.research.domain.ports import MarketData
from src.modules.research.infrastructure.rules.valuation_rules import ValuationRules
from tests.fakes.analyst import ContraryAnalyst
from tests.fakes.market import InMemoryMarket
from tests.src.modules.research.domain.builders import LAST_DAY, columns, fact, random_columns, valuations
from tests.src.modules.research.making import NOW, instrument, market_of, reports, series_of

pytestmark = pytest.mark.slow

BARS = random_columns(1, 200)
HISTORY = valuations([20.0 + place % 7 for place in range(200)])
CYCLE = range(2018, 2026)  # enough years for the margin of a cycle: the company makes machinery


def service(market: MarketData, **says: object) -> ValuationModelerService:
    rules = ValuationRules()
    return ValuationModelerService(market, ContraryAnalyst(rules, says) if says else rules)


async def test_without_a_price_it_says_how_to_load_one() -> None:
    with pytest.raises(NothingKnown, match=r"bars of DEMO1\.SZ") as refused:
        await service(market_of(facts=reports())).run("DEMO1.SZ")
    assert family_of(refused.value) is NotFound


async def test_without_reports_and_valuations_there_is_nothing_to_value() -> None:
    with pytest.raises(NothingKnown, match="neither reports nor valuations"):
        await service(market_of(bars=BARS)).run("DEMO1.SZ")


async def test_a_coin_is_sent_to_the_technical_analyst() -> None:
    symbol = parse_symbol("BTC-USD")
    with pytest.raises(NothingKnown, match="no earnings or book value"):
        await service(market_of(bars=BARS, symbol=symbol)).run("BTC-USD")


async def test_a_single_row_is_too_thin_and_every_method_says_why() -> None:
    market = market_of(bars=BARS, facts=[fact("revenue", "2025-09-30", 1000)])
    with pytest.raises(ThinReports, match=r"No method gives a value for DEMO1\.SZ") as refused:
        await service(market).run("DEMO1.SZ")
    missing = refused.value.details["missing"]
    assert missing == ["mid_cycle_base", "value_ev_ebitda_median", "value_pb_median", "value_ps_median"]
    assert "parley data sync DEMO1.SZ" in refused.value.message


@pytest.mark.parametrize("language", Language)
async def test_a_sound_company_is_valued_by_every_method(language: Language) -> None:
    market = market_of(bars=BARS, facts=reports(), valuations=HISTORY)
    result = await service(market).run("DEMO1.SZ", language=language)
    assert result["grounding"]["violations"] == []
    for key in ("dcf_base", "value_pe_median", "value_pb_median", "value_ps_median", "graham_number"):
        assert result["valuation_indicators"][key]["value"] > 0


@pytest.mark.parametrize("language", Language)
async def test_a_loss_leaves_only_book_and_sales_and_less_confidence(language: Language) -> None:
    facts = reports(net_profit_parent=-150, operating_cash_flow=-20)
    market = market_of(bars=BARS, facts=facts, valuations=valuations([None] * 200))
    result = await service(market).run("DEMO1.SZ", language=language)
    assert result["grounding"]["violations"] == []
    assert result["valuation_indicators"]["eps_ttm"]["value"] < 0
    assert result["valuation_indicators"]["graham_number"]["value"] is None
    sound = await service(market_of(bars=BARS, facts=reports(CYCLE), valuations=HISTORY)).run("DEMO1.SZ")
    assert result["confidence_score"] < sound["confidence_score"]


async def test_a_company_without_revenue_has_no_value_by_sales() -> None:
    market = market_of(bars=BARS, facts=reports(revenue=0), valuations=HISTORY)
    result = await service(market).run("DEMO1.SZ")
    assert result["valuation_indicators"]["value_ps_median"]["value"] is None
    assert "PS 法不可用" in result["narrative_report"]


async def test_the_verdict_follows_the_price() -> None:
    told, worth = [], 20.0
    for asked in (1.0, 0.7, 1.0, 1.3):
        price = asked * worth
        bars = columns([price] * 60, [price * 1.01] * 60, [price * 0.99] * 60)
        result = await service(market_of(bars=bars, facts=reports(CYCLE), valuations=HISTORY)).run("DEMO1.SZ")
        worth = result["valuation_indicators"]["value_middle"]["value"]
        told.append(result["valuation_verdict"])
    assert told[1:] == ["Undervalued", "Fair", "Overvalued"]


async def test_a_model_keeps_a_verdict_that_its_own_range_allows_and_no_other() -> None:
    told = {}
    for price in (10.0, 28.0, 70.0):  # far below, inside and far above a value of about 28
        market = market_of(bars=columns([price] * 80), facts=reports(CYCLE))
        for verdict in ("Undervalued", "Fair", "Overvalued"):
            result = await service(market, valuation_verdict=verdict).run("DEMO1.SZ")
            told[price, verdict] = result["valuation_verdict"]
    assert told[10.0, "Undervalued"] == told[10.0, "Overvalued"] == "Undervalued"
    assert told[70.0, "Overvalued"] == told[70.0, "Undervalued"] == "Overvalued"
    assert told[28.0, "Fair"] == "Fair"


async def test_bounds_are_prices_the_lower_one_first() -> None:
    market = market_of(bars=BARS, facts=reports(), valuations=HISTORY)
    honest = await service(market).run("DEMO1.SZ")
    tags = {row["metric"]: row["tag"] for row in honest["evidence"]}
    swapped = await service(market, lower_bound=tags["value_upper"], upper_bound=tags["value_lower"]).run("DEMO1.SZ")
    assert swapped["estimated_intrinsic_value_range"] == honest["estimated_intrinsic_value_range"]
    odd = await service(market, lower_bound=tags["pe_ttm"], upper_bound=None).run("DEMO1.SZ")
    assert odd["estimated_intrinsic_value_range"] == {"lower_bound": None, "upper_bound": None}


async def test_a_price_from_before_a_suspension_is_said_to_be_one() -> None:
    bars = random_columns(1, 200, last=LAST_DAY - timedelta(days=60))
    history = valuations([20.0 + place % 7 for place in range(200)], last=LAST_DAY - timedelta(days=60))
    result = await service(market_of(bars=bars, facts=reports(), valuations=history)).run("DEMO1.SZ")
    assert "此后的行情缺失" in " ".join(result["risk_factors"])


async def test_every_multiple_is_our_own_and_stands_beside_the_vendor_s() -> None:
    market = market_of(bars=BARS, facts=reports(), valuations=HISTORY)
    result = await service(market).run("DEMO1.SZ")
    told = {row["metric"]: row["value"] for row in result["evidence"]}
    # A share earns 1.5, owns 12 and sells 10.
    own = {"pe_ttm": told["price"] / 1.5, "pb": told["price"] / 12, "ps_ttm": told["price"] / 10}
    assert {name: told[name] for name in own} == pytest.approx(own)
    theirs = {"pe_vendor": 23.0, "pb_vendor": 2.0, "ps_vendor": 3.0}
    assert {name: told[name] for name in theirs} == theirs


async def test_without_reports_the_vendor_s_multiples_stand_in() -> None:
    market = market_of(bars=BARS, facts=[fact("equity_parent", "2025-09-30", 1200)], valuations=HISTORY)
    result = await service(market).run("DEMO1.SZ")
    assert result["valuation_indicators"]["pe_ttm"]["value"] == 23.0


async def test_companies_of_the_industry_are_the_yardstick_where_there_are_three() -> None:
    names = ("DEMO1.SZ", "DEMO2.SZ", "DEMO3.SZ", "DEMO4.SZ")
    symbols = [parse_symbol(name) for name in names]
    prices = {symbol: 15.0 + 5 * place for place, symbol in enumerate(symbols)}
    market = InMemoryMarket(
        NOW,
        [instrument(symbol) for symbol in symbols],
        [series_of(symbol, columns([prices[symbol]] * 80)) for symbol in symbols],
        [replace(row, symbol=symbol) for symbol in symbols for row in reports(CYCLE)],
    )
    result = await service(market).run("DEMO1.SZ", language=Language.EN)
    # All earn 1.5 a share: PE 10 against 13.3, 16.7 and 20.
    (pe,) = [row for row in result["peers"] if row["multiple"] == "pe"]
    assert (pe["count"], pe["place"]) == (3, 4)
    assert pe["median"] == pytest.approx(25 / 1.5)
    assert pe["premium"] == pytest.approx(15 / 25 - 1)
    assert "Peer-median PE" in result["narrative_report"]
    assert result["grounding"]["violations"] == []
    alone = await service(market_of(bars=BARS, facts=reports(CYCLE))).run("DEMO1.SZ")
    assert alone["peers"] == []
    assert "同业比较不可用" in alone["narrative_report"]
