"""A report settles something once a check broke or everything was measured."""

import pytest

from packages.domain.stress.findings import Ruling
from packages.domain.stress.report import settled_ruling


@pytest.mark.parametrize(
    ("ruling", "reasons", "settled"),
    [
        ("pass", [("ruin", "pass")], Ruling.PASS),
        ("revise", [("not_measured", "revise"), ("crisis_loss", "pass")], None),
        ("revise", [("not_measured", "revise"), ("crisis_loss", "revise")], Ruling.REVISE),
        ("reject", [("crisis_loss", "reject"), ("not_measured", "revise")], Ruling.REJECT),
    ],
)
def test_what_holds_so_far_is_no_verdict_while_a_part_is_missing(
    ruling: str, reasons: list[tuple[str, str]], settled: Ruling | None
) -> None:
    told = [{"code": code, "ruling": alone} for code, alone in reasons]
    assert settled_ruling({"verdict": {"ruling": ruling, "reasons": told}}) is settled
