"""Verdicts of the whole desk become rules: on demo and real companies, by rules and by a scripted model."""

from collections import Counter
from collections.abc import Iterable
from datetime import date

import pytest

from benchmarks.coherence import desk_run, sweep
from benchmarks.swept_markets import MARKETS, SWEPT, at_hand
from packages.core.messages import Language
from packages.domain.conversation.bounds import constraints_of
from packages.domain.conversation.constraints import check_strategy
from packages.domain.strategy.from_research.drafting import strategy_from
from packages.domain.strategy.from_research.facts import CallAction, ResearchFacts
from packages.domain.strategy.from_research.reading import research_facts
from packages.domain.strategy.from_research.refusals import why_not
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Direction
from packages.domain.strategy.validate import Validator
from packages.infra.db.engine import Database
from packages.infra.db.migrate import upgrade
from packages.settings.load import load_settings
from src.modules.coordinator.domain.dtos.research_dtos import ResearchResult
from tests.packages.domain.strategy.from_research.handmade import PROFILES, limits_of
from tests.packages.domain.strategy.from_research.test_drafting import assert_clauses_name_claims
from tests.packages.domain.strategy.from_research.test_standing import assert_exact
from tests.src.modules.coordinator.told_claims import assert_claims_are_told

DAYS = (date(2023, 3, 1), date(2024, 5, 12), date(2025, 6, 30))
DEMO = ("DEMO1.SZ", "DEMO2.SH", "DEMO5", "DEMO7")
TRIED = tuple(MARKETS) if at_hand() == SWEPT else at_hand()
MODEL_CALLS = (("DEMO6", date(2023, 6, 28)), ("DEMO5", date(2024, 5, 12)))


def _checked(symbol: str, language: Language, result: ResearchResult) -> Counter[str]:
    """What came of one verdict, for every profile that allows it."""
    facts = research_facts("session", symbol, language, result.model_dump())
    came = Counter({f"verdict {facts.action}": 1})
    direction = Direction.SHORT if facts.action is CallAction.SELL else Direction.LONG
    for profile in PROFILES:
        refusal = why_not(facts, limits_of(profile), direction)
        came["refused" if refusal else f"strategies {direction}"] += 1
        if refusal is None:
            drafted = strategy_from(facts, limits_of(profile), direction)
            strategy = Validator(CATALOGUE).document(drafted.document).require()
            assert check_strategy(constraints_of(profile), strategy) == ()
            assert_clauses_name_claims(drafted, facts)
            assert_claims_are_told(drafted, result)
            came += Counter(f"clause {clause.kind}" for clause in drafted.clauses)
            came += Counter(left_out=len(drafted.left_out), clauses=len(drafted.clauses))
            came += assert_exact(drafted, facts)
    _assert_entry_follows(facts, came)
    return came


def _assert_entry_follows(facts: ResearchFacts, came: Counter[str]) -> None:
    """Only a verdict to buy or to sell gives an entry, and every verdict to buy a stock does for somebody."""
    assert not came["strategies long"] or facts.action is CallAction.BUY
    assert not came["strategies short"] or facts.action is CallAction.SELL
    assert came["strategies long"] or facts.action is not CallAction.BUY


def _assert_a_models_own(result: ResearchResult) -> None:
    """A model argued and judged, and the gate took nothing away from what it calls."""
    verdict, debate = result.verdict or {}, result.debate_outcome or {}
    if verdict.get("action") in ("BUY", "SELL"):
        assert verdict["engine"] == "llm"
        for spoken in (verdict, debate):
            assert (spoken["grounding"]["violations"], spoken["grounding"]["removed"]) == ([], 0)


async def _smoke(engine: str, asked: Iterable[tuple[str, date]]) -> Counter[str]:
    settings = load_settings()
    database = Database(settings.database_url)
    came = Counter[str]()
    try:
        await upgrade(database)
        for symbol, day in asked:
            result = await desk_run(settings, database, engine, symbol, day, Language.EN)
            came += _checked(symbol, Language.EN, result)
            if engine != "rules":
                _assert_a_models_own(result)
    finally:
        await database.aclose()
    return came


@pytest.mark.usefixtures("demo_at_home")
async def test_verdicts_on_demo_companies_become_rules_or_say_why_not() -> None:
    came = await _smoke("rules", zip(DEMO, (*DAYS, DAYS[1]), strict=True))
    assert came["strategies long"]


@pytest.mark.usefixtures("demo_at_home")
async def test_a_models_purchase_and_its_sale_become_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-scripted")
    monkeypatch.setenv("PARLEY_LLM_MODEL", "scripted")
    came = await _smoke("decisive", MODEL_CALLS)
    assert came["strategies long"]
    assert came["strategies short"]


@pytest.mark.trust
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("engine", ["rules", "decisive"])
@pytest.mark.parametrize("market", TRIED)
async def test_a_hundred_verdicts_become_rules_that_validate_and_keep_to_every_profile(
    engine: str, market: str
) -> None:
    """Twenty of each engine on each market: demo companies, and real ones of the US and of China where the data folder
    is beside the checkout."""
    came = Counter[str]()
    found = await sweep(20, seed=3, engines=(engine,), markets=(market,))
    for one in found:
        came += _checked(one.symbol, one.language, one.result)
        if engine == "decisive":
            _assert_a_models_own(one.result)
    print(engine, market, dict(sorted(came.items())))
    assert len(found) == 20
    assert came["strategies long"]
    assert came["verdict SELL"]
