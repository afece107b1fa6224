"""Evidence books with random values: two companies, several periods, house rules and documents, for made-up reports."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal

from packages.domain.evidence.book import EvidenceBook, EvidenceRow, tagged
from src.modules.research.domain.labels import LABELS
from src.modules.research.domain.rulebook import rule_rows
from src.modules.research.domain.technical.rules import RULES

KNOWN_AT = datetime(2025, 4, 30, tzinfo=UTC)
QUARTERS = tuple(
    date(year, month, day) for year in (2023, 2024) for month, day in ((3, 31), (6, 30), (9, 30), (12, 31))
)
TRADING_DAYS = (date(2025, 4, 15), date(2025, 4, 28))
COMPANIES: dict[str, tuple[str, str]] = {
    "600871.SH": ("北辰精工", "Northgate Precision Co., Ltd."),
    "002917.SZ": ("青禾食品", "Greenfield Foods Corp."),
    "300645.SZ": ("澜光电子", "Azure Photonics Inc."),
    "688339.SH": ("云岭药业", "Cloudridge Pharma"),
    "601127.SH": ("东海港务", "Eastsea Ports Group"),
    "000735.SZ": ("沃野农科", "Fertile Plains Agritech"),
    "HRBR": ("港湾零售", "Harbor Retail Inc."),
    "QNTL": ("量子物流", "Quantal Logistics Holdings"),
    "VLTX": ("伏特能源", "Voltex Energy Corporation"),
    "SMRT": ("峰景软件", "Summit View Software"),
}


@dataclass(frozen=True)
class Kind:
    """How a figure looks: its unit (money in the company's currency) and the range of its values."""

    metric: str
    unit: str
    low: float
    high: float
    daily: bool = False


KINDS = (
    Kind("revenue", "money", 3e7, 4e11),
    Kind("net_profit", "money", -6e9, 5e10),
    Kind("gross_margin", "ratio", 0.08, 0.79),
    Kind("operating_margin", "ratio", -0.2, 0.45),
    Kind("net_margin", "ratio", -0.3, 0.4),
    Kind("roe", "ratio", -0.15, 0.35),
    Kind("revenue_yoy", "ratio", -0.45, 0.8),
    Kind("net_profit_yoy", "ratio", -0.7, 1.6),
    Kind("operating_cash_flow_ttm", "money", -5e9, 6e10),
    Kind("free_cash_flow_ttm", "money", -8e9, 3e10),
    Kind("debt_ratio", "ratio", 0.1, 0.9),
    Kind("current_ratio", "x", 0.4, 4.9),
    Kind("quick_ratio", "x", 0.3, 3.9),
    Kind("interest_cover", "x", 1.2, 48),
    Kind("receivable_days", "days", 8, 190),
    Kind("inventory_days", "days", 12, 280),
    Kind("eps", "money/share", 0.11, 18),
    Kind("asset_turnover", "x", 0.12, 2.4),
    Kind("pe_ttm", "x", 5.2, 88, daily=True),
    Kind("pb", "x", 0.6, 13, daily=True),
    Kind("pe_percentile", "ratio", 0.02, 0.98, daily=True),
    Kind("dcf_low", "money/share", 4, 60, daily=True),
    Kind("dcf_high", "money/share", 61, 190, daily=True),
    Kind("safety_margin", "ratio", -0.55, 0.6, daily=True),
    Kind("close", "money/share", 3, 240, daily=True),
    Kind("ma20", "money/share", 3, 240, daily=True),
    Kind("ma60", "money/share", 3, 240, daily=True),
    Kind("rsi14", "points", 12, 91, daily=True),
    Kind("adx14", "points", 8, 55, daily=True),
    Kind("volume_ratio", "x", 0.3, 4.2, daily=True),
    Kind("return_20d", "ratio", -0.3, 0.4, daily=True),
    Kind("from_high_52w", "ratio", -0.7, -0.02, daily=True),
    Kind("kdj_j", "points", -14, 115, daily=True),
    Kind("cpi_inflation", "ratio", -0.01, 0.06),
    Kind("policy_rate", "ratio", 0.005, 0.06),
)
_ECONOMY = frozenset({"cpi_inflation", "policy_rate"})
KIND_OF = {kind.metric: kind for kind in KINDS}
_RULES = ("rsi_overbought", "rsi_oversold", "adx_trending", "volume_heavy")
_DOCUMENTS = (
    ("{zh}与海外客户签订 {a} 亿元供货合同", "公告称，合同总额 {a} 亿元，预计 2025 年 11 月交付，占上年营收的 {p}%。"),
    ("券商上调{zh}评级", "研报预计公司新增产能 {a} 万吨，项目投资 {b} 亿元，产能利用率提升 {p}%。"),
    ("{en} wins a ${b} million order", "The order of ${b} million ships in November 2025, the company said."),
    ("{en} cuts {a} jobs as demand falls {p}%", "Shipments fell {p}% in March 2025, the company said on Tuesday."),
)


def random_book(rng: random.Random) -> EvidenceBook:
    """One company with a year and more of figures, a peer with its newest, four house rules and two documents."""
    main, peer = rng.sample(sorted(COMPANIES), 2)
    rows = [*_figures(rng, main, all_periods=True), *_figures(rng, peer, all_periods=False)]
    rows += rule_rows({name: RULES[name] for name in _RULES})
    rows += [_document(rng, main, number) for number in range(2)]
    return EvidenceBook(tagged(rows), LABELS, COMPANIES, about=main)


def _figures(rng: random.Random, symbol: str, *, all_periods: bool) -> list[EvidenceRow]:
    own = [kind for kind in KINDS if kind.metric not in _ECONOMY]
    kinds = list(KINDS) if all_periods else rng.sample(own, 14)
    currency = "CNY" if symbol[0].isdigit() else "USD"
    rows = []
    for kind in kinds:
        for ends in _ends(rng, kind, all_periods=all_periods):
            rows.append(_row(rng, kind, symbol, currency, ends))
    return rows


def _ends(rng: random.Random, kind: Kind, *, all_periods: bool) -> Sequence[date]:
    if kind.daily:
        return TRADING_DAYS if all_periods and rng.random() < 0.5 else TRADING_DAYS[-1:]
    return QUARTERS[-rng.choice((5, 5, 6, 8)) :] if all_periods else QUARTERS[-1:]


def _row(rng: random.Random, kind: Kind, symbol: str, currency: str, ends: date) -> EvidenceRow:
    unit = kind.unit.replace("money", currency)
    return EvidenceRow(
        id=f"{symbol}:{kind.metric}:{ends}",
        metric=kind.metric,
        value=_value(rng, kind),
        unit=unit,
        period=str(ends),
        ends=ends,
        source="random",
        known_at=KNOWN_AT,
        subject="" if kind.metric in _ECONOMY else symbol,
    )


def _value(rng: random.Random, kind: Kind) -> Decimal:
    """Amounts of money spread over their powers of ten; never too near to zero to be told."""
    if kind.unit == "money":
        size = 10 ** rng.uniform(7.3, 11.4)
        return Decimal(round(-size / 10 if kind.low < 0 and rng.random() < 0.3 else size, 2)).quantize(Decimal("0.01"))
    while abs(value := rng.uniform(kind.low, kind.high)) < (0.004 if kind.unit == "ratio" else 0.1):
        pass
    return Decimal(repr(round(value, 6)))


def _document(rng: random.Random, symbol: str, number: int) -> EvidenceRow:
    zh, en = COMPANIES[symbol]
    numbers = {"a": rng.randint(11, 99), "b": rng.randint(101, 989), "p": f"{rng.uniform(2, 60):.1f}"}
    title, text = (part.format(zh=zh, en=en, **numbers) for part in rng.choice(_DOCUMENTS[number * 2 : number * 2 + 2]))
    return EvidenceRow(
        id=f"news:{number}", metric="document", value=None, unit="plain", period="2025-04-21", ends=None,
        source="wire", known_at=KNOWN_AT, subject=symbol, text=f"{title}\n{text}",
    )  # fmt: skip
