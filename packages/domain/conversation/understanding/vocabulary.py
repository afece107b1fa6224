"""The words for each field and its values, in Chinese and English; of overlapping ones the longest counts."""

import re
from collections.abc import Mapping

from packages.domain.evidence.patterns import lazy_pattern

ELSEWHERE = "elsewhere"  # a market that is not traded here: who names it among others has not chosen


def _any(zh: tuple[str, ...], en: tuple[str, ...]) -> re.Pattern[str]:
    """English words stand alone, Chinese ones anywhere."""
    english = (rf"\b(?:{'|'.join(en)})\b",) if en else ()
    return lazy_pattern("|".join((*zh, *english)), re.IGNORECASE)


VOCABULARY: Mapping[str, Mapping[str, re.Pattern[str]]] = {
    "trading_years_bucket": {
        "years_0_1": _any(
            zh=(
                r"新手|小白|菜鸟|刚入门|刚入市|刚开始|刚接触|初学者?|零基础",
                r"(?:没有?|无|毫无|零)(?:任何)?(?:交易|投资)?经验",
                r"(?:从来?没有?|没有?|从未)(?:做|炒|交易|投资)过|第一次",
            ),
            en=(
                r"beginner|newbie|novice|rookie|just (?:started|starting|begun)|brand new",
                r"new to (?:this|trading|investing|it)|i['’]?m new",
                r"(?:no|zero|without) (?:any )?(?:trading |investing )?experience",
                r"never (?:traded|invested)|first time",
            ),
        ),
    },
    "risk_tolerance": {
        "conservative": _any(
            zh=(
                r"保守|谨慎|稳妥|求稳|低风险|风险低|厌恶风险|规避风险|怕亏|亏不起|承受不了",
                r"(?:不想|不能|不愿|不敢)(?:亏|冒险)",
            ),
            en=(
                r"conservative|cautious|careful|risk[- ]averse|low[- ]risk|play it safe",
                r"(?:can(?:no|')t|cannot) (?:afford|stand) (?:to )?los\w+",
            ),
        ),
        "moderate": _any(
            zh=(r"稳健|适中|中等|中庸|平衡型|风险中等|中等风险|一般风险",),
            en=(r"moderate(?:ly)?|medium|middle[- ]of[- ]the[- ]road|balanced risk",),
        ),
        "aggressive": _any(
            zh=(r"激进|进取|积极|高风险|风险高|敢冒险",),
            en=(r"aggressive(?:ly)?|high[- ]risk|risk[- ]taker|bold",),
        ),
        "very_aggressive": _any(
            zh=(
                r"(?:非常|特别|十分|极其|极度|超级|很|最|极)(?:激进|进取)|极高风险",
                r"(?:不怕|无所谓)亏|梭哈|全押",
            ),
            en=(
                r"(?:very|extremely|super|highly|most|really|ultra)[- ]?aggressive(?:ly)?",
                r"all in|yolo",
            ),
        ),
    },
    "return_expectation": {
        "capital_preservation": _any(
            zh=(r"保住?本金?|保值|本金安全|不亏(?:钱)?就[行好]|安全第一",),
            en=(
                r"capital preservation",
                r"preserv\w+(?: (?:my|the|our))?(?: (?:capital|money|wealth))?",
                r"protect\w*(?: my)? (?:capital|money|principal)",
                r"keep(?:ing)? (?:my|the) money safe|not los(?:e|ing) money|safety first",
            ),
        ),
        "balanced_growth": _any(
            zh=(
                r"(?:平衡|均衡|稳步|稳定|稳健|温和)(?:的)?(?:增长|增值|收益|回报)|平衡|均衡",
                r"跑赢通胀",
            ),
            en=(
                r"balanced(?: growth)?|(?:steady|stable|modest) (?:growth|returns?|gains?)",
                r"beat inflation",
            ),
        ),
        "growth": _any(
            zh=(r"增长|成长|增值|较高(?:的)?(?:收益|回报)",),
            en=(r"growth|grow(?: my| the)? (?:money|capital|wealth)|higher returns?",),
        ),
        "high_growth": _any(
            zh=(
                r"(?:高速?|快速|高额|超高|最大)(?:的)?(?:增长|成长|收益|回报)|翻[倍番几]",
                r"一年翻|暴富|发财|越[多高]越好|收益最大化",
            ),
            en=(
                r"high[- ]growth",
                r"(?:high|huge|max\w*|big|highest|rapid) (?:growth|returns?|gains?)",
                r"maximi[sz]e (?:returns?|profits?)",
                r"doubl\w+ (?:my|the) (?:money|account|capital)|get rich|as much as possible",
            ),
        ),
    },
    "target_market": {
        "cn_stocks": _any(
            zh=(
                r"a股|沪深|大a|上证|深证|创业板|科创板|中国(?:的)?(?:股票|股市)",
                r"国内(?:的)?(?:股票|股市)?|中国",
            ),
            en=(
                r"a[- ]shares?|chin(?:a|ese) (?:a[- ]shares?|stocks?|equities|market)",
                r"cn stocks?|shanghai|shenzhen|china|^cn$",
            ),
        ),
        "us_stocks": _any(
            zh=(r"美股|美国(?:的)?(?:股票|股市)?|纳斯达克|纳指|标普|道琼斯",),
            en=(
                r"(?:us|u\.s\.|american|usa) (?:stocks?|equit(?:y|ies)|shares?|market)|nasdaq",
                r"nyse|s&p|wall street|america|usa|^us$",
            ),
        ),
        "crypto": _any(
            zh=(r"加密(?:货币|资产)?|数字货币|虚拟货币|虚拟币|币圈|炒币|比特币|以太坊",),
            en=(r"cryptos?|cryptocurrenc(?:y|ies)|bitcoin|btc|eth|ethereum|coins",),
        ),
        "forex": _any(
            zh=(r"外汇|货币对|炒汇|汇率",),
            en=(r"forex|fx|foreign exchange|currenc(?:y|ies)(?: pairs?)?",),
        ),
        "futures": _any(
            zh=(r"期货|股指期货",),
            en=(r"futures|commodit(?:y|ies)",),
        ),
        "hk_stocks": _any(
            zh=(r"港股|香港(?:的)?(?:股票|股市)?|恒生|恒指",),
            en=(r"hong kong(?: stocks?| equities| market)?|hk stocks?|hang seng|hkex",),
        ),
        "jp_stocks": _any(
            zh=(r"日股|日本(?:的)?(?:股票|股市)?|东京|日经",),
            en=(r"japan(?:ese)?(?: stocks?| equities| market)?|tokyo|nikkei|topix",),
        ),
        "uk_stocks": _any(
            zh=(r"英股|英国(?:的)?(?:股票|股市)?|伦敦|富时",),
            en=(r"(?:uk|u\.k\.|british|london)(?: stocks?| equities| shares?| market)?|ftse|lse",),
        ),
        "de_stocks": _any(
            zh=(r"德股|德国(?:的)?(?:股票|股市)?|法兰克福",),
            en=(r"german(?:y)?(?: stocks?| equities| market)?|xetra|frankfurt",),
        ),
        "fr_stocks": _any(
            zh=(r"法股|法国(?:的)?(?:股票|股市)?|巴黎",),
            en=(r"(?:french|france|paris)(?: stocks?| equities| market)?",),
        ),
        "nl_stocks": _any(
            zh=(r"荷兰(?:的)?(?:股票|股市)?|阿姆斯特丹",),
            en=(r"(?:dutch|netherlands|amsterdam)(?: stocks?| equities| market)?",),
        ),
        "it_stocks": _any(
            zh=(r"意大利(?:的)?(?:股票|股市)?|米兰",),
            en=(r"(?:italian|italy|milan)(?: stocks?| equities| market)?",),
        ),
        "es_stocks": _any(
            zh=(r"西班牙(?:的)?(?:股票|股市)?|马德里",),
            en=(r"(?:spanish|spain|madrid)(?: stocks?| equities| market)?",),
        ),
        "ch_stocks": _any(
            zh=(r"瑞士(?:的)?(?:股票|股市)?|苏黎世",),
            en=(r"(?:swiss|switzerland|zurich)(?: stocks?| equities| market)?",),
        ),
        "in_stocks": _any(
            zh=(r"印度(?:的)?(?:股票|股市)?|孟买",),
            en=(r"indian?(?: stocks?| equities| market)?|mumbai|nifty|sensex",),
        ),
        ELSEWHERE: _any(
            zh=(r"欧股|债券|基金|期权",),
            en=(r"europe(?:an)?|bonds?|funds?|options",),
        ),
    },
    "opportunity_frequency_bucket": {
        "few_per_month": _any(
            zh=(r"每个?月(?:几次|做几次|交易几次)?|低频",),
            en=(r"monthly|every month|low[- ]frequency|a few (?:times )?(?:a|per) month",),
        ),
        "few_per_week": _any(
            zh=(r"每个?(?:周|星期|礼拜)(?:几次)?",),
            en=(r"weekly|every week",),
        ),
        "daily": _any(
            zh=(r"每(?:天|日|个?交易日)(?:都|一次)?|天天",),
            en=(r"daily|every (?:single )?(?:trading )?day|each day",),
        ),
        "multiple_per_day": _any(
            zh=(
                r"高频|频繁交易",
                r"(?:每天|一天|日内|每日|一日)(?:之?内)?(?:交易|做|操作)?(?:很多|多|好几|好多|几|许多|无数)次",
            ),
            en=(
                r"high[- ]frequency|hft|multiple (?:times )?(?:a|per) day|all day long",
                r"many trades (?:a|per) day",
            ),
        ),
    },
    "holding_period_bucket": {
        "intraday_scalp": _any(
            zh=(r"超短线?|剥头皮|刮头皮|秒进秒出|快进快出",),
            en=(r"scalp(?:s|ing|er)?|in and out",),
        ),
        "intraday": _any(
            zh=(r"日内|当天|当日|不(?:持仓)?(?:过|隔)夜|收盘前平仓",),
            en=(
                r"intraday|intra-day|day[- ]trad(?:e|es|ing|er)|same day|within (?:the|a) day",
                r"(?:no|not|nothing|don't hold|never hold|without holding) (?:\w+ )?overnight",
                r"flat by the close",
            ),
        ),
        "swing_days": _any(
            zh=(r"波段|短线|隔几天",),
            en=(r"swing(?:s| trad(?:e|es|ing|er))?",),
        ),
        "position_weeks_plus": _any(
            zh=(r"长期|长线|中长线|中线|长持|价值投资",),
            en=(r"long[- ]term|position trad(?:e|es|ing|er)|buy and hold|long haul",),
        ),
    },
    "strategy_family_choice": {
        "trend_continuation": _any(
            zh=(r"趋势(?:延续|跟踪|追踪|策略|型|跟随)?|顺势|追涨|动量",),
            en=(r"trend(?:s|[- ]?following|[- ]continuation)?|momentum",),
        ),
        "mean_reversion": _any(
            zh=(r"均值回[归复]|回归均值|反转|抄底|低吸高抛|低买高卖|高抛低吸|超跌反弹",),
            en=(
                r"mean[- ]revers\w+|reversion|revert\w*|contrarian|buy(?:ing)? (?:the )?dips?",
                r"oversold",
            ),
        ),
        "volatility_regime": _any(
            zh=(r"波动率?(?:状态|策略|型|区间)?",),
            en=(r"volatility(?:[- ](?:regime|breakout|based))?|vol regime",),
        ),
    },
}

# The words that show which field a message is about, without saying what its value is.
TOPICS: Mapping[str, re.Pattern[str]] = {
    field: lazy_pattern(words, re.IGNORECASE)
    for field, words in {
        "trading_years_bucket": r"经验|年限|交易.{0,4}[年月]|炒股|入市|experience|years?|trad(?:ed|ing) (?:for|since)",
        "risk_tolerance": r"风险|亏|损失|回撤|risk|los[es]|drawdown|volatil",
        "return_expectation": r"收益|回报|目标|赚|盈利|增值|return|profit|goal|gain|earn|expect",
        "target_market": r"市场|股市|market",
        "target_instrument": r"标的|股票|代码|品种|币种|instrument|ticker|symbol|stock",
        "opportunity_frequency_bucket": r"频率|频次|多久.{0,3}次|次数|frequen|how often|often",
        "holding_period_bucket": r"持有|持仓|周期|拿多久|持股|hold|horizon|period",
        "strategy_family_choice": r"策略(?:类型|家族|种类)?|打法|风格|famil|strateg|style",
    }.items()
}
