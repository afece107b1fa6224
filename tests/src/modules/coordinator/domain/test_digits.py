"""Numbers that are compared and look the same are told apart by their rows."""

import pytest

from src.modules.coordinator.domain.coherence.digits import distinguished_digits


def retold(text: str, first: float, second: float) -> str:
    rows = [{"tag": "E1", "value": first}, {"tag": "E2", "value": second}]
    told = distinguished_digits({"evidence": rows, "summary": text, "parts": [{"text": text}], "input": text})
    assert told["parts"] == [{"text": told["summary"]}]
    assert (told["input"], told["evidence"]) == (text, rows)
    return str(told["summary"])


@pytest.mark.parametrize(
    ("text", "first", "second", "expected"),
    [
        ("ROE is 5.0%[E1], below the ROE warning line 5.0%[E2].", 0.0498, 0.05,
         "ROE is 4.98%[E1], below the ROE warning line 5.00%[E2]."),
        ("K 值 36.3[E1] 高于 D 值 36.3[E2]。", 36.312, 36.298, "K 值 36.31[E1] 高于 D 值 36.30[E2]。"),
        ("周转率为 1.2 倍[E1]，高于优良线 1.2 倍[E2]。", 1.2034, 1.2,
         "周转率为 1.203 倍[E1]，高于优良线 1.200 倍[E2]。"),
        ("Revenue of 3.5 亿元[E1] is above 3.5 亿元[E2].", 352_000_000, 348_000_000,
         "Revenue of 3.52 亿元[E1] is above 3.48 亿元[E2]."),
        ("增速变动 0.5 个百分点[E1]，超过门槛 0.5 个百分点[E2]。", 0.5, 0.5,
         "增速变动 0.5 个百分点[E1]，达到门槛 0.5 个百分点[E2]。"),
        ("RSI14 is 50.0[E1], above the middle line 50.0[E2].", 50.0, 50.0,
         "RSI14 is 50.0[E1], at the middle line 50.0[E2]."),
    ],
)  # fmt: skip
def test_equal_looks_are_told_apart(text: str, first: float, second: float, expected: str) -> None:
    assert retold(text, first, second) == expected


@pytest.mark.parametrize(
    "text",
    [
        "ROE is 4.9%[E1], below the ROE warning line 5.0%[E2].",
        "RSI14 is 50.0[E1], not above the middle line 50.0[E2].",
        "ROE is 5.0%[E1]. The line below 5.0%[E2] is another matter.",
        "ROE is 5.0%[E8], below the ROE warning line 5.0%[E9].",
        "ROE is 7.0%[E1], below the ROE warning line 7.0%[E2].",
    ],
)
def test_what_differs_or_cannot_be_looked_up_stays_as_it_is(text: str) -> None:
    assert retold(text, 0.0498, 0.05) == text
