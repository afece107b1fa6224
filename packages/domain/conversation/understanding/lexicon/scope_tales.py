"""What people tell where they are asked how often, how long and by which family, instead of naming it: the hour at
which they are out, what else takes as long, the tools and sayings of a school."""

import re
from collections.abc import Mapping

from packages.domain.conversation.understanding.lexicon.words import words

_BY = r"(?:by|before|at) (?:\d|the (?:bell|close|end)|noon|lunch|tea|dusk|sunset|evening|dinner|three|four|bed)"
_FEW = r"(?:two|three|four|five|2|3|4|5|a couple(?: of)?|a few|couple|few)(?:(?: or | to |-)\w+)?"

HOLD_PHRASES: Mapping[str, re.Pattern[str]] = {
    "intraday_scalp": words(
        r"抢帽子|帽客|闪进闪出|电光火石|成交(?:即走|了?马上)|几个?(?:tick|跳价?)|一根一分钟|[15]分钟[线k]|m1图"
        r"|盘口|蹭一口|吃一口就|眨眼|分时图|几档就|抢短|一首歌|抽根烟|秒级",
        r"one (?:cigarette|coffee|smoke|sip|breath)|touch and go|ticks?(?: by tick| charts?| exits?)?|blink(?:ing)?"
        r"|fast in,? fast(?:er)? out|drive[- ]by"
        r"|commercial break|(?:boil|boils) an egg|kettle boils|one song"
        r"|(?:nano|micro|milli)seconds?|secs|dom ladder|order book|a couple of prints|flash in the pan|blitz"
        r"|bullet chess|next uptick|(?:1|one|5|five)[- ]?m(?:in(?:ute)?)?"
        r" (?:charts?|bars?|candles?)|candles? on the [15]m|hit and run|as short as possible|speed dating"
        r"|quick (?:in|pop)",
    ),
    "intraday": words(
        r"日结|打烊|盘中解决|下班就平|当日(?:了结|平)|一日游|收盘(?:就|前|见)|三点前|下午(?:就)?[卖平清]"
        r"|[绝不]?不?留(?:东西|仓|货)?过夜|今天的?[仓单]?今天|同一天|睡觉?前[出平]"
        r"|(?:小时|钟头)级|日内波段|不拿过日|半天|十点.{1,4}点[半出]",
        rf"same (?:day|date)|(?:cash|flat|out|done|shut|sold|gone|wrap(?:ped)?(?: it)? up|square(?:d)? (?:it )?off"
        rf"|closed?)(?: it| up| everything| out)* {_BY}"
        r"|each evening|ends today|today in,? today out|intraday swings?|mis only|no carry(?: forward)?"
        r"|carried to tomorrow|stay the night|one (?:trading )?session|a single session"
        r"|sunrise to sunset|(?:till|until|to) (?:lunch|tea ?time|noon|dusk|sunset)|home flat|(?:sleep"
        r"|go home) flat|within (?:one|a single|the same) (?:day|session)|inside (?:one|a) day"
        r"|(?:by|before|till|until) (?:the )?(?:market close|close|evening|end of (?:the )?day|i (?:pick up|fetch"
        r"|collect)|school run|home ?time)"
        r"|(?:done|finished|out|over) by the time|before (?:bed|dinner|i go home)|not past \d|(?:london"
        r"|new york) open (?:to|till|until)"
        r"|nothing (?:is )?open (?:at night|overnight)|in the evening nothing",
    ),
    "swing_days": words(
        r"[两三二四几]夜|[两三]宿|几个?昼夜|隔夜|短炒|[几三四五两]根日[k线]|日[k线]三五|周末前|不过周末|不想过周末"
        r"|几个?交易日|三两天|个把星期不到",
        rf"{_FEW} (?:nights|sleeps|closes|sessions|daily (?:candles|bars)|bars on the daily)|daily candles"
        rf"|bars on the daily|(?:before|by|never over|not over|out before|gone before) the"
        r" weekend|before the week(?:'s| is) (?:over|out)|till friday|day (?:three|four|five|[345])|the (?:third"
        r"|fourth) day|into tomorrow|overnight or two|within the (?:same )?week"
        r"|(?:inside|within) (?:a|one|the) week|overnight|a few closes|half a week",
    ),
    "position_weeks_plus": words(
        r"躺平|存股|像买房|酿酒|种树|跨年|买入并持有|传家宝|删软件|天荒地老|留给(?:儿子|女儿|孩子|后代)|时间的朋友"
        r"|死了都不卖|当股东|吃股息|收息|分红|拿到(?:退休|孩子|翻倍|老)|久久|慢慢拿"
        r"|等它长|一个多月|几个季度|一季|穿越牛熊|长期主义|不卖|养老",
        r"diamond hands|investor,? not a trader|compound|(?:kids?|son|daughter)[^,]{0,18}(?:college|uni|school"
        r"|eighteen|18)|(?:don't|never|won't) sell|age (?:it|them) like|whisk(?:e)?y|like (?:a )?"
        r"(?:good )?(?:wine|cheese)|bury it|old and gr[ea]y|quarters?|hands[- ]off|stay invested|slow money"
        r"|decades?|(?:until|till) (?:i (?:retire|die)|retirement|the (?:cows|bull)|the house)"
        r"|sit on (?:it|them)|set (?:it )?and forget|passive|harvest|seasons?|i plant|grandkids|coffee can"
        r"|for ages|years and years|buffett|as long as (?:the trend|possible)|long long time"
        r"|marathon|(?:until|till|due in)[^,]{0,20} 20[3-9]\d|as long as (?:the )?dividends?",
    ),
}
FREQUENCY_PHRASES: Mapping[str, re.Pattern[str]] = {
    "few_per_month": words(
        r"少而精|少出手|少动|极少|难得|按月|逐月|月级|月供|月均|发工资|月初|月底|佛系|不求多|宁缺毋滥|钓大鱼"
        r"|十拿九稳|一年[^,。]{0,4}几次|偶尔|基本不(?:动|交易)|越低越好|少来几次",
        r"few and far between|less than weekly|pay ?days?|salary (?:day|cycle)|pay ?checks?|rent'?s? (?:is )?due"
        r"|(?:first|end|start) of the month|(?:full|new) moon|lunar|every (?:other|second|third"
        r"|few|couple of|\w+) weeks|every (?:other|second|third) week(?:end)?|about every fortnight|not (?:very "
        r"|that |so )?often|fat pitch|sniper|crocodile|hibernat\w+|now and again|less is more"
        r"|not even (?:weekly|once a week|every week)|as (?:few|little|rarely) as|only when|fomc|calendar month"
        r"|times? in (?:a |the )?month|in a month"
        r"|sparingly|once in a while|when it matters|electricity bill",
    ),
    "few_per_week": words(
        r"隔日|双日|两日一|周内[^,。]{0,2}[两三几二]|每?week[^,。]{0,3}[两三几二]|一周三|工作日挑",
        r"every other (?:day|morning|evening|night)|semi-?weekly|(?:two|three|twice|2|3)(?:x| times)? weekly"
        r"|weekly (?:maybe )?(?:two|three|2|3)|(?:a )?few (?:times )?(?:every|each|in (?:a|the|one)) week"
        r"|in one week maybe|week in,? week out|(?:two|three|four) (?:evenings|days|nights) (?:out of|of) (?:five"
        r"|seven)|most days",
    ),
    "daily": words(
        r"日均一|每[晚早]一|朝朝|天天一|一天[^,。]{0,2}(?:最多|就|只)?一[次单笔]|工作日都",
        r"nightly|every (?:morning|evening|night|lunch)|once daily|one (?:each|per|a) (?:day|session)|quotidian"
        r"|day in,? day out|regular as|duolingo|(?:monday|mon) (?:to|through|thru) (?:friday|fri)"
        r"|daily habit|each weekday",
    ),
    "multiple_per_day": words(
        r"密集|频率拉满|(?:非常|很|特别|极其)频繁|不设限|没停过|机关枪|来者不拒|十来?个?来回|越多越|每根"
        r"|每(?:个)?(?:小时|hour)|十五分钟线|好几次|多来几次|上午[^,。]{0,4}下午|[十几]+转|全职做",
        r"one (?:at|in|before|on) (?:the )?\w+(?:,? (?:and )?(?:one|another) (?:at|in|before|on|after) (?:the )?\w+)+"
        r"|(?:scalp|trad)ing all (?:session|day|morning)|hourly|every (?:hour|candle|bar|tick|few minutes"
        r"|\w+ minutes)|churn|flipping|one after another"
        r"|trigger[- ]happy|relentless|continuous(?:ly)?|trade after trade|machine gun|the more the"
        r" (?:merrier|better)|lots(?: every day)?|always (?:in|on)|(?:each|every) session|multiple shots"
        r"|rapid[- ]fire|several (?:a|each|per|every) (?:day|session)|one day (?:few|many|several)"
        r"|never (?:idle|stop)|constantly|all day",
    ),
}
FAMILY_PHRASES: Mapping[str, re.Pattern[str]] = {
    "trend_continuation": words(
        r"金叉|站上[^,。]{0,5}线|谁涨得?[猛快]|只跟|不猜顶|借东风|滚雪球|连板|接力|逢强|新高|不怕高|冲浪|热灶"
        r"|红了继续|均线之上|龙头|多头排列|顺风|强势股|海龟|涨停|势头|惯性",
        r"golden cross|ctas?|in motion|can ?slim|snowball|directional|prevailing|runaway|adx|livermore|gap and go"
        r"|join the move|slipstream|leaders?|new highs?|52[- ]week highs?|turtles?|relative"
        r" strength|uptrends?|higher highs|(?:moving average|ma) cross\w*|follow(?:ing)? the (?:herd|money|crowd"
        r"|leader)|hop on|along for the ride|ride (?:it|the)|jump on|hot hand|bandwagon|surf\w*"
        r"|strength begets|don't fight|keeps? (?:going|running|climbing)",
    ),
    "mean_reversion": words(
        r"捡漏|乖离|否极泰来|双底|偏了就|超买|超卖|淘金|弹簧|修复|恢复常态|橡皮筋|物极必反|打折|便宜货|人弃我取"
        r"|低估|网格|箱体|震荡市|高卖|跌下来买|接飞刀|别人恐",
        r"what goes up|z-?scores?|overextend\w*|clearance|convergence|take the other side|fallen angels?|ornstein"
        r"|turnaround|yo-?yo|black friday|on sale|discount(?:s|ed)?|deviation|pendulum|boomerang"
        r"|stretched|too far|bargain\w*|back to (?:the )?(?:normal|average|mean|middle)|range[- ]?bound"
        r"|pairs? trad\w+|stat(?:istical)? ?arb\w*|sell the (?:rip|spike|hype)|knee-?jerk|blood in the"
        r" streets|others (?:are )?(?:fearful|panic)|elastic|sold off|out of favou?r"
        r"|catch(?:ing)? (?:the )?(?:falling )?knives?",
    ),
    "volatility_regime": words(
        r"跨式|宽跨|看天气|等炸|动就行|铁鹰|恐慌时|挤压|收口|市况|黑天鹅|尾部|隐波|波指|海况|收窄|抽风|上蹿下跳"
        r"|暴风雨|大波动|看[^,。]{0,3}波动|涨跌(?:我)?不管",
        r"straddles?|strangles?|condors?|butterfl\w+|gamma|vix|vxx|move index|skew|delta[- ]neutral|nr7"
        r"|whichever way|either (?:way|direction)|up or down|movement|calm|storm(?:s|y)?|pressure cooker"
        r"|coiled?|compress\w+|contraction|expansion|weather|choppy|tail (?:risk|hedge)|implied|garch|turbulen\w+"
        r"|gets rough|atr|nervousness|explodes",
    ),
}
