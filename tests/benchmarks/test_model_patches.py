"""Right patches of a model in nine languages: kept for one tap, and never bound before it."""

import pytest

from benchmarks.model_patches import LANGUAGES, LEAST_KEPT, bound_aside, cases, measured


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_a_model_reads_rightly_is_kept_for_one_tap(language: str) -> None:
    found = await measured([case for case in cases() if case.language == language])
    lost = [f"{each.case.text} {each.notes}" for each in found if not each.kept]
    assert len(lost) <= (1 - LEAST_KEPT) * len(found), lost
    assert not [each.case for each in found if each.bound]


async def test_a_patch_that_nobody_spoke_of_binds_nothing() -> None:
    rows = list(cases())
    assert await bound_aside(rows[:: len(LANGUAGES) * 2 + 1]) == 0
