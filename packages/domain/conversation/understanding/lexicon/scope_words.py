"""The words for what to trade and how: the frequency, the holding period and the family."""

import re
from collections.abc import Mapping

from packages.domain.conversation.understanding.lexicon.market_words import ELSEWHERE
from packages.domain.conversation.understanding.lexicon.words import words

FREQUENCY: Mapping[str, re.Pattern[str]] = {
    "few_per_month": words(
        r"每个?月(?:几次|做几次|交易几次)?|低频|半个月(?:做|来)?一[次回]|一年(?:做|来)?(?:几|十几|十来)[次回笔]",
        r"monthly|every month|each month|low[- ]frequency|a few (?:times )?(?:a|per) month|fortnightly"
        r"|bi-?weekly|once in a (?:great |long )?while|once in a blue moon|rarely|hardly ever|seldom"
        r"|infrequent(?:ly)?|occasional(?:ly)?|now and then|quarterly",
    ),
    "few_per_week": words(
        r"每个?(?:周|星期|礼拜)几次|隔天|隔[一两]天|隔三差五|每隔一天|周[一二三四五](?:和|、)?周[二三四五]|三天两头",
        r"a few (?:times )?(?:a|per) week|every few days|every second day|most weeks|several per week",
    ),
    "daily": words(
        r"(?:每(?:天|日|个?交易日)|天天)(?:都)?(?:做|交易|操作|一次|一笔|一单)",
        r"trad\w+ (?:daily|every day)|daily trad\w+|^daily$|every (?:single )?trading day|every session",
    ),
    "multiple_per_day": words(
        r"高频|频繁(?:地)?(?:交易|操作|买卖)|越频繁越好|越多越好|盘中多做|不停地?(?:做|交易)|一直(?:做"
        r"|交易)|一天到晚|一天两位数"
        r"|(?:每天|一天|每日|日内|盘中)[^,。]{0,3}(?:(?<!差不)多|几|好几|很多|不下|不止|至少|十来|十几)[^,。]{0,4}(?:次"
        r"|单|笔|回)|(?:每天|一天|日内|每日|一日|盘中)(?:之?内)?(?:能)?(?:交易|做|操作|来)?(?:很多|多|好几"
        r"|好多|几|许多|无数|多做几|multiple)\s?(?:次|单|笔|回|times)",
        r"high[- ]frequency|hft|multiple (?:times |trades )?(?:a|per) day|all day(?: long|,? every day)?"
        r"|many (?:times|trades) (?:a|per) day|as (?:many|often|much) as (?:\w+ )?(?:possible|you can)"
        r"|constantly|non-?stop|around the clock|hyper-?active|very active",
    ),
}
FREQUENCY_BETWEEN = {ELSEWHERE: words(r"每个?(?:周|星期|礼拜)", r"weekly|every week")}  # once a week, or a few times
FREQUENCY_ASKED: Mapping[str, re.Pattern[str]] = {
    "few_per_month": words(r"^偶尔|很少(?:交易|做|操作)?$|^不常|^少做|^越少越好", r"^a few times a (?:year|quarter)"),
    "few_per_week": words("", r"^every couple of days$"),
    "daily": words(
        r"每(?:天|日|个?交易日)|(?<!今)天天(?!气)|每日|日日",
        r"daily(?! (?:charts?|bars?|candles?|data|timeframe|closes?|prices?))|every (?:single )?day"
        r"|each (?:trading )?day|every weekday",
    ),
}

HOLD: Mapping[str, re.Pattern[str]] = {
    "intraday_scalp": words(
        r"超短线?|剥头皮|刮头皮|秒进秒出|快进快出|抢一把|分钟级|(?:几|两三)分钟",
        r"scalp(?:s|ing|er)?|(?:in and out|quick) (?:within |in )?(?:minutes|seconds)|quick flips?"
        r"|seconds to minutes|minutes each|(?:hold(?:ing)?|keep(?: it)?|within|in) [^,]{0,12}\b(?:minutes"
        r"|seconds)",
    ),
    "intraday": words(
        r"日内(?!高频|多次|做?[几多])|当[天日]|不(?:持仓|拿|留)?(?:过|隔)夜|收盘前[^,。]{0,3}(?:平|清|卖|走)"
        r"|t\+0|早上?买[^,。]{0,3}[下晚][^,。]{0,2}卖|尾盘(?:平|走|卖|清)|(?:一|半)个?(?:上午|下午|早上|白天)",
        r"intra[- ]?day|in the morning[^,]{0,4},? (?:and )?out|out (?:in|by) the (?:afternoon|evening)"
        r"|day[- ]?trad(?:e|es|ing|er)|(?:in and out )?(?:the )?same[- ]day|within (?:the|a|one) day|(?:no|not"
        r"|nothing|don't hold|never hold|without holding|don't like holding|not holding|never"
        r"|hate) (?:\w+ )?overnight(?: positions)?"
        r"|(?:don't|do not|never|won't|not)(?: (?:want|wanna|like|plan|going|willing) to)? (?:hold(?:ing)?"
        r"|keep(?:ing)?|carry(?:ing)?|stay(?:ing)?)(?: \w+){0,2} overnight"
        r"|(?:one|single) (?:trading )?session|flat by the (?:close|end)|(?:closed?|out|flat|done|sold"
        r"|exit) (?:\w+ )?(?:by|before"
        r"|at) (?:the )?(?:close|bell|end of (?:the )?day|eod|market close)|hours each"
        r"|(?:held|hold(?:ing)?|keep)(?: \w+){0,2} for (?:a )?(?:few |couple of |several )?hours",
    ),
    "swing_days": words(
        r"波段|隔几天|(?:拿|持有|放|持股|过)(?:个|上)?(?:好?几|两三|三五|三四|四五)个?(?:天|交易日)"
        r"|(?<!隔)几天一个来回|(?:过|隔)夜(?:到|至)几天",
        r"swing(?:s|er)?(?:[- ]?trad(?:e|es|ing|er))?|(?:a )?night or (?:two|three)|overnight to a few days"
        r"|multi-?day|days each|(?:couple of|few|several|two|three|four|\d) days (?:per|a) trade"
        r"|(?:holding period|hold(?:ing)?|keep(?: it)?|period)[^,]{0,20}\bdays",
    ),
    "position_weeks_plus": words(
        r"长期|长线|中长线|中线|长持|价值投资|放着(?:不动)?|捂|死拿|拿着不动|一直拿|长拿|拿住不动",
        r"long[- ](?:term|run|haul|hold)|position(?:al)? (?:trad(?:e|es|ing|er)|hold)|buy[- ]and[- ]hold|hodl"
        r"|forever|weeks to months|weeks or (?:longer|months|more)|months or (?:longer|years|more)|(?:weeks"
        r"|months) each"
        r"|multi-?(?:week|month|year)|(?:until|till) retirement|(?:holding period|hold(?:ing)?|keep(?: it)?"
        r"|period)[^,]{0,20}\b(?:weeks|months|years)",
    ),
}
HOLD_ASKED: Mapping[str, re.Pattern[str]] = {
    "intraday_scalp": words(r"^分钟|秒", r"minutes|seconds"),
    "intraday": words(r"^小时|^几?个?小时级?", r"hours|^the day$|^in a day$"),
    "swing_days": words(r"^几天|^数日|^天$", r"days"),
    "position_weeks_plus": words(
        r"几周|几个?月|^数周|^数月|^月$|^周$", r"weeks|months|years|^position\b|^long$|^ages$"
    ),
}

FAMILY: Mapping[str, re.Pattern[str]] = {
    "trend_continuation": words(
        r"趋势(?:延续|跟踪|追踪|策略|型|跟随|的|那个)|(?:跟|追|顺|随)着?趋势|^趋势$|顺势|买涨(?!了)"
        r"|追涨(?:杀跌)?|追高|追强|动量|强者恒强|右侧|跟着?(?:方向|大势|走势|势头)|突破就?[追买]|顺着(?:方向"
        r"|走)|乘势|追(?:着)?(?:强|涨)",
        r"trend[- ]?(?:following|continuation|strateg\w+|trading)|(?:follow\w*|rid(?:e|ing)|with|catch\w*"
        r"|go with) (?:the )?trends?|^(?:the )?trend(?:s|ing)?(?: one)?$|momentum|ride (?:the )?(?:winners?"
        r"|wave|move)|let (?:the |my )?winners run|(?:buy|chase|follow|chasing|buying) (?:the )?(?:strength"
        r"|winners|strong|highs|breakouts?)|go(?:ing)? with the (?:flow|direction|move)|what's (?:going up"
        r"|strong)",
    ),
    "mean_reversion": words(
        r"均值回[归复]|^回归(?:的|型|类)?$|回归均值|反转|抄底|低吸|低吸高抛|低买高卖|高抛低吸|超跌(?:反弹)?"
        r"|逢低|捡便宜|跌[多了]+就?买|左侧|逆势|反向(?:操作|做|交易)?|反着(?:来|做)|回调(?:买|时)|别人恐[惧慌]",
        r"mean[- ]revers\w+|reversion(?: to the mean)?|revert\w*|contrarian|buy(?:ing)? (?:the |oversold "
        r"|on )?(?:dips?|low|pullbacks?|weakness|fear|the drop|bounces?)|oversold|snap(?:s|ping)? back|fad(?:e"
        r"|ing)(?: the)?(?: (?:extremes?|moves?|rall(?:y|ies)|spikes?))?|rubber band"
        r"|overreact\w*|reversals?|against the (?:crowd|trend|move|herd)|counter-?trend",
    ),
    "volatility_regime": words(
        r"波动率(?:状态|策略|型|区间|高低|那个)?|波动(?:状态|策略|型|区间|高低|那个|大的时候)|(?:做|看|靠"
        r"|赌)波动|^波动$|平静之后|盘整(?:后|之后)?突破|变盘|收敛突破|波动突破",
        r"volatility(?:[- ](?:regimes?|breakouts?|based|one|strategy|expansion))?|vol(?:[- ](?:regimes?"
        r"|breakouts?|expansion|expands?))?|squeeze|break(?:s|ing|out)? (?:from|out of) (?:a |the )?(?:calm"
        r"|quiet|range|squeeze)|calm before",
    ),
}
FAMILY_ASKED: Mapping[str, re.Pattern[str]] = {
    "trend_continuation": words(
        r"趋势|强势|涨势|方向",
        r"trend(?:s|ing)?|strong (?:stocks?|ones)|direction|winners|breakouts? and (?:run|follow)",
    ),
    "mean_reversion": words(
        r"超卖|反弹|跌多了|跌下来|便宜|涨多了", r"bounces?(?: back)?|beaten[- ]down|cheap|bargains?|dips?|overbought"
    ),
    "volatility_regime": words(r"平静|波动", r"regimes?"),
}
