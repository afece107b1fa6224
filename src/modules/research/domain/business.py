"""What kind of business a company is: its analysts read other lines and value it by other methods."""

import re
from collections.abc import Collection
from decimal import Decimal
from enum import StrEnum

from packages.core.messages import Message, word


class BusinessKind(StrEnum):
    """`growth`: sold on what it will earn; `cyclical`: earnings swing with the economy; `holding`: owns businesses.
    `insurer`: of lives, or of lives and property; `health_insurer`: managed care, paid by premiums of a year."""

    BANK = "bank"
    INSURER = "insurer"
    CASUALTY_INSURER = "casualty_insurer"
    HEALTH_INSURER = "health_insurer"
    BROKER = "broker"
    PROPERTY = "property"
    CYCLICAL = "cyclical"
    GROWTH = "growth"
    HOLDING = "holding"
    ORDINARY = "ordinary"

    @property
    def is_financial(self) -> bool:
        """Its debts are its trade: no current ratio, no gross margin, no free cash flow in the industrial sense."""
        return self in (BusinessKind.BANK, BusinessKind.BROKER) or self.insures

    @property
    def insures(self) -> bool:
        return self in (BusinessKind.INSURER, BusinessKind.CASUALTY_INSURER, BusinessKind.HEALTH_INSURER)

    def called(self) -> Message:
        return word("business_kind", self)


# Insurance agents (6411) live on fees and margins as other services do.
_SIC: tuple[tuple[range, BusinessKind], ...] = (
    (range(6324, 6325), BusinessKind.HEALTH_INSURER),
    (range(6330, 6370), BusinessKind.CASUALTY_INSURER),
    (range(1531, 1532), BusinessKind.PROPERTY),
    (range(6000, 6200), BusinessKind.BANK),
    (range(6200, 6300), BusinessKind.BROKER),
    (range(6300, 6400), BusinessKind.INSURER),
    (range(6500, 6600), BusinessKind.PROPERTY),
    (range(6798, 6799), BusinessKind.PROPERTY),
    (range(6700, 6800), BusinessKind.HOLDING),
    (range(1000, 1800), BusinessKind.CYCLICAL),
    (range(2400, 2500), BusinessKind.CYCLICAL),
    (range(2600, 2700), BusinessKind.CYCLICAL),
    (range(2836, 2837), BusinessKind.GROWTH),
    (range(2800, 2830), BusinessKind.CYCLICAL),
    (range(2860, 3000), BusinessKind.CYCLICAL),
    (range(3200, 3400), BusinessKind.CYCLICAL),
    (range(3510, 3570), BusinessKind.CYCLICAL),
    (range(3674, 3675), BusinessKind.GROWTH),
    (range(3700, 3730), BusinessKind.CYCLICAL),
    (range(4000, 4600), BusinessKind.CYCLICAL),
    (range(7370, 7380), BusinessKind.GROWTH),
)

# In this order: `property and casualty insurance` is insurance, `real estate investment bank` is nobody's industry.
_WORDS: tuple[tuple[BusinessKind, str], ...] = (
    (BusinessKind.ORDINARY, r"insurance brokers?|保险代理|保险经纪"),
    (BusinessKind.HEALTH_INSURER, r"managed care|healthcare plans|health insur|健康保险|健康险"),
    (BusinessKind.CASUALTY_INSURER, r"casualty|财产保险|财产险|财险"),
    (BusinessKind.INSURER, r"insur|assurance|保险|人寿"),
    (BusinessKind.BANK, r"\bbank|banco\b|credit services|lending|银行|货币金融服务"),
    (BusinessKind.BROKER, r"broker|securities|capital markets|证券|券商|资本市场服务|期货公司"),
    (
        BusinessKind.PROPERTY,
        r"real estate|propert(?:y|ies)|\breits?\b|homebuild|residential construction|地产|物业|置业",
    ),
    (BusinessKind.HOLDING, r"conglomerate|holding compan|diversified holding|综合类|控股公司|多元金融"),
    (
        BusinessKind.GROWTH,
        r"software|semiconductor|biotech|internet|information technology services"
        r"|软件|半导体|生物科技|生物制品|互联网|信息技术服务",
    ),
    (
        BusinessKind.CYCLICAL,
        r"machiner|steel|chemical|\bmaterials|energy|oil|coal|gas\b|\bauto|leisure|airline|shipping|marine|mining|metal"
        r"|industrials|cement|paper|aerospace|truck|copper|alumin|gold|travel|lodging|hotel"
        r"|机械|设备制造|钢|化工|化学|材料|石油|煤|汽车|文旅|旅游|酒店|航空|航运|水上运输|采矿|矿|有色|金属|水泥|造纸|工程",
    ),
)
_OF_NAMES = frozenset(
    {kind for kind in BusinessKind if kind.is_financial} | {BusinessKind.PROPERTY}
)  # what a company is named for
_FAST = Decimal("0.20")


def business_kind(
    industry: str, items: Collection[str] = (), *, name: str = "", growth: Decimal | None = None
) -> BusinessKind:
    """By what the register says, then by the lines of its statements, then by its name.

    `items` are the canonical statement items that the company reports; `growth` is its revenue's a year, if known: what
    nothing else tells apart is a growth company from 20% on."""
    found = _by_sic(industry) or _by_words(industry)
    if found is not None:
        return found
    of_lines = _by_lines(frozenset(items))
    if of_lines is not None:
        return of_lines
    named = _by_words(name)
    if named in _OF_NAMES:
        return named or BusinessKind.ORDINARY
    return BusinessKind.GROWTH if growth is not None and growth >= _FAST else BusinessKind.ORDINARY


def _by_sic(industry: str) -> BusinessKind | None:
    code = re.search(r"\bSIC\s*(\d{3,4})\b", industry)
    if code is None:
        return None
    number = int(code[1])
    return next((kind for codes, kind in _SIC if number in codes), BusinessKind.ORDINARY)


def _by_words(text: str) -> BusinessKind | None:
    wanted = text.lower()
    return next((kind for kind, words in _WORDS if wanted and re.search(words, wanted)), None)


def _by_lines(items: frozenset[str]) -> BusinessKind | None:
    """Premiums make an insurer, deposits a bank; interest income without either is a broker's or a lender's."""
    if items & {"premiums", "claims", "insurance_reserves", "embedded_value_per_share"}:
        return BusinessKind.INSURER
    if (
        items & {"deposits", "net_interest_margin", "npl_ratio", "core_tier1_ratio"}
        or {"loans", "provision_for_losses"} <= items
    ):
        return BusinessKind.BANK
    if "net_interest_income" in items and "operating_cost" not in items:
        return BusinessKind.BROKER if "fee_income" in items else BusinessKind.BANK
    return None
