"""All five experts by rules on every demo company: whole, grounded, different, quick, and the same after JSON."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from itertools import combinations
from pathlib import Path

import pytest

from apps.cli.research.printing import research_json
from packages.core.messages import Language
from src.modules.research.application.running import ExpertReport, Question
from src.modules.research.domain.brief import Expert
from src.modules.research.presentation.rest.schemas import Report, report_of
from tests.src.modules.research.desks import EQUITIES, ResearchDesk, open_research_desk
from tests.timing import Costs, arithmetic

TEXTS = re.compile(r"reasoning|summary|narrative|assessment|risk|evidence|event|opportunit")
Told = dict[str, dict[Expert, Report]]


@pytest.fixture
async def desk(demo_at_home: Path) -> AsyncIterator[ResearchDesk]:
    async with open_research_desk() as desk:
        yield desk


@pytest.fixture(scope="module", params=[Language.ZH, pytest.param(Language.EN, marks=pytest.mark.trust)])
def told(request: pytest.FixtureRequest, demo_home: Path) -> Told:
    """All reports about all companies in one language."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PARLEY_HOME", str(demo_home))
        return asyncio.run(_told(request.param))


async def _told(language: Language) -> Told:
    async with open_research_desk() as desk:
        results = {symbol: await desk.reports(Question(symbol=symbol, language=language)) for symbol in EQUITIES}
    return {
        symbol: {expert: report_of(expert, result) for expert, result in five.items()}
        for symbol, five in results.items()
    }


def test_every_company_gets_five_whole_reports_whose_numbers_are_all_bound(told: Told) -> None:
    for symbol, five in told.items():
        for expert, report in five.items():
            assert report.grounding.violations == [], (symbol, expert)
            assert report.grounding.numbers == report.grounding.bound > 0, (symbol, expert)
            assert (report.engine, report.symbol) == ("rules", symbol)
            latest = report.leak_certificate.latest_known_at
            assert latest is not None
            assert latest <= report.as_of


def test_no_two_companies_get_the_same_report_from_any_expert(told: Told) -> None:
    for expert in Expert:
        texts = {symbol: _anonymous(five[expert]) for symbol, five in told.items()}
        for one, other in combinations(EQUITIES, 2):
            assert texts[one] != texts[other], (expert, one, other)


async def test_the_terminals_json_is_the_same_after_a_round_trip(desk: ResearchDesk) -> None:
    question = Question(symbol="DEMO8-USD")
    told = research_json(question.symbol, await desk.all_five(question))
    back = json.loads(json.dumps(told, ensure_ascii=False))
    assert back == told
    assert back["overall_status"] == "partial"
    for expert, result in back["expert_results"].items():
        if result["status"] == "success":
            assert report_of(Expert(expert), result["data"]).model_dump(mode="json") == result["data"]
        else:
            assert set(result["error"]) == {"code", "message", "details"}


async def test_a_coin_has_a_chart_and_no_books(desk: ResearchDesk) -> None:
    outcomes = await desk.all_five(Question(symbol="DEMO8-USD"))
    assert isinstance(outcomes[Expert.TECHNICAL_ANALYST], ExpertReport)
    for expert in (Expert.FINANCIAL_AUDITOR, Expert.VALUATION_MODELER):
        failed = outcomes[expert]
        assert not isinstance(failed, ExpertReport)
        assert "technical analyst" in failed.error.message


async def test_five_experts_cost_less_than_a_little_arithmetic(desk: ResearchDesk) -> None:
    question = Question(symbol="DEMO3.SZ")
    await desk.reports(question)  # imports, and the files of the store
    costs = Costs(at_most=3)  # they took as long as the arithmetic when this was written
    for _ in costs.turns():
        with costs.work():
            await desk.reports(question)
        with costs.beside():
            arithmetic()
    assert costs.within_bounds, costs


def _anonymous(report: Report) -> str:
    """Everything that the report says, without whom it is about."""
    told = json.dumps(_said(report.model_dump(mode="json")), ensure_ascii=False)
    for name in (report.company.zh, report.company.en, report.symbol, report.symbol.partition(".")[0]):
        told = told.replace(name, "")
    return told


def _said(value: object, key: str = "") -> object:
    if isinstance(value, dict):
        return {
            name: _said(inner, name) for name, inner in value.items() if name not in {"evidence", "input", "output"}
        }
    if isinstance(value, list):
        return [_said(inner, key) for inner in value]
    return value if isinstance(value, str) and TEXTS.search(key) else None
