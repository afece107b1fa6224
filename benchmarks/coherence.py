"""Contradictions in whole runs: demo and real companies on past days, zh and en, by rules and by a scripted model.

`python -m benchmarks.coherence [--runs 300] [--seed 1] [--market us] [--engine rules]`; every contradiction that the
checker finds is printed. Real companies take part where `../shared/data` is beside the checkout. The engine `decisive`
is a model that buys and sells where the other one mostly holds.
"""

import argparse
import asyncio
import logging
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime

import structlog

from benchmarks.demo_desk import empty_desk
from benchmarks.swept_markets import MARKETS, at_hand
from packages.core.ids import Ids
from packages.core.messages import Language
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.infra.db.engine import Database
from packages.settings.load import Settings
from src.modules.coordinator.container import CoordinatorContainer
from src.modules.coordinator.domain.dtos.research_dtos import ResearchRequest, ResearchResult
from src.modules.coordinator.domain.exceptions import AllExpertsFailed
from src.modules.coordinator.domain.model.enums import ExpertType
from src.modules.coordinator.domain.session import ResearchRun, running
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.llm_platform.container import LlmPlatformContainer
from tests.fakes.audited_models import AuditedModel, Reader
from tests.fakes.clock import StoppedClock
from tests.fakes.decisive_model import DecisiveModel

NOW = datetime(2026, 1, 2, 12, tzinfo=UTC)
ENGINES = ("rules", "model")
MODELS: Mapping[str, Callable[[], AuditedModel]] = {"model": lambda: AuditedModel(Reader()), "decisive": DecisiveModel}


@dataclass(frozen=True, slots=True)
class CheckedRun:
    """One run: what was asked, and what of it contradicts itself (repaired or not)."""

    market: str
    symbol: str
    day: date
    language: Language
    engine: str
    result: ResearchResult

    @property
    def kinds(self) -> list[tuple[str, str]]:
        found = self.result.coherence
        return [(one.kind, str(one.message)) for one in found.contradictions if not one.repaired] if found else []


async def sweep(
    runs: int, seed: int, engines: tuple[str, ...] = ENGINES, markets: tuple[str, ...] | None = None
) -> list[CheckedRun]:
    """As many runs of each engine on each market, over companies, days and languages that the seed draws."""
    found: list[CheckedRun] = []
    parts = [(engine, name) for engine in engines for name in markets or at_hand()]
    for place, (engine, name) in enumerate(parts):
        count = runs // len(parts) + (place < runs % len(parts))
        found += await _swept(engine, name, count, random.Random(f"{seed} {name}"))
    return found


async def _swept(engine: str, name: str, runs: int, drawn: random.Random) -> list[CheckedRun]:
    found = []
    async with empty_desk(with_model=engine in MODELS) as (settings, database):
        market = await MARKETS[name](DataEngineeringContainer(database, settings, StoppedClock(NOW)), settings)
        for number in range(runs):
            symbol, day = market.draw(drawn)
            language = (Language.ZH, Language.EN)[number % 2]
            result = await desk_run(settings, database, engine, symbol, day, language)
            found.append(CheckedRun(name, symbol, day, language, engine, result))
            _print_contradictions(found[-1])
    print(f"{engine} {name}: {runs} runs, {sum(bool(one.kinds) for one in found)} with a contradiction", flush=True)
    return found


def _print_contradictions(one: CheckedRun) -> None:
    for kind, said in one.kinds:
        print(f"{one.engine} {one.market} {one.symbol} {one.day} {one.language.value}: {kind}: {said}", flush=True)


async def desk_run(
    settings: Settings, database: Database, engine: str, symbol: str, day: date, language: Language
) -> ResearchResult:
    """The whole desk on one day, as a session would run it."""
    clock = StoppedClock(NOW)
    library = DataEngineeringContainer(database, settings, clock).library()
    platform = LlmPlatformContainer(database, settings, clock, MODELS[engine]() if engine in MODELS else None)
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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", choices=("rules", *MODELS), action="append")
    parser.add_argument("--market", choices=tuple(MARKETS), action="append")
    asked = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    began = time.perf_counter()
    found = asyncio.run(sweep(asked.runs, asked.seed, tuple(asked.engine or ENGINES), asked.market))
    contradictory = [one for one in found if one.kinds]
    actions = Counter((one.market, one.engine, (one.result.verdict or {}).get("action", "none")) for one in found)
    print(f"{len(found)} runs, {len(contradictory)} with a contradiction; verdicts {dict(actions)}")
    print(f"{time.perf_counter() - began:.0f} s")
    return 1 if contradictory else 0


if __name__ == "__main__":
    sys.exit(main())
