"""What the macro expert looks up."""

from src.modules.research.domain.topics import Topic

TOPICS: tuple[Topic, ...] = (
    Topic(
        "liquidity",
        ("流动性", "liquidity"),
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
        ("产业政策", "industry policy"),
        "{industry} 产业政策 监管 补贴",
        "{industry} industry policy regulation subsidy",
        ("产业政策", "监管", "补贴", "规划", "关税", "policy", "regulat", "subsid", "tariff"),
        about_company=False,
    ),
    Topic(
        "economy",
        ("宏观经济", "economy"),
        "经济 GDP增速",
        "economy GDP growth inflation",
        ("经济", "gdp", "cpi", "pmi", "增速", "消费", "出口", "economy", "growth", "inflation", "consumer", "export"),
        about_company=False,
    ),
    Topic(
        "industry_cycle",
        ("行业周期", "industry cycle"),
        "{industry} 行业景气 供需 库存",
        "{industry} industry cycle demand inventory",
        ("行业", "景气", "供需", "库存", "产能", "industry", "cycle", "demand", "inventor", "capacity"),
        about_company=False,
    ),
)
