"""The verdict: the worst of all reasons, and a pass only where every part was measured."""

from packages.domain.stress.findings import Verdict
from packages.domain.stress.verdict.checks import Check, checks, severity
from packages.domain.stress.verdict.limits import Limits
from packages.domain.stress.verdict.parts import StressParts

CRISIS = "crises/"  # before the key of a window without data, in `Verdict.not_measured`


def verdict(parts: StressParts, limits: Limits) -> Verdict:
    """All checks, the gravest first, those that hold included. A window without data is named in `not_measured` and
    changes nothing; a part without any data rules a pass out, and nothing worse."""
    reasons = tuple(sorted(checks(parts, limits), key=severity, reverse=True))
    missing = tuple(reason.subject for reason in reasons if reason.code == Check.NOT_MEASURED)
    gaps = tuple(f"{CRISIS}{gap.key}" for gap in parts.gaps)
    return Verdict(max(reasons, key=severity).ruling, reasons, missing + gaps)
