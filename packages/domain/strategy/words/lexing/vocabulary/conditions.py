"""Words for what is compared and how: prices, positions and crossings."""

from packages.domain.strategy.words.lexing.tokens import Table, Tag

WORDS: Table = {
    Tag.FIELD: {
        "close": (
            "first close|the first close|stock price|share price|the price|spot|last|ltp|market price|underlying"
            "|the shares|shares price"
            "|最新价|现价|盘中价|price|close|closing price|closes|收盘价|收盘|股价|价格|close price"
            "|the market price|k线收盘价|市价为|币价|last price|current price|当前价格|当前价|closing|prices"
            "|行情价|收在|收于|股票价格|收盘时价格"
        ),
        "open": "open price|open|开盘|opening price|开盘价|the open|today's open|今开",
        "high": (
            "high of the day|high price|the high of the day|the day's high|当日最高|最高价|day's high"
            "|today's high|intraday high"
        ),
        "low": (
            "low of the day|low price|the low of the day|the day's low|intraday low price|当日最低|最低价"
            "|day's low|today's low|intraday low"
        ),
    },
    Tag.VOLUME: {
        None: (
            "volume|vol|vols|量|当日量|交投量|turnover volume|trading volume|成交量|交易量|量能|volumes"
            "|today's volume|当日成交量"
        ),
    },
    Tag.AVERAGE: {
        None: "average price|均价|average|avg|mean|norm|the norm|normal|usual|平均|均值|平均值|平均水平|averages",
    },
    Tag.EXTREME: {
        "high": (
            "high|highs|highest high|highest|highest price|高点|新高|最高点|高位|最高|前高点|最高价格|peak"
            "|阶段高点|new highs"
        ),
        "low": "low|lows|lowest low|lowest|lowest price|低点|新低|最低点|低位|最低|最低价格|trough|阶段低点|new lows",
    },
    Tag.NEW: {
        None: "new|makes|makes a new|hits a new|sets a new|创|创出|创下|再创|刷新|made a new|reaches a new|making",
    },
    Tag.ZERO: {
        None: "zero|zero line|the zero line|zero axis|零轴|0轴|零线|0线|零|centerline|center line",
    },
    Tag.LINE: {
        None: "line|线|lines|curve|曲线",
    },
    Tag.OVER: {
        "gt": (
            ">|＞|beyond|高过于|longer than|守住|守稳|holds|holds above|强于|强过|优于|abov|abv|abvoe|aboev"
            "|avobe|above|aboves|tops"
            "|beat|beats|beating|betters"
            "|outstrips|surpasses|surpass|greater|超越|胜过|大过|高出|高出于|站在|收在上方|运行在|处在上方"
            "|in excess of|upwards of|over and above|tops out over|is over|running above|running over"
            "|hovers above|过|升过|超过了|higher then|greater then|more then|above then|over|greater than"
            "|higher than|more than|bigger than|exceeds|exceed|exceeding|高于|大于|超过|多于|超出|超|在上"
            "|{stay} above|{stay} over|well above|位于上|高过|north of|larger than|{close} above|{close} over"
            "|收于上|{close} higher than|收盘高于|收盘在上|strictly above|outpaces|is above"
        ),
        "gte": (
            ">=|=>|或更多|或者更多|甚至更多|或更高|或更大|or greater|or over|no lower than|or higher|or more"
            "|or above|or better|不少於|至少为|及以上|或以上|达到或超过|≥"
            "|not below|not less than|greater than or equal to|at or above|不低于|不小于|大于等于|大于或等于"
            "|不少于|大等于|no less than|高于或等于|高于等于|above or equal to|equal to or above"
        ),
        "lt": (
            "<|＜|弱于|弱过|没到|还没到|没达到|尚未达到|跌不到|bellow|belo|blow|belw|belwo|bleow|below|sub"
            "|小过|不及|低出|较低于"
            "|is under|is below|running below|short of|下于|lower then|less then|smaller then|under|less than"
            "|lower than|smaller than|beneath|低于|小于|少于|不到|不足|{stay} below|{stay} under|低过|underneath"
            "|{close} below|{close} under|收盘低于|south of|fewer than|{close} lower than|未达|未到"
        ),
        "lte": (
            "<=|=<|或更低|或更少|或者更低|or under|or fewer|no higher than|or lower|or less|or below|及以下"
            "|或以下|没超过|没有超过|未超过|≤|not above"
            "|less than or equal to|at or below|不高于|不大于|小于等于|小于或等于|不多于|低于或等于|低于等于"
            "|below or equal to"
        ),
        "eq": "=|==|equals|equal to|等于",
    },
    Tag.AT_MOST: {
        None: (
            "最迟|最晚|至迟|最晚不超过|最迟不超过|at the latest|no later than|not later than|"
            "at most|shall not exceed|must not exceed|should not exceed|not exceed|not exceeding|not to exceed"
            "|will not exceed|cannot exceed|no more than|never more than|控制在|最多|至多|顶多|撑死|不超"
            "|no longer than|not longer than"
            "|for up to|for at most|for no more than|cap|capped at|cap at|封顶|以内为限|最多不超过|上限为|不超过"
            "|up to|maximum|max|a maximum of|上限|不得超过|不能超过|最大|最长|not more than|最高不超过"
        ),
    },
    Tag.AT_LEAST: {
        None: "at least|min|minimum|起码|最起码|不低於|at a minimum|至少|a minimum of|最少",
    },
    Tag.CROSS: {
        "cross_above": (
            "在上穿|在上破|在突破|reclaimed|is reclaimed|gets reclaimed|is cleared|gets cleared|is regained"
            "|is overcome|被站上|被收复"
            "|穿上来|穿上去|上穿回来|上穿回去|穿回上方|站回来|站回去|站回上方|收回来|收回上方|涨回来|升回来|冲出"
            "|涨出|穿出|升出|突破出|反向上穿"
            "|被突破|突破掉"
            "|弹过|反弹过|reclaim of|a reclaim of|站上去|站稳在|收复|重回|重返|夺回|攻克|攻破|上摸穿|向上穿|向上破"
            "|上突|破前高|突破到|放量突破了|踏上|踩上|越过|穿上|翻越|冲过|冲上去|涨过|升过|涨穿|收上|收回"
            "|站回到|重新站回|重新突破|{break} past|{break} up through|{break} to the upside of"
            "|clear|cleared|clearing|recapture|recaptures|regains|regain|retakes|overtakes"
            "|overtake|surmounts|vaults|punches through|busts|bust above|hurdles|cross upward|crosses upward"
            "|{cross} above|{cross} over|{cross} up through|{cross} upward through|{cross} back above"
            "|{break} above|{break} over|{break} out above|{break} through|{rise} above|{rise} over"
            "|{rise} back above|{rise} through|上穿|突破|站上|升破|向上突破|上破|涨破|向上穿过|向上穿越|有效突破"
            "|站稳|重新站上|冲破|向上站上|站回|升穿|突破了|冲上|升至上方|上突破|由下向上穿越|{break} out of"
            "|{break} out over|clears|由下往上穿过|上升突破|{cross} to the upside|{break} back above"
            "|从下方突破|从下向上突破|上穿过|{close} back above|{close} back over|升破了|向上穿破"
            "|crossover above|回升到上方"
            "|{cross} from below|turns above|reclaims|reclaim|上涨突破|breakout above|a break above|站到"
        ),
        "cross_below": (
            "在下穿|在下破|在跌破|is violated|gets violated|is given up|breaks to the downside|被破|被下破"
            "|gives way|give way|被跌破"
            "|穿下来|穿下去|下穿回来|下穿回去|穿回下方|跌回去|跌回下方|掉回下方|反向跌破|反向下穿|反向下破"
            "|被击穿|告破"
            "|loss of|on loss of|a loss of the|跌穿了|破位|击破|失掉|丢掉|丢了|砸破|砸穿|跌出|掉破|掉下|掉到下面"
            "|掉穿|向下穿|向下破|下突|收破|跌回下方|有效击穿|lose|losing|gives up|give up|gives way at|gives back"
            "|surrenders|violates|undercuts|undercut|fails to hold|cross downward|crosses downward|breach"
            "|breaches|{cross} below|{cross} under|{cross} beneath|{cross} down through|{cross} back below"
            "|{cross} downward through|{cross} back under|{break} below|{break} under|{break} down below"
            "|{break} down through|{fall} below|{fall} under|{fall} through|{fall} back below|{fall} back under"
            "|{fall} beneath|下穿|跌破|失守|向下突破|下破|击穿|向下穿过|向下穿越|跌穿|有效跌破|跌落|跌回"
            "|由上向下穿越|跌下|掉到下方|下穿过|跌到下方|loses|lose the|{close} back below|{close} back under"
            "|{close} back beneath|{close} down through"
            "|{cross} to the downside|向下跌破|从上向下跌破|crossunder|a break below|breakdown below|turns below"
            "|跌破了|is lost|lost|回落到下方|向下击穿|falls out of"
        ),
        "break_down": "破|破了|破掉",
        "break": (
            "outside|outside of|outside the|刺穿|刺破|扎破|take out|takes out|taking out|took out|taken out"
            "|is taken out|gets taken out|pierces|pierce"
            "|piercing|pierced|{break}|{break} the|breaking out of|a break of|break of|breach of"
        ),
        "cross": "{cross}|穿越|穿过|穿|crossover|crossovers|交叉|cross over",
    },
    Tag.PLACE: {
        "gt": "上头|上方|之上|以上|上面|上边|上运行|之上运行|上方运行|上面运行|的上方",
        "lt": "下头|下方|之下|以下|下面|下边|之下运行|下方运行|的下方",
    },
    Tag.GOLDEN: {
        "cross_above": (
            "金叉|bullish one|the bullish one|crossing up|crossed up|up cross|upcross|up crossover|cross up"
            "|cross to the upside"
            "|positive cross|positive crossover|crosses positively|金叉了|形成金叉|发生金叉|gold cross|黄金交叉"
            "|golden cross|bullish cross|bullish crossover|golden crossover|golden crosses"
            "|(cross/crosses) bullish|turns up through|crosses bullishly|bull cross|上金叉|(cross/crosses) up"
            "|golden-cross|交金叉"
        ),
        "cross_below": (
            "死叉|bearish one|the bearish one|crossing down|crossed down|down cross|downcross|down crossover"
            "|cross down|negative cross"
            "|negative crossover|死叉了|形成死叉|发生死叉|死亡交叉|death cross|bearish cross|bearish crossover"
            "|dead cross|death crosses|(cross/crosses) bearish|bear cross|crosses bearishly|(cross/crosses) down"
            "|交死叉|death crossover"
        ),
    },
}
