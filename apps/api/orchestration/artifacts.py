"""The artifacts of a session as blocks of its phases, and back: every phase of the workflow has one."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from apps.api.agents.phases import WORKFLOW, Phase
from apps.api.agents.protocol import PhaseBlock, PhaseHandler
from packages.core.events import JsonObject

HandlerOf: TypeAlias = Callable[[Phase], PhaseHandler]


def ensure_phase_keyed(artifacts: Mapping[str, JsonObject], handlers: HandlerOf) -> dict[Phase, PhaseBlock]:
    """What is missing or spoilt begins anew."""
    read = {phase: _block(artifacts.get(phase.value)) for phase in WORKFLOW}
    return {phase: block or handlers(phase).init_artifacts() for phase, block in read.items()}


def as_artifacts(blocks: Mapping[Phase, PhaseBlock]) -> dict[str, JsonObject]:
    return {phase.value: block.as_json() for phase, block in blocks.items()}


def _block(stored: JsonObject | None) -> PhaseBlock | None:
    if not stored:
        return None
    profile, missing, runtime = stored.get("profile"), stored.get("missing_fields"), stored.get("runtime")
    if not isinstance(profile, Mapping) or not isinstance(missing, list | tuple):
        return None
    return PhaseBlock(profile, tuple(map(str, missing)), runtime if isinstance(runtime, Mapping) else {})
