"""The house rules that the analyst reasons by, each a row that its sentences cite."""

from collections.abc import Mapping
from decimal import Decimal

from src.modules.research.domain.rulebook import HouseRule

_OURS = "our own judgement of what is more than noise"

RULES: Mapping[str, HouseRule] = {
    "macro_rate_change": HouseRule(
        Decimal("0.002"), "ratio", ("利率变动门槛", "rate-change threshold"), f"{_OURS}: below the usual step of a rate"
    ),
    "macro_money_change": HouseRule(Decimal("0.005"), "ratio", ("货币增速变动门槛", "money-growth threshold"), _OURS),
    "macro_cpi_high": HouseRule(
        Decimal("0.03"), "ratio", ("通胀警戒线", "inflation alert line"), "our judgement: above it easing gets harder"
    ),
    "macro_cpi_low": HouseRule(
        Decimal("0"), "ratio", ("通缩线", "deflation line"), "prices fall below it, by definition"
    ),
    "macro_pmi_line": HouseRule(
        Decimal("50"), "points", ("荣枯线", "expansion line"), "how the index is built: half report better, half worse"
    ),
    "macro_growth_change": HouseRule(Decimal("0.003"), "ratio", ("增速变动门槛", "growth-change threshold"), _OURS),
    "macro_index_move": HouseRule(Decimal("0.05"), "ratio", ("指数涨跌门槛", "index-move threshold"), _OURS),
    "macro_stale_days": HouseRule(
        Decimal("150"),
        "days",
        ("宏观数据时效线", "age limit of macro data"),
        "our judgement: a quarter and its release",
    ),
    "macro_news_days": HouseRule(
        Decimal("120"), "days", ("宏观新闻时效线", "age limit of macro news"), "our judgement: older news is priced in"
    ),
}
