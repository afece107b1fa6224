"""The words that kinds of questions are asked in, in Chinese and English."""

from collections.abc import Mapping
from re import IGNORECASE, Pattern

from packages.domain.evidence.patterns import lazy_pattern


def _words(zh: str, en: str) -> Pattern[str]:
    return lazy_pattern(rf"{zh}|{en}", IGNORECASE)


_WHY_ZH = r"(?:为什么|为何|为啥|怎么|咋|凭什么|什么原因|why)"
# The first that is found counts, so the more particular ones come first.
WORDS: Mapping[str, Pattern[str]] = {
    "not_traded": _words(
        rf"{_WHY_ZH}.{{0,12}}(?:只有|才|就|仅|这么少|那么少|太少|很少|没有?|不|没怎么).{{0,8}}(?:交易|成交|笔|买"
        r"|开仓|下单|建仓|入场|出手|动静|动作|单子)"
        rf"|(?:交易|成交|单子|机会).{{0,6}}(?:这么|那么|太|怎么)少|没有?(?:买|交易|开仓|下单).{{0,6}}(?:原因"
        r"|为什么|为啥)"
        rf"|{_WHY_ZH}.{{0,6}}一[笔单]都?没",
        r"\b(?:why|how come)\b.{0,40}\b(?:few|only|no|not|never|little|hardly|rarely|any|\w+n't)\b.{0,25}"
        r"\b(?:trad\w*|orders?|deals?|bought|buy\w*|enter\w*|open\w*|positions?|do(?:ne|ing)? anything|moved?"
        r"|start\w*)\b"
        r"|\b(?:why|how come)\b.{0,20}\b(?:idle|nothing happen\w*|waiting|flat)\b",
    ),
    "verdict": _words(
        rf"{_WHY_ZH}.{{0,12}}(?:没(?:有)?(?:通)?过|不(?:通)?过|通过了?|被拒|拒绝|被否|否决|要修改|要改|不合格|失败)",
        r"\b(?:why|how come)\b.{0,40}\b(?:reject\w*|fail\w*|revis\w*|pass|passed)\b",
    ),
    "costs": _words(
        r"(?:手续费|佣金|费用|交易成本|滑点)[^,。]{0,6}(?:多少|几|花|付|交|扣|占)|(?:多少|几)[^,。]{0,4}(?:手续费|佣金|费用|交易成本)"
        r"|(?:花|付|交|扣)了?多少[^,。]{0,4}(?:费|佣金|成本)",
        r"\bhow much\b.{0,24}\b(?:fees?|commissions?|costs?|slippage|charges?)\b"
        r"|\bwhat (?:does|do|will|would|did) (?:it|this|they|trading|a trade|each trade)\b.{0,12}\bcost\b"
        r"|\bwhat (?:are|were|is|was) (?:the |my )?(?:total )?(?:fees|commissions?|trading costs"
        r"|transaction costs)\b.{0,12}$",
    ),
    "direction": _words(
        r"^(?![^,。]*[我账])[^,。]*做空(?:吗|么|不|没)|(?:它|策略|规则)[^,。]{0,4}(?:只|光)做多(?:吗|么)"
        r"|(?:做多还是做空|多头还是空头|双向(?:吗|交易吗))",
        r"\b(?:does|do|will|would|can) (?:it|they|this|the (?:rules?|strategy)|these(?: rules)?)\b.{0,12}\b(?:short"
        r"|go both ways)\b"
        r"|\b(?:is|are) (?:it|this|they|the strategy|these rules) (?:long[- ]only|only long|short(?:ing)?)\b"
        r"|\blong or short\b",
    ),
    "others": _words(
        r"(?:有没有|有|还有)(?:什么|哪些|啥|别的|其他|更)*(?:更?好|更合适|别的|其他|更适合)[^,。]{0,4}(?:标的|品种|股票|币|代码|市场)"
        r"|(?:哪些|什么|哪个)(?:标的|品种|股票|币)[^,。]{0,6}(?:更好|更合适|有数据|可以(?:选|用|交易))",
        r"\b(?:are there|is there|any|what|which)\b.{0,12}\b(?:better|other|more suitable)\b.{0,4}"
        r"\b(?:instruments?|stocks?|symbols?|tickers?|coins?|names?|markets?)\b"
        r"|\b(?:what|which) (?:instruments?|stocks?|symbols?|tickers?|coins?) (?:do you|can i|have|are)\b",
    ),
    "blocked": _words(
        rf"{_WHY_ZH}[^,。]{{0,8}}(?:拦|挡|卡住|卡着|阻止|不让|被限制|被禁|启动不了|不能(?:启动|部署|上线))|(?:什么|啥|谁)[^,。]{{0,3}}(?:拦|挡|卡)"
        r"|(?:怎么|如何|咋)(?:才能|样才能|样)?(?:放行|解除|通过|解锁|绕过)",
        r"\bwhat(?:'s| is)? (?:block(?:s|ing|ed)?|stop(?:s|ping)?|hold(?:s|ing)?)\b.{0,12}\b(?:it|this|me|us|up"
        r"|back|deployment|them)\b"
        r"|\b(?:why|how come)\b.{0,16}\b(?:block(?:ed|ing|s)|held (?:up|back)|not (?:start\w*|deploy\w*)"
        r"|n't (?:it )?(?:start\w*|deploy\w*))\b"
        r"|\bhow (?:do|can|could) (?:i|we)\b.{0,12}\b(?:unblock|let it (?:through|pass)|get (?:it )?(?:past"
        r"|through)|override)\b",
    ),
    "worst_trade": _words(
        r"(?:最(?:差|惨|糟糕?|烂|失败|坏|亏)|亏(?:损|得|钱)?最(?:多|大|狠|惨)|输得?最(?:多|惨))[^,。]{0,4}"
        r"(?:一|哪|那|单)?(?:[笔单次]|交易)|(?:哪(?:一)?|单|每)(?:[笔单次])(?:交易)?[^,。]{0,4}?"
        r"(?:最(?:差|惨|糟|烂|失败|坏|大(?:的)?亏)|亏(?:损|得|钱)?的?最|输得?最)|最大的?(?:一笔"
        r"|单笔)[^,。]{0,2}亏|最大单笔亏",
        r"\b(?:worst|biggest|largest|most)\b.{0,16}\b(?:losing |single |individual )?(?:trades?|losers?)\b"
        r"|\b(?:biggest|largest|worst)\b.{0,12}\bloss\b.{0,16}\b(?:trade|single)\b|\b(?:single|one) (?:biggest"
        r"|largest|worst)"
        r" (?:loss|loser|trade)\b|\b(?:which|what) (?:\w+ )?trades?\b.{0,16}\b(?:worst|lost (?:the )?most"
        r"|lose (?:the )?most"
        r"|most money|hurt)\b",
    ),
    "worst_fall": _words(
        r"(?:最大回撤|最(?:差|糟|惨|深|坏|难熬)).{0,10}(?:什么时候|何时|哪天|几号|哪年|从哪|哪一天)"
        r"|(?:什么时候|何时|哪天|哪年).{0,8}(?:最大回撤|最(?:差|糟|惨|深|坏|难熬))",
        r"\b(?:when|what day|which (?:day|month|year))\b.{0,30}\b(?:worst|deepest|max(?:imum)?\.? drawdown"
        r"|biggest (?:loss|fall|drop|drawdown))\b",
    ),
    "trials": _words(
        r"(?:试|测)(?:过|了)?(?:多少|几)(?:个|种|次|版|遍|套)|(?:多少|几)(?:个|种|次)?(?:变体|试验|尝试)|试验次数",
        r"\bhow many (?:variants?|variations|versions?|trials?|tries|attempts|different (?:rules|strategies))\b"
        r"|\bhow (?:many times|often) (?:have|did) (?:i|we) (?:try|tried|test)",
    ),
    "newest_bar": _words(
        r"(?:最新|最近|最后)(?:的|一根|一条|那根)*.{0,3}(?:bar|k ?线|数据|行情|日线|报价)"
        r"|数据.{0,4}(?:到|新到|截止到?|截至)(?:哪|什么时候|几号|何时)",
        r"\b(?:newest|latest|last|most recent)\b.{0,12}\b(?:bars?|candles?|data|prices?|quotes?)\b"
        r"|\bhow (?:fresh|recent|old|up to date|current) (?:is|are) (?:the |my |your )?(?:data|bars|prices)\b",
    ),
    "rule": _words(
        rf"{_WHY_ZH}.{{0,8}}(?:止损|止盈|目标价?|仓位|入场|出场|买入条件|卖出条件|过滤|这条规则|这个规则)"
        r"|(?:止损|止盈|目标价?|仓位|入场|出场|规则).{0,6}(?:怎么来|哪来|哪里来|依据|根据|凭什么|为什么)",
        r"\bwhy\b.{0,24}\b(?:this|that|the|my|a|such a)\b.{0,12}\b(?:stop(?:[- ]loss)?|target|take[- ]profit|entry"
        r"|exit"
        r"|size|sizing|rule|filter|condition)\b"
        r"|\b(?:where (?:does|did)|what is)\b.{0,16}\b(?:stop(?:[- ]loss)?|target|entry|exit|size|rule)\b.{0,16}"
        r"\b(?:come from|based on)\b",
    ),
    "ruin": _words(
        r"(?:亏|赔|输|赌|跌|损失)(?:到|得|掉|个)?(?:光|完|没了?|精光|干净|穿|一分不剩|倾家荡产|归零|为零|零)"
        r"|(?:全部?|所有|全都?|本金|钱)[^,。]{0,6}(?:亏|赔|输|损失)(?:掉|光|完|没)|血本无归|倾家荡产|爆仓|归零"
        r"|破产|一分不剩|一无所有|倒欠",
        r"\b(?:lose|losing|lost)\b.{0,12}\b(?:everything|it all|all (?:of )?(?:it|my|the|this)|the (?:whole|entire)"
        r"|every (?:cent|penny|dollar)|my (?:whole|entire)|my shirt|more than i)\b"
        r"|\b(?:go|going|end up) (?:broke|bust|bankrupt|to zero)\b|\bwip(?:e|ed|es|ing)\b.{0,16}\bout\b"
        r"|\b(?:blow|blowing|blown|blows) up\b|\bblow(?:n|ing|s)? (?:my|the) account\b|\b(?:fall|drop"
        r"|go) to (?:zero|nothing)\b"
        r"|\b(?:total|complete) (?:loss|ruin|wipe-?out)\b|\bbe ruined\b|\blose (?:all|100 ?%)",
    ),
    "limits": _words(
        r"(?:我|对我|账户|这里)[^,。]{0,6}(?:有|受|被|适用)[^,。]{0,6}(?:限制|约束|上限|限额|禁止|规定|不能做)"
        r"|(?:哪些|什么|啥|多少|列|说|看)[^,。]{0,6}(?:限制|约束|限额)|我的(?:各项|所有)?(?:限制|上限|约束|限额"
        r"|额度|边界)"
        r"|(?:限制|约束|上限|限额)[^,。]{0,4}(?:是(?:什么(?!意思)|多少|哪些)|有哪些|有什么)|(?:哪些"
        r"|什么)[^,。]{0,3}(?:不能|不可以|不允许|不让)[^,。]{0,3}(?:做|碰|买|交易)"
        r"|我?(?:能不能|可不可以|可以|能|允许)[^,。]{0,3}(?:做空|加杠杆|用杠杆)(?:吗|么|不)?"
        r"|(?:单笔|单只|一只|一笔|每笔|一次|最多)[^,。]{0,4}(?:最多)?(?:能|可以|允许)(?:投|买|放|用|下"
        r"|动用)[^,。]{0,3}(?:多少|几)",
        r"(?<!is a )\b(?:my|any|what(?! is an?\b)|which|the|these|those)\b.{0,16}\b(?:limits?|constraints?"
        r"|restrictions?|boundaries|caps?)\b"
        r"(?! (?:order|down|up\b))(?=.{0,30}\b(?:i|me|my|mine|apply|bind|here|there|set|account|trades?)\b|\W*$)"
        r"|\bwhat(?:'s| is| are) my (?:\w+ ){0,2}(?:limits?|caps?|constraints?|restrictions?|allowance)\b"
        r"|\b(?:am|are) i (?:not |even )?allowed\b|\bwhat am i (?:not )?allowed\b|\ballowed to (?:put|invest"
        r"|risk|trade|short|hold)\b"
        r"|\b(?:can|may) i (?:go |sell )?(?:short|use leverage|use margin)\b|\bwhat can't i do\b"
        r"|\brules? (?:restrict|limit|bind)s? me\b"
        r"|\bwhat (?:binds|restricts|limits|constrains) me\b",
    ),
    "recommend": _words(
        r"^\W*(?:你|您)?(?:来|帮我|替我)?(?:选|定|挑|决定|看着办)(?:吧|一个)?\W*$|你(?:来)?(?:定|决定|看着办)|"
        r"推荐|适合(?:我)?(?:做|选|买|交易)(?:什么|哪)|(?:你|您)(?:会|来|更|比较)?(?:建议|倾向|看好|认为|觉得)[^,。]{0,8}(?:哪|选|挑|什么|好|怎么)"
        r"|有(?:什么|啥|没有)?(?:建议|推荐)|给(?:点|个|些|我)[^,。]{0,3}建议|哪(?:个|一个|种|项|只"
        r"|类)[^,。]{0,8}(?:好|强|合适|适合|划算|靠谱|优|稳)"
        r"|(?:该|应该|要|到底|选)[^,。]{0,3}(?:选|挑)?(?:哪一?[个种项只类])|换(?:了|成|做"
        r"|作)?(?:是)?你[^,。]{0,4}(?:怎么|选|会|如何)"
        r"|如果(?:你)?是(?:你|我)[^,。]{0,4}(?:怎么选|选哪)|(?:帮|替)我(?:选|挑)(?:一?[个种]|一下)"
        r"|怎么选(?:比较|更)?(?:好|合适)?",
        r"^\W*(?:just |please |you )?(?:pick|choose|decide)(?: (?:something|anything|one|it))?(?: for me)?\W*$"
        r"|\bup to you\b"
        r"|\b(?:you (?:choose|decide|pick)|whatever(?:'s| is| you think is)? best|surprise me)\b|"
        r"\brecommend\w*\b|\b(?:do you|would you|can you|you) (?:\w+ )?(?:suggest|advise|prefer|favou?r|choose"
        r"|pick|go (?:for|with))\b"
        r"|\b(?:any|a|your|some) (?:suggestions?|advice|preference|favou?rite|opinion|pick)\b"
        r"|\b(?:which|what)(?: one| of (?:these|them|those)| option| choice| \w+)? (?:is|are|would be|'s|looks?"
        r"|fits?|suits?)\b"
        r".{0,16}\b(?:best|better|right|good|suitable|me|preferable|safer|wiser)\b"
        r"|\b(?:which|what)(?: one| of (?:these|them|those)| option| \w+)? (?:should|shall|do|must"
        r"|ought) i (?:choose|pick|take|select"
        r"|go (?:for|with)|prefer|answer)\b|\bwhat (?:do you think(?! (?:about|of))|would you (?:do|say))\b"
        r"|\bin my (?:place|shoes|position)\b"
        r"|\bhelp me (?:choose|pick|decide)\b|\b(?:pick|choose|decide) (?:one )?for me\b",
    ),
    "loss": _words(
        r"(?:最多|最大|会|能|可能|要).{0,6}(?:亏|赔|损失|输).{0,6}(?:多少|几|到)|(?:亏|赔|损失)(?:掉)?多少"
        r"|最坏.{0,8}(?:什么|多|怎|情况)",
        r"\bhow risky\b|风险(?:有)?(?:多大|大吗)"
        r"|\bhow (?:much|bad|far|deep)\b.{0,30}\b(?:lose|loss(?:es)?|lost|fall|drop|at risk|get|risk)\b"
        r"|\bwhat(?:'s| is| would be)?\b.{0,12}\b(?:worst case\b|(?:worst|most)\b.{0,30}\b(?:lose|loss|happen"
        r"|case)\b)|\bcan i lose\b",
    ),
    "promise": _words(
        r"(?:亏|赔|赚|赢|盈利)[^,。]{0,4}(?:概率|几率|可能性?|机会|胜算)(?:有)?(?:多|大|是|高|几)|(?:概率|几率|多大可能)[^,。]{0,6}(?:亏|赔|赚|盈利)|安全(?:吗|么|不)|靠谱|(?:能|会|可以)?赚(?:钱|到钱)?(?:吗|么|不)|稳赚|保证(?:收益|盈利|赚)|能(?:不能)?赚"
        r"|会不会(?:赚|亏)|会亏(?:钱)?吗"
        r"|值得(?:吗|投|做|信)|有风险吗|风险大(?:吗|不)|能信|可信吗|(?:策略|结果|它|这个)(?:好吗|怎么样|行不行"
        r"|好不好)",
        r"\b(?:is|are|would)\b.{0,24}\b(?:safe|risky|profitable|reliable|any good|worth it|trustworthy"
        r"|good enough|dangerous)\b"
        r"|\b(?:will|would|can|could|do|am) (?:i|it|this|we)\b.{0,24}\b(?:make(?! (?:it|this|that|them)\b)|earn"
        r"|making|win|get rich|profit"
        r"|money|gain|lose money)\b"
        r"|\b(?:chances?|odds|probability|likelihood|how likely)\b.{0,24}"
        r"\b(?:los\w+|profit\w*|gain\w*|money|mak\w+|win\w*)\b"
        r"|\bguarantee|\bcan i trust\b|\bshould i trust\b",
    ),
    "why_asked": _words(
        rf"{_WHY_ZH}(?:你)?(?:要|想|需要|非要|得)?(?:问|知道|了解|填|回答|选)|问(?:这个|这些|我)(?:干嘛|干什么"
        r"|做什么|干啥|有什么用|有用吗)",
        r"\bwhy (?:do|are|would|did|must|should|does)\b.{0,12}\b(?:ask\w*|need to (?:know|answer)|want to know"
        r"|care|matter|answer)\b"
        r"|\bwhy (?:is|are) (?:this|that|these) (?:question|important|relevant|needed)|\bwhy does (?:this|that"
        r"|it) matter\b"
        r"|\bwhat(?:'s| is) (?:this|that|it) (?:question )?for\b",
    ),
    "answered": _words(
        r"我(?:刚才|刚刚|之前|前面|都|已经)?(?:回答|选|说|填|答|定)(?:了|过|的)?(?:是)?(?:什么|啥|哪些|哪个)"
        r"|我的(?:回答|选择|答案|设置|画像)|你(?:都|已经|目前|现在)?(?:理解|记下?|听懂|读懂|知道|明白)了?(?:些)?(?:什么|啥|哪些)",
        r"\bwhat (?:did|have) (?:i|we)\b.{0,10}\b(?:answer\w*|say|said|choose|chosen|chose|pick\w*|told?|tell"
        r"|decide\w*)\b"
        r"|\bmy (?:answers|choices|settings|profile)\b|\bwhat do you know about me\b"
        r"|\bwhat (?:have|did|do) you (?:\w+ )?(?:underst(?:ood|and)|noted?|got|get|recorded|heard)\b",
    ),
    "confirming": _words(
        r"(?:确认|同意|接受|点头|答应|点(?:了|下去|确认))(?:了|之?后|以后|的话|下去)*.{0,4}(?:会|要)(?:怎么?样"
        r"|如何|发生(?:什么|啥))",
        r"\bwhat (?:will |would )?happens? (?:if|when|after|once) (?:i|we) "
        r"(?:confirm|accept|agree|say yes|press|click)\b",
    ),
    "next": _words(
        r"下一步|接下来|然后呢|之后呢|(?:现在|我)(?:该|要|应该)(?:做|干|怎么)|该(?:做|干)(?:什么|啥|嘛)"
        r"|(?:还)?(?:差|缺|剩|需要)(?:什么|哪些|啥|几步|多少步)",
        r"\bwhat(?:'s| is| comes| happens| should happen)?\s?(?:next|now)\b|\bnext step|\bwhat (?:do|should|can"
        r"|must) (?:i|we) do\b"
        r"|\bwhat(?:'s| is) (?:missing|left|needed)\b|\bwhat else (?:do|is)\b",
    ),
    "state": _words(
        r"到哪(?:一步|步|儿|里|了)?|哪(?:一|个)(?:步|阶段)|进度|进展|做到哪|什么(?:阶段|状态|情况)(?:了)?$"
        r"|目前(?:怎么样|情况)|现在怎么样|(?:我|它)(?:现在)?(?:表现|情况)(?:如何|怎么样)|跑得怎么样",
        r"\bhow (?:am|are) (?:i|we) doing\b|\bhow(?:'s| is) (?:it|this|everything|my strategy) (?:doing|going"
        r"|performing|looking)\b"
        r"|\bwhere (?:are we|am i|do we stand|were we)\b|\b(?:what|which) (?:step|phase|stage)\b|\bhow far\b"
        r"|\bwhat(?:'s| is) (?:the |my )?(?:status|state|progress|situation)\b",
    ),
}
