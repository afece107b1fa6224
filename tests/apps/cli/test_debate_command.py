"""`parley debate` as a person types it, on the demo companies and without any network."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing
from dataclasses import replace
from decimal import Decimal
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from apps.api.openings.research import ResearchServices
from apps.cli.debate.printing import cost_line, print_debate
from apps.cli.debate.running import BadDebateCommand, NoReportsToDebate, understood, with_debate
from apps.cli.research.running import followed
from packages.core.errors import Invalid
from packages.core.messages import Language, Sentence, message, render
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.infra.db.engine import Database
from packages.settings.load import load_settings
from src.modules.coordinator.domain.dtos.research_dtos import ResearchRequest
from src.modules.coordinator.domain.model.enums import ExpertType, ResearchStatus
from src.modules.coordinator.domain.session import ResearchSession
from src.modules.debate.application.services.debate_service import DebateService
from src.modules.debate.container import DebateContainer
from src.modules.debate.domain.cost import ModelTerms, cost_by_model, cost_by_rules
from src.modules.debate.domain.exceptions import LLMOutputParseError
from src.modules.llm_platform.container import LlmPlatformContainer
from tests.apps.cli.terminal import forked_off, typed
from tests.fakes.clock import StoppedClock
from tests.fakes.debate_gateway import FakeDebateGateway
from tests.fakes.report_library import FakeReportLibrary
from tests.fakes.research_gateway import FakeResearchGateway
from tests.src.modules.coordinator.desk import Cast, open_sessions

ID = "01a1dee2-b0c2-7f9b-a64a-e67a6de346d2"
ALL = ResearchRequest(symbol="000001.SZ", experts=list(ExpertType))


@pytest.mark.usefixtures("demo_at_home")
@pytest.mark.parametrize(
    ("language", "sides", "words", "no_model"),
    [
        (
            "zh",
            r"^多方  置信度 .* 空方  置信度",
            ("上涨概率", "结论", "核心分歧", "风险矩阵", "裁决"),
            "不询问任何模型",
        ),
        (
            "en",
            r"^Bull  confidence .* Bear  confidence",
            ("Probability of a rise", "Resolution", "Key disagreements", "Risk matrix", "Verdict"),
            "no model is called",
        ),
    ],
)
def test_a_symbol_is_researched_and_debated_and_the_session_shows_it_again(
    language: str, sides: str, words: tuple[str, ...], no_model: str, tmp_path: Path
) -> None:
    first = typed("debate", "demo1.sz", "--lang", language)
    assert first.returncode == 0, first.stderr
    assert no_model in first.stderr
    assert re.search(sides, first.stdout, re.MULTILINE), "side by side"
    for word in words:
        assert word in first.stdout
    assert not re.search(r"\bE\d+\b|[a-z]+_(analyst|auditor|modeler)", first.stdout), "rows and experts have names"
    cited = {int(number) for number in re.findall(r"\[(\d+)\]", first.stdout)}
    assert cited == set(range(1, max(cited) + 1)), "every row that is cited is listed"
    session_id = re.findall(r"[0-9a-f]{8}-[0-9a-f-]{27}", first.stdout)[-1]
    file = tmp_path / "report.html"
    again = typed("debate", session_id[:23], "--json", "--export", str(file))
    told = json.loads(again.stdout)
    assert (again.returncode, told["session_id"], told["debate_outcome"]["rounds"]) == (0, session_id, 1)
    assert no_model not in again.stderr, "what is stored is shown and not held again"
    assert f'<html lang="{"zh-CN" if language == "zh" else "en"}">' in file.read_text(encoding="utf-8")


@pytest.mark.usefixtures("demo_at_home")
def test_research_is_stored_so_that_a_debate_can_follow_even_in_more_rounds() -> None:
    research = typed("research", "DEMO1.SZ", "--experts", "technical,valuation", "--lang", "en")
    found = re.search(r"parley debate ([0-9a-f-]{36})$", research.stdout, re.MULTILINE)
    assert found
    assert research.returncode == 0
    debate = typed("debate", found[1], "--rounds", "2", COLUMNS="80")
    assert debate.returncode == 0, debate.stderr
    assert "no model is called" in debate.stderr
    assert "rounds: 2 · rule-based" in debate.stdout
    assert re.search(r"^Bull  confidence [\d.]+$", debate.stdout, re.MULTILINE), "one under the other"
    said = " ".join(debate.stdout.split())
    assert "Only 2 of 5 experts were debated" in said
    shown = json.loads(typed("debate", found[1], "--json").stdout)
    assert (shown["debate_outcome"]["rounds"], shown["verdict"] is not None) == (2, True), "stored and judged"
    other = typed("debate", ID)
    assert other.stderr.startswith(f"There is no research session '{ID}'; the newest is ")


def test_where_nothing_is_known_there_is_nothing_and_one_sentence_says_why(home: Path) -> None:
    answer = forked_off("debate", "DEMO1.SZ")
    assert (answer.returncode, answer.stdout) == (2, "")
    *_, sentence = answer.stderr.splitlines()
    assert sentence.startswith("No data for DEMO1.SZ yet")
    assert "`parley data search demo`" in sentence
    assert "Traceback" not in answer.stderr
    unknown = typed("debate", ID)
    assert unknown.returncode == 2
    assert unknown.stderr == f"There is no research session '{ID}': `parley debate SYMBOL` makes one.\n"


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"subject": "nosuch!"}, "is not a symbol"),
        ({"subject": ""}, "is not a symbol"),
        ({"rounds": 0}, "1 to 3 rounds"),
        ({"rounds": 4}, "1 to 3 rounds"),
        ({"language": "fr"}, "say zh or en"),
        ({"export": Path("report.docx")}, "ends in .html, .md, .pdf"),
        ({"export": Path("no-such-folder/report.pdf")}, "make it first"),
    ],
)
def test_a_bad_question_is_one_sentence_that_helps(asked: dict[str, Any], says: str) -> None:
    good: dict[str, Any] = {"subject": "DEMO1.SZ", "rounds": None, "language": None, "as_json": False, "export": None}
    with pytest.raises(Invalid) as refused:
        understood(**(good | asked))
    assert says in refused.value.message


def test_an_id_is_told_from_a_symbol() -> None:
    for subject, run, symbol in [(ID, ID, ""), (ID[:8].upper(), ID[:8], ""), ("aapl", None, "AAPL")]:
        errand = understood(subject, 2, "en", as_json=False)
        assert (errand.run, errand.symbol) == (run, symbol)
    with pytest.raises(BadDebateCommand, match="named by its id"):
        understood("01a1", None, None, as_json=False)


@pytest.fixture
def cast() -> Cast:
    return Cast()


@pytest.fixture
async def desk(home: Path, database: Database, cast: Cast) -> AsyncIterator[ResearchServices]:
    llm = LlmPlatformContainer(database, load_settings(), StoppedClock())
    async with open_sessions(database, cast) as (sessions, events):
        yield ResearchServices(sessions, events, llm, FakeReportLibrary())
    await llm.aclose()


async def _ended(desk: ResearchServices, request: ResearchRequest) -> ResearchSession:
    return await followed(desk, await desk.sessions.start(LOCAL_OWNER_ID, request), quiet=True)


def _by_rules(desk: ResearchServices) -> DebateService:
    return DebateContainer(platform=desk.llm).debate_service()


async def test_a_session_without_a_debate_is_debated_over_its_stored_experts(
    desk: ResearchServices, cast: Cast
) -> None:
    session = await _ended(desk, ALL.model_copy(update={"skip_debate": True}))
    errand = understood(session.id, None, None, as_json=True)
    debated = await with_debate(desk, session, errand, _by_rules(desk))
    stored = await desk.sessions.get(LOCAL_OWNER_ID, session.id)
    assert debated.exit_code == 0
    assert stored.result is not None
    assert debated.answer["debate_outcome"] == stored.result.debate_outcome
    assert len(cast.research.asked) == len(ExpertType), "no expert is asked again"


async def test_a_debate_in_other_rounds_than_the_stored_is_held_anew_and_stored(
    desk: ResearchServices, cast: Cast
) -> None:
    session = await _ended(desk, ALL)
    for rounds in (None, 1):
        await with_debate(desk, session, understood(session.id, rounds, None, as_json=True), _by_rules(desk))
    assert cast.debate.rounds == [1], "what is stored is shown"
    await with_debate(desk, session, understood(session.id, 3, None, as_json=True), _by_rules(desk))
    assert cast.debate.rounds == [1, 3]
    assert (await desk.sessions.get(LOCAL_OWNER_ID, session.id)).request.rounds == 3


async def test_a_debate_that_fails_leaves_the_research_and_the_exit_code_says_so(
    desk: ResearchServices, cast: Cast
) -> None:
    cast.debate.fails = LLMOutputParseError("The bull's answer is no argument: ask again.")
    session = await _ended(desk, ALL.model_copy(update={"skip_debate": True}))
    errand = understood(session.id, None, "en", as_json=True)
    debated = await with_debate(desk, session, errand, _by_rules(desk))
    assert (debated.exit_code, debated.answer["overall_status"]) == (1, "completed")
    shown = _shown(debated.answer, Language.EN, 120)
    assert "The debate failed; the research stands. The bull's answer is no argument: ask again." in shown


class TestFailingDebate:
    @pytest.fixture
    def cast(self) -> Cast:
        return Cast(debate=FakeDebateGateway(fails=ValueError("no JSON")))

    async def test_a_debate_that_failed_just_now_is_not_paid_for_again(
        self, desk: ResearchServices, cast: Cast
    ) -> None:
        session = await _ended(desk, ALL)
        debated = await with_debate(desk, session, understood("000001.SZ", None, None, as_json=True), _by_rules(desk))
        assert (debated.exit_code, debated.answer["debate_error"]) == (1, "no JSON")
        cast.debate.fails = None
        later = await with_debate(desk, session, understood(session.id, None, None, as_json=True), _by_rules(desk))
        assert later.exit_code == 0, "who names the session asks for it once more"


class TestFailingExperts:
    @pytest.fixture
    def cast(self) -> Cast:
        return Cast(FakeResearchGateway(fails={each: RuntimeError("No rows.") for each in ExpertType}))

    async def test_a_reason_that_all_share_is_told_once(self, desk: ResearchServices) -> None:
        session = await _ended(desk, ALL)
        with pytest.raises(NoReportsToDebate, match=r"^No expert has a report on 000001.SZ: No rows\.$"):
            await with_debate(desk, session, understood(session.id, None, None, as_json=True), _by_rules(desk))


class TestHanging:
    @pytest.fixture
    def cast(self) -> Cast:
        return Cast(FakeResearchGateway(hangs={ExpertType.MACRO_INTELLIGENCE}))

    async def test_whoever_leaves_stops_the_session(self, desk: ResearchServices, cast: Cast) -> None:
        session = await desk.sessions.start(LOCAL_OWNER_ID, ALL)
        watching = asyncio.create_task(followed(desk, session, quiet=True))
        async with asyncio.timeout(60):
            async with aclosing(desk.events.tail(session.run.stream, LOCAL_OWNER_ID)) as told:
                async for event in told:
                    if event.type == "node_finished":
                        break
        watching.cancel()
        with pytest.raises(asyncio.CancelledError):
            await watching
        left = await desk.sessions.get(LOCAL_OWNER_ID, session.id)
        assert left.status is ResearchStatus.STOPPED


def test_what_it_may_cost_is_said_in_a_line() -> None:
    price = Decimal("2")
    terms = ModelTerms(model="gpt-x", input_per_million=price, output_per_million=price, max_output_tokens=1000)
    cost = cost_by_model(1, 10_000, terms)
    assert cost_line(cost, Language.EN) == "The debate asks gpt-x 3 questions (12 at most), for at most $0.6400"
    assert cost_line(cost, Language.EN, 4000).endswith("what the five experts and the judge ask comes on top.")
    unpriced = cost_by_model(1, 10_000, replace(terms, input_per_million=None))
    assert "unknown cost" in cost_line(unpriced, Language.EN)
    assert "at most $0.0001" in cost_line(replace(cost, cost_at_most=Decimal("0.000001")), Language.EN), (
        "never told as nothing"
    )
    assert cost_line(cost_by_rules(1), Language.ZH) == "按规则辩论：不询问任何模型。"


LONG = "演示星河制造现价高于综合估值中枢" * 12
CASE = {
    "core_thesis": f"{LONG} 17.90 元/股[technical_analyst:E1]",
    "supporting_arguments": [
        {
            "dimension": "technical_analyst",
            "argument": f"{LONG} 12.3%[E1]",
            "evidence": "[technical_analyst:E9]",
            "strength": "HIGH",
        }
    ],
    "confidence": 0.5,
}
ROW = {
    "tag": "E1",
    "id": "bar:1",
    "metric": "close",
    "value": 17.9,
    "text": None,
    "unit": "CNY/share",
    "period": "2025-12-31",
    "source": "demo",
    "known_at": "2025-12-31T07:00:00Z",
    "rows": [],
}
ANSWER: dict[str, Any] = {
    "symbol": "DEMO1.SZ",
    "overall_status": "partial",
    "expert_results": {
        "technical_analyst": {"status": "success", "data": {"evidence": [ROW]}},
        "macro_intelligence": {"status": "failed", "error": "[bold]\x1b[2Jno search"},
    },
    "debate_outcome": {
        "symbol": "DEMO1.SZ",
        "direction": "BEARISH",
        "confidence": 0.61,
        "bull_case": CASE | {"acknowledged_risks": [LONG]},
        "bear_case": CASE | {"acknowledged_strengths": [LONG]},
        "risk_matrix": [{"risk": LONG, "probability": "LOW", "impact": "HIGH", "mitigation": LONG}],
        "key_disagreements": [LONG],
        "conflict_resolution": LONG,
    },
    "debate_error": None,
    "verdict": None,
    "judge_error": "The judge did not answer.",
    "session_id": ID,
}


def _shown(answer: Mapping[str, Any], language: Language, width: int) -> str:
    sink = StringIO()
    print_debate(answer, language, console=Console(file=sink, width=width))
    return sink.getvalue()


@pytest.mark.parametrize("width", [40, 89, 90, 120, 200])
def test_chinese_fits_every_width_and_not_a_character_is_lost(width: int) -> None:
    shown = _shown(ANSWER, Language.ZH, width)
    assert max(cell_len(line) for line in shown.splitlines()) <= width
    assert "…" not in shown
    side_by_side = any(line.startswith("多方") and "空方" in line for line in shown.splitlines())
    assert side_by_side is (width >= 90)
    assert shown.count("枢") == str(ANSWER["debate_outcome"]).count("枢")


def test_a_tag_of_no_row_stays_and_a_text_from_outside_cannot_steer_the_terminal() -> None:
    shown = _shown(ANSWER, Language.EN, 120)
    assert "[technical_analyst:E9]" in shown
    assert "17.90 元/股[1]" in shown
    assert "Macro intelligence failed: [bold][2Jno search" in shown
    assert "\x1b" not in shown
    assert "The judge failed: The judge did not answer." in shown


def test_what_rests_on_no_row_is_marked_as_an_opinion_unless_rules_said_it() -> None:
    outcome = ANSWER["debate_outcome"] | {"conflict_resolution": "护城河很宽。", "engine": "llm"}
    assert "护城河很宽。（观点）" in _shown(ANSWER | {"debate_outcome": outcome}, Language.ZH, 120)
    assert "12.3%[1]（观点）" not in _shown(ANSWER | {"debate_outcome": outcome}, Language.ZH, 200)
    by_rules = ANSWER | {"debate_outcome": outcome | {"engine": "rules"}}
    assert "（观点）" not in _shown(by_rules, Language.ZH, 120)


def test_why_an_expert_or_the_debate_failed_is_said_in_the_language_asked_for() -> None:
    why = Sentence(message("research.no_debate_held"))
    failed = {"macro_intelligence": {"status": "failed", "error": why}}
    shown = _shown(
        ANSWER | {"expert_results": failed, "debate_outcome": None, "debate_error": why, "judge_error": why},
        Language.ZH,
        120,
    )
    assert shown.count(render(why.said, Language.ZH)) == 3
    assert str(why) not in shown
