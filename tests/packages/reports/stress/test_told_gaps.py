"""What was not measured, and why, is read on every page and in both languages."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from packages.core.messages import Language
from packages.domain.stress.findings import Lack, LackCode, WindowStatus
from packages.domain.stress.report import StressTestReport, Unmeasured
from packages.reports.stress.as_json import stress_json
from packages.reports.stress.document import stress_html, stress_markdown
from tests.packages.domain.stress.verdict.good_parts import unmeasured
from tests.packages.reports.stress.sample import broken_parts, report_of

SENTENCE = "This world is fitted to one instrument."
SESSIONS = Lack(
    code=LackCode.SESSIONS,
    ticker="000002.SZ",
    timeframe="1d",
    since=date(2007, 1, 4),
    until=date(2008, 10, 28),
    there=12,
    wanted=250,
    day=None,
    instead=("510050.SH", "600000.SH"),
)


def gapped(*lacks: Lack, missing: str = "a sentence") -> StressTestReport:
    gap = replace(unmeasured("cn_2008", WindowStatus.GAP), missing=missing, lacks=lacks)
    return replace(
        report_of(replace(broken_parts(), crises=(gap,))),
        unmeasured=(
            Unmeasured("monte_carlo/garch", "one_instrument_only", SENTENCE),
            Unmeasured("walk_forward", "never_heard_of", "Nobody <knows> why."),
        ),
        compared=2_000,
        left_out=1_234,
    )


REPORT = gapped(SESSIONS)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (Language.EN, ("GARCH: Only for one instrument", "Out of sample: Nobody")),
        (Language.ZH, ("GARCH：仅适用于单一标的", "样本外：Nobody")),
    ],
)
def test_a_stage_says_why_it_has_nothing_to_tell(language: Language, told: tuple[str, ...]) -> None:
    for page in (stress_html(REPORT, language), stress_markdown(REPORT, language)):
        assert all(words in page for words in told)
        assert SENTENCE not in page
        assert "<knows>" not in page


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            Language.EN,
            "000002.SZ 1d from 2007-01-04 to 2008-10-28 (12 of 250 sessions are there), "
            "or 510050.SH or 600000.SH to stand in for it",
        ),
        (
            Language.ZH,
            "000002.SZ 1d，自 2007-01-04 至 2008-10-28（250 个交易日中只有 12 个），或以 510050.SH 或 600000.SH 代替",
        ),
    ],
)
def test_a_gap_says_what_to_load_in_the_language_of_the_page(language: Language, told: str) -> None:
    assert told in stress_html(REPORT, language)
    assert told in stress_markdown(REPORT, language)
    report: Any = stress_json(REPORT)
    assert report["crises"][0]["missing_words"][language.value] == told


@pytest.mark.parametrize("language", Language)
def test_a_gap_without_a_code_is_told_in_its_own_words(language: Language) -> None:
    other = replace(SESSIONS, code=LackCode.OTHER)
    for report in (gapped(missing="some bars of moonstone"), gapped(SESSIONS, other, missing="some bars of moonstone")):
        assert "some bars of moonstone" in stress_markdown(report, language)


@pytest.mark.parametrize(
    ("language", "told"), [(Language.EN, "the other 1,234 count as"), (Language.ZH, "其余 1,234 次")]
)
def test_trials_that_found_no_place_are_told_beside_the_luck(language: Language, told: str) -> None:
    assert told in stress_html(REPORT, language)
    assert told in stress_markdown(REPORT, language)
    assert told not in stress_markdown(replace(REPORT, left_out=0), language)


def test_the_json_carries_code_sentence_and_words() -> None:
    told: Any = stress_json(REPORT)
    first, second = told["unmeasured"]
    assert (first["what"], first["code"], first["reason"]) == ("monte_carlo/garch", "one_instrument_only", SENTENCE)
    assert first["words"]["zh"].startswith("仅适用于单一标的")
    assert second["words"] == {"zh": second["reason"], "en": second["reason"]}
