"""Why a method has no value, in the words that an analyst would use, Chinese first."""

_REASONS = (
    ("Lending and underwriting", "现金流就是业务本身", "its cash flow is its business"),
    ("nothing of that enterprise value", "扣除债务后所剩无几", "after debt nothing is left for shareholders"),
    ("cannot be discounted", "现金流不为正，无法折现", "the cash flow is not positive"),
    ("multiple of a loss", "每股基础为负，倍数没有意义", "a multiple of a loss is no value"),
    ("needs a positive", "每股收益或每股净资产不为正", "earnings or book value are not positive"),
    ("did not grow", "利润没有增长，该指标没有意义", "profit did not grow"),
    ("from or to a loss", "利润曾为或现为亏损", "profit was or is below zero"),
    ("no positive", "当日没有为正的倍数", "there is no positive multiple of the day"),
    ("days with", "历史样本不足", "there is too little history"),
    ("cannot be compared", "财报与股价币种不同", "the reports are in another currency than the price"),
    ("embedded value", "财报没有内含价值", "the filings give no embedded value"),
    ("margin of the cycle needs", "财报不足一个周期", "the filings do not cover a cycle"),
    ("over the cycle nothing", "整个周期没有盈利", "over the cycle nothing was earned"),
    ("justifies no price", "净资产回报低于永续增速", "the return on equity is below growth"),
    ("no book to price", "净资产为负", "book value is negative"),
    ("No dividend", "没有近一年的分红记录", "no dividend of the last year is stored"),
    ("no dividend lasts", "没有可分的利润", "there are no earnings to pay it from"),
    ("says nothing", "账面净资产已不能代表盈利能力", "book value no longer stands for what it earns"),
    ("borrowing line", "财报没有有息负债科目", "the filings give no borrowing line"),
    ("Cash is not told", "财报没有现金科目", "the filings give no cash line"),
    ("depreciation", "财报没有折旧摊销", "the filings give no depreciation"),
    ("interest_expense", "财报没有利息费用", "the filings give no interest expense"),
    ("neither in", "股本未知", "the number of shares is not known"),
    ("divided by", "分母不为正", "what it is divided by is not positive"),
)
_OTHERWISE = ("财报数据不足", "the reports do not tell what it needs")


def why_absent(reason: str) -> tuple[str, str]:
    """For the reason that a calculation gave."""
    return next(((zh, en) for mark, zh, en in _REASONS if mark in reason), _OTHERWISE)
