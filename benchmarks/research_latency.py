"""How much time the orchestration takes: one run against its critical path, and a hundred runs at once.

    python -m benchmarks.research_latency            gateways that answer like a model of 300 ms
    python -m benchmarks.research_latency --runs 20  fewer runs at once

The experts, the two advocates and the resolution each wait 300 ms, as for a model. The critical path is one expert,
then one advocate, then the resolution. Everything else is real: sessions, events, checkpoints, database, HTTP.
"""

import argparse
import asyncio
import logging
import math
import os
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import structlog

from packages.core.clock import SystemClock
from packages.infra.db.engine import Database
from packages.infra.db.migrate import upgrade
from packages.settings.database import DatabaseUrl
from src.modules.coordinator.domain.model.enums import ExpertType
from tests.fakes.debate_gateway import FakeDebateGateway
from tests.fakes.research_gateway import FakeResearchGateway
from tests.src.modules.coordinator.desk import ANN, Cast, CoordinatorDesk, open_coordinator

SECONDS = 0.3
BODY = {"symbol": "000001.SZ", "experts": [expert.value for expert in ExpertType]}


@dataclass(frozen=True, slots=True)
class Measured:
    """In seconds. `critical_path`: the same waits with nothing around them. `own`: how much longer a run takes than its
    own slowest expert and its own debate together, at the 95th percentile. `processor`: what a run takes of it, with
    the client that asks in this process too."""

    critical_path: float
    single: float
    single_own: float
    p50: float
    p95: float
    p95_own: float
    processor: float
    failed: int

    def __str__(self) -> str:
        path, single, p50, p95 = (
            f"{each * 1000:.0f} ms" for each in (self.critical_path, self.single, self.p50, self.p95)
        )
        alone, loaded = self.single / self.critical_path, self.p95 / self.critical_path
        return (
            f"one run: {single} = {alone:.3f} x the critical path of {path}, {self.single_own:.3f} x its own\n"
            f"all at once: p50 {p50}, p95 {p95} = {loaded:.2f} x the critical path, {self.p95_own:.2f} x their own, "
            f"{self.processor * 1000:.1f} ms of processor a run, {self.failed} failed"
        )


@dataclass(frozen=True, slots=True)
class _Answered:
    took: float
    own: float
    ok: bool


async def measure(database: Database, runs: int, seconds: float = SECONDS) -> Measured:
    cast = Cast(FakeResearchGateway(seconds=seconds), FakeDebateGateway(seconds=seconds))
    async with open_coordinator(database, cast, SystemClock()) as desk, desk.client() as client:
        await _ask(client)  # LangGraph is imported and the graph compiled by the first request
        await asyncio.gather(*(_ask(client) for _ in range(runs)))  # and connections are opened by the first crowd
        alone = [await _own(desk, await _ask(client)) for _ in range(5)]
        critical_path = await _critical_path(seconds)
        began = time.process_time()
        asked = await asyncio.gather(*(_ask(client) for _ in range(runs)))
        processor = (time.process_time() - began) / runs
        loaded = [await _own(desk, each) for each in asked]
    times = sorted(each.took for each in loaded)
    return Measured(
        critical_path=critical_path,
        single=min(each.took for each in alone),
        single_own=min(each.own for each in alone),
        p50=statistics.median(times),
        p95=_p95(times),
        p95_own=_p95(sorted(each.own for each in loaded)),
        processor=processor,
        failed=sum(not each.ok for each in loaded),
    )


def _p95(ordered: list[float]) -> float:
    return ordered[max(0, math.ceil(0.95 * len(ordered)) - 1)]


async def _own(desk: CoordinatorDesk, asked: tuple[float, dict[str, Any]]) -> _Answered:
    """Against the run's own critical path, by the times of its nodes."""
    took, answer = asked
    nodes = (await desk.sessions.detail(ANN, answer["session_id"])).nodes
    lasted = {node.node: (node.finished_at or node.started_at) - node.started_at for node in nodes}
    slowest = max(lasted[f"{name}_node"] for name in BODY["experts"]) + lasted["debate_node"]
    return _Answered(took, took / slowest.total_seconds(), answer["debate_outcome"] is not None)


async def _critical_path(seconds: float) -> float:
    """The same waits with nothing around them."""
    expert, debate = FakeResearchGateway(seconds=seconds), FakeDebateGateway(seconds=seconds)
    started = time.perf_counter()
    await expert.run_expert(ExpertType.TECHNICAL_ANALYST, "000001.SZ")
    await debate.run_debate("000001.SZ", {})
    return time.perf_counter() - started


async def _ask(client: httpx.AsyncClient) -> tuple[float, dict[str, Any]]:
    started = time.perf_counter()
    response = await client.post("/research", json=BODY, timeout=120)
    answer: dict[str, Any] = response.json()
    return time.perf_counter() - started, answer


async def main(runs: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PARLEY_HOME"] = folder
        database = Database(DatabaseUrl(f"sqlite:///{Path(folder) / 'parley.sqlite'}"))
        await upgrade(database)
        structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
        print(await measure(database, runs))
        await database.aclose()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=100)
    asyncio.run(main(parser.parse_args().runs))
