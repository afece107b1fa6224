"""The house rules that the macro expert reasons by, and what its figures are called."""

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
    "macro_margin_move": HouseRule(Decimal("0.03"), "ratio", ("融资变动门槛", "margin-change threshold"), _OURS),
    "macro_northbound": HouseRule(
        Decimal("5000000000"), "CNY", ("北向资金门槛", "northbound threshold"), f"{_OURS}: over ten trading days"
    ),
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


LABELS: Mapping[str, tuple[str, ...]] = {
    "policy_rate": ("政策利率", "policy rate"),
    "policy_rate_change": ("政策利率较上期变动", "change in the policy rate from the release before"),
    "policy_rate_year_change": ("政策利率较上年同期变动", "change in the policy rate from a year before"),
    "m2_growth": ("M2 同比增速", "M2同比增速", "M2 growth"),
    "m2_growth_change": ("M2 增速较上期变动", "change in M2 growth from the release before"),
    "m2_growth_year_change": ("M2 增速较上年同期变动", "change in M2 growth from a year before"),
    "cpi_inflation": ("CPI 同比涨幅", "CPI同比涨幅", "CPI inflation"),
    "cpi_inflation_change": ("CPI 涨幅较上期变动", "change in CPI inflation from the release before"),
    "cpi_inflation_year_change": ("CPI 涨幅较上年同期变动", "change in CPI inflation from a year before"),
    "pmi": ("制造业 PMI", "PMI", "采购经理指数", "purchasing managers' index"),
    "pmi_change": ("PMI 较上期变动", "change in the PMI from the release before"),
    "pmi_year_change": ("PMI 较上年同期变动", "change in the PMI from a year before"),
    "gdp_growth": ("GDP 同比增速", "GDP同比增速", "GDP growth"),
    "gdp_growth_change": ("GDP 增速较上期变动", "change in GDP growth from the release before"),
    "gdp_growth_year_change": ("GDP 增速较上年同期变动", "change in GDP growth from a year before"),
    "margin_balance": ("融资余额", "margin balance"),
    "margin_change_20d": ("融资余额 20 日变动", "20-day change in the margin balance"),
    "northbound_net_10d": ("北向资金 10 日净买入", "northbound net buying over 10 days"),
    "index_return_20d": ("基准指数近 20 日涨跌幅", "benchmark index return over 20 days"),
    "index_return_60d": ("基准指数近 60 日涨跌幅", "benchmark index return over 60 days"),
}
