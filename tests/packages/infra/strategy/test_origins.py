"""What a strategy from research stands on is kept in the database, for its owner alone."""

from datetime import timedelta

from packages.domain.strategy.from_research.drafting import strategy_from
from packages.infra.db.engine import Database
from packages.infra.strategy.origins import SqlOrigins
from tests.packages.domain.strategy.from_research.handmade import AS_OF, a_purchase, limits_of, run_again

RULES = "a" * 64


async def test_origins_come_back_as_they_were_kept(database: Database) -> None:
    drafted = strategy_from(a_purchase(), limits_of())
    await SqlOrigins(database).keep("ann", RULES, drafted, AS_OF)
    assert await SqlOrigins(database).find("ann", RULES) == drafted


async def test_another_owner_finds_nothing(database: Database) -> None:
    await SqlOrigins(database).keep("ann", RULES, strategy_from(a_purchase(), limits_of()), AS_OF)
    assert await SqlOrigins(database).find("eve", RULES) is None
    assert await SqlOrigins(database).find("ann", "b" * 64) is None


async def test_of_two_drafts_with_the_same_rules_the_last_one_counts(database: Database) -> None:
    store, newer = SqlOrigins(database), strategy_from(run_again(a_purchase()), limits_of())
    await store.keep("ann", RULES, strategy_from(a_purchase(), limits_of()), AS_OF)
    await store.keep("ann", RULES, newer, AS_OF + timedelta(hours=1))
    assert await store.find("ann", RULES) == newer
