"""Sentences by people who had not read the checker: right ones pass, wrong ones are caught, in both languages."""

import pytest

from benchmarks.prose_corpora import ProseCase, parts

pytestmark = pytest.mark.slow

# What everybody may read and tune on. What nobody has read is measured by `make bench`, and said in docs/BENCH.md.
READ = (
    "broker/released",
    "column/released",
    "desk/released",
    "morning/released",
    "filings/tuning",
    "model/released",
    "notes/tuning",
)


@pytest.mark.parametrize("part", READ)
def test_prose_of_other_hands_is_told_right_from_wrong(part: str) -> None:
    ((_, cases),) = parts([part])
    assert _marked(cases, "right") <= 0.05
    assert _marked(cases, "wrong") >= 0.95
    assert _marked(cases, "words") >= 0.80


def _marked(cases: list[ProseCase], kind: str) -> float:
    marks = [bool(case.marks()) for case in cases if case.kind == kind]
    return sum(marks) / len(marks)
