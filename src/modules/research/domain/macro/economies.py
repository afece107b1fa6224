"""The economy that a company lives in: its series, its index, its weight on industries, and what is looked up."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from packages.core.messages import Language, render
from packages.domain.market_data.symbols import Market, Symbol
from src.modules.research.domain.business import BusinessKind, business_kind
from src.modules.research.domain.topics import Topic

# What each economy publishes, by the name behind the dot.
SERIES: Mapping[str, str] = {
    "policy_rate": "POLICY_RATE",
    "m2_growth": "M2_YOY",
    "cpi_inflation": "CPI_YOY",
    "pmi": "PMI",
    "gdp_growth": "GDP_YOY",
}


@dataclass(frozen=True, slots=True)
class EconomyProfile:
    """`benchmark`: the index by which its stock market is measured."""

    prefix: str
    benchmark: str

    def series(self, figure: str) -> str:
        return f"{self.prefix}.{SERIES[figure]}"


_INVENTED = {
    Market.CN_STOCKS: EconomyProfile("DEMO_CN", "DEMO9.SH"),
    Market.US_STOCKS: EconomyProfile("DEMO_US", "DEMO10"),
}
_REAL = {Market.CN_STOCKS: EconomyProfile("CN", "000300.SH"), Market.US_STOCKS: EconomyProfile("US", "SPY")}


def economy_of(symbol: Symbol) -> EconomyProfile | None:
    """None for what belongs to no single economy, such as a coin or a pair of currencies."""
    return (_INVENTED if symbol.is_demo else _REAL).get(symbol.market)


DIMENSIONS = ("liquidity", "industry_policy", "economy", "industry_cycle")


class Character(StrEnum):
    """What an industry lives by."""

    CYCLICAL = "cyclical"
    DEFENSIVE = "defensive"
    GROWTH = "growth"
    RATE_SENSITIVE = "rate_sensitive"
    MIXED = "mixed"


@dataclass(frozen=True, slots=True)
class Industry:
    """`weights` are in the order of `DIMENSIONS` and add up to 1."""

    name_zh: str
    name_en: str
    character: Character

    def called(self, language: Language) -> str:
        return self.name_zh if language is Language.ZH else self.name_en

    @property
    def weights(self) -> Mapping[str, float]:
        return dict(zip(DIMENSIONS, _WEIGHTS[self.character], strict=True))


_WEIGHTS = {
    Character.CYCLICAL: (0.20, 0.15, 0.35, 0.30),
    Character.DEFENSIVE: (0.25, 0.30, 0.25, 0.20),
    Character.GROWTH: (0.40, 0.25, 0.15, 0.20),
    Character.RATE_SENSITIVE: (0.45, 0.25, 0.20, 0.10),
    Character.MIXED: (0.25, 0.25, 0.25, 0.25),
}
_KNOWN = {
    Character.CYCLICAL: {
        "machinery": "机械", "steel": "钢铁", "chemicals": "化工", "materials": "原材料", "energy": "能源",
        "autos": "汽车", "leisure": "文旅", "airlines": "航空", "shipping": "航运", "mining": "采矿",
        "industrials": "工业",
    },
    Character.DEFENSIVE: {
        "consumer": "消费", "food": "食品", "beverages": "饮料", "healthcare": "医疗", "pharmaceuticals": "医药",
        "telecom": "电信", "household": "日用品",
    },
    Character.GROWTH: {
        "semiconductors": "半导体", "software": "软件", "biotech": "生物科技", "internet": "互联网",
        "technology": "科技", "crypto": "加密资产", "electronics": "电子",
    },
    Character.RATE_SENSITIVE: {
        "utilities": "公用事业", "banks": "银行", "insurance": "保险", "real estate": "房地产", "property": "地产",
        "brokers": "券商", "financials": "金融",
    },
}  # fmt: skip


def industry_of(name: str) -> Industry:
    """By the words of its name, Chinese or English, or its kind of business; an unknown one is weighed evenly."""
    wanted = name.lower()
    for character, words in _KNOWN.items():
        for english, chinese in words.items():
            if english in wanted or chinese in name:
                return Industry(chinese, english, character)
    kind = business_kind(name)
    if kind in _CHARACTERS:
        zh, en = (render(kind.called(), language) for language in Language)
        return Industry(zh, en, _CHARACTERS[kind])
    return Industry("", "", Character.MIXED) if name.startswith("SIC") else Industry(name, name, Character.MIXED)


_CHARACTERS = {
    BusinessKind.BANK: Character.RATE_SENSITIVE,
    BusinessKind.INSURER: Character.RATE_SENSITIVE,
    BusinessKind.CASUALTY_INSURER: Character.RATE_SENSITIVE,
    BusinessKind.HEALTH_INSURER: Character.DEFENSIVE,
    BusinessKind.BROKER: Character.RATE_SENSITIVE,
    BusinessKind.PROPERTY: Character.RATE_SENSITIVE,
    BusinessKind.CYCLICAL: Character.CYCLICAL,
    BusinessKind.GROWTH: Character.GROWTH,
}


TOPICS: tuple[Topic, ...] = (
    Topic(
        "liquidity",
        "政策利率 流动性",
        "policy rate liquidity",
        (
            "利率",
            "流动性",
            "降息",
            "加息",
            "降准",
            "m2",
            "货币",
            "央行",
            "rate",
            "liquidity",
            "central bank",
            "monetary",
        ),
        about_company=False,
    ),
    Topic(
        "industry_policy",
        "{industry} 产业政策 监管 补贴",
        "{industry} industry policy regulation subsidy",
        ("产业政策", "监管", "补贴", "规划", "关税", "policy", "regulat", "subsid", "tariff"),
        about_company=False,
    ),
    Topic(
        "economy",
        "经济 GDP增速",
        "economy GDP growth inflation",
        ("经济", "gdp", "cpi", "pmi", "增速", "消费", "出口", "economy", "growth", "inflation", "consumer", "export"),
        about_company=False,
    ),
    Topic(
        "industry_cycle",
        "{industry} 行业景气 供需 库存",
        "{industry} industry cycle demand inventory",
        ("行业", "景气", "供需", "库存", "产能", "industry", "cycle", "demand", "inventor", "capacity"),
        about_company=False,
    ),
)
