"""The fixed words of a research run."""

from enum import StrEnum
from typing import Literal

OverallStatus = Literal["completed", "partial", "failed"]
ExpertStatus = Literal["success", "failed"]


class ExpertType(StrEnum):
    """The experts that can be asked, by the names that requests and answers use."""

    TECHNICAL_ANALYST = "technical_analyst"
    FINANCIAL_AUDITOR = "financial_auditor"
    VALUATION_MODELER = "valuation_modeler"
    MACRO_INTELLIGENCE = "macro_intelligence"
    CATALYST_DETECTIVE = "catalyst_detective"


class ResearchStatus(StrEnum):
    """Where a session stands. `interrupted`: it broke by a fault that no expert is to blame for; a retry goes on."""

    RUNNING = "running"
    COMPLETED = "completed"
    PARTIAL = "partial"
    FAILED = "failed"
    STOPPED = "stopped"
    INTERRUPTED = "interrupted"


class NodeStatus(StrEnum):
    """How one execution of a graph node went."""

    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    SKIPPED = "skipped"
    INTERRUPTED = "interrupted"
