"""A research session's report as a file: for its owner, when it has ended, and asking nobody for anything."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from packages.core.messages import Language
from packages.infra.db.engine import Database
from src.modules.coordinator.domain.dtos.research_dtos import ResearchRequest
from src.modules.coordinator.domain.model.enums import ExpertType
from src.modules.coordinator.presentation.rest import report_routes
from tests.fakes.debate_gateway import FakeDebateGateway
from tests.fakes.research_gateway import FakeResearchGateway
from tests.src.modules.coordinator.desk import ANN, BOB, Cast, CoordinatorDesk, open_coordinator

TECHNICAL = ResearchRequest(symbol="000001.SZ", experts=[ExpertType.TECHNICAL_ANALYST])
TYPES = {"html": "text/html; charset=utf-8", "md": "text/markdown; charset=utf-8", "pdf": "application/pdf"}


@pytest.fixture
def cast() -> Cast:
    return Cast()


@pytest.fixture
async def desk(home: Path, database: Database, cast: Cast) -> AsyncIterator[CoordinatorDesk]:
    async with open_coordinator(database, cast) as desk:
        desk.app.include_router(report_routes.router, prefix="/api/v1")
        yield desk


async def _report(desk: CoordinatorDesk, session_id: str, person: str = ANN, **query: str) -> httpx.Response:
    async with desk.client(person) as client:
        return await client.get(f"/research/sessions/{session_id}/report", params=query)


async def test_each_format_is_a_file_of_its_type_with_a_name_that_every_system_takes(desk: CoordinatorDesk) -> None:
    session = await desk.sessions.start(ANN, TECHNICAL, Language.EN)
    await desk.sessions.ended(session)
    for kind, content_type in TYPES.items():
        response = await _report(desk, session.id, format=kind)
        assert (response.status_code, response.headers["content-type"]) == (200, content_type)
        name = rf'attachment; filename="parley-000001\.SZ-[0-9a-f]{{12}}\.{kind}"'
        assert re.fullmatch(name, response.headers["content-disposition"])
    assert (await _report(desk, session.id, format="pdf")).content.startswith(b"%PDF-")


async def test_without_a_language_the_headings_are_in_that_of_the_session(desk: CoordinatorDesk) -> None:
    session = await desk.sessions.start(ANN, TECHNICAL, Language.EN)
    await desk.sessions.ended(session)
    assert "The bull" in (await _report(desk, session.id)).text
    assert "多方" in (await _report(desk, session.id, language="zh")).text


async def test_another_owners_report_is_not_there(desk: CoordinatorDesk) -> None:
    session = await desk.sessions.start(ANN, TECHNICAL)
    await desk.sessions.ended(session)
    for person, session_id in ((BOB, session.id), (ANN, "nonsense")):
        assert (await _report(desk, session_id, person)).status_code == 404


async def test_an_unknown_format_or_language_is_400(desk: CoordinatorDesk) -> None:
    for query in ({"format": "docx"}, {"language": "fr"}):
        assert (await _report(desk, "any", **query)).status_code == 400


class TestUnderWay:
    @pytest.fixture
    def cast(self) -> Cast:
        return Cast(FakeResearchGateway(hangs={ExpertType.TECHNICAL_ANALYST}))

    async def test_a_session_at_work_has_no_report_yet(self, desk: CoordinatorDesk) -> None:
        session = await desk.sessions.start(ANN, TECHNICAL)
        response = await _report(desk, session.id)
        assert (response.status_code, response.json()["error"]["code"]) == (409, "still_running")
        assert response.json()["error"]["message"].endswith("can be had when it has ended.")


class TestFailingDebate:
    @pytest.fixture
    def cast(self) -> Cast:
        return Cast(debate=FakeDebateGateway(fails=ValueError("<b>no JSON</b>")))

    async def test_the_report_says_so_and_a_text_from_outside_is_no_markup(self, desk: CoordinatorDesk) -> None:
        session = await desk.sessions.start(ANN, TECHNICAL)
        await desk.sessions.ended(session)
        assert "&lt;b&gt;no JSON&lt;/b&gt;" in (await _report(desk, session.id)).text


@pytest.mark.parametrize("language", ["zh", "en"])
async def test_a_demo_companys_report_stands_alone_behind_the_whole_app(
    demo_at_home: Path, client: httpx.AsyncClient, language: str
) -> None:
    body = {"symbol": "DEMO1.SZ", "experts": [each.value for each in ExpertType]}
    answer = await client.post(f"/api/v1/coordinator/research?language={language}", json=body)
    path = f"/api/v1/coordinator/research/sessions/{answer.json()['session_id']}/report"
    files = {kind: await client.get(path, params={"format": kind}) for kind in TYPES}
    assert {kind: file.headers["content-type"] for kind, file in files.items()} == TYPES
    assert all(file.headers["x-content-type-options"] == "nosniff" for file in files.values())
    assert all(file.headers["cache-control"] == "no-store" for file in files.values())
    page = files["html"].text
    assert "default-src 'none'; style-src 'unsafe-inline'" in page
    assert not re.search(r"<(script|link|img|iframe)|\s(src|onload)=", page)
    leads = set(re.findall(r'href="#([^"]+)"', page))
    assert leads
    assert leads <= set(re.findall(r' id="([^"]+)"', page)), "every number leads to a row that is there"
    assert "The bull" in page if language == "en" else "多方" in page
    document = (await client.get(path.replace("/report", "/document"))).json()
    chapters = [part["chapter"] for part in document["parts"] if part["type"] == "section"]
    assert chapters[:3] == ["cover", "thesis", "price"]
    assert document["language"] == language
    assert page.count("<figure") >= 8
    codes = [expert.value for expert in ExpertType]
    visible = re.sub(r"<[^>]*>", " ", page.split("<body>")[1])
    assert not [code for code in codes if code in visible]


async def test_the_document_of_a_session_at_work_or_of_another_owner_is_not_there(desk: CoordinatorDesk) -> None:
    session = await desk.sessions.start(ANN, TECHNICAL)
    await desk.sessions.ended(session)
    async with desk.client(BOB) as client:
        assert (await client.get(f"/research/sessions/{session.id}/document")).status_code == 404
    async with desk.client(ANN) as client:
        told = (await client.get(f"/research/sessions/{session.id}/document")).json()
    assert told["title"] == "000001.SZ"
