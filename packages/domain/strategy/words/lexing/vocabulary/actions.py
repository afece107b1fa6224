"""The many ways to say that one gets in or out, in both languages and all forms of the verbs."""

from packages.domain.strategy.words.lexing.tokens import Table, Tag
from packages.domain.strategy.words.lexing.vocabulary.inflection import forms

# In all their forms.
_VERBS = {
    "cover": (
        "cover|cover it|buy to cover|cover the short|cover my short|exit the short|close the short|cover the position"
    ),
    "short": (
        "short|go short|sell short|get short|open a short|short it|short sell|take a short|initiate a short"
        "|open a short position|put on a short"
    ),
    "buy": (
        "buy the close|buy at the close"
        "|buy on the close|buy at the open|buy the open|buy on the open|buy into|pick up some|get hold of|snap up"
        "|snag|bag"
        "|be in it|hop into|jump on|get on board|ape in|scoop|buy|purchase|acquire|accumulate|grab|pick up|scoop up"
        "|load up|load up on|get in|go in|jump in"
        "|step in|get into|enter|go long|get long|open a long|open a long position|take a long position"
        "|initiate a position|dive in|take a position|open a position|take the trade|take a trade"
        "|open a trade|open it|get me in|start a position|start a position in|open a position in"
        "|start a trade|get me into|get me long|own|nibble|start buying|pick some up|in at|in on"
        "|put on a long|put it on|put on a position|climb aboard|hop in|hop on|add a position"
        "|take a position in"
    ),
    "sell": (
        "sell|dump|unload|offload|sell it|dump it|sell them|sell everything|sell the lot|sell out|sell all"
        "|sell into|get rid of|sell my position|sell the position|sell the shares|sell all of it"
        "|(sell/dump/unload) (my longs/my long/the longs/what i hold/what i have/what i own/everything i hold)"
        "|get rid|everything goes|goes out the door"
    ),
    "exit": (
        "seller|a seller|一直拿到|一直持有到|持有到|持有直到|拿到|直到|先走|先跑|先出|先撤|先平|先离场|先了结|再走"
        "|持币|出来|先出来"
        "|exit|let it go|let go|let them go|come off|comes off|leave|bail|bail out|get out|liquidate|flatten"
        "|close|close out|close it|close out the position|quit|close the position|close the trade"
        "|(close/close out/exit) (my longs/my long/the longs)"
        "|close my position|square off|square up|step aside|ditch|get me out|cash out|go flat|go to cash"
        "|walk away|scratch|ditch it|take it off|get rid of it|wind it down|kick it out|kick out|step out"
        "|throw it out|boot it|time out|exit it|unwind|close them|take it off|cut it|cut it loose|cut the position"
        "|cut the trade|be done with|be done with it|jump out|hop out|bin|bin it|go out|cash in|dispose of"
        "|part with|shed|chuck it|toss|leave the trade|get me flat|wrap it up|pull out|head for the exit"
        "|hold till|hold until|hold it till|hold it until|keep it till|keep it until|keep till|keep until"
        "|stay in till"
        "|stay in until|stay long till|stay long until|ride it till|ride it until|ride until"
        "|hold on until|hold on till"
        "|hang on until|hang on till|keep holding until|just hold till|just hold until|stick with it until"
        "|sit tight until"
    ),
}
_PHRASES = {
    "cover": (
        "(cover/close/close out/exit/buy back) (my shorts/my short/the shorts)"
        "|short exit|平空|平空单|平空仓|回补|补回|空单平仓|空单离场|空头回补|买券还券|还券|买平|买入平仓"
    ),
    "short": (
        "短空|短空一把|空一把|空一波|做短空|短线做空|空头策略|做空策略|空头系统"
        "|is where i (short/sell short/go short)|short the close|short entry|short entries|be short|i'm short"
        "|a short|is a short|shorts when|做空|开空|卖空"
        "|放空|沽空"
        "|融券|融券卖出|融券卖空|融券做空|进空|进空单|开空单|空单|开空仓|建空|入空|空它|反手做空|反手空|追空"
        "|做空入场|开仓做空|空进去|卖开|卖出开仓|打空"
    ),
    "buy": (
        "before i go long|before going long|before i get in|before i enter|before i get long|我才认|才认"
        "|lift the offer|先上|先买|先进|先买入|先建仓|先开仓|抢反弹|抢个反弹|博反弹|搏反弹|抄反弹|短多"
        "|短多一把|多一把|做短多"
        "|短线做多|多头策略|做多策略"
        "|starts it|starts the trade|opens the trade|opens it|kicks it off|is where i (buy/get in/enter)"
        "|where i (buy/get in/enter)"
        "|is when i (buy/get in/enter)|chase|chase it|chasing it|吸|捡筹码|收集筹码"
        "|吸筹码|吸货|吃进|吃货|捞|捞一把|就冲|冲一把|开干|开搞|就干|动手|我动手|出击|跟|就跟|跟上"
        "|建半仓试|a buyer|i'm a buyer|buyer|get long|jump into|jump in"
        "|i'm in|im in|be in|i am in|we're in|we buy|be long|i'm long|we are long|i buy|buys it|bought at"
        "|long it|longs|long entry|long entries|my buy|is my buy|my entry|is my entry|a buy|is opened|opened"
        "|gets bought|is a buy|buy trigger|entry trigger|entry is|entry on|entries on|entry when|buy side"
        "|to get long|get a long on|purchase is made|purchase is to be made|追进去|追多|追高买入|追涨|追买"
        "|追入|接|接回|接回来|吸纳|低吸|介入|布局|下手|杀入|杀进去|冲进去|干进去|打进去|买一些|开多|建多|入多"
        "|做多|开单|开单做多|进多|进多单|多单|开多单|买多|买点|买入开仓|进去|进货|上仓|建立多头|建立多头头寸"
        "|建立头寸|建立仓位|建底仓|跟进|跟多|入手|加入|买入建仓|抄底进场|抄底买|接盘|上车|入局|开仓买入"
        "|买进去|买它|可买|可以买|可买入|可以买入|考虑买入|考虑买|我买|我买入|我就买|我进|入市"
        "|捡|捡一些|抄|触发条件|触发条件是|入场信号是|开仓信号|开仓信号是|开仓条件"
        "|建仓条件|买点是|入场点|in when|in above|in if|thinking of buying|买人|买如|建昌"
    ),
    "keep": (
        "持股|拿住|拿着|一直拿着|一直拿|继续持有|持有它|接着拿|就一直拿|keep holding|stay long|持多"
        "|hold on to it|keep it"
    ),
    "rebuy": "buy back|buy it back|buy them back|buys back|buys it back|buying back|买回|买回来|再买回来|再买回"
    "|接回来|买回去",
    "sell": (
        "is where i (sell/take it off)|where i sell|is when i sell|派发|先卖|先卖出|先抛|再卖|再卖出"
        "|sell the close|sell at the close|sell at the open|sell on the close"
        "|my sell|is my sell|a sell|is a sell|sell when|sell on|we sell|i sell|sell trigger|to sell|抛|抛掉"
        "|抛出|抛售|抛光|全抛|全部抛出|甩|甩掉|出货|卖|卖掉|卖出|卖了|卖光|全卖|全部卖出|全部卖掉|全数卖出"
        "|一把卖出|卖点|卖出去|卖飞不怕|卖出手|出手|卖出了结|我卖|我就卖|卖货|卖出离场|卖出股票|卖它"
    ),
    "exit": (
        "ends it|ends the trade|end it|closes it out|is where i (get out/exit/leave/bail)|where i (get out/exit)"
        "|is when i (get out/exit/leave)"
        "|还是跑|还是走|还是卖|还是出|hit the bid|高抛|就认|profit exit|profitable exit|profit taking exit"
        "|winning exit|就满足了|我就满足了|我就满足|我也认|也认了|就认了"
        "|我就认|认错|认怂|服输|投降|认错出局|认错离场|不拿|不拿着|就不拿|不留|不持|close掉|close 掉"
        "|i'm out|im out"
        "|be out|i am out|out of it|out of the trade|out on|get flat|be flat|to be closed"
        "|is to be closed|is closed|is closed out|the position is closed|position closed|positions closed"
        "|i'm gone|im gone|am gone|gone|一股不留|仓位全平|仓位清掉|持仓清掉|全部出掉|丢|丢掉|扔掉|扔"
        "|we're out|my exit|is my exit|exit on|exits on|exit is|exit trigger|out when|out if|stay in cash"
        "|be in cash|go to the sidelines|sit out|sidelines|flat|square it off|square off the position"
        "|squared off|all out|撤|撤退|撤出|撤离|撤掉|跑|跑路|跑掉|闪|闪人|溜|开溜|走|走人|走掉|离场|离开|出来"
        "|出去|滚|退|退场|收手|收工|下车|兑现|落袋|落袋为安|了结|了结头寸|了结出局|出清|清空|清光|清掉|清仓"
        "|清|清仓走人|平|平了|平仓|平掉|平出|平仓出局|全平|全部平掉|止盈离场|止损走人|止损离场|止盈走人"
        "|止损出场|止盈出场|认栽|认输|认赔|认亏|砍|砍掉|砍仓|斩仓|割|割掉|割肉|割肉走人|斩掉|done|i'm done"
        "|就完事|不拿了|不玩了|不持有|空仓|空仓观望|空仓等待|就空仓|观望|拿现金|换成现金|转现金|出局|出场"
        "|全出|全走|全清|结束持仓|结束交易|离场观望|走为上|下车走人|收手离场|平仓走人|平仓离场|平仓了结|出掉"
        "|脱手|退出|抽身"
    ),
    "avoid": (
        "don't buy|don't take|do not take|no buys|do not buy|never buy|don't enter|do not enter|no buying"
        "|no entry|no entries|no trade|no trades|no new trades|don't trade|do not trade|don't go long|skip"
        "|skip it|skip the trade|avoid|stay away|don't take it|don't take the trade|don't touch it"
        "|stay away from|stay away from anything|avoid anything|leave it alone|keep away from|no longs"
        "|一律不碰|一律不买|坚决不买|不许买|ignore it|ignore the signal|不做|不买|不买入|不进|不进场|不入场"
        "|不开仓|不碰|不操作|不交易|别买|别进|别碰|不追|不参与|不出手|不介入|不建仓|不要买|不要进场|不能买"
        "|就不买|则不买|放弃|跳过|不予买入|不考虑|忽略|不动|不下手|不上车"
    ),
}
# Words that have one of a trade in them and mean another thing, or a part of a position.
# What no bars say, though words of indicators are in it.
_OUTSIDE = (
    "p/e|p/e ratio|p/b|bullish rsi divergence|bearish rsi divergence|rsi divergence|macd divergence"
    "|bullish divergence"
    "|bearish divergence|bullish macd divergence|bearish macd divergence|divergence|底背离|顶背离|rsi底背离|rsi顶背离"
    "|macd底背离|macd顶背离|背离"
)
_OTHERS = (
    "mean reversion|mean-reversion|mean reverting|mean rev|rolls over|roll over|rolling over|我有"
    "|i have|i've got|手里有|账户有|账户里有|北向资金|主力资金|外资|游资|机构资金|南向资金|主力|t+0"
    "|t+1|t0|op|tl"
    "|dr|tldr|ps|nb|dca|hodl|dd|ta|fa|imho|fwiw|afaik|便宜|贵|太贵|昂贵|主力吸筹|吸筹|吸引|吸收|捞金|跟风|跟庄"
    "|跟踪误差|fed|fomc|cpi|ppi|gdp|pmi|nfp|ecb|boj|pboc|sec|ceo|cfo|ipo|pe|eps|etf|etfs|usa|ath|atl|fomo|fud|roi"
    "|pnl|otc|nyse|est|edt|utc|gmt|imo|btw|fyi|asap|lol|roe|roa|ebitda|peg|esg|iv|oi|cot|dxy|mlf|lpr|rrr"
    "|ai|uk|eu|overnight|vix|kicks in|the vix|恐慌指数|head and shoulders|double bottom|double top|w底"
    "|m头|头肩底|头肩顶|the dip|dips|pullbacks|the pullback|不追高|追高|washed out|sold out|bombed out"
    "|逢低|高位|低位|减仓|加仓|补仓|分批|分批买入|分批卖出|减半仓|sell half|sell some|scale in|scale out"
    "|sell a third|trim|pyramid|减掉一半|卖一半|卖出一半|先卖一半|平一半|half off|take half off|add more"
    "|average down|流入|流出|走强|走弱|走势|走好|走稳|出现在|平稳|接近|收入|出台|入市资金|出口|进口|平台"
    "|持平|上市|进一步|买盘|卖盘|卖压|抛压|买气|转好|企稳|突出|buying pressure|selling pressure"
    "|insider buying|insider selling|short interest|short squeeze|short term|long term|long run|sell-off"
    "|selloff|exit poll|close to|closer|跌停|涨停|封板|打板|炸板|跌不动|涨不动|止跌|止涨|跌多了|涨多了"
    "|跌得|涨得|上半年|下半年|退市|进入市场|清算|平衡|水平仪|接力|接触|砍价|割裂|分割|逃跑|跑赢|跑输|跑步"
)


def _all_ways(kind: str) -> str:
    return "|".join([*([forms(_VERBS[kind])] if kind in _VERBS else []), _PHRASES[kind]])


WORDS: Table = {
    Tag.UNKNOWN: {None: f"{_OTHERS}|{_OUTSIDE}"},
    Tag.ACTION: {kind: _all_ways(kind) for kind in _PHRASES},
}
