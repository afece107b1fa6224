"""The words for the answers about a person: how long they trade, what they can bear, and what they want."""

import re
from collections.abc import Mapping

from packages.domain.conversation.understanding.lexicon.market_words import ELSEWHERE
from packages.domain.conversation.understanding.lexicon.words import words

YEARS: Mapping[str, re.Pattern[str]] = {
    "years_0_1": words(
        r"实盘(?:才|也|是)?刚|新手|小白|菜鸟|萌新|新人|刚入[门市]|刚开(?:始|户)|才开始|刚接触|初学者?|零基础"
        r"|零经验|入门(?:级"
        r"|阶段)|没正式(?:做|炒|交易)过|纯新|刚学|刚起步|还在学|[开才]的账户"
        r"|(?:没有?|无|毫无|零)(?:什么|啥|任何|太多|多少|一点)?(?:交易|投资|炒股)?经验|头一[回次]|第一次"
        r"|还?没(?:有)?(?:开始|入市|开户|开$|下过单|交易过)"
        r"|(?:从来?|自己|也|都|压根|还)?没有?(?:怎么)?(?:做|炒|交易|投资|买卖|碰|玩|买|下|接触)过|从未(?:做|炒"
        r"|交易|投资)过?",
        r"beginner|newbie|noob|novice|rookie|newcomer|first[- ]timer|greenhorn|total(?:ly)? new|brand new"
        r"|just (?:started|starting|begun)"
        r"|(?:just|recently|only just) (?:opened|getting started|got started|got into|learning)|starting out"
        r"|new kid|zilch|(?:account|portfolio) is (?:\w+ )?(?:days?|weeks?|months?) old|dipping my toes"
        r"|(?:haven't|have not|not) (?:even )?(?:started|begun)(?: yet)?|(?:practically|almost|next to"
        r"|basically|virtually) (?:none|no experience)|started (?:recently|lately)"
        r"|new to (?:all )?(?:this|trading|investing|it|the market)|i['’]?m (?:pretty |quite |very "
        r"|totally )?new|new (?:at|here)"
        r"|(?:no|zero|without|hardly any|little to no) (?:any )?(?:real )?(?:trading |investing |prior )?experience"
        r"|(?:never|haven't|have not|hadn't) (?:\w+ )?(?:traded|invested|placed)\b|first time|still learning"
        r"|none (?:at all|whatsoever)|complete(?:ly)? (?:new|green)",
    ),
    "years_5_plus": words(
        r"老股民|老手|老韭菜|老司机|老江湖|资深|几十年|多年(?!轻)|很多年|大半辈子|半辈子|一辈子",
        r"veteran|seasoned|decades|(?:most of|half|over half|more than half) my (?:adult )?life"
        r"|all my (?:adult )?life|old hand|century|old[- ]timer|many many years",
    ),
}
YEARS_ASKED: Mapping[str, re.Pattern[str]] = {
    "years_0_1": words(
        r"^零$|^没有?$|^没做过$|^0$|^从来?(?:没有?|未)(?:有|做|交易|碰|玩)?过?$",
        r"(?:never|haven't|have not) (?:\w+ )?(?:done|bought|tried|touched)\b|^(?:none|zero|nothing|never|nil"
        r"|months|weeks|days)(?: at all| whatsoever| ever)?$",
    ),
}

# Whoever wants to be spared a bad outcome wants safety: 别让我亏太多, "I don't want big swings".
_SPARE_ME = (
    r"(?:别(?=[再让叫给害])|不要|不想|不能|不愿意?|不希望|不可以|不敢)(?:再|让我|叫我|给我|害我|看到?|有|出现"
    r"|承受|经历)*",
    r"(?:don't|do not|never|not|rather not|won't|no|cannot|can't|wouldn't|avoid|without)"
    r"(?: (?:want|wanna|like|let|need|look|looking|here|after|seeking|to|for|in|me|us|it|have|see|be|too|any|a|the"
    r"|really|ever|interested|up))* ",
)
_HEAVY_LOSS = (
    r"(?:亏|赔|跌|损失)(?:得|掉|到)?(?:我)?(?:的)?(?:太[多狠大惨]|很多|很惨|好多|大钱|一大[截笔])",
    r"(?:lose|losing) (?:much|too much|a lot|big|my shirt|heavily)",
)
_SWINGS = (
    r"(?:太大|大幅|大|剧烈|太多)的?(?:亏损|损失|回撤|波动|起伏)",
    r"(?:(?:big|wild|large|huge|major|violent|crazy) (?:swings?|drawdowns?|drops|moves|ups and downs|volatility)"
    r"|roller ?coasters?|excitement|thrills?|drama)",
)
_NO_HEAVY_LOSS, _NO_SWINGS = (
    tuple(f"{before}{outcome}" for before, outcome in zip(_SPARE_ME, outcomes, strict=True))
    for outcomes in (_HEAVY_LOSS, _SWINGS)
)
SPARED = words(f"{_NO_HEAVY_LOSS[0]}|{_NO_SWINGS[0]}", f"{_NO_HEAVY_LOSS[1]}|{_NO_SWINGS[1]}")

RISK: Mapping[str, re.Pattern[str]] = {
    "conservative": words(
        rf"{_NO_HEAVY_LOSS[0]}|"
        r"保守|谨慎|稳妥|求稳|图稳|要稳的?|稳[一]?点|稳着来|越稳越好|(?:求|图)个?安稳|不能有大亏|不(?:想|能"
        r"|要)有?大亏|以稳为主|稳字当头|低风险|能不亏|亏一点[都就]|不想冒[^,。]{0,3}险|稳当|风险(?:偏好"
        r"|承受)?(?:比较|要|越|偏|最)?[低小](?:一?点|一些|越好)?"
        r"|厌恶风险|规避风险|怕亏|亏不[起得]|血汗钱|经不起|心脏不(?:好|行)|别让我亏|一点(?:风险"
        r"|亏)[^,。]{0,2}[都也]不|亏(?:钱)?就?睡不着|输不起|承受不了|承受能力(?:比较)?[低弱差]|胆子?(?:比较|很"
        r"|太)?小|胆子?不[大够]"
        r"|本金不能[动亏]|不能亏|没法交代"
        r"|(?:不想|不能|不愿|不敢|不喜欢|不爱|不要)(?:亏|冒险|承担风险|有?风险|赔)|宁可少赚|宁愿少赚"
        r"|少赚点?没关系|受不了(?:亏|大?跌|波动)|亏了?会失眠|一亏就",
        rf"{_NO_HEAVY_LOSS[1]}|"
        r"(?:very |super |extremely |pretty |quite )?(?:conservative|cautious|careful)|risk[- ]averse|(?:low"
        r"|lower|minimal|minimum|little|least|smallest)(?:est)?[- ]"
        r"(?:possible )?(?:risk|drawdowns?|loss(?:es)?|volatility)|as little risk|play(?:ing)? (?:it )?safe"
        r"|safe as houses|safe side|the safer the better|can't sleep|(?:any |no |without )?big losses(?= ?$)"
        r"|(?:small|little|tiny) risk|nothing (?:risky|wild|crazy)|safe(?:r)? (?:stuff|things|investments?"
        r"|options?|bets?|choice|one)|keep (?:the )?(?:losses|risk|drawdowns?) (?:tiny|small|low|minimal)"
        r"|hate to (?:see|lose|watch)|can't lose|not (?:very |too )?risky"
        r"|(?:can(?:no|')t|cannot|couldn't) (?:really )?(?:afford|stand|bear|stomach|take"
        r"|handle) (?:to )?(?:los\w+|much|any|big|a big|risk)"
        r"|(?:hate|afraid of|scared of|terrified of|fear|worried about|don't like) (?:losing|losses|risk"
        r"|to lose)|(?:don't|do not) want to (?:lose|risk)"
        r"|(?:don't|do not) like risk|(?<!without )(?<!not )(?<!n't )(?<!never )panic|nervous|anxious"
        r"|safe(?:r)? than sorry|(?:losses"
        r"|losing)[^,]{0,12}keeps? me (?:up|awake)|not (?:very |really |too )?comfortable with (?:big |large "
        r"|any )?(?:loss\w*|risk|volatility|drawdowns?)|only small (?:loss\w*|drawdowns?)|small drawdowns"
        r"|(?:don't|do not) (?:like|enjoy|want) (?:to take |taking )?(?:any |much |big )?risks?|lose sleep"
        r"|sleep at night|small losses|tiny losses|avoid (?:risk|losses)|no (?:big|large) losses|timid"
        r"|risk tolerance (?:is )?low"
        r"|(?:not|no) (?:a )?(?:fan of |big on )?risk",
    ),
    "moderate": words(
        r"稳健|适中|中等|中庸|平衡型|不高不低|不大不小|中规中矩|折中|不上不下|适度|一般风险|风险一般"
        r"|正常(?:的)?波动|一般(?:的)?波动"
        r"|(?:有点|一点|一些|一定|适当|适度|少量|小幅)(?:的)?(?:波动|风险|亏损|回撤|起伏)(?:可以|没事|没关系"
        r"|能接受|无所谓|也行|我能)"
        r"|(?:接受|承受|忍受|承担)(?:得了)?(?:一点|一些|一定|适当|适度|少量|小幅)(?:的)?(?:波动|风险|亏损|回撤)",
        r"moderate(?:ly)?|(?:medium|mid|middle|average)(?:[- ](?:level )?risk| of the road|-of-the-road)"
        r"|^medium$|balanced risk|not too hot|(?:reasonable|balanced|fair) (?:amount of )?risk"
        r"|calculated risks?"
        r"|(?:some|a bit of|a little|a little bit of|modest|normal|acceptable) (?:risk|ups and downs"
        r"|volatility|fluctuation|swings?|drawdown|losses)",
    ),
    "aggressive": words(
        r"激进|进取|(?<!不)积极型?|(?<![中低])高风险|风险(?:偏好|承受)?(?:比较|偏|要|可以)?高(?:一?点|一些)?"
        r"|敢冒险|能冒险|敢冲|敢搏|敢拼|胆子?(?:比较|很|挺|够)?大|亏得起|输得起|爱冒险|喜欢冒险|喜欢刺激"
        r"|(?:大|大的|大幅|较大|剧烈)(?:的)?(?:波动|回撤|起伏)[^,。]{0,4}(?:不怕|没事|没关系|能|可以|也行"
        r"|无所谓|ok)|(?:能|可以)?(?:承受|接受|忍受|扛)(?:得住)?(?:大|较大|大幅|高)(?:的)?(?:波动|风险|回撤)"
        r"|大起大落|追求刺激|波动大点|波动越大|不怕(?:大?波动|大?跌|风险|回撤)|更高(?:的)?风险",
        r"(?:pretty |quite |rather |fairly )?aggressive(?:ly)?|(?:higher|more"
        r"|bigger) (?:risk )?than (?:average|normal|most)(?: risk)?|above[- ]average risk|(?:high|higher|big"
        r"|more|lots of|a lot of|plenty of|serious|significant|considerable)[- ]risk|risk[- ](?:taker|taking"
        r"|on|lover|seeking)|bold|risky|adventurous|daring"
        r"|(?:big|large|wild|huge|heavy|major) (?:swings?|drawdowns?|drops?|moves|ups and downs"
        r"|volatility) (?:are|is|don't|doesn't|do not)"
        r"|(?:comfortable|ok|okay|fine|cool|happy|good) with (?:big|large|wild|lots of|a lot of|high|heavy"
        r"|taking|more)?\s?(?:swings?|drawdowns?|risks?|volatility|losses)"
        r"|(?:can|could) (?:take|handle|stomach|tolerate|live with|ride out) (?:big|large|wild|heavy|a lot of"
        r"|lots of|high|serious|huge|major) (?:swings?|drawdowns?|risks?|volatility|losses|drops?)"
        r"|(?:don't|do not|doesn't) mind (?:the )?(?:big |large |some big )?(?:risk|swings|losing|losses"
        r"|volatility|drawdowns)|bring on the volatility|(?<!don't )(?<!not )(?:like|love"
        r"|enjoy) (?:taking )?(?:big )?risks?|(?:volatility|swings?|drawdowns?|losses|risk"
        r"|big drops?) (?:doesn't|don't|does not|do not|won't|wouldn't) (?:really )?(?:bother|scare|worry|faze"
        r"|frighten)|(?<!some )(?<!little )(?<!of )(?<!bit )(?<!moderate )(?<!medium )(?<!low )(?<!average )ris"
        r"k is (?:fine|ok|okay|no problem)|willing to (?:take|accept) (?:a lot of |more |big |high )?risks?",
    ),
    "very_aggressive": words(
        r"越(?:激进|冒险)越好|(?:非常|特别|十分|极其|极度|极端|超级?|很|最|极|贼|巨|往死里|相当)(?:的)?(?:激进"
        r"|进取|冒险)|(?:极|最"
        r"|超)高(?:的)?风险|风险[^,。]{0,3}(?:最高|拉满|越[高大]越好)|最高(?:的)?(?:风险)?(?:那)?[档级]"
        r"|(?:不怕|无所谓)(?:全)?亏|亏[光完][^,。]{0,4}(?:无所谓|行|没事|没关系|可以|认)?|归零|梭哈|全押"
        r"|(?<![a-z])all ?in(?![a-z])|玩命|最刺激|越刺激越好|越猛越好|富贵险中求|搏一搏|赌一?把|不成功便成仁"
        r"|刀口舔血|亏光",
        r"(?:very|extremely|super|highly|most|really|ultra|insanely|hyper|maximally)[- ]?aggressive(?:ly)?"
        r"|all[- ]in|yolo|degen|(?:max(?:imum)?|highest|extreme|very high|insane)(?: possible)?[- ]risk"
        r"|(?:could|can|ok to|fine to|willing to|happy to|prepared to) lose (?:it all|everything|all of it"
        r"|the lot|the whole)|as risky as (?:possible|it gets|you can|they come)|the riskier the better|full risk"
        r"|(?:don't|do not) (?:care"
        r"|mind)[^,]{0,8}los(?:e|ing) (?:everything|it all|all)|go big or go home|full send|balls to the wall"
        r"|swing for the fences"
        r"|reckless|(?:super|very|really|extremely|insanely)[- ]high[- ]risk|gambl(?:e|er|ing)|go nuts|crazy risk"
        r"|lose (?:it all|everything)|sky[- ]high risk",
    ),
}
RISK_BETWEEN = {  # two answers at once
    ELSEWHERE: words(
        r"中高(?:风险)?|中低(?:风险)?|中等?偏[高上低下激保]\S?|稳健偏\S{1,2}|中等到\S{1,3}",
        r"(?:low|lower|conservative|moderate(?:ly)?|medium|middle|mid|high)[ -]*(?:to|-|/|or|and"
        r"|plus)[ -]*(?:low|medium|moderate|high|higher|aggressive|conservative)(?: risk)?"
        r"|moderately (?:aggressive|conservative)",
    )
}
RISK_ASKED: Mapping[str, re.Pattern[str]] = {
    "conservative": words(
        rf"{_NO_SWINGS[0]}|不求(?:暴富|大富大贵|发财|刺激)|"
        r"\b[rc][12]\b|养老的?钱|^低|^安全|^小$|安全第一|^稳$",
        rf"{_NO_SWINGS[1]}|"
        r"^(?:very |super )?(?:low|safe|small|minimal|little|safety|tiny)$|^safety first"
        r"|^very little$|^as safe as",
    ),
    "moderate": words(
        r"\b[rc]3\b|平衡|均衡|^一般|^中$|^普通|中间|一般般",
        r"neither (?:too |very )?\w+ nor (?:too |very )?\w+|medium|mid|middle(?! name)|(?<!be )average|in[- ]between"
        r"|some bumps"
        r"|^balanced?$|^normal$|^so-?so$|^fifty[- ]fifty$|^50[-/]50$|^center$",
    ),
    "aggressive": words(r"\b[rc]4\b|^高$|^偏高", r"^(?:pretty |quite )?high$|^a lot$|^plenty$|^spicy$"),
    "very_aggressive": words(
        r"\b[rc]5\b|^最高$|^很高$|^极高$",
        r"^(?:max(?:imum)?|very high|extreme|highest"
        r"|unlimited)$",
    ),
}

RETURN: Mapping[str, re.Pattern[str]] = {
    "capital_preservation": words(
        r"保住?本金?|保值|本钱|本金(?:的)?安全|[不别]亏(?:钱|本)?就[行好成可谢满]|(?:守住|保护|看好"
        r"|护住)[^,。]{0,4}(?:本金|钱|资产)|只求不亏|保住钱|保住[^,。]{0,3}钱|别亏(?:钱|本)|不缩水|别缩水|跑赢(?:通胀"
        r"|通货膨胀|存款|余额宝|银行|定期|cpi)"
        r"|比(?:余额宝|存款|银行|定期|存银行)[^,。]{0,4}[高强好多]|不求赚[^,。]{0,4}(?:保|不亏)|只要(?:不亏"
        r"|保本)|存款替代|不贬值|抗通胀|(?:和|跟|与)通胀(?:差不多|持平|打平)|安全第一",
        r"capital preservation|preserv\w+(?: (?:my|the|our|what))?(?: (?:capital|money|wealth|savings|principal))?"
        r"|protect\w*(?: (?:my|the|what|our))* (?:capital|money|principal|savings|wealth|i have|i've got"
        r"|i got)|(?:keep(?:ing)?|park(?:ing)?) (?:(?:my|the|it|our) )?(?:money |cash |it |savings )?safe"
        r"|keep it safe"
        r"|safety first|safe to park|hold(?:ing)? (?:its|their) value"
        r"|(?:beats?|beating|keeps? up with|keeps? pace with|match(?:es)?|outpaces?|hedge against) inflation"
        r"|(?:better|more"
        r"|bit) (?:\w+ )?than (?:a |my |the )?(?:savings|bank|deposit|cash|money market)\w*"
        r"|not (?:to )?get poorer|without los\w+|safety of (?:principal|capital)|inflation[- ]protect\w+"
        r"|keep(?:ing)? (?:my|the|our) (?:capital|principal)"
        r"|keep what i have|(?:like|as) a savings account|avoid los\w+ (?:\w+ )?(?:principal|money|capital)",
    ),
    "balanced_growth": words(
        r"(?:平衡|均衡|稳步|稳定|稳健|温和|稳稳|平稳|适度|缓慢)(?:地|的)?(?:增长|增值|收益|回报|上涨|涨|成长"
        r"|升值)|(?:合理|健康|中规中矩)的?增长|平衡(?!型)|均衡|攻守兼备|进可攻退可守|稳中(?:有升|求进|有进)"
        r"|有涨有守|细水长流|稳扎稳打"
        r"|慢慢(?:地)?(?:涨|增长|来|增值|赚|变富)|稳 ?growth|涨得稳|稳稳地?涨|稳着涨",
        r"balanced?(?: growth)?|growth(?:,)? but (?:balanced|steady|stable|safe)|(?:steady|stable|modest"
        r"|sensible|sustainable|dependable"
        r"|even-tempered|calm|gentle|moderate|consistent|slow)(?:,? (?:and )?(?:steady|stable"
        r"|modest))? (?:growth|returns?|gains?"
        r"|income|climb)|get rich slowly|grow(?: \w+)? (?:steadily|slowly|calmly|gently|a bit)"
        r"|growth with(?:out)? (?:a |sleepless )?\w+|slow and steady|steady,? not|bit of both"
        r"|mix of (?:growth|safety|both)(?: and \w+)?"
        r"|between safety and growth|growth (?:and|with|plus) (?:some )?safety|safety and growth|60/40",
    ),
    "growth": words(
        r"增长|成长|(?<!保值)增值(?!保值)|较高(?:的)?(?:收益|回报)|跑赢(?:大盘|指数|市场|沪深300|标普)"
        r"|比(?:指数|大盘|市场)[^,。]{0,2}[强好高]|收益高一?点|偏增长|高于(?:大盘|市场)|战胜(?:大盘|市场|指数)",
        r"growth|grow(?:ing)?(?: (?:my|the|our|this|it))?(?: (?:money|capital|wealth|savings|account|portfolio"
        r"|pot|nest egg))?|higher returns?|(?:beat|outperform|do better than|outpace"
        r"|better than) (?:the )?(?:market|index|indices|s&p(?: 500)?|spy|benchmark)"
        r"|(?:market|index)[- ]beating(?: returns?)?|above[- ]average returns?|(?:capital )?appreciation"
        r"|capital growth|solid growth",
    ),
    "high_growth": words(
        r"(?:高速?|快速|高额|超高|最大|飞速|爆发式?)(?:的)?(?:增长|成长|收益|回报)|多多益善|翻(?:[倍番]"
        r"|[几一两三](?![下遍翻页]))"
        r"|一年翻|暴[富利]|发[财大]|越[多高]越好|收益最?(?:大化|拉满|最高|越)"
        r"|[二两三四五六七八九十百几多\d]+倍|财富?务?自由|赚大钱|一夜|冲冲冲|飞上天|赚一倍|赚[几两三五十]倍"
        r"|高回报",
        r"high(?:est)?[- ]growth|(?:high|huge|max\w*|big|highest|rapid|massive|explosive|exponential|fast"
        r"|quick|parabolic|outsized|best possible|insane|crazy) (?:growth|returns?|gains?|profits?|upside)"
        r"|maximi[sz]e (?:\w+ )?(?:returns?|profits?|gains?|growth)|aggressive growth"
        r"|(?:doubl|tripl|quadrupl)\w+(?: (?:my|the|it|our|up|in|every|this|your))?(?: (?:money|account"
        r"|capital|stake|year))?|get rich|rich quick|as (?:much|high|big|large) as (?:\w+ )?(?:possible"
        r"|you can|i can|it gets)(?: get| make)?|\d+ times (?:my|the)|(?:ten|five|three) times (?:my|the)"
        r"|to the moon|moon(?:shot)?|lambo"
        r"|\d+-?baggers?|triple digits|x ?\d+\b|\d+x|multiply (?:my|the|it)|life[- ]changing",
    ),
}
RETURN_ASKED: Mapping[str, re.Pattern[str]] = {
    "capital_preservation": words(
        r"^安全|^稳$|^不亏$|^别亏$",
        r"not (?:to )?los(?:e|ing)(?: (?:any|my|the))?(?: (?:money|capital))?|don't (?:want to )?lose(?: (?:my"
        r"|any|the|it))?(?: money)?(?! sleep)|^(?:safe|safety|security|preserve|preservation|protect(?:ion)?)$",
    ),
    "balanced_growth": words(
        r"稳健|^中等|^适中|^平稳|^稳定|^稳一点",
        r"^(?:steady|stable|moderate|medium|modest|balance|middle)$|^in the middle$|^slow(?:ly)?$",
    ),
    "high_growth": words(
        r"^最高|^最大|^暴击|^越快越好", r"^(?:max(?:imum)?|the max|the most|huge|everything|the moon)$"
    ),
}
