"""Contradictions in whole runs: demo companies on past days, zh and en, by rules and by a scripted model.

`python -m benchmarks.coherence [--runs 300] [--seed 1]`; every contradiction that the checker finds is printed.
"""

import argparse
import asyncio
import logging
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

import structlog

from packages.core.ids import Ids
from packages.core.messages import Language
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.infra.db.engine import Database
from packages.infra.db.migrate import upgrade
from packages.settings.load import Settings, load_settings
from src.modules.coordinator.container import CoordinatorContainer
from src.modules.coordinator.domain.dtos.research_dtos import ResearchRequest, ResearchResult
from src.modules.coordinator.domain.exceptions import AllExpertsFailed
from src.modules.coordinator.domain.model.enums import ExpertType
from src.modules.coordinator.domain.session import ResearchRun, running
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.llm_platform.container import LlmPlatformContainer
from tests.fakes.audited_models import AuditedModel, Reader
from tests.fakes.clock import StoppedClock

NOW = datetime(2026, 1, 2, 12, tzinfo=UTC)
FIRST, LAST = date(2021, 3, 1), date(2025, 12, 30)
SYMBOLS = ("DEMO1.SZ", "DEMO2.SH", "DEMO3.SZ", "DEMO4.SH", "DEMO5", "DEMO6", "DEMO7")
ENGINES = ("rules", "model")


@dataclass(frozen=True, slots=True)
class CheckedRun:
    """One run: what was asked, and what of it contradicts itself (repaired or not)."""

    symbol: str
    day: date
    language: Language
    engine: str
    result: ResearchResult

    @property
    def kinds(self) -> list[tuple[str, str]]:
        found = self.result.coherence
        return [(one.kind, str(one.message)) for one in found.contradictions if not one.repaired] if found else []


async def sweep(runs: int, seed: int, engines: tuple[str, ...] = ENGINES) -> list[CheckedRun]:
    """As many runs of each engine, over companies, days and languages that the seed draws."""
    found: list[CheckedRun] = []
    for engine in engines:
        async with _opened(with_model=engine == "model") as (settings, database):
            drawn = random.Random(seed)
            for number in range(runs // len(engines)):
                day = FIRST + timedelta(days=drawn.randrange((LAST - FIRST).days))
                symbol, language = drawn.choice(SYMBOLS), (Language.ZH, Language.EN)[number % 2]
                result = await desk_run(settings, database, engine, symbol, day, language)
                found.append(CheckedRun(symbol, day, language, engine, result))
    return found


async def desk_run(
    settings: Settings, database: Database, engine: str, symbol: str, day: date, language: Language
) -> ResearchResult:
    """The whole desk on one day, as a session would run it."""
    clock = StoppedClock(NOW)
    library = DataEngineeringContainer(database, settings, clock).library()
    model = AuditedModel(Reader()) if engine == "model" else None
    platform = LlmPlatformContainer(database, settings, clock, model)
    desk = CoordinatorContainer(settings=settings, database=database, clock=clock, library=library, platform=platform)
    name = Ids(clock).new()
    run = ResearchRun(
        session_id=name, owner_id=LOCAL_OWNER_ID, thread=name, attempt=1, as_of=NOW, language=language,
        analysis_date=day,
    )  # fmt: skip
    request = ResearchRequest(symbol=symbol, experts=list(ExpertType), analysis_date=day)
    with running(run):
        try:
            return await desk.research_orchestration_service().run(request)
        except AllExpertsFailed as failed:
            return failed.result


@asynccontextmanager
async def _opened(*, with_model: bool) -> AsyncIterator[tuple[Settings, Database]]:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PARLEY_HOME"] = folder
        os.environ.pop("PARLEY_DATABASE_URL", None)
        if with_model:
            os.environ.update(OPENAI_API_KEY="sk-scripted", PARLEY_LLM_MODEL="scripted")
        settings = load_settings()
        database = Database(settings.database_url)
        try:
            await upgrade(database)
            await DataEngineeringContainer(database, settings, StoppedClock(NOW)).packs().load_demo(_quietly)
            yield settings, database
        finally:
            await database.aclose()
            for name in ("OPENAI_API_KEY", "PARLEY_LLM_MODEL") if with_model else ():
                os.environ.pop(name)


async def _quietly(_done: float, _message: str) -> None:
    """Nobody watches the progress."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", choices=ENGINES, action="append")
    asked = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    began = time.perf_counter()
    found = asyncio.run(sweep(asked.runs, asked.seed, tuple(asked.engine or ENGINES)))
    contradictory = [one for one in found if one.kinds]
    for one in contradictory:
        for kind, said in one.kinds:
            print(f"{one.engine} {one.symbol} {one.day} {one.language.value}: {kind}: {said}")
    actions = Counter((one.engine, (one.result.verdict or {}).get("action", "none")) for one in found)
    print(f"{len(found)} runs, {len(contradictory)} with a contradiction; verdicts {dict(actions)}")
    print(f"{time.perf_counter() - began:.0f} s")
    return 1 if contradictory else 0


if __name__ == "__main__":
    sys.exit(main())
