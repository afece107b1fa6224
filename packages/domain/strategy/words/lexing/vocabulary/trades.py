"""Words for what is done: getting in and out, stops and targets, sizes, bars and instruments."""

from packages.domain.strategy.words.lexing.tokens import Table, Tag

WORDS: Table = {
    Tag.ACTION: {
        "buy": (
            "buy|进|跟进|追进|追|gets me in|buys|get long|goes long|入|go long|long|enter long|buying"
            "|purchase|enter|entry|entries|open long|买|买入|做多|开多|入场|进场|建仓|开仓|多头入场|买进|开多仓"
            "|多单入场|open a long|open a long position|enter a long position|go in|get in|take a long"
            "|open a position|enter a position|入手|买多|buy signal|买入信号|buy in|enter a long|入场信号"
            "|进场信号|开多单|入场条件|买入条件|进场条件|long entry|多头开仓|enter long positions"
            "|take a long position|buy some|买点|做多信号|抄底|上车|开仓做多|take long positions|entry rule"
            "|entry signal|long when|entering|go all long|initiate a long|initiate a long position|buy it"
            "|抄底买入|追入|追涨买入|买入做多|开始买入|be long|long positions"
        ),
        "sell": (
            "sell|dump|dump it|dump them|sel|sells it|sells|selling|卖|卖出|sell signal|卖出信号|抛|抛出|卖掉"
            "|sell it|sell out|sell the position|卖出条件|卖点|sell everything|sell all|全部卖出|卖光|清掉|抛售"
            "|sell off|unload"
        ),
        "exit": (
            "exit|stay out|stay out of the market|stand aside|出|走|平|离开|leave|out|i'm out|gets me out|就走"
            "|认输|exits|close the position|close position|close out|get out|flat|go flat|liquidate|平仓|离场"
            "|出场|清仓|退出|exit the trade|exit the position|close it|close the trade|close|exit long position"
            "|离场信号|出场信号|空仓|exit rule|exit signal|出局|离场条件|出场条件|平仓条件|了结|bail|go to cash"
            "|in cash|cash|move to cash|exit everything|bail out|平掉|全部平仓|清仓离场|exiting|卖出离场|卖出清仓"
            "|平仓离场|卖出平仓|close all|sell to close|be flat|stay flat|stay in cash|get out of the trade"
            "|exit trade|exit position|close trade|exit all|清仓出局|全部清仓|走人|下车|close positions"
        ),
        "short": (
            "short|go short|sell short|enter short|做空|卖空|开空|short sell|open short|空头入场|开空仓|shorts"
            "|open a short|open a short position|enter a short position|融券卖出|开空单|short it|做空信号"
            "|开仓做空|take a short|short entry|get short|enter a short|short when|short selling|反手做空"
            "|initiate a short|空头开仓|沽空|放空|be short|entering short|卖出做空"
        ),
        "cover": (
            "cover|buy to cover|平空|cover the short|cover short|回补|空头平仓|平空仓|空单平仓"
            "|exit short|close short|平掉空单|exit the short|close the short|空头离场|买入平仓|空头回补|平空单"
            "|cover shorts|空单离场|exit shorts|close shorts|covering|买回平仓|short exit"
        ),
        "close_long": (
            "exit long|close long|平多|平多仓|多单平仓|sell long|exit the long|close the long|多头离场|多头平仓"
            "|exit longs|close longs|平多单|多单离场|long exit|平掉多单"
        ),
    },
    Tag.STOP_LOSS: {
        None: (
            "(don't/dont/do not/never/not) (let a loss exceed/let losses exceed/let the loss exceed"
            "/let it lose more than)|dont lose more than|(kill/cut/dump/sell) (losers/the losers"
            "/my losers) (at/at a/past)|(losers/losses) (are cut at/get cut at/cut at)|stop los|of room"
            "|room to breathe|止损收到|止损放到|止损提到|止损设到|止损放宽到|止损收紧到|止损调到|stop loss"
            "|not lose more than"
            "|don't lose more than|never lose more than|lose no more than|lose at most|rather not lose more than"
            "|不想亏超过|亏不能超过|不能亏超过|emergency stop|catastrophe stop|disaster stop|紧急止损|price stop"
            "|place the stop|place a stop|place my stop|put a stop|put in a stop|put in a stop loss"
            "|put in a stop loss of|put the stop"
            "|put my stop|keep a stop|keep a stop loss|keep the stop|keep sl|stop placed|with a stop loss|use a stop"
            "|use a stop loss|损|最多亏|最多亏损|亏损上限|最大跌幅|止损线设|跌幅止损|cut at|cut it at"
            "|cut the position at|cut the trade at|cut me at|stop me out at|stop me out|stop me at|stopped at"
            "|get stopped at|kill it at|tap out at|hard stop of|stop (it/me/this/them) out"
            "|stop (it/me/this/them) out at|stop out at|stop is|stop goes|stop sits|with a stop|砍仓线"
            "|止损价|止损设在|止损放在|硬止损|止损为|损失|停损|stop|stops|stop out|stoploss|止损|止损位|止损线"
            "|止损点|止损幅度|hard stop|initial stop|protective stop|stop losses|止损比例|固定止损|sl|stop price"
            "|cut losses|cut the loss|止蚀|cut loss|stop loss order|stopped out|设止损|止损设|初始止损|loss limit"
            "|stop order|cut losses at|cut my losses|割肉|认赔|止损出局|止损离场|止损卖出|止损退出|止损平仓"
            "|止损清仓|of downside|downside|别亏超过|不要亏超过|亏损别超过|亏别超过|亏损不要超过"
        ),
    },
    Tag.TAKE_PROFIT: {
        None: (
            "scalp it for|scalp for|ring the register at|止盈放到|止盈提到|止盈收到|止盈降到|止盈调到"
            "|止盈设到|take profit|take my money off the table at"
            "|take my money off the table|take money off the table at|take money off the table"
            "|take it off the table at|goal|profit goal of|盈|bank it at|bank it|book it at|book it|lock it in at"
            "|bank at|tgt"
            "|tgts|profit target of|target price|objective|profit objective|止赢|止盈价|止盈设在"
            "|止盈放在|止盈为|停利|获利平仓|take|take profits|profit target|target|止盈|止盈位|止盈线|止盈点|目标"
            "|目标位|目标价|tp|profit taking|targets|price target|止盈目标|take profit target|止盈比例|固定止盈"
            "|taking profit|获利了结|profit goal|book profit|book profits|获利目标|盈利目标|take the profit"
            "|lock in profits|of upside|upside|take gains|止盈离场|止盈卖出|止盈出局|止盈平仓|lock in gains"
        ),
    },
    Tag.TRAILING: {
        None: (
            "trailing stop|ride it with a trailing stop|protect it with a trailing stop|trail it|trail by|trail it by"
            "|trailing by|a trail of|ratchet stop|stop trails"
            "|跟踪止损止盈|跟踪|移动止盈止损|回落止盈|回撤止赢|吊灯|trailing stop loss|trail|trailing|trails"
            "|移动止损|跟踪止损|追踪止损|移动止盈|跟踪止盈|追踪止盈|trailing exit|吊灯止损|trailing stops"
            "|trail the stop|trail stop|回撤止盈|浮动止盈|浮动止损|动态止盈|动态止损|trail my stop|trail a stop"
            "|chandelier stop|trailing loss|回撤止损"
        ),
    },
    Tag.REWARD: {
        None: (
            "risk reward|reward risk|risk to reward|reward to risk|盈亏比|风险收益比|风险回报比|r:r|rr"
            "|risk/reward|reward/risk|收益风险比|risk reward ratio|reward to risk ratio|risk to reward ratio"
            "|报酬风险比|风报比"
        ),
    },
    Tag.GAIN: {
        None: (
            "profit|made me|has made me|makes me|nets me|earns me|i've made|i made|i have made|we've made|i'm up|gain"
            "|a gain|gain of|gains|profits of|in the money|盈利了|赚了有|浮赢|盈|赢|赚到|账面盈利"
            "|账面赚|in profit|盈利|获利|赚|赚了|浮盈|profits|收益|收益率|盈利达到|利润|收益达到|盈利超过"
            "|获利达到|浮盈达到|赚够|in the green|ahead|浮盈超过|gains of"
        ),
    },
    Tag.LOSS: {
        None: (
            "赔|赔了|赔到|赔掉|赔够|逆向走|反向走|逆着走|走反|走反了|逆向波动|反向波动|逆势走|往反方向走|浮亏达"
            "|only ever lose|only lose|"
            "willing to lose|prepared to lose|happy to lose|(goes/moves/runs/going/moving) against (me/us/the trade)|"
            "against me|offside|against the position|underwater|loss|i've lost|i have lost|i lost|if i lose|i lose"
            "|we've lost|a loss|down on the trade|亏到|亏掉|账面亏损|账面亏|浮亏到|亏损到|损失达|被套|套|loss of|亏损"
            "|亏"
            "|亏了|浮亏|losses|亏损达到|亏损超过|浮亏达到|in the red|浮亏超过|回撤达"
        ),
    },
    Tag.PEAK: {
        None: (
            "(从/自/比/较/距/)(买入后/买入以来/买进后/建仓后/建仓以来/持仓期间/持仓以来/持有期间/持有以来/进场后"
            "/入场后/开仓后/买后)(的/)(最高价/最高点/高点/最高位/最高收盘价/峰值)(回落/回撤/下跌/下来/回吐/)|"
            "(from/off/below/under) (the/its/my) (high/highest price/highest close/peak/top) since (entry/buying"
            "/i bought/i got in/purchase)|"
            "from the high|回吐|利润回吐|from its peak price|off its peak|off the top|from the highs|off highs"
            "|from the post-entry high|since entry high|自高位|从高点往下|最高点回吐|高点下来|高点往下|从最高"
            "|从最高位|回撤超过|回撤达到|回撤到|从买入后最高价|自买入后最高点|from peak equity|pullback from peak"
            "|from its high|from the peak|from its peak|off the high|off the highs|off its high"
            "|from the highest price|从高点|自高点|从最高点|从最高价|off the peak|高点回撤|高点回落|最高点回落"
            "|最高点回撤|最高价回落|最高价回撤|from peak|below the peak|below the high since entry|from the top"
            "|from the highest close|from its highest|回撤|drawdown|from its best|后回落|自最高点|自最高价"
            "|从持仓高点|从持仓最高点|pullback from the high|below its highest|from the highest point|高位回撤"
            "|高位回落|from high|从高位|below the highest high since entry|冲高回落"
        ),
    },
    Tag.FROM_ENTRY: {
        -1: (
            "below what i paid|under what i paid|below my cost|below my purchase price|below my average cost"
            "|跌破买入价|低于买价|成本线下|成本下方|below entry|under my fill|below my fill|under the fill|below fill"
            "|under my entry"
            "|below where i bought|below my buy price|under cost|below the purchase price|under the entry price"
            "|under entry price|below the entry|below entry price|below the entry price|under entry"
            "|under the entry|below my entry|below cost|低于成本|低于成本价|低于买入价|低于入场价|跌破成本"
            "|成本价下方|买入价下方|入场价下方|below the buy price|below purchase price"
        ),
        1: (
            "above entry|above my fill|over my fill|above where i bought|above my buy price|over cost"
            "|above the purchase price|over entry|above the entry|above entry price|above the entry price"
            "|above my entry|above cost|高于成本|高于成本价|高于买入价|高于入场价|成本价上方|买入价上方"
            "|入场价上方|above the buy price"
        ),
        0: (
            "from entry|from the entry|from the entry price|of entry|of the entry price|from my entry"
            "|of entry price|成本价的|买入价的"
        ),
    },
    Tag.HOLD: {
        None: (
            "(forget/forget about) (it for/about it for)|(别让我/别/不要/不能)(拿超过/持有超过/拿着超过)"
            "|最多等|最多放|最多留|最多待|(never/don't/do not/not) (hold/keep it/hold it/stay in/sit in it"
            "/carry it/stay) (beyond/past/more than"
            "/for more than/over/longer than/for longer than)|"
            "hold|hold anything|hold anything past|never hold longer than|hold no longer than"
            "|don't hold longer than|hold at most"
            "|hold no more than|overstay|stay longer than|扛|熬|捂|最长持有|最长拿|最长持仓|持股时间|hold time"
            "|holding limit|stay in|stay in for|sit in it|in any trade|in a trade|in the position|time limit"
            "|持仓上限|时间限制|持有上限|时间退出|holding|hold for|持有|持仓|持股|holding period|hold it"
            "|hold it for|hold period|holds|持有期|held|max hold|maximum hold|max holding period|持仓时间"
            "|持有时间|hold the position|hold positions|持仓周期|持有周期|keep|keep it|拿|holding time|time stop"
            "|time exit|持仓期|时间止损|hold each trade|hold each position|持有天数|in the trade|in position"
        ),
    },
    Tag.AFTER: {
        None: "after|过了|满了|到了|elapsed|gone by|后|之后|以后|过后|afterwards|later|满|到期",
    },
    Tag.EQUITY: {
        None: (
            "the pot|pot|my pot|the kitty|my stack|my whole stack of cash|总本金|总仓|"
            "equity|port|pf|my port|acct|the acct|my acct|funds available|钱|的钱|account|capital|portfolio|资金|账户"
            "|总资金"
            "|总资产|本金|净值|the account|my account|account equity|of equity|funds|my money|total capital"
            "|balance|cash balance|可用资金|账户资金|account balance|bankroll|total equity|总权益|权益"
            "|available cash|available capital|money|the book|nav|资产|账户净值|available funds|总账户|账户总资金"
            "|账户权益|trading capital|buying power|my cash|net worth|我的资金|自有资金"
        ),
    },
    Tag.SIZE: {
        None: (
            "equity fraction|fraction of equity|account fraction|fraction of the account|小仓位|小仓|轻仓"
            "|轻仓位|to work|put to work|"
            "position size|持仓|底仓|建仓比例|单票仓位|每次投入|投|投进|投进去|买入金额|notional|exposure|weight"
            "|ticket|clip|deploy|deploying|putting|put|commit|a position of|position size of|金额|投入金额"
            "|每笔金额|position|positions|size|仓位|position sizing|sizing|头寸|仓|stake|allocate|allocation"
            "|invest|投入|仓位控制在|单笔仓位|每笔仓位|仓位为|risk sizing|仓位大小|每次仓位|bet|each position"
            "|持仓比例|仓位比例|投资|trade size|下注|单次仓位|order size|spend|position of|a position|每仓|put in"
            "|仓位管理|worth"
        ),
    },
    Tag.PORTION: {
        1.0: (
            "everything i've got|everything i got|all i have|all i've got|all my cash|all of my cash|my whole stack"
            "|go all in|go all in on|all in on|全部身家|所有的钱|全部的钱"
            "|全仓|满仓干|全仓干|全仓杀入|梭了|一把梭|满上|everything i have|my whole account|the full bankroll"
            "|full bankroll|100% of everything|满仓|all in|full position|full size|whole account|entire account"
            "|all my money|all of my capital|fully invested|full account|the whole account|the entire account"
            "|all capital|full equity|all the money|all available cash|100仓|全部资金|所有资金|全部仓位"
            "|all equity|梭哈|all of the account|all my capital|entire portfolio|the full account|全额"
            "|all of my money|全资金|the entire portfolio|all of the equity|重仓全部"
        ),
        0.5: (
            "half my cash|half of my cash|take half my cash|use half my cash|take half my money|use half my money"
            "|take half of my money|一半的钱|一半的资金"
            "|半仓|half position|half size|half the account|half of the account|half my account|half of my account"
            "|half the capital|half my capital|half of capital|half the equity|half of equity|half my money"
            "|半数资金|一半资金|一半仓位|half the portfolio|half of my capital|half of the capital"
            "|half of the portfolio|half my portfolio|half of my money|half a position|half of the equity|半仓位"
        ),
    },
    Tag.PER_TRADE: {
        None: (
            "per trade|每把|每一把|每一单|每注|每一票|a name|per name|each name|at a time|a time|per buy"
            "|per purchase|apiece|a piece|a shot|per bet"
            "|a pop|per go|per shot|a go|per order|on each|every entry|each entry|each go|每回|每趟"
            "|每一次|一次|每只各|各占|各|各自|分别|each trade|every trade|per position|each position"
            "|every position|a trade|per entry|每笔|每笔交易|单笔|每次|每单|每只|each time|单次|每一笔|per ticker"
            "|per stock|每次交易|on each trade|on every trade|per signal|every time i buy|each|单只|每支|单票"
            "|单笔交易|one trade|any trade|any one trade|any single trade|a single trade|single trade"
            "|on any trade"
        ),
    },
    Tag.RISK: {
        None: (
            "risk|冒|只冒|冒着|never risk|don't risk|do not risk|i risk|risks|risk no more than|风险不超过"
            "|最大风险|风险控制在"
            "|单笔风险|每笔风险|max loss|maximum loss|max risk|maximum risk|risking|风险|承担|冒险|at risk"
            "|风险敞口|risked|最大亏损|最大损失|止损金额"
        ),
    },
    Tag.VOLATILITY: {
        None: (
            "volatility target|target volatility|目标波动率|波动率目标|vol target|target vol"
            "|annualized volatility target|波动率控制|annual volatility|目标年化波动率|volatility targeting"
            "|target an annualised volatility of|annualised volatility|annualized volatility|年化波动率"
            "|annualised vol|annualized vol|yearly volatility|target a volatility"
        ),
    },
    Tag.SHARES: {
        1: (
            "股数|share count|number of shares|数量|shares|qty|quantity|qty of|share|股|units|unit|contracts"
            "|contract|coins|coin|份|张|枚|lots of one"
        ),
        100: "手|手数",
    },
    Tag.LONG_ONLY: {
        "long": (
            "long only|只做多|仅做多|不做空|no shorting|no shorts|only long|long side only|don't short"
            "|do not short|never short|只做多不做空|longs only|只多不空"
        ),
        "short": "short only|只做空|仅做空|only short|shorts only",
    },
    Tag.FILTER: {
        None: (
            "限定|限制在|filter|过滤|过滤条件|filters|过滤器|as a filter|作为过滤|作过滤|trend filter|趋势过滤|做过滤"
            "|filter by|filter with|filter for"
        ),
    },
    Tag.RULE_WORD: {
        "trade": (
            "(跟着/一起/一块/一块儿/也/)(一起跑/一块跑/一块儿跑/跟着跑/一起做/一块做)|trade|trades|trading|交易"
            "|操作标的|标的|标的是|ticker|symbol|instrument|run on|run it on|apply to"
            "|apply it to|适用于|品种|交易品种|用于|交易标的|针对|对象|应用于|take trades|take the trade"
            "|trade only"
        ),
    },
    Tag.CHART: {
        None: (
            "chart|线上|图上面|图上看|图上|级别上|周期上|图里|k线图上|tf|charts|timeframe|time frame|级别|图|走势图"
            "|周期级别|bars"
            "|candles|k线|周期|线图|k线图|图表|k线级别|级别k线|级|线级别|周期k线|线|k|interval|data|周期图"
            "|bar chart|级别的k线|级别图|时间框架"
        ),
    },
    Tag.TIMEFRAME: {
        "1d": (
            "daily chart|day chart|on the daily|天图|日k图|daily|日k|日k线|日级别|日级|daily bars|日图|end of day"
            "|eod|日频|天级别|the daily"
        ),
        "1w": "weekly|周k|周k线|周级别|周图|周频",
        "1h": "hourly|小时线|小时级别|小时图|小时k线|60分钟|1小时|一小时|60 minute|60 min",
        "monthly": "monthly|月线|月k|月级别|月k线",
    },
    Tag.DAY_LINE: {
        "1d": "日线|日线级别|日线图",
        "1w": "周线|周线级别|周线图",
    },
}
