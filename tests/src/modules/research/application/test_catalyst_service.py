"""The catalyst expert, from the stored demo news and from searches that fail."""

import json
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

import pytest

from packages.core.errors import Unavailable
from packages.core.messages import Language
from packages.domain.evidence.checker import GroundingFinding
from packages.infra.db.engine import Database
from src.modules.llm_platform.infrastructure.web_search.chain import LocalNews
from src.modules.research.application.catalyst_detective_service import CatalystDetectiveService
from src.modules.research.domain.brief import Brief
from src.modules.research.domain.catalysts import TOPICS
from src.modules.research.domain.errors import NothingKnown
from src.modules.research.domain.opinions import CatalystOpinion
from src.modules.research.domain.ports import Draft
from src.modules.research.infrastructure.neighbours import LibraryMarket, PlatformSearch
from src.modules.research.infrastructure.rules.catalyst_rules import CatalystRules
from tests.demo import in_either_language
from tests.fakes.research_search import PUBLISHED, InMemorySearch, WaitingSearch, document

COMPANIES = ("DEMO1.SZ", "DEMO2.SH", "DEMO3.SZ", "DEMO4.SH", "DEMO5", "DEMO6", "DEMO7")
DAYS = (date(2025, 12, 31), date(2024, 5, 6), date(2022, 11, 10), date(2019, 3, 1))
TOPIC_NAMES = [topic.name for topic in TOPICS]
DAY = date(2025, 12, 31)
NAME = "演示星河制造"


@pytest.fixture
def service(demo_market: LibraryMarket, demo_database: Database) -> CatalystDetectiveService:
    news = LocalNews(demo_database)
    return CatalystDetectiveService(demo_market, PlatformSearch(news, news), CatalystRules())


def over(market: LibraryMarket, *titles: str, at: datetime = PUBLISHED) -> CatalystDetectiveService:
    told = [document(f"n{place}", title, published_at=at) for place, title in enumerate(titles)]
    return CatalystDetectiveService(market, InMemorySearch({"company_events": told}), CatalystRules())


@in_either_language(COMPANIES)
async def test_every_number_about_every_demo_company_is_bound(
    service: CatalystDetectiveService, symbol: str, language: Language
) -> None:
    for day in DAYS:
        told = await service.run(symbol, analysis_date=day, language=language)
        result = told.as_dict()
        assert result["grounding"]["violations"] == []
        certificate = result["leak_certificate"]
        assert datetime.fromisoformat(certificate["latest_known_at"]) <= datetime.fromisoformat(certificate["as_of"])
        assert [one["dimension"] for one in told.result["dimension_analyses"]] == TOPIC_NAMES
        assert set(told.catalyst_context) == set(TOPIC_NAMES)
        returned = {one["url"] for found in told.catalyst_context.values() for one in found}
        assert set(told.result["information_sources"]) <= returned
        json.dumps(result, allow_nan=False)


async def test_companies_get_different_reports(service: CatalystDetectiveService) -> None:
    reports = {(await service.run(symbol, analysis_date=DAYS[1])).narrative_report for symbol in COMPANIES}
    assert len(reports) == len(COMPANIES)


async def test_assessments_differ_where_the_news_do(service: CatalystDetectiveService) -> None:
    told = {(await service.run(symbol, analysis_date=DAY)).result["catalyst_assessment"] for symbol in COMPANIES}
    assert {"Positive", "Negative"} <= told


async def test_the_same_question_gets_the_same_bytes(service: CatalystDetectiveService) -> None:
    first, second = [json.dumps((await service.run("DEMO4.SH", analysis_date=DAY)).as_dict()) for _ in range(2)]
    assert first == second


@pytest.mark.parametrize("symbols", [COMPANIES[1::3], pytest.param(COMPANIES, marks=pytest.mark.trust)])
async def test_both_languages_come_to_the_same_judgement(
    service: CatalystDetectiveService, symbols: Sequence[str]
) -> None:
    for symbol in symbols:
        for day in DAYS[:2]:
            zh, en = [await service.run(symbol, analysis_date=day, language=one) for one in Language]
            assert zh.result["catalyst_assessment"] == en.result["catalyst_assessment"]
            assert zh.result["confidence_score"] == en.result["confidence_score"]


async def test_all_four_searches_are_under_way_at_once(demo_market: LibraryMarket) -> None:
    search = WaitingSearch(len(TOPICS))
    told = await CatalystDetectiveService(demo_market, search, CatalystRules()).run("DEMO1.SZ", analysis_date=DAY)
    assert sum(len(found) for found in told.catalyst_context.values()) == len(TOPICS)


async def test_no_news_about_the_company_says_what_would_help(demo_market: LibraryMarket) -> None:
    about_another = over(demo_market, "演示云杉消费实施现金分红")
    with pytest.raises(NothingKnown, match="BOCHA_API_KEY"):
        await about_another.run("DEMO8-USD", analysis_date=DAY)


async def test_all_searches_down_fails_as_unavailable(demo_market: LibraryMarket) -> None:
    service = CatalystDetectiveService(demo_market, InMemorySearch(failing=TOPIC_NAMES), CatalystRules())
    with pytest.raises(Unavailable):
        await service.run("DEMO1.SZ", analysis_date=DAY)


async def test_some_searches_down_is_said(demo_market: LibraryMarket) -> None:
    found = {"company_events": [document("a", f"{NAME}宣布回购股份")]}
    search = InMemorySearch(found, failing=["earnings"], degraded="Two pages had no date.")
    told = await CatalystDetectiveService(demo_market, search, CatalystRules()).run("DEMO1.SZ", analysis_date=DAY)
    degraded = told.as_dict()["degraded"]
    assert any("业绩" in sentence and "检索失败" in sentence for sentence in degraded)
    assert any("Two pages had no date." in sentence for sentence in degraded)


@pytest.mark.parametrize(
    ("title", "assessment", "probability"),
    [
        (f"{NAME}宣布回购股份", "Positive", "HIGH"),
        (f"{NAME}拟回购股份", "Positive", "MEDIUM"),
        (f"传闻{NAME}可能回购股份", "Positive", "LOW"),
        (f"{NAME}终止回购股份", "Negative", "HIGH"),
        (f"{NAME}控股股东减持股份", "Negative", "HIGH"),
        (f"{NAME}被证监会立案调查", "Negative", "HIGH"),
        (f"{NAME}未收到监管调查通知", "Positive", "HIGH"),
        (f"{NAME}中标 12.6 亿元项目", "Positive", "HIGH"),
        (f"{NAME}公布业绩预告：预计净利润同比增长 45%", "Positive", "MEDIUM"),
        ("Demo Galaxy Works announces share buyback", "Positive", "HIGH"),
        ("Demo Galaxy Works sued over patents", "Negative", "HIGH"),
        ("Demo Galaxy Works may sell stake, insiders sell shares", "Negative", "LOW"),
    ],
)
async def test_an_event_is_weighed_by_what_it_is_and_how_sure_it_is(
    demo_market: LibraryMarket, title: str, assessment: str, probability: str
) -> None:
    result = (await over(demo_market, title).run("DEMO1.SZ", analysis_date=DAY)).result
    assert result["catalyst_assessment"] == assessment
    side = "positive_catalysts" if assessment == "Positive" else "negative_catalysts"
    assert [one["probability"] for one in result[side]] == [probability]


async def test_a_headline_is_quoted_word_for_word_with_its_tag(demo_market: LibraryMarket) -> None:
    title = f"{NAME}中标 12.6 亿元项目，工期 36 个月"
    told = await over(demo_market, title).run("DEMO1.SZ", analysis_date=DAY)
    tag = told.catalyst_context["company_events"][0]["tag"]
    assert f"「{title}」[{tag}]" in told.result["positive_catalysts"][0]["event"]
    grounding = told.as_dict()["grounding"]
    assert grounding["violations"] == []
    assert grounding["numbers"] >= 2


async def test_old_news_is_background_and_said_to_be(demo_market: LibraryMarket) -> None:
    told = await over(demo_market, f"{NAME}宣布回购股份", at=PUBLISHED - timedelta(days=200)).run(
        "DEMO1.SZ", analysis_date=DAY
    )
    assert told.result["positive_catalysts"] == []
    assert told.result["catalyst_assessment"] == "Neutral"
    assert any("过旧" in sentence for sentence in told.as_dict()["degraded"])


async def test_one_event_told_in_two_languages_counts_once(demo_market: LibraryMarket) -> None:
    both = over(demo_market, f"{NAME}宣布回购股份", "Demo Galaxy Works announces share buyback")
    for language, quoted in ((Language.ZH, NAME), (Language.EN, "Demo Galaxy Works")):
        (only,) = (await both.run("DEMO1.SZ", analysis_date=DAY, language=language)).result["positive_catalysts"]
        assert quoted in only["event"]


async def test_news_from_later_is_never_used(demo_market: LibraryMarket) -> None:
    service = over(demo_market, f"{NAME}宣布回购股份", at=datetime(2026, 1, 2, tzinfo=UTC))
    told = (await service.run("DEMO1.SZ", analysis_date=DAY)).as_dict()
    assert told["result"]["information_sources"] == []
    assert "回购" not in str(told["result"])


class Liar:
    """A model that cites an address of its own."""

    async def opinion(self, brief: Brief, complaints: Sequence[GroundingFinding] = ()) -> Draft[CatalystOpinion]:
        lie = (await CatalystRules().opinion(brief)).opinion.model_copy(
            update={"information_sources": ["https://liar.example/a"]}
        )
        return Draft(lie, "llm", "asked", lie.model_dump_json())


async def test_an_address_that_no_search_returned_is_taken_out_and_named(demo_market: LibraryMarket) -> None:
    search = InMemorySearch({"earnings": [document("a", f"{NAME}业绩增长")]})
    told = await CatalystDetectiveService(demo_market, search, Liar()).run("DEMO1.SZ", analysis_date=DAY)
    assert told.result["information_sources"] == []
    assert any("https://liar.example/a" in sentence for sentence in told.as_dict()["degraded"])
