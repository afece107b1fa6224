"""The technical analyst by rules, on the demo companies."""

from datetime import date
from itertools import combinations

import numpy as np
import pytest

from packages.core.messages import Language
from src.modules.research.application.running import Result
from src.modules.research.application.technical_analyst_service import TechnicalAnalystService
from src.modules.research.domain.ports import MarketData
from src.modules.research.domain.technical.rules import RULES
from src.modules.research.infrastructure.rules.technical_rules import TechnicalRules, signal_of
from src.modules.research.infrastructure.rules.votes import WeightedReading, confidence_between, tally
from tests.demo import in_either_language
from tests.src.modules.research.domain.builders import columns
from tests.src.modules.research.making import market_of
from tests.src.modules.research.sound import assert_readable, assert_sound

SYMBOLS = ("DEMO1.SZ", "DEMO2.SH", "DEMO3.SZ", "DEMO4.SH", "DEMO5", "DEMO6", "DEMO7", "DEMO8-USD")
DATES = (date(2025, 12, 31), date(2024, 5, 20), date(2023, 8, 1), date(2020, 2, 3))
FIELDS = {
    "signal", "confidence", "summary_reasoning", "key_technical_levels", "risk_warning", "narrative_report",
    "technical_indicators", "chart_levels", "input", "output",
}  # fmt: skip


async def report(market: MarketData, symbol: str, day: date, language: Language = Language.ZH) -> Result:
    return await TechnicalAnalystService(market, TechnicalRules(), strict=True).run(symbol, day, language=language)


@in_either_language(SYMBOLS)
async def test_every_number_of_every_report_is_bound(demo_market: MarketData, symbol: str, language: Language) -> None:
    for day in DATES:
        result = await report(demo_market, symbol, day, language)
        assert_sound(result, FIELDS)
        assert_readable(result["narrative_report"], language.value)
        assert result["engine"] == "rules"
        assert 0 < result["confidence"] < 1


async def test_companies_and_dates_get_reports_of_their_own(demo_market: MarketData) -> None:
    told = [await report(demo_market, symbol, day) for symbol in SYMBOLS[:4] for day in DATES[:2]]
    for one, other in combinations(told, 2):
        assert one["summary_reasoning"] != other["summary_reasoning"]
        assert one["risk_warning"] != other["risk_warning"]
    assert len({one["confidence"] for one in told}) > 4


async def test_the_same_question_gets_the_same_bytes(demo_market: MarketData) -> None:
    assert await report(demo_market, "DEMO5", DATES[1]) == await report(demo_market, "DEMO5", DATES[1])


async def test_both_languages_come_to_the_same_decision(demo_market: MarketData) -> None:
    zh, en = [await report(demo_market, "DEMO6", DATES[0], language) for language in Language]
    for field in ("signal", "confidence", "key_technical_levels", "technical_indicators"):
        assert zh[field] == en[field]


async def test_levels_lie_on_their_side_of_the_close_nearest_first(demo_market: MarketData) -> None:
    result = await report(demo_market, "DEMO1.SZ", DATES[0])
    close = result["technical_indicators"]["close"]["value"]
    support, resistance = (result["key_technical_levels"][side] for side in ("support", "resistance"))
    assert support == sorted(support, reverse=True)
    assert resistance == sorted(resistance)
    assert support[0] < close < resistance[0]


def reading(lean: float, *, weight: float = 0.5, known: float = 1.0) -> WeightedReading:
    return WeightedReading("any", weight, lean, known, ())


def test_votes_that_agree_make_for_full_agreement() -> None:
    told = tally([reading(1), reading(0.5)])
    assert (told.lean, told.agreement, told.sufficiency) == (0.75, 1, 1)


def test_votes_that_cancel_out_agree_on_nothing() -> None:
    assert tally([reading(1), reading(-1)]).agreement == 0


def test_what_is_not_known_does_not_vote_and_lowers_sufficiency() -> None:
    told = tally([reading(1), reading(-1, known=0)])
    assert (told.lean, told.sufficiency) == (1, 0.5)
    assert tally([]).lean == tally([]).sufficiency == 0


def test_confidence_stays_between_floor_and_cap() -> None:
    assert confidence_between(0.3, 0.85, 1, 1) == 0.85
    assert confidence_between(0.3, 0.85, 1, 0) == 0.3
    assert confidence_between(0.3, 0.85, 7, 1) == 0.85
    assert confidence_between(0.3, 0.85, 0.5, 0.5) == pytest.approx(0.44)


def test_a_lean_below_the_line_is_neutral() -> None:
    line = float(RULES["lean_needed"].value)
    assert [signal_of(lean) for lean in (line, -line, line - 0.01)] == ["BULLISH", "BEARISH", "NEUTRAL"]


def test_the_weights_of_all_sides_come_to_one() -> None:
    assert sum(rule.value for name, rule in RULES.items() if name.startswith("weight_")) == 1


async def test_a_figure_below_zero_by_a_hair_is_not_written_as_zero() -> None:
    close = np.full(120, 50.0) + np.where(np.arange(120) % 2, 0.01, -0.01)
    close[-1] = close[-21] - 0.005
    service = TechnicalAnalystService(market_of(bars=columns(close, close + 1, close - 1)), TechnicalRules())
    result = await service.run("DEMO1.SZ", language=Language.EN)
    assert result["technical_indicators"]["return_20d"]["value"] == pytest.approx(-0.0001, rel=0.01)
    assert "The 20-day return is -0.010%[" in result["narrative_report"]
    assert result["grounding"]["violations"] == []
