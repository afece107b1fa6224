"""Who is told of the nodes as they work; persistence, events and timing hang on this and on nothing in the nodes."""

from collections.abc import Awaitable
from typing import Protocol

from src.modules.coordinator.infrastructure.orchestration.graph_state import ResearchGraphState
from src.modules.coordinator.infrastructure.orchestration.nodes import Work
from src.modules.coordinator.infrastructure.orchestration.outcomes import Outcome, Update
from src.modules.coordinator.infrastructure.orchestration.turnstile import has_begun


class NodeWatch(Protocol):
    """Must not raise and must not dawdle: a run does not wait for its own record."""

    def started(self, node: str) -> None: ...

    def finished(self, node: str, outcome: Outcome) -> None: ...


class NobodyWatches:
    """For runs that keep no record."""

    def started(self, node: str) -> None:
        pass

    def finished(self, node: str, outcome: Outcome) -> None:
        pass


class GraphNode(Protocol):
    """What LangGraph calls."""

    def __call__(self, state: ResearchGraphState) -> Awaitable[Update]: ...


def watched(name: str, work: Work, watch: NodeWatch) -> GraphNode:
    """The work as the graph calls it."""

    async def node(state: ResearchGraphState) -> Update:
        has_begun()
        watch.started(name)
        outcome = await work(state)
        watch.finished(name, outcome)
        return outcome.update()

    node.__name__ = name
    return node
