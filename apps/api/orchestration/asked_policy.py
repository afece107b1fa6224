"""What a client asks of a turn's tools: it may take some away, and never add one."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class AskedPolicy:
    """`append` asks for what the stage has anyway, so it changes nothing; `replace` leaves only what is named."""

    phase_stage: str | None = None
    tool_mode: Literal["append", "replace"] = "append"
    allowed_tools: tuple[str, ...] = ()
