"""What the figures are called."""

from collections.abc import Mapping

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
    "index_return_20d": ("基准指数近 20 日涨跌幅", "benchmark index return over 20 days"),
    "index_return_60d": ("基准指数近 60 日涨跌幅", "benchmark index return over 60 days"),
}
