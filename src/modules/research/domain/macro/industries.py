"""How strongly each side of the economy bears on an industry: our own judgement, written down as a table."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

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
    """By the words of its name, Chinese or English; an unknown one is weighed evenly."""
    wanted = name.lower()
    for character, words in _KNOWN.items():
        for english, chinese in words.items():
            if english in wanted or chinese in name:
                return Industry(chinese, english, character)
    return Industry(name, name, Character.MIXED)
