"""How an answer says that a strategy trades: that it is deployed, that orders were sent, that something is held."""

import re

from packages.domain.conversation.claims.said_done import ADVERBS, ALONE, ALREADY, BE, DONE, END, I_HAVE, IS, zh_done
from packages.domain.evidence.patterns import lazy_pattern

_I = re.IGNORECASE
_TRADER = r"(?:strategy|bot|robot|algo(?:rithm)?|system|desk|deployment|it|this|that|everything)"
_IT = r"(?:it|this|them|everything|(?:the|your|this|these) (?:\w+ )?(?:strategy|rules|bot|plan|system))"
_VENUE = r"(?:(?:your|the|a) )?(?:\w+ )?(?:paper|live|real|demo|simulated|trading|brokerage|broker)\b"
_RUN = (
    r"(?:(?:the|your|a|this) )?(?:\w+ )?(?:(?:paper |live |auto(?:matic|mated)?[- ]?)?trading|deployment"
    r"|(?:live|paper|trading) run"
    r"|trading bot|bot)"
)
_HAS = rf"(?:'s|'ve| has| have| is| are|'re| was| were| been)* {ADVERBS}(?:been )?{ADVERBS}"
_ZH_VENUE = r"(?:模拟盘|实盘|模拟账户|模拟帐户|模拟账号|交易账户|真实账户|你的账户|您的账户|纸上交易)"
_ZH_TRADER = r"(?:模拟盘|模拟交易|实盘交易|实盘|自动下单|策略|系统|机器人|程序|自动交易|量化交易|部署)"
_ZH_PUT = r"(?:部署|挂|放|上|接|连|跑|推|搬|投放|投|绑定|同步|应用|切换?|装|丢|扔)(?:接|上|进|到|入|在|至|去|通)*"
_ZH_ON = (
    r"(?:上线|生效|启用|激活|启动|开启|打开|开通|接通|运行(?![^,。]{0,8}次)|开跑|跑起来|开起来|运行起来|动起来"
    r"|运转起来|运作起来|跑上|上岗|开工|开始工作"
    r"|就位并运行|投入(?:使用|运行|交易))(?!紧急|熔断|止损|风控)"
)
_ZH_TRADING = (
    r"(?:自动)?(?:交易(?!日|时段|所|规则|计划|量)|下单|跑(?!回测|压力)|运行(?!回测|压力|研究)|运作"
    r"|运转|执行(?:交易|中|买卖|策略))"
)
_ZH_STARTED = (
    r"部署(?:上去|下去|出去|进去)?|上线|挂上|接入实盘|切到实盘|投入(?:实盘|运行)"
    r"|启动(?:实盘|模拟盘|交易|策略)"
)
DEPLOYED = lazy_pattern(
    rf"{I_HAVE}(?:deployed|launched (?:it|your strategy|the strategy)|activated (?:it|your|the)|switched {_IT} on"
    rf"|turned {_IT} on|(?:turned|switched) on (?:{_IT}|(?:paper |auto(?:matic)?[- ]?)?trading)"
    rf"|(?:put|set|taken|took) (?:it|your strategy|the strategy|everything) (?:live|running|on (?:your|the|a) )"
    rf"|(?:put|moved|pushed|taken|took|rolled|brought|shipped) {_IT} (?:\w+ )?(?:in ?to|out to|to) (?:production"
    r"|service|operation|action|work)"
    rf"|(?:put|set up|hooked up|connected|linked|moved|pushed|rolled out|attached|placed|loaded|added|promoted) {_IT}"
    rf"(?: up| out| over)? (?:on|onto|to|into|in|with) {_VENUE}|(?:hooked|set|wired) {_IT} up (?:on|to|with"
    rf"|in) {_VENUE}"
    rf"|(?:started|begun|began|enabled|launched|activated|kicked off|switched on|turned on) {_RUN}|gone live)\b"
    rf"|{BE}(?:deployed|activated|(?:put|hooked up|set up|connected|moved|pushed|rolled out|attached)"
    rf" (?:on|onto|to|into|in) (?:{_VENUE}|production|service|operation))\b|{ALONE}(?:deployed|live(?: now)?){END}"
    rf"|{I_HAVE}(?:switched|moved|taken|brought) (?:you|us|{_IT}) (?:over )?to (?:live|real|paper)\b"
    rf"|(?:\b(?:is|are)|'s|'re) {ADVERBS}(?:live|trading)\b"
    r"(?! (?:price|data|quote|at|above|below|near|around|between|in|sideways|higher|lower|up|down|under|over|flat|day))"
    rf"|\b(?:is|'s|are|'re|been) {ADVERBS}trading (?:in|on|with) (?:your|the|a|paper|real)\b"
    rf"|\b{_TRADER}(?:'s| has) {ADVERBS}been {ADVERBS}(?:trading|running|live)\b"
    rf"|\b{_TRADER}(?:'s| has) {ADVERBS}(?:started|begun)(?: \w+ly)? (?:trading|running|to trade|to run)\b"
    rf"|\b{_TRADER}(?:'s| is) {ADVERBS}(?:active|on) (?:on|in|at) {_VENUE}|\b{_TRADER}(?:'s"
    rf"| is) {ADVERBS}in production\b"
    rf"|\b(?:strategy|bot|algo(?:rithm)?|deployment|(?:auto-?|paper |live )trading|(?:live|paper"
    rf"|trading) run)(?:'s| is| has| was){_HAS}"
    r"(?:switched on|turned on|started|launched|enabled|activated|rolled out|put live|set live)\b"
    rf"|\b(?:strategy|bot|algo(?:rithm)?)(?:'s| is) (?:out there|busy|hard at work|right now|still|in the background) ?"
    r"(?:trading|running)?\b"
    r"|\b(?:strategy|rules|bot|it)(?:'s| is| are) (?:now |already |currently )*being traded\b"
    r"|\b(?:strategy|bot|it)(?: (?:now|already|currently|automatically))+ trades\b"
    rf"|\baccount is {ADVERBS}(?:running|trading)\b|\b(?:strategy|bot|it)(?: has)? {ADVERBS}entered the market\b"
    r"|\bwent live\b|\bhas gone live\b|\bup and running\b|\b(?:now|already) running\b"
    rf"|\b(?:strategy|bot|it|this|everything)(?:'s| is) {ADVERBS}(?:(?:all )?set (?:up )?and )?running\b"
    rf"|\b(?:trading|execution)(?:'s| is| has| have) {ADVERBS}(?:started|begun|under ?way|in progress|on|live|active"
    r"|enabled|running)\b(?! (?:hold|pause|hours?))"
    rf"|\bdeployment(?:{IS}(?:started|live|active|complete|completed|successful|done|running)| went through"
    r"| succeeded)\b"
    rf"|{zh_done(_ZH_STARTED)}"
    rf"|开始(?:自动)?(?:交易|实盘|模拟交易|运行(?!回测|压力|研究)){DONE}"
    rf"|{ALREADY}[^,。]{{0,10}}?开始(?:自动)?(?:交易|实盘|模拟交易|运行(?!回测|压力|研究))"
    rf"|(?:{ALREADY}|[为帮替给][您你])[^,。]{{0,14}}?{_ZH_PUT}了?{_ZH_VENUE}"
    rf"|{_ZH_PUT}了?{_ZH_VENUE}[^,。的]{{0,3}}?{DONE}"
    rf"|{_ZH_TRADER}[^,。的]{{0,6}}?{ALREADY}[^,。停暂终]{{0,6}}?{_ZH_ON}"
    rf"|{ALREADY}[^,。停暂终]{{0,8}}?{_ZH_ON}了?{_ZH_TRADER}"
    rf"|(?:模拟交易|自动交易|实盘交易|实盘|模拟盘|部署){ALREADY}(?:正式)?开始|{ALREADY}[^,。]{{0,6}}?开了?{_ZH_VENUE}"
    rf"|{ALREADY}进入[^,。]{{0,4}}(?:交易|运行|实盘)状态"
    rf"|{_ZH_TRADER}[^,。的]{{0,8}}?(?:{_ZH_ON}{DONE}|(?:跑|运行|开|动|运转)起来|在跑|跑着|(?:运行|执行|交易"
    rf"|运作)中|在运行|开跑|跑上)"
    rf"|(?:已经?在|正在?)[^,。停暂终过]{{0,4}}?(?:[为帮替给][您你])?(?:按[^,。]{{1,8}}?)?(?:实盘"
    rf"|模拟盘)?上?{_ZH_TRADING}(?=[中着了]|\W*$)",
    _I,
)
# What else runs, is live or is done: tests, research, debates, jobs, replays of the past, and the market itself.
NOT_OF_TRADING = lazy_pattern(
    r"back-?tests?|stress[- ]?tests?|research|\bmarkets?\b(?! (?:orders?|price\b))|\bprices\b|simulations?\b|debate"
    r"|\bjob\b|\breplay|回测|压力测试|压测|研究|辩论|回放|重放|重演|交易所|股市|[Aa]\s?股|港股|美股|市场|任务|进程",
    _I,
)
REAL = lazy_pattern(r"\breal money\b|\blive (?:money|account|trading)\b|实盘|真(?:实资)?金|真钱", _I)
# A trade on a day of the past is a backtest's; what the person told of their holdings is no order either.
NOT_OF_AN_ORDER = lazy_pattern(
    r"(?<!\d)(?:19|20)\d\d[-/年]|\bin (?:19|20)\d\d\b|\b(?:you|as you) (?:said|told|mentioned|say|wrote)\b"
    r"|[您你](?:说|提到|告诉|讲|刚才说)",
    _I,
)
_AMOUNT = (
    r"(?:about |around |exactly |another |some |your |the )?(?:\d[\d,.]*|half|all|a (?:long|short|first"
    r"|small|new) |the first)"
)
_BOUGHT = r"(?:bought|purchased|sold|shorted|acquired|picked up|liquidated)"
_NO_ORDER = (
    r"(?!信号|条件|规则|点|价|时机|区|后|前|的|评级|建议|裁决|结论|意见|指令|逻辑|或|与|和|并持有|理由"
    r"|阈值|线|量|额|方式|观点|交易|部分|笔)"
)
_ZH_ORDERED = (
    rf"(?:买入|买进|买了|卖出|卖了|卖掉|建仓|加仓|减仓|清仓|平仓|开仓|下单|挂单|成交|抄底|止损卖出|止盈卖出"
    rf"|做多|做空|开多|开空){_NO_ORDER}"
    r"|建了[^,。]{0,3}仓|下了[^,。]{0,4}单|挂出[^,。]{0,10}单|开了[^,。]{0,3}[仓单]|平了[^,。]{0,3}仓"
    r"|下[好完][^,。]{0,3}单"
    r"|仓位[^,。]{0,4}建[好完]"
)
# A verdict, a signal or a rule names what to do and does none of it.
_ZH_NO_WORD_OF = r"[^,。的裁判评号论定荐议则件设触发写]"
_UNITS = r"(?:股|手|份|个|枚|张|笔|单|[a-z]{2,5}\b)"
ORDERED = lazy_pattern(
    r"\b(?:orders?|trades?|position)\b[^,.;]{0,40}?\b(?:went through|(?:was|were|has been|have been|got|is now)"
    r" (?:\w+ly )?(?:placed|filled|executed|submitted|sent|accepted|confirmed|opened|closed))\b"
    rf"|\b(?:orders|trades) are (?:(?:now|already|currently|automatically) )*(?:executing|going through"
    rf"|coming in|flowing|being (?:\w+ly )?"
    r"(?:placed|executed|sent|filled|submitted|made))\b"
    r"|\b\d[\d,.]* (?:shares|contracts|units|coins|lots|btc|eth)(?: \w+)? (?:was|were|has been|have been) (?:\w+ly )?"
    r"(?:bought|sold|purchased)\b|\byour (?:buy|sell|purchase|sale)\b[^,.;]{0,24}? (?:went through|was filled"
    r"|is done)\b"
    rf"|\b(?:is|'s|are|'re|started|been) {ADVERBS}(?:executing|placing|sending|making) (?:\w+ )?(?:trades|orders)\b"
    r"|\byour (?:\w+ )?orders? (?:is|are) (?:\w+ly )?(?:placed|filled|executed|in)\b|\bfilled (?:your|the) orders?\b"
    r"|\b(?:orders?|trades?) (?:filled|executed|placed|sent|submitted)(?=\W*$|:| (?:at|for)\b)"
    r"|\bpositions? (?:opened|closed)(?=\W*$|:| (?:at|with)\b)|\byour (?:\w+ )?position is (?:now )?open\b"
    rf"|{I_HAVE}(?:bought|purchased|sold|(?:placed|submitted|sent|entered) (?:the|an?|your) (?:\w+ ){{0,2}}orders?"
    r"|(?:opened|closed) (?:the|an?|your) (?:\w+ )?(?:positions?|trades?)"
    r"|executed (?:the|an?|your) (?:\w+ )?(?:orders?|trades?|buy|sell|purchase|sale))\b"
    rf"|\b{_TRADER}{_HAS}(?:{_BOUGHT} {_AMOUNT}|(?:opened|closed|entered|exited) (?:an?|the|your|\d+|two|three"
    rf"|several) (?:\w+ )?(?:positions?"
    r"|trades?)\b|(?:took|taken|made) (?:its|the|a|your) (?:first |new )?(?:trade|position)\b|(?:went"
    r"|gone) (?:long|short)\b)"
    rf"|^\W*(?:(?:done|great|ok|okay|just|already)\W+)*(?:bought|sold) \d"
    r"|\b(?:you|we|i)(?:'re| are)? (?:now |currently |already )*(?:own|holding|hold|long|short) (?:about |exactly )?\d"
    r"|\byou (?:now |currently |already )*have (?:about |exactly )?\d[\d,.]* (?:shares|contracts|coins|lots|btc|eth)\b"
    r"|\b(?:we|i|you|it)(?:'ve| have| has)? (?:just |already )?got (?:filled|a fill)\b"
    r"|(?:止损|止盈|限价|市价|条件|买|卖|多|空)单(?:子)?[^,。的]{0,3}?已经?[^,。]{0,3}?(?:挂|下|报|成交|提交|执行)"
    rf"|(?:订单|委托|买单|卖单|单子)[^,。]{{0,12}}?(?:已经?)?(?:成交|提交|执行|挂出)(?!量|额|价|方式)"
    rf"|{ALREADY}{_ZH_NO_WORD_OF}{{0,10}}?(?:{_ZH_ORDERED})|(?:{_ZH_ORDERED})(?:完毕|完成|成功|好了|[了啦](?!结|解))"
    rf"|(?:系统|机器人|策略|我|程序)[^,。]{{0,4}}?(?:{_ZH_ORDERED})了?\s?\d[\d,.]*\s?{_UNITS}"
    rf"|[为帮替给][您你](?:买|卖|建仓|下单)了|以\s?[\d.]+\s?元?(?:的价格)?成交"
    rf"|(?:[您你我](?:们)?(?:的?账户)?|账户里?|模拟盘|持仓)(?:现在|目前|当前|已经?|里|中)*(?:持有|拥有"
    rf"|有)[^,。]{{0,8}}\d[\d,.]*\s?{_UNITS}"
    rf"|(?:目前|当前|现在|已)持仓[^,。]{{0,6}}\d[\d,.]*\s?{_UNITS}|仓位已经?[^,。]{{0,3}}建[好完成立]"
    r"|(?:今天|刚刚|目前)?已经?交易了?\s?\d+\s?[笔次]"
    r"|(?:交易|订单|买卖)正在?[^,。]{0,4}?(?:执行|进行|成交)",
    _I,
)
_BROKER = r"(?:broker(?:age)?|alpaca|binance|okx|ibkr|exchange)"
_LINKED = r"(?:linked|connected|hooked up|attached|added)"
LINKED = lazy_pattern(
    rf"{I_HAVE}{_LINKED} (?:your|the|an?) (?:\w+ ){{0,2}}?{_BROKER}\b|\b{_BROKER}(?: \w+)? account{IS}{_LINKED}\b"
    rf"|(?:券商|经纪商|交易所|alpaca|币安|实盘)的?(?:账户|账号|帐户)[^,。的]{{0,4}}?(?:{ALREADY}[^,。]{{0,3}}?)?"
    rf"(?:绑定|关联|连接|接入|连上|接通)(?:好|成功|完成)?(?:了|\W*$)"
    rf"|{ALREADY}[^,。]{{0,6}}?(?:绑定|关联|连接|接入)了?[^,。]{{0,6}}?(?:券商|经纪商|交易所|alpaca|币安)",
    _I,
)
