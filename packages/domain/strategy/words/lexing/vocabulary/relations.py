"""More ways to say how two things stand to each other, how one moves, and how long that lasts."""

from packages.domain.strategy.words.lexing.tokens import Duration, Table, Tag
from packages.domain.strategy.words.lexing.vocabulary.inflection import forms

_CLOSES = "(finish/finishes/close/closes/end/ends/settle/settles) the (day/session/week/bar/candle)"

WORDS: Table = {
    Tag.OVER: {
        "gt": (
            f"on top of (the/its)|on the upper side of|heavier than|stronger than|premium to|a premium to"
            f"|the premium to"
            f"|{_CLOSES} (above/over)|worth more than|in the region above|in the area above|高出了|大出|多出"
            f"|强于|站稳在"
            "|运行于|维持在上方|is greater than|is higher than|ahead of|the upper side of|up above|over the top of"
        ),
        "gte": "equal or (above/greater/higher/more)|equal to or (greater/higher/more) than|or worse|or bigger"
        "|or larger"
        "|or better|or stronger|a minimum of|at the very least|最低",
        "lt": (
            f"weaker than|lighter than|softer than|worse than|discount to|a discount to|the discount to"
            f"|discount from|{_CLOSES} (below/under/beneath)|in the region below|in the area below|down below"
            "|is less than|is lower than|is smaller than|低出了|小出|少出|the lower side of"
        ),
        "lte": "equal or (below/less/lower)|equal to or (below/less than/lower than/under)|or smaller|or weaker"
        "|最高不过",
    },
    Tag.CROSS: {
        "cross_above": (
            "(takes/take/took/taking) back (the/its)|(recover/recovers/recovered) the"
            "|(upside/upward) (cross/crossing/crossover) (over/above/through)|an upside break of"
            "|(jump/jumps/surge/surges/climb/climbs/rise/rises) past|爬上|爬回|窜上|攀上|攀升至上方|翻上|站稳于|放上"
            "|(get/gets/got) back (over/above)|(come/comes) back (over/above)|returns (over/above)"
        ),
        "cross_below": (
            "(downside/downward) (cross/crossing/crossover) (under/below/through)|a downside break of"
            "|rolls over (below/under)|rolls (below/under)|turns down through|翻下|摔破|摔下|滑破|滑落至下方|失手"
            "|(come/comes) back (under/below)|returns (under/below)|(get/gets/got) back (under/below)"
        ),
        "break": "is broken|are broken|gets broken|get broken|was broken",
    },
    Tag.RISE: {
        1: "收涨|收升|走涨|收盘上涨|{close} higher|higher (close/closes)|winning (day/days)|gaining (day/days)"
        "|up (close/closes)"
        "|has risen|have risen|has gained|has rallied|has climbed|it's been up|has been up",
        -1: forms("retrace|correct")
        + "|收跌|收降|走跌|收盘下跌|{close} lower|lower (close/closes)|losing (day/days)|down (close/closes)"
        "|has fallen|have fallen|has dropped|has declined|has slid|it's been down|has been down|decliner|sell off",
    },
    Tag.TREND: {
        "up": (
            forms("hook up|tick up|curl up|head higher|head up|move higher|slope higher|tilt up|angle up")
            + "|hooks higher|pointing higher|turns higher|turning higher|curls higher|upward sloping"
            "|upwards sloping|upward-sloping"
            "|呈上升趋势|呈上升|处于上升趋势|上升趋势|在上升|是上升的|是向上的|是往上的|方向朝上|向上走"
            "|开始向上|开始上升|开始上行"
            "|拐上去|拐上|拐头上去|往上拐|向上拐|向上拐头|掉头向上|掉头朝上|调头向上|抬升|slants up"
            "|is sloped up|slanting up"
            "|angled up|is angled up|in an uptrend|is in an uptrend"
        ),
        "down": (
            forms("hook down|tick down|curl down|head lower|head down|move lower|slope lower|tilt down")
            + "|hooks lower|pointing lower|turning lower|curls lower|rolls over|rolling over|downward sloping"
            "|downwards sloping"
            "|呈下降趋势|呈下降|处于下降趋势|下降趋势|在下降|是下降的|是向下的|是往下的|方向朝下|向下走"
            "|开始向下|开始下降|开始下行"
            "|拐下去|拐下|往下拐|向下拐|向下拐头|掉头朝下|调头向下|slants down|slanting down|angled down"
            "|in a downtrend"
            "|is in a downtrend"
        ),
    },
    Tag.TOUCH: {
        None: (
            "(close/closes/closing/trade/trades/is) at (a/an/its)|run into|runs into|running into|bumps into"
            "|(touch/touches) the|碰触到|触碰到|摸着|挨到|挨着|碰着|够到"
        ),
    },
    Tag.NEW: {
        None: "(sets/setting/posts/posting/notches/prints/printing/records/registers/marks/hits/hitting/makes/reaches)"
        " (a/an/its/new/a new/a fresh/fresh/another)"
        "|(set/post/print/hit/make/reach) (a new/a fresh/its/another)|fresh|a fresh"
        "|another new|刷出|打出|创了|创下了",
    },
    Tag.STREAK: {
        None: "持续|持续了|维持|维持了|保持了|待了|守了|站了|for each of|on each of|each of the last"
        "|on the trot|on the bounce"
        "|running days|不间断|一连|连着有",
    },
    Tag.BETWEEN: {
        None: "in the range of|in the range|in a range of|within the range of|within the range|range"
        "|somewhere between"
        "|anywhere between|anywhere from|区间|区间内|区间里|这个区间|的区间|范围|范围里|这个范围|之间的区域"
        "|位于区间|in between",
    },
    Tag.ARRAY: {
        "gt": "stacked bullishly|bullishly stacked|bullishly aligned|aligned bullishly|in bullish order"
        "|in bullish alignment"
        "|in a bullish stack|stacked in bullish order|stacked up bullishly|in bullish formation|呈多头|多头发散"
        "|多头向上",
        "lt": "stacked bearishly|bearishly stacked|bearishly aligned|aligned bearishly|in bearish order"
        "|in bearish alignment"
        "|in a bearish stack|stacked in bearish order|in bearish formation|空头发散",
    },
    Tag.OUTLOOK: {
        1: (
            "(flip/flips/turn/turns/switch/switches) to (the upside/up/long/buy/green/bullish)|由空转多"
            "|由空翻多|转为看多|转看多"
            "|变多|变为多头|转成多头|变成多头|由跌转涨|转多头|翻成多|翻转向上|反转向上|转向上|转为多|翻为多"
            "|转做多|空翻多|空转多"
        ),
        -1: (
            "(flip/flips/turn/turns/switch/switches) to (the downside/down/short/sell/red/bearish)|由多转空"
            "|由多翻空|转为看空|转看空"
            "|变空|变为空头|转成空头|变成空头|由涨转跌|转空头|翻成空|翻转向下|反转向下|转向下|转为空|翻为空"
            "|多翻空|多转空"
        ),
    },
    Tag.POSITIVE: {
        "gt": "in positive territory|在水上|在零上|是红的|是红色|是红柱|为红色|为红柱|为正数|是正数|正数|水上",
        "lt": "in negative territory|在水下|在零下|是绿的|是绿色|是绿柱|为绿色|为绿柱|为负数|是负数|负数|水下",
    },
    Tag.TURN: {
        "cross_above": "(flip/flips/flipped) from negative to positive|from red to green",
        "cross_below": "(flip/flips/flipped) from positive to negative|from green to red",
    },
    Tag.GAP: {
        1: "(open/opens/opening) with a gap (up/higher)|(opening/overnight) gap (up/higher)|高开幅度"
        "|跳空高开幅度|跳高开盘|高开缺口"
        "|向上跳空高开|开盘跳空高开|跳空向上",
        -1: "(open/opens/opening) with a gap (down/lower)|(opening/overnight) gap (down/lower)|低开幅度"
        "|跳空低开幅度|跳低开盘"
        "|向下跳空低开|开盘跳空低开|跳空向下",
    },
    Tag.PEAK: {
        None: "(pullback/retracement/drop/fall/decline) from (the/its) (peak/high/top/highs/highest point)"
        "|(持仓后/买进后/入场以来/开仓以来)(的/)(最高价/最高点/高点)(回落/回撤/下跌/跌/)|from the highest point"
        "|from the very top",
    },
    Tag.TAKE_PROFIT: {
        None: "cash in at|cash out at|cash it in at|take the money at|take my money at|lock in|lock in a"
        "|aim for|aiming for"
        "|shoot for|shooting for|target of|take the win at|止盈离场在|盈利目标|止盈目标位",
    },
    Tag.TRAILING: {
        None: "chandelier style stop|chandelier style|chandelier exit|chandelier|chandelier trailing stop"
        "|吊灯线|吊灯式止损"
        "|吊灯式移动止损|trailing stoploss|trailing sl|moving stop",
    },
    Tag.FROM_ENTRY: {
        0: "从买入价|从成本价|从成本|自买入价|自成本价|从入场价|从进场价|较成本|较成本价|较买入价|比成本"
        "|比成本价|比买入价|相对成本"
        "|from my cost|from cost|from my purchase price|from the purchase price|from where i bought|from my buy price"
    },
    Tag.SET: {
        "to": "(拉长/拉大/放大/挪/移/抬/压/压缩/砍/削/上移/下移/抬高/压低)(到/至/成)",
    },
    Tag.ADD: {
        None: "加一道|多加一道|多加|多加一个|多加一条|加一层|再来一个|多一个|再多一个|加上一道|补一个|补一条"
        "|再补|再补一条|再加一道",
    },
    Tag.ONLY: {None: "才准|才许|才让|才允许|才肯|才行"},
    Tag.DOUBLE: {2: "翻一倍|翻个倍|翻个番|翻成两倍|变成两倍|变两倍"},
    Tag.ACTION: {"buy": "才追|就追|再追|才上车|才跟|才接|就接"},
    Tag.OPPOSITE: {
        "mirror": "other way round|other way around|the other way about",
        "not": "(任意/任何/随便)(一样/一个/一条/一项)(坏了/破了/没了/变了)|任一坏了|有一样坏了|有一个坏了"
        "|有一条破了|坏了一样|坏一样",
    },
    Tag.SAME: {
        None: "leave (the/my) (exit/exits/entry/stop/target/rest/size/others) (alone/as is/as it is/as they are/be)"
        "|is fine|are fine|is good|is ok|is okay|stays put|stay put|fine as is|don't touch the rest|没问题"
        "|不用动|不要动|不用改"
        "|别改|不碰|照样|照常|维持原样|保留不变",
    },
    Tag.SIZE: {None: "拿出|拿出来|掏出|掏|动用|划出|划拨|押|押上|use up|chip in"},
    Tag.NUMBER: {100.0: "a hundred|one hundred", 1000.0: "a thousand"},
    Tag.TIMEFRAME: {"1h": "h1", "4h": "h4", "30m": "m30", "15m": "m15", "1d": "d1", "1w": "w1"},
    Tag.SLOPE: {
        None: "the slope of|slope of|slope|the slope|slopes|斜率",
    },
    Tag.PREVIOUS: {
        None: "the prior day's|the prior session's|prior session's|prior day|the prior bar's|the last bar's"
        "|前一根|前根|上个交易日",
    },
    Tag.DURATION: {
        Duration(
            count=1, unit="day"
        ): "a single session|in a single session|in one session|a single day|in a single day"
        "|over one day|within a day|within one day|over a day|on a single day|in one go of a day|一天之内"
        "|一个交易日内",
        Duration(count=1, unit="year"): "yearly",
        Duration(count=1, unit="hour"): "an hour",
        Duration(count=30, unit="minute"): "half an hour|半小时|半个小时|半个钟头",
    },
    Tag.APPEARS: {None: "给出|发出|发生|走出|打出|亮出|flashes|flash|fires|generates|issues|triggers a"},
    Tag.FROM: {None: "off its|off the|off of|away from|距|距离"},
    Tag.UNKNOWN: {None: "涨跌幅|回报率|收益率|收益|回报|变化率"},
    Tag.EXTREME: {"high": "高价|最高点位", "low": "低价|最低点位"},
    Tag.AGO: {None: "之前|以前|earlier|back then"},
    Tag.FILLER: {
        None: "带|behind|统一|where it (was/stood/traded/closed)|what it was|is stretched|stretched|is extended"
        "|extended|deviates|deviating"
        "|is trading|今天|今日|始终|一直|一直都|一直是|始终都|保持在|维持在|稳定在|现在|目前|当下|已经|已|刚"
        "|刚刚|才刚|又一次"
        "|再度|再次|数值|读数|值在|幅度|comes in|comes in at|shows|showing|reads|reading|registers"
        "|prints a reading of"
        "|(gives/gave/give) (a/us a)|has just|have just|we have|we've got|we get|there is|there's|there are"
        "|现价在|较|相对于|相对|相比|相较|比起|对比|与之前相比",
    },
}
