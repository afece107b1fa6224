"""What a run's model calls cost, from the platform's ledger."""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from src.modules.coordinator.domain.session import NodeCost
from src.modules.llm_platform.application.ports import CallLedger, CallLine  # type: ignore[attr-defined]

_MOST_CALLS = 1000
_STAGES = {"debate": "debate_node", "judge": "judge_node"}


class LedgerCosts:
    """Calls by the node that made them: an expert's by its name, the others by their context."""

    def __init__(self, ledger: CallLedger) -> None:
        self._ledger = ledger

    async def of(self, owner_id: str, threads: Sequence[str]) -> Sequence[NodeCost]:
        lines = [line for thread in threads for line in await self._ledger.calls(owner_id, thread, _MOST_CALLS)]
        nodes = sorted({_node(line) for line in lines})
        return [_cost(node, [line for line in lines if _node(line) == node]) for node in nodes]


def _node(line: CallLine) -> str:
    return _STAGES.get(line.caller, f"{line.agent}_node")


def _cost(node: str, lines: Sequence[CallLine]) -> NodeCost:
    known = [line.cost for line in lines if line.cost is not None]
    return NodeCost(
        node=node,
        calls=len(lines),
        input_tokens=_sum(line.input_tokens for line in lines),
        output_tokens=_sum(line.output_tokens for line in lines),
        cost=sum(known, Decimal(0)) if known else None,
    )


def _sum(counts: Iterable[int | None]) -> int:
    return sum(count or 0 for count in counts)
