"""Words of desks and chat rooms that the other tables leave out; it adds to them and changes none."""

from packages.domain.strategy.words.lexing.tokens import Table, Tag
from packages.domain.strategy.words.lexing.vocabulary.inflection import forms

WORDS: Table = {
    Tag.OPPOSITE: {
        "not": (
            "(任何/任意/任一/随便/其中/有/只要有)(一条/一个/一项/一样/条/个/项)(条件/"
            ")(不满足/不成立/不符合/失效/没了/破了/变了/被破坏/不达标/不再满足/被打破/走坏/"
            "坏了/不再成立/不具备)|条件(破坏/没了/被破坏)"
            "|(one/any/any one/either/either one) of (them/these/those/the two/"
            "the conditions) (fails/breaks/goes/stops/is gone/no longer holds/is broken/"
            "turns false/is no longer true)"
            "|(either/any/one) (condition/rule/leg) (fails/breaks/goes/stops holding/is gone/"
            "is broken/no longer holds)|that is over|that stops|that stops being the case|that's over"
            "|that ends"
        ),
    },
    Tag.EITHER: {
        None: (
            "谁先到算谁|谁先到|谁先到就算谁|哪个先触发|先触发哪个|先到先走|whichever hits"
            "|whatever comes first|whichever triggers first"
        ),
    },
    Tag.CURRENCY: {
        None: "刀|刀乐|usdc|u|pounds|pound|quid|eur|gbp|£|€|大洋|软妹币|rupees|yen",
    },
    Tag.STOP_LOSS: {
        None: (
            "止孙|止笋|止损价位|亏损线|割肉线|防守位|防守"
            "|(cutting/cutting it/stopping out/stopping me out/bailing/stopping) at|stop loss level"
            "|stop-out|loss cap|safety stop|backstop|pain limit"
        ),
    },
    Tag.TAKE_PROFIT: {
        None: (
            "takeprofit|take-profits|take the money|take the cash|止赢位|止盈价位|收米线|take-profit"
            "|first target|profit at|gain target"
        ),
    },
    Tag.TRAILING: {
        None: (
            "跟踪止孙|移动止孙|追踪止孙|trailing stop-loss|trailing backstop|ratchet|trailing a stop"
            "|移动跟踪止损|跟踪式止损"
        ),
    },
    Tag.ACTION: {
        "buy": (
            "全买|全部买入|都买|都买入|干进去|梭进去|冲进|杀进|满上|买起|买起来|买它一笔|建个仓|开个多"
            "|开个仓|做个多|上多|上多单|整一笔|来一手|上一笔|拿下|load it|get filled|pull the trigger"
            "|hit the ask|be a buyer|step up|put on the trade|put the trade on|take the long"
            "|take it long|go bullish|fire a long|initiate long|initiate longs|initiating a long"
            "|opening a long"
        ),
        "short": (
            "(flip/flips/reverse/turn) short|go net short|开个空|做个空|上空单|上空|空进|空单进场"
            "|空单进|进空头|be a seller short|take it short|fire a short|initiate short"
        ),
        "sell": (
            "全卖掉|全部卖|全都卖|都卖掉|都卖了|卖个干净|卖完|卖净|清库存|出清仓位|hit the exit"
            "|sell the whole lot|sell them all"
        ),
        "exit": (
            "变现金|变现|换回现金|回到现金|回现金|get back to cash|back to cash|back into cash"
            "|return to cash|move back to cash|就认赔|就认栽|就认亏|全跑|全撤|跑光|平光|撤光|离场走人"
            "|清仓离开|出来观望|认亏出局|认亏走人|止损出来|止盈出来|收兵|撤兵|落袋走人|斩仓离场"
            "|get the hell out|scram|skedaddle|vamoose|get lost|get out of dodge|head for the door"
            "|be gone|call it a day|be done|drop it|drop the position|shut it down|close down"
            "|take it off the books|close up|hit the eject button|eject|hit the door|step off"
        ),
        "keep": (
            "待在里面|留在里面|待在场内|在场内|stay invested|be invested|就一直拿着|就拿着|就持有着"
            "|一路持有|一路拿着|keep it on|stick with it|stay with it|keep riding"
        ),
        "cover": ("空单走人|空单全平|空头离场观望|平掉空头|空单回补|buy it in|buy in the short|take the short off"),
    },
    Tag.HOLD: {
        None: (
            "最多持|最多捂|至多持有|顶多拿|顶多持有|hang on for|sit on it for|keep it for"
            "|keep it open for|stay in it for"
        ),
    },
    Tag.PEAK: {
        None: (
            "from the swing high|from the run-up high|from the best price|from its best price"
            "|from the best close|from peak price|off peak|below peak|off its best|from its top"
            "|从最高处|从顶部|从最高价往下|从高处|从峰值|较最高点|较高点|距最高点|比最高点|自最高处"
            "|高点往回"
        ),
    },
    Tag.EQUITY: {
        None: (
            "my portfolio value|portfolio value|account value|my book|my stake|the balance|my balance|总盘子|全部家当"
        ),
    },
    Tag.PORTION: {
        1.0: "满仓进|满仓上|满仓杀入|满仓杀进去|全押|all my chips|the whole lot of my cash",
        0.5: "半仓进|半仓上|半仓干",
    },
    Tag.PER_TRADE: {
        None: (
            "per signal|each time round|each round|per round|a clip|per clip|per position"
            "|for each trade|every signal|每发|每轮"
        ),
    },
    Tag.CROSS: {
        "inside": (
            "(close/closes/closing/come/comes/fall/falls/get/gets/go/goes/is/move/moves/drop/"
            "drops/return/returns/climb/climbs/) back (inside/within/into)"
            "|(收回/回到/跌回/涨回/重回/收在/回落到/回升到)(通道/轨道/布林带/布林/轨/带/带子/"
            "通道线)(内/里/里面/之内/以内)"
        ),
        "cross_above": (
            "升回去|涨回去|弹回去|拉回去|收回去|回上去|回上来|回到上面去|上川|上传|涨破了|突坡|站上了"
            "|立上|重上|上破了|往上穿|往上破|往上突破|向上穿越了|穿越向上|突上|拉过|拉上|recovers"
            "|recover|retaking|recapturing|(pokes/poke/poking) (above/over)"
            "|(trades/trade/trading) (through/up through)"
            "|(thrusts/thrust/blasts/blast/powers/power) (above/over/through)|(works/work) back above"
        ),
        "cross_below": (
            "落回去|掉回去|滑回去|回到下面去|下川|下传|跌坡|跌破掉|往下穿|往下破|往下跌破|失去|丢失"
            "|失守了|跌落到下方|(cracks/crack/cracking)|(knifes/knife) (below/under/through)"
            "|(trades/trade) (down through)|(flushes/flush) (below/under)"
        ),
    },
    Tag.GOLDEN: {
        "cross_above": (
            "金差|金又|黄金叉|金x|上交叉|upside cross|upward cross|upside crossover|upward crossover"
            "|cross happens to the upside"
        ),
        "cross_below": (
            "死差|死又|死亡叉|死x|下交叉|downside cross|downward cross|downside crossover"
            "|downward crossover|cross happens to the downside|cross to the downside"
        ),
    },
    Tag.TURN: {
        "cross_above_bars": "(柱/柱子/柱线/柱状线)(转红/变红/翻红/由绿转红/由绿变红)",
        "cross_below_bars": "(柱/柱子/柱线/柱状线)(转绿/变绿/翻绿/由红转绿/由红变绿)",
    },
    Tag.INDICATOR: {
        "sma": "均现|均先|daily ma|移动均价",
        "bollinger": "布林贷|bollinger envelope|b bands|b-bands|bbs|bolls",
        "rsi": "相对强弱线|rsi reading|rsi level",
        "stochastic": "stochastic k|slow stoch|fast stoch|slow stochastics|stochs",
        "volume_average": "量能均线|量均|均量水平|average of volume|average traded volume",
        "macd": "macd lines|指数平滑异同移动平均线",
        "donchian": "price channel|唐奇安线|唐奇安通道线",
    },
    Tag.OUTPUT: {
        "upper": "上沿线|顶轨",
        "lower": "底轨",
        "histogram": "bars of the macd|macd bar|能量柱子",
    },
    Tag.AFTER: {
        None: ("have passed|has passed|have gone by|has gone by|have elapsed|has elapsed|are up|is up on the clock"),
    },
    Tag.AT_MOST: {
        None: "at the outside|at the very most|封顶为|至多不超过",
    },
    Tag.RISE: {
        1: forms("firm|strengthen|perk up|heat up|warm up|inch up|creep up|gap higher"),
        -1: forms("cool|cool off|cool down|fade|recede|soften|weaken|deflate|crater|nosedive"),
    },
    Tag.EXTREME: {
        "high": "channel high|channel top|range high|max high|maximum high|max of the highs",
        "low": "channel low|channel bottom|range low|min low|minimum low|min of the lows",
    },
    Tag.OVER: {
        "gt": (
            "(has stayed/have stayed/stayed/has been/have been/remained/has remained/"
            "has held/held) (above/over)|sits above"
        ),
        "lt": (
            "(has stayed/have stayed/stayed/has been/have been/remained/has remained/"
            "has held/held) (below/under)|sits below"
        ),
    },
    Tag.LINE: {
        None: "三线|三条线|两线|双线|两条线",
    },
    Tag.FROM_ENTRY: {
        0: "入场价的|进场价的|开仓价的|成交价的|建仓价的|我的成本的|of my cost|of the fill|of fill price",
        1: (
            "成本上方|成本之上|成本线上方|买价上方|买入成本上方|over what i paid|above my average"
            "|above the entry price|over my entry"
        ),
        -1: ("成本之下|成本线下方|买价下方|买入成本下方|below my average|under what i paid|under my average"),
    },
    Tag.SET: {
        "to": "放到|挪到|移到|改作|dial it to|dial to|nudge to|nudge it to",
    },
    Tag.PRONOUN: {
        None: "we're|we are|it's trading|it has|it's been",
    },
    Tag.CORRECTION: {
        None: (
            "算了太高|算了太低|算了太大|算了太小|算了太多|算了太少|太高了还是|太低了还是|太高还是"
            "|太低还是|太大了还是|太小了还是|算了还是|嗯还是|还是改成|不对还是|等等|等一下|不不不"
            "|哦不对|no, wait|wait, no|make it rather"
        ),
    },
    Tag.UNKNOWN: {
        None: (
            "only have|i only have|i have only|i've only got|all i have is|account size|an account of"
            "|我只有|本金只有|手里就|手头有|账上有|账户就|资金就|cta|a cta|hft|mba|phd|cfa|eow|ytd|yoy"
            "|qoq|atm|otm|itm|dte|cpa|wtf|omg|diy|faq|ucits|adr|etn|isa|sipp|nyc|401k|reit|reits|aum"
            "|apr|apy|usp|kpi|okr|vc|lbo|m&a|bbq|tbd|rip|aka|vs"
        ),
    },
    Tag.TREND: {
        "up": "变长|变大|变高|走高了|往上翘|抬起来|upward",
        "down": "变短|变小|变低|往下弯|塌下来",
    },
    Tag.WHEN: {
        None: (
            "wheneva|in the case that|in such case as|only once|the second|the instant|just as|赶上|逢"
            "|碰到|但逢|如若|若果"
        ),
    },
    Tag.UNLESS: {
        None: "but not if|but not when|but not while|not if|not when|除掉|只除了",
    },
    Tag.FILLER: {
        None: (
            "after entry|after entering|after the entry|after getting in"
            "|as a backstop|as a safety net|as insurance|as a safety|just in case|as protection"
            "|for protection|for safety|as a guard|to be safe|no target|plain vanilla|vanilla"
            "|old school|by the book|textbook|classic|the classic|boring|please code this|code this"
            "|please code|code it up|in the market|any close|any day|today|one position at a time"
            "|swing trade|swing trading|day trade|day trading|position trade|scalp trade|scalping|swing"
            "|intraday trade|波段|做波段|短线|做短线|中线|做中线|长线|做长线|日内短线|日内交易|超短"
            "|long side|on the long side|一切以此为准|保底|兜底|垫底|防身|以防万一|保险起见|稳妥起见"
            "|档天|老股民了|老股民|老韭菜|老韭菜了|韭菜一个|上班族|上班族一个|工作党|退休了|大爷一个"
            "|宝妈一枚|学生党|不看别的|别的不看|只看这个|就看这个|就盯|只盯|盯|盯着|死盯|长期跟踪"
            "|长期看好|一直看好|看好|long-time reader|first time poster|first time here|first post"
            "|sorry if this is dumb|dumb question"
            "|(one/two/three/four/five/these/those/both/2/3/4/5) (etfs/etf/stocks/names/"
            "tickers/symbols/coins/pairs/markets/funds)|retired|retired teacher|retired engineer"
            "|part-time trader|part time trader|day job|i have a day job|回测下|回测一下|回测|跑个回测"
            "|跑回测|测一下|测试一下|测试|模拟一下|模拟|跑一下|跑跑看|看看效果|看看|看下|看一下"
        ),
    },
}
