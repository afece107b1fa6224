"""Whether the words between two numbers name another figure, be it one that nobody has heard of."""

import re

from src.modules.research.domain.evidence.directions import without_directions

# Endings of what Chinese calls figures: 复购率, 客单价, 在手现金. Words that end so and name none stand below.
_ZH_FIGURE = re.compile(r"[\u4e00-\u9fff]{1,8}?[率额量值价比数润入本金流债产益差利效费税盈]")
_ZH_NO_FIGURE = re.compile(
    r"环比|同比|对比|相比|可比|较|均值|数值|前值|价值|估值|读数|分数|个数|多数|少数|半数|大量|产能|基本|成本|资本|资产|差异|差距|有利|不利|顺利"
    r"|盈利|利好|利空|数据|数字|指数|倍数|流动|入手|投入|进入|落入|本期|本机构|本身|本季|本年|益于|受益|价格|金额|总额|费用|税收|变量|产品|产业"
)
_EN_FIGURE = re.compile(
    r"\b(?:margins?|ratios?|yields?|rates?|values?|profits?|incomes?|earnings|revenues?|cash|debt|equity|assets?|costs?|"
    r"expenses?|prices?|volumes?|turnover|factors?|scores?|multiples?|spreads?|coverage|backlog|users?|orders?|"
    r"subscribers?|returns?|dividends?|capex|units?|per \w+)\b",
    re.IGNORECASE,
)
_ACRONYM = re.compile(r"(?<![A-Za-z])[A-Z]{3,6}(?![A-Za-z])")
_MONEY = frozenset({"CNY", "USD", "RMB", "HKD", "EUR", "GBP", "JPY", "USDT", "TTM", "YOY", "QOQ"})


def names_another(gap: str) -> bool:
    """Of a stretch without the names that are known, without periods, companies and tags."""
    rest = without_directions(gap)
    if _EN_FIGURE.search(rest) or any(word not in _MONEY for word in _ACRONYM.findall(rest)):
        return True
    return _ZH_FIGURE.search(_ZH_NO_FIGURE.sub(" ", rest)) is not None
