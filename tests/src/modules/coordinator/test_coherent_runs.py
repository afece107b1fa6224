"""Whole runs of the desk do not contradict themselves."""

from datetime import date

import pytest

from benchmarks.coherence import desk_run, sweep
from packages.core.messages import Language
from packages.infra.db.engine import Database
from packages.infra.db.migrate import upgrade
from packages.settings.load import load_settings


@pytest.mark.usefixtures("demo_at_home")
async def test_a_demo_run_in_either_language_is_checked_and_coherent() -> None:
    settings = load_settings()
    database = Database(settings.database_url)
    try:
        await upgrade(database)
        for symbol, language in (("DEMO5", Language.EN), ("DEMO1.SZ", Language.ZH)):
            result = await desk_run(settings, database, "rules", symbol, date(2024, 6, 28), language)
            assert result.coherence is not None
            assert result.coherence.checked > 20
            assert [one for one in result.coherence.contradictions if not one.repaired] == []
    finally:
        await database.aclose()


@pytest.mark.trust
async def test_three_hundred_runs_by_rules_and_by_a_model_are_coherent() -> None:
    found = await sweep(300, seed=1)
    assert len(found) == 300
    assert [(one.symbol, one.day, one.engine, one.kinds) for one in found if one.kinds] == []
