"""The lines of statements by the names that files give them: Chinese reports, Yahoo, the SEC's tags and our own."""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from packages.domain.market_data.rows import Statement


class LineMeasure(StrEnum):
    """In what a line is counted."""

    MONEY = "money"
    PER_SHARE = "per_share"
    SHARES = "shares"
    RATIO = "ratio"


@dataclass(frozen=True, slots=True)
class StatementItem:
    """Where a line stands and what it is called here; `rank` decides between two lines of a file that mean it."""

    statement: Statement
    item: str
    measure: LineMeasure
    rank: int


_INCOME: dict[str, tuple[str, ...]] = {
    "revenue": ("revenues", "totalrevenue", "sales", "netsales", "operatingrevenue", "营业总收入", "营业收入", "营收"),
    "operating_cost": ("costofrevenue", "cogs", "costofgoodssold", "营业成本"),
    "gross_profit": ("毛利", "毛利润"),
    "sga_expense": ("sellinggeneralandadministrativeexpenses", "sellinggeneralandadministration", "sga"),
    "rd_expense": ("researchanddevelopment", "researchanddevelopmentexpense", "rnd", "研发费用"),
    "operating_profit": ("operatingincomeloss", "operatingincome", "ebit", "营业利润"),
    "interest_expense": ("interestexpenseoperating", "interestanddebtexpense", "利息支出", "利息费用"),
    "interest_income": ("interestanddividendincomeoperating", "利息收入"),
    "net_interest_income": ("interestincomeexpenseoperatingnet", "利息净收入", "净利息收入"),
    "fee_income": ("noninterestincome", "手续费及佣金净收入", "手续费净收入"),
    "provision_for_losses": ("provisionforloanleaseandotherlosses", "provisionforcreditlosses", "信用减值损失"),
    "premiums": ("earnedpremiums", "netpremiumsearned", "已赚保费", "保费收入"),
    "claims": ("claimsincurred", "赔付支出", "赔付支出净额"),
    "total_profit": ("incomelossfromcontinuingoperationsbeforetax", "pretaxincome", "incomebeforetax", "利润总额"),
    "income_tax": ("incometaxexpensebenefit", "incometaxexpense", "taxprovision", "所得税", "所得税费用"),
    "net_profit": ("netincomeloss", "netincome", "netincomeincludingnoncontrollinginterests", "净利润"),
    "net_profit_parent": ("netincomelossattributabletoparent", "归母净利润", "归属于母公司股东的净利润",
                          "归属于母公司所有者的净利润", "归属于上市公司股东的净利润"),
    "minority_profit": ("netincomelossattributabletononcontrollinginterest", "少数股东损益"),
    "preferred_dividends": ("preferredstockdividendsandotheradjustments", "preferredstockdividends", "优先股股利"),
    "depreciation": ("depreciationandamortization", "折旧与摊销", "折旧摊销"),
}  # fmt: skip
_PER_SHARE: dict[str, tuple[str, ...]] = {
    "eps_basic": ("basicearningspershare", "basiceps", "eps", "基本每股收益", "每股收益"),
    "eps_diluted": ("dilutedearningspershare", "dilutedeps", "稀释每股收益"),
}
_AVERAGES: dict[str, tuple[str, ...]] = {
    "shares_basic_average": ("basicaverageshares", "weightedaverageshares"),
    "shares_diluted_average": ("dilutedaverageshares", "weightedaveragesharesdiluted"),
}
_BALANCE: dict[str, tuple[str, ...]] = {
    "total_assets": ("assets", "资产总计", "总资产", "资产合计"),
    "total_liabilities": ("liabilities", "totalliabilitiesnetminorityinterest", "负债合计", "总负债", "负债总计"),
    "equity_total": ("equity", "totalequity", "totalequitygrossminorityinterest", "所有者权益合计", "股东权益合计",
                     "所有者权益或股东权益合计"),
    "equity_parent": ("equityattributabletoparent", "stockholdersequity", "shareholdersequity",
                      "归属于母公司股东权益合计", "归属于母公司所有者权益合计", "归母净资产", "归属于母公司股东权益"),
    "minority_equity": ("equityattributabletononcontrollinginterest", "minorityinterest", "少数股东权益"),
    "preferred_equity": ("preferredstock", "preferredstockequity", "优先股"),
    "current_assets": ("流动资产合计", "totalcurrentassets"),
    "current_liabilities": ("流动负债合计", "totalcurrentliabilities"),
    "cash": ("cashandcashequivalents", "货币资金"),
    "short_investments": ("shortterminvestments", "othershortterminvestments", "交易性金融资产"),
    "receivables": ("accountsreceivable", "应收账款"),
    "inventory": ("inventories", "存货"),
    "payables": ("accountspayable", "应付账款"),
    "contract_liabilities": ("advancesfromcustomers", "合同负债", "预收款项", "预收账款"),
    "fixed_assets": ("propertyplantandequipment", "netppe", "固定资产"),
    "intangible_assets": ("intangibleassetsnet", "无形资产"),
    "goodwill": ("商誉",),
    "short_debt": ("shorttermdebt", "currentdebt", "shorttermborrowings", "短期借款"),
    "long_debt": ("longtermdebt", "longtermborrowings", "长期借款"),
    "bonds_payable": ("应付债券",),
    "short_bonds": ("应付短期债券", "应付短期融资券"),
    "current_portion_debt": ("currentportionoflongtermdebt", "一年内到期的非流动负债"),
    "lease_liabilities": ("operatingleaseliabilities", "租赁负债"),
    "total_debt": ("有息负债",),
    "loans": ("netloans", "发放贷款及垫款", "发放贷款和垫款"),
    "deposits": ("customerdeposits", "吸收存款", "吸收存款及同业存放"),
    "insurance_reserves": ("保险合同准备金", "insurancecontractreserves"),
}  # fmt: skip
_CASH_FLOW: dict[str, tuple[str, ...]] = {
    "operating_cash_flow": ("netcashflowfromoperatingactivities", "netcashprovidedbyoperatingactivities",
                            "经营活动产生的现金流量净额", "经营现金流"),
    "investing_cash_flow": ("netcashflowfrominvestingactivities", "投资活动产生的现金流量净额"),
    "financing_cash_flow": ("netcashflowfromfinancingactivities", "筹资活动产生的现金流量净额"),
    "capex": ("capitalexpenditure", "capitalexpenditures", "购建固定资产无形资产和其他长期资产支付的现金"),
    "dividends_paid": ("commonstockdividends", "cashdividendspaid", "分配股利利润或偿付利息支付的现金"),
}  # fmt: skip
_RATIOS: dict[str, tuple[str, ...]] = {
    "roe": ("returnonequity", "净资产收益率", "加权净资产收益率"),
    "gross_margin": ("grossprofitmargin", "销售毛利率", "毛利率"),
    "net_margin": ("netprofitmargin", "销售净利率", "净利率"),
    "debt_to_assets": ("资产负债率",),
    "current_ratio": ("流动比率",),
    "solvency_ratio": ("偿付能力充足率", "综合偿付能力充足率"),
    "capital_adequacy": ("资本充足率",),
    "core_tier1_ratio": ("核心一级资本充足率",),
    "npl_ratio": ("不良贷款率", "不良率"),
    "provision_coverage": ("拨备覆盖率",),
    "net_interest_margin": ("净息差",),
}
_TABLES = (
    (Statement.INCOME, LineMeasure.MONEY, _INCOME),
    (Statement.INCOME, LineMeasure.PER_SHARE, _PER_SHARE),
    (Statement.INCOME, LineMeasure.SHARES, _AVERAGES),
    (Statement.BALANCE, LineMeasure.MONEY, _BALANCE),
    (Statement.BALANCE, LineMeasure.SHARES, {"shares_total": ("sharesoutstanding", "ordinarysharesnumber", "总股本")}),
    (Statement.CASH_FLOW, LineMeasure.MONEY, _CASH_FLOW),
    (Statement.INDICATOR, LineMeasure.RATIO, _RATIOS),
    (Statement.INDICATOR, LineMeasure.PER_SHARE, {"embedded_value_per_share": ("每股内含价值",)}),
)
_STATEMENTS = {
    "income": Statement.INCOME, "incomestatement": Statement.INCOME, "利润表": Statement.INCOME,
    "balance": Statement.BALANCE, "balancesheet": Statement.BALANCE, "资产负债表": Statement.BALANCE,
    "cashflow": Statement.CASH_FLOW, "cashflowstatement": Statement.CASH_FLOW, "现金流量表": Statement.CASH_FLOW,
    "indicator": Statement.INDICATOR, "ratios": Statement.INDICATOR, "财务指标": Statement.INDICATOR,
}  # fmt: skip


def _plain(name: str) -> str:
    bare = re.sub(r"[(（\[].*?[)）\]]|^[一二三四五六七八九十]+、|^(?:其中|减|加)[:：]", "", name.strip().lower())
    return re.sub(r"[\s_/,，、'\"&.:：-]", "", bare)


@cache
def _names() -> dict[str, StatementItem]:
    found: dict[str, StatementItem] = {}
    for statement, measure, items in _TABLES:
        for item, spellings in items.items():
            for rank, spelling in enumerate((_plain(item), *spellings)):
                found.setdefault(_plain(spelling), StatementItem(statement, item, measure, rank))
    return found


@cache
def item_of(name: str) -> StatementItem | None:
    """None for a line that research has no use for."""
    return _names().get(_plain(name))


@cache
def statement_of(name: str) -> Statement | None:
    return _STATEMENTS.get(_plain(name))
