"""A stored research session as the terminal follows it: a line for each part, on the error stream, gone at the end."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from apps.api.composition import ResearchServices
from packages.core.events import Event
from packages.infra.observability.logs import configure_logging
from packages.settings.load import Settings
from src.modules.coordinator.domain.model.enums import NodeStatus
from src.modules.coordinator.domain.session import ResearchSession

_MARKS = {NodeStatus.SUCCEEDED: "[green]✓[/]", NodeStatus.FAILED: "[red]✗[/]", NodeStatus.SKIPPED: "[dim]–[/]"}

# The nodes, whose failures are printed anyway; and the connections of a look at left-over sessions that is cut short
# because the command has its answer already.
_HUSHED = ("src.modules.coordinator.infrastructure.orchestration", "sqlalchemy.pool")


def log_quietly(settings: Settings) -> None:
    """What fails is printed in its own sentence; its traceback is for those who ask for debug logs."""
    configure_logging(settings.logs)
    for name in _HUSHED:
        logging.getLogger(name).setLevel(logging.DEBUG if settings.logs.log_level == "debug" else logging.CRITICAL)


async def followed(desk: ResearchServices, session: ResearchSession, *, quiet: bool) -> ResearchSession:
    """The session at its end. Whoever leaves stops it: what nobody waits for shall cost nothing."""
    try:
        async with _watching(desk, session, quiet=quiet):
            return await desk.sessions.ended(session)
    except asyncio.CancelledError:
        await desk.sessions.stop(session.owner_id, session.id)
        Console(stderr=True).print(f"Stopped. `parley debate {session.id}` goes on with what the experts brought.")
        raise


@asynccontextmanager
async def _watching(desk: ResearchServices, session: ResearchSession, *, quiet: bool) -> AsyncIterator[None]:
    columns = (SpinnerColumn(finished_text=" "), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=quiet) as lines:
        watch = asyncio.create_task(_watch(desk, session, lines))
        try:
            yield
        finally:
            watch.cancel()
            await asyncio.wait({watch})


async def _watch(desk: ResearchServices, session: ResearchSession, lines: Progress) -> None:
    stages = () if session.request.skip_debate else ("debate", "judge")
    names = (*(expert.value for expert in session.request.experts), *stages)
    tasks = {f"{name}_node": lines.add_task(f"{name} …", total=1, start=False) for name in names}
    async with aclosing(desk.events.tail(session.run.stream, session.owner_id)) as events:
        async for event in events:
            node, status = _node(event)
            if node not in tasks:
                continue
            if event.type == "node_started":
                lines.start_task(tasks[node])
            elif status in _MARKS:
                lines.update(tasks[node], completed=1, description=f"{_MARKS[status]} {node.removesuffix('_node')}")


def _node(event: Event) -> tuple[str, NodeStatus | None]:
    if event.type not in ("node_started", "node_finished"):
        return "", None
    payload = json.loads(event.json)
    return str(payload["node"]), NodeStatus(payload["status"])
