"""Whether a stored report settles anything: what holds so far is no verdict while a part is missing."""

from collections.abc import Mapping
from typing import Any

from packages.domain.stress.findings import Ruling

_NOT_MEASURED = "not_measured"


def settled_ruling(report: Mapping[str, Any]) -> Ruling | None:
    """The ruling of a stored report; None where no check broke and not every part was measured."""
    verdict = report["verdict"]
    reasons = verdict["reasons"]
    is_broken = any(each["ruling"] != Ruling.PASS for each in reasons if each["code"] != _NOT_MEASURED)
    is_whole = all(each["code"] != _NOT_MEASURED for each in reasons)
    return Ruling(verdict["ruling"]) if is_broken or is_whole else None
