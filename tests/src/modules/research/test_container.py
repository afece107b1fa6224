"""The experts as the desk wires them: a model for who has one, rules for the others, failures that say what to do."""

import json
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import pytest
from sqlalchemy import text

from packages.core.errors import ParleyError, Unavailable
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.errors import NoData, UnknownSymbol
from packages.domain.market_data.rows import FinancialFact, Instrument, Row, Statement
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from src.modules.llm_platform.application.model_configs import ConfigTerms
from src.modules.llm_platform.domain.errors import BudgetExhausted, ModelOutputUnusable, ModelRefused
from src.modules.llm_platform.domain.models import ProviderKind, Secret
from src.modules.research.application.running import Question, ResearchScope
from src.modules.research.domain.brief import Expert
from src.modules.research.domain.errors import ExpertTooSlow, FutureAnalysis, NothingKnown, ThinReports, UnboundNumbers
from src.modules.research.domain.technical.bars_in_use import TooFewDailyBars
from tests.fakes.scripted_model import Asked, Fails, Hangs, Says, ScriptedModel, ScriptedProviders, text_of
from tests.src.modules.research.desks import OWNER, ResearchDesk, open_research_desk
from tests.src.modules.research.domain.builders import random_columns
from tests.src.modules.research.making import reports

CHART, BOOKS, WORTH = Expert.TECHNICAL_ANALYST, Expert.FINANCIAL_AUDITOR, Expert.VALUATION_MODELER
MACRO, EVENTS = Expert.MACRO_INTELLIGENCE, Expert.CATALYST_DETECTIVE
DEMO = parse_symbol("DEMO1.SZ")
QUESTION = Question(symbol="DEMO1.SZ", analysis_date=date(2025, 12, 31))
SCOPE = ResearchScope(owner_id=OWNER, run_id="run-1")
UNTRUE = "目标价为 99.00 元/股。"


@pytest.fixture
def model_set(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-a-test-0123456789")


@pytest.fixture
async def empty(migrated_home: Path) -> AsyncIterator[ResearchDesk]:
    """A desk that knows the name of one company and nothing else."""
    async with open_research_desk() as desk:
        await _tell(desk, _instrument())
        yield desk


def _instrument() -> Instrument:
    return Instrument(
        source="demo", known_at=datetime(2015, 1, 1, tzinfo=UTC), symbol=DEMO, name_en="Demo Works", name_zh="演示制造",
        exchange="XSHE", currency="CNY", industry="machinery",
    )  # fmt: skip


async def _tell(desk: ResearchDesk, *rows: Row) -> None:
    await desk.data.library().rows.add(rows, datetime(2015, 1, 1, tzinfo=UTC))


async def _tell_bars(desk: ResearchDesk, count: int) -> None:
    series = BarSeries(DEMO, Timeframe.D1, "demo", "raw", random_columns(1, count))
    await desk.data.library().bars.append(series, datetime(2015, 1, 1, tzinfo=UTC))


async def _failure(desk: ResearchDesk, expert: Expert, question: Question = QUESTION) -> ParleyError:
    with pytest.raises(ParleyError) as failure:
        await desk.research.ask(expert, question, SCOPE)
    return failure.value


@pytest.mark.parametrize("expert", [CHART, WORTH])
async def test_without_bars_it_says_how_to_load_them(empty: ResearchDesk, expert: Expert) -> None:
    failure = await _failure(empty, expert)
    assert isinstance(failure, NoData | NothingKnown | TooFewDailyBars)
    assert "parley data" in failure.message


async def test_twenty_nine_bars_are_too_few_and_both_counts_are_told(empty: ResearchDesk) -> None:
    await _tell_bars(empty, 29)
    failure = await _failure(empty, CHART)
    assert isinstance(failure, TooFewDailyBars)
    assert "29" in failure.message
    assert "30" in failure.message


async def test_one_financial_row_is_too_thin_for_a_score(empty: ResearchDesk) -> None:
    only = FinancialFact(
        source="demo", known_at=datetime(2025, 10, 28, tzinfo=UTC), symbol=DEMO, statement=Statement.INCOME,
        item="revenue", period_end=date(2025, 9, 30), value=Decimal(1000), unit="CNY",
    )  # fmt: skip
    await _tell(empty, only)
    failure = await _failure(empty, BOOKS)
    assert isinstance(failure, ThinReports)
    assert "parley data sync DEMO1.SZ" in failure.message


async def test_a_company_without_revenue_is_audited_by_what_is_left_or_refused_with_the_reason(
    empty: ResearchDesk,
) -> None:
    await _tell(empty, *reports(revenue=0))
    result = await empty.research.ask(BOOKS, QUESTION, SCOPE)
    assert "revenue" in json.dumps(result["absent"]).lower()
    assert result["grounding"]["violations"] == []


@pytest.mark.usefixtures("demo_at_home")
async def test_a_loss_gives_no_price_to_earnings_ratio_and_says_why() -> None:
    async with open_research_desk() as desk:
        result = await desk.research.ask(WORTH, Question(symbol="DEMO7"), SCOPE)
    assert any("pe" in key for key in result["absent"]), result["absent"]
    assert all(reason for reason in result["absent"].values())


async def test_when_every_search_comes_back_empty_it_says_what_would_find_something(empty: ResearchDesk) -> None:
    for expert in (MACRO, EVENTS):
        failure = await _failure(empty, expert)
        assert isinstance(failure, NothingKnown), expert
        assert "BOCHA_API_KEY" in failure.message


async def test_when_no_search_can_be_made_that_is_the_reason_given(empty: ResearchDesk) -> None:
    async with empty.database.write() as session:
        await session.execute(text("ALTER TABLE news_index RENAME TO gone"))
    for expert in (MACRO, EVENTS):
        failure = await _failure(empty, expert)
        assert isinstance(failure, Unavailable), expert
        assert "news cannot be read" in failure.message


async def test_a_company_that_nobody_knows_and_a_day_that_lies_ahead_are_told_by_every_expert(
    empty: ResearchDesk,
) -> None:
    for expert in Expert:
        unknown = await _failure(empty, expert, Question(symbol="AAPL"))
        assert isinstance(unknown, UnknownSymbol | NothingKnown), expert
        assert "parley data sync AAPL" in unknown.message
        ahead = await _failure(empty, expert, Question(symbol="DEMO1.SZ", analysis_date=date(2026, 2, 1)))
        assert isinstance(ahead, FutureAnalysis), expert


@pytest.mark.usefixtures("demo_at_home", "model_set")
async def test_a_model_is_asked_what_the_rules_would_be_and_the_call_is_in_the_book(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    by_rules = await _by_rules(monkeypatch)
    model = ScriptedModel(Says(by_rules["output"]))
    async with open_research_desk(ScriptedProviders(default=model)) as desk:
        result = await desk.research.ask(CHART, QUESTION, SCOPE)
        (call,) = await desk.llm.ledger().calls(OWNER)
    assert (result["engine"], result["signal"]) == ("llm", by_rules["signal"])
    assert result["grounding"]["violations"] == []
    assert result["input"] == by_rules["input"]
    assert result["input"] in text_of(model.requests[0])
    assert (call.caller, call.agent, call.run_id) == ("research", "technical_analyst", "run-1")
    assert call.status == "completed"
    model.assert_done()


@pytest.mark.usefixtures("demo_at_home", "model_set")
async def test_a_number_without_evidence_is_sent_back_once_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    good = (await _by_rules(monkeypatch))["output"]
    model = ScriptedModel(Says(_with_untruth(good)), Says(good, expecting=_quotes_the_untruth))
    async with open_research_desk(ScriptedProviders(default=model)) as desk:
        result = await desk.research.ask(CHART, QUESTION, SCOPE)
        calls = await desk.llm.ledger().calls(OWNER)
    assert result["grounding"]["violations"] == []
    assert [call.status for call in calls] == ["completed", "completed"]
    model.assert_done()


@pytest.mark.usefixtures("demo_at_home", "model_set")
async def test_what_still_fails_is_a_warning_and_in_strict_mode_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    bad = _with_untruth((await _by_rules(monkeypatch))["output"])
    async with open_research_desk(ScriptedProviders(default=ScriptedModel(Says(bad), Says(bad)))) as desk:
        result = await desk.research.ask(CHART, QUESTION, SCOPE)
    (violation,) = result["grounding"]["violations"]
    assert violation["kind"] == "unbound"
    monkeypatch.setenv("PARLEY_STRICT_EVIDENCE", "true")
    async with open_research_desk(ScriptedProviders(default=ScriptedModel(Says(bad), Says(bad)))) as desk:
        with pytest.raises(UnboundNumbers, match="PARLEY_STRICT_EVIDENCE=false"):
            await desk.research.ask(CHART, QUESTION, ResearchScope(owner_id=OWNER, run_id="run-2"))


@pytest.mark.usefixtures("demo_at_home", "model_set")
async def test_a_model_that_answers_nonsense_twice_is_unusable() -> None:
    model = ScriptedModel(Says("I would rather talk about the weather."), Says('{"signal": "MAYBE"}'))
    async with open_research_desk(ScriptedProviders(default=model)) as desk:
        failure = await _failure(desk, CHART)
    assert isinstance(failure, ModelOutputUnusable)
    model.assert_done()


@pytest.mark.usefixtures("demo_at_home", "model_set")
async def test_a_failing_model_is_a_failure_and_rules_do_not_step_in() -> None:
    model = ScriptedModel(Fails(ModelRefused("The key is not good: set OPENAI_API_KEY.")))
    async with open_research_desk(ScriptedProviders(default=model)) as desk:
        failure = await _failure(desk, CHART)
    assert isinstance(failure, ModelRefused)


@pytest.mark.usefixtures("demo_at_home", "model_set")
async def test_a_budget_that_is_used_up_ends_the_expert_before_anything_is_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PARLEY_LLM_BUDGET_RUN_TOKENS", "10")
    model = ScriptedModel()
    async with open_research_desk(ScriptedProviders(default=model)) as desk:
        failure = await _failure(desk, CHART)
    assert isinstance(failure, BudgetExhausted)
    assert model.requests == []


@pytest.mark.usefixtures("demo_at_home", "model_set")
async def test_an_expert_whose_model_falls_silent_is_too_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLEY_EXPERT_TIMEOUT_SECONDS", "1")
    async with open_research_desk(ScriptedProviders(default=ScriptedModel(Hangs()))) as desk:
        failure = await _failure(desk, CHART)
    assert isinstance(failure, ExpertTooSlow)
    assert "PARLEY_EXPERT_TIMEOUT_SECONDS" in failure.message


@pytest.mark.usefixtures("demo_at_home")
async def test_each_owner_is_served_by_a_model_of_their_own_or_by_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    good = (await _by_rules(monkeypatch))["output"]
    async with open_research_desk(ScriptedProviders(mine=ScriptedModel(Says(good)))) as desk:
        terms = ConfigTerms(provider=ProviderKind.RESPONSES, model="tiny")
        await desk.llm.configs().add("ann", "mine", terms, Secret("sk-of-ann-0123456789"))
        told = {
            owner: await desk.research.ask(CHART, QUESTION, ResearchScope(owner_id=owner)) for owner in ("ann", "bob")
        }
    assert {owner: result["engine"] for owner, result in told.items()} == {"ann": "llm", "bob": "rules"}


async def test_two_runs_have_ids_of_their_own(empty: ResearchDesk) -> None:
    first, second = empty.research.scope(OWNER), empty.research.scope(OWNER)
    assert first.owner_id == OWNER
    assert first.run_id
    assert first.run_id != second.run_id


async def _by_rules(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What the rules were asked and answered, which a scripted model can then say too."""
    with monkeypatch.context() as without:
        without.delenv("OPENAI_API_KEY", raising=False)
        async with open_research_desk() as desk:
            result = await desk.research.ask(CHART, QUESTION, SCOPE)
    assert result["engine"] == "rules"
    return result


def _with_untruth(opinion: str) -> str:
    fields = json.loads(opinion)
    fields["summary_reasoning"] += UNTRUE
    return json.dumps(fields, ensure_ascii=False)


def _quotes_the_untruth(asked: Asked) -> bool:
    return "99.00" in text_of(asked)
