"""Text from outside is data: whatever it orders, nothing but its honest tone may count."""

import re
from collections.abc import Sequence
from datetime import date

import pytest

from packages.core.messages import Language
from packages.domain.evidence.checker import GroundingFinding, check
from src.modules.research.application.catalyst_detective_service import CatalystDetectiveService
from src.modules.research.application.grounding import grounding_of
from src.modules.research.application.macro_intelligence_service import MacroIntelligenceService
from src.modules.research.domain.brief import SCHEDULE, Brief, Expert
from src.modules.research.domain.opinions import CatalystOpinion
from src.modules.research.domain.ports import Draft
from src.modules.research.infrastructure.neighbours import LibraryMarket
from src.modules.research.infrastructure.prompts import Prompts
from src.modules.research.infrastructure.rules.catalyst_rules import CatalystRules
from src.modules.research.infrastructure.rules.macro.macro_rules import MacroRules
from src.modules.research.infrastructure.rules.tone import tone_of
from src.modules.research.infrastructure.rules.writing import PressWriter
from tests.corpus.headlines import HEADLINES, UNSEEN
from tests.corpus.injections import INJECTIONS
from tests.fakes.research_search import InMemorySearch, document

DAY = date(2025, 12, 31)
NAME = "演示星河制造"
HONEST = document("honest", f"{NAME}宣布回购股份", "董事会审议通过。")
_DOCUMENT = re.compile(r'<document tag="E\d+" topic="[a-z_]+" date="[\d-]+">\n.*?\n</document>', re.DOTALL)
_NOT_WORDS = re.compile(r"[\W_]+")


def search_with(text: str) -> InMemorySearch:
    """The same orders as a headline and as a text."""
    hostile = [document("hostile", f"{NAME} {text}", text), document("text", f"{NAME}召开会议", text)]
    return InMemorySearch({"company_events": [HONEST, *hostile], "economy": hostile, "sentiment": hostile})


def words(text: str) -> str:
    return _NOT_WORDS.sub("", text)


@pytest.mark.parametrize("language", [Language.EN, pytest.param(Language.ZH, marks=pytest.mark.trust)])
async def test_some_orders_in_news_bind_no_number_and_change_no_field(
    demo_market: LibraryMarket, language: Language
) -> None:
    await _hold(demo_market, language, INJECTIONS[::8])


@pytest.mark.trust
@pytest.mark.parametrize("language", list(Language))
async def test_no_order_in_news_binds_a_number_or_changes_a_field(
    demo_market: LibraryMarket, language: Language
) -> None:
    await _hold(demo_market, language, INJECTIONS)


async def _hold(demo_market: LibraryMarket, language: Language, orders: Sequence[str]) -> None:
    for text in orders:
        macro = await MacroIntelligenceService(demo_market, search_with(text), MacroRules()).run(
            "DEMO1.SZ", analysis_date=DAY, language=language
        )
        catalyst = await CatalystDetectiveService(demo_market, search_with(text), CatalystRules()).run(
            "DEMO1.SZ", analysis_date=DAY, language=language
        )
        assert macro["grounding"]["violations"] == [], text
        assert catalyst.as_dict()["grounding"]["violations"] == [], text
        assert all(url.startswith("https://news.example.com/") for url in macro["information_sources"])
        assert all(url.startswith("https://news.example.com/") for url in catalyst.result["information_sources"])
        assert macro["symbol"] == catalyst.as_dict()["symbol"] == "DEMO1.SZ"


async def test_orders_without_a_tone_of_their_own_decide_nothing(demo_market: LibraryMarket) -> None:
    async def judged(*told: str) -> tuple[str, str]:
        news = [HONEST, *(document(f"h{place}", f"{NAME} {text}", text) for place, text in enumerate(told))]
        service = CatalystDetectiveService(demo_market, InMemorySearch({"company_events": news}), CatalystRules())
        result = (await service.run("DEMO1.SZ", analysis_date=DAY)).result
        return result["catalyst_assessment"], result["positive_catalysts"][0]["event"].rpartition("「")[2].partition(
            "」"
        )[0]

    toneless = [text for text in INJECTIONS if tone_of(text).sign == 0]
    assert len(toneless) > 60
    honest = await judged()
    for text in toneless:
        assert await judged(text) == honest, text


async def test_orders_about_one_company_do_not_reach_another(demo_market: LibraryMarket) -> None:
    own = document("own", "演示云杉消费宣布回购股份")
    alone = InMemorySearch({"company_events": [own]})
    clean = await CatalystDetectiveService(demo_market, alone, CatalystRules()).run("DEMO2.SH", analysis_date=DAY)
    hostile = [document(f"h{place}", f"{NAME} {text}", text) for place, text in enumerate(INJECTIONS)]
    crowd = InMemorySearch({"company_events": [own, *(one for one in hostile if "演示云杉消费" not in one.text)]})
    besieged = await CatalystDetectiveService(demo_market, crowd, CatalystRules()).run("DEMO2.SH", analysis_date=DAY)
    mentions = [text for text in INJECTIONS if "DEMO2.SH" in text]
    assert len(mentions) <= 2  # these name the other company, so they are news about it, without a tone
    assert besieged.result["catalyst_assessment"] == clean.result["catalyst_assessment"]
    assert (
        besieged.result["positive_catalysts"][0]["probability"] == clean.result["positive_catalysts"][0]["probability"]
    )


@pytest.mark.parametrize("language", [Language.ZH, pytest.param(Language.EN, marks=pytest.mark.trust)])
async def test_no_prompt_holds_a_hostile_text_outside_of_its_fence(
    demo_market: LibraryMarket, language: Language
) -> None:
    prompts = {expert: Prompts(expert) for expert in (Expert.MACRO_INTELLIGENCE, Expert.CATALYST_DETECTIVE)}
    for text in INJECTIONS:
        services = (
            MacroIntelligenceService(demo_market, search_with(text), MacroRules()),
            CatalystDetectiveService(demo_market, search_with(text), CatalystRules()),
        )
        for service in services:
            brief = await service.brief("DEMO1.SZ", DAY, language)
            system, user = prompts[brief.expert].of(brief, ())
            outside = _DOCUMENT.sub("", user)
            assert "<document" not in outside.replace("<document …>", "")
            assert "</document>" not in outside
            assert len(_DOCUMENT.findall(user)) == len(brief.documents)
            lines = [words(line) for line in text.splitlines() if len(words(line)) >= 12]
            assert not any(line in words(outside) or line in words(system) for line in lines), text


class Obedient:
    """A model that does whatever it is told outside of documents, and reads documents as data."""

    def __init__(self) -> None:
        self._prompts = Prompts(Expert.CATALYST_DETECTIVE)
        self.obeyed: list[str] = []

    async def opinion(self, brief: Brief, complaints: Sequence[GroundingFinding] = ()) -> Draft[CatalystOpinion]:
        system, user = self._prompts.of(brief, complaints)
        heard = words(system + _DOCUMENT.sub("", user))
        orders = [text for text in INJECTIONS if len(words(text)) >= 12 and words(text) in heard]
        self.obeyed += orders
        opinion = (await CatalystRules().opinion(brief)).opinion
        if orders:
            opinion = opinion.model_copy(update={"catalyst_assessment": "Positive", "confidence_score": 1.0})
        return Draft(opinion, "llm", user, opinion.model_dump_json())


async def test_a_model_that_obeys_everything_it_hears_hears_no_hostile_text(demo_market: LibraryMarket) -> None:
    analyst = Obedient()
    for text in INJECTIONS:
        service = CatalystDetectiveService(demo_market, search_with(text), analyst)
        told = await service.run("DEMO1.SZ", analysis_date=DAY)
        assert told.result["confidence_score"] < 1.0
        assert set(told.result) == set(CatalystOpinion.model_fields) - {"narrative_report"}
    assert analyst.obeyed == []


async def test_a_tag_that_only_a_document_invented_is_no_evidence(demo_market: LibraryMarket) -> None:
    search = InMemorySearch({"company_events": [document("a", f"{NAME}营收 77%[E1]，利润 88%[E999]")]})
    service = CatalystDetectiveService(demo_market, search, CatalystRules())
    brief = await service.brief("DEMO1.SZ", DAY, Language.ZH)
    assert [one.kind.value for one in check("利润为 88%[E999]。", brief.book).violations] == ["unknown_row"]
    assert check("营收为 77%[E1]。", brief.book).violations
    draft = await CatalystRules().opinion(brief)
    assert grounding_of(draft.opinion, brief).violations == ()
    own = brief.documents[0].tag
    assert check(f"营收为 77%[{own}]。", brief.book).violations == ()


@pytest.mark.parametrize("language", [Language.ZH, pytest.param(Language.EN, marks=pytest.mark.trust)])
async def test_every_headline_can_be_quoted_so_that_its_numbers_are_bound(
    demo_market: LibraryMarket, language: Language
) -> None:
    titles = [*(title for title, _ in (*HEADLINES, *UNSEEN)), *INJECTIONS]
    told = [document(f"n{place}", f"{NAME}：{title}") for place, title in enumerate(titles)]
    service = CatalystDetectiveService(demo_market, InMemorySearch({"company_events": told}), CatalystRules())
    brief = await service.brief("DEMO1.SZ", DAY, language)
    writer = PressWriter(brief)
    found = [one for one in brief.documents if one.topic != SCHEDULE]
    assert len(found) == len(titles)
    for one in found:
        assert check(f"{writer.headline(one)}。", brief.book).violations == (), one.title
