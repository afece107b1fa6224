"""The rows of a run under their experts' names, and texts that are held to them."""

from typing import Any

import pytest

from packages.core.messages import Language
from packages.domain.evidence.reports.run_book import EvidenceNames, RunBook
from tests.packages.domain.evidence.evidence_rows import BOOK, COMPANIES, KNOWN_AT, OWN


def told(*tags: str) -> list[dict[str, Any]]:
    """As an expert's result lists them."""
    rows = [(tag, BOOK.rows[tag]) for tag in tags]
    return [
        {
            "tag": tag, "id": row.id, "metric": row.metric, "value": None if row.value is None else float(row.value),
            "text": row.text or None, "unit": row.unit, "period": row.period, "source": row.source,
            "known_at": KNOWN_AT.isoformat(), "rows": [],
        }
        for tag, row in rows
    ]  # fmt: skip


RUN = RunBook.of(
    OWN,
    {"technical_analyst": told("E10", "E12"), "financial_auditor": told("E2", "E3", "E14")},
    EvidenceNames(BOOK.labels, COMPANIES),
)


def kinds(text: str, expert: str = "") -> list[str]:
    return [finding.kind.value for finding in RUN.check(text, expert).violations]


@pytest.mark.parametrize(
    "text",
    [
        "RSI14 为 63.2[technical_analyst:E10]。",
        "毛利率为 15.0%[financial_auditor:E2]，收盘价为 12.34 元/股[technical_analyst:E12]。",
        "RSI14 is 63.2 [technical_analyst:E10].",
        "毛利率与净利率相差 20.3 个百分点[financial_auditor:E2-E3]。",
        "RSI14 为 63.2【technical_analyst：E10】。",
    ],
)
def test_a_tag_names_a_row_of_its_expert(text: str) -> None:
    assert kinds(text) == []
    assert RUN.check(text).bound == RUN.check(text).numbers > 0


@pytest.mark.parametrize(
    "text",
    [
        "The CFO stays [catalyst_detective:E999].",
        "Margins are fine [technical_analyst:E2].",
        "It is strong [E10].",
        "It is strong [E10010].",
        "It is strong [somebody:E10].",
        "RSI14 为 63.2[technical_analyst:E999]。",
    ],
)
def test_a_tag_that_names_no_row_of_the_run_is_a_violation(text: str) -> None:
    assert kinds(text) == ["unknown_row"]


def test_within_an_experts_argument_its_own_tags_need_no_name() -> None:
    assert kinds("RSI14 为 63.2[E10]。", "technical_analyst") == []
    assert kinds("RSI14 为 63.2[E10]。", "financial_auditor") == ["unknown_row"]


def test_a_violation_is_told_with_the_experts_name() -> None:
    (finding,) = RUN.check("RSI14 为 99.9[technical_analyst:E10]。").violations
    assert (finding.kind, finding.tag) == ("wrong_value", "technical_analyst:E10")
    assert finding.sentence == "RSI14 为 99.9[technical_analyst:E10]。"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("公司首席财务官已被逮捕[technical_analyst:E10]。", True),
        ("The CFO was arrested for fraud.", True),
        ("监管机构已对公司立案[financial_auditor:E14]。", True),
        ("公司签订合同[financial_auditor:E14]。", False),
        ("若公司被立案，则本判断失效。", False),
        ("「合同金额 12 亿元」[financial_auditor:E14]。", False),
        ("「董事长辞职」[financial_auditor:E14]。", True),
    ],
)
def test_an_event_needs_a_document_that_tells_of_it(text: str, wrong: bool) -> None:
    assert ("unsupported_event" in kinds(text)) is wrong


def test_what_is_not_borne_out_is_removed_with_a_mark_and_counted() -> None:
    known, invented = "RSI14 为 63.2[technical_analyst:E10]。", "营收将达到 999 亿元[technical_analyst:E999]。"
    text = f"{known}{invented}\n- 首席财务官已被逮捕。"
    clean = RUN.cleaned(text, Language.ZH)
    assert clean.removed == 2
    assert clean.text == "RSI14 为 63.2[technical_analyst:E10]。（缺少依据，已删除。）\n- （缺少依据，已删除。）"
    assert kinds(clean.text) == []
    assert RUN.cleaned("Revenue hits 999 billion.", Language.EN).text == "(Removed for lack of evidence.)"


def test_a_row_of_a_table_is_removed_as_a_whole() -> None:
    text = "| 指标 | 数值 |\n|---|---|\n| RSI14 | 63.2[technical_analyst:E10] |\n| 营收 | 999 亿元 |"
    clean = RUN.cleaned(text, Language.ZH)
    assert "999" not in clean.text
    assert "63.2[technical_analyst:E10]" in clean.text


def test_a_program_may_state_figures_of_its_own_but_no_wrong_row() -> None:
    text = "3 of 5 experts lean up at 0.61, near the closing price of 12.34 CNY/share[technical_analyst:E12]."
    assert RUN.check(text, by_program=True).violations == ()
    wrong = "3 of 5 experts lean up, near the closing price of 99.90 CNY/share[technical_analyst:E12]."
    assert [one.kind for one in RUN.check(wrong, by_program=True).violations] == ["wrong_value"]
