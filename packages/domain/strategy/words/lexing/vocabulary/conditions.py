"""Words for what is compared and how: prices, positions, crossings, states and moves."""

from packages.domain.strategy.words.lexing.tokens import Table, Tag

WORDS: Table = {
    Tag.FIELD: {
        "close": (
            "stock price|share price|the price|spot|last|ltp|market price|underlying|the shares|shares price|最新价|现价|盘中价|price|close|closing price|closes|收盘价|收盘|股价|价格|现价|close price|the market price"
            "|k线收盘价|市价为|币价|last price|current price|当前价格|当前价|closing|prices|行情价|收在|收于"
            "|股票价格|收盘时价格"
        ),
        "open": "open price|open|开盘|opening price|开盘价|the open|today's open|今开",
        "high": "high of the day|high price|the high of the day|the day's high|当日最高|最高价|day's high|today's high|intraday high",
        "low": "low of the day|low price|the low of the day|the day's low|intraday low price|当日最低|最低价|day's low|today's low|intraday low",
    },
    Tag.VOLUME: {
        None: "volume|vol|vols|量|当日量|交投量|turnover volume|trading volume|成交量|交易量|量能|volumes|today's volume|当日成交量",
    },
    Tag.AVERAGE: {
        None: "average|avg|mean|normal|usual|平均|均值|平均值|平均水平|averages",
    },
    Tag.EXTREME: {
        "high": (
            "high|highs|highest high|highest|highest price|高点|新高|最高点|高位|最高|前高点|最高价格|peak"
            "|阶段高点|new highs"
        ),
        "low": ("low|lows|lowest low|lowest|lowest price|低点|新低|最低点|低位|最低|最低价格|trough|阶段低点|new lows"),
    },
    Tag.NEW: {
        None: ("new|makes|makes a new|hits a new|sets a new|创|创出|创下|再创|刷新|made a new|reaches a new|making"),
    },
    Tag.ZERO: {
        None: "zero|zero line|the zero line|zero axis|零轴|0轴|零线|0线|零|centerline|center line",
    },
    Tag.LINE: {
        None: "line|线|lines|curve|曲线",
    },
    Tag.OVER: {
        "gt": (
            ">|＞|守住|守稳|holds|holds above|强于|强过|优于|abov|abv|above|aboves|tops|beats|beating|betters|outstrips|surpasses|surpass|greater|超越|胜过|大过|高出|高出于|站在|收在上方|运行在|处在上方|in excess of|upwards of|over and above|tops out over|is over|running above|running over|hovers above|过|升过|超过了|higher then|greater then|more then|above then|over|greater than"
            "|higher than|more than|bigger than|exceeds|exceed|exceeding|高于|大于|超过|多于|超出|超|在上"
            "|{stay} above|{stay} over|well above|位于上|高过|north of|larger than|{close} above|{close} over"
            "|收于上|{close} higher than|收盘高于|收盘在上|strictly above|outpaces|is above"
        ),
        "gte": (
            ">=|=>|no lower than|or higher|or more|or above|or better|不少於|至少为|及以上|或以上|达到或超过|≥|not below|not less than|greater than or equal to|at or above|不低于|不小于|大于等于"
            "|大于或等于|不少于|大等于|no less than|高于或等于|高于等于|above or equal to|equal to or above"
        ),
        "lt": (
            "<|＜|弱于|弱过|没到|还没到|没达到|尚未达到|跌不到|bellow|belo|blow|below|sub|小过|不及|低出|较低于|is under|is below|running below|short of|下于|lower then|less then|smaller then|under|less than|lower than|smaller than|beneath|低于"
            "|小于|少于|不到|不足|{stay} below|{stay} under|低过|underneath|{close} below|{close} under"
            "|收盘低于|south of|fewer than|{close} lower than|未达|未到"
        ),
        "lte": (
            "<=|=<|no higher than|or lower|or less|or below|及以下|或以下|没超过|没有超过|未超过|≤|not above|less than or equal to|at or below|不高于|不大于|小于等于|小于或等于|不多于"
            "|低于或等于|低于等于|below or equal to"
        ),
        "eq": "=|==|equals|equal to|等于",
    },
    Tag.AT_MOST: {
        None: (
            "at most|no more than|never more than|控制在|最多|至多|顶多|撑死|不超|no longer than|not longer than|for up to|for at most|for no more than|cap|capped at|cap at|封顶|以内为限|最多不超过|上限为|不超过|up to|maximum|max|a maximum of|上限"
            "|不得超过|不能超过|最大|最长|not more than|最高不超过"
        ),
    },
    Tag.AT_LEAST: {
        None: "at least|min|minimum|起码|最起码|不低於|at a minimum|至少|a minimum of|最少",
    },
    Tag.CROSS: {
        "cross_above": (
            "弹过|反弹过|reclaim of|a reclaim of|站上去|站稳在|收复|重回|重返|夺回|攻克|攻破|上摸穿|向上穿|向上破|上突|破前高|突破到|放量突破了|突破上|踏上|踩上|越过|穿上|翻越|冲过|冲上去|涨过|升过|涨穿|收上|收回|站回到|重新站回|重新突破|{break} past|{break} up through|{break} to the upside of|take out|taking out|took out|clear|cleared|clearing|recapture|recaptures|regains|regain|retakes|overtakes|overtake|surmounts|vaults|punches through|busts|bust above|hurdles|cross upward|crosses upward|{cross} above|{cross} over|{cross} up through|{cross} upward through|{cross} back above"
            "|{break} above|{break} over|{break} out above|{break} through|{rise} above|{rise} over"
            "|{rise} back above|{rise} through|上穿|突破|站上|升破|向上突破|上破|涨破|向上穿过|向上穿越"
            "|有效突破|站稳|重新站上|冲破|向上站上|站回|升穿|突破了|冲上|升至上方|上突破|由下向上穿越"
            "|{break} out of|{break} out over|takes out|clears|由下往上穿过|上升突破"
            "|{cross} to the upside|{break} back above|从下方突破|从下向上突破|上穿过"
            "|{close} back above|升破了|向上穿破|crossover above|回升到上方|{cross} from below|turns above"
            "|reclaims|reclaim|上涨突破|breakout above|a break above|站到"
        ),
        "cross_below": (
            "loss of|on loss of|a loss of the|跌穿了|破位|击破|失掉|丢掉|丢了|砸破|砸穿|跌出|掉破|掉下|掉到下面|掉穿|向下穿|向下破|下突|收破|跌回下方|有效击穿|lose|losing|gives up|give up|gives way at|gives back|surrenders|violates|undercuts|undercut|fails to hold|cross downward|crosses downward|breach|breaches|{cross} below|{cross} under|{cross} beneath|{cross} down through|{cross} back below"
            "|{cross} downward through|{cross} back under|{break} below|{break} under|{break} down below"
            "|{break} down through|{fall} below|{fall} under|{fall} through|{fall} back below"
            "|{fall} back under|{fall} beneath|下穿|跌破|失守|向下突破|下破|击穿|向下穿过|向下穿越|跌穿"
            "|有效跌破|跌落|跌回|由上向下穿越|跌下|掉到下方|下穿过|跌到下方|loses|lose the|{close} back below"
            "|{cross} to the downside|向下跌破|从上向下跌破|crossunder|a break below|breakdown below"
            "|turns below|跌破了|is lost|lost|回落到下方|向下击穿|falls out of"
        ),
        "break_down": "破|破了|破掉",
        "break": "pierces|pierce|piercing|pierced|{break}|{break} the|breaking out of|a break of|break of|breach of",
        "cross": "{cross}|穿越|穿过|穿|crossover|crossovers|交叉|cross over",
    },
    Tag.PLACE: {
        "gt": "上方|之上|以上|上面|上边|上运行|之上运行|上方运行|上面运行|的上方",
        "lt": "下方|之下|以下|下面|下边|之下运行|下方运行|的下方",
    },
    Tag.GOLDEN: {
        "cross_above": (
            "金叉|crossing up|crossed up|up cross|upcross|up crossover|cross up|cross to the upside|positive cross|positive crossover|crosses positively|金叉了|形成金叉|发生金叉|gold cross|黄金交叉|golden cross|bullish cross|bullish crossover|golden crossover"
            "|golden crosses|(cross/crosses) bullish|turns up through|crosses bullishly|bull cross|上金叉"
            "|(cross/crosses) up|golden-cross|交金叉"
        ),
        "cross_below": (
            "死叉|crossing down|crossed down|down cross|downcross|down crossover|cross down|negative cross|negative crossover|死叉了|形成死叉|发生死叉|死亡交叉|death cross|bearish cross|bearish crossover|dead cross|death crosses"
            "|(cross/crosses) bearish|bear cross|crosses bearishly|(cross/crosses) down|交死叉"
            "|death crossover"
        ),
    },
    Tag.STATE: {
        "low": (
            "超卖|oversold|超卖区|over sold|超跌|进入超卖|超卖区域|超卖区间|oversold territory|进入超卖区|进入超卖区间"
        ),
        "high": (
            "超买|overbought|超买区|over bought|进入超买|超买区域|超买区间|overbought territory|进入超买区|进入超买区间"
        ),
    },
    Tag.BOTH: {None: "both|both of them|both lines|两者|二者|两者都|两条线都|两线都|两个都"},
    Tag.TREND: {
        "up": (
            "rising|sloping up|trending up|increasing|上行|拐头向上|走高|上升|趋势向上|拐头上行|pointing up"
            "|turning up|is rising|slopes up|turns up|slopes upward|抬头|上扬|上翘|moving up|going up"
            "|trends up|方向向上|trending higher|higher|拐头朝上|sloping upward|sloping upwards|向上倾斜"
            "|往上走"
        ),
        "down": (
            "falling|sloping down|trending down|decreasing|下行|拐头向下|走低|下降|趋势向下|拐头下行"
            "|pointing down|turning down|slopes down|turns down|turns lower|going down|trends down"
            "|trending lower|方向向下|sloping downward|declining|向下倾斜|往下走|掉头向下"
        ),
    },
    Tag.TURN: {
        "cross_above": (
            "goes from negative to positive|from negative to positive|flip to positive|flips to positive|flipping to positive|turns positive|turned positive|turns up above zero|turn positive|goes positive|becomes positive|由负转正|转正|转为正|变正|由负变正|负转正|goes into positive territory|goes above zero line|flips above zero|翻红|由绿转红"
            "|flips positive|flip positive|crosses into positive|绿柱变红柱|绿转红|翻正|变红|turning positive"
            "|由绿变红|绿变红"
        ),
        "cross_below": (
            "goes from positive to negative|from positive to negative|flip to negative|flips to negative|turns negative|turned negative|no longer positive|turn negative|goes negative|becomes negative|由正转负|转负|转为负|变负|由正变负|正转负|is no longer positive|翻绿|由红转绿"
            "|flips negative|flip negative|红柱变绿柱|红转绿|翻负|变绿|turning negative|由红变绿|红变绿"
        ),
    },
    Tag.POSITIVE: {
        "gt": "positive|为正|正值|为正值|为红|是正的|in positive",
        "lt": "negative|为负|负值|为负值|为绿|是负的|in negative",
    },
    Tag.TOUCH: {
        "up": (
            "涨到了|升到了|回升到了|反弹到了|冲到|上摸|上探|升到|升至|涨到|涨至|涨回|rises to|climbs to|升回|回升到|回升至|反弹到|反弹至|gets up to|gets back up to"
        ),
        "down": (
            "掉到|掉至|跌到了|回踩|回踩到|回调到|回调至|下摸|跌至了|回撤到|跌到|跌至|跌回|falls to|drops to|dips to|下探至|下探到|回落到|回落至|falls back to|comes down to"
            "|drops back to"
        ),
        None: (
            "came to|打到|触发|触|碰|碰一下|摸一下|kisses|kiss|pokes|tagging|tagged|a tag of|a touch of|touch of|touch|touches|touching|reach|reaches|reaching|hits|hit|hitting|触及|碰到|触碰|触到|到达"
            "|达到|抵达|触摸|摸到|碰触|tags|tag|tests|gets to|接触|来到|touched|打到|摸"
        ),
    },
    Tag.RETURN: {
        None: (
            "is back to|is back in|falls back into|back into|回|回归到|重新回到|退回|退回到|回落回|return to|returns to|reverts to|revert to|comes back to|回到|回归|回归到|返回|get back to"
            "|gets back to|reverts back to|回归至|回至|bounces to|back at|back to|is back at|is back to"
            "|returning to|goes back to|return|returns|反弹回|recovers to"
        ),
    },
    Tag.BREAKOUT: {
        "high": "新高突破|突破新高|break to new highs|breakout|breakouts|break out|breaks out|upside breakout|向上突破点",
        "low": "breakdown|breakdowns|breaks down",
    },
    Tag.BETWEEN: {
        None: "between|介于|之间|在之间|范围内",
    },
    Tag.RISE: {
        1: (
            "rises|rise|高开|gains|gain|涨幅|涨|上涨|涨了|rallies|up|increases|rose|climbs|jumps|升|advance"
            "|advances|累计涨幅|累计上涨|gained|跳涨|大涨|拉升"
        ),
        -1: (
            "falls|fall|低开|drops|drop|loses|declines|decline|跌幅|跌|下跌|跌了|down|dips|decreases|fell"
            "|dropped|sells off|dip|累计跌幅|累计下跌|pulls back|回落|大跌|lost"
        ),
    },
    Tag.STREAK: {
        None: "连着|接连|连着出现|back to back|consecutive|in a row|straight|连|successive|running",
    },
    Tag.SURGE: {
        "gt": (
            "放量|放到|放大至|放至|放量至|量能放大到|放大|volume spike|volume surge|volume surges|volume spikes|high volume|heavy volume"
            "|above average volume|放巨量|volume expands|成交量放大|成交放量|rising volume|成交量放大到"
            "|放大到|above normal volume|strong volume|higher than average volume|量能放大"
            "|higher than usual volume|放量到|volume breakout"
        ),
        "lt": ("缩量|low volume|light volume|below average volume|成交量萎缩|成交量缩小|thin volume|量能萎缩|地量"),
    },
    Tag.APPEARS: {
        None: (
            "appears|appear|forms|form|出现|出现了|形态|k线形态|pattern|candle pattern|candlestick|prints"
            "|print|形成|shows up|is formed|candlestick pattern|收出|收|走出|呈|呈现|K线组合|组合"
        ),
    },
    Tag.ARRAY: {
        "gt": "多头排列|bullish alignment|bullish order|呈多头排列",
        "lt": "空头排列|bearish alignment|bearish order|呈空头排列",
    },
    Tag.OUTLOOK: {
        2: "is bullish|stays bullish|is in an uptrend|看多|看涨|is green|stays green|多头|处于多头|为多头|为多|is long|is up on",
        -2: "is bearish|stays bearish|is in a downtrend|看空|看跌|is red|stays red|空头|处于空头|为空头",
        1: (
            "goes green|go green|turned green|flip green|bullish|turns bullish|turning bullish|turn bullish|turns up|flip bullish|turns long|is bullish"
            "|flips to buy|转多|翻多|flips bullish|turns green|flips green|is green"
            "|flips to bullish|flips long|转为多头|flips up|转涨|goes bullish"
        ),
        -1: (
            "goes red|go red|turned red|flip red|bearish|turns bearish|turning bearish|turn bearish|flip bearish|turns short|is bearish"
            "|flips to sell|转空|翻空|flips bearish|turns red|flips red|flips to bearish"
            "|flips short|转为空头|flips down|转跌|goes bearish"
        ),
    },
}
