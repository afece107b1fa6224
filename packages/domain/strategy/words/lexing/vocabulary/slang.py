"""How people talk of trading among themselves, in Hong Kong and on forums; the last table, so that it adds only."""

from packages.domain.strategy.words.lexing.tokens import Table, Tag

WORDS: Table = {
    Tag.ACTION: {
        "buy": "入货|就入货|扫货|ape|send it|long on|to go long|bought|i bought|punt|入返|买返|跟多单|来一笔|来一单"
        "|开一笔|建一笔|the panic buy|go for it|taken long",
        "short": "沽出开仓|做淡|看淡做空|fade it|fade|shorted",
        "sell": "沽|沽出|沽货|沽清|走货|就走货|sold|i sold|distribute|i sell into strength|卖返",
        "exit": "平货|离手|kill it|kill the trade|rug out|rug|out we go|bounce out|no position|close all|close out all"
        "|全卖|全沽|就算了|give it up|i'm flat|get rid of them|dump on|止损出|收工走人|砍掉走人",
    },
    Tag.NUMBER: {20.0: "廿", 30.0: "卅"},
    Tag.GAIN: {None: "has made|have made|it's made|had gained|has returned|has earned"},
    Tag.STOP_LOSS: {None: "止蚀|止蚀位|cut loss|cut loss at|cut losses at|of room|room of"},
    Tag.TAKE_PROFIT: {None: "止赚|止赚位|食糊|食胡|bank it at|bank at"},
    Tag.CROSS: {
        "cross_above": "企上|企回|升穿|升返穿|升返上|升破返|翻上来|翻上去|翻回来|翻回上|冲过|冲过了|蹿上|蹿过|窜过"
        "|钻上|弹上|弹回上|站回来|站回去|站了回来|收回来|又站回来|拉回上|(come/comes/coming/came) (back/) up through"
        "|(come/comes/coming/came) back up over|cross上|cross 上|crosses up|cross up|pops over|pops above"
        "|(turn/turns/turning) up through|上返",
        "cross_below": "失守返|跌返落|跌返|掉进|掉进了|钻进|钻到|跌进|跌进了|击穿|被击穿|跌出|跌出了|掉出|掉出了"
        "|cross下|cross 下|(come/comes/coming/came) (back/) down through|(turn/turns/turning) down through"
        "|dips under|dips below|crosses down|cross down|loses its|lose the|loses the",
    },
    Tag.GOLDEN: {
        "cross_above": "bull cross|bullish crossing|cross bullish|crosses bullish|up-cross|up cross",
        "cross_below": "bear cross|bearish crossing|cross bearish|crosses bearish|down-cross|down cross",
    },
    Tag.PLACE: {
        "gt": "上头|上边|外面上|以外上|on top",
        "lt": "底下|下头|下边|里头|以里|之内底下|underneath it",
    },
    Tag.OVER: {
        "gt": "高过|大过|多过|贵过|north of",
        "lt": "低过|细过|少过|south of",
    },
    Tag.AT_MOST: {
        None: "never longer than|not longer than|no longer than|never hold longer than|not beyond|never beyond"
    },
    Tag.EQUITY: {None: "资金|the bag|my bag|bag|bankroll|my stack|the stack|身家|家当"},
    Tag.PER_TRADE: {None: "on it|on this|per pop|a pop|per go|每铺|每注|单票|each entry|every entry"},
    Tag.PERCENT_SIGN: {"percent": "per cent|per-cent|pct|pc"},
    Tag.WITHIN: {None: "within striking distance of"},
    Tag.FILLER: {
        None: "双均线|双均线策略|双均线系统|三均线"
        "|自己的|自己|那根|出一根|出了一根|排好队|排好|依次排列|依次排开|排列好|别的都不用|别的不用|其他不用"
        "|其他都不用|别的不设|其他不设|别的先不设|缺一个都不买|缺一不可|三个都有才|两个都有才"
        "|三样都有才|三个都满足才|都有才"
        "|宁可错过不可做错|宁可错过不做错|宁缺毋滥|我不会|别的我不会|i know nothing else"
        "|crypto kid here|dear assistant"
        "|that's the whole plan|what i do by hand today|what i do by hand|what i do today|into strength|into weakness"
        "|the panic|do that|just that|the bot should|i'd like|and that's that|simple ones|the simple ones|plain ones"
        "|sma both|both simple|算回踩成功|回踩成功|算数|才算|才算数|成一根|那支|几多|即系|就系|系|嘅|咗|嗰|啲|佢",
    },
}
