"""The real five experts over every demo company, by rules, and a debate over what they said."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from packages.core.messages import Language
from src.modules.debate.application.dtos import DebateOutcomeDTO
from src.modules.debate.application.expert_mapping import debate_input_of
from src.modules.debate.container import DebateContainer
from src.modules.research.application.running import Question
from tests.src.modules.research.desks import EQUITIES, ResearchDesk, open_research_desk

TAG = re.compile(r"\[(\w+):(E\d+)\]")


@pytest.fixture
async def desk(demo_at_home: Path) -> AsyncIterator[ResearchDesk]:
    async with open_research_desk() as desk:
        yield desk


async def debated(desk: ResearchDesk, symbol: str, language: Language) -> DebateOutcomeDTO:
    """Two rounds over the five reports; every row that is cited must be one of theirs."""
    reports = await desk.reports(Question(symbol=symbol, language=language))
    mapped = debate_input_of(symbol, {expert.value: report for expert, report in reports.items()})
    assert mapped.left_out == {}
    outcome = await DebateContainer(platform=desk.llm).debate_service().run(mapped.debate_input, 2)
    known = {(expert.value, row["tag"]) for expert, report in reports.items() for row in rows_of(report)}
    cited = set(TAG.findall(outcome.model_dump_json()))
    assert cited
    assert cited <= known
    return outcome


def rows_of(report: dict[str, object]) -> list[dict[str, str]]:
    rows = report["evidence"]
    assert isinstance(rows, list)
    return rows


async def test_every_demo_company_is_debated_with_both_sides_and_rows_that_exist(desk: ResearchDesk) -> None:
    outcomes = [await debated(desk, symbol, Language.ZH) for symbol in EQUITIES]
    for outcome in outcomes:
        assert (outcome.engine, outcome.degraded) == ("rules", [])
        assert outcome.bull_case.supporting_arguments
        assert outcome.bear_case.supporting_arguments
        assert outcome.risk_matrix
        assert outcome.key_disagreements
    assert len({outcome.conflict_resolution for outcome in outcomes}) == len(EQUITIES)
    assert len({outcome.direction for outcome in outcomes}) > 1


@pytest.mark.parametrize("symbol", ["DEMO3.SZ", pytest.param("DEMO7", marks=pytest.mark.trust)])
async def test_the_language_of_the_reports_decides_nothing(desk: ResearchDesk, symbol: str) -> None:
    zh, en = [await debated(desk, symbol, language) for language in Language]
    assert (zh.direction, zh.confidence, zh.stages) == (en.direction, en.confidence, en.stages)
    assert [one.dimension for one in zh.bear_case.supporting_arguments] == [
        one.dimension for one in en.bear_case.supporting_arguments
    ]
