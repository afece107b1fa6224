"""The checkpoints of many runs in one file."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

from langchain_core.runnables import RunnableConfig

from src.modules.coordinator.domain.model.enums import ExpertType
from src.modules.coordinator.domain.session import ResearchRun, running
from src.modules.coordinator.infrastructure.orchestration.batched_saver import BatchedSqliteSaver
from src.modules.coordinator.infrastructure.orchestration.graph_builder import build_research_graph
from src.modules.coordinator.infrastructure.orchestration.graph_state import ResearchGraphState
from tests.fakes.clock import StoppedClock
from tests.fakes.debate_gateway import FakeDebateGateway
from tests.fakes.research_gateway import REPORTS, FakeResearchGateway

T = ExpertType.TECHNICAL_ANALYST
CONFIG: RunnableConfig = {"configurable": {"thread_id": "run"}}
FIRST: ResearchGraphState = {
    "symbol": "000001.SZ",
    "selected_experts": [T.value],
    "options": {},
    "results": {},
    "errors": {},
}
RUN = ResearchRun(session_id="run", owner_id="ann", thread="run", attempt=1, as_of=StoppedClock().now())


async def _researched(saver: BatchedSqliteSaver) -> None:
    graph = build_research_graph(FakeResearchGateway(), FakeDebateGateway(), checkpointer=saver)
    with running(RUN):
        await graph.ainvoke(FIRST, CONFIG, durability="sync")


async def test_a_report_is_written_when_it_changes_and_found_again_by_another_process(tmp_path: Path) -> None:
    saver = BatchedSqliteSaver(tmp_path / "checkpoints.sqlite")
    await _researched(saver)
    await saver.aclose()
    with closing(sqlite3.connect(tmp_path / "checkpoints.sqlite")) as file:
        written = file.execute("SELECT count(*) FROM channels WHERE channel = 'results'").fetchone()
        steps = file.execute("SELECT count(*) FROM checkpoints").fetchone()
    assert (written, steps > written) == ((2,), True), "empty at first, then with the report"
    again = BatchedSqliteSaver(tmp_path / "checkpoints.sqlite")
    found = await again.aget_tuple(CONFIG)
    await again.aclose()
    assert found is not None
    assert found.checkpoint["channel_values"]["results"] == {T.value: REPORTS[T]}


async def test_while_another_process_holds_the_file_the_loop_goes_on_and_the_run_waits(tmp_path: Path) -> None:
    saver = BatchedSqliteSaver(tmp_path / "checkpoints.sqlite")
    with closing(sqlite3.connect(tmp_path / "checkpoints.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        run = asyncio.create_task(_researched(saver))
        for _ in range(50):
            await asyncio.sleep(0)
        assert not run.done()
        other.execute("COMMIT")
        async with asyncio.timeout(60):
            await run
    await saver.aclose()


async def test_a_finished_run_leaves_nothing_behind(tmp_path: Path) -> None:
    saver = BatchedSqliteSaver(tmp_path / "checkpoints.sqlite")
    await _researched(saver)
    await saver.adelete_thread("run")
    await saver.aclose()
    with closing(sqlite3.connect(tmp_path / "checkpoints.sqlite")) as file:
        for table in ("checkpoints", "writes", "channels"):
            assert file.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
