"""How research can fail; each sentence says what to do next."""

from packages.core.errors import Invalid, NotFound, Unavailable, Unusable


class NothingKnown(NotFound):
    """There is no data of the kind that the expert needs, or none was known yet."""


class ThinReports(NotFound):
    """There is some data, and not enough to say anything by."""

    code = "thin_data"


class FutureAnalysis(Invalid):
    """Nobody knows what will be known then."""


class UnboundNumbers(Unusable):
    """The report states numbers that its evidence does not bear out, and strict mode refuses it."""


class InsufficientEvidence(Unusable):
    """The rows bear out nothing of the report, or less than half of what it claims."""

    code = "insufficient_evidence"


class ExpertTooSlow(Unavailable):
    """The expert did not finish in its time."""
