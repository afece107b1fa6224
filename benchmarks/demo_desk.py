"""A desk of its own, empty or with the demo companies on it, for whoever measures whole runs by rules or by a scripted
model."""

import os
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime

from packages.infra.db.engine import Database
from packages.infra.db.migrate import upgrade
from packages.settings.load import Settings, load_settings
from src.modules.data_engineering.container import DataEngineeringContainer
from tests.fakes.clock import StoppedClock


@asynccontextmanager
async def demo_desk(now: datetime, *, with_model: bool) -> AsyncIterator[tuple[Settings, Database]]:
    """With the demo companies on it."""
    async with empty_desk(with_model=with_model) as (settings, database):
        await DataEngineeringContainer(database, settings, StoppedClock(now)).packs().load_demo(quietly)
        yield settings, database


@asynccontextmanager
async def empty_desk(*, with_model: bool) -> AsyncIterator[tuple[Settings, Database]]:
    """`with_model`: the settings name one, so that experts, debate and judge ask it."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PARLEY_HOME"] = folder
        os.environ.pop("PARLEY_DATABASE_URL", None)
        if with_model:
            os.environ.update(OPENAI_API_KEY="sk-scripted", PARLEY_LLM_MODEL="scripted")
        settings = load_settings()
        database = Database(settings.database_url)
        try:
            await upgrade(database)
            yield settings, database
        finally:
            await database.aclose()
            if with_model:
                os.environ.pop("OPENAI_API_KEY")
                os.environ.pop("PARLEY_LLM_MODEL")


async def quietly(_done: float, _message: str) -> None:
    """Nobody watches the progress."""
