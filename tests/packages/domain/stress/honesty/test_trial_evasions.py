"""The benchmark of hidden trials runs, small: every way leaves the whole search in the pool."""

import pytest

from benchmarks.trial_evasions import DECLARED, INSIDE, MANY_IDEAS, PLANTED, RESEEDED, UNDECLARED, Amount, Counted, run

SMALL = Amount(worlds=1, undeclared=1, planted=1, variants=30, bars=600, paths=100)


@pytest.mark.slow
async def test_no_way_inside_the_desk_hides_a_search() -> None:
    counted = await run(SMALL)
    assert dict(counted.worlds) == dict.fromkeys(
        (*INSIDE, RESEEDED, "any one seed", DECLARED, UNDECLARED, PLANTED, MANY_IDEAS), 1
    )
    # Each way is judged by as many effective trials as the search that was not hidden at all.
    plain = counted.effective[0]
    assert len(counted.effective) == len(INSIDE)
    assert all(found == pytest.approx(plain, rel=0.05) for found in counted.effective)


def test_a_promise_that_is_not_kept_is_named() -> None:
    counted = Counted()
    for world in range(10):
        counted.add("drafts", passes=world == 0)
        counted.add(UNDECLARED, passes=True)  # nobody can see those
        counted.add(PLANTED, passes=world < 7)
    assert [line.partition(":")[0] for line in counted.failures()] == ["drafts", "planted"]
