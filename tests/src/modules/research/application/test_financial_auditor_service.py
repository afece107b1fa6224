"""The financial auditor's service: thin reports are refused with what is missing; the score is the calculation's."""

from datetime import date

import pytest

from packages.core.errors import Invalid, NotFound, family_of
from packages.core.messages import Language
from packages.domain.market_data.symbols import parse_symbol
from src.modules.research.application.briefing import company_of
from src.modules.research.application.financial_auditor_service import FinancialAuditorService
from src.modules.research.domain.audit.collect import BadReportLimit
from src.modules.research.domain.errors import NothingKnown, ThinReports
from src.modules.research.domain.financial_statements import Books
from src.modules.research.domain.ports import MarketData
from src.modules.research.domain.valuation.business import business_of
from src.modules.research.domain.valuation.per_share import growth_over
from src.modules.research.infrastructure.rules.audit_rules import AuditRules
from tests.fakes.analyst import ContraryAnalyst
from tests.src.modules.research.domain.builders import fact
from tests.src.modules.research.making import market_of, reports

pytestmark = pytest.mark.slow


def service(market: MarketData, **says: object) -> FinancialAuditorService:
    rules = AuditRules()
    return FinancialAuditorService(market, ContraryAnalyst(rules, says) if says else rules)


async def test_without_reports_it_says_how_to_load_them() -> None:
    with pytest.raises(NothingKnown, match="parley data demo") as refused:
        await service(market_of()).run("DEMO1.SZ")
    assert family_of(refused.value) is NotFound


async def test_a_coin_is_sent_to_the_technical_analyst() -> None:
    market = market_of(symbol=parse_symbol("BTC-USD"))
    with pytest.raises(NothingKnown, match="files no reports: ask the technical analyst"):
        await service(market).run("BTC-USD")


async def test_a_single_row_is_too_thin_and_what_is_missing_is_named() -> None:
    with pytest.raises(ThinReports, match="too thin for a score") as refused:
        await service(market_of(facts=[fact("revenue", "2025-09-30", 1000)])).run("DEMO1.SZ")
    assert "roe@2025-09-30" in str(refused.value.details["missing"])
    assert "parley data sync DEMO1.SZ" in refused.value.message


@pytest.mark.parametrize("limit", [0, 21, -1])
async def test_a_limit_outside_one_to_twenty_is_refused(limit: int) -> None:
    with pytest.raises(BadReportLimit) as refused:
        await service(market_of(facts=reports())).run("DEMO1.SZ", limit)
    assert family_of(refused.value) is Invalid


async def test_the_limit_reaches_the_calculation() -> None:
    desk = service(market_of(facts=reports()))
    for limit in (1, 3):
        result = await desk.run("DEMO1.SZ", limit)
        assert len([key for key in result["financial_indicators"] if key.startswith("roe@")]) == limit


async def test_a_company_with_a_loss_gets_a_report_without_a_made_up_percentage() -> None:
    facts = reports(net_profit_parent=-150, operating_profit=-100, operating_cash_flow=-20)
    result = await service(market_of(facts=facts)).run("DEMO1.SZ", language=Language.EN)
    assert result["grounding"]["violations"] == []
    assert result["financial_indicators"]["eps_ttm@2025-09-30"]["value"] < 0
    assert result["financial_indicators"]["cash_conversion@2025-09-30"]["value"] is None
    assert "the ratio says nothing of a loss" in result["narrative_report"]
    sound = await service(market_of(facts=reports())).run("DEMO1.SZ")
    assert result["financial_score"] < sound["financial_score"]


@pytest.mark.parametrize("language", Language)
async def test_a_company_without_revenue_has_no_margins_and_says_so(language: Language) -> None:
    facts = reports(revenue=0, operating_cost=0)
    result = await service(market_of(facts=facts)).run("DEMO1.SZ", language=language)
    assert result["grounding"]["violations"] == []
    assert result["financial_indicators"]["net_margin@2025-09-30"]["value"] is None
    sentence = "分母不为正" if language is Language.ZH else "not positive"
    assert sentence in result["narrative_report"]


async def test_a_model_that_gives_another_score_is_overruled_and_the_result_says_so() -> None:
    market = market_of(facts=reports())
    honest = await service(market).run("DEMO1.SZ")
    result = await service(market, financial_score=99.0).run("DEMO1.SZ", language=Language.EN)
    assert (result["financial_score"], result["signal"]) == (honest["financial_score"], honest["signal"])
    assert "99.0" in result["degraded"][0]
    assert honest["degraded"] == []


async def test_an_old_report_lowers_confidence_and_is_named() -> None:
    fresh = await service(market_of(facts=reports())).run("DEMO1.SZ")
    old = await service(market_of(facts=reports(range(2020, 2025)))).run("DEMO1.SZ")
    assert old["confidence"] < fresh["confidence"]
    assert "最新财报截至 2024-12-31" in old["risk_warning"]


async def test_reports_that_were_announced_later_are_not_known() -> None:
    desk = service(market_of(facts=reports()))
    with pytest.raises(NothingKnown):
        await desk.run("DEMO1.SZ", analysis_date=date(2021, 3, 31))


@pytest.mark.parametrize(
    ("language", "line"),
    [
        (Language.ZH, "2025-09-30 的报表没有利润总额、存货"),
        (Language.EN, "the statements of 2025-09-30 lack profit before tax, inventory"),
    ],
)
async def test_a_missing_line_is_told_by_its_name_and_day_and_how_to_add_it(language: Language, line: str) -> None:
    facts = [one for one in reports() if one.item != "inventory"]
    result = await service(market_of(facts=facts)).run("DEMO1.SZ", language=language)
    missing = result["narrative_report"].rpartition("###")[2]
    assert line in missing
    assert "`parley data import statements.csv`" in missing
    assert result["grounding"]["violations"] == []


async def test_the_kind_of_business_is_the_one_that_the_valuation_tells() -> None:
    years = (1000, 850, 1100, 900, 1200, 1000, 1300)
    facts = [fact("revenue", f"{2018 + at}-12-31", value) for at, value in enumerate(years)] + [
        one for one in reports() if one.item != "revenue"
    ]
    kind = (await service(market_of(facts=facts)).run("DEMO1.SZ"))["business_kind"]
    books = Books.of(facts)
    growth = growth_over("revenue_growth_3y", books, "revenue", 3)
    market = market_of(facts=facts)
    company = await company_of(market, parse_symbol("DEMO1.SZ"), market.now())
    assert kind == business_of(company.industry, f"{company.name_zh} {company.name_en}", books, growth).kind.value
