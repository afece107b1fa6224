"""The valuation modeler by rules, on the demo companies."""

from datetime import date
from itertools import combinations
from types import SimpleNamespace
from typing import cast

import pytest

from packages.core.messages import Language
from src.modules.research.application.running import Result
from src.modules.research.application.valuation_modeler_service import ValuationModelerService
from src.modules.research.domain.brief import Brief
from src.modules.research.domain.business import BusinessKind
from src.modules.research.domain.ports import MarketData
from src.modules.research.domain.valuation.assumptions import SCENARIOS, ValuationVerdict
from src.modules.research.domain.valuation.rules import RULES
from src.modules.research.infrastructure.rules.valuation_risks import what_remains
from src.modules.research.infrastructure.rules.valuation_rules import ValuationRules
from src.modules.research.infrastructure.rules.values import Values
from src.modules.research.infrastructure.rules.writing import Writer
from tests.demo import in_either_language
from tests.src.modules.research.sound import assert_readable, assert_sound

SYMBOLS = ("DEMO1.SZ", "DEMO2.SH", "DEMO3.SZ", "DEMO4.SH", "DEMO5", "DEMO6", "DEMO7")
DATES = (date(2025, 12, 31), date(2024, 5, 20), date(2022, 3, 15), date(2020, 2, 3))
FIELDS = {
    "valuation_verdict", "confidence_score", "estimated_intrinsic_value_range", "key_evidence", "risk_factors",
    "reasoning_summary", "narrative_report", "valuation_indicators", "input", "output",
    "business", "method_values", "scenarios", "peers", "sensitivity",
}  # fmt: skip


async def report(market: MarketData, symbol: str, day: date, language: Language = Language.ZH) -> Result:
    service = ValuationModelerService(market, ValuationRules(), strict=True)
    return await service.run(symbol, analysis_date=day, language=language)


@in_either_language(SYMBOLS)
async def test_every_number_of_every_report_is_bound(demo_market: MarketData, symbol: str, language: Language) -> None:
    for day in DATES:
        result = await report(demo_market, symbol, day, language)
        assert_sound(result, FIELDS)
        assert_readable(result["narrative_report"], language.value)
        assert result["key_evidence"]
        assert result["risk_factors"]
        assert 0 < result["confidence_score"] < 1
        bounds = result["estimated_intrinsic_value_range"]
        assert bounds["lower_bound"] <= result["valuation_indicators"]["value_middle"]["value"] <= bounds["upper_bound"]


async def test_companies_and_dates_get_reports_of_their_own(demo_market: MarketData) -> None:
    told = [await report(demo_market, symbol, day) for symbol in SYMBOLS for day in DATES[:2]]
    for one, other in combinations(told, 2):
        assert one["reasoning_summary"] != other["reasoning_summary"]
        assert one["key_evidence"] != other["key_evidence"]
    assert {one["valuation_verdict"] for one in told} >= {"Fair", "Overvalued"}
    assert {one["business"]["kind"] for one in told} == {"cyclical", "ordinary", "growth"}


async def test_the_same_question_gets_the_same_bytes(demo_market: MarketData) -> None:
    assert await report(demo_market, "DEMO2.SH", DATES[1]) == await report(demo_market, "DEMO2.SH", DATES[1])


@pytest.mark.parametrize(
    ("language", "value", "rate"),
    [("zh", "DCF 中性值", "中性折现率"), ("en", "DCF base case", "base-case discount rate")],
)
async def test_no_dcf_value_stands_without_its_rates(
    demo_market: MarketData, language: str, value: str, rate: str
) -> None:
    result = await report(demo_market, "DEMO2.SH", DATES[0], Language(language))
    texts = [*result["key_evidence"], *result["narrative_report"].splitlines()]
    assert [text for text in texts if value in text]
    assert all(rate in text for text in texts if value in text)
    assert len(result["valuation_indicators"]["dcf_assumptions"]) == 4
    assert len(result["valuation_indicators"]["dcf_sensitivity"]) == 15


async def test_the_assumptions_are_told_in_the_language_of_the_report(demo_market: MarketData) -> None:
    zh, en = [await report(demo_market, "DEMO1.SZ", DATES[0], language) for language in Language]
    told_zh, told_en = ("".join(one["valuation_indicators"]["dcf_assumptions"]) for one in (zh, en))
    assert "折现率 8.5%" in told_zh
    assert "discounted at 8.5%" in told_en


async def test_a_company_with_a_loss_is_valued_by_what_it_owns_and_sells(demo_market: MarketData) -> None:
    result = await report(demo_market, "DEMO7", DATES[0], Language.EN)
    assert "PE does not apply" in " ".join(result["risk_factors"])
    assert result["valuation_indicators"]["dcf_sensitivity"] == []
    assert result["confidence_score"] < 0.5


def test_the_rules_are_the_calculation_s_own_assumptions() -> None:
    for scenario in SCENARIOS:
        assert RULES[f"dcf_discount_{scenario.case}"].value == scenario.discount
        assert RULES[f"dcf_terminal_{scenario.case}"].value == scenario.terminal
    for kind in BusinessKind:
        assert sum(rule.value for name, rule in RULES.items() if name.startswith(f"weight_{kind}_")) == 1


class _Methods:
    """As much of a valuation as the last of its risks looks at."""

    kind = BusinessKind.ORDINARY
    write = Writer(cast(Brief, SimpleNamespace(language=Language.EN)), "valuation")

    def __init__(self, **verdicts: ValuationVerdict) -> None:
        self._verdicts = verdicts

    def verdicts(self) -> dict[str, ValuationVerdict]:
        return self._verdicts


def test_methods_are_said_to_agree_only_where_all_have_a_value_and_say_the_same() -> None:
    cheap, fair = ValuationVerdict.UNDERVALUED, ValuationVerdict.FAIR
    agreed = what_remains(cast(Values, _Methods(dcf=cheap, pe=cheap, ev_ebitda=cheap, pb=cheap)))
    assert agreed.startswith("The methods agree and all of them have a value;")
    split = what_remains(cast(Values, _Methods(dcf=cheap, pe=fair, ev_ebitda=cheap, pb=cheap)))
    assert split.startswith("The methods do not all say the same;")
    fewer = what_remains(cast(Values, _Methods(dcf=cheap, pe=cheap, pb=cheap)))
    assert "historical EV/EBITDA gave no usable value" in fewer
