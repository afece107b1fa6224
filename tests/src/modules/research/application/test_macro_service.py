"""The macro expert, from the stored demo data and from searches that fail."""

import json
from collections.abc import Sequence
from datetime import UTC, date, datetime

import pytest

from packages.core.errors import Unavailable
from packages.core.messages import Language
from packages.domain.evidence.checker import GroundingFinding
from packages.domain.market_data.symbols import parse_symbol
from packages.infra.db.engine import Database
from src.modules.llm_platform.infrastructure.web_search.chain import LocalNews
from src.modules.research.application.macro_intelligence_service import MacroIntelligenceService
from src.modules.research.application.running import Result
from src.modules.research.domain.brief import SCHEDULE, Brief
from src.modules.research.domain.errors import FutureAnalysis, NothingKnown
from src.modules.research.domain.macro.economies import SERIES, TOPICS
from src.modules.research.domain.opinions import MacroOpinion
from src.modules.research.domain.ports import Draft
from src.modules.research.infrastructure.neighbours import LibraryMarket, PlatformSearch
from src.modules.research.infrastructure.rules.macro.macro_rules import MacroRules
from tests.demo import in_either_language
from tests.fakes.research_search import InMemorySearch, WaitingSearch, document
from tests.src.modules.research.making import market_of

COMPANIES = ("DEMO1.SZ", "DEMO2.SH", "DEMO3.SZ", "DEMO4.SH", "DEMO5", "DEMO6", "DEMO7")
DAYS = (date(2025, 12, 31), date(2024, 5, 6), date(2022, 11, 10), date(2019, 3, 1))
TOPIC_NAMES = [topic.name for topic in TOPICS]
FIELDS = {
    "macro_environment", "confidence_score", "macro_summary", "dimension_analyses", "key_opportunities", "key_risks",
    "information_sources", "narrative_report", "macro_indicators", "upcoming_events", "input", "output",
}  # fmt: skip
DAY = date(2025, 12, 31)


@pytest.fixture
def service(demo_market: LibraryMarket, demo_database: Database) -> MacroIntelligenceService:
    news = LocalNews(demo_database)
    return MacroIntelligenceService(demo_market, PlatformSearch(news, news), MacroRules())


@in_either_language(COMPANIES)
async def test_every_number_about_every_demo_company_is_bound(
    service: MacroIntelligenceService, symbol: str, language: Language
) -> None:
    for day in DAYS:
        result = await service.run(symbol, analysis_date=day, language=language)
        assert set(result) >= FIELDS
        assert result["grounding"]["violations"] == []
        assert result["grounding"]["numbers"] >= 20
        certificate = result["leak_certificate"]
        assert datetime.fromisoformat(certificate["latest_known_at"]) <= datetime.fromisoformat(certificate["as_of"])
        assert [one["dimension"] for one in result["dimension_analyses"]] == TOPIC_NAMES
        json.dumps(result, allow_nan=False)


async def test_companies_of_one_economy_get_different_reports(service: MacroIntelligenceService) -> None:
    day = DAYS[1]
    reports = [(await service.run(symbol, analysis_date=day))["narrative_report"] for symbol in COMPANIES]
    assert len(set(reports)) == len(reports)


async def test_what_helps_and_what_hurts_is_said_once(service: MacroIntelligenceService) -> None:
    result = await service.run("DEMO1.SZ", analysis_date=DAYS[1])
    body = result["narrative_report"].partition("## ")[2]
    assert result["key_opportunities"]
    assert [one for one in result["key_opportunities"] if body.count(one) != 1] == []


async def test_what_an_industry_lives_by_can_decide_the_environment(service: MacroIntelligenceService) -> None:
    """The same figures on the same day: good for a cyclical company, neither good nor bad for one of growth."""
    cyclical, growth = [await service.run(symbol, analysis_date=DAYS[1]) for symbol in ("DEMO1.SZ", "DEMO3.SZ")]
    assert cyclical["macro_environment"] == "Favorable"
    assert growth["macro_environment"] == "Neutral"


async def test_the_same_question_gets_the_same_bytes(service: MacroIntelligenceService) -> None:
    first, second = [json.dumps(await service.run("DEMO1.SZ", analysis_date=DAY)) for _ in range(2)]
    assert first == second


async def test_both_languages_come_to_the_same_judgement(service: MacroIntelligenceService) -> None:
    for symbol in COMPANIES:
        zh, en = [await service.run(symbol, analysis_date=DAYS[1], language=one) for one in Language]
        assert zh["macro_environment"] == en["macro_environment"]
        assert zh["confidence_score"] == en["confidence_score"]


async def test_all_four_searches_are_under_way_at_once(demo_market: LibraryMarket) -> None:
    search = WaitingSearch(len(TOPICS))
    result = await MacroIntelligenceService(demo_market, search, MacroRules()).run("DEMO1.SZ", analysis_date=DAY)
    assert len(result["information_sources"]) == len(TOPICS)


async def test_without_texts_the_series_speak_alone_with_less_confidence(
    demo_market: LibraryMarket, service: MacroIntelligenceService
) -> None:
    alone = await MacroIntelligenceService(demo_market, InMemorySearch(), MacroRules()).run(
        "DEMO1.SZ", analysis_date=DAY
    )
    assert alone["confidence_score"] <= 0.5
    assert alone["information_sources"] == []
    assert any("BOCHA_API_KEY" in sentence for sentence in alone["degraded"])
    assert alone["confidence_score"] <= (await service.run("DEMO1.SZ", analysis_date=DAY))["confidence_score"]


async def test_a_search_that_is_down_is_said_and_the_others_count(demo_market: LibraryMarket) -> None:
    search = InMemorySearch({"economy": [document("a", "工业生产回暖")]}, failing=["liquidity", "industry_policy"])
    result = await MacroIntelligenceService(demo_market, search, MacroRules()).run("DEMO1.SZ", analysis_date=DAY)
    assert sum("检索失败" in sentence for sentence in result["degraded"]) == 2
    assert result["information_sources"] == ["https://news.example.com/a"]


async def test_all_searches_down_and_series_there_is_degraded(demo_market: LibraryMarket) -> None:
    service = MacroIntelligenceService(demo_market, InMemorySearch(failing=TOPIC_NAMES), MacroRules())
    result = await service.run("DEMO1.SZ", analysis_date=DAY, language=Language.EN)
    assert sum("failed" in sentence for sentence in result["degraded"]) == 4


async def test_all_searches_down_and_no_series_fails_as_unavailable() -> None:
    market = market_of(symbol=parse_symbol("600000.SH"))
    with pytest.raises(Unavailable):
        await MacroIntelligenceService(market, InMemorySearch(failing=TOPIC_NAMES), MacroRules()).run("600000.SH")


async def test_neither_series_nor_texts_says_what_would_help() -> None:
    market = market_of(symbol=parse_symbol("600000.SH"))
    with pytest.raises(NothingKnown, match="TAVILY_API_KEY"):
        await MacroIntelligenceService(market, InMemorySearch(), MacroRules()).run("600000.SH")


@pytest.mark.slow
async def test_invented_news_never_reaches_a_real_company() -> None:
    """The demo economy's news may be stored beside: no figure of it under a real ticker."""
    market = market_of(symbol=parse_symbol("600000.SH"))
    search = InMemorySearch({"economy": [document("a", "经济体公布GDP"), document("b", "经济回暖", source="press")]})
    result = await MacroIntelligenceService(market, search, MacroRules()).run("600000.SH")
    assert result["information_sources"] == ["https://news.example.com/b"]
    assert all(result["macro_indicators"][name]["value"] is None for name in SERIES)
    assert any("没有该市场的宏观序列" in sentence for sentence in result["degraded"])


async def test_a_demo_company_is_looked_up_in_the_stored_news_only(demo_market: LibraryMarket) -> None:
    search = InMemorySearch({"economy": [document("a", "经济回暖")]})
    await MacroIntelligenceService(demo_market, search, MacroRules()).run("DEMO1.SZ", analysis_date=DAY)
    assert all(one.stored_only for one in search.asked)


async def test_nothing_from_later_is_used_even_if_a_search_lets_it_slip(demo_market: LibraryMarket) -> None:
    later = datetime(2026, 1, 3, tzinfo=UTC)
    early = datetime(2025, 12, 1, tzinfo=UTC)
    slipped = document("late", "经济回暖", published_at=later, known_at=early)
    search = InMemorySearch({"economy": [slipped, document("ok", "经济复苏")]})
    result = await MacroIntelligenceService(demo_market, search, MacroRules()).run("DEMO1.SZ", analysis_date=DAY)
    assert result["information_sources"] == ["https://news.example.com/ok"]


async def test_a_text_found_twice_is_told_once_under_the_topic_that_it_fits(demo_market: LibraryMarket) -> None:
    twice = document("a", "央行宣布降息", "货币政策转向宽松，市场利率走低")
    search = InMemorySearch({"economy": [twice], "liquidity": [twice]})
    brief = await MacroIntelligenceService(demo_market, search, MacroRules()).brief("DEMO1.SZ", DAY, Language.ZH)
    assert [one.topic for one in brief.documents if one.topic != SCHEDULE] == ["liquidity"]


async def test_long_texts_are_cut_and_never_inside_a_number(demo_market: LibraryMarket) -> None:
    search = InMemorySearch({"economy": [document("a", "经济" * 300, "增长 1234567.89 亿元 " * 400)]})
    brief = await MacroIntelligenceService(demo_market, search, MacroRules()).brief("DEMO1.SZ", DAY, Language.ZH)
    (kept,) = [one for one in brief.documents if one.topic != SCHEDULE]
    assert len(kept.title) <= 200
    assert len(kept.text) <= 1200
    assert set(kept.text.rstrip("… ").split()) == {"增长", "1234567.89", "亿元"}


async def test_a_day_ahead_is_refused(service: MacroIntelligenceService) -> None:
    with pytest.raises(FutureAnalysis):
        await service.run("DEMO1.SZ", analysis_date=date(2030, 1, 1))


async def test_a_coin_has_no_series_and_says_so(service: MacroIntelligenceService) -> None:
    result = await service.run("DEMO8-USD", analysis_date=DAY)
    assert result["macro_indicators"]["pmi"]["value"] is None
    assert result["confidence_score"] < 0.5
    assert result["grounding"]["violations"] == []


class Liar:
    """A model that cites addresses of its own."""

    async def opinion(self, brief: Brief, complaints: Sequence[GroundingFinding] = ()) -> Draft[MacroOpinion]:
        honest = (await MacroRules().opinion(brief)).opinion
        tag = brief.documents[0].tag
        lie = honest.model_copy(
            update={
                "information_sources": [f"[{tag}]", brief.documents[0].url, "https://liar.example/a"],
                "macro_summary": "详见 https://liar.example/b。",
            }
        )
        return Draft(lie, "llm", "asked", lie.model_dump_json())


async def test_addresses_that_no_search_returned_are_taken_out_and_named(demo_market: LibraryMarket) -> None:
    search = InMemorySearch({"economy": [document("a", "经济回暖")]})
    result: Result = await MacroIntelligenceService(demo_market, search, Liar()).run("DEMO1.SZ", analysis_date=DAY)
    assert result["information_sources"] == ["https://news.example.com/a"]
    assert any("https://liar.example/a" in sentence for sentence in result["degraded"])
    assert any("https://liar.example/b" in sentence for sentence in result["degraded"])
