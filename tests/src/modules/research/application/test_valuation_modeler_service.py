"""The valuation modeler's service: what cannot be valued is refused with reasons, and bounds are rows of prices."""

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
from tests.src.modules.research.domain.builders import LAST_DAY, columns, fact, random_columns, valuations
from tests.src.modules.research.making import market_of, reports

BARS = random_columns(1, 200)
HISTORY = valuations([20.0 + place % 7 for place in range(200)])


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
    assert missing == ["dcf_base", "value_pe_median", "value_pb_median", "value_ps_median", "graham_number"]
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
    sound = await service(market_of(bars=BARS, facts=reports(), valuations=HISTORY)).run("DEMO1.SZ")
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
        result = await service(market_of(bars=bars, facts=reports(), valuations=HISTORY)).run("DEMO1.SZ")
        worth = result["valuation_indicators"]["value_middle"]["value"]
        told.append(result["valuation_verdict"])
    assert told[1:] == ["Undervalued", "Fair", "Overvalued"]


async def test_a_model_keeps_its_own_verdict() -> None:
    market = market_of(bars=BARS, facts=reports(), valuations=HISTORY)
    for verdict in ("Undervalued", "Fair", "Overvalued"):
        result = await service(market, valuation_verdict=verdict).run("DEMO1.SZ")
        assert result["valuation_verdict"] == verdict


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


async def test_every_multiple_is_cited_by_a_row_of_its_own() -> None:
    market = market_of(bars=BARS, facts=reports(), valuations=HISTORY)
    result = await service(market).run("DEMO1.SZ")
    told = {row["metric"]: row["value"] for row in result["evidence"]}
    assert {name: told[name] for name in ("pe_ttm", "pb", "ps_ttm")} == {"pe_ttm": 23.0, "pb": 2.0, "ps_ttm": 3.0}
