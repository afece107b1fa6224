"""How an answer says that something was decided or done, in English and Chinese; read clause by clause, folded."""

import re

from packages.domain.evidence.patterns import lazy_pattern

_I = re.IGNORECASE
_ADVERBS = (
    r"(?:(?:now|already|just|successfully|fully|officially|also|all|finally|currently|indeed|safely|both|hereby) )*"
)
_ALONGSIDE = r"(?:[a-z]+(?:ed|en) (?:and |& ))?"  # confirmed and deployed
_I_HAVE = rf"\b(?:i|we)(?:'ve| have|'ve gone ahead and| have gone ahead and| went ahead and)? {_ADVERBS}{_ALONGSIDE}"
_IS = rf"(?:'s|'re| is| are| was| were|'s been| has been| have been| got| now)? {_ADVERBS}{_ALONGSIDE}"
_BE = rf"(?:\b(?:is|are|was|were|been|now|successfully|got)|'s|'re) {_ADVERBS}{_ALONGSIDE}"
_ALONE = (
    r"^\W*(?:(?:great|done|ok|okay|perfect|all|awesome|good|nice|excellent|now|successfully|officially|strategy|rules"
    rf"|consider it|and|yes|yep)\W+)*{_ALONGSIDE}"
)
_END = r"(?=\W*$| and\b| live\b| for you\b| successfully\b)"
_RULES = r"(?:strategy|rules?|plan|draft|setup|version|everything|it|that|this|these|they)"
_YOUR_RULES = rf"(?:it|them|this|that|everything|all of it|(?:the|your|these|this|all) (?:[\w-]+ )?{_RULES})"
_FOR = r"(?:我?(?:们)?(?:已经?)?(?:[为帮替给][您你])?(?:把[^,。]{1,8}?)?)"
_DONE = r"(?:了|啦|喽|咯|完毕|完成|成功|好了|好啦|妥了|妥当|完了)"


def _zh(verbs: str, surely: str = "(?!)") -> str:
    """`verbs` with a sign that it is over; `surely` are words that need none."""
    before = rf"(?:已经?|刚刚?|现已|早已|均已|也?都已经?){_FOR}(?:成功|顺利|全部|正式|一并)?"
    return rf"{before}(?:{verbs})|{_FOR}(?:成功|顺利|正式)?(?:{verbs}){_DONE}|{surely}"


_STARTED = (
    r"部署|上线|投入(?:实盘|运行)|挂上|启动(?:实盘|模拟盘|交易|策略)"
    r"|开始(?:交易|实盘|模拟交易|运行(?!回测|压力|研究))|接入实盘|切到实盘"
)
CONFIRMED = lazy_pattern(
    rf"\b{_RULES}{_IS}(?:confirmed|approved|locked in|finali[sz]ed|signed off|settled|accepted)\b(?! by| in the| on)"
    rf"|{_ALONE}(?:confirmed|locked in|finali[sz]ed){_END}"
    rf"|{_I_HAVE}(?:confirmed|approved|locked in|finali[sz]ed|signed off on|accepted|settled) {_YOUR_RULES}\b(?! that)"
    rf"|\byou(?:'ve| have)? {_ADVERBS}(?:confirmed|approved|agreed to|signed off on) {_YOUR_RULES}\b"
    rf"|\bthank(?:s| you) for (?:confirming|approving)\b"
    rf"|{_zh('确认|敲定|定稿|拍板|锁定(?!收益)|定好|认可|定下')}|(?:规则|策略|方案)(?:就)?(?:这么|这样)定了",
    _I,
)
# What else is confirmed: findings, and what the person tells of themselves.
NOT_OF_RULES = lazy_pattern(
    r"\b(?:trends?|signals?|breakouts?|patterns?|reversals?|data|news|volume|risk|tolerance|experience|profile|market"
    r"|preferences?|answers?|horizon|e-?mail|identity|orders?|deployment|hypothesis|connection)\b"
    r"|趋势|信号|突破|形态|反转|底部|顶部|数据|行情|走势|消息|公告|身份|风险|经验|市场|偏好|订单|委托|部署"
    r"|回答|邮箱|标的|年限|期限",
    _I,
)
OF_RULES = lazy_pattern(r"\b(?:strategy|rules?|plan|draft|setup)\b|规则|策略|方案|草案", _I)
APPROVED = lazy_pattern(
    rf"{_I_HAVE}(?:approved|authori[sz]ed|green-?lit|cleared|signed off on|given (?:it )?the green light)\b"
    r"(?=.{0,24}(?:deploy|release|trad|go(?:ing)? live|it\b))"
    rf"|\b(?:deployment|release|go-live)(?: to \w+)?{_IS}(?:approved|authori[sz]ed|confirmed|cleared|signed off)\b"
    r"|\byou(?:'re| are) (?:now )?cleared to (?:trade|deploy|go live)\b"
    rf"|{_zh('放行|批准|核准|审批通过|授权')}|(?:部署|上线|审批)[^,。]{{0,4}}(?:获批|已?批准|已?确认|通过)",
    _I,
)
DEPLOYED = lazy_pattern(
    rf"{_I_HAVE}(?:deployed|launched (?:it|your strategy|the strategy)|activated (?:it|your|the)|switched it on"
    r"|(?:put|set|taken|took) (?:it|your strategy|the strategy|everything) (?:live|running|on (?:your|the"
    r"|a) )|gone live)\b"
    rf"|{_BE}(?:deployed|activated)\b|{_ALONE}deployed{_END}"
    r"|(?:\b(?:is|are)|'s) (?:now |already |officially |currently )?(?:live|trading)\b(?! (?:price|data|quote))"
    r"|\bwent live\b|\bhas gone live\b|\bup and running\b|\b(?:now|already) running\b"
    r"|\b(?:strategy|bot|it|this|everything)(?:'s| is) (?:now |already |currently )*running\b"
    r"|\b(?:live|paper)(?: trading)? (?:has|have) (?:now |already )?(?:started|begun)\b"
    rf"|\bdeployment{_IS}(?:started|live|active|complete|completed|successful|done|running)\b"
    rf"|{_zh(_STARTED)}"
    r"|(?:模拟盘|实盘|策略|系统|机器人|程序)[^,。]{0,8}(?:跑起来|运行起来|在跑|跑着|运行中|在运行|开跑|动起来"
    r"|上线了|启动了|开始交易了|跑上)"
    r"|(?:已经?|正)在(?:实盘|模拟盘)?(?:上)?(?:交易|跑|运行)",
    _I,
)
OF_A_TEST = lazy_pattern(
    r"back-?tests?|stress[- ]?tests?|research|\bmarkets?\b|\bprices\b|simulation|debate|\bjob\b"
    r"|回测|压力测试|压测|研究|辩论",
    _I,
)
REAL = lazy_pattern(r"\breal money\b|\blive (?:money|account|trading)\b|实盘|真(?:实资)?金|真钱", _I)
ORDERED = lazy_pattern(
    r"\b(?:orders?|trades?|position)\b[^,.;]{0,40}?\b(?:went through|(?:was|were|has been|have been|got|is now)"
    r" (?:\w+ly )?(?:placed|filled|executed|submitted|sent|accepted|confirmed|opened))\b"
    r"|\byour orders? (?:is|are) (?:\w+ly )?(?:placed|filled|executed|in)\b|\bfilled (?:your|the) orders?\b"
    rf"|{_I_HAVE}(?:bought|purchased|sold|placed (?:the|an|your) (?:\w+ )?orders?|opened (?:the|a"
    rf"|your) (?:\w+ )?positions?"
    r"|executed (?:the|an|your) (?:\w+ )?(?:orders?|trades?))\b"
    r"|\byou (?:now |currently |already )*(?:own|hold) (?:about |exactly )?\d"
    rf"|(?:订单|委托|买单|卖单|单子)[^,。]{{0,12}}?(?:已经?)?(?:成交|提交|执行|挂出)(?!量|额|价|方式)"
    rf"|{_zh('买入|买了|卖出|卖了|下单|下了单|成交|建仓|挂单|买进')}|[为帮替给][您你](?:买|卖|建仓|下单)了"
    rf"|以\s?[\d.]+\s?元?(?:的价格)?成交"
    r"|[您你](?:现在|目前|已经?)(?:持有|拥有)[^,。]{0,8}\d",
    _I,
)
SAVED = lazy_pattern(
    rf"{_I_HAVE}(?:saved|stored) {_YOUR_RULES}\b|\b(?:strategy|rules|draft){_IS}(?:saved|stored)\b"
    rf"|(?:规则|策略|方案|草案)[^,。]{{0,4}}(?:{_zh('保存|存档|存好|存下')})|已经?{_FOR}(?:保存|存)(?:了"
    rf"|好)?(?:你的|您的|这套|这个|该)?(?:策略|规则|方案)",
    _I,
)
BACKTEST_BEGUN = lazy_pattern(
    r"\b(?:ran|started|launched|kicked off) (?:the|a|your) (?:\w+ )?back-?test\b"
    r"|\bback-?test (?:is |has |has been )?(?:now )?(?:running|started|under way)\b"
    rf"|已经?{_FOR}(?:开始|启动)了?回测|回测(?:已经?)?(?:开始|启动|在跑)",
    _I,
)
BACKTESTED = lazy_pattern(
    r"\b(?:finished|completed|done) (?:with )?(?:the|a|your) (?:\w+ )?back-?test\b"
    r"|\bback-?test (?:is |has |was |just |results? (?:is |are |came )?)?"
    r"(?:complete|completed|done|finished|passed|shows|showed|returned|made|in\b|looks? (?:great|good"
    r"|excellent|strong))"
    r"|\b(?:your|the|this) (?:strategy|back-?test) (?:has )?(?:made|returned|earned|gained|yielded"
    r"|achieved)\b[^.]{0,25}\d"
    r"|\b(?:your|this) (?:strategy|back-?test)\b[^.]{0,40}\bsharpe(?: ratio)? (?:of|is|was) -?\d"
    rf"|回测(?:已经?)?(?:完成|结束|跑完|显示|通过|做完|出来了|结果(?:很|非常|相当))|已经?{_FOR}(?:完成|跑完"
    rf"|做完)了?回测"
    r"|策略[^,。]{0,8}(?:赚了?|盈利了?|收益(?:率)?(?:为|是|达到?)|回报(?:率)?(?:为|是|达到?))[^,。]{0,8}\d"
    r"|(?:策略|回测)[^,。]{0,12}夏普(?:比率|率)?(?:为|是|达到?)\s*-?\d",
    _I,
)
STRESS_BEGUN = lazy_pattern(
    r"\b(?:ran|started|launched) (?:the|a|your) stress[- ]test\b|\bstress[- ]test (?:is |has |has been )?(?:now )?"
    rf"(?:running|started)\b|已经?{_FOR}(?:开始|启动)了?压力测试|压力测试(?:已经?)?(?:开始|启动|在跑)",
    _I,
)
STRESSED = lazy_pattern(
    r"\bstress[- ]tests? (?:has |was |is |just )?(?:complete|completed|done|finished)\b"
    r"|\bfinished (?:the|a|your) stress[- ]test\b"
    r"|(?:已经?|成功)(?:完成|跑完|做完)了?压力测试|(?:压力测试|压测)(?:已经?)?(?:完成|结束|跑完|做完)",
    _I,
)
PASSED = lazy_pattern(
    r"\bstress[- ]tests? (?:has |have |was |were |is |are |just |all )*(?:been )?(?:passed|successful|cleared|a pass)\b"
    r"|\b(?:passed|survived|cleared|aced|sailed through)\b[^,.;]{0,24}\bstress[- ]tests?\b"
    r"|\bverdict(?: is|'s|:| was| came (?:back|out)(?: as)?) (?:an? )?[\"'“]?pass(?:ed)?\b"
    r"|(?:已经?|成功|顺利|全部)(?:通过|过)了?[^,。]{0,4}(?:压力测试|压测)|通过了[^,。]{0,4}(?:压力测试|压测)"
    r"|(?:压力测试|压测|抗压测试)[^,。]{0,6}?(?:通过|过关|过了|合格|没(?:有)?问题)"
    r"|(?:结论|裁决|判定|评定)(?:结果)?(?:是|为|:)?\s?[\"'“「]?(?:通过|合格|过关)",
    _I,
)
SAFE = lazy_pattern(r"\b(?:safe|cleared|fit) (?:to deploy|for deployment)\b|放心(?:地)?(?:部署|上线)", _I)
DENIED = lazy_pattern(
    r"\b(?:not|never|if|once|until|unless|whether|before)\b|n't\b|不|没|未|如果|一旦|等|才|若|是否", _I
)
