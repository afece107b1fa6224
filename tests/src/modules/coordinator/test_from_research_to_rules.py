"""Verdicts of the whole desk become rules: on demo and real companies, by rules and by a scripted model."""

from collections import Counter
from datetime import date

import pytest

from benchmarks.coherence import ENGINES, desk_run, sweep
from benchmarks.swept_markets import US_COMPANIES
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

DAYS = (date(2023, 3, 1), date(2024, 5, 12), date(2025, 6, 30))
DEMO = ("DEMO1.SZ", "DEMO2.SH", "DEMO5", "DEMO7")


def _checked(symbol: str, language: Language, result: ResearchResult) -> Counter[str]:
    """What came of one verdict, for every profile that allows it."""
    facts = research_facts("session", symbol, language, result.model_dump())
    came = Counter({f"verdict {facts.action}": 1})
    direction = Direction.SHORT if facts.action is CallAction.SELL else Direction.LONG
    for profile in PROFILES:
        refusal = why_not(facts, limits_of(profile), direction)
        came["refused" if refusal else "strategies"] += 1
        if refusal is None:
            drafted = strategy_from(facts, limits_of(profile), direction)
            strategy = Validator(CATALOGUE).document(drafted.document).require()
            assert check_strategy(constraints_of(profile), strategy) == ()
            assert_clauses_name_claims(drafted, facts)
            came["clauses"] += len(drafted.clauses)
            came["left_out"] += len(drafted.left_out)
            came["falsified"] += assert_exact(drafted, facts)
    _assert_entry_follows(facts, came)
    return came


def _assert_entry_follows(facts: ResearchFacts, came: Counter[str]) -> None:
    """Only a verdict to buy or to sell gives an entry, and every verdict to buy a stock does for somebody."""
    assert not came["strategies"] or facts.action in (CallAction.BUY, CallAction.SELL)
    assert came["strategies"] or facts.action is not CallAction.BUY


@pytest.mark.usefixtures("demo_at_home")
async def test_verdicts_on_demo_companies_become_rules_or_say_why_not() -> None:
    settings = load_settings()
    database = Database(settings.database_url)
    came = Counter[str]()
    try:
        await upgrade(database)
        for symbol, day in zip(DEMO, (*DAYS, DAYS[1]), strict=True):
            result = await desk_run(settings, database, "rules", symbol, day, Language.EN)
            came += _checked(symbol, Language.EN, result)
    finally:
        await database.aclose()
    assert came["strategies"]


@pytest.mark.trust
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("market", ["demo", "us"])
async def test_a_hundred_verdicts_become_rules_that_validate_and_keep_to_every_profile(
    engine: str, market: str
) -> None:
    """Twenty-five of each engine on each market."""
    if market == "us" and not US_COMPANIES.is_dir():
        pytest.skip("../shared/data/us_companies is not beside the checkout")
    came = Counter[str]()
    found = await sweep(25, seed=3, engines=(engine,), markets=(market,))
    for one in found:
        came += _checked(one.symbol, one.language, one.result)
    print(engine, market, dict(came))
    assert len(found) == 25
