"""`parley research` as a person types it, on the demo companies and without any network."""

import json
import re
from datetime import UTC, date, datetime
from io import StringIO
from pathlib import Path
from typing import Any, Literal

import pytest
from rich.console import Console

from apps.cli.research.printing import ResearchPrinter, plain, print_research
from apps.cli.research.running import ExpertWithoutReport, understood
from packages.contracts.evidence.views import GroundingOut
from packages.core.errors import Invalid
from packages.core.messages import Language, message, render
from packages.domain.market_data.errors import UnknownSymbol
from src.modules.coordinator.domain.dtos.research_dtos import ExpertResultItem
from src.modules.coordinator.domain.model.enums import ExpertType
from src.modules.research.application.running import ExpertFailure, Outcome, Question
from src.modules.research.domain.brief import Expert
from src.modules.research.domain.errors import ThinReports
from src.modules.research.presentation.rest.schemas import CompanyOut, TechnicalLevelsOut, TechnicalOut
from tests.apps.cli.terminal import forked_off, typed

DAY = ("--date", "2025-12-31")


@pytest.mark.usefixtures("demo_at_home")
@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "zh",
            (
                "技术分析师 · 演示星河制造 DEMO1.SZ · 2025-12-31 · 规则",
                "置信度",
                "支撑",
                "风险",
                "来源",
                "证据",
                "获知于",
            ),
        ),
        ("en", ("Technical analyst · Demo", "confidence", "Support", "Risks", "Sources", "Evidence", "known 2025")),
    ],
)
def test_all_five_report_in_either_language(language: str, words: tuple[str, ...]) -> None:
    answer = typed("research", "DEMO1.SZ", *DAY, "--lang", language)
    assert answer.returncode == 0, answer.stderr
    for word in words:
        assert word in answer.stdout
    assert not re.search(r"\bE\d+\b", answer.stdout), "tags are numbered through"
    cited = {int(number) for number in re.findall(r"\[(\d+)\]", answer.stdout)}
    assert cited == set(range(1, max(cited) + 1)), "every piece of evidence that is cited is listed, and no other"
    assert "Traceback" not in answer.stderr


@pytest.mark.usefixtures("demo_at_home")
def test_json_holds_the_whole_reports_and_failures_with_their_sentence() -> None:
    answer = forked_off(
        "research", "demo8-usd", *DAY, "--experts", "technical,financial_auditor,technical-analyst", "--json"
    )
    assert answer.returncode == 1, "one of two failed"
    told = json.loads(answer.stdout)
    assert (told["symbol"], told["overall_status"]) == ("DEMO8-USD", "partial")
    assert list(told["expert_results"]) == ["technical_analyst", "financial_auditor"]
    assert told["expert_results"]["technical_analyst"]["data"]["evidence"]
    failed = told["expert_results"]["financial_auditor"]
    assert failed["status"] == "failed"
    assert "technical analyst" in failed["error"]["message"]


@pytest.mark.usefixtures("demo_at_home")
def test_a_failure_is_shown_as_a_failure_beside_the_reports() -> None:
    answer = typed("research", "DEMO8-USD", *DAY, "--experts", "technical,financial", "--lang", "en")
    assert answer.returncode == 1
    assert "Technical analyst" in answer.stdout
    assert "Financial auditor failed: DEMO8-USD is no company" in answer.stdout


@pytest.mark.usefixtures("demo_at_home")
def test_when_all_fail_the_shared_reason_is_told_once_with_what_to_do() -> None:
    asked = ("research", "DEMO1.SZ", "--date", "1999-01-04", "--experts", "technical,macro,catalyst", "--lang", "en")
    answer = typed(*asked)
    assert answer.returncode == 2
    said = " ".join(answer.stdout.split())
    assert "Technical analyst, Macro intelligence, Catalyst detective failed: Nothing of DEMO1.SZ" in said
    assert said.count("1999-01-04") == 1


def test_a_typo_is_answered_with_what_was_meant(home: Path) -> None:
    answer = typed("research", "DEMO1.SZ", "--experts", "tehnical")
    assert answer.returncode == 2
    assert answer.stderr == "There is no expert 'tehnical': did you mean technical?\n"
    assert not home.exists(), "a bad question opens nothing"


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"experts": "zzz"}, "choose from technical, financial, valuation, macro, catalyst"),
        ({"experts": " , "}, "names nobody"),
        ({"day": "soon"}, "write a day as 2025-12-31"),
        ({"day": ""}, "--date is empty"),
        ({"limit": 21}, "1 to 20"),
        ({"limit": 0}, "1 to 20"),
        ({"language": "fr"}, "say zh or en"),
        ({"symbol": "!!!"}, "is not a symbol"),
        ({"symbol": " "}, "is not a symbol"),
    ],
)
def test_a_bad_question_is_one_sentence_that_helps(asked: dict[str, Any], says: str) -> None:
    good = {"symbol": "DEMO1.SZ", "experts": None, "day": None, "limit": 5, "language": "zh"}
    with pytest.raises(Invalid) as refused:
        understood(**(good | asked))
    assert says in refused.value.message


def test_experts_are_known_by_short_and_by_full_names_and_asked_once() -> None:
    errand = understood("demo1.sz", "Macro, technical,technical_analyst,catalyst-detective", "2025-12-31", 3, "en")
    assert errand.experts == (Expert.MACRO_INTELLIGENCE, Expert.TECHNICAL_ANALYST, Expert.CATALYST_DETECTIVE)
    day = date(2025, 12, 31)
    assert errand.question == Question(symbol="DEMO1.SZ", analysis_date=day, limit=3, language=Language.EN)
    assert understood("AAPL", None, None, 5, "zh").experts == tuple(Expert)


def test_a_wrong_setting_is_named(home: Path) -> None:
    answer = typed("research", "DEMO1.SZ", PARLEY_EXPERT_TIMEOUT_SECONDS="0")
    assert answer.returncode == 1
    assert "PARLEY_EXPERT_TIMEOUT_SECONDS must be greater than 0." in answer.stderr


@pytest.mark.parametrize(("engine", "mark"), [("llm", "（观点）"), ("rules", "")])
def test_what_a_model_says_without_a_row_is_marked_as_an_opinion(engine: Literal["llm", "rules"], mark: str) -> None:
    sink = StringIO()
    report = TechnicalOut.model_construct(
        symbol="DEMO1.SZ",
        company=CompanyOut(zh="演示", en="Demo"),
        as_of=datetime(2025, 12, 31, tzinfo=UTC),
        engine=engine,
        signal="BULLISH",
        confidence=0.5,
        summary_reasoning="护城河很宽。",
        risk_warning="",
        key_technical_levels=TechnicalLevelsOut(support=[17.5], resistance=[]),
        evidence=[],
        degraded=[],
        grounding=GroundingOut(numbers=0, bound=0, violations=[]),
    )
    ResearchPrinter(Console(file=sink, width=120), Language.ZH).report(Expert.TECHNICAL_ANALYST, report)
    lines = [line.strip() for line in sink.getvalue().splitlines()]
    assert f"护城河很宽。{mark}" in lines
    assert "17.50" in lines


def test_why_an_expert_failed_is_said_in_the_language_asked_for() -> None:
    sink, why = StringIO(), message("research.no_debate_held")
    failed: dict[Expert, Outcome] = {
        Expert.CATALYST_DETECTIVE: ExpertFailure(Expert.CATALYST_DETECTIVE, ThinReports(why))
    }
    print_research(Question(symbol="AAPL", language=Language.ZH), failed, Console(file=sink, width=200))
    assert render(why, Language.ZH) in sink.getvalue()
    assert render(why, Language.EN) not in sink.getvalue()


def test_a_text_from_outside_cannot_steer_the_terminal() -> None:
    assert plain("a\x1b[31mred\x07\x9b2J\u202eb\n") == "a[31mred2Jb\n"
    sink = StringIO()
    outcomes: dict[Expert, Outcome] = {
        Expert.TECHNICAL_ANALYST: ExpertFailure(Expert.TECHNICAL_ANALYST, ThinReports("[bold]\x1b[2Jthin[/bold]")),
        Expert.CATALYST_DETECTIVE: ExpertFailure(Expert.CATALYST_DETECTIVE, UnknownSymbol("Unknown.")),
    }
    question = Question(symbol="AAPL", language=Language.EN)
    print_research(question, outcomes, Console(file=sink, width=120))
    assert "[bold][2Jthin[/bold]" in sink.getvalue()
    assert "\x1b" not in sink.getvalue()
    assert "demo" not in sink.getvalue()


@pytest.mark.parametrize(
    ("kept", "told"), [("insufficient_evidence", "insufficient_evidence"), (None, "expert_failed")]
)
def test_an_expert_that_failed_in_a_run_of_several_keeps_its_own_code(kept: str | None, told: str) -> None:
    item = ExpertResultItem(
        expert_type=ExpertType.TECHNICAL_ANALYST, status="failed", error="Too thin.", code=kept, details={"rows": 0}
    )
    error = ExpertWithoutReport(item)
    assert (error.code, error.message, error.details) == (told, "Too thin.", {"rows": 0})
