"""How a research run can be refused or fail; each sentence says what to do next.

Invalid
├── BlankSymbol, NoExperts, UnknownExpert, BadOptions
NotFound
└── UnknownResearch
Conflict
├── NothingToRetry, NothingToDebate, StillRunning, NotRunning, ResearchStopped, ResearchKeyTaken
Unavailable
├── AllExpertsFailed    carries the whole result
└── StageTooSlow        an expert, the debate or the judge
"""

from packages.core.errors import Conflict, Invalid, NotFound, Unavailable
from packages.core.messages import word
from src.modules.coordinator.domain.dtos.research_dtos import ResearchResult

_MISSING = "missing_data"


class BlankSymbol(Invalid):
    """Nobody said what to research."""


class NoExperts(Invalid):
    """Nobody is asked."""


class UnknownExpert(Invalid):
    """There is no expert of this name."""


class BadOptions(Invalid):
    """An expert's option is unknown or cannot be used."""


class UnknownResearch(NotFound):
    """No such session, or another owner's."""


class NothingToRetry(Conflict):
    """Everything went well."""


class NothingToDebate(Conflict):
    """No expert has a report."""


class StillRunning(Conflict):
    """The session is at work."""


class NotRunning(Conflict):
    """The session has ended."""


class ResearchStopped(Conflict):
    """Its owner stopped it."""


class ResearchKeyTaken(Conflict):
    """The key stands for another question."""


class AllExpertsFailed(Unavailable):
    """No expert has a report."""

    def __init__(self, result: ResearchResult) -> None:
        reasons = {item.expert_type.value: item.error for item in result.expert_results}
        super().__init__(
            "coordinator.all_experts_failed",
            symbol=result.symbol,
            details={"errors": reasons} | _missing(result),
        )
        self.result = result


def _missing(result: ResearchResult) -> dict[str, object]:
    """Where the experts had no data of the instrument: what is missing, as the first of them said it."""
    details = [item.details for item in result.expert_results if item.details and _MISSING in item.details]
    return {_MISSING: details[0][_MISSING]} if details else {}


class StageTooSlow(Unavailable):
    """A part of the run did not finish in its time."""

    def __init__(self, stage: str, seconds: float) -> None:
        super().__init__(
            "coordinator.stage_too_slow",
            stage=word("expert", stage),
            seconds=f"{seconds:g}",
            details={"stage": stage, "seconds": seconds},
        )


class ResearchBroke(Unavailable):
    """A fault of ours ended the run; what it had brought is kept for a retry."""
