"""Texts cut short: at the end of a sentence, never inside of a citation."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.modules.judge.domain.reading import bounded, excerpt

OPEN = re.compile(r"\[[^\]]*$")


def test_a_short_text_stays_as_it_is() -> None:
    assert excerpt("It may fall [E3]; or not.", 200) == "It may fall [E3]; or not."


@pytest.mark.parametrize(
    ("text", "longest", "told"),
    [
        ("净利率 12.3%[E4]，较低。负债率 61.0%[E5]，较高。", 24, "净利率 12.3%[E4]，较低。"),
        ("Margin is 12.3%[E4]. Debt is 61.0%[E5].", 30, "Margin is 12.3%[E4]."),
        ("净利率走低。[E4] 负债率走高。[E5]", 14, "净利率走低。[E4]"),
        ("利率上行；汇率走弱；需求回落", 8, "利率上行"),
        (
            "It fell to 9.5 in May and went on falling [E3]. Then it rose.",
            12,
            "It fell to 9.5 in May and went on falling [E3].",
        ),
    ],
)
def test_whole_sentences_are_told_and_the_first_one_even_where_it_is_long(text: str, longest: int, told: str) -> None:
    assert excerpt(text, longest) == told


def test_a_text_that_never_ends_is_bounded_before_the_citation_that_does_not_fit() -> None:
    text = "一直下跌到 " + "很" * 10 + " 9.5 元/股[technical_analyst:E3] 附近"
    assert bounded(text, 30) == "一直下跌到 " + "很" * 10 + " 9.5…"


@given(
    st.lists(
        st.sampled_from(["净利率 12.3%[E4]，", "弱。", "It fell [macro_intelligence:E12]. ", "9.5 ", "and so on; "]),
        max_size=60,
    ),
    st.integers(20, 120),
)
def test_no_cut_ever_leaves_half_a_citation(parts: list[str], most: int) -> None:
    text = "".join(parts)
    for told in (excerpt(text, most), bounded(text, most)):
        assert not OPEN.search(told)
    assert len(bounded(text, most)) <= most
