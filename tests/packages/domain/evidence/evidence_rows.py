"""A small evidence book that the tests of the checker speak about."""

from datetime import UTC, date, datetime
from decimal import Decimal

from packages.domain.evidence.book import EvidenceBook, EvidenceRow
from packages.domain.evidence.checker import check
from src.modules.research.domain.labels import LABELS

KNOWN_AT = datetime(2025, 4, 30, tzinfo=UTC)
OWN, PEER = "600871.SH", "002917.SZ"
COMPANIES = {
    OWN: ("北辰精工", "Northgate Precision Co., Ltd."),
    PEER: ("青禾食品", "Greenfield Foods Corp."),
    "HRBR": ("港湾零售", "Harbor Retail Inc."),
}


def row(metric: str, value: str, unit: str, ends: str = "", subject: str = OWN, text: str = "") -> EvidenceRow:
    return EvidenceRow(
        id=f"{subject}:{metric}:{ends}", metric=metric, value=None if text else Decimal(value), unit=unit, period=ends,
        ends=date.fromisoformat(ends) if ends and not text else None, source="test", known_at=KNOWN_AT, subject=subject,
        text=text,
    )  # fmt: skip


ROWS = {
    "E1": row("gross_margin", "0.12345", "ratio", "2023-12-31"),
    "E2": row("gross_margin", "0.15", "ratio", "2024-12-31"),
    "E3": row("net_margin", "-0.053", "ratio", "2024-12-31"),
    "E4": row("revenue_yoy", "0.123", "ratio", "2024-12-31"),
    "E5": row("net_profit", "-213000000", "CNY", "2024-12-31"),
    "E6": row("revenue", "1234500000", "CNY", "2024-12-31"),
    "E7": row("revenue", "1000000000", "CNY", "2023-12-31"),
    "E8": row("pe_ttm", "15.62", "x", "2025-04-28"),
    "E9": row("gross_margin", "0.4", "ratio", "2024-12-31", PEER),
    "E10": row("rsi14", "63.21", "points", "2025-04-28"),
    "E11": row("rule.rsi_overbought", "70", "points", subject=""),
    "E12": row("close", "12.34", "CNY/share", "2025-04-28"),
    "E13": row("receivable_days", "45.3", "days", "2024-12-31"),
    "E14": row(
        "document", "0", "plain", "2025-04-21", text="北辰精工签订 12 亿元合同\n合同金额 12 亿元，毛利率下降 3.5%。"
    ),
    "E15": row("shares", "1200000000", "shares", "2024-12-31"),
    "E16": row("policy_rate_change", "-0.0025", "ratio", "2025-03-31", subject=""),
    "E17": row("gross_margin", "0.13", "ratio", "2024-09-30"),
    "E18": row("net_profit_yoy", "-0.4", "ratio", "2024-12-31"),
}
BOOK = EvidenceBook(ROWS, LABELS, COMPANIES, about=OWN)


def problems(text: str, book: EvidenceBook = BOOK) -> list[str]:
    return [finding.kind.value for finding in check(text, book).violations]
