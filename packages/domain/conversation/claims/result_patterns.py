"""How an answer tells results: the words beside their figures, and those that make a figure a target or another's."""

import re
from collections.abc import Mapping

from packages.domain.evidence.patterns import lazy_pattern

_I = re.IGNORECASE
_LINK = (
    r"(?:[\s:=*~|]|\b(?:ratio|rate|of|is|are|was|at|to|by|an?|the|about|around|only|just|nearly|almost|over|reached"
    r"|hit|came in|stands|stood|impressive|whopping|solid|net|total|so far|to date|today|yesterday|already|now"
    r"|currently|(?:of|for|with|under) (?:these|this|your|the|our) (?:rules|strategy|back-?test|setup|system)"
    r"|es|est|ist|è|de|del|della|du|von|der|este|esta|составл\w+|this (?:week|month|year|morning)|since \w+)\b"
    r"|为|是|达到?了?|有|高达|约|仅|只|在|了|到|超过|接近"
    r"|将近|比率?|率|占比?|大概|已经?|目前|至今|着"
    r"|(?:在|按)?(?:这套|这个|该|你的|您的)?(?:规则|策略)[下里中]?|は|が|で|も|わずか|たった|およそ|ほぼ|—|–){0,8}$"
)
BEFORE: Mapping[str, re.Pattern[str]] = {
    "sharpe": lazy_pattern(
        rf"(?:\bsharpe|夏普|(?<![а-я])шарпа?|シャープ(?:レシオ)?|샤프(?: ?지수)?){_LINK}",
        _I,
    ),
    "drawdown": lazy_pattern(
        rf"(?:\bdraw-?down|回撤|просадк[аиу]|caída máxima|perte maximale|ドローダウン|낙폭){_LINK}",
        _I,
    ),
    "win_rate": lazy_pattern(
        r"(?:\b(?:win(?:ning|s)?|hit|success|strike)[- ](?:rate|ratio|percentage)|\baccuracy(?: of \w+(?: \w+)?)?"
        rf"|胜率|勝率|的中率|成功率|命中率|准确率|正确率|(?:盈利|获利|赚钱)的?(?:交易|单子)(?:占比?|比例)){_LINK}",
        _I,
    ),
    "trades": lazy_pattern(
        rf"(?:\b(?:trades|trade count|number of trades)\s?[:=|]|(?:总?共|一共|累计)?(?:成交|交易)(?:次数"
        rf"|笔数)?|笔数|取引(?:回数|数)|トレード(?:回数|数)){_LINK}",
        _I,
    ),
    "return": lazy_pattern(
        r"(?:\b(?:(?:beat|beats|beaten|outperformed) [\w& -]{2,24} by"
        r"|returns?|profits?|gains?|performance|cagr|p&l|pnl|earned|earns|made|returned|gained|delivered|yielded"
        r"|generated|achieved|posted|annuali[sz]ed|banked|netted"
        r"|(?:you|we|it|strategy|account|portfolio|bot|balance|deployment|value)(?:'s|'re|'ve| is| are| was"
        r"| has| have)?"
        r"(?: (?:already|now|currently|been|just))* (?:up|down|lost|grew|grown|risen|rose))"
        r"|收益|回报|年化|盈利|赚|净赚|涨幅|获利|利润|盈亏|\brendement|\brendimiento|\brentabilidad|\brendite|\brendimento|доходност\w+|リターン|収益率?|利回り|年利|利益率?|수익률"
        r"|浮盈|浮亏|亏了|(?:已经?|目前|账户|累计|至今"
        r"|今[天日])[^,。\d]{0,6}?亏损?|(?:净值|权益|资金|账户)?增长|(?:账户|净值|策略"
        r"|以来)[^,。\d]{0,6}?[涨跌]|增值)" + _LINK,
        _I,
    ),
}
_WON = (
    r"(?:won|(?:were|are) (?:\w+ )?(?:win|profitable)|winners|(?:were|are) in profit|made money|profitable"
    r"|closed in (?:the )?profit)"
)
BEHIND: Mapping[str, re.Pattern[str]] = {
    "sharpe": lazy_pattern(
        r"\s?(?:的)?(?:sharpe|夏普)",
        _I,
    ),
    "drawdown": lazy_pattern(
        r"\s?(?:的)?(?:(?:max(?:imum)? )?draw-?down|(?:最大)?回撤)",
        _I,
    ),
    "win_rate": lazy_pattern(
        r"\s?(?:的)?(?:win(?:ning)?[- ]rate|hit rate|success rate|胜率|成功率"
        rf"|(?:out )?of (?:(?:the|its|all|your|those|\d+) )*(?:trades|positions|signals|them) (?:have |has )?{_WON}"
        r"|(?:的)?(?:交易|单子|信号)[^,。]{0,3}?(?:赚|盈利|获利|赢|成功))",
        _I,
    ),
    "trades": lazy_pattern(
        r"\s?(?:(?:closed |completed |winning |profitable |round[- ]trip )?trades\b"
        r"|笔(?!资金|钱|(?:交易)?[里中])|次(?:交易|成交|盈利|获利|赚钱)(?![里中])|回の?(?:取引|トレード))",
        _I,
    ),
    "return": lazy_pattern(
        r"\s?(?:的)?(?:(?:total |annual(?:i[sz]ed)? |net |average |overall |cumulative )*(?:returns?|profit|gain)\b"
        r"|(?:so far |already )?in (?:the (?:green|black)|profit)\b|(?:年化|累计|总|净)*(?:收益|回报|利润))",
        _I,
    ),
}
# The share of trades that won, between the verb and the trades.
WINS = lazy_pattern(
    r"(?:\b(?:won|wins|winning|win)|赢了?|做对了?)(?: (?:about|around|over|nearly|almost|roughly))?\s?$", _I
)
OF_TRADES = lazy_pattern(
    r"\s?(?:(?:out )?of (?:(?:the|its|all|your|those|\d+) )*(?:trades|positions|time|them|bets|signals)\b"
    r"|的?(?:交易|单子|时候))",
    _I,
)
# Before a figure that a loss is said never to have gone beyond, and behind one in Japanese.
NEVER_BEYOND = lazy_pattern(
    r"(?:\b(?:never|not once|without ever)\b|n't\b|\bnot\b)(?: (?:once|ever|yet|it|been|by|has|have|had|actually)){0,3}"
    r" (?:lost|losing|fallen|fell|dropped|dipped|drawn down|down|gone down|went down|exceeded"
    r"|gone (?:over|above|beyond))"
    r"(?: (?:you|by|of|even|more than|over|below|above|beyond|as much as|its peak by|the|any)){0,4}\s?$"
    r"|\b(?:lost|fell|dropped|down)(?: by)? (?:at most|no more than|never more than)\s?$"
    r"|\bdraw-?downs? (?:(?:has|have) )?(?:always )?(?:(?:stayed|remained|was|were) (?:under|below|within|at most)"
    r"|(?:never went|was never|were never) (?:above|over|beyond|more than))\s?$"
    r"|\bworst (?:loss|drop|draw-?down|fall|decline)(?: ever| so far)? (?:was|is|has been)"
    r"(?: (?:only|just|under|about|around|a mere))*\s?$"
    r"|(?:从来?没有?|从未|未曾|没有|没)[^,。\d]{0,6}?(?:亏|跌|回撤|损失|下跌)[^,。\d]{0,4}?(?:超过|多于|大于|高于|到)?\s?$"
    r"|(?:最多|最大|至多)[^,。\d]{0,4}?(?:亏|跌)[过了掉]?(?:损失)?[过了]?\s?$"
    r"|回撤[^,。\d]{0,4}?(?:从来?没有?|从未|未曾|没有)[^,。\d]{0,2}?(?:超过|高于|大于)\s?$"
    r"|(?:一度も|これまで|最大でも)[^。\d]{0,10}?$",
    _I,
)
LOST_BEHIND = lazy_pattern(r"(?:以上|を超え|しか)[^。]{0,10}?(?:損|下落|失|負け|減)", _I)
JAPANESE = lazy_pattern(r"[\u3041-\u30fa]")
NOT_MEASURED_JA = lazy_pattern(
    r"目標|希望|もし|例えば|一般に|通常|まだ|たら|れば|場合|ですか|ますか|でしょう|かもしれ|以内|未満|期待|(?<=[成割%])でも"
)
# Money is a result where it was made by the person or their strategy: what a company earns is none.
OUR_MONEY = lazy_pattern(
    r"\b(?:you|we|it|strategy|account|portfolio|bot|balance)(?:'ve|'s|'re| have| has| is"
    r"| are)?(?: \w+){0,2}? (?:made|earned"
    r"|gained|lost|up|down|netted|banked|grew|grown)\b"
    r"|\b(?:profits?|p&l|pnl|gains?|loss(?:es)?|earnings)(?: (?:so far|to date|today|this (?:week"
    r"|month)))?\s?[:=|]|\b(?:(?:current|net|total|your|open) (?:profit|p&l|pnl|gain|loss)|so far"
    r"|to date|unreali[sz]ed|reali[sz]ed)\b|目前|当前|到现在|至今|累计|今[天日]|已|浮盈|浮亏|账户|策略|[您你]|盈亏",
    _I,
)
MEASURED = lazy_pattern(
    r"\b(?:back-?test\w*|stress[- ]test\w*|earned|made|returned|achieved|delivered|gained|yielded|generated|posted"
    r"|showed|shows|so far|to date|already|currently|today|won|wins|lost|unreali[sz]ed|reali[sz]ed)\b"
    r"|回测|压力测试|压测|赚了|实现了?|跑出|录得|取得|做到|拿到|已|目前|至今|到现在|今[天日]|浮盈|浮亏|赢了|亏了",
    _I,
)
# Before a figure in its sentence, or beside it in its clause: it is wanted, allowed or an example.
WANTED = lazy_pattern(
    r"\b(?:targets?|goals?|aims?|limits?|caps?|ceiling|tolerance|budget|you (?:said|told|want|wanted"
    r"|mentioned|asked|hope"
    r"|expect|can|could|chose|accept)|your (?:own )?(?:expectation|wish|constraint)s?|threshold"
    r"|stop(?:-loss)?|take[- ]profit"
    r"|criteri\w+|requirements?|filters?|most funds|for instance)\b"
    r"|目标|上限|下限|限额|限制|你(?:说|想|希望|要|能|可以|提到|接受)|您(?:说|想|希望|要|能|可以|提到|接受)"
    r"|期望|容忍|承受|止损|止盈|阈值|标准|要求|门槛",
    _I,
)
GENERAL = lazy_pattern(
    r"\b(?:above|below|at least|at most|no more than|more than|less than|up to|between|usually|typically"
    r"|generally|often"
    r"|commonly|good|decent|rare|realistic|unrealistic|considered|means?|counts? as|would|could|should|might"
    r"|may|can|will"
    r"|expect(?:ed|s)?|hope|per day|a day|a week|a month|per week|per month|assum\w+|historically"
    r"|rule of thumb|enough|a year|per year|needs?|how|strategies|traders|systems|recover|per trade|each trade)\b"
    r"|\b(?:fewer|less) than|不超过|以内|以上|以下|控制|高于|低于|大于|小于|至少|最多|预期|预计|通常|一般"
    r"|往往|可能|应该|可以|算|意味|代表"
    r"|大多|多半|多数|常见|典型|散户|每笔|每股|每次|表示|建议|每[天日周月年]|不到|少于|多于|才|都?属于|较好"
    r"|优秀水平|希望|争取|力争|会",
    _I,
)
SUBJECT_IN_GENERAL = lazy_pattern(r"^\W*(?:an?|any|every|each|most)\s", _I)
OTHERS = lazy_pattern(
    r"\b(?:s&p|index|indices|nasdaq|dow|funds?|markets?|bonds?|deposits?|savings|stocks?|buy[- ]and[- ]hold|benchmark"
    r"|company|investors?|buffett|inflation|sector)\b|指数|大盘|沪深|标普|纳指|基金|存款|国债|理财|买入持有"
    r"|基准|公司|股民|巴菲特|通胀|板块|行业|个股",
    _I,
)
OURS = lazy_pattern(
    r"\b(?:it|we|you|they)(?: has| have|'s|'ve)? (?:beat|beaten|outperformed)\b"
    r"|\b(?:strategy|back-?test|your rules|deployment|paper)\b|策略|回测|模拟盘|实盘|规则|部署",
    _I,
)
