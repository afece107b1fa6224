"""The reliability picture: well-formed, self-contained, readable in both schemes and languages."""

from xml.etree import ElementTree

import pytest

from src.modules.judge.domain.scores.report import score_report
from src.modules.judge.presentation.reliability_svg import reliability_svg
from tests.src.modules.judge.forecasters import CALIBRATED, OVERCONFIDENT, drawn_calls


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("count", [0, 29, 400])
def test_the_picture_is_well_formed_and_loads_nothing_from_elsewhere(language: str, count: int) -> None:
    picture = reliability_svg(score_report(drawn_calls(CALIBRATED, count, seed=1)), language)
    root = ElementTree.fromstring(picture)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    outside = picture.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not any(mark in outside for mark in ("http", "href", "url(", "<script", "@import"))
    assert "prefers-color-scheme: dark" in picture


def test_few_calls_are_told_as_not_enough_and_draw_no_dot() -> None:
    picture = reliability_svg(score_report(drawn_calls(CALIBRATED, 12, seed=1)), "en")
    assert "Not enough calls: 12 of 30 settled." in picture
    assert "<circle" not in picture
    assert "判断数量不足：30 个中仅结算 12 个。" in reliability_svg(
        score_report(drawn_calls(CALIBRATED, 12, seed=1)), "zh"
    )


def test_every_bin_is_a_dot_inside_of_the_frame() -> None:
    report = score_report(drawn_calls(OVERCONFIDENT, 1000, seed=1))
    root = ElementTree.fromstring(reliability_svg(report, "en"))
    dots = list(root.iter("{http://www.w3.org/2000/svg}circle"))
    assert len(dots) == 10
    assert all(60 <= float(dot.attrib["cx"]) <= 420 and 56 <= float(dot.attrib["cy"]) <= 416 for dot in dots)
    assert "overconfident" in reliability_svg(report, "en")
    assert "过度自信" in reliability_svg(report, "zh")
