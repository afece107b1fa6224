"""What can go wrong with a verdict or a call; each sentence names the next step."""

from collections.abc import Sequence

from packages.core.errors import Conflict, Invalid, Unusable


class BadWalkBack(Invalid):
    """A walk-back that cannot be walked; the sentence says what to ask for instead."""


class BadCase(Invalid):
    """What the judge was handed cannot be judged."""


class OtherRun(Conflict):
    """The run has a call already, about something else."""


class HorizonOver(Conflict):
    """The horizon of a call ended before the call was made, so it forecasts nothing."""


class PastResearch(Conflict):
    """A call on what was known days ago belongs to the walk-back book."""


class IncoherentVerdict(Unusable):
    """The verdict contradicts itself or its evidence, and still does after it was sent back."""

    def __init__(self, reasons: Sequence[str]) -> None:
        super().__init__(
            "judge.incoherent_verdict",
            reasons=" ".join(reasons),
            details={"reasons": list(reasons)},
        )
        self.reasons = tuple(reasons)
