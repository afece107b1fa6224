"""AkShare's functions, each tried under pandas 3: what it raises when the source has nothing, and what it must have."""

import sys
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from packages.domain.market_data.rows import Statement
from packages.infra.providers.market_data.vendors.a_shares import VendorPriceColumns
from packages.infra.providers.market_data.vendors.client_libraries import VendorFaults, ignore_warnings_of, require
from packages.infra.providers.market_data.vendors.vendor_rows import (
    CNY,
    ONE,
    PER_SHARE,
    PERCENT,
    RATIO,
    Cells,
    VendorFigure,
    rows_of,
)

SOURCE = "akshare"
FAULTS = VendorFaults(SOURCE)

_NULL: Final = (TypeError, "'NoneType' object is not subscriptable")
_SCALARS: Final = (ValueError, "If using all scalar values, you must pass an index")

# Eastmoney says `data: null` or `result: null` of a code that it has nothing for. stock_zh_a_hist makes an empty table
# of that; these trip over it, always in the same way. Anything else that they raise is a fault.
_NOTHING: Final[dict[str, tuple[type[Exception], str]]] = {
    "stock_zh_a_hist_min_em": _NULL,
    "stock_fhps_detail_em": _NULL,
    "stock_financial_analysis_indicator_em": _NULL,
    "stock_value_em": _NULL,
    "stock_individual_info_em": _SCALARS,
}


def ask(function: str, needed: Sequence[str], **arguments: Any) -> list[Cells]:
    """The rows that a function of AkShare gives; none where the source has nothing for the code."""
    akshare = require("akshare", SOURCE)
    _draw_no_progress_bars()
    ignore_warnings_of("akshare")
    try:
        return rows_of(SOURCE, getattr(akshare, function)(**arguments), needed)
    except (TypeError, ValueError) as error:
        if (type(error), str(error)) == _NOTHING.get(function):
            return []
        raise


def _draw_no_progress_bars() -> None:
    """By AkShare's own switch, which its functions do not pass on: standard error belongs to the caller."""
    switch = require("akshare.utils.tqdm", SOURCE).get_tqdm
    for name in ("stock_feature.stock_fhps_em", "stock_feature.stock_three_report_em"):
        vars(sys.modules[f"akshare.{name}"])["get_tqdm"] = partial(switch, enable=False)


# 成交量, 注意单位: 手 (100 shares), for days and for minutes; 成交额, 注意单位: 元.
PRICES = VendorPriceColumns("开盘", "最高", "最低", "收盘", "成交量", "成交额", shares=100)

# stock_fhps_detail_em: both per ten shares, as its column of descriptions says («10转10.00派5.00元»).
DISTRIBUTION_SHARES = 10

INCOME = (
    VendorFigure(Statement.INCOME, "revenue", "OPERATE_INCOME", CNY, ONE, "营业收入"),
    VendorFigure(Statement.INCOME, "operating_cost", "OPERATE_COST", CNY, ONE, "营业成本"),
    VendorFigure(Statement.INCOME, "operating_profit", "OPERATE_PROFIT", CNY, ONE, "营业利润"),
    VendorFigure(Statement.INCOME, "total_profit", "TOTAL_PROFIT", CNY, ONE, "利润总额"),
    VendorFigure(Statement.INCOME, "net_profit", "NETPROFIT", CNY, ONE, "净利润"),
    VendorFigure(Statement.INCOME, "net_profit_parent", "PARENT_NETPROFIT", CNY, ONE, "归属于母公司股东的净利润"),
    VendorFigure(Statement.INCOME, "rd_expense", "RESEARCH_EXPENSE", CNY, ONE, "研发费用"),
    VendorFigure(Statement.INCOME, "eps_basic", "BASIC_EPS", PER_SHARE, ONE, "基本每股收益"),
    VendorFigure(Statement.INCOME, "eps_diluted", "DILUTED_EPS", PER_SHARE, ONE, "稀释每股收益"),
    VendorFigure(Statement.INCOME, "income_tax", "INCOME_TAX", CNY, ONE, "所得税"),
    VendorFigure(Statement.INCOME, "minority_profit", "MINORITY_INTEREST", CNY, ONE, "少数股东损益"),
    VendorFigure(Statement.INCOME, "interest_expense", "FE_INTEREST_EXPENSE", CNY, ONE, "财务费用: 利息费用"),
    VendorFigure(Statement.INCOME, "net_interest_income", "INTEREST_NI", CNY, ONE, "利息净收入"),
    VendorFigure(Statement.INCOME, "premiums", "EARNED_PREMIUM", CNY, ONE, "已赚保费"),
    VendorFigure(Statement.INCOME, "claims", "COMPENSATE_EXPENSE", CNY, ONE, "赔付支出"),
)

BALANCE = (
    VendorFigure(Statement.BALANCE, "total_assets", "TOTAL_ASSETS", CNY, ONE, "资产总计"),
    VendorFigure(Statement.BALANCE, "total_liabilities", "TOTAL_LIABILITIES", CNY, ONE, "负债合计"),
    VendorFigure(Statement.BALANCE, "equity_parent", "TOTAL_PARENT_EQUITY", CNY, ONE, "归母股东权益合计"),
    VendorFigure(Statement.BALANCE, "current_assets", "TOTAL_CURRENT_ASSETS", CNY, ONE, "流动资产合计"),
    VendorFigure(Statement.BALANCE, "current_liabilities", "TOTAL_CURRENT_LIAB", CNY, ONE, "流动负债合计"),
    VendorFigure(Statement.BALANCE, "cash", "MONETARYFUNDS", CNY, ONE, "货币资金"),
    VendorFigure(Statement.BALANCE, "receivables", "ACCOUNTS_RECE", CNY, ONE, "应收账款"),
    VendorFigure(Statement.BALANCE, "inventory", "INVENTORY", CNY, ONE, "存货"),
    VendorFigure(Statement.BALANCE, "goodwill", "GOODWILL", CNY, ONE, "商誉"),
    VendorFigure(Statement.BALANCE, "short_debt", "SHORT_LOAN", CNY, ONE, "短期借款"),
    VendorFigure(Statement.BALANCE, "long_debt", "LONG_LOAN", CNY, ONE, "长期借款"),
    VendorFigure(Statement.BALANCE, "equity_total", "TOTAL_EQUITY", CNY, ONE, "股东权益合计"),
    VendorFigure(Statement.BALANCE, "minority_equity", "MINORITY_EQUITY", CNY, ONE, "少数股东权益"),
    VendorFigure(Statement.BALANCE, "bonds_payable", "BOND_PAYABLE", CNY, ONE, "应付债券"),
    VendorFigure(Statement.BALANCE, "short_bonds", "SHORT_BOND_PAYABLE", CNY, ONE, "应付短期债券"),
    VendorFigure(
        Statement.BALANCE, "current_portion_debt", "NONCURRENT_LIAB_1YEAR", CNY, ONE, "一年内到期的非流动负债"
    ),
    VendorFigure(Statement.BALANCE, "lease_liabilities", "LEASE_LIAB", CNY, ONE, "租赁负债"),
    VendorFigure(Statement.BALANCE, "fixed_assets", "FIXED_ASSET", CNY, ONE, "固定资产"),
    VendorFigure(Statement.BALANCE, "intangible_assets", "INTANGIBLE_ASSET", CNY, ONE, "无形资产"),
    VendorFigure(Statement.BALANCE, "payables", "ACCOUNTS_PAYABLE", CNY, ONE, "应付账款"),
    VendorFigure(Statement.BALANCE, "contract_liabilities", "CONTRACT_LIAB", CNY, ONE, "合同负债"),
    VendorFigure(Statement.BALANCE, "loans", "LOAN_ADVANCE", CNY, ONE, "发放贷款及垫款"),
    VendorFigure(Statement.BALANCE, "deposits", "ACCEPT_DEPOSIT", CNY, ONE, "吸收存款"),
)

CASH_FLOW = (
    VendorFigure(Statement.CASH_FLOW, "operating_cash_flow", "NETCASH_OPERATE", CNY, ONE, "经营活动产生的现金流量净额"),
    VendorFigure(Statement.CASH_FLOW, "investing_cash_flow", "NETCASH_INVEST", CNY, ONE, "投资活动产生的现金流量净额"),
    VendorFigure(Statement.CASH_FLOW, "financing_cash_flow", "NETCASH_FINANCE", CNY, ONE, "筹资活动产生的现金流量净额"),
    VendorFigure(Statement.CASH_FLOW, "capex", "CONSTRUCT_LONG_ASSET", CNY, ONE, "购建固定资产等支付的现金"),
)

INDICATORS = (
    VendorFigure(Statement.INDICATOR, "roe", "ROEJQ", RATIO, PERCENT, "净资产收益率(加权)(%)"),
    VendorFigure(Statement.INDICATOR, "roa", "ZZCJLL", RATIO, PERCENT, "总资产净利率(%)"),
    VendorFigure(Statement.INDICATOR, "gross_margin", "XSMLL", RATIO, PERCENT, "销售毛利率(%)"),
    VendorFigure(Statement.INDICATOR, "net_margin", "XSJLL", RATIO, PERCENT, "销售净利率(%)"),
    VendorFigure(Statement.INDICATOR, "debt_to_assets", "ZCFZL", RATIO, PERCENT, "资产负债率(%)"),
    VendorFigure(Statement.INDICATOR, "current_ratio", "LD", RATIO, ONE, "流动比率, a multiple already"),
    VendorFigure(Statement.INDICATOR, "quick_ratio", "SD", RATIO, ONE, "速动比率, a multiple already"),
    VendorFigure(Statement.INDICATOR, "book_value_per_share", "BPS", PER_SHARE, ONE, "每股净资产"),
    VendorFigure(Statement.INDICATOR, "revenue_yoy", "TOTALOPERATEREVETZ", RATIO, PERCENT, "营业总收入同比增长(%)"),
    VendorFigure(Statement.INDICATOR, "net_profit_yoy", "PARENTNETPROFITTZ", RATIO, PERCENT, "归母净利润同比增长(%)"),
)
