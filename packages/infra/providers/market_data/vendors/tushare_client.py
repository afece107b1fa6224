"""Tushare's own client, asked one interface at a time; its errors are recognised by their sentences."""

from collections.abc import Sequence
from typing import Any, Final

from packages.domain.market_data.errors import ProviderDown, ProviderRefused
from packages.domain.market_data.rows import Statement
from packages.infra.providers.market_data.vendors.a_shares import VendorPriceColumns
from packages.infra.providers.market_data.vendors.client_libraries import VendorFaults, require
from packages.infra.providers.market_data.vendors.vendor_rows import (
    CNY,
    ONE,
    PER_SHARE,
    PERCENT,
    RATIO,
    SHARES,
    TEN_THOUSAND,
    Cells,
    VendorFigure,
    rows_of,
)

SOURCE = "tushare"

# The client raises a bare `Exception` with the server's sentence and drops its code (-2002, 40101, 40203 …), so a
# refusal is known by its words: no permission, not enough points, too many calls, a wrong token.
_REFUSALS = ("权限", "积分", "最多访问", "token", "Token", "TOKEN")
_CURE = "Look at the points of your account on tushare.pro, or ask another source."

FAULTS = VendorFaults(SOURCE, refusals=_REFUSALS, cure=_CURE)


class TushareClient:
    """Asks for tables; `http_url` only where another address than the client's own is meant."""

    def __init__(self, token: str, *, timeout: float, http_url: str | None) -> None:
        self._token: Final = token.strip()
        self._timeout = timeout
        self._http_url = http_url

    def ask(
        self, interface: str, fields: Sequence[str], *, optional: Sequence[str] = (), **parameters: str
    ) -> list[Cells]:
        """`optional`: fields that the server leaves out for some kinds of companies and accounts."""
        frame = self._api().query(interface, fields=",".join((*fields, *optional)), **parameters)
        # The client gives a table without even columns when the server answers with an HTTP error.
        if len(frame.columns) == 0:
            raise ProviderDown("market_data.http_error", source=SOURCE, interface=interface)
        return rows_of(SOURCE, frame, fields)

    def _api(self) -> Any:
        # Without a token the client would look for one in a file in the home directory.
        if not self._token:
            raise ProviderRefused("market_data.token_needed", source=SOURCE)
        api = require("tushare", SOURCE).pro_api(self._token, timeout=self._timeout)
        if self._http_url is not None:
            api._DataApi__http_url = self._http_url  # the client has no other way to name an address
        return api


# `daily`: vol 成交量 (手), a lot of 100 shares; amount 成交额 (千元). `stk_mins`: vol 成交量 (股), amount (元).
DAILY = VendorPriceColumns("open", "high", "low", "close", "vol", "amount", shares=100, yuan=1000)
MINUTE = VendorPriceColumns("open", "high", "low", "close", "vol", "amount", shares=1)

# `daily_basic`: total_mv 总市值 (万元); dv_ttm 股息率 TTM (%); pe_ttm is empty for a loss.
MARKET_VALUE_SCALE = TEN_THOUSAND
DIVIDEND_YIELD_SCALE = PERCENT

INCOME = (
    VendorFigure(Statement.INCOME, "revenue", "revenue", CNY, ONE, "营业收入"),
    VendorFigure(Statement.INCOME, "operating_cost", "oper_cost", CNY, ONE, "减:营业成本"),
    VendorFigure(Statement.INCOME, "operating_profit", "operate_profit", CNY, ONE, "营业利润"),
    VendorFigure(Statement.INCOME, "total_profit", "total_profit", CNY, ONE, "利润总额"),
    VendorFigure(Statement.INCOME, "net_profit", "n_income", CNY, ONE, "净利润(含少数股东损益)"),
    VendorFigure(Statement.INCOME, "net_profit_parent", "n_income_attr_p", CNY, ONE, "净利润(不含少数股东损益)"),
    VendorFigure(Statement.INCOME, "rd_expense", "rd_exp", CNY, ONE, "研发费用"),
    VendorFigure(Statement.INCOME, "eps_basic", "basic_eps", PER_SHARE, ONE, "基本每股收益"),
)

# Lines of banks, insurers and newer standards: not every company has them, and not every account is given them.
INCOME_MORE = (
    VendorFigure(Statement.INCOME, "eps_diluted", "diluted_eps", PER_SHARE, ONE, "稀释每股收益"),
    VendorFigure(Statement.INCOME, "income_tax", "income_tax", CNY, ONE, "所得税费用"),
    VendorFigure(Statement.INCOME, "minority_profit", "minority_gain", CNY, ONE, "少数股东损益"),
    VendorFigure(Statement.INCOME, "interest_expense", "fin_exp_int_exp", CNY, ONE, "财务费用:利息费用"),
    VendorFigure(Statement.INCOME, "interest_income", "int_income", CNY, ONE, "利息收入"),
    VendorFigure(Statement.INCOME, "fee_income", "n_commis_income", CNY, ONE, "手续费及佣金净收入"),
    VendorFigure(Statement.INCOME, "premiums", "prem_earned", CNY, ONE, "已赚保费"),
    VendorFigure(Statement.INCOME, "claims", "compens_payout", CNY, ONE, "赔付总支出"),
)

BALANCE = (
    VendorFigure(Statement.BALANCE, "total_assets", "total_assets", CNY, ONE, "资产总计"),
    VendorFigure(Statement.BALANCE, "total_liabilities", "total_liab", CNY, ONE, "负债合计"),
    VendorFigure(
        Statement.BALANCE, "equity_parent", "total_hldr_eqy_exc_min_int", CNY, ONE, "股东权益合计(不含少数股东)"
    ),
    VendorFigure(Statement.BALANCE, "current_assets", "total_cur_assets", CNY, ONE, "流动资产合计"),
    VendorFigure(Statement.BALANCE, "current_liabilities", "total_cur_liab", CNY, ONE, "流动负债合计"),
    VendorFigure(Statement.BALANCE, "cash", "money_cap", CNY, ONE, "货币资金"),
    VendorFigure(Statement.BALANCE, "receivables", "accounts_receiv", CNY, ONE, "应收账款"),
    VendorFigure(Statement.BALANCE, "inventory", "inventories", CNY, ONE, "存货"),
    VendorFigure(Statement.BALANCE, "goodwill", "goodwill", CNY, ONE, "商誉"),
    VendorFigure(Statement.BALANCE, "short_debt", "st_borr", CNY, ONE, "短期借款"),
    VendorFigure(Statement.BALANCE, "long_debt", "lt_borr", CNY, ONE, "长期借款"),
    VendorFigure(
        Statement.BALANCE, "shares_total", "total_share", SHARES, ONE, "期末总股本; here in shares, not in 万股"
    ),
)

# Lines of banks, insurers and newer standards: not every company has them, and not every account is given them.
BALANCE_MORE = (
    VendorFigure(Statement.BALANCE, "equity_total", "total_hldr_eqy_inc_min_int", CNY, ONE, "股东权益合计(含少数股东)"),
    VendorFigure(Statement.BALANCE, "minority_equity", "minority_int", CNY, ONE, "少数股东权益"),
    VendorFigure(Statement.BALANCE, "preferred_equity", "oth_eqt_tools_p_shr", CNY, ONE, "其他权益工具(优先股)"),
    VendorFigure(Statement.BALANCE, "bonds_payable", "bond_payable", CNY, ONE, "应付债券"),
    VendorFigure(Statement.BALANCE, "short_bonds", "st_bonds_payable", CNY, ONE, "应付短期债券"),
    VendorFigure(Statement.BALANCE, "current_portion_debt", "non_cur_liab_due_1y", CNY, ONE, "一年内到期的非流动负债"),
    VendorFigure(Statement.BALANCE, "lease_liabilities", "lease_liab", CNY, ONE, "租赁负债"),
    VendorFigure(Statement.BALANCE, "short_investments", "trad_asset", CNY, ONE, "交易性金融资产"),
    VendorFigure(Statement.BALANCE, "fixed_assets", "fix_assets", CNY, ONE, "固定资产"),
    VendorFigure(Statement.BALANCE, "intangible_assets", "intan_assets", CNY, ONE, "无形资产"),
    VendorFigure(Statement.BALANCE, "payables", "acct_payable", CNY, ONE, "应付账款"),
    VendorFigure(Statement.BALANCE, "contract_liabilities", "contract_liab", CNY, ONE, "合同负债"),
    VendorFigure(Statement.BALANCE, "loans", "decr_in_disbur", CNY, ONE, "发放贷款及垫款"),
    VendorFigure(Statement.BALANCE, "deposits", "depos", CNY, ONE, "吸收存款"),
    VendorFigure(Statement.BALANCE, "insurance_reserves", "rsrv_insur_cont", CNY, ONE, "保险合同准备金"),
)

CASH_FLOW = (
    VendorFigure(Statement.CASH_FLOW, "operating_cash_flow", "n_cashflow_act", CNY, ONE, "经营活动产生的现金流量净额"),
    VendorFigure(
        Statement.CASH_FLOW, "investing_cash_flow", "n_cashflow_inv_act", CNY, ONE, "投资活动产生的现金流量净额"
    ),
    VendorFigure(
        Statement.CASH_FLOW, "financing_cash_flow", "n_cash_flows_fnc_act", CNY, ONE, "筹资活动产生的现金流量净额"
    ),
    VendorFigure(
        Statement.CASH_FLOW,
        "capex",
        "c_pay_acq_const_fiolta",
        CNY,
        ONE,
        "购建固定资产、无形资产等支付的现金",
    ),
)

INDICATORS = (
    VendorFigure(Statement.INDICATOR, "roe", "roe_waa", RATIO, PERCENT, "加权平均净资产收益率, as reports disclose it"),
    VendorFigure(Statement.INDICATOR, "roa", "npta", RATIO, PERCENT, "总资产净利润; `roa` is before interest and tax"),
    VendorFigure(
        Statement.INDICATOR,
        "gross_margin",
        "grossprofit_margin",
        RATIO,
        PERCENT,
        "销售毛利率; `gross_margin` is an amount",
    ),
    VendorFigure(Statement.INDICATOR, "net_margin", "netprofit_margin", RATIO, PERCENT, "销售净利率"),
    VendorFigure(Statement.INDICATOR, "debt_to_assets", "debt_to_assets", RATIO, PERCENT, "资产负债率"),
    VendorFigure(Statement.INDICATOR, "current_ratio", "current_ratio", RATIO, ONE, "流动比率, a multiple already"),
    VendorFigure(Statement.INDICATOR, "quick_ratio", "quick_ratio", RATIO, ONE, "速动比率, a multiple already"),
    VendorFigure(Statement.INDICATOR, "book_value_per_share", "bps", PER_SHARE, ONE, "每股净资产"),
    VendorFigure(Statement.INDICATOR, "revenue_yoy", "or_yoy", RATIO, PERCENT, "营业收入同比增长率(%)"),
    VendorFigure(Statement.INDICATOR, "net_profit_yoy", "netprofit_yoy", RATIO, PERCENT, "归母净利润同比增长率(%)"),
)
