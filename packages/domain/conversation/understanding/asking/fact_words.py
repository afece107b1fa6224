"""The words in which people ask for what the desk has on the screen: trades, prices, data, and one rule by its number.

They come before those of other questions, whose words they share."""

from collections.abc import Mapping
from re import IGNORECASE, Pattern

from packages.domain.evidence.patterns import lazy_pattern


def _words(zh: str, en: str) -> Pattern[str]:
    return lazy_pattern(rf"{zh}|{en}", IGNORECASE)


_HOLDING_ZH = r"(?:买入?(?:并|后|了)?(?:一直)?(?:持有|拿着|放着|不动)|一直拿着)"
FACT_WORDS: Mapping[str, Pattern[str]] = {
    "buy_and_hold": _words(
        rf"(?:为什么|为何|为啥|怎么|不如|还不如|跑不?赢|跑输|比|直接|干脆)[^。？]{{0,12}}{_HOLDING_ZH}"
        rf"|{_HOLDING_ZH}[^。？]{{0,8}}(?:好|强|差|多|少|怎么样|如何|比)",
        r"\b(?:why|how come|better|worse|beat\w*|instead|than|versus|vs|compar\w+|should (?:i|we)|not just|just)\b"
        r".{0,40}\bbuy(?:ing)?[- ](?:and|&|n)[- ]hold",
    ),
    "best_trade": _words(
        r"(?:最(?:好|赚钱?|成功|赚的)|(?:赚|盈利|挣)(?:得|钱)?最(?:多|大))[^,。亏]{0,4}(?:一|哪|那|单)?(?:[笔单次]|交易)"
        r"|(?:哪一?|单)[笔单次](?:交易)?[^,。]{0,3}(?:赚|盈利|挣)(?:得|钱)?的?最",
        r"\b(?:best|most profitable|biggest winning|largest winning)\b.{0,10}\b(?:trades?|winners?)\b"
        r"|\b(?:biggest|largest|best) (?:win|winner|gain)\b|\bwhich (?:\w+ )?trade\b.{0,12}\b(?:made|earned|won)\b"
        r".{0,8}most",
    ),
    "holding_time": _words(
        r"(?:平均|一般|通常|每笔|一笔)[^,。]{0,6}(?:持有|持仓|拿)[^,。]{0,4}(?:多久|多长|几天|多少|几根)"
        r"|平均持[有仓](?:时间|周期|期)",
        r"\bhow long\b.{0,30}\b(?:trades? (?:last|run)|positions? (?:last|held)|(?:are|is|was|were) (?:they|it|trades?"
        r"|positions?) held|does (?:it|a trade|the strategy) hold|do (?:they|trades) (?:hold|last))\b"
        r"|\b(?:average|mean|typical|avg) (?:holding|trade) (?:time|period|length|duration)\b"
        r"|\b(?:what|how).{0,16}\bholding time\b",
    ),
    "last_price": _words(
        r"(?:现价|最新价|股价|最新报价|现在的?价格?|收盘价)[^,。]{0,4}(?:是|多少|几|呢)|(?:现在|今天|目前)(?:是)?多少钱",
        r"\b(?:what|how much)\b.{0,20}\b(?:last|latest|current|newest|closing) (?:price|close|quote)\b"
        r"|^(?:the )?(?:last|latest|current) price\W*$|\bwhat(?:'s| is) the price\b|\bprice (?:now|right now|today)\b"
        r"|\bwhat(?:'s| is) (?:it|\S+) trading at\b",
    ),
    "real_data": _words(
        r"(?:数据|行情|公司|股票|标的|价格|demo\S*)[^,。]{0,6}(?:真的|真实|虚构|假的|模拟的?|编的|存在)[^,。]{0,4}(?:吗|么|还是|不)?",
        r"\b(?:is|are) (?:this |the |that |these )?(?:data|prices?|compan(?:y|ies)|stocks?|bars|demo\S*|it|they|this)"
        r"\b.{0,12}\b(?:real|fake|made[- ]up|fictional|invented|synthetic)\b(?! (?:money|cash|account))",
    ),
    "period": _words(
        r"(?:数据|回测|历史|行情|K线)[^,。]{0,6}(?:从(?:什么时候|哪|何时|几)|多长|多少年|几年|哪段|什么时间段|哪几年|覆盖)"
        r"|(?:用|测|覆盖|跑)了?(?:的是|的)?(?:多长|多少年|几年|哪段|哪几年)[^,。]{0,6}(?:数据|历史|行情|时间)",
        r"\b(?:what|which) (?:\w+ )?(?:period|range|years|dates|span|stretch|history)\b.{0,24}"
        r"\b(?:data|back-?test(?:ed)?|test(?:ed)?|cover\w*|use[sd]?|history|run|bars)\b"
        r"|\bhow (?:far back|many years|much history|long)\b.{0,24}\b(?:data|history|back-?test)\b"
        r"|\bhow much (?:data|history)\b|\bhow far back\b"
        r"|\b(?:since|from) when\b.{0,24}\b(?:data|history|bars|back-?test)\b"
        r"|\bwhen (?:does|do|did) the (?:data|history|bars|back-?test) (?:start|begin|end)\b",
    ),
    "fees": _words(
        r"(?:手续费|佣金|费率|滑点|交易成本)[^,。]{0,6}(?:怎么|如何|按|设|是多少|假设|包含|算|率|呢)"
        r"|(?:按|用|假设|算)(?:的|了)?(?:什么|多少)[^,。]{0,4}(?:手续费|佣金|费率|滑点)",
        r"\b(?:fees?|commissions?|slippage|trading costs?)\b.{0,24}\b(?:assum\w+|charged?|included?|calculated"
        r"|modell?ed|applied|used?)\b|^(?:and )?what (?:about )?(?:fees?|commissions?|slippage)\b\W*$"
        r"|\b(?:what|which) (?:fees?|commissions?|slippage)\b.{0,20}\b(?:does|do|are|is|did)\b"
        r"|\bdoes (?:it|that|this|the back-?test) (?:include|account for|charge) (?:any )?(?:fees?|commissions?|costs?"
        r"|slippage)\b",
    ),
    "rule_part": _words(
        r"(?:止损|止盈|仓位|入场|出场|离场|目标价?)(?:位|点|价|线|比例)?(?:现在|目前)?(?:是|设|定|设在|设成|设为|占)?了?"
        r"(?:多少|多大|在哪|多宽|多远|几个点|百分之几|怎么设的?)|每笔(?:用|占|买|投入?|的?仓位)(?:了|是|占)?多[少大](?:钱|仓位|资金|比例)?\W*$"
        r"|(?:入场|买入|出场|离场|卖出|平仓)的?(?:条件|规则|信号)是?(?:什么|啥|哪些)"
        r"|(?:什么时候|何时|啥时候)(?:会|才|才会)?(?:买|卖|入场|出场|离场|进场|平仓)入?出?\W*$",
        r"\b(?:what|where)(?:'s| is| are) (?:the|my|our|its)(?: current)? (?:stop(?:[ -]?loss)?|take[- ]profit"
        r"|(?:profit )?target|position siz(?:e|ing)|size|entry|exit|trailing stop)s?(?: (?:rules?|conditions?|levels?"
        r"|price|distance|at|set|to|now|again))*\W*$"
        r"|\bhow (?:far|wide|tight|big|large|much)\b.{0,16}\b(?:stop|(?:each|every|a|one|the) (?:position|trade))\b\W*$"
        r"|\bwhen (?:does|will|would|do) (?:it|the strategy|they|i|we) (?:buy|sell|enter|exit|get in|get out)\b\W*$",
    ),
    "newest_bar": _words(
        r"数据[^,。]{0,4}(?:到|截止|截至)[^,。]{0,2}(?:哪|什么时候|几号|何时)|数据[^,。]{0,4}(?:是?最新的?吗|过时|新不新|够新)",
        r"\b(?:data|bars|prices)\b.{0,16}\b(?:up[- ]to[- ]date|fresh|current|recent|stale|outdated|too old)\b",
    ),
    "nth_rule": _words(
        r"第[一二三四五六七八九十\d]{1,2}条(?:规则|条件)?[^,。]{0,8}(?:什么|解释|意思|怎么|讲|说|吗|呢)?",
        r"\b(?:explain|what|tell|meaning|mean|understand|get)\b.{0,16}\b(?:first|second|third|fourth|fifth|sixth|last|\d+(?:st|nd"
        r"|rd|th)) (?:rule|line|condition|clause)\b|\brule (?:number |no\.? ?|#)?\d\b",
    ),
    "duration": _words(
        r"(?:还要|还得|要|得|需要|大概)(?:等|跑|测)?(?:多久|多长时间)|(?:多久|多长时间|什么时候)(?:能|会|才)?(?:好|跑完|测完|出来|出结果)",
        r"\bhow (?:long|much longer) (?:will|does|is|do|until|till)\b.{0,24}\b(?:take|be|run|finish\w*|done|ready"
        r"|wait)\b"
        r"|\bhow much longer\b|\bwhen (?:will|is) (?:it|this|the (?:test|backtest|report))\b.{0,8}"
        r"\b(?:done|ready|finished|over)\b",
    ),
    "my_answer": _words(
        r"我的?(?:风险(?:偏好|承受\S{0,3}|等级)|收益(?:目标|预期|期望)|交易(?:年限|经验)|持有周期|交易频率)[^,。]{0,4}(?:是|选|填|定)"
        r"[^,。]{0,4}(?:什么|啥|多少|哪)",
        r"\bwhat(?:'s| is| was| were| did)?\b.{0,12}\bmy (?:risk (?:appetite|tolerance|profile|level)|return "
        r"(?:goals?|targets?|expectations?)|trading experience|holding period|trading frequency)\b",
    ),
    "rule": _words(
        r"(?:哪(?:条|个|些)|什么)(?:论据|依据|主张|结论|研究|论点)[^,。]{0,10}(?:止损|止盈|目标|仓位|入场|出场|规则)",
        r"\b(?:which|what) (?:claims?|research|evidence|arguments?)\b.{0,30}\b(?:stop|target|entry|exit|size|sizing"
        r"|rule|filter)\b",
    ),
}  # fmt: skip
