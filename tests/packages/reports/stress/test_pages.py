import re
from dataclasses import replace

import numpy as np
import pytest

from packages.core.messages import Language
from packages.domain.stress.attempts import joint_verdict
from packages.domain.stress.findings import Ruling, World
from packages.domain.stress.report import StressTestReport
from packages.domain.stress.verdict.parts import StressParts
from packages.reports.stress.document import stress_html, stress_markdown
from packages.reports.stress.verdict import worded_reason
from packages.reports.stress.wording import StressWording
from tests.packages.domain.stress.test_attempts import FIRST, later
from tests.packages.domain.stress.verdict.good_parts import good_parts, sensitivity, world
from tests.packages.reports.backtest.test_html import Reader
from tests.packages.reports.stress.sample import broken_parts, report_of

BROKEN, GOOD, EMPTY = report_of(broken_parts()), report_of(good_parts()), report_of(StressParts(), None)
REPORTS = {"broken": BROKEN, "good": GOOD, "empty": EMPTY}
every_report = pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS.keys())
every_language = pytest.mark.parametrize("language", Language)


@every_language
@every_report
def test_the_page_is_whole_and_asks_nobody_for_anything(report: StressTestReport, language: Language) -> None:
    page = stress_html(report, language)
    read = Reader(page)
    assert not {"script", "link", "img", "iframe", "object", "embed", "base", "form"} & set(read.names)
    assert not {"src", "href", "srcset", "style", "action"} & {name for name, _ in read.attributes}
    assert not re.search(r"https?://|url\(|@import|//\w+\.", page)
    assert not re.search(r"\b(nan|inf)\b|^None$", read.text, re.MULTILINE)


@every_language
@every_report
def test_the_verdict_and_every_reason_are_on_page_and_in_text(report: StressTestReport, language: Language) -> None:
    wording = StressWording(report, language)
    page, text = Reader(stress_html(report, language)).text, stress_markdown(report, language)
    assert wording.say(f"ruling.{report.verdict.ruling.value}") in page.split(wording.say("tried"))[0]
    for reason in report.verdict.reasons:
        told = worded_reason(reason, report.limits, wording)
        lines = page.splitlines()
        assert {told.label, told.measured, told.limit, told.source, told.says} <= set(lines)
        assert told.says in text
        if reason.measured is not None and told.told:
            assert {told.told, told.change} <= set(lines)


def test_the_sentences_of_a_broken_strategy_name_what_broke_and_what_could_be_changed() -> None:
    page = Reader(stress_html(BROKEN, Language.EN)).text
    assert "In “Crash and circuit breakers” it fell by 31.0% from its peak; the limit is 20%." in page
    assert "At twice the cost the return is -8.0%; it has to stay above 0%." in page
    assert "A smaller size, a stop, or a filter that stays out of falling markets." in page
    assert "10 of 14 checks did not hold, and 2 of them by so much that it is rejected." in page


def test_a_verdict_without_every_part_says_what_is_missing_and_what_held() -> None:
    unwalked = report_of(replace(good_parts(), walk_forward=None))
    page = Reader(stress_html(unwalked, Language.EN)).text
    assert "No check failed: 13 held. Not measured: 1. There is no pass without them." in page
    assert "Nothing yet." in Reader(stress_html(EMPTY, Language.EN)).text


@every_language
def test_a_pass_promises_nothing(language: Language) -> None:
    page = Reader(stress_html(GOOD, language)).text
    assert GOOD.verdict.ruling is Ruling.PASS
    assert StressWording(GOOD, language).say("assume_verdict") in page
    assert not re.search(r"\b(guarantee|safe to|recommend|should buy|will earn)|保证|推荐|稳赚|必然盈利", page)


@every_language
def test_demo_data_is_called_so_and_real_data_is_not(language: Language) -> None:
    demo = StressWording(BROKEN, language).say("demo")
    real = replace(BROKEN, cover=replace(BROKEN.cover, is_demo=False))
    assert demo in stress_html(BROKEN, language)
    assert demo in stress_markdown(BROKEN, language)
    assert demo not in stress_html(real, language)


@pytest.mark.parametrize(
    ("language", "told"), [(Language.ZH, "不构成投资建议"), (Language.EN, "Not investment advice")]
)
def test_the_report_says_that_it_is_no_advice(language: Language, told: str) -> None:
    assert told in stress_html(GOOD, language)
    assert told in stress_markdown(GOOD, language)


def test_a_gap_is_named_with_what_to_load_and_a_quiet_crisis_proves_nothing() -> None:
    page = Reader(stress_html(BROKEN, Language.EN)).text
    assert "Global financial crisis: not enough data. To load: 600519.SH 1d from 2007-06-01 to 2008-10-28" in page
    assert "A crisis without data counts neither for nor against the strategy." in page
    assert "no trades in this period" in page
    assert "traded · 510050.SH stood in" in page


@every_language
def test_a_part_that_was_not_measured_says_so(language: Language) -> None:
    wording = StressWording(EMPTY, language)
    page = Reader(stress_html(EMPTY, language)).text
    assert page.count(wording.say("part_missing")) == 5
    assert wording.say("part_gap_line", what=wording.say("part.sensitivity")) in page


@every_language
def test_every_picture_tells_what_it_shows(language: Language) -> None:
    page = stress_html(BROKEN, language)
    pictures = re.findall(r'<svg role="img" aria-label="([^"]+)"[^>]*><title>([^<]+)</title>', page)
    assert len(pictures) == 1 + 5 + 3
    assert all(label == title for label, title in pictures)


def test_bars_of_losses_lie_left_of_zero_and_gains_right_of_it() -> None:
    page = stress_html(BROKEN, Language.EN)
    bars = re.findall(r'<rect class="strategy" x="([\d.]+)" y="[\d.]+" width="([\d.]+)"', page)
    loss, gain = [(float(left), float(left) + float(width)) for left, width in bars[:2]]
    assert loss[1] == pytest.approx(gain[0], abs=0.2)
    assert loss[0] < loss[1] < gain[1]


def test_a_fan_with_gaps_and_a_world_without_one_are_drawn() -> None:
    holes = world().fan.copy()
    holes[:, -3:] = np.nan
    none = replace(world(World.GARCH), fan=np.zeros((5, 0)), fan_bars=())
    parts = replace(good_parts(), monte_carlo=(replace(world(), fan=holes), none))
    page = stress_html(report_of(parts), Language.EN)
    assert page.count('class="band outer"') == 1
    assert "nan" not in re.sub(r"<style>.*</style>", "", page)


def test_unknown_figures_in_curves_and_heatmaps_are_left_out() -> None:
    found = sensitivity()
    assert found.heatmap is not None
    unknown = np.full_like(found.heatmap.sharpe, np.nan)
    curve = replace(found.curves[0], points=tuple(replace(each, sharpe=np.nan) for each in found.curves[0].points))
    lost = replace(found, curves=(curve,), heatmap=replace(found.heatmap, sharpe=unknown))
    page = stress_html(report_of(replace(good_parts(), sensitivity=lost)), Language.EN)
    assert "nan" not in re.sub(r"<style>.*</style>", "", page)


def test_every_cell_of_the_heatmap_has_its_sign_whatever_its_colour() -> None:
    cells = re.findall(r'<td class="(up|down)\d">([^<]+)</td>', stress_html(BROKEN, Language.EN))
    assert len(cells) == 20
    assert all(text[0] == ("+" if way == "up" else "-") for way, text in cells)


def test_a_hostile_name_stays_a_name() -> None:
    name = "</title><script src=//evil.example>alert(1)</script>\x1b[2J\" onload='x'{strategy} | # [a](b)\n# heading"
    crisis, *others = BROKEN.parts.crises or ()
    parts = replace(BROKEN.parts, crises=(replace(crisis, key=name, missing=name), *others))
    hostile = replace(BROKEN, parts=parts, stress_report_id=name, cover=replace(BROKEN.cover, strategy=name))
    page, text = stress_html(hostile, Language.EN), stress_markdown(hostile, Language.EN)
    read = Reader(page)
    assert "script" not in read.names
    assert not {"onload", "src"} & {attribute for attribute, _ in read.attributes}
    assert "\x1b" not in page + text
    assert not re.search(r"(?<!\\)<script", text)
    assert not re.search("^# heading", text, re.MULTILINE)


@every_report
def test_every_row_of_a_table_has_as_many_cells_as_its_head(report: StressTestReport) -> None:
    text = stress_markdown(report, Language.EN)
    tables = re.findall(r"(?:^\|.*\n?)+", text, re.MULTILINE)
    assert tables
    for table in tables:
        assert len({len(re.findall(r"(?<!\\)\|", row)) for row in table.splitlines()}) == 1


def test_the_same_report_gives_the_same_bytes() -> None:
    assert stress_html(report_of(broken_parts()), Language.ZH) == stress_html(BROKEN, Language.ZH)


@every_language
def test_the_attempts_have_one_heading(language: Language) -> None:
    tried = replace(GOOD, joint=joint_verdict("2", [FIRST, later(2, Ruling.REVISE, seed=1)]))
    heading = f"### {StressWording(tried, language).say('attempts')}"
    assert stress_markdown(tried, language).splitlines().count(heading) == 1
    assert len(re.findall(rf"<h3>{heading[4:]}</h3>", stress_html(tried, language))) == 1
