"""How an answer says that something was decided or done, in English and Chinese; read clause by clause, folded."""

import re

from packages.domain.conversation.claims.said_done import (
    ADVERBS,
    ALONE,
    ALREADY,
    END,
    FOR,
    I_HAVE,
    IS,
    RULES,
    YOUR_RULES,
    zh_done,
)
from packages.domain.evidence.patterns import lazy_pattern

_I = re.IGNORECASE
_SETTLED = r"(?:confirmed|approved|locked(?: in| down)?|finali[sz]ed|signed off|settled|accepted|agreed(?: on| upon)?)"
CONFIRMED = lazy_pattern(
    rf"\b{RULES}{IS}{_SETTLED}\b(?! by(?! you)| in the| on\b| that)"
    rf"|\b(?:strategy|rules|plan)(?:'s| is| are) {ADVERBS}(?:final\b|set in stone|carved in stone|fixed\b)"
    rf"|{ALONE}(?:confirmed|locked in|finali[sz]ed){END}"
    rf"|{I_HAVE}(?:confirmed|approved|locked in|finali[sz]ed|signed off on|accepted|settled"
    rf"|agreed on) {YOUR_RULES}\b(?! that)"
    rf"|{I_HAVE}(?:marked|set|flagged|recorded|registered) {YOUR_RULES} (?:down )?(?:as|to) (?:confirmed"
    rf"|approved|final)\b"
    rf"|\byou(?:'ve| have)? {ADVERBS}(?:confirmed|approved|agreed to|signed off on|agreed on) {YOUR_RULES}\b"
    rf"|\byour (?:confirmation|approval|sign-?off){IS}(?:recorded|noted|received|saved|registered|in)\b"
    r"|\b(?:strategy|rules|plan|draft) (?:now )?(?:has|have) your (?:approval|confirmation|consent|sign-?off|ok)\b"
    rf"|\byou(?:'ve| have)? {ADVERBS}(?:given (?:me )?(?:the |your )?(?:go-?ahead|green light|ok|consent"
    rf"|approval)|said yes)"
    rf" (?:on|to|for) {YOUR_RULES}\b|{I_HAVE}(?:noted|recorded|received|got|logged"
    rf"|registered) your (?:confirmation|approval"
    r"|sign-?off)\b"
    r"|\bthank(?:s| you) for (?:confirming|approving)\b"
    rf"|{zh_done('确认|敲定|定稿|拍板|锁定(?!收益)|(?<!绑)定好|认可|定下|定下来')}|(?:规则|策略|方案)(?:就)?(?:这么|这样)定了"
    rf"|(?:规则|策略|方案|草案)[^,。的]{{0,6}}?(?:{ALREADY}|都|全部?)(?:通?经?过|获得?|得到|由[您你]"
    rf"|被)*(?:[您你]的?)?(?:最终)?"
    r"(?:确认|敲定|认可|定稿|确定|同意|点头|批准)|(?:规则|策略|方案)[^,。的]{0,4}?已经?(?:就)?定了"
    rf"|[您你][^,。]{{0,3}}?{ALREADY}(?:经?同意|认可|确认|点头|批准)[^,。]{{0,6}}?(?:规则|策略|方案)"
    rf"|(?:规则|策略|方案)[^,。的]{{0,3}}?[您你](?:都|也)?{ALREADY}(?:都|全部)?通过"
    r"|(?:规则|策略|方案|草案)[^,。的]{0,6}?(?:敲定|定下来了?|定稿|确认过|拍板)(?=\W*$)"
    r"|[您你][^,。]{0,4}?确认(?:过了?|了)[^,。]{0,4}(?:规则|策略|方案)(?!之?[前后]|的)",
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
    rf"{I_HAVE}(?:approved|authori[sz]ed|green-?lit|cleared|signed off on|given (?:it )?the green light)\b"
    r"(?=.{0,24}(?:deploy|release|trad|go(?:ing)? live|it\b))"
    rf"|\b(?:deployment|release|go-live)(?: to \w+)?{IS}(?:approved|authori[sz]ed|confirmed|cleared|signed off)\b"
    r"|\byou(?:'re| are) (?:now )?cleared to (?:trade|deploy|go live)\b"
    rf"|{ALONE}approved{END}"
    rf"|{zh_done('放行|批准|核准|审批通过|授权')}|(?:部署|上线|审批)[^,。]{{0,4}}(?:获批|已?批准|已?确认|通过)",
    _I,
)
SAVED = lazy_pattern(
    rf"{I_HAVE}(?:saved|stored) {YOUR_RULES}\b|\b(?:strategy|rules|draft){IS}(?:saved|stored)\b"
    rf"|(?:规则|策略|方案|草案)[^,。]{{0,4}}(?:{zh_done('保存|存档|存好|存下')})|已经?{FOR}(?:保存|存)(?:了"
    rf"|好)?(?:你的|您的|这套|这个|该)?(?:策略|规则|方案)",
    _I,
)
BACKTEST_BEGUN = lazy_pattern(
    r"\b(?:ran|started|launched|kicked off) (?:the|a|your) (?:\w+ )?back-?test\b"
    r"|\bback-?test (?:is |has |has been )?(?:now )?(?:running|started|under way)\b"
    rf"|已经?{FOR}(?:开始|启动)了?回测|回测(?:已经?)?(?:开始|启动|在跑)",
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
    rf"|回测(?:已经?)?(?:完成|结束|跑完|显示|通过|做完|出来了|结果(?:很|非常|相当))|已经?{FOR}(?:完成|跑完"
    rf"|做完)了?回测"
    r"|策略[^,。]{0,8}(?:赚了?|盈利了?|收益(?:率)?(?:为|是|达到?)|回报(?:率)?(?:为|是|达到?))[^,。]{0,8}\d"
    r"|(?:策略|回测)[^,。]{0,12}夏普(?:比率|率)?(?:为|是|达到?)\s*-?\d",
    _I,
)
STRESS_BEGUN = lazy_pattern(
    r"\b(?:ran|started|launched) (?:the|a|your) stress[- ]test\b|\bstress[- ]test (?:is |has |has been )?(?:now )?"
    rf"(?:running|started)\b|已经?{FOR}(?:开始|启动)了?压力测试|压力测试(?:已经?)?(?:开始|启动|在跑)",
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
    r"|\bstress (?:lab|test(?:ing|s)?|report)\b[^,.;]{0,30}?\b(?:clean bill of health|green light|flying colou?rs"
    r"|full marks|thumbs up|all[- ]clear|no (?:weakness|problem|issue)\w*)\b"
    r"|\b(?:clean bill of health|flying colou?rs)\b[^,.;]{0,30}?\bstress\b"
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
