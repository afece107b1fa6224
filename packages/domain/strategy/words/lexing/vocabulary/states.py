"""Words for states and moves: oversold, rising, turning, touching, candles and surges."""

from packages.domain.strategy.words.lexing.tokens import Table, Tag

WORDS: Table = {
    Tag.STATE: {
        "low": (
            "(looks/feels/seems/gets/is looking/look/feel) oversold|超卖|oversold|超卖区|over sold|超跌"
            "|进入超卖|超卖区域|超卖区间|oversold territory|进入超卖区|进入超卖区间"
        ),
        "high": (
            "(looks/feels/seems/gets/is looking/look/feel) overbought|超买|overbought|超买区|over bought"
            "|进入超买|超买区域|超买区间|overbought territory|进入超买区|进入超买区间"
        ),
    },
    Tag.BOTH: {
        None: "both|both of them|both lines|两者|二者|两者都|两条线都|两线都|两个都",
    },
    Tag.TREND: {
        "up": (
            "rising|sloping up|trending up|increasing|上行|拐头向上|走高|上升|趋势向上|拐头上行|pointing up"
            "|turning up|is rising|slopes up|turns up|slopes upward|抬头|上扬|上翘|moving up|going up|trends up"
            "|方向向上|trending higher|higher|拐头朝上|sloping upward|sloping upwards|向上倾斜|往上走"
        ),
        "down": (
            "falling|sloping down|trending down|decreasing|下行|拐头向下|走低|下降|趋势向下|拐头下行"
            "|pointing down|turning down|slopes down|turns down|turns lower|going down|trends down|trending lower"
            "|方向向下|sloping downward|declining|向下倾斜|往下走|掉头向下"
        ),
    },
    Tag.TURN: {
        "cross_above_bars": (
            "绿柱(变/转/翻/变成/转成/翻成/变为/转为/到)红柱|由绿翻红柱|冒红柱|红柱出来"
            "|红柱出现|出红柱|红柱冒出来|出现红柱|变成红柱|转红柱|翻红柱"
        ),
        "cross_below_bars": (
            "红柱(变/转/翻/变成/转成/翻成/变为/转为/到)绿柱|冒绿柱|绿柱出来|绿柱出现|出绿柱"
            "|绿柱冒出来|出现绿柱|变成绿柱|转绿柱|翻绿柱"
        ),
        "cross_above": (
            "goes from negative to positive|from negative to positive|flip to positive|flips to positive"
            "|(翻/翻到/翻上/转到/转上/回到/升到/涨到/走到)(零上/零轴上/零轴上方/零轴以上/零以上/0轴上/0轴上方/0上)"
            "|flipping to positive|turns positive|turned positive|turns up above zero|turn positive|goes positive"
            "|becomes positive|由负转正|转正|转为正|变正|由负变正|负转正|goes into positive territory"
            "|goes above zero line|flips above zero|由绿翻红|翻红|由绿转红|flips positive|flip positive"
            "|crosses into positive|绿转红|翻正|变红|turning positive|由绿变红|绿变红"
        ),
        "cross_below": (
            "goes from positive to negative|from positive to negative|flip to negative|flips to negative"
            "|(翻/翻到/翻下/转到/跌到/掉到/回到/走到)(零下/零轴下/零轴下方/零轴以下/零以下/0轴下/0轴下方/0下)"
            "|turns negative|turned negative|no longer positive|turn negative|goes negative|becomes negative"
            "|由正转负|转负|转为负|变负|由正变负|正转负|is no longer positive|由红翻绿|翻绿|由红转绿|flips negative"
            "|flip negative|红转绿|翻负|变绿|turning negative|由红变绿|红变绿"
        ),
    },
    Tag.POSITIVE: {
        "gt_bars_down": "红柱(缩短/变短/缩小/收缩/减少/开始缩短/在缩短/变小/萎缩)|红柱子(缩短/变短/缩小/收缩)",
        "lt_bars_up": "绿柱(缩短/变短/缩小/收缩/减少/开始缩短/在缩短/变小/萎缩)|绿柱子(缩短/变短/缩小/收缩)",
        "gt_bars_up": "红柱(放大/变长/增长/拉长/伸长/加长/扩大/持续放大)|红柱子(放大/变长/增长/拉长)",
        "lt_bars_down": "绿柱(放大/变长/增长/拉长/伸长/加长/扩大/持续放大)|绿柱子(放大/变长/增长/拉长)",
        "gt_bars": "红柱|红柱子|红色柱子|红柱状态|红柱时",
        "lt_bars": "绿柱|绿柱子|绿色柱子|绿柱状态|绿柱时",
        "gt": "positive|为正|正值|为正值|为红|是正的|in positive",
        "lt": "negative|为负|负值|为负值|为绿|是负的|in negative",
    },
    Tag.TOUCH: {
        "up": (
            "涨上|涨上到|升上"
            "|(get/gets/go/goes/come/comes/climb/climbs/rise/rises/move/moves/rally/rallies) (up to/back up to)"
            "|涨到了|升到了|回升到了|反弹到了|冲到|上摸|上探|升到|升至|涨到|涨至|涨回|rises to|climbs to|升回"
            "|回升到|回升至|反弹到|反弹至|gets up to|gets back up to"
            "|is back up to|back up to|all the way back up to|back up at|all the way up to"
        ),
        "down": (
            "(pullback/pullbacks/a pullback/the pullback/dip/a dip/retrace/retraces/retracement/a retracement"
            "/pull back/pulls back/pulling back) to"
            "|(get/gets/go/goes/come/comes/drop/drops/fall/falls/dip/dips/slide/slides/pull/pulls/sink/sinks/move"
            "/moves) (down to/back down to)"
            "|is back down to|back down to|all the way back down to|back down at|all the way down to"
            "|(drop/drops/fall/falls/dip/dips/slide/slides/pull/pulls/sink/sinks) back to|落到|降到了|掉到|掉至"
            "|跌到了|回踩|回踩到|回调到|回调至|下摸|跌至了|回撤到|跌到|跌至|跌回|falls to|drops to"
            "|dips to|下探至|下探到|回落到|回落至|falls back to|comes down to|drops back to"
        ),
        None: (
            "came to|跑到|翻到|转到|上到|摸高到|来到了|走到|打到|触发|触|碰|碰一下|摸一下|kisses|kiss|tagging"
            "|tagged|a tag of"
            "|a touch of|touch of"
            "|touch|touches|touching|reach|reaches|reaching|hits|hit|hitting|触及|碰到|触碰|触到|到达|达到|抵达"
            "|触摸|摸到|碰触|tags|tag|tests|gets to|接触|来到|touched|摸"
        ),
    },
    Tag.RETURN: {
        None: (
            "is back to|is back in|falls back into|back into|回|回归到|重新回到|退回|退回到|回落回|return to"
            "|returns to|reverts to|revert to|comes back to|回到|回归|返回|get back to|gets back to"
            "|reverts back to|回归至|回至|bounces to|back at|back to|is back at|returning to|goes back to|return"
            "|returns|反弹回|recovers to"
        ),
    },
    Tag.BREAKOUT: {
        "high": (
            "新高突破|突破新高|break to new highs|breakout|breakouts|break out|breaks out|upside breakout|向上突破点"
        ),
        "low": "breakdown|breakdowns|breaks down",
    },
    Tag.BETWEEN: {
        None: "between|介于|之间|在之间|范围内",
    },
    Tag.RISE: {
        1: (
            "rises|rise|gains|gain|涨幅|涨|上涨|涨了|rallies|up|increases|rose|climbs|jumps|升|advance"
            "|advances|累计涨幅|累计上涨|gained|跳涨|大涨|拉升"
        ),
        -1: (
            "falls|fall|drops|drop|loses|declines|decline|跌幅|跌|下跌|跌了|down|dips|decreases|fell|dropped"
            "|sells off|dip|累计跌幅|累计下跌|pulls back|回落|大跌|lost"
        ),
    },
    Tag.STREAK: {
        None: "连续|连着|接连|连着出现|back to back|consecutive|in a row|straight|连|successive|running",
    },
    Tag.SURGE: {
        "gt": (
            "放量|放到|放大至|放至|放量至|量能放大到|放大|volume spike|volume surge|volume surges|volume spikes"
            "|high volume|heavy volume|above average volume|放巨量|volume expands|成交量放大|成交放量"
            "|rising volume|成交量放大到|放大到|above normal volume|strong volume|higher than average volume"
            "|量能放大|higher than usual volume|放量到|volume breakout"
        ),
        "lt": "缩量|low volume|light volume|below average volume|成交量萎缩|成交量缩小|thin volume|量能萎缩|地量",
    },
    Tag.APPEARS: {
        None: (
            "appears|appear|forms|form|出现|出现了|形态|k线形态|pattern|candle pattern|candlestick|prints|print"
            "|形成|shows up|is formed|candlestick pattern|收出|收|走出|呈|呈现|K线组合|组合"
        ),
    },
    Tag.ARRAY: {
        "gt": "多头排列|bullish alignment|bullish order|呈多头排列",
        "lt": "空头排列|bearish alignment|bearish order|呈空头排列",
    },
    Tag.OUTLOOK: {
        2: (
            "says up|says buy|says long|says bullish|is on buy|is bullish|stays bullish|is in an uptrend|看多"
            "|看涨|is green|stays green|多头|处于多头|为多头|为多"
            "|is long|is up on"
        ),
        -2: (
            "says down|says sell|says short|says bearish|is on sell|is bearish|stays bearish"
            "|is in a downtrend|看空|看跌|is red|stays red|空头|处于空头|为空头"
        ),
        1: (
            "(flip/flips/flipped/flipping/switch/switches) (up/long/bullish/green)|goes green|go green"
            "|turned green|flip green|bullish|turns bullish|turning bullish|turn bullish"
            "|turns up|flip bullish|turns long|is bullish|flips to buy|转多|翻多|flips bullish|turns green"
            "|flips green|is green|flips to bullish|flips long|转为多头|flips up|转涨|goes bullish"
        ),
        -1: (
            "(flip/flips/flipped/flipping/switch/switches) (down/short/bearish/red)|goes red|go red|turned red"
            "|flip red|bearish|turns bearish|turning bearish|turn bearish|flip bearish"
            "|turns short|is bearish|flips to sell|转空|翻空|flips bearish|turns red|flips red|flips to bearish"
            "|flips short|转为空头|flips down|转跌|goes bearish"
        ),
    },
}
