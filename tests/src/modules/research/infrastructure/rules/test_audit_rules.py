"""The financial auditor by rules, on the demo companies."""

from datetime import date
from itertools import combinations

import pytest

from packages.core.messages import Language
from src.modules.research.application.financial_auditor_service import FinancialAuditorService
from src.modules.research.application.running import Result
from src.modules.research.domain.audit.rules import GOOD_POINTS, WEAK_POINTS, line
from src.modules.research.domain.audit.scores import CRITERIA, AuditDimension
from src.modules.research.domain.ports import MarketData
from src.modules.research.infrastructure.rules.audit_rules import AuditRules
from tests.demo import in_either_language
from tests.src.modules.research.sound import assert_readable, assert_sound

SYMBOLS = ("DEMO1.SZ", "DEMO2.SH", "DEMO3.SZ", "DEMO4.SH", "DEMO5", "DEMO6", "DEMO7")
DATES = (date(2025, 12, 31), date(2024, 5, 20), date(2022, 3, 15), date(2020, 2, 3))
FIELDS = {
    "financial_score", "signal", "confidence", "summary_reasoning", "dimension_analyses", "key_risks", "risk_warning",
    "narrative_report", "financial_indicators", "business_kind", "trend", "red_flags", "input", "output",
}  # fmt: skip


async def report(
    market: MarketData, symbol: str, day: date, language: Language = Language.ZH, limit: int = 5
) -> Result:
    service = FinancialAuditorService(market, AuditRules(), strict=True)
    return await service.run(symbol, limit, analysis_date=day, language=language)


@in_either_language(SYMBOLS)
async def test_every_number_of_every_report_is_bound(demo_market: MarketData, symbol: str, language: Language) -> None:
    for day in DATES:
        result = await report(demo_market, symbol, day, language)
        assert_sound(result, FIELDS)
        assert_readable(result["narrative_report"], language.value)
        assert result["key_risks"]
        assert 0 < result["confidence"] < 1
        assert [one["dimension"] for one in result["dimension_analyses"]] == list(AuditDimension)


@pytest.mark.parametrize("limit", [1, 8, 20])
async def test_any_number_of_periods_can_be_looked_at(demo_market: MarketData, limit: int) -> None:
    result = await report(demo_market, "DEMO3.SZ", DATES[0], limit=limit)
    assert_sound(result, FIELDS)
    assert len([key for key in result["financial_indicators"] if key.startswith("revenue@")]) == limit


async def test_companies_and_dates_get_reports_of_their_own(demo_market: MarketData) -> None:
    told = [await report(demo_market, symbol, day) for symbol in SYMBOLS for day in DATES[:2]]
    for one, other in combinations(told, 2):
        assert one["summary_reasoning"] != other["summary_reasoning"]
        assert one["key_risks"] != other["key_risks"]
    assert len({one["signal"] for one in told}) >= 3


async def test_the_same_question_gets_the_same_bytes(demo_market: MarketData) -> None:
    assert await report(demo_market, "DEMO4.SH", DATES[1]) == await report(demo_market, "DEMO4.SH", DATES[1])


async def test_the_text_shows_the_score_that_the_result_shows(demo_market: MarketData) -> None:
    result = await report(demo_market, "DEMO3.SZ", DATES[0], Language.EN)
    assert f"is {result['financial_score']}[" in result["summary_reasoning"]


async def test_a_loss_is_told_as_one_and_not_as_growth(demo_market: MarketData) -> None:
    result = await report(demo_market, "DEMO7", DATES[0])
    assert "亏损" in " ".join(result["key_risks"])
    assert "net_profit_yoy" not in result["narrative_report"]


@pytest.mark.parametrize(
    "criterion", [one for criteria in CRITERIA.values() for one in criteria], ids=lambda c: c.figure
)
def test_the_lines_of_a_figure_are_knots_of_its_score_table(criterion: object) -> None:
    (told,) = [one for criteria in CRITERIA.values() for one in criteria if one is criterion]
    good, weak = line(told, good=True), line(told, good=False)
    assert good[1] >= GOOD_POINTS > WEAK_POINTS >= weak[1]
    assert {good[0], weak[0]} <= set(told.knots[::2])
