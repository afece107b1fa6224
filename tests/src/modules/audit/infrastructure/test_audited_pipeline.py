"""Audits of demo companies, from stored rows to the flag, by rules and by scripted models."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date

import pytest
from sqlalchemy import text

from benchmarks.audit_odds import EXPECTED, STRANGERS, planted
from packages.core.messages import Language
from packages.domain.market_data.errors import UnknownSymbol
from packages.domain.market_data.symbols import parse_symbol
from packages.infra.db.engine import Database
from packages.settings.load import load_settings
from src.modules.audit.application.audit_service import AuditOutcome, AuditQuestion
from src.modules.audit.container import AuditContainer
from src.modules.audit.domain.findings import FollowState
from src.modules.audit.domain.worlds import WORLDS, WorldKind
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.llm_platform.application.ports import ModelProviders
from src.modules.llm_platform.container import LlmPlatformContainer
from tests.demo import NOW
from tests.fakes.audited_models import AuditedModel, Memoriser, Reader, remembered
from tests.fakes.clock import StoppedClock

NAMES = ("Demo Oakgrove Software", "演示橡林软件")
DAY = date(2024, 6, 28)
_WRITTEN = ("calls", "research_sessions", "call_settlements")

pytestmark = pytest.mark.usefixtures("demo_at_home")


@asynccontextmanager
async def _opened(providers: ModelProviders | None = None) -> AsyncIterator[tuple[AuditContainer, Database]]:
    settings, clock = load_settings(), StoppedClock(NOW)
    database = Database(settings.database_url)
    platform = LlmPlatformContainer(database, settings, clock, providers)
    library = DataEngineeringContainer(database, settings, clock).library()
    try:
        yield (
            AuditContainer(settings=settings, database=database, clock=clock, library=library, platform=platform),
            database,
        )
    finally:
        await platform.aclose()
        await database.aclose()


def _question(symbol: str = "DEMO5") -> AuditQuestion:
    return AuditQuestion(symbol=parse_symbol(symbol), day=DAY, language=Language.EN)


async def _audited(providers: ModelProviders | None, question: AuditQuestion) -> AuditOutcome:
    async with _opened(providers) as (audits, _):
        return await audits.audit().run("ann", question)


async def test_the_rules_follow_the_facts_and_nothing_is_written_down() -> None:
    async with _opened() as (audits, database):
        before = await _counts(database)
        outcome = await audits.audit().run("ann", _question())
        assert await _counts(database) == before
    assert not outcome.memory.flagged
    assert outcome.memory.name_effect == 0
    assert [each.world for each in outcome.worlds] == list(WORLDS)
    by_kind = {each.world.kind: each for each in outcome.worlds[:3]}
    auditor, _ = by_kind[WorldKind.EARNINGS_FLIPPED].experts
    (technical,) = by_kind[WorldKind.PRICES_REVERSED].experts
    assert (auditor.state, technical.state) == (FollowState.FOLLOWED, FollowState.FOLLOWED)
    assert {one.state for one in by_kind[WorldKind.ANONYMISED].experts} == {FollowState.FOLLOWED}
    assert by_kind[WorldKind.ANONYMISED].verdict.state is FollowState.FOLLOWED


async def test_an_instrument_that_nobody_knows_cannot_be_audited() -> None:
    with pytest.raises(UnknownSymbol):
        await _audited(None, _question("DEMO99"))


@pytest.mark.parametrize(
    "stranger", [STRANGERS[0], *(pytest.param(one, marks=pytest.mark.trust) for one in STRANGERS[1:])]
)
async def test_a_model_that_remembers_is_caught_however_it_meets_strangers(
    stranger: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    _with_a_model(monkeypatch)
    mind = Memoriser({name: remembered(name) for name in NAMES}, stranger)  # type: ignore[arg-type]
    assert (await _audited(AuditedModel(mind), _question())).memory.flagged


async def test_a_model_that_reads_its_rows_is_not_flagged_nor_told_the_anonymous_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _with_a_model(monkeypatch)
    model = AuditedModel(Reader())
    outcome = await _audited(model, _question())
    assert {answer.engine for answer in outcome.base.experts.values()} == {"llm"}
    assert not outcome.memory.flagged
    anonymous = [prompt for prompt in model.prompts if "DEMO901" in prompt]
    assert len(anonymous) >= 9
    assert not [prompt for prompt in anonymous if any(name in prompt for name in (*NAMES, "(DEMO5)", "2024"))]


LONG_PROOFS = [pytest.param(who, marks=pytest.mark.trust) for who in ("neutral", "noisy", "judge", "bull", "bear")]


@pytest.mark.parametrize("who", ["named_judge", *LONG_PROOFS])
async def test_every_planted_model_comes_out_as_it_should(who: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _with_a_model(monkeypatch)
    outcome = await _audited(planted(who, NAMES, 1), _question("DEMO1.SZ"))
    assert outcome.memory.outcome is EXPECTED[who]


def _with_a_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    monkeypatch.setenv("PARLEY_LLM_MODEL", "scripted")


async def _counts(database: Database) -> list[int]:
    async with database.engine.connect() as connection:
        found = [await connection.scalar(text(f"SELECT count(*) FROM {table}")) for table in _WRITTEN]
    return [int(count or 0) for count in found]
