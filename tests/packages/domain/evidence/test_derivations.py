"""A number may come from an allowed operation over rows, which the checker computes again."""

import pytest

from tests.packages.domain.evidence.evidence_rows import problems

TRUE = [
    "毛利率为 15.0%[E2]，较上年同期提升 2.7 个百分点[E2-E1]。",
    "毛利率较 2023 年四季度提高 266 个基点[E2-E1]。",
    "营收较上年同期增长 23.5%[E6/E7-1]。",
    "营收相当于 2023 年四季度的 1.23 倍[E6/E7]。",
    "2023Q4 与 2024Q4 的毛利率均值为 13.7%[mean(E1,E2)]。",
    "毛利率与净利率合计 9.7%[E2+E3]。",
    "青禾食品与北辰精工的毛利率相差 25.0 个百分点[E9-E2]。",
    "The gross margin rose 2.7 percentage points[E2-E1] from a year earlier.",
    "Revenue grew 23.5%[E6/E7-1] from a year earlier.",
]


@pytest.mark.parametrize("text", TRUE)
def test_a_sound_derivation_passes(text: str) -> None:
    assert problems(text) == []


FALSE = [
    ("毛利率较上年同期提升 2.9 个百分点[E2-E1]。", "wrong_value"),
    ("毛利率较上年同期提升 2.7%[E2-E1]。", "wrong_unit"),
    ("毛利率较上年同期下降 2.7 个百分点[E2-E1]。", "sign_flip"),
    ("毛利率较上季度提升 2.7 个百分点[E2-E1]。", "wrong_period"),
    ("毛利率提升 2.7 个百分点[E2-E1]。", "stale_row"),
    ("净利率较上年同期提升 2.7 个百分点[E2-E1]。", "invented_metric"),
    ("毛利率较上年同期提升 2.7 个百分点[E2-E6]。", "unknown_row"),
    ("营收较上年同期增长 23.5%[E7/E6-1]。", "unknown_row"),
    ("净利润增长 23.5%[E5/E7-1]。", "unknown_row"),
    ("毛利率与净利率均值 4.9%[mean(E2,E3)]。", "unknown_row"),
    ("港湾零售的毛利率较上年同期提升 2.7 个百分点[E2-E1]。", "wrong_company"),
]


@pytest.mark.parametrize(("text", "kind"), FALSE)
def test_an_unsound_derivation_is_named(text: str, kind: str) -> None:
    assert problems(text) == [kind]
